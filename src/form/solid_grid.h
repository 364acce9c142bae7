// SPDX-License-Identifier: Apache-2.0
//
// Distances at the nodes of a regular grid, kept only in blocks of 8 x 8 x 8 nodes near the
// surface. Elsewhere a block knows its side.

#pragma once

#include "form/solid.h"

enum { BRN_BLOCK = 8, BRN_BLOCK_NODES = BRN_BLOCK * BRN_BLOCK * BRN_BLOCK };

typedef struct BrnSolidGrid {
  const BrnSolid* solid;
  double origin[3], cell;
  int size[3]; // in blocks
  int block_count;
  float* middle; // distance at the middle of each block         (block_count)
  int* slot;     // where its nodes are kept; -1: it has a side    (block_count)
  int slot_count;
  int* block;    // of each slot                                  (slot_count)
  double* value; // (slot_count x BRN_BLOCK_NODES)
} BrnSolidGrid;

/// Evaluates until the surface leaves no kept block, and until in every cell the nodes inside hang
/// together by edges, and those outside too: then a net with one vertex per cell is a manifold.
BrnStatus brn__solid_grid_make(BrnContext* ctx, const BrnSolid* solid, double cell,
                               BrnSolidGrid* out);
void brn__solid_grid_free(BrnContext* ctx, BrnSolidGrid* grid);

/// Where the value of a node is kept; NULL: in a block with a side, or outside of the grid.
double* brn__solid_grid_node(const BrnSolidGrid* grid, int i, int j, int k);
bool brn__solid_grid_inside(const BrnSolidGrid* grid, int i, int j, int k);

/// Bit c is set when corner c (its bits: i, j, k) of the cell is inside.
int brn__solid_grid_corners(const BrnSolidGrid* grid, int i, int j, int k);
