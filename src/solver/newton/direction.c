// SPDX-License-Identifier: Apache-2.0
//
// K d = -g. The stiffness is taken as it is, and made definite element by element only when a
// factorisation fails or the direction does not go down: most indefinite elements sit in a definite
// whole, and projecting them costs Newton's method its speed.

#include "solver/newton/newton.h"

#include <math.h>
#include <string.h>

// -------------------------------------------------------------------------------------- the factor

// a share of the diagonal more, for bodies that may still swing freely
static void add_shift(const BrnGather* gather, double shift, BrnBlocks* K) {
  double most = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int r = 0; r < gather->row_count; r++) {
      for (int e = K->start[r]; e < K->start[r + 1]; e++) {
        if (K->column[e] != r) continue;
        double* block = K->value + 9 * (size_t)e;
        for (int i = 0; i < 9; i += 4) {
          if (pass == 0) most = fmax(most, fabs(block[i]));
          if (pass == 1) block[i] += shift * fmax(fabs(block[i]), 1e-6 * most);
        }
      }
    }
  }
}

// false: the matrix is not positive definite
static BrnStatus solve_direct(BrnContext* ctx, BrnNewton* n, bool* solved, BrnStepReport* report) {
  BrnFactorReport outcome;
  double begin = brn__seconds();
  brn__blocks_to_csr(ctx, n->K, n->csr);
  BRN_TRY(brn__factor_update(ctx, n->factor, n->csr, &outcome));
  double middle = brn__seconds();
  *solved = n->factored = outcome.outcome == BRN_CONVERGED;
  if (*solved) brn__factor_solve(ctx, n->factor, 1, n->side, n->d);
  report->factorizations++;
  report->seconds.factor += middle - begin;
  report->seconds.solve += brn__seconds() - middle;
  return BRN_OK;
}

// ----------------------------------------------------------------------------- conjugate gradients

static void apply(BrnContext* ctx, const void* user, const double* x, double* y) {
  brn__blocks_multiply_rough(ctx, ((const BrnNewton*)user)->K, x, y);
}

static void precondition(BrnContext* ctx, const void* user, const double* r, double* z) {
  brn__poisson_precondition(ctx, ((const BrnNewton*)user)->poisson, r, z);
}

BrnStatus brn__newton_solve_laplace(BrnContext* ctx, BrnNewton* n, double tolerance, int most,
                                    int* taken, BrnStepReport* report) {
  BrnLinear op = {3 * n->nodes->row_count, apply, precondition, n};
  BrnPcgLimits limits = {tolerance, most};
  BrnPcgReport outcome;
  double begin = brn__seconds();
  brn__blocks_round(ctx, n->K);
  BRN_TRY(brn__pcg_newton(ctx, &op, n->side, n->d, &limits, &outcome));
  *taken = outcome.iterations;
  report->linear_iterations += outcome.iterations;
  report->seconds.solve += brn__seconds() - begin;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- the
// attempts

// first as it is, then definite, then with more and more on the diagonal
enum { ATTEMPTS = 8 };

static BrnStatus solve(BrnContext* ctx, BrnNewton* n, bool* solved, BrnStepReport* report) {
  double own = n->def.linear_tolerance;
  int taken;
  *solved = true;
  switch (n->def.linear) {
  case BRN_LINEAR_DIRECT: return solve_direct(ctx, n, solved, report);
  case BRN_LINEAR_LAPLACE:
    return brn__newton_solve_laplace(ctx, n, own > 0 ? own : 0.1, n->def.linear_iterations, &taken,
                                     report);
  case BRN_LINEAR_AUTO: return brn__newton_solve_auto(ctx, n, solved, report);
  case BRN_LINEAR_COROTATED:
    return brn__newton_solve_corotated(ctx, n, own > 0 ? own : 0.01, solved, report);
  }
  return BRN_OK;
}

static BrnStatus attempt(BrnContext* ctx, BrnNewton* n, int number, bool* solved, double* slope,
                         BrnStepReport* report) {
  int count = 3 * n->nodes->row_count;
  if (number <= 2) {
    brn__newton_evaluate(ctx, n, number == 0 ? BRN_WANT_STIFFNESS : BRN_WANT_DEFINITE, report);
  }
  if (number >= 2) add_shift(n->gather, 1e-8 * pow(30, number - 2), n->K);
  for (int i = 0; i < count; i++) n->side[i] = -n->g[i];
  BRN_TRY(solve(ctx, n, solved, report));
  if (!*solved) return BRN_OK;
  *slope = brn__newton_dot(ctx, count, n->g, n->d);
  *solved = *slope < 0 || brn__newton_dot(ctx, count, n->g, n->g) == 0;
  return BRN_OK;
}

BrnStatus brn__newton_direct(BrnContext* ctx, BrnNewton* n, bool definite, double* slope,
                             BrnStepReport* report) {
  bool solved = false;
  *slope = NAN;
  for (int number = definite ? 1 : 0; number < ATTEMPTS && !solved; number++) {
    BRN_TRY(attempt(ctx, n, number, &solved, slope, report));
    if (number == 1) report->projections++;
  }
  if (!solved) *slope = NAN;
  return BRN_OK;
}
