// SPDX-License-Identifier: Apache-2.0

#include "core/svd.h"

#include "core/vec.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// 1. Scale F by a power of two, so that squares neither overflow nor vanish.
// 2. Four sweeps of Jacobi rotations on G = F^T F, collected in a quaternion q: after them V(q)
//    nearly diagonalizes G. This is the cheap part: ten numbers, one division a rotation.
// 3. B = F V. Columns of B that are not orthogonal enough (G knows nothing about singular values
//    below 1e-8 of the largest, and a few matrices want a fifth sweep) are rotated one-sidedly,
//    after Hestenes, until they are.
// 4. Sort the columns by length, and read U and s off them.
//
// The quaternion and the idea of inexact rotations are from A. McAdams, A. Selle, R. Tamstorf,
// J. Teran, E. Sifakis. Computing the singular value decomposition of 3 x 3 matrices with minimal
// branching and elementary floating point operations. 2011. A rotation is given by the tangent h of
// half its angle: c = (1 - h^2) / (1 + h^2) and s = 2 h / (1 + h^2) are a rotation for any h, so h
// may be inexact. Theirs is right for small angles and overshoots for others; ours is a rational
// fit that leaves at most 1.9% of any off-diagonal entry, and a third-order error where it is
// small.
//
// svd_lanes.h does the same operations in the same order: svd_steps.h has those that read alike,
// and what else is changed is changed in both.

#define REAL double
#define STEP(name) name
#define STEP_INLINE static inline
#define ABS fabs
#define COPYSIGN copysign
#include "core/svd_steps.h"

// 2^-e and 2^e such that the sum of all entries of 2^-e F is between 16 and 64
static void scale_of(const double F[9], double* down, double* up) {
  double sum = 0;
  for (int i = 0; i < 9; i++) sum += fabs(F[i]) * 0x1p-5;
  int64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  bits = (bits | INT64_C(1) << 52) & INT64_C(0x7ff) << 52; // an odd exponent is never the lowest
  memcpy(up, &bits, sizeof bits);
  bits = (INT64_C(2046) << 52) - bits;
  memcpy(down, &bits, sizeof bits);
}

// (x, y) <- (c x + s y, c y - s x)
static void turn_columns(double x[3], double y[3], double c, double s) {
  for (int i = 0; i < 3; i++) {
    double xi = x[i], yi = y[i];
    x[i] = c * xi + s * yi;
    y[i] = c * yi - s * xi;
  }
}

// Makes columns p and q orthogonal, unless they are.
static bool settle_pair(double b[3][3], double v[3][3], int p, int q, double size) {
  double np = brn__dot3(b[p], b[p]), nq = brn__dot3(b[q], b[q]), d = brn__dot3(b[p], b[q]);
  if (!(BRN_SVD_SETTLED * size * (np + nq) < d * d)) return false;
  double h = half_tangent(np - nq, d), hh = h * h, n = 1 / (1 + hh);
  double c = (1 - hh) * n, s = (h + h) * n;
  turn_columns(b[p], b[q], c, s);
  turn_columns(v[p], v[q], c, s);
  return true;
}

static void settle(double b[3][3], double v[3][3]) {
  double size = brn__dot3(b[0], b[0]) + brn__dot3(b[1], b[1]) + brn__dot3(b[2], b[2]);
  for (int sweep = 0; sweep < BRN_SVD_SETTLE_SWEEPS; sweep++) {
    bool turned = settle_pair(b, v, 0, 1, size);
    turned |= settle_pair(b, v, 0, 2, size);
    turned |= settle_pair(b, v, 1, 2, size);
    if (!turned) return;
  }
}

// (x, y) <- (y, -x)
static void swap_columns(double x[3], double y[3]) {
  for (int i = 0; i < 3; i++) {
    double xi = x[i];
    x[i] = y[i];
    y[i] = -xi;
  }
}

