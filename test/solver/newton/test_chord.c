// SPDX-License-Identifier: Apache-2.0

#include "solver/solver_test.h"

static Rig bar(BrnLinearSolver linear) {
  BrnSolverDef def = brn_solver_def_default();
  def.linear = linear;
  return rig_with(HANGING_BAR("600", "", ""), &def, 2);
}

// the decrement at a shape a little off, by the factor that is there
static double chord(Rig* rig, double limit) {
  BrnNewton* n = rig->newton;
  TestRandom random = {1};
  double slope;
  rig_load(rig);
  rig_shake(rig, &random, 1e-6);
  ENSURE_OK(rig->ctx, brn__newton_chord(rig->ctx, n, limit, &slope, &rig->report));
  return slope;
}

static void old_factor_tells_the_decrement(void** unused) {
  (void)unused;
  Rig rig = bar(BRN_LINEAR_DIRECT);
  rig_step_converges(&rig);
  int before = rig.report.factorizations;
  double old = chord(&rig, INFINITY), slope;
  ENSURE_INT(rig.report.factorizations, before);
  ENSURE(old < 0);
  ENSURE(isnan(chord(&rig, -0.5 * old)));
  chord(&rig, INFINITY);
  ENSURE_OK(rig.ctx, brn__newton_direct(rig.ctx, rig.newton, false, &slope, &rig.report));
  ENSURE_NEAR(old / slope, 1, 1e-2);
  rig_done(&rig);
}

static void without_a_factor_there_is_none(void** unused) {
  (void)unused;
  Rig direct = bar(BRN_LINEAR_DIRECT), other = bar(BRN_LINEAR_COROTATED);
  ENSURE(isnan(chord(&direct, INFINITY)));
  rig_step_converges(&other);
  ENSURE(isnan(chord(&other, INFINITY)));
  rig_done(&direct);
  rig_done(&other);
}

static void last_factorisation_is_saved(void** unused) {
  (void)unused;
  Rig rig = bar(BRN_LINEAR_DIRECT), sharp;
  BrnSolverDef def = sharp_def();
  def.linear = BRN_LINEAR_DIRECT;
  sharp = rig_with(HANGING_BAR("600", "", ""), &def, 2);
  for (int k = 0; k < 2; k++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.98 + 0.02 * k, rig.state, rig.input));
    rig_step_converges(&rig);
  }
  rig_step_converges(&sharp);
  ENSURE_INT(rig.report.factorizations, rig.report.iterations - 1);
  ENSURE(rig.report.decrement <= 1e-6);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    ENSURE_NEAR(brn__distance3(rig_now(&rig, v), rig_now(&sharp, v)), 0, 1e-6);
  }
  rig_done(&rig);
  rig_done(&sharp);
}

TEST_MAIN(cmocka_unit_test(old_factor_tells_the_decrement),
          cmocka_unit_test(without_a_factor_there_is_none),
          cmocka_unit_test(last_factorisation_is_saved))
