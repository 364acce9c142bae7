// SPDX-License-Identifier: Apache-2.0

#include "solver/solver_test.h"

// K d = side at the shaken rest pose, with that budget; the residual as a share of the right side
static double solve(Rig* rig, int budget, int spent) {
  BrnNewton* n = rig->newton;
  bool solved = false;
  int count = 3 * n->body->nodes->row_count;
  TestRandom random = {1};
  rig->report = (BrnStepReport){0};
  n->budget = budget, n->spent = spent, n->switched = n->factored = false;
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_DEFINITE, &rig->report);
  for (int i = 0; i < count; i++) n->side[i] = test_random(&random, -1, 1);
  ENSURE_OK(rig->ctx, brn__newton_solve_auto(rig->ctx, n, &solved, &rig->report));
  ENSURE(solved);
  brn__blocks_multiply(rig->ctx, n->body->K, n->descent.d, n->body->g);
  double left = 0, right = 0;
  for (int i = 0; i < count; i++) {
    left += (n->body->g[i] - n->side[i]) * (n->body->g[i] - n->side[i]);
    right += n->side[i] * n->side[i];
  }
  return sqrt(left / right);
}

static Rig bar(void) {
  Rig rig = rig_make(HANGING_BAR("600", "", ""));
  TestRandom random = {2};
  rig_load(&rig);
  rig_shake(&rig, &random, 1e-4);
  return rig;
}

static void few_iterations_need_no_factor(void** unused) {
  (void)unused;
  Rig rig = bar();
  ENSURE(solve(&rig, 1000, 0) < 1);
  ENSURE_INT(rig.report.factorizations, 0);
  ENSURE(!rig.newton->switched && rig.newton->spent == rig.report.linear_iterations &&
         rig.newton->spent > 3);
  rig_done(&rig);
}

// in one system, or in several
static void spent_budget_brings_the_factor(void** unused) {
  (void)unused;
  Rig rig = bar();
  static const int cases[2][2] = {{8, 0}, {1000, 998}}, taken[2] = {8, 2};
  for (int k = 0; k < 2; k++) {
    double left = solve(&rig, cases[k][0], cases[k][1]);
    ENSURE(rig.newton->switched && rig.newton->factored && left < 0.1);
    ENSURE_INT(rig.report.factorizations, 1);
    ENSURE_INT(rig.newton->spent, cases[k][1] + taken[k]);
  }
  rig_done(&rig);
}

static void small_bodies_begin_with_a_factor(void** unused) {
  (void)unused;
  Rig rig = bar();
  brn__newton_begin_auto(rig.newton);
  ENSURE(rig.newton->switched && rig.newton->matrix.factor);
  rig_done(&rig);
}

// A factor is made when it is needed first; each step decides anew, so that a run can be resumed.
static void steps_do_not_remember(void** unused) {
  (void)unused;
  Rig rig = rig_make(SPINDLE("9000", "[0, -9.81, 0]", "", ""));
  int begin = rig.newton->budget;
  ENSURE(begin > 40 && begin < 120 && !rig.newton->switched && !rig.newton->matrix.factor);
  BrnState* copy;
  ENSURE_OK(rig.ctx, brn_state_create(rig.ctx, rig.model, &copy));
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.1, rig.state, rig.input));
  rig_step_converges(&rig);
  BrnStepReport first = rig.report;
  rig.newton->switched = true, rig.newton->spent = 7;
  ENSURE_OK(rig.ctx, brn_solver_step(rig.solver, rig.input, copy, &rig.report));
  ENSURE_INT(rig.report.linear_iterations, first.linear_iterations);
  ENSURE_INT(rig.report.factorizations, first.factorizations);
  ENSURE(rig.report.energy == first.energy);
  ENSURE_INT(rig.newton->budget, begin);
  brn_state_destroy(rig.ctx, copy);
  rig_done(&rig);
}

// with bones that are rigid too
static void rigid_bones_begin_without_a_factor(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  def.bones = BRN_BONES_RIGID;
  Rig rig = rig_with(
      SPINDLE("9000", "[0, -9.81, 0]", "",
              ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.05, 0, "
              "0], 'axis': [0, 0, 1]}}"),
      &def, 2);
  ENSURE(!rig.newton->switched && rig.newton->body->rigid);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.1, rig.state, rig.input));
  rig_step_converges(&rig);
  ENSURE(rig.report.linear_iterations > 3);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(few_iterations_need_no_factor),
          cmocka_unit_test(spent_budget_brings_the_factor),
          cmocka_unit_test(small_bodies_begin_with_a_factor),
          cmocka_unit_test(steps_do_not_remember),
          cmocka_unit_test(rigid_bones_begin_without_a_factor))
