// SPDX-License-Identifier: Apache-2.0
//
// The canvas: one or two runs, each in its own piece of it, seen by cameras that move together.
// Drawn only when something has changed.

import { LinearSRGBColorSpace, PerspectiveCamera, Vector3, WebGLRenderer } from "three";
import { FOV, fit, join, pixel_size } from "./camera.js";
import { LAYER, Shadows } from "./shadows.js";

const SLOW = 55; // ms from picture to picture; then shadows wait until nothing moves
const REST = 180; // ms without a picture: nothing moves

const THEME = {
  light: { top: [0.975, 0.98, 0.985], bottom: [0.83, 0.85, 0.88], grid: [0.3, 0.33, 0.37], accent: [0.1, 0.55, 0.8] },
  dark: { top: [0.165, 0.175, 0.19], bottom: [0.075, 0.08, 0.088], grid: [0.62, 0.66, 0.72], accent: [0.45, 0.8, 1] },
};

export class Stage {
  constructor(canvas, scenes) {
    this.canvas = canvas;
    this.scenes = scenes;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
    this.renderer.outputColorSpace = LinearSRGBColorSpace; // the shaders hand out sRGB
    this.renderer.autoClear = false;
    this.bounds = scenes.map((s) => s.run.about.bounds).reduce(join);
    this.camera = new PerspectiveCamera(FOV, 1, 0.01, 100);
    this.pose = { azimuth: 30, elevation: 12, zoom: 1, pan: null };
    this.shown = scenes.map((_, i) => i);
    this.drawn = () => {};
    this.waiting = 0;
    this.shadows = new Shadows(this.renderer);
    this.wants_shadows = true;
    this.fine = draws_in_software(this.renderer.getContext()) ? 0.5 : 1;
    this.pace = 0; // ms from picture to picture, lately
    this.last = 0;
    this.live = false; // nothing is drawn before there is something to draw
  }

  request() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.draw(false);
    });
  }

  resize(width, height, ratio) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(this.width, this.height, false);
    this.draw(false); // in the same frame, or the canvas would blink
  }

  set_theme(name) {
    for (const { shared } of this.scenes) {
      for (const [key, color] of Object.entries(THEME[name])) shared[key].value = color;
    }
    this.request();
  }

  /// Rectangles of the runs that are shown, CSS pixels from the top left.
  panes() {
    const n = this.shown.length, { width, height } = this;
    const beside = width >= height;
    return this.shown.map((scene, i) => beside
      ? { scene, x: Math.round((i * width) / n), y: 0, width: Math.round(width / n), height }
      : { scene, x: 0, y: Math.round((i * height) / n), width, height: Math.round(height / n) });
  }

  pane_at(x, y) {
    return this.panes().find((p) => x >= p.x && x < p.x + p.width && y >= p.y && y < p.y + p.height);
  }

  place(pane) {
    const { camera } = this;
    const aspect = pane.width / pane.height;
    const at = fit(this.bounds, this.pose, aspect);
    camera.aspect = aspect;
    camera.position.set(...at.eye);
    camera.up.set(...at.up);
    camera.lookAt(...at.target);
    camera.near = Math.max(at.distance / 500, 1e-5);
    camera.far = at.distance * 12;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    return at;
  }

  /// @param still false: more pictures follow at once, and shadows may be left out of a slow one
  draw(still = true) {
    if (!this.width || !this.live) return;
    const begun = performance.now();
    const with_shadows = this.wants_shadows && (still || this.keeps_pace(begun));
    for (const pane of this.panes()) this.draw_pane(pane, with_shadows);
    this.draw_time = performance.now() - begun;
    this.drawn();
    clearTimeout(this.settle);
    if (this.wants_shadows && !with_shadows) this.settle = setTimeout(() => this.draw(), REST);
  }

  keeps_pace(now) {
    const gap = now - this.last;
    this.last = now;
    if (gap < 4 * SLOW) this.pace = this.pace ? 0.7 * this.pace + 0.3 * gap : gap;
    return this.pace < SLOW;
  }

  draw_pane(pane, with_shadows) {
    const { renderer, camera } = this;
    const at = this.place(pane);
    const { scene, shared, body, ground } = this.scenes[pane.scene];
    shared.sky_up.value = new Vector3(0, 1, 0).transformDirection(camera.matrixWorldInverse).toArray();
    shared.size.value.set(pane.width, pane.height);
    body.sort(at.eye);
    const bottom = this.height - pane.y - pane.height;
    if (with_shadows) this.cast(pane, bottom, ground, at.eye);
    else shared.shade_box.value.set(0, 0, 0, 0);
    renderer.setScissorTest(true);
    renderer.setViewport(pane.x, bottom, pane.width, pane.height);
    renderer.setScissor(pane.x, bottom, pane.width, pane.height);
    renderer.clear();
    renderer.render(scene, camera);
  }

  /// Shadows at the resolution of CSS pixels, or half of it without a graphics card: they are soft anyway.
  cast(pane, bottom, ground, eye) {
    const one = this.scenes[pane.scene], ratio = this.renderer.getPixelRatio();
    if (eye[1] > this.bounds.low[1]) ground.layers.enable(LAYER.seen);
    else ground.layers.disable(LAYER.seen);
    this.renderer.setScissorTest(false);
    one.shared.shade_box.value.set(0, 0, 0, 0);
    one.shared.shade.value = this.shadows.make(one, this.camera, this.bounds, Math.ceil(pane.width * this.fine), Math.ceil(pane.height * this.fine), pane.scene);
    const w = 1 / (pane.width * ratio), h = 1 / (pane.height * ratio);
    one.shared.shade_box.value.set(-pane.x * ratio * w, -bottom * ratio * h, w, h);
  }

  /// The ray through a pixel: {origin, ray} in m.
  ray(pane, x, y) {
    this.place(pane);
    const at = new Vector3(2 * ((x - pane.x) / pane.width) - 1, 1 - 2 * ((y - pane.y) / pane.height), 0.5);
    at.unproject(this.camera).sub(this.camera.position).normalize();
    return { origin: this.camera.position.toArray(), ray: at.toArray() };
  }

  meters_per_pixel() {
    const pane = this.panes()[0];
    return pixel_size(fit(this.bounds, this.pose, pane.width / pane.height).distance, pane.height);
  }

  /// Draws and reads: a canvas forgets its pixels once they are on the screen.
  pixels() {
    this.draw();
    const gl = this.renderer.getContext();
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
    const upside_down = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, upside_down);
    const data = new Uint8ClampedArray(upside_down.length), row = 4 * width;
    for (let y = 0; y < height; y++) data.set(upside_down.subarray(y * row, (y + 1) * row), (height - 1 - y) * row);
    return { width, height, data };
  }
}

function draws_in_software(gl) {
  const about = gl.getExtension("WEBGL_debug_renderer_info");
  return /swiftshader|llvmpipe|software/i.test(about ? gl.getParameter(about.UNMASKED_RENDERER_WEBGL) : "");
}

export function has_webgl() {
  try {
    return Boolean(document.createElement("canvas").getContext("webgl2"));
  } catch {
    return false;
  }
}
