// SPDX-License-Identifier: Apache-2.0
//
// Rigid bones: the way of a step, its derivatives, and the matrices of them.

#include "rigid_test.h"

// ------------------------------------------------------------------------------- the way of a step

#define BALL(parent, child)                                                                        \
  "{'type': 'ball', 'bones': ['" parent "', '" child "'], 'point': [0.03, 0.15, 0.01]}"
#define HINGE(parent, child, y, axis)                                                              \
  "{'type': 'hinge', 'bones': ['" parent "', '" child "'], 'point': [-0.03, " y                    \
  ", 0], 'axis': " axis "}"
#define WELD(parent, child) "{'type': 'weld', 'bones': ['" parent "', '" child "']}"
#define JOINTS(list) CHAIN_SCENE(", 'joints': {" list "}")

#define LOOSE(list)                                                                                \
  CHAIN_SCENE(", 'joints': {" list "}, 'selections': {'side': {'parts': ['m'], 'box': [[0.0199, "  \
              "0.118, -1], [1, 0.152, 1]]}}, 'supports': {'pin': {'on': 'side'}}")

static const struct {
  const char* text;
  int dofs;
} chains[] = {
    {CHAIN_SCENE(CHAIN_BODY), 3 + 1},
    {JOINTS("'h': " HINGE("b", "c", "0.1", "[1, 0, 1]")), 6 + 1},
    {JOINTS("'g': " HINGE("a", "b", "0.19", "[1, 2, 0]") ", 'h': " HINGE("b", "c", "0.1",
                                                                         "[1, 0, 1]")),
     1 + 1},
    {JOINTS("'b': " BALL("b", "c")), 6 + 3},
    {JOINTS("'b': " BALL("a", "b") ", 'w': " WELD("b", "c")), 3},
    {JOINTS("'w': " WELD("b", "c")), 6},
    {JOINTS(""), 6 + 6},
    {LOOSE("'g': " HINGE("a", "b", "0.15", "[1, 2, 0]") ", 'h': " HINGE("b", "c", "0.1",
                                                                        "[1, 0, 1]")),
     6 + 1 + 1},
    {JOINTS("'w': " WELD("a", "b") ", 'h': " HINGE("b", "c", "0.1", "[1, 0, 1]")), 1},
};
enum { CHAINS = sizeof chains / sizeof chains[0] };

// shaken, so that there are forces everywhere, and bent, so that bones are turned
static Rig shaken_chain(int chain, BrnLinearSolver linear) {
  BrnSolverDef def = rigid_def(linear);
  Rig rig = {.ctx = test_context()};
  ENSURE_OK(rig.ctx, chain_try(rig.ctx, chains[chain].text, &rig.model));
  // a body on a pin does not need the first bone to be fixed
  rig.model->bone[0].fixed = rig.model->support_count == 0 || chain == 0;
  brn_skeleton_destroy(rig.ctx, rig.model->skeleton);
  ENSURE_OK(rig.ctx, brn__model_hang(rig.ctx, NULL, rig.model));
  rig_solver(&rig, &def);
  BrnNewton* n = rig.newton;
  TestRandom random = {1};
  for (int l = 0; l < rig.model->load_count; l++) { // a pressure has no energy
    if (rig.model->load[l].kind == BRN_LOAD_PRESSURE) rig.input->load[l] = 0;
  }
  rig_load(&rig);
  rig_shake(&rig, &random, 5e-4);
  for (int i = 0; i < n->body->nodes->row_count; i++) {
    double *y = n->body->y + 3 * n->body->nodes->row_node[i], turn[4], low = fmax(0.16 - y[1], 0);
    if (n->body->gather->held[i]) continue;
    brn_rotation_exp((double[]){0.3 * low, 0.5 * low, -0.4 * low}, turn);
    y[1] -= 0.16;
    brn_rotation_apply(turn, y, y);
    y[1] += 0.16;
  }
  brn__rigid_settle(n->body, n->body->y);
  brn__body_load(rig.ctx, n->body);
  ENSURE_INT(brn__body_energy(rig.ctx, n->body, n->body->y).bad, 0);
  return rig;
}

static void joints_leave_their_dofs(void** unused) {
  (void)unused;
  for (int k = 0; k < CHAINS; k++) {
    Rig rig = shaken_chain(k, BRN_LINEAR_DIRECT);
    const BrnRigid* rigid = rig.newton->body->rigid;
    ENSURE_INT(rigid->dof_count, chains[k].dofs);
    ENSURE_INT(rigid->unknown_count,
               chains[k].dofs + 3 * (rig.newton->body->nodes->row_count - rigid->node_count));
    rig_done(&rig);
  }
}

