// SPDX-License-Identifier: Apache-2.0
//
// The stiffness of an isotropic term without its negative eigenvalues, in closed form (Smith, de
// Goes and Kim 2019). With F = U diag(s) V^T the nine eigenmatrices are
//
//   twist k   U Q V^T / sqrt 2, Q the skew matrix of axis k     (p_i + p_j) / (s_i + s_j)
//   flip k    the same with the symmetric matrix                (p_i - p_j) / (s_i - s_j)
//   stretch   U diag(e) V^T, e an eigenvector of the 3 x 3 matrix of second derivatives by s
//
// where p are the derivatives by s. For energies of sigma, I1, I2 and J the quotients divide out.

#pragma once

#include "material/invariant_lanes.h"
#include "material/jacobi_lanes.h"

// sums of d_a times (first or second) derivatives of the invariants by the singular values
BRN_LANE_INLINE void brn__stretch_hessian(const BrnInvariantLanes* k, const BrnDensityLanes* d,
                                          int uses, uint64_t pairs, BrnLanes H[9]) {
  const BrnLanes* s = k->s;
  BrnLanes slope[BRN_INVARIANTS][3];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, l = (i + 2) % 3;
    slope[BRN_SIGMA][i] = brn__lanes_set(1);
    slope[BRN_I1][i] = 2 * s[i];
    slope[BRN_I2][i] = 2 * s[i] * (s[j] * s[j] + s[l] * s[l]);
    slope[BRN_J][i] = s[j] * s[l];
  }
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      int l = 3 - i - j;
      BrnLanes h = brn__lanes_set(0);
      if (i == j && (uses & BRN_USE_I1)) h += 2 * d->d[BRN_I1];
      if (i == j && (uses & BRN_USE_I2)) {
        BrnLanes others = s[(i + 1) % 3] * s[(i + 1) % 3] + s[(i + 2) % 3] * s[(i + 2) % 3];
        h += 2 * d->d[BRN_I2] * others;
      }
      if (i != j && (uses & BRN_USE_I2)) h += 4 * d->d[BRN_I2] * (s[i] * s[j]);
      if (i != j && (uses & BRN_USE_J)) h += d->d[BRN_J] * s[l];
      for (int a = 0; a < BRN_I4; a++) {
        for (int b = 0; b < BRN_I4; b++) {
          if (!(pairs & brn__pair(a, b))) continue;
          h += d->dd[a < b ? a : b][a < b ? b : a] * (slope[a][i] * slope[b][j]);
        }
      }
      H[3 * i + j] = H[3 * j + i] = h;
    }
  }
}

// the eigenvalue of twist (sign 1) or flip (sign -1) about an axis
BRN_LANE_INLINE BrnLanes brn__shear_eigenvalue(const BrnInvariantLanes* k, const BrnDensityLanes* d,
                                               int uses, int axis, int sign) {
  const BrnLanes* s = k->s;
  BrnLanes l = s[axis], ij = s[(axis + 1) % 3] * s[(axis + 2) % 3], x = brn__lanes_set(0);
  if (uses & BRN_USE_I1) x += 2 * d->d[BRN_I1];
  if (uses & BRN_USE_I2) x += 2 * d->d[BRN_I2] * (l * l + sign * ij);
  if (uses & BRN_USE_J) x += sign * (d->d[BRN_J] * l);
  if ((uses & BRN_USE_SIGMA) && sign > 0) x += 2 * d->d[BRN_SIGMA] * brn__inverse_sum(k, axis);
  return x;
}

BRN_LANE_INLINE void brn__add_rank_one(BrnLanes K[BRN_STIFFNESS_SIZE], BrnLanes size,
                                       const BrnLanes e[9]) {
  for (int p = 0; p < 9; p++) {
    BrnLanes x = size * e[p];
    for (int q = p; q < 9; q++) K[BRN_STIFFNESS_AT(p, q)] += x * e[q];
  }
}

BRN_LANE_INLINE BrnLanes brn__not_negative(BrnLanes x) {
  return brn__lanes_max(x, brn__lanes_set(0));
}

BRN_LANE_INLINE void brn__add_stretches(const BrnInvariantLanes* k, BrnLanes H[9],
                                        BrnLanes K[BRN_STIFFNESS_SIZE]) {
  enum { SWEEPS = 10 };
  BrnLanes E[9], e[9];
  brn__jacobi_lanes(H, E, 3, SWEEPS);
  for (int m = 0; m < 3; m++) {
    for (int p = 0; p < 9; p++) {
      const BrnLanes *u = k->U + 3 * (p / 3), *v = k->V + 3 * (p % 3);
      e[p] = E[m] * u[0] * v[0] + E[3 + m] * u[1] * v[1] + E[6 + m] * u[2] * v[2];
    }
    brn__add_rank_one(K, brn__not_negative(H[4 * m]), e);
  }
}

BRN_LANE_INLINE void brn__add_shears(const BrnInvariantLanes* k, const BrnDensityLanes* d, int uses,
                                     BrnLanes K[BRN_STIFFNESS_SIZE]) {
  for (int axis = 0; axis < 3; axis++) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    for (int sign = -1; sign <= 1; sign += 2) {
      BrnLanes e[9];
      for (int p = 0; p < 9; p++) {
        const BrnLanes *u = k->U + 3 * (p / 3), *v = k->V + 3 * (p % 3);
        e[p] = u[j] * v[i] - sign * (u[i] * v[j]);
      }
      BrnLanes size = 0.5 * brn__not_negative(brn__shear_eigenvalue(k, d, uses, axis, sign));
      brn__add_rank_one(K, size, e);
    }
  }
}

/// As brn__put_density() with BRN_WANT_DEFINITE; the strain must have singular values.
BRN_LANE_INLINE void brn__put_definite(const BrnInvariantLanes* k, BrnDensityLanes* d, int uses,
                                       uint64_t pairs, BrnMaterialOut* out) {
  BrnLanes H[9], K[BRN_STIFFNESS_SIZE];
  for (int p = 0; p < BRN_STIFFNESS_SIZE; p++) K[p] = brn__lanes_set(0);
  brn__put_density(k, d, uses, pairs, BRN_WANT_STRESS, false, out);
  brn__stretch_hessian(k, d, uses, pairs, H);
  brn__add_stretches(k, H, K);
  brn__add_shears(k, d, uses, K);
  for (int p = 0; p < BRN_STIFFNESS_SIZE; p++) brn__lanes_store(out->stiffness[p], K[p]);
}
