// SPDX-License-Identifier: Apache-2.0
//
// What holds muscles to tendons with surfaces of their own: each vertex of such an attachment keeps
// its distances to the three nearest vertices of the part that it holds on to. They are few, and
// are solved in order.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

#include <math.h>

enum { NEAREST = 3 };

struct BrnSheetTendons {
  int count;           // constraints
  BrnEdgeBatch* batch; // (count / 8, rounded up)
};

void brn__tendons_destroy(BrnContext* ctx, BrnSheetTendons* tendons) {
  if (!tendons) return;
  brn__free(ctx, tendons->batch);
  brn__free(ctx, tendons);
}

// vertices of a muscle by their distance to a vertex of another one, the lower first where it is
// the same
static int find_nearest(const BrnModel* model, int vertex, const BrnModelFlesh* muscle,
                        int out[NEAREST]) {
  const double* position = model->mesh->position;
  double distance[NEAREST + 1];
  int nearest[NEAREST + 1], count = 0;
  for (int v = muscle->first; v < muscle->first + muscle->vertex_count; v++) {
    double d = brn__distance3(position + 3 * (size_t)v, position + 3 * (size_t)vertex);
    int k = count;
    for (; k > 0 && d < distance[k - 1]; k--) {
      distance[k] = distance[k - 1], nearest[k] = nearest[k - 1];
    }
    distance[k] = d, nearest[k] = v;
    if (count < NEAREST) count++;
  }
  for (int k = 0; k < count; k++) out[k] = nearest[k];
  return count;
}

static void add(const BrnSheet* sheet, BrnSheetTendons* tendons, int a, int b) {
  BrnEdgeBatch* batch = &tendons->batch[tendons->count / BRN_LANES];
  const double* position = sheet->model->mesh->position;
  int lane = tendons->count++ % BRN_LANES;
  batch->a[lane] = a, batch->b[lane] = b;
  batch->goal[lane] = brn__distance3(position + 3 * (size_t)a, position + 3 * (size_t)b);
}

static void list(const BrnSheet* sheet, const BrnModelAttachment* attachment,
                 BrnSheetTendons* tendons) {
  const BrnModel* model = sheet->model;
  for (int i = 0; i < attachment->vertex_count; i++) {
    int muscle = brn_model_sheet_of(model, attachment->holder[i]), v = attachment->vertex[i];
    if (muscle < 0 || sheet->points.bone[v] >= 0) continue;
    int near[NEAREST], count = find_nearest(model, v, &model->flesh[muscle], near);
    for (int k = 0; k < count; k++) add(sheet, tendons, v, near[k]);
  }
}

static int count_vertices(const BrnSheet* sheet) {
  const BrnModel* model = sheet->model;
  int count = 0;
  for (int a = 0; a < model->attachment_count; a++) {
    for (int i = 0; i < model->attachment[a].vertex_count; i++) {
      count += brn_model_sheet_of(model, model->attachment[a].holder[i]) >= 0;
    }
  }
  return count;
}

BrnStatus brn__tendons_create(BrnContext* ctx, const BrnSheet* sheet, BrnSheetTendons** out) {
  int most = NEAREST * count_vertices(sheet);
  if (most == 0) return BRN_OK;
  BrnSheetTendons* tendons = brn__new_zero(ctx, 1, BrnSheetTendons);
  *out = tendons;
  if (!tendons) return BRN_NO_MEMORY;
  tendons->batch = brn__new_zero(ctx, most / BRN_LANES + 1, BrnEdgeBatch);
  if (!tendons->batch) return BRN_NO_MEMORY;
  for (int a = 0; a < sheet->model->attachment_count; a++) {
    list(sheet, &sheet->model->attachment[a], tendons);
  }
  return BRN_OK;
}

void brn__tendons_project(BrnSheet* sheet) {
  BrnSheetTendons* tendons = sheet->tendons;
  for (int i = 0; i < tendons->count; i++) {
    brn__edge_solve(&tendons->batch[i / BRN_LANES], i % BRN_LANES, sheet->points.at);
  }
}
