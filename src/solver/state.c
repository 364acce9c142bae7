// SPDX-License-Identifier: Apache-2.0

#include "solver/solver.h"

#include <string.h>

void brn_state_destroy(BrnContext* ctx, BrnState* state) {
  BRN_ASSERT(ctx);
  if (!state) return;
  brn__free(ctx, state->position);
  brn__free(ctx, state->velocity);
  brn_input_destroy(ctx, state->input);
  brn__free(ctx, state);
}

static BrnStatus fill(BrnContext* ctx, const BrnModel* model, BrnState* state) {
  size_t count = 3 * (size_t)model->mesh->vertex_count;
  state->vertex_count = model->mesh->vertex_count;
  state->position = brn__new(ctx, count, double);
  state->velocity = brn__new_zero(ctx, count, double);
  if (!state->position || !state->velocity) return BRN_NO_MEMORY;
  memcpy(state->position, model->mesh->position, sizeof(double) * count);
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
  memcpy(to->position, from->position, size);
  memcpy(to->velocity, from->velocity, size);
  brn__input_copy(model, from->input, to->input);
}
