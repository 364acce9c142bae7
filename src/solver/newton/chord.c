// SPDX-License-Identifier: Apache-2.0
//
// The last step of a direct solution. Close to the minimum the stiffness hardly changes any more,
// so the factor of the iteration before tells the decrement as well as a new one would, and its
// step is as good: a factorisation is saved.

#include "solver/newton/newton.h"

#include <math.h>

BrnStatus brn__newton_chord(BrnContext* ctx, BrnNewton* n, double limit, double* slope,
                            BrnStepReport* report) {
  int count = 3 * n->nodes->row_count;
  *slope = NAN;
  if (n->def.linear != BRN_LINEAR_DIRECT || !n->factored || n->rigid) return BRN_OK;
  brn__newton_evaluate(ctx, n, BRN_WANT_STRESS, report);
  double begin = brn__seconds();
  for (int i = 0; i < count; i++) n->side[i] = -n->g[i];
  brn__factor_solve(ctx, n->factor, 1, n->side, n->d);
  double change = brn__newton_dot(ctx, count, n->g, n->d);
  report->seconds.solve += brn__seconds() - begin;
  if (change <= 0 && -change <= limit) *slope = change;
  return BRN_OK;
}
