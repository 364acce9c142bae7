// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { byte_count, decode, is_delta, numbers, undelta } from "../src/stream.js";
import { from_base64, gunzip } from "../src/source.js";
import { gzipSync } from "node:zlib";
import { difference, encode, plain, quantised } from "./mock.mjs";

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

// by hand, from docs/stream.md: nothing of the mock's encoder is trusted here
test("bytes written by hand are read", () => {
  const text = '{"arrays":[{"name":"a","type":"u16","components":2,"count":2,"offset":0,"low":[0,-1],"high":[65535,1]},{"name":"b","type":"u8","components":1,"count":3,"offset":8}]}';
  const start = (16 + text.length + 7) & ~7;
  const bytes = new Uint8Array(start + 16).fill(32);
  bytes.set(new TextEncoder().encode("BRNSTRM1"));
  bytes.set([text.length & 255, text.length >> 8, 0, 0, 0, 0, 0, 0], 8);
  bytes.set(new TextEncoder().encode(text), 16);
  bytes.set([1, 0, 0, 0, 0, 1, 255, 255], start); // 1, 0, 256, 65535
  bytes.set([7, 8, 9], start + 8);
  const { a, b } = decode(bytes.buffer);
  assert.deepEqual([...a.data], [1, 0, 256, 65535]);
  assert.deepEqual([...numbers(a)], [1, -1, 256, 1]);
  assert.deepEqual([...b.data], [7, 8, 9]);
  assert.equal(a.coding, "plain");
});

test("quantised numbers come back to half a step", () => {
  const values = Float64Array.from({ length: 300 }, (_, i) => Math.sin(i) * [1, 10, 0.01][i % 3]);
  const { x } = decode(buffer(encode([quantised("x", 3, [...values])])));
  const out = numbers(x);
  values.forEach((v, i) => assert.ok(Math.abs(out[i] - v) <= 0.51 * (x.high[i % 3] - x.low[i % 3]) / 65535 + 1e-6));
});

test("a single range serves all components", () => {
  const { x } = decode(buffer(encode([{ ...plain("x", "u8", 1, [0, 51, 255]), low: -1, high: 1 }])));
  assert.deepEqual([...numbers(x)].map((v) => Number(v.toFixed(6))), [-1, -0.6, 1]);
});

test("what is no stream is refused", () => {
  assert.throws(() => decode(new ArrayBuffer(4)), /BRNSTRM1/);
  assert.throws(() => decode(new TextEncoder().encode("BRNSTRM2________").buffer), /BRNSTRM1/);
  const good = encode([plain("x", "f32", 1, [1, 2, 3])]);
  assert.throws(() => decode(buffer(good.subarray(0, good.length - 8))), /"x" is not within/);
  const long = Uint8Array.from(good);
  long[9] = 255;
  assert.throws(() => decode(long.buffer), /cut off/);
  assert.throws(() => decode(buffer(encode([{ ...plain("x", "u8", 1, [1]), type: "i9" }]))), /unknown type "i9"/);
});

test("differences add up, and wrap around", () => {
  const first = { ...plain("x", "u16", 1, [0, 65535, 300, 5]), low: 0, high: 1 }, second = { ...plain("x", "u16", 1, [65535, 0, 44, 5]), low: 0, high: 1 };
  const a = decode(buffer(encode([first]))), coded = decode(buffer(encode([difference(second, first)])));
  assert.ok(is_delta(coded) && !is_delta(a));
  // 65535 - 0 is -1 modulo 65536: low bytes first, then high bytes
  assert.deepEqual([...coded.x.data], [255, 1, 0, 0, 255, 0, 255, 0]);
  const b = undelta(coded, a);
  assert.deepEqual([...b.x.data], [65535, 0, 44, 5]);
  assert.equal(b.x.coding, "plain");
  assert.equal(byte_count(b), 8);
});

test("bytes differ modulo 256, and other arrays pass", () => {
  const before = { x: { ...plain("x", "u8", 1, [250, 3]) } };
  const coded = { x: { ...plain("x", "u8", 1, [10, 255]), coding: "delta" }, y: plain("y", "f32", 1, [1]) };
  const out = undelta(coded, before);
  assert.deepEqual([...out.x.data], [4, 2]);
  assert.equal(out.y, coded.y);
});

test("a difference without a frame before is refused", () => {
  const coded = { x: { ...plain("x", "u8", 1, [1]), coding: "delta" } };
  assert.throws(() => undelta(coded, undefined), /"x" differs/);
  assert.throws(() => undelta(coded, { x: plain("x", "u8", 1, [1, 2]) }), /"x" differs/);
});

test("blocks of a report are base64 of gzip", async () => {
  const text = gzipSync("frames").toString("base64");
  const out = await gunzip(from_base64(`\n ${text.slice(0, 5)}\n${text.slice(5)} `));
  assert.equal(new TextDecoder().decode(out), "frames");
});
