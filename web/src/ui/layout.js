// SPDX-License-Identifier: Apache-2.0
//
// Where things are: panels beside the picture on wide windows, a sheet with tabs on narrow ones.

import { h, keep } from "./dom.js";

const WIDTH = { left: [200, 268, 460], right: [220, 340, 760] };

export class Layout {
  constructor(app, root) {
    this.app = app;
    this.left = h("aside", { class: "side left", "aria-label": "Look and parts", testid: "left-panel" }, app.look_panel.element, app.parts.element);
    this.right = app.plots.element;
    const view = h("main", { class: "view" }, app.canvas, app.overlay.element);
    this.shell = h("div", { class: "shell" }, app.top.element, h("div", { class: "notes" }, this.note(), app.outcome_notes.element), this.left, this.handle("left"), view, this.handle("right"), this.right, app.timeline.element, this.tabs());
    root.replaceChildren(this.shell);
    for (const side of ["left", "right"]) {
      this.set_width(side, Number(keep.get(`width.${side}`)) || WIDTH[side][1]);
      this.shell.classList.toggle(`no-${side}`, keep.get(`closed.${side}`) === "1");
    }
    if (innerWidth < 1080 && keep.get("closed.right") === null) this.shell.classList.add("no-right");
    if (app.state.bare) this.shell.classList.add("bare");
  }

  note() {
    const { app } = this;
    if (!app.report || !app.notes.length) return null;
    const note = h("div", { class: "note", testid: "report-notes" }, h("b", {}, "Report"), h("span", {}, app.notes.join(" · ")),
      h("button", { type: "button", class: "text", onclick: () => note.remove() }, "Hide"));
    return note;
  }

  handle(side) {
    const handle = h("div", { class: `handle ${side}`, role: "separator", "aria-orientation": "vertical", tabindex: "0", "aria-label": `Width of the ${side} panel`, title: "Drag to resize; double-click to close", testid: `handle-${side}`,
      ondblclick: () => this.toggle(side),
      onkeydown: (e) => {
        const by = { ArrowLeft: -16, ArrowRight: 16 }[e.key];
        if (!by) return;
        e.stopPropagation();
        this.set_width(side, this.width[side] + (side === "left" ? by : -by));
      } });
    handle.addEventListener("pointerdown", (e) => {
      handle.setPointerCapture(e.pointerId);
      const from = this.width[side], x = e.clientX;
      const move = (m) => this.set_width(side, from + (side === "left" ? m.clientX - x : x - m.clientX));
      handle.addEventListener("pointermove", move);
      handle.addEventListener("pointerup", () => handle.removeEventListener("pointermove", move), { once: true });
    });
    return handle;
  }

  set_width(side, width) {
    const [least, , most] = WIDTH[side];
    this.width ??= {};
    this.width[side] = Math.min(most, Math.max(least, width));
    this.shell.style.setProperty(`--${side}`, `${this.width[side]}px`);
    keep.set(`width.${side}`, String(this.width[side]));
  }

  toggle(side) {
    const closed = this.shell.classList.toggle(`no-${side}`);
    keep.set(`closed.${side}`, closed ? "1" : "0");
  }

  tabs() {
    const tab = (name, title) => h("button", { type: "button", class: "tab", "aria-pressed": "false", testid: `tab-${name}`, onclick: () => this.open_tab(name) }, title);
    this.tab = { parts: tab("parts", "Parts"), look: tab("look", "Look"), plots: tab("plots", "Plots") };
    return h("nav", { class: "tabs", "aria-label": "Panels" }, Object.values(this.tab));
  }

  open_tab(name) {
    const next = this.shell.dataset.tab === name ? "" : name;
    this.shell.dataset.tab = next;
    for (const [key, button] of Object.entries(this.tab)) button.setAttribute("aria-pressed", String(key === next));
  }
}
