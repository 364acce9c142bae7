// SPDX-License-Identifier: Apache-2.0

#include "sheet_test.h"

#include "solver/sheet/surfaces.h"

// Spindles of 20 cm, 4 cm thick, side by side along z.

static BrnSolverDef contact_def(void) {
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, contact, true);
  return def;
}

static Rig spindles(int muscles, double apart, bool contact, int workers) {
  SheetShape shape = sheet_shape();
  shape.apart = apart;
  BrnSolverDef def = contact_def();
  xpbd_put(&def, contact, contact);
  return sheet_rig(&shape, muscles, &def, workers);
}

static void push(Rig* rig, int muscle, double x, double y, double z) {
  const BrnModelFlesh* flesh = &rig->model->flesh[muscle];
  const int run[2][2] = {{flesh->first, flesh->vertex_count},
                         {flesh->first_inner, flesh->inner_count}};
  double by[3] = {x, y, z};
  for (int k = 0; k < 2; k++) {
    for (int v = run[k][0]; v < run[k][0] + run[k][1]; v++) {
      brn__copy3(rig->state->velocity + 3 * v, by);
    }
  }
}

// the deepest penetration of all, m
static double depth(Rig* rig) {
  BrnContact* contact;
  BrnPenetration* list;
  int count;
  double deepest = 0;
  ENSURE_OK(rig->ctx, brn_model_contact(rig->ctx, rig->model, &contact));
  ENSURE_OK(rig->ctx, brn_contact_depths(rig->ctx, contact, rig->state->position, &list, &count));
  for (int i = 0; i < count; i++) deepest = fmax(deepest, list[i].depth);
  brn_free(rig->ctx, list);
  brn_contact_destroy(rig->ctx, contact);
  return deepest;
}

static void momentum(const Rig* rig, int first, int end, double out[3]) {
  const BrnSheet* sheet = rig->solver->method;
  out[0] = out[1] = out[2] = 0;
  for (int v = first; v < end; v++) {
    brn__axpy3(out, out, 1 / sheet->points.at[4 * v + 3], rig->state->velocity + 3 * v);
  }
}

static void muscles_that_meet_do_not_overlap(void** state) {
  (void)state;
  double deepest[2] = {0};
  for (int contact = 0; contact < 2; contact++) {
    Rig rig = spindles(2, 0.045, contact, 2);
    push(&rig, 1, 0, 0, -0.5); // 2 cm a frame
    int touched = 0;
    for (int i = 0; i < 6; i++) {
      sheet_frame(&rig, 1.0 / 24);
      touched += brn_step_report_value(&rig.report, "contacts");
      deepest[contact] = fmax(deepest[contact], depth(&rig));
      if (contact) ENSURE(brn_step_report_value(&rig.report, "depth") < 1e-3);
    }
    ENSURE(contact ? touched > 0 : touched == 0);
    ENSURE(sheet_is_finite(&rig));
    rig_done(&rig);
  }
  ENSURE(deepest[0] > 0.015);
  ENSURE(deepest[1] < 0.001);
}

static void contact_keeps_the_momentum(void** state) {
  (void)state;
  Rig rig = spindles(2, 0.045, true, 2);
  double before[3], after[3];
  push(&rig, 1, 0.1, 0.2, -0.5);
  momentum(&rig, 0, rig.state->vertex_count, before);
  for (int i = 0; i < 5; i++) sheet_frame(&rig, 1.0 / 24);
  momentum(&rig, 0, rig.state->vertex_count, after);
  for (int k = 0; k < 3; k++) ENSURE_NEAR(after[k], before[k], 1e-12);
  // the other one is pushed, and nothing drags it along
  double pushed[3];
  momentum(&rig, rig.model->flesh[0].first, rig.model->flesh[1].first, pushed);
  ENSURE(pushed[2] < 0.2 * before[2]);
  ENSURE(fabs(pushed[0]) < 0.1 * fabs(before[0]));
  rig_done(&rig);
}

