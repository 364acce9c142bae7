// SPDX-License-Identifier: Apache-2.0
//
// The page of `brawn view` and `brawn report`.

import { make_api } from "./api.js";
import { App } from "./app.js";
import { listen_keys } from "./keys.js";
import { Live } from "./live.js";
import { Run, name_runs } from "./run.js";
import { open_source } from "./source.js";
import { has_webgl } from "./stage.js";
import { full_page } from "./ui/dialogs.js";
import { keep } from "./ui/dom.js";
import "./style.css";

async function open(root) {
  if (!has_webgl()) {
    full_page(root, "This browser cannot draw in 3D", "The page needs WebGL 2, which is switched off or missing here.",
      "Try another browser, switch on hardware acceleration in its settings, or make pictures with brawn render.");
    throw new Error("WebGL 2 is missing");
  }
  const source = open_source(document);
  const list = await source.json("runs.json");
  const runs = await Promise.all(list.runs.map((entry, i) => new Run(source, i, entry).open()));
  name_runs(runs);
  const app = new App(root, source, runs, list);
  listen_keys(app);
  await app.start();
  new Live(app).start();
  return app;
}

function explain(root, error) {
  if (document.querySelector(".full-page")) return;
  if (error.gone) {
    full_page(root, "The server is gone", "brawn view has ended, or this address is of an earlier one.", "Start it again and open the address that it prints.");
  } else full_page(root, "This run cannot be shown", error.message);
}

function main() {
  const root = document.getElementById("app");
  const theme = keep.get("theme");
  document.documentElement.dataset.theme = theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const ready = open(root);
  window.brawn = make_api(ready);
  ready.catch((error) => {
    console.error(error);
    explain(root, error);
  });
  window.brawn.ready.catch(() => {}); // it has been told
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", main);
else main();
