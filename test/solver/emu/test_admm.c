// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/admm.h"
#include "solver/solver_test.h"

static BrnSolverDef admm_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "admm");
  def.locking = BRN_LOCKING_OFF;
  return def;
}

static BrnAdmm* admm_of(const Rig* rig) { return rig->solver->method; }

// a block on the ground that contracts and leans over
static const char* const leaning =
    BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'low': {'on': 'low'}}, 'loads': {'wind': {'on': "
                             "'high', 'vector': [30, 0, 5]}}");
static const char* const hanging = HANGING_BAR("150", "", "");
static const char* const stiff = BLOCK_SCENE("{'like': 'muscle', 'young': 6e4, 'poisson': 0.49}",
                                             ", 'supports': {'low': {'on': 'low'}}");

static double farthest(const Rig* a, const Rig* b) {
  double most = 0;
  for (int v = 0; v < a->state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(a, v), rig_now(b, v)));
  }
  return most;
}

// ------------------------------------------------------------------------------------- the minimum

// whatever the weights, and with patches as without: F = G q leaves the finite elements
static void ends_where_newton_does(const char* scene, BrnSolverDef def, double near) {
  BrnSolverDef sharp = sharp_def();
  sharp.locking = def.locking;
  sharp.bones = def.bones;
  def.tolerance = 1e-12;
  def.iterations = 3000;
  Rig newton = rig_with(scene, &sharp, 2), rig = rig_with(scene, &def, 2);
  rig_step_converges(&newton);
  rig_step_converges(&rig);
  ENSURE_NEAR(farthest(&rig, &newton), 0, near);
  ENSURE_NEAR(rig.report.energy / newton.report.energy, 1, 1e-6);
  ENSURE_NEAR(rig.report.soft_volume / newton.report.soft_volume, 1, 1e-6);
  ENSURE(brn_step_report_value(&rig.report, "gap") < 1e-6 &&
         brn_step_report_value(&rig.report, "gap") > 0);
  ENSURE_INT(rig.report.factorizations, 0);
  rig_done(&newton);
  rig_done(&rig);
}

static void block_ends_where_newton_does(void** unused) {
  (void)unused;
  ends_where_newton_does(leaning, admm_def(), 1e-6);
}

static void alpha_does_not_matter_in_the_end(void** unused) {
  (void)unused;
  BrnSolverDef def = admm_def();
  emu_put(&def, alpha, 30);
  ends_where_newton_does(leaning, def, 1e-6);
}

static void weights_do_not_matter_in_the_end(void** unused) {
  (void)unused;
  BrnSolverDef def = admm_def();
  emu_put(&def, weights, BRN_EMU_CENTROID);
  ends_where_newton_does(leaning, def, 1e-6);
}

static void bones_end_where_newton_has_them(void** unused) {
  (void)unused;
  ends_where_newton_does(hanging, admm_def(), 5e-6);
}

static void rigid_bones_end_where_newton_has_them(void** unused) {
  (void)unused;
  BrnSolverDef def = admm_def();
  def.bones = BRN_BONES_RIGID;
  ends_where_newton_does(hanging, def, 5e-6);
}

static void patches_end_where_newton_does(void** unused) {
  (void)unused;
  BrnSolverDef def = admm_def();
  def.locking = BRN_LOCKING_AUTO;
  Rig rig = rig_with(stiff, &def, 2);
  ENSURE(admm_of(&rig)->e->body->averages != NULL);
  rig_done(&rig);
  ends_where_newton_does(stiff, def, 1e-6);
}

// --------------------------------------------------------------------------------------- residuals

// alpha W u = V P, tet by tet
static void multipliers_are_the_stresses(void** unused) {
  (void)unused;
  BrnSolverDef def = admm_def();
  def.tolerance = 1e-14;
  def.iterations = 3000;
  Rig rig = rig_with(leaning, &def, 2);
  rig_step_converges(&rig);
  const BrnAdmm* a = admm_of(&rig);
  const BrnEmu* e = a->e;
  double most = 0, off = 0;
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    BrnMaterialOut out;
    BrnDeformation force;
    brn__batch_evaluate(e->body->elements, batch, e->F[b], rig.input->activation, BRN_WANT_STRESS,
                        &out);
    brn__metric_apply(&e->metric[b], a->u[b], force);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      double expected = batch->volume[k % BRN_LANES] * out.stress[k / BRN_LANES][k % BRN_LANES];
      most = fmax(most, fabs(expected));
      off = fmax(off, fabs(expected - e->alpha * force[k / BRN_LANES][k % BRN_LANES]));
    }
  }
  ENSURE(most > 0 && off < 1e-6 * most);
  rig_done(&rig);
}

// what is out of balance, N, and the gap fall with the iterations; the outcome is told as it is
static void residuals_fall(void** unused) {
  (void)unused;
  double residual = INFINITY, gap = INFINITY;
  for (int limit = 10; limit <= 160; limit *= 2) {
    BrnSolverDef def = admm_def();
    def.iterations = limit;
    def.tolerance = 1e-30;
    Rig rig = rig_with(leaning, &def, 2);
    rig_step(&rig);
    ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
    ENSURE_INT(rig.report.iterations, limit);
    ENSURE(rig.report.residual < 0.7 * residual &&
           brn_step_report_value(&rig.report, "gap") < 0.7 * gap);
    residual = rig.report.residual, gap = brn_step_report_value(&rig.report, "gap");
    rig_done(&rig);
  }
}

