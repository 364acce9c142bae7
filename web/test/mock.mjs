// SPDX-License-Identifier: Apache-2.0
//
// A server with a made-up run, in the format of docs/stream.md, to work on the page without Brawn:
//
//   node test/mock.mjs [--port 8088] [--runs 2] [--frames 48] [--live] [--fine 2] [--empty] [--bad]
//   node test/mock.mjs --report out.html
//
// Parts are grids of cubes of five tets each, bent into an arm: the outside of the grid is the skin.

import { createServer } from "node:http";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";

// ------------------------------------------------------------------------------------ bytes

const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array };

export function encode(arrays) {
  let offset = 0;
  const header = { arrays: arrays.map(({ data, ...about }) => {
    const row = { ...about, offset };
    offset = (offset + data.byteLength + 7) & ~7;
    return row;
  }) };
  const text = Buffer.from(JSON.stringify(header));
  const start = (16 + text.length + 7) & ~7;
  const out = Buffer.alloc(start + offset, 0);
  out.write("BRNSTRM1", 0, "latin1");
  out.writeUInt32LE(text.length, 8);
  out.fill(" ", 16, start);
  text.copy(out, 16);
  arrays.forEach(({ data }, i) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).copy(out, start + header.arrays[i].offset));
  return out;
}

export function plain(name, type, components, values) {
  return { name, type, components, count: values.length / components, data: TYPES[type].from(values) };
}

/// u16 over the box of the values.
export function quantised(name, components, values, type = "u16") {
  const low = new Array(components).fill(Infinity), high = new Array(components).fill(-Infinity);
  values.forEach((x, i) => {
    const k = i % components;
    low[k] = Math.min(low[k], x);
    high[k] = Math.max(high[k], x);
  });
  for (let k = 0; k < components; k++) if (!(high[k] > low[k])) high[k] = low[k] + 1e-9;
  const most = type === "u8" ? 255 : 65535;
  const data = TYPES[type].from(values, (x, i) => Math.round(most * (x - low[i % components]) / (high[i % components] - low[i % components])));
  const scalar = components === 1;
  return { name, type, components, count: values.length / components, low: scalar ? low[0] : low, high: scalar ? high[0] : high, coding: "plain", data };
}

// ------------------------------------------------------------------------------- the arm

const smooth = (x) => { const c = Math.min(1, Math.max(0, x)); return c * c * (3 - 2 * c); };
const lerp = (a, b, s) => a.map((x, k) => x + s * (b[k] - x));

const MUSCLE = [0.68, 0.3, 0.27], BONE = [0.9, 0.87, 0.79];
const tint = (c, s) => c.map((x, k) => Math.min(1, x * (1 + s * [0.12, -0.06, 0.09][k])));

export const PARTS = [
  { name: "humerus", kind: "bone", color: BONE },
  { name: "ulna", kind: "bone", color: tint(BONE, -0.3) },
  { name: "radius", kind: "bone", color: tint(BONE, 0.2) },
  { name: "scapula", kind: "bone", color: BONE },
  { name: "biceps", kind: "muscle", color: MUSCLE },
  { name: "brachialis", kind: "muscle", color: tint(MUSCLE, -0.6) },
  { name: "triceps", kind: "muscle", color: tint(MUSCLE, 0.7) },
  { name: "brachioradialis", kind: "muscle", color: tint(MUSCLE, 1.2) },
  { name: "biceps tendon", kind: "tendon", color: [0.92, 0.89, 0.8] },
];

const ELBOW = [0, 0, 0];

/// How the arm stands at a time: angle of the elbow in degrees, activations.
export function drive(time, seed = 0) {
  const flex = smooth(time / 0.9) * (1 - 0.6 * smooth((time - 1.2) / 0.6));
  const late = smooth((time - 1.1) / 0.5);
  return {
    angle: 12 + (98 - 9 * seed) * flex,
    activation: [flex, 0.8 * flex, late, 0.5 * flex],
  };
}

function forearm(angle, along, out, side) {
  const a = (angle * Math.PI) / 180; // bends forward, to +z
  const dir = [0, -Math.cos(a), Math.sin(a)], normal = [0, Math.sin(a), Math.cos(a)];
  return [0, 1, 2].map((k) => ELBOW[k] + along * dir[k] + out * normal[k] + (k === 0 ? side : 0));
}

