// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

#include "shape/shape.h"

static const double degree = 3.14159265358979323846 / 180;

// Fibres of both sides lean towards the middle and down, by the angle that was asked for: seen
// along the muscle's axis, where profile lines are straight.
static void fibres_have_the_pennation(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double angle[] = {0, 10, 25, 40};
  for (int i = 0; i < 4; i++) {
    BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BIPENNATE);
    def.tets = 8000;
    def.pennation = angle[i];
    BrnMesh* mesh;
    ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
    const double* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value;
    int seen = 0;
    for (int t = 0; t < mesh->tet_count; t++) {
      int label = mesh->tet_label[t];
      double y = mesh->position[3 * (size_t)mesh->tet[4 * t] + 1];
      if (fabs(y - def.length / 2) > 0.005) continue; // the belly is widest, the profile flat
      if (label != BRN_LABEL_MUSCLE_LEFT && label != BRN_LABEL_MUSCLE_RIGHT) continue;
      double inwards = label == BRN_LABEL_MUSCLE_LEFT ? 1 : -1;
      ENSURE_NEAR(fibre[3 * t] * inwards, sin(angle[i] * degree), 0.1);
      ENSURE_NEAR(fibre[3 * t + 1], -cos(angle[i] * degree), 0.1);
      seen++;
    }
    ENSURE(seen > 100);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void central_tendon_comes_up_from_below(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BIPENNATE);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  const double* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value;
  double low = INFINITY, high = -INFINITY, wide = 0, deep = 0;
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    if (mesh->tet_label[i / 4] != BRN_LABEL_TENDON_CENTRAL) continue;
    const double* p = mesh->position + 3 * (size_t)mesh->tet[i];
    low = fmin(low, p[1]), high = fmax(high, p[1]);
    wide = fmax(wide, fabs(p[0])), deep = fmax(deep, fabs(p[2]));
    ENSURE(fibre[3 * (i / 4) + 1] < -0.9); // along the axis, not oblique
  }
  double start = def.tendon * def.length, belly = def.length - 2 * start;
  ENSURE_NEAR(low, start, 1e-12);
  ENSURE_NEAR(high, start + def.central * belly, 1e-12);
  ENSURE(wide < deep); // a sheet between the two sides
  ENSURE(wide < 0.3 * def.width / 2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void end_tendons_are_straight(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_BIPENNATE, 6000);
  const double* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value;
  for (int t = 0; t < mesh->tet_count; t++) {
    int label = mesh->tet_label[t];
    if (label != BRN_LABEL_TENDON_PROXIMAL && label != BRN_LABEL_TENDON_DISTAL) continue;
    const double* p = mesh->position + 3 * (size_t)mesh->tet[4 * t];
    if (p[1] > 0.01 && p[1] < 0.14) continue; // the profile is flat at the very ends
    ENSURE(fibre[3 * t + 1] < -0.95);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void sides_are_mirror_images(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_BIPENNATE, 6000);
  ENSURE_INT(shape_label_count(mesh, BRN_LABEL_MUSCLE_LEFT),
             shape_label_count(mesh, BRN_LABEL_MUSCLE_RIGHT));
  double left = shape_label_volume(mesh, BRN_LABEL_MUSCLE_LEFT);
  ENSURE_NEAR(shape_label_volume(mesh, BRN_LABEL_MUSCLE_RIGHT), left, 1e-12 * left);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void belly_is_flat(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BIPENNATE);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  double x = 0, z = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    const double* p = mesh->position + 3 * (size_t)v;
    if (p[1] < 0.05 || p[1] > 0.1) continue;
    x = fmax(x, fabs(p[0])), z = fmax(z, fabs(p[2]));
  }
  ENSURE_NEAR(2 * x, def.width, 0.03 * def.width);
  ENSURE_NEAR(2 * z, def.thickness, 0.03 * def.thickness);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void thickness_must_fit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BIPENNATE);
  def.thickness = 0.07;
  shape_refuses(ctx, &def, "thickness is 0.07 m", "the width, 0.06 m");
  def.thickness = 0.01;
  shape_refuses(ctx, &def, "thickness is 0.01 m", "tendon_width, 0.02 m");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(fibres_have_the_pennation),
          cmocka_unit_test(central_tendon_comes_up_from_below),
          cmocka_unit_test(end_tendons_are_straight), cmocka_unit_test(sides_are_mirror_images),
          cmocka_unit_test(belly_is_flat), cmocka_unit_test(thickness_must_fit))
