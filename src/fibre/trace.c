// SPDX-License-Identifier: Apache-2.0

#include "fibre/trace.h"

#include "fibre/path.h"

#include <string.h>

// Each line is walked (walk.c) backwards and forwards from its seed (seeds.c) and stored as one
// polyline.

typedef struct Tracer {
  const BrnRegion* region;
  const double *direction, *field; // of tets; averaged at the vertices
  int stalled;
} Tracer;

// --------------------------------------------------------------------------------------- a line

// Points of one way from the seed, each with the tet of the segment that led to it.
static BrnStatus walk_one_way(BrnContext* ctx, BrnWalk walk, double max_length, BrnPath* path,
                              int* stalled) {
  size_t steps = 4 * (size_t)walk.region->mesh->tet_count;
  for (size_t i = 0; walk.length < max_length && i < steps; i++) {
    bool moved;
    int tet = walk.tet;
    BrnStep result = brn__walk_step(&walk, &moved);
    if (moved) BRN_TRY(brn__path_push(ctx, path, walk.x, tet));
    *stalled += result == BRN_TRACE_STALLED;
    if (result != BRN_WENT) return BRN_OK;
  }
  return BRN_OK;
}

// backwards from the seed, turned around, then the seed, then forwards
static BrnStatus trace_line(void* user, BrnContext* ctx, int seed, double max_length,
                            BrnPath* path) {
  Tracer* t = user;
  BrnWalk walk = {.region = t->region, .field = t->field, .tet = seed};
  brn__copy3(walk.x, t->region->centre + 3 * (size_t)seed);
  size_t first = path->count;
  walk.sign = -1;
  BRN_TRY(walk_one_way(ctx, walk, max_length, path, &t->stalled));
  brn__path_reverse(path, first);
  BRN_TRY(brn__path_push(ctx, path, walk.x, seed));
  walk.sign = 1;
  size_t middle = path->count - 1;
  BRN_TRY(walk_one_way(ctx, walk, max_length, path, &t->stalled));
  // forwards the tet moves to the point where its segment begins
  for (size_t i = middle; i + 1 < path->count; i++) path->cell[i] = path->cell[i + 1];
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- making

static BrnStatus check(BrnContext* ctx, const BrnRegion* region, const BrnLinesDef* def) {
  BRN_TRY(brn__lines_check(ctx, def));
  for (int i = 0; def->seed && i < def->count; i++) {
    if (def->seed[i] < 0 || def->seed[i] >= region->mesh->tet_count) {
      return brn__fail(ctx, BRN_INVALID, "lines: seed %d is tet %d; the region has %d tets", i,
                       def->seed[i], region->mesh->tet_count);
    }
  }
  return BRN_OK;
}

static BrnStatus choose_seeds(void* user, BrnContext* ctx, const BrnLinesDef* def, int* seed,
                              int* count) {
  const Tracer* t = user;
  *count = def->count;
  if (!def->seed) {
    return brn__lines_spread_seeds(ctx, t->region, t->direction, def->count, seed, count);
  }
  memcpy(seed, def->seed, sizeof(int) * (size_t)def->count);
  return BRN_OK;
}

// directions of the tets, averaged by volume at their vertices
static double* average_at_vertices(BrnContext* ctx, const BrnRegion* region,
                                   const double* direction) {
  double* field = brn__scratch_zero(ctx, 3 * (size_t)region->mesh->vertex_count, double);
  for (int t = 0; field && t < region->mesh->tet_count; t++) {
    for (int k = 0; k < 4; k++) {
      double* sum = field + 3 * (size_t)region->mesh->tet[4 * (size_t)t + k];
      brn__axpy3(sum, sum, region->volume[t], direction + 3 * (size_t)t);
    }
  }
  for (int v = 0; field && v < region->mesh->vertex_count; v++) {
    brn__normalize3(field + 3 * (size_t)v);
  }
  return field;
}

BrnStatus brn_fibre_trace(BrnContext* ctx, const BrnRegion* region, const double* direction,
                          const BrnLinesDef* def, BrnLines** out) {
  BRN_ASSERT(ctx && region && direction && out);
  BrnLinesDef standard = brn_lines_def_default();
  if (!def) def = &standard;
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(check(ctx, region, def));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Tracer t = {region, direction, average_at_vertices(ctx, region, direction), 0};
  const BrnTracer tracer = {region->mesh, choose_seeds, trace_line, &t};
  BrnStatus status = t.field ? brn__lines_trace(ctx, &tracer, def, out) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK) (*out)->stalled_count = t.stalled;
  return status;
}
