// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"
#include "core/string.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

// The paper's body: 140 muscles, 75,644 mesh constraints, 20,572 inner ones, 39,424 external ones
// and 140 volumes, 135,780 in all; 10 iterations took it 44.04 s a frame on six processes. Ours is
// a crowd of spindles of quads side by side, tied to their neighbours twice per vertex.

enum { PAPER_MUSCLES = 140, PAPER_ROW = 14, TIMES = 24 };
static const double paper_seconds = 44.04;

// ------------------------------------------------------------------------------------------- crowd

// 69 of 140 have a ring less, which makes 75,648 edges and diagonals
static XpbdSpindle spindle_at(int i, int row) {
  XpbdSpindle spindle = xpbd_spindle();
  spindle.rings = i % 2 == 0 && i != 0 ? 11 : 12;
  spindle.quads = true;
  spindle.from[1] = 0.042 * (i % row);
  spindle.from[2] = 0.042 * (i / row);
  return spindle;
}

static void add_muscle(BrnContext* ctx, BrnString* text, int i) {
  brn__string_printf(
      ctx, text,
      "%s'm%d': {'surface': '%d.obj', 'origin': {'bones': ['wall'], 'select': 'held'}, "
      "'activation': {'keys': [[0, 0], [0.5, %g]], 'curve': 'linear'}}",
      i > 0 ? ", " : "", i, i, 0.1 + 0.3 * (i % 7) / 6.0);
}

static void write_scene(BrnContext* ctx, int count, int row, BrnString* text) {
  double y = 0.042 * row, z = 0.042 * ((count + row - 1) / row);
  brn__string_printf(ctx, text,
                     "{'brawn': 1, 'bones': {'wall': {'form': {'clay': [{'centre': [-0.016, %g, "
                     "%g], 'half': [0.016, %g, %g], 'round': 0.002}], 'detail': 40}, 'fixed': "
                     "true}}, 'selections': {'held': {'box': [[-1e-4, -9, -9], [1e-4, 9, 9]]}}, "
                     "'muscles': {",
                     y / 2, z / 2, y / 2 + 0.02, z / 2 + 0.02);
  for (int i = 0; i < count; i++) add_muscle(ctx, text, i);
  brn__string_text(ctx, text,
                   "}, 'fascia': {'slide': {'kind': 'all', 'targets': ['m*'], 'within': 0.1}, "
                   "'soft': {'kind': 'all', 'targets': ['m*'], 'slide': 0, 'soft': 1, 'within': "
                   "0.1, 'stiffness': 0.1}}, 'solver': {'method': 'xpbd'}, 'frames': {'first': 1, "
                   "'last': 24}}");
}

static BrnStatus build_crowd(BrnContext* ctx, int count, BrnModel** out) {
  XpbdSpindle spindle[PAPER_MUSCLES];
  int row = count < PAPER_ROW ? count : PAPER_ROW;
  BrnString text = {0};
  for (int i = 0; i < count; i++) spindle[i] = spindle_at(i, row);
  write_scene(ctx, count, row, &text);
  BrnStatus status = text.status;
  if (status == BRN_OK) status = xpbd_build(ctx, spindle, count, text.text, out);
  brn__string_free(ctx, &text);
  return status;
}

// ------------------------------------------------------------------------------------------- bytes

// What has to come from memory in an iteration: of each distance constraint two points, a goal, a
// compliance and its multiplier, which goes back; of each tie a point, a target point and its
// distance. Points are few enough to stay in the cache: they move once.
static double bytes_of(const BrnModel* model, const XpbdCounts* counts) {
  double edges = (double)counts->mesh + counts->inner;
  double points = (double)model->mesh->vertex_count * 2 * 32;
  return edges * (2 * 4 + 4 * 8) + (double)counts->ties * 8 * 8 + points;
}

// -------------------------------------------------------------------------------------------- runs

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

typedef struct Timing {
  double seconds, cpu; // of a frame: median, mean
  BrnStepReport report;
} Timing;

