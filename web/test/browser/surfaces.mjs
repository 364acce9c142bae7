// SPDX-License-Identifier: Apache-2.0
//
// A body of surfaces: no tets, no forces, and an envelope that is hidden at first.

import assert from "node:assert/strict";
import { by_id, difference, pixels, set, until, visible } from "./bench.mjs";

export default async function surfaces(t) {
  const page = await t.open(await t.shared("surfaces"), "#frame=4&shade=0");
  const shown = async () => (await visible(page)).sort();
  const before = await pixels(page);

  await t.check("all but the envelope is shown", async () => {
    assert.deepEqual(await shown(), ["biceps", "left", "right"]);
  });

  await t.check("the envelope comes and goes", async () => {
    await by_id(page, "eye-envelope").click();
    assert.deepEqual(await shown(), ["biceps", "envelope", "left", "right"]);
    assert.ok(difference(before, await pixels(page)) > 1e-3);
    await until("the address", async () => decodeURIComponent(await page.evaluate(() => location.hash)).includes("hide=+envelope"));
    await by_id(page, "eye-envelope").click();
    await page.mouse.move(600, 5);
    assert.deepEqual(await shown(), ["biceps", "left", "right"]);
    assert.equal(difference(before, await pixels(page)), 0);
  });

  await t.check("there are no tets to show", async () => {
    assert.ok(await by_id(page, "show-tets").isDisabled());
    await set(page, { cut: { axis: "z", at: 0, flip: false } });
    assert.ok(difference(before, await pixels(page)) > 1e-3, "a cut shows the inside");
    await set(page, { cut: null });
  });

  await t.check("plots tell stretches, not forces", async () => {
    await until("three plots", async () => (await by_id(page, "plots").locator(".u-over").count()) === 3);
    const cards = await by_id(page, "plots").locator("section").evaluateAll((list) => list.map((e) => e.dataset.testid));
    assert.deepEqual(cards, ["plot-activation", "plot-length", "plot-stretch"]);
  });

  await t.check("bones keep their colour in values of flesh", async () => {
    await set(page, { hide: "muscles" });
    const bones = await pixels(page), changed = async () => difference(bones, await pixels(page));
    await set(page, { color: "displacement" });
    await until("values of all parts", async () => (await changed()) > 0.003);
    await set(page, { color: "activation" });
    await until("bones as they were", async () => (await changed()) === 0);
    await set(page, { hide: "", color: null });
  });
}
