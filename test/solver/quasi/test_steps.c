// SPDX-License-Identifier: Apache-2.0
//
// Steps of lbfgs and bcqn: where they end, and how.

#include "brawn/brawn.h"
#include "solver/manners_test.h"
#include "solver/quasi/quasi.h"

static const char* const methods[2] = {"lbfgs", "bcqn"};

static BrnSolverDef def_of(const char* method) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method);
  def.iterations = 4000;
  def.halvings = 0;
  return def;
}

static BrnSolverDef sharp_of(const char* method) {
  BrnSolverDef def = def_of(method);
  def.tolerance = strcmp(method, "bcqn") == 0 ? 1e-10 : 1e-15;
  return def;
}

static const char* const swinging = HANGING_BAR("200", "", ", 'gravity': [-3, -9.81, 2]");
// a block on the ground that contracts and leans over
static const char* const leaning =
    BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'low': {'on': 'low'}}, 'loads': {'wind': {'on': "
                             "'high', 'vector': [30, 0, 5]}}");

static double farthest(const Rig* a, const Rig* b) {
  double most = 0;
  for (int v = 0; v < a->state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(a, v), rig_now(b, v)));
  }
  return most;
}

// ------------------------------------------------------------------------------------- the minimum

static void ends_where_newton_does(const char* scene, BrnBoneModel bones, double sharper,
                                   double near) {
  BrnSolverDef sharp = sharp_def();
  sharp.locking = BRN_LOCKING_OFF;
  sharp.bones = bones;
  Rig newton = rig_with(scene, &sharp, 2);
  rig_step_converges(&newton);
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = sharp_of(methods[k]);
    def.tolerance /= sharper;
    def.locking = BRN_LOCKING_OFF;
    def.bones = bones;
    Rig rig = rig_with(scene, &def, 2);
    rig_step_converges(&rig);
    ENSURE_NEAR(farthest(&rig, &newton), 0, near);
    ENSURE_NEAR(rig.report.energy / newton.report.energy, 1, 1e-8);
    ENSURE_INT(rig.report.factorizations, 0);
    rig_done(&rig);
  }
  rig_done(&newton);
}

static void block_ends_where_newton_does(void** unused) {
  (void)unused;
  ends_where_newton_does(leaning, BRN_BONES_AFFINE, 1, 1e-8);
}

// 26 cm long; a tenth of full activation
static void spindle_ends_where_newton_does(void** unused) {
  (void)unused;
  ends_where_newton_does(
      SPINDLE("700", "[0, -9.81, 0]", ", 'units': {'all': {'activation': 0.1}}", ""),
      BRN_BONES_AFFINE, 1e-3, 1e-5);
}

static void rigid_bones_end_where_newton_has_them(void** unused) {
  (void)unused;
  ends_where_newton_does(swinging, BRN_BONES_RIGID, 1, 1e-5);
}

// Stable neo-Hookean and active fibres in a block that is free but for its rollers: F = diag(t, l,
// t) with mu - mu l + (lambda + mu) (l t^2 - 1) l = 0 across, and along the fibres
// mu l - mu t^2 + (lambda + mu) (l t^2 - 1) t^2 + a T l = 0.
static double along(double mu, double lambda, double l, double* tt) {
  *tt = (1 + mu * (l - 1) / ((lambda + mu) * l)) / l;
  return mu * l - mu * *tt + (lambda + mu) * (l * *tt - 1) * *tt + 0.5 * 2e4 * l;
}

