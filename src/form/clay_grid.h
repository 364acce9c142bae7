// SPDX-License-Identifier: Apache-2.0
//
// Distances at the nodes of a regular grid, kept only in blocks of 8 x 8 x 8 nodes near the
// surface. Elsewhere a block knows its side.

#pragma once

#include "form/clay.h"

enum { BRN_BLOCK = 8, BRN_BLOCK_NODES = BRN_BLOCK * BRN_BLOCK * BRN_BLOCK };

typedef struct BrnClayGrid {
  const BrnClay* clay;
  double origin[3], cell;
  int size[3]; // in blocks
  int block_count;
  float* middle; // distance at the middle of each block         (block_count)
  int* slot;     // where its nodes are kept; -1: it has a side    (block_count)
  int slot_count;
  int* block;    // of each slot                                  (slot_count)
  double* value; // (slot_count x BRN_BLOCK_NODES)
} BrnClayGrid;

/// Evaluates until the surface leaves no kept block, and until in every cell the nodes inside hang
/// together by edges, and those outside too: then a net with one vertex per cell is a manifold.
BrnStatus brn__clay_grid_make(BrnContext* ctx, const BrnClay* clay, double cell, BrnClayGrid* out);
void brn__clay_grid_free(BrnContext* ctx, BrnClayGrid* grid);

/// Where the value of a node is kept; NULL: in a block with a side, or outside of the grid.
double* brn__clay_grid_node(const BrnClayGrid* grid, int i, int j, int k);
bool brn__clay_grid_inside(const BrnClayGrid* grid, int i, int j, int k);

/// Bit c is set when corner c (its bits: i, j, k) of the cell is inside.
int brn__clay_grid_corners(const BrnClayGrid* grid, int i, int j, int k);
