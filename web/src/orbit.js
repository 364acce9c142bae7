// SPDX-License-Identifier: Apache-2.0
//
// Turning, shifting and zooming with a mouse, a trackpad or fingers.

import { right, sphere, up, wrap_degrees } from "./camera.js";

const TURN = 0.4; // degrees a pixel
const CLICK = 4; // pixels that a click may wander

export class Orbit {
  /// @param moved () => void, after the pose of the stage has changed
  constructor(stage, { moved, hover, click, double_click }) {
    this.stage = stage;
    this.moved = moved;
    this.pointer = new Map();
    this.say = { hover, click, double_click };
    const { canvas } = stage;
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", (e) => this.lift(e));
    canvas.addEventListener("pointercancel", (e) => this.lift(e, true));
    canvas.addEventListener("pointerleave", () => hover(null));
    canvas.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("dblclick", (e) => double_click(this.at(e)));
  }

  at(e) {
    const box = this.stage.canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  down(e) {
    this.stage.canvas.setPointerCapture(e.pointerId);
    this.stage.canvas.focus({ preventScroll: true });
    this.pointer.set(e.pointerId, this.at(e));
    this.wander = this.pointer.size > 1 ? Infinity : 0;
    this.shifts = e.button === 1 || e.button === 2 || e.shiftKey;
  }

  move(e) {
    const now = this.at(e), before = this.pointer.get(e.pointerId);
    if (!before) return this.say.hover(now);
    const dx = now.x - before.x, dy = now.y - before.y;
    this.wander += Math.hypot(dx, dy);
    if (this.pointer.size === 2) this.pinch(e.pointerId, now);
    else if (this.wander < CLICK) return;
    else if (this.shifts) this.pan(dx, dy);
    else this.turn(dx, dy);
    this.pointer.set(e.pointerId, now);
    this.say.hover(null);
  }

  lift(e, cancelled) {
    if (!this.pointer.delete(e.pointerId) || cancelled) return;
    if (this.wander < CLICK && e.button === 0) this.say.click(this.at(e), e);
  }

  turn(dx, dy) {
    const { pose } = this.stage;
    pose.azimuth = wrap_degrees(pose.azimuth - TURN * dx);
    pose.elevation = Math.min(90, Math.max(-90, pose.elevation + TURN * dy));
    this.moved();
  }

  pan(dx, dy) {
    const { pose } = this.stage, m = this.stage.meters_per_pixel();
    const r = right(pose.azimuth), u = up(pose.azimuth, pose.elevation);
    pose.pan = (pose.pan ?? [0, 0, 0]).map((p, k) => p + m * (dy * u[k] - dx * r[k]));
    this.moved();
  }

  /// Zooms by a factor; what is under the cursor stays there.
  zoom(factor, at) {
    const { stage } = this, { pose } = stage;
    const before = stage.meters_per_pixel();
    pose.zoom = Math.min(200, Math.max(0.1, pose.zoom * factor));
    const pane = at && stage.pane_at(at.x, at.y);
    if (pane) {
      const gain = before - stage.meters_per_pixel();
      const x = (at.x - pane.x - pane.width / 2) * gain, y = (pane.height / 2 - (at.y - pane.y)) * gain;
      const r = right(pose.azimuth), u = up(pose.azimuth, pose.elevation);
      pose.pan = (pose.pan ?? [0, 0, 0]).map((p, k) => p + x * r[k] + y * u[k]);
    }
    this.moved();
  }

  wheel(e) {
    e.preventDefault();
    const lines = e.deltaMode === 1 ? 16 : 1;
    if (e.shiftKey) return this.pan(-e.deltaX * lines, -e.deltaY * lines);
    this.zoom(Math.exp(-0.0016 * lines * e.deltaY * (e.ctrlKey ? 5 : 1)), this.at(e));
  }

  pinch(id, now) {
    const [other] = [...this.pointer].filter(([key]) => key !== id).map(([, p]) => p);
    const before = this.pointer.get(id);
    const spread = (p) => Math.hypot(p.x - other.x, p.y - other.y);
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoom(spread(now) / Math.max(1, spread(before)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  /// Turns the short way to a pose, or at once when the user wants no motion.
  fly(goal, seconds = 0.35) {
    const { pose } = this.stage;
    const from = { ...pose, pan: pose.pan ?? [0, 0, 0] }, to = { ...from, ...goal };
    to.pan ??= [0, 0, 0];
    const turn = ((to.azimuth - from.azimuth + 540) % 360) - 180;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const begun = performance.now();
    cancelAnimationFrame(this.flying);
    const step = (now) => {
      const x = still ? 1 : Math.min(1, Math.max(0, (now - begun) / 1000 / seconds)), s = x * x * (3 - 2 * x);
      pose.azimuth = wrap_degrees(from.azimuth + s * turn);
      pose.elevation = from.elevation + s * (to.elevation - from.elevation);
      pose.zoom = from.zoom * (to.zoom / from.zoom) ** s;
      pose.pan = from.pan.map((p, k) => p + s * (to.pan[k] - p));
      if (x >= 1 && pose.pan.every((p) => Math.abs(p) < 1e-9)) pose.pan = null;
      this.moved();
      if (x < 1) this.flying = requestAnimationFrame(step);
    };
    if (still) step(begun + 1e6);
    else this.flying = requestAnimationFrame(step);
  }

  /// Looks at a box.
  focus(box) {
    const all = sphere(this.stage.bounds), one = sphere(box);
    this.fly({ pan: one.centre.map((c, k) => c - all.centre[k]), zoom: Math.min(50, (0.8 * all.radius) / one.radius) });
  }
}

