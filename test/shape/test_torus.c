// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

static const double pi = 3.14159265358979323846;

static void volume_converges_at_second_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double R = 0.3 / (2 * pi), r = 0.02, exact = 2 * pi * pi * R * r * r, error[3];
  for (int i = 0; i < 3; i++) {
    BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_TORUS, 2376 << (3 * i));
    ShapeCount count = {0};
    shape_measure(mesh, &count);
    error[i] = exact - count.volume;
    brn_mesh_destroy(ctx, mesh);
  }
  ENSURE(error[2] > 0 && error[2] < 0.01 * exact);
  for (int i = 0; i < 2; i++) ENSURE_NEAR(error[i + 1] / error[i], 0.25, 0.02);
  test_context_done(ctx);
}

static void fibres_run_around(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_TORUS, 5000);
  const double* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value;
  for (int t = 0; t < mesh->tet_count; t++) {
    double p[3] = {0};
    for (int i = 0; i < 4; i++) {
      brn__axpy3(p, p, 0.25, mesh->position + 3 * (size_t)mesh->tet[4 * t + i]);
    }
    double r = hypot(p[0], p[2]), around = (fibre[3 * t + 2] * p[0] - fibre[3 * t] * p[2]) / r;
    ENSURE(around > 0.99);
    ENSURE_NEAR(fibre[3 * t + 1], 0, 1e-12);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void tube_must_fit_its_ring(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_TORUS);
  def.width = 0.09;
  shape_refuses(ctx, &def, "width is 0.09 m", "at most 0.0763 m would do");
  def.width = 0.076;
  def.tets = 2000;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(volume_converges_at_second_order), cmocka_unit_test(fibres_run_around),
          cmocka_unit_test(tube_must_fit_its_ring))
