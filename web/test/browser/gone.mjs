// SPDX-License-Identifier: Apache-2.0
//
// The server ends while the page is open: it says so, and what is loaded can still be looked at.

import assert from "node:assert/strict";
import { by_id, difference, pixels, set_frame, state, status, until } from "./bench.mjs";

export default async function gone(t) {
  const server = await t.view(t.runs.a);
  const page = await t.open(server.address, "#frame=2");
  await set_frame(page, 2);
  const before = await pixels(page);
  await until("frames ahead", async () => (await state(page)).loaded >= 4);
  assert.equal(await server.end(), 0);
  t.expected.push(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);

  await t.check("it is told once something is missing", async () => {
    await by_id(page, "color-by").selectOption("stress");
    await until("the word", async () => (await status(page)).includes("the server is gone"));
    assert.match((await by_id(page, "toast").allTextContents()).join(), /start brawn view again/);
  });

  await t.check("what is loaded is still there", async () => {
    await by_id(page, "color-by").selectOption("");
    await set_frame(page, 3);
    assert.equal((await state(page)).frame, 3);
    assert.ok(difference(before, await pixels(page)) > 1e-4);
    await set_frame(page, 2);
    assert.equal(difference(before, await pixels(page)), 0);
  });
}
