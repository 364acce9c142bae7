// SPDX-License-Identifier: Apache-2.0
//
// Whole steps with rigid bones, beside affine ones.

#include "rigid_test.h"

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

static void harden(BrnModel* model, double young) {
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (brn__tet_bone(model, t) >= 0) model->material_list[model->material[t]].young = young;
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
      harden(both[k]->model, young);
      rig_solver(both[k], k == 0 ? &def : &affine);
      rig_step_converges(both[k]);
    }
    ENSURE_NEAR(farthest(&rig, &hard), 0, 2e-7); // of 0.2 m
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

// ------------------------------------------------------------------------------- the spindle's
// ramps

typedef struct Ramp {
  int iterations, linear_iterations;
  double* shape;
  int count;
} Ramp;

static Ramp ramp(const char* text, BrnBoneModel bones, BrnLinearSolver linear) {
  BrnSolverDef def = brn_solver_def_default();
  def.bones = bones;
  def.linear = linear;
  Rig rig = rig_with(text, &def, 2);
  Ramp out = {.count = 3 * rig.state->vertex_count};
  for (int f = 1; f <= 10; f++) {
    brn_input_fill(rig.model, f / 10.0, rig.input);
    rig_step_converges(&rig);
    out.iterations += rig.report.iterations;
    out.linear_iterations += rig.report.linear_iterations;
  }
  out.shape = malloc(sizeof(double) * (size_t)out.count);
  memcpy(out.shape, rig.state->position, sizeof(double) * (size_t)out.count);
  rig_done(&rig);
  return out;
}

static void ramps_are_alike(const char* text) {
  for (int l = 0; l < 3; l++) {
    Ramp rigid = ramp(text, BRN_BONES_RIGID, linears[l]);
    Ramp affine = ramp(text, BRN_BONES_AFFINE, linears[l]);
    double most = 0;
    for (int i = 0; i < rigid.count; i += 3) {
      most = fmax(most, brn__distance3(rigid.shape + i, affine.shape + i));
    }
    fprintf(stderr, "%d: %d (%d), affine %d (%d): %g\n", l, rigid.iterations,
            rigid.linear_iterations, affine.iterations, affine.linear_iterations, most);
    free(rigid.shape);
    free(affine.shape);
  }
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
  ramps_are_alike(SPINDLE("2268", "[0, -9.81, 0]", "", ""));
  ramps_are_alike(LEVER_RAMP);
  ramps_are_alike(HALF_RAMP);
}

TEST_MAIN(cmocka_unit_test(chain_is_like_one_of_hard_bones),
          cmocka_unit_test(lever_is_like_a_hard_one),
          cmocka_unit_test(ramps_take_as_many_iterations))
