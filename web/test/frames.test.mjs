// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameStore } from "../src/frames.js";
import { difference, encode, plain } from "./mock.mjs";

const buffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const frame = (i, n = 4) => ({ ...plain("x", "u16", 1, Array.from({ length: n }, (_, k) => i * 10 + k)), low: 0, high: 1 });
const file = (array) => buffer(encode([array]));
const rest = () => new Promise((done) => setTimeout(done, 5));

test("a frame is fetched once", async () => {
  let asked = 0;
  const store = new FrameStore(async (i) => (asked++, file(frame(i))));
  const [a, b] = await Promise.all([store.get(3), store.get(3)]);
  assert.equal(a, b);
  assert.equal(await store.get(3), a);
  assert.equal(asked, 1);
  assert.deepEqual([...a.x.data], [30, 31, 32, 33]);
});

test("the budget is kept, and what was not used for longest goes first", async () => {
  const store = new FrameStore(async (i) => file(frame(i)), { budget: 24 }); // three frames of 8 bytes
  for (const i of [0, 1, 2]) await store.get(i);
  store.use(0);
  await store.get(3);
  assert.deepEqual(store.loaded(), [0, 2, 3]);
  assert.equal(store.bytes, 24);
});

test("frames of other values are other frames, except in reports", async () => {
  const asked = [];
  const load = async (i, values) => (asked.push(`${i} ${values}`), file(frame(i)));
  const store = new FrameStore(load), report = new FrameStore(load, { all_values: true });
  await store.get(0, null);
  await store.get(0, "stress");
  assert.deepEqual(asked.splice(0), ["0 null", "0 stress"]);
  assert.deepEqual(store.loaded("stress"), [0]);
  assert.deepEqual(store.loaded("stretch"), []);
  await report.get(0, null);
  await report.get(0, "stress");
  assert.equal(asked.length, 1);
});

test("differences are undone from the last whole frame", async () => {
  const asked = [];
  const store = new FrameStore(async (i) => {
    asked.push(i);
    return file(i % 4 === 0 ? frame(i) : difference(frame(i), frame(i - 1)));
  }, { all_values: true });
  assert.deepEqual([...(await store.get(6)).x.data], [60, 61, 62, 63]);
  assert.deepEqual(asked.splice(0), [6, 5, 4]);
  assert.deepEqual([...(await store.get(7)).x.data], [70, 71, 72, 73]);
  assert.deepEqual(asked, [7]);
});

test("a first frame of differences is refused", async () => {
  const store = new FrameStore(async (i) => file(difference(frame(i + 1), frame(i))));
  await assert.rejects(store.get(1), /not there/);
});

test("wishes are fetched a few at a time, the first ones first", async () => {
  const open = [];
  const store = new FrameStore((i) => new Promise((done) => open.push([i, () => done(file(frame(i)))])));
  store.keep("100", { x: frame(100) }); // one is known, so that there is room for more
  store.wish([5, 6, 7, 8, 9, 10], null);
  assert.deepEqual(open.map(([i]) => i), [5, 6, 7, 8]);
  open[1][1]();
  await rest();
  assert.deepEqual(open.map(([i]) => i), [5, 6, 7, 8, 9]);
  assert.deepEqual(store.loaded(null), [6, 100]);
});

test("what nobody wishes for any more is given up", async () => {
  const given_up = [];
  const store = new FrameStore((i, values, signal) => new Promise((done, fail) => signal.addEventListener("abort", () => {
    given_up.push(i);
    fail(Object.assign(new Error("given up"), { name: "AbortError" }));
  })));
  store.keep("100", { x: frame(100) });
  store.wish([1, 2, 3], null);
  store.wish([3, 50], null);
  await rest();
  assert.deepEqual(given_up, [1, 2]);
});

test("what failed is not asked for again at once", async () => {
  let asked = 0;
  const told = [];
  const store = new FrameStore(async () => {
    asked++;
    throw new Error("no");
  });
  store.failed = (error, index) => told.push(index);
  store.wish([1, 2], null);
  await rest();
  await rest();
  assert.equal(asked, 2);
  assert.deepEqual(told, [1, 2]);
});

test("a failure is told to who asked, who may ask again", async () => {
  let bad = true;
  const store = new FrameStore(async (i) => {
    if (bad) throw new Error("no");
    return file(frame(i));
  });
  await assert.rejects(store.get(0), /no/);
  bad = false;
  assert.ok(await store.get(0));
});
