// SPDX-License-Identifier: Apache-2.0
//
// The positions whose deformation gradients come nearest to given ones, T, in the weights 2 mu
// volume: L y = G^T W T. The matrix is scalar, acts on each coordinate alone, and is factored once.
// Ties are in it with k w w^T, and their wanted ways with k w on the right: so it holds also what
// they alone hold, and does not tear apart what they close.

#pragma once

#include "solver/newton/constraints.h"
#include "solver/newton/gather.h"
#include "solver/newton/inertia.h"
#include "sparse/factor.h"

/// Weights of a batch other than 2 mu volume: |(G y - T) A^1/2|^2, A symmetric: 00 01 02 11 12 22.
typedef struct BrnMetric {
  alignas(64) double a[6][BRN_LANES];
} BrnMetric;

typedef struct BrnPoisson {
  int row_count;
  int factor_count;     ///< 1, or 3 where single coordinates are held; 0: all is given
  BrnFactor* factor[3]; //
  double* side;         ///< (row_count), for coordinates on their own
} BrnPoisson;

/// @param pattern a matrix of brn__gather_pattern()
/// @param inertia anchors what is held by nothing; NULL: there is no such thing
/// @param metric of the batches; NULL: 2 mu volume
BrnStatus brn__poisson_create(BrnContext* ctx, const BrnElements* elements, const BrnGather* gather,
                              const BrnNodes* nodes, const BrnConstraints* ties,
                              const BrnInertia* inertia, const BrnMetric* metric,
                              const BrnBlocks* pattern, BrnPoisson** out);
void brn__poisson_destroy(BrnContext* ctx, BrnPoisson* poisson);

/// L y = b; y may be b. Given coordinates of b must be 0, and are so in y.   (row_count x 3)
void brn__poisson_solve(BrnContext* ctx, const BrnPoisson* poisson, const double* b, double* y);
/// The same to five digits, in half the time: for a preconditioner.
void brn__poisson_precondition(BrnContext* ctx, const BrnPoisson* poisson, const double* b,
                               double* y);
