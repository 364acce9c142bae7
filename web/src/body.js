// SPDX-License-Identifier: Apache-2.0
//
// The outsides of a run's parts in three.js. All parts share the arrays of vertices; each has its own
// triangles and its own material, so that it can be hidden or made translucent by itself.

import {
  BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Group, LineSegments, Mesh, ShaderMaterial,
} from "three";
import { LAYER } from "./shadows.js";
import { smooth_normals } from "./normals.js";
import { SKIN_FRAGMENT, SKIN_VERTEX, WIRE_FRAGMENT, WIRE_VERTEX } from "./shaders.js";
import { numbers } from "./stream.js";

// strength of highlights, and how small they are; as src/render/gather.c
const GLOSS = { muscle: [0.3, 38], tendon: [0.42, 70], bone: [0.07, 9], other: [0.16, 24] };

export class Body {
  /// @param parts of run.json  @param skins arrays of skins.bin  @param shared uniforms of the view
  constructor(parts, skins, shared) {
    this.parts = parts;
    this.shared = shared;
    this.part_vertex = skins.part_vertex.data;
    this.part_triangle = skins.part_triangle.data;
    this.triangle = skins.triangle.data;
    this.vertex_count = this.part_vertex.at(-1);
    this.position = new Float32Array(3 * this.vertex_count);
    this.group = new Group();
    this.attribute = this.make_attributes(skins.tendon?.data);
    this.look = parts.map(() => ({ opacity: 1, shown: true }));
    this.mesh = parts.map((part, p) => this.make_part(part, p));
    this.boxes = []; // of the parts, where they are now: by pick.js, and box()
    this.wire = null;
  }

  make_attributes(tendon) {
    const n = this.vertex_count;
    const tissue = new Uint8Array(4 * n);
    for (let v = 0; v < n && tendon; v++) tissue[4 * v + 1] = tendon[v];
    const attribute = {
      position: new BufferAttribute(this.position, 3),
      normal: new BufferAttribute(new Float32Array(3 * n), 3),
      tissue: new BufferAttribute(tissue, 4, true),
      value: new BufferAttribute(new Float32Array(n), 1),
    };
    for (const a of Object.values(attribute)) a.setUsage(DynamicDrawUsage);
    return attribute;
  }

  make_part(part, p) {
    const geometry = new BufferGeometry();
    for (const [name, a] of Object.entries(this.attribute)) geometry.setAttribute(name, a);
    const own = this.triangle.subarray(3 * this.part_triangle[p], 3 * this.part_triangle[p + 1]);
    geometry.setIndex(new BufferAttribute(own, 1));
    const uniforms = {
      ...this.shared,
      base: { value: part.color },
      gloss: { value: GLOSS[part.kind] ?? GLOSS.other },
      takes_values: { value: 1 },
      is_muscle: { value: part.kind === "muscle" ? 1 : 0 },
      opacity: { value: 1 },
      highlight: { value: 0 },
    };
    const material = new ShaderMaterial({
      vertexShader: SKIN_VERTEX, fragmentShader: SKIN_FRAGMENT, uniforms, side: DoubleSide,
    });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    // a translucent part first fills the depth, so that it does not shine through itself
    const before = new Mesh(geometry, material.clone());
    before.material.uniforms = uniforms;
    before.material.colorWrite = false;
    before.frustumCulled = false;
    before.visible = false;
    mesh.userData.before = before;
    this.group.add(before, mesh);
    return mesh;
  }

  /// Moves everything to a frame. @param value array to colour by, or undefined
  show(frame, value) {
    const { position, normal, tissue } = this.attribute;
    numbers(frame.position, this.position);
    smooth_normals(this.position, this.triangle, normal.array);
    position.needsUpdate = normal.needsUpdate = true;
    const activation = frame.activation?.data;
    if (activation) {
      for (let v = 0; v < this.vertex_count; v++) tissue.array[4 * v] = activation[v];
      tissue.needsUpdate = true;
    }
    if (value) {
      numbers(value, this.attribute.value.array);
      this.attribute.value.needsUpdate = true;
    }
    this.boxes = [];
  }

