// SPDX-License-Identifier: Apache-2.0
//
// Random skeletons.

#pragma once

#include "brawn/skeleton.h"
#include "test.h"

#include <string.h>

enum { MOST_BONES = 12, MOST_JOINTS = 16 };

typedef struct Rig {
  BrnContext* ctx;
  TestRandom random;
  int bones, joints;
  BrnSkeletonBone bone[MOST_BONES];
  BrnSkeletonJoint joint[MOST_JOINTS];
  BrnSkeleton* skeleton;
  double q[7 * MOST_BONES], rate[6 * MOST_BONES];
  BrnPose pose[MOST_BONES];
} Rig;

static inline double rig_number(Rig* rig) { return test_random(&rig->random, -1, 1); }

static inline int rig_choice(Rig* rig, int count) {
  return (int)test_random(&rig->random, 0, count);
}

static inline void rig_vector(Rig* rig, double size, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = size * rig_number(rig);
}

static inline void rig_add_joint(Rig* rig, int parent, int child) {
  BrnSkeletonJoint* joint = &rig->joint[rig->joints++];
  *joint = (BrnSkeletonJoint){
      .type = (BrnJointType)rig_choice(rig, 3), .parent = parent, .child = child};
  rig_vector(rig, 1, joint->point);
  double size = 0;
  while (size < 0.1) {
    rig_vector(rig, 1, joint->axis);
    size = sqrt(joint->axis[0] * joint->axis[0] + joint->axis[1] * joint->axis[1] +
                joint->axis[2] * joint->axis[2]);
  }
  for (int i = 0; i < 3; i++) joint->axis[i] /= size;
  joint->scripted = joint->type == BRN_JOINT_HINGE && rig_choice(rig, 4) == 0;
}

/// Bones that are shuffled, joints that name them either way round, several roots, rings.
static inline Rig rig_start(uint64_t seed) {
  Rig rig = {.ctx = test_context(), .random = {seed}, .bones = 1};
  int name[MOST_BONES];
  rig.bones += rig_choice(&rig, MOST_BONES);
  for (int b = 0; b < rig.bones; b++) {
    int other = rig_choice(&rig, b + 1);
    name[b] = name[other];
    name[other] = b;
    rig_vector(&rig, 1, rig.bone[b].centre);
    int kind = rig_choice(&rig, 6);
    rig.bone[b].motion = kind == 0 ? BRN_BONE_FIXED : kind == 1 ? BRN_BONE_SCRIPTED : BRN_BONE_FREE;
  }
  for (int b = 1; b < rig.bones; b++) {
    int other = rig_choice(&rig, b), turned = rig_choice(&rig, 2);
    if (rig_choice(&rig, 8) == 0) continue; // a root
    rig_add_joint(&rig, name[turned ? b : other], name[turned ? other : b]);
    int clash;
    if (brn_joint_clash(rig.joint, rig.joints, &clash) != BRN_JOINT_FINE) {
      rig.joint[rig.joints - 1].scripted = false;
    }
  }
  for (int i = 0; i < 3 && rig.bones > 2; i++) { // rings
    int a = rig_choice(&rig, rig.bones), b = rig_choice(&rig, rig.bones);
    if (a == b || rig_choice(&rig, 2) == 0) continue;
    rig_add_joint(&rig, a, b);
    rig.joint[rig.joints - 1].scripted = false;
  }
  ENSURE_OK(rig.ctx, brn_skeleton_create(rig.ctx, rig.bone, rig.bones, rig.joint, rig.joints,
                                         &rig.skeleton));
  return rig;
}

static inline void rig_end(Rig* rig) {
  brn_skeleton_destroy(rig->ctx, rig->skeleton);
  test_context_done(rig->ctx);
}

/// Any coordinates, and any poses of bones whose motion is given; all poses of them.
static inline void rig_pose(Rig* rig) {
  const BrnSkeleton* s = rig->skeleton;
  double zero[7 * MOST_BONES];
  brn_skeleton_rest(s, zero);
  for (int i = 0; i < s->freedom_count; i++) rig->rate[i] = 1.5 * rig_number(rig);
  brn_skeleton_advance(s, zero, rig->rate, 1, rig->q);
  for (int i = 0; i < s->freedom_count; i++) rig->rate[i] = rig_number(rig);
  for (int b = 0; b < rig->bones; b++) {
    double turn[3];
    rig_vector(rig, 2, turn);
    brn_rotation_exp(turn, rig->pose[b].rotation);
    rig_vector(rig, 1, rig->pose[b].translation);
    if (s->bone[b].motion == BRN_BONE_FIXED) rig->pose[b] = brn_pose_identity();
  }
  brn_skeleton_poses(s, rig->q, rig->pose);
}
