// SPDX-License-Identifier: Apache-2.0
//
// Supports: vertices that are held, or moved by a script.

#include "anatomy/pieces.h"
#include "core/vec.h"

#include <string.h>

// letters of "xyz"
static void read_axes(const BrnSceneSupport* support, bool axis[3]) {
  const char* text = support->axes ? support->axes : "xyz";
  for (int i = 0; i < 3; i++) axis[i] = strchr(text, "xyz"[i]) != NULL;
}

BrnStatus brn__select_all(BrnBuild* build, char** on, int on_count, BrnVertexList* out) {
  BrnContext* ctx = build->ctx;
  int count = build->model->mesh->vertex_count;
  *out = (BrnVertexList){0};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  bool* in = brn__scratch_zero(ctx, count, bool);
  BrnStatus status = in ? BRN_OK : BRN_NO_MEMORY;
  for (int i = 0; i < on_count && status == BRN_OK; i++) {
    BrnVertexList list;
    status = brn__build_select(build, on[i], &list);
    for (int k = 0; k < list.count; k++) in[list.vertex[k]] = true;
    brn__free(ctx, list.vertex);
  }
  if (status == BRN_OK) status = brn__list_marked(ctx, in, count, out);
  brn__scratch_release(ctx, mark);
  return status;
}

static BrnStatus script(BrnBuild* build, const BrnSceneSupport* support, BrnModelSupport* out) {
  BrnWhere where = brn__where("supports.%s.motion", support->name);
  const double* position = build->model->mesh->position;
  double middle[3] = {0};
  for (int i = 0; i < out->vertex_count; i++) {
    brn__axpy3(middle, middle, 1.0 / out->vertex_count, position + 3 * (size_t)out->vertex[i]);
  }
  return brn__build_motion(build, where.text, support->motion, middle, &out->motion);
}

static BrnStatus make_support(BrnBuild* build, const BrnSceneSupport* support,
                              BrnModelSupport* out) {
  BrnVertexList list;
  out->name = brn__strdup(build->ctx, support->name);
  if (!out->name) return BRN_NO_MEMORY;
  read_axes(support, out->axis);
  BRN_TRY(brn__select_all(build, support->on, support->on_count, &list));
  out->vertex = list.vertex;
  out->vertex_count = list.count;
  return support->motion ? script(build, support, out) : BRN_OK;
}

BrnStatus brn__build_supports(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnScene* scene = build->scene;
  if (scene->support_count == 0) return BRN_OK;
  model->support = brn__new_zero(build->ctx, scene->support_count, BrnModelSupport);
  if (!model->support) return BRN_NO_MEMORY;
  for (int i = 0; i < scene->support_count; i++) {
    model->support[i].motion = -1;
    model->support_count = i + 1; // a half-made one is freed with the model
    BRN_TRY(make_support(build, &scene->support[i], &model->support[i]));
  }
  return BRN_OK;
}
