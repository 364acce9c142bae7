// SPDX-License-Identifier: Apache-2.0
//
// EMU's exact step: that it is exact, that it ends where the published one would, and that it
// bends.

#include "solver/emu/border.h"
#include "solver/emu/condensed.h"
#include "solver/solver_test.h"

static BrnSolverDef emu_def(BrnEmuStep step, BrnLinearSolver linear) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "emu");
  emu_put(&def, step, BRN_EMU_WOODBURY);
  emu_put(&def, step, step);
  def.linear = linear;
  return def;
}

static BrnEmu* emu_of(const Rig* rig) { return rig->solver->method; }

// ---------------------------------------------------------------------------------- one direction

static size_t strain_bytes(const BrnEmu* e) {
  return sizeof(BrnDeformation) * (size_t)e->body->elements->batch_count;
}

static BrnDeformation* copy_of(const BrnEmu* e, const BrnDeformation* from) {
  BrnDeformation* out = malloc(strain_bytes(e));
  memcpy(out, from, strain_bytes(e));
  return out;
}

static double strain_size(const Rig* rig, const BrnDeformation* a) {
  return sqrt(brn__deformation_dot(rig->ctx, emu_of(rig), a, a));
}

// F = from + s d, and positions to match
static void put(const Rig* rig, const BrnDeformation* from, double s, const BrnDeformation* d) {
  BrnEmu* e = emu_of(rig);
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      int p = k / BRN_LANES, i = k % BRN_LANES;
      e->F[b][p][i] = from[b][p][i] + s * d[b][p][i];
    }
  }
  brn__acap_solve(rig->ctx, e);
}

// deformation gradients that do not fit together
static void shake(const Rig* rig, double size) {
  BrnEmu* e = emu_of(rig);
  BrnBody* body = e->body;
  TestRandom random = {7};
  brn__body_read_state(body, rig->state);
  brn__input_copy(rig->model, rig->input, body->input);
  brn__constraints_begin(body->model, body->nodes, body->input, body->constraints);
  brn__body_load(rig->ctx, body);
  brn__border_begin(rig->ctx, e);
  brn__body_measure(rig->ctx, body, body->y, e->F);
  BrnDeformation* from = copy_of(e, e->F);
  BrnDeformation* noise = calloc(1, strain_bytes(e));
  for (int b = 0; b < body->elements->batch_count; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      bool bone = body->elements->batch[b].tet[k % BRN_LANES] < 0; // they are stiff
      noise[b][k / BRN_LANES][k % BRN_LANES] = test_random(&random, -1, 1) * (bone ? 1e-3 : 1);
    }
  }
  put(rig, from, size, noise);
  free(from), free(noise);
}

static double direction(Rig* rig) {
  double slope;
  brn__condensed_begin(rig->ctx, emu_of(rig));
  ENSURE_OK(rig->ctx, brn__condensed_direction(rig->ctx, emu_of(rig), false, &slope, &rig->report));
  ENSURE_INT(rig->report.projections, 0);
  ENSURE(slope < 0);
  return slope;
}

// Along the step the gradient changes by minus itself: the Hessian is taken by differences, through
// the solution for the positions, so nothing of how the step is made is trusted.
static double miss(Rig* rig) {
  BrnEmu* e = emu_of(rig);
  shake(rig, 0.02);
  double h = 1e-4, slope = direction(rig);
  BrnDeformation *from = copy_of(e, e->F), *d = copy_of(e, e->d), *g = copy_of(e, e->g);
  ENSURE_NEAR(brn__deformation_dot(rig->ctx, e, g, d) / slope, 1, 1e-12);
  put(rig, from, h, d);
  ENSURE(brn__woodbury_prepare(rig->ctx, e, false, &rig->report));
  BrnDeformation* ahead = copy_of(e, e->g);
  put(rig, from, -h, d);
  ENSURE(brn__woodbury_prepare(rig->ctx, e, false, &rig->report));
  double size = strain_size(rig, g);
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      int p = k / BRN_LANES, i = k % BRN_LANES;
      g[b][p][i] += (ahead[b][p][i] - e->g[b][p][i]) / (2 * h);
    }
  }
  double left = strain_size(rig, g) / size;
  free(from), free(d), free(g), free(ahead);
  return left;
}

