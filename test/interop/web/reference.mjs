// SPDX-License-Identifier: Apache-2.0
//
// What the checks share: the frames as OBJ, which are what is expected, and counting.

import fs from "node:fs";
import path from "node:path";

let failed = 0;

export function check(name, good, why = "") {
  if (!good) failed++;
  console.log(good ? `ok ${name}` : `FAILED ${name}: ${why}`);
}

export function finish() {
  process.exit(failed ? 1 : 0);
}

/** Vertices of an OBJ file, and its faces from 0. */
function readObj(file) {
  const vertex = [], face = [];
  for (const line of fs.readFileSync(file, "utf8").split("\n")) {
    const word = line.trim().split(/\s+/);
    if (word[0] === "v") vertex.push(word.slice(1, 4).map(Number));
    if (word[0] === "f") face.push(word.slice(1).map((corner) => parseInt(corner) - 1));
  }
  return { vertex, face };
}

/** A part as it is in the names of files: bytes that are not plain become '_'. */
export const stem = (name) => Buffer.from(name).toString("latin1").replace(/[^A-Za-z0-9._-]/g, "_");

/** {"left": {1: {vertex, face}, 2: ...}} of a folder with left.0001.obj, ... */
export function readFrames(folder) {
  const parts = {};
  for (const file of fs.readdirSync(folder)) {
    const match = /^(.*)\.(\d+)\.obj$/.exec(file);
    if (!match) continue;
    (parts[match[1]] ??= {})[Number(match[2])] = readObj(path.join(folder, file));
  }
  return parts;
}

/** Longest side of the box around all parts in all frames. */
export function sizeOf(parts) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const part of Object.values(parts)) {
    for (const frame of Object.values(part)) {
      for (const v of frame.vertex) {
        for (let a = 0; a < 3; a++) {
          low[a] = Math.min(low[a], v[a]);
          high[a] = Math.max(high[a], v[a]);
        }
      }
    }
  }
  return Math.max(...high.map((h, a) => h - low[a]));
}

/** Largest distance between two lists of points; NaN when their lengths differ. */
export function largestDistance(a, b) {
  if (a.length !== b.length || a.length === 0) return NaN;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const d = Math.hypot(a[i][0] - b[i][0], a[i][1] - b[i][1], a[i][2] - b[i][2]);
    if (!(d <= largest)) largest = d;
  }
  return largest;
}
