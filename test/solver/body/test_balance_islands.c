// SPDX-License-Identifier: Apache-2.0
//
// What is strong does not hide what is weak: forces balance on each island of a body by itself.

#include "core/vec.h"
#include "solver/body/body.h"
#include "solver/body/boxes_test.h"

#include <math.h>
#include <string.h>

// %g: the force on the hard block, N; how far the jelly's floor is moved, m
#define TWO                                                                                        \
  "'materials': {'hard': {'model': 'stable_neo_hookean', 'young': 1e9, 'poisson': 0.3}, "          \
  "'jelly': {'model': 'stable_neo_hookean', 'young': 3e3, 'poisson': 0.3}}, "                      \
  "'soft': {'one': {'labels': '1', 'material': 'hard'}, "                                          \
  "'two': {'labels': '2', 'material': 'jelly'}}, 'gravity': [0, 0, 0], 'selections': {"            \
  "'floor_one': {'parts': ['one'], 'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}, "      \
  "'floor_two': {'parts': ['two'], 'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}}, "     \
  "'supports': {"                                                                                  \
  "'one': {'on': 'floor_one'}, "                                                                   \
  "'two': {'on': 'floor_two', 'motion': {'move': [[0, 0, 0, 0], [1, 0, %g, 0]]}}}, 'loads': {"     \
  "'pull': {'on': 'one', 'vector': [0, %g, 0]}, 'push': {'on': 'two', 'vector': [2, 0, 0]}}"

static const Box apart[2] = {{{0, 0, 0}, {0.1, 0.3, 0.1}, 3}, {{1, 0, 0}, {1.1, 0.3, 0.1}, 3}};

static Rig two(const char* method, double force, double moved, bool tight) {
  char text[3000];
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method);
  if (tight) def.tolerance = 1e-14, def.balance = 0, def.iterations = 500;
  snprintf(text, sizeof text, TWO, moved, force);
  return boxes_make(apart, 2, text, &def, 2);
}

// largest distance of the jelly's vertices between two states, and how far it has come
static double jelly_error(const Rig* rig, const double* exact, double* way) {
  double most = 0;
  *way = 0;
  for (int v = 64; v < 128; v++) { // 4 x 4 x 4 vertices of a block
    most = fmax(most, brn__distance3(rig_now(rig, v), exact + 3 * (size_t)v));
    *way = fmax(*way, brn__distance3(rig_now(rig, v), rig_rest(rig, v)));
  }
  return most;
}

static void weak_part_beside_a_strong_one_is_done_as_well(void** unused) {
  (void)unused;
  static const char* const methods[] = {"newton", "lbfgs", "bcqn", "emu"};
  Rig exact = two("newton", 1e5, 0, true);
  rig_step(&exact);
  for (int m = 0; m < 4; m++) {
    double way;
    Rig rig = two(methods[m], 1e5, 0, false);
    rig_step_converges(&rig);
    double error = jelly_error(&rig, exact.state->position, &way);
    ENSURE(way > 0.02);
    ENSURE_NEAR(error, 0, (m == 3 ? 1e-3 : 1e-4) * way);
    rig_done(&rig);
  }
  rig_done(&exact);
}

// A clamp that moves by next to nothing is no load, however hard the load pulls at it.
static void what_hardly_moves_is_no_load(void** unused) {
  (void)unused;
  double acting[2];
  for (int i = 0; i < 2; i++) {
    Rig rig = two("newton", 0.1, 1e-9 * i, false);
    rig_step_converges(&rig);
    acting[i] = rig.report.acting;
    rig_done(&rig);
  }
  ENSURE(acting[0] > 0);
  ENSURE_NEAR(acting[1], acting[0], 1e-3 * acting[0]);
}

static void islands_are_what_hangs_together(void** unused) {
  (void)unused;
  Rig rig = two("newton", 1, 0, false);
  const BrnBalance* balance = &rig.body->balance;
  ENSURE_INT(balance->island_count, 2);
  for (int i = 0; i < rig.body->nodes->count; i++) {
    bool given = rig.body->nodes->row[i] < 0;
    ENSURE_INT(balance->island[i], given ? -1 : rig.body->nodes->vertex[i] >= 64);
  }
  rig_done(&rig);
}

// Fibres of a bar that cannot move leave forces that are round-off of its tension: there is nothing
// to balance, and it is as good as at rest.
static void bar_that_cannot_move_is_at_rest(void** unused) {
  (void)unused;
  static const char* const scene =
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 100, 'length': 0.2, 'width': 0.04, "
      "'bone': 0.03}}, 'gravity': [0, 0, 0], 'bones': {"
      "'upper': {'labels': 'bone_proximal', 'fixed': true}, "
      "'lower': {'labels': 'bone_distal', 'fixed': true}}, 'muscles': {'bar': {'labels': 'muscle', "
      "'origin': 'upper', 'insertion': 'lower', 'tension': 5e4, "
      "'activation': {'keys': [[0, 0], [1, 1]]}}}}";
  static const char* const methods[] = {"newton", "lbfgs", "bcqn"};
  for (int m = 0; m < 3; m++) {
    BrnSolverDef def = brn_solver_def_default();
    brn_solver_def_choose(&def, methods[m]);
    Rig rig = rig_with(scene, &def, 2);
    for (int i = 1; i < 25; i++) {
      ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, i / 24.0, rig.state, rig.input));
      rig_step_converges(&rig);
    }
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(weak_part_beside_a_strong_one_is_done_as_well),
          cmocka_unit_test(what_hardly_moves_is_no_load),
          cmocka_unit_test(islands_are_what_hangs_together),
          cmocka_unit_test(bar_that_cannot_move_is_at_rest))
