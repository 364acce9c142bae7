// SPDX-License-Identifier: Apache-2.0
//
// The objective of emu and its gradient, and the positions that come with them.

#include "emu_test.h"

static const BrnEmuWeights weights[3] = {BRN_EMU_VOLUME_STIFFNESS, BRN_EMU_UNIT, BRN_EMU_CENTROID};

// bone a is carried about, b and c hang on it by a ball and a hinge, a roller holds flesh
static Rig driven_chain(BrnSolverDef def, double alpha) {
  emu_put(&def, alpha, alpha);
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  brn_rotation_exp((double[]){0.2, -0.1, 0.3}, rig.input->bone[0].rotation);
  rig.input->bone[0].translation[1] = 0.02;
  return rig;
}

// ---------------------------------------------------------------------------------------- gradient

static void gradient_is_that_of_the_energy(void** unused) {
  (void)unused;
  TestRandom random = {1};
  for (int k = 0; k < 6; k++) {
    BrnSolverDef def = emu_def();
    def.locking = k % 2 ? BRN_LOCKING_ON : BRN_LOCKING_OFF;
    emu_put(&def, weights, weights[k / 2]);
    double alpha = (double[]){3, 0.1, 2e3}[k / 2];
    Rig rig = driven_chain(def, alpha);
    emu_gradient_matches(&rig, &random);
    ENSURE((rig.body->averages != NULL) == (k % 2));
    rig_done(&rig);
  }
}

// --------------------------------------------------------------------------------------- positions

static void nothing_pulls(Rig* rig) {
  memset(rig->input->gravity, 0, sizeof rig->input->gravity);
  for (int l = 0; l < rig->model->load_count; l++) rig->input->load[l] = 0;
}

// F that fit together are left alone, whatever they are
static void what_fits_together_costs_nothing(void** unused) {
  (void)unused;
  TestRandom random = {2};
  Rig rig = driven_chain(emu_def(), 10);
  nothing_pulls(&rig);
  BrnEmu* e = emu_begin(&rig);
  BrnBody* body = e->body;
  double* y = brn__new(rig.ctx, 3 * body->nodes->count, double);
  for (int k = 0; k < 3; k++) {
    rig_shake(&rig, &random, 0.02);
    memcpy(y, body->y, 3 * sizeof(double) * (size_t)body->nodes->count);
    brn__body_measure(rig.ctx, body, body->y, e->F);
    rig_shake(&rig, &random, 0.02);
    BrnEmuEnergy energy = emu_energy(&rig, e);
    ENSURE_NEAR(energy.continuity, 0, 1e-20);
    ENSURE_NEAR(emu_size(&rig, e, e->gap), 0, 1e-12);
    for (int i = 0; i < 3 * body->nodes->count; i++) ENSURE_NEAR(body->y[i], y[i], 1e-13);
  }
  brn__free(rig.ctx, y);
  rig_done(&rig);
}

// and all others cost: by a half of what twice as far costs twice
static void what_does_not_fit_together_costs(void** unused) {
  (void)unused;
  TestRandom random = {3};
  Rig rig = driven_chain(emu_def(), 10);
  nothing_pulls(&rig);
  BrnEmu* e = emu_begin(&rig);
  BrnDeformation *F = emu_deformations(&rig), *d = emu_deformations(&rig);
  memcpy(F, e->F, emu_bytes(e));
  emu_add_random(e, &random, 1, d);
  double cost[3];
  for (int k = 0; k < 3; k++) {
    emu_add(e, F, 0.1 * (k + 1), d, e->F);
    cost[k] = emu_energy(&rig, e).continuity;
  }
  ENSURE(cost[0] > 0);
  ENSURE_NEAR(cost[1] / cost[0], 4, 1e-10);
  ENSURE_NEAR(cost[2] / cost[0], 9, 1e-10);
  brn__free(rig.ctx, F);
  brn__free(rig.ctx, d);
  rig_done(&rig);
}

#define PINNED                                                                                     \
  "{'brawn': 1, " BAR_MESH ", " BAR_BONES ", 'muscles': {'m': {" BAR_MUSCLE                        \
  "}}, 'gravity': [0, 0, 0], 'joints': {'j': {'type': '%s', 'bones': ['top', 'base'], 'point': "   \
  "[0.05, 0.1, 0], 'axis': [1, 2, 3]}}, 'selections': {'one': {'parts': 'm', 'nearest': [[0, "     \
  "0.18, 0]]}}, 'supports': {'pin': {'on': 'one'}}}"

