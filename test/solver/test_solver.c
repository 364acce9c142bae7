// SPDX-License-Identifier: Apache-2.0

#include "solver_test.h"

static const char* const swinging = HANGING_BAR("300", "", ", 'gravity': [-3, -9.81, 2]");

static void methods_are_found_by_name(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  assert_string_equal(brn_solver_method(0), "newton");
  ENSURE(brn_solver_method_count() >= 7);
  for (int m = 0; m < brn_solver_method_count(); m++) {
    ENSURE_OK(ctx, brn_solver_def_set(ctx, &def, "method", brn_solver_method(m)));
  }
  test_context_done(ctx);
}

static void def_follows_the_scene(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model =
      model_build(ctx, HANGING_BAR("300", "",
                                   ", 'solver': {'method': 'xpbd', 'dynamic': true, 'iterations': "
                                   "7, 'tolerance': 0.25}"));
  BrnSolverDef def = brn_solver_def_of(model);
  assert_string_equal(def.method, "xpbd");
  ENSURE(def.dynamic && def.iterations == 7 && def.tolerance == 0.25 && def.warp);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void def_is_set_by_name(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  ENSURE_OK(ctx, brn_solver_def_set(ctx, &def, "linear", "laplace"));
  ENSURE_OK(ctx, brn_solver_def_set(ctx, &def, "linear_tolerance", "0.01"));
  ENSURE_OK(ctx, brn_solver_def_set(ctx, &def, "locking", "on"));
  ENSURE(def.linear == BRN_LINEAR_LAPLACE && def.linear_tolerance == 0.01);
  ENSURE(def.locking == BRN_LOCKING_ON);
  ENSURE_STATUS(ctx, brn_solver_def_set(ctx, &def, "tolerance", "2"), BRN_INVALID);
  ENSURE_STATUS(ctx, brn_solver_def_set(ctx, &def, "wrap", "true"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "warp");
  test_context_done(ctx);
}

static void create_refuses(BrnContext* ctx, const BrnModel* model, BrnSolverDef def,
                           BrnStatus expected, const char* message) {
  BrnSolver* solver;
  ENSURE_STATUS(ctx, brn_solver_create(ctx, model, &def, &solver), expected);
  ENSURE(solver == NULL);
  ENSURE_ERROR_HAS(ctx, message);
}

static void impossible_defs_are_refused(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, swinging);
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "fvm");
  create_refuses(ctx, model, def, BRN_UNSUPPORTED, "\"fvm\" is not there");
  def = brn_solver_def_default();
  def.halvings = -1;
  create_refuses(ctx, model, def, BRN_INVALID, "halvings");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void impossible_input_is_named(void** unused) {
  (void)unused;
  Rig rig = rig_make(HANGING_BAR("300", "",
                                 ", 'loads': {'w': {'on': 'base', 'vector': [0, 1, "
                                 "0]}}"));
  rig.input->activation[0] = 1.5;
  ENSURE_STATUS(rig.ctx, brn_solver_step(rig.solver, rig.input, rig.state, &rig.report),
                BRN_INVALID);
  ENSURE_ERROR_HAS(rig.ctx, "unit \"m\": activation is 1.5");
  rig.input->activation[0] = 1;
  rig.input->load[0] = NAN;
  ENSURE_STATUS(rig.ctx, brn_solver_step(rig.solver, rig.input, rig.state, &rig.report),
                BRN_INVALID);
  ENSURE_ERROR_HAS(rig.ctx, "load \"w\"");
  ENSURE_INT(rig.state->frame, 0);
  rig_done(&rig);
}

// four frames; the states after each go to `out`
static void run(Rig* rig, int first, double step, double* out) {
  for (int f = first; f < 4; f++) {
    ENSURE_OK(rig->ctx, brn_drive_fill(rig->drive, 0.25 + step * f, rig->state, rig->input));
    rig_step_converges(rig);
    memcpy(out + (size_t)f * 3 * (size_t)rig->state->vertex_count, rig->state->position,
           3 * sizeof(double) * (size_t)rig->state->vertex_count);
  }
}

// another solver goes on from a copy of the state as if nothing had happened
static void check_checkpoint(BrnLinearSolver linear, double step, int first) {
  BrnSolverDef def = brn_solver_def_default();
  def.linear = linear;
  Rig rig = rig_with(swinging, &def, 2);
  size_t size = 4 * 3 * sizeof(double) * (size_t)rig.state->vertex_count;
  size_t before = (size_t)first * size / 4;
  char *whole = malloc(size), *rest = malloc(size);
  BrnState* copy;
  ENSURE_OK(rig.ctx, brn_state_create(rig.ctx, rig.model, &copy));
  for (int f = 0; f < first; f++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.25 + step * f, rig.state, rig.input));
    rig_step_converges(&rig);
  }
  brn_state_copy(rig.model, rig.state, copy);
  run(&rig, first, step, (double*)whole);
  ENSURE(rig.state->frame == 4 && rig.state->time == 0.25 + 3 * step);
  brn_state_destroy(rig.ctx, rig.state);
  brn_solver_destroy(rig.ctx, rig.solver);
  ENSURE_OK(rig.ctx, brn_solver_create(rig.ctx, rig.model, &def, &rig.solver));
  rig.state = copy;
  run(&rig, first, step, (double*)rest);
  ENSURE(memcmp(whole + before, rest + before, size - before) == 0);
  ENSURE(rig.state->frame == 4);
  free(whole);
  free(rest);
  rig_done(&rig);
}

// A method may keep what is good for the step in hand, such as a factor; where little changes, it
// would be good for the next step as well.
static void copy_of_the_state_is_a_checkpoint(void** unused) {
  (void)unused;
  static const double steps[] = {0.25, 1e-3, 1e-5};
  for (int i = 0; i < 3; i++) {
    check_checkpoint(BRN_LINEAR_COROTATED, steps[i], 2);
    check_checkpoint(BRN_LINEAR_DIRECT, steps[i], 2);
  }
}

TEST_MAIN(cmocka_unit_test(methods_are_found_by_name), cmocka_unit_test(def_follows_the_scene),
          cmocka_unit_test(def_is_set_by_name), cmocka_unit_test(impossible_defs_are_refused),
          cmocka_unit_test(impossible_input_is_named),
          cmocka_unit_test(copy_of_the_state_is_a_checkpoint))
