// SPDX-License-Identifier: Apache-2.0
//
// From elements to rows: what the corners of the tets get is added up by row, each row by one
// worker and in the order of the elements, so the bits do not depend on the number of workers.
//
// A corner is a point, and a point may hang on several nodes, so an element has entries (corner,
// row, weight): four of them inside the flesh, more at free bones.

#pragma once

#include "solver/body/elements.h"
#include "sparse/blocks.h"

typedef struct BrnGather {
  int element_count, row_count;
  int* entry_start;      ///< of the elements                              (element_count + 1)
  int* entry_element;    ///< (entries)
  int* entry_row;        ///< (entries)
  uint8_t* entry_corner; ///< (entries)
  double* entry_weight;  ///< (entries)
  int* row_start;        ///< (row_count + 1)
  int* row_entry;        ///< entries of a row, ascending                  (entries)
  size_t* place_start;   ///< of the elements                              (element_count + 1)
  int* place;            ///< block of a pair of entries, n x n for an element with n of them
  uint8_t* held;         ///< bit i: coordinate i of the row is given      (row_count)
} BrnGather;

BrnStatus brn__gather_create(BrnContext* ctx, const BrnNodes* nodes, const BrnElements* elements,
                             BrnGather** out);
void brn__gather_destroy(BrnContext* ctx, BrnGather* gather);

/// Rows that something besides the elements couples: group g is row[start[g]] to
/// row[start[g + 1] - 1].
typedef struct BrnGroups {
  int count;
  const int* start; ///< (count + 1)
  const int* row;   ///< -1: none
} BrnGroups;

/// A block matrix of the rows that share an element.
BrnStatus brn__gather_pattern(BrnContext* ctx, const BrnGather* gather, BrnBlocks** out);
/// A matrix like `from` with the blocks that groups need besides; pattern.c.
BrnStatus brn__blocks_widened(BrnContext* ctx, const BrnGroups* groups, const BrnBlocks* from,
                              BrnBlocks** out);

/// Finds the places of all pairs of entries in a matrix that has their blocks.
void brn__gather_place(BrnGather* gather, const BrnBlocks* K);

/// out = what the elements' corners get, 12 numbers an element; given coordinates get 0.
void brn__gather_forces(BrnContext* ctx, const BrnGather* gather, const double* force, double* out);

/// Adds the matrices of the elements [first, first + count), in blocks as brn__batch_stiffness()
/// has them. Calls for all elements, ascending, make a matrix: what it was before is cleared.
void brn__gather_blocks(BrnContext* ctx, const BrnGather* gather, int first, int count,
                        const double* element, BrnBlocks* K);
/// Takes given coordinates out: their rows and columns keep the diagonal alone.
void brn__gather_mask(BrnContext* ctx, const BrnGather* gather, BrnBlocks* K);