#define SLACK ", 'gravity': [0, -2, 0]"
#define HINGE                                                                                      \
  ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.06, 0, 0], 'axis': "  \
  "[0, 0, 1]}}"

static void step_solves_the_linear_problem(void** unused) {
  (void)unused;
  const char* scenes[] = {HANGING_BAR("150", "", SLACK), HANGING_BAR("150", "", SLACK HINGE),
                          BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}")};
  for (int k = 0; k < 9; k++) {
    BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_DIRECT);
    emu_put(&def, weights, (BrnEmuWeights)(k % 3));
    def.locking = BRN_LOCKING_OFF;
    Rig rig = rig_with(scenes[k / 3], &def, 2);
    rig.input->activation[0] = 0.3;
    ENSURE_NEAR(miss(&rig), 0, 1e-6);
    rig_done(&rig);
  }
}

// with patches of tets that share their volume
static void patches_are_in_the_linear_problem(void** unused) {
  (void)unused;
  const char* keys[] = {"'model': 'stable_neo_hookean'", "'model': 'corotated'",
                        "'model': 'st_venant_kirchhoff'", "'model': 'linear'"};
  for (int k = 0; k < 8; k++) {
    BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_DIRECT);
    const char* text = k % 2 == 0 ? HANGING_BAR("150", "", SLACK HINGE)
                                  : BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}");
    def.locking = BRN_LOCKING_ON;
    Rig rig = rig_with(with_keys(text, keys[k / 2]), &def, 2);
    ENSURE(emu_of(&rig)->z);
    rig.input->activation[0] = 0.3;
    ENSURE_NEAR(miss(&rig), 0, 1e-6);
    rig_done(&rig);
  }
}

#define ROLLER ", 'supports': {'s': {'on': 'base', 'axes': 'xz'}}"

// where a bone is tied: among the steps that do not move the ties
static void conjugate_gradients_make_the_same_step(void** unused) {
  (void)unused;
  const char* scenes[] = {HANGING_BAR("150", "", SLACK), HANGING_BAR("150", "", SLACK HINGE),
                          HANGING_BAR("150", "", SLACK ROLLER)};
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_LAPLACE);
    def.linear_tolerance = 1e-12;
    def.linear_iterations = 1000;
    def.locking = k == 1 ? BRN_LOCKING_ON : BRN_LOCKING_OFF;
    Rig rig = rig_with(scenes[k], &def, 2);
    ENSURE(!emu_of(&rig)->border == (k < 2));
    rig.input->activation[0] = 0.3;
    ENSURE_NEAR(miss(&rig), 0, 1e-5); // floats
    rig_done(&rig);
  }
}

// Test 7 of our notes: with all modes the published direction is the exact one.
static void all_modes_make_the_published_step_exact(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnDeformation* d[2];
    Rig rig[2];
    for (int j = 0; j < 2; j++) {
      BrnSolverDef def = emu_def(j == 0 ? BRN_EMU_NEWTON : BRN_EMU_WOODBURY, BRN_LINEAR_DIRECT);
      emu_put(&def, modes, 3000);
      emu_put(&def, alpha, 10);
      def.locking = k == 0 ? BRN_LOCKING_OFF : BRN_LOCKING_ON;
      rig[j] = rig_with(HANGING_BAR("100", "", SLACK HINGE), &def, 2);
      rig[j].input->activation[0] = 0.3;
      shake(&rig[j], 0.02);
      BrnEmu* e = emu_of(&rig[j]);
      if (j == 0) {
        direction(&rig[j]);
      } else {
        ENSURE_INT(e->basis->count, e->body->nodes->row_count);
        ENSURE(brn__woodbury_prepare(rig[j].ctx, e, false, &rig[j].report));
        brn__woodbury_direction(rig[j].ctx, e, &rig[j].report);
      }
      d[j] = copy_of(e, e->d);
    }
    double size = strain_size(&rig[0], d[0]), off = 0;
    for (int b = 0; b < emu_of(&rig[0])->body->elements->batch_count; b++) {
      for (int i = 0; i < 9 * BRN_LANES; i++) {
        off = fmax(off, fabs(d[0][b][i / BRN_LANES][i % BRN_LANES] -
                             d[1][b][i / BRN_LANES][i % BRN_LANES]));
      }
    }
    ENSURE(size > 1e-3);
    ENSURE_NEAR(off / size, 0, 1e-6);
    for (int j = 0; j < 2; j++) free(d[j]), rig_done(&rig[j]);
  }
}

