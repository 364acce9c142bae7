// SPDX-License-Identifier: Apache-2.0
//
// What is drawn of one run: skins, fibres, lines of action, inner structures, joints, tets, and the ground.

import {
  BufferAttribute, BufferGeometry, CustomBlending, DataTexture, DoubleSide, LinearFilter, Mesh, OneFactor, OneMinusSrcAlphaFactor,
  RGBAFormat, Scene, ShaderMaterial, Vector2, Vector4,
} from "three";
import { Body } from "./body.js";
import { sphere } from "./camera.js";
import { Lines } from "./lines.js";
import { map_row, part_color } from "./maps.js";
import { GROUND_FRAGMENT, GROUND_VERTEX, SKY_FRAGMENT, SKY_VERTEX } from "./shaders.js";
import { Solid } from "./solid.js";
import { numbers } from "./stream.js";

const AXIS = { x: 0, y: 1, z: 2 };
/// Branches, links and roots of an inner structure.
const INNER = [[0.2, 0.7, 0.26], [0.25, 0.5, 0.9], [0.68, 0.2, 0.75]];

export class RunScene {
  constructor(run) {
    this.run = run;
    this.scene = new Scene();
    this.shared = make_shared();
    this.body = new Body(run.about.parts, run.skins, this.shared);
    this.scene.add(this.body.group);
    this.fibres = this.make_lines("fibre", lighter, { width: 1.6 });
    this.action = this.make_lines("action", () => [0.1, 0.36, 0.72], { width: 2.6, lift: 0.02 });
    this.inner = this.make_inner();
    this.joints = this.make_joints();
    this.scene.add(make_sky(this.shared));
    this.ground = make_ground(this.shared, run.about.bounds);
    this.scene.add(this.ground);
    this.solid = null;
  }

  make_lines(name, tint, options) {
    const start = this.run.skins[`${name}_start`]?.data, part = this.run.skins[`${name}_part`]?.data;
    if (!start || start.length < 2) return null;
    const lines = new Lines(start, (l) => tint(this.run.about.parts[part[l]]?.color, l), this.shared, options).set_lines(start);
    lines.part = part;
    lines.mesh.visible = false;
    this.scene.add(lines.mesh);
    return lines;
  }

  /// Lines of three kinds: links are thin, so that branches are seen among them.
  make_inner() {
    const kind = this.run.skins.inner_kind?.data;
    const lines = kind && this.make_lines("inner", (_, l) => INNER[kind[l]] ?? INNER[0], { width: 1.7, lift: 0.01 });
    return lines ?? null;
  }

  /// A joint is a cross; that of a hinge is longer along its axis.
  make_joints() {
    const joints = this.run.about.joints ?? [];
    if (!joints.length) return null;
    const start = new Uint32Array(3 * joints.length + 1).map((_, i) => 2 * i);
    const tint = (l) => (l % 3 === 0 ? [0.97, 0.68, 0.14] : [0.97, 0.8, 0.45]);
    const lines = new Lines(start, tint, this.shared, { width: 3.2, lift: 0.03 });
    lines.mesh.visible = false;
    this.scene.add(lines.mesh);
    return lines;
  }

  show(frame, values) {
    this.frame = frame;
    this.body.set_value(this.run.about.values.find((v) => v.name === values), (p) => part_color("part", p));
    this.body.show(frame, this.run.value_of(frame, values));
    this.show_lines();
  }

  show_lines() {
    const { frame } = this;
    if (!frame) return;
    const hidden = (lines) => (l) => !this.body.look[lines.part[l]]?.shown;
    if (this.fibres?.mesh.visible && frame.fibre) this.fibres.show(numbers(frame.fibre), hidden(this.fibres));
    if (this.action?.mesh.visible && frame.action) this.action.show(numbers(frame.action), hidden(this.action));
    if (this.inner?.mesh.visible && frame.inner) this.inner.show(numbers(frame.inner), hidden(this.inner));
    if (this.joints?.mesh.visible && frame.joint) this.joints.show(this.joint_points(frame.joint.data));
  }

