// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"
#include "bench/peers.h"
#include "drive/script.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

// An iteration of EMU on the spindles of `brawn bench peers`, one core. The authors' research code
// took 140 and 690 ms on them, measured on the machine of docs/performance.md.

enum { SIZES = 2, REPEATS = 5 };
static const int cells[SIZES] = {8, 13};
static const double authors_ms[SIZES] = {140, 690};

typedef struct Iteration {
  double ms, memory, prepare;
  int iterations;
} Iteration;

static BrnStatus step_once(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                           Iteration* out) {
  BrnSolver* solver;
  BrnState* state = NULL;
  BrnStepInput* input = NULL;
  BrnStepReport report;
  bench_memory_reset();
  double begin = brn__seconds();
  BRN_TRY(brn_solver_create(ctx, model, def, &solver));
  out->prepare = brn__seconds() - begin;
  BrnStatus status = brn_state_create(ctx, model, &state);
  if (status == BRN_OK) status = brn_input_create(ctx, model, &input);
  if (status == BRN_OK) {
    brn__script_fill(model, 1, input);
    begin = bench_cpu_seconds();
    status = brn_solver_step(solver, input, state, &report);
  }
  if (status == BRN_OK) {
    out->iterations = report.iterations;
    out->ms = 1e3 * (bench_cpu_seconds() - begin) / (report.iterations > 0 ? report.iterations : 1);
    out->memory = bench_memory_peak();
  }
  brn_input_destroy(ctx, input);
  brn_state_destroy(ctx, state);
  brn_solver_destroy(ctx, solver);
  return status;
}

static int compare_ms(const void* a, const void* b) {
  double x = ((const Iteration*)a)->ms, y = ((const Iteration*)b)->ms;
  return (x > y) - (x < y);
}

static BrnStatus measure(BrnContext* ctx, const PeerBody* body, Iteration* median) {
  BrnModel* model;
  BrnSolverDef def;
  Iteration list[REPEATS];
  BRN_TRY(peer_body_model(ctx, body, &model));
  BrnStatus status = emu_def(
      ctx, model, "method=emu emu_step=woodbury tolerance=1e-12 iterations=20 halvings=0", &def);
  for (int r = 0; r < REPEATS && status == BRN_OK; r++) {
    status = step_once(ctx, model, &def, &list[r]);
  }
  if (status == BRN_OK) {
    qsort(list, REPEATS, sizeof *list, compare_ms);
    *median = list[REPEATS / 2];
  }
  brn_model_destroy(ctx, model);
  return status;
}

// in a folder of its own, as the body comes from a file
static BrnStatus run_size(BrnContext* ctx, int n, Iteration* out) {
  char folder[] = "/tmp/brawn-emu-XXXXXX", path[300];
  PeerBody body;
  if (!mkdtemp(folder)) return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot make a folder", folder);
  BrnStatus status = peer_body_create(ctx, n, folder, &body);
  if (status == BRN_OK) {
    status = measure(ctx, &body, out);
    peer_body_destroy(ctx, &body);
  }
  snprintf(path, sizeof path, "%s/spindle.vtu", folder);
  unlink(path);
  rmdir(folder);
  return status;
}

static BrnStatus add_size(BenchStudies* bench, BenchTable* table, int n, double authors) {
  BrnContext* ctx = bench_context(1);
  Iteration found = {0};
  if (!ctx) return BRN_NO_MEMORY;
  BrnStatus status = run_size(ctx, n, &found);
  json_t* row = json_pack("{s:i}", "tets", 24 * n * n * n);
  if (status == BRN_UNSUPPORTED) {
    json_object_set_new(row, "remark", json_string("not there yet"));
    status = BRN_OK;
  } else if (status == BRN_OK) {
    json_object_update_new(row, json_pack("{s:f, s:i, s:f, s:f}", "ms", found.ms, "iterations",
                                          found.iterations, "prepare_seconds", found.prepare,
                                          "gigabytes", 1e-9 * found.memory));
    if (authors > 0) json_object_set_new(row, "authors_ms", json_real(authors));
    if (authors > 0) json_object_set_new(row, "ratio", json_real(authors / found.ms));
  } else {
    brn__fail(bench->ctx, status, "%s", brn_last_error(ctx));
  }
  study_table_add(bench, table, row);
  brn_context_destroy(ctx);
  return status;
}

BrnStatus emu_study_peers(BenchStudies* bench) {
  BenchTable table = {
      .name = "peers_iteration",
      .title = "An iteration of EMU on the spindles of `brawn bench peers`, one core",
      .note =
          "Medians of five runs of twenty iterations, with 48 modes. The authors' research code "
          "is what the ratio is to; memory is the peak of the whole process.",
      .column = {{"tets", "tets", "%.0f"},
                 {"iterations", "iter.", "%.0f"},
                 {"prepare_seconds", "prepare s", "%.3f"},
                 {"ms", "CPU ms each", "%.2f"},
                 {"authors_ms", "authors' ms", "%.0f"},
                 {"ratio", "times", "%.1f"},
                 {"gigabytes", "GB", "%.3f"},
                 {"remark", "remark", NULL},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int s = 0; s < study_pick(bench, 1, 2, 2) && status == BRN_OK; s++) {
    status = add_size(bench, &table, study_pick(bench, 3, cells[s], cells[s]),
                      bench->run->quick ? 0 : authors_ms[s]);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
