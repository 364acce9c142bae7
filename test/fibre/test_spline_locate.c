// SPDX-License-Identifier: Apache-2.0

#include "spline_test.h"

static void places_are_found_again(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int degree = 2; degree <= 3; degree++) {
    BrnSpline* spline = spline_bent(ctx, degree);
    TestRandom random = {17};
    for (int i = 0; i < 1000; i++) {
      double u[3], x[3];
      for (int a = 0; a < 3; a++) u[a] = test_random(&random, 0, 1);
      brn_spline_evaluate(spline, u, x, NULL);
      BrnSplinePoint found = brn_spline_locate(spline, x);
      ENSURE_INT(found.outcome, BRN_CONVERGED);
      ENSURE(found.distance == 0 && found.iterations <= 10);
      for (int a = 0; a < 3; a++) ENSURE_NEAR(found.u[a], u[a], 1e-10);
    }
    brn_spline_destroy(ctx, spline);
  }
  test_context_done(ctx);
}

static void corners_are_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSpline* spline = spline_bent(ctx, 3);
  for (int i = 0; i < 8; i++) {
    double u[3] = {i & 1, i >> 1 & 1, i >> 2}, x[3], y[3];
    brn_spline_evaluate(spline, u, x, NULL);
    BrnSplinePoint found = brn_spline_locate(spline, x);
    brn_spline_evaluate(spline, found.u, y, NULL);
    ENSURE(found.distance == 0 && brn__distance3(x, y) < 1e-9);
  }
  brn_spline_destroy(ctx, spline);
  test_context_done(ctx);
}

// 2 mm off the wall along its normal: the foot point is found, and the distance is 2 mm
static void points_outside_are_projected(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSpline* spline = spline_bent(ctx, 3);
  TestRandom random = {23};
  for (int i = 0; i < 200; i++) {
    double u[3] = {test_random(&random, 0.1, 0.9), test_random(&random, 0.2, 0.8), i % 2};
    double x[3], J[9], du[3], dv[3], normal[3];
    brn_spline_evaluate(spline, u, x, J);
    for (int k = 0; k < 3; k++) du[k] = J[3 * k], dv[k] = J[3 * k + 1];
    brn__cross3(normal, du, dv);
    brn__normalize3(normal);
    double out = brn__dot3(normal, (double[]){J[2], J[5], J[8]}) > 0 ? 1 : -1;
    brn__axpy3(x, x, 0.002 * out * (i % 2 ? 1 : -1), normal);
    BrnSplinePoint found = brn_spline_locate(spline, x);
    ENSURE_NEAR(found.distance, 0.002, 1e-8);
    for (int a = 0; a < 3; a++) ENSURE_NEAR(found.u[a], u[a], 1e-4);
  }
  brn_spline_destroy(ctx, spline);
  test_context_done(ctx);
}

// the best of a fine net of points is never nearer than what is found
static void nothing_nearer_exists(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSpline* spline = spline_bent(ctx, 3);
  TestRandom random = {29};
  for (int i = 0; i < 40; i++) {
    double x[3] = {test_random(&random, -0.05, 0.2), test_random(&random, -0.05, 0.2),
                   test_random(&random, -0.1, 0.1)};
    BrnSplinePoint found = brn_spline_locate(spline, x);
    double least = INFINITY;
    for (int k = 0; k < 41 * 11 * 11; k++) {
      double u[3] = {k / 121 / 40.0, k / 11 % 11 / 10.0, k % 11 / 10.0}, y[3];
      brn_spline_evaluate(spline, u, y, NULL);
      least = fmin(least, brn__distance3(x, y));
    }
    ENSURE(found.distance <= least + 1e-9);
  }
  brn_spline_destroy(ctx, spline);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(places_are_found_again), cmocka_unit_test(corners_are_found),
          cmocka_unit_test(points_outside_are_projected), cmocka_unit_test(nothing_nearer_exists))
