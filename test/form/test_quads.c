// SPDX-License-Identifier: Apache-2.0

#include "form/form_test.h"

static double arc[] = {0, 0, 0, 0.03, 0.1, 0, 0.02, 0.2, 0.03};
static double belly[] = {0.006, 0.004, 0.03, 0.02, 0.008, 0.003};
static double sheet[] = {0.04, 0.004, 0.06, 0.006, 0.02, 0.004};

static BrnFormDef quads_of(double* point, int points, double* width, int widths, int detail) {
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, points, width, widths);
  def.sweep.wide[2] = 1;
  def.detail = detail;
  def.quads = true;
  return def;
}

// pairs of triangles that share the diagonal a c, as a fan from a
static void ensure_all_quads(const BrnMesh* mesh) {
  ENSURE(mesh->polygon && mesh->triangle_count % 2 == 0);
  for (int t = 0; t < mesh->triangle_count; t += 2) {
    const int *first = mesh->triangle + 3 * (size_t)t, *second = first + 3;
    ENSURE_INT(mesh->polygon[t], mesh->polygon[t + 1]);
    ENSURE(t == 0 || mesh->polygon[t - 1] != mesh->polygon[t]);
    ENSURE_INT(first[0], second[0]);
    ENSURE_INT(first[2], second[1]);
  }
}

static void muscles_are_quads_all_over(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int detail = 4; detail <= 64; detail *= 2) {
    for (int i = 0; i < 2; i++) {
      BrnMesh* mesh;
      BrnFormDef def = quads_of(arc, 3, i ? sheet : belly, 3, detail);
      ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
      form_ensure_sound(ctx, mesh, 2);
      ensure_all_quads(mesh);
      brn_mesh_destroy(ctx, mesh);
    }
  }
  test_context_done(ctx);
}

// Twelve rings of eight would be 12 x 8 vertices, 11 x 8 + 2 x 3 quads: V = F + 2 in quads.
static void rings_have_one_count(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double line[] = {0, 0, 0, 0, 0.7, 0}, ones[] = {0.1, 0.1};
  BrnFormDef def = quads_of(line, 2, ones, 1, 7);
  BrnMesh* mesh;
  def.blunt = 0; // seven rows of edges along 0.7 m, and 0.628 m around
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
  ENSURE_INT(mesh->vertex_count, 8 * 8);
  ENSURE_INT(mesh->triangle_count, 2 * (7 * 8 + 2 * 3));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void volumes_converge(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double line[] = {0, 0, 0, 0, 4, 0}, ones[] = {1, 1}, error[2];
  for (int i = 0; i < 2; i++) {
    BrnFormDef def = quads_of(line, 2, ones, 1, i == 0 ? 24 : 48);
    def.blunt = 0;
    error[i] = 1 - form_volume(ctx, &def, 2, NULL) / (4 * form_pi);
  }
  ENSURE(error[0] > 0 && error[0] < 0.01);
  ENSURE(error[1] > 0.15 * error[0] && error[1] < 0.4 * error[0]);
  test_context_done(ctx);
}

static void closed_paths_close_with_half_turns(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[36], flat[] = {0.3, 0.15};
  for (int i = 0; i < 12; i++) {
    point[3 * i] = cos(2 * form_pi * i / 12), point[3 * i + 1] = 0;
    point[3 * i + 2] = sin(2 * form_pi * i / 12);
  }
  for (int turns = -1; turns <= 2; turns++) {
    BrnFormDef def = quads_of(point, 12, flat, 1, 32);
    def.sweep.wide[2] = 0, def.sweep.wide[1] = 1;
    def.sweep.closed = true;
    def.sweep.twist = 180 * turns;
    ENSURE_NEAR(form_volume(ctx, &def, 0, NULL), 2 * form_pi * form_pi * 0.045, 0.04);
  }
  test_context_done(ctx);
}

// the fan order survives
static void mirror_images_are_quads_too(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormDef def = quads_of(arc, 3, belly, 3, 16);
  BrnMesh *mesh, *image;
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
  def.mirror = 1;
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &image));
  form_ensure_sound(ctx, image, 2);
  ensure_all_quads(image);
  for (int v = 0; v < mesh->vertex_count; v++) {
    ENSURE(image->position[3 * v] == -mesh->position[3 * v]);
  }
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, image);
  test_context_done(ctx);
}

static void detail_may_be_lower_than_with_triangles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormDef def = quads_of(arc, 3, belly, 3, 3);
  form_ensure_refused(ctx, &def, "form: detail is 3; it must be 4 to 512");
  def.detail = 4, def.quads = false;
  form_ensure_refused(ctx, &def, "form: detail is 4; it must be 8 to 512");
  test_context_done(ctx);
}

static void every_failed_allocation_is_survived(void** state) {
  (void)state;
  BrnFormDef def = quads_of(arc, 3, belly, 3, 8);
  for (int k = 0;; k++) {
    BrnContext* ctx = test_context();
    BrnMesh* mesh;
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_form_make(ctx, &def, &mesh);
    ENSURE_INT(status, mesh ? BRN_OK : BRN_NO_MEMORY);
    brn_mesh_destroy(ctx, mesh);
    brn_fail_allocation(ctx, -1);
    test_context_done(ctx);
    if (status == BRN_OK) break;
    ENSURE(k < 200);
  }
}

TEST_MAIN(cmocka_unit_test(muscles_are_quads_all_over), cmocka_unit_test(rings_have_one_count),
          cmocka_unit_test(volumes_converge), cmocka_unit_test(closed_paths_close_with_half_turns),
          cmocka_unit_test(mirror_images_are_quads_too),
          cmocka_unit_test(detail_may_be_lower_than_with_triangles),
          cmocka_unit_test(every_failed_allocation_is_survived))
