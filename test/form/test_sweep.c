// SPDX-License-Identifier: Apache-2.0

#include "form/form_test.h"

// Surfaces inscribed in smooth ones are smaller by an error of second order: four times less with
// twice the detail.
static void ensure_converges(BrnContext* ctx, BrnFormDef* def, double exact, int euler) {
  double error[2];
  for (int i = 0; i < 2; i++) {
    def->detail = i == 0 ? 24 : 48;
    error[i] = 1 - form_volume(ctx, def, euler, NULL) / exact;
  }
  ENSURE(error[0] > 0 && error[0] < 0.035);
  ENSURE(error[1] > 0.15 * error[0] && error[1] < 0.4 * error[0]);
}

static void volumes_of_round_bodies_converge(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {0.1, 0.2, 0.3, 0.1, 4.2, 0.3}, width[] = {1, 1}, flat[] = {2, 0.5};
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, 1, width, 1);
  ensure_converges(ctx, &def, 4 * form_pi / 3, 2);
  def.sweep.width = flat; // its third half axis is the mean of the two
  ensure_converges(ctx, &def, 4 * form_pi / 3 * 2 * 0.5 * 1.25, 2);
  def.sweep = form_path(point, 2, width, 1);
  ensure_converges(ctx, &def, 4 * form_pi / 3 + 4 * form_pi, 2);
  def.blunt = 0.5;
  ensure_converges(ctx, &def, 2 * form_pi / 3 + 4 * form_pi, 2);
  def.blunt = 0;
  ensure_converges(ctx, &def, 4 * form_pi, 2);
  test_context_done(ctx);
}

static void ring(double* point, int count, double radius) {
  for (int i = 0; i < count; i++) {
    point[3 * i] = radius * cos(2 * form_pi * i / count);
    point[3 * i + 1] = 0;
    point[3 * i + 2] = radius * sin(2 * form_pi * i / count);
  }
}

static void closed_path_is_a_torus(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[36], width[] = {0.3, 0.3}, flat[] = {0.3, 0.15};
  ring(point, 12, 1);
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, 12, width, 1);
  def.sweep.closed = true;
  ensure_converges(ctx, &def, 2 * form_pi * form_pi * 0.09, 0);
  def.sweep.width = flat;
  def.detail = 32;
  for (int turns = -1; turns <= 2; turns++) { // a flat band with half turns closes too
    def.sweep.twist = 180 * turns;
    double angle, volume = form_volume(ctx, &def, 0, &angle);
    ENSURE_NEAR(volume, 2 * form_pi * form_pi * 0.045, 0.03);
    ENSURE(angle > 20);
  }
  test_context_done(ctx);
}

static void squarish_section_has_its_area(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {0, 0, 0, 0, 2, 0}, width[] = {1, 0.5};
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, 2, width, 1);
  def.sweep.wide[2] = 1;
  def.blunt = 0;
  def.power = 4;
  // area of |x/a|^p + |y/b|^p = 1: 4 a b gamma(1 + 1/p)^2 / gamma(1 + 2/p)
  double area = 2 * pow(tgamma(1.25), 2) / tgamma(1.5), angle;
  ENSURE_NEAR(form_volume(ctx, &def, 2, &angle), 2 * area, 0.01 * area);
  ENSURE(angle > 20);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  ENSURE_NEAR(high[2], 1, 1e-3); // the first half width lies along `wide`
  ENSURE_NEAR(high[0], 0.5, 1e-3);
  ENSURE(low[1] == 0 && high[1] == 2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// A belly between tendons: nowhere wider than the widest, nowhere thinner than the tendons.
static void belly_stays_a_belly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {0, 0, 0, 0, 0.05, 0, 0, 0.1, 0, 0, 0.15, 0, 0, 0.2, 0};
  double width[] = {0.003, 0.003, 0.003, 0.003, 0.02, 0.02, 0.003, 0.003, 0.003, 0.003};
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, 5, width, 5);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_form_make(ctx, &def, &mesh));
  form_ensure_sound(ctx, mesh, 2);
  ENSURE(form_least_angle(mesh) > 20);
  double widest = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    const double* p = mesh->position + 3 * (size_t)v;
    double radius = hypot(p[0], p[2]);
    widest = fmax(widest, radius);
    if (p[1] < 0 || p[1] > 0.2) continue; // caps
    ENSURE(radius >= 0.003 - 1e-12);
    if (p[1] < 0.05 || p[1] > 0.15) ENSURE_NEAR(radius, 0.003, 1e-12);
  }
  ENSURE_NEAR(widest, 0.02, 1e-4);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void random_sweeps_are_sound_or_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {7};
  int made = 0;
  for (int round = 0; round < 30; round++) {
    double point[18], width[12];
    int count = 2 + (int)test_random(&random, 0, 5);
    for (int i = 0; i < count; i++) {
      point[3 * i] = 0.1 * i;
      point[3 * i + 1] = test_random(&random, -0.05, 0.05);
      point[3 * i + 2] = test_random(&random, -0.05, 0.05);
      width[2 * i] = test_random(&random, 0.002, 0.04);
      width[2 * i + 1] = test_random(&random, 0.002, 0.04);
    }
    BrnFormDef def = brn_form_def_default();
    def.sweep = form_path(point, count, width, count);
    def.sweep.twist = test_random(&random, -180, 180);
    def.power = test_random(&random, 1.5, 5);
    def.blunt = round % 3 / 2.0;
    def.detail = 28;
    BrnMesh* mesh;
    BrnStatus status = brn_form_make(ctx, &def, &mesh);
    if (status == BRN_OK) {
      form_ensure_sound(ctx, mesh, 2);
      made++;
    } else {
      ENSURE_INT(status, BRN_INVALID);
      ENSURE_ERROR_HAS(ctx, "sweep.points[");
    }
    brn_mesh_destroy(ctx, mesh);
  }
  print_message("%d of 30 random sweeps made\n", made);
  ENSURE(made >= 12 && made < 30);
  test_context_done(ctx);
}

static void sharp_bend_is_refused_by_its_point(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double point[] = {0, 0, 0, 1, 0, 0, 1, 1, 0}, width[] = {0.4, 0.4};
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, 3, width, 1);
  form_ensure_refused(ctx, &def, "bends too sharply at sweep.points[1]");
  width[0] = width[1] = 0.05;
  form_volume(ctx, &def, 2, NULL);
  double eight[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0.5, 1, 0, 0.5, -1, 0};
  def.sweep = form_path(eight, 5, width, 1);
  form_ensure_refused(ctx, &def, "runs into itself near sweep.points[");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(volumes_of_round_bodies_converge),
          cmocka_unit_test(closed_path_is_a_torus), cmocka_unit_test(squarish_section_has_its_area),
          cmocka_unit_test(belly_stays_a_belly),
          cmocka_unit_test(random_sweeps_are_sound_or_refused),
          cmocka_unit_test(sharp_bend_is_refused_by_its_point))
