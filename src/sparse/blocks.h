// SPDX-License-Identifier: Apache-2.0
//
// Stiffness matrices of flesh: three unknowns a node, so the entries are 3 x 3 blocks. Who adds
// something up makes the pattern, for it knows what meets what.
//
//   brn__blocks_multiply(ctx, K, x, y);                      // y = K x, for conjugate gradients
//   brn__blocks_to_csr(ctx, K, csr);                         // for a factor

#pragma once

#include "core/lanes.h"
#include "sparse/sparse.h"

/// Vectors are interleaved: xyz of a row, then of the next.
typedef struct BrnBlocks {
  int row_count;  ///< of blocks: nodes that are free
  int* start;     ///< (row_count + 1)
  int* column;    ///< ascending in each row, all of the symmetric matrix   (start[row_count])
  double* value;  ///< row by row in each block                             (start[row_count] x 9)
  float* rough;   ///< the values rounded; NULL: not wanted                 (start[row_count] x 9)
  uint8_t* exact; ///< rows whose products are in doubles always; NULL: none (row_count)
} BrnBlocks;

void brn__blocks_destroy(BrnContext* ctx, BrnBlocks* K);

/// y = K x; y is not x
void brn__blocks_multiply(BrnContext* ctx, const BrnBlocks* K, const double* x, double* y);

/// Room for the values in single precision: half the bytes, for the iterations of a step that is
/// inexact anyway.
BrnStatus brn__blocks_keep_rough(BrnContext* ctx, BrnBlocks* K);
/// rough = value
void brn__blocks_round(BrnContext* ctx, BrnBlocks* K);
/// y = rough x, added up in doubles; rows that are exact use the values. y is not x.
void brn__blocks_multiply_rough(BrnContext* ctx, const BrnBlocks* K, const double* x, double* y);

/// A matrix of single entries with the pattern of K; values are 0.
/// @return BRN_UNSUPPORTED when there are more entries than an int can count
BrnStatus brn__blocks_create_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr** out);

/// The values of K into a matrix of brn__blocks_create_csr().
void brn__blocks_to_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr* out);

// ---------------------------------------------------------------------------------------- on lanes

/// Rows [begin, end) of the products.
BRN_LANE_DECLARE(void, brn__blocks_rows,
                 (const BrnBlocks* K, int begin, int end, const double* x, double* y));
BRN_LANE_DECLARE(void, brn__blocks_rows_rough,
                 (const BrnBlocks* K, int begin, int end, const double* x, double* y));
