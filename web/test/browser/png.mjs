// SPDX-License-Identifier: Apache-2.0
//
// Reads PNG files of 8 bits, RGB or RGBA, without interlacing: what Brawn and browsers write.

import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

/// @return {width, height, data: RGBA}
export function read_png(path) {
  const file = readFileSync(path), packed = [];
  if (file.toString("latin1", 1, 4) !== "PNG") throw new Error(`${path} is not a PNG`);
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at), type = file.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") packed.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const width = file.readUInt32BE(16), height = file.readUInt32BE(20), [bits, kind, , , interlaced] = file.subarray(24, 29);
  if (bits !== 8 || ![2, 6].includes(kind) || interlaced) throw new Error(`${path} is of another kind`);
  return { width, height, data: unfilter(inflateSync(Buffer.concat(packed)), width, height, kind === 6 ? 4 : 3) };
}

function unfilter(raw, width, height, n) {
  const row = width * n, out = Buffer.alloc(4 * width * height, 255);
  let before = Buffer.alloc(row);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)], line = Buffer.from(raw.subarray(y * (row + 1) + 1, (y + 1) * (row + 1)));
    for (let i = 0; i < row; i++) {
      const a = i >= n ? line[i - n] : 0, b = before[i], c = i >= n ? before[i - n] : 0;
      line[i] += [0, a, b, (a + b) >> 1, filter === 4 ? paeth(a, b, c) : 0][filter];
    }
    for (let x = 0; x < width; x++) line.copy(out, 4 * (y * width + x), x * n, x * n + n);
    before = line;
  }
  return out;
}

function paeth(a, b, c) {
  const p = a + b - c, pa = Math.abs(p - a), pb = Math.abs(p - b), pc = Math.abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
