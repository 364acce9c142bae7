// SPDX-License-Identifier: Apache-2.0
//
// Parts are hidden, shown alone, made translucent, searched and selected.

import assert from "node:assert/strict";
import { by_id, difference, pixels, place_of, state, until, until_state, visible } from "./bench.mjs";

const ALL = ["lower", "lower_tendon", "muscle", "upper", "upper_tendon"];

export default async function parts(t) {
  const page = await t.open(await t.shared("a"), "#frame=4&shade=0");
  const shown = async () => (await visible(page)).sort();
  const at = await place_of(page, "muscle");
  const under = () => page.evaluate(({ x, y }) => {
    const box = document.querySelector("[data-testid=canvas]").getBoundingClientRect();
    return window.brawn.pick(x - box.left, y - box.top)?.name ?? null;
  }, at);
  const before = await pixels(page);
  const changed = async () => {
    await page.mouse.move(600, 5); // parts that are pointed at are lighter
    return difference(before, await pixels(page));
  };

  await t.check("a hidden part is gone from list, picture and cursor", async () => {
    await by_id(page, "eye-muscle").click();
    assert.deepEqual(await shown(), ALL.filter((name) => name !== "muscle"));
    assert.notEqual(await under(), "muscle");
    assert.ok((await changed()) > 0.01);
    await until("the address", async () => (await page.evaluate(() => location.hash)).includes("hide=muscle"));
  });

  await t.check("and comes back", async () => {
    await by_id(page, "eye-muscle").click();
    assert.deepEqual(await shown(), ALL);
    assert.equal(await under(), "muscle");
    assert.equal(await changed(), 0);
  });

  await t.check("alone, and all again", async () => {
    await by_id(page, "part-upper").hover();
    await by_id(page, "solo-upper").click();
    assert.deepEqual(await shown(), ["upper"]);
    assert.ok((await changed()) > 0.01);
    await by_id(page, "show-all").click();
    assert.deepEqual(await shown(), ALL);
  });

  await t.check("a kind", async () => {
    await by_id(page, "group-eye-bone").click();
    assert.deepEqual(await shown(), ["lower_tendon", "muscle", "upper_tendon"]);
    await by_id(page, "group-eye-bone").click();
    assert.deepEqual(await shown(), ALL);
  });

  await t.check("translucent", async () => {
    await by_id(page, "part-muscle").hover();
    await by_id(page, "part-muscle").locator("input.opacity").fill("0.2");
    assert.equal((await state(page)).opacity, "muscle:0.2");
    assert.ok((await changed()) > 0.01);
    assert.notEqual(await under(), "muscle", "what is nearly clear cannot be pointed at");
    await by_id(page, "show-all").click();
    assert.equal((await state(page)).opacity, "");
  });

  await t.check("search", async () => {
    await page.locator("body").press("/");
    await page.keyboard.type("tendon");
    assert.equal(await by_id(page, "part-muscle").isVisible(), false);
    assert.equal(await by_id(page, "part-upper_tendon").isVisible(), true);
    await by_id(page, "part-search").fill("");
    assert.equal(await by_id(page, "part-muscle").isVisible(), true);
    await page.keyboard.press("Escape");
  });

  await t.check("a click selects, h hides, u shows all", async () => {
    await page.mouse.click(at.x, at.y);
    await until_state(page, "a selection", (s) => s.selected === "muscle");
    await page.keyboard.press("h");
    assert.ok(!(await visible(page)).includes("muscle"));
    await page.keyboard.press("u");
    assert.deepEqual(await shown(), ALL);
    await page.keyboard.press("i");
    assert.deepEqual(await shown(), ["muscle"]);
    await page.keyboard.press("i");
    await page.keyboard.press("Escape");
    assert.equal((await state(page)).selected, null);
  });

  await t.check("pointing tells the name", async () => {
    await page.mouse.move(at.x, at.y);
    await until("a tip", async () => /muscle/.test((await by_id(page, "tip").textContent()) ?? "") && (await by_id(page, "tip").isVisible()));
  });
}
