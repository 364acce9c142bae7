// SPDX-License-Identifier: Apache-2.0
//
// Elements, icons and numbers. Styles are only ever set through the DOM: the page is served with a
// policy that forbids them in markup.

/// h("button", {class: "x", onclick}, "text", child, ...)
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (name in element && name !== "list" && typeof value !== "string") element[name] = value;
    else element.setAttribute(name === "testid" ? "data-testid" : name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

const PATH = {
  play: "M5 3.2v9.6l8-4.8z", pause: "M4.5 3h2.5v10H4.5zM9 3h2.5v10H9z",
  first: "M4 3.5v9M12.5 3.5 6 8l6.5 4.5z", last: "M12 3.5v9M3.5 3.5 10 8l-6.5 4.5z",
  back: "M10.5 3.5 5 8l5.5 4.5", next: "M5.5 3.5 11 8l-5.5 4.5",
  loop: "M3 8a4 4 0 0 1 4-4h4.5M9.5 2l2.2 2-2.2 2M13 8a4 4 0 0 1-4 4H4.5M6.5 14l-2.2-2 2.2-2",
  eye: "M1.5 8S4 3.8 8 3.8 14.500 8 14.500 8 12 12.200 8 12.200 1.500 8 1.500 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  hidden: "M2.500 2.500l11 11M4.500 4.900C2.600 6.100 1.500 8 1.500 8S4 12.200 8 12.200c1.200 0 2.300-.4 3.200-.9M6.800 3.900C7.200 3.800 7.600 3.800 8 3.800c4 0 6.500 4.200 6.500 4.200s-.6 1-1.700 2.100",
  solo: "M8 2v2.500M8 11.500V14M2 8h2.500M11.500 8H14M8 9.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z",
  camera: "M2 5h2.800l1-1.600h4.400l1 1.600H14v8H2zM8 11a2.300 2.300 0 1 0 0-4.600A2.300 2.300 0 0 0 8 11z",
  link: "M6.500 9.500l3-3M7.200 4.800l1.500-1.500a2.830 2.830 0 0 1 4 4l-1.500 1.500M8.800 11.200l-1.500 1.500a2.830 2.830 0 0 1-4-4l1.500-1.500",
  sun: "M8 10.800a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600zM8 1.500V3M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1.100 1.100M11.500 11.500l1.100 1.100M12.600 3.400l-1.100 1.100M4.500 11.500l-1.100 1.100",
  moon: "M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z",
  help: "M6 6.200a2 2 0 1 1 2.900 1.800c-.6.3-.9.7-.9 1.500M8 11.800v.2M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13z",
  fit: "M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10M6 8a2 2 0 1 0 4 0 2 2 0 0 0-4 0z",
  left: "M2.500 3h11v10h-11zM6 3v10", right: "M2.500 3h11v10h-11zM10 3v10",
  stop: "M4 4h8v8H4z", close: "M4 4l8 8M12 4l-8 8", more: "M3.500 8h.1M8 8h.1M12.500 8h.1",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.300 10.300l3.200 3.200", plus: "M8 3.500v9M3.500 8h9",
  warn: "M8 2.500 14.500 13.500h-13zM8 6.500v3.500M8 11.800v.2",
  down: "M4 6.200l4 4 4-4", flip: "M8 2v12M5.500 5 2.500 8l3 3M10.500 5l3 3-3 3", full: "M9.500 2.500h4v4M6.500 13.500h-4v-4M13.500 2.500 9 7M2.500 13.500 7 9",
};
const FILLED = new Set(["play", "pause", "stop"]);

export function icon(name) {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", FILLED.has(name) ? "icon filled" : "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(ns, "path");
  path.setAttribute("d", PATH[name]);
  svg.append(path);
  return svg;
}

/// A button with an icon; `label` is what it is called and what its hint says.
export function icon_button(name, label, onclick, props = {}) {
  return h("button", { type: "button", class: `tool ${props.class ?? ""}`, title: props.title ?? label, "aria-label": label, onclick, testid: props.testid, "aria-pressed": props.pressed }, icon(name));
}

export function set_icon(button, name, label) {
  button.replaceChildren(icon(name));
  if (label) {
    button.title = label;
    button.setAttribute("aria-label", label);
  }
}

const PREFIX = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];
const SCALED = new Set(["Pa", "N", "J", "m", "W", "s"]);

/// How numbers of up to this size are best written in this unit: {factor, unit}.
export function scaled_unit(largest, unit) {
  if (unit === "m^3") return largest < 1e-3 ? { factor: 1e6, unit: "cm³" } : { factor: 1, unit: "m³" };
  if (unit === "deg") return { factor: 1, unit: "°" };
  if (!SCALED.has(unit) || !(largest > 0) || !Number.isFinite(largest)) return { factor: 1, unit: nice_unit(unit) };
  const [size, prefix] = PREFIX.find(([s]) => largest >= 0.9999 * s) ?? PREFIX.at(-1);
  if (unit === "m" && size === 1e-3 && largest >= 0.01) return { factor: 100, unit: "cm" };
  return { factor: 1 / size, unit: prefix + unit };
}

const nice_unit = (unit) => unit.replaceAll("^2", "²").replaceAll("^3", "³").replaceAll(" ", "·");

export function short(x, digits = 4) {
  if (!Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-4) return x.toExponential(Math.max(0, digits - 2)).replace("e+", "e").replace("-", "−");
  return String(Number(x.toPrecision(digits))).replace("-", "−");
}

export function duration(seconds) {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

export const css_color = (c) => `rgb(${c.map((x) => Math.round(255 * x)).join(" ")})`;

/// What was chosen last time, where the browser lets us keep it.
export const keep = {
  get(name) {
    try { return localStorage.getItem(`brawn.${name}`); } catch { return null; }
  },
  set(name, value) {
    try { localStorage.setItem(`brawn.${name}`, value); } catch { /* private windows */ }
  },
};
