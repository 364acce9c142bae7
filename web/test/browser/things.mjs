// SPDX-License-Identifier: Apache-2.0
//
// What is drawn besides skins: fibres, lines of action, joints, edges, ground, tets and the cut.

import assert from "node:assert/strict";
import { by_id, difference, pixels, set, state, until, until_state } from "./bench.mjs";

export default async function things(t) {
  const page = await t.open(await t.shared("joint"), "#frame=6&shade=0");
  const before = await pixels(page);
  const has_changed = async (least) => {
    const share = difference(before, await pixels(page));
    assert.ok(share > least, `only ${share} differs`);
  };

  for (const [name, least] of [["fibres", 0.01], ["action", 0.01], ["joints", 0.01], ["wire", 0.003], ["ground", 0.003]]) {
    await t.check(`${name}, on and off`, async () => {
      const chip = by_id(page, `show-${name}`);
      await chip.click();
      assert.equal(await chip.getAttribute("aria-pressed"), "true");
      await has_changed(least);
      await chip.click();
      await page.mouse.move(600, 5);
      assert.equal(difference(before, await pixels(page)), 0);
    });
  }

  await t.check("lines are there, not only flesh that gives way", async () => {
    await set(page, { opacity: "muscles:0.35,tendons:0.35" });
    const clear = await pixels(page);
    await set(page, { joints: true });
    const joints = difference(clear, await pixels(page));
    await set(page, { joints: false, fibres: true });
    const fibres = difference(clear, await pixels(page));
    await set(page, { fibres: false, opacity: "" });
    assert.ok(joints > 1e-4 && fibres > 3e-3, `joints ${joints}, fibres ${fibres}`);
  });

  await t.check("tets are read once they are shown", async () => {
    const read = () => page.context().requests.filter((url) => url.pathname.endsWith("/mesh.bin")).length;
    assert.equal(read(), 0);
    await by_id(page, "show-tets").click();
    await until("the tets", async () => page.evaluate(() => !window.brawn.app.scenes[0].body.group.visible)); // they have taken its place
    await has_changed(0.01);
    await set(page, { tets: false });
    await set(page, { tets: true });
    assert.equal(read(), 1);
  });

  await t.check("a cut takes one side away, flip the other", async () => {
    const whole = await pixels(page);
    await by_id(page, "cut-x").click();
    await until_state(page, "a cut", (s) => s.cut?.axis === "x");
    await set(page, {});
    const one = await pixels(page);
    await by_id(page, "cut-flip").click();
    await set(page, {});
    const other = await pixels(page);
    assert.ok(difference(whole, one) > 0.01 && difference(whole, other) > 0.01 && difference(one, other) > 0.01);
    await by_id(page, "cut-off").click();
    await set(page, {});
    assert.equal((await state(page)).cut, null);
    await page.mouse.move(600, 5);
    assert.equal(difference(whole, await pixels(page)), 0);
    await set(page, { tets: false });
    assert.equal(difference(before, await pixels(page)), 0);
  });

  await t.check("a run without joints does not offer them", async () => {
    const other = await t.open(await t.shared("a"));
    assert.equal(await by_id(other, "show-joints").isDisabled(), true);
    assert.equal(await by_id(other, "show-fibres").isDisabled(), false);
  });
}
