// SPDX-License-Identifier: Apache-2.0
//
// A picture is saved: of this size, of twice the size, with what the canvas shows.

import assert from "node:assert/strict";
import { by_id, difference, pixels, set_frame } from "./bench.mjs";
import { read_png } from "./png.mjs";

export default async function shot(t) {
  const page = await t.open(await t.shared("a"), "#frame=3");
  const save = async (act) => {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), image: read_png(await download.path()) };
  };

  await t.check("what is seen is saved", async () => {
    await set_frame(page, 3);
    const seen = await pixels(page);
    const { name, image } = await save(() => by_id(page, "screenshot").click());
    assert.equal(name, "fusiform.0003.png");
    assert.deepEqual([image.width, image.height], [seen.width, seen.height]);
    assert.ok(difference(seen, image, 2) < 1e-4, `${difference(seen, image, 2)} differs`);
  });

  await t.check("twice the size", async () => {
    const before = await pixels(page);
    const { image } = await save(() => page.locator("body").press("Shift+S"));
    assert.deepEqual([image.width, image.height], [2 * before.width, 2 * before.height]);
    assert.equal(difference(before, await pixels(page)), 0, "and the page is as before");
  });

  await t.check("with the legend", async () => {
    await page.evaluate(() => window.brawn.set({ color: "stretch" }));
    const seen = await pixels(page);
    const { image } = await save(() => page.locator("body").press("s"));
    assert.ok(difference(seen, image, 2) > 0.001);
  });
}
