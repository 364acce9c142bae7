// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"

#include <math.h>
#include <unistd.h>

// Figure 10: an elbow bends by 120 degrees. Plain: no muscle contracts, and edges are as stiff
// across the fibres as along them; fibres: the flexors contract with the angle; gain: they swell.

typedef struct Case {
  const char* name;
  const char* words;      // of the solver
  const char* set[12][2]; // of the scene
} Case;

static const Case cases[] = {
    {"plain",
     "xpbd_contact=false",
     {{"muscles.biceps.activation", "0"},
      {"muscles.triceps.activation", "0"},
      {"muscles.triceps.flesh.rest_activation", "0"},
      {"muscles.brachialis.activation", "0"},
      {"muscles.biceps.flesh.across", "5e5"},
      {"muscles.brachialis.flesh.across", "5e5"},
      {"muscles.triceps.flesh.across", "5e5"},
      {"muscles.biceps.flesh.volume_ratio", "1"},
      {"muscles.brachialis.flesh.volume_ratio", "1"}}},
    {"fibres",
     "xpbd_contact=false",
     {{"muscles.biceps.flesh.volume_ratio", "1"}, {"muscles.brachialis.flesh.volume_ratio", "1"}}},
    {"fibres and gain", "xpbd_contact=false", {{NULL, NULL}}},
    {"and contact", "", {{NULL, NULL}}},
};
enum { CASES = sizeof cases / sizeof *cases };

static BrnStatus build(BrnContext* ctx, const char* path, const Case* set, bool quick,
                       BrnModel** out) {
  BrnScene* scene;
  BrnBuildDef def = brn_build_def_default();
  BRN_TRY(brn_scene_read(ctx, path, &scene));
  BrnStatus status = quick ? brn_scene_set(ctx, scene, "envelope.triangles", "1500") : BRN_OK;
  for (int i = 0; set->set[i][0] && status == BRN_OK; i++) {
    status = brn_scene_set(ctx, scene, set->set[i][0], set->set[i][1]);
  }
  if (status == BRN_OK) status = brn_model_build(ctx, scene, &def, out, NULL);
  brn_scene_destroy(ctx, scene);
  return status;
}

static int flesh_of(const BrnModel* model, const char* name) {
  int flesh = 0;
  for (int f = 0; f < model->flesh_count; f++) {
    const char *a = model->flesh[f].name, *b = name;
    while (*a && *a == *b) a++, b++;
    if (!*a && !*b) flesh = f;
  }
  return flesh;
}

static BrnStatus run_case(BenchStudies* bench, BenchTable* table, const Case* set,
                          const char* path) {
  BrnContext* ctx = bench->ctx;
  BrnModel* model = NULL;
  XpbdRun run = {0};
  BrnStatus status = build(ctx, path, set, bench->run->quick, &model);
  if (status == BRN_OK) status = xpbd_begin(ctx, model, set->words, &run);
  int frames = status == BRN_OK ? study_pick(bench, 2, model->frames.last, model->frames.last) : 0;
  if (status == BRN_OK) status = xpbd_frames(&run, 1, frames);
  if (status == BRN_OK) {
    const double* now = run.state->position;
    XpbdCreases all = xpbd_creases(model, now, -1);
    XpbdCreases flexor = xpbd_creases(model, now, flesh_of(model, "brachialis"));
    study_table_add(bench, table,
                    json_pack("{s:s, s:i, s:f, s:i, s:f, s:f, s:f, s:f, s:b}", "run", set->name,
                              "frames", frames, "sharp_percent", 100 * all.sharp, "inverted",
                              all.inverted, "least_angle", all.worst, "flexor_percent",
                              100 * flexor.sharp, "depth_mm",
                              1e3 * brn_step_report_value(&run.report, "depth"), "ms",
                              1e3 * run.seconds / frames, "finite", xpbd_is_finite(run.state)));
  }
  xpbd_end(ctx, &run);
  brn_model_destroy(ctx, model);
  return status;
}

BrnStatus xpbd_study_figure_10(BenchStudies* bench) {
  char path[1024];
  BenchTable table = {
      .name = "figure_10",
      .title = "Figure 10: an elbow bends by 120 degrees; creases at the last frame",
      .note =
          "Sharp: triangles that fold onto a neighbour, the angle between them below 30 degrees. "
          "Inverted: triangles that face against their neighbours. Fascia alone keeps "
          "muscles apart in the first three.",
      .column = {{"run", "run", NULL},
                 {"frames", "frames", "%.0f"},
                 {"sharp_percent", "sharp %", "%.2f"},
                 {"flexor_percent", "of brachialis %", "%.2f"},
                 {"inverted", "inverted", "%.0f"},
                 {"least_angle", "least angle", "%.1f"},
                 {"depth_mm", "depth mm", "%.2f"},
                 {"ms", "ms a frame", "%.0f"},
                 {0}}};
  snprintf(path, sizeof path, "%s/elbow.json", bench->run->scene ? bench->run->scene : "scenes");
  if (access(path, R_OK) != 0) return BRN_OK; // run from elsewhere: --scene names the folder
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int c = 0; c < CASES && status == BRN_OK; c++) {
    status = run_case(bench, &table, &cases[c], path);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
