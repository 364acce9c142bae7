// SPDX-License-Identifier: Apache-2.0
//
// Stresses, energies and loads of a state. Everything of the solver that is written to here is
// working space that a step fills anew.

#include "solver/newton/newton.h"

#include <string.h>

enum { GRAIN = 8 };

typedef struct Look {
  const BrnNewton* n;
  const BrnInspection* out;
} Look;

static void inspect_batch(const Look* look, const BrnBatch* batch) {
  const BrnNewton* n = look->n;
  BrnStrain F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__batch_strain)(batch, n->x, F);
  brn__batch_evaluate(n->elements, batch, F, n->input->activation, BRN_WANT_STRESS, &out);
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
  for (int b = begin; b < end; b++) inspect_batch(look, &look->n->elements->batch[b]);
}

BrnStatus brn__newton_inspect(BrnContext* ctx, void* method, const BrnState* state,
                              BrnInspection* out) {
  BrnNewton* n = method;
  const BrnNodes* nodes = n->nodes;
  size_t vertices = (size_t)state->vertex_count;
  brn__newton_read_state(n, state);
  brn__input_copy(n->model, state->input, n->input);
  brn__newton_load(ctx, n); // fills n->x too
  memcpy(out->load, n->point_force, 3 * sizeof(double) * vertices);
  memcpy(out->carrier, nodes->carrier, sizeof(int) * vertices);
  for (int b = 0; b < nodes->bone_count; b++) out->driven[b] = nodes->frame[b].known;
  Look look = {n, out};
  if (n->averages) brn__averages_measure(ctx, n->averages, n->elements, n->x);
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, inspect_batches, &look);
  return BRN_OK;
}
