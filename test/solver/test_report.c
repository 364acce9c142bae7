// SPDX-License-Identifier: Apache-2.0

#include "solver_test.h"

#include <math.h>

static BrnStepReport report_by(const char* method) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method);
  Rig rig = rig_with(HANGING_BAR("300", "", ""), &def, 1);
  rig_step(&rig);
  BrnStepReport report = rig.report;
  rig_done(&rig);
  return report;
}

static void columns_are_numbers_of_the_report(void** unused) {
  (void)unused;
  BrnStepReport r = report_by("newton");
  BrnStepColumn first = brn_step_report_column(&r, 0);
  assert_string_equal(first.name, "iterations");
  ENSURE(first.value == r.iterations && !first.unit && brn_step_report_column_count(&r) == 15);
  ENSURE(brn_step_report_value(&r, "residual") == r.residual);
  ENSURE(brn_step_report_value(&r, "soft_volume") == r.soft_volume && r.soft_volume > 0);
  ENSURE(isnan(brn_step_report_value(&r, "alpha")) && !brn__step_constant(&r).name);
}

static void methods_tell_what_is_their_own(void** unused) {
  (void)unused;
  BrnStepReport r = report_by("emu");
  ENSURE(brn_step_report_column_count(&r) == 17);
  ENSURE(brn_step_report_value(&r, "alpha") > 0 && brn_step_report_value(&r, "gap") >= 0);
  BrnStepColumn constant = brn__step_constant(&r);
  assert_string_equal(constant.name, "alpha");
  assert_string_equal(constant.help, "weight of continuity");
  ENSURE(constant.value == brn_step_report_value(&r, "alpha"));
}

static void words_are_those_of_the_method(void** unused) {
  (void)unused;
  char text[512];
  BrnStepReport r = report_by("newton");
  r.iterations = 1;
  brn__step_brief(&r, text, sizeof text);
  assert_string_equal(text, "1 iteration");
  r.outcome = BRN_OUT_OF_ITERATIONS;
  ENSURE(strstr(brn__step_cure(&r), "solver.iterations"));
  r = report_by("xpbd");
  ENSURE(strstr(brn__step_cure(&r), "solver.xpbd_substeps"));
  r = (BrnStepReport){.iterations = 2}; // nobody's
  brn__step_brief(&r, text, sizeof text);
  assert_string_equal(text, "2 iterations");
  ENSURE(brn_step_report_column_count(&r) == 0 && isnan(brn_step_report_value(&r, "energy")));
}

static void counts_and_times_of_steps_add_up(void** unused) {
  (void)unused;
  BrnStepReport sum = {.outcome = BRN_STALLED, 1, 2, 3, 4, 5, 6, .energy = 7, .inverted = 8};
  BrnStepReport step = {.outcome = BRN_CONVERGED, 10, 20, 30, 40, 50, 60, .energy = 70};
  sum.seconds = (BrnStepTimes){1, 2, 3, 4, 5, 6};
  step.seconds = (BrnStepTimes){10, 20, 30, 40, 50, 60};
  brn__step_report_add(&sum, &step);
  ENSURE(sum.outcome == BRN_STALLED && sum.energy == 70 && sum.inverted == 0);
  ENSURE(sum.iterations == 11 && sum.linear_iterations == 22 && sum.factorizations == 33);
  ENSURE(sum.projections == 44 && sum.trials == 55 && sum.parts == 66);
  ENSURE(memcmp(&sum.seconds, &(BrnStepTimes){11, 22, 33, 44, 55, 66}, sizeof sum.seconds) == 0);
  size_t rows = 0;
  while (brn__step_times[rows].name) rows++;
  ENSURE(rows * sizeof(double) == sizeof(BrnStepTimes)); // all of them have a row
}

TEST_MAIN(cmocka_unit_test(counts_and_times_of_steps_add_up),
          cmocka_unit_test(columns_are_numbers_of_the_report),
          cmocka_unit_test(methods_tell_what_is_their_own),
          cmocka_unit_test(words_are_those_of_the_method))
