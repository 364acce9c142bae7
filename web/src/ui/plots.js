// SPDX-License-Identifier: Apache-2.0
//
// Plots beside the picture. A line follows the time; clicking and dragging in a plot moves it.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { align, columns_of, largest, liveliest, parse_plot, plot_text, presets_of } from "../plotdata.js";
import { h, icon_button, scaled_unit, short } from "./dom.js";

const MANY = 8; // lines that can be told apart
const COLORS = {
  light: ["#b5392e", "#1f77a8", "#2f8f5b", "#c07f10", "#7a56a8", "#d1628f", "#4b8f96", "#7d7364"],
  dark: ["#f0766a", "#5db4e6", "#63c98e", "#e9b44c", "#b595e6", "#f291b9", "#73c2c9", "#b3a994"],
};

export class PlotsPanel {
  constructor(app) {
    this.app = app;
    this.cards = [];
    this.list = h("div", { class: "plot-list", testid: "plots" });
    this.add = h("select", { class: "add", "aria-label": "Add a plot", testid: "add-plot", onchange: () => this.choose() });
    this.element = h("aside", { class: "side right", "aria-label": "Plots", testid: "plots-panel" },
      h("div", { class: "panel-head" }, h("h2", {}, "Plots"), this.add), this.list);
    this.owners = new Map();
    new ResizeObserver(() => this.resize()).observe(this.list);
  }

  tables() {
    return [...new Set(this.app.runs.flatMap((run) => run.about.tables ?? []))];
  }

  async open() {
    const tables = this.tables();
    const forces = this.app.runs.some((r) => r.about.tets !== 0);
    this.presets = presets_of(tables, forces);
    this.add.replaceChildren(new Option("Add…", ""), ...this.presets.map((p) => new Option(p.title, p.id)),
      ...(tables.length ? [new Option("Choose columns…", "choose")] : []));
    const asked = this.app.state.plots;
    const ids = asked === null ? ["activation", "angle", "length", forces ? "force" : "stretch"].filter((id) => this.presets.some((p) => p.id === id)) : asked.split(";").filter(Boolean);
    if (asked === null && !ids.length && this.presets.length) ids.push(this.presets[0].id);
    for (const id of ids) {
      const plot = parse_plot(id);
      if (plot) await this.insert(plot);
    }
    this.say_empty();
  }

  say_empty() {
    this.empty ??= h("p", { class: "empty" });
    this.empty.textContent = this.tables().length ? "No plots. Add one above." : "There are no tables to plot: this is a rest pose or a mesh, not a run.";
    if (this.cards.length) this.empty.remove();
    else this.list.append(this.empty);
  }

  async choose() {
    const id = this.add.value;
    this.add.value = "";
    if (id === "choose") return this.pick_columns();
    await this.insert(parse_plot(id));
    this.tell();
    this.list.scrollTo({ top: this.list.scrollHeight, behavior: "smooth" });
  }

  async insert(plot) {
    const card = new Card(this, plot);
    this.cards.push(card);
    this.list.append(card.element);
    this.say_empty();
    await card.load();
  }

  remove(card) {
    this.cards = this.cards.filter((c) => c !== card);
    card.destroy();
    this.say_empty();
    this.tell();
  }

  tell() {
    this.app.set({ plots: this.cards.map((c) => plot_text(c.plot)).join(";") });
  }

  color(owner) {
    if (!this.owners.has(owner)) this.owners.set(owner, this.owners.size);
    const list = COLORS[this.app.theme];
    return list[this.owners.get(owner) % list.length];
  }

  /// New rows of a live run.
  reload = () => Promise.all(this.cards.map((card) => card.load()));
  restyle = () => this.cards.forEach((card) => card.build());
  update = () => this.cards.forEach((card) => card.follow());
  resize = () => this.cards.forEach((card) => card.resize());

  async pick_columns() {
    const { app } = this;
    const found = [];
    for (const name of this.tables()) {
      try {
        const table = await app.master.table(name);
        for (const c of table.column.slice(2)) if (c.data.some(Number.isFinite) || !c.data.length) found.push({ table: name, column: c.name });
      } catch {
        // a table that cannot be read is not offered
      }
    }
    const chosen = await ask_columns(found);
    if (!chosen?.length) return;
    const by = Map.groupBy ? Map.groupBy(chosen, (c) => c.table) : group(chosen);
    for (const [table, columns] of by) await this.insert(parse_plot([table, ...columns.map((c) => c.column)].join("|")));
    this.tell();
  }
}

