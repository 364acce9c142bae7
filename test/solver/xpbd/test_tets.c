// SPDX-License-Identifier: Apache-2.0
//
// Position-based tets: balance by formulas and against newton, inertia, bad states.

#include "solver/body/dynamics_test.h"
#include "solver/uniform_test.h"

static BrnSolverDef xpbd_def(int substeps) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "xpbd");
  xpbd_put(&def, body, BRN_XPBD_TETS);
  xpbd_put(&def, substeps, substeps);
  xpbd_put(&def, damping, 0);
  return def;
}

static double farthest(const Rig* a, const Rig* b) {
  double most = 0;
  for (int v = 0; v < a->state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(a, v), rig_now(b, v)));
  }
  return most;
}

// the largest distance from newton after `frames` frames up to time 1
static double from_newton(const char* text, const BrnSolverDef* def, const BrnSolverDef* newton,
                          int frames) {
  Rig one = rig_with(text, newton, 2), other = rig_with(text, def, 2);
  for (int f = 1; f <= frames; f++) {
    ENSURE_OK(one.ctx, brn_drive_fill(one.drive, (double)f / frames, one.state, one.input));
    ENSURE_OK(other.ctx, brn_drive_fill(other.drive, (double)f / frames, other.state, other.input));
    rig_step(&one);
    rig_step_is_honest(&other);
    ENSURE_INT(other.report.inverted, 0);
  }
  double distance = farthest(&one, &other);
  rig_done(&one);
  rig_done(&other);
  return distance;
}

// ----------------------------------------------------------------------------------------- balance

#define ROLLERS ", 'supports': {" BLOCK_ROLLERS "}"

static void rest_has_no_stress(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(10);
  Rig rig = quiet_rig(BLOCK_SCENE(BLOCK_FLESH, ROLLERS), &def);
  BrnMeasures* measures;
  rig_step(&rig);
  ENSURE_OK(rig.ctx, brn_measures_create(rig.ctx, rig.model, &measures));
  ENSURE_OK(rig.ctx, brn_solver_measure(rig.solver, rig.state, measures));
  for (int i = 0; i < 6 * rig.model->mesh->tet_count; i++) {
    ENSURE_NEAR(measures->stress[i], 0, 1e-9);
  }
  ENSURE_NEAR(rig.report.residual, 0, 1e-11);
  brn_measures_destroy(rig.ctx, measures);
  rig_done(&rig);
}

// the sides are free: by the material's own stress
static void free_block_contracts_by_the_formula(void** unused) {
  (void)unused;
  Lame m = lame_of(6e4, 0.4);
  double l = free_stretch(m, 0.5 * 2e4), t = sqrt(side_squared(m, l));
  BrnSolverDef def = xpbd_def(60);
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH, ROLLERS), &def, 2);
  rig_step(&rig);
  block_is(&rig, t, l, 1e-6);
  ENSURE_NEAR(rig.report.residual, 0, 1e-3);
  rig_done(&rig);
}

static void nearer_with_more_substeps(void** unused) {
  (void)unused;
  const char* text = HANGING_BAR("300", "", "");
  BrnSolverDef newton = sharp_def(), few = xpbd_def(5), more = xpbd_def(30);
  double rough = from_newton(text, &few, &newton, 4), fine = from_newton(text, &more, &newton, 4);
  ENSURE_NEAR(rough, 0, 0.04 * 0.2);
  ENSURE_NEAR(fine, 0, 1.5e-3);
  ENSURE(fine < rough / 2);
}

// patches are newton's cure: plain tets end elsewhere
static void volumes_of_patches_do_not_lock(void** unused) {
  (void)unused;
  const char* text = SPINDLE("800", "[0, -9.81, 0]",
                             ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",
                             ", 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': "
                             "[1, 0, 0]}}}");
  BrnSolverDef def = xpbd_def(20), newton = brn_solver_def_default(), plain = newton;
  plain.locking = BRN_LOCKING_OFF;
  ENSURE_NEAR(from_newton(text, &def, &newton, 3), 0, 0.03 * 0.26);
  ENSURE(from_newton(text, &def, &plain, 3) > 0.06 * 0.26);
}

static void tendons_and_a_hinge_agree_with_newton(void** unused) {
  (void)unused;
  const char* text = SPINDLE("800", "[0, -9.81, 0]", "",
                             ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], "
                             "'point': [0.05, 0, 0], 'axis': [0, 0, 1]}}");
  BrnSolverDef def = xpbd_def(20), newton = brn_solver_def_default();
  newton.bones = BRN_BONES_RIGID;
  ENSURE_NEAR(from_newton(text, &def, &newton, 5), 0, 0.025 * 0.26);
}

// a material that is not defined for flat tets, and fibres by Hill
static void other_materials_do(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(30), newton = sharp_def();
  const char* text =
      BLOCK_SCENE("{'like': 'muscle', 'model': 'mooney_rivlin', 'c1': 1e4, 'c2': 2e3, 'bulk': 1e5, "
                  "'hill': {}}",
                  ROLLERS);
  ENSURE(from_newton(text, &def, &newton, 3) < 1e-5);
}

// ----------------------------------------------------------------------------------------- inertia

// backward Euler: after n steps of h the fall is g h^2 n (n + 1) / 2
static void falls_as_the_recurrence_says(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(4);
  def.dynamic = true;
  Rig rig = quiet_rig(FREE_BLOCK, &def);
  rig.input->gravity[1] = rig.state->input->gravity[1] = -9.81; // else it grows in the first frame
  for (int f = 0; f < 3; f++) rig_go(&rig, 0.04);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    double fall = rig_rest(&rig, v)[1] - rig_now(&rig, v)[1];
    ENSURE_NEAR(fall, 9.81 * 0.01 * 0.01 * 12 * 13 / 2, 1e-12);
  }
  rig_done(&rig);
}

