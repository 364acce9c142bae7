// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { direction, distance, fit, join, right, up, VIEWS } from "../src/camera.js";

const near = (a, b, eps = 1e-12) => a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) < eps, `${a} is not ${b}`));
const box = { low: [0, 0, 0], high: [2, 2, 1] }; // radius 1.5

test("azimuth 0 looks from +z, 90 from +x, elevation 90 down", () => {
  near(direction(0, 0), [0, 0, 1]);
  near(direction(90, 0), [1, 0, 0]);
  near(direction(0, 90), [0, 1, 0]);
  near(up(0, 0), [0, 1, 0]);
  near(up(0, 90), [0, 0, -1]);
  near(right(90), [0, 0, -1]);
});

test("right, up and toward the eye are a right-handed frame", () => {
  for (const [a, e] of [...Object.values(VIEWS), [123, -45]]) {
    const r = right(a), u = up(a, e), d = direction(a, e);
    const cross = [r[1] * u[2] - r[2] * u[1], r[2] * u[0] - r[0] * u[2], r[0] * u[1] - r[1] * u[0]];
    near(cross, d);
  }
});

// numbers of brn_camera_fit(low, high, 30, 12, 30, aspect, zoom)
test("the bounding sphere fills the smaller side", () => {
  const wide = fit(box, { azimuth: 0, elevation: 0, zoom: 1 }, 2);
  assert.ok(Math.abs(wide.distance - 1.5 / Math.sin(Math.PI / 12)) < 1e-12);
  near(wide.eye, [1, 1, 0.5 + wide.distance]);
  const half = Math.atan(0.5 * Math.tan(Math.PI / 12));
  assert.ok(Math.abs(distance(1.5, 0.5) - 1.5 / Math.sin(half)) < 1e-12);
  assert.ok(Math.abs(distance(1.5, 2, 4) - wide.distance / 4) < 1e-12);
});

test("shifting moves eye and target alike", () => {
  const a = fit(box, { azimuth: 30, elevation: 12, zoom: 2 }, 1.5), b = fit(box, { azimuth: 30, elevation: 12, zoom: 2, pan: [1, 2, 3] }, 1.5);
  near(b.eye.map((x, k) => x - a.eye[k]), [1, 2, 3]);
  near(b.target.map((x, k) => x - a.target[k]), [1, 2, 3]);
});

test("a point has a camera, too, and boxes join", () => {
  assert.ok(Number.isFinite(fit({ low: [1, 1, 1], high: [1, 1, 1] }, { azimuth: 0, elevation: 0, zoom: 1 }, 1).distance));
  assert.deepEqual(join(box, { low: [-1, 1, 0], high: [0, 5, 0.5] }), { low: [-1, 0, 0], high: [2, 5, 1] });
});
