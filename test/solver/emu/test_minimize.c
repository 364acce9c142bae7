// SPDX-License-Identifier: Apache-2.0
//
// How the iteration of emu goes down.

#include "emu_test.h"

// One iteration at a time from a bad beginning: energies, and Armijo's condition for the step that
// was taken, which is F - F before whatever its length was.
static void every_step_goes_down_enough(void** unused) {
  (void)unused;
  for (int k = 0; k < 4; k++) {
    TestRandom random = {31};
    BrnSolverDef def = emu_def();
    emu_put(&def, alpha, k % 2 ? 30 : 1);
    emu_put(&def, step, k / 2 ? BRN_EMU_MEMORY : BRN_EMU_WOODBURY);
    Rig rig = emu_with(HANGING_BAR("300", "", ", 'gravity': [-20, 5, 3]"), &def, 2);
    BrnEmu* e = emu_begin(&rig);
    BrnDeformation *F = emu_deformations(&rig), *g = emu_deformations(&rig);
    int shortened = 0;
    emu_add_random(e, &random, 0.3, e->F);
    for (int i = 0; i < 25; i++) {
      emu_prepare(&rig, e);
      double before = brn__emu_total(emu_energy(&rig, e));
      memcpy(F, e->F, emu_bytes(e));
      memcpy(g, e->g, emu_bytes(e));
      rig.report = (BrnStepReport){0};
      ENSURE_OK(rig.ctx, brn__emu_minimize(rig.ctx, e, 1, 1e-12, &rig.report));
      double told = rig.report.energy, after = brn__emu_total(emu_energy(&rig, e));
      emu_add(e, e->F, -1, F, F);
      double slope = brn__deformation_dot(rig.ctx, e, g, F);
      ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
      ENSURE_INT(rig.report.iterations, 1);
      ENSURE(slope < 0 && after <= before + 1e-4 * slope * (1 - 1e-6));
      ENSURE_NEAR(told, after, 1e-9 * fabs(after)); // no drift between solutions
      shortened += rig.report.trials > 1;
    }
    ENSURE(shortened > 0);
    brn__free(rig.ctx, F);
    brn__free(rig.ctx, g);
    rig_done(&rig);
  }
}

// positions, gaps and energy are carried along: no solution but the first starts anew
static void what_is_carried_along_does_not_drift(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  Rig rig = emu_with(HANGING_BAR("300", "", ""), &def, 2);
  BrnEmu* e = emu_begin(&rig);
  BrnDeformation* gap = emu_deformations(&rig);
  double* y = brn__new(rig.ctx, 3 * e->body->nodes->count, double);
  ENSURE_OK(rig.ctx, brn__emu_minimize(rig.ctx, e, 60, 1e-12, &rig.report));
  ENSURE(rig.report.iterations > 30);
  memcpy(gap, e->gap, emu_bytes(e));
  memcpy(y, e->body->y, 3 * sizeof(double) * (size_t)e->body->nodes->count);
  double told = rig.report.energy;
  ENSURE_NEAR(brn__emu_total(emu_energy(&rig, e)), told, 1e-12 * fabs(told));
  for (int i = 0; i < 3 * e->body->nodes->count; i++) ENSURE_NEAR(e->body->y[i], y[i], 1e-13);
  emu_add(e, gap, -1, e->gap, gap);
  ENSURE_NEAR(emu_size(&rig, e, gap), 0, 1e-12);
  brn__free(rig.ctx, gap);
  brn__free(rig.ctx, y);
  rig_done(&rig);
}

// thrown about by half a cell, with tets inside out, it finds back
static void crumpled_body_recovers(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_sharp_def(1);
  TestRandom random = {9};
  def.tolerance = 1e-10;
  Rig rig = emu_with(HANGING_BAR("300", "", ""), &def, 2);
  rig_step_ends(&rig);
  double energy = rig.report.energy, volume = rig.report.soft_volume;
  rig_load(&rig);
  rig_shake(&rig, &random, 0.01);
  brn__nodes_to_points(rig.ctx, rig.body->nodes, rig.body->y, rig.body->x);
  memcpy(rig.state->position, rig.body->x, 3 * sizeof(double) * (size_t)rig.state->vertex_count);
  rig_step_ends(&rig);
  ENSURE_INT(rig.report.inverted, 0);
  ENSURE_NEAR(rig.report.energy / energy, 1, 1e-7);
  ENSURE_NEAR(rig.report.soft_volume / volume, 1, 1e-4);
  rig_done(&rig);
}

// the limit is kept, and told; a stop by energy ends earlier
static void end_is_told(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  def.iterations = 3;
  def.tolerance = 1e-12;
  Rig rig = emu_with(HANGING_BAR("300", "", ""), &def, 2);
  rig_step(&rig);
  ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
  ENSURE_INT(rig.report.iterations, 3);
  ENSURE(rig.report.residual > 0 && brn_step_report_value(&rig.report, "gap") > 0 &&
         rig.report.decrement > 1e-12);
  ENSURE_NEAR(brn_step_report_value(&rig.report, "alpha"), 10, 1e-12);
  rig_done(&rig);
}

// the energy that is carried along the trials is that of the end
static void energy_is_that_of_the_last_trial(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_woodbury_def(BRN_LOCKING_OFF, 48);
  Rig rig = rig_with(SPINDLE("1000", "[0, -9.81, 0]", "", ""), &def, 2);
  BrnEmu* e = emu_shaken(&rig);
  ENSURE_OK(rig.ctx, brn__emu_minimize(rig.ctx, e, 12, 1e-12, &rig.report));
  double energy = rig.report.energy;
  brn__acap_solve(rig.ctx, e);
  ENSURE_NEAR(energy / brn__emu_total(brn__emu_energy(rig.ctx, e)), 1, 1e-11);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(every_step_goes_down_enough),
          cmocka_unit_test(what_is_carried_along_does_not_drift),
          cmocka_unit_test(crumpled_body_recovers), cmocka_unit_test(end_is_told),
          cmocka_unit_test(energy_is_that_of_the_last_trial))
