// SPDX-License-Identifier: Apache-2.0

#include "drive/sense.h"

#include "core/vec.h"
#include "drive/rates.h"
#include "drive/run_up.h"

#include <math.h>
#include <string.h>

// A sensor watches one bone against another, or against the world. Where scripts move both, they
// are read at the time of the input, and their rates come from the script before and after that
// time. Otherwise both are read as the last step has left them, and rates from what they were
// before.

static const double degrees = 57.295779513082320877;

// ------------------------------------------------------------------------------------------ poses

typedef struct Pair {
  int bone, other; // -1: the world
} Pair;

static Pair pair_of(const BrnModel* model, const BrnModelSensor* sensor) {
  if (sensor->joint < 0) return (Pair){sensor->bone, sensor->other};
  return (Pair){model->joint[sensor->joint].child, model->joint[sensor->joint].parent};
}

static bool is_scripted(const BrnModel* model, Pair pair) {
  return brn_skeleton_is_given(model->skeleton, pair.bone) &&
         (pair.other < 0 || brn_skeleton_is_given(model->skeleton, pair.other));
}

// of the bone, in the frame that was that of the other one at rest
static BrnPose against(const BrnPose* bone, const BrnPose* other) {
  BrnPose back = brn_pose_invert(other);
  return brn_pose_compose(&back, bone);
}

static BrnPose pose_now(const BrnSense* sense, Pair pair, bool scripted) {
  BrnPose bone, other = brn_pose_identity();
  if (scripted) {
    bone = sense->input->bone[pair.bone];
    if (pair.other >= 0) other = sense->input->bone[pair.other];
  } else {
    bone = brn_state_bone_pose(sense->model, sense->state, pair.bone);
    if (pair.other >= 0) other = brn_state_bone_pose(sense->model, sense->state, pair.other);
  }
  return against(&bone, &other);
}

static BrnPose pose_at(const BrnModel* model, Pair pair, double time) {
  BrnPose bone = brn_model_bone_pose(model, pair.bone, time), other = brn_pose_identity();
  if (pair.other >= 0) other = brn_model_bone_pose(model, pair.other, time);
  return against(&bone, &other);
}

// ------------------------------------------------------------------------------------------ rates

static bool is_angular(BrnSensorKind measure) {
  return measure == BRN_SENSE_ANGULAR_VELOCITY || measure == BRN_SENSE_ANGULAR_ACCELERATION;
}

static bool is_rate(BrnSensorKind measure) {
  return is_angular(measure) || measure == BRN_SENSE_VELOCITY || measure == BRN_SENSE_ACCELERATION;
}

// From one pose to another: how far the point goes, or the rotation vector. At no rotation the
// derivatives of that vector are angular velocity and acceleration.
static void displacement(const BrnModelSensor* sensor, const BrnPose* from, const BrnPose* to,
                         double out[3]) {
  double back[4], a[3];
  if (is_angular(sensor->measure)) {
    brn_rotation_invert(from->rotation, back);
    brn_rotation_multiply(to->rotation, back, back);
    brn_rotation_log(back, out);
  } else {
    brn_pose_apply(from, sensor->at, a);
    brn_pose_apply(to, sensor->at, out);
    brn__sub3(out, out, a);
  }
}

// The window is never across the beginning of the first frame, where scripts start abruptly; what
// is at its middle stands for the time next to that. In a run-up nothing moves by itself.
static void script_rates(const BrnSense* sense, const BrnModelSensor* sensor, Pair pair,
                         double* velocity, double* acceleration) {
  const BrnModel* model = sense->model;
  double sample[3 * BRN_RATE_SAMPLES], time = sense->input->time;
  double half = fmax(sensor->smooth, 0.5 / model->frames.per_second);
  double middle = time < 0 ? fmin(time, -half) : fmax(time, half), spacing = half / BRN_RATE_HALF;
  memset(velocity, 0, 3 * sizeof(double));
  memset(acceleration, 0, 3 * sizeof(double));
  if (brn__run_up_is_on(model, time)) return;
  BrnPose from = pose_at(model, pair, middle);
  for (int k = 0; k < BRN_RATE_SAMPLES; k++) {
    BrnPose to = pose_at(model, pair, middle + (k - BRN_RATE_HALF) * spacing);
    displacement(sensor, &from, &to, sample + 3 * k);
  }
  brn__rates_fit(sample, spacing, velocity, acceleration);
}

// what is remembered of where it was is a rotation, or a point in the place of its last three
static BrnPose pose_before(const BrnModelSensor* sensor, const double* was) {
  BrnPose pose = brn_pose_identity();
  if (is_angular(sensor->measure)) {
    memcpy(pose.rotation, was, sizeof pose.rotation);
  } else {
    brn__sub3(pose.translation, was + 1, sensor->at);
  }
  return pose;
}

