// SPDX-License-Identifier: Apache-2.0
//
// Frames that did not converge, and tets that are inside out: told above the picture, marked on the time
// line, as run.csv and run.json have them.

import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { by_id, set_frame, state, until, until_state } from "./bench.mjs";

/// Rows of run.csv: {frame, outcome, ...}, as text.
function rows_of(folder) {
  const [head, ...rows] = readFileSync(`${folder}/run.csv`, "utf8").trim().split("\n").map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, c) => [name, row[c]])));
}

/// The same run, but for some cells of run.csv: {7: {inverted: 4}}
function spoil(from, to, changes) {
  cpSync(from, to, { recursive: true });
  const lines = readFileSync(`${from}/run.csv`, "utf8").split("\n"), head = lines[0].split(",");
  const change = (line) => {
    const cells = line.split(",");
    for (const [name, value] of Object.entries(changes[cells[0]] ?? {})) cells[head.indexOf(name)] = value;
    return cells.join(",");
  };
  writeFileSync(`${to}/run.csv`, lines.map(change).join("\n"));
}

/// Numbers of the frames that have a mark above the bar: 2 where it is filled, 1 where it is hollow.
const marks = (page) => page.evaluate(() => {
  const { app } = window.brawn, { track, canvas } = app.timeline, ratio = devicePixelRatio, c = canvas.getContext("2d");
  const width = track.clientWidth - 24, mid = Math.round(track.clientHeight * 0.36), { frames } = app.master.status, found = {};
  const ink = (x, y) => c.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data[3] > 128;
  frames.forEach((number, i) => {
    const x = 12 + (i / (frames.length - 1)) * width;
    if (ink(x, mid - 14)) found[number] = ink(x, mid - 12) ? 2 : 1;
  });
  return found;
});

const two_digits = (x) => Number(Number(x).toPrecision(2));

