// SPDX-License-Identifier: Apache-2.0
//
// The exact step of EMU's objective. The paper gives Newton's method up since L^-1 in (12) is
// dense. But positions need not be eliminated before the step is known. With q the optimum for F,
// the step in both is
//
//   [    H         -alpha W G ] [dF]   [-g]
//   [ -alpha G^T W    alpha L ] [dq] = [ 0]
//
// and H is block by block. So it is dF that goes, and what is left is sparse:
//
//   (sum_i G_i^T N_i G_i) dq = -G^T W H^-1 g,   N = W - alpha W H^-1 W
//   dF = H^-1 (alpha W G dq - g)
//
// which is a stiffness matrix of finite elements whose tets are in series with springs: N alpha is
// K (K + alpha W)^-1 alpha W. It is at most alpha W, so that L preconditions it well. Any dq with
// -g.H^-1 W G dq >= 0 makes a dF that goes down, one from truncated conjugate gradients too.
// Patches of tets have a rank-one part in H^-1 (patches.h), and one in the matrix.

#pragma once

#include "solver/body/factored.h"
#include "solver/emu/emu.h"

typedef struct BrnCondensed {
  BrnFactored matrix;  ///< of body->K
  bool direct;         ///< a factor is used in this step, from here on
  int budget, spent;   ///< automatic: iterations without one in this step
  double shift;        ///< share of W more in N
  double *side, *back; ///< G^T W H^-1 g, and -dq; rows                      (row_count x 3)
} BrnCondensed;

BrnStatus brn__condensed_create(BrnContext* ctx, BrnEmu* e, BrnCondensed** out);
void brn__condensed_destroy(BrnContext* ctx, BrnCondensed* condensed);
/// At the beginning of a step.
void brn__condensed_begin(BrnContext* ctx, BrnEmu* e);
/// Its own ones: truncated steps have small decrements, and there are more of them.
double brn__condensed_tolerance(const BrnCondensed* condensed);
int brn__condensed_limit(const BrnCondensed* condensed);
/// e->d, and its slope g.d; NAN: there is none that goes down.
/// @param definite begin with the definite stiffness
BrnStatus brn__condensed_direction(BrnContext* ctx, BrnEmu* e, bool definite, double* slope,
                                   BrnStepReport* report);
