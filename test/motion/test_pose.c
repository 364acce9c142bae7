// SPDX-License-Identifier: Apache-2.0

#include "brawn/motion.h"
#include "motion_test.h"

static BrnPose random_pose(TestRandom* random) {
  BrnPose pose;
  double v[3];
  for (int k = 0; k < 3; k++) {
    v[k] = test_random(random, -1.7, 1.7);
    pose.translation[k] = test_random(random, -5, 5);
  }
  brn_rotation_exp(v, pose.rotation);
  return pose;
}

static void turn_comes_before_the_shift(void** state) {
  (void)state;
  BrnPose pose = {.translation = {10, 20, 30}};
  brn_rotation_from_axis_angle((double[]){0, 0, 1}, M_PI / 2, pose.rotation);
  double point[3] = {1, 2, 3};
  brn_pose_apply(&pose, point, point);
  drive_near(point, (double[]){8, 21, 33}, 3, 1e-14);
}

static void composing_is_one_after_the_other(void** state) {
  (void)state;
  TestRandom random = {7};
  for (int i = 0; i < 100; i++) {
    BrnPose a = random_pose(&random), b = random_pose(&random), both = brn_pose_compose(&a, &b);
    double x[3] = {0.3, -4, 2}, y[3], z[3];
    brn_pose_apply(&b, x, y);
    brn_pose_apply(&a, y, y);
    brn_pose_apply(&both, x, z);
    drive_near(z, y, 3, 1e-13);
    BrnPose inverse = brn_pose_invert(&both);
    brn_pose_apply(&inverse, z, z);
    drive_near(z, x, 3, 1e-13);
    BrnPose none = brn_pose_compose(&both, &inverse);
    drive_near(none.translation, (double[]){0, 0, 0}, 3, 1e-13);
    ENSURE_NEAR(fabs(none.rotation[0]), 1, 1e-14);
  }
  BrnPose rest = brn_pose_identity(), a = random_pose(&random), same = brn_pose_compose(&rest, &a);
  assert_memory_equal(same.translation, a.translation, sizeof a.translation);
}

static void halfway_is_half_the_turn_and_half_the_shift(void** state) {
  (void)state;
  BrnPose a = brn_pose_identity(), b = {.translation = {2, -4, 6}};
  brn_rotation_from_axis_angle((double[]){1, 1, 0}, 1.2, b.rotation);
  BrnPose half = brn_pose_interpolate(&a, &b, 0.25);
  double expected[4];
  brn_rotation_from_axis_angle((double[]){1, 1, 0}, 0.3, expected);
  drive_near(half.rotation, expected, 4, 1e-15);
  drive_near(half.translation, (double[]){0.5, -1, 1.5}, 3, 0);
}

TEST_MAIN(cmocka_unit_test(turn_comes_before_the_shift),
          cmocka_unit_test(composing_is_one_after_the_other),
          cmocka_unit_test(halfway_is_half_the_turn_and_half_the_shift))
