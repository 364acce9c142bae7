// SPDX-License-Identifier: Apache-2.0
//
// Tracks, poses and clips before time 0 (run_up.h).

#include "drive/run_up.h"

#include "core/core.h"
#include "core/vec.h"
#include "skeleton/skeleton.h"

#include <math.h>

bool brn__run_up_is_on(const BrnModel* model, double time) {
  return model->frames.run_up > 0 && time < 0;
}

double brn__run_up_time(const BrnModel* model, double time) {
  return brn__run_up_is_on(model, time) ? 0 : time;
}

double brn__run_up_share(const BrnModel* model, double time) {
  const BrnSceneFrames* frames = &model->frames;
  double s = (time * frames->per_second + frames->pre_roll) / frames->run_up;
  s = fmin(fmax(s, 0), 1);
  return s * s * (3 - 2 * s);
}

// ------------------------------------------------------------------------------------------ poses

// that share of a rigid motion: of its rotation, and of the displacement of a point
static BrnPose share_about(const BrnPose* pose, const double point[3], double share) {
  double vector[3], turn[4], move[3];
  brn_rotation_log(pose->rotation, vector);
  brn__scale3(vector, share, vector);
  brn_rotation_exp(vector, turn);
  brn_pose_apply(pose, point, move);
  brn__sub3(move, move, point);
  brn__scale3(move, share, move);
  return brn__pose_about(turn, point, move);
}

// what a bone turns about that hangs on nothing that is scripted
static const double* root_point(const BrnModel* model, int bone) {
  int above = model->skeleton->above[bone], motion = model->bone[bone].motion;
  if (motion >= 0) return model->motion[motion].about;
  return above < 0 ? model->bone[bone].centre : model->joint[above].point;
}

// to the scripted bone that a bone hangs on; NULL: none
static const BrnModelJoint* joint_to_parent(const BrnModel* model, int bone) {
  const BrnSkeleton* skeleton = model->skeleton;
  int above = skeleton->above[bone];
  bool hangs = above >= 0 && brn_skeleton_is_given(skeleton, model->joint[above].parent);
  return hangs ? &model->joint[above] : NULL;
}

// A share of each motion on its own would take joints apart on the way. So what counts is how a
// bone moves against its parent, about the joint between them, up to a bone that hangs on nothing
// scripted.
static BrnPose bone_share(const BrnModel* model, int bone, double share) {
  BrnPose pose = brn_model_bone_pose(model, bone, 0), sum = brn_pose_identity();
  const BrnModelJoint* joint;
  while ((joint = joint_to_parent(model, bone))) {
    BrnPose parent = brn_model_bone_pose(model, joint->parent, 0), back = brn_pose_invert(&parent);
    BrnPose own = brn_pose_compose(&back, &pose);
    own = share_about(&own, joint->point, share);
    sum = brn_pose_compose(&own, &sum);
    pose = parent;
    bone = joint->parent;
  }
  pose = share_about(&pose, root_point(model, bone), share);
  return brn_pose_compose(&pose, &sum);
}

// ---------------------------------------------------------------------------------------- lead-in

// A clip begins in the midst of a motion: a body that stood still would be torn away. So it comes
// with the speed that the clip begins with. Its first moments, mirrored, lead up to it, slower and
// slower the earlier it is: at a time t < 0 the body is as far behind its place as the clip takes
// it ahead in LEAD (1 - exp(t / LEAD)) seconds. Turns and joints stand still.
static const double LEAD = 0.2; // s

static int root_of(const BrnModel* model, int bone) {
  const BrnModelJoint* joint;
  while ((joint = joint_to_parent(model, bone))) bone = joint->parent;
  return bone;
}

static bool is_of_clip(const BrnModel* model, int bone) {
  int motion = model->bone[bone].motion;
  return motion >= 0 && model->motion[motion].clip >= 0;
}

static void lead_in(const BrnModel* model, double time, double share, BrnStepInput* input) {
  double ahead = -LEAD * expm1(time / LEAD);
  for (int b = 0; b < model->bone_count; b++) {
    int root = root_of(model, b);
    if (!is_of_clip(model, root)) continue;
    BrnPose now = brn_model_bone_pose(model, root, 0);
    BrnPose later = brn_model_bone_pose(model, root, ahead);
    double from[3], to[3], offset[3];
    brn_pose_apply(&now, root_point(model, root), from);
    brn_pose_apply(&later, root_point(model, root), to);
    brn__sub3(offset, to, from);
    brn__axpy3(input->bone[b].translation, input->bone[b].translation, -share, offset);
  }
}

// --------------------------------------------------------------------------------------------- all

static void take_share(const BrnModel* model, double share, BrnStepInput* input) {
  brn__scale3(input->gravity, share, input->gravity);
  for (int u = 0; u < model->unit_count; u++) input->activation[u] *= share;
  for (int l = 0; l < model->load_count; l++) input->load[l] *= share;
  for (int b = 0; b < model->bone_count; b++) input->bone[b] = bone_share(model, b, share);
  for (int s = 0; s < model->support_count; s++) {
    int motion = model->support[s].motion;
    if (motion < 0) continue;
    input->support[s] = share_about(&input->support[s], model->motion[motion].about, share);
  }
}

void brn__run_up_apply(const BrnModel* model, double time, BrnStepInput* input) {
  double share = brn__run_up_share(model, time);
  if (share < 1) take_share(model, share, input);
  lead_in(model, time, share, input);
}
