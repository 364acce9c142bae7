// SPDX-License-Identifier: Apache-2.0

#include "bench/ramp.h"
#include "bench/xpbd.h"

#include <stdio.h>
#include <string.h>

// The spindle between two bones, its tets in pascals, ten frames from rest to full activation:
// where does xpbd go, and where newton?

static const struct Loop {
  int substeps, iterations;
} loops[] = {{1, 1}, {2, 1}, {5, 1}, {20, 1}, {80, 1}, {10, 10}};
enum { LOOPS = sizeof loops / sizeof *loops };

static BrnStatus add_loop(BenchStudies* bench, BenchTable* table, BenchRamp* ramp,
                          const struct Loop* loop) {
  BrnSolverDef def = bench_plain_def(ramp->model); // as the reference is
  BenchResult result;
  brn_solver_def_choose(&def, "xpbd");
  char substeps[16];
  snprintf(substeps, sizeof substeps, "%d", loop->substeps);
  BRN_TRY(brn_solver_def_set(bench->ctx, &def, "xpbd_body", "tets"));
  BRN_TRY(brn_solver_def_set(bench->ctx, &def, "xpbd_substeps", substeps));
  def.iterations = loop->iterations;
  json_t* row = json_pack("{s:i, s:i, s:i}", "tets", ramp->model->mesh->tet_count, "substeps",
                          loop->substeps, "iterations", loop->iterations);
  BrnStatus status = bench_ramp_run(bench->ctx, ramp, &def, &result);
  if (status == BRN_UNSUPPORTED) {
    json_object_set_new(row, "remark", json_string(brn_last_error(bench->ctx)));
    status = BRN_OK;
  } else if (status == BRN_OK) {
    json_object_set_new(row, "error_percent", json_real(100 * result.error / BENCH_SPINDLE_LENGTH));
    json_object_set_new(row, "motion_percent", json_real(100 * result.error_of_motion));
    json_object_set_new(row, "ms", json_real(1e3 * result.sum.seconds.total / ramp->frames));
    json_object_set_new(row, "volume", json_real(result.volume));
  }
  study_table_add(bench, table, row);
  return status;
}

BrnStatus xpbd_study_tets(BenchStudies* bench) {
  BrnModel* model;
  BenchTable table = {
      .name = "tets",
      .title = "Tets: distance from newton over sub-steps, the spindle of `brawn bench newton`",
      .note = "Largest distance of a vertex in ten frames, % of the length and of the motion.",
      .column = {{"tets", "tets", "%.0f"},
                 {"substeps", "sub-steps", "%.0f"},
                 {"iterations", "iterations", "%.0f"},
                 {"error_percent", "error %", "%.3f"},
                 {"motion_percent", "of motion %", "%.2f"},
                 {"volume", "volume", "%.4f"},
                 {"ms", "ms a frame", "%.1f"},
                 {"remark", "remark", NULL},
                 {0}}};
  BRN_TRY(bench_spindle_build(bench->ctx, &bench_cases[0], study_pick(bench, 1000, 10000, 10000),
                              &model));
  BenchRamp ramp = {.model = model, .steps = 10, .frames = study_pick(bench, 2, 10, 10)};
  BrnStatus status = bench_ramp_reference(bench->ctx, &ramp);
  study_table_begin(bench, &table);
  for (int i = 0; i < study_pick(bench, 2, LOOPS, LOOPS) && status == BRN_OK; i++) {
    status = add_loop(bench, &table, &ramp, &loops[i]);
  }
  BrnStatus ended = study_table_end(bench, &table);
  bench_ramp_free(bench->ctx, &ramp);
  brn_model_destroy(bench->ctx, model);
  return status == BRN_OK ? ended : status;
}
