// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"
#include "anatomy/joint.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// Joints: two bones, a place near both, an axis for hinges, limits in their order.

static const BrnListedPart* find_bone(const BrnBuild* build, const char* name) {
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* part = &build->listed[i];
    if (part->kind == BRN_PART_BONE && strcmp(part->name, name) == 0) return part;
  }
  return NULL;
}

// how far a point is outside of a box
static double distance_to_box(const BrnListedPart* bone, const double* point) {
  double out[3];
  for (int k = 0; k < 3; k++) {
    out[k] = fmax(fmax(bone->low[k] - point[k], point[k] - bone->high[k]), 0);
  }
  return brn__norm3(out);
}

static void check_bones(BrnBuild* build, const BrnSceneJoint* joint) {
  brn__at(build, "joints.%s.bones", joint->name);
  if (joint->bone_count != 2) {
    brn__say(build, BRN_ERROR,
             "a joint is between two bones, not %d; give [parent, child], such as "
             "[\"humerus\", \"ulna\"]",
             joint->bone_count);
  }
  for (int i = 0; i < joint->bone_count; i++) {
    brn__check_name(build, BRN_CHECK_BONE, joint->bone[i]);
  }
  if (joint->bone_count == 2 && strcmp(joint->bone[0], joint->bone[1]) == 0) {
    brn__say(build, BRN_ERROR, "both are \"%s\"; name the other bone", joint->bone[0]);
  }
}

// what a joint is placed by
static void check_frame(BrnBuild* build, const BrnSceneJoint* joint) {
  bool point = !isnan(joint->point[0]);
  brn__at(build, "joints.%s", joint->name);
  if (joint->type == BRN_JOINT_WELD) return;
  if (joint->fit == BRN_FIT_NONE && !point) {
    brn__say(build, BRN_ERROR, "where is it? give a \"point\", or \"fit\": \"%s\"",
             joint->type == BRN_JOINT_HINGE ? "cylinder" : "sphere");
  }
  bool missing = isnan(joint->axis[0]) && joint->fit != BRN_FIT_CYLINDER;
  if (joint->type == BRN_JOINT_HINGE && missing) {
    brn__say(build, BRN_ERROR, "a hinge needs an \"axis\" to turn about, or \"fit\": \"cylinder\"");
  }
  if (joint->type == BRN_JOINT_HINGE && brn__norm3(joint->axis) == 0) {
    brn__say(build, BRN_ERROR, "its \"axis\" has no length; give a direction");
  }
  if (joint->type == BRN_JOINT_BALL && joint->fit == BRN_FIT_CYLINDER) {
    brn__say(build, BRN_WARNING, "a ball joint fits a sphere; set \"fit\": \"sphere\"");
  }
}

// on the surfaces; where there are none the step tells
static void check_fit(BrnBuild* build, const BrnSceneJoint* joint) {
  BrnFittedJoint fit;
  if (joint->fit == BRN_FIT_NONE || joint->bone_count != 2 || build->bad_surfaces) return;
  for (int i = 0; i < 2; i++) {
    const BrnListedPart* bone = find_bone(build, joint->bone[i]);
    if (!bone || !bone->mesh) return;
  }
  if (strcmp(joint->bone[0], joint->bone[1]) == 0) return;
  brn__say_refusal(build, brn__joint_fit(build, joint, &fit));
}

static void check_limits(BrnBuild* build, const BrnSceneJoint* joint) {
  double limits[2] = {isnan(joint->limits[0]) ? -180 : joint->limits[0],
                      isnan(joint->limits[1]) ? 180 : joint->limits[1]};
  brn__at(build, "joints.%s.swing", joint->name);
  if (joint->swing < 0) {
    brn__say(build, BRN_ERROR, "is %g degrees, but must be at least 0", joint->swing);
  }
  brn__at(build, "joints.%s.limits", joint->name);
  if (limits[0] > limits[1]) {
    brn__say(build, BRN_ERROR, "%g to %g degrees are swapped; write [%g, %g]", limits[0], limits[1],
             limits[1], limits[0]);
  } else if (joint->type == BRN_JOINT_HINGE && (limits[0] > 0 || limits[1] < 0)) {
    brn__say(build, BRN_WARNING,
             "%g to %g degrees leave out the rest pose, which is 0; the joint starts outside "
             "of its limits",
             limits[0], limits[1]);
  }
}

static void check_place(BrnBuild* build, const BrnSceneJoint* joint) {
  if (isnan(joint->point[0]) || joint->bone_count != 2) return;
  brn__at(build, "joints.%s.point", joint->name);
  for (int i = 0; i < 2; i++) {
    const BrnListedPart* bone = find_bone(build, joint->bone[i]);
    if (!bone || !bone->mesh) continue;
    double far = distance_to_box(bone, joint->point);
    double size = brn__distance3(bone->low, bone->high);
    if (far <= 0.1 * size) continue;
    brn__say(build, BRN_WARNING,
             "is %.3g mm away from the box around \"%s\"; is it in the units of the scene?",
             1e3 * far, joint->bone[i]);
  }
}

static void check_angle(BrnBuild* build, const BrnSceneJoint* joint) {
  brn__at(build, "joints.%s.angle", joint->name);
  bool given = joint->angle.key_count > 0 || !isnan(joint->angle.value);
  if (given && joint->type != BRN_JOINT_HINGE) {
    brn__say(build, BRN_ERROR,
             "only hinges can be scripted by an angle; set \"type\": "
             "\"hinge\", or move the bone by its \"motion\"");
    return;
  }
  for (int k = 0; k < joint->angle.key_count; k++) {
    double angle = joint->angle.key[2 * k + 1];
    if (k > 0 && !(joint->angle.key[2 * k] > joint->angle.key[2 * k - 2])) {
      brn__say(build, BRN_ERROR, "key %d is not after the one before; keys go up in time", k);
      return;
    }
    if (angle >= joint->limits[0] && angle <= joint->limits[1]) continue;
    brn__say(build, BRN_WARNING, "key %d, %g degrees, is outside of the limits %g to %g", k, angle,
             joint->limits[0], joint->limits[1]);
    return;
  }
}

