// SPDX-License-Identifier: Apache-2.0

#include "skeleton_test.h"

static double distance(const double* a, const double* b, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

static void coordinates_come_back_from_poses(void** state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    Rig rig = rig_start(seed);
    const BrnSkeleton* s = rig.skeleton;
    double q[7 * MOST_BONES];
    BrnPose again[MOST_BONES];
    rig_pose(&rig);
    brn_skeleton_coordinates(s, rig.pose, q);
    memcpy(again, rig.pose, sizeof again);
    for (int b = 0; b < rig.bones; b++) {
      if (!brn_skeleton_is_given(s, b)) again[b] = brn_pose_identity();
    }
    brn_skeleton_poses(s, q, again);
    for (int b = 0; b < rig.bones; b++) {
      double point[3], x[3], y[3];
      rig_vector(&rig, 1, point);
      brn_pose_apply(&rig.pose[b], point, x);
      brn_pose_apply(&again[b], point, y);
      ENSURE(distance(x, y, 3) < 1e-13);
    }
    for (int i = 0; i < s->coordinate_count; i++) ENSURE(fabs(q[i]) <= 7);
    rig_end(&rig);
  }
}

// points of balls and axes of hinges of the tree stay together; welds do not turn
static void joints_hold(void** state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    Rig rig = rig_start(seed);
    const BrnSkeleton* s = rig.skeleton;
    rig_pose(&rig);
    for (int b = 0; b < rig.bones; b++) {
      if (s->via[b] < 0 || brn_skeleton_is_given(s, b)) continue;
      const BrnSkeletonJoint* joint = &s->joint[s->via[b]];
      const BrnPose *parent = &rig.pose[joint->parent], *child = &rig.pose[joint->child];
      double x[3], y[3], tip[3], turn[4];
      for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) tip[i] = joint->point[i] + k * joint->axis[i];
        brn_pose_apply(parent, tip, x);
        brn_pose_apply(child, tip, y);
        if (k == 0 || joint->type != BRN_JOINT_BALL) ENSURE(distance(x, y, 3) < 1e-13);
      }
      brn_joint_rotation(parent, child, turn);
      if (joint->type == BRN_JOINT_WELD) ENSURE_NEAR(fabs(turn[0]), 1, 1e-13);
    }
    rig_end(&rig);
  }
}

static void at_rest_nothing_moves(void** state) {
  (void)state;
  Rig rig = rig_start(11);
  for (int b = 0; b < rig.bones; b++) rig.pose[b] = brn_pose_identity();
  brn_skeleton_rest(rig.skeleton, rig.q);
  brn_skeleton_poses(rig.skeleton, rig.q, rig.pose);
  for (int b = 0; b < rig.bones; b++) {
    ENSURE_NEAR(rig.pose[b].rotation[0], 1, 0);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(rig.pose[b].translation[i], 0, 0);
  }
  rig_end(&rig);
}

// 0 is fixed; 1 turns against it about z by 90 degrees at (1, 0, 0), 2 against 1 about z at (2, 0,
// 0)
static void two_hinges_are_as_by_hand(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double right = 1.5707963267948966;
  const BrnSkeletonBone bone[3] = {{.motion = BRN_BONE_FIXED}};
  const BrnSkeletonJoint joint[2] = {
      {.type = BRN_JOINT_HINGE, .parent = 0, .child = 1, .point = {1, 0, 0}, .axis = {0, 0, 1}},
      {.type = BRN_JOINT_HINGE, .parent = 2, .child = 1, .point = {2, 0, 0}, .axis = {0, 0, 1}}};
  BrnPose pose[3] = {brn_pose_identity()};
  BrnSkeleton* s;
  ENSURE_OK(ctx, brn_skeleton_create(ctx, bone, 3, joint, 2, &s));
  double q[2], x[3], tip[3] = {3, 0, 0};
  q[s->coordinate[1]] = right;
  q[s->coordinate[2]] = right; // of 1 against 2: the other way round
  brn_skeleton_poses(s, q, pose);
  brn_pose_apply(&pose[1], tip, x);
  ENSURE_NEAR(x[0], 1, 1e-15);
  ENSURE_NEAR(x[1], 2, 1e-15);
  brn_pose_apply(&pose[2], tip, x);
  ENSURE_NEAR(x[0], 2, 1e-15);
  ENSURE_NEAR(x[1], 1, 1e-15);
  brn_skeleton_destroy(ctx, s);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(coordinates_come_back_from_poses), cmocka_unit_test(joints_hold),
          cmocka_unit_test(at_rest_nothing_moves), cmocka_unit_test(two_hinges_are_as_by_hand))