  joint_points(data) {
    const size = 0.05 * sphere(this.run.about.bounds).radius;
    const out = [];
    for (let j = 0; j + 5 < data.length; j += 6) {
      const at = [...data.subarray(j, j + 3)], axis = [...data.subarray(j + 3, j + 6)];
      const long = Math.hypot(...axis) > 0;
      const [a, b, c] = frame_of(long ? axis : [0, 1, 0]);
      const half = (v, s) => out.push(...at.map((x, k) => x - s * v[k]), ...at.map((x, k) => x + s * v[k]));
      half(a, long ? 2.2 * size : 0.7 * size);
      half(b, 0.7 * size);
      half(c, 0.7 * size);
    }
    return out;
  }

  async make_solid() {
    if (this.solid) return this.solid;
    this.solid = new Solid(await this.run.mesh(), this.run.about.parts, this.shared);
    this.scene.add(this.solid.mesh);
    return this.solid;
  }

  set_map(name) {
    const { map } = this.shared;
    map.value.image.data.set(map_row(name));
    map.value.needsUpdate = true;
  }

  /// @param cut {axis: "x", at, flip} or null; with tets only those are cut
  set_cut(cut, tets) {
    const v = this.shared.cut.value;
    if (!cut || tets) return v.set(0, 0, 0, 0);
    const sign = cut.flip ? -1 : 1, n = [0, 0, 0];
    n[AXIS[cut.axis]] = sign;
    return v.set(...n, sign * cut.at);
  }

  plane(cut) {
    return cut ? { axis: AXIS[cut.axis], at: cut.at, flip: cut.flip } : null;
  }
}

const lighter = (c) => (c ?? [0.8, 0.8, 0.8]).map((x) => 0.35 + 0.65 * x);

function frame_of(axis) {
  const length = Math.hypot(...axis), a = axis.map((x) => x / length);
  const other = Math.abs(a[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const b = cross(a, other), n = Math.hypot(...b), unit = b.map((x) => x / n);
  return [a, unit, cross(a, unit)];
}

function make_shared() {
  const map = new DataTexture(map_row("viridis"), 256, 1, RGBAFormat);
  map.magFilter = map.minFilter = LinearFilter;
  map.needsUpdate = true;
  return {
    map: { value: map }, range: { value: [0, 1] }, colored: { value: 0 },
    shade: { value: null }, shade_box: { value: new Vector4() },
    accent: { value: [0.35, 0.7, 0.9] }, sky_up: { value: [0, 1, 0] }, line_color: { value: [0.1, 0.1, 0.12] },
    cut: { value: new Vector4() }, size: { value: new Vector2(1, 1) },
    top: { value: [1, 1, 1] }, bottom: { value: [0.9, 0.9, 0.9] }, grid: { value: [0.4, 0.4, 0.4] },
  };
}

function make_sky(shared) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const material = new ShaderMaterial({
    vertexShader: SKY_VERTEX, fragmentShader: SKY_FRAGMENT, depthTest: false, depthWrite: false,
    uniforms: { top: shared.top, bottom: shared.bottom },
  });
  const sky = new Mesh(geometry, material);
  sky.frustumCulled = false;
  sky.renderOrder = -10;
  return sky;
}

/// Lines of 1, 2 or 5 times a power of ten, about five to the radius.
export function grid_cell(radius) {
  const rough = radius / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((s) => s * power >= rough * 0.99) ?? 10;
  return step * power;
}

function make_ground(shared, bounds) {
  const { centre, radius } = sphere(bounds);
  const reach = 3 * radius, y = bounds.low[1] - 0.002 * radius, [x, , z] = centre;
  const corner = [x - reach, y, z - reach, x + reach, y, z - reach, x + reach, y, z + reach, x - reach, y, z + reach];
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corner), 3));
  geometry.setIndex([0, 2, 1, 0, 3, 2]);
  const material = new ShaderMaterial({
    vertexShader: GROUND_VERTEX, fragmentShader: GROUND_FRAGMENT, transparent: true, depthWrite: false, side: DoubleSide,
    premultipliedAlpha: true, blending: CustomBlending, blendSrc: OneFactor, blendDst: OneMinusSrcAlphaFactor,
    uniforms: { shade: shared.shade, shade_box: shared.shade_box, color: shared.grid, centre: { value: centre }, cell: { value: grid_cell(radius) }, reach: { value: reach } },
  });
  const ground = new Mesh(geometry, material);
  ground.renderOrder = 8;
  ground.frustumCulled = false;
  ground.visible = false;
  return ground;
}
