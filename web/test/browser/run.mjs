// SPDX-License-Identifier: Apache-2.0
//
// Tests of the page in Chromium: node test/browser/run.mjs FOLDER [NAME...]
// FOLDER has the runs that test/page/test_page.sh makes, BRAWN is the command.

import { Bench } from "./bench.mjs";

const NAMES = ["load", "play", "scrub", "parts", "colours", "things", "plots", "compare", "live", "shot", "report", "theme", "phone", "gone", "picture", "surfaces", "inner", "outcomes"];
const [folder, ...only] = process.argv.slice(2);
const runs = Object.fromEntries(["a", "b", "joint", "surfaces", "loose"].map((name) => [name, `${folder}/${name}`]));
const bench = new Bench({ brawn: process.env.BRAWN, runs: { ...runs, report: `${folder}/report.html`, folder } });

await bench.start();
for (const name of NAMES) {
  if (only.length && !only.includes(name)) continue;
  const begun = Date.now();
  const { default: test } = await import(`./${name}.mjs`);
  await bench.run(name, test);
  if (process.env.TIMES) console.log(`   ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}
await bench.stop();
process.exit(bench.failed ? 1 : 0);
