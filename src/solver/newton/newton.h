// SPDX-License-Identifier: Apache-2.0
//
// Newton's method on the positions of a body: the shape of least energy, quasi-static or in time.
//
//   newton.c      life cycle, the step
//   minimize.c    the iteration
//   direction.c   the linear system
//   corotate.c    its solution with a factor of an earlier iteration
//   automatic.c   which of the solutions
//   chord.c       the last step of a direct one

#pragma once

#include "solver/body/factored.h"
#include "solver/body/method.h"
#include "solver/body/rigid.h"

typedef struct BrnNewton {
  BRN_BODY_METHOD;
  double* side; ///< right-hand side                                       (row_count x 3)

  BrnFactored matrix; ///< not for BRN_LINEAR_LAPLACE
  bool factored;      ///< is there a factor of this step that is not worn out?
  bool switched;      ///< automatic: a factor is used from here on, in this step
  int budget, spent;  ///< automatic: iterations without one in this step

  double *turn, *turn_then; ///< rotations of nodes, now and at the factor; co-rotated only
                            ///< (row_count x 9)
  double* turned;           ///< (row_count x 3)
} BrnNewton;

/// The direction n->descent.d from the gradient and stiffness at body->y, and its slope g.d.
/// @param definite begin with the definite stiffness
BrnStatus brn__newton_direct(BrnContext* ctx, BrnNewton* n, bool definite, double* slope,
                             BrnStepReport* report);

/// Unknowns of the linear system: 3 a row, or fewer where bones are rigid. Its vectors are folded.
int brn__newton_unknown_count(const BrnNewton* n);
/// y = K x, in the unknowns; user is the BrnNewton
void brn__newton_apply(BrnContext* ctx, const void* user, const double* x, double* y);
/// Before the first product with a new K.
void brn__newton_round(BrnContext* ctx, BrnNewton* n);

/// d = K^-1 side by conjugate gradients on the factor at hand; false: there is none, as K is
/// indefinite.
BrnStatus brn__newton_solve_corotated(BrnContext* ctx, BrnNewton* n, double tolerance, bool* solved,
                                      BrnStepReport* report);
/// The same with the Poisson factor, at most `most` iterations.
BrnStatus brn__newton_solve_laplace(BrnContext* ctx, BrnNewton* n, double tolerance, int most,
                                    int* taken, BrnStepReport* report);
/// The one or the other; automatic.c.
BrnStatus brn__newton_solve_auto(BrnContext* ctx, BrnNewton* n, bool* solved,
                                 BrnStepReport* report);
/// At the beginning of a step.
void brn__newton_begin_auto(BrnNewton* n);
/// Does a Poisson factor precondition now? Its truncated steps have small decrements.
static inline bool brn__newton_by_laplace(const BrnNewton* n) {
  BrnLinearSolver linear = n->body->def.linear;
  return linear == BRN_LINEAR_LAPLACE || (linear == BRN_LINEAR_AUTO && !n->switched);
}
/// g at body->y and the direction from the factor of the iteration before, when its decrement is at
/// most `limit`; else, or when there is none, *slope is NAN.
BrnStatus brn__newton_chord(BrnContext* ctx, BrnNewton* n, double limit, double* slope,
                            BrnStepReport* report);

/// Newton's method from body->y.
BrnStatus brn__newton_minimize(BrnContext* ctx, void* method, BrnStepReport* report);
