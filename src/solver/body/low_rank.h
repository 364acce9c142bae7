// SPDX-License-Identifier: Apache-2.0
//
// Pieces of the stiffness that come and go: contacts, or whatever acts on a handful of points that
// may be others in the next iteration. A piece on the points p_1 to p_n is
//
//   C M C^T,   C = (C_1 .. C_m), each a form: a 3-vector for every point;  M symmetric, m x m
//
// so a spring of stiffness k along a normal n is m = 1, C_1 = n at its point, M = k, and the turn
// of a triangle under a force takes a few forms more. Points are means of nodes, so what rides on a
// bone is spread over the bone's nodes; what is given does not count.
//
// The pattern of K knows nothing of them. They are added to every product with K, in doubles, and
// enter factors that are exact: factored.h.

#pragma once

#include "solver/body/nodes.h"
#include "sparse/blocks.h"

enum { BRN_LOW_RANK_FORMS = 16 }; ///< of a piece, at most

typedef struct BrnLowRank {
  int rows, forms;
  size_t row;    ///< the first of its rows, ascending in no order
  size_t form;   ///< of its forms                                          (forms x rows x 3)
  size_t middle; ///< of M                                                  (forms x forms)
} BrnLowRank;

typedef struct BrnLowRanks {
  int count;
  BrnLowRank* piece; ///< (count)
  int* row;          ///< of K
  double* form;
  double* middle;
  size_t rows_used, forms_used, middles_used;
  BrnStatus status; ///< of the memory for them
} BrnLowRanks;

/// They keep their memory, so that they come without allocations later.
void brn__low_ranks_clear(BrnLowRanks* pieces);
void brn__low_ranks_destroy(BrnContext* ctx, BrnLowRanks* pieces);

/// Adds C M C^T. Where memory is short, pieces->status says so, and nothing is added.
/// @param point of the nodes' points: a vertex is one                        (count)
/// @param C NULL: M is the whole block of the points' coordinates, 3 count of them
///                                                                           (forms x count x 3)
/// @param M (forms x forms)
void brn__low_ranks_add(BrnContext* ctx, BrnLowRanks* pieces, const BrnNodes* nodes, int count,
                        const int* point, int forms, const double* C, const double* M);

/// y += times C M C^T x, of all pieces
void brn__low_ranks_multiply_add(const BrnLowRanks* pieces, double times, const double* x,
                                 double* y);

/// Has K the blocks of all pieces?
bool brn__low_ranks_fit(const BrnLowRanks* pieces, const BrnBlocks* K);
/// K += times C M C^T, for a matrix that has them.
void brn__low_ranks_add_blocks(const BrnLowRanks* pieces, double times, BrnBlocks* K);
