// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"

#include <math.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- table 2

// The paper's: Hausdorff distance to FEM over the rest length, %, alpha from 1e0 to 1e5.
static const double paper_emu[2][6] = {{12.095, 8.214, 2.143, 2.381, 1.667, 8.095},
                                       {11.119, 6.428, 1.500, 3.214, 3.119, 5.786}};
static const double paper_admm[2] = {7.048, 7.381};
static const int paper_tets[2] = {12184, 51271};

typedef struct Row {
  const char* solver;
  double alpha, paper;
  const char* stopped; // words of the run that ends as the paper's
  const char* minimum; // words of the run that ends at the minimum; NULL: none
} Row;

static json_t* begin_row(const BrnModel* model, const Row* row) {
  json_t* json = json_pack("{s:s, s:i}", "solver", row->solver, "tets", model->mesh->tet_count);
  if (isfinite(row->alpha)) json_object_set_new(json, "alpha", json_real(row->alpha));
  if (isfinite(row->paper)) json_object_set_new(json, "paper_percent", json_real(row->paper));
  return json;
}

static BrnStatus add_row(BenchStudies* bench, BenchTable* table, BenchRamp* ramp, const Row* row) {
  json_t* json = begin_row(ramp->model, row);
  BrnStatus status = emu_run_into(bench, ramp, row->stopped, "", json);
  if (status == BRN_OK && row->minimum) {
    status = emu_run_into(bench, ramp, row->minimum, "minimum_", json);
  }
  study_table_add(bench, table, json);
  return status;
}

static BrnStatus add_alpha(BenchStudies* bench, BenchTable* table, BenchRamp* ramp, int size,
                           int exponent) {
  char stopped[200], minimum[200];
  snprintf(
      stopped, sizeof stopped,
      "method=emu emu_preset=modi2020 emu_step=woodbury emu_alpha=1e%d iterations=3000 halvings=0",
      exponent);
  snprintf(minimum, sizeof minimum,
           "method=emu emu_step=newton emu_weights=unit emu_alpha=1e%d tolerance=1e-10 "
           "iterations=500",
           exponent);
  Row row = {"EMU", pow(10, exponent), NAN, stopped, minimum};
  if (size >= 0 && exponent >= 0 && exponent < 6) row.paper = paper_emu[size][exponent];
  return add_row(bench, table, ramp, &row);
}

static BrnStatus run_size(BenchStudies* bench, BenchTable* table, int tets, int size) {
  BrnModel* model;
  BRN_TRY(bench_spindle_build(bench->ctx, &bench_cases[0], tets, &model));
  BenchRamp ramp = {.model = model, .steps = 1, .frames = 1};
  BrnStatus status = bench_ramp_reference(bench->ctx, &ramp);
  Row admm = {"ADMM", NAN, size >= 0 ? paper_admm[size] : NAN, "method=admm halvings=0", NULL};
  if (status == BRN_OK) status = add_row(bench, table, &ramp, &admm);
  int first = study_pick(bench, 0, -2, -2), last = study_pick(bench, 1, 5, 5);
  for (int e = first; e <= last && status == BRN_OK; e++) {
    status = add_alpha(bench, table, &ramp, size, e);
  }
  bench_ramp_free(bench->ctx, &ramp);
  brn_model_destroy(bench->ctx, model);
  return status;
}

static BrnStatus plot_table_2(BenchStudies* bench, const BenchTable* table) {
  StudyCurve paper = study_curve(table, "solver", "EMU", "alpha", "paper_percent");
  StudyCurve stopped = study_curve(table, "solver", "EMU", "alpha", "error_percent");
  StudyCurve minimum = study_curve(table, "solver", "EMU", "alpha", "minimum_error_percent");
  int most = study_pick(bench, 2, 8, 8); // of the smaller body
  if (paper.count > most) paper.count = stopped.count = minimum.count = most;
  BenchSeries series[] = {study_series("paper", &paper),
                          study_series("its stop, our body", &stopped),
                          study_series("minimum", &minimum)};
  series[0].dashed = true;
  BenchPlot plot = {.title = "Table 2: distance to FEM over alpha",
                    .x = {.label = "alpha, J (unit weights)", .log = true},
                    .y = {.label = "error, % of length", .log = true},
                    .series = series,
                    .series_count = 3};
  return study_plot(bench, "table_2", &plot);
}

BrnStatus emu_study_table_2(BenchStudies* bench) {
  BenchTable table = {
      .name = "table_2",
      .title = "Table 2: error against FEM, one step from rest to full activation, % of length",
      .note =
          "The paper's stop (an energy that changes by less than 0.01 J) ends the iteration long "
          "before its minimum once alpha is large: beyond about 1 J errors grow again although "
          "those of the minimum itself go on falling. The U is the stop's, not the method's. "
          "Digits differ from the paper's as its mesh, its loads and the units of its alpha "
          "are not known.",
      .column = {{"solver", "solver", NULL},
                 {"tets", "tets", "%.0f"},
                 {"alpha", "alpha", "%g"},
                 {"paper_percent", "paper %", "%.3f"},
                 {"error_percent", "its stop %", "%.3f"},
                 {"motion_percent", "of motion %", "%.2f"},
                 {"iterations", "iter.", "%.0f"},
                 {"minimum_error_percent", "minimum %", "%.4f"},
                 {"minimum_iterations", "its iter.", "%.0f"},
                 {"remark", "remark", NULL},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int s = 0; s < study_pick(bench, 1, 1, 2) && status == BRN_OK; s++) {
    status = run_size(bench, &table, study_pick(bench, 1500, paper_tets[s], paper_tets[s]),
                      bench->run->quick ? -1 : s);
  }
  if (status == BRN_OK) status = plot_table_2(bench, &table);
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