/// Middle line and radius of a part, s from 0 to 1.
function shape(part, s, at) {
  const { angle, activation } = at;
  const upper = (y, z, x = 0) => [x, y, z];
  const ends = (r, e = 0.12) => r * Math.sqrt(Math.max(0.02, Math.min(1, s / e, (1 - s) / e)));
  const bone = (r) => ends(r * (1 + 0.9 * Math.exp(-s / 0.09) + 0.8 * Math.exp(-(1 - s) / 0.09)), 0.04);
  const belly = (r, a) => Math.max(0.003, r * (1 + 0.32 * a) * Math.sin(Math.PI * s) ** 1.3);
  const bow = (from, to, out) => {
    const p = lerp(from, to, s), b = Math.sin(Math.PI * s);
    return p.map((x, k) => x + b * out[k]);
  };
  switch (part) {
    case 0: return [lerp(upper(0.3, 0), upper(0.012, 0), s), bone(0.0115)];
    case 1: return [forearm(angle, -0.025 + 0.27 * s, -0.006, -0.012), bone(0.008)];
    case 2: return [forearm(angle, 0.012 + 0.235 * s, 0.006, 0.014), bone(0.007)];
    case 3: return [lerp([0.02, 0.34, -0.005], [-0.085, 0.27, -0.05], s), ends(0.03, 0.3)];
    case 4: return [bow([0, 0.31, 0.018], forearm(angle, 0.045, 0.012, 0.01), [0, 0, 0.034 + 0.012 * activation[0]]), belly(0.026, activation[0])];
    case 5: return [bow([0, 0.16, 0.013], forearm(angle, 0.03, 0.012, -0.01), [0, 0, 0.016]), belly(0.019, activation[1])];
    case 6: return [bow([-0.01, 0.29, -0.018], forearm(angle, -0.03, -0.014, -0.012), [0, 0, -0.034]), belly(0.028, activation[2])];
    case 7: return [bow([0.018, 0.09, 0.006], forearm(angle, 0.2, 0.008, 0.018), [0.02, 0, 0.012]), belly(0.014, activation[3])];
    default: return [bow(forearm(angle, 0.045, 0.012, 0.01), forearm(angle, 0.058, 0.01, 0.012), [0, 0, 0]), 0.004];
  }
}

/// A point of a part: (u, v) in the square -1..1 becomes a disc across the line.
function point(part, u, v, s, at) {
  const [x] = shape(part, s, at), r = shape(part, s, at)[1];
  const a = shape(part, Math.max(0, s - 0.01), at)[0], b = shape(part, Math.min(1, s + 0.01), at)[0];
  const t = b.map((y, k) => y - a[k]), n = Math.hypot(...t);
  const along = t.map((y) => y / n);
  const side = [1, 0, 0], d = along[0];
  const e1 = side.map((y, k) => y - d * along[k]), m = Math.hypot(...e1);
  const f1 = e1.map((y) => y / m);
  const f2 = [along[1] * f1[2] - along[2] * f1[1], along[2] * f1[0] - along[0] * f1[2], along[0] * f1[1] - along[1] * f1[0]];
  const p = u * Math.sqrt(1 - (v * v) / 2), q = v * Math.sqrt(1 - (u * u) / 2);
  const wide = part === 3 ? 1.7 : 1;
  return x.map((y, k) => y + r * (wide * p * f1[k] + q * f2[k]));
}

// -------------------------------------------------------------------------------- a run

export class MockRun {
  constructor({ frames = 48, fine = 1, seed = 0, name = "arm", bad = false } = {}) {
    Object.assign(this, { frames, seed, name, bad, per_second: 24 });
    this.grids = PARTS.map((part, p) => grid(p, part.kind === "tendon" ? 4 : 8 * fine, (part.kind === "bone" ? 28 : 40) * fine));
    this.number();
  }

  number() {
    this.part_vertex = [0];
    this.part_triangle = [0];
    this.triangle = [];
    this.tet = [];
    this.tet_part = [];
    let all = 0;
    this.vertex_base = [];
    this.grids.forEach((g, p) => {
      this.vertex_base.push(all);
      const first = this.part_vertex.at(-1);
      this.triangle.push(...g.triangle.map((i) => first + i));
      this.part_vertex.push(first + g.skin.length);
      this.part_triangle.push(this.triangle.length / 3);
      for (const i of g.tet) this.tet.push(all + i);
      for (let t = 0; t < g.tet.length / 4; t++) this.tet_part.push(p);
      all += g.points.length;
    });
    this.vertices = all;
  }

  time = (i) => i / this.per_second;
  at = (i) => drive(this.time(i), this.seed);

