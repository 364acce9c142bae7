// SPDX-License-Identifier: Apache-2.0
//
// Drives of somebody's own. The controller is the one of docs/drive.md.

#include "solver/measure_test.h"

#define LEVER                                                                                      \
  HANGING_BAR("600", "",                                                                           \
              ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.06, 0, "  \
              "0], 'axis': [0, 0, 1]}}, 'loads': {'hand': {'on': 'base', 'vector': [0, -10, 0]}}")

typedef struct Hold {
  int joint, unit;
  double angle, gain;
  int destroyed;
} Hold;

static int two_numbers(const void* self, const BrnModel* model) {
  (void)self, (void)model;
  return 2;
}

// the activation is a sum of what was missing; the second number counts the fills
static BrnStatus hold(BrnContext* ctx, void* self, const BrnDriveStep* step) {
  (void)ctx;
  const Hold* h = self;
  const BrnModelJoint* joint = &step->model->joint[h->joint];
  BrnPose parent = brn_state_bone_pose(step->model, step->state, joint->parent);
  BrnPose child = brn_state_bone_pose(step->model, step->state, joint->child);
  double turn[4];
  brn_drive_scene(step);
  brn_joint_rotation(&parent, &child, turn);
  double missing = h->angle - brn_rotation_about(turn, joint->axis);
  step->memory[0] = fmin(fmax(step->memory[0] + h->gain * missing, 0), 1);
  step->memory[1]++;
  step->input->activation[h->unit] = step->memory[0];
  return BRN_OK;
}

static void count_end(BrnContext* ctx, void* self) {
  (void)ctx;
  ((Hold*)self)->destroyed++;
}

static const BrnDriveOps hold_ops = {
    .name = "hold", .memory_count = two_numbers, .fill = hold, .destroy = count_end};

static Rig held_rig(Hold* h) {
  Rig rig = rig_make(LEVER);
  brn_drive_destroy(rig.ctx, rig.drive);
  ENSURE_OK(rig.ctx, brn_drive_create(rig.ctx, rig.model, &hold_ops, h, &rig.drive));
  ENSURE_OK(rig.ctx, brn_drive_remember(rig.ctx, rig.drive, rig.input));
  ENSURE_OK(rig.ctx, brn_drive_remember(rig.ctx, rig.drive, rig.state->input));
  return rig;
}

static void hold_steps(Rig* rig, int from, int to) {
  for (int f = from; f < to; f++) {
    ENSURE_OK(rig->ctx, brn_drive_fill(rig->drive, f / 24.0, rig->state, rig->input));
    rig_step_converges(rig);
  }
}

static double angle_now(Rig* rig) {
  BrnMeasures* m = rig_measure(rig);
  double angle = m->joint[0].angle;
  brn_measures_destroy(rig->ctx, m);
  return angle;
}

// which way the muscle turns the lever, and how far, shows at full activation
static double most_angle(void) {
  Rig rig = rig_make(LEVER);
  rig.input->activation[0] = 1;
  rig_step_converges(&rig);
  double angle = angle_now(&rig);
  rig_done(&rig);
  return angle;
}

static void controller_holds_a_joint(void** unused) {
  (void)unused;
  double most = most_angle();
  Hold h = {.angle = most / 2, .gain = 0.5 / most};
  Rig rig = held_rig(&h);
  hold_steps(&rig, 0, 14);
  ENSURE_NEAR(angle_now(&rig), h.angle, 0.02 * fabs(most));
  ENSURE_NEAR(rig.state->input->memory[1], 14, 0);
  ENSURE_INT(h.destroyed, 0);
  rig_done(&rig);
  ENSURE_INT(h.destroyed, 1);
}

