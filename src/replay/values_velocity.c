// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"
#include "solver/solver.h"

// Runs with inertia write velocities. Where every frame is at rest there are none, and what one
// sees is how far the body came from one frame to the next.

static bool is_at_rest(const BrnModel* model) { return !brn__solver_has_inertia(&model->solver); }

static BrnStatus difference(BrnReplay* replay, int from, int to, double* out) {
  size_t count = 3 * (size_t)replay->mesh->vertex_count;
  double* before = brn__scratch(replay->ctx, count, double);
  if (!before) return BRN_NO_MEMORY;
  BRN_TRY(brn_replay_positions(replay, from, before));
  BRN_TRY(brn_replay_positions(replay, to, out));
  double seconds = replay->frame[to].time - replay->frame[from].time;
  for (size_t i = 0; i < count; i++) out[i] = (out[i] - before[i]) / seconds;
  return BRN_OK;
}

// the first frame has the velocity that it leaves with
static BrnStatus between_frames(BrnReplay* replay, int index, double* out) {
  int from = index > 0 ? index - 1 : 0, to = from + 1;
  if (to >= replay->frame_count || !(replay->frame[to].time > replay->frame[from].time)) {
    for (size_t i = 0; i < 3 * (size_t)replay->mesh->vertex_count; i++) out[i] = 0;
    return BRN_OK;
  }
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  BrnStatus status = difference(replay, from, to, out);
  brn__scratch_release(replay->ctx, mark);
  return status;
}

static BrnStatus find_velocity(BrnReplay* replay, int index, double** out) {
  if (!replay->model || !is_at_rest(replay->model)) {
    return brn__frame_array(replay, index, "velocity", BRN_ON_VERTEX, 3, out);
  }
  *out = brn__new(replay->ctx, 3 * (size_t)replay->mesh->vertex_count, double);
  if (!*out) return BRN_NO_MEMORY;
  BrnStatus status = between_frames(replay, index, *out);
  if (status == BRN_OK) return BRN_OK;
  brn__free(replay->ctx, *out);
  *out = NULL;
  return status;
}

BrnStatus brn__derive_velocity(BrnReplay* replay, int index, int component, double* out) {
  double* velocity;
  BRN_TRY(find_velocity(replay, index, &velocity));
  for (size_t v = 0; v < (size_t)replay->mesh->vertex_count; v++) {
    out[v] = component < 0 ? brn__norm3(velocity + 3 * v) : velocity[3 * v + (size_t)component];
  }
  brn__free(replay->ctx, velocity);
  return BRN_OK;
}