// steps that end early go down, and lead to the same place
static void truncated_steps_go_down(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_LAPLACE);
  double before = 0;
  emu_put(&def, alpha, 1000); // a larger one has as many bends as the tets: steps end at the first
  for (int most = 1; most <= 8; most *= 2) {
    def.linear_iterations = most;
    Rig rig = rig_with(HANGING_BAR("150", "", SLACK HINGE), &def, 2);
    shake(&rig, 0.02);
    double slope = direction(&rig);
    ENSURE(slope < before); // closer to the whole decrement
    before = slope;
    rig_done(&rig);
  }
}

// ------------------------------------------------------------------------------------- whole steps

static double farthest(const Rig* a, const Rig* b) {
  double most = 0;
  for (int v = 0; v < a->model->mesh->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(a, v), rig_now(b, v)));
  }
  return most;
}

static double energy_of(const Rig* rig) { return rig->report.energy; }

// Test 8 of our notes.
static void both_steps_end_at_the_same_shape(void** unused) {
  (void)unused;
  Rig rig[2];
  for (int j = 0; j < 2; j++) {
    BrnSolverDef def = emu_def(j == 0 ? BRN_EMU_NEWTON : BRN_EMU_WOODBURY, BRN_LINEAR_AUTO);
    emu_put(&def, alpha, 1);
    def.tolerance = 1e-13;
    def.iterations = 2000;
    rig[j] = rig_with(HANGING_BAR("300", "", ""), &def, 2);
    rig[j].input->activation[0] = 0.5;
    rig_step_ends(&rig[j]);
  }
  ENSURE(rig[0].report.iterations < 10 && rig[1].report.iterations > 15);
  ENSURE_NEAR(energy_of(&rig[0]) / energy_of(&rig[1]), 1, 1e-9);
  ENSURE_NEAR(farthest(&rig[0], &rig[1]), 0, 2e-5 * 0.2);
  for (int j = 0; j < 2; j++) rig_done(&rig[j]);
}

static void ties_hold_whatever_solves(void** unused) {
  (void)unused;
  Rig rig[2];
  for (int j = 0; j < 2; j++) {
    BrnSolverDef def = emu_def(BRN_EMU_NEWTON, j == 0 ? BRN_LINEAR_DIRECT : BRN_LINEAR_LAPLACE);
    def.tolerance = 1e-12;
    rig[j] = rig_with(HANGING_BAR("150", "", ROLLER ", 'gravity': [3, -9.81, 0]"), &def, 2);
    rig_step_ends(&rig[j]);
    ENSURE(rig[j].report.iterations < 25);
    for (int i = 0; i < rig[j].model->bone[1].vertex_count; i++) {
      int v = rig[j].model->bone[1].vertex[i];
      ENSURE_NEAR(rig_now(&rig[j], v)[0], rig_rest(&rig[j], v)[0], 2e-5);
    }
  }
  ENSURE_NEAR(farthest(&rig[0], &rig[1]), 0, 1e-6 * 0.2);
  for (int j = 0; j < 2; j++) rig_done(&rig[j]);
}

