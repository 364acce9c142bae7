// SPDX-License-Identifier: Apache-2.0
//
// Stresses, energies and loads of a state. Everything of the solver that is written to here is
// working space that a step fills anew.

#include "solver/body/body.h"

#include <string.h>

enum { GRAIN = 8 };

typedef struct Look {
  const BrnBody* body;
  const BrnDeformation* F; // NULL: those of the positions
  const BrnInspection* out;
} Look;

static void inspect_batch(const Look* look, int b) {
  const BrnBody* body = look->body;
  const BrnBatch* batch = &body->elements->batch[b];
  BrnDeformation F;
  BrnMaterialOut out;
  if (look->F)
    memcpy(F, look->F[b], sizeof F);
  else
    BRN_LANE_PICK(brn__batch_deformation)(batch, body->x, F);
  brn__batch_evaluate(body->elements, batch, F, body->input->activation, BRN_WANT_STRESS, &out);
  brn__terms_batch(body, b, F, BRN_WANT_STRESS, &out);
  for (int i = 0; i < BRN_LANES; i++) {
    if (batch->tet[i] < 0) continue;
    size_t t = (size_t)batch->tet[i];
    look->out->energy[t] = out.energy[i];
    for (size_t p = 0; p < 9; p++) look->out->stress[9 * t + p] = out.stress[p][i];
  }
}

static void inspect_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Look* look = user;
  for (int b = begin; b < end; b++) inspect_batch(look, b);
}

BrnStatus brn__body_inspect(BrnContext* ctx, BrnBody* body, const BrnState* state,
                            BrnInspection* out) {
  return brn__body_inspect_at(ctx, body, state, NULL, out);
}

BrnStatus brn__body_inspect_at(BrnContext* ctx, BrnBody* body, const BrnState* state,
                               const BrnDeformation* F, BrnInspection* out) {
  const BrnNodes* nodes = body->nodes;
  size_t vertices = (size_t)state->vertex_count;
  brn__body_recall_rates(ctx, body, state);
  brn__body_read_state(body, state);
  brn__input_copy(body->model, state->input, body->input);
  brn__body_load(ctx, body); // fills body->x too
  memcpy(out->carrier, nodes->carrier, sizeof(int) * vertices);
  brn__terms_inspect(body, state, out);
  Look look = {body, F, out};
  brn__terms_prepare(ctx, body, F);
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, inspect_batches, &look);
  return BRN_OK;
}