  positions(i) {
    const at = this.at(i), out = [];
    this.grids.forEach((g, p) => {
      for (const [u, v, s] of g.points) out.push(...point(p, u, v, s, at));
    });
    return out;
  }

  skin_of(all, size) {
    const out = [];
    this.grids.forEach((g, p) => {
      for (const v of g.skin) for (let k = 0; k < size; k++) out.push(all[size * (this.vertex_base[p] + v) + k]);
    });
    return out;
  }

  /// A number a vertex.
  values(i, name) {
    const at = this.at(i), out = [];
    this.grids.forEach((g, p) => {
      const a = p >= 4 && p < 8 ? at.activation[p - 4] : 0;
      for (const [u, v, s] of g.points) {
        const mid = Math.sin(Math.PI * s);
        if (name === "stretch") out.push(p < 4 ? 1 : 1 - 0.28 * a * mid + 0.06 * (1 - mid) * a + 0.05 * u * a);
        else if (name === "stress") out.push(p < 4 ? 0 : 3e5 * a * (0.4 + mid) * (1 + 0.3 * u * v) + 2e4);
        else if (name === "activation") out.push(a * (1 - tendon(s, p)));
        else out.push(p < 1 || p === 3 ? 0 : (at.angle / 1000) * s);
      }
    });
    return out;
  }

  lines(i, which) {
    const at = this.at(i), out = [];
    for (const { part, u, v } of which) {
      for (let k = 0; k <= 24; k++) out.push(...point(part, u, v, 0.02 + 0.96 * (k / 24), at));
    }
    return out;
  }

  get fibre_lines() {
    const out = [];
    for (let part = 4; part < 8; part++) {
      for (let u = -0.75; u < 0.8; u += 0.25) for (let v = -0.75; v < 0.8; v += 0.25) out.push({ part, u, v });
    }
    return out;
  }

  get action_lines() {
    return [4, 5, 6, 7].map((part) => ({ part, u: 0, v: 0 }));
  }

  run_json() {
    const all = this.positions(0);
    const low = [0, 1, 2].map((k) => Math.min(...take(all, k))), high = [0, 1, 2].map((k) => Math.max(...take(all, k)));
    const value = (name, title, unit, on, natural, middle) => ({ name, title, unit, on, natural, middle });
    return {
      name: this.name, about: "A made-up arm that bends and stretches.", method: "newton", per_second: 24,
      vertices: this.vertices, tets: this.tet.length / 4, bounds: { low, high }, parts: PARTS,
      values: [
        value("activation", "activation", "", "tet", [0, 1], null), value("stretch", "fibre stretch", "", "vertex", null, 1),
        value("stress", "von Mises stress", "Pa", "vertex", null, null), value("displacement", "displacement", "m", "vertex", null, null),
      ],
      joints: [
        { name: "elbow", type: "hinge", parent: "humerus", child: "ulna" },
        { name: "shoulder", type: "ball", parent: "scapula", child: "humerus" },
      ],
      bones: ["humerus", "ulna", "radius", "scapula"], units: ["biceps", "brachialis", "triceps", "brachioradialis"],
      tables: ["run.csv", "muscles.csv", "joints.csv"],
    };
  }

  skins_bin() {
    const weight = [];
    this.grids.forEach((g, p) => {
      for (const v of g.skin) weight.push(Math.round(255 * tendon(g.points[v][2], p)));
    });
    const starts = (lines) => lines.map((_, i) => 25 * i).concat(25 * lines.length);
    return encode([
      plain("part_vertex", "u32", 1, this.part_vertex), plain("part_triangle", "u32", 1, this.part_triangle),
      plain("triangle", "u32", 3, this.triangle),
      { ...plain("tendon", "u8", 1, weight), low: 0, high: 1 },
      plain("fibre_start", "u32", 1, starts(this.fibre_lines)), plain("fibre_part", "u32", 1, this.fibre_lines.map((l) => l.part)),
      plain("action_start", "u32", 1, starts(this.action_lines)), plain("action_part", "u32", 1, this.action_lines.map((l) => l.part)),
    ]);
  }

