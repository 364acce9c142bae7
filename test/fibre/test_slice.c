// SPDX-License-Identifier: Apache-2.0

#include "fibre/slice.h"
#include "fibre_test.h"

// u = x in the unit tet: the slice at x is a triangle of area (1 - x)^2 / 2 with its centroid at
// (x, (1 - x) / 3, (1 - x) / 3). Rotating the corners must not matter.
static void slices_of_a_tet_are_exact(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cut(ctx, mesh_unit_tet(ctx), NULL, 0);
  double u[4] = {0, 1, 0, 0}, area[9], moment[27];
  brn__slices(m.region, u, 0.1, 0.1, 9, area, moment);
  for (int i = 0; i < 9; i++) {
    double x = 0.1 * (i + 1), y = 1 - x;
    ENSURE_NEAR(area[i], y * y / 2, 1e-14);
    ENSURE_NEAR(moment[3 * i] / area[i], x, 1e-12);
    ENSURE_NEAR(moment[3 * i + 1] / area[i], y / 3, 1e-12);
    ENSURE_NEAR(moment[3 * i + 2] / area[i], y / 3, 1e-12);
  }
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// u = x + 2 y + 4 z: four knots that differ. The areas and moments add up to volume and centroid.
static void slices_add_up_to_the_volume(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cut(ctx, mesh_unit_tet(ctx), NULL, 0);
  enum { N = 4000 };
  double u[4] = {0, 1, 2, 4}, *area = malloc(sizeof(double) * 4 * N), *moment = area + N;
  double step = 4.0 / N, volume = 0, centre[3] = {0};
  brn__slices(m.region, u, step / 2, step, N, area, moment);
  for (int i = 0; i < N; i++) { // du = |grad u| ds
    volume += area[i] * step / sqrt(21);
    brn__axpy3(centre, centre, step / sqrt(21), moment + 3 * i);
  }
  ENSURE_NEAR(volume, 1.0 / 6, 1e-7);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(centre[i], 1.0 / 24, 1e-7);
  // halfway: at u = 2 the plane cuts (0, 1, 0), (0, 0, 1/2) and (2/3, 0, 1/3) from the edges
  double p[3][3] = {{0, 1, 0}, {0, 0, 0.5}, {2.0 / 3, 0, 1.0 / 3}}, normal[3];
  brn__triangle_normal(normal, p[0], p[1], p[2]);
  brn__slices(m.region, u, 2, 1, 1, area, NULL);
  ENSURE_NEAR(area[0], brn__norm3(normal) / 2, 1e-14);
  free(area);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

static void sections_of_a_cube_are_its_face(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cube(ctx, 5);
  double area[37];
  brn_potential_sections(ctx, m.region, m.u, 37, area);
  for (int i = 0; i < 37; i++) ENSURE_NEAR(area[i], 25, 1e-6);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

// pieces without a gradient have no slice, wherever their constant is
static void constant_pieces_have_no_slice(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Muscle m = muscle_cut(ctx, mesh_unit_tet(ctx), NULL, 0);
  double u[4] = {0.25, 0.25, 0.25, 0.25}, area[3];
  brn__slices(m.region, u, 0, 0.25, 3, area, NULL);
  for (int i = 0; i < 3; i++) ENSURE(area[i] == 0);
  muscle_done(ctx, &m);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(slices_of_a_tet_are_exact),
          cmocka_unit_test(slices_add_up_to_the_volume),
          cmocka_unit_test(sections_of_a_cube_are_its_face),
          cmocka_unit_test(constant_pieces_have_no_slice))
