// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// From a scene to a model, without a cache: where the time goes, and what quality it buys. The body
// is a limb of two bones, a hinge and three muscles made from a few numbers, or --scene FILE. One
// run, as it takes long; the stages are told apart by the progress that the build reports.

enum { STAGES = 32, TETS = 100000, QUICK_TETS = 4000 };

static const char limb[] =
    "{\"name\": \"limb\","
    " \"bones\": {"
    "  \"upper\": {\"fixed\": true, \"form\": {\"sweep\": {"
    "   \"points\": [[0, 0.32, 0], [0, 0.2, 0], [0, 0.09, 0]],"
    "   \"widths\": [[0.02, 0.02], [0.013, 0.013], [0.024, 0.016]]}}},"
    "  \"lower\": {\"form\": {\"sweep\": {"
    "   \"points\": [[0, 0.06, 0], [0, -0.06, 0], [0, -0.2, 0]],"
    "   \"widths\": [[0.022, 0.016], [0.012, 0.012], [0.016, 0.012]]}}}},"
    " \"muscles\": {"
    "  \"flexor\": {\"origin\": \"upper\", \"insertion\": \"lower\", \"form\": {\"sweep\": {"
    "   \"points\": [[0.018, 0.31, 0], [0.045, 0.19, 0], [0.045, 0.08, 0], [0.012, 0, 0]],"
    "   \"widths\": [[0.008, 0.01], [0.024, 0.028], [0.014, 0.016], [0.006, 0.008]]}}},"
    "  \"extensor\": {\"origin\": \"upper\", \"insertion\": \"lower\", \"form\": {\"sweep\": {"
    "   \"points\": [[-0.018, 0.31, 0], [-0.045, 0.19, 0], [-0.045, 0.08, 0], [-0.012, 0, 0]],"
    "   \"widths\": [[0.008, 0.01], [0.022, 0.028], [0.014, 0.016], [0.006, 0.008]]}}},"
    "  \"deep\": {\"origin\": \"upper\", \"insertion\": \"lower\", \"form\": {\"sweep\": {"
    "   \"points\": [[0.008, 0.18, 0.012], [0.014, 0.1, 0.03], [0.008, 0.02, 0.01]],"
    "   \"widths\": [[0.01, 0.008], [0.016, 0.012], [0.007, 0.007]]}}}},"
    " \"joints\": {\"elbow\": {\"type\": \"hinge\", \"bones\": [\"upper\", \"lower\"],"
    "  \"point\": [0, 0.075, 0], \"axis\": [0, 0, 1], \"limits\": [0, 140]}}}";

typedef struct Stage {
  char name[48];
  double seconds;
} Stage;

typedef struct Watch {
  Stage stage[STAGES];
  int count;
  double last; // when the last stage began
} Watch;

static void note_stage(void* user, const char* name, double fraction, double left) {
  Watch* watch = user;
  double now = brn__seconds();
  (void)fraction, (void)left;
  if (watch->count > 0) watch->stage[watch->count - 1].seconds += now - watch->last;
  watch->last = now;
  if (watch->count > 0 && strcmp(watch->stage[watch->count - 1].name, name) == 0) return;
  if (watch->count == STAGES) return;
  Stage* stage = &watch->stage[watch->count++];
  stage->seconds = 0;
  snprintf(stage->name, sizeof stage->name, "%s", name);
}

static BrnStatus load(BrnContext* ctx, const BenchRun* run, BrnScene** scene) {
  if (run->scene) {
    BRN_TRY(brn_scene_read(ctx, run->scene, scene));
  } else {
    BRN_TRY(brn_scene_parse(ctx, limb, strlen(limb), "limb.json", scene));
    (*scene)->mesh.tets = run->quick ? QUICK_TETS : TETS;
  }
  if (run->size > 0) (*scene)->mesh.tets = run->size;
  return BRN_OK;
}

static void tell(const BrnModel* model, const BrnBuildReport* report, const Watch* watch) {
  printf("  %-14s %9d tets, %d vertices, angles %.1f to %.1f degrees\n", model->name,
         model->mesh->tet_count, model->mesh->vertex_count, report->tets.min_dihedral,
         report->tets.max_dihedral);
  for (int i = 0; i < watch->count; i++) {
    const Stage* stage = &watch->stage[i];
    if (stage->seconds < 0.001) continue;
    printf("  %-14s %9.3f s  %5.1f %%\n", stage->name, stage->seconds,
           100 * stage->seconds / fmax(report->seconds, 1e-9));
  }
  printf("  %-14s %9.3f s, %.0f tets a second\n", "all", report->seconds,
         model->mesh->tet_count / fmax(report->seconds, 1e-9));
}

static json_t* to_json(const BrnModel* model, const BrnBuildReport* report, const Watch* watch) {
  json_t* stages = json_array();
  int pieces = 0, flat = 0;
  for (int i = 0; i < watch->count; i++) {
    json_array_append_new(stages, json_pack("{s:s, s:f}", "name", watch->stage[i].name, "seconds",
                                            watch->stage[i].seconds));
  }
  for (int i = 0; i < model->part_count; i++) pieces += model->part[i].component_count;
  for (int i = 0; i < model->unit_count; i++) flat += model->unit_list[i].flat_count;
  return json_pack("{s:i, s:i, s:f, s:f, s:o, s:f, s:f, s:f, s:i, s:i, s:i, s:i}", "tets",
                   model->mesh->tet_count, "vertices", model->mesh->vertex_count, "seconds",
                   report->seconds, "mesh_seconds", report->mesh_seconds, "stages", stages,
                   "min_angle", report->tets.min_dihedral, "max_angle", report->tets.max_dihedral,
                   "mean_aspect", report->tets.mean_aspect, "inverted", report->tets.inverted_count,
                   "parts", model->part_count, "pieces", pieces, "flat_fibres", flat);
}

static json_t* run_build(BrnContext* ctx, const BenchRun* run) {
  BrnScene* scene;
  BrnModel* model;
  BrnBuildReport report;
  Watch watch = {.last = brn__seconds()};
  BrnBuildDef def = brn_build_def_default();
  def.progress = note_stage;
  def.progress_user = &watch;
  if (load(ctx, run, &scene) != BRN_OK) return NULL;
  BrnStatus status = brn_model_build(ctx, scene, &def, &model, &report);
  brn_scene_destroy(ctx, scene);
  if (status != BRN_OK) return NULL;
  note_stage(&watch, "done", 1, 0);
  if (!run->quiet) tell(model, &report, &watch);
  json_t* result = to_json(model, &report, &watch);
  brn_model_destroy(ctx, model);
  return result;
}

const Bench bench_build = {"build", "from a scene to a model: the time of each stage", run_build};
