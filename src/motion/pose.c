// SPDX-License-Identifier: Apache-2.0
//
// Rigid poses: applied, one after the other, back, and between two.

#include "brawn/motion.h"

#include "core/core.h"
#include "core/vec.h"

BrnPose brn_pose_identity(void) { return (BrnPose){.rotation = {1, 0, 0, 0}}; }

void brn_pose_apply(const BrnPose* pose, const double point[3], double out[3]) {
  BRN_ASSERT(pose && point && out);
  brn_rotation_apply(pose->rotation, point, out);
  brn__add3(out, out, pose->translation);
}

BrnPose brn_pose_compose(const BrnPose* a, const BrnPose* b) {
  BRN_ASSERT(a && b);
  BrnPose both;
  brn_rotation_multiply(a->rotation, b->rotation, both.rotation);
  brn_pose_apply(a, b->translation, both.translation);
  return both;
}

BrnPose brn_pose_invert(const BrnPose* pose) {
  BRN_ASSERT(pose);
  BrnPose inverse;
  brn_rotation_invert(pose->rotation, inverse.rotation);
  brn_rotation_apply(inverse.rotation, pose->translation, inverse.translation);
  brn__scale3(inverse.translation, -1, inverse.translation);
  return inverse;
}

BrnPose brn_pose_interpolate(const BrnPose* a, const BrnPose* b, double s) {
  BRN_ASSERT(a && b);
  BrnPose between;
  brn_rotation_slerp(a->rotation, b->rotation, s, between.rotation);
  for (int k = 0; k < 3; k++) {
    between.translation[k] = (1 - s) * a->translation[k] + s * b->translation[k];
  }
  return between;
}
