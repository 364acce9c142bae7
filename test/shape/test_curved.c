// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

#include "shape/shape.h"

static const double pi = 3.14159265358979323846;

// Pappus: a bent spindle has the volume of a straight one.
static void bending_keeps_the_volume(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double volume[2];
  for (int i = 0; i < 2; i++) {
    BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_CURVED);
    def.tets = 40000;
    def.corner = false;
    def.bend = 120 * i;
    BrnMesh* mesh;
    ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
    volume[i] = shape_label_volume(mesh, BRN_LABEL_MUSCLE);
    brn_mesh_destroy(ctx, mesh);
  }
  ENSURE_NEAR(volume[1] / volume[0], 1, 3e-3);
  test_context_done(ctx);
}

static void corner_bone_keeps_its_distance(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_CURVED);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  double bone = 0, nearest = INFINITY;
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    const double* p = mesh->position + 3 * (size_t)mesh->tet[i];
    double r = hypot(p[0], p[1]);
    if (mesh->tet_label[i / 4] == BRN_LABEL_BONE_CORNER)
      bone = fmax(bone, r);
    else
      nearest = fmin(nearest, r);
  }
  ENSURE_NEAR(bone, 0.033, 1e-12);
  ENSURE(nearest - bone >= def.gap - 1e-12 && nearest - bone < 1.5 * def.gap);
  double volume = pi * 0.033 * 0.033 * 2 * def.width;
  ENSURE_NEAR(shape_label_volume(mesh, BRN_LABEL_BONE_CORNER) / volume, 1, 0.05);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// It comes down along -Y and leaves along +X.
static void fibres_turn_with_the_axis(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = shape_make(ctx, BRN_SHAPE_CURVED, 20000);
  const double* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value;
  for (int t = 0; t < mesh->tet_count; t++) {
    const double* p = mesh->position + 3 * (size_t)mesh->tet[4 * t];
    double angle = atan2(-p[1], -p[0]); // around the corner
    if (mesh->tet_label[t] == BRN_LABEL_TENDON_PROXIMAL) ENSURE(fibre[3 * t + 1] < -0.9);
    if (mesh->tet_label[t] == BRN_LABEL_TENDON_DISTAL) ENSURE(fibre[3 * t] > 0.9);
    if (mesh->tet_label[t] != BRN_LABEL_MUSCLE || angle < 0.1 || angle > pi / 2 - 0.1) continue;
    ENSURE(fibre[3 * t] * sin(angle) - fibre[3 * t + 1] * cos(angle) > 0.95);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void no_bend_is_straight(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_CURVED);
  def.bend = 0;
  def.tets = 2000;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < mesh->vertex_count; i++) {
    low = fmin(low, mesh->position[3 * i + 1]), high = fmax(high, mesh->position[3 * i + 1]);
  }
  ENSURE_NEAR(high - low, 0.26, 1e-12);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void impossible_turns_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_CURVED);
  def.bend_radius = 0.015;
  shape_refuses(ctx, &def, "bend_radius is 0.015 m", "0.0188 m or more would do");
  def = brn_shape_def_default(BRN_SHAPE_CURVED);
  def.bend = 180;
  def.bend_radius = 0.08;
  shape_refuses(ctx, &def, "bend is 180 degrees", "at most 143 degrees would do");
  def = brn_shape_def_default(BRN_SHAPE_CURVED);
  def.gap = 0.034;
  shape_refuses(ctx, &def, "gap is 0.034 m", "at most 0.032 m, or set corner to false");
  def = brn_shape_def_default(BRN_SHAPE_CURVED);
  def.bone_width = 0.06;
  def.length = 0.08;
  shape_refuses(ctx, &def, "bone_width is 0.06 m", "at most 0.034 m would do");
  def.corner = false;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(bending_keeps_the_volume),
          cmocka_unit_test(corner_bone_keeps_its_distance),
          cmocka_unit_test(fibres_turn_with_the_axis), cmocka_unit_test(no_bend_is_straight),
          cmocka_unit_test(impossible_turns_are_refused))