// what overlaps at rest neither moves nor warms up
static void an_overlap_at_rest_stays_calm(void** state) {
  (void)state;
  Rig rig = spindles(2, 0.034, true, 2); // 6 mm
  for (int i = 0; i < 10; i++) sheet_frame(&rig, 1.0 / 24);
  double most = 0;
  for (int v = 0; v < rig.state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(&rig, v), rig_rest(&rig, v)));
  }
  ENSURE(most < 1e-9);
  rig_done(&rig);
}

static void a_deeper_overlap_is_pushed_back_to_that_at_rest(void** state) {
  (void)state;
  Rig rig = spindles(2, 0.034, true, 2);
  push(&rig, 1, 0, 0, -0.3);
  double deepest = 0;
  for (int i = 0; i < 5; i++) {
    sheet_frame(&rig, 1.0 / 24);
    deepest = fmax(deepest, depth(&rig));
  }
  ENSURE(deepest < 0.001);
  rig_done(&rig);
}

// What a jump has put into each other by 8 mm comes out within a frame, and that is no velocity.
static void what_got_inside_comes_out_without_a_jolt(void** state) {
  (void)state;
  Rig rig = spindles(2, 0.045, true, 2);
  const BrnModelFlesh* flesh = &rig.model->flesh[1];
  sheet_frame(&rig, 1.0 / 24);
  for (int v = 0; v < flesh->vertex_count; v++)
    rig.state->position[3 * (flesh->first + v) + 2] -= 0.013;
  for (int v = 0; v < flesh->inner_count; v++)
    rig.state->position[3 * (flesh->first_inner + v) + 2] -= 0.013;
  ENSURE(depth(&rig) > 0.007);
  sheet_frame(&rig, 1.0 / 24);
  ENSURE(depth(&rig) < 0.0006);
  double fastest = 0;
  for (int v = 0; v < rig.state->vertex_count; v++) {
    fastest = fmax(fastest, brn__norm3(rig.state->velocity + 3 * (size_t)v));
  }
  ENSURE(fastest < 0.25); // all at once it would be two metres a second
  rig_done(&rig);
}

// ------------------------------------------------------------------------------------------- bones

// What bones carry pushes others away, and does not move.
static void carried_points_push(void** state) {
  (void)state;
  SheetShape shape = sheet_shape();
  shape.bones = true, shape.apart = 0.025;
  BrnSolverDef def = contact_def();
  Rig rig = sheet_rig(&shape, 2, &def, 2);
  for (int f = 0; f < 4; f++) { // the ends of one are laid across the other's belly
    for (int b = 2; b < 4; b++) {
      rig.input->bone[b].translation[0] = (b == 2 ? 0.025 : -0.025) * (f + 1);
      rig.input->bone[b].translation[2] = -0.0025 * (f + 1);
    }
    sheet_frame(&rig, 1.0 / 24);
  }
  ENSURE(sheet_is_finite(&rig));
  ENSURE(depth(&rig) < 0.001);
  rig_done(&rig);
}

// A spindle over a plate of 3 mm that a bone is made of, 1 mm below it.
static Rig over_a_plate(double thickness, const BrnSolverDef* def) {
  SheetShape shape = sheet_shape();
  shape.bones = true;
  Rig rig = {.ctx = test_context()};
  rig.model = sheet_model(rig.ctx, &shape, 1);
  BrnModel* model = rig.model;
  model->flesh[0].thickness = thickness;
  for (int v = 0; v < 16;
       v++) { // the first block becomes the plate, the second goes out of the way
    double* p = model->mesh->position + 3 * v;
    p[0] = v & 1 ? 0.3 : -0.1, p[1] = v & 2 ? 0.2 : -0.2, p[2] = v & 4 ? -0.021 : -0.024;
    if (v >= 8) p[2] -= 1;
  }
  for (int a = 0; a < 2; a++) { // nothing holds the spindle
    BrnModelAttachment* attachment = &model->attachment[a];
    for (int i = 0; i < attachment->vertex_count; i++) attachment->holder[i] = -1;
  }
  sheet_begin(&rig, def);
  return rig;
}

