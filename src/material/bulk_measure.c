// SPDX-License-Identifier: Apache-2.0
//
// What stands for J in the part of a solid that depends on volume alone, and its derivative by F:
// det F, tr S - 2, (I1 - 1) / 2 or tr F - 2. All are 1 at rest.

#include "core/svd.h"
#include "core/vec.h"
#include "material/material.h"

#include <string.h>

// rows of the cofactors of F are cross products of its rows
static double by_volume(const double F[9], double slope[9]) {
  double cofactor[9];
  for (int i = 0; i < 3; i++) {
    brn__cross3(cofactor + 3 * i, F + 3 * ((i + 1) % 3), F + 3 * ((i + 2) % 3));
  }
  if (slope) memcpy(slope, cofactor, sizeof cofactor);
  return brn__dot3(F, cofactor);
}

// of the sum of the singular values the slope is the nearest rotation, as U V^T
static double by_stretches(const double F[9], double slope[9]) {
  double U[9], s[3], V[9];
  brn__svd3(F, U, s, V);
  for (int p = 0; p < 9 && slope; p++) slope[p] = brn__dot3(U + 3 * (p / 3), V + 3 * (p % 3));
  return s[0] + s[1] + s[2] - 2;
}

static double by_squares(const double F[9], double slope[9]) {
  if (slope) memcpy(slope, F, 9 * sizeof(double));
  return 0.5 * (brn__dot3(F, F) + brn__dot3(F + 3, F + 3) + brn__dot3(F + 6, F + 6) - 1);
}

static double by_diagonal(const double F[9], double slope[9]) {
  if (slope) brn__identity3(slope);
  return F[0] + F[4] + F[8] - 2;
}

double brn__bulk_measure(BrnBulkMeasure measure, const double F[9], double slope[9]) {
  switch (measure) {
  case BRN_BY_VOLUME: return by_volume(F, slope);
  case BRN_BY_STRETCHES: return by_stretches(F, slope);
  case BRN_BY_SQUARES: return by_squares(F, slope);
  case BRN_BY_DIAGONAL: return by_diagonal(F, slope);
  }
  return 1;
}
