// SPDX-License-Identifier: Apache-2.0
//
// A run that is still going: asks every second how it is doing, and follows it when the newest frame is
// the one that is looked at.

export class Live {
  constructor(app) {
    this.app = app;
    this.quiet = 0;
  }

  start() {
    const { app } = this;
    if (app.report) return;
    app.went = (gone) => gone && this.later(); // asks until it is back
    if (app.runs.some((run) => run.running)) this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), Math.min(10000, 1000 * (1 + this.quiet)));
  }

  async look() {
    const { app } = this;
    const at_end = app.index >= app.master.count - 1;
    try {
      const news = await Promise.all(app.runs.map((run) => (run.running || app.gone ? run.refresh() : false)));
      const back = app.gone;
      app.set_gone(false);
      this.quiet = 0;
      if (back || news.some(Boolean)) this.more(at_end);
      await app.read_outcomes(); // a row comes after the files of its frame
    } catch (error) {
      if (++this.quiet > 2) app.set_gone(true);
    }
    app.top.update();
    app.timeline.update();
    const running = app.runs.some((run) => run.running);
    if (running || this.quiet) this.later();
    else this.ended();
  }

  more(at_end) {
    const { app } = this;
    app.say_state();
    if (at_end && !app.clock.playing) app.player.seek(app.master.count - 1);
    else app.showing.refresh();
    app.plots.reload().catch((error) => app.trouble(error));
  }

  ended() {
    this.app.read_outcomes();
    this.app.plots.reload().catch((error) => this.app.trouble(error));
    this.app.say_state();
  }
}