static double lowest(const Rig* rig) {
  double low = INFINITY;
  const BrnModelFlesh* flesh = &rig->model->flesh[0];
  for (int v = 0; v < flesh->vertex_count; v++) low = fmin(low, rig_now(rig, flesh->first + v)[2]);
  return low;
}

static void fast_muscles_do_not_pass_a_thin_bone(void** state) {
  (void)state;
  BrnSolverDef def = contact_def();
  for (double speed = 1; speed < 100; speed *= 4) { // up to 64 m/s, 27 cm in a sub-step
    Rig rig = over_a_plate(0, &def);
    push(&rig, 0, 0, 0, -speed);
    double low = 0;
    for (int i = 0; i < 3; i++) {
      sheet_frame(&rig, 1.0 / 24);
      low = fmin(low, lowest(&rig));
    }
    ENSURE(sheet_is_finite(&rig));
    ENSURE(low > -0.02102);
    rig_done(&rig);
  }
}

static void thickness_is_kept_to_bones(void** state) {
  (void)state;
  BrnSolverDef def = contact_def();
  Rig rig = over_a_plate(0.0008, &def);
  push(&rig, 0, 0, 0, -0.2);
  for (int i = 0; i < 4; i++) {
    sheet_frame(&rig, 1.0 / 24);
    ENSURE(lowest(&rig) > -0.021 + 0.0006);
  }
  rig_done(&rig);
}

// Points of a muscle near its attachment lie in the bone by right.
static void attachments_are_left_alone(void** state) {
  (void)state;
  SheetShape shape = sheet_shape();
  shape.bones = true;
  BrnSolverDef def = contact_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  for (int b = 0; b < 2; b++) { // the blocks turn by 0.3 rad, and press on the ends
    BrnPose* pose = &rig.input->bone[b];
    pose->rotation[0] = cos(0.15), pose->rotation[2] = b ? sin(0.15) : -sin(0.15);
  }
  for (int i = 0; i < 8; i++) sheet_frame(&rig, 1.0 / 24);
  ENSURE(sheet_is_finite(&rig));
  ENSURE(rig.report.kinetic < 1e-2);
  rig_done(&rig);
}

// --------------------------------------------------------------------------------------- manners

// one, or three workers, or three processes
static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  Rig rig[3];
  for (int i = 0; i < 3; i++) {
    rig[i] = spindles(3, 0.041, true, (int[]){1, 3, -3}[i]);
    ENSURE_INT(brn_process_count(rig[i].ctx), i == 2 ? 3 : 1);
    push(&rig[i], 2, 0, 0, -1);
    for (int f = 0; f < 3; f++) sheet_frame(&rig[i], 1.0 / 24);
    size_t size = 3 * sizeof(double) * (size_t)rig[0].state->vertex_count;
    ENSURE(memcmp(rig[0].state->position, rig[i].state->position, size) == 0);
    ENSURE_INT(brn_step_report_value(&rig[0].report, "contacts"),
               brn_step_report_value(&rig[i].report, "contacts"));
    ENSURE(brn_step_report_value(&rig[i].report, "contacts") > 0);
  }
  for (int i = 0; i < 3; i++) rig_done(&rig[i]);
}

TEST_MAIN(cmocka_unit_test(muscles_that_meet_do_not_overlap),
          cmocka_unit_test(contact_keeps_the_momentum),
          cmocka_unit_test(an_overlap_at_rest_stays_calm),
          cmocka_unit_test(a_deeper_overlap_is_pushed_back_to_that_at_rest),
          cmocka_unit_test(what_got_inside_comes_out_without_a_jolt),
          cmocka_unit_test(carried_points_push),
          cmocka_unit_test(fast_muscles_do_not_pass_a_thin_bone),
          cmocka_unit_test(thickness_is_kept_to_bones),
          cmocka_unit_test(attachments_are_left_alone),
          cmocka_unit_test(workers_do_not_change_a_bit))
