// SPDX-License-Identifier: Apache-2.0
//
// Unit quaternions w x y z: products, exponential and logarithm, matrices, and the way between two.

#include "motion/rotation.h"

#include "core/core.h"
#include "core/vec.h"

#include <string.h>

// Below this angle the series of the coefficients is exact to the last bit but one, and the closed
// forms begin to lose digits to cancellation.
#define SMALL_ANGLE 1e-3

void brn_rotation_multiply(const double a[4], const double b[4], double out[4]) {
  double w = a[0] * b[0] - brn__dot3(a + 1, b + 1);
  double cross[3];
  brn__cross3(cross, a + 1, b + 1);
  for (int k = 0; k < 3; k++) cross[k] += a[0] * b[k + 1] + b[0] * a[k + 1];
  out[0] = w;
  brn__copy3(out + 1, cross);
}

void brn_rotation_invert(const double q[4], double out[4]) {
  out[0] = q[0];
  brn__scale3(out + 1, -1, q + 1);
}

// x + 2 v x (v x x + w x), with q = (w, v)
void brn_rotation_apply(const double q[4], const double point[3], double out[3]) {
  double inner[3], outer[3];
  brn__cross3(inner, q + 1, point);
  brn__axpy3(inner, inner, q[0], point);
  brn__cross3(outer, q + 1, inner);
  brn__axpy3(out, point, 2, outer);
}

void brn_rotation_exp(const double vector[3], double out[4]) {
  double angle = brn__norm3(vector), half = angle / 2;
  double share = angle > SMALL_ANGLE ? sin(half) / angle : 0.5 - angle * angle / 48;
  out[0] = cos(half);
  brn__scale3(out + 1, share, vector);
}

void brn_rotation_log(const double q[4], double out[3]) {
  double sine = brn__norm3(q + 1), sign = q[0] < 0 ? -1 : 1;
  double share = sine > 0 ? 2 * atan2(sine, fabs(q[0])) / sine : 2;
  brn__scale3(out, sign * share, q + 1);
}

double brn_rotation_about(const double q[4], const double axis[3]) {
  static const double pi = 3.14159265358979323846;
  double angle = 2 * atan2(brn__dot3(q + 1, axis), q[0]);
  if (angle > pi) angle -= 2 * pi;
  if (angle <= -pi) angle += 2 * pi;
  return angle;
}

void brn_rotation_from_axis_angle(const double axis[3], double angle, double out[4]) {
  double length = brn__norm3(axis);
  BRN_ASSERT(length > 0);
  out[0] = cos(angle / 2);
  brn__scale3(out + 1, sin(angle / 2) / length, axis);
}

void brn__rotation_about(int axis, double angle, double out[4]) {
  memset(out, 0, 4 * sizeof *out);
  out[0] = cos(angle / 2);
  out[1 + axis] = sin(angle / 2);
}

// ---------------------------------------------------------------------------------------- matrices

void brn_rotation_to_matrix(const double q[4], double out[9]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double matrix[9] = {
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
      2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
      2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y),
  };
  memcpy(out, matrix, sizeof matrix);
}

// The four squares 4 q_i^2 stand on the diagonal; dividing by the largest is safe (Shepperd 1978).
void brn_rotation_from_matrix(const double m[9], double out[4]) {
  double trace = m[0] + m[4] + m[8];
  double square[4] = {1 + trace, 1 + 2 * m[0] - trace, 1 + 2 * m[4] - trace, 1 + 2 * m[8] - trace};
  double product[4][4] = {
      {square[0], m[7] - m[5], m[2] - m[6], m[3] - m[1]},
      {m[7] - m[5], square[1], m[1] + m[3], m[2] + m[6]},
      {m[2] - m[6], m[1] + m[3], square[2], m[5] + m[7]},
      {m[3] - m[1], m[2] + m[6], m[5] + m[7], square[3]},
  };
  int best = 0;
  for (int i = 1; i < 4; i++) {
    if (square[i] > square[best]) best = i;
  }
  double norm = 0;
  for (int i = 0; i < 4; i++) norm += product[best][i] * product[best][i];
  for (int i = 0; i < 4; i++) out[i] = product[best][i] / sqrt(norm);
}

// --------------------------------------------------------------------------------------- in motion

void brn_rotation_slerp(const double a[4], const double b[4], double s, double out[4]) {
  double between[4], vector[3];
  brn_rotation_invert(a, between);
  brn_rotation_multiply(between, b, between);
  brn_rotation_log(between, vector);
  brn__scale3(vector, s, vector);
  brn_rotation_exp(vector, between);
  brn_rotation_multiply(a, between, out);
}

// x + a h x x + b h x (h x x)
static void expand(const double* h, const double* x, double a, double b, double* out) {
  double once[3], twice[3], sum[3];
  brn__cross3(once, h, x);
  brn__cross3(twice, h, once);
  brn__axpy3(sum, x, a, once);
  brn__axpy3(out, sum, b, twice);
}

void brn__rotation_rate(const double h[3], const double x[3], double out[3]) {
  double t = brn__norm3(h), t2 = t * t;
  bool small = t < SMALL_ANGLE;
  double chord = small ? 1 - t2 / 24 : sin(t / 2) / (t / 2);
  double b = small ? 1.0 / 6 - t2 / 120 : (t - sin(t)) / (t2 * t);
  expand(h, x, -0.5 * chord * chord, b, out); // -(1 - cos t) / t^2
}

void brn__rotation_rate_inverse(const double h[3], const double x[3], double out[3]) {
  double t = brn__norm3(h), t2 = t * t;
  double b = t < SMALL_ANGLE ? 1.0 / 12 + t2 / 720 : (1 - t / (2 * tan(t / 2))) / t2;
  expand(h, x, 0.5, b, out);
}
