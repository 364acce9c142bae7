// SPDX-License-Identifier: Apache-2.0
//
// Ties everything together: what the user chose (store), where in time we are (clock), which frames
// are wanted, and who has to be drawn anew.

import { VIEWS } from "./camera.js";
import { Clock, stride_for } from "./clock.js";
import { DEFAULTS, read_hash, write_hash } from "./hash.js";
import { Looks } from "./looks.js";
import { has_map, natural_map } from "./maps.js";
import { Orbit } from "./orbit.js";
import { pick } from "./pick.js";
import { Ranges } from "./ranges.js";
import { RunScene } from "./scene.js";
import { Stage } from "./stage.js";
import { Store } from "./store.js";
import { ask, show_help, toast } from "./ui/dialogs.js";
import { h, keep } from "./ui/dom.js";
import { Layout } from "./ui/layout.js";
import { LookPanel } from "./ui/look.js";
import { Overlay } from "./ui/overlay.js";
import { PartsPanel } from "./ui/parts.js";
import { PlotsPanel } from "./ui/plots.js";
import { save_shot } from "./ui/shot.js";
import { Timeline } from "./ui/timeline.js";
import { TopBar } from "./ui/top.js";

const AHEAD = { playing: 24, still: 6 };

export class App {
  constructor(root, source, runs, list) {
    this.source = source;
    this.report = Boolean(list.report);
    this.notes = list.notes ?? [];
    this.runs = runs;
    this.master = runs.reduce((a, b) => (b.time(b.count - 1) > a.time(a.count - 1) ? b : a));
    this.store = new Store({ ...DEFAULTS, selected: null, theme: keep.get("theme") ?? "system", ...read_hash(location.hash) });
    this.clock = new Clock({ per_second: this.master.about.per_second || 24 });
    this.ranges = new Ranges();
    this.scenes = runs.map((run) => new RunScene(run));
    this.looks = new Looks(this.scenes);
    this.hovered = null;
    this.shown_frame = runs.map(() => null);
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
      moved: () => this.camera_moved(), hover: (at) => this.hover(at),
      click: (at) => this.click(at), double_click: (at) => this.double_click(at),
    });
    this.top = new TopBar(this);
    this.look_panel = new LookPanel(this);
    this.parts = new PartsPanel(this);
    this.plots = new PlotsPanel(this);
    this.overlay = new Overlay(this);
    this.timeline = new Timeline(this);
    this.layout = new Layout(this, root);
  }

  listen() {
    const { store } = this;
    store.on("*", () => this.write_address());
    store.on(["color", "map", "low", "high", "range"], () => this.recolor());
    store.on(["fibres", "action", "inner", "joints", "tets", "wire", "ground", "cut", "shade"], () => this.show_things());
    store.on(["hide", "opacity"], () => this.show_parts());
    store.on("selected", () => this.highlight());
    store.on("view", () => this.arrange());
    store.on("theme", () => this.retheme());
    store.on(["speed", "loop"], () => this.set_clock());
    for (const run of this.runs) {
      run.frames.arrived = (index, values, frame) => this.frame_arrived(run, index, values, frame);
      run.meshframes.arrived = () => this.refresh_frame();
      run.frames.failed = run.meshframes.failed = (error) => this.trouble(error);
    }
    addEventListener("hashchange", () => this.read_address());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme());
    this.stage.drawn = () => this.overlay.update();
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement);
  }

  /// The first picture. Resolves once it is there.
  async start() {
    const { state, stage } = this;
    Object.assign(stage.pose, { azimuth: state.azimuth, elevation: state.elevation, zoom: state.zoom, pan: state.pan });
    this.set_clock();
    if (state.frame !== null) this.clock.at = this.master.index_of_number(state.frame);
    if (state.color && !this.values().some((v) => v.name === state.color)) {
      toast(`There is no value “${state.color}” in this run`, { bad: true });
      state.color = null;
    }
    this.retheme();
    this.resize();
    this.arrange();
    this.show_parts();
    this.recolor();
    this.show_things();
    if (this.master.count) await this.show_now();
    this.stage.live = true;
    this.stage.draw(false);
    this.say_state();
    this.update();
    this.plots.open().catch((error) => this.trouble(error));
    if (state.play) this.toggle_play();
  }

  // ----------------------------------------------------------------------------- frames

  /// Name of the value that the frames of a run are asked for.
  values_of(run) {
    const { color } = this.state;
    return color && run.about.values.some((v) => v.name === color) ? color : null;
  }

  shown_runs = () => this.stage.shown.map((s) => this.runs[s]);

  index_in(run, index = this.index) {
    return run === this.master ? index : run.index_at(this.master.time(index));
  }

  ready = (index) => this.shown_runs().every((run) => !run.count || run.frames.has(this.index_in(run, index), this.values_of(run)));

  /// Shows the frame of the clock, as far as it is there, and asks for what comes next.
  refresh_frame() {
    for (const scene of this.scenes) {
      const { run } = scene;
      if (!run.count || !this.shown_runs().includes(run)) continue;
      this.show_run(scene, this.index_in(run));
    }
    this.wish();
    this.stage.request();
    this.timeline.update();
    this.plots.update();
    this.update_difference();
    this.state.frame = this.index === 0 ? null : this.master.status.frames[this.index];
    this.write_address();
  }

  show_run(scene, index) {
    const { run } = scene, values = this.values_of(run);
    const frame = run.frames.use(index, values);
    if (frame && this.shown_frame[run.index] !== frame) {
      scene.show(frame, values);
      scene.shared.colored.value = values ? 1 : 0;
      this.shown_frame[run.index] = frame;
      if (this.state.range === "frame") this.set_range();
    }
    if (this.state.tets && scene.solid) this.show_solid(scene, index, values);
  }

  show_solid(scene, index, values) {
    const { run } = scene, frame = run.meshframes.use(index, values);
    if (!frame) return;
    const about = run.about.values.find((v) => v.name === values);
    const array = run.value_of(frame, values);
    scene.solid.show(frame, array ? { array, on: about.on, name: about.name } : null, scene.plane(this.state.cut), this.looks.shown_flags(scene));
  }

  /// Waits until the frame of the clock is there, then shows it.
  async show_now() {
    const index = this.index;
    await Promise.all(this.shown_runs().filter((run) => run.count).map(async (run) => {
      const i = this.index_in(run, index), values = this.values_of(run);
      await run.frames.get(i, values);
      if (this.state.tets && run.has_mesh()) {
        await this.scenes[run.index].make_solid();
        await run.meshframes.get(i, values);
      }
    })).catch((error) => error.name === "AbortError" || this.trouble(error));
    this.refresh_frame();
  }

  wish() {
    const { clock } = this;
    const many = clock.playing ? AHEAD.playing : AHEAD.still;
    for (const run of this.shown_runs()) {
      const ahead = clock.ahead(this.master.count, many, this.stride).map((i) => this.index_in(run, i));
      const wanted = [...new Set(ahead)].filter((i) => i < run.count);
      run.frames.wish(wanted, this.values_of(run));
      if (this.state.tets && run.has_mesh()) run.meshframes.wish(wanted.slice(0, 8), this.values_of(run));
    }
  }

  frame_arrived(run, index, values, frame) {
    for (const v of run.about.values) {
      const array = this.source.report ? frame[`value:${v.name}`] : v.name === values ? frame.value : null;
      if (array) this.ranges.add(v.name, run.index, index, array);
    }
    if (values && (this.state.range === "auto" || this.state.range === "all")) this.set_range();
    if (index === this.index_in(run)) this.refresh_frame();
    else this.timeline.draw();
  }

  // ------------------------------------------------------------------------------- time

  seek(index) {
    this.clock.at = Math.min(Math.max(0, Math.round(index)), Math.max(0, this.master.count - 1));
    this.waiting = false;
    this.refresh_frame();
  }

  seek_time = (time) => this.seek(this.master.index_at(time));
  go_to_number = (number) => (Number.isFinite(number) ? this.seek(this.master.index_of_number(number)) : this.timeline.update());

  step(by) {
    this.pause();
    const { count } = this.master, next = this.index + by;
    this.seek(this.state.loop && Math.abs(by) === 1 ? (next + count) % Math.max(1, count) : next);
  }

  toggle_play(direction = 1) {
    if (this.clock.playing && this.clock.direction === direction) return this.pause();
    if (this.master.count < 2) return toast("There is only one frame");
    this.clock.playing = true;
    this.clock.direction = direction;
    if (!this.state.loop && direction > 0 && this.index >= this.master.count - 1) this.clock.at = 0;
    this.last_tick = performance.now();
    this.ticking ||= requestAnimationFrame((now) => this.tick(now));
    return this.timeline.update();
  }

  pause() {
    this.clock.playing = false;
    this.clock.direction = 1;
    this.waiting = false;
    this.timeline.update();
  }

  set_clock() {
    this.clock.speed = Math.min(4, Math.max(0.1, this.state.speed));
    this.clock.loop = this.state.loop;
    this.timeline.update();
  }

  get stride() {
    const { clock } = this;
    if (!clock.playing) return 1;
    const all_there = this.shown_runs().every((run) => run.frames.loaded(this.values_of(run)).length >= run.count);
    if (all_there) return 1;
    return stride_for(Math.max(...this.shown_runs().map((run) => run.frames.seconds)), clock.per_second, clock.speed);
  }

  tick(now) {
    this.ticking = 0;
    if (!this.clock.playing) return;
    const before = this.index;
    this.clock.waiting = false;
    this.clock.advance((now - this.last_tick) / 1000, this.master.count, this.ready, this.stride);
    this.last_tick = now;
    if (this.waiting !== this.clock.waiting) {
      this.waiting = this.clock.waiting;
      this.timeline.update();
    }
    if (this.index !== before || !this.clock.playing) this.refresh_frame();
    if (this.clock.waiting) this.wish();
    this.ticking = requestAnimationFrame((next) => this.tick(next));
  }

  // ----------------------------------------------------------------------------- colour

  /// Values that can be coloured by: of any run; of a report, those that were put in.
  values() {
    const all = new Map();
    for (const run of this.runs) for (const v of run.about.values) all.set(v.name, v);
    const list = [...all.values()];
    if (!this.source.report) return list;
    const frame = this.shown_frame.find(Boolean);
    return frame ? list.filter((v) => frame[`value:${v.name}`]) : list;
  }

  value = () => (this.state.color ? this.values().find((v) => v.name === this.state.color) ?? null : null);

  map_name() {
    const { map } = this.state;
    return map && has_map(map) ? map : natural_map(this.value());
  }

  range() {
    const { state } = this, value = this.value();
    const frames = state.range === "frame" ? this.shown_runs().map((run) => [run.index, this.index_in(run)]) : null;
    return this.ranges.get(value, state, frames);
  }

  set_color(color) {
    this.set({ color, map: null, range: "auto", low: null, high: null });
  }

  set_range_kind(kind) {
    const [low, high] = this.range();
    this.set(kind === "fixed" ? { range: kind, low, high } : { range: kind, low: null, high: null });
  }

  set_range_end(which, text) {
    const number = Number(text.replace("−", "-").replace(",", "."));
    const [low, high] = this.range();
    if (text.trim() === "" || !Number.isFinite(number)) return this.look_panel.update();
    return this.set({ range: "fixed", low, high, [which]: number });
  }

  recolor() {
    if (this.state.range !== "fixed" && (this.state.low !== null || this.state.high !== null)) this.state.range = "fixed";
    for (const scene of this.scenes) scene.set_map(this.map_name());
    if (!this.state.color) for (const scene of this.scenes) scene.shared.colored.value = 0;
    this.shown_frame = this.runs.map(() => null);
    this.set_range();
    this.refresh_frame();
    this.look_panel.update();
  }

  set_range() {
    if (this.value()) {
      const range = this.range();
      for (const scene of this.scenes) scene.shared.range.value = range;
    }
    this.overlay.update_legend();
    this.look_panel.update();
    this.stage.request();
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
    if (this.state.tets) this.recut();
    this.parts.update();
    this.hide_skins();
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
    this.hide_skins();
    if (state.tets) this.show_tets();
    this.look_panel.update();
    this.stage.request();
  }

  async show_tets() {
    this.overlay.say("Reading the tets…");
    try {
      await this.show_now();
      this.recut();
    } catch (error) {
      this.trouble(error);
    }
    this.overlay.say(null);
    this.hide_skins();
    this.stage.request();
  }

  /// Tets take the place of skins.
  hide_skins() {
    for (const scene of this.scenes) {
      const solid = this.state.tets && scene.solid?.position;
      scene.body.group.visible = !solid;
      if (scene.solid) scene.solid.mesh.visible = Boolean(solid);
      if (scene.solid) scene.solid.material.uniforms.outline.value = 1;
    }
  }

  recut() {
    for (const scene of this.scenes) scene.solid?.cut(scene.plane(this.state.cut), this.looks.shown_flags(scene));
    this.stage.request();
  }

  cut_ends(axis) {
    const k = "xyz".indexOf(axis), { low, high } = this.stage.bounds, pad = 0.25 * (Math.max(...high.map((x, i) => x - low[i])));
    return [low[k] - pad, high[k] + pad];
  }

  toggle_cut(axis = "z") {
    const { cut } = this.state;
    if (cut?.axis === axis) return this.set({ cut: null });
    const [low, high] = this.cut_ends(axis);
    const tets = this.state.tets || (!cut && this.runs.every((run) => run.has_mesh())); // skins are hollow
    return this.set({ tets, cut: { axis, at: (low + high) / 2, flip: cut?.flip ?? false } });
  }

  place_cut(s) {
    const { cut } = this.state, [low, high] = this.cut_ends(cut.axis);
    this.set({ cut: { ...cut, at: low + s * (high - low) } });
  }

  // ----------------------------------------------------------------------------- camera

  camera_moved() {
    const { pose } = this.stage;
    Object.assign(this.state, { azimuth: pose.azimuth, elevation: pose.elevation, zoom: pose.zoom, pan: pose.pan });
    this.stage.request();
    this.write_address();
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
    this.shown_frame = this.runs.map(() => null);
    this.refresh_frame();
  }

  resize() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    this.stage.resize(Math.round(box.width), Math.round(box.height), Math.min(devicePixelRatio || 1, 2));
    this.overlay.update_labels();
  }

  // ---------------------------------------------------------------------- under the cursor

  hover(at) {
    this.hover_at = at;
    this.hovering ||= requestAnimationFrame(() => {
      this.hovering = 0;
      const hit = this.hover_at && !this.clock.playing ? this.hit(this.hover_at) : null;
      this.overlay.show_tip(this.hover_at, hit);
      this.canvas.classList.toggle("over", Boolean(hit));
      this.hover_part(hit?.name ?? null);
    });
  }

  hit({ x, y }) {
    const pane = this.stage.pane_at(x, y);
    if (!pane) return null;
    const { body, run } = this.scenes[pane.scene];
    const { origin, ray } = this.stage.ray(pane, x, y);
    const hit = pick(body, origin, ray, (p) => body.look[p].shown && body.look[p].opacity > 0.3);
    if (!hit) return null;
    const part = run.about.parts[hit.part];
    let value = NaN;
    if (this.values_of(run)) {
      const numbers = body.attribute.value.array;
      value = hit.weight.reduce((sum, w, k) => sum + w * numbers[body.triangle[3 * hit.triangle + k]], 0);
    }
    return { ...hit, name: part.name, kind: part.kind, value };
  }

  click(at) {
    const hit = this.hit(at);
    this.select(hit && hit.name !== this.state.selected ? hit.name : null);
  }

  double_click(at) {
    const hit = this.hit(at);
    if (hit) {
      this.focus_part(hit.name);
      this.select(hit.name);
    } else this.view("fit");
  }

  update_difference() {
    const box = this.overlay.difference;
    box.hidden = true;
    if (this.stage.shown.length < 2) return;
    const [a, b] = this.scenes.map((s) => s.body);
    if (a.vertex_count !== b.vertex_count || !this.shown_frame.every(Boolean)) return;
    let most = 0, sum = 0;
    for (let v = 0; v < a.position.length; v += 3) {
      const d = Math.hypot(a.position[v] - b.position[v], a.position[v + 1] - b.position[v + 1], a.position[v + 2] - b.position[v + 2]);
      sum += d;
      if (d > most) most = d;
    }
    box.hidden = false;
    box.textContent = `apart: mean ${(1000 * sum / a.vertex_count).toFixed(2)} mm, most ${(1000 * most).toFixed(2)} mm`;
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

  async copy_link() {
    this.write_address(true);
    try {
      await navigator.clipboard.writeText(location.href);
      toast("Link copied");
    } catch {
      toast("The address bar has the link: the browser does not let the page copy it");
    }
  }

  write_address(now) {
    clearTimeout(this.address_timer);
    const write = () => {
      const text = write_hash(this.state);
      this.address = text ? `#${text}` : "";
      try {
        history.replaceState(null, "", this.address || location.pathname + location.search);
      } catch {
        // some browsers refuse for files; links are then not kept
      }
    };
    if (now) write();
    else this.address_timer = setTimeout(write, 250);
  }

  /// Somebody has changed the address by hand.
  read_address() {
    if (location.hash === (this.address ?? "")) return;
    const { pose } = this.stage;
    const next = { ...DEFAULTS, plots: this.state.plots, theme: this.state.theme, ...read_hash(location.hash) };
    this.set(next);
    Object.assign(pose, { azimuth: next.azimuth, elevation: next.elevation, zoom: next.zoom, pan: next.pan });
    this.clock.at = next.frame === null ? 0 : this.master.index_of_number(next.frame);
    this.refresh_frame();
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
