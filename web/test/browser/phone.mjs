// SPDX-License-Identifier: Apache-2.0
//
// On a phone nothing sticks out, panels are tabs, and fingers turn the body.

import assert from "node:assert/strict";
import { by_id, state, until_state } from "./bench.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

export default async function phone(t) {
  const page = await t.open(await t.shared("a"), "", PHONE);

  await t.check("nothing sticks out", async () => {
    const { wide, out } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      out: [...document.querySelectorAll("button, select, input")].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => [e.dataset.testid ?? e.title, e.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < -0.5 || box.right > innerWidth + 0.5)).map(([name]) => name),
    }));
    assert.equal(wide, 390);
    assert.deepEqual(out, []);
  });

  await t.check("the picture has room", async () => {
    const { width, height } = await by_id(page, "canvas").boundingBox();
    assert.ok(width === 390 && height > 400, `${width} x ${height}`);
  });

  for (const [tab, inside] of [["parts", "part-muscle"], ["look", "color-by"], ["plots", "plot-length"]]) {
    await t.check(`the tab ${tab}`, async () => {
      await by_id(page, `tab-${tab}`).tap();
      await by_id(page, inside).waitFor({ state: "visible" });
      const box = await by_id(page, inside).boundingBox();
      assert.ok(box.y > 0 && box.y < 844 && box.x >= 0 && box.x + box.width <= 390.5, JSON.stringify(box));
      await by_id(page, `tab-${tab}`).tap();
      await by_id(page, inside).waitFor({ state: "hidden" });
    });
  }

  await t.check("play by a tap", async () => {
    await by_id(page, "play").tap();
    await until_state(page, "another frame", (s) => s.index > 0);
    await by_id(page, "play").tap();
    assert.equal((await state(page)).playing, false);
  });

  await t.check("a finger turns, two fingers zoom", async () => {
    const box = await by_id(page, "canvas").boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
    const { azimuth } = await state(page);
    await touch("touchStart", [x, y]);
    for (const d of [10, 30, 50]) await touch("touchMove", [x + d, y]);
    await touch("touchEnd");
    await until_state(page, "a turn", (s) => Math.abs(s.azimuth - azimuth) > 5);
    await touch("touchStart", [x - 20, y], [x + 20, y]);
    for (const d of [30, 50, 80]) await touch("touchMove", [x - d, y], [x + d, y]);
    await touch("touchEnd");
    await until_state(page, "a nearer view", (s) => s.zoom > 1.5);
  });
}
