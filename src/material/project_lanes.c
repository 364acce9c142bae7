// SPDX-License-Identifier: Apache-2.0

#include "material/jacobi_lanes.h"
#include "material/material.h"

// A lane that a Cholesky factorisation shows to be positive definite is left as it is, to the bit.
// To the others what is missing is added: K - sum of min(e, 0) v v^T.

enum { SWEEPS = 15 }; // at most; five or six are usual

BRN_LANE_INLINE BrnMask definite_lanes(double (*K)[BRN_LANES]) {
  BrnLanes L[9][9];
  BrnMask definite = (BrnMask){0} - 1;
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      BrnLanes x = brn__lanes_load(K[BRN_STIFFNESS_AT(p, q)]);
      for (int r = 0; r < p; r++) x -= L[p][r] * L[q][r];
      if (p == q) definite &= brn__lanes_less(brn__lanes_set(0), x);
      L[q][p] = p == q ? brn__lanes_sqrt(x) : x / L[p][p];
    }
  }
  return definite;
}

void BRN_LANE_NAME(brn__stiffness_project)(double (*K)[BRN_LANES]) {
  BrnMask definite = definite_lanes(K);
  if (!brn__mask_any(~definite)) return;
  BrnLanes A[81], V[81];
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      A[9 * p + q] = A[9 * q + p] = brn__lanes_load(K[BRN_STIFFNESS_AT(p, q)]);
    }
  }
  brn__jacobi_lanes(A, V, 9, SWEEPS);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      BrnLanes old = brn__lanes_load(K[BRN_STIFFNESS_AT(p, q)]), x = old;
      for (int e = 0; e < 9; e++) {
        x -= brn__lanes_min(A[10 * e], brn__lanes_set(0)) * (V[9 * p + e] * V[9 * q + e]);
      }
      brn__lanes_store(K[BRN_STIFFNESS_AT(p, q)], brn__lanes_select(definite, old, x));
    }
  }
}
