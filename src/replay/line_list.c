// SPDX-License-Identifier: Apache-2.0
//
// Lines that grow, a point at a time, each riding on vertices of the mesh.

#include "replay/replay.h"

#include <limits.h>
#include <string.h>

BrnStatus brn__lines_begin(BrnContext* ctx, BrnReplayLines* lines) {
  *lines = (BrnReplayLines){.start = brn__new_zero(ctx, 1, int)};
  return lines->start ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__lines_add(BrnContext* ctx, int part, BrnReplayLines* lines) {
  size_t count = (size_t)lines->line_count;
  BRN_TRY(brn__grow_block(ctx, &lines->start, count + 2, sizeof(int)));
  BRN_TRY(brn__grow_block(ctx, &lines->part, count + 1, sizeof(int)));
  lines->part[count] = part;
  lines->start[count + 1] = lines->start[count];
  lines->line_count++;
  return BRN_OK;
}

BrnStatus brn__lines_add_point(BrnContext* ctx, const int* vertex, const double* weight, int count,
                               BrnReplayLines* lines) {
  BrnRiders* rider = &lines->rider;
  size_t at = 4 * (size_t)rider->point_count;
  if (rider->point_count >= INT_MAX / 4 - 1) {
    return brn__fail(ctx, BRN_INVALID, "%d points of lines are too many; ask for fewer lines",
                     rider->point_count);
  }
  BRN_TRY(brn__grow_block(ctx, &rider->vertex, at + 4, sizeof(int)));
  BRN_TRY(brn__grow_block(ctx, &rider->weight, at + 4, sizeof(double)));
  for (int k = 0; k < 4; k++) {
    rider->vertex[at + (size_t)k] = vertex[k < count ? k : 0];
    rider->weight[at + (size_t)k] = k < count ? weight[k] : 0;
  }
  lines->start[lines->line_count] = ++rider->point_count;
  return BRN_OK;
}

BrnStatus brn__lines_add_vertex(BrnContext* ctx, int vertex, BrnReplayLines* lines) {
  static const double whole = 1;
  return brn__lines_add_point(ctx, &vertex, &whole, 1, lines);
}
