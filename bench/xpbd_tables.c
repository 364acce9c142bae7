// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"

#include <math.h>

// The spindle, held at one end: k along relaxed and active, k across, gain, activation, gravity.
static const char spindle_scene[] =
    "{'brawn': 1, 'gravity': [%g, 0, 0], 'bones': {'top': {'form': {'clay': [{'centre': [-0.01, 0, "
    "0], 'half': [0.008, 0.02, 0.02], 'round': 0.002}], 'detail': 12}, 'fixed': true}}, "
    "'selections': {'held': {'box': [[-1e-4, -1, -1], [1e-4, 1, 1]], 'parts': 'm'}, 'root': "
    "{'box': "
    "[[0.0999, -1, -1], [0.1001, 1, 1]], 'parts': 'm'}}, 'muscles': {'m': {'surface': '0.obj', "
    "'origin': {'bones': ['top'], 'select': 'held'}, 'activation': {'keys': [[0, 0], [%g, %g]], "
    "'curve': 'linear'}, 'flesh': {'roots': 'root', 'spacing': 0.025, 'stiffness': [%g, %g], "
    "'across': %g, 'volume_ratio': %g, 'contact': false}}}, 'solver': {'method': 'xpbd', "
    "'xpbd_damping': %g}, 'frames': {'first': 1, 'last': 48}}";

typedef struct Trial {
  double gravity;          // along the spindle, m/s^2
  double ramp;             // s
  double active;           // at its end
  double along[2], across; // N/m
  double ratio;            // volume
  double damping;          // 1/s
  int frames;
} Trial;

static const Trial hanging = {.gravity = 9.81,
                              .ramp = 1,
                              .along = {5e5, 5e5},
                              .across = 5e5,
                              .ratio = 1,
                              .damping = 1,
                              .frames = 48};
static const Trial contracting = {.ramp = 0.5,
                                  .active = 0.4,
                                  .along = {5e5, 5e7},
                                  .across = 1,
                                  .ratio = 1,
                                  .damping = 1,
                                  .frames = 48};

static BrnStatus build(BrnContext* ctx, const Trial* t, BrnModel** out) {
  char text[2000];
  XpbdSpindle spindle = xpbd_spindle();
  snprintf(text, sizeof text, spindle_scene, t->gravity, t->ramp, t->active, t->along[0],
           t->along[1], t->across, t->ratio, t->damping);
  return xpbd_build(ctx, &spindle, 1, text, out);
}

// Shape and report at the end of a trial.
static BrnStatus try_it(BrnContext* ctx, const Trial* trial, const char* words, XpbdShape* shape,
                        BrnStepReport* report) {
  BrnModel* model;
  XpbdRun run = {0};
  BRN_TRY(build(ctx, trial, &model));
  BrnStatus status = xpbd_begin(ctx, model, words, &run);
  if (status == BRN_OK) status = xpbd_frames(&run, 1, trial->frames);
  if (status == BRN_OK) {
    *shape = xpbd_shape(model, run.state->position, 0);
    *report = run.report;
  }
  xpbd_end(ctx, &run);
  brn_model_destroy(ctx, model);
  return status;
}

// ----------------------------------------------------------------------------------------- hanging

static const struct Loop {
  int iterations, substeps;
  double expected[4]; // elongation, by the prototype of the note
} loops[] = {
    {10, 1, {0.939, 0.938, 0.938, 0.938}},      {50, 1, {0.150, 0.148, 0.148, 0.148}},
    {200, 1, {0.0214, 0.0188, 0.0185, 0.0185}}, {1, 10, {0.138, 0.117, 0.116, 0.116}},
    {10, 10, {0.0169, 0.0129, 0.0124, 0.0124}}, {1, 50, {NAN, NAN, -0.06, NAN}},
};
enum { LOOPS = sizeof loops / sizeof *loops };

