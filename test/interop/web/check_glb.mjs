// SPDX-License-Identifier: Apache-2.0
//
// A GLB: Khronos' validator finds nothing, and three.js puts every vertex where the frames have it.
//
//   node check_glb.mjs FILE.glb FOLDER_OF_OBJ FRAMES_PER_SECOND

import fs from "node:fs";
import validator from "gltf-validator";
import { AnimationMixer, LoopOnce, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { check, finish, largestDistance, readFrames, sizeOf, stem } from "./reference.mjs";

const [file, folder, rate] = process.argv.slice(2);
const bytes = new Uint8Array(fs.readFileSync(file));

const report = await validator.validateBytes(bytes, { maxIssues: 20 });
const issues = report.issues;
check(
  "validator: errors, warnings, infos, hints",
  issues.numErrors + issues.numWarnings + issues.numInfos + issues.numHints === 0,
  JSON.stringify(issues.messages.slice(0, 5)),
);

function positionsOf(mesh) {
  const point = new Vector3(), list = [];
  for (let i = 0; i < mesh.geometry.attributes.position.count; i++) {
    mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld);
    list.push(point.toArray());
  }
  return list;
}

const gltf = await new GLTFLoader().parseAsync(bytes.buffer, "");
const frames = readFrames(folder), size = sizeOf(frames);
const meshes = {};
gltf.scene.traverse((object) => {
  if (object.isMesh) meshes[stem(object.userData.part)] = object;
});
check("three: parts", Object.keys(meshes).sort().join() === Object.keys(frames).sort().join(),
  `${Object.keys(meshes)} and ${Object.keys(frames)}`);

const mixer = new AnimationMixer(gltf.scene);
const actions = gltf.animations.map((clip) => mixer.clipAction(clip).setLoop(LoopOnce));
for (const action of actions) action.clampWhenFinished = true;
const numbers = Object.keys(Object.values(frames)[0]).map(Number);
const largest = {};
for (const number of numbers) {
  for (const action of actions) action.reset().play();
  mixer.setTime((number - numbers[0]) / Number(rate));
  gltf.scene.updateMatrixWorld(true);
  for (const [name, part] of Object.entries(frames)) {
    const mesh = meshes[name];
    const distance = mesh ? largestDistance(positionsOf(mesh), part[number].vertex) : NaN;
    if (!(distance <= (largest[name] ?? 0))) largest[name] = distance;
  }
}
for (const name of Object.keys(frames)) {
  const distance = largest[name] ?? 0;
  check(`three: ${name}, ${numbers.length} frames`, distance <= 1e-6 * size,
    `${distance} m off, of a size of ${size} m`);
}
finish();
