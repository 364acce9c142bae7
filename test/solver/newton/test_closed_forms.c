// SPDX-License-Identifier: Apache-2.0
//
// A block of muscle in uniform states, against formulas.

#include "solver/uniform_test.h"

static void active_block_shortens_as_by_hand(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}"), &def, 2);
  Lame m = lame_of(6e4, 0.4);
  double l = free_stretch(m, 0.5 * 2e4);
  ENSURE(l > 0.8 && l < 0.95);
  rig_step_as_by_default(&rig);
  block_is(&rig, sqrt(side_squared(m, l)), l, 1e-9);
  ENSURE_NEAR(rig.report.soft_volume, 1e-3 * l * side_squared(m, l), 1e-11);
  ENSURE_INT(rig.report.inverted, 0);
  rig_done(&rig);
}

// with Hill's curves too: the rest length is the optimal one
static void isometric_force_is_tension_times_area(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  static const char* const fibres[] = {
      "", ", 'hill': true", ", 'hill': {'active': 'degroote', 'passive': 'blemker'}",
      ", 'emu_fibre': {'half': true}", ", 'active_stress': {'measure': 'second'}"};
  for (int k = 0; k < 5; k++) {
    char text[3000];
    snprintf(text, sizeof text,
             BLOCK_SCENE("{'like': 'muscle', 'young': 6e4, 'poisson': 0.4%s}",
                         ", 'supports': {" BLOCK_ROLLERS ", 'top': {'on': 'high', 'axes': 'y'}}"),
             fibres[k]);
    Rig rig = rig_with(text, &def, 2);
    rig_step_as_by_default(&rig);
    block_is(&rig, 1, 1, 1e-9);
    ENSURE_NEAR(pull(&rig, 0.0999), 0.5 * 2e4 * 0.01, k == 2 ? 1e-5 : 1e-8); // fitted curve
    rig_done(&rig);
  }
}

static void stretched_force_is_passive_and_active(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH,
                                 ", 'supports': {" BLOCK_ROLLERS ", 'top': {'on': 'high', 'axes': "
                                 "'y', 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.02, 0]]}}}"),
                     &def, 2);
  Lame m = lame_of(6e4, 0.4);
  rig_step_as_by_default(&rig);
  block_is(&rig, sqrt(side_squared(m, 1.2)), 1.2, 1e-9);
  ENSURE_NEAR(pull(&rig, 0.0999), 0.01 * stress_along(m, 0.5 * 2e4, 1.2), 1e-7);
  rig_done(&rig);
}

// Patch test: any material is uniform in a uniform state, on shaken tets.
static void every_material_is_uniform_under_a_uniform_pull(void** unused) {
  (void)unused;
  for (int k = 0; k < 2 * brn_material_kind_count(); k++) {
    BrnMaterialKind kind = brn_material_kind(k / 2);
    if (kind.adds || kind.uses_fibre) continue;
    char text[3000];
    BrnSolverDef def = sharp_def();
    def.locking = k % 2 ? BRN_LOCKING_OFF : BRN_LOCKING_ON; // volumes that patches share, too
    snprintf(text, sizeof text,
             BLOCK_SCENE("{'like': 'muscle', 'model': '%s', 'young': 6e4, 'poisson': 0.4}",
                         ", 'supports': {" BLOCK_ROLLERS ", 'top': {'on': 'high', 'axes': 'y', "
                         "'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.01, 0]]}}}"),
             kind.name);
    Rig rig = rig_with(text, &def, 2);
    rig_step_as_by_default(&rig);
    double t = 0;
    for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
      if (rig_rest(&rig, v)[0] > 0.0499) t = (rig_now(&rig, v)[0] + 0.05) / 0.1;
    }
    ENSURE(t > 0.9 && t < 1);
    block_is(&rig, t, 1.1, 1e-9);
    rig_done(&rig);
  }
}

// Pressure p on three sides against three rollers: F = s I with mu s - mu s^2 + (lambda + mu) (s^3
// - 1) s^2 = -p s^2, the areas being those of the squeezed block.
static void pressure_squeezes_as_by_hand(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH,
                                 ", 'supports': {" BLOCK_ROLLERS "}, 'loads': {'sea': {'on': 'm', "
                                 "'kind': 'pressure', 'pressure': 5000}}"),
                     &def, 2);
  Lame m = lame_of(6e4, 0.4);
  double low = 0.5, high = 1;
  for (int i = 0; i < 200; i++) {
    double s = (low + high) / 2;
    double P = m.mu * s - m.mu * s * s + (m.lambda + m.mu) * (s * s * s - 1) * s * s;
    if (P + 5000 * s * s > 0) {
      high = s;
    } else {
      low = s;
    }
  }
  rig.input->activation[0] = 0;
  rig_step_as_by_default(&rig);
  ENSURE(low < 0.99);
  ENSURE(rig.report.iterations <= 6); // its stiffness is known
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    ENSURE_NEAR(rig_now(&rig, v)[1], low * rig_rest(&rig, v)[1], 1e-9);
  }
  rig_done(&rig);
}

// Suction of a quarter of Young's modulus on the top, whose rim moves in as the block gets longer:
// the area is that of now. P_y = mu (l - t^2) + (lambda + mu) (l t^2 - 1) t^2 = q t^2, and across
// mu (t - l t) + (lambda + mu) (l t^2 - 1) l t = 0, which gives l by t.
static void suction_pulls_on_the_area_of_now(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH,
                                 ", 'supports': {" BLOCK_ROLLERS "}, 'loads': {'cup': {'on': "
                                 "'high', 'kind': 'pressure', 'pressure': -15000}}"),
                     &def, 2);
  Lame m = lame_of(6e4, 0.4);
  double low = 0.4, high = 1, l = 1;
  for (int i = 0; i < 200; i++) {
    double t = (low + high) / 2, k = m.lambda + m.mu, a = k * t * t, b = -m.mu - k;
    l = (-b + sqrt(b * b - 4 * a * m.mu)) / (2 * a); // a l^2 + b l + mu = 0
    double P = m.mu * (l - t * t) + k * (l * t * t - 1) * t * t;
    if (P > 15000 * t * t) {
      low = t;
    } else {
      high = t;
    }
  }
  rig.input->activation[0] = 0;
  rig_step_as_by_default(&rig);
  ENSURE(l > 1.2);
  ENSURE(rig.report.parts == 1 && rig.report.iterations < 26);
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    ENSURE_NEAR(rig_now(&rig, v)[1], l * rig_rest(&rig, v)[1], 1e-8);
  }
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(active_block_shortens_as_by_hand),
          cmocka_unit_test(isometric_force_is_tension_times_area),
          cmocka_unit_test(stretched_force_is_passive_and_active),
          cmocka_unit_test(every_material_is_uniform_under_a_uniform_pull),
          cmocka_unit_test(pressure_squeezes_as_by_hand),
          cmocka_unit_test(suction_pulls_on_the_area_of_now))
