// SPDX-License-Identifier: Apache-2.0
//
// The first triangle that a ray hits; the search itself is on lanes, in bvh_ray_lanes.c.

#include "mesh/bvh.h"

#include <math.h>

BrnSurfacePoint brn_bvh_ray(const BrnBvh* bvh, const double origin[3], const double direction[3],
                            double max_distance) {
  BRN_ASSERT(bvh && origin && direction && max_distance >= 0);
  BrnRayHit best = {.t = max_distance, .leaf = -1};
  BRN_LANE_PICK(brn__bvh_ray)(bvh, origin, direction, &best);
  BrnSurfacePoint result = {.triangle = -1, .distance = INFINITY};
  if (best.leaf < 0) return result;
  const BrnTrianglePack* pack = &bvh->pack[best.leaf];
  result.triangle = pack->triangle[best.lane];
  result.distance = best.t;
  for (int k = 0; k < 3; k++) {
    result.weight[k] = best.weight[k];
    for (int c = 0; c < 3; c++) result.point[k] += best.weight[c] * pack->corner[c][k][best.lane];
  }
  return result;
}
