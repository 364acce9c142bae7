// SPDX-License-Identifier: Apache-2.0
//
// Colour maps, by colours at equal distances; in between linear in sRGB. Names, colours and choice are
// those of src/render/color_map.c.

const TABLE = {
  viridis: `440154 470d60 48186a 482374 472d7b 453681 424086 3f4989 3b528b 375a8d 33638d 2f6a8e 2c728e 297a8e
    26818e 23898e 21908c 1f988b 1f9f88 21a685 28ae80 31b57b 3ebc74 4cc26c 5dc963 6ece58 82d34c 96d83f
    abdc32 c0df24 d5e21a eae51a fde725`,
  cividis: `00224e 00285b 002e6a 043371 1a386f 273e6e 32436d 3b496c 434e6c 4b546c 52596d 5a5f6e 61656f 686a71
    6f7073 757676 7c7b78 848179 8b8778 938d78 9b9376 a39a75 aba072 b3a670 bbad6c c3b469 ccba64 d4c15f
    ddc958 e6d051 efd748 f8df3c fee838`,
  magma: `000004 030311 0a0822 130d33 1d1146 28115a 36106a 430f76 50127c 5d177f 691c81 762181 822681 8f2a81
    9c2e7f a9327d b63779 c33b75 cf4170 db486a e65163 ee5c5e f5695c f9785d fb8761 fd9668 fea571 feb47b
    fec387 fed194 fde0a2 fceeb0 fcfdbf`,
  turbo: `30123b 392a73 4040a1 4456c7 466be3 467ff6 4293ff 37a7fa 29bbec 1dcdd8 18dcc3 1ee8b0 31f299 4cf97e
    6bfd64 8aff4d a3fd3c b8f735 cced34 dee037 edd03a f8c03a fdae35 fe982c fb8022 f56817 ec520f e04009
    d23105 c02302 ac1701 950d01 7a0403`,
  coolwarm: `3b4cc0 445acc 4d68d7 5775e1 6282ea 6c8ef1 779af7 82a5fb 8db0fe 98b9ff a3c2fe aec9fc b8d0f9 c2d5f4
    ccd9ee d5dbe6 dddddd e5d8d1 ecd3c5 f1ccb9 f4c4ad f7bba0 f7b194 f7a687 f49a7b f18d6f ec7f63 e57058
    de604d d55042 cb3e38 c0282f b40426`,
  red: `e8cfc4 dfa08f d26f5f c1382f 9e0f16 6b0008`,
  grey: `1a1a1a f2f2f2`,
  part: `4e79a7 f28e2b 59a14f e15759 76b7b2 b07aa1 edc948 9c755f ff9da7 3b6e5d a0cbe8 b6992d 5b3f8c d37295
    8cd17d 79706e d4a6c8 2f4b7c ffbe7d 6a9f2a`,
};

const parse = (text) =>
  text.split(/\s+/).map((hex) => [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255));
const MAPS = Object.fromEntries(Object.entries(TABLE).map(([name, text]) => [name, parse(text)]));

export const map_names = () => Object.keys(MAPS);
export const has_map = (name) => name in MAPS;

const STEPPED = new Set(["part"]); // colours do not run into each other

/// The map that suits a value: one with a middle when the value has one.
export function natural_map(value) {
  if (value?.name === "part") return "part";
  if (value?.name === "activation") return "red";
  return value?.middle === null || value?.middle === undefined ? "viridis" : "coolwarm";
}

/// Colour of a number from 0 to 1: red, green, blue from 0 to 1.
export function color_at(name, at) {
  const map = MAPS[name], last = map.length - 1, s = at > 0 ? Math.min(at, 1) : 0;
  if (STEPPED.has(name)) return map[Math.min(Math.floor(s * map.length), last)];
  const x = s * last, i = Math.min(Math.floor(x), last - 1);
  return map[i].map((c, k) => c + (x - i) * (map[i + 1][k] - c));
}

/// Colour of the part of that number, when parts are told apart by colour.
export const part_color = (name, part) => color_at(name, ((part % 20) + 0.5) / 20);

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
