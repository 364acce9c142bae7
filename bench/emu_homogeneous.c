// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"

#include <math.h>

// Figure 8: a muscle whose tendons are as soft as its flesh, half active, in one step from rest.
// The paper tells of its 22k body 21 iterations at alpha = 1 and 42,151 at 1e8.

static const BenchCase homogeneous = {"homogeneous", "[0, -9.81, 0]", "[0, -4.905, 0]", "", "",
                                      "6e6"};

static double paper_iterations(int tets, int exponent) {
  if (tets < 20000) return NAN;
  return exponent == 0 ? 21 : exponent == 8 ? 42151 : NAN;
}

static BrnStatus add_alpha(BenchStudies* bench, BenchTable* table, BenchRamp* ramp, int exponent) {
  char words[200], body[32];
  int tets = ramp->model->mesh->tet_count, most = study_pick(bench, 60, 500, 2000);
  double paper = paper_iterations(tets, exponent);
  snprintf(body, sizeof body, "%dk", (tets + 500) / 1000);
  json_t* row =
      json_pack("{s:s, s:i, s:f}", "body", body, "tets", tets, "alpha", pow(10, exponent));
  if (isfinite(paper)) json_object_set_new(row, "paper_iterations", json_real(paper));
  snprintf(words, sizeof words,
           "method=emu emu_step=woodbury emu_weights=unit emu_alpha=1e%d tolerance=1e-8 "
           "iterations=%d halvings=0",
           exponent, most);
  BrnStatus status = emu_run_into(bench, ramp, words, "", row);
  snprintf(words, sizeof words,
           "method=emu emu_step=newton emu_weights=unit emu_alpha=1e%d tolerance=1e-12 "
           "iterations=300",
           exponent);
  if (status == BRN_OK) status = emu_run_into(bench, ramp, words, "minimum_", row);
  study_table_add(bench, table, row);
  return status;
}

static BrnStatus run_size(BenchStudies* bench, BenchTable* table, int tets) {
  BrnModel* model;
  BRN_TRY(bench_spindle_build(bench->ctx, &homogeneous, tets, &model));
  BenchRamp ramp = {.model = model, .steps = 2, .frames = 1};
  BrnStatus status = bench_ramp_reference(bench->ctx, &ramp);
  int first = study_pick(bench, 0, -2, -2), last = study_pick(bench, 1, 4, 8);
  for (int e = first; e <= last && status == BRN_OK; e++) {
    status = add_alpha(bench, table, &ramp, e);
  }
  bench_ramp_free(bench->ctx, &ramp);
  brn_model_destroy(bench->ctx, model);
  return status;
}

static BrnStatus plot(BenchStudies* bench, const BenchTable* table, bool iterations) {
  const char *of_emu = iterations ? "iterations" : "error_percent",
             *of_minimum = iterations ? "minimum_iterations" : "minimum_error_percent";
  StudyCurve small = study_curve(table, "body", "2k", "alpha", of_emu);
  StudyCurve small_minimum = study_curve(table, "body", "2k", "alpha", of_minimum);
  StudyCurve large = study_curve(table, "body", "22k", "alpha", of_emu);
  StudyCurve large_minimum = study_curve(table, "body", "22k", "alpha", of_minimum);
  BenchSeries series[] = {
      study_series("2k, Woodbury step", &small), study_series("2k, exact step", &small_minimum),
      study_series("22k, Woodbury step", &large), study_series("22k, exact step", &large_minimum)};
  series[1].dashed = series[3].dashed = true;
  BenchPlot sheet = {.title = iterations ? "Iterations over alpha, one material"
                                         : "Figure 8: distance to FEM over alpha, one material",
                     .x = {.label = "alpha, J (unit weights)", .log = true},
                     .y = {.label = iterations ? "iterations" : "error, % of length", .log = true},
                     .series = series,
                     .series_count = large.count > 0 ? 4 : 2};
  return study_plot(bench, iterations ? "figure_8_iterations" : "figure_8", &sheet);
}

BrnStatus emu_study_figure_8(BenchStudies* bench) {
  BenchTable table = {
      .name = "figure_8",
      .title = "Figure 8: one material, half active, error and iterations over alpha",
      .note = "As in the paper, errors of the minimum fall with alpha, from 10 on like 1 / alpha; "
              "and iterations of the Woodbury step grow without end, by 3 to 6 times a decade, so "
              "that it stops at its limit with an error that grows again. The exact step of the "
              "same objective takes a handful at any alpha.",
      .column = {{"body", "body", NULL},
                 {"tets", "tets", "%.0f"},
                 {"alpha", "alpha", "%g"},
                 {"error_percent", "error %", "%.4f"},
                 {"motion_percent", "of motion %", "%.2f"},
                 {"iterations", "iter.", "%.0f"},
                 {"paper_iterations", "paper's", "%.0f"},
                 {"converged", "converged", "%g"},
                 {"minimum_error_percent", "minimum %", "%.5f"},
                 {"minimum_iterations", "its iter.", "%.0f"},
                 {"remark", "remark", NULL},
                 {0}}};
  study_table_begin(bench, &table);
  BrnStatus status = run_size(bench, &table, study_pick(bench, 1500, 2000, 2000));
  if (status == BRN_OK && bench->run->paper) status = run_size(bench, &table, 22000);
  if (status == BRN_OK) status = plot(bench, &table, false);
  if (status == BRN_OK) status = plot(bench, &table, true);
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