// What scripts move, as a skeleton: bones of the scene, and the joints whose angle is scripted.
typedef struct Scripts {
  BrnBuild* build;
  BrnSkeletonBone* bone;   // (bone_count of the scene)
  BrnSkeletonJoint* joint; // (count)
  int* of;                 // of the scene                                         (count)
  int count;
} Scripts;

static int bone_of(const BrnScene* s, const char* name) {
  int b = 0;
  while (b < s->bone_count && strcmp(s->bone[b].name, name) != 0) b++;
  return b < s->bone_count ? b : -1;
}

// what is no joint of two bones has been told already
static bool is_scripted(const BrnScene* s, const BrnSceneJoint* joint, BrnSkeletonJoint* out) {
  bool given = joint->angle.key_count > 0 || !isnan(joint->angle.value);
  if (!given || joint->bone_count != 2) return false;
  *out = (BrnSkeletonJoint){.type = BRN_JOINT_HINGE, .scripted = true};
  out->parent = bone_of(s, joint->bone[0]);
  out->child = bone_of(s, joint->bone[1]);
  return out->parent >= 0 && out->child >= 0 && out->parent != out->child;
}

static void tell_clash(const Scripts* scripts, BrnJointClash clash, int joint, int other) {
  const BrnSceneJoint* list = scripts->build->scene->joint;
  const char *child = list[joint].bone[1], *name = list[scripts->of[other]].name;
  brn__at(scripts->build, "joints.%s.angle", list[joint].name);
  if (clash == BRN_JOINT_TWICE) {
    brn__say(scripts->build, BRN_ERROR,
             "\"%s\" is already turned by \"%s\"; leave one of the angles out", child, name);
  } else {
    brn__say(scripts->build, BRN_ERROR,
             "\"%s\" would turn itself, through \"%s\"; leave one angle of the circle out", child,
             name);
  }
}

// scripted joints are a tree: one that is none is told, and left out
static void list_scripts(Scripts* scripts) {
  const BrnScene* s = scripts->build->scene;
  for (int b = 0; b < s->bone_count; b++) {
    BrnBoneMotion own = s->bone[b].motion ? BRN_BONE_SCRIPTED : BRN_BONE_FREE;
    scripts->bone[b] = (BrnSkeletonBone){.motion = s->bone[b].fixed ? BRN_BONE_FIXED : own};
  }
  for (int j = 0, other = -1; j < s->joint_count; j++) {
    if (!is_scripted(s, &s->joint[j], &scripts->joint[scripts->count])) continue;
    BrnJointClash clash = brn_joint_clash(scripts->joint, scripts->count + 1, &other);
    if (clash == BRN_JOINT_FINE) {
      scripts->of[scripts->count++] = j;
    } else {
      tell_clash(scripts, clash, j, other);
    }
  }
}

// An angle moves the second bone. That it cannot do when that is fixed, or when the first one is free
// and the second not.
static void check_seconds(const Scripts* scripts, const BrnSkeleton* skeleton) {
  const BrnScene* s = scripts->build->scene;
  for (int k = 0; k < scripts->count; k++) {
    const BrnSkeletonJoint* joint = &scripts->joint[k];
    BrnBoneMotion own = scripts->bone[joint->child].motion;
    bool given = brn_skeleton_is_given(skeleton, joint->parent);
    if (own == BRN_BONE_FREE || (given && own != BRN_BONE_FIXED)) continue;
    brn__at(scripts->build, "joints.%s.angle", s->joint[scripts->of[k]].name);
    brn__say(scripts->build, brn__scene_wants_surfaces(s) ? BRN_WARNING : BRN_ERROR,
             "it turns \"%s\", which is fixed or moves by itself; name that bone first, or "
             "leave the angle out",
             s->bone[joint->child].name);
  }
}

static void check_scripts(BrnBuild* build) {
  const BrnScene* s = build->scene;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  Scripts scripts = {.build = build};
  BrnSkeleton* skeleton = NULL;
  scripts.bone = brn__scratch(build->ctx, s->bone_count, BrnSkeletonBone);
  scripts.joint = brn__scratch(build->ctx, s->joint_count, BrnSkeletonJoint);
  scripts.of = brn__scratch(build->ctx, s->joint_count, int);
  BrnStatus status = BRN_NO_MEMORY;
  if (scripts.bone && scripts.joint && scripts.of) {
    list_scripts(&scripts);
    status = brn_skeleton_create(build->ctx, scripts.bone, s->bone_count, scripts.joint,
                                 scripts.count, &skeleton);
  }
  if (status == BRN_OK) check_seconds(&scripts, skeleton);
  if (status != BRN_OK) build->status = status;
  brn_skeleton_destroy(build->ctx, skeleton);
  brn__scratch_release(build->ctx, mark);
}

void brn__check_joints(BrnBuild* build) {
  for (int i = 0; i < build->scene->joint_count; i++) {
    const BrnSceneJoint* joint = &build->scene->joint[i];
    check_bones(build, joint);
    check_frame(build, joint);
    check_fit(build, joint);
    check_limits(build, joint);
    check_place(build, joint);
    check_angle(build, joint);
  }
  check_scripts(build);
}
