// SPDX-License-Identifier: Apache-2.0
//
// What every step of emu must keep, bones rigid and joints closed; and bodies at the edge of what
// there is.

#include "emu_test.h"

#include "brawn/brawn.h"

static const char* const swinging = HANGING_BAR("600", "", ", 'gravity': [-3, -9.81, 2]");

static void ensure_outcome(const Rig* rig) { ENSURE(rig->report.outcome != BRN_BROKE_DOWN); }

// ------------------------------------------------------------------------------------------- bones

// ball and hinge, three bones, a roller, loads of all kinds
static void bones_are_rigid_and_joints_are_exact(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  def.iterations = 40;
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  emu_of(&rig);
  for (int f = 1; f < 4; f++) {
    rig.input->activation[0] = 0.3 * f;
    rig_step(&rig);
    ensure_outcome(&rig);
    bones_are_rigid(&rig);
    joints_are_exact(&rig);
  }
  double middle[3], rest[3];
  bone_mean(&rig, 2, rig.state->position, middle);
  bone_mean(&rig, 2, rig.model->mesh->position, rest);
  ENSURE(brn__distance3(middle, rest) > 1e-3); // it did move
  rig_done(&rig);
}

// bones first: scripted ones are exactly where their script has them, and flesh comes along
static void scripted_bone_is_where_its_script_has_it(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  Rig rig =
      emu_with(HANGING_BAR("300",
                           ", 'motion': {'move': [[0, 0, 0, 0], [1, 0.01, -0.02, 0.005]], 'turn': "
                           "[[0, 0, 0, 0], [1, 10, 0, 20]]}",
                           ""),
               &def, 2);
  for (int f = 1; f <= 4; f++) {
    double at[3], most = 0;
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, f / 4.0, rig.state, rig.input));
    rig_step_ends(&rig);
    ENSURE_INT(rig.report.inverted, 0);
    for (int i = 0; i < rig.model->bone[1].vertex_count; i++) {
      int v = rig.model->bone[1].vertex[i];
      brn_pose_apply(&rig.input->bone[1], rig_rest(&rig, v), at);
      ENSURE_NEAR(brn__distance3(rig_now(&rig, v), at), 0, 1e-15);
      most = fmax(most, brn__distance3(at, rig_rest(&rig, v)));
    }
    ENSURE(most > 0.005 * f);
  }
  rig_done(&rig);
}

// In one step a bone turns by 20 degrees and moves: what hangs on it comes along, unstressed.
static void body_follows_its_bone(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_sharp_def(1);
  def.tolerance = 1e-12;
  Rig rig = emu_with(HANGING_BAR("300", "", ", 'gravity': [0, 0, 0]"), &def, 2);
  BrnPose* pose = &rig.input->bone[0];
  rig.input->activation[0] = 0;
  brn_rotation_exp((double[]){0.1, 0.08, 0.3}, pose->rotation);
  pose->translation[1] = 0.2;
  rig_step_ends(&rig);
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    double expected[3];
    brn_pose_apply(pose, rig_rest(&rig, v), expected);
    ENSURE_NEAR(brn__distance3(rig_now(&rig, v), expected), 0, 1e-5);
  }
  ENSURE_NEAR(rig.report.energy, 0, 1e-8);
  rig_done(&rig);
}

// ------------------------------------------------------------------------------------------- edges

// to the last bit: no activation, no gravity, nothing moves
static void body_at_rest_stays_there(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  Rig rig = emu_with(HANGING_BAR("300", "", ", 'gravity': [0, 0, 0]"), &def, 2);
  rig.input->activation[0] = 0;
  for (int f = 0; f < 2; f++) {
    rig_step_ends(&rig);
    ENSURE_INT(rig.report.iterations, 1);
    for (int i = 0; i < 3 * rig.state->vertex_count; i++) {
      ENSURE_NEAR(rig.state->position[i], rig.model->mesh->position[i], 1e-16);
    }
  }
  rig_done(&rig);
}

static void body_that_is_all_given_is_done_at_once(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  Rig rig = emu_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'all': {'on': 'm', 'motion': "
                                              "{'move': [[0, 0, 0, 0], [1, 0, 0.3, 0]]}}}"),
                     &def, 2);
  ENSURE_INT(rig.body->nodes->row_count, 0);
  rig_step_ends(&rig);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    ENSURE_NEAR(rig_now(&rig, v)[1], rig_rest(&rig, v)[1] + 0.3, 1e-15);
  }
  rig_done(&rig);
}

