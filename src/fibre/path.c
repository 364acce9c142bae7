// SPDX-License-Identifier: Apache-2.0
//
// Lines under way: points are added, turned round, and checked against what was asked for (path.h).

#include "fibre/path.h"

#include "core/vec.h"

BrnLinesDef brn_lines_def_default(void) {
  return (BrnLinesDef){.count = 200, .cookie = BRN_COOKIE};
}

void brn_lines_destroy(BrnContext* ctx, BrnLines* lines) {
  BRN_ASSERT(ctx);
  if (!lines) return;
  brn__free(ctx, lines->start);
  brn__free(ctx, lines->point);
  brn__free(ctx, lines->tet);
  brn__free(ctx, lines);
}

// ----------------------------------------------------------------------------------------- a path

BrnStatus brn__path_push(BrnContext* ctx, BrnPath* path, const double* x, int cell) {
  size_t count = path->count;
  BRN_TRY(brn__grow(ctx, &path->point, &path->point_capacity, 3 * (count + 1), sizeof(double)));
  BRN_TRY(brn__grow(ctx, &path->cell, &path->cell_capacity, count + 1, sizeof(int)));
  brn__copy3(path->point + 3 * count, x);
  path->cell[path->count++] = cell;
  return BRN_OK;
}

static void swap_items(BrnPath* path, size_t i, size_t j) {
  double x[3];
  int cell = path->cell[i];
  brn__copy3(x, path->point + 3 * i);
  brn__copy3(path->point + 3 * i, path->point + 3 * j);
  brn__copy3(path->point + 3 * j, x);
  path->cell[i] = path->cell[j];
  path->cell[j] = cell;
}

void brn__path_reverse(BrnPath* path, size_t first) {
  for (size_t i = first, j = path->count; i + 1 < j; i++, j--) swap_items(path, i, j - 1);
}

// --------------------------------------------------------------------------------------- all lines

BrnStatus brn__lines_check(BrnContext* ctx, const BrnLinesDef* def) {
  if (def->count >= 0 && def->max_length >= 0) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "lines: count is %d and max_length %g m; 0 or more would do",
                   def->count, def->max_length);
}

// a line that goes round in circles ends some time
static double longest_line(const BrnMesh* mesh, const BrnLinesDef* def) {
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  return def->max_length > 0 ? def->max_length : 4 * brn__distance3(low, high);
}

static BrnStatus trace_all(BrnContext* ctx, const BrnTracer* tracer, const BrnLinesDef* def,
                           BrnPath* path, BrnLines* lines) {
  int* seed = brn__scratch(ctx, def->count, int);
  if (!seed) return BRN_NO_MEMORY;
  BRN_TRY(tracer->choose_seeds(tracer->user, ctx, def, seed, &lines->line_count));
  lines->start = brn__new_zero(ctx, (size_t)lines->line_count + 1, int);
  if (!lines->start) return BRN_NO_MEMORY;
  double longest = longest_line(tracer->mesh, def);
  for (int i = 0; i < lines->line_count; i++) {
    BRN_TRY(tracer->trace_line(tracer->user, ctx, seed[i], longest, path));
    if (path->count > INT32_MAX / 4) {
      return brn__fail(ctx, BRN_UNSUPPORTED, "lines: too many points; ask for fewer lines than %d",
                       lines->line_count);
    }
    lines->start[i + 1] = (int)path->count;
  }
  return BRN_OK;
}

BrnStatus brn__lines_trace(BrnContext* ctx, const BrnTracer* tracer, const BrnLinesDef* def,
                           BrnLines** out) {
  BrnLines* lines = *out = brn__new_zero(ctx, 1, BrnLines);
  if (!lines) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnPath path = {0};
  BrnStatus status = trace_all(ctx, tracer, def, &path, lines);
  brn__scratch_release(ctx, mark);
  lines->point = path.point;
  lines->tet = path.cell;
  if (status == BRN_OK) return BRN_OK;
  brn_lines_destroy(ctx, lines);
  *out = NULL;
  return status;
}
