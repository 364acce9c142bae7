// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"

// Every method on the four bodies of `brawn bench newton`, ten frames, all stopped by the same
// relative decrement: which to use when.

typedef struct Way {
  const char* name;
  const char* words;
} Way;

static const Way ways[] = {
    {"newton direct", "method=newton linear=direct"},
    {"newton laplace", "method=newton linear=laplace"},
    {"newton, no warp", "method=newton linear=direct warp=false"},
    {"emu, published", "method=emu emu_step=woodbury"},
    {"emu, memory", "method=emu emu_step=memory"},
    {"emu", "method=emu"},
    {"emu, exact", "method=emu emu_step=newton"},
    {"exact, alpha 1e4", "method=emu emu_step=newton emu_alpha=1e4"},
    {"lbfgs", "method=lbfgs"},
    {"bcqn", "method=bcqn"},
    {"admm", "method=admm"},
};
enum { WAYS = sizeof ways / sizeof *ways };

static json_t* to_json(const char* body, const char* name, const BenchRamp* ramp,
                       const BenchResult* r) {
  return json_pack("{s:s, s:s, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:b, s:i, s:i, s:f}", "body",
                   body, "solver", name, "iterations", r->sum.iterations, "worst_frame", r->worst,
                   "frames", ramp->frames, "cpu_seconds", r->cpu, "error_percent",
                   emu_percent(r->error), "motion_percent", 100 * r->error_of_motion,
                   "volume_percent", 100 * (r->volume - 1), "converged", r->failed == 0,
                   "not_converged_frames", r->failed, "inverted", r->sum.inverted,
                   "prepare_seconds", r->prepare);
}

static BrnStatus add_way(BenchStudies* bench, BenchTable* table, const char* body, BenchRamp* ramp,
                         const Way* way) {
  char words[200];
  BenchResult result;
  bool first_order = way > &ways[2];
  int most = !first_order ? 0 : bench->run->quick ? 30 : 100;
  snprintf(words, sizeof words, "%s tolerance=1e-6 iterations=%d halvings=%d", way->words, most,
           first_order ? 0 : 5);
  BrnStatus status = emu_run(bench->ctx, ramp, words, &result);
  if (status == BRN_UNSUPPORTED) {
    study_table_add(
        bench, table,
        json_pack("{s:s, s:s, s:s}", "body", body, "solver", way->name, "remark", "not there yet"));
    return BRN_OK;
  }
  if (status == BRN_OK) study_table_add(bench, table, to_json(body, way->name, ramp, &result));
  return status;
}

static BrnStatus run_case(BenchStudies* bench, BenchTable* table, const BenchCase* body, int tets,
                          int frames) {
  BrnModel* model;
  BRN_TRY(bench_spindle_build(bench->ctx, body, tets, &model));
  BenchRamp ramp = {.model = model, .steps = BENCH_FRAMES, .frames = frames};
  BrnStatus status = bench_ramp_reference(bench->ctx, &ramp);
  for (int w = 0; w < WAYS && status == BRN_OK; w++) {
    status = add_way(bench, table, body->name, &ramp, &ways[w]);
  }
  bench_ramp_free(bench->ctx, &ramp);
  brn_model_destroy(bench->ctx, model);
  return status;
}

BrnStatus emu_study_methods(BenchStudies* bench) {
  BenchTable table = {
      .name = "methods",
      .title = "Which method: four bodies, the same stop (relative decrement 1e-6)",
      .note = "Errors are the worst of all frames against a converged FEM ramp on the same mesh. A "
              "decrement is measured in the metric of each method: in a stiff one it is small far "
              "from the minimum, so compare errors, not only outcomes. The axial body moves by 1 % "
              "of its length a frame, where any method is right to 1 %: judge by half and lever.",
      .column = {{"body", "body", NULL},
                 {"solver", "solver", NULL},
                 {"iterations", "iter.", "%.0f"},
                 {"worst_frame", "worst", "%.0f"},
                 {"cpu_seconds", "CPU s", "%.2f"},
                 {"error_percent", "error %", "%.3f"},
                 {"motion_percent", "of motion %", "%.2f"},
                 {"volume_percent", "volume %", "%+.2f"},
                 {"converged", "converged", "%g"},
                 {"remark", "remark", NULL},
                 {0}}};
  int tets = bench_spindle_tets(study_pick(bench, 900, 4000, 13500));
  int cases = study_pick(bench, 1, BENCH_CASES, BENCH_CASES);
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int c = 0; c < cases && status == BRN_OK; c++) {
    status = run_case(bench, &table, &bench_cases[c], tets, study_pick(bench, 2, 10, 10));
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
