// SPDX-License-Identifier: Apache-2.0

#include "sheet_test.h"
#include "solver/sheet/muscles.h"

// --------------------------------------------------------------------------------- one constraint

// Two points of 1 kg with an edge of 1 m along its fibres, and nothing else.
static BrnModel* make_pair(BrnContext* ctx, double stiffness) {
  SheetShape shape = sheet_shape();
  BrnModel* model = sheet_model(ctx, &shape, 1);
  BrnModelFlesh* flesh = &model->flesh[0];
  flesh->first_inner = 2;
  flesh->vertex_count = 2, flesh->edge_count = 1, flesh->inner_count = 0, flesh->triangle_count = 0;
  flesh->edge[0] = 0, flesh->edge[1] = 1;
  flesh->stiffness[0] = flesh->stiffness[1] = stiffness;
  for (int i = 0; i < 2; i++) {
    double x[3] = {i, 0, 0}, f[3] = {1, 0, 0};
    brn__copy3(model->mesh->position + 3 * i, x);
    brn__copy3(flesh->fibre + 3 * i, f);
    model->mass[i] = 1;
  }
  return model;
}

static double stretch_pair(const Rig* rig) {
  return brn__distance3(rig_now(rig, 0), rig_now(rig, 1)) - 1;
}

// Four samples of a damped cosine tell its angle from one to the next: each is b times the one
// before less c times that before it.
static double find_period(const double x[4], double seconds) {
  double det = x[1] * x[1] - x[0] * x[2];
  double b = (x[1] * x[2] - x[0] * x[3]) / det, c = (x[2] * x[2] - x[1] * x[3]) / det;
  return 2 * M_PI * seconds / acos(b / (2 * sqrt(c)));
}

static double measure_period(int substeps, int iterations) {
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, substeps, substeps), def.iterations = iterations;
  Rig rig = {.ctx = test_context()};
  rig.model = make_pair(rig.ctx, 100);
  sheet_begin(&rig, &def);
  rig.state->position[3] = 1.01;
  double x[4];
  for (int i = 0; i < 4; i++) {
    sheet_frame(&rig, 1.0 / 24);
    x[i] = stretch_pair(&rig);
  }
  rig_done(&rig);
  return find_period(x, 1.0 / 24);
}

// exact: 0.444288 s
static void stiffness_is_in_newtons_per_metre(void** unused) {
  (void)unused;
  ENSURE_NEAR(measure_period(1, 1), 0.49166, 5e-6);
  ENSURE_NEAR(measure_period(10, 1), 0.44480, 5e-6);
  ENSURE_NEAR(measure_period(100, 1), 0.444293, 5e-7);
  for (int s = 1; s <= 100; s *= 10) {
    ENSURE_NEAR(measure_period(s, 5) / measure_period(s, 1), 1, 1e-9);
  }
}

// ------------------------------------------------------------------------------------ contraction

static Rig contract(const SheetShape* shape, double activation, double ratio, int frames,
                    const BrnSolverDef* def) {
  Rig rig = {.ctx = test_context()};
  rig.model = sheet_model(rig.ctx, shape, 1);
  rig.model->flesh[0].volume_ratio = ratio;
  sheet_begin(&rig, def);
  sheet_activate(&rig, activation);
  for (int f = 0; f < frames; f++) sheet_frame(&rig, 1.0 / 24);
  return rig;
}

// the same with any number of sub-steps; the ideal is 0.6 and 1.291
static void muscle_gets_short_and_thick(void** unused) {
  (void)unused;
  static const int work[][2] = {{4, 10}, {10, 10}, {20, 5}};
  SheetShape shape = sheet_shape();
  for (int i = 0; i < 6; i++) {
    BrnSolverDef def = sheet_def();
    xpbd_put(&def, substeps, work[i % 3][0]), def.iterations = work[i % 3][1],
                                              xpbd_put(&def, damping, 1);
    shape.quads = i >= 3;
    Rig rig = contract(&shape, 0.4, 1, 16, &def);
    ENSURE_NEAR(sheet_length(&rig, 0), 0.62, 0.03);
    ENSURE_NEAR(sheet_radius(&rig, &shape, 0), 1.27, 0.03);
    ENSURE_NEAR(sheet_volume_ratio(&rig, 0), 1, 1e-6);
    ENSURE(brn_step_report_value(&rig.report, "stretch") > 0.03 &&
           brn_step_report_value(&rig.report, "stretch") < 0.12);
    ENSURE_NEAR(brn_step_report_value(&rig.report, "volume_error"), 0, 1e-6);
    ENSURE_NEAR(rig.report.soft_volume, rig.model->flesh[0].volume, 1e-9);
    ENSURE(rig.report.kinetic > 0 && rig.report.kinetic < 1e-6);
    ENSURE_INT(rig.report.outcome, BRN_CONVERGED);
    ENSURE_INT(rig.report.iterations, work[i % 3][0] * work[i % 3][1]);
    rig_done(&rig);
  }
}

