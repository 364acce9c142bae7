// SPDX-License-Identifier: Apache-2.0

#include "motion/clip.h"

#include "core/vec.h"
#include "motion/rotation.h"

// Forward kinematics: G_j = G_parent(j) L_j, joints in an order that has parents first.

void brn__clip_locate(const BrnClip* clip, double time, int* frame, double* share) {
  BRN_ASSERT(!isnan(time));
  *frame = 0;
  *share = 0;
  double at = time / clip->frame_time;
  if (!(at > 0) || clip->frame_count < 2) return;
  if (at >= clip->frame_count - 1) {
    *frame = clip->frame_count - 1;
    return;
  }
  double nearest = nearbyint(at);
  if (fabs(at - nearest) <= 1e-12 * clip->frame_count) at = nearest;
  *frame = (int)at;
  *share = at - *frame;
}

BrnPose brn__clip_joint_pose(const BrnClip* clip, int joint, int frame) {
  BrnPose pose = brn_pose_identity();
  brn__copy3(pose.translation, clip->offset + 3 * (size_t)joint);
  if (frame >= clip->frame_count) return pose; // a clip without frames is at rest
  const double* value = clip->value + (size_t)frame * (size_t)clip->channel_count;
  for (int c = clip->channel_start[joint]; c < clip->channel_start[joint + 1]; c++) {
    int axis = brn__channel_axis(clip->channel[c]);
    if (brn__channel_turns(clip->channel[c])) {
      double turn[4];
      brn__rotation_about(axis, value[c], turn);
      brn_rotation_multiply(pose.rotation, turn, pose.rotation);
    } else {
      pose.translation[axis] = value[c];
    }
  }
  return pose;
}

static BrnPose pose_between(const BrnClip* clip, int joint, int frame, double share) {
  BrnPose pose = brn__clip_joint_pose(clip, joint, frame);
  if (share == 0) return pose;
  BrnPose next = brn__clip_joint_pose(clip, joint, frame + 1);
  return brn_pose_interpolate(&pose, &next, share);
}

void brn_clip_local_poses(const BrnClip* clip, double time, BrnPose* out) {
  BRN_ASSERT(clip && out);
  int frame;
  double share;
  brn__clip_locate(clip, time, &frame, &share);
  for (int j = 0; j < clip->joint_count; j++) out[j] = pose_between(clip, j, frame, share);
}

void brn_clip_global_poses(const BrnClip* clip, double time, BrnPose* out) {
  brn_clip_local_poses(clip, time, out);
  for (int j = 0; j < clip->joint_count; j++) {
    int parent = clip->parent[j];
    BRN_DEBUG_ASSERT(parent < j);
    if (parent >= 0) out[j] = brn_pose_compose(&out[parent], &out[j]);
  }
}
