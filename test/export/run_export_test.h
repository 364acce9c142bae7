// SPDX-License-Identifier: Apache-2.0
//
// A run to export: three rigid bones in a chain with flesh between them, that turn by a script.

#pragma once

#include "export_test.h"
#include "run/run_test.h"
#include "solver/body/chain_test.h"

enum { RUN_FRAMES = 3 };

#define RUN_BODY                                                                                   \
  "{'brawn': 1, 'name': 'chain', 'mesh': {'file': 'chain.vtu'}, 'gravity': [0, 0, 0], 'bones': "   \
  "{'a': {'labels': '1', 'fixed': true}, 'b, too': {'labels': '3', 'motion': {'turn': [[0, 0, 0, " \
  "0], [0.08, 5, -8, 6]], 'about': [0.03, 0.19, 0.01]}}, 'c': {'labels': '5'}}, 'muscles': {'m': " \
  "{'labels': '2', 'origin': 'a', 'insertion': 'b, too'}, 'k': {'labels': '4', 'origin': 'b, "     \
  "too', 'insertion': 'c'}}, 'joints': {'ball': {'type': 'ball', 'bones': ['a', 'b, too'], "       \
  "'point': [0.03, 0.19, 0.01]}, 'hinge': {'type': 'hinge', 'bones': ['b, too', 'c'], 'point': "   \
  "[-0.03, 0.1, 0], 'axis': [1, 0, 1], 'angle': {'keys': [[0, 0], [0.08, 12]]}}}, 'frames': "      \
  "{'first': 1, 'last': 3, 'per_second': 25}, 'solver': {'bones': 'rigid'}}"

/// Runs it, and opens it.
static inline ExportTest export_make_run(void) {
  ExportTest test = {.ctx = test_context()};
  export_folders(&test);
  chain_write(test.ctx, test.folder);
  BrnScene* scene = model_scene_in(test.ctx, test.folder, RUN_BODY);
  BrnModel* model;
  BrnRun* run;
  BrnRunReport report;
  char folder[100];
  snprintf(folder, sizeof folder, "%s/run", test.folder);
  BrnBuildDef build = brn_build_def_default();
  BrnRunDef def = brn_run_def_default();
  def.folder = folder;
  ENSURE_OK(test.ctx, brn_model_build(test.ctx, scene, &build, &model, NULL));
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, scene, &def, &run));
  ENSURE_OK(test.ctx, brn_run_go(run, model, &report));
  ENSURE_INT(report.done, RUN_FRAMES);
  brn_run_destroy(test.ctx, run);
  brn_model_destroy(test.ctx, model);
  brn_scene_destroy(test.ctx, scene);
  export_open(&test, "run");
  ENSURE(test.replay->model != NULL);
  return test;
}
