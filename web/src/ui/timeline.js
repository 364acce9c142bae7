// SPDX-License-Identifier: Apache-2.0
//
// The strip at the bottom: play, step, scrub, speed, and which frames are there.

import { outcome_words } from "../outcomes.js";
import { h, icon_button, set_icon } from "./dom.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export class Timeline {
  constructor(app) {
    this.app = app;
    this.marks = new Map(); // index -> "unconverged" or "spoilt"
    this.play = icon_button("play", "Play (space)", () => app.player.toggle(), { class: "big", testid: "play" });
    this.loop = icon_button("loop", "Loop", () => app.set({ loop: !app.state.loop }), { testid: "loop" });
    this.number = h("input", {
      class: "frame-number", type: "text", inputmode: "numeric", "aria-label": "Frame number", testid: "frame-number", size: 4,
      onchange: () => app.player.go_to_number(Number(this.number.value)),
      onkeydown: (e) => e.key === "Enter" && this.number.blur(),
    });
    this.of = h("span", { class: "dim" });
    this.time = h("span", { class: "time", testid: "time" });
    this.speed = h("select", { "aria-label": "Speed", testid: "speed", title: "Speed", onchange: () => app.set({ speed: Number(this.speed.value) }) },
      SPEEDS.map((s) => h("option", { value: String(s) }, `${s}×`)));
    this.canvas = h("canvas");
    this.track = h("div", { class: "track", role: "slider", tabindex: "0", "aria-label": "Frame", testid: "track" }, this.canvas);
    this.listen();
    this.element = h("footer", { class: "timeline", testid: "timeline" },
      h("div", { class: "transport" },
        icon_button("first", "First frame (home)", () => app.player.seek(0), { testid: "first", class: "wide-only" }),
        icon_button("back", "Back one frame (←)", () => app.player.step(-1), { testid: "back" }),
        this.play,
        icon_button("next", "On one frame (→)", () => app.player.step(1), { testid: "next" }),
        icon_button("last", "Last frame (end)", () => app.player.seek(Infinity), { testid: "last", class: "wide-only" })),
      this.track,
      h("div", { class: "readout" }, h("span", { class: "pair" }, this.number, this.of), this.time, this.speed, this.loop));
    new ResizeObserver(() => this.draw()).observe(this.track);
  }

  listen() {
    const { track, app } = this;
    const seek = (e) => app.player.seek(this.index_at(e.clientX));
    track.addEventListener("pointerdown", (e) => {
      track.setPointerCapture(e.pointerId);
      this.scrubbing = true;
      app.player.pause();
      seek(e);
    });
    track.addEventListener("pointermove", (e) => {
      if (this.scrubbing) seek(e);
      this.hover = this.index_at(e.clientX);
      track.title = this.words_at(this.hover);
      this.draw();
    });
    for (const name of ["pointerup", "pointercancel"]) track.addEventListener(name, () => (this.scrubbing = false));
    track.addEventListener("pointerleave", () => {
      this.hover = null;
      this.draw();
    });
  }

  /// Frames that are wanted count as well as those that are there: a live run fills up.
  get total() {
    const { status, count } = this.app.master;
    return status.stage === "running" ? Math.max(count, status.last - status.first + 1) : count;
  }

  index_at(x) {
    const box = this.track.getBoundingClientRect();
    const s = (x - box.left - EDGE) / Math.max(1, box.width - 2 * EDGE);
    return Math.min(Math.max(Math.round(s * (this.total - 1)), 0), Math.max(0, this.app.master.count - 1));
  }

  update() {
    const { app } = this, { master, state } = app;
    const i = app.index, number = master.status.frames[i];
    set_icon(this.play, app.clock.playing ? "pause" : "play", app.clock.playing ? "Pause (space)" : "Play (space)");
    this.play.classList.toggle("waits", Boolean(app.player.waiting));
    this.loop.setAttribute("aria-pressed", String(state.loop));
    if (document.activeElement !== this.number) this.number.value = number ?? "–";
    this.of.textContent = `/ ${master.running ? master.status.last : master.status.frames.at(-1) ?? 0}`;
    this.time.textContent = `${master.time(i).toFixed(3)} s`;
    this.speed.value = String(state.speed);
    if (this.speed.value === "") this.speed.append(new Option(`${state.speed}×`, String(state.speed), true, true));
    this.track.setAttribute("aria-valuemin", "1");
    this.track.setAttribute("aria-valuemax", String(master.count));
    this.track.setAttribute("aria-valuenow", String(i + 1));
    this.track.setAttribute("aria-valuetext", [`frame ${number}, ${master.time(i).toFixed(3)} seconds`, this.words_at(i)].filter(Boolean).join(", "));
    this.draw();
  }

  draw() {
    const { canvas, track, app } = this;
    const width = track.clientWidth, height = track.clientHeight, ratio = devicePixelRatio || 1;
    if (!width) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const c = canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    const style = getComputedStyle(track), color = (name) => style.getPropertyValue(name).trim();
    const total = Math.max(1, this.total), x = (i) => EDGE + (total > 1 ? (i / (total - 1)) * (width - 2 * EDGE) : 0);
    const mid = Math.round(height * 0.36);
    const bar = (a, b, name, thick = 4) => {
      c.fillStyle = color(name);
      c.beginPath();
      c.roundRect(x(a) - 2, mid - thick / 2, Math.max(4, x(b) - x(a) + 4), thick, thick / 2);
      c.fill();
    };
    bar(0, total - 1, "--track");
    if (app.master.count < total) bar(0, app.master.count - 1, "--track-there");
    for (const [a, b] of ranges(app.master.frames.loaded(app.showing.values_of(app.master)))) bar(a, b, "--track-loaded");
    bar(0, app.index, "--accent");
    this.ticks(c, x, total, mid, height, color);
    this.draw_marks(c, x, mid, color("--danger"));
    if (this.hover !== null && this.hover !== undefined && !this.scrubbing) this.mark(c, x(this.hover), mid, color("--dim"), 4);
    this.mark(c, x(app.index), mid, color("--accent"), 6.5, color("--panel"));
  }

  /// What is wrong with the frames that are shown at an index; "" where nothing is.
  words_at(i) {
    const { app } = this, runs = app.showing.shown_runs();
    if (!this.marks.has(i)) return "";
    return runs.map((run) => [run, run.outcomes?.bad.get(run.status.frames[app.showing.index_in(run, i)])]).filter(([, row]) => row)
      .map(([run, row]) => `${runs.length > 1 ? `${"AB"[run.index] ?? run.index} ` : ""}frame ${row.frame}: ${outcome_words(row)}`).join("; ");
  }

  // Above the bar, so that place and shape tell, and not colour alone: filled where a frame did not
  // converge, hollow where only tets are bad. Those that stand too close for triangles become a band.
  draw_marks(c, x, mid, color) {
    const low = mid - 9, high = mid - 14, half = 4;
    c.fillStyle = c.strokeStyle = color;
    c.lineWidth = 1;
    for (const kind of ["spoilt", "unconverged"]) {
      const own = [...this.marks.keys()].filter((i) => this.marks.get(i) === kind).sort((a, b) => a - b);
      for (const [a, b] of ranges(own)) {
        c.beginPath();
        if (b > a && x(b) - x(a) < 2 * half * (b - a)) c.rect(x(a) - half, high + 0.5, x(b) - x(a) + 2 * half, 4);
        else for (let i = a; i <= b; i++) triangle(c, x(i), high + 0.5, low, half);
        if (kind === "unconverged") c.fill();
        c.stroke();
      }
    }
  }

  mark(c, x, y, color, radius, ring) {
    c.beginPath();
    c.arc(x, y, radius, 0, 7);
    c.fillStyle = color;
    c.fill();
    if (!ring) return;
    c.lineWidth = 2;
    c.strokeStyle = ring;
    c.stroke();
  }

  ticks(c, x, total, mid, height, color) {
    const first = this.app.master.status.frames[0] ?? 1;
    const room = (x(total - 1) - x(0)) / Math.max(1, total - 1);
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((s) => s * room >= 42) ?? 2000;
    c.font = `10px ${getComputedStyle(document.body).fontFamily}`;
    c.textAlign = "center";
    c.fillStyle = color("--dim");
    for (let i = 0; i < total; i++) {
      const number = first + i, labelled = number % step === 0 || i === 0;
      if (!labelled && (room < 5 || number % Math.max(1, Math.round(step / 5)))) continue;
      c.globalAlpha = labelled ? 0.7 : 0.3;
      c.fillRect(Math.round(x(i)) - 0.5, mid + 7, 1, labelled ? 5 : 3);
      c.globalAlpha = 1;
      if (labelled && !(i > 0 && i * room < 30)) c.fillText(String(number), x(i), Math.min(height - 2, mid + 23));
    }
  }
}

const EDGE = 12;

function triangle(c, x, high, low, half) {
  c.moveTo(x - half, high);
  c.lineTo(x + half, high);
  c.lineTo(x, low);
  c.closePath();
}

/// Runs of numbers that follow each other: [[first, last], ...]
export function ranges(sorted) {
  const out = [];
  for (const i of sorted) {
    if (out.length && i <= out.at(-1)[1] + 1) out.at(-1)[1] = i;
    else out.push([i, i]);
  }
  return out;
}
