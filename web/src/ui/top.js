// SPDX-License-Identifier: Apache-2.0
//
// The bar at the top: what is shown, how the run is doing, and the tools that are always there.

import { duration, h, icon, icon_button, set_icon } from "./dom.js";

export class TopBar {
  constructor(app) {
    this.app = app;
    this.element = h("header", { class: "top" }, this.brand(), this.status(), h("div", { class: "spring" }), this.switch_views(), this.tools());
  }

  brand() {
    const { app } = this, { about } = app.master;
    const name = app.runs.map((r) => r.title).join("  ·  ");
    document.title = `${app.runs.map((r) => r.title).join(", ")} – Brawn`;
    const number = about.tets || about.vertices;
    const counts = number ? `${number.toLocaleString("en")} ${about.tets ? "tets" : "vertices"}` : "";
    return h("div", { class: "brand" }, mark(), h("h1", { title: about.about ?? "", testid: "run-name" }, name),
      h("span", { class: "dim wide-only counts", title: about.about ?? "" }, [about.method, counts].filter(Boolean).join(" · ")));
  }

  status() {
    this.bar = h("i");
    this.text = h("span", { class: "status-text" });
    this.stop = h("button", { type: "button", class: "danger", testid: "stop", onclick: () => this.app.ask_stop() }, icon("stop"), "Stop");
    this.box = h("div", { class: "status", role: "status", testid: "status" }, h("span", { class: "dot" }), this.text, h("span", { class: "progress" }, this.bar), this.stop);
    return this.box;
  }

  switch_views() {
    const { app } = this;
    if (app.runs.length < 2) return null;
    const make = (view, text, title) => h("button", { type: "button", class: "seg", "aria-pressed": "false", title, testid: `view-${view}`, onclick: () => app.set({ view }) }, text);
    this.segments = { both: make("both", "A | B", "Side by side (b)"), a: make("a", "A", app.runs[0].name), b: make("b", "B", app.runs[1].name) };
    return h("div", { class: "segments", role: "group", "aria-label": "Runs shown" }, Object.values(this.segments));
  }

  tools() {
    const { app } = this;
    this.theme = icon_button("moon", "Light or dark (d)", () => app.toggle_theme(), { testid: "theme" });
    return h("div", { class: "tools" },
      icon_button("left", "Parts and look ([)", () => app.toggle_panel("left"), { testid: "toggle-left", class: "wide-only" }),
      icon_button("right", "Plots (])", () => app.toggle_panel("right"), { testid: "toggle-right", class: "wide-only" }),
      icon_button("camera", "Save a picture (s; shift: twice the size)", (e) => app.screenshot(e.shiftKey ? 2 : 1), { testid: "screenshot" }),
      icon_button("link", "Copy a link to this view (c)", () => app.address.copy_link(), { testid: "copy-link" }),
      this.theme,
      icon_button("help", "Keyboard shortcuts (?)", () => app.help(), { testid: "help" }));
  }

  update() {
    const { app } = this, run = app.runs.find((r) => r.running) ?? app.master, { status } = run;
    const many = status.last - status.first + 1;
    this.box.dataset.stage = app.gone ? "gone" : app.report ? "report" : status.stage;
    this.text.textContent = app.gone ? "the server is gone" : app.report ? "report" : says(status, run.count, many);
    this.text.title = status.message ?? "";
    this.stop.hidden = app.report || app.gone || status.stage !== "running";
    this.bar.parentElement.hidden = status.stage !== "running";
    this.bar.style.transform = `scaleX(${many > 0 ? run.count / many : 0})`;
    set_icon(this.theme, app.theme === "dark" ? "sun" : "moon");
    if (this.segments) for (const [view, button] of Object.entries(this.segments)) button.setAttribute("aria-pressed", String(app.state.view === view));
  }
}

function says(status, count, many) {
  if (status.stage === "still") return "rest pose";
  if (status.stage === "finished") return `${count} frames`;
  if (status.stage === "stopped") return `stopped at ${count} of ${many}`;
  const left = duration(status.seconds_left ?? NaN);
  return left && count < many ? `${count} of ${many} · ${left} left` : `${count} of ${many}`;
}

/// The sign of the house: a belly between two tendons.
function mark() {
  const ns = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(ns, "svg");
  svg.setAttribute("viewBox", "0 0 32 16");
  svg.setAttribute("class", "mark");
  svg.setAttribute("aria-hidden", "true");
  const add = (d, name) => {
    const path = document.createElementNS(ns, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", name);
    svg.append(path);
  };
  add("M1 8h30", "cord");
  add("M4 8C9 7 11 2.200 16 2.200S23 7 28 8c-5 1-7 5.800-12 5.800S9 9 4 8z", "belly");
  add("M8 8c4-.6 5-2.800 8-2.800M8 8c4 .6 5 2.800 8 2.800M14 8h8", "strand");
  return svg;
}
