// SPDX-License-Identifier: Apache-2.0
//
// Polylines with a width in pixels: fibres, lines of action, axes of joints.

import {
  DoubleSide, DynamicDrawUsage, Float32BufferAttribute, InstancedBufferAttribute, InstancedBufferGeometry,
  InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh, ShaderMaterial,
} from "three";
import { LINE_FRAGMENT, LINE_VERTEX } from "./shaders.js";

export class Lines {
  /// @param start line l is points start[l] to before start[l + 1]
  /// @param tint (line) => [r, g, b]
  constructor(start, tint, shared, { width = 2, lift = 0 } = {}) {
    this.pairs = pairs_of(start);
    const n = this.pairs.length / 2;
    this.data = new InstancedInterleavedBuffer(new Float32Array(6 * n), 6).setUsage(DynamicDrawUsage);
    const geometry = new InstancedBufferGeometry();
    const strip = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0];
    geometry.setAttribute("position", new Float32BufferAttribute(strip, 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute("from", new InterleavedBufferAttribute(this.data, 3, 0));
    geometry.setAttribute("to", new InterleavedBufferAttribute(this.data, 3, 3));
    geometry.setAttribute("tint", new InstancedBufferAttribute(tints(start, n, tint), 3, true));
    geometry.instanceCount = n;
    this.material = new ShaderMaterial({
      vertexShader: LINE_VERTEX, fragmentShader: LINE_FRAGMENT, side: DoubleSide,
      uniforms: {
        size: shared.size, cut: shared.cut, width: { value: width }, lift: { value: lift },
        by_direction: { value: 0 }, opacity: { value: 1 },
      },
    });
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
  }

  /// @param hidden (segment's line) => boolean; left out: all are shown
  show(points, line_hidden) {
    const out = this.data.array;
    for (let s = 0; s < this.pairs.length; s += 2) {
      const a = 3 * this.pairs[s], b = 3 * this.pairs[s + 1], o = 3 * s;
      out[o] = points[a]; out[o + 1] = points[a + 1]; out[o + 2] = points[a + 2];
      out[o + 3] = points[b]; out[o + 4] = points[b + 1]; out[o + 5] = points[b + 2];
    }
    if (line_hidden) this.collapse(line_hidden);
    this.data.needsUpdate = true;
  }

  /// Lines that are hidden shrink to a point behind everything.
  collapse(line_hidden) {
    const out = this.data.array, line = this.line_of;
    for (let s = 0; s < line.length; s++) {
      if (line_hidden(line[s])) out.fill(NaN, 6 * s, 6 * s + 6);
    }
  }

  set_lines(start) {
    this.line_of = [];
    for (let l = 0; l + 1 < start.length; l++) {
      for (let p = start[l]; p + 1 < start[l + 1]; p++) this.line_of.push(l);
    }
    return this;
  }
}

export function pairs_of(start) {
  const pairs = [];
  for (let l = 0; l + 1 < start.length; l++) {
    for (let p = start[l]; p + 1 < start[l + 1]; p++) pairs.push(p, p + 1);
  }
  return new Uint32Array(pairs);
}

function tints(start, n, tint) {
  const out = new Uint8Array(3 * n);
  let s = 0;
  for (let l = 0; l + 1 < start.length; l++) {
    const c = tint(l).map((x) => Math.round(255 * Math.min(1, Math.max(0, x))));
    for (let p = start[l]; p + 1 < start[l + 1]; p++) out.set(c, 3 * s++);
  }
  return out;
}
