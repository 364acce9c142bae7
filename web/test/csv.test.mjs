// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse_name, parse_table } from "../src/csv.js";
import { align, columns_of, liveliest, parse_plot, plot_text } from "../src/plotdata.js";

test("names have an owner, a quantity and a unit", () => {
  assert.deepEqual(parse_name("biceps.long.fibre_force [N]"), { name: "biceps.long.fibre_force [N]", owner: "biceps.long", quantity: "fibre_force", unit: "N" });
  assert.deepEqual(parse_name("time [s]"), { name: "time [s]", owner: "", quantity: "time", unit: "s" });
  assert.deepEqual(parse_name("iterations"), { name: "iterations", owner: "", quantity: "iterations", unit: "" });
});

test("numbers are read, words are none", () => {
  const t = parse_table("frame,time [s],outcome,a.x [m]\n1,0,converged,1e-3\n2,0.5,broke_down,-2\n");
  assert.equal(t.rows, 2);
  assert.deepEqual([...t.column[3].data], [0.001, -2]);
  assert.ok(t.column[2].data.every(Number.isNaN));
});

test("half a row of a live run is left out", () => {
  assert.equal(parse_table("frame,time [s],x\n1,0,3\n2,0.0").rows, 1);
  assert.equal(parse_table("frame,time [s],x\n1,0,3\n").rows, 1);
  assert.equal(parse_table("frame,time [s],x").rows, 0);
  assert.equal(parse_table("").rows, 0);
});

test("quoted names may hold commas and quotes", () => {
  const t = parse_table('frame,time [s],"biceps, ""long"".length [m]"\r\n1,0,0.3\r\n');
  assert.equal(t.column[2].owner, 'biceps, "long"');
  assert.deepEqual([...t.column[2].data], [0.3]);
});

test("plots are found in a table, and as text", () => {
  const t = parse_table("frame,time [s],a.activation,a.length [m],b.activation\n1,0,0,1,1\n");
  assert.deepEqual(columns_of(parse_plot("activation"), t).map((c) => c.owner), ["a", "b"]);
  const own = parse_plot("muscles.csv|a.length [m]|gone");
  assert.deepEqual(columns_of(own, t).map((c) => c.name), ["a.length [m]"]);
  assert.equal(plot_text(own), "muscles.csv|a.length [m]|gone");
  assert.equal(plot_text(parse_plot("angle")), "angle");
  assert.equal(parse_plot("nonsense"), null);
});

test("of many columns the liveliest are shown, in their order", () => {
  const columns = [[0, 0], [0, 5], [0, 1], [0, 9]].map((data, i) => ({ name: String(i), data }));
  assert.deepEqual(liveliest(columns, 2).map((c) => c.name), ["1", "3"]);
  assert.equal(liveliest(columns, 8), columns);
});

test("two runs share an axis of time", () => {
  const out = align([{ time: [0, 1], columns: [{ data: [1, 2] }], factor: 1 }, { time: [0, 0.5, 1], columns: [{ data: [3, NaN, 5] }], factor: 10 }]);
  assert.deepEqual(out, [[0, 0.5, 1], [1, null, 2], [30, null, 50]]);
});
