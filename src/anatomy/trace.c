// SPDX-License-Identifier: Apache-2.0
//
// Fibres of a muscle, traced for somebody who wants to see them: through its tets, or over its
// surfaces.

#include "anatomy/trace.h"
#include "core/core.h"
#include "core/vec.h"

// The tets of a muscle, all its units together: fibres do not end where one unit meets another.
static BrnStatus cut_out(BrnContext* ctx, const BrnModel* model, int muscle, BrnRegion** out) {
  int chosen = 1;
  BrnMesh view = *model->mesh;
  *out = NULL;
  view.tet_label = brn__scratch(ctx, model->mesh->tet_count, int);
  if (!view.tet_label) return BRN_NO_MEMORY;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    int unit = model->unit[t];
    view.tet_label[t] = unit >= 0 && model->unit_list[unit].muscle == muscle;
  }
  return brn_region_create(ctx, &view, &chosen, 1, out);
}

static BrnStatus trace(BrnContext* ctx, const BrnModel* model, const BrnRegion* region, int count,
                       BrnLines** out) {
  BrnLinesDef def = brn_lines_def_default();
  def.count = count;
  size_t tets = (size_t)region->mesh->tet_count;
  double* direction = brn__scratch(ctx, 3 * tets, double);
  if (!direction) return BRN_NO_MEMORY;
  for (size_t t = 0; t < tets; t++) {
    brn__copy3(direction + 3 * t, model->fibre + 3 * (size_t)region->tet[t]);
  }
  return brn_fibre_trace(ctx, region, direction, &def, out);
}

BrnStatus brn_model_trace(BrnContext* ctx, const BrnModel* model, int muscle, int count,
                          BrnLines** out) {
  BRN_ASSERT(ctx && model && out && count > 0);
  BRN_ASSERT(muscle >= 0 && muscle < model->muscle_count);
  BrnRegion* region;
  *out = NULL;
  if (model->mesh->tet_count == 0) return brn__trace_surfaces(ctx, model, muscle, count, out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = cut_out(ctx, model, muscle, &region);
  if (status == BRN_OK) status = trace(ctx, model, region, count, out);
  brn_region_destroy(ctx, region);
  brn__scratch_release(ctx, mark);
  return status;
}
