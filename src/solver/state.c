// SPDX-License-Identifier: Apache-2.0

#include "solver/solver.h"

#include "core/svd.h"
#include "core/vec.h"

#include <string.h>

void brn_state_destroy(BrnContext* ctx, BrnState* state) {
  BRN_ASSERT(ctx);
  if (!state) return;
  brn__free(ctx, state->position);
  brn__free(ctx, state->velocity);
  brn__free(ctx, state->acceleration);
  brn__free(ctx, state->position_before);
  brn__free(ctx, state->velocity_before);
  brn__free(ctx, state->target);
  brn__free(ctx, state->touch);
  brn__free(ctx, state->bone);
  brn__free(ctx, state->bone_velocity);
  brn_input_destroy(ctx, state->input);
  brn__free(ctx, state);
}

int brn_model_tie_count(const BrnModel* model) {
  BRN_ASSERT(model);
  int count = 0;
  for (int i = 0; i < model->fascia_count; i++) count += model->fascia[i].count;
  return count;
}

int brn_model_touch_count(const BrnModel* model) {
  BRN_ASSERT(model);
  return model->flesh_count > 0 ? 4 * model->mesh->vertex_count : 0;
}

static BrnStatus fill_lists(BrnContext* ctx, const BrnModel* model, BrnState* state) {
  int ties = brn_model_tie_count(model), touches = brn_model_touch_count(model);
  state->target = brn__new(ctx, ties, int);
  state->touch = brn__new(ctx, touches, int);
  state->bone = brn__new(ctx, model->bone_count, BrnPose);
  state->bone_velocity = brn__new_zero(ctx, 6 * (size_t)model->bone_count, double);
  if (!state->target || !state->touch || !state->bone || !state->bone_velocity) {
    return BRN_NO_MEMORY;
  }
  for (int i = 0; i < ties; i++) state->target[i] = -1;
  for (int i = 0; i < touches; i++) state->touch[i] = -1;
  for (int b = 0; b < model->bone_count; b++) state->bone[b] = brn_pose_identity();
  return BRN_OK;
}

static BrnStatus fill(BrnContext* ctx, const BrnModel* model, BrnState* state) {
  size_t count = 3 * (size_t)model->mesh->vertex_count;
  state->vertex_count = model->mesh->vertex_count;
  state->position = brn__new(ctx, count, double);
  state->velocity = brn__new_zero(ctx, count, double);
  state->acceleration = brn__new_zero(ctx, count, double);
  state->position_before = brn__new(ctx, count, double);
  state->velocity_before = brn__new_zero(ctx, count, double);
  if (!state->position || !state->velocity || !state->acceleration || !state->position_before ||
      !state->velocity_before) {
    return BRN_NO_MEMORY;
  }
  memcpy(state->position, model->mesh->position, sizeof(double) * count);
  memcpy(state->position_before, model->mesh->position, sizeof(double) * count);
  BRN_TRY(fill_lists(ctx, model, state));
  return brn_input_create(ctx, model, &state->input);
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
  size_t size = 3 * sizeof(double) * (size_t)from->vertex_count;
  to->time = from->time;
  to->frame = from->frame;
  to->step = from->step;
  memcpy(to->position, from->position, size);
  memcpy(to->velocity, from->velocity, size);
  memcpy(to->acceleration, from->acceleration, size);
  memcpy(to->position_before, from->position_before, size);
  memcpy(to->velocity_before, from->velocity_before, size);
  memcpy(to->target, from->target, sizeof(int) * (size_t)brn_model_tie_count(model));
  memcpy(to->touch, from->touch, sizeof(int) * (size_t)brn_model_touch_count(model));
  memcpy(to->bone, from->bone, sizeof(BrnPose) * (size_t)model->bone_count);
  memcpy(to->bone_velocity, from->bone_velocity, 6 * sizeof(double) * (size_t)model->bone_count);
  brn__input_copy(model, from->input, to->input);
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
