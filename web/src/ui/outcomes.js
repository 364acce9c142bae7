// SPDX-License-Identifier: Apache-2.0
//
// A line for each run with frames that did not converge, or with tets that are inside out: how many, and
// what is wrong with the frame that is shown. Nothing when all is well.

import { outcome_summary, outcome_words } from "../outcomes.js";
import { h, icon } from "./dom.js";

export class OutcomeNotes {
  constructor(app) {
    this.app = app;
    this.lines = app.runs.map((run) => this.line(run));
    this.element = h("div", { class: "outcomes" }, this.lines.map((line) => line.element));
  }

  // Readers are told of counts, not of every frame that passes: that is with the time line.
  line(run) {
    const said = h("span", { class: "outcome-said", role: "status" }), frame = h("span", { class: "outcome-frame", testid: `outcome-frame-${run.index}` });
    const name = this.app.runs.length > 1 ? h("b", {}, "AB"[run.index] ?? run.index) : null;
    const element = h("div", { class: "note bad", hidden: true, testid: `outcomes-${run.index}` }, icon("warn"), name, said, frame);
    return { run, element, said, frame, text: "" };
  }

  /// Other runs are shown, or there are new rows.
  update() {
    const shown = this.app.showing.shown_runs();
    for (const line of this.lines) {
      const { run } = line, list = run.outcomes ? outcome_summary(run.outcomes) : [];
      line.element.hidden = !list.length || !shown.includes(run);
      const text = list.map((s) => s.text).join();
      if (text !== line.text) this.say(line, list);
      line.text = text;
    }
    this.follow();
  }

  // Buttons stay while there are as many: the one that has the focus keeps it in a run that is going.
  say({ run, said }, list) {
    if (said.children.length !== list.length) {
      said.replaceChildren(...list.map(({ kind }) => h("button", { type: "button", class: "text", title: "Go to the first of them", testid: `${kind}-${run.index}` })));
    }
    list.forEach(({ kind, text, frame }, i) => {
      const button = said.children[i];
      button.dataset.testid = `${kind}-${run.index}`;
      button.textContent = text;
      button.onclick = () => this.app.player.go_to_frame_of(run, frame);
    });
  }

  /// Another frame is shown.
  follow() {
    for (const { run, element, frame } of this.lines) {
      if (element.hidden) continue;
      const { told, bad } = run.outcomes, number = run.status.frames[this.app.showing.index_in(run)], row = bad.get(number);
      frame.textContent = told.has(number) ? `frame ${number}: ${row ? outcome_words(row) : "converged"}` : ""; // its row may still come
      frame.title = frame.textContent; // narrow windows cut it off
      frame.classList.toggle("dim", !row);
    }
  }
}