// energy at s along the step; straight steps have no bend but that of the bones
static double energy_along(Rig* rig, double s) {
  brn__body_retract(rig->ctx, rig->newton->body, rig->newton->descent.d, s, false,
                    rig->newton->descent.trial);
  return brn__energy_total(
      brn__body_energy(rig->ctx, rig->newton->body, rig->newton->descent.trial));
}

// z: one dof alone, or all unknowns, or all of the flesh
static void choose(const Rig* rig, TestRandom* random, int which, double* z) {
  const BrnRigid* rigid = rig->newton->body->rigid;
  const BrnGather* gather = rig->newton->body->gather;
  for (int i = 0; i < rigid->unknown_count; i++) {
    bool soft = i >= rigid->dof_count;
    int row = rigid->node_count + (i - rigid->dof_count) / 3;
    bool held = soft && gather->held[row] >> ((i - rigid->dof_count) % 3) & 1;
    double size = soft ? 1e-4 : 1e-2;
    z[i] = held || (which < rigid->dof_count && which != i) ? 0 : test_random(random, -size, size);
    if (which == rigid->dof_count && !soft) z[i] = 0;
  }
}

static void check_derivatives(Rig* rig, double* z, double* Az) {
  BrnNewton* n = rig->newton;
  int count = n->body->rigid->unknown_count;
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_STIFFNESS, &rig->report);
  brn__rigid_linearize(n->body, false);
  brn__rigid_apply(rig->ctx, n->body, z, Az);
  double curvature = brn__body_dot(rig->ctx, count, z, Az);
  memcpy(n->descent.d, z, sizeof(double) * (size_t)count);
  brn__rigid_unfold(n->body->rigid, n->descent.d);
  double slope = brn__body_dot(rig->ctx, 3 * n->body->nodes->row_count, n->body->g, n->descent.d);
  double h = 0.0025, E[5];
  for (int i = 0; i < 5; i++) E[i] = energy_along(rig, (i - 2) * h);
  double first = (E[0] - 8 * E[1] + 8 * E[3] - E[4]) / (12 * h);
  double second = (-E[0] + 16 * E[1] - 30 * E[2] + 16 * E[3] - E[4]) / (12 * h * h);
  ENSURE_NEAR(first, slope, 1e-8 * fabs(slope) + 1e-9 * fabs(curvature));
  ENSURE_NEAR(second, curvature, 1e-7 * fabs(curvature) + 5e-9);
}

static void gradient_and_bend_are_those_of_the_energy(void** unused) {
  (void)unused;
  for (int k = 0; k < CHAINS; k++) {
    Rig rig = shaken_chain(k, BRN_LINEAR_DIRECT);
    int dofs = rig.newton->body->rigid->dof_count, count = rig.newton->body->rigid->unknown_count;
    double* z = malloc(sizeof(double) * 3 * (size_t)rig.newton->body->nodes->row_count);
    double* Az = malloc(sizeof(double) * (size_t)count);
    TestRandom random = {2};
    for (int which = 0; which < dofs + 4; which++) {
      choose(&rig, &random, which, z);
      check_derivatives(&rig, z, Az);
    }
    free(z);
    free(Az);
    rig_done(&rig);
  }
}

// |y(s) - y - s d|, largest coordinate
static double way_off(Rig* rig, double s, bool warp) {
  BrnNewton* n = rig->newton;
  double worst = 0;
  brn__body_retract(rig->ctx, n->body, n->descent.d, s, warp, n->descent.trial);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++) {
    int at = 3 * n->body->nodes->row_node[i / 3] + i % 3;
    worst = fmax(worst, fabs(n->descent.trial[at] - n->body->y[at] - s * n->descent.d[i]));
  }
  return worst;
}

static void both_ways_start_along_the_step(void** unused) {
  (void)unused;
  for (int k = 0; k < CHAINS; k++) {
    Rig rig = shaken_chain(k, BRN_LINEAR_DIRECT);
    BrnNewton* n = rig.newton;
    TestRandom random = {5};
    brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STRESS, &rig.report);
    brn__rigid_linearize(n->body, false);
    choose(&rig, &random, n->body->rigid->dof_count + 1, n->descent.d);
    brn__rigid_unfold(n->body->rigid, n->descent.d);
    brn__body_aim(rig.ctx, n->body, n->descent.d);
    for (int warp = 0; warp < 2; warp++) {
      double one = way_off(&rig, 1, warp), half = way_off(&rig, 0.5, warp);
      ENSURE(one > 1e-8);
      ENSURE_NEAR(one / half, 4, 0.2); // second order
      ENSURE(way_off(&rig, 0, warp) < 1e-15);
    }
    rig_done(&rig);
  }
}

