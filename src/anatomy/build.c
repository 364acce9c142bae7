// SPDX-License-Identifier: Apache-2.0
//
// A build: the table of steps is gone through, from the last step that the cache has on, after all
// of them have looked at the scene. A check does the same and stops before the mesh.

#include "anatomy/check.h"
#include "anatomy/files.h"
#include "anatomy/keys.h"
#include "anatomy/stage.h"
#include "core/vec.h"
#include "scene/tables.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

BrnBuildDef brn_build_def_default(void) { return (BrnBuildDef){.cookie = BRN_COOKIE}; }

// Which steps are made: the chain from the last one that is in the cache, then the others.
typedef struct Schedule {
  BrnBuild* build;
  const BrnScene* scene; // in SI units, Y up
  const BrnBuildStep* step;
  int count, chain; // steps; those of the chain
  int first;        // that is made: those before it are in the cache
  uint64_t key[BRN_BUILD_STEPS];
} Schedule;

// --------------------------------------------------------------------------------------- progress

void brn__build_progress(BrnBuild* build, const char* stage, double fraction) {
  if (!build->def->progress) return;
  double all = fmin(build->done + build->share * fmin(fmax(fraction, 0), 1), 1);
  double gone = brn__seconds() - build->start;
  double left = all > 0.05 && gone > 0.2 ? gone * (1 - all) / all : NAN;
  build->def->progress(build->def->progress_user, stage, all, left);
}

static double weight_of(const Schedule* schedule, int i) {
  const BrnSceneMesh* mesh = &schedule->scene->mesh;
  return schedule->step[i].weight[mesh->file || mesh->shape || schedule->build->surfaces ? 0 : 1];
}

// ------------------------------------------------------------------------------------------ steps

// what the step and those before it read
static char* reads_until(const Schedule* schedule, int i) {
  size_t size = 1, used = 0;
  for (int k = 0; k <= i; k++) size += strlen(schedule->step[k].reads) + 1;
  char* text = brn__scratch_zero(schedule->build->ctx, size, char);
  for (int k = 0; text && k <= i; k++) {
    size_t length = strlen(schedule->step[k].reads);
    memcpy(text + used, schedule->step[k].reads, length);
    used += length;
    text[used++] = ' ';
  }
  return text;
}

static BrnStatus make_in_view(const Schedule* schedule, int i) {
  BrnBuild* build = schedule->build;
  BrnScene* view;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  char* reads = reads_until(schedule, i);
  BrnStatus status =
      reads ? brn__scene_view(build->ctx, schedule->scene, reads, &view) : BRN_NO_MEMORY;
  brn__scratch_release(build->ctx, mark);
  BRN_TRY(status);
  build->scene = view, build->remarks = &build->chain;
  status = schedule->step[i].make(build);
  build->scene = schedule->scene, build->remarks = &build->others;
  brn_scene_destroy(build->ctx, view);
  return status == BRN_OK ? build->status : status;
}

static BrnStatus make_chained(const Schedule* schedule, int i) {
  BrnBuild* build = schedule->build;
  BRN_TRY(make_in_view(schedule, i));
  bool keeps = schedule->step[i].kept && build->def->cache && build->chain.error_count == 0;
  return keeps ? brn__stage_keep(build, schedule->key[i]) : BRN_OK;
}

static BrnStatus make_step(const Schedule* schedule, int i) {
  BrnBuild* build = schedule->build;
  double start = brn__seconds();
  if (!schedule->step[i].make) return BRN_OK;
  brn__build_progress(build, schedule->step[i].name, 0);
  BRN_TRY(brn__go_on(build->ctx));
  build->found = false;
  BRN_TRY(i < schedule->chain ? make_chained(schedule, i) : schedule->step[i].make(build));
  build->report.step[i].seconds = brn__seconds() - start;
  build->report.step[i].cached = build->found;
  build->done += build->share;
  return build->status;
}

static double weight_from(const Schedule* schedule, int first) {
  double sum = 0;
  for (int i = first; i < schedule->count; i++) sum += weight_of(schedule, i);
  return sum;
}

// those that are in the cache are passed over
static BrnStatus make_steps(const Schedule* schedule, int first, int end) {
  double sum = weight_from(schedule, schedule->first);
  for (int i = first > schedule->first ? first : schedule->first; i < end; i++) {
    schedule->build->share = weight_of(schedule, i) / sum;
    BRN_TRY(make_step(schedule, i));
  }
  return BRN_OK;
}

