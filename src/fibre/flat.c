// SPDX-License-Identifier: Apache-2.0

#include "fibre/region.h"

// Directions spread from the tets that have one, layer by layer over the faces: a tet takes the
// mean of its neighbours in the layers before. Tets of one layer do not see each other, so their
// order does not matter.

BrnFibreReport brn__fibre_report_empty(void) {
  return (BrnFibreReport){.first_flat = -1, .first_bare = -1, .first_beyond = -1};
}

// false: no neighbour has a direction yet
static bool take_mean(const BrnRegion* region, const uint8_t* own, int tet, double* direction) {
  double sum[3] = {0, 0, 0};
  const double* first = NULL;
  for (int k = 0; k < 4; k++) {
    int other = region->neighbour[4 * (size_t)tet + k];
    if (other < 0 || !own[other]) continue;
    const double* theirs = direction + 3 * (size_t)other;
    if (!first) first = theirs;
    brn__add3(sum, sum, theirs);
  }
  if (!first) return false;
  double* mine = direction + 3 * (size_t)tet;
  brn__copy3(mine, brn__norm3(sum) > 1e-6 ? sum : first); // opposite ones have no mean
  brn__normalize3(mine);
  return true;
}

// The tets that could be filled move to the front of the list; returns their number.
static int fill_layer(const BrnRegion* region, uint8_t* own, double* direction, int* list,
                      int count) {
  int filled = 0;
  for (int i = 0; i < count; i++) {
    if (!take_mean(region, own, list[i], direction)) continue;
    int tet = list[i];
    list[i] = list[filled];
    list[filled++] = tet;
  }
  for (int i = 0; i < filled; i++) own[list[i]] = 1;
  return filled;
}

static void report_bare(const BrnRegion* region, const uint8_t* own, double* direction,
                        BrnFibreReport* report) {
  for (int t = region->mesh->tet_count - 1; t >= 0; t--) {
    if (own[t]) continue;
    direction[3 * (size_t)t] = direction[3 * (size_t)t + 1] = direction[3 * (size_t)t + 2] = 0;
    report->bare_count++;
    report->first_bare = region->tet[t];
  }
}

BrnStatus brn__fill_flat(BrnContext* ctx, const BrnRegion* region, uint8_t* own, double* direction,
                         BrnFibreReport* report) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* list = brn__scratch(ctx, region->mesh->tet_count, int);
  if (!list) {
    brn__scratch_release(ctx, mark);
    return BRN_NO_MEMORY;
  }
  int count = 0;
  for (int t = 0; t < region->mesh->tet_count; t++) {
    if (!own[t]) list[count++] = t;
  }
  report->flat_count = count;
  report->first_flat = count > 0 ? region->tet[list[0]] : -1;
  for (int filled; (filled = fill_layer(region, own, direction, list, count)) > 0;) {
    list += filled;
    count -= filled;
  }
  report_bare(region, own, direction, report);
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}
