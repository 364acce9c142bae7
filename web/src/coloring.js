// SPDX-License-Identifier: Apache-2.0
//
// What parts are coloured by, with which map, over which range.

import { has_map, natural_map } from "./maps.js";
import { Ranges } from "./ranges.js";

export class Coloring {
  constructor(app) {
    this.app = app;
    this.ranges = new Ranges();
  }

  /// Values that can be coloured by: of any run; of a report, those that were put in.
  values() {
    const { app } = this;
    const all = new Map();
    for (const run of app.runs) for (const v of run.about.values) all.set(v.name, v);
    const list = [...all.values()];
    if (!app.source.report) return list;
    const frame = app.showing.frames.find(Boolean);
    return frame ? list.filter((v) => frame[`value:${v.name}`]) : list;
  }

  value = () => (this.app.state.color ? this.values().find((v) => v.name === this.app.state.color) ?? null : null);

  map_name() {
    const { map } = this.app.state;
    return map && has_map(map) ? map : natural_map(this.value());
  }

  range() {
    const { app } = this, { state } = app, value = this.value();
    const frames = state.range === "frame" ? app.showing.shown_runs().map((run) => [run.index, app.showing.index_in(run)]) : null;
    return this.ranges.get(value, state, frames);
  }

  set(color) {
    this.app.set({ color, map: null, range: "auto", low: null, high: null });
  }

  set_kind(kind) {
    const [low, high] = this.range();
    this.app.set(kind === "fixed" ? { range: kind, low, high } : { range: kind, low: null, high: null });
  }

  set_end(which, text) {
    const number = Number(text.replace("−", "-").replace(",", "."));
    const [low, high] = this.range();
    if (text.trim() === "" || !Number.isFinite(number)) return this.app.look_panel.update();
    return this.app.set({ range: "fixed", low, high, [which]: number });
  }

  recolor() {
    const { app } = this;
    if (app.state.range !== "fixed" && (app.state.low !== null || app.state.high !== null)) app.state.range = "fixed";
    for (const scene of app.scenes) scene.set_map(this.map_name());
    if (!app.state.color) for (const scene of app.scenes) scene.shared.colored.value = 0;
    app.showing.forget();
    this.set_range();
    app.showing.refresh();
    app.look_panel.update();
  }

  set_range() {
    const { app } = this;
    if (this.value()) {
      const range = this.range();
      for (const scene of app.scenes) scene.shared.range.value = range;
    }
    app.overlay.update_legend();
    app.look_panel.update();
    app.stage.request();
  }
}
