// SPDX-License-Identifier: Apache-2.0
//
// The twin of svd.c on lanes: eight matrices at once, the same operations in the same order, hence
// the same bits. The method is explained there. Branches are taken only when some lane asks for
// what is rare: columns that need settling, ranks below two.

#pragma once

#include "core/lanes.h"
#include "core/svd.h"

#define REAL BrnLanes
#define STEP(name) brn__svd_##name##_lanes
#define STEP_INLINE BRN_LANE_INLINE
#define ABS brn__lanes_abs
#define COPYSIGN brn__lanes_copysign
#include "core/svd_steps.h"

BRN_LANE_INLINE BrnLanes brn__dot3_lanes(const BrnLanes* a, const BrnLanes* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

BRN_LANE_INLINE void brn__svd_scale_lanes(const BrnLanes F[9], BrnLanes* down, BrnLanes* up) {
  BrnLanes sum = brn__lanes_set(0);
  for (int i = 0; i < 9; i++) sum += brn__lanes_abs(F[i]) * 0x1p-5;
  BrnMask bits = ((BrnMask)sum | INT64_C(1) << 52) & INT64_C(0x7ff) << 52;
  *up = (BrnLanes)bits;
  *down = (BrnLanes)((INT64_C(2046) << 52) - bits);
}

BRN_LANE_INLINE void brn__svd_turn_lanes(BrnLanes x[3], BrnLanes y[3], BrnLanes c, BrnLanes s,
                                         BrnMask which) {
  for (int i = 0; i < 3; i++) {
    BrnLanes xi = x[i], yi = y[i];
    x[i] = brn__lanes_select(which, c * xi + s * yi, xi);
    y[i] = brn__lanes_select(which, c * yi - s * xi, yi);
  }
}

BRN_LANE_INLINE BrnMask brn__svd_unsettled_lanes(BrnLanes np, BrnLanes nq, BrnLanes d,
                                                 BrnLanes size) {
  return brn__lanes_less(BRN_SVD_SETTLED * size * (np + nq), d * d);
}

BRN_LANE_INLINE BrnMask brn__svd_settle_pair_lanes(BrnLanes b[3][3], BrnLanes v[3][3], int p, int q,
                                                   BrnLanes size) {
  BrnLanes np = brn__dot3_lanes(b[p], b[p]), nq = brn__dot3_lanes(b[q], b[q]);
  BrnLanes d = brn__dot3_lanes(b[p], b[q]);
  BrnMask which = brn__svd_unsettled_lanes(np, nq, d, size);
  BrnLanes h = brn__svd_half_tangent_lanes(np - nq, d), hh = h * h, n = 1 / (1 + hh);
  BrnLanes c = (1 - hh) * n, s = (h + h) * n;
  brn__svd_turn_lanes(b[p], b[q], c, s, which);
  brn__svd_turn_lanes(v[p], v[q], c, s, which);
  return which;
}

BRN_LANE_INLINE void brn__svd_settle_lanes(BrnLanes b[3][3], BrnLanes v[3][3]) {
  BrnLanes n0 = brn__dot3_lanes(b[0], b[0]), n1 = brn__dot3_lanes(b[1], b[1]);
  BrnLanes n2 = brn__dot3_lanes(b[2], b[2]), size = n0 + n1 + n2;
  BrnMask turned = brn__svd_unsettled_lanes(n0, n1, brn__dot3_lanes(b[0], b[1]), size) |
                   brn__svd_unsettled_lanes(n0, n2, brn__dot3_lanes(b[0], b[2]), size) |
                   brn__svd_unsettled_lanes(n1, n2, brn__dot3_lanes(b[1], b[2]), size);
  for (int sweep = 0; sweep < BRN_SVD_SETTLE_SWEEPS && brn__mask_any(turned); sweep++) {
    turned = brn__svd_settle_pair_lanes(b, v, 0, 1, size);
    turned |= brn__svd_settle_pair_lanes(b, v, 0, 2, size);
    turned |= brn__svd_settle_pair_lanes(b, v, 1, 2, size);
  }
}

BRN_LANE_INLINE void brn__svd_swap_lanes(BrnLanes x[3], BrnLanes y[3], BrnMask which) {
  for (int i = 0; i < 3; i++) {
    BrnLanes xi = x[i], yi = y[i];
    x[i] = brn__lanes_select(which, yi, xi);
    y[i] = brn__lanes_select(which, -xi, yi);
  }
}

BRN_LANE_INLINE void brn__svd_sort_pair_lanes(BrnLanes b[3][3], BrnLanes v[3][3], BrnLanes n[3],
                                              int p, int q) {
  BrnLanes np = n[p], nq = n[q];
  BrnMask which = brn__lanes_less(np, nq);
  brn__svd_swap_lanes(b[p], b[q], which);
  brn__svd_swap_lanes(v[p], v[q], which);
  n[p] = brn__lanes_select(which, nq, np);
  n[q] = brn__lanes_select(which, np, nq);
}

BRN_LANE_INLINE BrnLanes brn__svd_sort_lanes(BrnLanes b[3][3], BrnLanes v[3][3]) {
  BrnLanes n[3];
  for (int i = 0; i < 3; i++) n[i] = brn__dot3_lanes(b[i], b[i]);
  brn__svd_sort_pair_lanes(b, v, n, 0, 1);
  brn__svd_sort_pair_lanes(b, v, n, 1, 2);
  brn__svd_sort_pair_lanes(b, v, n, 0, 1);
  return n[0];
}

// lanes whose second column is noise: any perpendicular u1, and s1 = 0
BRN_LANE_INLINE void brn__svd_complete_lanes(BrnLanes u[3][3], BrnLanes s[3], BrnLanes n0,
                                             BrnMask noise) {
  BrnLanes one = brn__lanes_set(1), zero = brn__lanes_set(0);
  BrnMask empty = noise & brn__lanes_less(n0, brn__lanes_set(BRN_SVD_ZERO));
  u[0][0] = brn__lanes_select(empty, one, u[0][0]);
  BrnLanes x = u[0][0], y = u[0][1], z = u[0][2];
  BrnLanes sign = brn__lanes_copysign(one, x), a = -1 / (sign + x);
  u[1][0] = brn__lanes_select(noise, -(sign * y), u[1][0]);
  u[1][1] = brn__lanes_select(noise, 1 + sign * (y * y * a), u[1][1]);
  u[1][2] = brn__lanes_select(noise, sign * (y * z * a), u[1][2]);
  s[1] = brn__lanes_select(noise, zero, s[1]);
}

BRN_LANE_INLINE void brn__svd_read_lanes(BrnLanes b[3][3], BrnLanes n0, BrnLanes u[3][3],
                                         BrnLanes s[3]) {
  BrnLanes inverse = 1 / brn__lanes_sqrt(n0 + BRN_SVD_TINY), rest[3], left[3];
  for (int i = 0; i < 3; i++) u[0][i] = inverse * b[0][i];
  s[0] = n0 * inverse;

  BrnLanes along = -brn__dot3_lanes(u[0], b[1]);
  for (int i = 0; i < 3; i++) rest[i] = b[1][i] + along * u[0][i];
  along = -brn__dot3_lanes(u[0], rest);
  for (int i = 0; i < 3; i++) left[i] = rest[i] + along * u[0][i];
  BrnLanes before = brn__dot3_lanes(rest, rest), n1 = brn__dot3_lanes(left, left);
  inverse = 1 / brn__lanes_sqrt(n1 + BRN_SVD_TINY);
  for (int i = 0; i < 3; i++) u[1][i] = inverse * left[i];
  s[1] = n1 * inverse;
  BrnMask noise = ~brn__lanes_less(BRN_SVD_NOISE * before + BRN_SVD_ZERO, n1);
  if (brn__mask_any(noise)) brn__svd_complete_lanes(u, s, n0, noise);

  u[2][0] = u[0][1] * u[1][2] - u[0][2] * u[1][1];
  u[2][1] = u[0][2] * u[1][0] - u[0][0] * u[1][2];
  u[2][2] = u[0][0] * u[1][1] - u[0][1] * u[1][0];
  s[2] = brn__dot3_lanes(u[2], b[2]);
  s[1] = brn__lanes_min(s[1], s[0]);
  s[2] = brn__lanes_copysign(brn__lanes_min(brn__lanes_abs(s[2]), s[1]), s[2]);
}

// A decomposition on its way
typedef struct BrnSvdLanes {
  BrnLanes A[9], up, q[4]; // F = up A
  brn__svd_Gram_lanes G;
} BrnSvdLanes;

BRN_LANE_INLINE void brn__svd_begin_lanes(BrnSvdLanes* svd, const BrnLanes F[9]) {
  BrnLanes down;
  brn__svd_scale_lanes(F, &down, &svd->up);
  for (int i = 0; i < 9; i++) svd->A[i] = F[i] * down;
  brn__svd_gram_lanes(svd->A, &svd->G);
  for (int i = 0; i < 4; i++) svd->q[i] = brn__lanes_set(i == 0);
}

BRN_LANE_INLINE void brn__svd_end_lanes(const BrnSvdLanes* svd, BrnLanes U[9], BrnLanes s[3],
                                        BrnLanes V[9]) {
  BrnLanes b[3][3], v[3][3], u[3][3];
  brn__svd_columns_lanes(svd->q, v);
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < 3; i++) b[j][i] = brn__dot3_lanes(svd->A + 3 * i, v[j]);
  }
  brn__svd_settle_lanes(b, v);
  BrnLanes n0 = brn__svd_sort_lanes(b, v);
  brn__svd_read_lanes(b, n0, u, s);
  for (int i = 0; i < 9; i++) {
    U[i] = u[i % 3][i / 3];
    V[i] = v[i % 3][i / 3];
  }
  for (int i = 0; i < 3; i++) s[i] *= svd->up;
}

/// F = U diag(s) V^T in each lane; matrices row-major, one entry after the other.
BRN_LANE_INLINE void brn__svd3_lanes(const BrnLanes F[9], BrnLanes U[9], BrnLanes s[3],
                                     BrnLanes V[9]) {
  BrnSvdLanes svd;
  brn__svd_begin_lanes(&svd, F);
  for (int sweep = 0; sweep < BRN_SVD_SWEEPS; sweep++) {
    for (int r = 0; r < 3; r++) brn__svd_rotate_gram_lanes(&svd.G, svd.q, r);
  }
  brn__svd_end_lanes(&svd, U, s, V);
}
