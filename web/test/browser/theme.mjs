// SPDX-License-Identifier: Apache-2.0
//
// Light and dark: that of the system, that of the button, which is remembered.

import assert from "node:assert/strict";
import { by_id, pixels, set_frame, until } from "./bench.mjs";

const corner = async (page) => [...(await pixels(page)).data.subarray(0, 3)];
const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme);

export default async function themes(t) {
  const address = await t.shared("a");
  const page = await t.open(address, "", { colorScheme: "dark" });

  await t.check("dark as the system is", async () => {
    assert.equal(await theme(page), "dark");
    assert.ok(Math.max(...(await corner(page))) < 70);
  });

  await t.check("changes with the system", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    await until("light", async () => (await theme(page)) === "light");
    assert.ok(Math.min(...(await corner(page))) > 200);
    await page.emulateMedia({ colorScheme: "dark" });
    await until("dark", async () => (await theme(page)) === "dark");
  });

  await t.check("the button wins, and is remembered", async () => {
    await by_id(page, "theme").click();
    assert.equal(await theme(page), "light");
    await page.reload();
    await page.evaluate(() => window.brawn.ready.then(() => true));
    await set_frame(page, 1);
    assert.equal(await theme(page), "light");
    assert.ok(Math.min(...(await corner(page))) > 200);
  });

  await t.check("text can be read in both", async () => {
    for (const wanted of ["light", "dark"]) {
      if ((await theme(page)) !== wanted) await page.locator("body").press("d");
      assert.equal(await theme(page), wanted);
      const [ink, paper] = await by_id(page, "left-panel").evaluate((panel) => {
        const light = (text) => {
          const [r, g, b] = text.match(/[\d.]+/g).map((x) => (Number(x) / 255) ** 2.2);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return [light(getComputedStyle(panel).color), light(getComputedStyle(panel).backgroundColor)];
      });
      const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      assert.ok(contrast > 7, `${wanted}: ${contrast}`);
    }
  });
}
