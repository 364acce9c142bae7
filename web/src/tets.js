// SPDX-License-Identifier: Apache-2.0
//
// Tets as solids: who lies behind each face, and which faces are seen when some tets are taken away.

// corners of the face opposite of corner f, facing out
const FACE = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// The tet behind face f of tet t is neighbour[4 t + f]; -1: none. Faces are matched by their sorted
/// corners in an open hash table.
export function find_neighbours(tet) {
  const faces = tet.length;
  const neighbour = new Int32Array(faces).fill(-1);
  let size = 1;
  while (size < 2 * faces) size *= 2;
  const slot = new Int32Array(size).fill(-1);
  const key = new Uint32Array(3 * faces);
  for (let i = 0; i < faces; i++) {
    const t = i >> 2, corner = FACE[i & 3];
    let a = tet[4 * t + corner[0]], b = tet[4 * t + corner[1]], c = tet[4 * t + corner[2]], swap;
    if (a > b) { swap = a; a = b; b = swap; }
    if (b > c) { swap = b; b = c; c = swap; }
    if (a > b) { swap = a; a = b; b = swap; }
    key[3 * i] = a; key[3 * i + 1] = b; key[3 * i + 2] = c;
    let h = (Math.imul(a, 73856093) ^ Math.imul(b, 19349663) ^ Math.imul(c, 83492791)) >>> 0;
    h = (h ^ (h >>> 15)) & (size - 1);
    for (; ; h = (h + 1) & (size - 1)) {
      const j = slot[h];
      if (j < 0) { slot[h] = i; break; }
      if (key[3 * j] === a && key[3 * j + 1] === b && key[3 * j + 2] === c) {
        neighbour[i] = j >> 2;
        neighbour[j] = t;
        break;
      }
    }
  }
  return neighbour;
}

/// Tets that stay: of a part that is shown, and with the centre on the near side of the plane.
/// @param plane {axis: 0..2, at: m, flip} or null
export function keep_tets(tet, position, part, part_shown, plane, keep) {
  const n = tet.length / 4;
  const axis = plane?.axis ?? 0, at = plane ? 4 * plane.at : 0, sign = plane?.flip ? -1 : 1;
  for (let t = 0; t < n; t++) {
    let stays = part_shown[part[t]] ? 1 : 0;
    if (stays && plane) {
      const sum = position[3 * tet[4 * t] + axis] + position[3 * tet[4 * t + 1] + axis] +
        position[3 * tet[4 * t + 2] + axis] + position[3 * tet[4 * t + 3] + axis];
      stays = sign * (sum - at) <= 0 ? 1 : 0;
    }
    keep[t] = stays;
  }
  return keep;
}

/// Faces between a tet that stays and none, or one of another look: 4 t + f for each.
export function seen_faces(neighbour, keep, out = []) {
  out.length = 0;
  for (let i = 0; i < neighbour.length; i++) {
    if (!keep[i >> 2]) continue;
    const behind = neighbour[i];
    if (behind < 0 || !keep[behind]) out.push(i);
  }
  return out;
}

export const face_corner = (tet, face, k) => tet[4 * (face >> 2) + FACE[face & 3][k]];
