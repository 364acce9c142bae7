// SPDX-License-Identifier: Apache-2.0
//
// The filter of bcqn for materials that are not defined for tets inside out.

#include "solver/quasi/quasi.h"
#include "solver/solver_test.h"

#define LOG_FLESH "{'like': 'muscle', 'model': 'neo_hookean', 'young': 6e4, 'poisson': 0.4}"

static Rig block(const char* scene) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "bcqn");
  def.iterations = 3000;
  def.locking = BRN_LOCKING_OFF;
  Rig rig = rig_with(scene, &def, 2);
  rig_load(&rig);
  brn__body_evaluate(rig.ctx, quasi_of(&rig)->body, BRN_WANT_STRESS, &rig.report);
  return rig;
}

static const char* const log_block = BLOCK_SCENE(LOG_FLESH, ", 'supports': {" BLOCK_ROLLERS "}");

static double* row_at(double* rows, int row, int axis) { return rows + 3 * row + axis; }

// the block is pressed flat along y, from the ground up
static void press(Rig* rig, double speed) {
  BrnQuasi* q = quasi_of(rig);
  for (int r = 0; r < q->body->nodes->row_count; r++) {
    double y = q->body->y[3 * q->body->nodes->row_node[r] + 1];
    for (int a = 0; a < 3; a++) *row_at(q->descent.d, r, a) = a == 1 ? -speed * y : 0;
  }
}

// J = 1 - speed s
static void step_ends_before_a_tet_is_flat(void** unused) {
  (void)unused;
  Rig rig = block(log_block);
  static const double speeds[] = {-3, 0, 0.99, 1.25, 2, 8};
  for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
    press(&rig, speeds[k]);
    double expected = speeds[k] < 1 ? 1 : 0.5 / speeds[k];
    ENSURE_NEAR(brn__barrier_first_step(rig.ctx, quasi_of(&rig)), expected, 1e-9);
  }
  rig_done(&rig);
}

// J = (1 - s)^2 (1 - 2 s): the first of its zeros
static void first_of_three_zeros_counts(void** unused) {
  (void)unused;
  Rig rig = block(log_block);
  BrnQuasi* q = quasi_of(&rig);
  double low[3], high[3];
  brn_mesh_bounds(rig.model->mesh, low, high);
  for (int r = 0; r < q->body->nodes->row_count; r++) {
    const double* x = q->body->y + 3 * q->body->nodes->row_node[r];
    for (int a = 0; a < 3; a++) *row_at(q->descent.d, r, a) = (a == 1 ? -2 : -1) * (x[a] - low[a]);
  }
  ENSURE_NEAR(brn__barrier_first_step(rig.ctx, q), 0.25, 1e-6);
  rig_done(&rig);
}

// smallest J + dJ/dx p over the tets, by the cofactors of F = I
static double least_room(Rig* rig) {
  BrnQuasi* q = quasi_of(rig);
  double least = 1;
  memset(q->descent.trial, 0, 3 * sizeof(double) * (size_t)q->body->nodes->count);
  for (int r = 0; r < q->body->nodes->row_count; r++) {
    brn__copy3(q->descent.trial + 3 * q->body->nodes->row_node[r], q->descent.d + 3 * r);
  }
  brn__body_measure(rig->ctx, q->body, q->descent.trial, q->dF);
  for (int b = 0; b < q->body->elements->batch_count; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      if (q->body->elements->batch[b].tet[i] < 0) continue;
      least = fmin(least, 1 + q->dF[b][0][i] + q->dF[b][4][i] + q->dF[b][8][i]);
    }
  }
  return least;
}

static void safe_direction_stays_to_the_bit(void** unused) {
  (void)unused;
  Rig rig = block(log_block);
  press(&rig, 0.9);
  size_t size = 3 * sizeof(double) * (size_t)quasi_of(&rig)->body->nodes->row_count;
  double* before = malloc(size);
  memcpy(before, quasi_of(&rig)->descent.d, size);
  ENSURE(brn__barrier_filter(rig.ctx, quasi_of(&rig), -7) == -7);
  ENSURE(memcmp(before, quasi_of(&rig)->descent.d, size) == 0);
  free(before);
  rig_done(&rig);
}

