// SPDX-License-Identifier: Apache-2.0
//
// Where the discs of a sweep stand.

#pragma once

#include "shape/sweep.h"

typedef struct BrnStation {
  double s;
  int rings;
  bool slit;  // the vertices of the seam are there twice
  int vertex; // first one; the second copies of the seam come last
} BrnStation;

typedef struct BrnLayer {
  int segment;
  int rings;
  int tet; // first one
} BrnLayer;

typedef struct BrnStations {
  int layer_count, station_count; // one station more than layers, unless closed
  BrnStation* station;
  BrnLayer* layer;
  int vertex_count, tet_count;
} BrnStations;

/// Layers that one ring asks for in a segment: the integral of 1 / thickness of layers, which
/// is the radius (in bone a little more).
double brn__stations_metric(const BrnSweep* sweep, int segment);

/// Places the stations of a plan; vertices and tets are counted from the given ones. In scratch.
BrnStatus brn__stations_make(BrnContext* ctx, const BrnSweep* sweep, const BrnShapePlan* plan,
                             int first_vertex, int first_tet, BrnStations* out);