static int step_with_modes(int modes, double* out) {
  BrnSolverDef def = emu_sharp_def(1);
  emu_put(&def, modes, modes);
  Rig rig = emu_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}"), &def, 2);
  rig_step(&rig);
  ENSURE_INT(rig.report.outcome, BRN_CONVERGED);
  int iterations = rig.report.iterations;
  memcpy(out, rig.state->position, 3 * sizeof(double) * 30);
  rig_done(&rig);
  return iterations;
}

// modes make the way shorter and leave its end where it is: none, few, more than there are unknowns
static void modes_do_not_move_the_minimum(void** unused) {
  (void)unused;
  static const int modes[4] = {0, 3, 48, 3000};
  double at[4][90];
  int iterations[4];
  for (int k = 0; k < 4; k++) {
    iterations[k] = step_with_modes(modes[k], at[k]);
    for (int i = 0; i < 90; i++) ENSURE_NEAR(at[k][i], at[0][i], 1e-6);
  }
  ENSURE(iterations[3] < 12);
}

// three factors, as each coordinate is held in other places
static void single_axes_can_be_held(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_sharp_def(1);
  Rig rig = emu_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}"), &def, 2);
  BrnEmu* e = emu_of(&rig);
  ENSURE_INT(e->acap->factor_count, 3);
  ENSURE(e->basis->point[0] != e->basis->point[1]);
  rig_step_ends(&rig);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    static const double side[3] = {-0.05, 0, -0.05};
    for (int a = 0; a < 3; a++) {
      if (rig_rest(&rig, v)[a] > side[a] + 1e-9) continue;
      ENSURE_NEAR(rig_now(&rig, v)[a], rig_rest(&rig, v)[a], 1e-17);
    }
  }
  rig_done(&rig);
}

// nothing moves along z, so its modes are of no use
static void plane_bodies_are_solved(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_sharp_def(1);
  Rig rig = emu_with(BLOCK_SCENE(BLOCK_FLESH,
                                 ", 'supports': {'x': {'on': 'left', 'axes': 'x'}, 'y': {'on': "
                                 "'low', 'axes': 'y'}, 'z': {'on': 'm', 'axes': 'z'}}"),
                     &def, 2);
  rig_step_ends(&rig);
  ENSURE(rig.report.trials > 3);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    ENSURE_NEAR(rig_now(&rig, v)[2], rig_rest(&rig, v)[2], 1e-17);
    if (rig_rest(&rig, v)[1] > 0.0999) ENSURE(rig_now(&rig, v)[1] < 0.097);
  }
  rig_done(&rig);
}

static void one_tet_is_a_body(void** unused) {
  (void)unused;
  Rig rig = {.ctx = test_context()};
  BrnSolverDef def = emu_sharp_def(1);
  BrnMesh* mesh;
  char folder[64], path[300];
  ENSURE_OK(rig.ctx, brn_mesh_create(rig.ctx, 4, 0, 1, &mesh));
  memcpy(mesh->position, (double[12]){0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1},
         12 * sizeof(double));
  memcpy(mesh->tet, (int[4]){0, 1, 2, 3}, 4 * sizeof(int));
  model_folder(folder);
  snprintf(path, sizeof path, "%s/one.vtu", folder);
  ENSURE_OK(rig.ctx, brn_mesh_write(rig.ctx, mesh, path, NULL));
  brn_mesh_destroy(rig.ctx, mesh);
  ENSURE_OK(
      rig.ctx,
      model_try_in(rig.ctx, folder,
                   "{'brawn': 1, 'mesh': {'file': 'one.vtu'}, 'gravity': [0, 0, -9.81], "
                   "'materials': {'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': 0.4}}, "
                   "'muscles': {'m': {'labels': '0', 'origin': {'select': 'foot'}, "
                   "'insertion': {'select': 'head'}, 'fibres': {'from': 'constant', 'axis': "
                   "[0, 0, 1]}, 'material': 'flesh', 'tension': 2e4, 'activation': 0.5}}, "
                   "'selections': {'foot': {'plane': {'point': [0, 0, 0.01], 'normal': [0, 0, "
                   "-1]}}, 'head': {'plane': {'point': [0, 0, 0.09], 'normal': [0, 0, 1]}}}, "
                   "'supports': {'s': {'on': 'foot'}}}",
                   &rig.model));
  model_remove_folder(folder);
  rig_solver(&rig, &def);
  rig_step_ends(&rig);
  ENSURE(rig_now(&rig, 3)[2] < 0.098 && rig_now(&rig, 3)[2] > 0.05);
  rig_done(&rig);
}

