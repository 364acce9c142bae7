// SPDX-License-Identifier: Apache-2.0
//
// Where in time we are: playing, stepping, seeking.

import { stride_for } from "./clock.js";
import { toast } from "./ui/dialogs.js";

export class Player {
  constructor(app) {
    this.app = app;
  }

  seek(index) {
    const { app } = this;
    app.clock.at = Math.min(Math.max(0, Math.round(index)), Math.max(0, app.master.count - 1));
    this.waiting = false;
    app.showing.refresh();
  }

  seek_time = (time) => this.seek(this.app.master.index_at(time));
  go_to_number = (number) => (Number.isFinite(number) ? this.seek(this.app.master.index_of_number(number)) : this.app.timeline.update());

  /// The nearest one where that frame has no files.
  go_to_frame_of(run, number) {
    this.pause();
    const index = run.index_of_number(number);
    this.seek(run === this.app.master ? index : this.app.master.index_at(run.time(index)));
  }

  step(by) {
    const { app } = this;
    this.pause();
    const { count } = app.master, next = app.index + by;
    this.seek(app.state.loop && Math.abs(by) === 1 ? (next + count) % Math.max(1, count) : next);
  }

  toggle(direction = 1) {
    const { app } = this;
    if (app.clock.playing && app.clock.direction === direction) return this.pause();
    if (app.master.count < 2) return toast("There is only one frame");
    app.clock.playing = true;
    app.clock.direction = direction;
    if (!app.state.loop && direction > 0 && app.index >= app.master.count - 1) app.clock.at = 0;
    this.last_tick = performance.now();
    this.ticking ||= requestAnimationFrame((now) => this.tick(now));
    return app.timeline.update();
  }

  pause() {
    const { app } = this;
    app.clock.playing = false;
    app.clock.direction = 1;
    this.waiting = false;
    app.timeline.update();
  }

  /// Speed and loop, as they were chosen.
  adopt() {
    const { app } = this;
    app.clock.speed = Math.min(4, Math.max(0.1, app.state.speed));
    app.clock.loop = app.state.loop;
    app.timeline.update();
  }

  get stride() {
    const { app } = this, { clock } = app;
    if (!clock.playing) return 1;
    const all_there = app.showing.shown_runs().every((run) => run.frames.loaded(app.showing.values_of(run)).length >= run.count);
    if (all_there) return 1;
    return stride_for(Math.max(...app.showing.shown_runs().map((run) => run.frames.seconds)), clock.per_second, clock.speed);
  }

  tick(now) {
    const { app } = this;
    this.ticking = 0;
    if (!app.clock.playing) return;
    const before = app.index;
    app.clock.waiting = false;
    app.clock.advance((now - this.last_tick) / 1000, app.master.count, app.showing.ready, this.stride);
    this.last_tick = now;
    if (this.waiting !== app.clock.waiting) {
      this.waiting = app.clock.waiting;
      app.timeline.update();
    }
    if (app.index !== before || !app.clock.playing) app.showing.refresh();
    if (app.clock.waiting) app.showing.wish();
    this.ticking = requestAnimationFrame((next) => this.tick(next));
  }
}
