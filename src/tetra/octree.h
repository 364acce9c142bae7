// SPDX-License-Identifier: Apache-2.0
//
// A cube cut into cells: fine where points ask for it, with neighbours (over faces, edges and
// corners) that differ by at most a factor of two.

#pragma once

#include "core/core.h"

enum { BRN_OCTREE_DEPTH = 18 }; // finest level: its cells are the unit of the coordinates

typedef struct BrnCell {
  int child;     // first of eight; -1: a leaf
  int corner[3]; // lowest, in units
  int level;     // 0: the whole cube
} BrnCell;

typedef struct BrnOctree {
  double origin[3]; // m
  double unit;      // m
  BrnCell* cell;
  int cell_count;
  size_t capacity;
} BrnOctree;

/// One cell: a cube of that side, m.
BrnStatus brn__octree_create(BrnContext* ctx, const double* origin, double side, BrnOctree* out);
void brn__octree_destroy(BrnContext* ctx, BrnOctree* tree);

/// Cuts until the leaf at a point has the level.
BrnStatus brn__octree_refine(BrnContext* ctx, BrnOctree* tree, const double* point, int level);

/// Cuts until neighbours differ by one level at most.
BrnStatus brn__octree_balance(BrnContext* ctx, BrnOctree* tree);

/// The leaf at a place in units; -1: outside of the cube.
int brn__octree_leaf(const BrnOctree* tree, const int* place);

/// Units of a side of a cell.
static inline int brn__cell_side(const BrnCell* cell) {
  return 1 << (BRN_OCTREE_DEPTH - cell->level);
}
