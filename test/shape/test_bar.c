// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

#include "shape/shape.h"

static void volumes_are_exact(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BAR);
  def.tendon = 0.1;
  def.tets = 4000;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  double area = def.width * def.width;
  static const double length[] = {0, 0.03, 0.03, 0.02, 0.02, 0.16};
  for (int label = 1; label <= 5; label++) {
    ENSURE_NEAR(shape_label_volume(mesh, label), area * length[label], 1e-15);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void bar_hangs(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_BAR, 2000);
  const double* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value;
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    const double* p = mesh->position + 3 * (size_t)mesh->tet[i];
    ENSURE(fabs(p[0]) <= 0.02 && fabs(p[2]) <= 0.02);
    const double* f = fibre + 3 * (i / 4);
    switch (mesh->tet_label[i / 4]) {
    case BRN_LABEL_BONE_PROXIMAL: ENSURE(p[1] >= 0.2 - 1e-15 && p[1] <= 0.23); break;
    case BRN_LABEL_BONE_DISTAL: ENSURE(p[1] <= 1e-15 && p[1] >= -0.03 - 1e-15); break;
    default: ENSURE(f[0] == 0 && f[1] == -1 && f[2] == 0);
    }
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// The tets of a cube cut along its diagonal have angles of 45, 60 and 90 degrees.
static void cubes_are_cut_along_their_diagonal(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BAR);
  def.length = 0.2;
  def.width = 0.05;
  def.bone = 0.05;
  def.tets = 6 * 4 * 4 * 24;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  ENSURE_INT(mesh->tet_count, def.tets);
  ENSURE_INT(mesh->vertex_count, 5 * 5 * 25);
  ShapeCount count = {0};
  shape_measure(mesh, &count);
  ENSURE_NEAR(count.low_angle, 45, 1e-9);
  ENSURE_NEAR(count.high_angle, 90, 1e-9);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(volumes_are_exact), cmocka_unit_test(bar_hangs),
          cmocka_unit_test(cubes_are_cut_along_their_diagonal))
