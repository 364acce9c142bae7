// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// Joints: two bones, a place near both, an axis for hinges, limits in their order.

static const BrnCheckPart* find_bone(const BrnCheck* check, const char* name) {
  for (int i = 0; i < check->part_count; i++) {
    const BrnCheckPart* part = &check->part[i];
    if (part->kind == BRN_PART_BONE && strcmp(part->name, name) == 0) return part;
  }
  return NULL;
}

// how far a point is outside of a box
static double distance_to_box(const BrnCheckPart* bone, const double* point) {
  double out[3];
  for (int k = 0; k < 3; k++) {
    out[k] = fmax(fmax(bone->low[k] - point[k], point[k] - bone->high[k]), 0);
  }
  return brn__norm3(out);
}

static void check_bones(BrnCheck* check, const BrnSceneJoint* joint) {
  brn__check_at(check, "joints.%s.bones", joint->name);
  if (joint->bone_count != 2) {
    brn__check_say(check, BRN_ERROR,
                   "a joint is between two bones, not %d; give [parent, child], such as "
                   "[\"humerus\", \"ulna\"]",
                   joint->bone_count);
  }
  for (int i = 0; i < joint->bone_count; i++) {
    brn__check_name(check, BRN_CHECK_BONE, joint->bone[i]);
  }
  if (joint->bone_count == 2 && strcmp(joint->bone[0], joint->bone[1]) == 0) {
    brn__check_say(check, BRN_ERROR, "both are \"%s\"; name the other bone", joint->bone[0]);
  }
}

// what a joint is placed by
static void check_frame(BrnCheck* check, const BrnSceneJoint* joint) {
  bool point = !isnan(joint->point[0]), axis = brn__norm3(joint->axis) > 0; // NAN: false
  brn__check_at(check, "joints.%s", joint->name);
  if (joint->type == BRN_JOINT_WELD) return;
  if (joint->fit == BRN_FIT_NONE && !point) {
    brn__check_say(check, BRN_ERROR, "where is it? give a \"point\", or \"fit\": \"%s\"",
                   joint->type == BRN_JOINT_HINGE ? "cylinder" : "sphere");
  }
  if (joint->type == BRN_JOINT_HINGE && !axis && joint->fit != BRN_FIT_CYLINDER) {
    brn__check_say(check, BRN_ERROR,
                   "a hinge needs an \"axis\" to turn about, or \"fit\": \"cylinder\"");
  }
  if (joint->type == BRN_JOINT_BALL && joint->fit == BRN_FIT_CYLINDER) {
    brn__check_say(check, BRN_WARNING, "a ball joint fits a sphere; set \"fit\": \"sphere\"");
  }
}

static void check_limits(BrnCheck* check, const BrnSceneJoint* joint) {
  const double* limits = joint->limits;
  brn__check_at(check, "joints.%s.limits", joint->name);
  if (limits[0] > limits[1]) {
    brn__check_say(check, BRN_ERROR, "%g to %g degrees are swapped; write [%g, %g]", limits[0],
                   limits[1], limits[1], limits[0]);
  } else if (joint->type == BRN_JOINT_HINGE && (limits[0] > 0 || limits[1] < 0)) {
    brn__check_say(check, BRN_WARNING,
                   "%g to %g degrees leave out the rest pose, which is 0; the joint starts outside "
                   "of its limits",
                   limits[0], limits[1]);
  }
}

static void check_place(BrnCheck* check, const BrnSceneJoint* joint) {
  if (isnan(joint->point[0]) || joint->bone_count != 2) return;
  brn__check_at(check, "joints.%s.point", joint->name);
  for (int i = 0; i < 2; i++) {
    const BrnCheckPart* bone = find_bone(check, joint->bone[i]);
    if (!bone || !bone->mesh) continue;
    double far = distance_to_box(bone, joint->point);
    double size = brn__distance3(bone->low, bone->high);
    if (far <= 0.1 * size) continue;
    brn__check_say(check, BRN_WARNING,
                   "is %.3g mm away from the box around \"%s\"; is it in the units of the scene?",
                   1e3 * far, joint->bone[i]);
  }
}

static void check_angle(BrnCheck* check, const BrnSceneJoint* joint) {
  brn__check_at(check, "joints.%s.angle", joint->name);
  bool given = joint->angle.key_count > 0 || !isnan(joint->angle.value);
  if (given && joint->type != BRN_JOINT_HINGE) {
    brn__check_say(check, BRN_ERROR,
                   "only hinges can be scripted by an angle; set \"type\": "
                   "\"hinge\", or move the bone by its \"motion\"");
    return;
  }
  for (int k = 0; k < joint->angle.key_count; k++) {
    double angle = joint->angle.key[2 * k + 1];
    if (k > 0 && !(joint->angle.key[2 * k] > joint->angle.key[2 * k - 2])) {
      brn__check_say(check, BRN_ERROR, "key %d is not after the one before; keys go up in time", k);
      return;
    }
    if (angle >= joint->limits[0] && angle <= joint->limits[1]) continue;
    brn__check_say(check, BRN_WARNING, "key %d, %g degrees, is outside of the limits %g to %g", k,
                   angle, joint->limits[0], joint->limits[1]);
    return;
  }
}

void brn__check_joints(BrnCheck* check) {
  for (int i = 0; i < check->scene->joint_count; i++) {
    const BrnSceneJoint* joint = &check->scene->joint[i];
    check_bones(check, joint);
    check_frame(check, joint);
    check_limits(check, joint);
    check_place(check, joint);
    check_angle(check, joint);
  }
}
