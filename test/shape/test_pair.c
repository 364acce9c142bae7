// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

#include "shape/shape.h"

static BrnMesh* make_gap(BrnContext* ctx, int tets, double gap) {
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_PAIR);
  def.tets = tets;
  def.gap = gap;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  return mesh;
}

// 1: used by muscle_left, 2: by muscle_right, 4: by another
static uint8_t* users(const BrnMesh* mesh) {
  uint8_t* used = calloc((size_t)mesh->vertex_count, 1);
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    int label = mesh->tet_label[i / 4];
    int bit = label == BRN_LABEL_MUSCLE_LEFT ? 1 : label == BRN_LABEL_MUSCLE_RIGHT ? 2 : 4;
    used[mesh->tet[i]] |= (uint8_t)bit;
  }
  return used;
}

static void halves_are_mirror_images(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (double gap = 0; gap < 0.003; gap += 0.001) {
    BrnMesh* mesh = make_gap(ctx, 6000, gap);
    int left = shape_label_count(mesh, BRN_LABEL_MUSCLE_LEFT);
    ENSURE(left > 500);
    ENSURE_INT(left, shape_label_count(mesh, BRN_LABEL_MUSCLE_RIGHT));
    double volume = shape_label_volume(mesh, BRN_LABEL_MUSCLE_LEFT);
    ENSURE_NEAR(shape_label_volume(mesh, BRN_LABEL_MUSCLE_RIGHT), volume, 1e-12 * volume);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void each_half_keeps_to_its_side(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = make_gap(ctx, 6000, 0);
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    double x = mesh->position[3 * (size_t)mesh->tet[i]];
    if (mesh->tet_label[i / 4] == BRN_LABEL_MUSCLE_LEFT) ENSURE(x <= 0);
    if (mesh->tet_label[i / 4] == BRN_LABEL_MUSCLE_RIGHT) ENSURE(x >= 0);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void without_a_gap_the_plane_is_shared(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = make_gap(ctx, 6000, 0);
  uint8_t* used = users(mesh);
  int shared = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if ((used[v] & 3) != 3) continue;
    shared++;
    ENSURE(mesh->position[3 * (size_t)v] == 0);
  }
  ENSURE(shared > 50);
  free(used);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void gap_separates(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int size[] = {1000, 20000};
  for (int i = 0; i < 2; i++) {
    BrnMesh* mesh = make_gap(ctx, size[i], 0.002);
    uint8_t* used = users(mesh);
    double nearest = INFINITY;
    int inner = 0;
    for (int v = 0; v < mesh->vertex_count; v++) {
      const double* p = mesh->position + 3 * (size_t)v;
      if ((used[v] & 3) == 3) ENSURE(used[v] & 4); // only where a tendon joins them
      if (used[v] != 1 && used[v] != 2) continue;
      ENSURE(used[v] == 1 ? p[0] < 0 : p[0] > 0);
      if (p[1] < 0.034 || p[1] > 0.166) continue; // the slit opens within twice its width
      nearest = fmin(nearest, fabs(p[0]));
      inner++;
    }
    ENSURE(inner > 20);
    ENSURE_NEAR(nearest, 0.001, 1e-15);
    ShapeCount count = shape_count(mesh);
    ENSURE_INT(count.boundary_euler, 0); // a hole goes through
    ENSURE_INT(count.parts, 1);
    ENSURE(count.low_angle >= 10);
    free(used);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void wide_gap_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_PAIR);
  def.gap = 0.015;
  shape_refuses(ctx, &def, "gap is 0.015 m", "at most 0.01 m would do");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(halves_are_mirror_images), cmocka_unit_test(each_half_keeps_to_its_side),
          cmocka_unit_test(without_a_gap_the_plane_is_shared), cmocka_unit_test(gap_separates),
          cmocka_unit_test(wide_gap_is_refused))
