// SPDX-License-Identifier: Apache-2.0

#include "solver/run_up.h"
#include "solver/solver.h"

#include <string.h>

// ------------------------------------------------------------------------------------ life cycle

void brn_input_destroy(BrnContext* ctx, BrnStepInput* input) {
  BRN_ASSERT(ctx);
  if (!input) return;
  brn__free(ctx, input->activation);
  brn__free(ctx, input->bone);
  brn__free(ctx, input->support);
  brn__free(ctx, input->load);
  brn__free(ctx, input->memory);
  brn__free(ctx, input);
}

static bool take_arrays(BrnContext* ctx, const BrnModel* model, BrnStepInput* input) {
  input->activation = brn__new_zero(ctx, model->unit_count, double);
  input->bone = brn__new(ctx, model->bone_count, BrnPose);
  input->support = brn__new(ctx, model->support_count, BrnPose);
  input->load = brn__new_zero(ctx, model->load_count, double);
  input->memory = brn__new_zero(ctx, brn_model_memory_count(model), double);
  return input->activation && input->bone && input->support && input->load && input->memory;
}

BrnStatus brn_input_create(BrnContext* ctx, const BrnModel* model, BrnStepInput** out) {
  BRN_ASSERT(ctx && model && out);
  *out = NULL;
  BrnStepInput* input = brn__new_zero(ctx, 1, BrnStepInput);
  if (!input) return BRN_NO_MEMORY;
  if (!take_arrays(ctx, model, input)) {
    brn_input_destroy(ctx, input);
    return BRN_NO_MEMORY;
  }
  for (int b = 0; b < model->bone_count; b++) input->bone[b] = brn_pose_identity();
  for (int s = 0; s < model->support_count; s++) input->support[s] = brn_pose_identity();
  *out = input;
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- values

static void fill_at(const BrnModel* model, double time, BrnStepInput* input) {
  memcpy(input->gravity, model->gravity, sizeof input->gravity);
  brn_model_activations(model, time, input->activation);
  for (int b = 0; b < model->bone_count; b++) input->bone[b] = brn_model_bone_pose(model, b, time);
  for (int s = 0; s < model->support_count; s++) {
    int motion = model->support[s].motion;
    input->support[s] =
        motion < 0 ? brn_pose_identity() : brn_model_motion_pose(model, motion, time);
  }
  for (int l = 0; l < model->load_count; l++) {
    input->load[l] = 1;
    if (model->load[l].scale) brn_track_value(model->load[l].scale, time, &input->load[l]);
  }
}

void brn_input_fill(const BrnModel* model, double time, BrnStepInput* input) {
  BRN_ASSERT(model && input);
  input->time = time;
  fill_at(model, brn__run_up_time(model, time), input);
  if (brn__run_up_is_on(model, time)) {
    brn__run_up_apply(model, time, input);
  }
}

static double mix(double a, double b, double share) { return a + share * (b - a); }

void brn_input_mix(const BrnModel* model, const BrnStepInput* a, const BrnStepInput* b,
                   double share, BrnStepInput* out) {
  BRN_ASSERT(model && a && b && out);
  out->time = mix(a->time, b->time, share);
  for (int i = 0; i < 3; i++) out->gravity[i] = mix(a->gravity[i], b->gravity[i], share);
  for (int u = 0; u < model->unit_count; u++) {
    out->activation[u] = mix(a->activation[u], b->activation[u], share);
  }
  for (int i = 0; i < model->bone_count; i++) {
    out->bone[i] = brn_pose_interpolate(&a->bone[i], &b->bone[i], share);
  }
  for (int s = 0; s < model->support_count; s++) {
    out->support[s] = brn_pose_interpolate(&a->support[s], &b->support[s], share);
  }
  for (int l = 0; l < model->load_count; l++) out->load[l] = mix(a->load[l], b->load[l], share);
  memmove(out->memory, b->memory, sizeof(double) * (size_t)brn_model_memory_count(model));
}

void brn__input_copy(const BrnModel* model, const BrnStepInput* from, BrnStepInput* to) {
  to->time = from->time;
  memcpy(to->gravity, from->gravity, sizeof to->gravity);
  memcpy(to->activation, from->activation, sizeof(double) * (size_t)model->unit_count);
  memcpy(to->bone, from->bone, sizeof(BrnPose) * (size_t)model->bone_count);
  memcpy(to->support, from->support, sizeof(BrnPose) * (size_t)model->support_count);
  memcpy(to->load, from->load, sizeof(double) * (size_t)model->load_count);
  memcpy(to->memory, from->memory, sizeof(double) * (size_t)brn_model_memory_count(model));
}
