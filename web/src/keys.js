// SPDX-License-Identifier: Apache-2.0
//
// Keyboard shortcuts; the list for users is SHORTCUTS in ui/dialogs.js.

import { VIEWS } from "./camera.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

export function listen_keys(app) {
  const toggle = (name) => () => app.set({ [name]: !app.state[name] });
  const faster = (by) => () => {
    const i = SPEEDS.findIndex((s) => s >= app.state.speed);
    app.set({ speed: SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, i + by))] });
  };
  const selected = (act) => () => app.state.selected && act(app.state.selected);
  const keys = {
    " ": () => app.player.toggle(), k: () => app.player.toggle(), j: () => app.player.toggle(-1), l: () => app.player.toggle(1),
    ArrowLeft: (e) => app.player.step(e.shiftKey ? -10 : -1), ArrowRight: (e) => app.player.step(e.shiftKey ? 10 : 1),
    Home: () => app.player.seek(0), End: () => app.player.seek(Infinity), ",": faster(-1), ".": faster(1),
    0: () => app.view("fit"),
    ...Object.fromEntries(Object.keys(VIEWS).map((view, i) => [i + 1, () => app.view(view)])),
    f: toggle("fibres"), a: toggle("action"), e: toggle("inner"), n: toggle("joints"), t: toggle("tets"), w: toggle("wire"), g: toggle("ground"), o: toggle("shade"),
    x: () => app.cutting.toggle(app.state.cut?.axis ?? "z"),
    h: selected((name) => app.set_shown([name], !app.look(name).shown)), i: selected((name) => app.isolate([name])), u: () => app.show_all(),
    "/": () => { app.layout.shell.classList.remove("no-left"); app.parts.search.focus(); },
    "[": () => app.toggle_panel("left"), "]": () => app.toggle_panel("right"),
    b: () => app.runs.length > 1 && app.set({ view: { both: "a", a: "b", b: "both" }[app.state.view] ?? "both" }),
    s: () => app.screenshot(1), S: () => app.screenshot(2), c: () => app.address.copy_link(), d: () => app.toggle_theme(), "?": () => app.help(),
    Escape: () => app.select(null),
  };
  addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    if (is_field(e.target)) return e.key === "Escape" && e.target.blur();
    if (e.target.closest?.("button, select") && (e.key === " " || e.key === "Enter")) return; // it is theirs
    const act = keys[e.key] ?? (e.shiftKey ? undefined : keys[e.key.toLowerCase()]);
    if (!act) return;
    e.preventDefault();
    act(e);
  });
}

const is_field = (t) => t.matches?.("input:not([type=range]):not([type=checkbox]), textarea, select") || (t.matches?.("input[type=range]"));
