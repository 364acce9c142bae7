// SPDX-License-Identifier: Apache-2.0
//
// TinyUSDZ in Node. Its package is built for browsers and looks whether it is in one.

import fs from "node:fs";
import { createRequire } from "node:module";

export async function openTinyUsdz() {
  const wasm = fs.readFileSync(createRequire(import.meta.url).resolve("tinyusdz/tinyusdz.wasm"));
  globalThis.window = globalThis;
  process.type = "renderer";
  const { default: create } = await import("tinyusdz/tinyusdz.js");
  return create({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(wasm, imports).then((made) => done(made.instance, made.module));
      return {};
    },
  });
}

/** Time samples of points in a layer that TinyUSDZ printed: {"left": {1: [[x, y, z], ...]}}. */
export function samplesOf(text) {
  const samples = {};
  let prim = "", inside = false;
  for (const line of text.split("\n")) {
    const def = /^\s*def (Mesh|TetMesh) "(\w+)"/.exec(line);
    if (def) prim = def[2];
    if (/points\.timeSamples = \{/.test(line)) inside = true;
    else if (/^\s*\}/.test(line)) inside = false;
    const row = inside && /^\s*([-\d.e+]+): \[(.*)\]/.exec(line);
    if (!row) continue;
    const points = row[2].match(/\([^)]*\)/g) ?? [];
    (samples[prim] ??= {})[Number(row[1])] = points.map((p) => p.slice(1, -1).split(",").map(Number));
  }
  return samples;
}
