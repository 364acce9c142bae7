// SPDX-License-Identifier: Apache-2.0

#include "inner_test.h"

// A tube along x: all fibres are along x, those of the tips and the caps too, which the projection
// would turn into noise.
static void fibres_of_a_tube_are_straight(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.005);
  int root[12];
  inner_ring(root, 10, 12);
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.025);
  for (int i = 0; i < 254 + 11; i++) {
    if (i < 12 || (i >= 240 && i < 252)) continue; // the rim of a cap leans
    ENSURE_NEAR(fabs(inner->fibre[3 * i]), 1, 1e-12);
  }
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void fibres_point_to_the_root(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int root[12];
  inner_ring(root, 10, 12);
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.025);
  for (int v = 0; v < 254; v++) {
    double x = mesh->position[3 * v];
    if (x < 0.085) ENSURE(inner->fibre[3 * v] > 0.5);
    if (x > 0.115) ENSURE(inner->fibre[3 * v] < -0.5);
  }
  // the root has the direction of its first child, and its ring too
  const double* at_root = inner->fibre + 3 * 254;
  ENSURE_NEAR(fabs(at_root[0]), 1, 1e-12);
  for (int v = 120; v < 132; v++) ENSURE_NEAR(inner->fibre[3 * v], at_root[0], 1e-3);
  // on the flank the fibre lies in the surface: it goes in as the radius shrinks
  for (int v = 48; v < 60; v++) {
    const double *f = inner->fibre + 3 * v, *p = mesh->position + 3 * v;
    double outward = (f[1] * p[1] + f[2] * p[2]) / hypot(p[1], p[2]);
    double t = p[0] / 0.2, slope = 0.015 * 4 * (1 - 2 * t) / 0.2;
    ENSURE_NEAR(outward / f[0], slope, 0.02);
  }
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// each direction counts by one over the distance of its point
static void near_points_count_more(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 3, 12, 0.2, 0.02);
  for (int a = 0; a < 12; a++) mesh->position[3 * (24 + a) + 1] += 0.1; // bent at the root
  mesh->position[3 * 37 + 1] += 0.1;
  int root[12];
  inner_ring(root, 1, 12);
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.01);
  inner_check(mesh, inner);
  ENSURE_INT(inner->count, 5);
  // root (0.1, 0, 0), sides (0, 0, 0) and (0.2, 0.1, 0), and tips at the same places
  const double* tip = inner->fibre + 3 * (38 + 4);
  const double* side = inner->fibre + 3 * (38 + 2);
  for (int k = 0; k < 3; k++) ENSURE_NEAR(tip[k], side[k], 1e-15); // a tip on its parent
  const double h = 0.70710678118654752;
  // vertex of the ring at the top: root and both sides, signs aligned, over their distances; the
  // surface leans a little
  int v = 12 + 3; // (0.1, 0, 0.02)
  double near = 1 / 0.02, left = 1 / hypot(0.1, 0.02), right = 1 / sqrt(0.02 + 0.0004);
  double along[2] = {near + left + h * right, h * right};
  double length = hypot(along[0], along[1]);
  ENSURE_NEAR(fabs(inner->fibre[3 * v]), along[0] / length, 1e-3);
  ENSURE_NEAR(fabs(inner->fibre[3 * v + 1]), along[1] / length, 4e-3);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(fibres_of_a_tube_are_straight),
          cmocka_unit_test(fibres_point_to_the_root), cmocka_unit_test(near_points_count_more))