static void active_block_shortens_as_by_hand(void** unused) {
  (void)unused;
  double mu = 6e4 / 2.8, lambda = 6e4 * 0.4 / (1.4 * 0.2), low = 0.5, high = 1, tt;
  for (int i = 0; i < 100; i++) {
    double middle = (low + high) / 2;
    *(along(mu, lambda, middle, &tt) > 0 ? &high : &low) = middle;
  }
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = sharp_of(methods[k]);
    Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}"), &def, 2);
    double from[3], to[3];
    brn_mesh_bounds(rig.model->mesh, from, to);
    rig_step_converges(&rig);
    for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
      for (int i = 0; i < 3; i++) {
        double expected = from[i] + (i == 1 ? low : sqrt(tt)) * (rig_rest(&rig, v)[i] - from[i]);
        ENSURE_NEAR(rig_now(&rig, v)[i], expected, 1e-8);
      }
    }
    rig_done(&rig);
  }
}

// ---------------------------------------------------------------------------------- what it costs

// degrees by which the lying bar of scenes/hinge has swung down
static double swing(BrnSolverDef def, int iterations, BrnStepReport* report) {
  Rig rig = {.ctx = test_context_with(2)};
  BrnScene* scene;
  BrnBuildDef build = brn_build_def_default();
  ENSURE_OK(rig.ctx, brn_scene_read(rig.ctx, "scenes/hinge/hinge.json", &scene));
  ENSURE_OK(rig.ctx, brn_model_build(rig.ctx, scene, &build, &rig.model, NULL));
  brn_scene_destroy(rig.ctx, scene);
  def.iterations = iterations;
  def.halvings = 0;
  def.locking = BRN_LOCKING_OFF;
  rig_solver(&rig, &def);
  rig_step(&rig);
  *report = rig.report;
  double from[2] = {0}, to[2] = {0};
  for (int v = 0; v < rig.state->vertex_count; v++) {
    for (int i = 0; i < 2 && rig_rest(&rig, v)[0] > 0.0999; i++) {
      from[i] += rig_rest(&rig, v)[i];
      to[i] += rig_now(&rig, v)[i];
    }
  }
  rig_done(&rig);
  return (atan2(from[1], from[0]) - atan2(to[1], to[0])) * 180 / M_PI;
}

// Two stiff bars that share an edge (Modi et al. 2020, figure 2): Newton's warped steps swing the
// lower one until its middle is below the edge, atan(5); these methods creep, and say so.
static void geometric_hinge_all_but_locks(void** unused) {
  (void)unused;
  BrnStepReport report;
  BrnSolverDef newton = brn_solver_def_default();
  newton.linear = BRN_LINEAR_DIRECT;
  ENSURE_NEAR(swing(newton, 30, &report), atan(5) * 180 / M_PI, 1e-3);
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  for (int k = 0; k < 2; k++) {
    double angle = swing(sharp_of(methods[k]), 100, &report);
    ENSURE(angle > 0.1 && angle < 1);
    ENSURE_INT(report.outcome, BRN_OUT_OF_ITERATIONS);
  }
}

// ---------------------------------------------------------------------------------------- the stop

// Each limit of iterations ends one step later on the same way: energies fall, and the outcome is
// told as it is.
static void energy_never_rises(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    double before = INFINITY;
    for (int limit = 1; limit <= 21; limit += 1 + limit / 3) {
      BrnSolverDef def = def_of(methods[k]);
      def.iterations = limit;
      def.tolerance = 1e-15;
      Rig rig = rig_with(leaning, &def, 2);
      rig_step(&rig);
      ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
      ENSURE_INT(rig.report.iterations, limit);
      ENSURE(rig.report.energy < before);
      before = rig.report.energy;
      rig_done(&rig);
    }
  }
}

// Armijo's condition holds for the step that is taken
static void steps_gain_what_their_slope_promises(void** unused) {
  (void)unused;
  BrnSolverDef def = def_of("lbfgs");
  Rig rig = rig_with(leaning, &def, 2);
  BrnQuasi* q = quasi_of(&rig);
  rig_load(&rig);
  brn__body_evaluate(rig.ctx, q->body, BRN_WANT_STRESS, &rig.report);
  double slope = brn__quasi_direct(rig.ctx, q);
  BrnEnergy from = brn__body_energy(rig.ctx, q->body, q->body->y), now = from;
  for (int i = 0; i < 3 * q->body->nodes->row_count; i++) q->descent.d[i] *= 64; // much too far
  double s = brn__descent_search(rig.ctx, &q->descent, 64 * slope, 1, 40, 0, &now, &rig.report);
  ENSURE(s > 0 && s <= 0.25 && rig.report.trials > 2);
  ENSURE(brn__energy_total(now) - brn__energy_total(from) <= 1e-4 * s * 64 * slope);
  rig_done(&rig);
}

