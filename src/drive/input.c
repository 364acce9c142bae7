// SPDX-License-Identifier: Apache-2.0
//
// Inputs of a step: taking them, their rest, mixing two.

#include "drive/input.h"

#include "brawn/drive.h"
#include "core/core.h"
#include "drive/described.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------ life cycle

void brn_input_destroy(BrnContext* ctx, BrnStepInput* input) {
  BRN_ASSERT(ctx);
  if (!input) return;
  brn__described_free(ctx, &brn__input_description, input);
  brn__free(ctx, input);
}

BrnStatus brn_input_create(BrnContext* ctx, const BrnModel* model, BrnStepInput** out) {
  BRN_ASSERT(ctx && model && out);
  *out = NULL;
  BrnStepInput* input = brn__new_zero(ctx, 1, BrnStepInput);
  if (!input) return BRN_NO_MEMORY;
  BrnScope around = brn__model_scope(model), scope = brn__input_scope(&around, input);
  BrnStatus status = brn__described_create(ctx, &scope);
  if (status != BRN_OK) {
    brn_input_destroy(ctx, input);
    return status;
  }
  brn__input_rest(model, input);
  *out = input;
  return BRN_OK;
}

void brn__input_rest(const BrnModel* model, BrnStepInput* input) {
  memset(input->gravity, 0, sizeof input->gravity);
  memset(input->activation, 0, sizeof(double) * (size_t)model->unit_count);
  memset(input->load, 0, sizeof(double) * (size_t)model->load_count);
  for (int b = 0; b < model->bone_count; b++) input->bone[b] = brn_pose_identity();
  for (int s = 0; s < model->support_count; s++) input->support[s] = brn_pose_identity();
}

// ---------------------------------------------------------------------------------------- values

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
  int own = out->own_count < b->own_count ? out->own_count : b->own_count;
  size_t count = (size_t)(brn_model_memory_count(model) + own);
  memmove(out->memory, b->memory, count * sizeof(double));
}

static BrnStatus check_pose(BrnContext* ctx, const char* what, const char* name,
                            const BrnPose* pose) {
  double sum = 0;
  for (int k = 0; k < 4; k++) sum += pose->rotation[k];
  for (int k = 0; k < 3; k++) sum += pose->translation[k];
  if (isfinite(sum)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "%s \"%s\": its pose is not made of finite numbers", what,
                   name);
}

BrnStatus brn__input_check_poses(BrnContext* ctx, const BrnModel* model,
                                 const BrnStepInput* input) {
  for (int b = 0; b < model->bone_count; b++) {
    BRN_TRY(check_pose(ctx, "bone", model->bone[b].name, &input->bone[b]));
  }
  for (int s = 0; s < model->support_count; s++) {
    BRN_TRY(check_pose(ctx, "support", model->support[s].name, &input->support[s]));
  }
  return BRN_OK;
}

void brn__input_copy(const BrnModel* model, const BrnStepInput* from, BrnStepInput* to) {
  BrnStepInput view = *from;
  view.own_count = from->own_count < to->own_count ? from->own_count : to->own_count;
  BrnScope around = brn__model_scope(model), scope = brn__input_scope(&around, &view);
  brn__described_copy(&scope, to);
}
