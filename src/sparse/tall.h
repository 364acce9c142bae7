// SPDX-License-Identifier: Apache-2.0
//
// Products of tall matrices, few columns of many rows each, column after column. Rows are cut into
// chunks that do not depend on the number of workers.

#pragma once

#include "core/core.h"

typedef struct BrnTall {
  int rows;
  double* column; ///< (columns x rows)
} BrnTall;

/// C = A^T B: C is (a x b), column after column with `lead` numbers from one to the next. Takes
/// scratch.
BrnStatus brn__tall_inner(BrnContext* ctx, BrnTall A, int a, BrnTall B, int b, double* C, int lead);

/// B -= A C
void brn__tall_subtract(BrnContext* ctx, BrnTall A, int a, const double* C, int lead, BrnTall B,
                        int b);

/// The first c columns of A become A C. Takes scratch.
BrnStatus brn__tall_turn(BrnContext* ctx, BrnTall A, int a, const double* C, int lead, int c);

// ------------------------------------------------------------------------------- tall_orthogonal.c

enum { BRN_TALL_BLOCK = 8 };

/// W loses its parts along the columns of V, which are orthonormal. Takes scratch.
/// @param width at most BRN_TALL_BLOCK
/// @param C V^T W as it was, (columns x width); NULL: nobody asks
/// @param share of the length of each column that is left (width); NULL: nobody asks
BrnStatus brn__tall_project_out(BrnContext* ctx, BrnTall V, int columns, BrnTall W, int width,
                                double* C, double* share);

/// W = Q R, Q orthonormal in the place of W, R an upper triangle, column after column with `lead`
/// numbers from one to the next. Takes scratch.
/// @param done false: columns nearly depend on each other, and nothing was changed
BrnStatus brn__tall_split(BrnContext* ctx, BrnTall W, int width, double* R, int lead, bool* done);
