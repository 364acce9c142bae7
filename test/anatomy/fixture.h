// SPDX-License-Identifier: Apache-2.0
//
// What the tests of building steps share: a build that has gone as far as its units, from a scene
// as text. Texts use ' for ".

#pragma once

#include "anatomy/pieces.h"
#include "core/vec.h"
#include "test.h"

typedef struct Fixture {
  BrnContext* ctx;
  BrnScene* scene;
  BrnBuildDef def;
  BrnBuild build;
  char warnings[2000]; // what went to the log
} Fixture;

static inline void fixture_log(void* user, BrnLogLevel level, const char* message) {
  char* out = user;
  (void)level;
  size_t used = strlen(out);
  snprintf(out + used, 2000 - used, "%s\n", message);
}

static inline BrnScene* fixture_parse(BrnContext* ctx, const char* text) {
  char* json = strdup(text);
  for (char* at = json; *at; at++) {
    if (*at == '\'') *at = '"';
  }
  BrnScene* scene = NULL;
  ENSURE_OK(ctx, brn_scene_parse(ctx, json, strlen(json), "scene.json", &scene));
  free(json);
  brn_scene_to_si(scene);
  return scene;
}

/// The steps before those that are under test.
static inline BrnStatus fixture_prepare(BrnBuild* build) {
  BRN_TRY(brn__build_parts(build));
  BRN_TRY(brn__build_mesh(build));
  BRN_TRY(brn__build_units(build));
  return brn__build_materials(build);
}

/// Bones and what they weigh.
static inline BrnStatus fixture_bones(BrnBuild* build) {
  BRN_TRY(brn__build_bones(build));
  return brn__build_masses(build);
}

/// Opens a build without running any step. The fixture must not be copied.
static inline void fixture_open(Fixture* f, const char* text) {
  BrnContextDef def = brn_context_def_default();
  *f = (Fixture){.def = brn_build_def_default()};
  def.workers = 2;
  def.log = fixture_log;
  def.log_user = f->warnings;
  def.log_level = BRN_LOG_WARNING;
  f->ctx = brn_context_create(&def);
  f->scene = fixture_parse(f->ctx, text);
  f->build = (BrnBuild){.ctx = f->ctx, .scene = f->scene, .def = &f->def};
  f->build.read = brn_read_def_default();
  f->build.remarks = &f->build.chain;
  f->build.model = brn__new_zero(f->ctx, 1, BrnModel);
  ENSURE_OK(f->ctx, brn__list_parts(&f->build));
}

static inline void fixture_make(Fixture* f, const char* text) {
  fixture_open(f, text);
  ENSURE_OK(f->ctx, fixture_prepare(&f->build));
}

static inline void fixture_done(Fixture* f) {
  BrnBuild* build = &f->build;
  for (int p = 0; build->part_bvh && p < build->model->part_count; p++) {
    brn_bvh_destroy(f->ctx, build->part_bvh[p]);
  }
  brn__free(f->ctx, build->part_bvh);
  brn__free(f->ctx, build->part_unit);
  brn__free_listed(build);
  brn_remarks_clear(f->ctx, &build->chain);
  brn__free(f->ctx, build->source_part);
  brn_mesh_destroy(f->ctx, build->source);
  brn_model_destroy(f->ctx, build->model);
  brn_scene_destroy(f->ctx, f->scene);
  test_context_done(f->ctx);
}

/// Is it among what a check calls an error? Then a build refuses with the first of these.
static inline bool fixture_looks(const Fixture* f, const char* message) {
  BrnRemarks remarks = {0};
  BrnModel* model;
  char all[300];
  bool found = false;
  for (int i = 0; i < f->scene->bone_count; i++) f->scene->bone[i].fixed = true; // it is a run's
  ENSURE_OK(f->ctx, brn_scene_check(f->ctx, f->scene, &remarks));
  for (int i = 0, first = 1; i < remarks.count; i++) {
    const BrnRemark* r = &remarks.remark[i];
    if (r->severity != BRN_ERROR) continue;
    snprintf(all, sizeof all, "%s: %s", r->where, r->text);
    found |= strstr(all, message) != NULL;
    if (!first) continue;
    ENSURE(brn_model_build(f->ctx, f->scene, &f->def, &model, NULL) != BRN_OK);
    ENSURE_ERROR_HAS(f->ctx, r->text);
    first = 0;
  }
  brn_remarks_clear(f->ctx, &remarks);
  return found;
}

/// A check tells it, or the step fails with it: one of the two decides, and the other relies on it.
static inline void fixture_refuse(const char* text, BrnStatus (*step)(BrnBuild*),
                                  const char* message) {
  Fixture f;
  fixture_open(&f, text);
  bool told = fixture_looks(&f, message);
  fixture_done(&f);
  if (told) return;
  if (!step) print_error("a check does not tell: %s\n", message);
  ENSURE(step);
  fixture_make(&f, text);
  ENSURE_STATUS(f.ctx, step(&f.build), BRN_INVALID);
  ENSURE_ERROR_HAS(f.ctx, message);
  fixture_done(&f);
}

/// Takes all scratch that is there, so that a step must ask for more.
static inline void fixture_fill_scratch(BrnContext* ctx) {
  for (size_t size = 1 << 24; size >= 64; size /= 2) {
    do brn_fail_allocation(ctx, 0);
    while (brn__scratch_take(ctx, size, 1));
  }
  brn_fail_allocation(ctx, -1);
}

/// Fails the first allocation of a step, then the second, until it succeeds.
static inline void fixture_trial_no_memory(const char* text, BrnStatus (*before)(BrnBuild*),
                                           BrnStatus (*step)(BrnBuild*)) {
  for (int k = 0;; k++) {
    Fixture f;
    fixture_make(&f, text);
    if (before) ENSURE_OK(f.ctx, before(&f.build));
    BrnScratchMark mark = brn__scratch_mark(f.ctx);
    fixture_fill_scratch(f.ctx);
    brn_fail_allocation(f.ctx, k);
    BrnStatus status = step(&f.build);
    brn_fail_allocation(f.ctx, -1);
    brn__scratch_release(f.ctx, mark);
    if (status != BRN_OK) ENSURE_STATUS(f.ctx, status, BRN_NO_MEMORY);
    fixture_done(&f);
    ENSURE(k > 0 || status == BRN_NO_MEMORY); // the trial must fail something
    if (status == BRN_OK) return;
  }
}

/// A bar along Y of 4 x 4 cm: muscle from 0 to 20 cm, 3 cm of bone at each end. Grid of 2 x 2 cells
/// across. `rest` is more of the scene: ", 'selections': {...}".
#define BAR_SCENE(muscle, rest)                                                                    \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 600}}, 'bones': {'top': {'labels': "    \
  "'bone_proximal'}, 'bottom': {'labels': 'bone_distal'}}, 'muscles': {'flexor': {'labels': "      \
  "'muscle'" muscle "}}" rest "}"

#define BAR_MUSCLE ", 'origin': 'top', 'insertion': 'bottom'"

static inline const double* fixture_point(const Fixture* f, int vertex) {
  return f->build.model->mesh->position + 3 * (size_t)vertex;
}
