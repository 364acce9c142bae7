// SPDX-License-Identifier: Apache-2.0
//
// What makes dense muscles behave as coarse ones do: the spine; and what keeps their surfaces
// whole: creases and rims.

#include "sheet_test.h"
#include "solver/sheet/muscles.h"

static BrnSheetMuscle* flesh_of(Rig* rig) {
  return ((BrnSheet*)rig->solver->method)->muscles->muscle;
}
static double* points_of(Rig* rig) { return ((BrnSheet*)rig->solver->method)->points.at; }

// sum of m x
static void find_sum(Rig* rig, double linear[3]) {
  const double* at = points_of(rig);
  memset(linear, 0, 3 * sizeof(double));
  for (int i = 0; i < rig->state->vertex_count; i++) {
    if (at[4 * i + 3] > 0) brn__axpy3(linear, linear, 1 / at[4 * i + 3], at + 4 * i);
  }
}

// the moment of what a call has moved, about the places from before
static void find_moment(Rig* rig, const double* before, double out[3]) {
  const double* at = points_of(rig);
  memset(out, 0, 3 * sizeof(double));
  for (int i = 0; i < rig->state->vertex_count; i++) {
    double d[3], moment[3];
    if (!(at[4 * i + 3] > 0)) continue;
    brn__sub3(d, at + 4 * i, before + 4 * i);
    brn__cross3(moment, before + 4 * i, d);
    brn__axpy3(out, out, 1 / at[4 * i + 3], moment);
  }
}

static double* copy_points(Rig* rig) {
  size_t size = 4 * sizeof(double) * (size_t)rig->state->vertex_count;
  double* copy = malloc(size);
  memcpy(copy, points_of(rig), size);
  return copy;
}

static void shake(Rig* rig, double by) {
  TestRandom random = {7};
  for (int i = 0; i < 4 * rig->state->vertex_count; i++) {
    if (i % 4 < 3) points_of(rig)[i] += test_random(&random, -by, by);
  }
}

// ------------------------------------------------------------------------------------------- spine

static double hang(int rings, int sides) {
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  shape.rings = rings, shape.sides = sides, shape.bones = true;
  xpbd_put(&def, damping, 1);
  Rig rig = {.ctx = test_context()};
  rig.model = sheet_model(rig.ctx, &shape, 1);
  rig.model->attachment[1].vertex_count = 0; // the far end is free
  sheet_begin(&rig, &def);
  rig.state->input->gravity[0] = rig.input->gravity[0] = 9.81;
  for (int f = 0; f < 24; f++) sheet_frame(&rig, 1.0 / 24);
  ENSURE(sheet_is_finite(&rig));
  double length = sheet_length(&rig, 0);
  rig_done(&rig);
  return length;
}

// without a spine 1.035 and 1.13
static void dense_muscles_do_not_sag(void** unused) {
  (void)unused;
  ENSURE_NEAR(hang(21, 12), 1, 0.01);
  ENSURE_NEAR(hang(41, 24), 1, 0.01);
}

static void dense_muscles_contract_and_come_to_rest(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, damping, 1);
  shape.rings = 41, shape.sides = 24;
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  for (int f = 0; f < 24; f++) {
    sheet_activate(&rig, 0.4 * fmin(1, (f + 1) / 12.0));
    sheet_frame(&rig, 1.0 / 24);
  }
  ENSURE_NEAR(sheet_length(&rig, 0), 0.6, 0.02);
  ENSURE_NEAR(sheet_radius(&rig, &shape, 0), 1.28, 0.035);
  ENSURE_NEAR(sheet_volume_ratio(&rig, 0), 1, 1e-6);
  ENSURE(brn_step_report_value(&rig.report, "stretch") < 0.15 && rig.report.kinetic < 1e-5);
  rig_done(&rig);
}

static void spine_leaves_momentum_alone(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  BrnSheetMuscle* flesh = flesh_of(&rig);
  BrnEdgeAim aim = {.activation = 0.3, .along = -5, .across = 5};
  double before[3], after[3], moment[3];
  shake(&rig, 2e-3);
  find_sum(&rig, before);
  double* was = copy_points(&rig);
  brn__spine_aim(&flesh->spine, &aim);
  brn__spine_project(&flesh->spine, &flesh->edges, points_of(&rig));
  find_sum(&rig, after);
  find_moment(&rig, was, moment);
  ENSURE(brn__distance3(was + 4 * 100, points_of(&rig) + 4 * 100) > 1e-5);
  ENSURE_NEAR(brn__distance3(before, after), 0, 1e-15);
  ENSURE_NEAR(brn__norm3(moment), 0, 1e-15);
  free(was);
  rig_done(&rig);
}

