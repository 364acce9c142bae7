// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include "anatomy/cache.h"
#include "core/vec.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

BrnBuildDef brn_build_def_default(void) { return (BrnBuildDef){.cookie = BRN_COOKIE}; }

// ------------------------------------------------------------------------------------------ steps

static const struct Step {
  const char* name;
  BrnStatus (*run)(BrnBuild* build);
  double weight[2]; // of its time: with a mesh from elsewhere, with surfaces to be meshed
} steps[] = {
    {"parts", brn__build_parts, {20, 2}},
    {"mesh", brn__build_mesh, {15, 200}},
    {"materials", brn__build_materials, {1, 1}},
    {"units", brn__build_units, {2, 1}},
    {"attachments", brn__build_attachments, {7, 3}},
    {"interfaces", brn__build_apart, {5, 2}},
    {"fibres", brn__build_fibres, {40, 10}},
    {"bones", brn__build_bones, {2, 1}},
    {"joints", brn__build_joints, {2, 1}},
    {"motions", brn__build_motions, {2, 1}},
    {"sensors", brn__build_sensors, {1, 1}},
    {"supports", brn__build_supports, {1, 1}},
    {"loads", brn__build_loads, {2, 1}},
    {"surfaces", brn__build_embeddings, {1, 1}},
};
enum { STEPS = sizeof steps / sizeof *steps };

static const struct Step surface_steps[] = {
    {"parts", brn__build_parts, {10}},
    {"envelope", brn__build_envelope, {20}},
    {"surfaces", brn__build_skins, {1}},
    {"materials", brn__build_materials, {1}},
    {"units", brn__build_units, {1}},
    {"attachments", brn__build_attachments, {5}},
    {"inner structure", brn__build_flesh, {10}},
    {"bones", brn__build_bones, {1}},
    {"joints", brn__build_joints, {1}},
    {"motions", brn__build_motions, {1}},
    {"sensors", brn__build_sensors, {1}},
    {"supports", brn__build_supports, {1}},
    {"loads", brn__build_loads, {1}},
    {"fascia", brn__build_fascia, {10}},
};
enum { SURFACE_STEPS = sizeof surface_steps / sizeof *surface_steps };

void brn__build_progress(BrnBuild* build, const char* stage, double fraction) {
  if (!build->def->progress) return;
  double all = fmin(build->done + build->share * fmin(fmax(fraction, 0), 1), 1);
  double gone = brn__seconds() - build->start;
  double left = all > 0.05 && gone > 0.2 ? gone * (1 - all) / all : NAN;
  build->def->progress(build->def->progress_user, stage, all, left);
}

static BrnStatus run_steps(BrnBuild* build) {
  const BrnSceneMesh* mesh = &build->scene->mesh;
  const struct Step* step = build->surfaces ? surface_steps : steps;
  int count = build->surfaces ? SURFACE_STEPS : STEPS;
  int way = mesh->file || mesh->shape || build->surfaces ? 0 : 1;
  double sum = 0;
  for (int i = 0; i < count; i++) sum += step[i].weight[way];
  for (int i = 0; i < count; i++) {
    build->share = step[i].weight[way] / sum;
    brn__build_progress(build, step[i].name, 0);
    BRN_TRY(step[i].run(build));
    build->done += build->share;
  }
  build->done = 1, build->share = 0;
  brn__build_progress(build, "done", 1);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the rest

static BrnStatus take_settings(BrnBuild* build) {
  const BrnScene* scene = build->scene;
  BrnModel* model = build->model;
  model->name = brn__strdup(build->ctx, scene->name ? scene->name : "");
  if (!model->name) return BRN_NO_MEMORY;
  model->solver = scene->solver;
  model->frames = scene->frames;
  model->envelope.surface = -1;
  build->surfaces = brn__scene_wants_surfaces(scene);
  bool given = !isnan(scene->gravity[0]);
  const double down[3] = {0, -9.81, 0};
  brn__copy3(model->gravity, given ? scene->gravity : down);
  if (scene->frames.run_up <= scene->frames.pre_roll) return BRN_OK;
  return brn__fail(build->ctx, BRN_INVALID,
                   "frames: run_up, %d, is more than pre_roll, %d, of which it is a part; set "
                   "pre_roll to %d or more",
                   scene->frames.run_up, scene->frames.pre_roll, scene->frames.run_up);
}

static void free_build(BrnBuild* build) {
  for (int p = 0; build->part_bvh && p < build->model->part_count; p++) {
    brn_bvh_destroy(build->ctx, build->part_bvh[p]);
  }
  brn__free(build->ctx, build->part_bvh);
  brn__free(build->ctx, build->part_unit);
  brn__free(build->ctx, build->source_part);
  brn_mesh_destroy(build->ctx, build->source);
}

// the scene's own units are those of its files
static BrnStatus build_model(BrnBuild* build, const BrnScene* scene) {
  BrnScene* si;
  build->read = brn_read_def_default();
  build->read.metres_per_unit = brn__build_metres(scene->units) * scene->scale;
  build->read.up = "xyz"[scene->up];
  BRN_TRY(brn_scene_copy(build->ctx, scene, &si));
  brn_scene_to_si(si);
  build->scene = si;
  BrnStatus status = BRN_NO_MEMORY;
  build->model = brn__new_zero(build->ctx, 1, BrnModel);
  if (build->model) status = take_settings(build);
  if (status == BRN_OK) status = run_steps(build);
  if (build->model) free_build(build);
  brn_scene_destroy(build->ctx, si);
  if (status == BRN_OK) return BRN_OK;
  brn_model_destroy(build->ctx, build->model);
  build->model = NULL;
  return status;
}

// Files are read twice, for the key and for the model; a pipe can be read once, if ever.
static BrnStatus refuse_pipe(void* user, const char* file) {
  BrnBuild* build = user;
  struct stat info;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  const char* path = brn__build_path(build, file);
  BrnStatus status = path ? BRN_OK : BRN_NO_MEMORY;
  if (path && stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
    status =
        brn__fail(build->ctx, BRN_INVALID, "%s: is a pipe or a device; a scene names files", path);
  }
  brn__scratch_release(build->ctx, mark);
  return status;
}

static BrnStatus find_or_build(BrnBuild* build, const BrnScene* scene) {
  uint64_t key;
  const char* cache = build->def->cache;
  BrnBuild names = {.ctx = build->ctx, .scene = scene};
  BRN_TRY(brn__scene_files(scene, refuse_pipe, &names));
  BRN_TRY(brn__cache_key(build->ctx, scene, &key));
  if (cache) BRN_TRY(brn__cache_find(build->ctx, cache, key, &build->model));
  build->report.cached = build->model != NULL;
  if (build->model) {
    return brn_tet_report(build->ctx, build->model->mesh, BRN_ALL_LABELS, &build->report.tets);
  }
  BRN_TRY(build_model(build, scene));
  build->model->hash = key;
  return cache ? brn__cache_keep(build->ctx, cache, key, build->model) : BRN_OK;
}

BrnStatus brn_model_build(BrnContext* ctx, const BrnScene* scene, const BrnBuildDef* def,
                          BrnModel** out, BrnBuildReport* report) {
  BRN_ASSERT(ctx && scene && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BrnBuild build = {.ctx = ctx, .def = def, .start = brn__seconds()};
  BrnStatus status = find_or_build(&build, scene);
  build.report.seconds = brn__seconds() - build.start;
  if (report) *report = build.report;
  if (status != BRN_OK) {
    brn_model_destroy(ctx, build.model);
    build.model = NULL;
  }
  *out = build.model;
  return status;
}
