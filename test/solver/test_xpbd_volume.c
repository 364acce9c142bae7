// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/fleshes.h"
#include "xpbd_test.h"

static BrnXpbd* xpbd_of(const Rig* rig) { return rig->solver->method; }

static Rig make_shaken(TestRandom* random) {
  XpbdShape shape = xpbd_shape();
  BrnSolverDef def = xpbd_def();
  Rig rig = xpbd_rig(&shape, 1, &def, 1);
  double* at = xpbd_of(&rig)->points.at;
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
  BrnXpbd* xpbd = xpbd_of(&rig);
  const BrnModelFlesh* flesh = &rig.model->flesh[0];
  BrnVolume* volume = &xpbd->fleshes->flesh[0].volume;
  double *at = xpbd->points.at, weight, sum[3] = {0}, triple = 0, squares = 0;
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
  BrnXpbd* xpbd = xpbd_of(&rig);
  BrnVolume* volume = &xpbd->fleshes->flesh[0].volume;
  double weight, error[4], w = xpbd->fleshes->flesh[0].inverse_mass;
  volume->goal = 1.5 * volume->rest;
  for (int i = 0; i < 4; i++) {
    brn__volume_project(rig.ctx, volume, w, xpbd->points.at);
    error[i] = brn__volume_measure(rig.ctx, volume, xpbd->points.at, &weight) / volume->goal - 1;
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
  BrnXpbd* xpbd = xpbd_of(&rig);
  BrnVolume* volume = &xpbd->fleshes->flesh[0].volume;
  for (int i = 0; i < rig.state->vertex_count; i++) {
    for (int k = 1; k < 3; k++) xpbd->points.at[4 * i + k] *= 1e-4;
  }
  volume->goal = volume->rest;
  brn__volume_project(rig.ctx, volume, xpbd->fleshes->flesh[0].inverse_mass, xpbd->points.at);
  for (int i = 0; i < rig.state->vertex_count; i++) {
    ENSURE(fabs(xpbd->points.at[4 * i + 1]) < 0.1);
  }
  rig_done(&rig);
}

// rings of neighbours that are not closed
static void open_surface_keeps_no_volume(void** unused) {
  (void)unused;
  Rig rig = {.ctx = test_context()};
  XpbdShape shape = xpbd_shape();
  BrnSolverDef def = xpbd_def();
  rig.model = xpbd_model(rig.ctx, &shape, 1);
  rig.model->flesh[0].triangle_count -= 2; // of the caps
  rig.model->flesh[0].volume = 0;          // so says the builder
  xpbd_begin(&rig, &def);
  const BrnFlesh* flesh = &xpbd_of(&rig)->fleshes->flesh[0];
  ENSURE(!flesh->keeps_volume && flesh->inverse_mass > 0);
  ENSURE_NEAR(flesh->volume.rest,
              xpbd_volume(rig.model->mesh, &rig.model->flesh[0], rig.model->mesh->position), 1e-6);
  for (int f = 0; f < 12; f++) {
    xpbd_activate(&rig, 0.2 * (f + 1) / 12);
    xpbd_frame(&rig, 1.0 / 24);
  }
  ENSURE(xpbd_is_finite(&rig) && rig.report.volume_error == 0);
  ENSURE_NEAR(xpbd_radius(&rig, &shape, 0), 1, 5e-3);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(slope_is_that_of_the_volume),
          cmocka_unit_test(repeated_steps_reach_the_goal), cmocka_unit_test(thread_does_not_burst),
          cmocka_unit_test(open_surface_keeps_no_volume))
