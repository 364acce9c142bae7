// SPDX-License-Identifier: Apache-2.0

#include "fibre/trace.h"

#include "mesh/morton.h"

// Along a curve through space that keeps neighbours together (Morton 1966), every seed has the same
// volume before it as the next: evenly spread, without a random number.

static double usable_volume(const BrnRegion* region, const double* direction, int tet) {
  return brn__norm3(direction + 3 * (size_t)tet) > 0 ? region->volume[tet] : 0;
}

BrnStatus brn__lines_spread_seeds(BrnContext* ctx, const BrnRegion* region, const double* direction,
                                  int count, int* seed, int* found) {
  int tet_count = region->mesh->tet_count;
  *found = 0;
  int* order = brn__scratch(ctx, tet_count, int);
  if (!order) return BRN_NO_MEMORY;
  BRN_TRY(brn__morton_order(ctx, region->centre, tet_count, order));
  double total = 0, passed = 0;
  for (int t = 0; t < tet_count; t++) total += usable_volume(region, direction, t);
  for (int i = 0; i < tet_count && *found < count; i++) {
    double own = usable_volume(region, direction, order[i]);
    passed += own;
    if (own <= 0 || passed < total * (*found + 0.5) / count) continue;
    seed[(*found)++] = order[i]; // a large tet takes the place of several
    while (*found < count && passed >= total * (*found + 0.5) / count) count--;
  }
  return BRN_OK;
}