// forces on the bones' rows at y + s d less those foreseen, largest
static double surprise(Rig* rig, double s) {
  BrnNewton* n = rig->newton;
  double worst = 0;
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_STIFFNESS, &rig->report);
  brn__rigid_linearize(n->body, false);
  brn__rigid_foresee(n->body, n->descent.d, s);
  memcpy(n->descent.trial, n->body->y, 3 * sizeof(double) * (size_t)n->body->nodes->count);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++) {
    n->body->y[3 * n->body->nodes->row_node[i / 3] + i % 3] += s * n->descent.d[i];
  }
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_STRESS, &rig->report);
  for (int i = 0; i < 3 * n->body->rigid->node_count; i++) {
    worst = fmax(worst, fabs(n->body->g[i] - n->body->rigid->load[i]));
  }
  memcpy(n->body->y, n->descent.trial, 3 * sizeof(double) * (size_t)n->body->nodes->count);
  return worst;
}

static void forces_are_foreseen_to_second_order(void** unused) {
  (void)unused;
  Rig rig = shaken_chain(1, BRN_LINEAR_DIRECT);
  TestRandom random = {6};
  for (int i = 0; i < 3 * rig.newton->body->nodes->row_count; i++) {
    rig.newton->descent.d[i] = test_random(&random, -1e-3, 1e-3);
  }
  double one = surprise(&rig, 0.1), half = surprise(&rig, 0.05);
  ENSURE(one > 1e-6);
  ENSURE_NEAR(one / half, 4, 0.2);
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------- linear algebra

static void matrix_for_factors_is_the_one_that_is_applied(void** unused) {
  (void)unused;
  for (int k = 0; k < CHAINS; k++) {
    Rig rig = shaken_chain(k, BRN_LINEAR_DIRECT);
    BrnNewton* n = rig.newton;
    int count = n->body->rigid->unknown_count;
    double* x = malloc(3 * sizeof(double) * (size_t)count);
    double *y = x + count, *z = y + count, size = 0;
    TestRandom random = {3};
    brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STIFFNESS, &rig.report);
    brn__rigid_linearize(n->body, false);
    const BrnCsr* A;
    ENSURE_OK(rig.ctx, brn__factored_matrix(rig.ctx, n->body, &n->matrix, 1, &A));
    ENSURE_INT(A->row_count, count);
    for (int i = 0; i < count; i++) x[i] = test_random(&random, -1, 1);
    brn__rigid_apply(rig.ctx, n->body, x, y);
    brn__csr_multiply(rig.ctx, A, x, z);
    for (int i = 0; i < count; i++) size = fmax(size, fabs(y[i]));
    for (int i = 0; i < count; i++) ENSURE_NEAR(z[i], y[i], 1e-13 * size);
    for (int i = 0; i < count; i++) {
      for (int e = A->start[i]; e < A->start[i + 1]; e++) {
        ENSURE(e == A->start[i] || A->column[e] > A->column[e - 1]);
        ENSURE(A->value[brn__csr_find(A, A->column[e], i)] == A->value[e] ||
               i >= n->body->rigid->dof_count);
      }
    }
    free(x);
    rig_done(&rig);
  }
}

// L d, as the warped way has it
static void apply_poisson(Rig* rig, const double* d, double* out) {
  BrnNewton* n = rig->newton;
  memset(n->descent.trial, 0, 3 * sizeof(double) * (size_t)n->body->nodes->count);
  for (int r = 0; r < n->body->nodes->row_count; r++) {
    brn__copy3(n->descent.trial + 3 * n->body->nodes->row_node[r], d + 3 * r);
  }
  brn__body_measure(rig->ctx, n->body, n->descent.trial, n->body->retraction.dF);
  for (int b = 0; b < n->body->elements->batch_count; b++) {
    const BrnBatch* batch = &n->body->elements->batch[b];
    BRN_LANE_PICK(brn__batch_forces)
    (batch, batch->shear, n->body->retraction.dF[b], n->body->force + 12 * BRN_LANES * b);
  }
  brn__gather_forces(rig->ctx, n->body->gather, n->body->force, out);
}

