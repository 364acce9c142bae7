// SPDX-License-Identifier: Apache-2.0
//
// How long from `brawn view RUN` to the first picture in Chromium: BRAWN=brawn node test/startup.mjs RUN

import { Bench } from "./browser/bench.mjs";

const bench = new Bench({ brawn: process.env.BRAWN, runs: {} });
await bench.start();
const page = await (await bench.context({ viewport: { width: 1280, height: 800 } })).newPage();
const begun = performance.now(), seconds = () => Number(((performance.now() - begun) / 1000).toFixed(2));
const found = {};
page.on("requestfinished", (request) => {
  if (request.url().includes("/0/frames/0.bin")) found.first_frame_read = seconds();
});
const { address } = await bench.view(process.argv[2]);
found.address = seconds();
await page.goto(address, { waitUntil: "domcontentloaded" });
await page.evaluate(() => window.brawn.ready.then(() => true));
found.first_picture = seconds();
found.frames = await page.evaluate(() => window.brawn.state.frames);
console.log(JSON.stringify(found));
await bench.stop();
process.exit(0);
