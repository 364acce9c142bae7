// SPDX-License-Identifier: Apache-2.0
//
// Joints: two bones each, one turning about a point or an axis that is given or fitted.

#include "anatomy/joint.h"
#include "core/vec.h"

#include <string.h>

static const double degree = 3.14159265358979323846 / 180;

static bool is_given(const double* vector) {
  return !isnan(vector[0]) && !isnan(vector[1]) && !isnan(vector[2]);
}

// ----------------------------------------------------------------------------------------- bones

static BrnStatus find_bones(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  BrnWhere where = brn__where("joints.%s.bones", joint->name);
  if (joint->bone_count != 2) {
    return brn__fail(build->ctx, BRN_INVALID, "%s: there are %d, but a joint has parent and child",
                     where.text, joint->bone_count);
  }
  BRN_TRY(brn__build_find_bone(build, where.text, joint->bone[0], &out->parent));
  BRN_TRY(brn__build_find_bone(build, where.text, joint->bone[1], &out->child));
  if (out->parent != out->child) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID, "%s: \"%s\" is parent and child; name two bones",
                   where.text, joint->bone[0]);
}

// ------------------------------------------------------------------------------------------ place

static BrnStatus check_needs(BrnBuild* build, const BrnSceneJoint* joint) {
  bool fitted = joint->fit != BRN_FIT_NONE;
  if (joint->type == BRN_JOINT_WELD) return BRN_OK;
  if (!is_given(joint->point) && !fitted) {
    return brn__fail(build->ctx, BRN_INVALID, "joints.%s: needs \"point\", or \"fit\": \"%s\"",
                     joint->name, joint->type == BRN_JOINT_HINGE ? "cylinder" : "sphere");
  }
  if (joint->type != BRN_JOINT_HINGE) return BRN_OK;
  if (!is_given(joint->axis) && joint->fit != BRN_FIT_CYLINDER) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "joints.%s: a hinge needs \"axis\", or \"fit\": \"cylinder\"", joint->name);
  }
  if (is_given(joint->axis) && !(brn__norm3(joint->axis) > 0)) {
    return brn__fail(build->ctx, BRN_INVALID, "joints.%s.axis: has no length", joint->name);
  }
  return BRN_OK;
}

static BrnStatus place(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  int bone[2] = {out->parent, out->child};
  bool hinge = joint->type == BRN_JOINT_HINGE, axis_given = hinge && is_given(joint->axis);
  BRN_TRY(check_needs(build, joint));
  brn__copy3(out->point, build->model->bone[out->child].centre); // a weld may be anywhere
  if (axis_given) {
    brn__copy3(out->axis, joint->axis);
    brn__normalize3(out->axis);
  }
  if (joint->fit != BRN_FIT_NONE) {
    BrnRound found;
    BRN_TRY(brn__joint_fit(build, joint, bone, axis_given ? joint->axis : NULL, &found));
    brn__copy3(out->point, found.point);
    if (hinge && !axis_given) brn__copy3(out->axis, found.axis);
    out->fit_error = found.error;
  }
  if (is_given(joint->point)) brn__copy3(out->point, joint->point);
  return BRN_OK;
}

// radius of a ball of the bone's volume: a measure of its girth
static double girth(const BrnBuild* build, int bone) {
  double volume = build->model->part[brn__bone_part(build, bone)].volume;
  return cbrt(volume / (4 * 180 * degree / 3));
}

static BrnStatus warn_outside(BrnBuild* build, const BrnModelJoint* joint) {
  int bone[2] = {joint->parent, joint->child};
  double outside = INFINITY;
  for (int i = 0; i < 2; i++) {
    const BrnBvh* bvh;
    BRN_TRY(brn__build_part_bvh(build, brn__bone_part(build, bone[i]), &bvh));
    outside = fmin(outside, brn_bvh_signed_distance(bvh, joint->point));
  }
  if (outside <= (girth(build, bone[0]) + girth(build, bone[1])) / 2) return BRN_OK;
  brn__log(build->ctx, BRN_LOG_WARNING,
           "joint \"%s\": its point is %s outside of both bones; check \"point\" and the units",
           joint->name, BRN_LENGTH(outside));
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- turning

static BrnStatus set_limits(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  double low = isnan(joint->limits[0]) ? -180 : joint->limits[0];
  double high = isnan(joint->limits[1]) ? 180 : joint->limits[1];
  double swing = isnan(joint->swing) ? 180 : joint->swing;
  if (low > high) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "joints.%s.limits: %g is above %g; the lower one first", joint->name, low,
                     high);
  }
  if (swing < 0) {
    return brn__fail(build->ctx, BRN_INVALID, "joints.%s.swing: is %g, but must be at least 0",
                     joint->name, swing);
  }
  out->limits[0] = low * degree;
  out->limits[1] = high * degree;
  out->swing = swing * degree;
  return BRN_OK;
}

static BrnStatus set_angle(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  BrnWhere where = brn__where("joints.%s.angle", joint->name);
  if (joint->angle.key_count == 0 && isnan(joint->angle.value)) return BRN_OK;
  if (joint->type != BRN_JOINT_HINGE) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: only a hinge has one; script the bone's \"motion\" instead", where.text);
  }
  return brn__build_track(build, where.text, BRN_TRACK_SCALAR, &joint->angle, degree, &out->angle);
}

// -------------------------------------------------------------------------------------- the step

static BrnStatus make_joint(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  out->name = brn__strdup(build->ctx, joint->name);
  if (!out->name) return BRN_NO_MEMORY;
  BRN_TRY(find_bones(build, joint, out));
  BRN_TRY(place(build, joint, out));
  BRN_TRY(set_limits(build, joint, out));
  if (joint->type != BRN_JOINT_WELD) BRN_TRY(warn_outside(build, out));
  return set_angle(build, joint, out);
}

BrnStatus brn__build_joints(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnScene* scene = build->scene;
  model->joint = brn__new_zero(build->ctx, scene->joint_count, BrnModelJoint);
  if (!model->joint) return BRN_NO_MEMORY;
  for (int j = 0; j < scene->joint_count; j++) {
    BrnModelJoint* joint = &model->joint[j];
    *joint = (BrnModelJoint){.type = scene->joint[j].type, .fit_error = NAN};
    BrnStatus status = make_joint(build, &scene->joint[j], joint);
    model->joint_count++; // a half-made one is freed with the model
    BRN_TRY(status);
  }
  return brn__model_hang(build->ctx, scene, model);
}
