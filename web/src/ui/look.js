// SPDX-License-Identifier: Apache-2.0
//
// How things are shown: what they are coloured by, what is drawn besides skins, and the cut.

import { map_names, natural_map } from "../maps.js";
import { h, icon_button, short } from "./dom.js";

const SHOW = [
  ["fibres", "Fibres", "F"], ["action", "Lines of action", "A"], ["inner", "Inner structure", "E"], ["joints", "Joints", "N"],
  ["tets", "Tets", "T"], ["wire", "Edges", "W"], ["ground", "Ground", "G"], ["shade", "Shadows", "O"],
];

export class LookPanel {
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "looks" }, this.color_section(), this.show_section(), this.cut_section());
  }

  color_section() {
    const { app } = this;
    this.color = h("select", { "aria-label": "Colour by", testid: "color-by", onchange: () => app.coloring.set(this.color.value || null) });
    this.map = h("select", { "aria-label": "Colour map", testid: "color-map", onchange: () => app.set({ map: this.map.value || null }) });
    this.range = h("select", { "aria-label": "Range of the colours", testid: "color-range", onchange: () => app.coloring.set_kind(this.range.value) });
    const field = (which) => h("input", { type: "text", inputmode: "decimal", class: "number", "aria-label": `${which} end of the range`, testid: `range-${which}`, onchange: (e) => app.coloring.set_end(which, e.target.value), onkeydown: (e) => e.key === "Enter" && e.target.blur() });
    this.low = field("low");
    this.high = field("high");
    this.unit = h("span", { class: "dim unit" });
    this.more = h("div", { class: "rows" },
      h("label", { class: "row" }, h("span", {}, "Map"), this.map),
      h("label", { class: "row" }, h("span", {}, "Range"), this.range),
      h("div", { class: "row" }, h("span", {}, "From, to"), h("span", { class: "ends" }, this.low, this.high, this.unit)));
    return h("section", { class: "panel", "aria-label": "Colour" }, h("div", { class: "panel-head" }, h("h2", {}, "Colour")),
      h("div", { class: "rows" }, h("label", { class: "row" }, h("span", {}, "By"), this.color)), this.more);
  }

  show_section() {
    const { app } = this;
    this.toggle = {};
    const chips = SHOW.map(([name, title, key]) => (this.toggle[name] = h("button", { type: "button", class: "chip", "aria-pressed": "false", title: `${title} (${key.toLowerCase()})`, testid: `show-${name}`, onclick: () => app.set({ [name]: !app.state[name] }) }, title)));
    this.note = h("p", { class: "hint", hidden: true });
    return h("section", { class: "panel", "aria-label": "Show" }, h("div", { class: "panel-head" }, h("h2", {}, "Show")), h("div", { class: "chips" }, chips), this.note);
  }

  cut_section() {
    const { app } = this;
    this.axes = Object.fromEntries(["x", "y", "z"].map((axis) => [axis, h("button", { type: "button", class: "seg", "aria-pressed": "false", testid: `cut-${axis}`, onclick: () => app.cutting.toggle(axis) }, axis.toUpperCase())]));
    this.off = h("button", { type: "button", class: "seg", "aria-pressed": "true", testid: "cut-off", onclick: () => app.set({ cut: null }) }, "Off");
    this.flip = icon_button("flip", "Take away the other side", () => app.set({ cut: { ...app.state.cut, flip: !app.state.cut.flip } }), { testid: "cut-flip" });
    this.at = h("input", { type: "range", min: "0", max: "1", step: "0.002", "aria-label": "Place of the cut", testid: "cut-at", oninput: () => app.cutting.place(Number(this.at.value)) });
    this.where = h("span", { class: "dim where" });
    this.slide = h("div", { class: "slide" }, this.at, this.where, this.flip);
    return h("section", { class: "panel", "aria-label": "Cut" },
      h("div", { class: "panel-head" }, h("h2", {}, "Cut"), h("div", { class: "segments" }, this.off, Object.values(this.axes))), this.slide);
  }

  update() {
    const { app } = this, { state } = app;
    this.fill_values();
    this.color.value = state.color ?? "";
    const value = app.coloring.value();
    this.more.hidden = !value;
    if (value) this.update_range(value);
    for (const [name] of SHOW) this.toggle[name].setAttribute("aria-pressed", String(Boolean(state[name])));
    this.toggle.fibres.disabled = !app.scenes.some((s) => s.fibres);
    this.toggle.action.disabled = !app.scenes.some((s) => s.action);
    this.toggle.inner.disabled = !app.scenes.some((s) => s.inner);
    this.toggle.joints.disabled = !app.scenes.some((s) => s.joints);
    this.toggle.tets.disabled = !app.runs.some((r) => r.has_mesh());
    this.update_cut();
  }

  fill_values() {
    const values = this.app.coloring.values();
    const key = values.map((v) => v.name).join();
    if (this.filled === key) return;
    this.filled = key;
    this.color.replaceChildren(new Option("Tissue and activation", ""), ...values.map((v) => new Option(v.unit ? `${v.title} [${v.unit}]` : v.title, v.name)));
    this.map.replaceChildren(...map_names().map((name) => new Option(name, name)));
  }

  update_range(value) {
    const { app } = this, { state } = app;
    this.map.value = state.map ?? natural_map(value);
    const kinds = [["auto", value.natural ? "natural" : "without outliers"], ["all", "of all frames loaded"], ["frame", "of this frame"], ["fixed", "fixed"]];
    const key = kinds.map(([, text]) => text).join();
    if (this.kinds !== key) this.range.replaceChildren(...kinds.map(([name, text]) => new Option(text, name)));
    this.kinds = key;
    this.range.value = state.range;
    const [low, high] = app.coloring.range();
    if (document.activeElement !== this.low) this.low.value = short(low).replace("−", "-");
    if (document.activeElement !== this.high) this.high.value = short(high).replace("−", "-");
    this.unit.textContent = value.unit;
  }

  update_cut() {
    const { cut } = this.app.state;
    this.off.setAttribute("aria-pressed", String(!cut));
    for (const [axis, button] of Object.entries(this.axes)) button.setAttribute("aria-pressed", String(cut?.axis === axis));
    this.slide.hidden = !cut;
    if (!cut) return;
    const [low, high] = this.app.cutting.ends(cut.axis);
    if (document.activeElement !== this.at) this.at.value = String((cut.at - low) / (high - low));
    this.where.textContent = `${(100 * cut.at).toFixed(1)} cm`;
    this.flip.setAttribute("aria-pressed", String(cut.flip));
  }
}
