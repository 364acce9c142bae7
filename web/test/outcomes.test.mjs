// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse_table } from "../src/csv.js";
import { outcome_marks, outcome_summary, outcome_words, read_outcomes } from "../src/outcomes.js";
import { Run } from "../src/run.js";

const HEAD = "frame,time [s],outcome,iterations,residual [N],acting [N],inverted,crushed\n";
const read = (...rows) => read_outcomes(parse_table(HEAD + rows.map((row) => `${row}\n`).join("")));
const words = (row) => outcome_words(read(row).bad.values().next().value);
const texts = (outcomes) => outcome_summary(outcomes).map((s) => s.text);

test("words of a table are kept, beside numbers that are none", () => {
  const t = parse_table("frame,outcome,residual [N],empty\n1,converged,nan,\n2,broke_down,-inf,\n");
  assert.deepEqual(t.column[1].words, ["converged", "broke_down"]);
  assert.ok([0, 2, 3].every((c) => t.column[c].words === undefined));
});

test("frames that did not converge go by their number, not by their row", () => {
  const o = read("10,0,converged,3,1e-3,52,0,0", "11,0.1,stalled,3,1,52,0,0", "12,0.2,out_of_iterations,3,3.1,52,0,0", "13,0.3,broke_down,3,9,52,0,0", "14,0.4,converged,3,1e-3,52,0,0");
  assert.deepEqual(o.unconverged, [11, 12, 13]);
  assert.deepEqual([...o.bad.keys()], [11, 12, 13]);
  assert.deepEqual(o.spoilt, []);
  assert.deepEqual([...o.told], [10, 11, 12, 13, 14]);
});

test("a frame that converged may have bad tets, and one that did not, too", () => {
  const o = read("1,0,converged,3,1e-3,52,0,0", "2,0,converged,3,1e-3,52,4,0", "3,0,converged,3,1e-3,52,0,2", "4,0,stalled,3,1,52,1,1");
  assert.deepEqual(o.unconverged, [4]);
  assert.deepEqual(o.spoilt, [2, 3, 4]);
});

test("outcomes that the page does not know are not good ones; no outcomes are no news", () => {
  assert.deepEqual(read("1,0,gave_up,3,1,52,0,0").unconverged, [1]);
  assert.equal(words("1,0,gave_up,3,1,52,0,0"), "gave up, 1 N of 52 N out of balance");
  const old = read_outcomes(parse_table("frame,time [s],iterations\n1,0,3\n"));
  assert.deepEqual([old.bad.size, old.told.size, texts(old)], [0, 0, []]);
  assert.equal(read_outcomes(parse_table("")).bad.size, 0);
});

test("a frame in plain words", () => {
  assert.equal(words("12,0,out_of_iterations,3,3.1,52,0,0"), "out of iterations, 3.1 N of 52 N out of balance");
  assert.equal(words("12,0,stalled,3,2e-5,1813,0,0"), "stalled, 20 µN of 1.8 kN out of balance");
  assert.equal(words("12,0,broke_down,3,17,50,4,1"), "broke down, 17 N of 50 N out of balance, 4 tets inside out, 1 tet crushed");
  assert.equal(words("12,0,converged,3,1e-3,50,1,0"), "converged, 1 tet inside out");
});

test("a residual beyond what acts, one that is no number, and one of a run that does not tell what acts", () => {
  assert.equal(words("12,0,broke_down,3,90,50,0,0"), "broke down, 90 N out of balance where 50 N act");
  assert.equal(words("12,0,broke_down,3,nan,50,0,0"), "broke down");
  assert.equal(words("12,0,broke_down,3,inf,inf,0,0"), "broke down");
  assert.equal(words("12,0,stalled,3,2,0,0,0"), "stalled, 2 N out of balance");
  const old = read_outcomes(parse_table("frame,time [s],outcome,residual [N],inverted\n1,0,out_of_iterations,2,0\n"));
  assert.equal(outcome_words(old.bad.get(1)), "out of iterations, 2 N out of balance");
});

test("a body of surfaces has no forces to tell of", () => {
  const o = read_outcomes(parse_table("frame,time [s],outcome,iterations,stretch,volume_error\n1,0,converged,4,0.01,0.1\n2,0,broke_down,4,0.2,0.3\n"));
  assert.deepEqual(o.unconverged, [2]);
  assert.equal(outcome_words(o.bad.get(2)), "broke down, muscles burst and were put back to rest");
});