// a muscle that is a hundredth too long, everywhere alike, is right after a few steps
static void spine_brings_a_muscle_to_length(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  BrnSheetMuscle* flesh = flesh_of(&rig);
  BrnEdgeAim aim = {.along = -20, .across = 5};
  double* at = points_of(&rig);
  for (int i = 0; i < rig.state->vertex_count; i++) at[4 * i] *= 1.01;
  brn__spine_aim(&flesh->spine, &aim);
  for (int k = 0; k < 10; k++) brn__spine_project(&flesh->spine, &flesh->edges, at);
  int tip = rig.model->flesh[0].first + rig.model->flesh[0].vertex_count - 2;
  ENSURE_NEAR((at[4 * (tip + 1)] - at[4 * tip]) / shape.length, 1, 2e-3);
  rig_done(&rig);
}

// ----------------------------------------------------------------------------------------- creases

static void triangles_that_are_turned_over_are_turned_back(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  BrnCreases* creases = &flesh_of(&rig)->creases;
  double* at = points_of(&rig);
  int v = rig.model->flesh[0].first + 10 * shape.sides + 3, far = v - 6 * shape.sides;
  double* was = copy_points(&rig);
  ENSURE_INT(brn__creases_iron(creases, at), 0);
  size_t size = 4 * sizeof(double) * (size_t)rig.state->vertex_count;
  ENSURE(memcmp(was, at, size) == 0); // nothing is folded, nothing moves
  at[4 * v] += 0.015;                 // past the next ring
  ENSURE_INT(brn__creases_iron(creases, at), 0);
  ENSURE(at[4 * v] < was[4 * v] + 0.01);
  ENSURE(memcmp(was + 4 * far, at + 4 * far, 4 * sizeof(double)) == 0);
  memcpy(at, was, size);
  at[4 * v] += 0.015;
  at[4 * v + 3] = 0; // what bones carry stays, and its neighbours go
  ENSURE(brn__creases_iron(creases, at) >= 0);
  ENSURE(at[4 * v] == was[4 * v] + 0.015);
  free(was);
  rig_done(&rig);
}

// --------------------------------------------------------------------------------------------- rim

static void flesh_near_a_bone_goes_with_it(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  shape.bones = true, shape.rings = 41;
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  BrnSheet* sheet = rig.solver->method;
  BrnRim* rim = &flesh_of(&rig)->rim;
  BrnEdgeAim aim = {.along = -5, .across = 9};
  double least = 1, most = 0;
  ENSURE(rim->count >= 2 * shape.sides && rim->count < rig.model->flesh[0].vertex_count / 2);
  sheet->now.input->bone[0].translation[1] = sheet->now.input->bone[1].translation[1] = 0.01;
  brn__rim_aim(rim, sheet, &aim);
  brn__rim_project(rim, sheet->points.at);
  for (int i = 0; i < rim->count; i++) {
    int row = rim->point[i].row;
    double way = sheet->points.at[4 * row + 1] - rig_rest(&rig, row)[1];
    ENSURE(rim->point[i].off > 0 && rim->point[i].off < 1 && way > 0 && way < 0.01);
    ENSURE_NEAR(way, 0.01 / (1 + rim->point[i].alpha / sheet->points.at[4 * row + 3]), 1e-12);
    least = fmin(least, way), most = fmax(most, way);
  }
  ENSURE(most > 0.0099 && least < 0.0097);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(dense_muscles_do_not_sag),
          cmocka_unit_test(dense_muscles_contract_and_come_to_rest),
          cmocka_unit_test(spine_leaves_momentum_alone),
          cmocka_unit_test(spine_brings_a_muscle_to_length),
          cmocka_unit_test(triangles_that_are_turned_over_are_turned_back),
          cmocka_unit_test(flesh_near_a_bone_goes_with_it))
