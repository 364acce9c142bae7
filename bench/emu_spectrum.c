// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"
#include "solver/emu/emu.h"
#include "solver/solver.h"

// Figure 4: the lowest eigenvalues of L = G^T W G, one coordinate. The paper takes 48 modes, 16 of
// each coordinate, as they hold 90 % of "the variance". Of L^-1, which is what the modes are for,
// the share is measured here: sums of 1 / lambda.

enum { MODES = 100, SIZES = 3 };

typedef struct Spectrum {
  int tets, count;
  double mode[MODES], lambda[MODES];
  char name[32];
} Spectrum;

static double sum_inverse(const Spectrum* s, int count) {
  double sum = 0;
  for (int i = 0; i < count && i < s->count; i++) sum += 1 / s->lambda[i];
  return sum;
}

static BrnStatus take(BrnContext* ctx, int tets, int modes, Spectrum* out) {
  BrnModel* model;
  BrnSolver* solver = NULL;
  BrnSolverDef def;
  char words[64];
  BRN_TRY(bench_spindle_build(ctx, &bench_cases[0], tets, &model));
  snprintf(words, sizeof words, "method=emu emu_step=woodbury emu_modes=%d", 3 * modes);
  *out = (Spectrum){.tets = model->mesh->tet_count};
  BrnStatus status = emu_def(ctx, model, words, &def);
  if (status == BRN_OK) status = brn_solver_create(ctx, model, &def, &solver);
  if (status == BRN_OK) {
    const BrnEmuReduced* basis = ((const BrnEmu*)solver->method)->basis;
    out->count = basis->count < MODES ? basis->count : MODES;
    for (int i = 0; i < out->count; i++) {
      out->mode[i] = i + 1;
      out->lambda[i] = basis->eigenvalue[i] / basis->eigenvalue[0];
    }
  }
  snprintf(out->name, sizeof out->name, "%d tets", out->tets);
  brn_solver_destroy(ctx, solver);
  brn_model_destroy(ctx, model);
  return status;
}

static json_t* to_json(const Spectrum* s) {
  json_t* list = json_array();
  for (int i = 0; i < s->count; i++) json_array_append_new(list, json_real(s->lambda[i]));
  int last = s->count - 1, middle = last < 15 ? last : 15;
  return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:o}", "tets", s->tets, "modes", s->count,
                   "lambda_16", s->lambda[middle], "lambda_last", s->lambda[last],
                   "share_of_half_percent", 100 * sum_inverse(s, 16) / sum_inverse(s, s->count / 2),
                   "share_percent", 100 * sum_inverse(s, 16) / sum_inverse(s, s->count),
                   "eigenvalues", list);
}

static BrnStatus plot(BenchStudies* bench, const Spectrum* spectrum, int count) {
  BenchSeries series[SIZES];
  for (int i = 0; i < count; i++) {
    const Spectrum* s = &spectrum[i];
    series[i] = (BenchSeries){.name = s->name, .count = s->count, .x = s->mode, .y = s->lambda};
  }
  BenchPlot sheet = {.title = "Figure 4: spectrum of L, one coordinate",
                     .x = {.label = "mode", .log = true},
                     .y = {.label = "eigenvalue over the first", .log = true},
                     .series = series,
                     .series_count = count};
  return study_plot(bench, "figure_4", &sheet);
}

BrnStatus emu_study_spectrum(BenchStudies* bench) {
  const int tets[SIZES] = {study_pick(bench, 1500, 2000, 2000), 12184, 51271};
  Spectrum spectrum[SIZES];
  BenchTable table = {
      .name = "figure_4",
      .title = "Figure 4: the lowest eigenvalues of L, one coordinate, over the first",
      .note = "The paper has 48 modes, 16 a coordinate, hold 90 %. Of L^-1, on which they act, the "
              "share depends on how many modes are counted: eigenvalues of a body grow like the "
              "two-thirds power of their number, so that sums of their inverses have no end, and "
              "finer meshes have more of them. The spectrum of L does not say how many modes help.",
      .column = {{"tets", "tets", "%.0f"},
                 {"modes", "modes", "%.0f"},
                 {"lambda_16", "16th", "%.1f"},
                 {"lambda_last", "last", "%.1f"},
                 {"share_of_half_percent", "16 of half of them: % of 1/lambda", "%.1f"},
                 {"share_percent", "16 of all: %", "%.1f"},
                 {"remark", "remark", NULL},
                 {0}}};
  BrnStatus status = BRN_OK;
  int count = study_pick(bench, 1, 2, 3), made = 0;
  study_table_begin(bench, &table);
  for (; made < count && status == BRN_OK; made++) {
    status = take(bench->ctx, tets[made], study_pick(bench, 32, MODES, MODES), &spectrum[made]);
    if (status == BRN_OK) study_table_add(bench, &table, to_json(&spectrum[made]));
  }
  if (status == BRN_OK) status = plot(bench, spectrum, made);
  if (status == BRN_UNSUPPORTED) {
    study_table_add(bench, &table, json_pack("{s:s}", "remark", "not there yet"));
    status = BRN_OK;
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
