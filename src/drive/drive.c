// SPDX-License-Identifier: Apache-2.0
//
// A drive fills what muscles are told and what moves; then muscles follow. What is remembered comes
// from the state, so that a step which is done again, or a run that goes on from a checkpoint, has
// the same input to the bit:
//
//   input->memory   of the scene's sensors, signals and muscles (sense.h), then of a drive of
//                   somebody's own

#include "core/core.h"
#include "drive/input.h"
#include "drive/script.h"
#include "drive/sense.h"

#include <string.h>

struct BrnDrive {
  BrnContext* ctx;
  const BrnModel* model;
  const BrnDriveOps* ops;
  void* self;
  int own_count; // numbers that it remembers itself
};

// ------------------------------------------------------------------------------- the scene's own

void brn_drive_scene(const BrnDriveStep* step) {
  BRN_ASSERT(step);
  brn__script_fill(step->model, step->time, step->input);
  if (brn_model_memory_count(step->model) == 0) return;
  BrnSense sense = brn__sense_begin(step->model, step->state, step->input);
  brn__sense_read(&sense);
  brn__sense_signals(&sense);
}

static BrnStatus fill_scene(BrnContext* ctx, void* self, const BrnDriveStep* step) {
  (void)ctx, (void)self;
  brn_drive_scene(step);
  return BRN_OK;
}

static const BrnDriveOps scene_ops = {.name = "scene", .fill = fill_scene};

// ------------------------------------------------------------------------------------- life cycle

BrnStatus brn_drive_create(BrnContext* ctx, const BrnModel* model, const BrnDriveOps* ops,
                           void* self, BrnDrive** out) {
  BRN_ASSERT(ctx && model && out && (!ops || ops->fill));
  if (!ops) ops = &scene_ops;
  int own = ops->memory_count ? ops->memory_count(self, model) : 0;
  BRN_ASSERT(own >= 0);
  BrnDrive* drive = brn__new_zero(ctx, 1, BrnDrive);
  *out = drive;
  if (drive) {
    *drive = (BrnDrive){ctx, model, ops, self, own};
  } else if (ops->destroy) {
    ops->destroy(ctx, self);
  }
  return drive ? BRN_OK : BRN_NO_MEMORY;
}

void brn_drive_destroy(BrnContext* ctx, BrnDrive* drive) {
  BRN_ASSERT(ctx);
  if (!drive) return;
  if (drive->ops->destroy) drive->ops->destroy(ctx, drive->self);
  brn__free(ctx, drive);
}

BrnStatus brn_drive_remember(BrnContext* ctx, const BrnDrive* drive, BrnStepInput* input) {
  BRN_ASSERT(ctx && drive && input);
  int count = brn_model_memory_count(drive->model) + drive->own_count;
  double* memory = brn__new_zero(ctx, count, double);
  if (!memory) return BRN_NO_MEMORY;
  brn__free(ctx, input->memory);
  input->memory = memory;
  input->own_count = drive->own_count;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- fill

static void recall(const BrnDriveStep* step) {
  BrnStepInput* input = step->input;
  size_t count = (size_t)(brn_model_memory_count(step->model) + input->own_count);
  memmove(input->memory, step->state->input->memory, count * sizeof(double));
  brn__input_rest(step->model, input);
  memcpy(input->gravity, step->model->gravity, sizeof input->gravity);
  input->time = step->time;
}

// muscles follow what they are told
static void follow(const BrnDriveStep* step) {
  if (brn_model_memory_count(step->model) == 0) return;
  BrnSense sense = brn__sense_begin(step->model, step->state, step->input);
  brn__sense_activate(&sense);
  brn__sense_end(&sense);
}

BrnStatus brn_drive_fill(BrnDrive* drive, double time, const BrnState* state, BrnStepInput* input) {
  BRN_ASSERT(drive && state && input);
  BRN_ASSERT(input->own_count == drive->own_count);        // brn_drive_remember()
  BRN_ASSERT(state->input->own_count == drive->own_count); // and for that of the state
  double* own = input->memory + brn_model_memory_count(drive->model);
  BrnDriveStep step = {drive->model, time, state, input, own};
  recall(&step);
  BRN_TRY(drive->ops->fill(drive->ctx, drive->self, &step));
  follow(&step);
  return BRN_OK;
}
