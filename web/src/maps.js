// SPDX-License-Identifier: Apache-2.0
//
// Colour maps, by colours at equal distances; in between linear in sRGB, as brn_color_map() has it.

const TABLE = {
  viridis: "440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725",
  cividis: "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838",
  magma: "000004 140e36 3b0f70 641a80 8c2981 b73779 de4968 f7705c fe9f6d fecf92 fcfdbf",
  turbo: "30123b 4145ab 4675ed 39a2fc 1bcfd4 24eca6 61fc6c a4fc3b d1e834 f3c63a fe9b2d f36315 d93806 b11901 7a0403",
  coolwarm: "3b4cc0 5977e3 7b9ff9 9ebeff c0d4f5 dddcdc f2cbb7 f7ac8e ee8468 d65244 b40426",
  gray: "000000 ffffff",
};

const parse = (text) =>
  text.split(" ").map((hex) => [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255));
const MAPS = Object.fromEntries(Object.entries(TABLE).map(([name, text]) => [name, parse(text)]));

export const map_names = () => Object.keys(MAPS);
export const has_map = (name) => name in MAPS;

/// The map that suits a value: one with a middle when the value has one.
export const natural_map = (value) => (value?.middle === null || value?.middle === undefined ? "viridis" : "coolwarm");

/// Colour of a number from 0 to 1: red, green, blue from 0 to 1.
export function color_at(name, at) {
  const map = MAPS[name];
  const x = Math.min(Math.max(at, 0), 1) * (map.length - 1);
  const i = Math.min(Math.floor(x), map.length - 2);
  return map[i].map((c, k) => c + (x - i) * (map[i + 1][k] - c));
}

/// The map as a row of n pixels, for textures and legends.
export function map_row(name, n = 256) {
  const row = new Uint8Array(4 * n);
  for (let i = 0; i < n; i++) {
    const c = color_at(name, i / (n - 1));
    for (let k = 0; k < 3; k++) row[4 * i + k] = Math.round(255 * c[k]);
    row[4 * i + 3] = 255;
  }
  return row;
}
