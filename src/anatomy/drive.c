// SPDX-License-Identifier: Apache-2.0

#include "anatomy/drive.h"

#include "core/core.h"
#include "core/vec.h"
#include "drive/clip.h"

// Where scripts have everything at a time. Nothing here allocates.

double brn_model_frame_time(const BrnModel* model, double frame) {
  BRN_ASSERT(model);
  return (frame - model->frames.first) / model->frames.per_second;
}

void brn_model_activations(const BrnModel* model, double time, double* out) {
  BRN_ASSERT(model && (out || model->unit_count == 0));
  for (int u = 0; u < model->unit_count; u++) {
    brn_track_value(model->unit_list[u].activation, time, &out[u]);
  }
}

BrnPose brn__pose_about(const double rotation[4], const double about[3], const double move[3]) {
  BrnPose pose;
  double turned[3];
  for (int i = 0; i < 4; i++) pose.rotation[i] = rotation[i];
  brn_rotation_apply(rotation, about, turned);
  brn__sub3(pose.translation, about, turned);
  brn__add3(pose.translation, pose.translation, move);
  return pose;
}

// ------------------------------------------------------------------------------------------ clips

static BrnPose local_pose(const BrnClip* clip, int joint, int frame, double share) {
  BrnPose pose = brn__clip_joint_pose(clip, joint, frame);
  if (share == 0) return pose;
  BrnPose next = brn__clip_joint_pose(clip, joint, frame + 1);
  return brn_pose_interpolate(&pose, &next, share);
}

// a frame beyond the last one is the rest pose
static BrnPose global_pose(const BrnClip* clip, int joint, int frame, double share) {
  BrnPose pose = local_pose(clip, joint, frame, share);
  for (int p = clip->parent[joint]; p >= 0; p = clip->parent[p]) {
    BrnPose parent = local_pose(clip, p, frame, share);
    pose = brn_pose_compose(&parent, &pose);
  }
  return pose;
}

// how far the root has come in the rounds of a loop that are done, along the ground
static void add_rounds(const BrnModelClip* source, double time, double within, double move[3]) {
  const BrnClip* clip = source->clip;
  double duration = brn_clip_duration(clip);
  if (!source->onward || source->repeat != BRN_REPEAT_LOOP || !(duration > 0)) return;
  double rounds = round((time - within) / duration), way[3];
  BrnPose first = local_pose(clip, 0, 0, 0), last = local_pose(clip, 0, clip->frame_count - 1, 0);
  brn__sub3(way, last.translation, first.translation);
  way[1] = 0;
  brn__axpy3(move, move, rounds, way);
}

// the joint's rotation and displacement away from its rest, both in the world
static BrnPose clip_pose(const BrnModelClip* source, const BrnModelMotion* motion, double time) {
  const BrnClip* clip = source->clip;
  int frame;
  double share, wanted = source->start + source->speed * time;
  double at = brn_repeat_time(source->repeat, 0, brn_clip_duration(clip), wanted, NULL);
  brn__clip_locate(clip, at, &frame, &share);
  BrnPose now = global_pose(clip, motion->joint, frame, share);
  int reference = source->from_first_frame ? 0 : clip->frame_count;
  BrnPose rest = global_pose(clip, motion->joint, reference, 0);
  double back[4], turn[4], move[3];
  brn_rotation_invert(rest.rotation, back);
  brn_rotation_multiply(now.rotation, back, turn);
  brn__sub3(move, now.translation, rest.translation);
  add_rounds(source, wanted, at, move);
  brn__scale3(move, motion->turn_only ? 0 : source->travel, move);
  return brn__pose_about(turn, motion->about, move);
}

// ---------------------------------------------------------------------------------------- motions

BrnPose brn_model_motion_pose(const BrnModel* model, int motion, double time) {
  BRN_ASSERT(model && motion >= 0 && motion < model->motion_count);
  const BrnModelMotion* script = &model->motion[motion];
  if (script->clip >= 0) return clip_pose(&model->clip[script->clip], script, time);
  double turn[4] = {1, 0, 0, 0}, move[3] = {0, 0, 0};
  if (script->turn) brn_track_value(script->turn, time, turn);
  if (script->move) brn_track_value(script->move, time, move);
  return brn__pose_about(turn, script->about, move);
}

static BrnPose hinge_pose(const BrnModelJoint* joint, double time) {
  double angle, turn[4], still[3] = {0, 0, 0};
  brn_track_value(joint->angle, time, &angle);
  brn_rotation_from_axis_angle(joint->axis, angle, turn);
  return brn__pose_about(turn, joint->point, still);
}

const BrnModelJoint* brn__joint_above(const BrnModel* model, int bone) {
  for (int j = 0; j < model->joint_count; j++) {
    if (model->joint[j].child == bone) return &model->joint[j];
  }
  return NULL;
}

static const BrnModelJoint* scripted_joint(const BrnModel* model, int bone) {
  for (int j = 0; j < model->joint_count; j++) {
    if (model->joint[j].child == bone && model->joint[j].angle) return &model->joint[j];
  }
  return NULL;
}

bool brn__bone_is_scripted(const BrnModel* model, int bone) {
  for (int step = 0; step <= model->bone_count; step++) {
    if (model->bone[bone].fixed || model->bone[bone].motion >= 0) return true;
    const BrnModelJoint* joint = scripted_joint(model, bone);
    if (!joint) return false;
    bone = joint->parent;
  }
  return false;
}

static BrnPose pose_of(const BrnModel* model, int bone, double time, int depth);

// The clip turns the bone, and the joint to its parent stays where the parent has it: skeletons of
// other proportions than the clip's do not come apart. Without a joint it turns on the spot.
static BrnPose turned_pose(const BrnModel* model, int bone, double time, int depth) {
  BrnPose pose = brn_model_motion_pose(model, model->bone[bone].motion, time);
  const BrnModelJoint* joint = brn__joint_above(model, bone);
  if (!joint || depth > model->bone_count) return pose;
  BrnPose parent = pose_of(model, joint->parent, time, depth + 1);
  double move[3];
  brn_pose_apply(&parent, joint->point, move);
  brn__sub3(move, move, joint->point);
  return brn__pose_about(pose.rotation, joint->point, move);
}

static BrnPose own_pose(const BrnModel* model, int bone, double time, int depth) {
  const BrnModelMotion* script = &model->motion[model->bone[bone].motion];
  if (script->turn_only && script->clip >= 0) return turned_pose(model, bone, time, depth);
  return brn_model_motion_pose(model, model->bone[bone].motion, time);
}

// up the chain of scripted hinges; a ring of them ends after as many steps as there are bones
static BrnPose pose_of(const BrnModel* model, int bone, double time, int depth) {
  BrnPose pose = brn_pose_identity();
  for (int step = 0; step < model->bone_count; step++) {
    if (model->bone[bone].motion >= 0) {
      BrnPose own = own_pose(model, bone, time, depth);
      return brn_pose_compose(&own, &pose);
    }
    const BrnModelJoint* joint = scripted_joint(model, bone);
    if (!joint) return pose;
    BrnPose hinge = hinge_pose(joint, time);
    pose = brn_pose_compose(&hinge, &pose);
    bone = joint->parent;
  }
  return pose;
}

BrnPose brn_model_bone_pose(const BrnModel* model, int bone, double time) {
  BRN_ASSERT(model && bone >= 0 && bone < model->bone_count);
  return pose_of(model, bone, time, 0);
}
