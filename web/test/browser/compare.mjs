// SPDX-License-Identifier: Apache-2.0
//
// Two runs: side by side with one camera and one time, how far they are apart, and one alone.

import assert from "node:assert/strict";
import { by_id, difference, pixels, set_frame, state, until } from "./bench.mjs";

const half = ({ width, height, data }, right) => {
  const w = width / 2, out = Buffer.alloc(4 * w * height);
  for (let y = 0; y < height; y++) data.copy(out, 4 * w * y, 4 * (y * width + (right ? w : 0)), 4 * (y * width + (right ? w : 0) + w));
  return { width: w, height, data: out };
};

export default async function compare(t) {
  const page = await t.open(await t.shared("a", "b"), "#shade=0");
  const apart = async () => (await by_id(page, "difference").textContent()).match(/mean ([\d.]+) mm, most ([\d.]+) mm/).slice(1).map(Number);

  await t.check("both are there", async () => {
    assert.match(await by_id(page, "pane-0").textContent(), /^Afusiform/);
    assert.match(await by_id(page, "pane-1").textContent(), /^Bweaker/);
    await set_frame(page, 8);
    const both = await pixels(page);
    assert.equal(both.width % 2, 0);
    const share = difference(half(both, false), half(both, true));
    assert.ok(share > 0.002 && share < 0.3, `${share}`);
  });

  await t.check("one time, and how far they are apart", async () => {
    const { frame } = await state(page);
    assert.equal(frame, 8);
    const [mean, most] = await apart();
    assert.ok(most > 0.5 && mean > 0 && mean < most, `${mean} ${most}`);
    await set_frame(page, 1);
    const [, first] = await apart();
    assert.ok(first < 0.1 * most, `${first} at first, ${most} in the end`);
  });

  await t.check("one camera", async () => {
    await set_frame(page, 1);
    await page.evaluate(() => window.brawn.setCamera({ azimuth: 100, elevation: 40, zoom: 1.5 }));
    const both = await pixels(page);
    assert.ok(difference(half(both, false), half(both, true)) < 0.01);
  });

  await t.check("one alone", async () => {
    await by_id(page, "view-b").click();
    assert.equal(await by_id(page, "pane-0").count(), 0);
    assert.equal(await by_id(page, "pane-1").count(), 1);
    assert.equal(await by_id(page, "difference").isVisible(), false);
    await page.locator("body").press("b");
    assert.equal((await state(page)).view, "both");
    assert.equal(await by_id(page, "pane-0").count(), 1);
  });

  await t.check("lines of both in one plot", async () => {
    await until("plots", async () => (await by_id(page, "plot-length").locator(".u-over").count()) === 1);
    assert.match(await by_id(page, "plot-length").textContent(), /B dashed/);
    await set_frame(page, 8);
    const [a, b] = (await by_id(page, "plot-length").locator(".key b").first().textContent()).split(" | ").map(Number);
    assert.ok(a > 0 && b > a, `the weaker one is longer: ${a} ${b}`);
  });
}
