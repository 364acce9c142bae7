// SPDX-License-Identifier: Apache-2.0

#include "motion/rotation.h"

#include "core/core.h"
#include "core/vec.h"

// For an order i j k and e = 1 where i j k is a cyclic shift of x y z, else -1,
//
//   R = R_i(a) R_j(b) R_k(c)    has    R_ik = e sin b,
//   R_jk = -e sin a cos b,  R_kk = cos a cos b,  R_ij = -e cos b sin c,  R_ii = cos b cos c.

const int* brn__euler_axes(BrnEulerOrder order) {
  static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  BRN_ASSERT((int)order >= 0 && (int)order < 6);
  return axes[order];
}

void brn_rotation_from_euler(BrnEulerOrder order, const double angle[3], double out[4]) {
  const int* axis = brn__euler_axes(order);
  double product[4], next[4];
  brn__rotation_about(axis[0], angle[0], product);
  for (int n = 1; n < 3; n++) {
    brn__rotation_about(axis[n], angle[n], next);
    brn_rotation_multiply(product, next, product);
  }
  for (int k = 0; k < 4; k++) out[k] = product[k];
}

// with the middle angle at +-pi/2 (as good as) only a + c or a - c is known; `last` chooses c
static void extract(BrnEulerOrder order, const double q[4], double last, double out[3]) {
  const int* axis = brn__euler_axes(order);
  int i = axis[0], j = axis[1], k = axis[2];
  double e = (j - i + 3) % 3 == 1 ? 1 : -1, R[9];
  brn_rotation_to_matrix(q, R);
  double cosine = hypot(R[3 * i + i], R[3 * i + j]);
  out[1] = atan2(e * R[3 * i + k], cosine);
  if (cosine > 1e-8) {
    out[0] = atan2(-e * R[3 * j + k], R[3 * k + k]);
    out[2] = atan2(-e * R[3 * i + j], R[3 * i + i]);
    return;
  }
  double undo[4];
  brn__rotation_about(k, -last, undo);
  brn_rotation_multiply(q, undo, undo);
  brn_rotation_to_matrix(undo, R);
  out[0] = atan2(e * R[3 * k + j], R[3 * j + j]);
  out[2] = last;
}

void brn_rotation_to_euler(BrnEulerOrder order, const double q[4], double out[3]) {
  extract(order, q, 0, out);
}

double brn__angle_near(double angle, double hint) {
  const double turn = 2 * M_PI;
  return angle + turn * nearbyint((hint - angle) / turn);
}

// (a, b, c) and (a + pi, pi - b, c + pi) are the same rotation
void brn__rotation_to_euler_near(BrnEulerOrder order, const double q[4], const double hint[3],
                                 double out[3]) {
  double first[3];
  extract(order, q, hint[2], first);
  double second[3] = {first[0] + M_PI, M_PI - first[1], first[2] + M_PI};
  for (int n = 0; n < 3; n++) {
    first[n] = brn__angle_near(first[n], hint[n]);
    second[n] = brn__angle_near(second[n], hint[n]);
  }
  bool nearer = brn__distance3(second, hint) < brn__distance3(first, hint);
  brn__copy3(out, nearer ? second : first);
}
