// SPDX-License-Identifier: Apache-2.0
//
// The tets of a run, those behind a plane taken away whole. Only faces that can be seen are drawn.

import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Mesh, ShaderMaterial } from "three";
import { part_color } from "./maps.js";
import { SOLID_FRAGMENT, SOLID_VERTEX } from "./shaders.js";
import { LAYER } from "./shadows.js";
import { numbers } from "./stream.js";
import { face_corner, find_neighbours, keep_tets, seen_faces } from "./tets.js";

export class Solid {
  constructor(arrays, parts, shared) {
    this.tet = arrays.tet.data;
    this.part = arrays.part.data;
    this.tendon = arrays.tendon?.data;
    this.parts = parts;
    this.neighbour = find_neighbours(this.tet);
    this.keep = new Uint8Array(this.tet.length / 4);
    this.face = [];
    this.room = 0;
    this.geometry = new BufferGeometry();
    this.tendon_color = [0.914, 0.872, 0.797]; // PALE of the shader, in sRGB
    this.material = new ShaderMaterial({
      vertexShader: SOLID_VERTEX, fragmentShader: SOLID_FRAGMENT, side: DoubleSide,
      uniforms: {
        sky_up: shared.sky_up, shade: shared.shade, shade_box: shared.shade_box, range: shared.range, map: shared.map, colored: shared.colored,
        line_color: shared.line_color, outline: { value: 1 }, opacity: { value: 1 },
      },
    });
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.layers.enable(LAYER.seen);
    this.mesh.layers.enable(LAYER.casts);
  }

  /// @param frame arrays of meshframes/I.bin  @param value {array, on} or null
  show(frame, value, plane, part_shown) {
    this.position = numbers(frame.position, this.position?.length === frame.position.data.length ? this.position : undefined);
    this.value = value?.array ? numbers(value.array) : null;
    this.value_on = value?.on;
    this.value_name = value?.name;
    this.cut(plane, part_shown);
  }

  cut(plane, part_shown) {
    if (!this.position) return;
    keep_tets(this.tet, this.position, this.part, part_shown, plane, this.keep);
    seen_faces(this.neighbour, this.keep, this.face);
    this.fill();
  }

  make_room(corners) {
    if (corners <= this.room) return;
    this.room = Math.ceil(1.3 * corners);
    this.geometry.dispose();
    const add = (name, array, size, unit) =>
      this.geometry.setAttribute(name, new BufferAttribute(array, size, unit).setUsage(DynamicDrawUsage));
    add("position", new Float32Array(3 * this.room), 3);
    add("tint", new Uint8Array(3 * this.room), 3, true);
    add("value", new Float32Array(this.room), 1);
    add("valued", new Uint8Array(this.room), 1);
  }

  fill() {
    const corners = 3 * this.face.length;
    this.make_room(corners);
    const { position, tint, value, valued } = this.geometry.attributes;
    if (!position) return;
    let o = 0;
    for (const face of this.face) {
      const t = face >> 2, color = this.color(t), takes = this.takes_values(t);
      for (let k = 0; k < 3; k++, o++) {
        const v = face_corner(this.tet, face, k);
        for (let c = 0; c < 3; c++) position.array[3 * o + c] = this.position[3 * v + c];
        tint.array.set(color, 3 * o);
        valued.array[o] = takes;
        if (takes) value.array[o] = this.value[this.value_on === "tet" ? t : v];
      }
    }
    position.needsUpdate = tint.needsUpdate = value.needsUpdate = valued.needsUpdate = true;
    this.geometry.setDrawRange(0, corners);
  }

  takes_values(t) {
    if (!this.value || this.value_name === "part") return 0;
    return this.value_on === "vertex" || this.parts[this.part[t]]?.kind !== "bone" ? 1 : 0;
  }

  color(t) {
    if (this.value_name === "part") return part_color("part", this.part[t]).map((x) => 255 * x);
    const base = this.parts[this.part[t]]?.color ?? [0.7, 0.7, 0.7];
    const w = (this.tendon?.[t] ?? 0) / 255;
    return base.map((c, k) => 255 * (c + w * (this.tendon_color[k] - c)));
  }
}
