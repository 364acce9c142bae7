// SPDX-License-Identifier: Apache-2.0
//
// Ties everything together: what the user chose (store), where in time we are (player), which frames
// are shown (showing), by what colours (coloring), and who has to be drawn anew.

import { Address } from "./address.js";
import { VIEWS } from "./camera.js";
import { Clock } from "./clock.js";
import { Coloring } from "./coloring.js";
import { Cursor } from "./cursor.js";
import { Cutting } from "./cutting.js";
import { DEFAULTS, read_hash } from "./hash.js";
import { Looks } from "./looks.js";
import { Orbit } from "./orbit.js";
import { outcome_marks } from "./outcomes.js";
import { Player } from "./player.js";
import { RunScene } from "./scene.js";
import { Showing } from "./showing.js";
import { Stage } from "./stage.js";
import { Store } from "./store.js";
import { ask, show_help, toast } from "./ui/dialogs.js";
import { h, keep } from "./ui/dom.js";
import { Layout } from "./ui/layout.js";
import { LookPanel } from "./ui/look.js";
import { OutcomeNotes } from "./ui/outcomes.js";
import { Overlay } from "./ui/overlay.js";
import { PartsPanel } from "./ui/parts.js";
import { PlotsPanel } from "./ui/plots.js";
import { save_shot } from "./ui/shot.js";
import { Timeline } from "./ui/timeline.js";
import { TopBar } from "./ui/top.js";

export class App {
  constructor(root, source, runs, list) {
    this.source = source;
    this.report = Boolean(list.report);
    this.notes = list.notes ?? [];
    this.runs = runs;
    this.master = runs.reduce((a, b) => (b.time(b.count - 1) > a.time(a.count - 1) ? b : a));
    this.store = new Store({ ...DEFAULTS, selected: null, theme: keep.get("theme") ?? "system", ...read_hash(location.hash) });
    this.clock = new Clock({ per_second: this.master.about.per_second || 24 });
    this.scenes = runs.map((run) => new RunScene(run));
    this.looks = new Looks(this.scenes);
    this.player = new Player(this);
    this.showing = new Showing(this);
    this.coloring = new Coloring(this);
    this.cutting = new Cutting(this);
    this.cursor = new Cursor(this);
    this.address = new Address(this);
    this.hovered = null;
    this.build(root);
    this.listen();
  }

  get state() {
    return this.store.state;
  }

  get index() {
    return this.clock.index(this.master.count);
  }

  get time() {
    return this.master.time(this.index);
  }

  set(changes) {
    this.store.set(changes);
  }

  // --------------------------------------------------------------------------- building

  build(root) {
    this.canvas = h("canvas", { class: "canvas", tabindex: "0", testid: "canvas", "aria-label": "The body. Drag to turn, wheel to zoom." });
    this.stage = new Stage(this.canvas, this.scenes);
    this.orbit = new Orbit(this.stage, {
      moved: () => this.camera_moved(), hover: (at) => this.cursor.hover(at),
      click: (at) => this.cursor.click(at), double_click: (at) => this.cursor.double_click(at),
    });
    this.top = new TopBar(this);
    this.look_panel = new LookPanel(this);
    this.parts = new PartsPanel(this);
    this.plots = new PlotsPanel(this);
    this.overlay = new Overlay(this);
    this.outcome_notes = new OutcomeNotes(this);
    this.timeline = new Timeline(this);
    this.layout = new Layout(this, root);
  }

