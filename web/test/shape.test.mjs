// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { edges_of } from "../src/body.js";
import { pairs_of } from "../src/lines.js";
import { smooth_normals } from "../src/normals.js";
import { pick } from "../src/pick.js";
import { grid_cell } from "../src/scene.js";
import { scaled_unit, short } from "../src/ui/dom.js";
import { face_corner, find_neighbours, keep_tets, seen_faces } from "../src/tets.js";
import { MockRun } from "./mock.mjs";

// a pyramid of two tets on the face 1 2 3
const position = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]);
const tet = Uint32Array.from([0, 1, 2, 3, 4, 3, 2, 1]);

test("tets know who is behind their faces", () => {
  const n = find_neighbours(tet);
  assert.deepEqual([...n], [1, -1, -1, -1, 0, -1, -1, -1]);
});

test("only faces with nobody behind them are seen", () => {
  const n = find_neighbours(tet), keep = new Uint8Array(2);
  keep_tets(tet, position, [0, 0], [1], null, keep);
  assert.equal(seen_faces(n, keep).length, 6);
  keep_tets(tet, position, [0, 0], [1], { axis: 0, at: 0.4, flip: false }, keep); // centres at 0.25 and 0.5
  assert.deepEqual([...keep], [1, 0]);
  assert.deepEqual(seen_faces(n, keep), [0, 1, 2, 3]);
  keep_tets(tet, position, [0, 0], [1], { axis: 0, at: 0.4, flip: true }, keep);
  assert.deepEqual([...keep], [0, 1]);
  keep_tets(tet, position, [0, 1], [1, 0], null, keep);
  assert.deepEqual([...keep], [1, 0]);
});

test("faces look out", () => {
  for (let f = 0; f < 4; f++) {
    const p = [0, 1, 2].map((k) => [...position.subarray(3 * face_corner(tet, f, k), 3 * face_corner(tet, f, k) + 3)]);
    const u = p[1].map((x, k) => x - p[0][k]), v = p[2].map((x, k) => x - p[0][k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const out = p[0].map((x) => x - 0.25); // away from the centre of the first tet
    assert.ok(n[0] * out[0] + n[1] * out[1] + n[2] * out[2] > 0);
  }
});

test("the mock's skins are what find_neighbours() calls outside", () => {
  const run = new MockRun({ frames: 1 });
  const n = find_neighbours(Uint32Array.from(run.tet));
  assert.equal(n.filter((x) => x < 0).length, run.triangle.length / 3);
});

test("normals of a plane stand on it", () => {
  const flat = Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  const n = smooth_normals(flat, Uint32Array.from([0, 1, 2, 0, 2, 3]), new Float32Array(12).fill(9));
  for (let v = 0; v < 4; v++) assert.ok(n[3 * v] === 0 && n[3 * v + 1] === 0 && n[3 * v + 2] > 0);
});

test("the nearest part that is shown is picked", () => {
  const square = (z) => [-1, -1, z, 1, -1, z, 0, 1, z];
  const mesh = { position: Float32Array.from([...square(0), ...square(1)]), triangle: Uint32Array.from([0, 1, 2, 3, 4, 5]), part_triangle: [0, 1, 2], part_vertex: [0, 3, 6] };
  const hit = pick(mesh, [0, 0, 5], [0, 0, -1], () => true);
  assert.equal(hit.part, 1);
  assert.ok(Math.abs(hit.distance - 4) < 1e-6);
  assert.deepEqual(hit.weight.map((w) => Number(w.toFixed(3))), [0.25, 0.25, 0.5]);
  assert.equal(pick(mesh, [0, 0, 5], [0, 0, -1], (p) => p === 0).part, 0);
  assert.equal(pick(mesh, [3, 0, 5], [0, 0, -1], () => true), null);
  assert.equal(pick(mesh, [0, 0, 5], [0, 0, 1], () => true), null);
});

test("each edge is drawn once, each segment joins two points", () => {
  assert.equal(edges_of(Uint32Array.from([0, 1, 2, 0, 2, 3])).length, 10);
  assert.deepEqual([...pairs_of([0, 3, 3, 5])], [0, 1, 1, 2, 3, 4]);
});

test("grids are 1, 2 or 5 times a power of ten", () => {
  assert.ok(Math.abs(grid_cell(0.3) - 0.1) < 1e-12);
  assert.equal(grid_cell(1), 0.2);
  assert.equal(grid_cell(9), 2);
});

test("numbers are short, units fit", () => {
  assert.equal(short(0.123456), "0.1235");
  assert.equal(short(-2), "−2");
  assert.equal(short(1.5e6, 3), "1.5e6");
  assert.equal(short(NaN), "–");
  assert.equal(scaled_unit(5.6e5, "Pa").unit, "kPa");
  assert.deepEqual(scaled_unit(0.03, "m"), { factor: 100, unit: "cm" });
  assert.equal(scaled_unit(2e-4, "m^3").unit, "cm³");
  assert.equal(scaled_unit(90, "deg").unit, "°");
  assert.equal(scaled_unit(1, "N m").unit, "N·m");
});
