// SPDX-License-Identifier: Apache-2.0
//
// Cameras by angle, as brn_camera_fit() has them: Y is up, azimuth 0 looks from +z, 90 from +x;
// elevation 90 looks down. The bounding sphere of the box fills the smaller side of the picture.

export const FOV = 30; // degrees, vertical
const RAD = Math.PI / 180;

export const VIEWS = {
  front: [0, 0], back: [180, 0], right: [90, 0], left: [270, 0],
  top: [0, 90], bottom: [0, -90], quarter: [30, 12],
};

/// Unit vector from the target to the eye.
export function direction(azimuth, elevation) {
  const a = azimuth * RAD, e = elevation * RAD;
  return [Math.cos(e) * Math.sin(a), Math.sin(e), Math.cos(e) * Math.cos(a)];
}

/// Up of the picture; straight from above it is what is away from the viewer of azimuth.
export function up(azimuth, elevation) {
  const a = azimuth * RAD, e = elevation * RAD;
  return [-Math.sin(e) * Math.sin(a), Math.cos(e), -Math.sin(e) * Math.cos(a)];
}

export function right(azimuth) {
  return [Math.cos(azimuth * RAD), 0, -Math.sin(azimuth * RAD)];
}

export function sphere(bounds) {
  const centre = [0, 1, 2].map((k) => (bounds.low[k] + bounds.high[k]) / 2);
  const radius = Math.hypot(...[0, 1, 2].map((k) => (bounds.high[k] - bounds.low[k]) / 2));
  return { centre, radius: radius > 0 ? radius : 1 };
}

export function distance(radius, aspect, zoom = 1, fov = FOV) {
  const horizontal = 2 * Math.atan(Math.tan((fov / 2) * RAD) * aspect) / RAD;
  return radius / Math.sin((Math.min(fov, horizontal) / 2) * RAD) / zoom;
}

/// @param pose {azimuth, elevation, zoom, pan: offset of the target from the centre, m}
/// @return {eye, target, up, distance}
export function fit(bounds, pose, aspect, fov = FOV) {
  const { centre, radius } = sphere(bounds);
  const d = distance(radius, aspect, pose.zoom ?? 1, fov);
  const to_eye = direction(pose.azimuth, pose.elevation);
  const pan = pose.pan ?? [0, 0, 0];
  const target = centre.map((c, k) => c + pan[k]);
  return {
    eye: target.map((t, k) => t + d * to_eye[k]),
    target,
    up: up(pose.azimuth, pose.elevation),
    distance: d,
  };
}

/// Metres a pixel at the target, for a picture of that height.
export const pixel_size = (d, height, fov = FOV) => (2 * d * Math.tan((fov / 2) * RAD)) / height;

/// Box around two boxes.
export function join(a, b) {
  return {
    low: a.low.map((x, k) => Math.min(x, b.low[k])),
    high: a.high.map((x, k) => Math.max(x, b.high[k])),
  };
}

export const wrap_degrees = (a) => ((a % 360) + 360) % 360;
