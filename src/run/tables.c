// SPDX-License-Identifier: Apache-2.0

#include "io/sink.h"
#include "run/run.h"
#include "run/table.h"

#include <string.h>

// The tables of a run, a row a frame. Everything is SI but angles, which are degrees as in scenes.
// Seconds have a table of their own: all others are the same bytes whenever a scene is run.

static const double degrees = 57.295779513082320877;

static const char* outcome_name(BrnOutcome outcome) {
  return outcome == BRN_CONVERGED           ? "converged"
         : outcome == BRN_OUT_OF_ITERATIONS ? "out_of_iterations"
                                            : "broke_down";
}

static bool has_gap(const BrnRun* run) {
  BrnMethod method = run->model->solver.method;
  return method == BRN_METHOD_EMU || method == BRN_METHOD_ADMM || method == BRN_METHOD_BFGS_PLAIN;
}

// a body of surfaces: there is nothing to be told of forces, stresses and energies
static bool is_made_of_surfaces(const BrnRun* run) { return run->measures->point_count > 0; }

// what xpbd tells of surfaces
static void add_surfaces(const BrnRun* run, BrnRow* row) {
  const BrnStepReport* r = &run->report;
  brn__row_word(row, "outcome", outcome_name(r->outcome));
  brn__row_number(row, NULL, "iterations", NULL, r->iterations);
  brn__row_number(row, NULL, "stretch", NULL, r->stretch);
  brn__row_number(row, NULL, "volume_error", NULL, r->volume_error);
  brn__row_number(row, NULL, "contacts", NULL, r->contacts);
  brn__row_number(row, NULL, "depth", "m", r->depth);
  brn__row_number(row, NULL, "kinetic", "J", r->kinetic);
  brn__row_number(row, NULL, "soft_volume", "m^3", r->soft_volume);
}

static void add_run(const BrnRun* run, BrnRow* row) {
  const BrnStepReport* r = &run->report;
  if (is_made_of_surfaces(run)) {
    add_surfaces(run, row);
    return;
  }
  brn__row_word(row, "outcome", outcome_name(r->outcome));
  brn__row_number(row, NULL, "iterations", NULL, r->iterations);
  brn__row_number(row, NULL, "linear_iterations", NULL, r->linear_iterations);
  brn__row_number(row, NULL, "factorizations", NULL, r->factorizations);
  brn__row_number(row, NULL, "projections", NULL, r->projections);
  brn__row_number(row, NULL, "trials", NULL, r->trials);
  brn__row_number(row, NULL, "parts", NULL, r->parts);
  brn__row_number(row, NULL, "energy", "J", r->energy);
  brn__row_number(row, NULL, "decrement", NULL, r->decrement);
  brn__row_number(row, NULL, "residual", "N", r->residual);
  brn__row_number(row, NULL, "inverted", NULL, r->inverted);
  brn__row_number(row, NULL, "soft_volume", "m^3", r->soft_volume);
  if (!has_gap(run)) return;
  brn__row_number(row, NULL, "alpha", NULL, r->alpha);
  brn__row_number(row, NULL, "gap", NULL, r->gap);
}

static void add_times(const BrnRun* run, BrnRow* row) {
  const BrnStepTimes* s = &run->report.seconds;
  brn__row_number(row, NULL, "step", "s", s->total);
  brn__row_number(row, NULL, "elements", "s", s->elements);
  brn__row_number(row, NULL, "assembly", "s", s->assembly);
  brn__row_number(row, NULL, "factor", "s", s->factor);
  brn__row_number(row, NULL, "solve", "s", s->solve);
  brn__row_number(row, NULL, "search", "s", s->search);
  brn__row_number(row, NULL, "write", "s", run->write_seconds);
}

static void add_muscles(const BrnRun* run, BrnRow* row) {
  for (int u = 0; u < run->model->unit_count; u++) {
    const char* name = run->model->unit_list[u].name;
    const BrnUnitMeasure* unit = &run->measures->unit[u];
    brn__row_number(row, name, "activation", NULL, unit->activation);
    brn__row_number(row, name, "length", "m", unit->length);
    brn__row_number(row, name, "volume", "m^3", unit->volume);
    brn__row_number(row, name, "stretch", NULL, unit->stretch);
    brn__row_number(row, name, "least_stretch", NULL, unit->least_stretch);
    brn__row_number(row, name, "most_stretch", NULL, unit->most_stretch);
    if (is_made_of_surfaces(run)) continue;
    brn__row_number(row, name, "fibre_force", "N", unit->fibre_force);
    brn__row_number(row, name, "origin_force", "N", unit->origin_force);
    brn__row_number(row, name, "insertion_force", "N", unit->insertion_force);
  }
}

static void add_parts(const BrnRun* run, BrnRow* row) {
  for (int p = 0; p < run->model->part_count; p++) {
    const char* name = run->model->part[p].name;
    const BrnPartMeasure* part = &run->measures->part[p];
    brn__row_number(row, name, "volume", "m^3", part->volume);
    if (is_made_of_surfaces(run)) continue;
    brn__row_number(row, name, "energy", "J", part->energy);
    brn__row_number(row, name, "most_stress", "Pa", part->most_stress);
  }
}

static void add_wrench(BrnRow* row, const char* name, const BrnWrench* wrench) {
  brn__row_vector(row, name, "force", "N", wrench->force);
  brn__row_vector(row, name, "moment", "N m", wrench->moment);
  brn__row_vector(row, name, "about", "m", wrench->about);
}

