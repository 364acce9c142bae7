// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/tets.h"

#include "core/vec.h"
#include "solver/newton/rigid.h"

#include <math.h>

#define HELD 1e-6 // ties and limits, of the body's size or radians

BrnStatus brn__xpbd_tets_inspect(BrnContext* ctx, BrnXpbd* xpbd, const BrnState* state,
                                 BrnInspection* out) {
  return brn__newton_inspect(ctx, xpbd->tets->body, state, out);
}

// -------------------------------------------------------------------------------------- the report

static void look_at(const BrnXpbdTets* tets, const BrnBatch* batch, BrnStepReport* report) {
  BrnStrain F;
  BRN_LANE_PICK(brn__batch_strain)
  (batch, tets->body->x, F); // bones have points beyond the vertices
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

// Forces that are out of balance as newton tells them, at positions that all points have.
void brn__xpbd_tets_report(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state, BrnStepReport* report) {
  (void)state;
  BrnXpbdTets* tets = xpbd->tets;
  BrnNewton* body = tets->body;
  int count = 3 * body->nodes->row_count;
  brn__input_copy(body->model, xpbd->now.input, body->input); // gravity and all
  brn__newton_load(ctx, body);
  BrnEnergy energy = brn__newton_energy(ctx, body, body->y);
  report->energy = energy.inside - energy.work;
  brn__newton_evaluate(ctx, body, BRN_WANT_STRESS, report);
  if (body->rigid) brn__rigid_linearize(body, false);
  report->residual = sqrt(brn__newton_dot(ctx, count, body->g, body->g));
  for (int b = 0; b < body->elements->batch_count; b++) {
    look_at(tets, &body->elements->batch[b], report);
  }
  if (tets->rows.apart > HELD) report->outcome = BRN_OUT_OF_ITERATIONS;
  if (tets->quasi) report->kinetic = 0;
}
