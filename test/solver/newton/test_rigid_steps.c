// SPDX-License-Identifier: Apache-2.0
//
// Whole steps with rigid bones, beside affine ones.

#include "solver/body/rigid_test.h"

#define LEVER                                                                                      \
  HANGING_BAR("600", "",                                                                           \
              ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.06, 0, "  \
              "0], 'axis': [0, 0, 1]}}, 'loads': {'hand': {'on': 'base', 'vector': [0, -10, 0]}}")

static double farthest(const Rig* a, const Rig* b) {
  double most = 0;
  for (int v = 0; v < a->state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(a, v), rig_now(b, v)));
  }
  return most;
}

static void set_young(BrnContext* ctx, BrnModelMaterial* material, double young) {
  material->young = young;
  for (int i = 0; i < material->parameter_count; i++) {
    BrnParameter* parameter = &material->parameter[i];
    if (strcmp(parameter->key, "young") != 0) continue;
    char text[32];
    snprintf(text, sizeof text, "%g", young);
    brn__free(ctx, parameter->text);
    parameter->text = brn__strdup(ctx, text);
  }
}

static void harden(BrnContext* ctx, BrnModel* model, double young) {
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (brn__tet_bone(model, t) < 0) continue;
    set_young(ctx, &model->material_list[model->material[t]], young);
  }
}

// with each linear solver
static void is_like_hard_bones(const char* text, bool chain, double young) {
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]), affine = sharp_def();
    Rig rig = {.ctx = test_context()}, hard = {.ctx = test_context()};
    Rig* both[2] = {&rig, &hard};
    def.tolerance = affine.tolerance;
    affine.linear = BRN_LINEAR_DIRECT;
    for (int k = 0; k < 2; k++) {
      if (chain) ENSURE_OK(both[k]->ctx, chain_try(both[k]->ctx, text, &both[k]->model));
      if (!chain) both[k]->model = model_build(both[k]->ctx, text);
      harden(both[k]->ctx, both[k]->model, young);
      rig_solver(both[k], k == 0 ? &def : &affine);
      rig_step_converges(both[k]);
    }
    ENSURE_NEAR(farthest(&rig, &hard), 0, 2e-7); // of 0.2 m
    // at the end digits double
    ENSURE(rig.report.iterations <= (linears[l] == BRN_LINEAR_LAPLACE ? 25 : 14));
    int v = rig.model->bone[1].vertex[0];
    ENSURE(brn__distance3(rig_now(&rig, v), rig_rest(&rig, v)) > 1e-3);
    ENSURE_NEAR(rig.report.energy, hard.report.energy, 1e-6);
    bones_are_rigid(&rig);
    joints_are_exact(&rig);
    rig_done(&rig);
    rig_done(&hard);
  }
}

static void chain_is_like_one_of_hard_bones(void** unused) {
  (void)unused;
  is_like_hard_bones(CHAIN_SCENE(CHAIN_BODY), true, 1e11);
}

static void lever_is_like_a_hard_one(void** unused) {
  (void)unused;
  is_like_hard_bones(LEVER, false, 1e13);
}

// ----------------------------------------------------------------------------- the spindle's ramps

typedef struct Ramp {
  int iterations, linear_iterations;
  double* shape;
  int count;
} Ramp;

static Ramp ramp(const char* text, BrnBoneModel bones, BrnLinearSolver linear) {
  BrnSolverDef def = brn_solver_def_default();
  def.bones = bones;
  def.linear = linear;
  def.locking = BRN_LOCKING_OFF;
  Rig rig = rig_with(text, &def, 2);
  Ramp out = {.count = 3 * rig.state->vertex_count};
  for (int f = 1; f <= 10; f++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, f / 10.0, rig.state, rig.input));
    rig_step_converges(&rig);
    out.iterations += rig.report.iterations;
    out.linear_iterations += rig.report.linear_iterations;
  }
  out.shape = malloc(sizeof(double) * (size_t)out.count);
  memcpy(out.shape, rig.state->position, sizeof(double) * (size_t)out.count);
  rig_done(&rig);
  return out;
}

// about as many iterations as with bones of 1e10 Pa, and the same shape
static void ramps_are_alike(const char* text) {
  Ramp affine = ramp(text, BRN_BONES_AFFINE, BRN_LINEAR_DIRECT);
  for (int l = 0; l < 3; l++) {
    Ramp rigid = ramp(text, BRN_BONES_RIGID, linears[l]);
    double most = 0;
    for (int i = 0; i < rigid.count; i += 3) {
      most = fmax(most, brn__distance3(rigid.shape + i, affine.shape + i));
    }
    ENSURE_NEAR(most, 0, 2e-5); // a ten-thousandth of the length
    ENSURE(rigid.iterations <= affine.iterations + (linears[l] == BRN_LINEAR_LAPLACE ? 40 : 8));
    free(rigid.shape);
  }
  free(affine.shape);
}

#define LEVER_RAMP                                                                                 \
  SPINDLE("2268", "[0, -9.81, 0]", "",                                                             \
          ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.05, 0, 0], "  \
          "'axis': [0, 0, 1]}}")
