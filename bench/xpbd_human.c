// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"
#include "brawn/contact.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

// A full body runs for two seconds: how deep muscles are inside of each other, how far volumes are
// off, and whether all numbers are finite. Depths are told beyond what the body has at rest.

enum { FRAMES = 48 };

typedef struct Body {
  const BrnModel* model;
  BrnContact* contact; // of muscles alone
  int pairs;           // that have been inside of each other in the last frame
} Body;

// ------------------------------------------------------------------------------------- penetration

static BrnStatus watch(BrnContext* ctx, Body* body) {
  const BrnModel* model = body->model;
  BrnContactDef def = brn_contact_def_default();
  BrnContactSurface* surface = brn__new_zero(ctx, model->flesh_count, BrnContactSurface);
  if (!surface) return BRN_NO_MEMORY;
  for (int f = 0; f < model->flesh_count; f++) {
    const BrnModelFlesh* flesh = &model->flesh[f];
    surface[f] = (BrnContactSurface){.first = flesh->first,
                                     .vertex_count = flesh->vertex_count,
                                     .first_triangle = flesh->first_triangle,
                                     .triangle_count = flesh->triangle_count,
                                     .asks = true,
                                     .asked = true};
  }
  def.surface = surface;
  def.surface_count = model->flesh_count;
  BrnStatus status = brn_contact_create(ctx, model->mesh, &def, &body->contact);
  brn__free(ctx, surface);
  return status;
}

static BrnStatus deepest(BrnContext* ctx, Body* body, const double* position, double* out) {
  BrnPenetration* list;
  BRN_TRY(brn_contact_depths(ctx, body->contact, position, &list, &body->pairs));
  *out = 0;
  for (int i = 0; i < body->pairs; i++) *out = fmax(*out, list[i].depth);
  brn_free(ctx, list);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------------- run

typedef struct Story {
  int frames;
  double depth[FRAMES]; // deepest of a frame, m
  double volume, stretch;
  int broken; // first frame with numbers that are not finite; -1: none
  double cpu, seconds;
} Story;

static BrnStatus watch_frames(BrnContext* ctx, Body* body, const char* words, Story* story) {
  XpbdRun run;
  BrnStatus status = xpbd_begin(ctx, body->model, words, &run);
  int first = body->model->frames.first;
  if (status == BRN_OK) { // the way from the rest pose
    status = xpbd_frames(&run, first - body->model->frames.pre_roll, first - 1);
  }
  run.cpu = run.seconds = 0;
  for (int f = 0; f < story->frames && status == BRN_OK && story->broken < 0; f++) {
    status = xpbd_frames(&run, first + f, first + f);
    if (status != BRN_OK) break;
    if (!xpbd_is_finite(run.state)) {
      story->broken = first + f;
      break;
    }
    status = deepest(ctx, body, run.state->position, &story->depth[f]);
    story->volume = fmax(story->volume, fabs(brn_step_report_value(&run.report, "volume_error")));
    story->stretch = fmax(story->stretch, brn_step_report_value(&run.report, "stretch"));
  }
  story->cpu = run.cpu / story->frames;
  story->seconds = run.seconds / story->frames;
  xpbd_end(ctx, &run);
  return status;
}

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void tell(BenchStudies* bench, BenchTable* table, const char* name, const Body* body,
                 Story* story) {
  XpbdCounts counts = xpbd_counts(body->model);
  int shallow = 0;
  for (int f = 0; f < story->frames; f++) shallow += story->depth[f] <= 0.002;
  qsort(story->depth, (size_t)story->frames, sizeof *story->depth, compare);
  json_t* row = json_pack(
      "{s:s, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:b}", "run", name, "muscles",
      body->model->flesh_count, "constraints", xpbd_count(&counts), "frames", story->frames,
      "depth_mm", 1e3 * story->depth[story->frames - 1], "depth_95_mm",
      1e3 * story->depth[(int)(0.95 * (story->frames - 1) + 0.5)], "shallow_percent",
      100.0 * shallow / story->frames, "volume_percent", 100 * story->volume, "stretch_percent",
      100 * story->stretch, "ms", 1e3 * story->seconds, "finite", story->broken < 0);
  if (story->broken >= 0) json_object_set_new(row, "broken", json_integer(story->broken));
  study_table_add(bench, table, row);
}

static BrnStatus run_body(BenchStudies* bench, BenchTable* table, const char* name,
                          const char* path) {
  BrnContext* ctx = bench->ctx;
  char clip[32];
  BrnScene* scene;
  BrnModel* model = NULL;
  BrnBuildDef def = brn_build_def_default();
  Body body = {0};
  Story story = {.frames = study_pick(bench, 2, FRAMES, FRAMES), .broken = -1};
  BRN_TRY(brn_scene_read(ctx, path, &scene));
  snprintf(clip, sizeof clip, "%s.bvh", name);
  BrnStatus status = brn_scene_set(ctx, scene, "clips.gait.file", clip);
  if (status == BRN_OK && bench->run->quick) {
    status = brn_scene_set(ctx, scene, "frames.pre_roll", "0");
  }
  if (status == BRN_OK) status = brn_model_build(ctx, scene, &def, &model, NULL);
  brn_scene_destroy(ctx, scene);
  body.model = model;
  if (status == BRN_OK) status = watch(ctx, &body);
  if (status == BRN_OK) status = watch_frames(ctx, &body, "", &story);
  if (status == BRN_OK) tell(bench, table, name, &body, &story);
  brn_contact_destroy(ctx, body.contact);
  brn_model_destroy(ctx, model);
  return status;
}

BrnStatus xpbd_study_human(BenchStudies* bench) {
  static const char* const runs[] = {"run", "walk"};
  BenchTable table = {
      .name = "human",
      .title = "A full body runs and walks, two seconds at 24 frames",
      .note = "Depth: deepest muscle inside of another one, beyond what they have at rest; the "
              "largest of all frames, and the one that 95 % of the frames do not pass.",
      .column = {{"run", "scene", NULL},
                 {"muscles", "muscles", "%.0f"},
                 {"constraints", "constraints", "%.0f"},
                 {"frames", "frames", "%.0f"},
                 {"depth_mm", "depth mm", "%.2f"},
                 {"depth_95_mm", "95 %", "%.2f"},
                 {"shallow_percent", "< 2 mm %", "%.0f"},
                 {"volume_percent", "volume %", "%.4f"},
                 {"stretch_percent", "stretch %", "%.1f"},
                 {"ms", "ms a frame", "%.0f"},
                 {"finite", "finite", "%g"},
                 {0}}};
  char path[1024];
  BrnStatus status = BRN_OK;
  snprintf(path, sizeof path, "%s/human/human.json",
           bench->run->scene ? bench->run->scene : "scenes");
  study_table_begin(bench, &table);
  for (int i = 0; i < study_pick(bench, 1, 2, 2) && status == BRN_OK; i++) {
    if (access(path, R_OK) != 0) continue; // run from elsewhere: --scene names the folder
    status = run_body(bench, &table, runs[i], path);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