function group(chosen) {
  const out = new Map();
  for (const c of chosen) out.set(c.table, [...(out.get(c.table) ?? []), c]);
  return out;
}

class Card {
  constructor(panel, plot) {
    this.panel = panel;
    this.plot = plot;
    this.off = new Set();
    this.title = h("h3", {}, plot.title ?? "");
    this.unit = h("span", { class: "dim" });
    this.chart = h("div", { class: "chart" });
    this.legend = h("div", { class: "plot-legend" });
    this.element = h("section", { class: "card", testid: `plot-${plot.id}` },
      h("div", { class: "card-head" }, this.title, this.unit, icon_button("close", "Remove this plot", () => panel.remove(this), { class: "quiet" })),
      this.chart, this.legend);
  }

  async load() {
    const { app } = this.panel;
    const tables = [];
    for (const run of app.runs) {
      if (!(run.about.tables ?? []).includes(this.plot.table)) continue;
      try {
        const table = await run.table(this.plot.table);
        tables.push({ run, table, columns: liveliest(columns_of(this.plot, table), MANY) });
      } catch (error) {
        this.legend.textContent = error.message;
      }
    }
    const same = this.u && this.shape === shape_of(tables);
    this.tables = tables;
    this.shape = shape_of(tables);
    if (same) this.refill();
    else this.build();
  }

  measure() {
    const columns = this.tables.flatMap((t) => t.columns);
    this.scale = scaled_unit(largest(columns), columns[0]?.unit ?? "");
    this.most = largest(columns) * this.scale.factor;
    this.quantity = [...new Set(columns.map((c) => c.quantity))].join(", ").replaceAll("_", " ");
    return align(this.tables.map(({ table, columns: own }) => ({
      time: table.column.find((c) => c.quantity === "time")?.data ?? [], columns: own, factor: this.scale.factor,
    })));
  }

  refill() {
    this.data = this.measure();
    this.u.setData(this.data);
    this.follow();
  }

  build() {
    if (!this.tables) return;
    const { panel } = this, { app } = panel;
    this.data = this.measure();
    if (!this.plot.title) this.title.textContent = this.quantity.replace(/^./, (c) => c.toUpperCase());
    this.unit.textContent = this.tables.length > 1 ? [this.scale.unit, "B dashed"].filter(Boolean).join(" · ") : this.scale.unit;
    this.series = this.tables.flatMap(({ run, columns }) => columns.map((c) => ({
      run, column: c, label: c.owner || c.quantity.replaceAll("_", " "), color: panel.color(c.owner || c.quantity), dash: run.index > 0,
    })));
    this.u?.destroy();
    this.line = h("div", { class: "playhead" });
    this.u = new uPlot(this.options(app), this.data, this.chart);
    this.u.over.append(this.line);
    this.listen(this.u.over);
    this.build_legend();
    this.follow();
  }

