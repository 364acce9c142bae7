// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"

#include <math.h>
#include <stdlib.h>

// Figure 20: the axial spindle, its first of ten frames, over sizes and over workers. And what one
// iteration costs.

typedef struct Way {
  const char* name;
  const char* words;
  int most;       // soft tets; larger bodies take too long
  int iterations; // that are enough to time one
} Way;

// both of the paper's, stopped by the same decrement, and what Brawn does by itself
static const Way ways[] = {
    {"EMU", "method=emu emu_step=woodbury tolerance=1e-5 halvings=0 balance=1e-2", INT32_MAX, 12},
    {"FEM", "method=newton linear=direct warp=false tolerance=1e-5 balance=1e-2", 200000, 3},
    {"newton", "method=newton tolerance=1e-5 balance=1e-2", INT32_MAX, 3},
};
enum { WAYS = sizeof ways / sizeof *ways, SIZES = 7, REPEATS = 3 };
enum { COMPARED = 60000 }; // soft tets: beyond, a reference takes too long

static const int soft_tets[SIZES] = {2268, 6000, 13500, 55296, 133200, 290000, 600000};

typedef struct Run {
  BenchResult result; // the one with the median of CPU seconds
  int soft, tets;
  bool missing, compared;
} Run;

static int soft_count(const BrnModel* model) {
  int count = 0;
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].kind != BRN_PART_BONE) count += model->part[p].tet_count;
  }
  return count;
}

static int compare_cpu(const void* a, const void* b) {
  double x = ((const BenchResult*)a)->cpu, y = ((const BenchResult*)b)->cpu;
  return (x > y) - (x < y);
}

static BrnStatus run_model(BrnContext* ctx, const BrnModel* model, const char* words, bool compared,
                           Run* run) {
  BenchRamp ramp = {.model = model, .steps = BENCH_FRAMES, .frames = 1};
  BenchResult results[REPEATS];
  run->soft = soft_count(model);
  int repeats = model->mesh->tet_count > 100000 ? 1 : REPEATS;
  BrnStatus status = BRN_OK;
  if (compared && run->soft <= COMPARED) status = bench_ramp_reference(ctx, &ramp);
  for (int r = 0; r < repeats && status == BRN_OK; r++) {
    status = emu_run(ctx, &ramp, words, &results[r]);
  }
  run->compared = ramp.shapes != NULL;
  bench_ramp_free(ctx, &ramp);
  if (status != BRN_OK) return status;
  qsort(results, (size_t)repeats, sizeof *results, compare_cpu);
  run->result = results[repeats / 2];
  run->tets = model->mesh->tet_count;
  return BRN_OK;
}

// with workers of its own
static BrnStatus run_size(BenchStudies* bench, int workers, int soft, const char* words,
                          bool compared, Run* run) {
  BrnContext* ctx = bench_context(workers);
  BrnModel* model = NULL;
  if (!ctx) return BRN_NO_MEMORY;
  *run = (Run){.soft = soft};
  BrnStatus status = bench_spindle_build(ctx, &bench_cases[0], bench_spindle_tets(soft), &model);
  if (status == BRN_OK) status = run_model(ctx, model, words, compared, run);
  run->missing = status == BRN_UNSUPPORTED;
  if (run->missing) status = BRN_OK;
  if (status != BRN_OK) brn__fail(bench->ctx, status, "%s", brn_last_error(ctx));
  brn_model_destroy(ctx, model);
  brn_context_destroy(ctx);
  return status;
}

static json_t* to_json(const char* name, int workers, const Run* run) {
  const BenchResult* r = &run->result;
  if (run->missing) {
    return json_pack("{s:s, s:i, s:s}", "solver", name, "soft_tets", run->soft, "remark",
                     "not there yet");
  }
  json_t* row =
      json_pack("{s:s, s:i, s:i, s:i, s:i, s:b, s:f, s:f, s:f, s:f}", "solver", name, "workers",
                workers, "soft_tets", run->soft, "tets", run->tets, "iterations", r->sum.iterations,
                "converged", r->failed == 0, "prepare_seconds", r->prepare, "seconds",
                r->sum.seconds.total, "cpu_seconds", r->cpu, "gigabytes", 1e-9 * r->memory);
  if (run->compared) json_object_set_new(row, "error_percent", json_real(emu_percent(r->error)));
  return row;
}

