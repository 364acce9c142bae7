// SPDX-License-Identifier: Apache-2.0
//
// The state in the address: #azimuth=30&elevation=12&frame=12&color=stretch. Only what differs from
// the defaults is written, so that links stay short.

export const DEFAULTS = {
  azimuth: 30, elevation: 12, zoom: 1, pan: null,
  frame: null, speed: 1, loop: true, play: false,
  color: null, map: null, low: null, high: null, range: "auto",
  hide: "", opacity: "", fibres: false, action: false, inner: false, joints: false, tets: false, wire: false,
  cut: null, ground: false, shade: true,
  view: "both", theme: "system", plots: null, panel: null, bare: false,
};

const round = (x, digits) => String(Number(x.toFixed(digits)));

const NUMBER = { azimuth: 2, elevation: 2, zoom: 4, frame: 0, speed: 3, low: 9, high: 9 };

export function write_hash(state) {
  const out = [];
  for (const [name, fallback] of Object.entries(DEFAULTS)) {
    const value = state[name];
    if (value === undefined || value === null || value === fallback || name === "theme") continue; // tastes are not shared
    out.push(`${name}=${encode(name, value)}`);
  }
  return out.join("&");
}

function encode(name, value) {
  if (name === "low" || name === "high") return String(value);
  if (name in NUMBER) return round(value, NUMBER[name]);
  if (name === "pan") return value.map((x) => round(x, 5)).join(",");
  if (name === "cut") return `${value.axis},${round(value.at, 5)}${value.flip ? ",flip" : ""}`;
  if (typeof value === "boolean") return value ? "1" : "0";
  return encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%20", "+");
}

/// @return what the hash sets, checked; things it does not know or cannot read are left out
export function read_hash(hash) {
  const out = {};
  for (const pair of hash.replace(/^#/, "").split("&")) {
    const [name, raw] = split_once(pair, "=");
    if (!(name in DEFAULTS)) continue;
    const value = parse(name, raw);
    if (value !== undefined) out[name] = value;
  }
  return out;
}

function parse(name, raw) {
  let text;
  try {
    text = decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    return undefined;
  }
  if (name in NUMBER) return finite(text);
  if (name === "pan") return vector(text);
  if (name === "cut") return parse_cut(text);
  if (typeof DEFAULTS[name] === "boolean") return text === "" || text === "1" || text === "true";
  return text;
}

const finite = (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined);

function vector(text) {
  const v = text.split(",").map(Number);
  return v.length === 3 && v.every(Number.isFinite) ? v : undefined;
}

function parse_cut(text) {
  const [axis, at, flip] = text.split(",");
  if (!["x", "y", "z"].includes(axis) || finite(at ?? "") === undefined) return undefined;
  return { axis, at: Number(at), flip: flip === "flip" };
}

function split_once(text, by) {
  const i = text.indexOf(by);
  return i < 0 ? [text, ""] : [text.slice(0, i), text.slice(i + by.length)];
}