static void shorten(bool quads, int substeps, int iterations) {
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = {.ctx = test_context()};
  shape.quads = quads;
  xpbd_put(&def, substeps, substeps), def.iterations = iterations, xpbd_put(&def, damping, 1);
  rig.model = sheet_model(rig.ctx, &shape, 1);
  rig.model->mass[0] = 1060 * rig.model->flesh[0].volume;
  rig.model->flesh[0].triangle_count = 0; // nothing around a volume
  rig.model->flesh[0].volume = 0;
  sheet_begin(&rig, &def);
  for (int f = 0; f < 24; f++) {
    sheet_activate(&rig, 0.4 * fmin(1, (f + 1) / 12.0));
    sheet_frame(&rig, 1.0 / 24);
  }
  ENSURE_NEAR(sheet_length(&rig, 0), 0.595, 0.005);
  ENSURE_NEAR(sheet_radius(&rig, &shape, 0), 1, 1e-3);
  rig_done(&rig);
}

static void without_volume_it_only_gets_short(void** unused) {
  (void)unused;
  for (int i = 0; i < 6; i++) shorten(i >= 3, (int[]){4, 10, 20}[i % 3], (int[]){10, 10, 5}[i % 3]);
}

static void activation_adds_volume(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, damping, 1);
  for (int i = 0; i < 4; i++) {
    double ratio = (double[]){1, 1.3, 1.5, 2}[i];
    Rig rig = contract(&shape, 0.4, ratio, 4, &def);
    ENSURE_NEAR(sheet_volume_ratio(&rig, 0), 1 + 0.4 * (ratio - 1), 1e-3);
    rig_done(&rig);
  }
}

static void curve_tells_how_much(void** unused) {
  (void)unused;
  double time[2] = {0, 0.4}, value[2] = {0, 1};
  BrnTrackDef curve = brn_track_def_default(BRN_TRACK_SCALAR);
  curve.key_count = 2, curve.time = time, curve.value = value;
  BrnSolverDef def = sheet_def();
  SheetShape shape = sheet_shape();
  Rig rig = {.ctx = test_context()};
  rig.model = sheet_model(rig.ctx, &shape, 1);
  rig.model->flesh[0].volume_ratio = 1.3;
  ENSURE_OK(rig.ctx, brn_track_create(rig.ctx, &curve, &rig.model->flesh[0].volume_curve));
  sheet_begin(&rig, &def);
  sheet_activate(&rig, 0.4);
  for (int f = 0; f < 3; f++) sheet_frame(&rig, 1.0 / 24);
  ENSURE_NEAR(sheet_volume_ratio(&rig, 0), 1.3, 1e-3);
  rig_done(&rig);
}

static void rest_activation_is_the_rest_shape(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = {.ctx = test_context()};
  rig.model = sheet_model(rig.ctx, &shape, 1);
  rig.model->flesh[0].rest_activation = 0.3;
  sheet_begin(&rig, &def);
  rig.state->input->activation[0] = 0.3;
  sheet_activate(&rig, 0.3);
  sheet_frame(&rig, 1.0 / 24);
  ENSURE_NEAR(sheet_length(&rig, 0), 1, 1e-12);
  ENSURE_NEAR(brn_step_report_value(&rig.report, "stretch"), 0, 1e-12);
  sheet_activate(&rig, 0);
  for (int f = 0; f < 4; f++) sheet_frame(&rig, 1.0 / 24);
  ENSURE_NEAR(sheet_length(&rig, 0), 1 / 0.7, 0.04); // nothing damps it, so it swings
  rig_done(&rig);
}

