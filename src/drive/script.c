// SPDX-License-Identifier: Apache-2.0

#include "drive/script.h"

#include "core/core.h"
#include "core/vec.h"
#include "drive/run_up.h"
#include "motion/clip.h"
#include "skeleton/skeleton.h"

#include <string.h>

// Where scripts have everything at a time.

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
  double rounds = round((time - within) / duration), offset[3];
  BrnPose first = local_pose(clip, 0, 0, 0), last = local_pose(clip, 0, clip->frame_count - 1, 0);
  brn__sub3(offset, last.translation, first.translation);
  offset[1] = 0;
  brn__axpy3(move, move, rounds, offset);
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

static BrnPose pose_of(const BrnModel* model, int bone, double time);

// The clip turns the bone, and the joint to its parent stays where the parent has it: skeletons of
// other proportions than the clip's do not come apart. Without a joint it turns on the spot.
static BrnPose turned_pose(const BrnModel* model, int bone, double time) {
  BrnPose pose = brn_model_motion_pose(model, model->bone[bone].motion, time);
  int above = model->skeleton->above[bone];
  if (above < 0) return pose;
  const BrnModelJoint* joint = &model->joint[above];
  BrnPose parent = pose_of(model, joint->parent, time);
  double move[3];
  brn_pose_apply(&parent, joint->point, move);
  brn__sub3(move, move, joint->point);
  return brn__pose_about(pose.rotation, joint->point, move);
}

static BrnPose own_pose(const BrnModel* model, int bone, double time) {
  const BrnModelMotion* script = &model->motion[model->bone[bone].motion];
  if (script->turn_only && script->clip >= 0) return turned_pose(model, bone, time);
  return brn_model_motion_pose(model, model->bone[bone].motion, time);
}

// up the chain of scripted hinges
static BrnPose pose_of(const BrnModel* model, int bone, double time) {
  BrnPose pose = brn_pose_identity();
  for (;;) {
    if (model->bone[bone].motion >= 0) {
      BrnPose own = own_pose(model, bone, time);
      return brn_pose_compose(&own, &pose);
    }
    int turner = model->skeleton->turner[bone];
    if (turner < 0) return pose;
    const BrnModelJoint* joint = &model->joint[turner];
    double angle;
    brn_track_value(joint->angle, time, &angle);
    BrnPose hinge = brn__hinge_pose(joint->point, joint->axis, angle);
    pose = brn_pose_compose(&hinge, &pose);
    bone = joint->parent;
  }
}

BrnPose brn_model_bone_pose(const BrnModel* model, int bone, double time) {
  BRN_ASSERT(model && bone >= 0 && bone < model->bone_count);
  return pose_of(model, bone, time);
}

// ---------------------------------------------------------------------------------------- inputs

static void fill_at(const BrnModel* model, double time, BrnStepInput* input) {
  memcpy(input->gravity, model->gravity, sizeof input->gravity);
  brn_model_activations(model, time, input->activation);
  for (int b = 0; b < model->bone_count; b++) input->bone[b] = brn_model_bone_pose(model, b, time);
  for (int s = 0; s < model->support_count; s++) {
    int motion = model->support[s].motion;
    input->support[s] =
        motion < 0 ? brn_pose_identity() : brn_model_motion_pose(model, motion, time);
  }
  for (int l = 0; l < model->load_count; l++) {
    input->load[l] = 1;
    if (model->load[l].scale) brn_track_value(model->load[l].scale, time, &input->load[l]);
  }
}

void brn__script_fill(const BrnModel* model, double time, BrnStepInput* input) {
  input->time = time;
  fill_at(model, brn__run_up_time(model, time), input);
  if (brn__run_up_is_on(model, time)) {
    brn__run_up_apply(model, time, input);
  }
}
