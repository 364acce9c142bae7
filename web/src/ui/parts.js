// SPDX-License-Identifier: Apache-2.0
//
// The list of parts: by kind, with a search box; each can be hidden, shown alone, or made translucent.

import { css_color, h, icon, icon_button, set_icon } from "./dom.js";

const KINDS = [["muscle", "Muscles"], ["tendon", "Tendons"], ["bone", "Bones"], ["other", "Other parts"]];

export class PartsPanel {
  constructor(app) {
    this.app = app;
    this.search = h("input", { type: "search", placeholder: "Search parts", "aria-label": "Search parts", testid: "part-search", oninput: () => this.filter() });
    this.list = h("div", { class: "part-list", testid: "parts" });
    this.all = h("button", { type: "button", class: "text", testid: "show-all", onclick: () => app.show_all() }, "Show all");
    this.element = h("section", { class: "panel grow", "aria-label": "Parts" },
      h("div", { class: "panel-head" }, h("h2", {}, "Parts"), this.all),
      h("label", { class: "search" }, icon("search"), this.search), this.list);
    this.row = new Map();
    this.build();
  }

  build() {
    const names = this.app.part_names();
    for (const [kind, title] of KINDS) {
      const own = names.filter((p) => p.kind === kind);
      if (!own.length) continue;
      const rows = own.map((part) => this.make_row(part));
      this.list.append(this.make_group(kind, title, own, rows));
    }
    if (!names.length) this.list.append(h("p", { class: "empty" }, "This run has no parts."));
  }

  make_group(kind, title, own, rows) {
    const { app } = this;
    const names = own.map((p) => p.name);
    const eye = icon_button("eye", `Show or hide ${title.toLowerCase()}`, () => app.set_shown(names, !names.some((n) => app.look(n).shown)), { testid: `group-eye-${kind}` });
    const solo = icon_button("solo", `Show only ${title.toLowerCase()}`, () => app.isolate(names), { class: "quiet" });
    const range = this.opacity(names, title);
    const fold = h("button", { type: "button", class: "fold", "aria-expanded": "true", onclick: () => {
      const open = group.classList.toggle("folded");
      fold.setAttribute("aria-expanded", String(!open));
    } }, icon("down"), title, h("span", { class: "count" }, String(own.length)));
    const group = h("div", { class: "part-group" }, h("div", { class: "part-group-head" }, fold, range, solo, eye), rows);
    this.groups ??= [];
    this.groups.push({ group, eye, names, range, rows });
    return group;
  }

  opacity(names, label) {
    return h("input", { type: "range", min: "0.05", max: "1", step: "0.05", value: "1", class: "opacity", title: `Opacity of ${label}`, "aria-label": `Opacity of ${label}`,
      oninput: (e) => this.app.set_opacity(names, Number(e.target.value)) });
  }

  make_row(part) {
    const { app } = this, { name } = part;
    const eye = icon_button("eye", `Hide ${name}`, () => app.set_shown([name], !app.look(name).shown), { testid: `eye-${name}` });
    const solo = icon_button("solo", `Show only ${name}`, () => app.isolate([name]), { class: "quiet", testid: `solo-${name}` });
    const range = this.opacity([name], name);
    const select = h("button", { type: "button", class: "part-name", title: `${name}: select; double-click: look at it`, onclick: () => app.select(app.state.selected === name ? null : name), ondblclick: () => app.focus_part(name) },
      h("span", { class: "swatch", style: { "--c": css_color(part.color) } }), h("span", { class: "label" }, name));
    const row = h("div", { class: "part", testid: `part-${name}`, onpointerenter: () => app.hover_part(name), onpointerleave: () => app.hover_part(null) }, select, range, solo, eye);
    this.row.set(name, { row, eye, range });
    return row;
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let seen = 0;
    for (const [name, { row }] of this.row) {
      row.hidden = !words.every((w) => name.toLowerCase().includes(w));
      if (!row.hidden) seen++;
    }
    for (const { group, rows } of this.groups ?? []) group.hidden = rows.every((row) => row.hidden);
    this.none ??= this.list.appendChild(h("p", { class: "empty", hidden: true }));
    this.none.hidden = seen > 0;
    this.none.textContent = `No part is called like “${this.search.value}”.`;
  }

  update() {
    const { app } = this;
    let changed = false;
    for (const [name, { row, eye, range }] of this.row) {
      const { shown, opacity } = app.look(name);
      changed ||= !shown || opacity < 1;
      if (eye.dataset.on !== String(shown)) {
        set_icon(eye, shown ? "eye" : "hidden", `${shown ? "Hide" : "Show"} ${name}`);
        eye.dataset.on = String(shown);
      }
      row.classList.toggle("off", !shown);
      row.classList.toggle("clear", opacity < 1);
      row.classList.toggle("selected", app.state.selected === name);
      row.classList.toggle("hover", app.hovered === name);
      if (document.activeElement !== range) range.value = String(opacity);
    }
    for (const { eye, names, range } of this.groups ?? []) {
      set_icon(eye, names.some((n) => app.look(n).shown) ? "eye" : "hidden");
      const most = Math.max(...names.map((n) => app.look(n).opacity));
      if (document.activeElement !== range) range.value = String(most);
      range.closest(".part-group-head").classList.toggle("clear", most < 1);
    }
    this.all.hidden = !changed;
  }
}
