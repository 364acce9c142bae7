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

#include "solver/newton/elements.h"

#include "core/vec.h"

#include <math.h>

#define FLAT 1e-3

// exp of the cross product with s w (Rodrigues)
static void rotation(const double w[3], double s, double R[9]) {
  double v[3] = {s * w[0], s * w[1], s * w[2]}, angle2 = brn__dot3(v, v), angle = sqrt(angle2);
  double a = angle < 1e-4 ? 1 - angle2 / 6 : sin(angle) / angle;
  double b = angle < 1e-4 ? 0.5 - angle2 / 24 : (1 - cos(angle)) / angle2;
  double K[9] = {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      double square = v[i] * v[j] - (i == j ? angle2 : 0);
      R[3 * i + j] = (i == j) + a * K[3 * i + j] + b * square;
    }
  }
}

static void warp(const double F[9], const double dF[9], double s, double T[9]) {
  double inverse[9], l[9], R[9], stretched[9], to[9];
  if (!(fabs(brn__inverse3(inverse, F)) >= FLAT)) {
    for (int p = 0; p < 9; p++) T[p] = s * dF[p];
    return;
  }
  brn__mul33(l, dF, inverse);
  double w[3] = {(l[7] - l[5]) / 2, (l[2] - l[6]) / 2, (l[3] - l[1]) / 2}, D[9];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      D[3 * i + j] = (i == j) + s * (l[3 * i + j] + l[3 * j + i]) / 2;
    }
  }
  rotation(w, s, R);
  brn__mul33(stretched, D, F);
  brn__mul33(to, R, stretched);
  for (int p = 0; p < 9; p++) T[p] = to[p] - F[p];
}

void brn__batch_warp(const double (*F)[BRN_LANES], const double (*dF)[BRN_LANES], double s,
                     double (*T)[BRN_LANES]) {
  for (int i = 0; i < BRN_LANES; i++) {
    double f[9], df[9], t[9];
    for (int p = 0; p < 9; p++) f[p] = F[p][i], df[p] = dF[p][i];
    warp(f, df, s, t);
    for (int p = 0; p < 9; p++) T[p][i] = t[p];
  }
}