export default async function outcomes(t) {
  const rows = rows_of(t.runs.loose), bad = rows.filter((r) => r.outcome !== "converged").map((r) => Number(r.frame));
  const about = JSON.parse(readFileSync(`${t.runs.loose}/run.json`, "utf8"));
  const page = await t.open(await t.shared("loose"));
  const said = by_id(page, "unconverged-0"), frame = by_id(page, "outcome-frame-0");
  const valuetext = () => by_id(page, "track").getAttribute("aria-valuetext");

  await t.check("the run is one to be told of: good frames, then bad ones, then good ones", () => {
    assert.ok(bad[0] > 1 && bad.at(-1) < rows.length && bad.length > 2, `${bad} of ${rows.length}`);
  });

  await t.check("how many, and the first, as run.json has them", async () => {
    await said.waitFor();
    assert.equal(await said.textContent(), `${about.unconverged} of ${rows.length} frames did not converge; the first is ${about.first_unconverged}`);
    assert.equal(about.unconverged, bad.length);
    assert.equal(await by_id(page, "spoilt-0").count(), 0);
  });

  await t.check("a frame that converged is not blamed", async () => {
    assert.equal(await frame.textContent(), "frame 1: converged");
    assert.doesNotMatch(await valuetext(), /converge|iterations/);
  });

  await t.check("a click goes to the first, which is told in words", async () => {
    await page.locator("body").press("End");
    await said.click();
    await until_state(page, "the first one", (s) => s.frame === bad[0]);
    const row = rows[bad[0] - 1], words = `out of iterations, ${two_digits(row["residual [N]"])} N of ${two_digits(row["acting [N]"])} N out of balance`;
    assert.equal(await frame.textContent(), `frame ${bad[0]}: ${words}`);
    assert.ok((await valuetext()).endsWith(words), await valuetext());
  });

  await t.check("by the keyboard, too", async () => {
    await page.locator("body").press("Home");
    await said.press("Enter");
    await until_state(page, "the first one", (s) => s.frame === bad[0]);
  });

  await t.check("the words follow the frame", async () => {
    await set_frame(page, bad.at(-1));
    assert.match(await frame.textContent(), new RegExp(`^frame ${bad.at(-1)}: out of iterations`));
    await page.locator("body").press("ArrowRight");
    assert.equal(await frame.textContent(), `frame ${bad.at(-1) + 1}: converged`);
  });

  await t.check("marks on the time line, of those and of no others", async () => {
    assert.deepEqual(await marks(page), Object.fromEntries(bad.map((number) => [number, 2])));
  });

  await t.check("pointing at a mark tells why", async () => {
    const box = await by_id(page, "track").boundingBox(), x = (i) => box.x + 12 + (i / (rows.length - 1)) * (box.width - 24);
    await page.mouse.move(x(bad[1] - 1), box.y + 6);
    assert.match(await by_id(page, "track").getAttribute("title"), new RegExp(`^frame ${bad[1]}: out of iterations`));
    await page.mouse.move(x(0), box.y + 6);
    assert.equal(await by_id(page, "track").getAttribute("title"), "");
  });

  await t.check("a run that converged says nothing", async () => {
    const good = await t.open(await t.shared("a"));
    await until("its table", () => good.evaluate(() => window.brawn.app.master.outcomes?.told.size === 8));
    assert.equal(await by_id(good, "outcomes-0").isVisible(), false);
    assert.deepEqual(await marks(good), {});
  });

  const spoilt = `${t.runs.folder}/spoilt`, last = rows.length;
  spoil(t.runs.loose, spoilt, { 2: { inverted: 4 }, [last]: { crushed: 1 }, [bad[0]]: { inverted: 1 } });

  await t.check("tets that are inside out or crushed, in frames that converged, too", async () => {
    const other = await t.open((await t.view(spoilt)).address);
    await by_id(other, "spoilt-0").waitFor();
    assert.equal(await by_id(other, "spoilt-0").textContent(), "3 have tets inside out or crushed; the first is 2");
    await by_id(other, "spoilt-0").click();
    await until_state(other, "the first one", (s) => s.frame === 2);
    assert.equal(await by_id(other, "outcome-frame-0").textContent(), "frame 2: converged, 4 tets inside out");
    await set_frame(other, bad[0]);
    assert.match(await by_id(other, "outcome-frame-0").textContent(), /^frame \d+: out of iterations, .* out of balance, 1 tet inside out$/);
    assert.deepEqual(await marks(other), { ...Object.fromEntries(bad.map((number) => [number, 2])), 2: 1, [last]: 1 });
  });

  await t.check("of two runs those are told that are shown", async () => {
    const both = await t.open((await t.view(t.runs.loose, spoilt)).address);
    await by_id(both, "unconverged-1").waitFor();
    assert.match(await by_id(both, "outcomes-0").textContent(), /^A\d/);
    assert.match(await by_id(both, "outcomes-1").textContent(), /^B\d/);
    assert.equal((await marks(both))[2], 1);
    await by_id(both, "view-a").click();
    assert.equal(await by_id(both, "outcomes-1").isVisible(), false);
    assert.equal(await by_id(both, "outcomes-0").isVisible(), true);
    assert.equal((await marks(both))[2], undefined);
  });

  await t.check("a report tells it as well", async () => {
    const report = await t.open(String(pathToFileURL(`${t.runs.folder}/loose.html`)));
    await by_id(report, "unconverged-0").click();
    await until_state(report, "the first one", (s) => s.frame === bad[0]);
    assert.match(await by_id(report, "unconverged-0").textContent(), new RegExp(`^${bad.length} of ${rows.length} frames`));
  });

  await t.check("on a phone all of it is seen, and the picture stays where it is", async () => {
    const phone = await t.open(await t.shared("loose"), "", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    await by_id(phone, "unconverged-0").waitFor();
    const before = await by_id(phone, "canvas").boundingBox();
    await by_id(phone, "unconverged-0").tap();
    await until_state(phone, "the first one", (s) => s.frame === bad[0]);
    assert.deepEqual(await by_id(phone, "canvas").boundingBox(), before);
    const box = await by_id(phone, "outcome-frame-0").boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= before.y, JSON.stringify(box));
  });

  await t.check("a run that is going: the count grows with its rows", async () => {
    const folder = `${t.runs.folder}/loose_live`;
    const run = t.spawn("run", `${t.runs.loose}/run.scene.json`, "--set", "muscles.muscle.activation.repeat=ping_pong", "--set", "mesh.shape.tets=4000", "--frames", "1-100000", "-o", folder, "--quiet");
    await until("frames of a run", () => existsSync(`${folder}/frames`) && readdirSync(`${folder}/frames`).length > 2);
    const live = await t.open((await t.view(folder)).address);
    const counted = async () => (await by_id(live, "unconverged-0").textContent()).match(/^(\d+) of (\d+) frames did not converge; the first is (\d+)$/).slice(1).map(Number);
    await by_id(live, "unconverged-0").waitFor();
    const [many, of, first] = await counted();
    await until("more of them", async () => (await counted())[0] > many && (await counted())[1] > of);
    run.child.kill("SIGINT");
    await run.code;
    const all = rows_of(folder), wrong = all.filter((r) => r.outcome !== "converged");
    assert.equal(first, Number(wrong[0].frame));
    await until("all of them", async () => String(await counted()) === String([wrong.length, all.length, first]));
    assert.equal((await state(live)).frames, all.length);
  });
}