#define HALF_RAMP                                                                                  \
  SPINDLE("2268", "[0, -9.81, 0]",                                                                 \
          ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",                       \
          ", 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': [1, 0, 0]}}}")

static void ramps_take_as_many_iterations(void** unused) {
  (void)unused;
  ramps_are_alike(LEVER_RAMP);
  ramps_are_alike(HALF_RAMP);
}

// ----------------------------------------------------------------------------------- far and often

#define PENDULUM(parts, joints)                                                                    \
  "{'brawn': 1, 'mesh': {'file': 'chain.vtu'}, 'bones': {'a': {'labels': '1', 'fixed': true}, "    \
  "'b': {'labels': ['2', '3']}, " parts "}, 'joints': {" joints "}}"
#define TIP "'c': {'labels': ['4', '5']}"
#define FLESHY_TIP                                                                                 \
  "'c': {'labels': '5'}}, 'muscles': {'m': {'labels': '4', 'origin': 'b', 'insertion': 'c', "      \
  "'tension': 1e5, 'activation': 0}"
#define PIN(type, parent, child, y)                                                                \
  "'" parent child "': {'type': '" type "', 'bones': ['" parent "', '" child "'], 'point': [0, " y \
  ", 0], 'axis': [0, 0, 1]}"

static const char* const pendulums[] = {
    PENDULUM("'c': {'labels': ['4', '5']}",
             PIN("hinge", "a", "b", "0.19") ", " PIN("weld", "b", "c", "0.1")),
    PENDULUM(TIP, PIN("hinge", "a", "b", "0.19") ", " PIN("hinge", "b", "c", "0.1")),
    PENDULUM(TIP, PIN("ball", "a", "b", "0.19") ", " PIN("ball", "b", "c", "0.1")),
    PENDULUM(FLESHY_TIP, PIN("hinge", "a", "b", "0.19") ", " PIN("hinge", "b", "c", "0.08")),
    PENDULUM(FLESHY_TIP, PIN("ball", "a", "b", "0.19"))};

// all that hangs on b turns until its centre is below the joint, from far or nearly upside down
static void bones_swing_down(void** unused) {
  (void)unused;
  for (int k = 0; k < 5 * 2 * 3; k++) {
    double angle = k / 3 % 2 ? 1.2 : 2.8, mass = 0, centre[3] = {0};
    double down[3] = {sin(angle), -cos(angle), 0};
    BrnSolverDef def = rigid_def(linears[k % 3]);
    def.tolerance = 1e-12;
    Rig rig = chain_make(pendulums[k / 6], &def);
    brn__scale3(rig.input->gravity, 9.81, down);
    rig_step_converges(&rig);
    for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
      if (rig.body->nodes->carrier[v] == 0) continue;
      brn__axpy3(centre, centre, rig.model->mass[v], rig_now(&rig, v));
      mass += rig.model->mass[v];
    }
    brn__scale3(centre, 1 / mass, centre);
    centre[1] -= 0.19;
    if (rig.model->joint[0].type == BRN_JOINT_HINGE) centre[2] = 0;
    brn__normalize3(centre);
    ENSURE_NEAR(brn__distance3(centre, down), 0, 1e-6);
    ENSURE(rig.report.iterations < 20);
    bones_are_rigid(&rig);
    joints_are_exact(&rig);
    rig_done(&rig);
  }
}

// In one step the fixed bone turns by 80 degrees and moves: bones and flesh come along, unstressed.
static void chain_follows_its_bone(void** unused) {
  (void)unused;
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]);
    def.tolerance = 1e-14;
    Rig rig = chain_make(
        CHAIN_SCENE(", 'joints': {'ball': {'type': 'ball', 'bones': ['a', 'b'], 'point': [0.03, "
                    "0.19, 0.01]}, 'hinge': {'type': 'hinge', 'bones': ['b', 'c'], 'point': "
                    "[-0.03, 0.1, 0], 'axis': [1, 0, 1]}}"),
        &def);
    BrnPose* pose = &rig.input->bone[0];
    memset(rig.input->gravity, 0, sizeof rig.input->gravity);
    rig.input->activation[0] = rig.input->activation[1] = 0;
    brn_rotation_exp((double[]){0.4, 0.3, 1.3}, pose->rotation);
    pose->translation[1] = 0.2;
    rig_step_converges(&rig);
    for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
      double expected[3];
      brn_pose_apply(pose, rig_rest(&rig, v), expected);
      ENSURE_NEAR(brn__distance3(rig_now(&rig, v), expected), 0, 1e-6);
    }
    bones_are_rigid(&rig);
    rig_done(&rig);
  }
}

// no creeping over hundreds of steps, back and forth
static void lengths_stay_over_many_steps(void** unused) {
  (void)unused;
  BrnSolverDef def = rigid_def(BRN_LINEAR_COROTATED);
  Rig rig = rig_with(HANGING_BAR("100", "", ", 'gravity': [-3, -9.81, 2]"), &def, 2);
  for (int f = 1; f <= 300; f++) {
    rig.input->activation[0] = 0.5 + 0.5 * sin(0.3 * f);
    rig.input->gravity[0] = 10 * sin(0.17 * f);
    rig_step_converges(&rig);
  }
  bones_are_rigid(&rig);
  rig_done(&rig);
}

static void state_that_is_no_number_breaks_down(void** unused) {
  (void)unused;
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]);
    Rig rig = rig_with(HANGING_BAR("300", "", ""), &def, 2);
    for (int i = 0; i < 3 * rig.state->vertex_count; i++) rig.state->position[i] = NAN;
    rig_step(&rig);
    ENSURE_INT(rig.report.outcome, BRN_BROKE_DOWN);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(chain_is_like_one_of_hard_bones),
          cmocka_unit_test(lever_is_like_a_hard_one),
          cmocka_unit_test(ramps_take_as_many_iterations), cmocka_unit_test(bones_swing_down),
          cmocka_unit_test(chain_follows_its_bone), cmocka_unit_test(lengths_stay_over_many_steps),
          cmocka_unit_test(state_that_is_no_number_breaks_down))
