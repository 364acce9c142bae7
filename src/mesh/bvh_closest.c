// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "mesh/bvh.h"

#include <math.h>

static double clamp01(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static BrnSurfacePoint to_surface_point(const BrnBvh* bvh, const double* point,
                                        const BrnClosest* best) {
  BrnSurfacePoint result = {.triangle = -1, .distance = INFINITY};
  if (best->leaf < 0) return result;
  const BrnTrianglePack* pack = &bvh->pack[best->leaf];
  result.triangle = pack->triangle[best->lane];
  // rounding in needle-thin triangles can push a weight out of range; the point must stay on it
  double v = clamp01(best->v), w = clamp01(best->w);
  if (v + w > 1) w = 1 - v;
  double weight[3] = {1 - v - w, v, w}, difference[3];
  for (int k = 0; k < 3; k++) {
    result.weight[k] = weight[k];
    for (int c = 0; c < 3; c++) result.point[k] += weight[c] * pack->corner[c][k][best->lane];
    difference[k] = point[k] - result.point[k];
  }
  result.distance = brn__norm3(difference);
  return result;
}

BrnSurfacePoint brn_bvh_closest(const BrnBvh* bvh, const double point[3], double max_distance) {
  BRN_ASSERT(bvh && point && max_distance >= 0);
  // the smallest number above the limit, so that a triangle just at it is found
  double limit = nextafter(max_distance * max_distance, INFINITY);
  BrnClosest best = {.distance_squared = limit, .leaf = -1};
  BRN_LANE_PICK(brn__bvh_closest)(bvh, point, &best);
  return to_surface_point(bvh, point, &best);
}