static const BenchColumn columns[] = {
    {"solver", "solver", NULL},
    {"workers", "workers", "%.0f"},
    {"soft_tets", "soft tets", "%.0f"},
    {"tets", "tets", "%.0f"},
    {"iterations", "iter.", "%.0f"},
    {"converged", "converged", "%g"},
    {"prepare_seconds", "prepare s", "%.3f"},
    {"seconds", "s a frame", "%.3f"},
    {"cpu_seconds", "CPU s", "%.3f"},
    {"error_percent", "error %", "%.3f"},
    {"gigabytes", "GB", "%.3f"},
    {"remark", "remark", NULL},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void set_columns(BenchTable* table) {
  for (int c = 0; c < COLUMNS; c++) table->column[c] = columns[c];
}

// -------------------------------------------------------------------------------- figure 20, left

static BrnStatus plot_scaling(BenchStudies* bench, const BenchTable* table) {
  StudyCurve curve[WAYS];
  BenchSeries series[WAYS];
  for (int w = 0; w < WAYS; w++) {
    curve[w] = study_curve(table, "solver", ways[w].name, "soft_tets", "cpu_seconds");
    series[w] = study_series(ways[w].name, &curve[w]);
  }
  BenchPlot plot = {.title = "Figure 20, left: one frame on one core",
                    .x = {.label = "soft tets", .log = true},
                    .y = {.label = "CPU seconds", .log = true},
                    .series = series,
                    .series_count = WAYS};
  return study_plot(bench, "figure_20", &plot);
}

BrnStatus emu_study_scaling(BenchStudies* bench) {
  BenchTable table = {
      .name = "figure_20",
      .title = "Figure 20, left: time of a frame over size, one core",
      .note =
          "FEM is Newton's method with a factorisation each iteration and straight steps, as the "
          "paper compares with; newton is what Brawn does by default. All stop at the same "
          "relative decrement, 1e-5, which EMU measures in a metric that is too stiff, with 1 % of "
          "the forces out of balance. EMU's own weight leaves tets apart, so it is not called "
          "converged. The "
          "paper tells of 20 times; that is the price of an iteration (next table), of which "
          "FEM needs two or three."};
  set_columns(&table);
  study_table_begin(bench, &table);
  BrnStatus status = BRN_OK;
  int sizes = study_pick(bench, 1, 3, SIZES);
  for (int s = 0; s < sizes && status == BRN_OK; s++) {
    int soft = bench->run->quick ? 900 : soft_tets[s];
    for (int w = 0; w < WAYS && status == BRN_OK; w++) {
      Run run;
      if (soft > ways[w].most) continue;
      status = run_size(bench, 1, soft, ways[w].words, true, &run);
      if (status == BRN_OK) study_table_add(bench, &table, to_json(ways[w].name, 1, &run));
    }
  }
  if (status == BRN_OK) status = plot_scaling(bench, &table);
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}

// ------------------------------------------------------------------------------- figure 20, right

BrnStatus emu_study_workers(BenchStudies* bench) {
  BenchTable table = {.name = "figure_20_workers",
                      .title = "Figure 20, right: time of a frame over workers",
                      .note =
                          "The paper gains 3 times from 12 cores; more workers than the machine "
                          "has cores are not tried."};
  set_columns(&table);
  study_table_begin(bench, &table);
  int soft = study_pick(bench, 900, 13500, 133200), most = brn_worker_count(bench->ctx);
  BrnStatus status = BRN_OK;
  for (int w = 0; w < WAYS && status == BRN_OK; w++) {
    for (int workers = 1; workers <= most && status == BRN_OK; workers *= 2) {
      Run run;
      status = run_size(bench, workers, soft, ways[w].words, false, &run);
      if (status == BRN_OK) study_table_add(bench, &table, to_json(ways[w].name, workers, &run));
    }
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}

// ------------------------------------------------------------------------------------ an iteration

// of FEM: with one factorisation, also where some failed
static double iteration_seconds(const Run* run) {
  const BrnStepReport* sum = &run->result.sum;
  double factors = sum->factorizations > sum->iterations ? sum->factorizations : sum->iterations;
  if (sum->iterations == 0) return NAN;
  double busy = run->result.cpu / sum->seconds.total; // others may have had the core at times
  return busy * ((sum->seconds.total - sum->seconds.factor) / sum->iterations +
                 sum->seconds.factor / factors);
}

static BrnStatus add_iteration(BenchStudies* bench, BenchTable* table, int soft, double bar) {
  Run run[2];
  json_t* row;
  for (int w = 0; w < 2; w++) {
    char words[200];
    snprintf(words, sizeof words, "%s tolerance=1e-12 iterations=%d", ways[w].words,
             ways[w].iterations);
    BRN_TRY(run_size(bench, 1, soft, words, false, &run[w]));
  }
  double emu = run[0].missing ? NAN : iteration_seconds(&run[0]), fem = iteration_seconds(&run[1]);
  row = json_pack("{s:i, s:f}", "soft_tets", run[1].soft, "fem_ms", 1e3 * fem);
  if (isfinite(emu)) {
    json_object_set_new(row, "emu_ms", json_real(1e3 * emu));
    json_object_set_new(row, "ratio", json_real(fem / emu));
  } else {
    json_object_set_new(row, "remark", json_string("not there yet"));
  }
  if (bar > 0) json_object_set_new(row, "prototype", json_real(bar));
  study_table_add(bench, table, row);
  return BRN_OK;
}

BrnStatus emu_study_iteration(BenchStudies* bench) {
  BenchTable table = {
      .name = "iteration",
      .title = "What an iteration costs, CPU time, one core",
      .note =
          "FEM: elements, assembly, one factorisation, one solution, the search. EMU: 9 x 9 "
          "inverses, M and one solution with the factor of L, 48 modes. Beside it the ratio that "
          "a prototype of both reached.",
      .column = {{"soft_tets", "soft tets", "%.0f"},
                 {"emu_ms", "EMU ms", "%.2f"},
                 {"fem_ms", "FEM ms", "%.1f"},
                 {"ratio", "FEM / EMU", "%.1f"},
                 {"prototype", "prototype", "%.0f"},
                 {"remark", "remark", NULL},
                 {0}}};
  static const int soft[] = {13500, 55296, 133200};
  static const double bars[] = {6, 10, 17};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int s = 0; s < study_pick(bench, 1, 1, 3) && status == BRN_OK; s++) {
    status = add_iteration(bench, &table, study_pick(bench, 900, soft[s], soft[s]),
                           bench->run->quick ? 0 : bars[s]);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
