// SPDX-License-Identifier: Apache-2.0

#include "fibre_test.h"

// The generator's fibres follow the swept surfaces, the potential's the heat: near, and nearer the
// finer the mesh.
static void fibres_agree_with_the_generator(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double mean, max;
  Muscle m = muscle_of_shape(ctx, BRN_SHAPE_FUSIFORM, 20000);
  muscle_angles(&m, &mean, &max);
  ENSURE(mean < 0.9 && max < 2.3); // degrees
  ENSURE_INT(m.fibres.flat_count, 0);
  muscle_done(ctx, &m);
  m = muscle_of_shape(ctx, BRN_SHAPE_CURVED, 20000);
  muscle_angles(&m, &mean, &max);
  ENSURE(mean < 2.4 && max < 7);
  muscle_done(ctx, &m);
  m = muscle_of_shape(ctx, BRN_SHAPE_BAR, 3000);
  muscle_angles(&m, &mean, &max);
  ENSURE(max < 1e-5);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void constant_is_normalised(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 2);
  ENSURE_OK(ctx, brn_fibre_constant(ctx, m.region, (double[]){0, 3, -4}, m.direction));
  for (int t = 0; t < m.region->mesh->tet_count; t++) {
    const double* d = m.direction + 3 * t;
    ENSURE(d[0] == 0);
    ENSURE_NEAR(d[1], 0.6, 1e-15);
    ENSURE_NEAR(d[2], -0.8, 1e-15);
  }
  static const double bad[3][3] = {{0, 0, 0}, {NAN, 0, 1}, {INFINITY, 0, 0}};
  for (int i = 0; i < 3; i++) {
    ENSURE_STATUS(ctx, brn_fibre_constant(ctx, m.region, bad[i], m.direction), BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, "axis");
    ENSURE_STATUS(ctx, brn_fibre_from_plane(ctx, m.region, bad[0], bad[i], m.direction),
                  BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, "normal");
  }
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void given_vectors_are_checked_and_normalised(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  Muscle m = muscle_cut(ctx, mesh, (int[]){2}, 1); // tet 1
  double value[6] = {NAN, 0, 0, 0, 0, -7};
  ENSURE_OK(ctx, brn_fibre_given(ctx, m.region, value, m.direction));
  ENSURE(m.direction[0] == 0 && m.direction[1] == 0 && m.direction[2] == -1);
  value[5] = 0;
  ENSURE_STATUS(ctx, brn_fibre_given(ctx, m.region, value, m.direction), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "tet 1 is (0, 0, 0)");
  value[4] = INFINITY;
  ENSURE_STATUS(ctx, brn_fibre_given(ctx, m.region, value, m.direction), BRN_INVALID);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// along x, across y and the plane in between: the angle is exact on both sides
static void pennate_fibres_lean_by_the_angle(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 4);
  int nt = m.region->mesh->tet_count;
  double *along = malloc(24 * (size_t)nt), *across = malloc(24 * (size_t)nt);
  ENSURE_OK(ctx, brn_fibre_constant(ctx, m.region, (double[]){1, 0, 0}, along));
  // not perpendicular: only the perpendicular part counts
  ENSURE_OK(ctx,
            brn_fibre_from_plane(ctx, m.region, (double[]){2, 2, 2}, (double[]){1, 2, 0}, across));
  BrnFibreReport report;
  ENSURE_OK(ctx, brn_fibre_pennate(ctx, m.region, along, across, 30, m.direction, &report));
  ENSURE_INT(report.flat_count, 0);
  int sides[2] = {0, 0};
  for (int t = 0; t < nt; t++) {
    const double *c = m.region->centre + 3 * t, *d = m.direction + 3 * t;
    double side = c[0] - 2 + 2 * (c[1] - 2) < 0 ? -1 : 1;
    sides[side > 0]++;
    ENSURE_NEAR(d[0], sqrt(0.75), 1e-15);
    ENSURE_NEAR(d[1], 0.5 * side, 1e-15);
    ENSURE(d[2] == 0);
  }
  ENSURE(sides[0] > 0 && sides[1] > 0);
  ENSURE_OK(ctx, brn_fibre_pennate(ctx, m.region, along, across, -30, across, &report)); // in place
  for (int t = 0; t < nt; t++) ENSURE_NEAR(across[3 * t + 1], -m.direction[3 * t + 1], 1e-15);
  ENSURE_OK(ctx, brn_fibre_pennate(ctx, m.region, along, along, 30, m.direction, &report));
  ENSURE_INT(report.flat_count, nt);
  ENSURE_INT(report.first_flat, 0);
  assert_memory_equal(m.direction, along, 24 * (size_t)nt);
  ENSURE_STATUS(ctx, brn_fibre_pennate(ctx, m.region, along, across, 91, m.direction, NULL),
                BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "angle is 91");
  ENSURE_STATUS(ctx, brn_fibre_pennate(ctx, m.region, along, across, NAN, m.direction, NULL),
                BRN_INVALID);
  free(along);
  free(across);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// two Laplace fields at right angles
static bool is_front(const double* p, double a) { return p[2] <= a + 1e-9; }
static bool is_back(const double* p, double a) { return p[2] >= a - 1e-9; }

static void two_potentials_make_a_pennate_muscle(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle along = muscle_cube(ctx, 4);
  Muscle across = muscle_cut(ctx, mesh_grid(ctx, 4, 0.15), NULL, 0);
  muscle_attach(&across, is_front, 0, is_back, 4);
  muscle_solve(ctx, &across);
  ENSURE_OK(ctx, brn_fibre_pennate(ctx, along.region, along.direction, across.direction, 20,
                                   along.direction, NULL));
  double expected[3] = {cos(20 * test_pi / 180), 0, sin(20 * test_pi / 180)};
  for (int t = 0; t < along.region->mesh->tet_count; t++) {
    ENSURE_NEAR(brn__distance3(along.direction + 3 * t, expected), 0, 1e-7);
  }
  muscle_done(ctx, &along);
  muscle_done(ctx, &across);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(fibres_agree_with_the_generator),
          cmocka_unit_test(constant_is_normalised),
          cmocka_unit_test(given_vectors_are_checked_and_normalised),
          cmocka_unit_test(pennate_fibres_lean_by_the_angle),
          cmocka_unit_test(two_potentials_make_a_pennate_muscle))
