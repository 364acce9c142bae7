// SPDX-License-Identifier: Apache-2.0
//
// What the tests of motion share: elementary matrices, written down.

#pragma once

#include "core/vec.h"
#include "test.h"

/// The textbook matrix of a turn about axis 0, 1 or 2.
static inline void drive_matrix(int axis, double angle, double* m) {
  double c = cos(angle), s = sin(angle);
  const double x[9] = {1, 0, 0, 0, c, -s, 0, s, c}, y[9] = {c, 0, s, 0, 1, 0, -s, 0, c},
               z[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
  memcpy(m, axis == 0 ? x : axis == 1 ? y : z, sizeof x);
}

/// m = R_i(a) R_j(b) R_k(c) for the letters of "ZXY"
static inline void drive_product(const char* order, const double* angle, double* m) {
  brn__identity3(m);
  for (int n = 0; order[n]; n++) {
    double turn[9], product[9];
    drive_matrix(order[n] - 'X', angle[n], turn);
    brn__mul33(product, m, turn);
    memcpy(m, product, sizeof product);
  }
}

static inline void drive_near(const double* a, const double* b, int count, double tolerance) {
  for (int k = 0; k < count; k++) ENSURE_NEAR(a[k], b[k], tolerance);
}
