// SPDX-License-Identifier: Apache-2.0
//
// Colours by a value: legend, colour maps, ranges, and the number under the cursor.

import assert from "node:assert/strict";
import { by_id, difference, pixels, place_of, set_frame, state, until, until_state } from "./bench.mjs";

const number = (text) => Number(text.replace("−", "-"));

export default async function colours(t) {
  const page = await t.open(await t.shared("a"), "#frame=8&shade=0");
  const legend = by_id(page, "legend");
  const ticks = async () => (await legend.locator(".ticks span").allTextContents()).map(number);
  const close = (a, b, far = 5e-3) => assert.ok(Math.abs(a - b) <= far * Math.max(1e-9, Math.abs(b)), `${a} is not ${b}`);
  const tissue = await pixels(page);

  await t.check("no legend without a value", async () => assert.equal(await legend.isVisible(), false));

  await t.check("a value has a legend with its name and the ends of its range", async () => {
    await by_id(page, "color-by").selectOption("stretch");
    await until_state(page, "colours", (s) => s.color === "stretch" && s.range);
    await page.evaluate(() => window.brawn.setFrame(8));
    assert.equal(await legend.isVisible(), true);
    assert.match(await legend.textContent(), /stretch/);
    const { range } = await state(page), at = await ticks();
    close(at[0], range[0]);
    close(at[4], range[1]);
    close((range[0] + range[1]) / 2, 1, 1e-6); // the middle of stretch is 1
    assert.ok(difference(tissue, await pixels(page)) > 0.01);
  });

  await t.check("another map is other colours, and the legend has them", async () => {
    const before = await pixels(page);
    const bar = () => legend.locator("canvas").evaluate((canvas) => {
      const row = canvas.getContext("2d").getImageData(0, 0, 256, 1).data;
      return [...row.slice(0, 3), ...row.slice(-4, -1)];
    });
    assert.deepEqual(await bar(), [0x3b, 0x4c, 0xc0, 0xb4, 0x04, 0x26]); // coolwarm
    await by_id(page, "color-map").selectOption("viridis");
    assert.deepEqual(await bar(), [0x44, 0x01, 0x54, 0xfd, 0xe7, 0x25]);
    assert.ok(difference(before, await pixels(page)) > 0.01);
  });

  await t.check("the range of a frame is that of its numbers", async () => {
    await by_id(page, "color-range").selectOption("frame");
    await set_frame(page, 8);
    const numbers = await page.evaluate(() => {
      const { low, high } = window.brawn.app.showing.frames[0].value;
      return [low, high].flat();
    });
    const reach = Math.max(...numbers.map((x) => Math.abs(x - 1)));
    const { range } = await state(page);
    close(range[0], 1 - reach, 1e-6);
    close(range[1], 1 + reach, 1e-6);
    await set_frame(page, 1);
    assert.notDeepEqual((await state(page)).range, range);
  });

  await t.check("ends that are typed", async () => {
    await by_id(page, "range-low").fill("0.9");
    await by_id(page, "range-low").press("Enter");
    await by_id(page, "range-high").fill("1,1");
    await by_id(page, "range-high").press("Enter");
    assert.deepEqual((await state(page)).range, [0.9, 1.1]);
    assert.deepEqual(await ticks(), [0.9, 0.95, 1, 1.05, 1.1]);
    await set_frame(page, 8);
    assert.deepEqual((await state(page)).range, [0.9, 1.1]);
    await until("the address", async () => /low=0.9&high=1.1/.test(await page.evaluate(() => location.hash)));
  });

  await t.check("the number under the cursor", async () => {
    const { x, y } = await place_of(page, "muscle");
    await page.mouse.move(x, y);
    await until("a number", async () => /stretch\s+\d/.test((await by_id(page, "tip").textContent()) ?? ""));
    const told = Number((await by_id(page, "tip").textContent()).match(/stretch\s+([\d.]+)/)[1]);
    assert.ok(told > 0.7 && told < 1.1, `${told}`);
    await page.mouse.move(4, 4);
  });

  await t.check("activation goes from 0 to 1, and tissue has no legend", async () => {
    await by_id(page, "color-by").selectOption("activation");
    await until_state(page, "activation", (s) => s.color === "activation");
    assert.deepEqual((await state(page)).range, [0, 1]);
    await by_id(page, "color-by").selectOption("");
    await set_frame(page, 8);
    assert.equal(await legend.isVisible(), false);
    assert.equal(difference(tissue, await pixels(page)), 0);
  });
}
