// SPDX-License-Identifier: Apache-2.0
//
// How fine? A body is a stack of layers in a few segments, each layer with q R^2 tets for R rings
// (or cells) across. The plan picks R and the layers of each segment so that the number of tets
// comes near to the one asked for and layers are about as thick as rings are wide.

#pragma once

#include "shape/shape.h"

enum { BRN_SEGMENT_LIMIT = 8 };

typedef struct BrnShapePlanSegment {
  double metric; // layers that one ring across asks for: length over radius (or width)
  bool wide;     // has the wide rings
  int least;     // layers it must have; 0 is 1
  int layers;    // the answer
} BrnShapePlanSegment;

typedef struct BrnShapePlan {
  const BrnShapeDef* def; // for messages
  int target;             // tets wanted
  int square;             // q: tets of a layer with one ring
  double aspect;          // wanted thickness of layers over width of rings
  int least_rings;
  double wide_ratio; // outer radius of wide rings over that of the rings inside; <= 1: the same
  int segment_count;
  BrnShapePlanSegment segment[BRN_SEGMENT_LIMIT];
  // the answer
  int rings, wide_rings; // the wide ones counted from the centre
  int tet_count;
  double stretch; // largest factor by which layers are thicker or thinner than wanted
} BrnShapePlan;

/// @return BRN_INVALID when every plan has far too thick or thin layers; the message tells how many
/// tets would do
BrnStatus brn__plan_choose(BrnContext* ctx, BrnShapePlan* plan);
