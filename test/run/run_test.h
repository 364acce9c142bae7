// SPDX-License-Identifier: Apache-2.0
//
// What the tests of runs share: a small bar that contracts, and a folder that is gone at the end.

#pragma once

#include "brawn/run.h"
#include "solver/solver_test.h"

#include <ftw.h>

#define RUN_SCENE(more)                                                                            \
  "{'brawn': 1, 'name': 'bar', " BAR_MESH ", 'gravity': [0, 0, 0], 'bones': {'top': {'labels': "   \
  "'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal'}}, 'muscles': {'m': "         \
  "{" BAR_MUSCLE ", 'tension': 2e5, 'activation': {'keys': [[0, 0], [1, 1]], 'curve': "            \
  "'linear'}}}, 'frames': {'first': 1, 'last': 4}" more "}"

typedef struct RunTest {
  BrnContext* ctx;
  BrnScene* scene;
  BrnModel* model;
  char folder[64], out[80]; // out is not there at first
  BrnRunReport report;
} RunTest;

static inline RunTest run_make(const char* text) {
  RunTest test = {.ctx = test_context()};
  BrnBuildDef def = brn_build_def_default();
  model_folder(test.folder);
  snprintf(test.out, sizeof test.out, "%s/out", test.folder);
  test.scene = model_scene_in(test.ctx, test.folder, text);
  ENSURE_OK(test.ctx, brn_model_build(test.ctx, test.scene, &def, &test.model, NULL));
  return test;
}

static inline int run_remove(const char* path, const struct stat* info, int kind, struct FTW* at) {
  (void)info, (void)kind, (void)at;
  return remove(path);
}

static inline void run_remove_folder(const char* folder) {
  nftw(folder, run_remove, 8, FTW_DEPTH | FTW_PHYS);
}

static inline void run_done(RunTest* test) {
  run_remove_folder(test->folder);
  brn_model_destroy(test->ctx, test->model);
  brn_scene_destroy(test->ctx, test->scene);
  test_context_done(test->ctx);
}

static inline BrnRunDef run_def(const RunTest* test) {
  BrnRunDef def = brn_run_def_default();
  def.folder = test->out;
  return def;
}

/// Plans and goes.
static inline BrnStatus run_go(RunTest* test, const BrnRunDef* def) {
  BrnRun* run;
  BrnStatus status = brn_run_create(test->ctx, test->scene, def, &run);
  if (status != BRN_OK) return status;
  status = brn_run_go(run, test->model, &test->report);
  brn_run_destroy(test->ctx, run);
  return status;
}

static inline char* run_path(const RunTest* test, const char* name) {
  static char path[200];
  snprintf(path, sizeof path, "%s/%s", test->out, name);
  return path;
}

static inline bool run_has(const RunTest* test, const char* name) {
  return access(run_path(test, name), F_OK) == 0;
}

/// The text of a file, to be freed.
static inline char* run_text(const RunTest* test, const char* name) {
  size_t size;
  char* text = model_read_file(run_path(test, name), &size);
  text[size] = 0;
  return text;
}

static inline int run_rows(const RunTest* test, const char* name) {
  char* text = run_text(test, name);
  int lines = 0;
  for (const char* c = text; *c; c++) lines += *c == '\n';
  free(text);
  return lines - 1;
}
