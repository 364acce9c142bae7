// SPDX-License-Identifier: Apache-2.0
//
// What is under the cursor: the nearest triangle along a ray, part by part, boxes first.

/// @param mesh {position, triangle, part_triangle, part_vertex}
/// @param shown (part) => boolean
/// @return {part, triangle, distance, weight: of the three corners, point} or null
export function pick(mesh, origin, ray, shown) {
  let best = null;
  for (let part = 0; part + 1 < mesh.part_triangle.length; part++) {
    if (!shown(part)) continue;
    const limit = best ? best.distance : Infinity;
    if (!ray_meets_box(part_box(mesh, part), origin, ray, limit)) continue;
    best = nearest_in_part(mesh, part, origin, ray, limit) ?? best;
  }
  if (best) best.point = origin.map((o, k) => o + best.distance * ray[k]);
  return best;
}

function part_box(mesh, part) {
  mesh.boxes ??= []; // whoever moves the vertices forgets the boxes
  return (mesh.boxes[part] ??= measure_box(mesh.position, mesh.part_vertex[part], mesh.part_vertex[part + 1]));
}

export function measure_box(position, first, end) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let v = 3 * first; v < 3 * end; v += 3) {
    for (let k = 0; k < 3; k++) {
      const x = position[v + k];
      if (x < low[k]) low[k] = x;
      if (x > high[k]) high[k] = x;
    }
  }
  return { low, high };
}

export function ray_meets_box(box, origin, ray, limit) {
  let near = 0, far = limit;
  for (let k = 0; k < 3; k++) {
    const inverse = 1 / ray[k];
    let a = (box.low[k] - origin[k]) * inverse, b = (box.high[k] - origin[k]) * inverse;
    if (a > b) [a, b] = [b, a];
    if (a > near) near = a;
    if (b < far) far = b;
  }
  return near <= far;
}

// Moeller and Trumbore 1997
function nearest_in_part(mesh, part, [ox, oy, oz], [dx, dy, dz], limit) {
  const { position: x, triangle } = mesh;
  let best = null;
  for (let t = 3 * mesh.part_triangle[part]; t < 3 * mesh.part_triangle[part + 1]; t += 3) {
    const a = 3 * triangle[t], b = 3 * triangle[t + 1], c = 3 * triangle[t + 2];
    const ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    const px = dy * vz - dz * vy, py = dz * vx - dx * vz, pz = dx * vy - dy * vx;
    const det = ux * px + uy * py + uz * pz;
    if (det === 0) continue;
    const sx = ox - x[a], sy = oy - x[a + 1], sz = oz - x[a + 2];
    const u = (sx * px + sy * py + sz * pz) / det;
    if (u < 0 || u > 1) continue;
    const qx = sy * uz - sz * uy, qy = sz * ux - sx * uz, qz = sx * uy - sy * ux;
    const v = (dx * qx + dy * qy + dz * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const d = (vx * qx + vy * qy + vz * qz) / det;
    if (d <= 0 || d >= limit) continue;
    limit = d;
    best = { part, triangle: t / 3, distance: d, weight: [1 - u - v, u, v] };
  }
  return best;
}
