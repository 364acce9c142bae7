// SPDX-License-Identifier: Apache-2.0

#include "chain_test.h"

static Rig shaken_chain(void) {
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  TestRandom random = {1};
  rig_load(&rig);
  rig_shake(&rig, &random, 1e-3);
  return rig;
}

static void aim(Rig* rig, double size) {
  TestRandom random = {2};
  const BrnNodes* nodes = rig->newton->body->nodes;
  for (int i = 0; i < 3 * nodes->row_count; i++) {
    bool held = nodes->held[nodes->row_node[i / 3]] >> (i % 3) & 1;
    rig->newton->descent.d[i] = held ? 0 : test_random(&random, -size, size);
  }
  brn__body_aim(rig->ctx, rig->newton->body, rig->newton->descent.d);
}

// |y(s) - y - s d|, largest coordinate
static double way_off(Rig* rig, double s) {
  BrnNewton* n = rig->newton;
  double worst = 0;
  brn__body_retract(rig->ctx, n->body, n->descent.d, s, n->body->def.warp, n->descent.trial);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++) {
    int at = 3 * n->body->nodes->row_node[i / 3] + i % 3;
    worst = fmax(worst, fabs(n->descent.trial[at] - n->body->y[at] - s * n->descent.d[i]));
  }
  return worst;
}

// L^-1 G^T W G d = d, with bones, joints and a roller
static void positions_come_back_from_their_gradients(void** unused) {
  (void)unused;
  Rig rig = shaken_chain();
  BrnNewton* n = rig.newton;
  aim(&rig, 1e-2);
  for (int b = 0; b < n->body->elements->batch_count; b++) {
    const BrnBatch* batch = &n->body->elements->batch[b];
    BRN_LANE_PICK(brn__batch_forces)
    (batch, batch->shear, n->body->retraction.dF[b], n->body->force + 12 * BRN_LANES * b);
  }
  brn__gather_forces(rig.ctx, n->body->gather, n->body->force, n->side);
  brn__poisson_solve(rig.ctx, n->body->poisson, n->side, n->side);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++)
    ENSURE_NEAR(n->side[i], n->descent.d[i], 1e-13);
  rig_done(&rig);
}

static void warped_way_starts_along_the_step(void** unused) {
  (void)unused;
  Rig rig = shaken_chain();
  aim(&rig, 1e-2);
  double one = way_off(&rig, 1e-2), half = way_off(&rig, 5e-3), tenth = way_off(&rig, 1e-3);
  ENSURE(one > 1e-9);
  ENSURE_NEAR(one / half, 4, 0.1); // second order
  ENSURE_NEAR(one / tenth, 100, 5);
  ENSURE(way_off(&rig, 0) < 1e-16);
  rig_done(&rig);
}

static void straight_way_is_straight(void** unused) {
  (void)unused;
  Rig rig = shaken_chain();
  rig.newton->body->def.warp = false;
  aim(&rig, 1e-2);
  ENSURE_NEAR(way_off(&rig, 0.7), 0, 1e-16);
  rig_done(&rig);
}

