// SPDX-License-Identifier: Apache-2.0
//
// A run as the page knows it: what does not change, how it is doing, its frames and tables.

import { parse_table } from "./csv.js";
import { FrameStore } from "./frames.js";
import { read_outcomes } from "./outcomes.js";
import { decode } from "./stream.js";

const phone = () => (navigator.deviceMemory ?? 8) <= 4;

export class Run {
  constructor(source, index, entry) {
    this.source = source;
    this.index = index;
    this.name = entry.name;
    this.folder = entry.folder;
    this.tables = new Map();
    this.outcomes = null; // until run.csv has been read
    const budget = phone() ? 96e6 : 256e6;
    const options = { budget, all_values: source.report };
    const load = (kind) => (i, values, signal) => {
      const query = values && !source.report ? `?values=${encodeURIComponent(values)}` : "";
      return source.bytes(`${index}/${kind}/${i}.bin${query}`, signal);
    };
    this.frames = new FrameStore(load("frames"), options);
    this.meshframes = new FrameStore(load("meshframes"), options);
  }

  async open() {
    const [about, status, skins] = await Promise.all([
      this.source.json(`${this.index}/run.json`),
      this.source.json(`${this.index}/status.json`),
      this.source.bytes(`${this.index}/skins.bin`),
    ]);
    this.about = about;
    this.name = this.name || about.name;
    this.status = status;
    this.skins = decode(skins);
    return this;
  }

  get count() {
    return this.status.frames.length;
  }

  get running() {
    return this.status.stage === "running";
  }

  async refresh() {
    const before = this.count;
    this.status = await this.source.json(`${this.index}/status.json`);
    return this.count !== before;
  }

  async mesh() {
    this.mesh_arrays ??= decode(await this.source.bytes(`${this.index}/mesh.bin`));
    return this.mesh_arrays;
  }

  has_mesh = () => this.about.tets !== 0 && (!this.source.report || this.source.has(`${this.index}/mesh.bin`));

  /// Reads a table; again when the run has more frames than then, has ended since, or was then in between
  /// the files of a frame and its row.
  async table(name) {
    const { count } = this, { stage } = this.status, known = this.tables.get(name);
    if (known && known.count === count && known.stage === stage && !this.is_behind(known.table)) return known.table;
    const table = parse_table(await this.source.text(`${this.index}/tables/${name}`));
    this.tables.set(name, { table, count, stage });
    return table;
  }

  is_behind(table) {
    const frame = table.column.find((c) => c.name === "frame")?.data;
    return this.running && this.count > 0 && !(frame?.at(-1) >= this.status.frames.at(-1));
  }

  /// Reads which frames did not converge. @return whether that is news
  async read_outcomes() {
    if (!(this.about.tables ?? []).includes("run.csv")) return false;
    const table = await this.table("run.csv");
    if (table === this.outcomes_of) return false;
    this.outcomes_of = table;
    this.outcomes = read_outcomes(table);
    return true;
  }

  /// The array of a frame that `values` asked for.
  value_of(frame, values) {
    if (!values || !frame) return undefined;
    return frame[`value:${values}`] ?? frame.value;
  }

  time(i) {
    return this.status.times[i] ?? 0;
  }

  /// Frame nearest to a time.
  index_at(time) {
    const times = this.status.times;
    let low = 0, high = times.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low > 0 && time - times[low - 1] <= times[low] - time ? low - 1 : Math.max(low, 0);
  }

  /// -1: there is none of that number. They are in order.
  index_of_exactly(number) {
    const frames = this.status.frames;
    let low = 0, high = frames.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (frames[middle] < number) low = middle + 1;
      else high = middle;
    }
    return frames[low] === number ? low : -1;
  }

  index_of_number(number) {
    const frames = this.status.frames;
    let best = 0;
    frames.forEach((f, i) => {
      if (Math.abs(f - number) < Math.abs(frames[best] - number)) best = i;
    });
    return best;
  }
}

/// Runs of one scene go by the names of their folders.
export function name_runs(runs) {
  const same = runs.some((run, i) => runs.findIndex((other) => other.name === run.name) < i);
  for (const run of runs) run.title = (same && run.folder?.split("/").filter(Boolean).pop()) || run.name;
}