test("a run in a sentence, and where to go", () => {
  const good = "1,0,converged,3,1e-3,52,0,0";
  assert.deepEqual(texts(read(good)), []);
  const two = read("7,0,converged,3,1e-3,52,0,0", "8,0,stalled,3,1,52,0,0", "9,0,stalled,3,1,52,0,0");
  assert.deepEqual(outcome_summary(two), [{ kind: "unconverged", frame: 8, text: "2 of 3 frames did not converge; the first is 8" }]);
  assert.deepEqual(texts(read(good, "2,0,stalled,3,1,52,0,0")), ["1 of 2 frames did not converge: frame 2"]);
  assert.deepEqual(texts(read("1,0,stalled,3,1,52,0,0")), ["1 of 1 frame did not converge: frame 1"]);
  assert.deepEqual(texts(read(good, "2,0,converged,3,1,52,0,2", "3,0,converged,3,1,52,0,2")), ["2 of 3 frames have tets crushed; the first is 2"]);
  assert.deepEqual(texts(read(good, "2,0,stalled,3,1,52,0,0", "3,0,stalled,3,1,52,4,0")), ["2 of 3 frames did not converge; the first is 2", "1 has tets inside out: frame 3"]);
  assert.deepEqual(texts(read("2,0,converged,3,1,52,1,0", "3,0,converged,3,1,52,0,2")), ["2 of 2 frames have tets inside out or crushed; the first is 2"]);
});

test("marks: the worse of two runs counts, and frames that are not there have none", () => {
  const a = read("1,0,converged,3,1,52,1,0", "2,0,stalled,3,1,52,0,0", "3,0,converged,3,1,52,1,0"), b = read("1,0,stalled,3,1,52,0,0", "2,0,converged,3,1,52,1,0", "9,0,stalled,3,1,52,0,0");
  const place = (number) => (number < 9 ? number - 1 : -1);
  const expected = [[0, "unconverged"], [1, "unconverged"], [2, "spoilt"]];
  for (const list of [[a, b], [b, a]]) {
    assert.deepEqual([...outcome_marks(list.map((outcomes) => ({ outcomes, place })))].sort((x, y) => x[0] - y[0]), expected);
  }
});

// ------------------------------------------------------------------------------- a run that is going

globalThis.navigator ??= {}; // older Node has none; a run asks for the memory of the device

function live_run() {
  const files = { rows: 0, asked: 0 };
  const source = { report: false, text: async () => {
    files.asked++;
    return HEAD + Array.from({ length: files.rows }, (_, i) => `${i + 1},${i / 24},${i % 2 ? "stalled" : "converged"},3,1,52,0,0\n`).join("");
  } };
  const run = new Run(source, 0, { name: "arm", folder: "out" });
  run.about = { tables: ["run.csv"] };
  run.status = { stage: "running", frames: [], times: [] };
  run.grow = (frames, rows, stage = "running") => {
    run.status = { stage, frames: Array.from({ length: frames }, (_, i) => i + 1), times: Array.from({ length: frames }, (_, i) => i / 24) };
    files.rows = rows;
  };
  return { run, files };
}

test("rows are read as they arrive, and not again while there are no more", async () => {
  const { run, files } = live_run();
  run.grow(2, 2);
  assert.equal(await run.read_outcomes(), true);
  assert.deepEqual(run.outcomes.unconverged, [2]);
  assert.equal(await run.read_outcomes(), false);
  assert.equal(files.asked, 1);
  run.grow(4, 4);
  assert.equal(await run.read_outcomes(), true);
  assert.deepEqual(run.outcomes.unconverged, [2, 4]);
  assert.equal(files.asked, 2);
});

test("a row that comes after the files of its frame is not missed", async () => {
  const { run } = live_run();
  run.grow(4, 3);
  await run.read_outcomes();
  assert.deepEqual([run.outcomes.unconverged, run.outcomes.told.has(4)], [[2], false]);
  run.grow(4, 4);
  await run.read_outcomes();
  assert.deepEqual(run.outcomes.unconverged, [2, 4]);
});

test("what was written between the last look and the end is read, once", async () => {
  const { run, files } = live_run();
  run.grow(2, 3); // not every frame has files
  await run.read_outcomes();
  run.grow(2, 4, "finished");
  await run.read_outcomes();
  assert.deepEqual(run.outcomes.unconverged, [2, 4]);
  const { asked } = files;
  await run.read_outcomes();
  assert.equal(files.asked, asked);
});

test("rows that are ahead of the frames do not keep later ones away", async () => {
  const { run } = live_run();
  run.grow(2, 4);
  await run.read_outcomes();
  run.grow(4, 8);
  await run.read_outcomes();
  assert.deepEqual(run.outcomes.unconverged, [2, 4, 6, 8]);
});

test("a row that a run which has ended does not have is not asked for again", async () => {
  const { run, files } = live_run();
  run.grow(4, 3, "stopped");
  await run.read_outcomes();
  await run.read_outcomes();
  assert.equal(files.asked, 1);
});

test("a run without the table has nothing to tell", async () => {
  const { run, files } = live_run();
  run.about = { tables: ["muscles.csv"] };
  assert.equal(await run.read_outcomes(), false);
  assert.deepEqual([run.outcomes, files.asked], [null, 0]);
});

test("a number is found among frames with gaps, or is not", () => {
  const { run } = live_run();
  run.status = { stage: "finished", frames: [3, 6, 9, 12], times: [0, 1, 2, 3] };
  assert.deepEqual([3, 6, 9, 12].map((n) => run.index_of_exactly(n)), [0, 1, 2, 3]);
  assert.deepEqual([1, 4, 13].map((n) => run.index_of_exactly(n)), [-1, -1, -1]);
  run.status.frames = [];
  assert.equal(run.index_of_exactly(1), -1);
});
