// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"
#include "core/vec.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

// Table 3: the bodies of scenes/, each as its own file says, with newton and with emu, frame by
// frame; and how far the two are apart.

typedef struct Body {
  const char* file;
  const char* paper; // the model of the paper that it stands for; NULL: none
  int tets, bones, muscles;
} Body;

static const Body bodies[] = {
    {"bar", NULL, 0, 0, 0},
    {"torus", NULL, 0, 0, 0},
    {"hinge/hinge", NULL, 0, 0, 0},
    {"hinge/joint", NULL, 0, 0, 0},
    {"fusiform", "simple fusiform muscle", 600000, 2, 1},
    {"bipennate", "simple bipennate muscle", 12000, 2, 1},
    {"pair", "simple contacting muscles", 20000, 2, 2},
    {"curved", "curved contacting muscle", 11000, 2, 1},
    {"trunk", "elephant head", 29000, 2, 2},
    {"wheel", "soft robot wheel", 3000, 2, 2},
    {"gripper", "soft robot hand", 18000, 7, 9},
    {"head", "cartoon skull", 48000, 2, 4},
    {"arm", "upper arm", 33000, 4, 6},
    {"leg", "leg", 43000, 4, 5},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

typedef struct Side {
  BrnSolver* solver;
  BrnState* state;
  double seconds, cpu;
  int iterations, failed;
} Side;

typedef struct Pair {
  const BrnModel* model;
  BrnStepInput* input;
  BrnDrive* drive;
  Side side[2];
  double length, error, motion; // m
  int frames;
} Pair;

// ------------------------------------------------------------------------------------------- sizes

static double farthest(int count, const double* a, const double* b) {
  double most = 0;
  for (int v = 0; v < count; v++) {
    most = fmax(most, brn__distance3(a + 3 * (size_t)v, b + 3 * (size_t)v));
  }
  return most;
}

// longest side of the box around the body at rest
static double length_of(const BrnMesh* mesh) {
  double longest = 0;
  for (int axis = 0; axis < 3; axis++) {
    double low = INFINITY, high = -INFINITY;
    for (int v = 0; v < mesh->vertex_count; v++) {
      low = fmin(low, mesh->position[3 * (size_t)v + (size_t)axis]);
      high = fmax(high, mesh->position[3 * (size_t)v + (size_t)axis]);
    }
    longest = fmax(longest, high - low);
  }
  return longest;
}

// --------------------------------------------------------------------------------------------- run

static BrnStatus begin_side(BrnContext* ctx, const BrnModel* model, const char* method,
                            Side* side) {
  BrnSolverDef def = brn_solver_def_of(model);
  BRN_TRY(brn_solver_def_set(ctx, &def, "method", method));
  BRN_TRY(brn_solver_create(ctx, model, &def, &side->solver));
  return brn_state_create(ctx, model, &side->state);
}

static void end_side(BrnContext* ctx, Side* side) {
  brn_state_destroy(ctx, side->state);
  brn_solver_destroy(ctx, side->solver);
}

static BrnStatus step(Pair* pair, Side* side) {
  BrnStepReport report;
  if (!side->solver) return BRN_OK;
  double begin = bench_cpu_seconds();
  BRN_TRY(brn_solver_step(side->solver, pair->input, side->state, &report));
  side->seconds += report.seconds.total;
  side->cpu += bench_cpu_seconds() - begin;
  side->iterations += report.iterations;
  side->failed += report.outcome != BRN_CONVERGED;
  return BRN_OK;
}

static BrnStatus run_frames(Pair* pair, int most) {
  const BrnModel* model = pair->model;
  int count = model->mesh->vertex_count, last = model->frames.last;
  if (last > model->frames.first + most) last = model->frames.first + most;
  for (int f = model->frames.first; f <= last; f++) {
    for (int s = 0; s < 2; s++) {
      const BrnState* state = pair->side[s].state;
      if (!state) continue;
      BRN_TRY(brn_drive_fill(pair->drive, brn_model_frame_time(model, f), state, pair->input));
      BRN_TRY(step(pair, &pair->side[s]));
    }
    const double* newton = pair->side[0].state->position;
    pair->motion = fmax(pair->motion, farthest(count, newton, model->mesh->position));
    pair->frames++;
    if (!pair->side[1].solver) continue;
    pair->error = fmax(pair->error, farthest(count, newton, pair->side[1].state->position));
  }
  return BRN_OK;
}

static BrnStatus run_model(BrnContext* ctx, const BrnModel* model, int most, Pair* pair,
                           char* remark, size_t size) {
  *pair = (Pair){.model = model, .length = length_of(model->mesh)};
  BRN_TRY(begin_side(ctx, model, "newton", &pair->side[0]));
  // a model that emu cannot do is told of
  if (begin_side(ctx, model, "emu", &pair->side[1]) != BRN_OK) {
    snprintf(remark, size, "%s", brn_last_error(ctx));
  }
  BRN_TRY(brn_input_create(ctx, model, &pair->input));
  BRN_TRY(brn_drive_create(ctx, model, NULL, NULL, &pair->drive));
  return run_frames(pair, most);
}

// ------------------------------------------------------------------------------------------- table

static void set_side(json_t* row, const char* name, const Side* side, int frames) {
  char key[64];
  if (!side->solver || frames == 0) return;
  snprintf(key, sizeof key, "%s_seconds", name);
  json_object_set_new(row, key, json_real(side->seconds / frames));
  snprintf(key, sizeof key, "%s_cpu_seconds", name);
  json_object_set_new(row, key, json_real(side->cpu / frames));
  snprintf(key, sizeof key, "%s_iterations", name);
  json_object_set_new(row, key, json_real((double)side->iterations / frames));
  snprintf(key, sizeof key, "%s_converged", name);
  json_object_set_new(row, key, json_boolean(side->failed == 0));
}

static json_t* to_json(const Body* body, const Pair* pair, const char* remark) {
  const BrnModel* model = pair->model;
  json_t* row =
      json_pack("{s:s, s:i, s:i, s:i, s:i, s:f}", "body", body->file, "tets",
                model->mesh->tet_count, "bones", model->bone_count, "muscles", model->muscle_count,
                "frames", pair->frames, "motion_percent", 100 * pair->motion / pair->length);
  if (body->paper) {
    char text[100];
    snprintf(text, sizeof text, "%s, %dk, %d, %d", body->paper, body->tets / 1000, body->bones,
             body->muscles);
    json_object_set_new(row, "paper", json_string(text));
  }
  set_side(row, "newton", &pair->side[0], pair->frames);
  set_side(row, "emu", &pair->side[1], pair->frames);
  if (pair->side[1].solver) {
    json_object_set_new(row, "apart_percent", json_real(100 * pair->error / pair->length));
  }
  if (*remark) json_object_set_new(row, "remark", json_string(remark));
  return row;
}

static BrnStatus add_body(BenchStudies* bench, BenchTable* table, const Body* body,
                          const char* path) {
  BrnContext* ctx = bench->ctx;
  BrnScene* scene;
  BrnModel* model = NULL;
  Pair pair = {0};
  char remark[160] = "";
  BrnBuildDef def = brn_build_def_default();
  BRN_TRY(brn_scene_read(ctx, path, &scene));
  BrnStatus status = BRN_OK;
  if (bench->run->quick) status = brn_scene_set(ctx, scene, "mesh.shape.tets", "1500");
  if (status == BRN_OK) status = brn_model_build(ctx, scene, &def, &model, NULL);
  if (status == BRN_OK) {
    status = run_model(ctx, model, study_pick(bench, 2, 4, 47), &pair, remark, sizeof remark);
  }
  if (status == BRN_OK) study_table_add(bench, table, to_json(body, &pair, remark));
  for (int s = 0; s < 2; s++) end_side(ctx, &pair.side[s]);
  brn_input_destroy(ctx, pair.input);
  brn_drive_destroy(ctx, pair.drive);
  brn_model_destroy(ctx, model);
  brn_scene_destroy(ctx, scene);
  return status;
}

BrnStatus emu_study_models(BenchStudies* bench) {
  BenchTable table = {
      .name = "table_3",
      .title = "Table 3: the bodies of scenes/, as their files say",
      .note = "The paper gives sizes alone, and seconds for two models that are not public: fruit "
              "picker, 289k tets, 13.3 s a frame, quadropus, 200k, 127.9 s. "
              "Bodies here are our own, of the same kinds. Apart: largest distance between emu and "
              "newton, % of length.",
      .column = {{"body", "scene", NULL},
                 {"paper", "paper's model, tets, bones, muscles", NULL},
                 {"tets", "tets", "%.0f"},
                 {"bones", "bones", "%.0f"},
                 {"muscles", "muscles", "%.0f"},
                 {"frames", "frames", "%.0f"},
                 {"motion_percent", "motion %", "%.1f"},
                 {"newton_seconds", "newton s", "%.3f"},
                 {"newton_cpu_seconds", "CPU s", "%.3f"},
                 {"newton_iterations", "iter.", "%.1f"},
                 {"emu_seconds", "emu s", "%.3f"},
                 {"emu_cpu_seconds", "CPU s", "%.3f"},
                 {"emu_iterations", "iter.", "%.1f"},
                 {"emu_converged", "emu converged", "%g"},
                 {"apart_percent", "apart %", "%.2f"},
                 {"remark", "remark", NULL},
                 {0}}};
  const char* folder = bench->run->scene ? bench->run->scene : "scenes";
  BrnStatus status = BRN_OK;
  study_table_begin(bench, &table);
  for (int b = 0; b < study_pick(bench, 1, BODIES, BODIES) && status == BRN_OK; b++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.json", folder, bodies[b].file);
    if (access(path, R_OK) != 0) continue; // run from elsewhere: --scene names the folder
    status = add_body(bench, &table, &bodies[b], path);
  }
  BrnStatus ended = study_table_end(bench, &table);
  return status == BRN_OK ? ended : status;
}
