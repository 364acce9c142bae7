// SPDX-License-Identifier: Apache-2.0
//
// The inside of a BrnSpline. Only spline*.c include this.

#pragma once

#include "brawn/fibre.h"
#include "core/core.h"
#include "core/vec.h"

enum { BRN_SPLINE_DEGREE = 3 }; // the highest

struct BrnSpline {
  int count[3], degree[3];
  double* control; // (count[0] x count[1] x count[2] x 3)

  // points that the search for a place starts from, spread evenly over the parameters
  int sample_count[3];
  double* sample; // (sample_count[0] x sample_count[1] x sample_count[2] x 3)
  double size;    // diagonal of the box around the control points, m
};

/// Fills the samples.
BrnStatus brn__spline_sample(BrnContext* ctx, BrnSpline* spline);
