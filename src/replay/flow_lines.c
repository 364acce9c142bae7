// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"

// Fibres of muscles that are surfaces: lines along the flow at rest, which ride on the triangles
// they cross.

// areas of the triangles that a point makes with the sides, over the whole
static void weights_at(const BrnMesh* mesh, const int* corner, const double* x, double* weight) {
  const double* p[3];
  double normal[3], sum = 0;
  for (int k = 0; k < 3; k++) p[k] = mesh->position + 3 * (size_t)corner[k];
  brn__triangle_normal(normal, p[0], p[1], p[2]);
  for (int k = 0; k < 3; k++) {
    double own[3];
    brn__triangle_normal(own, x, p[(k + 1) % 3], p[(k + 2) % 3]);
    double share = brn__dot3(own, normal);
    weight[k] = share > 0 ? share : 0;
    sum += weight[k];
  }
  for (int k = 0; k < 3; k++) weight[k] = sum > 0 ? weight[k] / sum : 1.0 / 3;
}

static BrnStatus bind(BrnReplay* replay, const BrnLines* lines, BrnReplayLines* out) {
  const BrnMesh* mesh = replay->model->mesh;
  for (int l = 0; l < lines->line_count; l++) {
    int part = mesh->triangle_label[lines->tet[lines->start[l]]] - 1;
    BRN_TRY(brn__lines_add(replay->ctx, part, out));
    for (int i = lines->start[l]; i < lines->start[l + 1]; i++) {
      const int* corner = mesh->triangle + 3 * (size_t)lines->tet[i];
      double weight[3];
      weights_at(mesh, corner, lines->point + 3 * (size_t)i, weight);
      BRN_TRY(brn__lines_add_point(replay->ctx, corner, weight, 3, out));
    }
  }
  return BRN_OK;
}

static BrnStatus bind_and_free(BrnReplay* replay, BrnLines* lines, BrnReplayLines* out) {
  BrnStatus status = bind(replay, lines, out);
  brn_lines_destroy(replay->ctx, lines);
  return status;
}

static BrnStatus add_fibres(BrnReplay* replay, int per_muscle, BrnReplayLines* out) {
  BrnLines* lines;
  for (int m = 0; m < replay->model->muscle_count; m++) {
    BRN_TRY(brn_model_trace(replay->ctx, replay->model, m, per_muscle, &lines));
    BRN_TRY(bind_and_free(replay, lines, out));
  }
  return BRN_OK;
}

static BrnStatus add_flow(BrnReplay* replay, int per_muscle, double share, BrnReplayLines* out) {
  BrnLines* lines;
  for (int f = 0; f < replay->model->flesh_count; f++) {
    double length = share * replay->model->flesh[f].length;
    if (replay->model->flesh[f].unit < 0 || !(length > 0)) continue;
    BRN_TRY(brn_model_trace_flesh(replay->ctx, replay->model, f, per_muscle, length, &lines));
    BRN_TRY(bind_and_free(replay, lines, out));
  }
  return BRN_OK;
}

BrnStatus brn__lines_on_surfaces(BrnReplay* replay, int per_muscle, BrnReplayLines* out) {
  BRN_TRY(brn__lines_begin(replay->ctx, out));
  BrnStatus status = add_fibres(replay, per_muscle, out);
  if (status != BRN_OK) brn_replay_lines_free(replay->ctx, out);
  return status;
}

BrnStatus brn_replay_flow(BrnReplay* replay, int per_muscle, double share, BrnReplayLines* out) {
  BRN_ASSERT(replay && out && per_muscle >= 0 && share > 0);
  BRN_TRY(brn__lines_begin(replay->ctx, out));
  if (!replay->model || per_muscle == 0) return BRN_OK;
  BrnStatus status = add_flow(replay, per_muscle, share, out);
  if (status != BRN_OK) brn_replay_lines_free(replay->ctx, out);
  return status;
}