// a bar lets go of its weight; newton takes steps as long as the sub-steps
static void swings_as_newton_does(void** unused) {
  (void)unused;
  const char* text = HANGING_BAR("400", "", "");
  BrnSolverDef def = xpbd_def(1), newton = dynamic_def(BRN_BDF1);
  def.dynamic = newton.dynamic = true;
  Rig one = rig_with(text, &newton, 2), other = rig_with(text, &def, 2);
  double lowest = 0, least = 0;
  int when = 0, then = 0;
  ENSURE_OK(one.ctx, brn_drive_fill(one.drive, 0, one.state, one.input)); // no activation
  ENSURE_OK(other.ctx, brn_drive_fill(other.drive, 0, other.state, other.input));
  int tip = one.model->bone[1].vertex[0];
  for (int f = 1; f <= 100; f++) {
    rig_go(&one, 0.001);
    rig_go(&other, 0.001);
    double a = rig_now(&one, tip)[1] - rig_rest(&one, tip)[1];
    double b = rig_now(&other, tip)[1] - rig_rest(&other, tip)[1];
    if (a < lowest) lowest = a, when = f;
    if (b < least) least = b, then = f;
  }
  ENSURE(when > 20 && when < 100);
  ENSURE_INT(then, when); // half of a period
  ENSURE_NEAR(least / lowest, 1, 0.02);
  rig_done(&one);
  rig_done(&other);
}

// -------------------------------------------------------------------------------------- bad states

static void crumpled_bodies_recover(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(60);
  Rig rig = rig_with(HANGING_BAR("400", "", ""), &def, 2),
      other = rig_with(HANGING_BAR("400", "", ""), &def, 2);
  TestRandom random = {7};
  for (int i = 0; i < 3 * rig.state->vertex_count; i++) {
    if (rig.model->vertex_bone[i / 3] < 0)
      rig.state->position[i] += test_random(&random, -0.02, 0.02);
  }
  for (int f = 0; f < 8; f++) {
    rig_step(&rig);
    rig_step(&other);
  }
  ENSURE_INT(rig.report.inverted, 0);
  ENSURE_NEAR(farthest(&rig, &other), 0, 1e-3);
  rig_done(&rig);
  rig_done(&other);
}

static void bones_that_jump_are_followed(void** unused) {
  (void)unused;
  const char* text = HANGING_BAR(
      "400", ", 'motion': {'move': [[0, 0, 0, 0], [0.4, 0, 0, 0], [0.4001, 0.3, 0.1, 0]]}", "");
  BrnSolverDef def = xpbd_def(10);
  Rig rig = rig_with(text, &def, 2);
  for (int f = 1; f <= 10; f++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, f / 10.0, rig.state, rig.input));
    rig_step(&rig);
    for (int i = 0; i < 3 * rig.state->vertex_count; i++) ENSURE(isfinite(rig.state->position[i]));
  }
  ENSURE_INT(rig.report.inverted, 0);
  rig_done(&rig);
}

// Differences of sub-steps that have come to rest are nothing: a guess from them is none.
static void what_hardly_pulls_is_exact(void** unused) {
  (void)unused;
  static const char* const text =
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'block', 'tets': 200}}, 'gravity': [0, 0, 0], "
      "'materials': {'flesh': {'density': 1000, 'model': 'neo_hookean', 'young': 1, 'poisson': "
      "0.3, "
      "'active_stress': {'measure': 'cauchy', 'direction': 'along'}}}, 'muscles': {'m': {'labels': "
      "'muscle', 'origin': {'select': 'low'}, 'insertion': {'select': 'high'}, 'fibres': {'from': "
      "'constant', 'axis': [0, 1, 0]}, 'material': 'flesh', 'tension': 0.05, 'activation': 1}}, "
      "'selections': {'low': {'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}, 'high': "
      "{'plane': {'point': [0, 0.099999, 0], 'normal': [0, 1, 0]}}}, 'supports': {'s': {'on': "
      "'low'}}}";
  BrnSolverDef def = brn_solver_def_default(), newton = sharp_def();
  brn_solver_def_choose(&def, "xpbd");
  xpbd_put(&def, body, BRN_XPBD_TETS);
  Rig rig = rig_with(text, &def, 2), other = rig_with(text, &newton, 2);
  rig_step_converges(&other);
  for (int f = 0; f < 4; f++) {
    rig_step_converges(&rig);
    for (int v = 0; v < rig.state->vertex_count; v++) {
      ENSURE_NEAR(brn__distance3(rig_now(&rig, v), rig_now(&other, v)), 0, 1e-9);
    }
  }
  rig_done(&rig);
  rig_done(&other);
}

TEST_MAIN(cmocka_unit_test(rest_has_no_stress),
          cmocka_unit_test(free_block_contracts_by_the_formula),
          cmocka_unit_test(nearer_with_more_substeps),
          cmocka_unit_test(volumes_of_patches_do_not_lock),
          cmocka_unit_test(tendons_and_a_hinge_agree_with_newton),
          cmocka_unit_test(other_materials_do), cmocka_unit_test(falls_as_the_recurrence_says),
          cmocka_unit_test(swings_as_newton_does), cmocka_unit_test(crumpled_bodies_recover),
          cmocka_unit_test(bones_that_jump_are_followed),
          cmocka_unit_test(what_hardly_pulls_is_exact))
