// SPDX-License-Identifier: Apache-2.0
//
// From coordinates to poses and back. A joint turns its child by r about its point p,
//
//   x_child(X) = x_parent(r (X - p) + p)
//
// so that a tree that runs from child to parent takes the inverse.

#include "skeleton/skeleton.h"

#include "core/core.h"
#include "core/vec.h"

#include <string.h>

static const double still[4] = {1, 0, 0, 0};

BrnPose brn__pose_about(const double rotation[4], const double about[3], const double move[3]) {
  BrnPose pose;
  double turned[3];
  for (int i = 0; i < 4; i++) pose.rotation[i] = rotation[i];
  brn_rotation_apply(rotation, about, turned);
  brn__sub3(pose.translation, about, turned);
  brn__add3(pose.translation, pose.translation, move);
  return pose;
}

BrnPose brn__hinge_pose(const double point[3], const double axis[3], double angle) {
  double turn[4], nowhere[3] = {0, 0, 0};
  brn_rotation_from_axis_angle(axis, angle, turn);
  return brn__pose_about(turn, point, nowhere);
}

void brn_joint_rotation(const BrnPose* parent, const BrnPose* child, double out[4]) {
  BRN_ASSERT(parent && child && out);
  double back[4];
  brn_rotation_invert(parent->rotation, back);
  brn_rotation_multiply(back, child->rotation, out);
}

// ---------------------------------------------------------------------------- coordinates to poses

static BrnPose joint_pose(const BrnSkeletonJoint* joint, const double* q) {
  const double nowhere[3] = {0, 0, 0};
  switch (joint->type) {
  case BRN_JOINT_HINGE: return brn__hinge_pose(joint->point, joint->axis, q[0]);
  case BRN_JOINT_BALL: return brn__pose_about(q, joint->point, nowhere);
  case BRN_JOINT_WELD: break;
  }
  return brn_pose_identity();
}

static BrnPose pose_of(const BrnSkeleton* s, int bone, const double* q, const BrnPose* pose) {
  int via = s->via[bone];
  if (via < 0) return brn__pose_about(q + 3, s->bone[bone].centre, q);
  BrnPose turn = joint_pose(&s->joint[via], q);
  if (s->joint[via].parent == bone) turn = brn_pose_invert(&turn);
  return brn_pose_compose(&pose[s->parent[bone]], &turn);
}

void brn_skeleton_poses(const BrnSkeleton* s, const double* q, BrnPose* pose) {
  BRN_ASSERT(s && (q || s->coordinate_count == 0) && (pose || s->bone_count == 0));
  for (int i = 0; i < s->bone_count; i++) {
    int b = s->order[i];
    if (!brn_skeleton_is_given(s, b)) pose[b] = pose_of(s, b, q + s->coordinate[b], pose);
  }
}

// ---------------------------------------------------------------------------- poses to coordinates

static void root_coordinates(const BrnSkeletonBone* bone, const BrnPose* pose, double* q) {
  brn_pose_apply(pose, bone->centre, q);
  brn__sub3(q, q, bone->centre);
  memcpy(q + 3, pose->rotation, sizeof pose->rotation);
}

static void joint_coordinates(const BrnSkeletonJoint* joint, const BrnPose* pose, double* q) {
  double turn[4];
  brn_joint_rotation(&pose[joint->parent], &pose[joint->child], turn);
  if (joint->type == BRN_JOINT_HINGE) q[0] = brn_rotation_about(turn, joint->axis);
  if (joint->type == BRN_JOINT_BALL) memcpy(q, turn, sizeof turn);
}

void brn_skeleton_coordinates(const BrnSkeleton* s, const BrnPose* pose, double* q) {
  BRN_ASSERT(s && (pose || s->bone_count == 0) && (q || s->coordinate_count == 0));
  for (int b = 0; b < s->bone_count; b++) {
    if (brn_skeleton_is_given(s, b)) continue;
    if (s->via[b] < 0) {
      root_coordinates(&s->bone[b], &pose[b], q + s->coordinate[b]);
    } else {
      joint_coordinates(&s->joint[s->via[b]], pose, q + s->coordinate[b]);
    }
  }
}

// -------------------------------------------------------------------------------------- motion

// where the rotation of a bone's coordinates begins among them; -1: it has none
static int rotation_at(const BrnSkeleton* s, int bone) {
  int via = s->via[bone];
  if (brn_skeleton_is_given(s, bone)) return -1;
  return via < 0 ? 3 : s->joint[via].type == BRN_JOINT_BALL ? 0 : -1;
}

void brn_skeleton_rest(const BrnSkeleton* s, double* q) {
  BRN_ASSERT(s && (q || s->coordinate_count == 0));
  for (int i = 0; i < s->coordinate_count; i++) q[i] = 0;
  for (int b = 0; b < s->bone_count; b++) {
    int at = rotation_at(s, b);
    if (at >= 0) memcpy(q + s->coordinate[b] + at, still, sizeof still);
  }
}

static void turn(const double q[4], const double rate[3], double time, double out[4]) {
  double vector[3], step[4];
  brn__scale3(vector, time, rate);
  brn_rotation_exp(vector, step);
  brn_rotation_multiply(q, step, out); // the rate is in axes that turn along: on the right
}

void brn_skeleton_advance(const BrnSkeleton* s, const double* q, const double* rate, double time,
                          double* out) {
  BRN_ASSERT(s && (out || s->coordinate_count == 0));
  for (int b = 0; b < s->bone_count; b++) {
    if (brn_skeleton_is_given(s, b)) continue;
    const double *from = q + s->coordinate[b], *v = rate + s->freedom[b];
    double* to = out + s->coordinate[b];
    bool hinge = s->via[b] >= 0 && s->joint[s->via[b]].type == BRN_JOINT_HINGE;
    if (hinge) to[0] = from[0] + time * v[0];
    if (s->via[b] < 0) brn__axpy3(to, from, time, v);
    int at = rotation_at(s, b); // of a root behind its three displacements, in rates as well
    if (at >= 0) turn(from + at, v + at, time, to + at);
  }
}
