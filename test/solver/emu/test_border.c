// SPDX-License-Identifier: Apache-2.0
//
// Joints and supports in the positions of emu: by elimination, by a border (21), as springs.

#include "emu_test.h"
#include "solver/body/boxes_test.h"

// A bar of muscle between bones that are hardly stiffer: what holds them is felt to the last digit.
#define BAR(more)                                                                                  \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300}}, 'materials': {'flesh': "         \
  "{'like': 'muscle', 'young': 6e4, 'poisson': 0.45}, 'gristle': {'like': 'bone', 'young': "       \
  "1e5}}, "                                                                                        \
  "'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': "               \
  "'bone_distal', "                                                                                \
  "'material': 'gristle'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', 'insertion': "  \
  "'base', 'material': 'flesh', 'tension': 4e4, 'activation': 1}}" more "}"

// The bone at the lower end is held in one of its corners: by a ball on the fixed bone, or by a
// support, which is a tie.
static Rig held_corner(bool tied) {
  static const double corner[3] = {0.02, -0.03, 0.02};
  BrnSolverDef def = emu_def();
  emu_put(&def, alpha, 5);
  Rig rig =
      emu_with(tied ? BAR(", 'selections': {'corner': {'nearest': [[0.02, -0.03, 0.02]]}}, "
                          "'supports': {'s': {'on': 'corner'}}")
                    : BAR(", 'joints': {'j': {'type': 'ball', 'bones': ['top', 'base'], 'point': "
                          "[0.02, -0.03, 0.02]}}"),
               &def, 2);
  if (tied) {
    int v = rig.model->support[0].vertex[0];
    ENSURE_NEAR(brn__distance3(rig_rest(&rig, v), corner), 0, 1e-12);
    ENSURE_INT(rig.model->support[0].vertex_count, 1);
  }
  ENSURE((emu_of(&rig)->border != NULL) == tied);
  return rig;
}

static void tie_is_as_good_as_elimination(void** unused) {
  (void)unused;
  Rig rig[2];
  BrnEmu* e[2];
  BrnEmuEnergy energy[2];
  for (int k = 0; k < 2; k++) {
    TestRandom random = {21};
    rig[k] = held_corner(k);
    e[k] = emu_begin(&rig[k]);
    emu_add_random(e[k], &random, 0.1, e[k]->F);
    energy[k] = emu_energy(&rig[k], e[k]);
    emu_prepare(&rig[k], e[k]);
  }
  ENSURE(energy[0].continuity > 0.01);
  ENSURE_NEAR(energy[1].inside / energy[0].inside, 1, 1e-12);
  ENSURE_NEAR(energy[1].continuity / energy[0].continuity, 1, 1e-9);
  ENSURE_NEAR(energy[1].work / energy[0].work, 1, 1e-9);
  for (int i = 0; i < 3 * rig[0].model->mesh->vertex_count; i++) {
    ENSURE_NEAR(e[1]->body->x[i], e[0]->body->x[i], 1e-9);
  }
  emu_add(e[0], e[0]->g, -1, e[1]->g, e[0]->d);
  ENSURE_NEAR(emu_size(&rig[0], e[0], e[0]->d) / emu_size(&rig[0], e[0], e[0]->g), 0, 1e-9);
  for (int k = 0; k < 2; k++) rig_done(&rig[k]);
}

static void gradient_knows_of_ties(void** unused) {
  (void)unused;
  TestRandom random = {23};
  Rig rig = held_corner(true);
  emu_gradient_matches(&rig, &random);
  rig_done(&rig);
}

// ------------------------------------------------------------------------------------- whole steps

// two balls between the same bones are a hinge, and the second one closes a ring
static Rig hinged(bool balls, BrnSolverDef def) {
  return emu_with(
      balls ? HANGING_BAR("300", "",
                          ", 'joints': {'j': {'type': 'ball', 'bones': ['top', 'base'], 'point': "
                          "[0.04, 0, 0]}, 'k': {'type': 'ball', 'bones': ['top', 'base'], 'point': "
                          "[0.04, 0, 0.05]}}")
            : HANGING_BAR("300", "",
                          ", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': "
                          "[0.04, 0, 0], 'axis': [0, 0, 1]}}"),
      &def, 2);
}

// The same minimum. The light bones of a small alpha lean by half a degree against their hinge, and
// to take that back is another thing for each.
static void two_balls_are_a_hinge(void** unused) {
  (void)unused;
  Rig rig[2];
  BrnEmu* e[2];
  double away = 0;
  for (int k = 0; k < 2; k++) {
    rig[k] = hinged(k, emu_sharp_def(1));
    e[k] = emu_of(&rig[k]);
    rig_step_ends(&rig[k]);
    bones_are_rigid(&rig[k]);
    joints_are_exact(&rig[k]);
  }
  ENSURE_NEAR(rig[1].report.energy / rig[0].report.energy, 1, 1e-9);
  emu_add(e[0], e[0]->F, -1, e[1]->F, e[0]->d);
  ENSURE_NEAR(emu_size(&rig[0], e[0], e[0]->d), 0, 1e-6);
  for (int v = 0; v < rig[0].model->mesh->vertex_count; v++) {
    away = fmax(away, brn__distance3(rig_now(&rig[0], v), rig_rest(&rig[0], v)));
    ENSURE_NEAR(brn__distance3(rig_now(&rig[0], v), rig_now(&rig[1], v)), 0, 1e-3);
  }
  ENSURE(away > 0.03);
  for (int k = 0; k < 2; k++) rig_done(&rig[k]);
}

#define TURN(last) ", 'angle': {'keys': [[0, 0], [1, " last "]], 'curve': 'linear'}"

// Four bars in a ring, bones alone: their ties say where they are, to the last digit.
static void linkage_follows_its_crank(void** unused) {
  (void)unused;
  static const double degree = 3.14159265358979323846 / 180;
  BrnSolverDef def = emu_def();
  TestRandom random = {24};
  Rig rig = boxes_make(linkage_box, 4, LINKAGE(TURN("80"), ""), &def, 2);
  emu_of(&rig);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.25, rig.state, rig.input));
  emu_gradient_matches(&rig, &random);
  for (int step = 1; step <= 4; step++) {
    double angle = step * 20 * degree, end[3], at[3];
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, step / 4.0, rig.state, rig.input));
    rig_step(&rig);
    linkage_end(angle, end);
    for (int bone = 2; bone < 4; bone++) {
      bone_takes(&rig, bone, (double[]){0.3, 0.2, 0}, at);
      ENSURE_NEAR(brn__distance3(at, end), 0, 1e-14);
    }
    bones_are_rigid(&rig);
    joints_are_exact(&rig);
  }
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(tie_is_as_good_as_elimination), cmocka_unit_test(gradient_knows_of_ties),
          cmocka_unit_test(two_balls_are_a_hinge), cmocka_unit_test(linkage_follows_its_crank))
