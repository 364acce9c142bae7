// SPDX-License-Identifier: Apache-2.0
//
// The reduced matrix by pairs of points. Tets share their points, and there are few of these, so
// what the tets of a chunk have between two points is added up first,
//
//   A_ab = sum_i g_a^T N_i g_b   (3 x 3),   M = sum_a phi_a (sum_b A_ab (phi_b - phi_a))^T
//
// the blocks of a point with itself being minus the sum of its others. For 16 modes that is a third
// of the work of gamma^T N gamma tet by tet, for 48 a tenth.

#pragma once

#include "solver/emu/emu.h"

/// The other end of a pair.
typedef struct BrnPairEnd {
  int point; ///< in the model
  int block; ///< twice that of the pair, and 1: transposed
} BrnPairEnd;

typedef struct BrnPairs {
  int* point_start; ///< of the chunks                                    (chunk_count + 1)
  int* point;       ///< of the model                                     (points of all chunks)
  int* end_start;   ///< of these points                                  (points of all + 1)
  BrnPairEnd* end;  ///< (twice the pairs)
  int* pair_start;  ///< of the chunks                                    (chunk_count + 1)
  double* block;    ///< A of the pairs                                   (pairs x 9)
  int (*place)[6]
              [BRN_LANES]; ///< block of corners 01 02 03 12 13 23, and 1: transposed (batch_count)
} BrnPairs;

enum { BRN_PAIR_ROWS = 8 }; ///< points whose products are added up at a time

BrnStatus brn__pairs_create(BrnContext* ctx, const BrnEmu* e, BrnPairs** out);
void brn__pairs_destroy(BrnContext* ctx, BrnPairs* pairs);
/// Sets the blocks of a chunk to zero.
void brn__pairs_begin(BrnPairs* pairs, int chunk);
/// Adds M of a chunk to its part.
void brn__pairs_reduce(const BrnEmu* e, const BrnPairs* pairs, int chunk, double* part);

// ---------------------------------------------------------------------------------------- on lanes

/// Adds g_a^T N g_b of eight tets to the blocks.
BRN_LANE_DECLARE(void, brn__pairs_add,
                 (const BrnBatch* batch, const double (*N)[BRN_LANES],
                  const int (*place)[BRN_LANES], double* block));
/// Adds the points' share to M, 6 blocks of stride x stride: xx xy xz yy yz zz, of which the
/// symmetric ones need no more than their upper triangles.
/// @param room 9 x BRN_PAIR_ROWS x stride numbers
BRN_LANE_DECLARE(void, brn__pairs_sum,
                 (int count, const int* of, const int* end_start, const BrnPairEnd* end,
                  const double* block, const double* const point[3], int stride, double* room,
                  double* M));
