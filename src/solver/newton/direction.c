// SPDX-License-Identifier: Apache-2.0
//
// K d = -g. The stiffness is taken as it is, and made definite element by element only when a
// factorisation fails or the direction does not go down: most indefinite elements sit in a definite
// whole, and projecting them costs Newton's method its speed.

#include "solver/newton/newton.h"

#include <math.h>
#include <string.h>

// -------------------------------------------------------------------------------------- the system

int brn__newton_unknown_count(const BrnNewton* n) {
  return n->body->rigid ? n->body->rigid->unknown_count : 3 * n->body->nodes->row_count;
}

void brn__newton_apply(BrnContext* ctx, const void* user, const double* x, double* y) {
  const BrnNewton* n = user;
  if (n->body->rigid) {
    brn__rigid_apply(ctx, n->body, x, y);
  } else {
    brn__body_multiply(ctx, n->body, true, x, y);
  }
}

void brn__newton_round(BrnContext* ctx, BrnNewton* n) {
  if (!n->body->rigid) brn__blocks_round(ctx, n->body->K);
}

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
  BRN_TRY(brn__factored_update(ctx, n->body, &n->matrix, 1, &outcome));
  double middle = brn__seconds();
  *solved = n->factored = outcome.outcome == BRN_CONVERGED;
  if (*solved) brn__factor_solve(ctx, n->matrix.factor, 1, n->side, n->descent.d);
  report->factorizations++;
  report->seconds.factor += middle - begin;
  report->seconds.solve += brn__seconds() - middle;
  return BRN_OK;
}

// ----------------------------------------------------------------------------- conjugate gradients

static void precondition(BrnContext* ctx, const void* user, const double* r, double* z) {
  const BrnNewton* n = user;
  if (n->body->rigid) {
    brn__rigid_laplace(ctx, n->body, r, z);
  } else {
    brn__poisson_precondition(ctx, n->body->poisson, r, z);
  }
}

BrnStatus brn__newton_solve_laplace(BrnContext* ctx, BrnNewton* n, double tolerance, int most,
                                    int* taken, BrnStepReport* report) {
  BrnLinear op = {brn__newton_unknown_count(n), brn__newton_apply, precondition, n};
  BrnPcgLimits limits = {tolerance, most};
  BrnPcgReport outcome;
  double begin = brn__seconds();
  brn__newton_round(ctx, n);
  if (n->body->rigid) brn__rigid_prepare_laplace(ctx, n->body);
  BRN_TRY(brn__pcg_newton(ctx, &op, n->side, n->descent.d, &limits, &outcome));
  *taken = outcome.iterations;
  report->linear_iterations += outcome.iterations;
  report->seconds.solve += brn__seconds() - begin;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------ the attempts

// first as it is, then definite, then with more and more on the diagonal
enum { ATTEMPTS = 8 };

static BrnStatus solve_system(BrnContext* ctx, BrnNewton* n, bool* solved, BrnStepReport* report) {
  double own = n->body->def.linear_tolerance;
  int taken;
  *solved = true;
  switch (n->body->def.linear) {
  case BRN_LINEAR_DIRECT: return solve_direct(ctx, n, solved, report);
  case BRN_LINEAR_LAPLACE:
    return brn__newton_solve_laplace(ctx, n, own > 0 ? own : 0.1, n->body->def.linear_iterations,
                                     &taken, report);
  case BRN_LINEAR_AUTO: return brn__newton_solve_auto(ctx, n, solved, report);
  case BRN_LINEAR_COROTATED:
    return brn__newton_solve_corotated(ctx, n, own > 0 ? own : 0.01, solved, report);
  }
  return BRN_OK;
}

static BrnStatus solve(BrnContext* ctx, BrnNewton* n, bool* solved, BrnStepReport* report) {
  if (!n->body->rigid) return solve_system(ctx, n, solved, report);
  brn__rigid_fold(n->body->rigid, n->side);
  BRN_TRY(solve_system(ctx, n, solved, report));
  brn__rigid_unfold(n->body->rigid, n->descent.d);
  return BRN_OK;
}

static BrnStatus attempt(BrnContext* ctx, BrnNewton* n, int number, bool* solved, double* slope,
                         BrnStepReport* report) {
  int count = 3 * n->body->nodes->row_count;
  if (number <= 2) {
    brn__body_evaluate(ctx, n->body, number == 0 ? BRN_WANT_STIFFNESS : BRN_WANT_DEFINITE, report);
    BRN_TRY(n->body->pieces.status);
    if (n->body->rigid) brn__rigid_linearize(n->body, number > 0);
  }
  if (number >= 2) add_shift(n->body->gather, 1e-8 * pow(30, number - 2), n->body->K);
  for (int i = 0; i < count; i++) n->side[i] = -n->body->g[i];
  BRN_TRY(solve(ctx, n, solved, report));
  if (!*solved) return BRN_OK;
  *slope = brn__body_dot(ctx, count, n->body->g, n->descent.d);
  *solved = *slope < 0 || brn__body_dot(ctx, count, n->body->g, n->body->g) == 0;
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
