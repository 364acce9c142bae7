// SPDX-License-Identifier: Apache-2.0
//
// The page and `brawn render` show the same: silhouettes and colours are compared, pixel by pixel. That
// the comparison would see a wrong frame, camera, part or colour map is checked as well.
//
// What differs by design: muscles have a grain and edges of bones are sharper in `brawn render`, and
// shadows on the page come from depth pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { pixels, set } from "./bench.mjs";
import { read_png } from "./png.mjs";

const SIZE = { width: 800, height: 600 };
const MOST = { outline: 0.02, mean: 9, tenth: 22 }; // of 255; measured: 0.01, 6.1, 17.3 at most

// brn_camera_fit(), once more
function camera({ low, high }, azimuth, elevation) {
  const rad = Math.PI / 180, a = azimuth * rad, e = elevation * rad;
  const target = low.map((x, k) => (x + high[k]) / 2);
  const radius = Math.hypot(...low.map((x, k) => high[k] - x)) / 2, away = radius / Math.sin(15 * rad);
  const back = [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)];
  return { target, eye: target.map((x, k) => x + away * back[k]) };
}

function render(t, run, name, bounds, { frame, azimuth, elevation }, ...more) {
  const { eye, target } = camera(bounds, azimuth, elevation), file = `${t.runs.folder}/${name}.png`;
  execFileSync(t.brawn, ["render", run, "--frame", String(frame), "--size", "800x600", "--fov", "30", "--eye", eye.join(), "--target", target.join(),
    "--background", "transparent", "--no-legend", "--force", "--quiet", "-o", file, ...more]);
  return read_png(file);
}

const apart = (a, b, i) => [0, 1, 2].reduce((sum, k) => sum + Math.abs(a.data[4 * i + k] - b.data[4 * i + k]), 0) / 3;

/// @return {outline: 1 - intersection over union, mean, tenth: colours of the worst tenth begin there}
function compare(page, empty, drawn) {
  const { width, height } = drawn, n = width * height, in_both = new Uint8Array(n);
  let both = 0, any = 0;
  for (let i = 0; i < n; i++) {
    const a = apart(page, empty, i) > 12, b = drawn.data[4 * i + 3] > 127;
    in_both[i] = a && b ? 1 : 0;
    both += in_both[i];
    any += a || b ? 1 : 0;
  }
  const inner = []; // edges are mixed with what is behind
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      if ([-2, -1, 0, 1, 2].every((dy) => [-2, -1, 0, 1, 2].every((dx) => in_both[i + dy * width + dx]))) inner.push(apart(page, drawn, i));
    }
  }
  inner.sort((a, b) => a - b);
  return { outline: 1 - both / Math.max(1, any), mean: inner.reduce((s, x) => s + x, 0) / Math.max(1, inner.length), tenth: inner[Math.floor(0.9 * inner.length)] ?? 255, count: inner.length };
}

const are_alike = (found) => Object.keys(MOST).every((name) => found[name] < MOST[name]) && found.count > 5000;
const told = (found) => Object.entries(found).map(([name, x]) => `${name} ${x.toFixed(3)}`).join(", ");

export default async function picture(t) {
  const stages = {};
  for (const name of ["a", "joint"]) {
    const address = await t.shared(name);
    const { bounds } = await (await fetch(`${address}0/run.json`)).json();
    const page = await t.open(address, "#bare=1&theme=dark&hide=bones,muscles,tendons,others", { viewport: SIZE });
    stages[name] = { page, bounds, run: t.runs[name], empty: await pixels(page) };
  }
  const show = async ({ page }, { frame, azimuth, elevation }, changes = {}) => {
    await set(page, { shade: false, hide: "", color: null, map: null, low: null, high: null, range: "auto", ...changes });
    await page.evaluate((number) => window.brawn.setFrame(number), frame);
    await page.evaluate((pose) => window.brawn.setCamera(pose), { azimuth, elevation, zoom: 1 });
    await page.evaluate(() => window.brawn.app.set({ shade: true })); // shadows once, they take longest
    return pixels(page);
  };
  const CASES = [
    ["a", { frame: 8, azimuth: 30, elevation: 12 }, {}, []],
    ["a", { frame: 8, azimuth: 200, elevation: -40 }, { color: "stretch", low: 0.94, high: 1.02 }, ["--color", "stretch", "--range", "0.94,1.02"]],
    ["joint", { frame: 6, azimuth: 70, elevation: 25 }, {}, []],
    ["joint", { frame: 4, azimuth: 140, elevation: 20 }, { hide: "left", color: "part" }, ["--hide", "left", "--color", "part"]],
  ];
  const kept = [];
  for (const [index, [name, pose, changes, more]] of CASES.entries()) {
    const stage = stages[name];
    const what = `${name}, frame ${pose.frame} from ${pose.azimuth}, ${pose.elevation}${changes.color ? ` by ${changes.color}` : ""}${changes.hide ? ` without ${changes.hide}` : ""}`;
    await t.check(`as brawn render: ${what}`, async () => {
      const drawn = render(t, stage.run, `picture${index}`, stage.bounds, pose, ...more);
      kept[index] = { stage, pose, changes, drawn };
      const found = compare(await show(stage, pose, changes), stage.empty, drawn);
      if (process.env.TIMES) console.log(`   ${what}: ${told(found)}`);
      assert.ok(are_alike(found), told(found));
    });
  }

  const WRONG = [
    ["another frame", 2, { frame: 1 }, {}],
    ["another azimuth", 2, { azimuth: 78 }, {}],
    ["a camera from the other side", 0, { azimuth: -30 }, {}],
    ["a camera from below", 0, { elevation: -12 }, {}],
    ["a part that is hidden", 0, {}, { hide: "upper_tendon" }],
    ["a part that should be hidden", 3, {}, { hide: "" }],
    ["another value", 1, {}, { color: "activation" }],
    ["another colour map", 1, {}, { map: "turbo" }],
    ["another range", 1, {}, { low: 0.9, high: 1.05 }],
  ];
  for (const [what, index, pose, changes] of WRONG) {
    await t.check(`${what} would be seen`, async () => {
      const one = kept[index], found = compare(await show(one.stage, { ...one.pose, ...pose }, { ...one.changes, ...changes }), one.stage.empty, one.drawn);
      if (process.env.TIMES) console.log(`   ${what}: ${told(found)}`);
      assert.ok(!are_alike(found), told(found));
    });
  }
}
