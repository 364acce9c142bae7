// SPDX-License-Identifier: Apache-2.0
//
// What lies over the picture: legend, axes, scale, names of the runs, and what is under the cursor.

import { direction, right, up, VIEWS } from "../camera.js";
import { map_row } from "../maps.js";
import { h, icon_button, scaled_unit, short } from "./dom.js";

export class Overlay {
  constructor(app) {
    this.app = app;
    this.tip = h("div", { class: "tip", hidden: true, testid: "tip" });
    this.labels = h("div", { class: "labels" });
    this.notice = h("div", { class: "notice", hidden: true, role: "status", testid: "notice" });
    this.difference = h("div", { class: "difference", hidden: true, testid: "difference" });
    this.element = h("div", { class: "overlay" }, this.labels, this.gizmo(), this.scale_bar(), this.legend(), this.difference, this.notice, this.tip);
  }

  // ---------------------------------------------------------------------------- legend

  legend() {
    this.bar = h("canvas", { class: "bar", width: 256, height: 1 });
    this.marker = h("div", { class: "marker", hidden: true });
    this.ticks = h("div", { class: "ticks" });
    this.name = h("div", { class: "legend-name" });
    this.box = h("div", { class: "legend", hidden: true, testid: "legend", role: "img" }, this.name, h("div", { class: "bar-box" }, this.bar, this.marker), this.ticks);
    return this.box;
  }

  update_legend() {
    const { app } = this, value = app.coloring.value();
    this.box.hidden = !value;
    if (!value) return;
    const [low, high] = app.coloring.range(), scale = scaled_unit(Math.max(Math.abs(low), Math.abs(high)), value.unit);
    this.name.textContent = scale.unit ? `${value.title} [${scale.unit}]` : value.title;
    const image = new ImageData(new Uint8ClampedArray(map_row(app.coloring.map_name())), 256, 1);
    this.bar.getContext("2d").putImageData(image, 0, 0);
    const at = [0, 0.25, 0.5, 0.75, 1].map((s) => short((low + s * (high - low)) * scale.factor, 3));
    this.ticks.replaceChildren(...at.map((t) => h("span", {}, t)));
    this.box.setAttribute("aria-label", `${this.name.textContent}: colours from ${at[0]} to ${at[4]}`);
  }

  mark(number) {
    const [low, high] = this.app.coloring.range();
    this.marker.hidden = !Number.isFinite(number) || this.box.hidden;
    if (!this.marker.hidden) this.marker.style.left = `${100 * Math.min(1, Math.max(0, (number - low) / (high - low)))}%`;
  }

  // ------------------------------------------------------------------------------ axes

  gizmo() {
    const { app } = this;
    this.balls = [["x", 1, "right"], ["y", 1, "top"], ["z", 1, "front"], ["x", -1, "left"], ["y", -1, "bottom"], ["z", -1, "back"]].map(([axis, sign, view]) => ({
      axis, sign, view,
      element: h("button", { type: "button", class: `ball ${axis} ${sign > 0 ? "plus" : "minus"}`, title: `View from the ${view}`, "aria-label": `View from the ${view}`, testid: `view-${view}`, onclick: () => app.view(view) }, sign > 0 ? axis.toUpperCase() : ""),
    }));
    this.arms = ["x", "y", "z"].map((axis) => ({ axis, element: h("i", { class: `arm ${axis}` }) }));
    const fit = icon_button("fit", "Fit everything (0)", () => app.view("fit"), { testid: "fit" });
    this.views = h("select", { class: "views", "aria-label": "Standard view", title: "Standard views (1 to 7)", testid: "views", onchange: () => {
      app.view(this.views.value);
      this.views.value = "";
    } }, new Option("View", ""), ...Object.keys(VIEWS).map((v, i) => new Option(`${v} (${i + 1})`, v)));
    return h("div", { class: "corner" }, h("div", { class: "gizmo", "aria-label": "Axes" }, this.arms.map((a) => a.element), this.balls.map((b) => b.element)),
      h("div", { class: "corner-tools" }, fit, this.views));
  }

  update_gizmo() {
    const { azimuth, elevation } = this.app.stage.pose;
    const r = right(azimuth), u = up(azimuth, elevation), d = direction(azimuth, elevation);
    const k = { x: 0, y: 1, z: 2 }, reach = 27;
    for (const { axis, sign, element } of this.balls) {
      const x = sign * r[k[axis]], y = -sign * u[k[axis]], z = sign * d[k[axis]];
      element.style.transform = `translate(${(reach * x).toFixed(2)}px, ${(reach * y).toFixed(2)}px) scale(${(0.92 + 0.12 * z).toFixed(3)})`;
      element.style.zIndex = String(Math.round(10 + 5 * z));
    }
    for (const { axis, element } of this.arms) {
      const x = r[k[axis]], y = -u[k[axis]];
      element.style.transform = `rotate(${Math.atan2(y, x)}rad) scaleX(${Math.hypot(x, y).toFixed(3)})`;
    }
  }

  // ----------------------------------------------------------------------------- scale

  scale_bar() {
    this.scale_line = h("i");
    this.scale_text = h("span");
    return h("div", { class: "scale", title: "Length at the distance of the middle", testid: "scale" }, this.scale_line, this.scale_text);
  }

  update_scale() {
    const m = this.app.stage.meters_per_pixel();
    const rough = 90 * m, power = 10 ** Math.floor(Math.log10(rough));
    const length = [5, 2, 1].map((s) => s * power).find((s) => s <= rough) ?? power;
    this.scale_line.style.width = `${length / m}px`;
    const { factor, unit } = scaled_unit(length, "m");
    this.scale_text.textContent = `${short(length * factor)} ${unit}`;
  }

  // ---------------------------------------------------------------------------- labels

  update_labels() {
    const { app } = this;
    const many = app.stage.shown.length > 1;
    this.labels.replaceChildren(...app.stage.panes().map((pane) => h("div", {
      class: `pane ${many ? "ruled" : ""}`, style: { left: `${pane.x}px`, top: `${pane.y}px`, width: `${pane.width}px`, height: `${pane.height}px` },
    }, app.runs.length > 1 ? h("span", { class: "pane-name", testid: `pane-${pane.scene}` }, h("b", {}, "AB"[pane.scene] ?? pane.scene), app.runs[pane.scene].title) : null)));
  }

  show_tip(at, hit) {
    this.tip.hidden = !hit;
    if (!hit) return this.mark(NaN);
    const { app } = this, value = app.coloring.value();
    const rows = [h("b", {}, hit.name), h("span", { class: "dim" }, hit.kind)];
    if (value && Number.isFinite(hit.value)) {
      const { factor, unit } = scaled_unit(Math.abs(hit.value), value.unit);
      rows.push(h("span", { class: "tip-value" }, `${value.title} ${short(hit.value * factor)} ${unit}`));
    }
    this.tip.replaceChildren(...rows);
    const { clientWidth: w, clientHeight: t } = this.element;
    const x = Math.min(at.x + 14, w - this.tip.offsetWidth - 6), y = at.y + 18 + this.tip.offsetHeight > t ? at.y - this.tip.offsetHeight - 10 : at.y + 18;
    this.tip.style.transform = `translate(${x}px, ${y}px)`;
    this.mark(value ? hit.value : NaN);
  }

  say(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text ?? "";
  }

  update() {
    this.update_gizmo();
    this.update_scale();
  }
}
