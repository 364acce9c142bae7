// SPDX-License-Identifier: Apache-2.0
//
// Which columns of which table a plot shows.

/// What people look at first. `many`: only columns that change are shown unless asked for. `forces`: a
/// body of surfaces has none.
export const PRESETS = [
  { id: "activation", title: "Activation", table: "muscles.csv", quantity: "activation" },
  { id: "length", title: "Length", table: "muscles.csv", quantity: "length" },
  { id: "force", title: "Fibre force", table: "muscles.csv", quantity: "fibre_force", forces: true },
  { id: "stretch", title: "Stretch", table: "muscles.csv", quantity: "stretch" },
  { id: "volume", title: "Volume", table: "muscles.csv", quantity: "volume" },
  { id: "angle", title: "Joint angle", table: "joints.csv", quantity: "angle" },
  { id: "iterations", title: "Iterations", table: "run.csv", quantity: "iterations" },
];

/// A plot as text, for the address: a preset's id, or "muscles.csv|biceps.length [m]|...".
export function parse_plot(text) {
  const preset = PRESETS.find((p) => p.id === text);
  if (preset) return { ...preset };
  const [table, ...columns] = text.split("|");
  return columns.length ? { id: text, table, columns } : null;
}

/// Those that runs with these tables have.
export const presets_of = (tables, forces) => PRESETS.filter((p) => tables.includes(p.table) && (forces || !p.forces));

export const plot_text = (plot) => (plot.columns ? [plot.table, ...plot.columns].join("|") : plot.id);

/// Columns of a table that a plot shows: those that are named, or those of its quantity.
export function columns_of(plot, table) {
  if (plot.columns) return plot.columns.map((name) => table.column.find((c) => c.name === name)).filter(Boolean);
  return table.column.filter((c) => c.quantity === plot.quantity);
}

/// The columns that move most come first; those after `many` are left out.
export function liveliest(columns, many) {
  if (columns.length <= many) return columns;
  const spread = (c) => {
    let low = Infinity, high = -Infinity;
    for (const x of c.data) {
      if (x < low) low = x;
      if (x > high) high = x;
    }
    const size = Math.max(Math.abs(low), Math.abs(high));
    return size > 0 ? high - low : 0;
  };
  const best = new Set([...columns].sort((a, b) => spread(b) - spread(a)).slice(0, many));
  return columns.filter((c) => best.has(c));
}

export function largest(columns) {
  let most = 0;
  for (const { data } of columns) {
    for (const x of data) if (Math.abs(x) > most) most = Math.abs(x);
  }
  return most;
}

/// Puts several runs onto one axis of time: [times, y, y, ...] with null where a run has no row.
export function align(tables) {
  const times = [...new Set(tables.flatMap(({ time }) => [...time]))].sort((a, b) => a - b);
  const place = new Map(times.map((t, i) => [t, i]));
  const out = [times];
  for (const { time, columns, factor } of tables) {
    for (const column of columns) {
      const y = new Array(times.length).fill(null);
      time.forEach((t, i) => {
        const x = column.data[i];
        if (Number.isFinite(x)) y[place.get(t)] = x * factor;
      });
      out.push(y);
    }
  }
  return out;
}
