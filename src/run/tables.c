// SPDX-License-Identifier: Apache-2.0

#include "scene/tables.h"
#include "io/sink.h"
#include "run/run.h"
#include "run/table.h"
#include "solver/measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The tables of a run, a row a frame. Everything is SI, or has the lengths that outputs.units asks
// for, but angles, which are degrees as in scenes.
// Seconds have a table of their own: all others are the same bytes whenever a scene is run.

static const double degrees = 57.295779513082320877;

static const char* outcome_name(BrnOutcome outcome) {
  static const char* const names[] = {"converged", "stalled", "out_of_iterations", "broke_down"};
  return names[outcome];
}

static void add_run(const BrnRun* run, BrnTableRow* row) {
  brn__row_word(row, "outcome", outcome_name(run->report.outcome));
  for (int i = 0; i < brn_step_report_column_count(&run->report); i++) {
    BrnStepColumn column = brn_step_report_column(&run->report, i);
    brn__row_number(row, NULL, column.name, column.unit, column.value);
  }
}

static void add_times(const BrnRun* run, BrnTableRow* row) {
  const char* at = (const char*)&run->report.seconds;
  for (const BrnMember* time = brn__step_times; time->name; time++) {
    const char* name = time == brn__step_times ? "step" : time->name;
    brn__row_number(row, NULL, name, time->unit, *(const double*)(const void*)(at + time->offset));
  }
  brn__row_number(row, NULL, "write", "s", run->write_seconds);
}

// ---------------------------------------------------------------------------------------- measures

// of a box whose axes may be others, x may run from what was the largest to what was the least
static void add_box(BrnTableRow* row, const char* owner, const char* unit, const double box[6]) {
  double least[3], most[3];
  brn__row_turn(row, box, least);
  brn__row_turn(row, box + 3, most);
  for (int i = 0; i < 6; i++) {
    char column[16];
    double value = i < 3 ? fmin(least[i], most[i]) : fmax(least[i - 3], most[i - 3]);
    snprintf(column, sizeof column, "%s_%c", i < 3 ? "least" : "most", "xyz"[i % 3]);
    brn__row_number(row, owner, column, unit, value);
  }
}

// w for itself, as it is not of an axis
static void add_rotation(BrnTableRow* row, const char* owner, const char* name, const double q[4]) {
  char column[64];
  snprintf(column, sizeof column, "%s_w", name);
  brn__row_number(row, owner, column, NULL, q[0]);
  brn__row_vector(row, owner, name, NULL, q + 1);
}

static void add_shape(BrnTableRow* row, const char* owner, const BrnMeasure* measure,
                      const char* unit, const double* value) {
  switch (measure->shape) {
  case BRN_NUMBER: brn__row_number(row, owner, measure->name, unit, *value); return;
  case BRN_VECTOR: brn__row_vector(row, owner, measure->name, unit, value); return;
  case BRN_TENSOR: brn__row_tensor(row, owner, measure->name, unit, value); return;
  case BRN_ROTATION: add_rotation(row, owner, measure->name, value); return;
  case BRN_BOX: add_box(row, owner, unit, value); return;
  case BRN_MATRIX: return; // no table has one
  }
}

static void add_measure(BrnTableRow* row, const char* owner, const BrnMeasure* measure,
                        const double* value) {
  bool angle = measure->unit && strcmp(measure->unit, "rad") == 0;
  double turn[3];
  for (int i = 0; angle && i < brn_measure_size(measure->shape); i++) turn[i] = degrees * value[i];
  add_shape(row, owner, measure, angle ? "deg" : measure->unit, angle ? turn : value);
}

static void add_measures(const BrnRun* run, BrnModelDomain of, BrnTableRow* row) {
  const BrnMeasure* measure;
  for (int item = 0; item < brn_model_count(run->model, of); item++) {
    const char* owner = brn_model_item_name(run->model, of, item);
    for (int i = 0; (measure = brn_measure(i)); i++) {
      if (measure->of != of || !brn_model_has_measure(run->model, measure, item)) continue;
      add_measure(row, owner, measure, brn_measure_value(run->measures, measure, item));
    }
  }
}

// ----------------------------------------------------------------------------------------- sensors

// what was sensed before the last step of the frame
static void add_sensors(const BrnRun* run, BrnTableRow* row) {
  static const struct {
    const char *name, *unit;
  } measure[] = {
      [BRN_SENSE_ANGLE] = {"angle", "deg"},
      [BRN_SENSE_ANGULAR_VELOCITY] = {"angular_velocity", "deg/s"},
      [BRN_SENSE_ANGULAR_ACCELERATION] = {"angular_acceleration", "deg/s^2"},
      [BRN_SENSE_VELOCITY] = {"velocity", "m/s"},
      [BRN_SENSE_ACCELERATION] = {"acceleration", "m/s^2"},
      [BRN_SENSE_DISTANCE] = {"distance", "m"},
      [BRN_SENSE_LENGTH] = {"length", NULL},
  };
  const BrnModel* model = run->model;
  for (int s = 0; s < model->sensor_count; s++) {
    const BrnModelSensor* sensor = &model->sensor[s];
    brn__row_number(row, sensor->name, measure[sensor->measure].name, measure[sensor->measure].unit,
                    brn_input_sensor(model, run->state->input, s));
  }
  for (int g = 0; g < model->signal_count; g++) {
    brn__row_number(row, model->signal[g].name, "signal", NULL,
                    brn_input_signal(model, run->state->input, g));
  }
}

// -------------------------------------------------------------------------------------- the tables

