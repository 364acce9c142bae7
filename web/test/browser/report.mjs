// SPDX-License-Identifier: Apache-2.0
//
// A report opens from disk, without any network, and shows what the server would.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { by_id, difference, pixels, set, set_frame, state, status, until, visible } from "./bench.mjs";

export default async function report(t) {
  const address = String(pathToFileURL(t.runs.report));
  const context = await t.context();
  await context.setOffline(true);
  const page = await t.open(address, "#frame=6", { context });

  await t.check("one file, and nothing else is asked for", () => {
    const others = context.requests.filter((url) => url.protocol !== "data:" && url.protocol !== "blob:").map(String);
    assert.deepEqual(others.map((url) => url.split("#")[0]), [address]);
  });

  await t.check("the frame, the parts, the word", async () => {
    const { frame, frames } = await state(page);
    assert.deepEqual([frame, frames], [6, 8]);
    assert.equal((await visible(page)).length, 5);
    assert.equal(await status(page), "report");
    assert.equal(await by_id(page, "show-tets").isDisabled(), true);
    assert.equal(await by_id(page, "stop").isVisible(), false);
  });

  await t.check("values that were put in, and no others", async () => {
    const values = await by_id(page, "color-by").locator("option").evaluateAll((list) => list.map((o) => o.value).filter(Boolean));
    assert.deepEqual(values.sort(), ["stress", "stretch"]);
    const before = await pixels(page);
    await by_id(page, "color-by").selectOption("stretch");
    await set_frame(page, 6);
    assert.ok(difference(before, await pixels(page)) > 0.01);
    await set(page, { color: null });
  });

  await t.check("plots", async () => {
    await until("plots", async () => (await by_id(page, "plot-length").locator(".u-over").count()) === 1);
  });

  await t.check("the picture is that of the server, forwards and backwards", async () => {
    const server = await t.open(await t.shared("a"));
    for (const frame of [8, 3, 1]) {
      await set_frame(page, frame);
      await set_frame(server, frame);
      const share = difference(await pixels(page), await pixels(server), 24);
      assert.ok(share < 0.001, `frame ${frame}: ${share} differs`);
    }
  });
}