// Test 10 of our notes: springs in series with the elements, ever stiffer.
static void error_falls_like_one_over_alpha(void** unused) {
  (void)unused;
  double error[3];
  BrnSolverDef def = brn_solver_def_default();
  def.bones = BRN_BONES_RIGID;
  def.tolerance = 1e-12;
  Rig whole = rig_with(HANGING_BAR("300", "", ""), &def, 2);
  rig_step_ends(&whole);
  for (int k = 0; k < 3; k++) {
    def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_DIRECT);
    emu_put(&def, alpha, (10 * pow(10, k)));
    def.tolerance = 1e-12;
    Rig rig = rig_with(HANGING_BAR("300", "", ""), &def, 2);
    rig_step_ends(&rig);
    error[k] = farthest(&rig, &whole) / 0.2;
    rig_done(&rig);
  }
  ENSURE(error[0] / error[1] > 4 && error[0] / error[1] < 10);
  ENSURE_NEAR(error[1] / error[2], 9.5, 0.7);
  ENSURE(error[2] < 5e-4);
  rig_done(&whole);
}

#define HALF(normal)                                                                               \
  ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",                               \
      ", 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': " normal "}}}"
#define DOWN "[0, -9.81, 0]"
#define SPINDLE_HALF(tets, half) SPINDLE_OF(tets, half)
#define SPINDLE_OF(tets, units, more) SPINDLE(tets, DOWN, units, more)

// mean of the free bone
static void tip_of(const Rig* rig, double out[3]) {
  const BrnModelBone* bone = &rig->model->bone[1];
  memset(out, 0, 3 * sizeof(double));
  for (int i = 0; i < bone->vertex_count; i++) {
    brn__axpy3(out, out, 1.0 / bone->vertex_count, rig_now(rig, bone->vertex[i]));
  }
}

static int bend(const char* scene, const BrnSolverDef* def, double tip[3]) {
  Rig rig = rig_with(scene, def, 2);
  int iterations = 0;
  for (int f = 0; f <= 4; f++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, f / 4.0, rig.state, rig.input));
    rig_step_ends(&rig);
    ENSURE_INT(rig.report.parts, 1);
    iterations += rig.report.iterations;
  }
  tip_of(&rig, tip);
  rig_done(&rig);
  return iterations;
}

// Tests 13 and 16 of our notes: half of the fibres bend the muscle by a third of its length.
// The published step stalls there; this one takes a few iterations, if what turns turns.
static void bending_converges_in_a_few_iterations(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_DIRECT);
  double tip[2][3], exact[3];
  ENSURE(bend(SPINDLE_HALF("900", HALF("[1, 0, 0]")), &def, tip[0]) <= 30);
  ENSURE(bend(SPINDLE_HALF("900", HALF("[-1, 0, 0]")), &def, tip[1]) <= 30);
  ENSURE(tip[0][0] > 0.04);
  ENSURE_NEAR(tip[0][0] + tip[1][0], 0, 0.1 * tip[0][0]); // the mesh is not quite symmetric
  ENSURE_NEAR(tip[0][1], tip[1][1], 0.1 * tip[0][0]);
  BrnSolverDef newton = brn_solver_def_default();
  newton.bones = BRN_BONES_RIGID;
  bend(SPINDLE_HALF("900", HALF("[1, 0, 0]")), &newton, exact);
  ENSURE_NEAR(brn__distance3(exact, tip[0]), 0, 0.005 * 0.26);
}

// way out when a step does not converge
static void step_is_halved_until_it_converges(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_DIRECT);
  Rig whole = rig_with(HANGING_BAR("300", "", HINGE), &def, 2);
  rig_step_ends(&whole);
  ENSURE(whole.report.parts == 1 && whole.report.iterations > 3);
  def.iterations = 4;
  Rig rig = rig_with(HANGING_BAR("300", "", HINGE), &def, 2);
  rig_step_ends(&rig);
  ENSURE(rig.report.parts > 1);
  ENSURE_NEAR(farthest(&rig, &whole), 0, 1e-4 * 0.2);
  rig_done(&rig);
  rig_done(&whole);
}

// ----------------------------------------------------------------------------------------- the way

