// SPDX-License-Identifier: Apache-2.0

#include "bench/modes.h"

#include "bench/bench.h"
#include "bench/ramp.h"
#include "solver/emu/emu.h"
#include "sparse/modes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The 16 lowest scalar modes of the spindle on which solvers are compared, as the solver emu wants
// them: of its matrix L, bones among it, in the masses of volumes, by the factor that is there
// anyway. To eight digits, and to fewer, which do for a basis.

enum { COUNT = 16, TIMES = 3, WAYS = 3 };

typedef struct Way {
  const char* name;
  double tolerance;
} Way;

static const Way ways[WAYS] = {{"to 1e-8", 1e-8}, {"to 1e-3", 1e-3}, {"to 1e-2", 1e-2}};

typedef struct Row {
  int soft, rows;
  double seconds[WAYS], cpu[WAYS];
  BrnModesReport report[WAYS];
  double off[WAYS]; // of the eigenvalues from those to eight digits
} Row;

// ------------------------------------------------------------------------------------------- body

// Volumes, by the share that a row has in each corner. Shares of a bone's control points may be
// negative, hence the absolute ones.
static void volumes_of_rows(const BrnBody* body, double* mass) {
  const BrnGather* gather = body->gather;
  for (int r = 0; r < gather->row_count; r++) mass[r] = 0;
  for (int k = 0; k < gather->entry_start[gather->element_count]; k++) {
    int e = gather->entry_element[k];
    double volume = body->elements->batch[e / BRN_LANES].volume[e % BRN_LANES];
    mass[gather->entry_row[k]] += fabs(gather->entry_weight[k]) * volume / 4;
  }
}

// ----------------------------------------------------------------------------------------- timings

typedef struct Task {
  BrnContext* ctx;
  BrnFactor* factor;
  int rows;
  double *mass, *x, lambda[COUNT];
  BrnModesDef def;
  BrnModesReport report;
  BrnStatus status;
} Task;

static void find(void* user) {
  Task* t = user;
  t->status =
      brn__modes_find(t->ctx, t->factor, t->mass, t->rows, &t->def, t->lambda, t->x, &t->report);
}

static BrnStatus time_ways(Task* t, Row* row) {
  double exact[COUNT];
  for (int w = 0; w < WAYS; w++) {
    t->def = brn__modes_def_default();
    t->def.count = COUNT;
    t->def.tolerance = ways[w].tolerance;
    double cpu = bench_cpu_seconds();
    row->seconds[w] = bench_median(TIMES, find, t);
    row->cpu[w] = (bench_cpu_seconds() - cpu) / TIMES;
    row->report[w] = t->report;
    if (t->status != BRN_OK) return t->status;
    if (w == 0) memcpy(exact, t->lambda, sizeof exact);
    for (int k = 0; k < COUNT; k++) {
      row->off[w] = fmax(row->off[w], fabs(t->lambda[k] / exact[k] - 1));
    }
  }
  return BRN_OK;
}

static BrnStatus time_body(BrnContext* ctx, const BrnEmu* emu, Row* row) {
  const BrnBody* body = emu->body;
  size_t rows = (size_t)body->gather->row_count;
  Task t = {.ctx = ctx, .factor = emu->acap->factor[0], .rows = (int)rows};
  t.mass = brn__new(ctx, rows, double);
  t.x = brn__new(ctx, COUNT * rows, double);
  BrnStatus status = t.mass && t.x ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    volumes_of_rows(body, t.mass);
    row->rows = t.rows, row->soft = body->gather->element_count - 1;
    status = time_ways(&t, row);
  }
  brn__free(ctx, t.mass);
  brn__free(ctx, t.x);
  return status;
}

static BrnStatus run_size(BrnContext* ctx, int soft, Row* row) {
  BrnModel* model;
  void* emu = NULL;
  BRN_TRY(bench_spindle_build(ctx, &bench_cases[0], bench_spindle_tets(soft), &model));
  BrnSolverDef def = brn_solver_def_of(model);
  brn_solver_def_choose(&def, "emu");
  BRN_TRY(brn_solver_def_set(ctx, &def, "emu_modes", "0")); // we look for them ourselves
  BrnStatus status = brn__emu_prepare(ctx, model, &def, &emu);
  if (status == BRN_OK) status = time_body(ctx, emu, row);
  brn__emu_destroy(ctx, emu);
  brn_model_destroy(ctx, model);
  return status;
}

// ----------------------------------------------------------------------------------------- telling

static void tell(const Row* row) {
  printf("  %d soft tets, %d rows: 16 modes in volumes\n", row->soft, row->rows);
  for (int w = 0; w < WAYS; w++) {
    const BrnModesReport* report = &row->report[w];
    printf("  %-20s %9.1f ms, %.1f ms of computing, %d solves (%.0f %%), %d restarts", ways[w].name,
           1e3 * row->seconds[w], 1e3 * row->cpu[w], report->solves,
           100 * report->solve_seconds / report->seconds, report->restarts);
    printf(w == 0 ? "\n" : ", eigenvalues off by %.1e\n", row->off[w]);
  }
}

static json_t* to_json(const Row* row) {
  json_t* object = json_pack("{s:i, s:i}", "soft_tets", row->soft, "rows", row->rows);
  for (int w = 0; w < WAYS; w++) {
    const BrnModesReport* report = &row->report[w];
    json_object_set_new(object, ways[w].name,
                        json_pack("{s:f, s:f, s:i, s:i, s:f, s:f, s:b}", "seconds", row->seconds[w],
                                  "cpu_seconds", row->cpu[w], "solves", report->solves, "restarts",
                                  report->restarts, "solve_share",
                                  report->solve_seconds / report->seconds, "eigenvalues_off",
                                  row->off[w], "converged", report->outcome == BRN_CONVERGED));
  }
  return object;
}

json_t* bench_modes(BrnContext* ctx, const BenchRun* run) {
  static const int size[] = {40000, 200000, 600000};
  json_t* list = json_array();
  bool one = run->size > 0 || run->quick;
  for (int i = 0; i < (one ? 1 : 3); i++) {
    Row row = {0};
    int soft = run->size > 0 ? run->size : run->quick ? 1400 : size[i];
    if (run_size(ctx, soft, &row) != BRN_OK) {
      json_decref(list);
      return NULL;
    }
    if (!run->quiet) tell(&row);
    json_array_append_new(list, to_json(&row));
  }
  return list;
}
