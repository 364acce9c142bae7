// SPDX-License-Identifier: Apache-2.0
//
// The positions whose deformation gradients come nearest to given ones, T, in the weights 2 mu
// volume: L y = G^T W T. The matrix is scalar, acts on each coordinate alone, and is factored once.
// Terms may be in it, too, and their wanted ways on the right: ties with k w w^T and k w, so that
// it holds also what they alone hold, and does not tear apart what they close.

#pragma once

#include "solver/body/constraints.h"
#include "solver/body/gather.h"
#include "solver/body/inertia.h"
#include "sparse/factor.h"

/// Weights of a batch other than 2 mu volume: |(G y - T) A^1/2|^2, A symmetric: 00 01 02 11 12 22.
typedef struct BrnMetric {
  alignas(64) double a[6][BRN_LANES];
} BrnMetric;

typedef struct BrnBody BrnBody;

typedef struct BrnPoisson {
  int row_count;
  int factor_count;     ///< 1, or 3 where single coordinates are held; 0: all is given
  BrnFactor* factor[3]; //
  double* side;         ///< (row_count), for coordinates on their own
} BrnPoisson;

/// @param metric of the batches; NULL: 2 mu volume
/// @param pattern of brn__body_pattern(), in which body->gather has its places
BrnStatus brn__poisson_create(BrnContext* ctx, const BrnBody* body, const BrnMetric* metric,
                              const BrnBlocks* pattern, BrnPoisson** out);
void brn__poisson_destroy(BrnContext* ctx, BrnPoisson* poisson);

/// L y = b; y may be b. Given coordinates of b must be 0, and are so in y.   (row_count x 3)
void brn__poisson_solve(BrnContext* ctx, const BrnPoisson* poisson, const double* b, double* y);
/// The same to five digits, in half the time: for a preconditioner.
void brn__poisson_precondition(BrnContext* ctx, const BrnPoisson* poisson, const double* b,
                               double* y);