static void search_begins_where_it_is_told(void** unused) {
  (void)unused;
  BrnSolverDef def = def_of("lbfgs");
  Rig rig = rig_with(leaning, &def, 2);
  BrnQuasi* q = quasi_of(&rig);
  rig_load(&rig);
  brn__body_evaluate(rig.ctx, q->body, BRN_WANT_STRESS, &rig.report);
  double slope = brn__quasi_direct(rig.ctx, q);
  BrnEnergy now = brn__body_energy(rig.ctx, q->body, q->body->y);
  ENSURE(brn__descent_search(rig.ctx, &q->descent, slope, 0.125, 40, 0, &now, &rig.report) ==
         0.125);
  ENSURE_INT(rig.report.trials, 1);
  rig_done(&rig);
}

static void bcqn_ends_by_its_gradient(void** unused) {
  (void)unused;
  for (int k = 4; k <= 8; k += 2) {
    BrnSolverDef def = def_of("bcqn");
    def.tolerance = pow(10, -k);
    Rig rig = rig_with(leaning, &def, 2);
    double usual = quasi_of(&rig)->characteristic;
    rig_step_converges(&rig);
    ENSURE(rig.report.residual <= def.tolerance * usual && rig.report.residual > 0);
    def.iterations = rig.report.iterations - 1;
    rig_done(&rig);
    if (def.iterations == 0) continue;
    rig = rig_with(leaning, &def, 2); // one iteration less was not enough
    rig_step(&rig);
    ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
    ENSURE(rig.report.residual > fmin(def.tolerance * usual, def.balance * rig.report.acting));
    rig_done(&rig);
  }
}

static void body_at_rest_stays(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = def_of(methods[k]);
    Rig rig = rig_with(HANGING_BAR("300", "", ", 'gravity': [0, 0, 0]"), &def, 2);
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0, rig.state, rig.input));
    rig_step_converges(&rig);
    ENSURE_INT(rig.report.iterations, 1);
    double far = 0;
    for (int v = 0; v < rig.state->vertex_count; v++) {
      far = fmax(far, brn__distance3(rig_now(&rig, v), rig_rest(&rig, v)));
    }
    ENSURE(far < 1e-15);
    rig_done(&rig);
  }
}

// with a filter for materials that are not defined for tets inside out
static void making_a_barrier_may_fail(void** unused) {
  (void)unused;
  BrnSolverDef def = def_of("bcqn");
  manners_on(BLOCK_SCENE("{'like': 'muscle', 'model': 'neo_hookean'}",
                         ", 'supports': {" BLOCK_ROLLERS "}"),
             &def, manners_make_fails);
}

TEST_MAIN(cmocka_unit_test(block_ends_where_newton_does),
          cmocka_unit_test(spindle_ends_where_newton_does),
          cmocka_unit_test(rigid_bones_end_where_newton_has_them),
          cmocka_unit_test(active_block_shortens_as_by_hand),
          cmocka_unit_test(geometric_hinge_all_but_locks), cmocka_unit_test(energy_never_rises),
          cmocka_unit_test(steps_gain_what_their_slope_promises),
          cmocka_unit_test(search_begins_where_it_is_told),
          cmocka_unit_test(bcqn_ends_by_its_gradient), cmocka_unit_test(body_at_rest_stays),
          cmocka_unit_test(making_a_barrier_may_fail))
