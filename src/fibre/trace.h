// SPDX-License-Identifier: Apache-2.0
//
// What walk.c, seeds.c and trace.c share.

#pragma once

#include "fibre/region.h"

/// Tets of the region to start lines in.
/// @param seed caller's, (count); found: how many there are, fewer in a small region
BrnStatus brn__lines_spread_seeds(BrnContext* ctx, const BrnRegion* region, const double* direction,
                                  int count, int* seed, int* found);

/// A line under way.
typedef struct BrnWalk {
  const BrnRegion* region;
  const double* field; // directions at the vertices (vertex_count x 3)
  double sign;         // 1: with the fibres, -1: against them
  double x[3];         // where it is
  int tet;             // in which tet
  double heading[3];   // where it goes
  bool hold;           // keep the heading until some way is made
  int idle;            // steps since some was
  double length;
} BrnWalk;

typedef enum BrnStep { BRN_WENT, BRN_ARRIVED, BRN_TRACE_STALLED } BrnStep;

/// Goes on to the next face.
/// @param moved was that any way at all?
BrnStep brn__walk_step(BrnWalk* walk, bool* moved);
