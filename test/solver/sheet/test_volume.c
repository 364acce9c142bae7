// SPDX-License-Identifier: Apache-2.0

#include "sheet_test.h"
#include "solver/sheet/muscles.h"

static BrnSheet* sheet_of(const Rig* rig) { return rig->solver->method; }

static Rig make_shaken(TestRandom* random) {
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 1);
  double* at = sheet_of(&rig)->points.at;
  for (int i = 0; i < rig.state->vertex_count; i++) {
    for (int k = 0; k < 3; k++) at[4 * i + k] += test_random(random, -2e-3, 2e-3);
  }
  return rig;
}

static double slope_at(const BrnVolume* volume, int vertex, int k) {
  for (int i = 0; i < 8 * volume->count; i++) {
    if (volume->batch[i / 8].vertex[i % 8] == vertex) return volume->slope[i / 8][k][i % 8];
  }
  fail_msg("vertex %d has no ring", vertex);
  return 0;
}

static void slope_is_that_of_the_volume(void** unused) {
  (void)unused;
  TestRandom random = {11};
  Rig rig = make_shaken(&random);
  BrnSheet* sheet = sheet_of(&rig);
  const BrnModelFlesh* flesh = &rig.model->flesh[0];
  BrnVolume* volume = &sheet->muscles->muscle[0].volume;
  double *at = sheet->points.at, weight, sum[3] = {0}, triple = 0, squares = 0;
  double V = brn__volume_measure(rig.ctx, volume, at, &weight);
  ENSURE_NEAR(volume->rest, flesh->volume, 1e-12 * flesh->volume);
  double slope[254][3];
  for (int v = 0; v < flesh->vertex_count; v++) {
    for (int k = 0; k < 3; k++) {
      slope[v][k] = slope_at(volume, v, k);
      sum[k] += slope[v][k];
      triple += slope[v][k] * at[4 * v + k];
      squares += slope[v][k] * slope[v][k] * at[4 * v + 3];
    }
  }
  for (int k = 0; k < 3; k++) ENSURE_NEAR(sum[k], 0, 1e-17);
  ENSURE_NEAR(triple / (3 * V), 1, 1e-13);
  ENSURE_NEAR(squares / weight, 1, 1e-13);
  for (int v = 0; v < flesh->vertex_count; v += 23) {
    double unused_weight, x = at[4 * v + 1], h = 1e-4;
    at[4 * v + 1] = x + h;
    double more = brn__volume_measure(rig.ctx, volume, at, &unused_weight);
    at[4 * v + 1] = x - h;
    double less = brn__volume_measure(rig.ctx, volume, at, &unused_weight);
    at[4 * v + 1] = x;
    ENSURE_NEAR((more - less) / (2 * h), slope[v][1], 1e-14); // V is linear in each vertex
  }
  rig_done(&rig);
}

static void repeated_steps_reach_the_goal(void** unused) {
  (void)unused;
  TestRandom random = {5};
  Rig rig = make_shaken(&random);
  BrnSheet* sheet = sheet_of(&rig);
  BrnVolume* volume = &sheet->muscles->muscle[0].volume;
  double weight, error[4], w = sheet->muscles->muscle[0].inverse_mass;
  volume->goal = 1.5 * volume->rest;
  for (int i = 0; i < 4; i++) {
    brn__volume_project(rig.ctx, volume, w, sheet->points.at);
    error[i] = brn__volume_measure(rig.ctx, volume, sheet->points.at, &weight) / volume->goal - 1;
  }
  ENSURE(error[0] > 1e-3 && error[0] < 0.1);
  for (int i = 1; i < 3; i++) ENSURE(error[i] < 2 * error[i - 1] * error[i - 1]);
  ENSURE_NEAR(error[3], 0, 1e-12);
  rig_done(&rig);
}

// as thin as a thread, it has no gradient to speak of
static void thread_does_not_burst(void** unused) {
  (void)unused;
  TestRandom random = {2};
  Rig rig = make_shaken(&random);
  BrnSheet* sheet = sheet_of(&rig);
  BrnVolume* volume = &sheet->muscles->muscle[0].volume;
  for (int i = 0; i < rig.state->vertex_count; i++) {
    for (int k = 1; k < 3; k++) sheet->points.at[4 * i + k] *= 1e-4;
  }
  volume->goal = volume->rest;
  brn__volume_project(rig.ctx, volume, sheet->muscles->muscle[0].inverse_mass, sheet->points.at);
  for (int i = 0; i < rig.state->vertex_count; i++) {
    ENSURE(fabs(sheet->points.at[4 * i + 1]) < 0.1);
  }
  rig_done(&rig);
}

// rings of neighbours that are not closed
static void open_surface_keeps_no_volume(void** unused) {
  (void)unused;
  Rig rig = {.ctx = test_context()};
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  rig.model = sheet_model(rig.ctx, &shape, 1);
  rig.model->flesh[0].triangle_count -= 2; // of the caps
  rig.model->flesh[0].volume = 0;          // so says the builder
  sheet_begin(&rig, &def);
  const BrnSheetMuscle* flesh = &sheet_of(&rig)->muscles->muscle[0];
  ENSURE(!flesh->keeps_volume && flesh->inverse_mass > 0);
  ENSURE_NEAR(flesh->volume.rest,
              sheet_volume(rig.model->mesh, &rig.model->flesh[0], rig.model->mesh->position), 1e-6);
  for (int f = 0; f < 12; f++) {
    sheet_activate(&rig, 0.2 * (f + 1) / 12);
    sheet_frame(&rig, 1.0 / 24);
  }
  ENSURE(sheet_is_finite(&rig) && brn_step_report_value(&rig.report, "volume_error") == 0);
  ENSURE_NEAR(sheet_radius(&rig, &shape, 0), 1, 5e-3);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(slope_is_that_of_the_volume),
          cmocka_unit_test(repeated_steps_reach_the_goal), cmocka_unit_test(thread_does_not_burst),
          cmocka_unit_test(open_surface_keeps_no_volume))
