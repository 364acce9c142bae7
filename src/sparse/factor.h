// SPDX-License-Identifier: Apache-2.0
//
// A Cholesky factor K = L L^T of a sparse symmetric matrix: the pattern is analysed once, the
// values are factored as often as they change, and each factor solves many right-hand sides.
//
//   BrnFactorDef def = brn__factor_def_default();
//   BRN_TRY(brn__factor_create(ctx, K, &def, &factor));          // the pattern, once
//   BRN_TRY(brn__factor_update(ctx, factor, K, &report));        // the values
//   if (report.outcome == BRN_CONVERGED) brn__factor_solve_xyz(ctx, factor, b, x);
//
// Made by CHOLMOD, or by MUMPS when Brawn is configured with BRN_GPL=OFF: factor_cholmod.c,
// factor_mumps.c.

#pragma once

#include "sparse/sparse.h"

enum { BRN_FACTOR_WIDTH = 16 };

typedef struct BrnFactorDef {
  bool floats;        ///< keep the factor in single precision: half the memory, residuals of 1e-5
  bool rough;         ///< keep both, for brn__factor_solve_xyz_rough(); default false
  bool library_solve; ///< solve by the library's own routines, to compare with; default false
  int width;          ///< right-hand sides solved in one sweep, 1 to BRN_FACTOR_WIDTH; default 4
} BrnFactorDef;

BrnFactorDef brn__factor_def_default(void);

typedef struct BrnFactorReport {
  BrnOutcome outcome; ///< BRN_BROKE_DOWN: the matrix is not positive definite
  int column;         ///< the row of K where that was seen; -1: it was not, or nobody knows
} BrnFactorReport;

typedef struct BrnFactorInfo {
  const char* library;  ///< "CHOLMOD" or "MUMPS"
  const char* ordering; ///< "METIS", "AMD", ...
  double nonzeros;      ///< of L, its diagonal included
  double flops;         ///< of one update
  double solve_bytes;   ///< that one solve has to read: L twice, as it is stored
  size_t bytes;         ///< held between calls, the library's share included
} BrnFactorInfo;

typedef struct BrnFactor BrnFactor;

/// Analyses the pattern of K; its values are not read.
/// @return BRN_UNSUPPORTED when the factor would have more entries than an int can count
BrnStatus brn__factor_create(BrnContext* ctx, const BrnCsr* K, const BrnFactorDef* def,
                             BrnFactor** out);
void brn__factor_destroy(BrnContext* ctx, BrnFactor* factor);

/// Factors K, which has the pattern given at the beginning. A matrix that is not positive definite
/// is an outcome: the factor cannot solve then, until another update succeeds.
BrnStatus brn__factor_update(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K,
                             BrnFactorReport* report);

/// K x = b for `count` right-hand sides, one after the other in memory. x may be b. One solve at a
/// time with one factor, as its working memory is in it. Takes no memory, and gives the same bits
/// with any number of workers. (MUMPS, and CHOLMOD's own routines, take some: if there is none, x
/// is NaN.)
void brn__factor_solve(BrnContext* ctx, BrnFactor* factor, int count, const double* b, double* x);

/// The same for three that are interleaved: with n x n entries this solves the 3n x 3n system
/// K (x) I_3, in which each coordinate is on its own.
void brn__factor_solve_xyz(BrnContext* ctx, BrnFactor* factor, const double* b, double* x);

/// The same in single precision, for preconditioners: residuals of 1e-5 at half the bytes. Needs
/// def.rough. (MUMPS, and CHOLMOD's own routines, solve as always.)
void brn__factor_solve_xyz_rough(BrnContext* ctx, BrnFactor* factor, const double* b, double* x);
/// For `count` right-hand sides, one after the other in memory.
void brn__factor_solve_rough(BrnContext* ctx, BrnFactor* factor, int count, const double* b,
                             double* x);

BrnFactorInfo brn__factor_info(const BrnFactor* factor);
