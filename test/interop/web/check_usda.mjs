// SPDX-License-Identifier: Apache-2.0
//
// A USD file: three.js and TinyUSDZ, which share no code, read it, and the time samples of every
// part are the frames.
//
//   node check_usda.mjs FILE.usda FOLDER_OF_OBJ METRES_PER_UNIT UP_AXIS FRAMES_PER_SECOND

import fs from "node:fs";
import { USDLoader } from "three/examples/jsm/loaders/USDLoader.js";
import { USDAParser } from "three/examples/jsm/loaders/usd/USDAParser.js";
import { check, finish, largestDistance, readFrames, sizeOf } from "./reference.mjs";
import { openTinyUsdz, samplesOf } from "./tinyusdz.mjs";

const [file, folder, metres, up, rate] = process.argv.slice(2);
const bytes = fs.readFileSync(file), text = bytes.toString("utf8");
const frames = readFrames(folder), size = sizeOf(frames);

/** The identifier of a part, by the name that the file keeps beside it. */
const prims = {};
for (const [, prim, name] of text.matchAll(/def Mesh "(\w+)" \(\s*displayName = ("(?:[^"\\]|\\.)*")/g)) {
  prims[Buffer.from(JSON.parse(name)).toString("latin1").replace(/[^A-Za-z0-9._-]/g, "_")] = prim;
}
check("usda: parts", Object.keys(prims).sort().join() === Object.keys(frames).sort().join(),
  `${Object.keys(prims)} and ${Object.keys(frames)}`);

function checkSamples(reader, name, samples) {
  let largest = 0;
  const numbers = Object.keys(frames[name]);
  for (const number of numbers) {
    const distance = largestDistance(samples?.[number] ?? [], frames[name][number].vertex);
    if (!(distance <= largest)) largest = distance;
  }
  check(`${reader}: ${name}, ${numbers.length} frames`, largest <= 1e-6 * size,
    `${largest} off, of a size of ${size}`);
}

// ------------------------------------------------------------------------------------------- three

const specs = new USDAParser().parseData(text).specsByPath;
const stage = specs["/"].fields;
check("three: metersPerUnit", stage.metersPerUnit === Number(metres), stage.metersPerUnit);
check("three: upAxis", stage.upAxis === up.toUpperCase(), stage.upAxis);
check("three: rates", stage.timeCodesPerSecond === Number(rate) && stage.framesPerSecond === Number(rate),
  `${stage.timeCodesPerSecond} and ${stage.framesPerSecond}`);

function triples(flat) {
  const list = [];
  for (let i = 0; i < flat.length; i += 3) list.push([flat[i], flat[i + 1], flat[i + 2]]);
  return list;
}

/** Samples of an attribute; a part that stands still has one value for all frames. */
function threeSamples(path, numbers) {
  const { timeSamples, default: value } = specs[path]?.fields ?? {};
  const list = {};
  timeSamples?.times.forEach((time, i) => (list[time] = triples(timeSamples.values[i])));
  if (!timeSamples && value) for (const number of numbers) list[number] = triples(value);
  return list;
}

for (const [name, part] of Object.entries(frames)) {
  const path = Object.keys(specs).find((p) => p.endsWith(`/${prims[name]}.points`));
  checkSamples("three", name, threeSamples(path, Object.keys(part)));
  const face = Object.values(part)[0].face;
  const counts = specs[path?.replace("points", "faceVertexCounts")]?.fields.default ?? [];
  const corners = specs[path?.replace("points", "faceVertexIndices")]?.fields.default ?? [];
  check(`three: ${name}, faces`,
    counts.join() === face.map((f) => f.length).join() && corners.join() === face.flat().join());
}
let meshes = 0;
new USDLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  .traverse((object) => (meshes += object.isMesh ? 1 : 0));
check("three: meshes in the scene", meshes === Object.keys(frames).length, meshes);

// ---------------------------------------------------------------------------------------- TinyUSDZ

const tiny = await openTinyUsdz();
const layer = new tiny.TinyUSDZLoaderNative();
const read = layer.loadAsLayerFromBinary(new Uint8Array(bytes), "run.usda");
check("tinyusdz: layer", read && !layer.error(), layer.error());
const printed = layer.layerToString(), samples = samplesOf(printed);
for (const [name, part] of Object.entries(frames)) {
  if (samples[prims[name]]) checkSamples("tinyusdz", name, samples[prims[name]]);
}
check("tinyusdz: parts that move", Object.keys(samples).length > 1, Object.keys(samples));
const scene = new tiny.TinyUSDZLoaderNative();
const opened = scene.loadFromBinary(new Uint8Array(bytes), "run.usda");
check("tinyusdz: stage", opened && scene.numMeshes() === Object.keys(frames).length, scene.error());

// ----------------------------------------------------------------------------------------- the tets

if (text.includes("def TetMesh")) {
  const path = Object.keys(specs).find((p) => p.endsWith("/solid.points"));
  const tets = specs[path.replace("points", "tetVertexIndices")].fields.default;
  const at = Object.values(threeSamples(path, [])), count = at[0].length;
  const most = tets.reduce((a, b) => Math.max(a, b), 0);
  check("three: tets", tets.length % 4 === 0 && most === count - 1 && samples.solid !== undefined);
  let inverted = 0;
  for (const point of at) {
    for (let t = 0; t < tets.length; t += 4) {
      const [a, b, c, d] = tets.slice(t, t + 4).map((v) => point[v]);
      const u = b.map((x, i) => x - a[i]), v = c.map((x, i) => x - a[i]), w = d.map((x, i) => x - a[i]);
      const volume = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
        u[2] * (v[0] * w[1] - v[1] * w[0]);
      if (!(volume > 0)) inverted++;
    }
  }
  check("three: tets are right-handed", inverted === 0, `${inverted} are not`);
  const subsets = Object.keys(specs).filter((p) => /\/solid\/\w+\.indices$/.test(p));
  const listed = subsets.flatMap((p) => specs[p].fields.default).sort((a, b) => a - b);
  check("three: every tet is in one subset", listed.length === tets.length / 4 &&
    listed.every((t, i) => t === i), listed.length);
}
finish();