// One vertex is pushed through its neighbours. What is left of that leaves them room, to what a few
// rounds can do, and the rest of the body is as it was.
static void direction_that_inverts_is_filtered(void** unused) {
  (void)unused;
  Rig rig = block(log_block);
  BrnQuasi* q = quasi_of(&rig);
  memset(q->descent.d, 0, 3 * sizeof(double) * (size_t)q->body->nodes->row_count);
  int row = q->body->nodes->row_count / 2;
  *row_at(q->descent.d, row, 1) = -0.1;
  for (int i = 0; i < 3 * q->body->nodes->row_count; i++) q->body->g[i] = -q->descent.d[i];
  double before = least_room(&rig);
  ENSURE(before < -1);
  double slope = brn__barrier_filter(rig.ctx, q, -0.01);
  double after = least_room(&rig);
  ENSURE(after > 0.25 * before);
  ENSURE(slope < 0 && slope > -0.01);
  ENSURE_NEAR(slope, -0.1 * -*row_at(q->descent.d, row, 1), 1e-12);
  rig_done(&rig);
}

// where what is left would go up, it is as if there were no filter
static void filter_never_spoils_a_descent(void** unused) {
  (void)unused;
  Rig rig = block(log_block);
  BrnQuasi* q = quasi_of(&rig);
  press(&rig, 3);
  for (int i = 0; i < 3 * q->body->nodes->row_count; i++) q->body->g[i] = 0;
  ENSURE(brn__barrier_filter(rig.ctx, q, -1) == -1);
  for (int r = 0; r < q->body->nodes->row_count; r++) {
    double y = q->body->y[3 * q->body->nodes->row_node[r] + 1];
    ENSURE(*row_at(q->descent.d, r, 1) == -3 * y);
  }
  rig_done(&rig);
}

static void materials_for_all_strains_need_none(void** unused) {
  (void)unused;
  Rig rig = block(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}"));
  ENSURE(!quasi_of(&rig)->force && !quasi_of(&rig)->room);
  press(&rig, 8);
  ENSURE(brn__barrier_first_step(rig.ctx, quasi_of(&rig)) == 1);
  ENSURE(brn__barrier_filter(rig.ctx, quasi_of(&rig), -7) == -7);
  rig_done(&rig);
}

// pressed to half its height by a load, with a barrier on the way
static void pressed_block_ends_where_newton_has_it(void** unused) {
  (void)unused;
  static const char* const scene =
      BLOCK_SCENE(LOG_FLESH, ", 'supports': {" BLOCK_ROLLERS
                             "}, 'loads': {'w': {'on': 'high', 'vector': [0, -600, 0]}}");
  BrnSolverDef sharp = sharp_def();
  sharp.locking = BRN_LOCKING_OFF;
  Rig newton = rig_with(scene, &sharp, 2);
  rig_step_converges(&newton);
  Rig rig = block(scene);
  rig_step_converges(&rig);
  ENSURE_INT(rig.report.inverted, 0);
  double most = 0;
  for (int v = 0; v < rig.state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(&rig, v), rig_now(&newton, v)));
  }
  ENSURE_NEAR(most, 0, 1e-6);
  rig_done(&rig);
  rig_done(&newton);
}

TEST_MAIN(cmocka_unit_test(step_ends_before_a_tet_is_flat),
          cmocka_unit_test(first_of_three_zeros_counts),
          cmocka_unit_test(safe_direction_stays_to_the_bit),
          cmocka_unit_test(direction_that_inverts_is_filtered),
          cmocka_unit_test(filter_never_spoils_a_descent),
          cmocka_unit_test(materials_for_all_strains_need_none),
          cmocka_unit_test(pressed_block_ends_where_newton_has_it))
