// SPDX-License-Identifier: Apache-2.0
//
// Which frames are wanted, which are shown, and what follows when one arrives.

import { distances } from "./distances.js";

const AHEAD = { playing: 24, still: 6 };

export class Showing {
  constructor(app) {
    this.app = app;
    this.forget();
  }

  /// Nothing is shown: whatever comes is drawn.
  forget() {
    this.frames = this.app.runs.map(() => null);
  }

  /// Name of the value that the frames of a run are asked for.
  values_of(run) {
    const { color } = this.app.state;
    return color && run.about.values.some((v) => v.name === color) ? color : null;
  }

  shown_runs = () => this.app.stage.shown.map((s) => this.app.runs[s]);

  index_in(run, index = this.app.index) {
    return run === this.app.master ? index : run.index_at(this.app.master.time(index));
  }

  ready = (index) => this.shown_runs().every((run) => !run.count || run.frames.has(this.index_in(run, index), this.values_of(run)));

  /// Shows the frame of the clock, as far as it is there, and asks for what comes next.
  refresh() {
    const { app } = this;
    for (const scene of app.scenes) {
      const { run } = scene;
      if (!run.count || !this.shown_runs().includes(run)) continue;
      this.show_run(scene, this.index_in(run));
    }
    this.wish();
    app.stage.request();
    app.timeline.update();
    app.plots.update();
    app.outcome_notes.follow();
    this.show_difference();
    app.state.frame = app.index === 0 ? null : app.master.status.frames[app.index];
    app.address.write();
  }

  show_run(scene, index) {
    const { app } = this;
    const { run } = scene, values = this.values_of(run);
    const frame = run.frames.use(index, values);
    if (frame && this.frames[run.index] !== frame) {
      scene.show(frame, values);
      scene.shared.colored.value = values ? 1 : 0;
      this.frames[run.index] = frame;
      if (app.state.range === "frame") app.coloring.set_range();
    }
    if (app.state.tets && scene.solid) this.show_solid(scene, index, values);
  }

  show_solid(scene, index, values) {
    const { run } = scene, frame = run.meshframes.use(index, values);
    if (!frame) return;
    const about = run.about.values.find((v) => v.name === values);
    const array = run.value_of(frame, values);
    scene.solid.show(frame, array ? { array, on: about.on, name: about.name } : null, scene.plane(this.app.state.cut), this.app.looks.shown_flags(scene));
  }

  /// How far two runs of the same mesh are apart.
  show_difference() {
    const { app } = this, box = app.overlay.difference, [a, b] = app.scenes.map((s) => s.body);
    box.hidden = app.stage.shown.length < 2 || a.vertex_count !== b.vertex_count || !this.frames.every(Boolean);
    if (box.hidden) return;
    const { mean, most } = distances(a.position, b.position);
    box.textContent = `apart: mean ${(1000 * mean).toFixed(2)} mm, most ${(1000 * most).toFixed(2)} mm`;
  }

  /// Waits until the frame of the clock is there, then shows it.
  async show_now() {
    const { app } = this;
    const index = app.index;
    await Promise.all(this.shown_runs().filter((run) => run.count).map(async (run) => {
      const i = this.index_in(run, index), values = this.values_of(run);
      await run.frames.get(i, values);
      if (app.state.tets && run.has_mesh()) {
        await app.scenes[run.index].make_solid();
        await run.meshframes.get(i, values);
      }
    })).catch((error) => error.name === "AbortError" || app.trouble(error));
    this.refresh();
  }

  wish() {
    const { app } = this, { clock } = app;
    const many = clock.playing ? AHEAD.playing : AHEAD.still;
    for (const run of this.shown_runs()) {
      const ahead = clock.ahead(app.master.count, many, app.player.stride).map((i) => this.index_in(run, i));
      const wanted = [...new Set(ahead)].filter((i) => i < run.count);
      run.frames.wish(wanted, this.values_of(run));
      if (app.state.tets && run.has_mesh()) run.meshframes.wish(wanted.slice(0, 8), this.values_of(run));
    }
  }

  arrived(run, index, values, frame) {
    const { app } = this;
    for (const v of run.about.values) {
      const array = app.source.report ? frame[`value:${v.name}`] : v.name === values ? frame.value : null;
      if (array) app.coloring.ranges.add(v.name, run.index, index, array);
    }
    if (values && (app.state.range === "auto" || app.state.range === "all")) app.coloring.set_range();
    if (index === this.index_in(run)) this.refresh();
    else app.timeline.draw();
  }
}
