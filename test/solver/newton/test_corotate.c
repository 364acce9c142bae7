// SPDX-License-Identifier: Apache-2.0

#include "solver/solver_test.h"

// A body pinned in one vertex; it may turn about it.
static Rig pinned(void) {
  BrnSolverDef def = brn_solver_def_default();
  def.linear = BRN_LINEAR_COROTATED;
  def.linear_tolerance = 1e-8;
  Rig rig = rig_with("{'brawn': 1, " BAR_MESH ", " BAR_BONES ", 'muscles': {'m': {" BAR_MUSCLE
                     ", 'activation': 0}}, 'selections': {'one': {'parts': 'm', 'nearest': [[0, "
                     "0.1, 0]]}}, 'supports': {'pin': {'on': 'one'}}}",
                     &def, 2);
  rig_load(&rig);
  return rig;
}

// K z = side, and how many iterations it took
static int solve(Rig* rig) {
  BrnNewton* n = rig->newton;
  TestRandom random = {1};
  bool solved;
  rig->report = (BrnStepReport){0};
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_DEFINITE, &rig->report);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++) n->side[i] = test_random(&random, -1, 1);
  ENSURE_OK(rig->ctx, brn__newton_solve_corotated(rig->ctx, n, 1e-8, &solved, &rig->report));
  ENSURE(solved);
  return rig->report.linear_iterations;
}

static void turn(Rig* rig, double angle) {
  BrnNewton* n = rig->newton;
  double rotation[4], pin[3], d[3];
  brn__copy3(pin, rig_rest(rig, rig->model->support[0].vertex[0]));
  brn_rotation_from_axis_angle((double[]){1, 2, -1}, angle, rotation);
  for (int i = 0; i < n->body->nodes->count; i++) {
    brn__sub3(d, n->body->y + 3 * i, pin);
    brn_rotation_apply(rotation, d, d);
    brn__add3(n->body->y + 3 * i, pin, d);
  }
}

// turned as a whole, the matrix is the turned one, and so is its factor
static void factor_turns_with_the_body(void** unused) {
  (void)unused;
  Rig rig = pinned();
  TestRandom random = {2};
  rig.newton->factored = false;
  // rest itself, where a body on a pin may turn, is singular; a little shaken it is not
  rig_shake(&rig, &random, 1e-4);
  ENSURE(solve(&rig) <= 3);
  ENSURE_INT(rig.report.factorizations, 1);
  turn(&rig, 1.2);
  ENSURE(solve(&rig) <= 4);
  ENSURE_INT(rig.report.factorizations, 0);
  rig_done(&rig);
}

static void worn_out_factor_is_renewed(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  def.linear = BRN_LINEAR_COROTATED;
  Rig rig = rig_with(HANGING_BAR("600", "", ""), &def, 2);
  TestRandom random = {3};
  rig_load(&rig);
  solve(&rig);
  ENSURE_INT(rig.report.factorizations, 1);
  rig_shake(&rig, &random, 1e-3);
  ENSURE(solve(&rig) > 40);
  ENSURE_INT(rig.report.factorizations, 0);
  ENSURE(solve(&rig) <= 3);
  ENSURE_INT(rig.report.factorizations, 1);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(factor_turns_with_the_body),
          cmocka_unit_test(worn_out_factor_is_renewed))
