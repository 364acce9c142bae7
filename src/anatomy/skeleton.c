// SPDX-License-Identifier: Apache-2.0
//
// The bones and joints of a model as a skeleton.

#include "anatomy/build.h"

static BrnStatus refuse(BrnContext* ctx, const BrnModel* model, BrnJointClash clash, int joint,
                        int other) {
  const char* name = model->joint[joint].name;
  const char* child = model->bone[model->joint[joint].child].name;
  if (clash == BRN_JOINT_TWICE) {
    return brn__fail(ctx, BRN_INVALID,
                     "joints.%s.angle: \"%s\" is already turned by the joint \"%s\"; leave one of "
                     "the angles out",
                     name, child, model->joint[other].name);
  }
  return brn__fail(ctx, BRN_INVALID,
                   "joints.%s.angle: \"%s\" would turn itself, through the joint \"%s\"; leave one "
                   "angle of the circle out",
                   name, child, model->joint[other].name);
}

static BrnStatus list_joints(BrnContext* ctx, const BrnModel* model, BrnSkeletonJoint* list) {
  for (int j = 0; j < model->joint_count; j++) {
    const BrnModelJoint* joint = &model->joint[j];
    int other;
    list[j] = (BrnSkeletonJoint){.type = joint->type,
                                 .parent = joint->parent,
                                 .child = joint->child,
                                 .scripted = joint->angle != NULL,
                                 .point = {joint->point[0], joint->point[1], joint->point[2]},
                                 .axis = {joint->axis[0], joint->axis[1], joint->axis[2]}};
    BrnJointClash clash = brn_joint_clash(list, j + 1, &other);
    if (clash != BRN_JOINT_FINE) return refuse(ctx, model, clash, j, other);
  }
  return BRN_OK;
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
  BrnStatus status = bone && joint ? list_joints(ctx, model, joint) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    list_bones(model, scene, bone);
    status = brn_skeleton_create(ctx, bone, model->bone_count, joint, model->joint_count,
                                 &model->skeleton);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