  frame_arrays(i, names) {
    const all = this.positions(i);
    const activation = this.skin_of(this.values(i, "activation"), 1).map((x) => Math.round(255 * x));
    const arrays = [
      quantised("position", 3, this.skin_of(all, 3)),
      { ...plain("activation", "u8", 1, activation), low: 0, high: 1 },
      quantised("fibre", 3, this.lines(i, this.fibre_lines)), quantised("action", 3, this.lines(i, this.action_lines)),
      plain("joint", "f32", 6, [...ELBOW, 1, 0, 0, 0, 0.3, 0, 0, 0, 0]),
      plain("bone", "f32", 7, [1, 0, 0, 0, 0, 0, 0].concat([1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0])),
    ];
    for (const [array, name] of names) arrays.push({ ...quantised("value", 1, this.skin_of(this.values(i, name), 1)), name: array });
    return arrays;
  }

  /// Made once: building a frame takes longer than sending it.
  frame_bin(i, name) {
    this.made ??= new Map();
    const key = `${i} ${name}`;
    if (!this.made.has(key)) this.made.set(key, encode(this.frame_arrays(i, name ? [["value", name]] : [])));
    return this.made.get(key);
  }

  mesh_bin() {
    const weight = this.tet_part.map(() => 0);
    return encode([plain("tet", "u32", 4, this.tet), plain("part", "u16", 1, this.tet_part), plain("tendon", "u8", 1, weight)]);
  }

  meshframe_bin(i, name) {
    const arrays = [quantised("position", 3, this.positions(i))];
    if (name) {
      let values = this.values(i, name);
      if (name === "activation") values = this.tet_part.map((_, t) => values[this.tet[4 * t]]);
      arrays.push(quantised("value", 1, values));
    }
    return encode(arrays);
  }

  status(count = this.frames, stage = "finished") {
    const frames = Array.from({ length: count }, (_, i) => i + 1);
    return {
      stage, message: null, first: 1, last: this.frames, frame_seconds: 0.5,
      seconds_left: stage === "running" ? 0.5 * (this.frames - count) : 0, frames, times: frames.map((_, i) => this.time(i)),
    };
  }

  table(name, count = this.frames) {
    const rows = Array.from({ length: count }, (_, i) => this.row(name, i));
    return [this.heads(name), ...rows].map((row) => row.join(",")).join("\n") + "\n";
  }

  heads(name) {
    const units = ["biceps", "brachialis", "triceps", "brachioradialis"];
    const of = (qs) => units.flatMap((u) => qs.map((q) => `${u}.${q}`));
    const start = ["frame", "time [s]"];
    if (name === "muscles.csv") return [...start, ...of(["activation", "length [m]", "volume [m^3]", "stretch", "fibre_force [N]"])];
    if (name === "joints.csv") return [...start, "elbow.angle [deg]", "elbow.gap [m]", "shoulder.angle [deg]"];
    return [...start, "outcome", "iterations", "linear_iterations", "energy [J]", "residual [N]", "acting [N]", "inverted", "crushed"];
  }

  /// Of a bad run frames 12, 13 and 20 do not converge, and 20 and 31 have bad tets.
  outcome(i, at) {
    const iterations = 3 + ((i * 7) % 5), energy = 4 * at.activation[0] ** 2, acting = 4 + 48 * at.activation[0];
    const bad = this.bad && { 12: ["out_of_iterations", 3.1, 0, 0], 13: ["stalled", 0.8, 0, 0], 20: ["broke_down", 17, 4, 1], 31: ["converged", 1e-3, 1, 0] }[i + 1];
    const [outcome, residual, inverted, crushed] = bad || ["converged", 1e-3, 0, 0];
    return [outcome, iterations, 0, energy, residual, acting, inverted, crushed];
  }

  row(name, i) {
    const at = this.at(i), t = this.time(i);
    if (name === "joints.csv") return [i + 1, t, at.angle, 2e-5 * Math.sin(5 * t) ** 2, 0.4 * Math.sin(t)];
    if (name === "run.csv") return [i + 1, t, ...this.outcome(i, at)];
    return [i + 1, t, ...at.activation.flatMap((a, m) => {
      const length = [0.29, 0.16, 0.31, 0.26][m] * (1 - 0.22 * a);
      return [a, length, [2.1e-4, 9e-5, 2.6e-4, 6e-5][m] * (1 - 0.002 * a), 1 - 0.25 * a, [520, 410, 640, 150][m] * a * (1 - 0.2 * a)];
    })];
  }
}

const take = (all, k) => all.filter((_, i) => i % 3 === k);
const tendon = (s, part) => (part < 4 ? 0 : part === 8 ? 1 : smooth((Math.abs(s - 0.5) - 0.3) / 0.12));

