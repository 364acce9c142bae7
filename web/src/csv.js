// SPDX-License-Identifier: Apache-2.0
//
// The tables of a run: `frame`, `time [s]`, then columns like `biceps.length [m]`.

/// @return {{rows, column: {name, owner, quantity, unit, data: Float64Array}[]}}
/// Words (`outcome` of run.csv) become NaN in `data`; a column that has some has them as `words: string[]`.
export function parse_table(text) {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const last_is_whole = lines.at(-1) === ""; // a live run may be in the middle of its last row
  if (last_is_whole) lines.pop();
  const names = split_row(lines.shift() ?? "");
  const rows = lines.filter((line) => line !== "").map(split_row);
  if (rows.length && !last_is_whole && rows.at(-1).length < names.length) rows.pop();
  const column = names.map((name, c) => ({
    ...parse_name(name),
    data: Float64Array.from(rows, (row) => to_number(row[c])),
    ...(rows.some((row) => is_word(row[c])) && { words: rows.map((row) => (row[c] ?? "").trim()) }),
  }));
  return { rows: rows.length, column };
}

/// "biceps.long.fibre_force [N]": owner biceps.long, quantity fibre_force, unit N.
export function parse_name(name) {
  const match = /^(.*?)(?:\s*\[([^\]]*)\])?$/.exec(name);
  const bare = match[1];
  const dot = bare.lastIndexOf(".");
  return {
    name,
    owner: dot < 0 ? "" : bare.slice(0, dot),
    quantity: bare.slice(dot + 1),
    unit: match[2] ?? "",
  };
}

const to_number = (text) => (text === undefined || text.trim() === "" ? NaN : Number(text));

// C writes what is no number as nan, inf or -inf
const is_word = (text) => Number.isNaN(to_number(text)) && /[a-z]/i.test(text ?? "") && !/^\s*[-+]?(nan|inf|infinity)\s*$/i.test(text);

function split_row(line) {
  if (!line.includes('"')) return line.split(",");
  const cells = [];
  const cell = /("(?:[^"]|"")*"|[^,]*)(,|$)/gy;
  for (let match; (match = cell.exec(line)); ) {
    const raw = match[1];
    cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (match[2] === "") break;
  }
  return cells;
}