// Puts the longer of columns p and q first; n is their squared lengths.
static void sort_pair(double b[3][3], double v[3][3], double n[3], int p, int q) {
  if (!(n[p] < n[q])) return;
  swap_columns(b[p], b[q]);
  swap_columns(v[p], v[q]);
  double np = n[p];
  n[p] = n[q], n[q] = np;
}

static double sort_columns(double b[3][3], double v[3][3]) {
  double n[3];
  for (int i = 0; i < 3; i++) n[i] = brn__dot3(b[i], b[i]);
  sort_pair(b, v, n, 0, 1);
  sort_pair(b, v, n, 1, 2);
  sort_pair(b, v, n, 0, 1);
  return n[0];
}

// Some unit vector y perpendicular to the unit vector x. T. Duff and others. Building an
// orthonormal basis, revisited. 2017
static void perpendicular(const double x[3], double y[3]) {
  double sign = copysign(1, x[0]), a = -1 / (sign + x[0]);
  y[0] = -(sign * x[1]);
  y[1] = 1 + sign * (x[1] * x[1] * a);
  y[2] = sign * (x[1] * x[2] * a);
}

// u and s of sorted, orthogonal columns b: the first two by normalizing, the third by a cross
// product, so that u is a rotation and the sign of the determinant falls to s2
static void read_columns(const double b[3][3], double n0, double u[3][3], double s[3]) {
  double inverse = 1 / sqrt(n0 + BRN_SVD_TINY), rest[3], left[3];
  brn__scale3(u[0], inverse, b[0]);
  s[0] = n0 * inverse;

  // what of b1 is perpendicular to u0; once is not enough when that is little
  brn__axpy3(rest, b[1], -brn__dot3(u[0], b[1]), u[0]);
  brn__axpy3(left, rest, -brn__dot3(u[0], rest), u[0]);
  double before = brn__dot3(rest, rest), n1 = brn__dot3(left, left);
  inverse = 1 / sqrt(n1 + BRN_SVD_TINY);
  brn__scale3(u[1], inverse, left);
  s[1] = n1 * inverse;
  if (!(BRN_SVD_NOISE * before + BRN_SVD_ZERO < n1)) {
    if (n0 < BRN_SVD_ZERO) u[0][0] = 1;
    perpendicular(u[0], u[1]);
    s[1] = 0;
  }

  // rounding must not disturb the order
  brn__cross3(u[2], u[0], u[1]);
  s[2] = brn__dot3(u[2], b[2]);
  s[1] = s[1] < s[0] ? s[1] : s[0];
  double size = fabs(s[2]);
  s[2] = copysign(size < s[1] ? size : s[1], s[2]);
}

void brn__svd3(const double F[9], double U[9], double s[3], double V[9]) {
  double A[9], down, up;
  scale_of(F, &down, &up);
  for (int i = 0; i < 9; i++) A[i] = F[i] * down;

  Gram G;
  gram(A, &G);
  double q[4] = {1, 0, 0, 0}, b[3][3], v[3][3], u[3][3];
  for (int sweep = 0; sweep < BRN_SVD_SWEEPS; sweep++) {
    for (int r = 0; r < 3; r++) rotate_gram(&G, q, r);
  }

  columns(q, v);
  for (int j = 0; j < 3; j++) brn__mul3(b[j], A, v[j]);
  settle(b, v);
  double n0 = sort_columns(b, v);
  read_columns(b, n0, u, s);

  brn__transpose3(U, u[0]);
  brn__transpose3(V, v[0]);
  for (int i = 0; i < 3; i++) s[i] *= up;
}

void brn__polar3(const double F[9], double R[9], double S[9]) {
  double U[9], s[3], V[9], scaled[9];
  brn__svd3(F, U, s, V);
  brn__mul33_transposed(R, U, V);
  for (int i = 0; i < 9; i++) scaled[i] = V[i] * s[i % 3];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j <= i; j++) S[3 * i + j] = S[3 * j + i] = brn__dot3(scaled + 3 * i, V + 3 * j);
  }
}
