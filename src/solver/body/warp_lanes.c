// SPDX-License-Identifier: Apache-2.0
//
// The way of a deformation gradient along a Newton step: its rate, seen from where it is, is split
// into a spin w and a stretching D, and the spin is made a rotation,
//
//   l = dF F^-1,   F(s) = exp(s skew(l)) (I + s sym(l)) F
//
// so that what should turn turns and does not grow. F'(0) = dF. Rotations and strains are treated
// apart like this in shape interpolation (Huang et al. 2011; Pan, Bao and Huang 2015). A tet that
// is nearly flat has no F^-1 to speak of and goes straight.

#include "solver/body/elements.h"

#include <math.h>

#define FLAT 1e-3
#define FAR 4 // square of the angle, up to which series will do

enum { DOUBLINGS = 3 };

typedef BrnLanes Matrix[9];

BRN_LANE_INLINE void load(Matrix to, const double (*from)[BRN_LANES]) {
  for (int p = 0; p < 9; p++) to[p] = brn__lanes_load(from[p]);
}

BRN_LANE_INLINE void multiply(Matrix out, const Matrix a, const Matrix b) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      BrnLanes sum = a[3 * i] * b[j];
      sum += a[3 * i + 1] * b[3 + j];
      sum += a[3 * i + 2] * b[6 + j];
      out[3 * i + j] = sum;
    }
  }
}

// transposed cofactors; returns the determinant
BRN_LANE_INLINE BrnLanes adjugate(Matrix out, const Matrix m) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      out[3 * j + i] = m[3 * a + c] * m[3 * b + d] - m[3 * a + d] * m[3 * b + c];
    }
  }
  return m[0] * out[0] + m[1] * out[3] + m[2] * out[6];
}

// a = sin t / t and b = (1 - cos t) / t^2 of the angle t. Up to a quarter of a turn or so by series
// of an eighth of it, which are then doubled: a(2t) = a (1 - t^2 b), b(2t) = a^2 / 2.
BRN_LANE_INLINE void by_series(BrnLanes square, BrnLanes* a, BrnLanes* b) {
  square *= 1.0 / (1 << (2 * DOUBLINGS));
  BrnLanes x = brn__lanes_set(1), y = brn__lanes_set(1);
  for (int k = 7; k >= 1; k--) {
    x = 1 - square * x * (1.0 / (2 * k * (2 * k + 1)));
    y = 1 - square * y * (1.0 / ((2 * k + 1) * (2 * k + 2)));
  }
  *a = x, *b = 0.5 * y;
  for (int i = 0; i < DOUBLINGS; i++, square *= 4) {
    BrnLanes once = *a;
    *a = once * (1 - square * *b);
    *b = 0.5 * once * once;
  }
}

BRN_LANE_INLINE void rodrigues(BrnLanes square, BrnLanes* a, BrnLanes* b) {
  by_series(square, a, b);
  for (int i = 0; i < BRN_LANES; i++) {
    if (!(square[i] > FAR)) continue;
    double angle = __builtin_sqrt(square[i]);
    (*a)[i] = sin(angle) / angle;
    (*b)[i] = (1 - cos(angle)) / square[i];
  }
}

// exp of the cross product with v
BRN_LANE_INLINE void rotation(const BrnLanes v[3], Matrix R) {
  BrnLanes square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], a, b;
  rodrigues(square, &a, &b);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    R[4 * i] = 1 - b * (square - v[i] * v[i]);
    R[3 * i + j] = b * v[i] * v[j] - a * v[k];
    R[3 * j + i] = b * v[i] * v[j] + a * v[k];
  }
}

void BRN_LANE_NAME(brn__batch_warp)(const double (*F)[BRN_LANES], const double (*dF)[BRN_LANES],
                                    double s, double (*T)[BRN_LANES]) {
  Matrix f, df, inverse, l, D, R, stretched, to;
  load(f, F);
  load(df, dF);
  // l = dF F^-1; a flat tet has none, and goes straight
  BrnLanes J = adjugate(inverse, f), flat = brn__lanes_set(FLAT);
  BrnMask solid = brn__lanes_at_most(flat, brn__lanes_abs(J));
  BrnLanes share = 1 / brn__lanes_select(solid, J, brn__lanes_set(1));
  multiply(l, df, inverse);
  for (int p = 0; p < 9; p++) l[p] *= share;
  // D = I + s sym(l), and the rotation of s skew(l)
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) D[3 * i + j] = (i == j) + 0.5 * s * (l[3 * i + j] + l[3 * j + i]);
  }
  BrnLanes spin[3] = {0.5 * s * (l[7] - l[5]), 0.5 * s * (l[2] - l[6]), 0.5 * s * (l[3] - l[1])};
  rotation(spin, R);
  multiply(stretched, D, f);
  multiply(to, R, stretched);
  for (int p = 0; p < 9; p++) {
    brn__lanes_store(T[p], brn__lanes_select(solid, to[p] - f[p], s * df[p]));
  }
}
