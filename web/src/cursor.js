// SPDX-License-Identifier: Apache-2.0
//
// What is under the cursor, and what a click does.

import { pick } from "./pick.js";

export class Cursor {
  constructor(app) {
    this.app = app;
  }

  hover(at) {
    const { app } = this;
    this.hover_at = at;
    this.hovering ||= requestAnimationFrame(() => {
      this.hovering = 0;
      const hit = this.hover_at && !app.clock.playing ? this.hit(this.hover_at) : null;
      app.overlay.show_tip(this.hover_at, hit);
      app.canvas.classList.toggle("over", Boolean(hit));
      app.hover_part(hit?.name ?? null);
    });
  }

  hit({ x, y }) {
    const { app } = this;
    const pane = app.stage.pane_at(x, y);
    if (!pane) return null;
    const { body, run } = app.scenes[pane.scene];
    const { origin, ray } = app.stage.ray(pane, x, y);
    const hit = pick(body, origin, ray, (p) => body.look[p].shown && body.look[p].opacity > 0.3);
    if (!hit) return null;
    const part = run.about.parts[hit.part];
    let value = NaN;
    if (app.showing.values_of(run)) {
      const numbers = body.attribute.value.array;
      value = hit.weight.reduce((sum, w, k) => sum + w * numbers[body.triangle[3 * hit.triangle + k]], 0);
    }
    return { ...hit, name: part.name, kind: part.kind, value };
  }

  click(at) {
    const hit = this.hit(at);
    this.app.select(hit && hit.name !== this.app.state.selected ? hit.name : null);
  }

  double_click(at) {
    const { app } = this;
    const hit = this.hit(at);
    if (hit) {
      app.focus_part(hit.name);
      app.select(hit.name);
    } else app.view("fit");
  }
}