// Bones that are moved apart by a fifth, or together, leave no edge along the fibres too long or
// too short in a muscle that follows them.
static void muscles_follow_their_bones(void** unused) {
  (void)unused;
  double stretch[2][2];
  for (int i = 0; i < 4; i++) {
    SheetShape shape = sheet_shape();
    shape.bones = true;
    BrnSolverDef def = sheet_def();
    Rig rig = {.ctx = test_context()};
    rig.model = sheet_model(rig.ctx, &shape, 1);
    rig.model->flesh[0].follow = i % 2;
    sheet_begin(&rig, &def);
    for (int f = 1; f <= 12; f++) {
      rig.input->bone[1].translation[0] = (i < 2 ? 0.04 : -0.04) * fmin(f / 6.0, 1);
      sheet_frame(&rig, 1.0 / 24);
    }
    ENSURE_NEAR(sheet_length(&rig, 0), i < 2 ? 1.2 : 0.8, 1e-2);
    ENSURE(fabs(brn_step_report_value(&rig.report, "volume_error")) < 1e-3);
    stretch[i / 2][i % 2] = brn_step_report_value(&rig.report, "stretch");
    rig_done(&rig);
  }
  ENSURE(stretch[0][0] > 0.15 && stretch[0][1] < 0.06);
  ENSURE(stretch[1][1] < 0.08); // one that does not follow gets out of the way to the side
}

// ---------------------------------------------------------------------------------------- turning

static double poses_differ(BrnSheetPreset preset, int frames) {
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, preset, preset);
  SheetShape straight = sheet_shape(), turned = straight;
  turned.turn = M_PI / 4;
  Rig a = contract(&straight, 0.4, 1, frames, &def), b = contract(&turned, 0.4, 1, frames, &def);
  double largest = 0;
  for (int v = 0; v < a.state->vertex_count; v++) {
    double x[3];
    sheet_place(&turned, 0, rig_now(&a, v), x);
    largest = fmax(largest, brn__distance3(x, rig_now(&b, v)));
  }
  rig_done(&a);
  rig_done(&b);
  return largest / straight.length;
}

static void muscle_contracts_alike_in_any_pose(void** unused) {
  (void)unused;
  ENSURE_NEAR(poses_differ(BRN_SHEET_BRAWN, 6), 0, 1e-12);
  double printed = poses_differ(BRN_SHEET_ROMEO2018, 6);
  ENSURE(printed > 0.05 && printed < 0.15);
}

// ---------------------------------------------------------------------------------------- extremes

static void any_activation_is_survived(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, damping, 1);
  for (int i = 0; i <= 10; i++) {
    shape.bones = i % 2;
    Rig rig = contract(&shape, 0.1 * i, i % 3 ? 1 : 2, 3, &def);
    ENSURE(sheet_is_finite(&rig));
    bool off = brn_step_report_value(&rig.report, "stretch") >
               1; // fibres that cannot get as short as they are told to
    ENSURE_INT(rig.report.outcome, off ? BRN_OUT_OF_ITERATIONS : BRN_CONVERGED);
    ENSURE(brn_step_report_value(&rig.report, "volume_error") < 0.02);
    rig_done(&rig);
  }
}

static void muscles_have_limits_of_their_own(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef few = sheet_def(), many = sheet_def();
  few.iterations = 2, many.iterations = 7;
  Rig a = {.ctx = test_context()}, b = sheet_rig(&shape, 2, &few, 2);
  a.model = sheet_model(a.ctx, &shape, 2);
  a.model->flesh[1].iterations = 2;
  sheet_begin(&a, &many);
  sheet_activate(&a, 0.3);
  sheet_activate(&b, 0.3);
  sheet_frame(&a, 1.0 / 24);
  sheet_frame(&b, 1.0 / 24);
  size_t size = 3 * sizeof(double) * 254;
  ENSURE(memcmp(rig_now(&a, 0), rig_now(&b, 0), size) != 0);
  ENSURE(memcmp(rig_now(&a, 254), rig_now(&b, 254), size) == 0);
  rig_done(&a);
  rig_done(&b);
}

TEST_MAIN(cmocka_unit_test(stiffness_is_in_newtons_per_metre),
          cmocka_unit_test(muscle_gets_short_and_thick),
          cmocka_unit_test(without_volume_it_only_gets_short),
          cmocka_unit_test(activation_adds_volume), cmocka_unit_test(curve_tells_how_much),
          cmocka_unit_test(rest_activation_is_the_rest_shape),
          cmocka_unit_test(muscles_follow_their_bones),
          cmocka_unit_test(muscle_contracts_alike_in_any_pose),
          cmocka_unit_test(any_activation_is_survived),
          cmocka_unit_test(muscles_have_limits_of_their_own))
