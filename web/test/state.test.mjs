// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Clock, stride_for } from "../src/clock.js";
import { distances } from "../src/distances.js";
import { DEFAULTS, read_hash, write_hash } from "../src/hash.js";
import { hidden_text, Looks, opacity_text, parse_hidden, parse_opacity } from "../src/looks.js";
import { color_at, map_names, map_row, natural_map } from "../src/maps.js";
import { Ranges, trim } from "../src/ranges.js";
import { name_runs } from "../src/run.js";
import { Store } from "../src/store.js";
import { ranges } from "../src/ui/timeline.js";

test("bodies are apart by their points", () => {
  assert.deepEqual(distances([0, 0, 0, 1, 1, 1], [3, 4, 0, 1, 1, 1]), { mean: 2.5, most: 5 });
  assert.deepEqual(distances([1, 2, 3], [1, 2, 3]), { mean: 0, most: 0 });
});

test("the address keeps what differs from the defaults, and reads it back", () => {
  assert.equal(write_hash(DEFAULTS), "");
  const state = { ...DEFAULTS, azimuth: 45, frame: 12, color: "stress.xx", cut: { axis: "x", at: 0.01, flip: true }, pan: [0.1, 0, -0.2], hide: "a,b c", fibres: true, loop: false, low: 1.5e-7 };
  const text = write_hash(state);
  assert.match(text, /^azimuth=45&pan=0.1,0,-0.2&frame=12&loop=0&color=stress.xx/);
  assert.deepEqual({ ...DEFAULTS, ...read_hash(`#${text}`) }, state);
});

test("nonsense in the address is left out", () => {
  assert.deepEqual(read_hash("#azimuth=north&unknown=1&frame=&pan=1,2&cut=w,1&color=%E0%A4%A"), {});
  assert.deepEqual(read_hash(""), {});
  assert.deepEqual(read_hash("#fibres&elevation=12"), { fibres: true, elevation: 12 });
});

test("names with commas and colons survive", () => {
  const names = new Set(["a,b", "c:d", "50 %"]);
  assert.deepEqual(parse_hidden(hidden_text(names)), names);
  const opacity = new Map([["a:b", 0.25], ["c", 0.5]]);
  assert.deepEqual(parse_opacity(opacity_text(opacity)), opacity);
  assert.equal(opacity_text(new Map([["a", 1]])), "");
  assert.deepEqual(parse_opacity("a:b,c:0.5,d:7"), new Map([["c", 0.5], ["d", 1]]));
});

test("kinds hide all of their parts; showing one brings back only that", () => {
  const parts = [{ name: "humerus", kind: "bone" }, { name: "ulna", kind: "bone" }, { name: "biceps", kind: "muscle" }];
  const looks = new Looks([{ run: { about: { parts } } }]);
  const state = { hide: "bones", opacity: "muscles:0.4" };
  assert.deepEqual(parts.map((p) => looks.get(p.name, state).shown), [false, false, true]);
  assert.equal(looks.get("biceps", state).opacity, 0.4);
  assert.deepEqual(looks.with_shown(state, ["ulna"], true), { hide: "humerus" });
  assert.deepEqual(looks.only(["ulna"]), { hide: "humerus,biceps" });
  assert.equal(looks.part_of("biceps.long"), "biceps");
  assert.equal(looks.part_of("elbow"), null);
});

test("what is hidden at first is shown when it is asked for, and stays hidden with all others", () => {
  const parts = [{ name: "biceps", kind: "muscle" }, { name: "envelope", kind: "other", hidden: true }];
  const looks = new Looks([{ run: { about: { parts } } }]), state = { hide: "", opacity: "" };
  const shown = (hide) => parts.map((p) => looks.get(p.name, { ...state, hide }).shown);
  assert.deepEqual(shown(""), [true, false]);
  assert.deepEqual(looks.with_shown(state, ["envelope"], true), { hide: "+envelope" });
  assert.deepEqual(shown("+envelope"), [true, true]);
  assert.deepEqual(looks.with_shown({ ...state, hide: "+envelope" }, ["envelope"], false), { hide: "" });
  assert.deepEqual(looks.only(["envelope"]), { hide: "biceps,+envelope" });
});

test("the clock is real time, and leaves frames out", () => {
  const clock = new Clock({ per_second: 24 });
  clock.playing = true;
  assert.equal(clock.advance(0.1, 48, () => true), 2); // 2.4
  clock.speed = 4;
  assert.equal(clock.advance(0.1, 48, () => true), 12);
  clock.direction = -1;
  assert.equal(clock.advance(0.25, 48, () => true), 36); // around the beginning
});

test("the clock waits for frames that are missing", () => {
  const clock = new Clock({ per_second: 10 });
  clock.playing = true;
  assert.equal(clock.advance(0.2, 48, (i) => i < 2), 0);
  assert.ok(clock.waiting);
  assert.equal(clock.advance(0.2, 48, () => true), 2);
});

test("without a loop the clock stops at the end", () => {
  const clock = new Clock({ per_second: 10 });
  Object.assign(clock, { playing: true, loop: false, at: 47.5 });
  assert.equal(clock.advance(0.2, 48, () => true), 47);
  assert.equal(clock.playing, false);
});