// A body that is pinned in one vertex alone: a step along a rotation is that rotation, of 60
// degrees or of any angle, bones and stressed flesh included.
static void rotation_is_exact(void** unused) {
  (void)unused;
  Rig rig = rig_make("{'brawn': 1, " BAR_MESH ", " BAR_BONES ", 'muscles': {'m': {" BAR_MUSCLE
                     ", 'activation': 0.5}}, 'selections': {'one': {'parts': 'm', 'nearest': [[0, "
                     "0.1, 0]]}}, 'supports': {'pin': {'on': 'one'}}}");
  BrnNewton* n = rig.newton;
  TestRandom random = {3};
  double w[3] = {0.2, 0.9, -0.4}, r[3], turn[4], expected[3];
  rig_load(&rig);
  rig_shake(&rig, &random, 1e-3);
  double before = brn__body_energy(rig.ctx, n->body, n->body->y).inside;
  const double* pin = NULL;
  for (int i = 0; i < n->body->nodes->count; i++) {
    if (n->body->nodes->held[i]) pin = n->body->y + 3 * i;
  }
  for (int i = 0; i < n->body->nodes->row_count; i++) {
    brn__sub3(r, n->body->y + 3 * n->body->nodes->row_node[i], pin);
    brn__cross3(n->descent.d + 3 * i, w, r);
  }
  brn__body_aim(rig.ctx, n->body, n->descent.d);
  static const double degrees[3] = {60, 113, 500}; // by series, nearly not, and not
  for (int k = 0; k < 3; k++) {
    double s = 3.14159265358979323846 / 180 * degrees[k] / brn__norm3(w), v[3];
    brn__body_retract(rig.ctx, n->body, n->descent.d, s, true, n->descent.trial);
    brn__scale3(v, s, w);
    brn_rotation_exp(v, turn);
    for (int i = 0; i < n->body->nodes->row_count; i++) {
      const double* y = n->body->y + 3 * n->body->nodes->row_node[i];
      brn__sub3(r, y, pin);
      brn_rotation_apply(turn, r, expected);
      brn__add3(expected, expected, pin);
      ENSURE_NEAR(brn__distance3(n->descent.trial + 3 * n->body->nodes->row_node[i], expected), 0,
                  1e-12);
    }
    ENSURE(before > 1e-3);
    ENSURE_NEAR(brn__body_energy(rig.ctx, n->body, n->descent.trial).inside / before, 1, 1e-11);
  }
  rig_done(&rig);
}

// a nearly flat tet goes straight
static void flat_tets_do_not_turn(void** unused) {
  (void)unused;
  BrnDeformation F = {{0}}, dF, T;
  for (int p = 0; p < 9; p++) {
    for (int i = 0; i < BRN_LANES; i++) {
      F[p][i] = p % 4 == 0 ? (p == 8 ? 1e-4 * i : 1) : 0;
      dF[p][i] = p - 3;
    }
  }
  BRN_LANE_PICK(brn__batch_warp)(F, dF, 0.5, T);
  for (int p = 0; p < 9; p++) {
    for (int i = 0; i < BRN_LANES; i++) ENSURE(T[p][i] == 0.5 * (p - 3));
  }
}

// The fixed end of a bar turns by 80 degrees: what is given is there to the bit, and the warped
// guess is better than the straight one.
static double energy_after_a_turn(bool warp) {
  BrnSolverDef def = brn_solver_def_default();
  def.warp = warp;
  Rig rig = rig_with(HANGING_BAR("600", "", ", 'gravity': [0, 0, 0]"), &def, 2);
  rig_load(&rig);
  brn_rotation_exp((double[]){0.4, 1.4, 0.2}, rig.newton->body->input->bone[0].rotation);
  brn__body_predict(rig.ctx, rig.newton->body);
  const BrnNodes* nodes = rig.newton->body->nodes;
  for (int i = 0; i < nodes->count; i++) {
    double expected[3];
    if (!nodes->held[i]) continue;
    brn_pose_apply(&rig.newton->body->input->bone[0], rig_rest(&rig, nodes->vertex[i]), expected);
    ENSURE(memcmp(expected, rig.newton->body->y + 3 * i, sizeof expected) == 0);
  }
  double energy = brn__body_energy(rig.ctx, rig.newton->body, rig.newton->body->y).inside;
  rig_done(&rig);
  return energy;
}

static void guess_follows_what_is_given(void** unused) {
  (void)unused;
  double warped = energy_after_a_turn(true), straight = energy_after_a_turn(false);
  ENSURE(isfinite(warped) && warped < straight);
}

TEST_MAIN(cmocka_unit_test(positions_come_back_from_their_gradients),
          cmocka_unit_test(warped_way_starts_along_the_step),
          cmocka_unit_test(straight_way_is_straight), cmocka_unit_test(rotation_is_exact),
          cmocka_unit_test(flat_tets_do_not_turn), cmocka_unit_test(guess_follows_what_is_given))
