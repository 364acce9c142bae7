// SPDX-License-Identifier: Apache-2.0
//
// More vertices than 16 bits count, of which a few move and come back: what a GLB of sparse targets
// and long indices is tried with.
//
//   node make_sheet.mjs FOLDER

import fs from "node:fs";

const folder = process.argv[2], side = 260, moved = 41;

function write(file, rise) {
  const lines = [];
  for (let v = 0; v < side * side; v++) {
    lines.push(`v ${0.001 * (v % side)} ${v < moved ? rise : 0} ${0.001 * Math.floor(v / side)}`);
  }
  for (let v = 1; v <= side * (side - 1); v++) {
    if (v % side) lines.push(`f ${v} ${v + side} ${v + side + 1} ${v + 1}`);
  }
  fs.writeFileSync(`${folder}/${file}`, lines.join("\n") + "\n");
}

fs.mkdirSync(folder);
write("flat.obj", 0);
write("risen.obj", 0.01);
const frames = ["flat", "risen", "flat"].map((name, k) => `<DataSet timestep="${k / 2}" file="${name}.obj"/>`);
fs.writeFileSync(`${folder}/sheet.pvd`,
  `<VTKFile type="Collection"><Collection>${frames.join("")}</Collection></VTKFile>\n`);
