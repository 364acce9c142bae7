// SPDX-License-Identifier: Apache-2.0
//
// Stiffness matrices of tet meshes: three unknowns a vertex, so the entries are 3 x 3 blocks.
//
//   BRN_TRY(brn__blocks_create(ctx, mesh, held, &K));        // the pattern, once
//   brn__blocks_clear(K);
//   brn__blocks_add(ctx, K, 0, mesh->tet_count, element);    // 12 x 12 for each tet
//   brn__blocks_multiply(ctx, K, x, y);                      // y = K x, for conjugate gradients
//   brn__blocks_to_csr(ctx, K, csr);                         // for a factor

#pragma once

#include "core/lanes.h"
#include "sparse/sparse.h"

/// Vertices that are held have no row. Vectors are interleaved: xyz of a row, then of the next.
typedef struct BrnBlocks {
  int row_count;  ///< of blocks: vertices that are free
  int* start;     ///< (row_count + 1)
  int* column;    ///< ascending in each row, all of the symmetric matrix   (start[row_count])
  double* value;  ///< row by row in each block                             (start[row_count] x 9)
  float* rough;   ///< the values rounded; NULL: not wanted                 (start[row_count] x 9)
  uint8_t* exact; ///< rows whose products are in doubles always; NULL: none (row_count)
  int* row_of;    ///< row of a vertex; -1: it is held                      (vertex_count)
  int* corner_start; ///< into corner                                          (row_count + 1)
  int* corner;       ///< 4 tet + corner, ascending in each row
  int* place;        ///< block that a pair of corners adds to; -1: none       (tet_count x 16)
  int vertex_count, tet_count;
} BrnBlocks;

/// @param held NULL: no vertex is
BrnStatus brn__blocks_create(BrnContext* ctx, const BrnMesh* mesh, const uint8_t* held,
                             BrnBlocks** out);
void brn__blocks_destroy(BrnContext* ctx, BrnBlocks* K);

/// All values 0.
void brn__blocks_clear(BrnBlocks* K);

/// Adds the 12 x 12 matrices of the tets [first, first + count): element holds those alone, row by
/// row, in the order of their corners' coordinates. A sum goes up in the order of the tets, so the
/// bits are the same with any number of workers, and for all at once or ascending batches.
void brn__blocks_add(BrnContext* ctx, BrnBlocks* K, int first, int count, const double* element);

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