static void dynamic_steps_are_refused(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, HANGING_BAR("300", "", ""));
  BrnSolverDef def = emu_def();
  BrnSolver* solver;
  def.dynamic = true;
  ENSURE_STATUS(ctx, brn_solver_create(ctx, model, &def, &solver), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "are quasi-static");
  ENSURE(!solver);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void state_that_is_no_number_breaks_down(void** unused) {
  (void)unused;
  BrnSolverDef def = emu_def();
  Rig rig = emu_with(HANGING_BAR("300", "", ""), &def, 2);
  for (int i = 0; i < 3 * rig.state->vertex_count; i++) rig.state->position[i] = NAN;
  rig_step(&rig);
  ENSURE_INT(rig.report.outcome, BRN_BROKE_DOWN);
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------- bits and bytes

// with an alpha at which directions of low rank come first
static BrnSolverDef def_with(BrnEmuStep step) {
  BrnSolverDef def = emu_def();
  emu_put(&def, step, step);
  emu_put(&def, alpha, 10);
  return def;
}

// with Brawn's own alpha, and with a large one, steps are exact; with a small one cheap ones first
static void automatic_steps_are_exact_where_alpha_is_large(void** unused) {
  (void)unused;
  const double alphas[] = {0, 10, 50, 51, 1e4};
  for (int k = 0; k < 5; k++) {
    BrnSolverDef def = def_with(BRN_EMU_AUTO);
    emu_put(&def, alpha, alphas[k]);
    Rig rig = emu_with(HANGING_BAR("300", "", ""), &def, 2);
    const BrnEmu* e = emu_of(&rig);
    bool cheap = k == 1 || k == 2;
    ENSURE_INT(e->set.step, cheap ? BRN_EMU_AUTO : BRN_EMU_NEWTON);
    ENSURE((e->basis != NULL) == cheap);
    if (k == 0) ENSURE_NEAR(e->alpha, 1e5, 1e-7);
    rig_done(&rig);
  }
}

// a frame that the cheap directions do not finish is finished by exact steps
static void automatic_steps_end_what_memory_does_not(void** unused) {
  (void)unused;
  int iterations[2];
  double* out[2];
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = def_with(k ? BRN_EMU_AUTO : BRN_EMU_NEWTON);
    Rig rig = emu_with(swinging, &def, 2);
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 1, rig.state, rig.input));
    rig_step_ends(&rig);
    iterations[k] = rig.report.iterations;
    ENSURE(rig.report.factorizations + rig.report.linear_iterations > 0);
    size_t size = 3 * sizeof(double) * (size_t)rig.state->vertex_count;
    out[k] = malloc(size);
    memcpy(out[k], rig.state->position, size);
    if (k == 1) {
      for (size_t i = 0; i < size / sizeof(double); i++) ENSURE_NEAR(out[0][i], out[1][i], 1e-4);
    }
    rig_done(&rig);
  }
  ENSURE(iterations[1] > 20 && iterations[1] <= 20 + iterations[0]);
  free(out[0]);
  free(out[1]);
}

TEST_MAIN(cmocka_unit_test(bones_are_rigid_and_joints_are_exact),
          cmocka_unit_test(scripted_bone_is_where_its_script_has_it),
          cmocka_unit_test(body_follows_its_bone), cmocka_unit_test(body_at_rest_stays_there),
          cmocka_unit_test(body_that_is_all_given_is_done_at_once),
          cmocka_unit_test(modes_do_not_move_the_minimum),
          cmocka_unit_test(single_axes_can_be_held), cmocka_unit_test(plane_bodies_are_solved),
          cmocka_unit_test(one_tet_is_a_body), cmocka_unit_test(dynamic_steps_are_refused),
          cmocka_unit_test(state_that_is_no_number_breaks_down),
          cmocka_unit_test(automatic_steps_are_exact_where_alpha_is_large),
          cmocka_unit_test(automatic_steps_end_what_memory_does_not))
