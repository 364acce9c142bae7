// SPDX-License-Identifier: Apache-2.0
//
// The inner structure of a muscle that is a surface: a switch, a key, and lines that go with the flesh.

import assert from "node:assert/strict";
import { by_id, difference, pixels, set, set_frame, state, until, until_state } from "./bench.mjs";

/// Share of the pixels whose colour is meant.
function share(picture, is) {
  let count = 0;
  for (let i = 0; i < picture.data.length; i += 4) count += is(...picture.data.subarray(i, i + 3));
  return count / (picture.data.length / 4);
}
const is_blue = (r, g, b) => b > r + 30 && b > g + 15; // links
const is_green = (r, g, b) => g > r + 30 && g > b + 15; // branches

export default async function inner(t) {
  const page = await t.open(await t.shared("surfaces"), "#frame=1&shade=0");
  const chip = by_id(page, "show-inner");
  const before = await pixels(page);

  await t.check("the switch is offered, and off", async () => {
    assert.equal(await chip.isDisabled(), false);
    assert.equal(await chip.getAttribute("aria-pressed"), "false");
    assert.match(await chip.textContent(), /Inner structure/);
    assert.equal((await state(page)).inner, false);
  });

  await t.check("on and off by the mouse", async () => {
    await chip.click();
    assert.equal(await chip.getAttribute("aria-pressed"), "true");
    assert.ok(difference(before, await pixels(page)) > 0.01);
    await until("the address", async () => /inner=1/.test(await page.evaluate(() => location.hash)));
    await chip.click();
    await page.mouse.move(600, 5);
    assert.equal(difference(before, await pixels(page)), 0);
  });

  await t.check("on and off by the key", async () => {
    await page.keyboard.press("e");
    await until_state(page, "it is on", (s) => s.inner);
    assert.ok(difference(before, await pixels(page)) > 0.01);
    await page.keyboard.press("e");
    await until_state(page, "it is off", (s) => !s.inner);
    assert.equal(difference(before, await pixels(page)), 0);
  });

  await t.check("links and branches are drawn in flesh that gives way", async () => {
    await set(page, { opacity: "muscles:0.2" });
    const clear = await pixels(page);
    assert.ok(share(clear, is_blue) < 1e-4 && share(clear, is_green) < 1e-4);
    await set(page, { inner: true });
    const lines = await pixels(page), blue = share(lines, is_blue), green = share(lines, is_green);
    assert.ok(blue > 1e-3 && green > 1e-4, `links ${blue}, branches ${green}`);
  });

  await t.check("they go with the muscle, frame by frame", async () => {
    const width = async () => { // of the part of the picture that has links
      const { width, data } = await pixels(page), columns = [];
      for (let i = 0; i < data.length; i += 4) if (is_blue(...data.subarray(i, i + 3))) columns.push((i / 4) % width);
      columns.sort((a, b) => a - b);
      return columns.at(Math.floor(0.98 * columns.length)) - columns[Math.floor(0.02 * columns.length)];
    };
    const long = await width();
    await set_frame(page, 4);
    const short = await width();
    await set_frame(page, 1);
    assert.ok(short < 0.99 * long && short > 0.7 * long, `${long} to ${short} pixels`);
  });

  await t.check("lines of a part that is hidden are hidden", async () => {
    await set(page, { hide: "muscles" });
    const lines = await pixels(page);
    assert.ok(share(lines, is_blue) < 1e-4);
    await set(page, { hide: "", opacity: "", inner: false });
    assert.equal(difference(before, await pixels(page)), 0);
  });

  await t.check("an address shows them", async () => {
    const other = await t.open(await t.shared("surfaces"), "#frame=1&shade=0&inner=1");
    assert.equal(await by_id(other, "show-inner").getAttribute("aria-pressed"), "true");
    assert.ok(difference(before, await pixels(other)) > 0.01);
  });

  await t.check("a run of tets does not offer it", async () => {
    const other = await t.open(await t.shared("a"));
    assert.equal(await by_id(other, "show-inner").isDisabled(), true);
  });
}
