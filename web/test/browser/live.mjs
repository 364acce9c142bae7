// SPDX-License-Identifier: Apache-2.0
//
// A run that is still going: new frames appear, and stopping asks first.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { by_id, state, status, until, until_state } from "./bench.mjs";

export default async function live(t) {
  const folder = `${t.runs.folder}/live`;
  const run = t.spawn("run", process.env.SCENE, "--set", "mesh.shape.tets=3000", "--frames", "1-100000", "-o", folder, "--quiet");
  await until("frames of a run", () => existsSync(`${folder}/frames`) && readdirSync(`${folder}/frames`).length > 2);
  const server = await t.view(folder);
  const page = await t.open(server.address);
  const posts = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));

  await t.check("it says that it goes on", async () => {
    assert.match(await status(page), /\d+ of 100000/);
    assert.equal(await by_id(page, "stop").isVisible(), true);
  });

  await t.check("new frames appear, and who looks at the last one stays at the last one", async () => {
    const { frames } = await state(page);
    await page.locator("body").press("End");
    const { frame } = await state(page);
    await until_state(page, "more frames", (s) => s.frames > frames && s.frame > frame);
  });

  await t.check("no is no", async () => {
    await by_id(page, "stop").click();
    await by_id(page, "ask").waitFor();
    await by_id(page, "ask-no").click();
    await by_id(page, "ask").waitFor({ state: "detached" });
    assert.deepEqual(posts, []);
    assert.equal(run.child.exitCode, null);
  });

  await t.check("yes stops it, which is told", async () => {
    await by_id(page, "stop").click();
    await by_id(page, "ask-yes").click();
    assert.equal(await run.code, 130);
    assert.equal(posts.length, 1);
    await until("the word", async () => /stopped at \d+ of 100000/.test(await status(page)));
    await until("no button", async () => !(await by_id(page, "stop").isVisible()));
    const { frames } = await state(page);
    assert.equal(frames, readdirSync(`${folder}/frames`).filter((name) => name.endsWith(".vtu")).length);
  });
}
