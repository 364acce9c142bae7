// SPDX-License-Identifier: Apache-2.0
//
// A hanging box of cubes, each cut into six tets along the paths from its first to its last corner
// (Kuhn 1960). Cells count from the top down, as the segments of a sweep do.

#pragma once

#include "shape/plan.h"

typedef struct BrnGridSegment {
  double length; // m
  int label;
  bool bare; // without fibres
} BrnGridSegment;

typedef struct BrnGrid {
  const BrnShapeDef* def;
  double top; // y of the upper end
  int segment_count;
  BrnGridSegment segment[BRN_SEGMENT_LIMIT];
} BrnGrid;

/// Adds a segment unless its length is 0.
void brn__grid_add(BrnGrid* grid, double length, int label, bool bare);

/// @param cells cells across, down and through; vertex (i, j, k) is
/// (k * (cells[1] + 1) + j) * (cells[0] + 1) + i
BrnStatus brn__grid_make(BrnContext* ctx, const BrnGrid* grid, int cells[3], BrnMesh** out);