// Patch test: one A for all tets and bones is an affine motion, from the pin on.
static void uniform_strain_is_an_affine_motion(void** unused) {
  (void)unused;
  static const double A[9] = {1.2, 0.3, -0.1, 0.2, 0.7, 0.4, -0.5, 0.1, 1.1};
  for (int k = 0; k < 6; k++) {
    char text[2000];
    BrnSolverDef def = emu_def();
    emu_put(&def, weights, weights[k / 2]);
    snprintf(text, sizeof text, PINNED, k % 2 ? "hinge" : "ball");
    Rig rig = emu_with(text, &def, 2);
    BrnEmu* e = emu_begin(&rig);
    for (int b = 0; b < e->body->elements->batch_count; b++) {
      for (int i = 0; i < 9 * BRN_LANES; i++)
        e->F[b][i / BRN_LANES][i % BRN_LANES] = A[i / BRN_LANES];
    }
    brn__acap_solve(rig.ctx, e);
    int pin = rig.model->support[0].vertex[0];
    for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
      double d[3], expected[3];
      brn__sub3(d, rig_rest(&rig, v), rig_rest(&rig, pin));
      brn__mul3(expected, A, d);
      brn__add3(expected, expected, rig_rest(&rig, pin));
      ENSURE_NEAR(brn__distance3(e->body->x + 3 * v, expected), 0, 1e-12);
    }
    rig_done(&rig);
  }
}

// ------------------------------------------------------------------------------------------- loads

// one coordinate of a row, as a field on the points: its gradient in a tet
static void add_row(const BrnBody* body, const double* rows, double* x) {
  const BrnNodes* nodes = body->nodes;
  memset(x, 0, 3 * sizeof(double) * (size_t)nodes->point_count);
  for (int p = 0; p < nodes->point_count; p++) {
    for (int k = nodes->start[p]; k < nodes->start[p + 1]; k++) {
      int row = nodes->row[nodes->node[k]];
      for (int a = 0; a < 3 && row >= 0; a++) x[3 * p + a] += nodes->weight[k] * rows[3 * row + a];
    }
  }
}

// sum of V mu grad u : grad v over the tets, by its definition
static double stiffness_product(const BrnEmu* e, const double* u, const double* v) {
  double sum = 0;
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      double du[9] = {0}, dv[9] = {0};
      for (int k = 0; k < 27 && batch->tet[i] >= 0; k++) {
        int c = k / 9, a = k / 3 % 3, d = k % 3, far = batch->corner[a + 1][i];
        du[3 * c + d] +=
            (u[3 * far + c] - u[3 * batch->corner[0][i] + c]) * batch->gradient[3 * a + d][i];
        dv[3 * c + d] +=
            (v[3 * far + c] - v[3 * batch->corner[0][i] + c]) * batch->gradient[3 * a + d][i];
      }
      for (int k = 0; k < 9; k++) sum += batch->shear[i] / 2 * du[k] * dv[k];
    }
  }
  return sum;
}

// L rows = share f, tested with unit vectors of free coordinates
static void is_pulled_by_loads(Rig* rig, const BrnEmu* e, const double* rows, double share) {
  const BrnBody* body = e->body;
  int count = 3 * body->nodes->row_count;
  double* u = brn__new(rig->ctx, 3 * body->nodes->point_count, double);
  double* v = brn__new(rig->ctx, 3 * body->nodes->point_count, double);
  double* unit = brn__new_zero(rig->ctx, count, double);
  double largest = 0;
  add_row(body, rows, u);
  for (int i = 0; i < count; i++) {
    int node = body->nodes->row_node[i / 3];
    if (body->nodes->held[node] >> (i % 3) & 1) continue;
    double f = share * body->dead[3 * node + i % 3];
    unit[i] = 1;
    add_row(body, unit, v);
    unit[i] = 0;
    ENSURE_NEAR(stiffness_product(e, u, v), f, 1e-12 * 9.81);
    largest = fmax(largest, fabs(f));
  }
  ENSURE(largest > 1e-3);
  brn__free(rig->ctx, u);
  brn__free(rig->ctx, v);
  brn__free(rig->ctx, unit);
}