// the decrement is (primal + dual) over the reference, and ends the step
static void step_ends_by_both_residuals(void** unused) {
  (void)unused;
  BrnSolverDef def = admm_def();
  def.tolerance = 1e-6;
  Rig rig = rig_with(leaning, &def, 2);
  rig_step_converges(&rig);
  const BrnAdmm* a = admm_of(&rig);
  ENSURE(a->primal > 0 && a->dual > 0);
  ENSURE_NEAR(rig.report.decrement * rig.report.reference / (a->primal + a->dual), 1, 1e-12);
  ENSURE(rig.report.decrement <= def.tolerance);
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------- turns of the F

static double total_change(const BrnAdmm* a) {
  double sum = 0;
  for (int b = 0; b < a->e->body->elements->batch_count; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      if (a->e->body->elements->batch[b].volume[i] > 0) sum += a->change[b][i];
    }
  }
  return sum;
}

// From far away, and tets inside out among them, no tet and no patch ends higher than it began.
static void no_tet_goes_up(BrnLockingCure cure) {
  BrnSolverDef def = admm_def();
  def.locking = cure;
  Rig rig = rig_with(stiff, &def, 2);
  rig_step(&rig);
  BrnAdmm* a = admm_of(&rig);
  BrnEmu* e = a->e;
  TestRandom random = {7};
  double before = 0, after = 0;
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      e->F[b][k / BRN_LANES][k % BRN_LANES] += test_random(&random, -1, 1);
      e->gap[b][k / BRN_LANES][k % BRN_LANES] = test_random(&random, -1, 1);
    }
  }
  brn__admm_weigh(rig.ctx, a);
  before = brn__emu_energy(rig.ctx, e).inside + brn__emu_energy(rig.ctx, e).continuity;
  brn__admm_fit(rig.ctx, a, INFINITY, &rig.report);
  after = brn__emu_energy(rig.ctx, e).inside + brn__emu_energy(rig.ctx, e).continuity;
  ENSURE(after < before);
  if (cure == BRN_LOCKING_OFF) ENSURE_NEAR(total_change(a) / (after - before), 1, 1e-9);
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      if (e->body->elements->batch[b].volume[i] > 0) ENSURE(a->change[b][i] <= a->noise[b][i]);
    }
  }
  double first = after;
  for (int i = 0; i < 5; i++) brn__admm_fit(rig.ctx, a, 0, &rig.report); // and to the end
  after = brn__emu_energy(rig.ctx, e).inside + brn__emu_energy(rig.ctx, e).continuity;
  ENSURE(after <= first);
  brn__woodbury_prepare(rig.ctx, e, false, &rig.report);
  ENSURE(brn__deformation_dot(rig.ctx, e, e->g, e->x) < 1e-6 * first);
  rig_done(&rig);
}

static void no_plain_tet_goes_up(void** unused) {
  (void)unused;
  no_tet_goes_up(BRN_LOCKING_OFF);
}

static void no_patch_goes_up(void** unused) {
  (void)unused;
  no_tet_goes_up(BRN_LOCKING_AUTO);
}

static void body_at_rest_stays(void** unused) {
  (void)unused;
  BrnSolverDef def = admm_def();
  Rig rig = rig_with(HANGING_BAR("300", "", ", 'gravity': [0, 0, 0]"), &def, 2);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0, rig.state, rig.input));
  rig_step_converges(&rig);
  ENSURE_INT(rig.report.iterations, 1);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    ENSURE_NEAR(brn__distance3(rig_now(&rig, v), rig_rest(&rig, v)), 0, 1e-12);
  }
  rig_done(&rig);
}

// ----------------------------------------------------------------------------------------- manners

static void inertia_is_refused(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, leaning);
  BrnSolverDef def = admm_def();
  BrnSolver* solver;
  def.dynamic = true;
  ENSURE_STATUS(ctx, brn_solver_create(ctx, model, &def, &solver), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "solver.dynamic");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(block_ends_where_newton_does),
          cmocka_unit_test(alpha_does_not_matter_in_the_end),
          cmocka_unit_test(weights_do_not_matter_in_the_end),
          cmocka_unit_test(bones_end_where_newton_has_them),
          cmocka_unit_test(rigid_bones_end_where_newton_has_them),
          cmocka_unit_test(patches_end_where_newton_does),
          cmocka_unit_test(multipliers_are_the_stresses), cmocka_unit_test(residuals_fall),
          cmocka_unit_test(step_ends_by_both_residuals), cmocka_unit_test(no_plain_tet_goes_up),
          cmocka_unit_test(no_patch_goes_up), cmocka_unit_test(body_at_rest_stays),
          cmocka_unit_test(inertia_is_refused))
