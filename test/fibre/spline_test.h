// SPDX-License-Identifier: Apache-2.0
//
// What the tests of splines share: a bent spindle of 9 x 5 x 5 control points, as a muscle might
// be.

#pragma once

#include "fibre_test.h"

enum { SPLINE_U = 9, SPLINE_V = 5, SPLINE_CONTROL = 3 * SPLINE_U * SPLINE_V * SPLINE_V };

/// A square net pushed towards a disc across, a quarter turn of radius 0.1 m along.
static inline void spline_bent_control(double* control) {
  for (int i = 0; i < SPLINE_U; i++) {
    double s = i / (SPLINE_U - 1.0), turn = s * test_pi / 2;
    double radius = 0.01 + 0.02 * sin(test_pi * s);
    for (int j = 0; j < SPLINE_V * SPLINE_V; j++) {
      double a = j / SPLINE_V / 2.0 - 1, b = j % SPLINE_V / 2.0 - 1;
      double x = radius * a * sqrt(1 - b * b / 2), y = radius * b * sqrt(1 - a * a / 2);
      double* q = control + 3 * (SPLINE_V * SPLINE_V * i + j);
      q[0] = (0.1 + x) * cos(turn), q[1] = (0.1 + x) * sin(turn), q[2] = y;
    }
  }
}

static inline BrnSplineDef spline_bent_def(double* control, int degree) {
  spline_bent_control(control);
  BrnSplineDef def = brn_spline_def_default();
  memcpy(def.count, (int[]){SPLINE_U, SPLINE_V, SPLINE_V}, sizeof def.count);
  for (int a = 0; a < 3; a++) def.degree[a] = degree;
  def.control = control;
  return def;
}

static inline BrnSpline* spline_bent(BrnContext* ctx, int degree) {
  double control[SPLINE_CONTROL];
  BrnSplineDef def = spline_bent_def(control, degree);
  BrnSpline* spline;
  ENSURE_OK(ctx, brn_spline_create(ctx, &def, &spline));
  return spline;
}
