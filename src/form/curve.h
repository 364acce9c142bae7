// SPDX-License-Identifier: Apache-2.0
//
// A path as close stations: where its centre line is, which way the section lies, how wide it is.

#pragma once

#include "form/form.h"

typedef struct BrnStationAt {
  double place[3];
  double x[3], y[3], ahead[3]; // unit vectors, right-handed
  double half[2];              // half widths along x and y, m
  double bend[3];              // curvature: towards the centre of the circle, 1 / its radius
  double s;                    // length of the centre line up to here, m
  int point;                   // of the path: the nearest one
} BrnStationAt;

/// Stations in their order. A closed curve ends with a copy of its first station, which may be
/// turned by 180 degrees.
typedef struct BrnCurve {
  int count; // 1 for a ball
  bool closed;
  BrnStationAt* at; // scratch
} BrnCurve;

/// @param per_span stations from one point of the path to the next
/// @param name of the path in messages
BrnStatus brn__curve_make(BrnContext* ctx, const BrnFormPath* path, int per_span, const char* name,
                          BrnCurve* out);

/// The station at length s, between its neighbours.
BrnStationAt brn__curve_at(const BrnCurve* curve, double s);
