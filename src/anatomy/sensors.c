// SPDX-License-Identifier: Apache-2.0

#include "anatomy/pieces.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// What is measured of the skeleton and of lines of action: names become indices. That there is
// what a sensor needs has been looked at.

static int find_joint(const BrnModel* model, const char* name) {
  int j = 0;
  while (j < model->joint_count && strcmp(model->joint[j].name, name) != 0) j++;
  BRN_ASSERT(j < model->joint_count);
  return j;
}

// a unit, or a muscle that is one
static int find_unit(const BrnModel* model, const char* name) {
  int u = 0;
  while (u < model->unit_count && strcmp(model->unit_list[u].name, name) != 0) u++;
  BRN_ASSERT(u < model->unit_count);
  return u;
}

static bool turns(BrnSensorKind measure) { return measure <= BRN_SENSE_ANGULAR_ACCELERATION; }

static void set_point(const BrnModel* model, const double given[3], int bone, double out[3]) {
  if (!isnan(given[0])) {
    brn__copy3(out, given);
  } else if (bone >= 0) {
    brn__copy3(out, model->bone[bone].centre);
  }
}

static BrnStatus make_sensor(BrnBuild* build, const BrnSceneSensor* sensor, BrnModelSensor* out) {
  const BrnModel* model = build->model;
  out->name = brn__strdup(build->ctx, sensor->name);
  if (!out->name) return BRN_NO_MEMORY;
  if (sensor->measure == BRN_SENSE_LENGTH) {
    out->unit = find_unit(model, sensor->muscle);
    return BRN_OK;
  }
  if (turns(sensor->measure) && sensor->joint) {
    out->joint = find_joint(model, sensor->joint);
  } else {
    out->bone = brn__build_find_bone(build, sensor->bone);
    if (sensor->other) out->other = brn__build_find_bone(build, sensor->other);
  }
  set_point(model, sensor->at, out->bone, out->at);
  set_point(model, sensor->other_at, out->other, out->other_at);
  brn__copy3(out->along, sensor->along);
  if (!isnan(sensor->along[0])) brn__normalize3(out->along);
  return BRN_OK;
}

BrnStatus brn__build_sensors(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnScene* scene = build->scene;
  if (scene->sensor_count > 0) {
    model->sensor = brn__new_zero(build->ctx, scene->sensor_count, BrnModelSensor);
    if (!model->sensor) return BRN_NO_MEMORY;
  }
  for (int s = 0; s < scene->sensor_count; s++) {
    BrnModelSensor* out = &model->sensor[model->sensor_count++]; // half made ones are freed, too
    *out = (BrnModelSensor){.measure = scene->sensor[s].measure,
                            .joint = -1,
                            .bone = -1,
                            .other = -1,
                            .unit = -1,
                            .along = {NAN, NAN, NAN},
                            .smooth = scene->sensor[s].smooth};
    BRN_TRY(make_sensor(build, &scene->sensor[s], out));
  }
  return brn__build_signals(build);
}
