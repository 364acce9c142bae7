// SPDX-License-Identifier: Apache-2.0

#include "fibre_test.h"

enum { POINTS = 33 };

static void spindle_acts_along_its_axis(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_of_shape(ctx, BRN_SHAPE_FUSIFORM, 20000);
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  double point[3 * POINTS], length;
  ENSURE_OK(ctx, brn_line_of_action(ctx, m.region, m.u, m.def.origin, m.def.insertion, POINTS,
                                    point, &length));
  for (int i = 0; i < POINTS; i++) {
    const double* p = point + 3 * i;
    ENSURE_NEAR(hypot(p[0], p[2]), 0, 1e-3 * shape.length);
    ENSURE(i == 0 || p[1] < p[-2]);
    ENSURE_NEAR(p[1] + point[3 * (POINTS - 1 - i) + 1], shape.length, 1e-3 * shape.length);
  }
  ENSURE_NEAR(point[1], shape.length, 1e-12);
  ENSURE_NEAR(point[3 * POINTS - 2], 0, 1e-12);
  ENSURE_NEAR(length, shape.length, 1e-3 * shape.length);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// slices of the cube: evenly spaced, exactly in the middle
static void cube_has_even_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 6);
  for (int count = 2; count <= 41; count += 13) {
    double point[3 * 41], length;
    ENSURE_OK(ctx, brn_line_of_action(ctx, m.region, m.u, m.def.origin, m.def.insertion, count,
                                      point, &length));
    for (int i = 0; i < count; i++) {
      ENSURE_NEAR(point[3 * i], 6.0 * i / (count - 1), 1e-7);
      ENSURE_NEAR(point[3 * i + 1], 3, 1e-6);
      ENSURE_NEAR(point[3 * i + 2], 3, 1e-6);
    }
    ENSURE_NEAR(length, 6, 1e-6);
  }
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// the curved one turns with its axis: every point is near it, and the length is about the axis's
static void curved_muscle_has_a_curved_line(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_of_shape(ctx, BRN_SHAPE_CURVED, 20000);
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_CURVED);
  double point[3 * POINTS], length, R = shape.bend_radius, arc = shape.bend * test_pi / 180 * R;
  ENSURE_OK(ctx, brn_line_of_action(ctx, m.region, m.u, m.def.origin, m.def.insertion, POINTS,
                                    point, &length));
  ENSURE_NEAR(length, shape.length, 0.01 * shape.length);
  for (int i = 0; i < POINTS; i++) {
    const double* p = point + 3 * i;
    double leg = (shape.length - arc) / 2, away = INFINITY;
    for (int k = 0; k <= 2000; k++) { // distance to the axis
      double s = shape.length * k / 2000, a = fmin(fmax(s - leg, 0), arc) / R;
      double ahead = s < leg ? s - leg : fmax(s - leg - arc, 0);
      double x = -R * cos(a) + ahead * sin(a), y = -R * sin(a) - ahead * cos(a);
      away = fmin(away, hypot(p[0] - x, p[1] - y));
    }
    ENSURE(away < 0.006 * shape.length);
    ENSURE_NEAR(p[2], 0, 1e-4 * shape.length);
  }
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void bad_input_is_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 2);
  double point[15];
  BrnVertexSet none = {NULL, 0};
  ENSURE_STATUS(ctx, brn_line_of_action(ctx, m.region, m.u, m.def.origin, none, 5, point, NULL),
                BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "insertion");
  memset(m.u, 0, sizeof(double) * (size_t)m.region->mesh->vertex_count);
  ENSURE_STATUS(
      ctx, brn_line_of_action(ctx, m.region, m.u, m.def.origin, m.def.insertion, 5, point, NULL),
      BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "joins origin and insertion");
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static BrnStatus act(BrnContext* ctx, BrnMesh* mesh) {
  BrnRegion* region;
  BRN_TRY(brn_region_create(ctx, mesh, NULL, 0, &region));
  double *u = malloc(sizeof(double) * (size_t)mesh->vertex_count), point[15];
  for (int v = 0; v < mesh->vertex_count; v++) u[v] = mesh->position[3 * v] / 8 - 1;
  int end[2] = {0, mesh->vertex_count - 1};
  BrnStatus status = brn_line_of_action(ctx, region, u, (BrnVertexSet){&end[0], 1},
                                        (BrnVertexSet){&end[1], 1}, 5, point, NULL);
  free(u);
  brn_region_destroy(ctx, region);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, act);
}

TEST_MAIN(cmocka_unit_test(spindle_acts_along_its_axis), cmocka_unit_test(cube_has_even_points),
          cmocka_unit_test(curved_muscle_has_a_curved_line), cmocka_unit_test(bad_input_is_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