static const struct Table {
  const char* file;
  BrnModelDomain of;                                // whose measures it has
  void (*add)(const BrnRun* run, BrnTableRow* row); // NULL: those
} tables[] = {
    {"run.csv", BRN_OF_VERTICES, add_run},
    {"times.csv", BRN_OF_VERTICES, add_times},
    {"muscles.csv", BRN_OF_UNITS, NULL},
    {"parts.csv", BRN_OF_PARTS, NULL},
    {"bones.csv", BRN_OF_BONES, NULL},
    {"joints.csv", BRN_OF_JOINTS, NULL},
    {"supports.csv", BRN_OF_SUPPORTS, NULL},
    {"attachments.csv", BRN_OF_ATTACHMENTS, NULL},
    {"sensors.csv", BRN_OF_SENSORS, add_sensors},
    {"probes.csv", BRN_OF_PROBES, NULL},
};
enum { TABLES = sizeof tables / sizeof *tables };

// "mm"; where the scene is scaled its unit is no longer that: "(0.5 mm)"
void brn__tables_choose_units(BrnRun* run) {
  const BrnScene* scene = run->scene;
  int units = scene->outputs.units, own = 5; // after BRN_UNITS comes "scene"
  run->units = (BrnTableUnits){0};
  if (units == 0) return;
  bool scaled = units == own && scene->scale != 1;
  const char* unit = brn__unit_name(units == own ? scene->units : units);
  if (scaled) {
    snprintf(run->units.length, sizeof run->units.length, "(%.6g %s)", scene->scale, unit);
  } else {
    snprintf(run->units.length, sizeof run->units.length, "%s", unit);
  }
  run->units.metres = units == own ? brn__scene_metres(scene) : brn__unit_metres(units);
  run->units.axes = units == own ? brn__scene_axes(scene) : NULL;
}

const char* brn__tables_file(int index) {
  return index >= 0 && index < TABLES ? tables[index].file : NULL;
}

bool brn__tables_have(const char* file) {
  for (int t = 0; t < TABLES; t++) {
    if (strcmp(tables[t].file, file) == 0) return true;
  }
  return false;
}

// a table of joints without joints is not written, nor one of forces where there are none
static bool is_there(const BrnModel* model, const struct Table* table) {
  const BrnMeasure* measure;
  if (table->add == add_sensors && brn_model_count(model, BRN_OF_SIGNALS) > 0) return true;
  if (table->add) return brn_model_count(model, table->of) > 0;
  for (int i = 0; (measure = brn_measure(i)); i++) {
    if (measure->of == table->of && brn_model_has_measure(model, measure, -1)) return true;
  }
  return false;
}

bool brn_run_has_table(const BrnModel* model, const char* file) {
  BRN_ASSERT(model && file);
  for (int t = 0; t < TABLES; t++) {
    if (strcmp(tables[t].file, file) == 0) return is_there(model, &tables[t]);
  }
  return false;
}

static void make_row(const BrnRun* run, const struct Table* table, int frame, BrnTableRow* row) {
  brn__row_number(row, NULL, "frame", NULL, frame);
  brn__row_number(row, NULL, "time", "s", brn_model_frame_time(run->model, frame));
  if (table->add) {
    table->add(run, row);
  } else {
    add_measures(run, table->of, row);
  }
  brn__string_text(run->ctx, &row->text, "\n");
}

static BrnStatus write_head(BrnRun* run, const char* path, const BrnString* head) {
  BRN_TRY(head->status);
  BrnSink sink;
  BRN_TRY(brn__sink_open_own(run->ctx, path, &sink));
  brn__sink_bytes(&sink, head->text, head->size);
  return brn__sink_close(&sink);
}

static BrnStatus write_row(BrnRun* run, const struct Table* table, int frame, bool head) {
  BrnTableRow row = {.ctx = run->ctx, .head = head};
  if (run->units.metres != 0) row.units = &run->units;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s", table->file);
  BrnStatus status = path ? BRN_OK : BRN_NO_MEMORY;
  make_row(run, table, frame, &row);
  uint64_t end = row.text.size;
  if (path && head) status = write_head(run, path, &row.text);
  if (path && !head) status = brn__table_append(run->ctx, path, &row.text, &end);
  if (status == BRN_OK) {
    status = brn__note_row(run, head ? 'h' : 't', frame, table->file, &row.text, end);
  }
  brn__string_free(run->ctx, &row.text);
  brn__scratch_release(run->ctx, mark);
  return status;
}

BrnStatus brn__tables_start(BrnRun* run) {
  for (int t = 0; t < TABLES; t++) {
    if (is_there(run->model, &tables[t])) BRN_TRY(write_row(run, &tables[t], run->first, true));
  }
  return BRN_OK;
}

BrnStatus brn__tables_add(BrnRun* run, int frame) {
  for (int t = 0; t < TABLES; t++) {
    if (is_there(run->model, &tables[t])) BRN_TRY(write_row(run, &tables[t], frame, false));
  }
  return BRN_OK;
}

BrnStatus brn__tables_cut(BrnRun* run) {
  int rows = run->mark.frame - run->mark.first_row + 1;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  BrnStatus status = BRN_OK;
  for (int t = 0; t < TABLES && status == BRN_OK; t++) {
    if (!is_there(run->model, &tables[t])) continue;
    const char* path = brn__run_path(run, "%s", tables[t].file);
    status = path ? brn__table_cut(run->ctx, path, rows > 0 ? rows : 0) : BRN_NO_MEMORY;
  }
  brn__scratch_release(run->ctx, mark);
  return status;
}
