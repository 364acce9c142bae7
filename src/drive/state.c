// SPDX-License-Identifier: Apache-2.0
//
// States: taking them, copying, and poses of bones from positions.

#include "drive/input.h"

#include "core/core.h"
#include "core/svd.h"
#include "core/vec.h"
#include "drive/described.h"
#include "scene/methods.h"

#include <string.h>

void brn_state_destroy(BrnContext* ctx, BrnState* state) {
  BRN_ASSERT(ctx);
  if (!state) return;
  brn__described_free(ctx, &brn__state_description, state);
  brn__free(ctx, state);
}

int brn_model_tie_count(const BrnModel* model) {
  BRN_ASSERT(model);
  int count = 0;
  for (int i = 0; i < model->fascia_count; i++) count += model->fascia[i].count;
  return count;
}

// indices that lead nowhere yet
static void forget_own(const BrnScope* scope) {
  const BrnMember* row;
  const BrnState* state = scope->record;
  for (int i = 0; (row = brn__method_keeps(i)); i++) {
    size_t count = (size_t)(row->items(scope) * row->width);
    if (row->type == BRN_ITEM_INT && row->absent) memset(state->own[i], -1, count * sizeof(int));
  }
}

static BrnStatus fill(BrnContext* ctx, const BrnModel* model, BrnState* state) {
  size_t size = 3 * sizeof(double) * (size_t)model->mesh->vertex_count;
  BrnScope around = brn__model_scope(model), scope = brn__state_scope(&around, state);
  state->vertex_count = model->mesh->vertex_count;
  BRN_TRY(brn__described_create(ctx, &scope));
  memcpy(state->position, model->mesh->position, size);
  memcpy(state->position_before, model->mesh->position, size);
  forget_own(&scope);
  brn__input_rest(model, state->input);
  return BRN_OK;
}

BrnStatus brn_state_create(BrnContext* ctx, const BrnModel* model, BrnState** out) {
  BRN_ASSERT(ctx && model && out);
  BrnState* state = brn__new_zero(ctx, 1, BrnState);
  BrnStatus status = state ? fill(ctx, model, state) : BRN_NO_MEMORY;
  if (status != BRN_OK) {
    brn_state_destroy(ctx, state);
    state = NULL;
  }
  *out = state;
  return status;
}

void brn_state_copy(const BrnModel* model, const BrnState* from, BrnState* to) {
  BRN_ASSERT(model && from && to && from->vertex_count == to->vertex_count);
  BRN_ASSERT(from->input->own_count == to->input->own_count); // brn_drive_remember()
  BrnScope around = brn__model_scope(model), scope = brn__state_scope(&around, from);
  brn__described_copy(&scope, to);
}

static void mean_of(const BrnModelBone* bone, const double* position, double out[3]) {
  memset(out, 0, 3 * sizeof(double));
  for (int i = 0; i < bone->vertex_count; i++) {
    brn__axpy3(out, out, 1.0 / bone->vertex_count, position + 3 * (size_t)bone->vertex[i]);
  }
}

// the rotation is the polar factor of sum (x - mean x) (X - mean X)^T (Kabsch 1976)
BrnPose brn_state_bone_pose(const BrnModel* model, const BrnState* state, int bone) {
  BRN_ASSERT(model && state && bone >= 0 && bone < model->bone_count);
  const BrnModelBone* body = &model->bone[bone];
  double now[3], rest[3], H[9] = {0}, R[9], S[9];
  mean_of(body, state->position, now);
  mean_of(body, model->mesh->position, rest);
  for (int i = 0; i < body->vertex_count; i++) {
    double x[3], X[3];
    brn__sub3(x, state->position + 3 * (size_t)body->vertex[i], now);
    brn__sub3(X, model->mesh->position + 3 * (size_t)body->vertex[i], rest);
    for (int k = 0; k < 9; k++) H[k] += x[k / 3] * X[k % 3];
  }
  brn__polar3(H, R, S);
  BrnPose pose;
  double turned[3];
  brn_rotation_from_matrix(R, pose.rotation);
  brn__mul3(turned, R, rest);
  brn__sub3(pose.translation, now, turned);
  return pose;
}
