// SPDX-License-Identifier: Apache-2.0
//
// Smooth normals: those of the triangles around a vertex, weighted by their areas. Not normalised:
// the shader does that.

export function smooth_normals(position, triangle, out) {
  out.fill(0);
  for (let t = 0; t < triangle.length; t += 3) {
    const a = 3 * triangle[t], b = 3 * triangle[t + 1], c = 3 * triangle[t + 2];
    const ax = position[a], ay = position[a + 1], az = position[a + 2];
    const ux = position[b] - ax, uy = position[b + 1] - ay, uz = position[b + 2] - az;
    const vx = position[c] - ax, vy = position[c + 1] - ay, vz = position[c + 2] - az;
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    out[a] += nx; out[a + 1] += ny; out[a + 2] += nz;
    out[b] += nx; out[b + 1] += ny; out[b + 2] += nz;
    out[c] += nx; out[c + 1] += ny; out[c + 2] += nz;
  }
  return out;
}
