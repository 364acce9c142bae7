// SPDX-License-Identifier: Apache-2.0
//
// Which linear solver, when nobody says. Conjugate gradients with the Poisson factor cost nothing
// to begin with, and most steps need few of them; where stiff parts bend they need many, and a
// factor of the stiffness itself pays. So a step begins with the first and goes over to the second,
// for the rest of the step, when the iterations have cost as much as a factorisation would: it
// never takes much more than twice the time of the better one (as whoever rents skis until the rent
// has reached their price).
//
// Costs are counted from the pattern, not timed: a step has the same bits on every machine and
// wherever a run is resumed (solver/body/budget.c).

#include "solver/newton/newton.h"

enum { LEAST_BUDGET = 40 };

void brn__newton_begin_auto(BrnNewton* n) {
  n->spent = 0;
  n->budget = n->body->def.linear == BRN_LINEAR_AUTO && n->body->nodes->row_count > 0
                  ? brn__body_budget(n->body)
                  : 0;
  n->switched = n->budget < LEAST_BUDGET;
}

BrnStatus brn__newton_solve_auto(BrnContext* ctx, BrnNewton* n, bool* solved,
                                 BrnStepReport* report) {
  double own = n->body->def.linear_tolerance;
  if (!n->switched) {
    int most = n->budget - n->spent, taken;
    if (most > n->body->def.linear_iterations) most = n->body->def.linear_iterations;
    BRN_TRY(brn__newton_solve_laplace(ctx, n, own > 0 ? own : 0.1, most, &taken, report));
    n->spent += taken;
    n->switched = taken >= most;
    *solved = true;
    if (!n->switched) return BRN_OK;
  }
  BRN_TRY(brn__factored_take(ctx, n->body, &n->matrix));
  return brn__newton_solve_corotated(ctx, n, own > 0 ? own : 0.01, solved, report);
}