// goes back to the last step that is in the cache
static BrnStatus find_first(Schedule* schedule) {
  BrnBuild* build = schedule->build;
  double start = brn__seconds();
  bool found = false;
  int i = build->def->cache ? schedule->chain : 0;
  while (!found && i > 0) {
    if (schedule->step[--i].kept) BRN_TRY(brn__stage_find(build, schedule->key[i], &found));
  }
  schedule->first = found ? i + 1 : 0;
  for (int k = 0; k < schedule->count; k++) {
    build->report.step[k] = (BrnBuildStepReport){schedule->step[k].name, k < schedule->first, 0};
  }
  if (found) build->report.step[i].seconds = brn__seconds() - start;
  build->report.step_count = schedule->count;
  build->report.cached = schedule->first == schedule->chain;
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- looking

static int early_steps(const Schedule* schedule) {
  int count = 0;
  while (schedule->step[count].early) count++;
  return count;
}

// Listed parts have the surfaces of the model where those came from the cache; their boxes.
static void lend_surfaces(BrnBuild* build) {
  const BrnModel* model = build->model;
  for (int i = 0; i < build->listed_count; i++) {
    BrnListedPart* part = &build->listed[i];
    for (int p = 0; p < model->part_count && !part->mesh; p++) {
      if (model->part[p].surface < 0 || strcmp(model->part[p].name, part->name) != 0) continue;
      part->mesh = model->surface[model->part[p].surface].mesh;
    }
    if (part->mesh) brn_mesh_bounds(part->mesh, part->low, part->high);
  }
}

// all that can be told of a scene before it is meshed
static BrnStatus inspect(Schedule* schedule) {
  BrnBuild* build = schedule->build;
  BRN_TRY(brn__list_parts(build));
  build->selection_used = brn__new_zero(build->ctx, schedule->scene->selection_count + 1, bool);
  build->selection_asked = brn__new_zero(build->ctx, schedule->scene->selection_count + 1, bool);
  build->material_used = brn__new_zero(build->ctx, schedule->scene->material_count + 1, bool);
  if (!build->selection_used || !build->selection_asked || !build->material_used) {
    return BRN_NO_MEMORY;
  }
  lend_surfaces(build);
  BRN_TRY(make_steps(schedule, 0, early_steps(schedule)));
  lend_surfaces(build);
  for (int i = 0; i < schedule->count; i++) {
    if (schedule->step[i].check) schedule->step[i].check(build);
    BRN_TRY(build->status);
  }
  return brn__go_on(build->ctx); // what was broken off is no result
}

// --------------------------------------------------------------------------------------- the whole

static BrnStatus start(Schedule* schedule) {
  BrnBuild* build = schedule->build;
  build->surfaces = brn__scene_wants_surfaces(schedule->scene);
  schedule->step = brn__build_steps(build->surfaces, &schedule->count);
  while (schedule->step[schedule->chain].reads) schedule->chain++;
  build->scene = schedule->scene, build->remarks = &build->others;
  build->model = brn__new_zero(build->ctx, 1, BrnModel);
  if (!build->model) return BRN_NO_MEMORY;
  build->model->envelope.surface = -1;
  return BRN_OK;
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

static BrnStatus refuse_pipes(BrnBuild* build) {
  return brn__scene_files(build->scene, refuse_pipe, build);
}

static int find_step(const Schedule* schedule, BrnStatus (*make)(BrnBuild*)) {
  int i = 0;
  while (i < schedule->count && schedule->step[i].make != make) i++;
  return i;
}

// Where surfaces cannot be used the mesher has the triangles that it refuses; that is all that is
// wanted of it.
static void find_refused(const Schedule* schedule) {
  const BrnBuild* build = schedule->build;
  bool meshed = build->model->surface_count > 0 && !build->surfaces;
  if (!build->def->refused || !build->bad_surfaces || !meshed) return;
  (void)make_in_view(schedule, find_step(schedule, brn__build_mesh));
}

// the first error is the message
static BrnStatus refuse(const Schedule* schedule) {
  const BrnBuild* build = schedule->build;
  const BrnRemarks* list[] = {&build->chain, &build->others, build->def->remarks};
  for (int k = 0; k < 3; k++) {
    for (int i = 0; list[k] && i < list[k]->count; i++) {
      const BrnRemark* remark = &list[k]->remark[i];
      if (remark->severity != BRN_ERROR) continue;
      return brn__fail(build->ctx, BRN_INVALID, "%s: %s", remark->where, remark->text);
    }
  }
  return BRN_OK;
}

static BrnStatus build_model(Schedule* schedule) {
  BrnBuild* build = schedule->build;
  BRN_TRY(start(schedule));
  if (build->def->cache)
    BRN_TRY(brn__step_keys(build, schedule->scene, schedule->step, schedule->chain, schedule->key));
  BRN_TRY(find_first(schedule));
  BRN_TRY(inspect(schedule));
  find_refused(schedule);
  BRN_TRY(refuse(schedule));
  BRN_TRY(refuse_pipes(build));
  BRN_TRY(make_steps(schedule, early_steps(schedule), schedule->count));
  BRN_TRY(refuse(schedule));
  build->done = 1, build->share = 0;
  brn__build_progress(build, "done", 1);
  return brn__model_key(build, schedule->scene, &build->model->hash);
}

BrnStatus brn__build_frames(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnScene* scene = build->scene;
  brn__check_frames(build);
  model->name = brn__strdup(build->ctx, scene->name ? scene->name : "");
  if (!model->name) return BRN_NO_MEMORY;
  model->solver = scene->solver;
  model->frames = scene->frames;
  bool given = !isnan(scene->gravity[0]);
  const double down[3] = {0, -9.81, 0};
  brn__copy3(model->gravity, given ? scene->gravity : down);
  return BRN_OK;
}

static void free_build(BrnBuild* build) {
  BrnContext* ctx = build->ctx;
  for (int p = 0; build->part_bvh && p < build->model->part_count; p++) {
    brn_bvh_destroy(ctx, build->part_bvh[p]);
  }
  brn__free(ctx, build->part_bvh);
  brn__free(ctx, build->part_unit);
  brn__free(ctx, build->source_part);
  brn_mesh_destroy(ctx, build->source);
  brn__free_listed(build);
  brn__free(ctx, build->selection_used);
  brn__free(ctx, build->selection_asked);
  brn__free(ctx, build->material_used);
  brn_remarks_clear(ctx, &build->chain);
  brn_remarks_clear(ctx, &build->others);
}

// what the steps have told goes to the caller, or else warnings to the log
static BrnStatus pass_on(BrnBuild* build, BrnRemarks* out) {
  const BrnRemarks* list[] = {&build->chain, &build->others};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < list[k]->count; i++) {
      const BrnRemark* r = &list[k]->remark[i];
      if (out) BRN_TRY(brn_remarks_add(build->ctx, out, r->severity, r->where, r->text));
      if (out || r->severity != BRN_WARNING) continue;
      brn__log(build->ctx, BRN_LOG_WARNING, "%s: %s", r->where, r->text);
    }
  }
  return BRN_OK;
}