  listen() {
    const { store } = this;
    store.on("*", () => this.address.write());
    store.on(["color", "map", "low", "high", "range"], () => this.coloring.recolor());
    store.on(["fibres", "action", "inner", "joints", "tets", "wire", "ground", "cut", "shade"], () => this.show_things());
    store.on(["hide", "opacity"], () => this.show_parts());
    store.on("selected", () => this.highlight());
    store.on("view", () => this.arrange());
    store.on("theme", () => this.retheme());
    store.on(["speed", "loop"], () => this.player.adopt());
    for (const run of this.runs) {
      run.frames.arrived = (index, values, frame) => this.showing.arrived(run, index, values, frame);
      run.meshframes.arrived = () => this.showing.refresh();
      run.frames.failed = run.meshframes.failed = (error) => this.trouble(error);
    }
    addEventListener("hashchange", () => this.address.read());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme());
    this.stage.drawn = () => this.overlay.update();
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement);
  }

  /// The first picture. Resolves once it is there.
  async start() {
    const { state, stage } = this;
    Object.assign(stage.pose, { azimuth: state.azimuth, elevation: state.elevation, zoom: state.zoom, pan: state.pan });
    this.player.adopt();
    if (state.frame !== null) this.clock.at = this.master.index_of_number(state.frame);
    if (state.color && !this.coloring.values().some((v) => v.name === state.color)) {
      toast(`There is no value “${state.color}” in this run`, { bad: true });
      state.color = null;
    }
    this.retheme();
    this.resize();
    this.arrange();
    this.show_parts();
    this.coloring.recolor();
    this.show_things();
    if (this.master.count) await this.showing.show_now();
    this.stage.live = true;
    this.stage.draw(false);
    this.say_state();
    this.update();
    this.plots.open().catch((error) => this.trouble(error));
    this.read_outcomes();
    if (state.play) this.player.toggle();
  }

  // ------------------------------------------------------------------- frames not to be trusted

  /// Reads run.csv of all runs, as far as it is new.
  async read_outcomes() {
    const news = await Promise.all(this.runs.map((run) => run.read_outcomes().catch((error) => {
      if (error.status !== 404) this.trouble(error); // a run that has just begun has no table yet
      return false;
    })));
    if (news.some(Boolean)) this.show_outcomes();
  }

  show_outcomes() {
    this.outcome_notes.update();
    const runs = this.showing.shown_runs().filter((run) => run.outcomes);
    this.timeline.marks = outcome_marks(runs.map((run) => ({ outcomes: run.outcomes, place: (number) => this.place_of(run, number) })));
    this.timeline.update();
  }

  /// Index on the time line of a frame of a run; -1: the run has none of that number.
  place_of(run, number) {
    const index = run.index_of_exactly(number);
    return index < 0 || run === this.master ? index : this.master.index_at(run.time(index));
  }

  // ------------------------------------------------------------------------------ parts

  part_names = () => this.looks.parts;
  part_of = (owner) => this.looks.part_of(owner);
  look = (name) => this.looks.get(name, this.state);
  set_shown = (names, shown) => this.set(this.looks.with_shown(this.state, names, shown));
  set_opacity = (names, opacity) => this.set(this.looks.with_opacity(this.state, names, opacity));
  show_all = () => this.set({ hide: "", opacity: "" });

  isolate(names) {
    const already = this.looks.parts.every((p) => this.look(p.name).shown === names.includes(p.name));
    this.set(already ? { hide: "" } : this.looks.only(names));
  }

  show_parts() {
    this.looks.apply(this.state);
    for (const scene of this.scenes) scene.show_lines();
    if (this.state.tets) this.cutting.recut();
    this.parts.update();
    this.cutting.hide_skins();
    this.stage.request();
  }

  select(name) {
    this.set({ selected: name });
  }

  hover_part(name) {
    if (this.hovered === name) return;
    this.hovered = name;
    this.highlight();
  }

  highlight() {
    this.looks.highlight(this.hovered, this.state.selected);
    this.parts.update();
    this.stage.request();
  }

  focus_part(name) {
    const box = this.looks.box(name, this.stage.shown);
    if (box) this.orbit.focus(box);
  }

  // ------------------------------------------------------------------------- other things

  show_things() {
    const { state } = this;
    for (const scene of this.scenes) {
      for (const name of ["fibres", "action", "inner", "joints"]) if (scene[name]) scene[name].mesh.visible = state[name];
      scene.ground.visible = state.ground;
      scene.body.set_wire(state.wire && !state.tets);
      scene.set_cut(state.cut, state.tets);
      scene.show_lines();
    }
    this.stage.wants_shadows = state.shade;
    this.looks.see_through = state.fibres || state.action || state.inner || state.joints;
    this.looks.apply(state);
    this.cutting.hide_skins();
    if (state.tets) this.cutting.show_tets();
    this.look_panel.update();
    this.stage.request();
  }

  // ----------------------------------------------------------------------------- camera

  camera_moved() {
    const { pose } = this.stage;
    Object.assign(this.state, { azimuth: pose.azimuth, elevation: pose.elevation, zoom: pose.zoom, pan: pose.pan });
    this.stage.request();
    this.address.write();
  }

  set_camera(pose) {
    Object.assign(this.stage.pose, { pan: null, ...pose });
    this.camera_moved();
  }

  view(name) {
    if (name === "fit") return this.orbit.fly({ zoom: 1, pan: null });
    const [azimuth, elevation] = VIEWS[name] ?? VIEWS.quarter;
    return this.orbit.fly({ azimuth, elevation, zoom: 1, pan: null });
  }

  arrange() {
    const both = this.runs.length > 1 && this.state.view === "both";
    this.stage.shown = both ? this.runs.map((_, i) => i) : [this.state.view === "b" && this.runs.length > 1 ? 1 : 0];
    this.overlay.update_labels();
    this.top.update();
    this.showing.forget();
    this.show_outcomes();
    this.showing.refresh();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    this.stage.resize(Math.round(box.width), Math.round(box.height), Math.min(devicePixelRatio || 1, 2));
    this.overlay.update_labels();
  }

  // -------------------------------------------------------------------------------- page

  get theme() {
    const { theme } = this.state;
    if (theme === "light" || theme === "dark") return theme;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  toggle_theme() {
    const theme = this.theme === "dark" ? "light" : "dark";
    keep.set("theme", theme);
    this.set({ theme });
  }

  retheme() {
    document.documentElement.dataset.theme = this.theme;
    this.stage.set_theme(this.theme);
    this.top.update();
    this.timeline.draw();
    this.plots.restyle();
  }

  toggle_panel = (side) => this.layout.toggle(side);
  help = () => show_help();

  async screenshot(times) {
    toast(`Saved ${await save_shot(this, times)}`);
  }

  update() {
    this.top.update();
    this.look_panel.update();
    this.parts.update();
    this.timeline.update();
    this.overlay.update_legend();
    this.stage.request();
  }

  say_state() {
    const { count, status } = this.master;
    if (count) return this.overlay.say(null);
    if (status.stage === "running") return this.overlay.say("The run has no frame yet. The first one appears here.");
    return this.overlay.say(`This run has no frames${status.message ? `: ${status.message}` : "."} Start it with brawn run.`);
  }

  trouble(error) {
    if (error.gone) return this.set_gone(true);
    console.error(error);
    return toast(error.message, { bad: true });
  }

  set_gone(gone) {
    if (Boolean(this.gone) === gone) return;
    this.gone = gone;
    this.went?.(gone);
    if (gone) toast("The server does not answer. What is loaded can still be looked at; start brawn view again for the rest.", { bad: true });
    this.top.update();
  }

  async ask_stop() {
    const run = this.runs.find((r) => r.running);
    if (!run) return;
    const yes = await ask("Stop this run?", "The step in hand is finished, and all frames so far stay. brawn run --resume goes on from there.", "Stop the run");
    if (!yes) return;
    try {
      await this.source.post(`${run.index}/stop`);
      toast("Asked to stop: the step in hand is being finished");
    } catch (error) {
      this.trouble(error);
    }
  }
}
