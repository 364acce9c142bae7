// SPDX-License-Identifier: Apache-2.0
//
// Stresses, energies and loads of a state. Everything of the solver that is written to here is
// working space that a step fills anew.

#include "core/vec.h"
#include "solver/measure.h"
#include "solver/newton/newton.h"

#include <string.h>

enum { GRAIN = 8 };

typedef struct Look {
  const BrnNewton* n;
  const BrnInspection* out;
} Look;

static void inspect_batch(const Look* look, int b) {
  const BrnNewton* n = look->n;
  const BrnBatch* batch = &n->elements->batch[b];
  BrnStrain F;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__batch_strain)(batch, n->x, F);
  brn__batch_evaluate(n->elements, batch, F, n->input->activation, BRN_WANT_STRESS, &out);
  if (n->damping && n->elements->per_time > 0) {
    double unused[BRN_LANES];
    BRN_LANE_PICK(brn__batch_damp)
    (&n->damping[b], n->elements->per_time, F, BRN_WANT_STRESS, unused, &out);
  }
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

// what the last step says of the forces of constraints
static void tell_ties(const BrnNewton* n, const BrnState* state, BrnInspection* out) {
  for (int t = 0; t < n->constraints->tie_count; t++) {
    const BrnTie* tie = &n->constraints->tie[t];
    if (tie->support >= 0) {
      double* f = out->inertia + 3 * (size_t)tie->vertex;
      brn__add3(f, f, tie->force);
      brn__wrench_add(&out->support[tie->support], state->position + 3 * (size_t)tie->vertex,
                      tie->force);
    } else if (!n->nodes->eliminated[tie->joint]) {
      BrnPose pose = brn_state_bone_pose(n->model, state, n->model->joint[tie->joint].child);
      double x[3];
      brn_pose_apply(&pose, tie->point, x);
      brn__wrench_add(&out->ring[tie->joint], x, tie->force);
      out->closes[tie->joint] = true;
    }
  }
}

// forces of inertia and of damping by mass, as the integrator has them
static void tell_inertia(const BrnNewton* n, const BrnState* state, BrnInspection* out) {
  if (!n->motion || state->step <= 0) return;
  for (int v = 0; v < state->vertex_count; v++) {
    double *f = out->inertia + 3 * (size_t)v, mass = n->model->mass[v];
    brn__axpy3(f, f, -mass, state->acceleration + 3 * (size_t)v);
    brn__axpy3(f, f, -mass * n->def.mass_damping, state->velocity + 3 * (size_t)v);
  }
}

BrnStatus brn__newton_inspect(BrnContext* ctx, void* method, const BrnState* state,
                              BrnInspection* out) {
  BrnNewton* n = method;
  const BrnNodes* nodes = n->nodes;
  size_t vertices = (size_t)state->vertex_count;
  brn__newton_recall_rates(ctx, n, state);
  brn__newton_read_state(n, state);
  brn__input_copy(n->model, state->input, n->input);
  brn__newton_load(ctx, n); // fills n->x too
  memcpy(out->load, n->point_force, 3 * sizeof(double) * vertices);
  memcpy(out->carrier, nodes->carrier, sizeof(int) * vertices);
  for (int b = 0; b < nodes->bone_count; b++) out->driven[b] = nodes->frame[b].known;
  tell_ties(n, state, out);
  tell_inertia(n, state, out);
  Look look = {n, out};
  if (n->averages) brn__averages_measure(ctx, n->averages, n->elements, n->x);
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, inspect_batches, &look);
  return BRN_OK;
}