test("what comes next goes around, and by strides", () => {
  const clock = new Clock();
  Object.assign(clock, { at: 4, playing: true });
  assert.deepEqual(clock.ahead(6, 4), [4, 5, 0, 1]);
  assert.deepEqual(clock.ahead(10, 3, 2), [4, 6, 8]);
  clock.loop = false;
  assert.deepEqual(clock.ahead(6, 4), [4, 5]);
  assert.deepEqual(clock.ahead(0, 4), [0]);
  assert.equal(stride_for(0.01, 24, 1), 1);
  assert.equal(stride_for(0.1, 24, 1), 3);
});

test("listeners are called once for several changes, and only for changes", () => {
  const store = new Store({ a: 1, b: 2 });
  let called = 0;
  store.on(["a", "b"], () => called++);
  store.set({ a: 2, b: 3 });
  store.set({ a: 2 });
  assert.equal(called, 1);
});

test("maps have the colours of src/render/color_map.c", () => {
  const source = readFileSync(new URL("../../src/render/color_map.c", import.meta.url), "utf8");
  const tables = [...source.matchAll(/uint32_t (\w+)\[\] = \{([^}]*)\}/g)];
  assert.deepEqual(tables.map(([, name]) => name).sort(), map_names().sort());
  for (const [, name, list] of tables) {
    const colors = list.match(/0x[0-9a-f]{6}/g), stepped = name === "part";
    colors.forEach((hex, i) => {
      const c = color_at(name, stepped ? (i + 0.5) / colors.length : i / (colors.length - 1));
      assert.equal(c.reduce((sum, x) => 256 * sum + Math.round(255 * x), 0), Number(hex), `${name} ${i}`);
    });
  }
});

// numbers of brn_color_map()
test("maps are read by a number from 0 to 1", () => {
  assert.deepEqual(color_at("viridis", 0).map((x) => Math.round(255 * x)), [0x44, 0x01, 0x54]);
  assert.deepEqual(color_at("viridis", 1).map((x) => Math.round(255 * x)), [0xfd, 0xe7, 0x25]);
  assert.deepEqual(color_at("coolwarm", 0.5).map((x) => Math.round(255 * x)), [0xdd, 0xdd, 0xdd]);
  assert.deepEqual(color_at("grey", NaN), color_at("grey", 0));
  assert.deepEqual(color_at("part", 0.075), color_at("part", 0.099));
  for (const name of map_names()) assert.equal(map_row(name).length, 1024);
  assert.equal(natural_map({ name: "stretch", middle: 1 }), "coolwarm");
  assert.equal(natural_map({ name: "stress", middle: null }), "viridis");
});

test("ranges: natural, with a middle, of one frame, fixed", () => {
  const r = new Ranges(), plain = { range: "auto", low: null, high: null };
  const array = (low, high) => ({ low, high, data: new Uint16Array([0, 65535]) });
  r.add("stretch", 0, 0, array(0.8, 1.1));
  r.add("stretch", 0, 1, array(0.9, 1.3));
  const value = { name: "stretch", natural: null, middle: null };
  assert.deepEqual(r.get(value, plain, null), [0.8, 1.3]);
  assert.deepEqual(r.get({ ...value, natural: [0, 2] }, plain, null), [0, 2]);
  const [low, high] = r.get({ ...value, middle: 1 }, plain, null);
  assert.ok(Math.abs(low - 0.7) < 1e-12 && Math.abs(high - 1.3) < 1e-12);
  assert.deepEqual(r.get(value, { ...plain, range: "frame" }, [[0, 1]]), [0.9, 1.3]);
  assert.deepEqual(r.get(value, { range: "fixed", low: 0.5, high: null }, null), [0.5, 1.3]);
  const data = new Uint16Array(1000).fill(30000);
  data[0] = 0;
  data[1] = 65535;
  const [a, b] = trim(data, 0, 1);
  assert.ok(a > 0.44 && b < 0.47);
  r.add("stress", 0, 0, { low: 0, high: 1, data });
  const stress = { name: "stress", natural: null, middle: null };
  assert.deepEqual(r.get(stress, plain, null), [a, b]);
  assert.deepEqual(r.get(stress, { ...plain, range: "all" }, null), [0, 1]);
});

test("runs of one scene go by their folders", () => {
  const titles = (list) => (name_runs(list), list.map((r) => r.title));
  assert.deepEqual(titles([{ name: "arm", folder: "out/coarse/" }, { name: "arm", folder: "out/fine" }]), ["coarse", "fine"]);
  assert.deepEqual(titles([{ name: "arm", folder: "a" }, { name: "leg", folder: "b" }]), ["arm", "leg"]);
  assert.deepEqual(titles([{ name: "arm" }, { name: "arm" }]), ["arm", "arm"]);
});

test("frames that follow each other are one range", () => {
  assert.deepEqual(ranges([0, 1, 2, 5, 7, 8]), [[0, 2], [5, 5], [7, 8]]);
  assert.deepEqual(ranges([]), []);
});
