// SPDX-License-Identifier: Apache-2.0

#include "core/svd.h"

#include "core/vec.h"

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
// svd_lanes.h does the same operations in the same order: change both.

// G, or any multiple of it: diagonal, and off[r] in row p, column q where (p, q, r) is cyclic
typedef struct Gram {
  double diagonal[3], off[3];
} Gram;

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

static Gram gram_of(const double A[9]) {
  Gram G;
  for (int r = 0; r < 3; r++) {
    int p = (r + 1) % 3, q = (r + 2) % 3;
    G.diagonal[r] = A[r] * A[r] + A[3 + r] * A[3 + r] + A[6 + r] * A[6 + r];
    G.off[r] = A[p] * A[q] + A[3 + p] * A[3 + q] + A[6 + p] * A[6 + q];
  }
  return G;
}

// h for the symmetric 2 x 2 matrix with difference x of its diagonal and off-diagonal entry z
static double half_tangent(double x, double z) {
  double ax = fabs(x), w = ax + BRN_SVD_FIT_A * fabs(z);
  return z * copysign(w, x) / (2 * (ax * w) + BRN_SVD_FIT_B * (z * z) + BRN_SVD_TINY);
}

// G <- n^2 R^T G R and q <- q r, where r = 1 + h e_r turns p towards q, and n = |r|^2. Leaving n in
// is harmless, as only ratios are used, and saves a division.
static void rotate_gram(Gram* G, double q4[4], int r) {
  int p = (r + 1) % 3, q = (r + 2) % 3;
  double pp = G->diagonal[p], qq = G->diagonal[q], pq = G->off[r];
  double pr = G->off[q], qr = G->off[p], x = pp - qq;
  double h = half_tangent(x, pq), hh = h * h;
  double c = 1 - hh, s = h + h, n = 1 + hh;
  double cc = c * c, ss = s * s, cs = c * s, cn = c * n, sn = s * n, turn = (cs + cs) * pq;
  G->diagonal[p] = cc * pp + ss * qq + turn;
  G->diagonal[q] = ss * pp + cc * qq - turn;
  G->diagonal[r] *= n * n;
  G->off[r] = (cc - ss) * pq - cs * x;
  G->off[q] = cn * pr + sn * qr;
  G->off[p] = cn * qr - sn * pr;
  double* v = q4 + 1;
  double w = q4[0], vp = v[p], vq = v[q], vr = v[r];
  q4[0] = w - h * vr;
  v[p] = vp + h * vq;
  v[q] = vq - h * vp;
  v[r] = vr + h * w;
}

// columns v[0..2] of the rotation of a quaternion of any length
static void columns_of_quaternion(const double q[4], double v[3][3]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double two = 2 / (w * w + x * x + y * y + z * z);
  double x2 = x * two, y2 = y * two, z2 = z * two;
  double xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, yz = y * z2, zx = z * x2;
  double wx = w * x2, wy = w * y2, wz = w * z2;
  v[0][0] = 1 - (yy + zz), v[1][0] = xy - wz, v[2][0] = zx + wy;
  v[0][1] = xy + wz, v[1][1] = 1 - (xx + zz), v[2][1] = yz - wx;
  v[0][2] = zx - wy, v[1][2] = yz + wx, v[2][2] = 1 - (xx + yy);
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

  Gram G = gram_of(A);
  double q[4] = {1, 0, 0, 0}, b[3][3], v[3][3], u[3][3];
  for (int sweep = 0; sweep < BRN_SVD_SWEEPS; sweep++) {
    for (int r = 0; r < 3; r++) rotate_gram(&G, q, r);
  }

  columns_of_quaternion(q, v);
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
