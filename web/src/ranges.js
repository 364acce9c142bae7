// SPDX-License-Identifier: Apache-2.0
//
// Which numbers the ends of a colour map stand for.

const BINS = 256;

export class Ranges {
  constructor() {
    this.seen = new Map(); // value's name -> Map("run index" -> {low, high, trimmed})
  }

  /// Notes the ends of a frame's values, which are the ends of its quantised numbers.
  add(name, run, index, array) {
    if (!this.seen.has(name)) this.seen.set(name, new Map());
    const low = [array.low ?? 0].flat()[0], high = [array.high ?? 1].flat()[0];
    this.seen.get(name).set(`${run} ${index}`, { low, high, trimmed: trim(array.data, low, high) });
  }

  /// @param value of run.json, or null  @param state range, low, high
  /// @param frames [[run, index], ...]: only these; null: all that were seen
  get(value, state, frames) {
    if (!value) return [0, 1];
    if (state.range === "fixed" || state.low !== null || state.high !== null) {
      const [low, high] = this.natural(value, this.entries(value.name, null), "low", "high");
      return [state.low ?? low, state.high ?? high];
    }
    const entries = this.entries(value.name, frames);
    if (state.range === "all") return this.around(value, ends(entries.map((e) => [e.low, e.high])));
    if (state.range === "frame") return this.around(value, ends(entries.map((e) => [e.low, e.high])));
    return this.natural(value, entries);
  }

  /// As brawn render has it: without the outermost hundredth, which would leave one colour to the rest.
  natural(value, entries) {
    return value.natural ?? this.around(value, ends(entries.map((e) => e.trimmed)));
  }

  entries(name, frames) {
    const all = this.seen.get(name) ?? new Map();
    if (!frames) return [...all.values()];
    return frames.map(([run, index]) => all.get(`${run} ${index}`)).filter(Boolean);
  }

  /// A value with a middle has it in the middle of its colours.
  around(value, [low, high]) {
    const { middle } = value;
    if (middle === null || middle === undefined) return low < high ? [low, high] : [low, low + (Math.abs(low) || 1) * 1e-3];
    const reach = Math.max(Math.abs(low - middle), Math.abs(high - middle)) || 1e-3;
    return [middle - reach, middle + reach];
  }
}

function ends(list) {
  let low = Infinity, high = -Infinity;
  for (const [a, b] of list) {
    if (a < low) low = a;
    if (b > high) high = b;
  }
  return low <= high ? [low, high] : [0, 1];
}

/// Ends without the outermost one in a hundred on either side.
export function trim(data, low, high) {
  const most = data instanceof Uint8Array ? 255 : data instanceof Uint16Array ? 65535 : 0;
  if (!most || !data.length) return [low, high];
  const bin = new Uint32Array(BINS);
  for (let i = 0; i < data.length; i++) bin[Math.floor((data[i] * BINS) / (most + 1))]++;
  const few = 0.01 * data.length;
  let a = 0, b = BINS - 1;
  for (let sum = bin[a]; sum < few; sum += bin[++a]);
  for (let sum = bin[b]; sum < few; sum += bin[--b]);
  return [low + (a / BINS) * (high - low), low + ((b + 1) / BINS) * (high - low)];
}