// Test 13 of our notes: a turn by 60 degrees costs nothing, and a way begins along its step.
static void bent_ways_turn(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_DIRECT);
  Rig rig = rig_with(HANGING_BAR("150", "", SLACK HINGE), &def, 2);
  BrnEmu* e = emu_of(&rig);
  const double w[3] = {0.6, -0.8, 0}, turn = M_PI / 3;
  shake(&rig, 0.05);
  double before = brn__emu_inside(rig.ctx, e, e->F).inside;
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      for (int c = 0; c < 3; c++) {
        double column[3] = {e->F[b][c][i], e->F[b][3 + c][i], e->F[b][6 + c][i]}, rate[3];
        brn__cross3(rate, w, column);
        for (int r = 0; r < 3; r++) e->d[b][3 * r + c][i] = turn * rate[r];
      }
    }
  }
  brn__emu_bend(rig.ctx, e, 1);
  BrnDeformation* from = copy_of(e, e->F);
  put(&rig, from, 1, e->path);
  double after = brn__emu_inside(rig.ctx, e, e->F).inside;
  put(&rig, from, 1, e->d);
  double straight = brn__emu_inside(rig.ctx, e, e->F).inside;
  double stiff = e->body->elements->stiff;
  ENSURE_NEAR((after - before) / stiff, 0, 1e-13);
  ENSURE(straight - before > 0.1 * stiff);
  free(from);
  rig_done(&rig);
}

// |q(s) - q - s dq| for a step that turns, stretches and shears
static double curved(Rig* rig, double s) {
  BrnEmu* e = emu_of(rig);
  int count = 3 * e->body->nodes->row_count;
  double *way = malloc(sizeof(double) * (size_t)count), sum = 0;
  brn__emu_bend(rig->ctx, e, s);
  brn__acap_pull(rig->ctx, e, e->path, 0, way);
  brn__acap_pull(rig->ctx, e, e->d, 0, e->step);
  for (int i = 0; i < count; i++) sum += (way[i] - s * e->step[i]) * (way[i] - s * e->step[i]);
  free(way);
  return sqrt(sum);
}

static void bent_ways_begin_along_the_step(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def(BRN_EMU_NEWTON, BRN_LINEAR_DIRECT);
  Rig rig = rig_with(HANGING_BAR("150", "", SLACK HINGE), &def, 2);
  shake(&rig, 0.05);
  direction(&rig);
  double far = curved(&rig, 0.02), near = curved(&rig, 0.01);
  ENSURE(near > 0);
  ENSURE_NEAR(far / near, 4, 0.1);
  rig_done(&rig);
}

static const BrnLinearSolver linears[3] = {BRN_LINEAR_AUTO, BRN_LINEAR_DIRECT, BRN_LINEAR_LAPLACE};

static void state_that_is_no_number_breaks_down(void** unused) {
  (void)unused;
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = emu_def(BRN_EMU_NEWTON, linears[l]);
    Rig rig = rig_with(HANGING_BAR("150", "", ""), &def, 2);
    for (int i = 0; i < 3 * rig.state->vertex_count; i++) rig.state->position[i] = NAN;
    rig_step(&rig);
    ENSURE_INT(rig.report.outcome, BRN_BROKE_DOWN);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(step_solves_the_linear_problem),
          cmocka_unit_test(patches_are_in_the_linear_problem),
          cmocka_unit_test(conjugate_gradients_make_the_same_step),
          cmocka_unit_test(all_modes_make_the_published_step_exact),
          cmocka_unit_test(truncated_steps_go_down),
          cmocka_unit_test(both_steps_end_at_the_same_shape),
          cmocka_unit_test(ties_hold_whatever_solves),
          cmocka_unit_test(error_falls_like_one_over_alpha),
          cmocka_unit_test(bending_converges_in_a_few_iterations),
          cmocka_unit_test(step_is_halved_until_it_converges), cmocka_unit_test(bent_ways_turn),
          cmocka_unit_test(bent_ways_begin_along_the_step),
          cmocka_unit_test(state_that_is_no_number_breaks_down))
