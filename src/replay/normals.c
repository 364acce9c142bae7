// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"

#include <string.h>

// Normals of the triangles, averaged at each vertex by the angle they have there: the mean does not
// depend on how a polygon was cut (Thurmer and Wuthrich 1998).

static double angle_at(const double* a, const double* b, const double* c) {
  double u[3], v[3], across[3];
  brn__sub3(u, b, a);
  brn__sub3(v, c, a);
  brn__cross3(across, u, v);
  return atan2(brn__norm3(across), brn__dot3(u, v));
}

static void add_triangle(const int* corner, const double* point, double* out) {
  const double* p[3];
  double normal[3];
  for (int k = 0; k < 3; k++) p[k] = point + 3 * (size_t)corner[k];
  brn__triangle_normal(normal, p[0], p[1], p[2]);
  if (brn__normalize3(normal) == 0) return;
  for (int k = 0; k < 3; k++) {
    double* sum = out + 3 * (size_t)corner[k];
    brn__axpy3(sum, sum, angle_at(p[k], p[(k + 1) % 3], p[(k + 2) % 3]), normal);
  }
}

void brn_skin_normals(BrnContext* ctx, const BrnSkin* skin, const double* point, double* out) {
  BRN_ASSERT(ctx && skin);
  size_t count = (size_t)skin->rider.point_count;
  BRN_ASSERT(count == 0 || (point && out));
  if (count == 0) return;
  memset(out, 0, sizeof(double) * 3 * count);
  for (size_t t = 0; t < (size_t)skin->triangle_count; t++) {
    add_triangle(skin->triangle + 3 * t, point, out);
  }
  for (size_t i = 0; i < count; i++) {
    if (brn__normalize3(out + 3 * i) == 0) out[3 * i + 1] = 1; // no triangle tells
  }
}
