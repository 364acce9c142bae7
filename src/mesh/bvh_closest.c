// SPDX-License-Identifier: Apache-2.0
//
// The nearest point of a surface; the search itself is on lanes, in bvh_closest_lanes.c.

#include "core/vec.h"
#include "mesh/bvh.h"

#include <float.h>
#include <math.h>

static double clamp01(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static BrnSurfacePoint nothing(void) {
  return (BrnSurfacePoint){.triangle = -1, .distance = INFINITY};
}

static BrnSurfacePoint to_surface_point(const BrnBvh* bvh, const double* point,
                                        const BrnClosest* best) {
  BrnSurfacePoint result = nothing();
  if (best->leaf < 0) return result;
  const BrnTrianglePack* pack = &bvh->pack[best->leaf];
  result.triangle = pack->triangle[best->lane];
  // rounding may push a weight out of range by a little; the point must stay on the triangle
  double v = clamp01(best->v), w = fmin(clamp01(best->w), 1 - v);
  double weight[3] = {fmax(1 - v - w, 0), v, w}, difference[3];
  for (int k = 0; k < 3; k++) {
    result.weight[k] = weight[k];
    for (int c = 0; c < 3; c++) result.point[k] += weight[c] * pack->corner[c][k][best->lane];
    difference[k] = point[k] - result.point[k];
  }
  result.distance = brn__norm3(difference);
  return result;
}

// Nearer than the limit plus what rounding may add on the way: what is just at it is found. The
// distance of the answer itself decides.
static BrnClosest nothing_within(const BrnBvh* bvh, const double* point, double max_distance) {
  double reach = fmax(bvh->reach, fmax(fabs(point[0]), fmax(fabs(point[1]), fabs(point[2]))));
  double limit = max_distance + 1e-12 * reach;
  return (BrnClosest){.distance_squared = limit * limit + DBL_MIN, .leaf = -1};
}

BrnSurfacePoint brn_bvh_closest(const BrnBvh* bvh, const double point[3], double max_distance) {
  BRN_ASSERT(bvh && point && max_distance >= 0);
  BrnClosest best = nothing_within(bvh, point, max_distance);
  BRN_LANE_PICK(brn__bvh_closest)(bvh, point, &best);
  BrnSurfacePoint found = to_surface_point(bvh, point, &best);
  return found.distance <= max_distance ? found : nothing();
}

bool brn__bvh_patch(const BrnBvh* bvh, const double box[6], BrnBvhPatch* out) {
  return BRN_LANE_PICK(brn__bvh_gather)(bvh, box, out);
}

BrnSurfacePoint brn__bvh_patch_closest(const BrnBvh* bvh, const BrnBvhPatch* patch,
                                       const double point[3], double max_distance) {
  if (patch->count < 0) return brn_bvh_closest(bvh, point, max_distance);
  BrnClosest best = nothing_within(bvh, point, max_distance);
  BRN_LANE_PICK(brn__bvh_closest_in)(bvh, patch, point, &best);
  if (best.leaf < 0) return nothing();
  BrnSurfacePoint found = to_surface_point(bvh, point, &best);
  return found.distance <= max_distance ? found : nothing();
}
