// SPDX-License-Identifier: Apache-2.0
//
// Going to a frame: keys, buttons, the bar, a number. The camera by keys and by dragging.

import assert from "node:assert/strict";
import { by_id, place_of, pixels, difference, state, until, until_state } from "./bench.mjs";

export default async function scrub(t) {
  const page = await t.open(await t.shared("a"));
  const frame = async () => (await state(page)).frame;
  const press = (key) => page.locator("body").press(key);

  await t.check("keys", async () => {
    const found = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Home", "Shift+ArrowRight", "End"]) {
      await press(key);
      found.push(await frame());
    }
    assert.deepEqual(found, [2, 3, 2, 1, 8, 1, 8, 8]);
  });

  await t.check("buttons", async () => {
    const found = [];
    for (const id of ["first", "next", "next", "back", "last"]) {
      await by_id(page, id).click();
      found.push(await frame());
    }
    assert.deepEqual(found, [1, 2, 3, 2, 8]);
  });

  await t.check("the bar: click and drag", async () => {
    const box = await by_id(page, "track").boundingBox(), y = box.y + box.height / 2;
    const x = (i) => box.x + 12 + (i / 7) * (box.width - 24);
    await page.mouse.click(x(3), y);
    assert.equal(await frame(), 4);
    await page.mouse.move(x(1), y);
    await page.mouse.down();
    await page.mouse.move(x(5), y, { steps: 4 });
    assert.equal(await frame(), 6);
    await page.mouse.up();
    await page.mouse.move(x(0), y);
    assert.equal(await frame(), 6);
    assert.equal(await by_id(page, "track").getAttribute("aria-valuenow"), "6");
  });

  await t.check("a number", async () => {
    await by_id(page, "frame-number").fill("5");
    await by_id(page, "frame-number").press("Enter");
    assert.equal(await frame(), 5);
    assert.match(await by_id(page, "time").textContent(), /^0\.16\d s$/);
    await until("the address", async () => (await page.evaluate(() => location.hash)).includes("frame=5"));
  });

  await t.check("frames differ in the picture, and the same frame is the same", async () => {
    const five = await pixels(page);
    await press("Home");
    await until_state(page, "the first frame", (s) => s.frame === 1);
    const one = await pixels(page);
    await page.evaluate(() => window.brawn.setFrame(5));
    assert.ok(difference(five, one) > 0.002, `only ${difference(five, one)} differs`);
    assert.equal(difference(five, await pixels(page)), 0);
  });

  await t.check("views by keys, turning by dragging, zoom by wheel", async () => {
    await press("3");
    await until_state(page, "the view from the right", (s) => s.azimuth === 90 && s.elevation === 0);
    const { x, y } = await place_of(page, "muscle");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 50, y + 25, { steps: 5 });
    await page.mouse.up();
    const turned = await state(page);
    assert.ok(turned.azimuth < 80 && turned.azimuth > 60 && turned.elevation > 5, JSON.stringify([turned.azimuth, turned.elevation]));
    await page.mouse.wheel(0, -300);
    await until_state(page, "a nearer view", (s) => s.zoom > 1.3);
    await press("0");
    await until_state(page, "everything", (s) => s.zoom === 1 && s.pan === null);
  });

  await t.check("the list of keys opens and closes", async () => {
    await press("?");
    await by_id(page, "help-dialog").waitFor();
    await page.keyboard.press("Escape");
    await by_id(page, "help-dialog").waitFor({ state: "detached" });
  });
}