// The scene's own units are those of its files. What was told is passed on also after a failure.
static BrnStatus go(BrnBuild* build, const BrnScene* scene, BrnStatus (*walk)(Schedule*),
                    BrnRemarks* remarks) {
  BrnScene* si;
  build->read = brn_read_def_default();
  build->read.metres_per_unit = brn__scene_metres(scene);
  build->read.up = "xyz"[scene->up];
  BRN_TRY(brn_scene_copy(build->ctx, scene, &si));
  brn_scene_to_si(si);
  Schedule schedule = {.build = build, .scene = si};
  BrnStatus status = walk(&schedule);
  BrnStatus passed = status == BRN_OK || remarks ? pass_on(build, remarks) : BRN_OK;
  free_build(build);
  brn_scene_destroy(build->ctx, si);
  return status == BRN_OK ? passed : status;
}

BrnStatus brn_model_build(BrnContext* ctx, const BrnScene* scene, const BrnBuildDef* def,
                          BrnModel** out, BrnBuildReport* report) {
  BRN_ASSERT(ctx && scene && out);
  BRN_CHECK_DEF(def);
  BrnBuild build = {.ctx = ctx, .def = def, .start = brn__seconds()};
  BrnStatus status = go(&build, scene, build_model, def->remarks);
  build.report.seconds = brn__seconds() - build.start;
  if (report) *report = build.report;
  if (status != BRN_OK) {
    brn_model_destroy(ctx, build.model);
    build.model = NULL;
  }
  *out = build.model;
  return status;
}

// what is of the run and not of the body
static BrnStatus check_run_keys(BrnBuild* build) {
  brn__check_frames(build);
  brn__check_holds(build);
  return build->status;
}

// Where nothing must be meshed the steps themselves tell what they refuse. Tets to be cut from
// surfaces would take too long: there the looks tell what surfaces can.
enum { QUICK = 200000 }; // vertices of surfaces at most

static bool is_quick(const BrnBuild* build) {
  int count = 0;
  for (int i = 0; i < build->listed_count; i++) {
    if (build->listed[i].mesh) count += build->listed[i].mesh->vertex_count;
  }
  return build->surfaces ? count <= QUICK : build->source && !build->coarse;
}

static BrnStatus rehearse(Schedule* schedule) {
  BrnBuild* build = schedule->build;
  bool quick = is_quick(build);
  if (!quick || brn__error_count(build) > 0) return BRN_OK;
  brn__at(build, "build");
  brn__say_refusal(
      build, make_steps(schedule, early_steps(schedule), find_step(schedule, brn__build_frames)));
  return build->status;
}

static BrnStatus check_scene(Schedule* schedule) {
  BRN_TRY(start(schedule));
  BRN_TRY(inspect(schedule));
  BRN_TRY(rehearse(schedule));
  return check_run_keys(schedule->build);
}

static BrnStatus check_run(Schedule* schedule) {
  BRN_TRY(start(schedule));
  BRN_TRY(brn__list_parts(schedule->build));
  return check_run_keys(schedule->build);
}

static BrnStatus check(BrnContext* ctx, const BrnScene* scene, BrnStatus (*walk)(Schedule*),
                       BrnRemarks* out) {
  BrnBuildDef def = brn_build_def_default();
  BrnBuild build = {.ctx = ctx, .def = &def, .checks = true};
  BrnStatus status = go(&build, scene, walk, out);
  brn_model_destroy(ctx, build.model);
  return status;
}

BrnStatus brn_scene_check(BrnContext* ctx, const BrnScene* scene, BrnRemarks* out) {
  BRN_ASSERT(ctx && scene && out);
  return check(ctx, scene, check_scene, out);
}

BrnStatus brn__scene_check_run(BrnContext* ctx, const BrnScene* scene, BrnRemarks* out) {
  return check(ctx, scene, check_run, out);
}