  set_look(p, { shown, opacity }) {
    this.look[p] = { shown, opacity };
    const mesh = this.mesh[p], clear = opacity < 1;
    mesh.visible = shown && opacity > 0;
    mesh.userData.before.visible = mesh.visible && clear;
    mesh.material.uniforms.opacity.value = opacity;
    if (mesh.material.transparent !== clear) {
      mesh.material.transparent = clear;
      mesh.userData.before.material.transparent = clear;
      mesh.material.needsUpdate = true;
    }
    mesh.renderOrder = mesh.userData.before.renderOrder = clear ? 10 : 0;
    this.cast(mesh, mesh.visible && !clear);
    if (this.wire) this.wire[p].visible = mesh.visible;
  }

  /// Opaque parts throw shadows.
  cast(mesh, on) {
    for (const layer of [LAYER.seen, LAYER.casts]) {
      if (on) mesh.layers.enable(layer);
      else mesh.layers.disable(layer);
    }
  }

  /// Colours parts by a value, except those that have none, or by a colour each.
  set_value(about, color_of) {
    this.parts.forEach((part, p) => {
      const { uniforms } = this.mesh[p].material;
      uniforms.takes_values.value = about && about.name !== "part" && !((about.soft ?? about.on === "tet") && part.kind === "bone") ? 1 : 0;
      const by_part = about?.name === "part";
      uniforms.base.value = by_part ? color_of(p) : part.color;
      uniforms.is_muscle.value = part.kind === "muscle" && !by_part ? 1 : 0;
    });
  }

  set_highlight(p, amount) {
    this.mesh[p].material.uniforms.highlight.value = amount;
  }

  /// Translucent parts are drawn from the far one to the near one.
  sort(eye) {
    const clear = this.mesh.map((mesh, p) => [mesh, p]).filter(([mesh]) => mesh.visible && mesh.material.transparent);
    if (!clear.length) return;
    const far = ([, p]) => {
      const box = this.box(p);
      return -Math.hypot(...[0, 1, 2].map((k) => (box.low[k] + box.high[k]) / 2 - eye[k]));
    };
    clear.map((c) => [far(c), c]).sort((a, b) => a[0] - b[0]).forEach(([, [mesh]], i) => {
      mesh.userData.before.renderOrder = 10 + 2 * i;
      mesh.renderOrder = 11 + 2 * i;
    });
  }

  box(p) {
    return (this.boxes[p] ??= this.measure(p));
  }

  measure(p) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let v = 3 * this.part_vertex[p]; v < 3 * this.part_vertex[p + 1]; v++) {
      const k = v % 3, x = this.position[v];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
    return { low, high };
  }

  set_wire(on) {
    if (on && !this.wire) this.wire = this.mesh.map((mesh, p) => this.make_wire(mesh, p));
    this.wire?.forEach((wire, p) => (wire.visible = on && this.mesh[p].visible));
  }

  make_wire(mesh) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.attribute.position);
    geometry.setIndex(new BufferAttribute(edges_of(mesh.geometry.index.array), 1));
    const material = new ShaderMaterial({
      vertexShader: WIRE_VERTEX, fragmentShader: WIRE_FRAGMENT, transparent: true, depthWrite: false,
      uniforms: { color: this.shared.line_color, opacity: { value: 0.35 }, cut: this.shared.cut },
    });
    const wire = new LineSegments(geometry, material);
    wire.frustumCulled = false;
    wire.renderOrder = 5;
    this.group.add(wire);
    return wire;
  }
}

/// Each edge once: that of the corner with the smaller number first comes from one of two triangles;
/// the edges of a border come from the only one there is.
export function edges_of(triangle) {
  const seen = new Set();
  const out = [];
  for (let t = 0; t < triangle.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangle[t + k], b = triangle[t + ((k + 1) % 3)];
      const key = a < b ? a * 4294967296 + b : b * 4294967296 + a;
      if (seen.has(key)) continue;
      seen.add(key);
      out.push(a, b);
    }
  }
  return new Uint32Array(out);
}
