// SPDX-License-Identifier: Apache-2.0
//
// Whole steps: equilibrium by hand, bodies that move far, and how the iteration gets there.

#include "solver/solver_test.h"

// ------------------------------------------------------------------------------ bones by hand

// The lever: moments about the hinge of flesh, gravity and a force on the free bone cancel, and the
// bone is as it was but for its place.
static void moments_about_a_hinge_cancel(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(
      HANGING_BAR("600", "",
                  ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.06, "
                  "0, 0], 'axis': [0, 0, 1]}}, 'loads': {'hand': {'on': 'base', 'vector': [0, "
                  "-10, 0]}}"),
      &def, 2);
  BrnBody* body = rig.body;
  rig_step_converges(&rig);
  double flesh = 0, weight = 0, hand = 0;
  rig_load(&rig);
  brn__body_evaluate(rig.ctx, body, BRN_WANT_STRESS, &rig.report);
  for (int b = 0; b < body->elements->batch_count; b++) {
    for (int k = 0; k < 4 * BRN_LANES; k++) {
      const BrnBatch* batch = &body->elements->batch[b];
      int v = batch->corner[k % 4][k / 4];
      if (batch->tet[k / 4] < 0 || body->nodes->carrier[v] != 1) continue;
      const double *x = rig_now(&rig, v),
                   *f = body->force + 12 * (BRN_LANES * b + k / 4) + 3 * (k % 4);
      flesh -= (x[0] - 0.06) * f[1] - x[1] * f[0];
    }
  }
  for (int i = 0; i < rig.model->bone[1].vertex_count; i++) {
    int v = rig.model->bone[1].vertex[i];
    weight += (rig_now(&rig, v)[0] - 0.06) * -9.81 * rig.model->mass[v];
  }
  for (int i = 0; i < rig.model->load[0].vertex_count; i++) {
    int v = rig.model->load[0].vertex[i];
    hand += (rig_now(&rig, v)[0] - 0.06) * rig.model->load[0].force[3 * i + 1];
  }
  ENSURE(hand > 0.4 && flesh < -0.4);
  ENSURE_NEAR(flesh + weight + hand, 0, 1e-7);
  const int* vertex = rig.model->bone[1].vertex;
  double turned = brn__distance3(rig_now(&rig, vertex[0]), rig_rest(&rig, vertex[0]));
  ENSURE(turned > 5e-3);
  for (int i = 1; i < rig.model->bone[1].vertex_count; i++) {
    double rest = brn__distance3(rig_rest(&rig, vertex[0]), rig_rest(&rig, vertex[i]));
    ENSURE_NEAR(brn__distance3(rig_now(&rig, vertex[0]), rig_now(&rig, vertex[i])) / rest, 1, 1e-5);
  }
  rig_done(&rig);
}

// what holds the top carries the whole weight
static void support_carries_the_weight(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(HANGING_BAR("600", "", ""), &def, 2);
  rig_step_converges(&rig);
  double weight = 0;
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    if (rig.body->nodes->carrier[v] != 0) weight += 9.81 * rig.model->mass[v];
  }
  ENSURE_NEAR(pull(&rig, 0.1999), weight, 1e-8);
  rig_done(&rig);
}

// In one step a bone turns by 80 degrees and moves: what hangs on it comes along, unstressed.
static void body_follows_its_bone(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  for (int k = 0; k < 3; k++) {
    def.linear = (BrnLinearSolver)k;
    Rig rig = rig_with(HANGING_BAR("300", "", ", 'gravity': [0, 0, 0]"), &def, 2);
    BrnPose* pose = &rig.input->bone[0];
    rig.input->activation[0] = 0;
    brn_rotation_exp((double[]){0.4, 0.3, 1.3}, pose->rotation);
    pose->translation[1] = 0.2;
    rig_step_converges(&rig);
    for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
      double expected[3];
      brn_pose_apply(pose, rig_rest(&rig, v), expected);
      ENSURE_NEAR(brn__distance3(rig_now(&rig, v), expected), 0, 1e-6);
    }
    ENSURE_NEAR(rig.report.energy, 0, 1e-10);
    rig_done(&rig);
  }
}

