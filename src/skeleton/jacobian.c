// SPDX-License-Identifier: Apache-2.0
//
// Velocities by rates. A joint that turns the bone at w about its point p moves what hangs on it by
//
//   omega = w,  v(x) = w x (x - p)
//
// with w along the hinge's axis or an axis of the ball's child, as they are now. Where the tree
// runs from child to parent w changes its sign: axes of the child stay, and the parent turns.

#include "core/core.h"
#include "core/vec.h"

#include "brawn/skeleton.h"

#include <string.h>

typedef struct Columns {
  double* out;
  int count;       // of columns: out is 3 x count
  const double* x; // where the point is; NULL: angular velocities
} Columns;

static void put(const Columns* columns, int at, const double v[3]) {
  for (int row = 0; row < 3; row++) columns->out[row * columns->count + at] = v[row];
}

// that of a turn about p
static void put_turn(const Columns* columns, int at, const double w[3], const double p[3]) {
  double arm[3], v[3];
  if (columns->x) {
    brn__sub3(arm, columns->x, p);
    brn__cross3(v, w, arm);
    put(columns, at, v);
  } else {
    put(columns, at, w);
  }
}

// about the axes of a bone, as they are now
static void put_axes(const Columns* columns, int at, const BrnPose* pose, double sign,
                     const double p[3]) {
  for (int k = 0; k < 3; k++) {
    double unit[3] = {0, 0, 0}, w[3];
    unit[k] = sign;
    brn_rotation_apply(pose->rotation, unit, w);
    put_turn(columns, at + k, w, p);
  }
}

static void put_joint(const Columns* columns, const BrnSkeletonJoint* joint, int bone, int at,
                      const BrnPose* pose) {
  const BrnPose* child = &pose[joint->child];
  double p[3], w[3], sign = joint->child == bone ? 1 : -1;
  brn_pose_apply(child, joint->point, p);
  if (joint->type == BRN_JOINT_BALL) put_axes(columns, at, child, sign, p);
  if (joint->type != BRN_JOINT_HINGE) return;
  brn_rotation_apply(child->rotation, joint->axis, w);
  brn__scale3(w, sign, w);
  put_turn(columns, at, w, p);
}

static void put_root(const Columns* columns, const BrnSkeletonBone* root, int at,
                     const BrnPose* pose) {
  double p[3];
  for (int k = 0; k < 3 && columns->x; k++) {
    double unit[3] = {0, 0, 0};
    unit[k] = 1;
    put(columns, at + k, unit);
  }
  brn_pose_apply(pose, root->centre, p);
  put_axes(columns, at + 3, pose, 1, p);
}

static void fill(const BrnSkeleton* s, const BrnPose* pose, int bone, const Columns* columns) {
  memset(columns->out, 0, 3 * sizeof(double) * (size_t)s->freedom_count);
  while (!brn_skeleton_is_given(s, bone)) {
    int via = s->via[bone], at = s->freedom[bone];
    if (via < 0) {
      put_root(columns, &s->bone[bone], at, &pose[bone]);
      return;
    }
    put_joint(columns, &s->joint[via], bone, at, pose);
    bone = s->parent[bone];
  }
}

void brn_skeleton_point_jacobian(const BrnSkeleton* s, const BrnPose* pose, int bone,
                                 const double point[3], double* out) {
  BRN_ASSERT(s && pose && bone >= 0 && bone < s->bone_count && point);
  double x[3];
  brn_pose_apply(&pose[bone], point, x);
  if (s->freedom_count > 0) fill(s, pose, bone, &(Columns){out, s->freedom_count, x});
}

void brn_skeleton_angle_jacobian(const BrnSkeleton* s, const BrnPose* pose, int bone, double* out) {
  BRN_ASSERT(s && pose && bone >= 0 && bone < s->bone_count);
  if (s->freedom_count > 0) fill(s, pose, bone, &(Columns){out, s->freedom_count, NULL});
}
