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
// wherever a run is resumed.

#include "solver/newton/newton.h"

enum { LEAST_BUDGET = 40 };

// The factor of the stiffness has three rows for one of the Poisson matrix and the same pattern.
#define FLOPS_OF_POISSON 27
#define NUMBERS_OF_POISSON 9
// That a core does in a factorisation while it reads a byte in conjugate gradients; and what a
// number of the factor costs besides, in bytes. Measured from 13,000 to 133,000 tets.
#define FLOPS_PER_BYTE 2
#define BYTES_PER_NUMBER 250

int brn__newton_budget(const BrnNewton* n) {
  double bytes = 0, factor = 0, rows = n->nodes->row_count;
  for (int f = 0; f < n->poisson->factor_count; f++) {
    BrnFactorInfo info = brn__factor_info(n->poisson->factor[f]);
    bytes += info.solve_bytes / 2; // floats
    factor = FLOPS_OF_POISSON * info.flops / FLOPS_PER_BYTE;
    factor += NUMBERS_OF_POISSON * info.nonzeros * BYTES_PER_NUMBER;
  }
  bytes += n->K->start[n->K->row_count] * (9.0 * sizeof(float) + sizeof(int));
  bytes += 11 * 3 * sizeof(double) * rows;
  double budget = factor / (bytes + 1);
  return budget < 1e6 ? (int)budget : 1000000;
}

void brn__newton_begin_auto(BrnNewton* n) {
  n->spent = 0;
  n->budget =
      n->def.linear == BRN_LINEAR_AUTO && n->nodes->row_count > 0 ? brn__newton_budget(n) : 0;
  n->switched = n->budget < LEAST_BUDGET;
}

BrnStatus brn__newton_solve_auto(BrnContext* ctx, BrnNewton* n, bool* solved,
                                 BrnStepReport* report) {
  double own = n->def.linear_tolerance;
  if (!n->switched) {
    int most = n->budget - n->spent, taken;
    if (most > n->def.linear_iterations) most = n->def.linear_iterations;
    BRN_TRY(brn__newton_solve_laplace(ctx, n, own > 0 ? own : 0.1, most, &taken, report));
    n->spent += taken;
    n->switched = taken >= most;
    *solved = true;
    if (!n->switched) return BRN_OK;
  }
  BRN_TRY(brn__newton_take_factor(ctx, n));
  return brn__newton_solve_corotated(ctx, n, own > 0 ? own : 0.01, solved, report);
}