static void body_that_is_all_given_is_done_at_once(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = brn_solver_def_default();
    def.linear = (BrnLinearSolver)k;
    Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'all': {'on': 'm', 'motion': "
                                                "{'move': [[0, 0, 0, 0], [1, 0, 0.3, 0]]}}}"),
                       &def, 2);
    rig_step_converges(&rig);
    ENSURE_INT(rig.report.iterations, 0);
    ENSURE_NEAR(rig_now(&rig, 7)[1], rig_rest(&rig, 7)[1] + 0.3, 1e-15);
    rig_done(&rig);
  }
}

// Pinned in one vertex at its upper end, a bar swings to where gravity pulls: sideways at rest.
static void body_on_a_pin_swings_down(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = brn_solver_def_default();
    def.linear = (BrnLinearSolver)k;
    Rig rig = rig_with(
        "{'brawn': 1, " BAR_MESH ", " BAR_BONES ", 'muscles': {'m': {" BAR_MUSCLE
        "}}, 'gravity': [9.81, 0, 0], 'selections': {'one': {'parts': 'm', 'nearest': [[0, 0.18, "
        "0]]}}, 'supports': {'pin': {'on': 'one'}}}",
        &def, 2);
    double centre[3] = {0}, mass = 0;
    rig_step_converges(&rig);
    for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
      brn__axpy3(centre, centre, rig.model->mass[v], rig_now(&rig, v));
      mass += rig.model->mass[v];
    }
    brn__scale3(centre, 1 / mass, centre);
    brn__sub3(centre, centre, rig_now(&rig, rig.model->support[0].vertex[0]));
    ENSURE_NEAR(centre[0], 0.079, 1e-3);
    ENSURE(hypot(centre[1], centre[2]) < 1e-4);
    rig_done(&rig);
  }
}

// ------------------------------------------------------------------------- how it gets there

static void energy_never_rises(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  def.iterations = 1;
  def.halvings = 0;
  Rig rig = rig_with(HANGING_BAR("300", "", ", 'gravity': [-20, 5, 3]"), &def, 2);
  double energy = INFINITY;
  int k = 0;
  do {
    rig_step(&rig);
    ENSURE(rig.report.energy <= energy + 1e-12);
    energy = rig.report.energy;
    ENSURE_INT(rig.report.iterations, 1);
  } while (rig.report.outcome == BRN_OUT_OF_ITERATIONS && ++k < 100);
  ENSURE_INT(rig.report.outcome, BRN_CONVERGED);
  ENSURE(k > 3);
  ENSURE(rig.report.residual < 1e-2);
  rig_done(&rig);
}

// all lengths ten times, all stresses three times: the same shape after as many iterations
static void size_and_stiffness_do_not_matter(void** unused) {
  (void)unused;
  const char* text = "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300, 'length': %g, "
                     "'width': %g, 'thickness': %g, 'bone': %g}}, 'gravity': [0, 0, 0], "
                     "'materials': {'flesh': {'like': 'muscle', 'young': %g, 'poisson': 0.45}, "
                     "'hard': {'like': 'bone', 'young': %g}}, 'bones': {'top': {'labels': "
                     "'bone_proximal', 'fixed': true, 'material': 'hard'}, 'base': {'labels': "
                     "'bone_distal', 'material': 'hard'}}, 'muscles': {'m': {'labels': 'muscle', "
                     "'origin': 'top', 'insertion': 'base', 'material': 'flesh', 'tension': %g, "
                     "'activation': 0.8}}}";
  Rig rig[2];
  for (int k = 0; k < 2; k++) {
    double s = k ? 10 : 1, m = k ? 3 : 1;
    char full[2000];
    snprintf(full, sizeof full, text, 0.2 * s, 0.04 * s, 0.04 * s, 0.03 * s, 6e4 * m, 1e9 * m,
             4e4 * m);
    BrnSolverDef def = brn_solver_def_default();
    def.linear = BRN_LINEAR_DIRECT; // exact steps; truncated ones magnify round-off
    rig[k] = rig_with(full, &def, 2);
    rig_step_converges(&rig[k]);
  }
  ENSURE_INT(rig[0].report.iterations, rig[1].report.iterations);
  for (int i = 0; i < 3 * rig[0].model->mesh->vertex_count; i++) {
    ENSURE_NEAR(rig[1].state->position[i], 10 * rig[0].state->position[i], 1e-9);
  }
  rig_done(&rig[0]);
  rig_done(&rig[1]);
}

