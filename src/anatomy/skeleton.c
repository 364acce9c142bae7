// SPDX-License-Identifier: Apache-2.0
//
// The bones and joints of a model as a skeleton.

#include "anatomy/build.h"

static void list_joints(const BrnModel* model, BrnSkeletonJoint* list) {
  for (int j = 0; j < model->joint_count; j++) {
    const BrnModelJoint* joint = &model->joint[j];
    list[j] = (BrnSkeletonJoint){.type = joint->type,
                                 .parent = joint->parent,
                                 .child = joint->child,
                                 .scripted = joint->angle != NULL,
                                 .point = {joint->point[0], joint->point[1], joint->point[2]},
                                 .axis = {joint->axis[0], joint->axis[1], joint->axis[2]}};
  }
}

static void list_bones(const BrnModel* model, const BrnScene* scene, BrnSkeletonBone* list) {
  for (int b = 0; b < model->bone_count; b++) {
    const BrnModelBone* bone = &model->bone[b];
    bool scripted = scene ? scene->bone[b].motion != NULL : bone->motion >= 0;
    list[b] = (BrnSkeletonBone){.motion = bone->fixed ? BRN_BONE_FIXED
                                          : scripted  ? BRN_BONE_SCRIPTED
                                                      : BRN_BONE_FREE,
                                .centre = {bone->centre[0], bone->centre[1], bone->centre[2]}};
  }
}

BrnStatus brn__model_hang(BrnContext* ctx, const BrnScene* scene, BrnModel* model) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnSkeletonBone* bone = brn__scratch(ctx, model->bone_count, BrnSkeletonBone);
  BrnSkeletonJoint* joint = brn__scratch(ctx, model->joint_count, BrnSkeletonJoint);
  BrnStatus status = BRN_NO_MEMORY;
  if (bone && joint) {
    list_joints(model, joint);
    list_bones(model, scene, bone);
    status = brn_skeleton_create(ctx, bone, model->bone_count, joint, model->joint_count,
                                 &model->skeleton);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