// wherever the bones go: L of the whole is what was asked for on all soft rows
static void flesh_follows_its_bones_by_the_poisson_matrix(void** unused) {
  (void)unused;
  for (int k = 0; k < CHAINS; k++) {
    Rig rig = shaken_chain(k, BRN_LINEAR_LAPLACE);
    BrnNewton* n = rig.newton;
    int dofs = n->body->rigid->dof_count, count = n->body->rigid->unknown_count;
    double *r = malloc(sizeof(double) * (size_t)count), moved = 0, size = 0;
    TestRandom random = {7};
    brn__body_evaluate(rig.ctx, n->body, BRN_WANT_DEFINITE, &rig.report);
    brn__rigid_linearize(n->body, true);
    brn__rigid_prepare_laplace(rig.ctx, n->body);
    choose(&rig, &random, dofs + 1, r);
    brn__rigid_laplace(rig.ctx, n->body, r, n->descent.d);
    for (int i = 0; i < dofs; i++) moved = fmax(moved, fabs(n->descent.d[i]));
    brn__rigid_unfold(n->body->rigid, n->descent.d);
    apply_poisson(&rig, n->descent.d, n->side);
    for (int i = dofs; i < count; i++) size = fmax(size, fabs(r[i]));
    for (int i = dofs; i < count; i++) {
      ENSURE_NEAR(n->side[3 * n->body->rigid->node_count + i - dofs], r[i], 1e-10 * size);
    }
    ENSURE(moved > 1e-8);
    free(r);
    rig_done(&rig);
  }
}

static void linear_solvers_agree(void** unused) {
  (void)unused;
  for (int k = 0; k < CHAINS; k += 3) {
    double* d[3];
    int count = 0;
    for (int l = 0; l < 3; l++) {
      Rig rig = shaken_chain(k, linears[l]);
      double slope;
      rig.newton->body->def.linear_tolerance = 1e-11;
      rig.newton->body->def.linear_iterations = 1000;
      ENSURE_OK(rig.ctx, brn__newton_direct(rig.ctx, rig.newton, true, &slope, &rig.report));
      ENSURE(slope < 0);
      count = 3 * rig.newton->body->nodes->row_count;
      d[l] = malloc(sizeof(double) * (size_t)count);
      memcpy(d[l], rig.newton->descent.d, sizeof(double) * (size_t)count);
      rig_done(&rig);
    }
    double size = 0;
    for (int i = 0; i < count; i++) size = fmax(size, fabs(d[0][i]));
    for (int i = 0; i < count; i++) {
      ENSURE_NEAR(d[1][i], d[0][i], 1e-7 * size);
      ENSURE_NEAR(d[2][i], d[0][i], 1e-7 * size);
    }
    for (int l = 0; l < 3; l++) free(d[l]);
  }
}

// ------------------------------------------------------------------------------------------- poses

// whatever the nodes are, bones come out rigid and hang on their joints; rigid ones stay
static void nodes_settle_to_rigid_bones(void** unused) {
  (void)unused;
  for (int k = 0; k < CHAINS; k++) {
    Rig rig = shaken_chain(k, BRN_LINEAR_DIRECT);
    BrnNewton* n = rig.newton;
    TestRandom random = {4};
    size_t size = 3 * sizeof(double) * (size_t)n->body->nodes->count;
    rig_shake(&rig, &random, 0.02);
    brn__rigid_settle(n->body, n->body->y);
    brn__nodes_to_points(rig.ctx, n->body->nodes, n->body->y, n->body->x);
    memcpy(rig.state->position, n->body->x, 3 * sizeof(double) * (size_t)rig.state->vertex_count);
    bones_are_rigid(&rig);
    joints_are_exact(&rig);
    memcpy(n->descent.trial, n->body->y, size);
    brn__rigid_settle(n->body, n->descent.trial);
    for (int i = 0; i < 3 * n->body->nodes->count; i++)
      ENSURE_NEAR(n->descent.trial[i], n->body->y[i], 1e-15);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(joints_leave_their_dofs),
          cmocka_unit_test(gradient_and_bend_are_those_of_the_energy),
          cmocka_unit_test(both_ways_start_along_the_step),
          cmocka_unit_test(forces_are_foreseen_to_second_order),
          cmocka_unit_test(matrix_for_factors_is_the_one_that_is_applied),
          cmocka_unit_test(flesh_follows_its_bones_by_the_poisson_matrix),
          cmocka_unit_test(linear_solvers_agree), cmocka_unit_test(nodes_settle_to_rigid_bones))