static void hard_steps_are_halved(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  def.linear = BRN_LINEAR_DIRECT;
  def.iterations = 4;
  def.tolerance = 1e-9; // over what a passive body has taken up
  Rig whole = rig_make(HANGING_BAR("300", "", ", 'gravity': [-10, 5, 3]"));
  Rig rig = rig_with(HANGING_BAR("300", "", ", 'gravity': [-10, 5, 3]"), &def, 2);
  rig_step_converges(&whole);
  rig_step_converges(&rig);
  ENSURE_INT(whole.report.parts, 1);
  ENSURE(rig.report.parts > 1);
  ENSURE_NEAR(rig.report.energy, whole.report.energy, 1e-6 * fabs(whole.report.energy));
  rig_done(&whole);
  rig_done(&rig);
}

static int inverted_count(const Rig* rig) {
  int count = 0;
  for (int t = 0; t < rig->model->mesh->tet_count; t++) {
    const int* v = rig->model->mesh->tet + 4 * t;
    count += brn__tet_volume(rig_now(rig, v[0]), rig_now(rig, v[1]), rig_now(rig, v[2]),
                             rig_now(rig, v[3])) <= 0;
  }
  return count;
}

// thrown about by half a cell, with tets inside out, it finds back
static void crumpled_body_recovers(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = sharp_def();
    def.linear = (BrnLinearSolver)k;
    Rig rig = rig_with(HANGING_BAR("600", "", ""), &def, 2);
    TestRandom random = {9};
    rig_step_converges(&rig);
    double energy = rig.report.energy;
    rig_load(&rig);
    rig_shake(&rig, &random, 0.01);
    brn__nodes_to_points(rig.ctx, rig.body->nodes, rig.body->y, rig.body->x);
    memcpy(rig.state->position, rig.body->x, 3 * sizeof(double) * (size_t)rig.state->vertex_count);
    ENSURE(inverted_count(&rig) > 50);
    rig_step_converges(&rig);
    ENSURE_INT(rig.report.inverted, 0);
    ENSURE(rig.report.iterations < 100);
    ENSURE_NEAR(rig.report.energy, energy, 1e-8);
    rig_done(&rig);
  }
}

static void state_that_is_no_number_breaks_down(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = brn_solver_def_default();
    def.linear = (BrnLinearSolver)k;
    Rig rig = rig_with(HANGING_BAR("300", "", ""), &def, 2);
    for (int i = 0; i < 3 * rig.state->vertex_count; i++) rig.state->position[i] = NAN;
    rig_step(&rig);
    ENSURE_INT(rig.report.outcome, BRN_BROKE_DOWN);
    rig_done(&rig);
  }
}

static void not_converging_is_an_outcome(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  def.iterations = 1;
  def.halvings = 1;
  Rig rig = rig_with(HANGING_BAR("300", "", ", 'gravity': [-50, 5, 3]"), &def, 2);
  rig_step(&rig);
  ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
  ENSURE_INT(rig.report.parts, 1);
  ENSURE_INT(rig.report.iterations, 3); // at once, a half, at once from there
  ENSURE(isfinite(rig.report.energy) && rig.report.residual > 0);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(moments_about_a_hinge_cancel),
          cmocka_unit_test(support_carries_the_weight), cmocka_unit_test(body_follows_its_bone),
          cmocka_unit_test(body_that_is_all_given_is_done_at_once),
          cmocka_unit_test(body_on_a_pin_swings_down), cmocka_unit_test(energy_never_rises),
          cmocka_unit_test(size_and_stiffness_do_not_matter),
          cmocka_unit_test(hard_steps_are_halved), cmocka_unit_test(not_converging_is_an_outcome),
          cmocka_unit_test(crumpled_body_recovers),
          cmocka_unit_test(state_that_is_no_number_breaks_down))
