// SPDX-License-Identifier: Apache-2.0

#include "form/form_test.h"

// the quality that the relaxation is there for
static const double even = 20; // degrees

static void ensure_volume(BrnContext* ctx, BrnFormDef* def, double exact, int euler) {
  double angle, volume = form_volume(ctx, def, euler, &angle);
  ENSURE_NEAR(volume / exact, 1, 0.01);
  ENSURE(angle > even);
}

static void round_lumps_have_their_volumes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {0.1, 0.2, 0.3, 0.1, 4.2, 0.3}, width[] = {1, 1}, flat[] = {1, 0.5};
  BrnFormLump lump = form_ball(point, width);
  BrnFormDef def = form_of(&lump, 1);
  def.detail = 32;
  ensure_volume(ctx, &def, 4 * form_pi / 3, 2);
  lump.path.width = flat;
  ensure_volume(ctx, &def, 4 * form_pi / 3 * 0.5 * 0.75, 2);
  lump.path = form_path(point, 2, width, 1);
  ensure_volume(ctx, &def, 4 * form_pi / 3 + 4 * form_pi, 2);
  test_context_done(ctx);
}

static void closed_stroke_is_a_torus(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[24], width[] = {0.3, 0.3};
  for (int i = 0; i < 8; i++) {
    point[3 * i] = cos(form_pi * i / 4);
    point[3 * i + 1] = sin(form_pi * i / 4);
    point[3 * i + 2] = 0;
  }
  BrnFormLump lump = brn_form_lump_default();
  lump.path = form_path(point, 8, width, 1);
  lump.path.closed = true;
  BrnFormDef def = form_of(&lump, 1);
  def.detail = 40;
  ensure_volume(ctx, &def, 2 * form_pi * form_pi * 0.09, 0);
  test_context_done(ctx);
}

static void rounded_block_has_its_volume_however_turned(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormLump lump = form_block(0.5, 1, 0.75, 0.25);
  BrnFormDef def = form_of(&lump, 1);
  def.detail = 40;
  double x = 0.5, y = 1.5, z = 1, r = 0.25, exact = x * y * z + 2 * r * (x * y + y * z + z * x);
  exact += form_pi * r * r * (x + y + z) + 4 * form_pi / 3 * r * r * r;
  ensure_volume(ctx, &def, exact, 2);
  lump.turn[0] = 20, lump.turn[1] = -50, lump.turn[2] = 35;
  ensure_volume(ctx, &def, exact, 2);
  test_context_done(ctx);
}

static void turn_is_axis_times_degrees(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormLump lump = form_block(1, 0.2, 0.3, 0.1);
  lump.centre[0] = 5;
  lump.turn[2] = 90; // x goes to y
  BrnFormDef def = form_of(&lump, 1);
  def.detail = 32;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  ENSURE_NEAR(high[1], 1, 1e-3);
  ENSURE_NEAR(high[0], 5.2, 1e-3);
  ENSURE_NEAR(low[2], -0.3, 1e-3);
  brn_mesh_destroy(ctx, mesh);
  lump.turn[2] = 30;
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
  double along = 0; // x goes towards y, not away from it
  for (int v = 0; v < mesh->vertex_count; v++) {
    along += (mesh->position[3 * v] - 5) * mesh->position[3 * v + 1];
  }
  ENSURE(along / mesh->vertex_count > 0.05);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void two_balls_join_and_carve(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double a[] = {0, 0, 0}, b[] = {1.2, 0, 0}, width[] = {1, 1}, far = 1.2;
  BrnFormLump lump[2] = {form_ball(a, width), form_ball(b, width)};
  BrnFormDef def = form_of(lump, 2);
  def.detail = 48;
  double ball = 4 * form_pi / 3, lens = form_pi * (4 + far) * (2 - far) * (2 - far) / 12;
  ensure_volume(ctx, &def, 2 * ball - lens, 2);
  double sharp = form_volume(ctx, &def, 2, NULL);
  def.blend = 0.4;
  double soft = form_volume(ctx, &def, 2, NULL);
  ENSURE(soft > sharp * 1.01 && soft < sharp * 1.1);
  lump[1].blend = 0; // its own counts
  ENSURE_NEAR(form_volume(ctx, &def, 2, NULL), sharp, 1e-9);
  lump[1].carve = true;
  ensure_volume(ctx, &def, ball - lens, 2);
  test_context_done(ctx);
}

static void carved_bore_makes_a_ring(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {0, -2, 0, 0, 2, 0}, width[] = {0.5, 0.5};
  BrnFormLump lump[2] = {form_block(1, 0.5, 1, 0.1), brn_form_lump_default()};
  lump[1].path = form_path(point, 2, width, 1);
  lump[1].carve = true;
  BrnFormDef def = form_of(lump, 2);
  def.detail = 40;
  double angle, volume = form_volume(ctx, &def, 0, &angle);
  ENSURE_NEAR(volume, 4 - form_pi * 0.25, 0.05);
  lump[1].path.width[0] = lump[1].path.width[1] = 5;
  form_ensure_refused(ctx, &def, "everything was carved away");
  test_context_done(ctx);
}

// Sheets and gaps thinner than a cell, balls that touch: always a manifold.
static void random_clay_is_sound(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {3};
  for (int round = 0; round < 6; round++) {
    BrnFormLump lump[6];
    double point[6][9], width[6][6];
    for (int i = 0; i < 6; i++) {
      for (int k = 0; k < 9; k++) point[i][k] = test_random(&random, -1, 1);
      for (int k = 0; k < 6; k++) width[i][k] = test_random(&random, 0.08, 0.4);
      lump[i] = brn_form_lump_default();
      lump[i].path = form_path(point[i], 1 + i % 3, width[i], 1 + i % 3);
      lump[i].carve = i == 4;
    }
    BrnFormDef def = form_of(lump, 6);
    def.blend = round % 2 * 0.1;
    def.detail = 24;
    BrnMesh* mesh;
    ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
    BrnSurfaceReport report;
    ENSURE_OK(ctx, brn_surface_report(ctx, mesh, true, &report));
    ENSURE(report.closed && report.manifold && report.oriented);
    ENSURE_INT(report.self_intersection_count, 0);
    ENSURE(report.volume > 0);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(round_lumps_have_their_volumes),
          cmocka_unit_test(closed_stroke_is_a_torus),
          cmocka_unit_test(rounded_block_has_its_volume_however_turned),
          cmocka_unit_test(turn_is_axis_times_degrees), cmocka_unit_test(two_balls_join_and_carve),
          cmocka_unit_test(carved_bore_makes_a_ring), cmocka_unit_test(random_clay_is_sound))