static BrnStatus add_loop(BenchStudies* bench, BenchTable* table, const struct Loop* loop) {
  static const double stiffness[4] = {5e2, 5e3, 5e5, 5e7};
  json_t* row = json_pack("{s:i, s:i}", "iterations", loop->iterations, "substeps", loop->substeps);
  BrnStatus status = BRN_OK;
  for (int k = 0; k < 4 && status == BRN_OK; k++) {
    char words[80], key[32];
    XpbdShape shape;
    BrnStepReport report;
    Trial trial = hanging;
    trial.along[0] = trial.along[1] = trial.across = stiffness[k];
    snprintf(words, sizeof words, "iterations=%d xpbd_substeps=%d", loop->iterations,
             loop->substeps);
    status = try_it(bench->ctx, &trial, words, &shape, &report);
    snprintf(key, sizeof key, "k%g", stiffness[k]);
    if (status == BRN_OK) json_object_set_new(row, key, json_real(shape.length - 1));
  }
  if (isfinite(loop->expected[2])) {
    json_object_set_new(row, "prototype", json_real(loop->expected[2]));
  }
  study_table_add(bench, table, row);
  return status;
}

BrnStatus xpbd_study_hanging(BenchStudies* bench) {
  BenchTable table = {
      .name = "hanging",
      .title = "A spindle of 20 cm hangs by one end: elongation over stiffness",
      .note = "The paper's 10 iterations a frame leave the solver's slack, not the material. "
              "Sub-steps are worth more than iterations for the same work, as the spine is solved "
              "once in each.",
      .column = {{"iterations", "iterations", "%.0f"},
                 {"substeps", "sub-steps", "%.0f"},
                 {"k500", "k = 5e2", "%.4f"},
                 {"k5000", "5e3", "%.4f"},
                 {"k500000", "5e5", "%.4f"},
                 {"k5e+07", "5e7", "%.4f"},
                 {"prototype", "note, 5e5", "%.4f"},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int i = 0; i < LOOPS && status == BRN_OK; i++) {
    if (bench->run->quick && loops[i].iterations * loops[i].substeps > 10) continue;
    status = add_loop(bench, &table, &loops[i]);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}

// ------------------------------------------------------------------------------------- contraction

static const struct Goal {
  double across, ratio, length, radius; // N/m; the last two by the prototype of the note
} goals[] = {
    {5e5, 1, 0.732, 1.138}, {5e5, 1.3, 0.795, 1.239}, {5e5, 2, 0.892, 1.454},
    {10, 1, 0.675, 1.215},  {1, 1, 0.630, 1.276},     {1, 1.3, 0.678, 1.426},
    {1, 2, 0.773, 1.711},   {0.1, 2, 1.151, 1.667},
};
enum { GOALS = sizeof goals / sizeof *goals };

static json_t* shape_row(const XpbdShape* shape, const BrnStepReport* report) {
  return json_pack("{s:f, s:f, s:f, s:f}", "length", shape->length, "radius", shape->radius,
                   "volume", shape->volume, "stretch", brn_step_report_value(report, "stretch"));
}

static BrnStatus add_goal(BenchStudies* bench, BenchTable* table, const struct Goal* goal) {
  XpbdShape shape;
  BrnStepReport report;
  Trial trial = contracting;
  trial.across = goal->across;
  trial.ratio = 1 + (goal->ratio - 1) / trial.active; // the gain at full activation
  BRN_TRY(try_it(bench->ctx, &trial, "iterations=10 xpbd_substeps=4", &shape, &report));
  json_t* row = shape_row(&shape, &report);
  json_object_set_new(row, "across", json_real(goal->across));
  json_object_set_new(row, "ratio", json_real(goal->ratio));
  json_object_set_new(row, "note_length", json_real(goal->length));
  json_object_set_new(row, "note_radius", json_real(goal->radius));
  study_table_add(bench, table, row);
  return BRN_OK;
}

BrnStatus xpbd_study_contraction(BenchStudies* bench) {
  BenchTable table = {
      .name = "contraction",
      .title = "Contraction by 0.4 with 4 sub-steps of 10 iterations: stiff cross edges forbid the "
               "bulge",
      .note = "Over rest; the ideal at ratio 1 is length 0.600 and radius 1.291. Edges across the "
              "fibres as stiff as those along them, as the paper has it, fight the volume.",
      .column = {{"across", "k across", "%g"},
                 {"ratio", "ratio", "%.1f"},
                 {"length", "length", "%.3f"},
                 {"radius", "mid radius", "%.3f"},
                 {"volume", "volume", "%.5f"},
                 {"stretch", "error along", "%.3f"},
                 {"note_length", "note: length", "%.3f"},
                 {"note_radius", "radius", "%.3f"},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int i = 0; i < GOALS && status == BRN_OK; i++) {
    if (bench->run->quick && goals[i].ratio != 1) continue;
    status = add_goal(bench, &table, &goals[i]);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}

// --------------------------------------------------------------------------------------- sub-steps

BrnStatus xpbd_study_substeps(BenchStudies* bench) {
  static const int loop[][2] = {{4, 10}, {10, 10}, {20, 5}, {40, 3}};
  BenchTable table = {
      .name = "substeps",
      .title = "The same contraction with other sub-steps: does the look survive?",
      .note = "Stiffness across is scaled with 1 / h^2, so that sub-steps may be changed for speed "
              "or steadiness without painting anew.",
      .column = {{"substeps", "sub-steps", "%.0f"},
                 {"iterations", "iterations", "%.0f"},
                 {"length", "length", "%.3f"},
                 {"radius", "mid radius", "%.3f"},
                 {"volume", "volume", "%.5f"},
                 {"stretch", "error along", "%.3f"},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int i = 0; i < study_pick(bench, 2, 4, 4) && status == BRN_OK; i++) {
    char words[80];
    XpbdShape shape;
    BrnStepReport report;
    snprintf(words, sizeof words, "xpbd_substeps=%d iterations=%d", loop[i][0], loop[i][1]);
    status = try_it(bench->ctx, &contracting, words, &shape, &report);
    if (status != BRN_OK) break;
    json_t* row = shape_row(&shape, &report);
    json_object_set_new(row, "substeps", json_integer(loop[i][0]));
    json_object_set_new(row, "iterations", json_integer(loop[i][1]));
    study_table_add(bench, &table, row);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}

// ---------------------------------------------------------------------------------------- figure 7

BrnStatus xpbd_study_figure_7(BenchStudies* bench) {
  static const double ratio[] = {1, 1.3, 1.5, 2};
  BenchTable table = {
      .name = "figure_7",
      .title = "Figures 7 and 17: a muscle at rest, active with its volume kept, and with gain",
      .note =
          "Over rest, with the usual settings, 10 sub-steps of 10 iterations. The ideal at ratio "
          "r is length 0.6 and radius sqrt(r / 0.6).",
      .column = {{"state", "state", NULL},
                 {"ratio", "ratio", "%.1f"},
                 {"length", "length", "%.3f"},
                 {"radius", "mid radius", "%.3f"},
                 {"ideal", "ideal radius", "%.3f"},
                 {"volume", "volume", "%.5f"},
                 {"error_percent", "volume error %", "%.4f"},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int i = -1; i < study_pick(bench, 1, 4, 4) && status == BRN_OK; i++) {
    XpbdShape shape;
    BrnStepReport report;
    Trial trial = contracting;
    double goal = i < 0 ? 1 : ratio[i];
    trial.ratio = 1 + (goal - 1) / trial.active;
    if (i < 0) trial.active = 0;
    status = try_it(bench->ctx, &trial, "", &shape, &report);
    if (status != BRN_OK) break;
    json_t* row = shape_row(&shape, &report);
    json_object_set_new(row, "state", json_string(i < 0 ? "rest" : "active, 0.4"));
    json_object_set_new(row, "ratio", json_real(goal));
    json_object_set_new(row, "ideal", json_real(i < 0 ? 1 : sqrt(goal / 0.6)));
    json_object_set_new(row, "error_percent", json_real(100 * (shape.volume / goal - 1)));
    study_table_add(bench, &table, row);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
