// SPDX-License-Identifier: Apache-2.0
//
// The binary files of docs/stream.md: a header of JSON, then arrays.

const MAGIC = "BRNSTRM1";
const TYPES = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array };
const LARGEST = { u8: 255, u16: 65535 };

/// Reads a file. Arrays are views of `buffer` where its coding is plain; those with coding "delta"
/// keep their bytes until undelta() has been told what they differ from.
/// @return {Object<string, {type, components, count, low, high, coding, data}>}
export function decode(buffer) {
  const bytes = new Uint8Array(buffer);
  if (bytes.length < 16 || String.fromCharCode(...bytes.subarray(0, 8)) !== MAGIC) {
    throw new Error("this is not a stream of Brawn: its first bytes are not BRNSTRM1");
  }
  const view = new DataView(buffer);
  const length = view.getUint32(8, true);
  if (16 + length > bytes.length) throw new Error("the header of a stream is cut off");
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + length)));
  const start = (16 + length + 7) & ~7;
  const arrays = {};
  for (const about of header.arrays) arrays[about.name] = view_of(buffer, start, about);
  return arrays;
}

function view_of(buffer, start, about) {
  const Type = TYPES[about.type];
  if (!Type) throw new Error(`array "${about.name}" has the unknown type "${about.type}"`);
  const numbers = about.count * about.components;
  const at = start + about.offset;
  if (at % 8 || at + numbers * Type.BYTES_PER_ELEMENT > buffer.byteLength) {
    throw new Error(`array "${about.name}" is not within the ${buffer.byteLength} bytes there are`);
  }
  const coding = about.coding ?? "plain";
  const data = coding === "delta"
    ? new Uint8Array(buffer, at, numbers * Type.BYTES_PER_ELEMENT)
    : new Type(buffer, at, numbers);
  return { ...about, coding, data };
}

export const is_delta = (arrays) => Object.values(arrays).some((a) => a.coding === "delta");

/// Turns differences into numbers. Wrapping around is what typed arrays do by themselves.
/// @param before the arrays of the frame before, already undone
export function undelta(arrays, before) {
  const out = {};
  for (const [name, array] of Object.entries(arrays)) {
    out[name] = array.coding === "delta" ? undo(array, before?.[name]) : array;
  }
  return out;
}

function undo(array, before) {
  const n = array.count * array.components;
  if (!before || before.data.length !== n) {
    throw new Error(`array "${array.name}" differs from one that the frame before does not have`);
  }
  const data = new TYPES[array.type](n);
  const bytes = array.data;
  if (array.type === "u8") {
    for (let i = 0; i < n; i++) data[i] = before.data[i] + bytes[i];
  } else {
    for (let i = 0; i < n; i++) data[i] = before.data[i] + bytes[i] + 256 * bytes[n + i];
  }
  return { ...array, coding: "plain", data };
}

/// Numbers as floats: integers with a range stand for low + q / Q (high - low).
/// @param out a Float32Array to fill; left out: a new one
export function numbers(array, out) {
  const { data, components: c } = array;
  const n = data.length;
  out ??= new Float32Array(n);
  if (array.low === undefined || array.low === null || !LARGEST[array.type]) {
    out.set(data);
    return out;
  }
  const low = spread(array.low, c), high = spread(array.high, c);
  for (let k = 0; k < c; k++) {
    const scale = (high[k] - low[k]) / LARGEST[array.type], l = low[k];
    for (let i = k; i < n; i += c) out[i] = l + data[i] * scale;
  }
  return out;
}

const spread = (x, c) => (Array.isArray(x) ? x : new Array(c).fill(x));

export const byte_count = (arrays) =>
  Object.values(arrays).reduce((sum, a) => sum + a.data.byteLength, 0);
