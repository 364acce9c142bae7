// SPDX-License-Identifier: Apache-2.0
//
// Points spread over a surface by its area.

#include "tetra/samples.h"

#include "core/vec.h"

#include <math.h>

static const double* corner_at(const BrnMesh* mesh, int triangle, int k) {
  return mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)triangle + (size_t)k];
}

static double area_of(const BrnMesh* mesh, int triangle) {
  double n[3];
  brn__triangle_normal(n, corner_at(mesh, triangle, 0), corner_at(mesh, triangle, 1),
                       corner_at(mesh, triangle, 2));
  return brn__norm3(n) / 2;
}

double brn__triangles_area(const BrnMesh* mesh) {
  double sum = 0;
  for (int t = 0; t < mesh->triangle_count; t++) sum += area_of(mesh, t);
  return sum;
}

double brn__triangle_edge(const BrnMesh* mesh, int triangle) {
  const double *a = corner_at(mesh, triangle, 0), *b = corner_at(mesh, triangle, 1);
  const double* c = corner_at(mesh, triangle, 2);
  return (brn__distance3(a, b) + brn__distance3(b, c) + brn__distance3(c, a)) / 3;
}

// Where in its triangle sample i is: a lattice of the golden ratio's cousin for two dimensions,
// folded into the triangle. Its points keep away from each other however many there are.
static void place(const BrnMesh* mesh, int triangle, int i, double* point) {
  double u = fmod(0.5 + 0.7548776662466927 * i, 1), v = fmod(0.5 + 0.5698402909980532 * i, 1);
  if (u + v > 1) u = 1 - u, v = 1 - v;
  const double *a = corner_at(mesh, triangle, 0), *b = corner_at(mesh, triangle, 1);
  const double* c = corner_at(mesh, triangle, 2);
  for (int k = 0; k < 3; k++) point[k] = (1 - u - v) * a[k] + u * b[k] + v * c[k];
}

BrnStatus brn__samples_take(BrnContext* ctx, const BrnMesh* mesh, double share,
                            BrnSurfaceSamples* out) {
  double most = fmin(ceil(brn__triangles_area(mesh) / share) + 1, INT32_MAX / 4), gone = 0;
  *out = (BrnSurfaceSamples){.point = brn__scratch(ctx, 3 * (size_t)most, double),
                             .triangle = brn__scratch(ctx, (size_t)most, int)};
  if (!out->point || !out->triangle) return BRN_NO_MEMORY;
  for (int t = 0; t < mesh->triangle_count; t++) {
    gone += area_of(mesh, t);
    for (; out->count < most && (out->count + 0.5) * share < gone; out->count++) {
      place(mesh, t, out->count, out->point + 3 * (size_t)out->count);
      out->triangle[out->count] = t;
    }
  }
  return BRN_OK;
}
