// SPDX-License-Identifier: Apache-2.0
//
// The picture as a file: what the canvas shows, with the legend and the names of the runs.

import { map_row } from "../maps.js";
import { scaled_unit, short } from "./dom.js";

export function draw_shot(app, times) {
  const { stage } = app;
  const ratio = stage.renderer.getPixelRatio();
  stage.resize(stage.width, stage.height, ratio * times);
  const { width, height, data } = stage.pixels();
  stage.resize(stage.width, stage.height, ratio);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const c = canvas.getContext("2d");
  c.putImageData(new ImageData(data, width, height), 0, 0);
  c.scale(width / stage.width, height / stage.height);
  const ink = app.theme === "dark" ? "#e8e6e1" : "#22252a";
  c.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  if (app.runs.length > 1) names(c, app, ink);
  if (app.coloring.value()) legend(c, app, ink);
  return canvas;
}

function names(c, app, ink) {
  c.fillStyle = ink;
  for (const pane of app.stage.panes()) c.fillText(app.runs[pane.scene].name, pane.x + 14, pane.y + 24);
}

function legend(c, app, ink) {
  const value = app.coloring.value(), [low, high] = app.coloring.range();
  const { factor, unit } = scaled_unit(Math.max(Math.abs(low), Math.abs(high)), value.unit);
  const wide = Math.min(240, app.stage.width - 32), x = app.stage.width - wide - 18, y = app.stage.height - 40;
  const row = document.createElement("canvas");
  Object.assign(row, { width: 256, height: 1 });
  row.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(map_row(app.coloring.map_name())), 256, 1), 0, 0);
  c.drawImage(row, x, y, wide, 9);
  c.fillStyle = ink;
  c.fillText(unit ? `${value.title} [${unit}]` : value.title, x, y - 7);
  [0, 0.5, 1].forEach((s, i) => {
    c.textAlign = ["left", "center", "right"][i];
    c.fillText(short((low + s * (high - low)) * factor, 3), x + s * wide, y + 23);
  });
  c.textAlign = "left";
}

export async function save_shot(app, times) {
  const canvas = draw_shot(app, times);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${app.runs.map((r) => r.name.replace(/[^\w.-]+/g, "_")).join("-")}.${String(app.master.status.frames[app.index] ?? 0).padStart(4, "0")}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  return link.download;
}
