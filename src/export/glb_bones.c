// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "export/glb.h"

#include <math.h>
#include <string.h>

// A bone hangs on the bone that its joint names (skeleton.h), and its node sits at the joint:
// turning the node bends the joint. Bones that no joint holds hang on the root and turn about their
// centre.

static void find_joint(const BrnModel* model, int bone, BrnGlbBone* out) {
  out->joint = model->skeleton->above[bone];
  out->parent = brn_skeleton_bone_above(model->skeleton, bone);
  brn__copy3(out->pivot,
             out->joint < 0 ? model->bone[bone].centre : model->joint[out->joint].point);
}

// parents first
static void sort_bones(BrnGlb* glb, bool* done) {
  for (int count = 0; count < glb->bone_count;) {
    for (int b = 0; b < glb->bone_count; b++) {
      int parent = glb->bone[b].parent;
      if (done[b] || (parent >= 0 && !done[parent])) continue;
      done[b] = true;
      glb->order[count++] = b;
    }
  }
}

// all of them as soon as one is: those between them carry the motion
static bool wants_bones(const BrnExport* job) {
  for (int p = 0; p < job->part_count; p++) {
    if (brn__export_part(job, p)->kind == BRN_REPLAY_BONE) return true;
  }
  return false;
}

static BrnStatus allocate_bone(BrnGlb* glb, int b) {
  BrnGlbBone* bone = &glb->bone[b];
  bone->rotation = brn__new(glb->ctx, 4 * (size_t)glb->job->frame_count, float);
  bone->position = brn__new(glb->ctx, 3 * (size_t)glb->job->frame_count, float);
  return bone->rotation && bone->position ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__glb_find_bones(BrnGlb* glb) {
  BrnContext* ctx = glb->ctx;
  const BrnModel* model = glb->job->replay->model;
  glb->bone_count = model && wants_bones(glb->job) ? model->bone_count : 0;
  if (glb->bone_count == 0) return BRN_OK;
  glb->bone = brn__new_zero(ctx, glb->bone_count, BrnGlbBone);
  glb->order = brn__new_zero(ctx, glb->bone_count, int);
  if (!glb->bone || !glb->order) return BRN_NO_MEMORY;
  for (int b = 0; b < glb->bone_count; b++) {
    BRN_TRY(allocate_bone(glb, b));
    find_joint(model, b, &glb->bone[b]);
  }
  bool* done = brn__new_zero(ctx, glb->bone_count, bool);
  if (!done) return BRN_NO_MEMORY;
  sort_bones(glb, done);
  brn__free(ctx, done);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- poses

// noise of the arithmetic, so that what stands still does
static float without_noise(double value) { return fabs(value) < 1e-10 ? 0 : (float)value; }

// x y z w as glTF has it; of q and -q the one nearer to the frame before
static void store_rotation(const double q[4], const float* before, float out[4]) {
  double dot = q[0];
  if (before) {
    dot = q[1] * before[0] + q[2] * before[1] + q[3] * before[2] + q[0] * before[3];
  }
  for (int i = 0; i < 4; i++) out[i] = without_noise(dot < 0 ? -q[(i + 1) % 4] : q[(i + 1) % 4]);
}

static BrnPose stored_pose(const float rotation[4], const float position[3]) {
  BrnPose pose = {{rotation[3], rotation[0], rotation[1], rotation[2]},
                  {position[0], position[1], position[2]}};
  double square = 0;
  for (int i = 0; i < 4; i++) square += pose.rotation[i] * pose.rotation[i];
  for (int i = 0; i < 4; i++) pose.rotation[i] /= sqrt(square);
  return pose;
}

// A child is placed relative to where the rounded numbers put its parent: that way a chain of bones
// is as exact as a single one.
static void pose_bone(BrnGlb* glb, int k, int b) {
  BrnGlbBone* bone = &glb->bone[b];
  BrnPose moved = brn__export_bone_pose(glb->job, b), world = moved;
  brn_pose_apply(&moved, bone->pivot, world.translation);
  BrnPose parent = bone->parent >= 0 ? glb->bone[bone->parent].world : brn_pose_identity();
  BrnPose back = brn_pose_invert(&parent);
  BrnPose local = brn_pose_compose(&back, &world);
  float *rotation = bone->rotation + 4 * (size_t)k, *position = bone->position + 3 * (size_t)k;
  store_rotation(local.rotation, k > 0 ? rotation - 4 : NULL, rotation);
  for (int a = 0; a < 3; a++) position[a] = without_noise(local.translation[a]);
  local = stored_pose(rotation, position);
  bone->world = brn_pose_compose(&parent, &local);
  bone->turns = bone->turns || memcmp(rotation, bone->rotation, 4 * sizeof(float)) != 0;
  bone->goes = bone->goes || memcmp(position, bone->position, 3 * sizeof(float)) != 0;
}

void brn__glb_pose_bones(BrnGlb* glb, int k) {
  for (int i = 0; i < glb->bone_count; i++) pose_bone(glb, k, glb->order[i]);
}