static void add_bones(const BrnRun* run, BrnRow* row) {
  static const char* const turn[] = {"rotation_w", "rotation_x", "rotation_y", "rotation_z"};
  for (int b = 0; b < run->model->bone_count; b++) {
    const BrnModelBone* bone = &run->model->bone[b];
    const BrnBoneMeasure* measure = &run->measures->bone[b];
    double centre[3];
    brn_pose_apply(&measure->pose, bone->centre, centre);
    brn__row_vector(row, bone->name, "centre", "m", centre);
    brn__row_vector(row, bone->name, "translation", "m", measure->pose.translation);
    for (int i = 0; i < 4; i++) {
      brn__row_number(row, bone->name, turn[i], NULL, measure->pose.rotation[i]);
    }
    brn__row_number(row, bone->name, "strain", NULL, measure->strain);
    if (is_made_of_surfaces(run)) continue;
    brn__row_vector(row, bone->name, "flesh_force", "N", measure->flesh.force);
    brn__row_vector(row, bone->name, "flesh_moment", "N m", measure->flesh.moment);
    brn__row_vector(row, bone->name, "hold_force", "N", measure->hold.force);
    brn__row_vector(row, bone->name, "hold_moment", "N m", measure->hold.moment);
  }
}

static void add_joints(const BrnRun* run, BrnRow* row) {
  for (int j = 0; j < run->model->joint_count; j++) {
    const char* name = run->model->joint[j].name;
    const BrnJointMeasure* joint = &run->measures->joint[j];
    double turn[3];
    for (int i = 0; i < 3; i++) turn[i] = degrees * joint->rotation[i];
    brn__row_number(row, name, "angle", "deg", degrees * joint->angle);
    brn__row_vector(row, name, "rotation", "deg", turn);
    brn__row_number(row, name, "gap", "m", joint->gap);
    if (!is_made_of_surfaces(run)) add_wrench(row, name, &joint->reaction);
  }
}

static void add_attachments(const BrnRun* run, BrnRow* row) {
  for (int a = 0; a < run->model->attachment_count; a++) {
    add_wrench(row, run->model->attachment[a].name, &run->measures->attachment[a]);
  }
}

static void add_supports(const BrnRun* run, BrnRow* row) {
  for (int s = 0; s < run->model->support_count; s++) {
    add_wrench(row, run->model->support[s].name, &run->measures->support[s]);
  }
}

// what was sensed before the last step of the frame
static void add_sensors(const BrnRun* run, BrnRow* row) {
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
  void (*add)(const BrnRun* run, BrnRow* row);
} tables[] = {
    {"run.csv", add_run},           {"times.csv", add_times},
    {"muscles.csv", add_muscles},   {"parts.csv", add_parts},
    {"bones.csv", add_bones},       {"joints.csv", add_joints},
    {"supports.csv", add_supports}, {"attachments.csv", add_attachments},
    {"sensors.csv", add_sensors},
};
enum { TABLES = sizeof tables / sizeof *tables };

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
static bool is_empty(const BrnRun* run, const struct Table* table) {
  const BrnModel* model = run->model;
  bool forces = table->add == add_supports || table->add == add_attachments;
  if (forces && is_made_of_surfaces(run)) return true;
  return (table->add == add_muscles && model->unit_count == 0) ||
         (table->add == add_bones && model->bone_count == 0) ||
         (table->add == add_joints && model->joint_count == 0) ||
         (table->add == add_supports && model->support_count == 0) ||
         (table->add == add_attachments && model->attachment_count == 0) ||
         (table->add == add_sensors && model->sensor_count + model->signal_count == 0);
}

static void make_row(const BrnRun* run, const struct Table* table, int frame, BrnRow* row) {
  brn__row_number(row, NULL, "frame", NULL, frame);
  brn__row_number(row, NULL, "time", "s", brn_model_frame_time(run->model, frame));
  table->add(run, row);
  brn__string_text(run->ctx, &row->text, "\n");
}

static BrnStatus write_head(BrnRun* run, const char* path, const BrnString* head) {
  BRN_TRY(head->status);
  BrnSink sink;
  BRN_TRY(brn__sink_open(run->ctx, path, &sink));
  brn__sink_bytes(&sink, head->text, head->size);
  return brn__sink_close(&sink);
}

static BrnStatus write_row(BrnRun* run, const struct Table* table, int frame, bool head) {
  BrnRow row = {.ctx = run->ctx, .head = head};
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s", table->file);
  BrnStatus status = path ? BRN_OK : BRN_NO_MEMORY;
  make_row(run, table, frame, &row);
  if (path && head) status = write_head(run, path, &row.text);
  if (path && !head) status = brn__table_append(run->ctx, path, &row.text);
  brn__string_free(run->ctx, &row.text);
  brn__scratch_release(run->ctx, mark);
  return status;
}

BrnStatus brn__tables_start(BrnRun* run) {
  for (int t = 0; t < TABLES; t++) {
    if (!is_empty(run, &tables[t])) BRN_TRY(write_row(run, &tables[t], run->first, true));
  }
  return BRN_OK;
}

BrnStatus brn__tables_add(BrnRun* run, int frame) {
  for (int t = 0; t < TABLES; t++) {
    if (!is_empty(run, &tables[t])) BRN_TRY(write_row(run, &tables[t], frame, false));
  }
  return BRN_OK;
}

BrnStatus brn__tables_cut(BrnRun* run) {
  int rows = run->mark.frame - run->mark.first_row + 1;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  BrnStatus status = BRN_OK;
  for (int t = 0; t < TABLES && status == BRN_OK; t++) {
    if (is_empty(run, &tables[t])) continue;
    const char* path = brn__run_path(run, "%s", tables[t].file);
    status = path ? brn__table_cut(run->ctx, path, rows > 0 ? rows : 0) : BRN_NO_MEMORY;
  }
  brn__scratch_release(run->ctx, mark);
  return status;
}
