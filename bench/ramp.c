// SPDX-License-Identifier: Apache-2.0

#include "bench/ramp.h"

#include "bench/bench.h"
#include "core/vec.h"
#include "solver/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- model

int bench_spindle_tets(double soft) { return (int)(1.63 * soft + 0.5); }

BrnStatus bench_spindle_build(BrnContext* ctx, const BenchCase* body, int tets, BrnModel** model) {
  char text[2500];
  BrnScene* scene;
  BrnBuildDef def = brn_build_def_default();
  snprintf(text, sizeof text, BENCH_SPINDLE, tets, body->gravity, body->sinew, body->units,
           body->payload, body->more);
  for (char* c = text; *c; c++) *c = *c == '\'' ? '"' : *c;
  BRN_TRY(brn_scene_parse(ctx, text, strlen(text), "spindle.json", &scene));
  BrnStatus status = brn_model_build(ctx, scene, &def, model, NULL);
  brn_scene_destroy(ctx, scene);
  return status;
}

BrnSolverDef bench_plain_def(const BrnModel* model) {
  BrnSolverDef def = brn_solver_def_of(model);
  def.locking = BRN_LOCKING_OFF;
  return def;
}

// -------------------------------------------------------------------------------------------- sums

static void add_report(const BrnStepReport* step, BenchResult* to) {
  brn__step_report_add(&to->sum, step);
  to->failed += step->outcome != BRN_CONVERGED;
  if (step->iterations > to->worst) to->worst = step->iterations;
}

static double farthest(int count, const double* a, const double* b) {
  double most = 0;
  for (int v = 0; v < count; v++) {
    most = fmax(most, brn__distance3(a + 3 * (size_t)v, b + 3 * (size_t)v));
  }
  return most;
}

static void compare(const BenchRamp* ramp, const double* shape, BenchResult* result) {
  int count = ramp->state->vertex_count;
  double error = farthest(count, ramp->state->position, shape);
  double motion = farthest(count, ramp->model->mesh->position, shape);
  result->error = fmax(result->error, error);
  result->error_of_motion = fmax(result->error_of_motion, motion > 0 ? error / motion : 0);
  result->motion = fmax(result->motion, motion);
}

// of what is more muscle than tendon
static double volume_ratio(const BrnModel* model, const BrnState* state) {
  double now = 0, rest = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (model->unit[t] < 0 || model->tendon[t] >= 0.5) continue;
    const int* v = model->mesh->tet + 4 * (size_t)t;
    double e[3][3], normal[3];
    for (int k = 0; k < 3; k++) {
      brn__sub3(e[k], state->position + 3 * (size_t)v[k + 1], state->position + 3 * (size_t)v[0]);
    }
    brn__cross3(normal, e[0], e[1]);
    now += brn__dot3(normal, e[2]) / 6;
    rest += model->volume[t];
  }
  return rest > 0 ? now / rest : 1;
}

// -------------------------------------------------------------------------------------------- ramp

BrnStatus bench_ramp_begin(BrnContext* ctx, BenchRamp* ramp, const BrnSolverDef* def,
                           BenchResult* result) {
  *result = (BenchResult){0};
  bench_memory_reset();
  double begin = brn__seconds();
  BRN_TRY(brn_solver_create(ctx, ramp->model, def, &ramp->solver));
  result->prepare = brn__seconds() - begin;
  BRN_TRY(brn_state_create(ctx, ramp->model, &ramp->state));
  BRN_TRY(brn_input_create(ctx, ramp->model, &ramp->input));
  return brn_drive_create(ctx, ramp->model, NULL, NULL, &ramp->drive);
}

BrnStatus bench_ramp_frames(BenchRamp* ramp, BenchResult* result) {
  size_t size = 3 * (size_t)ramp->state->vertex_count;
  double begin = bench_cpu_seconds();
  for (int f = 1; f <= ramp->frames; f++) {
    BrnStepReport report;
    double time = (double)f / ramp->steps;
    BRN_TRY(brn_drive_fill(ramp->drive, time, ramp->state, ramp->input));
    BRN_TRY(brn_solver_step(ramp->solver, ramp->input, ramp->state, &report));
    add_report(&report, result);
    if (ramp->shapes) compare(ramp, ramp->shapes + size * (size_t)(f - 1), result);
  }
  result->cpu = bench_cpu_seconds() - begin;
  result->memory = bench_memory_peak();
  result->volume = volume_ratio(ramp->model, ramp->state);
  return BRN_OK;
}

void bench_ramp_end(BrnContext* ctx, BenchRamp* ramp) {
  brn_input_destroy(ctx, ramp->input);
  brn_drive_destroy(ctx, ramp->drive);
  brn_state_destroy(ctx, ramp->state);
  brn_solver_destroy(ctx, ramp->solver);
  ramp->input = NULL;
  ramp->drive = NULL;
  ramp->state = NULL;
  ramp->solver = NULL;
}

BrnStatus bench_ramp_run(BrnContext* ctx, BenchRamp* ramp, const BrnSolverDef* def,
                         BenchResult* result) {
  BrnStatus status = bench_ramp_begin(ctx, ramp, def, result);
  if (status == BRN_OK) status = bench_ramp_frames(ramp, result);
  bench_ramp_end(ctx, ramp);
  return status;
}

// --------------------------------------------------------------------------------------- reference

// Always in tenths: a ramp of one step is compared with where those lead.
static BrnStatus record(BenchRamp* ramp, double* shapes) {
  size_t size = 3 * (size_t)ramp->state->vertex_count;
  int each = ramp->steps < BENCH_FRAMES ? BENCH_FRAMES / ramp->steps : 1;
  for (int f = 1; f <= each * ramp->frames; f++) {
    BrnStepReport report;
    double time = (double)f / (each * ramp->steps);
    BRN_TRY(brn_drive_fill(ramp->drive, time, ramp->state, ramp->input));
    BRN_TRY(brn_solver_step(ramp->solver, ramp->input, ramp->state, &report));
    if (f % each) continue;
    memcpy(shapes + size * (size_t)(f / each - 1), ramp->state->position, sizeof(double) * size);
  }
  return BRN_OK;
}

BrnStatus bench_ramp_reference(BrnContext* ctx, BenchRamp* ramp) {
  BrnSolverDef def = bench_plain_def(ramp->model);
  size_t size = 3 * (size_t)ramp->model->mesh->vertex_count;
  BenchResult result;
  brn_solver_def_choose(&def, "newton");
  def.linear = BRN_LINEAR_DIRECT;
  def.tolerance = 1e-13;
  double* shapes = brn__new(ctx, size * (size_t)ramp->frames, double);
  BrnStatus status = shapes ? bench_ramp_begin(ctx, ramp, &def, &result) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = record(ramp, shapes);
  bench_ramp_end(ctx, ramp);
  ramp->shapes = shapes;
  return status;
}

void bench_ramp_free(BrnContext* ctx, BenchRamp* ramp) {
  brn__free(ctx, ramp->shapes);
  ramp->shapes = NULL;
}
