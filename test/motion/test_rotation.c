// SPDX-License-Identifier: Apache-2.0

#include "motion/rotation.h"

#include "motion_test.h"

static void random_rotation(TestRandom* random, double* q) {
  double v[3];
  for (int k = 0; k < 3; k++) v[k] = test_random(random, -2, 2);
  brn_rotation_exp(v, q);
}

static void quarter_turns_go_round_by_the_right_hand(void** state) {
  (void)state;
  for (int axis = 0; axis < 3; axis++) {
    double q[4], unit[3] = {0}, next[3] = {0}, out[3];
    unit[(axis + 1) % 3] = 1;
    next[(axis + 2) % 3] = 1;
    brn__rotation_about(axis, M_PI / 2, q);
    brn_rotation_apply(q, unit, out);
    drive_near(out, next, 3, 1e-15);
    double direction[3] = {0}, again[4];
    direction[axis] = 7;
    brn_rotation_from_axis_angle(direction, M_PI / 2, again);
    drive_near(q, again, 4, 1e-15);
  }
}

static void product_is_that_of_the_matrices(void** state) {
  (void)state;
  TestRandom random = {1};
  for (int i = 0; i < 200; i++) {
    double a[4], b[4], ab[4], A[9], B[9], AB[9], expected[9], x[3] = {1, -2, 0.5}, y[3], z[3];
    random_rotation(&random, a);
    random_rotation(&random, b);
    brn_rotation_multiply(a, b, ab);
    brn_rotation_to_matrix(a, A);
    brn_rotation_to_matrix(b, B);
    brn_rotation_to_matrix(ab, AB);
    brn__mul33(expected, A, B);
    drive_near(AB, expected, 9, 1e-14);
    brn__mul3(y, A, x);
    brn_rotation_apply(a, x, z);
    drive_near(y, z, 3, 1e-14);
    brn_rotation_invert(a, b);
    brn_rotation_apply(b, z, z);
    drive_near(z, x, 3, 1e-14);
    ENSURE_NEAR(brn__det3(A), 1, 1e-14);
  }
}

// each of the four ways through the matrix is taken
static void matrix_goes_back_to_the_quaternion(void** state) {
  (void)state;
  TestRandom random = {2};
  for (int i = 0; i < 400; i++) {
    double q[4], m[9], back[4];
    random_rotation(&random, q);
    if (i < 4) {
      for (int k = 0; k < 4; k++) q[k] = k == i; // half turns
    }
    brn_rotation_to_matrix(q, m);
    brn_rotation_from_matrix(m, back);
    double sign = q[0] * back[0] + brn__dot3(q + 1, back + 1) < 0 ? -1 : 1;
    for (int k = 0; k < 4; k++) ENSURE_NEAR(sign * back[k], q[k], 1e-14);
  }
}

static void log_undoes_exp_down_to_nothing(void** state) {
  (void)state;
  const double angle[] = {0, 1e-300, 1e-9, 9.99e-4, 1.001e-3, 0.5, 3, 3.141592};
  for (size_t i = 0; i < sizeof angle / sizeof *angle; i++) {
    double v[3] = {2.0 / 3, -1.0 / 3, 2.0 / 3}, q[4], back[3];
    brn__scale3(v, angle[i], v);
    brn_rotation_exp(v, q);
    ENSURE_NEAR(q[0] * q[0] + brn__dot3(q + 1, q + 1), 1, 1e-15);
    brn_rotation_log(q, back);
    drive_near(back, v, 3, 4e-16 * (1 + angle[i]));
    for (int k = 0; k < 4; k++) q[k] = -q[k]; // the same rotation
    brn_rotation_log(q, back);
    drive_near(back, v, 3, 4e-16 * (1 + angle[i]));
  }
}

static double angle_between(const double* a, const double* b) {
  double inverse[4], v[3];
  brn_rotation_invert(a, inverse);
  brn_rotation_multiply(inverse, b, inverse);
  brn_rotation_log(inverse, v);
  return brn__norm3(v);
}

static void slerp_turns_at_constant_speed_the_short_way(void** state) {
  (void)state;
  TestRandom random = {3};
  for (int i = 0; i < 50; i++) {
    double a[4], b[4], last[4], next[4];
    random_rotation(&random, a);
    random_rotation(&random, b);
    if (i % 2) {
      for (int k = 0; k < 4; k++) b[k] = -b[k];
    }
    double whole = angle_between(a, b);
    ENSURE(whole <= M_PI);
    memcpy(last, a, sizeof last);
    for (int n = 1; n <= 10; n++) {
      brn_rotation_slerp(a, b, n / 10.0, next);
      ENSURE_NEAR(angle_between(last, next), whole / 10, 1e-14);
      memcpy(last, next, sizeof last);
    }
    ENSURE_NEAR(angle_between(next, b), 0, 1e-14);
  }
  double quarter[4], none[4] = {1, 0, 0, 0}, expected[4], half[4];
  brn__rotation_about(2, M_PI / 2, quarter);
  brn__rotation_about(2, M_PI / 4, expected);
  brn_rotation_slerp(none, quarter, 0.5, half);
  drive_near(half, expected, 4, 1e-15);
}

// exp(h + e dh) = exp(h) exp(e J dh) but for e^2
static void rate_is_the_derivative_of_exp(void** state) {
  (void)state;
  TestRandom random = {4};
  const double size[] = {0, 1e-6, 9e-4, 1.1e-3, 0.3, 2, 3.1};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
    double h[3], dh[3], rate[3], back[3], q[2][4], expected[3];
    for (int k = 0; k < 3; k++)
      h[k] = test_random(&random, -1, 1), dh[k] = test_random(&random, -1, 1);
    brn__normalize3(h);
    brn__scale3(h, size[i], h);
    const double e = 1e-5;
    for (int side = 0; side < 2; side++) {
      double moved[3];
      brn__axpy3(moved, h, side ? e : -e, dh);
      brn_rotation_exp(moved, q[side]);
    }
    brn_rotation_invert(q[0], q[0]);
    // relative to the middle the two halves commute to second order
    double middle[4], inverse[4], forward[4], v0[3], v1[3];
    brn_rotation_exp(h, middle);
    brn_rotation_invert(middle, inverse);
    brn_rotation_multiply(q[0], middle, forward);
    brn_rotation_log(forward, v0);
    brn_rotation_multiply(inverse, q[1], forward);
    brn_rotation_log(forward, v1);
    for (int k = 0; k < 3; k++) expected[k] = (v0[k] + v1[k]) / (2 * e);
    brn__rotation_rate(h, dh, rate);
    drive_near(rate, expected, 3, 1e-9);
    brn__rotation_rate_inverse(h, rate, back);
    drive_near(back, dh, 3, 1e-12);
  }
}

TEST_MAIN(cmocka_unit_test(quarter_turns_go_round_by_the_right_hand),
          cmocka_unit_test(product_is_that_of_the_matrices),
          cmocka_unit_test(matrix_goes_back_to_the_quaternion),
          cmocka_unit_test(log_undoes_exp_down_to_nothing),
          cmocka_unit_test(slerp_turns_at_constant_speed_the_short_way),
          cmocka_unit_test(rate_is_the_derivative_of_exp))