/// Points (u, v, s), tets, and the outside with its own vertices.
function grid(part, across, along) {
  const n = across + 1, points = [], tet = [];
  const at = (i, j, k) => (k * n + j) * n + i;
  for (let k = 0; k <= along; k++) for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) {
    points.push([(2 * i) / across - 1, (2 * j) / across - 1, k / along]);
  }
  const even = [[0, 1, 2, 4], [1, 3, 2, 7], [1, 2, 4, 7], [1, 5, 7, 4], [2, 4, 7, 6]];
  const odd = [[0, 1, 3, 5], [0, 3, 2, 6], [0, 5, 3, 6], [0, 4, 5, 6], [3, 6, 5, 7]];
  for (let k = 0; k < along; k++) for (let j = 0; j < across; j++) for (let i = 0; i < across; i++) {
    const corner = (c) => at(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
    for (const t of (i + j + k) % 2 ? odd : even) tet.push(...t.map(corner));
  }
  return { points, tet, ...outside(tet, points) };
}

function outside(tet, points) {
  const seen = new Map();
  for (let t = 0; t < tet.length; t += 4) {
    const [a, b, c, d] = tet.slice(t, t + 4);
    const [x, y, z] = [1, 2, 3].map((k) => points[tet[t + k]].map((p, m) => p - points[a][m]));
    const det = x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) + x[2] * (y[0] * z[1] - y[1] * z[0]);
    const faces = det > 0 ? [[b, c, d], [a, d, c], [a, b, d], [a, c, b]] : [[b, d, c], [a, c, d], [a, d, b], [a, b, c]];
    for (const f of faces) {
      const key = [...f].sort((p, q) => p - q).join();
      if (seen.has(key)) seen.set(key, null);
      else seen.set(key, f);
    }
  }
  const number = new Map(), skin = [], triangle = [];
  for (const f of seen.values()) {
    if (!f) continue;
    for (const v of f) {
      if (!number.has(v)) number.set(v, skin.push(v) - 1);
      triangle.push(number.get(v));
    }
  }
  return { skin, triangle };
}

// ----------------------------------------------------------------------------- serving

/// Answers a name of docs/stream.md; null: there is none.
export function answer(runs, name, query, stage_of) {
  if (name === "runs.json") {
    return JSON.stringify({ version: 1, report: false, runs: runs.map((r) => ({ name: r.name, folder: `out/${r.name}` })) });
  }
  const match = /^(\d+)\/(.*)$/.exec(name);
  const run = match && runs[match[1]];
  if (!run) return null;
  const [count, stage] = stage_of(run);
  const file = match[2], frame = /^(frames|meshframes)\/(\d+)\.bin$/.exec(file);
  if (file === "run.json") return JSON.stringify(run.run_json());
  if (file === "status.json") return JSON.stringify(run.status(count, stage));
  if (file === "skins.bin") return run.skins_bin();
  if (file === "mesh.bin") return run.mesh_bin();
  if (frame && Number(frame[2]) < count) return run[frame[1] === "frames" ? "frame_bin" : "meshframe_bin"](Number(frame[2]), query.get("values"));
  if (file.startsWith("tables/")) return run.table(file.slice(7), count);
  return null;
}

const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const KIND = { json: "application/json", bin: "application/octet-stream", csv: "text/csv", html: "text/html", js: "text/javascript", css: "text/css" };

export function serve({ port = 0, runs, live = false, empty = false, rate = 4, token = "mock" }) {
  const begun = Date.now();
  let stopped = null;
  const now = (run) => Math.min(run.frames, 3 + Math.floor(((stopped ?? Date.now()) - begun) / 1000 * rate));
  const stage_of = (run) => {
    if (empty) return [0, live ? "running" : "stopped"];
    if (!live) return [run.frames, "finished"];
    return [now(run), stopped ? "stopped" : now(run) < run.frames ? "running" : "finished"];
  };
  const dist = new URL("../dist/", import.meta.url);
  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const name = url.pathname.replace(`/${token}/`, "") || "index.html";
    const send = (status, body, kind) => {
      response.writeHead(status, { "Content-Type": kind, "Content-Security-Policy": CSP, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
      response.end(body);
    };
    if (!url.pathname.startsWith(`/${token}/`)) return send(404, '{"error": "nothing is here"}', KIND.json);
    if (request.method === "POST") {
      if (!name.endsWith("/stop")) return send(405, '{"error": "only stop is posted"}', KIND.json);
      stopped = Date.now();
      return send(200, '{"asked": true}', KIND.json);
    }
    if (["index.html", "page.js", "page.css"].includes(name)) return send(200, readFileSync(new URL(name, dist)), KIND[name.split(".").pop()]);
    const body = answer(runs, name, url.searchParams, stage_of);
    if (body === null) return send(404, JSON.stringify({ error: `${name} is not there` }), KIND.json);
    return send(200, body, KIND[name.split(".").pop()]);
  });
  return new Promise((done) => server.listen(port, "127.0.0.1", () => done({ server, url: `http://127.0.0.1:${server.address().port}/${token}/` })));
}

