// SPDX-License-Identifier: Apache-2.0
//
// Time runs, at its speed, backwards, around, and stops.

import assert from "node:assert/strict";
import { by_id, set, set_frame, state, until_state } from "./bench.mjs";

export default async function play(t) {
  const page = await t.open(await t.shared("a"));
  const play_button = by_id(page, "play");

  await t.check("play moves on, and pause stays", async () => {
    await play_button.click();
    assert.equal((await state(page)).playing, true);
    assert.match(await play_button.getAttribute("aria-label"), /Pause/);
    await until_state(page, "another frame", (s) => s.index > 0);
    await play_button.click();
    const { playing, frame } = await state(page);
    assert.equal(playing, false);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal((await state(page)).frame, frame);
  });

  await t.check("around at the end", async () => {
    await set_frame(page, 8);
    await page.keyboard.press("l");
    await until_state(page, "a frame at the beginning", (s) => s.index < 4);
    await page.keyboard.press("k");
    assert.equal((await state(page)).playing, false);
  });

  await t.check("without loop it ends at the last frame", async () => {
    await by_id(page, "loop").click();
    assert.equal(await by_id(page, "loop").getAttribute("aria-pressed"), "false");
    await set_frame(page, 7);
    await play_button.click();
    await until_state(page, "the end", (s) => !s.playing);
    assert.equal((await state(page)).frame, 8);
  });

  await t.check("backwards", async () => {
    await page.locator("body").press("j");
    await until_state(page, "the beginning", (s) => !s.playing && s.frame === 1);
  });

  await t.check("speed", async () => {
    await by_id(page, "speed").selectOption("0.25");
    assert.equal((await state(page)).speed, 0.25);
    await page.locator("body").press(".");
    assert.equal((await state(page)).speed, 0.5);
    assert.equal(await by_id(page, "speed").inputValue(), "0.5");
    await set(page, { loop: true, speed: 0.1 });
    await set_frame(page, 1);
    const began = Date.now();
    await play_button.click();
    await until_state(page, "the third frame", (s) => s.index >= 2);
    assert.ok(Date.now() - began > 600, "a tenth of the speed is 0.42 s a frame");
    await play_button.click();
  });
}
