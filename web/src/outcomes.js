// SPDX-License-Identifier: Apache-2.0
//
// Which frames of a run are not to be trusted, as run.csv tells: those whose forces do not balance, and
// those with tets that are inside out or crushed.

import { scaled_unit, short } from "./ui/dom.js";

const WORDS = { converged: "converged", stalled: "stalled", out_of_iterations: "out of iterations", broke_down: "broke down" };

/// @return {{told: Set<number>, bad: Map<number, row>, unconverged: number[], spoilt: number[]}}: frames that
/// have a row; by number of the frame what is wrong with it; frames that did not converge, and those with
/// bad tets, in order. All are empty of a table without outcomes.
export function read_outcomes(table) {
  const column = (quantity) => table.column.find((c) => c.owner === "" && c.quantity === quantity);
  const [frame, outcome] = [column("frame"), column("outcome")];
  const out = { told: new Set(), bad: new Map(), unconverged: [], spoilt: [] };
  if (!frame || !outcome) return out;
  const numbers = ["residual", "acting", "inverted", "crushed"].map((quantity) => [quantity, column(quantity)?.data]);
  for (let i = 0; i < table.rows; i++) {
    const row = { frame: frame.data[i], outcome: outcome.words?.[i] ?? "", surfaces: !column("residual") };
    for (const [quantity, data] of numbers) row[quantity] = data ? data[i] : NaN;
    const spoilt = row.inverted > 0 || row.crushed > 0;
    out.told.add(row.frame);
    if (converged(row) && !spoilt) continue;
    out.bad.set(row.frame, row);
    if (!converged(row)) out.unconverged.push(row.frame);
    if (spoilt) out.spoilt.push(row.frame);
  }
  return out;
}

/// A word that the page does not know is not a good one.
export const converged = (row) => row.outcome === "converged" || row.outcome === "";

/// "out of iterations, 3.1 N of 52 N out of balance, 4 tets inside out"
export function outcome_words(row) {
  const words = [WORDS[row.outcome] ?? row.outcome.replaceAll("_", " ")];
  if (!converged(row)) words.push(row.surfaces ? "muscles burst and were put back to rest" : balance_words(row));
  words.push(tet_words(row.inverted, "inside out"), tet_words(row.crushed, "crushed"));
  return words.filter(Boolean).join(", ");
}

// A residual that is no number is told by the outcome; without what acts (older runs) it stands alone.
function balance_words({ residual, acting }) {
  if (!Number.isFinite(residual)) return "";
  if (!(acting > 0) || !Number.isFinite(acting)) return `${newtons(residual)} out of balance`;
  return residual > acting ? `${newtons(residual)} out of balance where ${newtons(acting)} act` : `${newtons(residual)} of ${newtons(acting)} out of balance`;
}

const tet_words = (count, what) => (count > 0 ? `${count} ${count === 1 ? "tet" : "tets"} ${what}` : "");

function newtons(force) {
  const { factor, unit } = scaled_unit(force, "N");
  return `${short(force * factor, 2)} ${unit}`;
}

/// What a run has to say, each with the frame to go to: "3 of 48 frames did not converge; the first is 12".
export function outcome_summary({ told, bad, unconverged, spoilt }) {
  const out = [], rows = told.size;
  const first = (list) => (list.length > 1 ? `; the first is ${list[0]}` : `: frame ${list[0]}`);
  const of = (list) => `${list.length} of ${rows} ${rows === 1 ? "frame" : "frames"}`;
  if (unconverged.length) out.push({ kind: "unconverged", frame: unconverged[0], text: `${of(unconverged)} did not converge${first(unconverged)}` });
  if (spoilt.length) {
    const any = (name) => spoilt.some((frame) => bad.get(frame)[name] > 0);
    const how = [any("inverted") && "inside out", any("crushed") && "crushed"].filter(Boolean).join(" or ");
    const many = out.length ? spoilt.length : of(spoilt); // the whole is told once
    out.push({ kind: "spoilt", frame: spoilt[0], text: `${many} ${spoilt.length === 1 ? "has" : "have"} tets ${how}${first(spoilt)}` });
  }
  return out;
}

/// Where the frames of these runs are on a line of time: index there -> "unconverged", or "spoilt" where
/// only tets are bad. `place` gives the index of a number, or -1: the frame is not there.
export function outcome_marks(list) {
  const marks = new Map();
  for (const { outcomes, place } of list) {
    for (const row of outcomes.bad.values()) {
      const i = place(row.frame);
      if (i < 0 || marks.get(i) === "unconverged") continue;
      marks.set(i, converged(row) ? "spoilt" : "unconverged");
    }
  }
  return marks;
}