// what it remembers is in the state: a copy goes on with the same bits, and a step may be done
// again
static void controller_goes_on_from_a_copy(void** unused) {
  (void)unused;
  double most = most_angle();
  Hold h = {.angle = most / 2, .gain = 0.5 / most};
  Rig rig = held_rig(&h), other = held_rig(&h);
  hold_steps(&rig, 0, 3);
  brn_state_copy(rig.model, rig.state, other.state);
  hold_steps(&rig, 3, 5);
  ENSURE_OK(other.ctx, brn_drive_fill(other.drive, 7, other.state, other.input)); // for nothing
  hold_steps(&other, 3, 5);
  size_t size = 3 * sizeof(double) * (size_t)rig.state->vertex_count;
  ENSURE(memcmp(rig.state->position, other.state->position, size) == 0);
  ENSURE(rig.input->activation[0] > 0 && rig.input->activation[0] == other.input->activation[0]);
  rig_done(&rig);
  rig_done(&other);
}

// --------------------------------------------------------------------------------- without a scene

static BrnStatus say_little(BrnContext* ctx, void* self, const BrnDriveStep* step) {
  (void)ctx, (void)self;
  step->input->activation[0] = 0.25;
  return BRN_OK;
}

static BrnStatus refuse(BrnContext* ctx, void* self, const BrnDriveStep* step) {
  (void)self;
  return brn__fail(ctx, BRN_INVALID, "no plan for %g s", step->time);
}

static void what_is_not_said_does_not_act(void** unused) {
  (void)unused;
  static const BrnDriveOps ops = {.name = "little", .fill = say_little};
  Rig rig = rig_make(HANGING_BAR("300", ", 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.02, 0]]}",
                                 ", 'gravity': [1, 2, 3]"));
  BrnDrive* drive;
  ENSURE_OK(rig.ctx, brn_drive_create(rig.ctx, rig.model, &ops, NULL, &drive));
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 1, rig.state, rig.input));
  ENSURE(rig.input->bone[1].translation[1] == 0.02);
  ENSURE_OK(rig.ctx, brn_drive_fill(drive, 1, rig.state, rig.input));
  ENSURE(rig.input->bone[1].translation[1] == 0 && rig.input->time == 1);
  ENSURE(rig.input->activation[0] == 0.25 && rig.input->gravity[1] == 2);
  brn_drive_destroy(rig.ctx, drive);
  rig_done(&rig);
}

static void failures_are_handed_on(void** unused) {
  (void)unused;
  static const BrnDriveOps ops = {.name = "none", .fill = refuse};
  Rig rig = rig_make(HANGING_BAR("300", "", ""));
  BrnDrive* drive;
  ENSURE_OK(rig.ctx, brn_drive_create(rig.ctx, rig.model, &ops, NULL, &drive));
  ENSURE_STATUS(rig.ctx, brn_drive_fill(drive, 0.5, rig.state, rig.input), BRN_INVALID);
  ENSURE_ERROR_HAS(rig.ctx, "no plan for 0.5 s");
  brn_drive_destroy(rig.ctx, drive);
  rig_done(&rig);
}

static void every_allocation_may_fail(void** unused) {
  (void)unused;
  Rig rig = rig_make(HANGING_BAR("300", "", ""));
  Hold h = {0};
  BrnDrive* drive;
  brn_fail_allocation(rig.ctx, 0);
  ENSURE_STATUS(rig.ctx, brn_drive_create(rig.ctx, rig.model, &hold_ops, &h, &drive),
                BRN_NO_MEMORY);
  ENSURE(drive == NULL);
  ENSURE_INT(h.destroyed, 1); // it was the drive's
  brn_fail_allocation(rig.ctx, -1);
  ENSURE_OK(rig.ctx, brn_drive_create(rig.ctx, rig.model, &hold_ops, &h, &drive));
  brn_fail_allocation(rig.ctx, 0);
  ENSURE_STATUS(rig.ctx, brn_drive_remember(rig.ctx, drive, rig.input), BRN_NO_MEMORY);
  ENSURE_INT(rig.input->own_count, 0);
  brn_fail_allocation(rig.ctx, -1);
  brn_drive_destroy(rig.ctx, drive);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(controller_holds_a_joint),
          cmocka_unit_test(controller_goes_on_from_a_copy),
          cmocka_unit_test(what_is_not_said_does_not_act), cmocka_unit_test(failures_are_handed_on),
          cmocka_unit_test(every_allocation_may_fail))
