// SPDX-License-Identifier: Apache-2.0
//
// The box of a body in a frame, skins that reach beyond the mesh included.

#include "core/vec.h"
#include "replay/replay.h"

static void join(const double* point, int count, double low[3], double high[3]) {
  for (size_t i = 0; i < 3 * (size_t)count; i++) {
    low[i % 3] = fmin(low[i % 3], point[i]);
    high[i % 3] = fmax(high[i % 3], point[i]);
  }
}

static BrnStatus join_skin(BrnReplay* replay, const BrnSkin* skin, const double* position,
                           double low[3], double high[3]) {
  int count = skin->rider.point_count;
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  double* point = brn__scratch(replay->ctx, 3 * (size_t)count, double);
  if (point) {
    brn_riders_apply(replay->ctx, &skin->rider, position, point);
    join(point, count, low, high);
  }
  brn__scratch_release(replay->ctx, mark);
  return point ? BRN_OK : BRN_NO_MEMORY;
}

// Without a skin it is the box around the vertices, and without those a point.
BrnStatus brn_replay_bounds(BrnReplay* replay, const double* position, double low[3],
                            double high[3]) {
  BRN_ASSERT(replay && low && high && (position || replay->mesh->vertex_count == 0));
  for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (int p = 0; p < replay->part_count; p++) {
    if (replay->part[p].hidden) continue;
    BRN_TRY(join_skin(replay, &replay->part[p].skin, position, low, high));
  }
  if (low[0] > high[0]) join(position, replay->mesh->vertex_count, low, high);
  if (low[0] > high[0]) {
    for (int k = 0; k < 3; k++) low[k] = high[k] = 0;
  }
  return BRN_OK;
}
