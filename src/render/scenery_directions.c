// SPDX-License-Identifier: Apache-2.0
//
// Directions of fibres at the vertices of a skin, for the grain.

#include "render/scenery.h"

#include "core/vec.h"

#include <string.h>

// Fibres have no front: a sum goes on with the sign that makes it longer.
static void add_fibre(double* sum, double weight, const double* fibre) {
  double sign = brn__dot3(sum, fibre) < 0 ? -1 : 1;
  brn__axpy3(sum, sum, sign * weight, fibre);
}

static void add_tets(const BrnScenery* g, int part, double* vertex) {
  const BrnMesh* mesh = g->replay->mesh;
  const double* fibre = g->replay->model->fibre;
  int label = g->replay->part[part].label;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label && mesh->tet_label[t] != label) continue;
    for (int c = 0; c < 4; c++) {
      int v = mesh->tet[4 * (size_t)t + (size_t)c];
      add_fibre(vertex + 3 * (size_t)v, 1, fibre + 3 * (size_t)t);
    }
  }
}

// of a surface that moves: its skin is that, vertex by vertex
static bool take_sheet(const BrnScenery* g, int part, double* out) {
  int sheet = brn_model_sheet_of(g->replay->model, part);
  if (sheet < 0) return false;
  const BrnModelFlesh* from = &g->replay->model->flesh[sheet];
  memcpy(out, from->fibre, 3 * sizeof(double) * (size_t)from->vertex_count);
  return true;
}

BrnStatus brn__scenery_directions(const BrnScenery* g, int part, double* out) {
  const BrnRiders* rider = &g->replay->part[part].skin.rider;
  if (take_sheet(g, part, out)) return BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(g->ctx);
  double* vertex = brn__scratch_zero(g->ctx, 3 * (size_t)brn__scenery_vertex_count(g), double);
  if (!vertex) return BRN_NO_MEMORY;
  add_tets(g, part, vertex);
  for (size_t i = 0; i < (size_t)rider->point_count; i++) {
    double sum[3] = {0};
    for (size_t c = 4 * i; c < 4 * i + 4; c++) {
      double fibre[3];
      brn__copy3(fibre, vertex + 3 * (size_t)rider->vertex[c]);
      brn__normalize3(fibre);
      add_fibre(sum, rider->weight[c], fibre);
    }
    brn__normalize3(sum);
    brn__copy3(out + 3 * i, sum);
  }
  brn__scratch_release(g->ctx, mark);
  return BRN_OK;
}
