// SPDX-License-Identifier: Apache-2.0
//
// The search for materials whose stress is no gradient of an energy, such as a constant Cauchy
// stress along fibres: a step is good when it makes the unbalanced forces smaller. The stiffness is
// the symmetric part of the true one, so that convergence is fast, but not quadratic.

#include "solver/newton/newton.h"

#include <math.h>

#define LEAST_FALL 1e-4 // share of the forces' square, for the whole step

void brn__newton_aim_residual(BrnContext* ctx, BrnNewton* n) {
  if (!n->elements->path_dependent) return;
  n->residual = brn__newton_dot(ctx, 3 * n->nodes->row_count, n->g, n->g);
}

static void swap(BrnNewton* n) {
  double* y = n->y;
  n->y = n->trial, n->trial = y;
}

bool brn__newton_residual_falls(BrnContext* ctx, BrnNewton* n, double s, BrnStepReport* report) {
  swap(n);
  brn__newton_evaluate(ctx, n, BRN_WANT_STRESS, report);
  swap(n);
  double next = brn__newton_dot(ctx, 3 * n->nodes->row_count, n->g, n->g);
  return isfinite(next) && next <= (1 - LEAST_FALL * s) * n->residual;
}
