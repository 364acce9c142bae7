// SPDX-License-Identifier: Apache-2.0
//
// From the input of the last step to the next one: at once, or in parts that are halved until they
// converge.

#include "core/vec.h"
#include "solver/newton/rigid.h"

#include <math.h>
#include <string.h>

enum { MOST_PASSES = 12 };

// ------------------------------------------------------------------------------------ state, nodes

void brn__newton_read_state(BrnNewton* n, const BrnState* state) {
  for (int i = 0; i < n->nodes->count; i++) {
    brn__copy3(n->y + 3 * (size_t)i, state->position + 3 * (size_t)n->nodes->vertex[i]);
  }
}

static void write_state(BrnContext* ctx, BrnNewton* n, BrnState* state) {
  size_t size = 3 * sizeof(double) * (size_t)state->vertex_count;
  brn__nodes_to_points(ctx, n->nodes, n->y, n->x);
  memcpy(state->position, n->x, size);
  memset(state->velocity, 0, size);
  memset(state->acceleration, 0, size);
  state->step = 0;
  if (!n->motion) return;
  brn__motion_accept(n->motion, n->y);
  brn__motion_end(ctx, n->motion, n->nodes, n->x, state);
  n->motion->weight = n->elements->per_time = 0; // no step is under way
}

// --------------------------------------------------------------------------------------- the parts

static BrnStatus do_part(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  brn__constraints_begin(n->model, n->nodes, n->input, n->constraints);
  brn__newton_predict(ctx, n);
  brn__newton_load(ctx, n);
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    BRN_TRY(n->minimize(ctx, n, report));
    if (report->outcome != BRN_CONVERGED) return BRN_OK;
    if (brn__constraints_hold(n->constraints, n->y)) return BRN_OK;
  }
  report->outcome = BRN_OUT_OF_ITERATIONS;
  return BRN_OK;
}

static void aim_motion(BrnContext* ctx, BrnNewton* n, double share) {
  brn__motion_aim(n->motion, share);
  brn__newton_aim_rates(ctx, n);
}

// Parts of a dynamic step are steps of time themselves. Parts double again after each that
// converged. Where one cannot be halved any more, all that is
// left is done at once from as far as it got, and is taken as it comes.
static BrnStatus do_parts(BrnContext* ctx, BrnNewton* n, const BrnStepInput* from,
                          const BrnStepInput* to, BrnStepReport* report) {
  size_t size = 3 * sizeof(double) * (size_t)n->nodes->count;
  int halvings = 0;
  bool last = false;
  for (double done = 0, part = 1; done < 1;) {
    double target = last ? 1 : fmin(done + part, 1);
    brn_input_mix(n->model, from, to, target, n->input);
    if (target == 1) brn__input_copy(n->model, to, n->input);
    memcpy(n->part, n->y, size);
    if (n->motion) aim_motion(ctx, n, target - done);
    BRN_TRY(do_part(ctx, n, report));
    bool stuck = halvings == n->def.halvings;
    if (report->outcome == BRN_CONVERGED || (stuck && target == 1)) {
      if (halvings > 0) part *= 2, halvings--;
      if (n->motion && target < 1) brn__motion_accept(n->motion, n->y);
      done = target;
      report->parts++;
    } else if (!stuck) {
      memcpy(n->y, n->part, size);
      part /= 2, halvings++;
    } else {
      last = true;
    }
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- the look

static void look_at(BrnNewton* n, const BrnBatch* batch, BrnStepReport* report) {
  BrnStrain F;
  BRN_LANE_PICK(brn__batch_strain)(batch, n->x, F);
  for (int i = 0; i < BRN_LANES; i++) {
    double f[9];
    int t = batch->tet[i];
    if (t < 0) continue;
    for (int p = 0; p < 9; p++) f[p] = F[p][i];
    double J = brn__det3(f);
    report->soft_volume += J * batch->volume[i];
    if (J > 0) continue;
    report->inverted++;
    if (report->first_inverted < 0 || t < report->first_inverted) report->first_inverted = t;
  }
}

static void look(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  int count = 3 * n->nodes->row_count;
  brn__newton_evaluate(ctx, n, BRN_WANT_STRESS, report);
  if (n->rigid) brn__rigid_linearize(n, false);
  report->residual = sqrt(brn__newton_dot(ctx, count, n->g, n->g));
  for (int b = 0; b < n->elements->batch_count; b++) look_at(n, &n->elements->batch[b], report);
}

static double kinetic_energy(const BrnModel* model, const BrnState* state) {
  double sum = 0;
  for (int v = 0; v < state->vertex_count; v++) {
    const double* velocity = state->velocity + 3 * (size_t)v;
    sum += model->mass[v] * brn__dot3(velocity, velocity) / 2;
  }
  return sum;
}

BrnStatus brn__newton_step(BrnContext* ctx, void* method, const BrnStepInput* input,
                           BrnState* state, BrnStepReport* report) {
  BrnNewton* n = method;
  brn__newton_read_state(n, state);
  if (n->motion) BRN_TRY(brn__motion_begin(ctx, n->motion, n->nodes, state, input->time));
  n->factored = false; // a step begins anew, so that a run can be resumed anywhere
  brn__newton_begin_auto(n);
  BRN_TRY(do_parts(ctx, n, state->input, input, report));
  brn__constraints_settle(n->constraints, n->y);
  look(ctx, n, report);
  write_state(ctx, n, state);
  report->kinetic = kinetic_energy(n->model, state);
  return BRN_OK;
}