static BrnStatus time_frames(BrnContext* ctx, const BrnModel* model, const char* words, int frames,
                             Timing* out) {
  double seconds[TIMES];
  XpbdRun run;
  if (frames > TIMES) frames = TIMES;
  BrnStatus status = xpbd_begin(ctx, model, words, &run);
  if (status == BRN_OK) status = xpbd_frames(&run, 1, 1); // warm
  run.cpu = 0;
  for (int f = 0; f < frames && status == BRN_OK; f++) {
    run.seconds = 0;
    status = xpbd_frames(&run, 2 + f, 2 + f);
    seconds[f] = run.seconds;
  }
  qsort(seconds, (size_t)frames, sizeof *seconds, compare);
  *out = (Timing){seconds[frames / 2], run.cpu / frames, run.report};
  xpbd_end(ctx, &run);
  return status;
}

static const struct Loop {
  const char *name, *words;
  int iterations; // of a frame
  bool like_paper;
} loops[] = {
    {"1x10, no contact", "xpbd_substeps=1 iterations=10 xpbd_contact=false", 10, true},
    {"1x10, contact", "xpbd_substeps=1 iterations=10", 10, true},
    {"10x1, contact", "xpbd_substeps=10 iterations=1", 10, false},
    {"10x10, contact", "xpbd_substeps=10 iterations=10", 100, false},
};
enum { LOOPS = sizeof loops / sizeof *loops };

static BrnStatus add_loop(BenchStudies* bench, BenchTable* table, const BrnModel* model,
                          const struct Loop* loop) {
  XpbdCounts counts = xpbd_counts(model);
  Timing timing;
  BRN_TRY(time_frames(bench->ctx, model, loop->words, study_pick(bench, 2, 12, 24), &timing));
  double bound = loop->iterations * bytes_of(model, &counts) / bench_stream_bandwidth(bench->ctx);
  json_t* row = json_pack("{s:s, s:i, s:i, s:f, s:f, s:f, s:f, s:f}", "loop", loop->name,
                          "constraints", xpbd_count(&counts), "iterations", loop->iterations, "ms",
                          1e3 * timing.seconds, "cpu_ms", 1e3 * timing.cpu, "bound_ms", 1e3 * bound,
                          "over_bound", timing.seconds / bound, "nanoseconds",
                          1e9 * timing.seconds / ((double)loop->iterations * xpbd_count(&counts)));
  if (loop->like_paper) {
    json_object_set_new(row, "faster", json_real(paper_seconds / timing.seconds));
  }
  study_table_add(bench, table, row);
  return BRN_OK;
}

static BrnStatus describe(BenchStudies* bench, const BrnModel* model) {
  XpbdCounts counts = xpbd_counts(model);
  BenchTable table = {.name = "speed_constraints",
                      .title = "The crowd beside the paper's body",
                      .note = "Distance-like constraints; a tie is one per vertex and fascia.",
                      .column = {{"body", "body", NULL},
                                 {"muscles", "muscles", "%.0f"},
                                 {"mesh", "mesh", "%.0f"},
                                 {"inner", "inner", "%.0f"},
                                 {"ties", "external", "%.0f"},
                                 {"volumes", "volume", "%.0f"},
                                 {"all", "all", "%.0f"},
                                 {0}}};
  study_table_begin(bench, &table);
  study_table_add(bench, &table,
                  json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i}", "body", "paper", "muscles", 140,
                            "mesh", 75644, "inner", 20572, "ties", 39424, "volumes", 140, "all",
                            135780));
  study_table_add(bench, &table,
                  json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:i}", "body", "crowd", "muscles",
                            model->flesh_count, "mesh", counts.mesh, "inner", counts.inner, "ties",
                            counts.ties, "volumes", counts.volumes, "all", xpbd_count(&counts)));
  return study_table_end(bench, &table);
}

