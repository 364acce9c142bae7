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

// ------------------------------------------------------------------------------------------ place

// a fit that is off by more than this share of its radius is doubtful
static const double doubtful = 0.1;

static void tell_fit(BrnBuild* build, const BrnSceneJoint* joint, const BrnFittedJoint* fit) {
  const BrnRound* round = &fit->round;
  brn__log(build->ctx, BRN_LOG_INFO, "joint \"%s\": radius %s on \"%s\", off by %s", joint->name,
           BRN_LENGTH(round->radius), joint->bone[fit->side], BRN_LENGTH(round->error));
  if (round->error <= doubtful * round->radius) return;
  brn__log(build->ctx, BRN_LOG_WARNING,
           "joint \"%s\": its fit, of radius %s, is off by %s; change \"within\", or give "
           "\"point\"",
           joint->name, BRN_LENGTH(round->radius), BRN_LENGTH(round->error));
}

static BrnStatus place(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  bool hinge = joint->type == BRN_JOINT_HINGE, axis_given = hinge && is_given(joint->axis);
  brn__copy3(out->point, build->model->bone[out->child].centre); // a weld may be anywhere
  if (axis_given) {
    brn__copy3(out->axis, joint->axis);
    brn__normalize3(out->axis);
  }
  if (joint->fit != BRN_FIT_NONE) {
    BrnFittedJoint fit;
    BRN_TRY(brn__joint_fit(build, joint, &fit));
    tell_fit(build, joint, &fit);
    brn__copy3(out->point, fit.round.point);
    if (hinge && !axis_given) brn__copy3(out->axis, fit.round.axis);
    out->fit_error = fit.round.error;
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

static void set_limits(const BrnSceneJoint* joint, BrnModelJoint* out) {
  double low = isnan(joint->limits[0]) ? -180 : joint->limits[0];
  double high = isnan(joint->limits[1]) ? 180 : joint->limits[1];
  double swing = isnan(joint->swing) ? 180 : joint->swing;
  out->limits[0] = low * degree;
  out->limits[1] = high * degree;
  out->swing = swing * degree;
}

static BrnStatus set_angle(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  BrnWhere where = brn__where("joints.%s.angle", joint->name);
  if (joint->angle.key_count == 0 && isnan(joint->angle.value)) return BRN_OK;
  return brn__build_track(build, where.text, BRN_TRACK_SCALAR, &joint->angle, degree, &out->angle);
}

// -------------------------------------------------------------------------------------- the step

static BrnStatus make_joint(BrnBuild* build, const BrnSceneJoint* joint, BrnModelJoint* out) {
  out->name = brn__strdup(build->ctx, joint->name);
  if (!out->name) return BRN_NO_MEMORY;
  out->parent = brn__build_find_bone(build, joint->bone[0]);
  out->child = brn__build_find_bone(build, joint->bone[1]);
  BRN_TRY(place(build, joint, out));
  set_limits(joint, out);
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
