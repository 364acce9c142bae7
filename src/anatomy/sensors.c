// SPDX-License-Identifier: Apache-2.0

#include "anatomy/pieces.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// What is measured of the skeleton and of lines of action: names become indices. What a sensor
// needs beside its name depends on what it measures.

static const char* const measures[] = {
    "angle",    "angular_velocity", "angular_acceleration", "velocity", "acceleration",
    "distance", "length",
};

static BrnStatus find_joint(BrnBuild* build, const char* where, const char* name, int* out) {
  const BrnModel* model = build->model;
  BrnSpelling spelling = {.word = name};
  *out = -1;
  for (int j = 0; j < model->joint_count; j++) {
    if (strcmp(model->joint[j].name, name) == 0) {
      *out = j;
      return BRN_OK;
    }
    brn__spelling_offer(&spelling, model->joint[j].name);
  }
  return brn__spelling_fail(build, where, "joint", &spelling);
}

// a unit, or a muscle that is one
static BrnStatus find_unit(BrnBuild* build, const char* where, const char* name, int* out) {
  const BrnModel* model = build->model;
  BrnSpelling spelling = {.word = name};
  *out = -1;
  for (int u = 0; u < model->unit_count; u++) {
    if (strcmp(model->unit_list[u].name, name) == 0) {
      *out = u;
      return BRN_OK;
    }
    brn__spelling_offer(&spelling, model->unit_list[u].name);
  }
  for (int m = 0; m < model->muscle_count; m++) {
    const BrnModelMuscle* muscle = &model->muscle[m];
    if (strcmp(muscle->name, name) != 0) continue;
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: \"%s\" has units; name one of them, such as "
                     "\"%s\"",
                     where, name, model->unit_list[muscle->first_unit].name);
  }
  return brn__spelling_fail(build, where, "muscle or unit", &spelling);
}

static BrnStatus miss(BrnBuild* build, const char* where, const BrnSceneSensor* sensor,
                      const char* what) {
  return brn__fail(build->ctx, BRN_INVALID, "%s: to measure \"%s\" it needs %s", where,
                   measures[sensor->measure], what);
}

static bool turns(BrnSensorKind measure) { return measure <= BRN_SENSE_ANGULAR_ACCELERATION; }

static BrnStatus check_needs(BrnBuild* build, const char* where, const BrnSceneSensor* sensor) {
  if (sensor->measure == BRN_SENSE_LENGTH) {
    return sensor->muscle ? BRN_OK : miss(build, where, sensor, "a \"muscle\"");
  }
  if (sensor->measure == BRN_SENSE_ANGLE) {
    return sensor->joint ? BRN_OK : miss(build, where, sensor, "a \"joint\"");
  }
  if (turns(sensor->measure) && !sensor->joint == !sensor->bone) {
    return miss(build, where, sensor, "either a \"joint\" or a \"bone\"");
  }
  if (!turns(sensor->measure) && !sensor->bone) return miss(build, where, sensor, "a \"bone\"");
  if (sensor->measure == BRN_SENSE_DISTANCE && !sensor->other && isnan(sensor->other_at[0])) {
    return miss(build, where, sensor, "an \"other\" bone, or \"other_at\", a point of the world");
  }
  if (sensor->bone && sensor->other && strcmp(sensor->bone, sensor->other) == 0) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: \"bone\" and \"other\" are both \"%s\"; name two bones", where,
                     sensor->bone);
  }
  return BRN_OK;
}

static BrnStatus set_direction(BrnBuild* build, const char* where, const BrnSceneSensor* sensor,
                               BrnModelSensor* out) {
  brn__copy3(out->along, sensor->along);
  if (isnan(sensor->along[0]) || brn__normalize3(out->along) > 0) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID, "%s.along: it has no length; give a direction", where);
}

static void set_point(const BrnModel* model, const double given[3], int bone, double out[3]) {
  if (!isnan(given[0])) {
    brn__copy3(out, given);
  } else if (bone >= 0) {
    brn__copy3(out, model->bone[bone].centre);
  }
}

static BrnStatus make_sensor(BrnBuild* build, const BrnSceneSensor* sensor, BrnModelSensor* out) {
  BrnWhere where = brn__where("sensors.%s", sensor->name);
  out->name = brn__strdup(build->ctx, sensor->name);
  if (!out->name) return BRN_NO_MEMORY;
  BRN_TRY(check_needs(build, where.text, sensor));
  if (sensor->measure == BRN_SENSE_LENGTH) {
    return find_unit(build, where.text, sensor->muscle, &out->unit);
  }
  if (turns(sensor->measure) && sensor->joint) {
    BRN_TRY(find_joint(build, where.text, sensor->joint, &out->joint));
  } else {
    BRN_TRY(brn__build_find_bone(build, where.text, sensor->bone, &out->bone));
    if (sensor->other) {
      BRN_TRY(brn__build_find_bone(build, where.text, sensor->other, &out->other));
    }
  }
  set_point(build->model, sensor->at, out->bone, out->at);
  set_point(build->model, sensor->other_at, out->other, out->other_at);
  return set_direction(build, where.text, sensor, out);
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
