// SPDX-License-Identifier: Apache-2.0
//
// The page opens: the right run, the frame and the choices of the address, and a policy that holds.

import assert from "node:assert/strict";
import { by_id, pixels, sleep, state, status, until, visible } from "./bench.mjs";

export default async function load(t) {
  const address = await t.shared("a");
  const page = await t.open(address);

  await t.check("name, frames and parts", async () => {
    assert.equal(await by_id(page, "run-name").textContent(), "fusiform");
    assert.equal(await status(page), "8 frames");
    assert.deepEqual((await visible(page)).sort(), ["lower", "lower_tendon", "muscle", "upper", "upper_tendon"]);
    const { frame, frames, time } = await state(page);
    assert.deepEqual([frame, frames, time], [1, 8, 0]);
    assert.equal(await page.title(), "fusiform – Brawn");
  });

  await t.check("a body is in the picture", async () => {
    const { width, height, data } = await pixels(page);
    let red = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] > 90 && data[i] > 1.5 * data[i + 1]) red++;
    assert.ok(red > 0.003 * width * height, `${red} red pixels of ${width} x ${height}`);
  });

  await t.check("tets are not read before they are wanted", () => {
    assert.ok(page.context().requests.every((url) => !url.pathname.includes("mesh")));
  });

  await t.check("choices of the address", async () => {
    const other = await t.open(address, "#frame=5&azimuth=75&hide=bones&color=stretch&map=magma");
    const { frame, azimuth, color, map } = await state(other);
    assert.deepEqual({ frame, azimuth, color, map }, { frame: 5, azimuth: 75, color: "stretch", map: "magma" });
    assert.deepEqual((await visible(other)).sort(), ["lower_tendon", "muscle", "upper_tendon"]);
    await other.evaluate(() => (location.hash = "#frame=2"));
    await until("the frame of an address that was changed by hand", async () => (await state(other)).frame === 2);
    assert.equal((await state(other)).color, null);
  });

  await t.check("a value that is not there is told", async () => {
    const other = await t.open(address, "#color=beauty");
    assert.match(await by_id(other, "toast").first().textContent(), /There is no value “beauty”/);
    assert.equal((await state(other)).color, null);
  });

  await t.check("scripts and styles of strangers are refused, and the tests would see it", async () => {
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.stranger = 1";
      document.body.append(script);
      fetch("http://127.0.0.2:9/").catch(() => {});
    });
    await until("complaints", () => t.trouble.some((x) => /policy: script-src/.test(x)) && t.trouble.some((x) => /policy: connect-src/.test(x)));
    await sleep(100);
    assert.ok(t.complaints().length >= 2);
    assert.equal(await page.evaluate(() => window.stranger), undefined);
    t.expected.push(/policy:|Content Security Policy|127\.0\.0\.2/);
  });
}
