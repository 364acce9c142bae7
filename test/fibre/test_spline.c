// SPDX-License-Identifier: Apache-2.0

#include "spline_test.h"

static void constant_control_gives_a_constant(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int degree[3][3] = {{3, 3, 3}, {2, 3, 1}, {1, 2, 3}};
  double control[3 * 4 * 5 * 7];
  for (int i = 0; i < 4 * 5 * 7; i++)
    control[3 * i] = 2, control[3 * i + 1] = -3, control[3 * i + 2] = 7;
  TestRandom random = {3};
  for (int d = 0; d < 3; d++) {
    BrnSplineDef def = brn_spline_def_default();
    memcpy(def.count, (int[]){4, 5, 7}, sizeof def.count);
    memcpy(def.degree, degree[d], sizeof def.degree);
    def.control = control;
    BrnSpline* spline;
    ENSURE_OK(ctx, brn_spline_create(ctx, &def, &spline));
    for (int i = 0; i < 200; i++) { // partition of unity
      double u[3] = {test_random(&random, 0, 1), test_random(&random, 0, 1), i % 5 / 4.0}, x[3],
             J[9];
      brn_spline_evaluate(spline, u, x, J);
      ENSURE_NEAR(x[0], 2, 4e-15);
      ENSURE_NEAR(x[1], -3, 4e-15);
      ENSURE_NEAR(x[2], 7, 1e-14);
      for (int k = 0; k < 9; k++) ENSURE_NEAR(J[k], 0, 1e-12);
    }
    brn_spline_destroy(ctx, spline);
  }
  test_context_done(ctx);
}

// Control points at the means of their knots (Greville 1964) give the identity, for every degree.
static void knot_means_give_the_identity(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int p = 1; p <= 3; p++) {
    enum { N = 6 };
    double mean[N], control[3 * N * N * N];
    for (int i = 0; i < N; i++) {
      mean[i] = 0;
      for (int k = 1; k <= p; k++) {
        mean[i] += fmin(fmax(i + k - p, 0), N - p) / (double)(N - p) / p;
      }
    }
    for (int i = 0; i < N * N * N; i++) {
      control[3 * i] = mean[i / 36], control[3 * i + 1] = mean[i / 6 % 6],
                  control[3 * i + 2] = mean[i % 6];
    }
    BrnSplineDef def = brn_spline_def_default();
    for (int a = 0; a < 3; a++) def.count[a] = N, def.degree[a] = p;
    def.control = control;
    BrnSpline* spline;
    ENSURE_OK(ctx, brn_spline_create(ctx, &def, &spline));
    TestRandom random = {5};
    for (int i = 0; i < 300; i++) {
      double u[3], x[3], J[9];
      for (int a = 0; a < 3; a++) u[a] = i < 8 ? i >> a & 1 : test_random(&random, 0, 1);
      brn_spline_evaluate(spline, u, x, J);
      for (int a = 0; a < 3; a++) ENSURE_NEAR(x[a], u[a], 1e-14);
      for (int k = 0; k < 9; k++) ENSURE_NEAR(J[k], k % 4 == 0, 1e-13);
    }
    brn_spline_destroy(ctx, spline);
  }
  test_context_done(ctx);
}

static void jacobian_equals_differences(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int p = 2; p <= 3; p++) {
    BrnSpline* spline = spline_bent(ctx, p);
    TestRandom random = {11};
    for (int i = 0; i < 300; i++) {
      double u[3], J[9], h = 1e-5;
      for (int a = 0; a < 3; a++) u[a] = test_random(&random, 0.01, 0.99);
      brn_spline_evaluate(spline, u, NULL, J);
      for (int a = 0; a < 3; a++) {
        double low[3], high[3], u0 = u[a];
        u[a] = u0 - h, brn_spline_evaluate(spline, u, low, NULL);
        u[a] = u0 + h, brn_spline_evaluate(spline, u, high, NULL);
        u[a] = u0;
        for (int k = 0; k < 3; k++) ENSURE_NEAR((high[k] - low[k]) / (2 * h), J[3 * k + a], 1e-7);
      }
    }
    brn_spline_destroy(ctx, spline);
  }
  test_context_done(ctx);
}

static void ends_are_the_corners_of_the_lattice(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSpline* spline = spline_bent(ctx, 3);
  double control[SPLINE_CONTROL], x[3];
  spline_bent_control(control);
  brn_spline_evaluate(spline, (double[]){0, 0, 0}, x, NULL);
  ENSURE_NEAR(brn__distance3(x, control), 0, 1e-16);
  brn_spline_evaluate(spline, (double[]){1, 1, 1}, x, NULL);
  ENSURE_NEAR(brn__distance3(x, control + SPLINE_CONTROL - 3), 0, 1e-16);
  brn_spline_evaluate(spline, (double[]){9, 9, 9}, x, NULL); // clamped
  ENSURE_NEAR(brn__distance3(x, control + SPLINE_CONTROL - 3), 0, 1e-16);
  brn_spline_destroy(ctx, spline);
  test_context_done(ctx);
}

static void bad_lattices_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double control[3 * 64] = {0};
  BrnSplineDef good = brn_spline_def_default(), def;
  for (int a = 0; a < 3; a++) good.count[a] = 4;
  good.control = control;
  BrnSpline* spline = (BrnSpline*)ctx;
  def = good, def.degree[1] = 4;
  ENSURE_STATUS(ctx, brn_spline_create(ctx, &def, &spline), BRN_INVALID);
  ENSURE(!spline);
  ENSURE_ERROR_HAS(ctx, "degree along v is 4");
  def = good, def.degree[0] = 0;
  ENSURE_STATUS(ctx, brn_spline_create(ctx, &def, &spline), BRN_INVALID);
  def = good, def.count[2] = 3;
  ENSURE_STATUS(ctx, brn_spline_create(ctx, &def, &spline), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "3 control points along w");
  def = good, control[3 * 17 + 1] = NAN;
  ENSURE_STATUS(ctx, brn_spline_create(ctx, &def, &spline), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "control point 17");
  test_context_done(ctx);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  (void)mesh;
  double control[SPLINE_CONTROL];
  BrnSplineDef def = spline_bent_def(control, 3);
  BrnSpline* spline;
  BrnStatus status = brn_spline_create(ctx, &def, &spline);
  ENSURE((spline != NULL) == (status == BRN_OK));
  brn_spline_destroy(ctx, spline);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_unit_tet, make);
}

TEST_MAIN(cmocka_unit_test(constant_control_gives_a_constant),
          cmocka_unit_test(knot_means_give_the_identity),
          cmocka_unit_test(jacobian_equals_differences),
          cmocka_unit_test(ends_are_the_corners_of_the_lattice),
          cmocka_unit_test(bad_lattices_are_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
