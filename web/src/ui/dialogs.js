// SPDX-License-Identifier: Apache-2.0
//
// Short words to the user: toasts, questions, the list of shortcuts, and pages for when nothing can be
// shown.

import { h } from "./dom.js";

let place = null;

export function toast(text, { bad = false } = {}) {
  place ??= document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  if ([...place.children].some((t) => t.textContent === text)) return;
  const one = h("div", { class: bad ? "toast bad" : "toast", testid: "toast" }, text);
  place.append(one);
  setTimeout(() => one.remove(), bad ? 8000 : 3000);
}

/// @return true when the user says yes
export function ask(title, text, yes) {
  return new Promise((done) => {
    const dialog = h("dialog", { class: "dialog", "aria-label": title, testid: "ask" }, h("h2", {}, title), h("p", {}, text),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "plain", testid: "ask-no", autofocus: true, onclick: () => dialog.close("no") }, "Cancel"),
        h("button", { type: "button", class: "danger", testid: "ask-yes", onclick: () => dialog.close("yes") }, yes)));
    dialog.addEventListener("close", () => {
      done(dialog.returnValue === "yes");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const SHORTCUTS = [
  ["Time", [["space, k", "play, pause"], ["← →", "one frame"], ["shift ← →", "ten frames"], ["home end", "first, last frame"], ["j l", "play backwards, forwards"], [", .", "slower, faster"]]],
  ["View", [["drag", "turn"], ["right drag, shift drag", "shift"], ["wheel, pinch", "zoom"], ["0", "fit everything"], ["1 … 7", "front, back, right, left, top, bottom, quarter"], ["double-click", "look at a part; beside it: everything"]]],
  ["Show", [["f a e", "fibres, lines of action, inner structures"], ["t w", "tets, edges"], ["n g o", "joints, ground, shadows"], ["x", "cut on, off"], ["h", "hide the part that is selected"], ["i", "show only that part"], ["u", "show all parts"]]],
  ["Page", [["/", "search parts"], ["[ ]", "panels"], ["b", "side by side, or one run"], ["s", "save a picture"], ["c", "copy a link"], ["d", "light, dark"], ["?", "this list"]]],
];

export function show_help() {
  const open = document.querySelector("dialog.help");
  if (open) return open.close();
  const dialog = h("dialog", { class: "dialog help", "aria-label": "Keyboard shortcuts", testid: "help-dialog", onclick: (e) => e.target === dialog && dialog.close() },
    h("div", { class: "help-head" }, h("h2", {}, "Shortcuts"), h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Close")),
    h("div", { class: "help-grid" }, SHORTCUTS.map(([title, rows]) => h("section", {}, h("h3", {}, title),
      h("dl", {}, rows.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)]))))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog.showModal();
}

/// Instead of everything else.
export function full_page(root, title, ...lines) {
  root.replaceChildren(h("main", { class: "full-page", role: "alert", testid: "full-page" }, h("h1", {}, title), lines.map((line) => h("p", {}, line))));
}