/// The one file of `brawn report`: positions of every frame but each twelfth as differences.
export function report(runs, page = new URL("../dist/", import.meta.url)) {
  const read = (name) => readFileSync(new URL(name, page), "utf8");
  const blocks = [];
  const put = (name, bytes) => blocks.push(`<script type="application/x-brawn" data-name="${name}">${gzipSync(bytes).toString("base64")}</script>`);
  put("runs.json", JSON.stringify({ version: 1, report: true, notes: ["surfaces were reduced to 40 %", "every frame is there"], runs: runs.map((r) => ({ name: r.name, folder: `out/${r.name}` })) }));
  runs.forEach((run, r) => {
    put(`${r}/run.json`, JSON.stringify(run.run_json()));
    put(`${r}/status.json`, JSON.stringify(run.status()));
    put(`${r}/skins.bin`, run.skins_bin());
    for (const table of ["run.csv", "muscles.csv", "joints.csv"]) put(`${r}/tables/${table}`, run.table(table));
    frames_of_report(run).forEach((bytes, i) => put(`${r}/frames/${i}.bin`, bytes));
  });
  return read("index.html")
    .replace('<link rel="stylesheet" href="page.css">', () => `<style>${read("page.css")}</style>`)
    .replace('<script src="page.js" defer></script>', () => `${blocks.join("\n")}\n<script>${read("page.js")}</script>`);
}

function frames_of_report(run) {
  const names = [["value:stretch", "stretch"], ["value:stress", "stress"]];
  const frames = Array.from({ length: run.frames }, (_, i) => run.frame_arrays(i, names));
  const fixed = same_ranges(frames);
  return fixed.map((arrays, i) => encode(i % 12 === 0 ? arrays : arrays.map((a, k) => difference(a, fixed[i - 1][k]))));
}

/// Differences make sense between numbers of one range.
function same_ranges(frames) {
  return frames.map((arrays) => arrays.map((a, k) => {
    if (a.type !== "u16" || a.low === undefined) return a;
    const list = (x) => [x].flat();
    const low = list(a.low).map((_, c) => Math.min(...frames.map((f) => list(f[k].low)[c])));
    const high = list(a.high).map((_, c) => Math.max(...frames.map((f) => list(f[k].high)[c])));
    const data = Uint16Array.from(a.data, (q, i) => {
      const c = i % a.components, x = list(a.low)[c] + (q / 65535) * (list(a.high)[c] - list(a.low)[c]);
      return Math.round(65535 * (x - low[c]) / (high[c] - low[c]));
    });
    return { ...a, data, low: a.components === 1 ? low[0] : low, high: a.components === 1 ? high[0] : high };
  }));
}

export function difference(array, before) {
  if (array.type !== "u16" && array.type !== "u8") return array;
  const n = array.data.length, wide = array.type === "u16";
  const bytes = new Uint8Array(wide ? 2 * n : n);
  for (let i = 0; i < n; i++) {
    const d = array.data[i] - before.data[i];
    bytes[i] = d & 255;
    if (wide) bytes[n + i] = (d >> 8) & 255;
  }
  return { ...array, coding: "delta", data: bytes };
}

// ------------------------------------------------------------------------- command line

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const has = (flag) => process.argv.includes(`--${flag}`);
  const value = (flag, fallback) => (has(flag) ? process.argv[process.argv.indexOf(`--${flag}`) + 1] : fallback);
  const frames = Number(value("frames", 48)), fine = Number(value("fine", 1));
  const runs = Array.from({ length: Number(value("runs", 1)) }, (_, seed) => new MockRun({ frames, fine, seed, bad: has("bad"), name: seed ? "arm, stiffer" : "arm" }));
  if (!existsSync(new URL("../dist/page.js", import.meta.url))) console.error("web/dist is empty: tools/page.sh build");
  if (has("report")) writeFileSync(value("report"), report(runs));
  else {
    const { url } = await serve({ port: Number(value("port", 8088)), runs, live: has("live"), empty: has("empty") });
    console.log(url);
  }
}