// What is shown, q*, leaves out what loads do to continuity, q**: L^-1 f / alpha. Without bones
// nothing else is between them.
static void loads_part_is_not_shown(void** unused) {
  (void)unused;
  TestRandom random = {4};
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = emu_def();
    emu_put(&def, alpha, 7);
    Rig rig = emu_with(k ? BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}")
                         : BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'foot': {'on': 'low'}}"),
                       &def, 2);
    brn__copy3(rig.input->gravity, (double[]){3, -9.81, 5});
    BrnEmu* e = emu_begin(&rig);
    BrnBody* body = e->body;
    int rows = 3 * body->nodes->row_count;
    double* both = brn__new(rig.ctx, rows, double);
    emu_add_random(e, &random, 0.1, e->F);
    brn__acap_solve(rig.ctx, e);
    for (int i = 0; i < rows; i++) both[i] = body->y[3 * body->nodes->row_node[i / 3] + i % 3];
    brn__acap_settle(rig.ctx, e);
    for (int i = 0; i < rows; i++) both[i] -= body->y[3 * body->nodes->row_node[i / 3] + i % 3];
    is_pulled_by_loads(&rig, e, both, 1 / e->alpha);
    brn__free(rig.ctx, both);
    rig_done(&rig);
  }
}

// ------------------------------------------------------------------------------------------ motion

static void turn_strains(const BrnEmu* e, const double R[9], const BrnDeformation* from,
                         BrnDeformation* to) {
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      double f[9], out[9];
      for (int k = 0; k < 9; k++) f[k] = from[b][k][i];
      brn__mul33(out, R, f);
      for (int k = 0; k < 9; k++) to[b][k][i] = out[k];
    }
  }
}

// at e->F and the nodes
static BrnEmuEnergy look(Rig* rig, BrnEmu* e, BrnDeformation* g) {
  BrnEmuEnergy energy = emu_energy(rig, e);
  emu_prepare(rig, e);
  memcpy(g, e->g, emu_bytes(e));
  return energy;
}

// Without gravity it is all the same where the body is and how it is turned; active fibres too. The
// gradient turns with it.
static void objective_does_not_know_rigid_motion(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    TestRandom random = {5};
    BrnSolverDef def = emu_def();
    BrnPose pose = brn_pose_identity();
    double R[9];
    emu_put(&def, weights, weights[k]);
    Rig rig = emu_with(HANGING_BAR("300", "", ""), &def, 2);
    nothing_pulls(&rig);
    BrnEmu* e = emu_begin(&rig);
    BrnDeformation *F = emu_deformations(&rig), *g = emu_deformations(&rig),
                   *turned = emu_deformations(&rig);
    emu_add_random(e, &random, 0.1, e->F);
    memcpy(F, e->F, emu_bytes(e));
    BrnEmuEnergy before = look(&rig, e, g);
    brn_rotation_exp((double[]){1.3, -0.4, 0.8}, pose.rotation);
    brn_rotation_to_matrix(pose.rotation, R);
    brn__copy3(pose.translation, (double[]){3, -2, 5});
    for (int i = 0; i < e->body->nodes->count; i++) {
      brn_pose_apply(&pose, e->body->y + 3 * i, e->body->y + 3 * i);
    }
    turn_strains(e, R, F, e->F);
    BrnEmuEnergy after = look(&rig, e, F);
    turn_strains(e, R, g, turned);
    ENSURE(before.continuity > 0.1 && fabs(before.inside) > 0.1);
    ENSURE_NEAR(after.inside / before.inside, 1, 1e-12);
    ENSURE_NEAR(after.continuity / before.continuity, 1, 1e-10);
    emu_add(e, turned, -1, F, turned);
    ENSURE_NEAR(emu_size(&rig, e, turned) / emu_size(&rig, e, g), 0, 1e-11);
    brn__free(rig.ctx, F);
    brn__free(rig.ctx, g);
    brn__free(rig.ctx, turned);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(gradient_is_that_of_the_energy),
          cmocka_unit_test(what_fits_together_costs_nothing),
          cmocka_unit_test(what_does_not_fit_together_costs),
          cmocka_unit_test(uniform_strain_is_an_affine_motion),
          cmocka_unit_test(loads_part_is_not_shown),
          cmocka_unit_test(objective_does_not_know_rigid_motion))