  options() {
    const style = getComputedStyle(document.documentElement), color = (name) => style.getPropertyValue(name).trim();
    const font = `10px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { stroke: color("--dim"), font, grid: { stroke: color("--line-soft"), width: 1 }, ticks: { show: false } };
    const wide = (u, values) => (values ? 14 + 6.2 * Math.max(...values.map((v) => String(v).length)) : 40);
    return {
      width: Math.max(120, this.chart.clientWidth), height: 122, padding: [6, 8, 0, 0],
      legend: { show: false },
      scales: { x: { time: false }, y: { range: (u, low, high) => padded(low, high) } },
      cursor: { drag: { x: false, y: false, setScale: false }, y: false, points: { size: 5 } },
      axes: [
        { ...axis, size: 20, gap: 3, space: 46, values: (u, at) => at.map((v, i) => (i === at.length - 1 ? `${short(v)} s` : short(v))) },
        { ...axis, size: wide, gap: 4, space: 24, values: (u, at) => at.map((v) => short(v)) },
      ],
      series: [{}, ...this.series.map((s, i) => ({
        label: s.label, stroke: s.color, width: 1.6, dash: s.dash ? [4, 3] : undefined, points: { show: false }, show: !this.off.has(i), spanGaps: true,
      }))],
      hooks: { setCursor: [(u) => this.read(u.cursor.idx)], draw: [() => this.follow()] },
    };
  }

  listen(over) {
    const { app } = this.panel;
    const seek = (e) => app.player.seek_time(this.u.posToVal(e.clientX - over.getBoundingClientRect().left, "x"));
    over.addEventListener("pointerdown", (e) => {
      over.setPointerCapture(e.pointerId);
      app.player.pause();
      this.scrubbing = true;
      seek(e);
    });
    over.addEventListener("pointermove", (e) => this.scrubbing && seek(e));
    for (const name of ["pointerup", "pointercancel"]) over.addEventListener(name, () => (this.scrubbing = false));
  }

  /// A chip a name: the lines of two runs share it.
  build_legend() {
    const { app } = this.panel, by = new Map();
    this.series.forEach((s, i) => by.set(s.label, [...(by.get(s.label) ?? []), i]));
    this.chips = [...by].map(([label, lines]) => {
      const value = h("b");
      const chip = h("button", { type: "button", class: "key", "aria-pressed": String(!this.off.has(lines[0])), title: `Show or hide ${label}`,
        onclick: () => this.toggle(lines, chip), onpointerenter: () => app.hover_part(app.part_of(label)), onpointerleave: () => app.hover_part(null) },
      h("span", { class: "dot", style: { "--c": this.series[lines[0]].color } }), h("span", { class: "label" }, label), value);
      return { chip, value, lines };
    });
    this.legend.replaceChildren(...this.chips.map((c) => c.chip));
    if (!this.series.length) this.legend.textContent = "Nothing to show yet.";
  }

  toggle(lines, chip) {
    const show = this.off.has(lines[0]);
    for (const i of lines) {
      if (show) this.off.delete(i);
      else this.off.add(i);
      this.u.setSeries(i + 1, { show });
    }
    chip.setAttribute("aria-pressed", String(show));
  }

  /// Numbers at the cursor, or at the time that is shown.
  read(idx) {
    const at = idx ?? nearest(this.data[0], this.panel.app.time);
    this.chips?.forEach(({ value, lines }) => (value.textContent = lines.map((i) => short(this.tidy(this.data[i + 1]?.[at] ?? NaN))).join(" | ")));
  }

  /// What is a billionth of the largest number of the plot is nothing.
  tidy = (x) => (Math.abs(x) < 1e-9 * this.most ? 0 : x);

  follow() {
    if (!this.u) return;
    const x = this.u.valToPos(this.panel.app.time, "x");
    this.line.style.transform = `translateX(${x}px)`;
    this.line.hidden = !Number.isFinite(x);
    if (this.u.cursor.idx === null || this.u.cursor.idx === undefined || this.u.cursor.left < 0) this.read(null);
  }

  resize() {
    const width = this.chart.clientWidth;
    if (this.u && width > 60 && width !== this.u.width) {
      this.u.setSize({ width, height: 122 });
      this.follow();
    }
  }

  destroy() {
    this.u?.destroy();
    this.element.remove();
  }
}

const shape_of = (tables) => tables.map((t) => `${t.run.index}:${t.columns.map((c) => c.name)}`).join("|");

function padded(low, high) {
  if (low === null || high === null) return [0, 1];
  const room = high - low, pad = room > 0 ? 0.06 * room : Math.abs(high) * 0.05 || 1;
  const floor = low >= 0 && low < 0.25 * room ? 0 : low - pad;
  return [floor, high + pad];
}

function nearest(times, time) {
  let best = 0;
  for (let i = 1; i < times.length; i++) if (Math.abs(times[i] - time) < Math.abs(times[best] - time)) best = i;
  return best;
}

/// A list of all columns with a search box.
function ask_columns(found) {
  return new Promise((done) => {
    const boxes = found.map((f) => {
      const box = h("input", { type: "checkbox" });
      return { ...f, box, row: h("label", { class: "column" }, box, h("span", { class: "label" }, f.column), h("span", { class: "dim" }, f.table)) };
    });
    const search = h("input", { type: "search", placeholder: "Search columns", "aria-label": "Search columns", oninput: () => {
      for (const b of boxes) b.row.hidden = !`${b.table} ${b.column}`.toLowerCase().includes(search.value.toLowerCase());
    } });
    const dialog = h("dialog", { class: "dialog columns", "aria-label": "Choose columns" }, h("h2", {}, "Columns to plot"), search,
      h("div", { class: "column-list" }, boxes.map((b) => b.row)),
      h("div", { class: "actions" }, h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "button", class: "primary", testid: "columns-ok", onclick: () => dialog.close("ok") }, "Plot")));
    dialog.addEventListener("close", () => {
      done(dialog.returnValue === "ok" ? boxes.filter((b) => b.box.checked) : null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
