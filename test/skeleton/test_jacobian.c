// SPDX-License-Identifier: Apache-2.0

#include "skeleton_test.h"

// poses after a time at the rig's rates; bones whose motion is given stay
static void move(Rig* rig, double time, BrnPose* pose) {
  double q[7 * MOST_BONES];
  memcpy(pose, rig->pose, sizeof rig->pose);
  brn_skeleton_advance(rig->skeleton, rig->q, rig->rate, time, q);
  brn_skeleton_poses(rig->skeleton, q, pose);
}

static void multiply(const Rig* rig, const double* J, double out[3]) {
  int count = rig->skeleton->freedom_count;
  for (int row = 0; row < 3; row++) {
    out[row] = 0;
    for (int i = 0; i < count; i++) out[row] += J[row * count + i] * rig->rate[i];
  }
}

static const double h = 1e-5; // central differences: h^2 of the motion, and round-off over h

static void velocities_of_points_are_differences(void** state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    Rig rig = rig_start(seed);
    double J[3 * 6 * MOST_BONES], v[3], point[3], x[3], y[3];
    BrnPose before[MOST_BONES], after[MOST_BONES];
    rig_pose(&rig);
    move(&rig, -h, before);
    move(&rig, h, after);
    for (int b = 0; b < rig.bones; b++) {
      rig_vector(&rig, 1, point);
      brn_skeleton_point_jacobian(rig.skeleton, rig.pose, b, point, J);
      multiply(&rig, J, v);
      brn_pose_apply(&before[b], point, x);
      brn_pose_apply(&after[b], point, y);
      for (int i = 0; i < 3; i++) ENSURE_NEAR(v[i], (y[i] - x[i]) / (2 * h), 2e-8);
    }
    rig_end(&rig);
  }
}

static void angular_velocities_are_differences(void** state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    Rig rig = rig_start(seed);
    double J[3 * 6 * MOST_BONES], w[3], back[4], turn[4], vector[3];
    BrnPose before[MOST_BONES], after[MOST_BONES];
    rig_pose(&rig);
    move(&rig, -h, before);
    move(&rig, h, after);
    for (int b = 0; b < rig.bones; b++) {
      brn_skeleton_angle_jacobian(rig.skeleton, rig.pose, b, J);
      multiply(&rig, J, w);
      brn_rotation_invert(before[b].rotation, back);
      brn_rotation_multiply(after[b].rotation, back, turn);
      brn_rotation_log(turn, vector);
      for (int i = 0; i < 3; i++) ENSURE_NEAR(w[i], vector[i] / (2 * h), 2e-8);
    }
    rig_end(&rig);
  }
}

// what does not carry a bone does not move it: its column is 0, to the bit
static void columns_are_those_of_the_chain(void** state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 50; seed++) {
    Rig rig = rig_start(seed);
    const BrnSkeleton* s = rig.skeleton;
    double J[3 * 6 * MOST_BONES], zero[3] = {0};
    rig_pose(&rig);
    for (int b = 0; b < rig.bones; b++) {
      bool carries[6 * MOST_BONES] = {false};
      for (int a = b; a >= 0 && !brn_skeleton_is_given(s, a); a = s->parent[a]) {
        int end = s->freedom_count;
        for (int k = 0; k < rig.bones; k++) {
          if (s->freedom[k] > s->freedom[a] && s->freedom[k] < end) end = s->freedom[k];
        }
        for (int i = s->freedom[a]; i < end; i++) carries[i] = true;
      }
      brn_skeleton_point_jacobian(s, rig.pose, b, zero, J);
      for (int i = 0; i < 3 * s->freedom_count; i++) {
        if (!carries[i % s->freedom_count]) ENSURE_NEAR(J[i], 0, 0);
      }
    }
    rig_end(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(velocities_of_points_are_differences),
          cmocka_unit_test(angular_velocities_are_differences),
          cmocka_unit_test(columns_are_those_of_the_chain))
