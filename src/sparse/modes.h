// SPDX-License-Identifier: Apache-2.0
//
// The lowest modes of K x = lambda M x, with M a lumped mass and K factored.
//
//   BrnModesDef def = brn__modes_def_default();
//   def.count = 16;
//   BRN_TRY(brn__modes_find(ctx, factor, mass, n, &def, lambda, x, &report));

#pragma once

#include "sparse/factor.h"

typedef struct BrnModesDef {
  int count;        ///< modes wanted; default 16
  double tolerance; ///< |K^-1 M x - x / lambda| in units of |x| / lambda; default 1e-8
  int max_solves;   ///< right-hand sides; 0 (default): 100 a mode
} BrnModesDef;

BrnModesDef brn__modes_def_default(void);

typedef struct BrnModesReport {
  BrnOutcome outcome;
  int solves;      ///< right-hand sides
  int restarts;    //
  double residual; ///< the largest of the modes wanted, as the tolerance is measured
  double seconds;  ///< in all
  double solve_seconds;
} BrnModesReport;

/// Eigenvalues ascending, x.M x = 1. Eigenvalues are exact to the square of the tolerance, vectors
/// to the tolerance over the gap to the next eigenvalue.
/// @param factor of K, n x n, updated; solves eight right-hand sides at a time: let its width be 8
/// @param mass of each row, positive        (n)
/// @param lambda caller's                   (count)
/// @param x caller's, mode after mode       (count x n)
/// @return BRN_INVALID for a mass that is not positive; the message names the row
BrnStatus brn__modes_find(BrnContext* ctx, BrnFactor* factor, const double* mass, int n,
                          const BrnModesDef* def, double* lambda, double* x,
                          BrnModesReport* report);
