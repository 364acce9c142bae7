// SPDX-License-Identifier: Apache-2.0
//
// The last step of a direct solution. Close to the minimum the stiffness hardly changes any more,
// so the factor of the iteration before tells the decrement as well as a new one would, and its
// step is as good: a factorisation is saved.

#include "solver/newton/newton.h"

#include <math.h>

BrnStatus brn__newton_chord(BrnContext* ctx, BrnNewton* n, double limit, double* slope,
                            BrnStepReport* report) {
  int count = 3 * n->body->nodes->row_count;
  *slope = NAN;
  if (n->body->def.linear != BRN_LINEAR_DIRECT || !n->factored || n->body->rigid) return BRN_OK;
  brn__body_evaluate(ctx, n->body, BRN_WANT_STRESS, report);
  double begin = brn__seconds();
  for (int i = 0; i < count; i++) n->side[i] = -n->body->g[i];
  brn__factor_solve(ctx, n->matrix.factor, 1, n->side, n->descent.d);
  double change = brn__body_dot(ctx, count, n->body->g, n->descent.d);
  report->seconds.solve += brn__seconds() - begin;
  if (change <= 0 && -change <= limit) *slope = change;
  return BRN_OK;
}
