// SPDX-License-Identifier: Apache-2.0
//
// Constraints in groups that workers may solve side by side: no two of a group have a point in
// common that moves. The groups are made greedily in the order of the constraints, so they are the
// same on every run.

#pragma once

#include "core/core.h"

typedef struct BrnColors {
  int count;  // groups
  int* start; // group g is item[start[g]] up to item[start[g + 1]]          (count + 1)
  int* item;  // constraints, ascending in a group
} BrnColors;

/// @param point of the constraints, `width` each; -1: none                   (item_count x width)
/// @param moves of each point; NULL: all do                                  (point_count)
BrnStatus brn__colors_create(BrnContext* ctx, const int* point, int item_count, int width,
                             const bool* moves, int point_count, BrnColors* out);
void brn__colors_free(BrnContext* ctx, BrnColors* colors);
