// SPDX-License-Identifier: Apache-2.0
//
// Members of skeletons, and what may be wrong with their trees.

#include "skeleton/described.h"

// ------------------------------------------------------------------------------- bones and joints

#define S BrnSkeletonBone

static const BrnMember bone_members[] = {
    BRN_MEMBER(motion, .choices = "free fixed scripted turned", .doc = "where it comes from"),
    BRN_MEMBER_NUMBERS(centre, .unit = "m", .doc = "of mass, at rest"),
    {0},
};

static const BrnDescription bone_description = {
    .name = "skeleton_bone", .size = sizeof(S), .members = bone_members};

#undef S
#define S BrnSkeletonJoint

static const BrnMember joint_members[] = {
    BRN_MEMBER(type, .choices = "ball hinge weld"),
    BRN_MEMBER(parent, .indexes = "skeleton.bone_count"),
    BRN_MEMBER(child, .indexes = "skeleton.bone_count"),
    BRN_MEMBER(scripted, .doc = "is its angle given?"),
    BRN_MEMBER_NUMBERS(point, .unit = "m"),
    BRN_MEMBER_NUMBERS(axis, .absent = "it is no hinge", .doc = "unit vector of a hinge"),
    {0},
};

static const BrnDescription joint_description = {
    .name = "skeleton_joint", .size = sizeof(S), .members = joint_members};

// --------------------------------------------------------------------------------------- the trees

#undef S
#define S BrnSkeleton

static const BrnMember members[] = {
    BRN_MEMBER(bone_count),
    BRN_MEMBER(joint_count),
    BRN_MEMBER_LIST(bone, "bone_count", bone_description),
    BRN_MEMBER_LIST(joint, "joint_count", joint_description),
    BRN_MEMBER_ARRAY(turner, "bone_count", 1, .indexes = "joint_count", .absent = "none",
                     .doc = "the scripted joint that has the bone as its child"),
    BRN_MEMBER_ARRAY(above, "bone_count", 1, .indexes = "joint_count", .absent = "none",
                     .doc = "as described: that, or else the first joint that has it as its child "
                            "and closes no ring"),
    BRN_MEMBER_ARRAY(order, "bone_count", 1, .indexes = "bone_count", .doc = "parents first"),
    BRN_MEMBER_ARRAY(parent, "bone_count", 1, .indexes = "bone_count", .absent = "a root",
                     .doc = "as it moves: bone that it hangs on"),
    BRN_MEMBER_ARRAY(via, "bone_count", 1, .indexes = "joint_count", .absent = "a root",
                     .doc = "and the joint between them"),
    BRN_MEMBER_ARRAY(closes, "joint_count", 1, .doc = "does the joint close a ring?"),
    BRN_MEMBER(coordinate_count),
    BRN_MEMBER(freedom_count),
    BRN_MEMBER_ARRAY(coordinate, "bone_count", 1,
                     .doc = "first one of the joint above, or of a free root"),
    BRN_MEMBER_ARRAY(freedom, "bone_count", 1, .doc = "first one of the rates of those"),
    {0},
};

static bool ends_above(const BrnSkeleton* s, int bone) {
  int steps = 0;
  while (bone >= 0 && steps++ <= s->bone_count) {
    bone = s->above[bone] < 0 ? -1 : s->joint[s->above[bone]].parent;
  }
  return bone < 0;
}

// is the parent of a bone of the order before it, and the bone itself not?
static bool is_in_place(const BrnSkeleton* s, int index) {
  int bone = s->order[index], parent = s->parent[bone];
  bool hangs = parent < 0;
  for (int i = 0; i < index; i++) {
    if (s->order[i] == bone) return false;
    hangs |= s->order[i] == parent;
  }
  return hangs && (parent < 0) == (s->via[bone] < 0);
}

// whoever goes up or down a tree comes to its end
static const char* flaw(const BrnScope* scope) {
  const BrnSkeleton* s = scope->record;
  for (int b = 0; b < s->bone_count; b++) {
    if (!ends_above(s, b)) return "bones hang on each other in a ring";
    if (!is_in_place(s, b)) return "a bone comes before the one that it hangs on";
    bool turned = s->turner[b] < 0 || s->turner[b] == s->above[b];
    if (!turned) return "a bone is turned by a joint that it does not hang on";
  }
  return NULL;
}

const BrnDescription brn__skeleton_description = {
    .name = "skeleton", .size = sizeof(S), .members = members, .flaw = flaw};
