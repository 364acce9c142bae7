// SPDX-License-Identifier: Apache-2.0
//
// Frames of a run, fetched ahead and kept within a budget of bytes. What was not looked at for the
// longest time goes first. Numbers stay quantised until they are shown: half the bytes.

import { byte_count, decode, is_delta, undelta } from "./stream.js";

const AT_ONCE = 4; // requests: more only make the first one wait
const AGAIN = 3000; // ms until a frame that failed is asked for again

export class FrameStore {
  /// @param load (index, values, signal) => Promise<ArrayBuffer>
  /// @param options.budget bytes
  /// @param options.all_values a frame has all values (reports): one entry does for each
  constructor(load, { budget = 256e6, all_values = false } = {}) {
    this.load = load;
    this.budget = budget;
    this.all_values = all_values;
    this.entry = new Map(); // key -> {arrays, bytes}; the order is that of use
    this.flying = new Map(); // key -> {promise, abort}
    this.bytes = 0;
    this.seconds = 0; // that a frame takes to come, on average
    this.arrived = () => {};
    this.wishes = [];
    this.failure = new Map(); // key -> when
  }

  key = (index, values) => (this.all_values || !values ? `${index}` : `${index} ${values}`);

  /// A frame that is there, or null. Without colours any version of it will do.
  peek(index, values) {
    const key = this.key(index, values);
    return this.entry.get(key)?.arrays ?? null;
  }

  has = (index, values) => this.entry.has(this.key(index, values));

  /// Marks a frame as just looked at.
  use(index, values) {
    const key = this.key(index, values);
    const entry = this.entry.get(key);
    if (!entry) return null;
    this.entry.delete(key);
    this.entry.set(key, entry);
    return entry.arrays;
  }

  /// A frame, now or later.
  get(index, values) {
    const there = this.use(index, values);
    return there ? Promise.resolve(there) : this.fetch(index, values);
  }

  fetch(index, values) {
    const key = this.key(index, values);
    const flying = this.flying.get(key);
    if (flying) return flying.promise;
    const abort = new AbortController();
    const promise = this.bring(index, values, key, abort.signal).catch((error) => {
      if (error.name !== "AbortError") this.failure.set(key, performance.now());
      throw error;
    }).finally(() => {
      this.flying.delete(key);
      this.pump();
    });
    this.flying.set(key, { promise, abort, index });
    return promise;
  }

  async bring(index, values, key, signal) {
    const begun = performance.now();
    const arrays = await this.read(index, values, signal);
    const took = (performance.now() - begun) / 1000 / Math.max(1, this.flying.size);
    this.seconds = this.seconds ? 0.8 * this.seconds + 0.2 * took : took;
    this.keep(key, arrays);
    this.arrived(index, values, arrays);
    return arrays;
  }

  /// Differences are undone from the nearest frame before that is there or needs no other.
  async read(index, values, signal) {
    const chain = [];
    let base = null;
    for (let i = index; ; i--) {
      if (i < 0) throw new Error(`frame ${index} differs from one that is not there`);
      base = i < index ? this.peek(i, values) : null;
      if (base) break;
      const arrays = decode(await this.load(i, values, signal));
      chain.push([i, arrays]);
      if (!is_delta(arrays)) break;
    }
    for (let k = chain.length - 1; k >= 0; k--) {
      base = undelta(chain[k][1], base);
      if (k > 0) this.keep(this.key(chain[k][0], values), base);
    }
    return base;
  }

  keep(key, arrays) {
    const bytes = byte_count(arrays);
    this.bytes -= this.entry.get(key)?.bytes ?? 0;
    this.entry.delete(key);
    this.entry.set(key, { arrays, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.entry) {
      if (this.bytes <= this.budget || this.entry.size <= 2) break;
      if (oldest === key) continue;
      this.entry.delete(oldest);
      this.bytes -= entry.bytes;
    }
  }

  /// Says which frames will be looked at soon, the next one first. Requests that nobody wishes for
  /// any more are given up.
  wish(indices, values) {
    this.values = values;
    this.wishes = indices.slice(0, this.room());
    const wanted = new Set(this.wishes.map((i) => this.key(i, values)));
    for (const [key, { abort }] of this.flying) {
      if (!wanted.has(key)) abort.abort();
    }
    this.pump();
  }

  /// How many frames fit into the budget; a few are kept for what was just seen.
  room() {
    const mean = this.entry.size ? this.bytes / this.entry.size : 0;
    return mean ? Math.max(1, Math.floor((0.8 * this.budget) / mean)) : AT_ONCE;
  }

  pump() {
    for (const index of this.wishes) {
      if (this.flying.size >= AT_ONCE) return;
      const key = this.key(index, this.values);
      if (this.entry.has(key) || this.flying.has(key) || this.has_failed(key)) continue;
      this.fetch(index, this.values).catch((error) => {
        if (error.name !== "AbortError") this.failed?.(error, index);
      });
    }
  }

  has_failed = (key) => performance.now() - (this.failure.get(key) ?? -Infinity) < AGAIN;

  /// Indices that are there for these values, in order.
  loaded(values) {
    const out = [];
    for (const key of this.entry.keys()) {
      const [index, name] = key.split(" ");
      if (this.all_values || (name ?? "") === (values ?? "")) out.push(Number(index));
    }
    return out.sort((a, b) => a - b);
  }
}