BrnStatus xpbd_study_speed(BenchStudies* bench) {
  BrnModel* model;
  BenchTable table = {
      .name = "speed",
      .title = "A frame of a body as large as the paper's (44.04 s on six processes)",
      .note = "Sub-steps x iterations. Bound: the bytes that must move in all iterations at the "
              "bandwidth of all workers, measured in the same run.",
      .column = {{"loop", "loop", NULL},
                 {"constraints", "constraints", "%.0f"},
                 {"iterations", "iterations", "%.0f"},
                 {"ms", "ms", "%.1f"},
                 {"cpu_ms", "CPU ms", "%.1f"},
                 {"nanoseconds", "ns each", "%.1f"},
                 {"bound_ms", "bound ms", "%.1f"},
                 {"over_bound", "over bound", "%.1f"},
                 {"faster", "x paper", "%.0f"},
                 {0}}};
  BRN_TRY(build_crowd(bench->ctx, study_pick(bench, 6, PAPER_MUSCLES, PAPER_MUSCLES), &model));
  BrnStatus status = describe(bench, model);
  study_table_begin(bench, &table);
  for (int i = 0; i < study_pick(bench, 2, LOOPS, LOOPS) && status == BRN_OK; i++) {
    status = add_loop(bench, &table, model, &loops[i]);
  }
  BrnStatus ended = study_table_end(bench, &table);
  brn_model_destroy(bench->ctx, model);
  return status == BRN_OK ? ended : status;
}

// ----------------------------------------------------------------------------------------- workers

static const struct Team { int workers, processes; } teams[] = {{1, 1}, {2, 1}, {1, 2}, {1, 6}};
enum { TEAMS = sizeof teams / sizeof *teams };

static BrnContext* context_of(const struct Team* team) {
  BrnContextDef def = brn_context_def_default();
  def.workers = team->workers;
  def.processes = team->processes;
  return brn_context_create(&def);
}

// processor time is known of the caller's process alone, and bandwidth of its threads
static void add_timing(json_t* row, const struct Team* team, int loop, const Timing* timing,
                       double one) {
  json_object_set_new(row, loop ? "contact_ms" : "ms", json_real(1e3 * timing->seconds));
  json_object_set_new(row, loop ? "contact_gain" : "gain", json_real(one / timing->seconds));
  if (team->processes > 1) return;
  json_object_set_new(row, loop ? "contact_cpu_ms" : "cpu_ms", json_real(1e3 * timing->cpu));
}

static BrnStatus time_team(BenchStudies* bench, const struct Team* team, json_t* row, double* one) {
  BrnContext* ctx = context_of(team);
  BrnModel* model = NULL;
  Timing timing;
  if (!ctx) return BRN_NO_MEMORY;
  BrnStatus status = build_crowd(ctx, study_pick(bench, 6, PAPER_MUSCLES, PAPER_MUSCLES), &model);
  for (int i = 0; i < 2 && status == BRN_OK; i++) {
    status = time_frames(ctx, model, loops[i].words, study_pick(bench, 2, 12, 24), &timing);
    if (status != BRN_OK) break;
    if (team == teams) one[i] = timing.seconds;
    add_timing(row, team, i, &timing, one[i]);
  }
  if (team->processes == 1) {
    json_object_set_new(row, "gigabytes", json_real(1e-9 * bench_stream_bandwidth(ctx)));
  }
  if (status != BRN_OK) brn__fail(bench->ctx, status, "%s", brn_last_error(ctx));
  brn_model_destroy(ctx, model);
  brn_context_destroy(ctx);
  return status;
}

BrnStatus xpbd_study_workers(BenchStudies* bench) {
  double one[2] = {0};
  BenchTable table = {
      .name = "workers",
      .title = "The same frame, 1 x 10 iterations, with more workers, or more processes",
      .note =
          "Where CPU time stays the same and time does not halve, workers wait for each other at "
          "the end of every color; where CPU time grows they wait for memory.",
      .column = {{"workers", "workers", "%.0f"},
                 {"processes", "processes", "%.0f"},
                 {"ms", "ms", "%.1f"},
                 {"cpu_ms", "CPU ms", "%.1f"},
                 {"gain", "gain", "%.2f"},
                 {"contact_ms", "with contact ms", "%.1f"},
                 {"contact_cpu_ms", "CPU ms", "%.1f"},
                 {"contact_gain", "gain", "%.2f"},
                 {"gigabytes", "GB/s", "%.1f"},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int i = 0; i < TEAMS && status == BRN_OK; i++) {
    json_t* row =
        json_pack("{s:i, s:i}", "workers", teams[i].workers, "processes", teams[i].processes);
    status = time_team(bench, &teams[i], row, one);
    study_table_add(bench, &table, row);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
