// SPDX-License-Identifier: Apache-2.0
//
// Fibres on muscles that are surfaces, traced for each of their units.

#include "anatomy/trace.h"
#include "core/core.h"

#include <string.h>

BrnStatus brn_model_trace_flesh(BrnContext* ctx, const BrnModel* model, int flesh, int count,
                                double max_length, BrnLines** out) {
  BRN_ASSERT(ctx && model && out && flesh >= 0 && flesh < model->flesh_count);
  const BrnModelFlesh* own = &model->flesh[flesh];
  BrnLinesDef def = brn_lines_def_default();
  def.count = count;
  def.max_length = max_length;
  BRN_TRY(brn_fibre_trace_surface(ctx, model->surface[own->surface].mesh, own->fibre, &def, out));
  for (int i = 0; i < (*out)->start[(*out)->line_count]; i++) {
    (*out)->tet[i] += own->first_triangle;
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------- several units

static bool is_of_muscle(const BrnModel* model, int flesh, int muscle) {
  int unit = model->flesh[flesh].unit;
  return unit >= 0 && model->unit_list[unit].muscle == muscle;
}

// lines of one more unit, behind those that are there
static BrnStatus append(BrnContext* ctx, const BrnLines* more, BrnLines* lines) {
  int old = lines->line_count, points = lines->start[old], added = more->start[more->line_count];
  size_t all = (size_t)points + (size_t)added;
  BRN_TRY(
      brn__grow_block(ctx, &lines->start, (size_t)old + (size_t)more->line_count + 1, sizeof(int)));
  BRN_TRY(brn__grow_block(ctx, &lines->point, all, 3 * sizeof(double)));
  BRN_TRY(brn__grow_block(ctx, &lines->tet, all, sizeof(int)));
  if (added > 0) {
    memcpy(lines->point + 3 * (size_t)points, more->point, 3 * sizeof(double) * (size_t)added);
    memcpy(lines->tet + points, more->tet, sizeof(int) * (size_t)added);
  }
  for (int i = 1; i <= more->line_count; i++) lines->start[old + i] = points + more->start[i];
  lines->line_count += more->line_count;
  return BRN_OK;
}

static BrnStatus trace_units(BrnContext* ctx, const BrnModel* model, int muscle, int count,
                             BrnLines* lines) {
  int units = 0;
  for (int i = 0; i < model->flesh_count; i++) units += is_of_muscle(model, i, muscle);
  for (int i = 0; i < model->flesh_count; i++) {
    BrnLines* own;
    if (!is_of_muscle(model, i, muscle)) continue;
    int share = (count + units - 1) / units;
    BRN_TRY(brn_model_trace_flesh(ctx, model, i, share, 0, &own));
    BrnStatus status = append(ctx, own, lines);
    brn_lines_destroy(ctx, own);
    BRN_TRY(status);
  }
  return BRN_OK;
}

BrnStatus brn__trace_surfaces(BrnContext* ctx, const BrnModel* model, int muscle, int count,
                              BrnLines** out) {
  BrnLines* lines = brn__new_zero(ctx, 1, BrnLines);
  *out = NULL;
  if (!lines) return BRN_NO_MEMORY;
  lines->start = brn__new_zero(ctx, 1, int);
  BrnStatus status = lines->start ? trace_units(ctx, model, muscle, count, lines) : BRN_NO_MEMORY;
  if (status != BRN_OK) {
    brn_lines_destroy(ctx, lines);
    lines = NULL;
  }
  *out = lines;
  return status;
}