static void remember(const BrnModelSensor* sensor, const BrnPose* pose, double* was) {
  if (is_angular(sensor->measure)) {
    memcpy(was, pose->rotation, sizeof pose->rotation);
  } else {
    brn_pose_apply(pose, sensor->at, was + 1);
  }
}

static void state_rates(const BrnSense* sense, const BrnModelSensor* sensor, const BrnPose* pose,
                        double* memory) {
  double *was = memory + 1, *velocity = memory + 5, *acceleration = memory + 8, moved[3];
  if (sense->count > 1) {
    BrnPose before = pose_before(sensor, was);
    displacement(sensor, &before, pose, moved);
    brn__rates_follow(moved, sense->lapse, sensor->smooth, velocity, acceleration);
  }
  remember(sensor, pose, was);
}

// ----------------------------------------------------------------------------------------- values

// about the axis of a hinge, in (-180, 180]; the whole angle of others
static double angle_of(const BrnModelJoint* joint, const BrnPose* pose) {
  double vector[3];
  if (joint->type == BRN_JOINT_HINGE) {
    return degrees * brn_rotation_about(pose->rotation, joint->axis);
  }
  brn_rotation_log(pose->rotation, vector);
  return degrees * brn__norm3(vector);
}

// the whole of a vector, or its part along a direction; of a hinge that about its axis
static double size_of(const BrnModel* model, const BrnModelSensor* sensor, const double* vector) {
  if (!isnan(sensor->along[0])) return brn__dot3(vector, sensor->along);
  bool hinge = sensor->joint >= 0 && model->joint[sensor->joint].type == BRN_JOINT_HINGE;
  return hinge ? brn__dot3(vector, model->joint[sensor->joint].axis) : brn__norm3(vector);
}

static double line_length(const BrnModelUnit* unit, const double* position) {
  double length = 0, before[3] = {0};
  for (int i = 0; i < unit->line_count; i++) {
    double point[3] = {0};
    for (int k = 4 * i; k < 4 * i + 4; k++) {
      brn__axpy3(point, point, unit->line_weight[k], position + 3 * (size_t)unit->line_vertex[k]);
    }
    if (i > 0) length += brn__distance3(before, point);
    brn__copy3(before, point);
  }
  return length;
}

static double relative_length(const BrnSense* sense, const BrnModelUnit* unit) {
  if (!unit->line_vertex) return 1;
  double rest = line_length(unit, sense->model->mesh->position);
  return rest > 0 ? line_length(unit, sense->state->position) / rest : 1;
}

static double rate_of(const BrnSense* sense, const BrnModelSensor* sensor, Pair pair,
                      double* memory) {
  bool scripted = is_scripted(sense->model, pair);
  double *velocity = memory + 5, *acceleration = memory + 8;
  if (scripted) {
    script_rates(sense, sensor, pair, velocity, acceleration);
  } else {
    BrnPose pose = pose_now(sense, pair, false);
    state_rates(sense, sensor, &pose, memory);
  }
  bool first =
      sensor->measure == BRN_SENSE_ANGULAR_VELOCITY || sensor->measure == BRN_SENSE_VELOCITY;
  double size = size_of(sense->model, sensor, first ? velocity : acceleration);
  return is_angular(sensor->measure) ? degrees * size : size;
}

static double value_of(const BrnSense* sense, const BrnModelSensor* sensor, double* memory) {
  const BrnModel* model = sense->model;
  if (sensor->measure == BRN_SENSE_LENGTH) {
    return relative_length(sense, &model->unit_list[sensor->unit]);
  }
  Pair pair = pair_of(model, sensor);
  if (is_rate(sensor->measure)) return rate_of(sense, sensor, pair, memory);
  BrnPose pose = pose_now(sense, pair, is_scripted(model, pair));
  if (sensor->measure == BRN_SENSE_ANGLE) return angle_of(&model->joint[sensor->joint], &pose);
  double between[3];
  brn_pose_apply(&pose, sensor->at, between);
  brn__sub3(between, between, sensor->other_at);
  return size_of(model, sensor, between);
}

// a state that is nowhere must not get into what is remembered
void brn__sense_read(const BrnSense* sense) {
  for (int s = 0; s < sense->model->sensor_count; s++) {
    double* memory = brn__sense_sensor(sense->model, sense->input, s);
    memory[0] = value_of(sense, &sense->model->sensor[s], memory);
    if (!isfinite(memory[0])) memset(memory, 0, BRN_SENSE_SENSOR * sizeof(double));
  }
}
