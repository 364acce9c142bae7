// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"

// One spindle with finer and finer meshes: does what one sees depend on the mesh? Inner points are
// where Brawn puts them.

static const char scene[] =
    "{'brawn': 1, 'gravity': [%g, 0, 0], 'bones': {'top': {'form': {'clay': [{'centre': [-0.01, 0, "
    "0], 'half': [0.008, 0.02, 0.02], 'round': 0.002}], 'detail': 12}, 'fixed': true}}, "
    "'selections': {'held': {'box': [[-1e-4, -1, -1], [1e-4, 1, 1]], 'parts': 'm'}, 'root': "
    "{'box': [[0.0999, -1, -1], [0.1001, 1, 1]], 'parts': 'm'}}, 'muscles': {'m': {'surface': "
    "'0.obj', 'origin': {'bones': ['top'], 'select': 'held'}, 'activation': {'keys': [[0, 0], "
    "[0.5, %g]], 'curve': 'linear'}, 'flesh': {'roots': 'root', 'contact': false}}}, 'solver': "
    "{'method': 'xpbd'}, 'frames': {'first': 1, 'last': 48}}";

static const struct Mesh {
  int rings, around;
} meshes[] = {{21, 12}, {41, 24}, {81, 48}, {161, 96}};

static const struct Task {
  const char* name;
  double gravity, active;
  int substeps, iterations;
} tasks[] = {
    {"hangs", 9.81, 0, 10, 10},   {"contracts", 0, 0.4, 4, 10}, {"contracts", 0, 0.4, 10, 10},
    {"contracts", 0, 0.4, 20, 5}, {"contracts", 0, 0.4, 40, 3},
};
enum { MESHES = sizeof meshes / sizeof *meshes, TASKS = sizeof tasks / sizeof *tasks };

static void add_row(BenchStudies* bench, BenchTable* table, const struct Task* task,
                    const XpbdRun* run, int frames) {
  const BrnModelFlesh* flesh = &run->model->flesh[0];
  XpbdShape shape = xpbd_shape(run->model, run->state->position, 0);
  study_table_add(bench, table,
                  json_pack("{s:s, s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f}", "task",
                            task->name, "vertices", flesh->vertex_count, "inner",
                            flesh->inner_count, "substeps", task->substeps, "iterations",
                            task->iterations, "length", shape.length, "radius", shape.radius,
                            "volume", shape.volume, "stretch",
                            brn_step_report_value(&run->report, "stretch"), "kinetic",
                            1e6 * run->report.kinetic, "ms", 1e3 * run->cpu / frames));
}

static BrnStatus do_task(BenchStudies* bench, BenchTable* table, const struct Mesh* mesh,
                         const struct Task* task) {
  char text[2000], words[80];
  XpbdSpindle spindle = xpbd_spindle();
  BrnModel* model = NULL;
  XpbdRun run = {0};
  int frames = study_pick(bench, 2, 48, 48);
  spindle.rings = mesh->rings, spindle.around = mesh->around;
  snprintf(text, sizeof text, scene, task->gravity, task->active);
  snprintf(words, sizeof words, "xpbd_substeps=%d iterations=%d", task->substeps, task->iterations);
  BrnStatus status = xpbd_build(bench->ctx, &spindle, 1, text, &model);
  if (status == BRN_OK) status = xpbd_begin(bench->ctx, model, words, &run);
  if (status == BRN_OK) status = xpbd_frames(&run, 1, frames);
  if (status == BRN_OK) add_row(bench, table, task, &run, frames);
  xpbd_end(bench->ctx, &run);
  brn_model_destroy(bench->ctx, model);
  return status;
}

BrnStatus xpbd_study_density(BenchStudies* bench) {
  BenchTable table = {
      .name = "density",
      .title = "The spindle with finer meshes: it hangs by one end, or contracts by 0.4",
      .note =
          "Length, radius and volume over rest. The ideal is length 1 when it hangs, and length "
          "0.600, radius 1.291 when it contracts. Kinetic energy after two seconds.",
      .column = {{"task", "task", NULL},
                 {"vertices", "vertices", "%.0f"},
                 {"inner", "inner", "%.0f"},
                 {"substeps", "sub-steps", "%.0f"},
                 {"iterations", "iterations", "%.0f"},
                 {"length", "length", "%.4f"},
                 {"radius", "mid radius", "%.3f"},
                 {"volume", "volume", "%.5f"},
                 {"stretch", "error along", "%.3f"},
                 {"kinetic", "kinetic, uJ", "%.3g"},
                 {"ms", "CPU ms a frame", "%.1f"},
                 {0}}};
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int i = 0; i < TASKS * study_pick(bench, 1, MESHES - 1, MESHES) && status == BRN_OK; i++) {
    status = do_task(bench, &table, &meshes[i / TASKS], &tasks[i % TASKS]);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
