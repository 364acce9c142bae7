// SPDX-License-Identifier: Apache-2.0

#include "fibre/trace.h"

#include <string.h>

// Each line is walked (walk.c) backwards and forwards from its seed (seeds.c) and stored as one
// polyline.

BrnLinesDef brn_lines_def_default(void) {
  return (BrnLinesDef){.count = 200, .cookie = BRN_COOKIE};
}

// -------------------------------------------------------------------------------------- storing

typedef struct Path { // growing
  double* point;      // (count x 3)
  int* tet;           // (count)
  size_t count, point_capacity, tet_capacity;
} Path;

static BrnStatus push(BrnContext* ctx, Path* path, const double* x, int tet) {
  size_t count = path->count;
  BRN_TRY(brn__grow(ctx, &path->point, &path->point_capacity, 3 * (count + 1), sizeof(double)));
  BRN_TRY(brn__grow(ctx, &path->tet, &path->tet_capacity, count + 1, sizeof(int)));
  brn__copy3(path->point + 3 * count, x);
  path->tet[path->count++] = tet;
  return BRN_OK;
}

static void swap_items(Path* path, size_t i, size_t j) {
  double x[3];
  int tet = path->tet[i];
  brn__copy3(x, path->point + 3 * i);
  brn__copy3(path->point + 3 * i, path->point + 3 * j);
  brn__copy3(path->point + 3 * j, x);
  path->tet[i] = path->tet[j];
  path->tet[j] = tet;
}

static void reverse(Path* path, size_t first) {
  for (size_t i = first, j = path->count; i + 1 < j; i++, j--) swap_items(path, i, j - 1);
}

// Points of one way from the seed, each with the tet of the segment that led to it.
static BrnStatus walk_one_way(BrnContext* ctx, BrnWalk walk, double max_length, Path* path,
                              int* stalled) {
  size_t steps = 4 * (size_t)walk.region->mesh->tet_count;
  for (size_t i = 0; walk.length < max_length && i < steps; i++) {
    bool moved;
    int tet = walk.tet;
    BrnStep result = brn__walk_step(&walk, &moved);
    if (moved) BRN_TRY(push(ctx, path, walk.x, tet));
    *stalled += result == BRN_STALLED;
    if (result != BRN_WENT) return BRN_OK;
  }
  return BRN_OK;
}

// backwards from the seed, turned around, then the seed, then forwards
static BrnStatus trace_line(BrnContext* ctx, const BrnRegion* region, const double* field, int seed,
                            double max_length, Path* path, int* stalled) {
  BrnWalk walk = {.region = region, .field = field, .tet = seed};
  brn__copy3(walk.x, region->centre + 3 * (size_t)seed);
  size_t first = path->count;
  walk.sign = -1;
  BRN_TRY(walk_one_way(ctx, walk, max_length, path, stalled));
  reverse(path, first);
  BRN_TRY(push(ctx, path, walk.x, seed));
  walk.sign = 1;
  size_t middle = path->count - 1;
  BRN_TRY(walk_one_way(ctx, walk, max_length, path, stalled));
  // forwards the tet moves to the point where its segment begins
  for (size_t i = middle; i + 1 < path->count; i++) path->tet[i] = path->tet[i + 1];
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- making

void brn_lines_destroy(BrnContext* ctx, BrnLines* lines) {
  BRN_ASSERT(ctx);
  if (!lines) return;
  brn__free(ctx, lines->start);
  brn__free(ctx, lines->point);
  brn__free(ctx, lines->tet);
  brn__free(ctx, lines);
}

static BrnStatus check(BrnContext* ctx, const BrnRegion* region, const BrnLinesDef* def) {
  if (def->count < 0 || !(def->max_length >= 0)) {
    return brn__fail(ctx, BRN_INVALID, "lines: count is %d and max_length %g m; 0 or more would do",
                     def->count, def->max_length);
  }
  for (int i = 0; def->seed && i < def->count; i++) {
    if (def->seed[i] < 0 || def->seed[i] >= region->mesh->tet_count) {
      return brn__fail(ctx, BRN_INVALID, "lines: seed %d is tet %d; the region has %d tets", i,
                       def->seed[i], region->mesh->tet_count);
    }
  }
  return BRN_OK;
}

static BrnStatus choose_seeds(BrnContext* ctx, const BrnRegion* region, const double* direction,
                              const BrnLinesDef* def, int* seed, int* count) {
  *count = def->count;
  if (!def->seed) {
    return brn__lines_spread_seeds(ctx, region, direction, def->count, seed, count);
  }
  memcpy(seed, def->seed, sizeof(int) * (size_t)def->count);
  return BRN_OK;
}

static double longest_line(const BrnRegion* region, const BrnLinesDef* def) {
  if (def->max_length > 0) return def->max_length;
  double low[3], high[3];
  brn_mesh_bounds(region->mesh, low, high);
  return 4 * brn__distance3(low, high);
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

static BrnStatus trace_all(BrnContext* ctx, const BrnRegion* region, const double* direction,
                           const BrnLinesDef* def, Path* path, BrnLines* lines) {
  int* seed = brn__scratch(ctx, def->count, int);
  double* field = average_at_vertices(ctx, region, direction);
  if (!seed || !field) return BRN_NO_MEMORY;
  BRN_TRY(choose_seeds(ctx, region, direction, def, seed, &lines->line_count));
  lines->start = brn__new_zero(ctx, (size_t)lines->line_count + 1, int);
  if (!lines->start) return BRN_NO_MEMORY;
  double longest = longest_line(region, def);
  for (int i = 0; i < lines->line_count; i++) {
    BRN_TRY(trace_line(ctx, region, field, seed[i], longest, path, &lines->stalled_count));
    if (path->count > INT32_MAX / 4) {
      return brn__fail(ctx, BRN_UNSUPPORTED, "lines: too many points; ask for fewer lines than %d",
                       lines->line_count);
    }
    lines->start[i + 1] = (int)path->count;
  }
  return BRN_OK;
}

BrnStatus brn_fibre_trace(BrnContext* ctx, const BrnRegion* region, const double* direction,
                          const BrnLinesDef* def, BrnLines** out) {
  BRN_ASSERT(ctx && region && direction && out);
  BrnLinesDef standard = brn_lines_def_default();
  if (!def) def = &standard;
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(check(ctx, region, def));
  BrnLines* lines = brn__new_zero(ctx, 1, BrnLines);
  if (!lines) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Path path = {0};
  BrnStatus status = trace_all(ctx, region, direction, def, &path, lines);
  brn__scratch_release(ctx, mark);
  lines->point = path.point;
  lines->tet = path.tet;
  if (status != BRN_OK) {
    brn_lines_destroy(ctx, lines);
    lines = NULL;
  }
  *out = lines;
  return status;
}
