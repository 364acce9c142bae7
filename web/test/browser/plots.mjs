// SPDX-License-Identifier: Apache-2.0
//
// Plots have the numbers of the tables, follow the time, and lead it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { by_id, set_frame, state, until } from "./bench.mjs";

function column(path, name) {
  const [head, ...rows] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(","));
  return rows.map((row) => Number(row[head.indexOf(name)]));
}

export default async function plots(t) {
  const page = await t.open(await t.shared("joint"));
  const cards = () => by_id(page, "plots").locator("section").evaluateAll((list) => list.map((e) => e.dataset.testid));
  const told = async (id, label) => Number((await by_id(page, `plot-${id}`).locator(".key", { hasText: label }).locator("b").textContent()).replace("−", "-"));
  const playhead = (id) => by_id(page, `plot-${id}`).locator(".playhead").evaluate((e) => e.getBoundingClientRect().left);
  const chart = (id) => by_id(page, `plot-${id}`).locator(".u-over");

  await t.check("what people look at first is there", async () => {
    await until("four plots", async () => (await by_id(page, "plots").locator(".u-over").count()) === 4);
    assert.deepEqual(await cards(), ["plot-activation", "plot-angle", "plot-length", "plot-force"]);
  });

  await t.check("numbers are those of the tables, at every frame", async () => {
    const angle = column(`${t.runs.joint}/joints.csv`, "elbow.angle [deg]");
    const activation = column(`${t.runs.joint}/muscles.csv`, "left.activation");
    assert.equal(angle.length, 6);
    for (const frame of [2, 4, 6]) {
      await set_frame(page, frame);
      assert.ok(Math.abs((await told("angle", "elbow")) - angle[frame - 1]) < 2e-3 * 25, `angle of frame ${frame}`);
      assert.ok(Math.abs((await told("activation", "left")) - activation[frame - 1]) < 1e-3, `activation of frame ${frame}`);
    }
    assert.ok(angle[5] > 20, "the joint turns at all");
  });

  await t.check("the line follows the time", async () => {
    const places = [];
    for (const frame of [1, 3, 5]) {
      await set_frame(page, frame);
      places.push(await playhead("angle"));
    }
    assert.ok(places[1] - places[0] > 20, `${places}`);
    assert.ok(Math.abs(places[2] - places[1] - (places[1] - places[0])) < 1.5, `${places}`);
  });

  await t.check("a click in a plot goes there", async () => {
    const box = await chart("angle").boundingBox();
    const [first, third] = [await set_frame(page, 1).then(() => playhead("angle")), await set_frame(page, 3).then(() => playhead("angle"))];
    await set_frame(page, 6);
    await page.mouse.click(third, box.y + box.height / 2);
    assert.equal((await state(page)).frame, 3);
    await page.mouse.click(first + 1, box.y + box.height / 2);
    assert.equal((await state(page)).frame, 1);
    await page.mouse.move(600, 5);
  });

  await t.check("one is added and removed, and the address knows", async () => {
    await by_id(page, "add-plot").selectOption("volume");
    await until("the plot", async () => (await cards()).includes("plot-volume"));
    await until("its lines", async () => (await chart("volume").count()) === 1);
    await by_id(page, "plot-activation").hover();
    await by_id(page, "plot-activation").getByLabel("Remove this plot").click();
    assert.deepEqual(await cards(), ["plot-angle", "plot-length", "plot-force", "plot-volume"]);
    await until("the address", async () => /plots=angle%3Blength%3Bforce%3Bvolume/.test(await page.evaluate(() => location.hash)));
  });

  await t.check("any columns", async () => {
    await by_id(page, "add-plot").selectOption("choose");
    await page.locator(".columns input[type=search]").fill("elbow.gap");
    await page.locator(".columns label.column:visible input").check();
    await by_id(page, "columns-ok").click();
    await until("the plot", async () => (await cards()).includes("plot-joints.csv|elbow.gap [m]"));
  });
}
