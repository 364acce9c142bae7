// SPDX-License-Identifier: Apache-2.0
//
// Pictures of the page in Chromium, to look at by eye: node test/look.mjs FOLDER [URL]

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { MockRun, report, serve } from "./mock.mjs";

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const folder = process.argv[2] ?? "/tmp/look", only = process.argv[3];
mkdirSync(folder, { recursive: true });

const one = [new MockRun()], two = [new MockRun(), new MockRun({ seed: 1, name: "arm, stiffer" })];
const single = await serve({ runs: one }), pair = await serve({ runs: two }), live = await serve({ runs: [new MockRun({ frames: 96 })], live: true });
const bad = await serve({ runs: [new MockRun({ bad: true })] }), bad_pair = await serve({ runs: [two[1], new MockRun({ bad: true })] });
const empty = await serve({ runs: one, empty: true });
writeFileSync(`${folder}/report.html`, report(one));
const at_disk = `${pathToFileURL(`${folder}/report.html`)}`;

const DESK = { width: 1440, height: 900 }, PHONE = { width: 390, height: 844 };
const SHOTS = [
  ["desk-light", single.url, "#frame=20", DESK, "light"],
  ["desk-dark", single.url, "#frame=20&color=stretch&ground=1", DESK, "dark"],
  ["fibres", single.url, "#frame=22&fibres=1&action=1&joints=1&ground=1", DESK, "light"],
  ["tets", single.url, "#frame=22&tets=1&cut=x,0.005&color=stress", DESK, "light"],
  ["wire", single.url, "#frame=1&wire=1&opacity=muscles:0.4", DESK, "dark"],
  ["two", pair.url, "#frame=24&color=stress", DESK, "light"],
  ["live", live.url, "", DESK, "dark"],
  ["empty", empty.url, "", DESK, "light"],
  ["phone", single.url, "#frame=20", PHONE, "light"],
  ["phone-dark", single.url, "#frame=20&color=stretch", PHONE, "dark", "tab-look"],
  ["phone-plots", single.url, "#frame=20", { width: 360, height: 740 }, "light", "tab-plots"],
  ["phone-two", pair.url, "#frame=20", PHONE, "dark", "tab-parts"],
  ["report", at_disk, "#frame=20&color=stretch", DESK, "light"],
  ["bad", bad.url, "#frame=12", DESK, "light"],
  ["bad-dark", bad.url, "#frame=20", DESK, "dark"],
  ["bad-two", bad_pair.url, "#frame=20", DESK, "light"],
  ["bad-phone", bad.url, "#frame=20", PHONE, "light"],
  ["help", single.url, "#frame=20", DESK, "light", "help"],
];

const browser = await chromium.launchPersistentContext(mkdtempSync(`${tmpdir()}/look-`), { executablePath: "/usr/bin/chromium", args: ARGS });
for (const [name, url, hash, size, scheme, click] of SHOTS) {
  if (only && !only.split(",").includes(name)) continue;
  const page = await browser.newPage();
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && !m.text().includes("GPU stall") && console.log(name, m.type(), m.text()));
  page.on("pageerror", (e) => console.log(name, "pageerror", e.stack));
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme });
  const begun = Date.now();
  await page.goto(url + hash);
  try {
    await page.evaluate(() => window.brawn.ready.then(() => 1));
    const took = Date.now() - begun;
    await page.waitForTimeout(1200);
    if (click) await page.getByTestId(click).click();
    await page.waitForTimeout(500);
    console.log(name, `${took} ms`, await page.evaluate(() => `${Math.round(1000 * window.brawn.drawSeconds)} ms a picture`));
  } catch (error) {
    console.log(name, error.message);
  }
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
for (const { server } of [single, pair, live, empty, bad, bad_pair]) server.close(), server.closeAllConnections();
