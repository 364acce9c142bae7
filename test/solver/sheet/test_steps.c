// SPDX-License-Identifier: Apache-2.0

#include "sheet_test.h"
#include "solver/sheet/muscles.h"

#include <signal.h>
#include <time.h>

#define FRAME (1.0 / 24)

static SheetShape held_shape(void) {
  SheetShape shape = sheet_shape();
  shape.rings = 9, shape.sides = 8, shape.bones = true;
  return shape;
}

// collects what the log says
typedef struct Log {
  char text[4000];
  int lines;
} Log;

static void log_line(void* user, BrnLogLevel level, const char* message) {
  (void)level;
  Log* log = user;
  size_t used = strlen(log->text);
  snprintf(log->text + used, sizeof log->text - used, "%s\n", message);
  log->lines++;
}

static Rig rig_with_log(const SheetShape* shape, int muscles, const BrnSolverDef* def, Log* log) {
  BrnContextDef context = brn_context_def_default();
  context.log = log_line, context.log_user = log, context.workers = 2;
  Rig rig = {.ctx = brn_context_create(&context)};
  *log = (Log){0};
  rig.model = sheet_model(rig.ctx, shape, muscles);
  sheet_begin(&rig, def);
  return rig;
}

// ---------------------------------------------------------------------------------------- momentum

static void find_momentum(const Rig* rig, double centre[3], double linear[3], double angular[3]) {
  const BrnSheet* sheet = rig->solver->method;
  int n = rig->state->vertex_count;
  double mass = 0;
  memset(centre, 0, 3 * sizeof(double));
  memset(linear, 0, 3 * sizeof(double));
  memset(angular, 0, 3 * sizeof(double));
  for (int i = 0; i < n; i++) mass += 1 / sheet->points.at[4 * i + 3];
  for (int i = 0; i < n; i++) {
    brn__axpy3(centre, centre, 1 / (mass * sheet->points.at[4 * i + 3]), rig_now(rig, i));
  }
  for (int i = 0; i < n; i++) {
    double r[3], moment[3], share = 1 / (mass * sheet->points.at[4 * i + 3]);
    const double* v = rig->state->velocity + 3 * i;
    brn__sub3(r, rig_now(rig, i), centre);
    brn__cross3(moment, r, v);
    brn__axpy3(linear, linear, share, v);
    brn__axpy3(angular, angular, share, moment);
  }
}

// Without spin.c the spindle ends at 2e-2 m^2/s, ten turns a second.
static void free_muscle_stays_where_it_is(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, substeps, 4);
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  double before[3], centre[3], linear[3], angular[3];
  find_momentum(&rig, before, linear, angular);
  for (int f = 0; f < 100; f++) {
    sheet_activate(&rig, 0.4 * fabs(sin(0.1 * f)));
    sheet_frame(&rig, FRAME);
    find_momentum(&rig, centre, linear, angular);
    ENSURE_NEAR(brn__distance3(before, centre), 0, 1e-12);
    ENSURE_NEAR(brn__norm3(linear), 0, 1e-12);
    ENSURE_NEAR(brn__norm3(angular), 0, 2e-4);
  }
  rig_done(&rig);
}

static void damping_leaves_momentum_alone(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, damping, 10), xpbd_put(&def, substeps, 1);
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  BrnSheet* sheet = rig.solver->method;
  TestRandom random = {4};
  double centre[3], before[2][3], after[2][3];
  for (int i = 0; i < 3 * rig.state->vertex_count; i++) {
    rig.state->velocity[i] = test_random(&random, -0.5, 1);
  }
  find_momentum(&rig, centre, before[0], before[1]);
  brn__points_load(rig.state, &sheet->points);
  sheet->now.h = 0.1, sheet->now.rest = false;
  memset(sheet->now.input->gravity, 0, sizeof sheet->now.input->gravity);
  brn__points_predict(rig.ctx, sheet);
  double kept = sheet->points.velocity[0] - rig.state->velocity[0];
  ENSURE(fabs(kept) > 1e-3);
  memcpy(rig.state->velocity, sheet->points.velocity,
         3 * sizeof(double) * (size_t)rig.state->vertex_count);
  find_momentum(&rig, centre, after[0], after[1]);
  ENSURE_NEAR(brn__distance3(before[0], after[0]), 0, 1e-13);
  ENSURE_NEAR(brn__distance3(before[1], after[1]), 0, 1e-11);
  rig_done(&rig);
}

static void gravity_pulls_by_its_steps(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  rig.state->input->gravity[1] = rig.input->gravity[1] = -10;
  sheet_frame(&rig, 0.1);
  // semi-implicit: g h^2 (1 + 2 + ... + 10)
  ENSURE_NEAR(rig_now(&rig, 7)[1] - rig_rest(&rig, 7)[1], -10 * 1e-4 * 55, 1e-12);
  ENSURE_NEAR(rig.state->velocity[3 * 7 + 1], -1, 1e-10);
  rig_done(&rig);
}

static void forces_push(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Log log;
  Rig rig = rig_with_log(&shape, 1, &def, &log);
  brn_solver_destroy(rig.ctx, rig.solver);
  brn_state_destroy(rig.ctx, rig.state);
  brn_input_destroy(rig.ctx, rig.input);
  brn_drive_destroy(rig.ctx, rig.drive);
  rig.model->load_count = 2;
  rig.model->load = brn__new_zero(rig.ctx, 2, BrnModelLoad);
  BrnModelLoad* load = &rig.model->load[0];
  *load = (BrnModelLoad){.kind = BRN_LOAD_FORCE, .vertex_count = 2};
  rig.model->load[1] = (BrnModelLoad){.kind = BRN_LOAD_PRESSURE};
  for (int l = 0; l < 2; l++) rig.model->load[l].name = sheet_name(rig.ctx, "load", l);
  load->vertex = brn__new_zero(rig.ctx, 2, int);
  load->force = brn__new_zero(rig.ctx, 6, double);
  load->vertex[0] = 60, load->vertex[1] = 180, load->force[2] = 3, load->force[5] = -1;
  sheet_begin(&rig, &def);
  ENSURE(log.lines == 1 && strstr(log.text, "\"load1\" is left out"));
  rig.state->input->load[0] = rig.input->load[0] = 0.5;
  sheet_frame(&rig, FRAME);
  double centre[3], linear[3], angular[3], mass = 1060 * rig.model->flesh[0].volume;
  find_momentum(&rig, centre, linear, angular);
  ENSURE_NEAR(linear[2] * mass, 0.5 * 2 * FRAME, 1e-12);
  rig_done(&rig);
}

static void without_inertia_velocities_are_forgotten(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, inertia, false);
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  sheet_activate(&rig, 0.4);
  sheet_frame(&rig, FRAME);
  int free_vertex = rig.model->flesh[0].first + 4 * shape.sides;
  ENSURE(brn__distance3(rig_now(&rig, free_vertex), rig_rest(&rig, free_vertex)) > 1e-5);
  ENSURE(brn__norm3(rig.state->velocity + 3 * free_vertex) == 0);
  rig_done(&rig);
}

// the first frame is at time 0
static void frame_without_time_relaxes(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  rig.input->gravity[1] = -10;
  rig.input->bone[1].translation[0] = -0.01;
  rig_step(&rig);
  ENSURE(rig.state->time == 0 && rig.state->frame == 1);
  ENSURE_NEAR(sheet_length(&rig, 0), 0.95, 1e-12);
  for (int i = 0; i < 3 * rig.state->vertex_count; i++) ENSURE(rig.state->velocity[i] == 0);
  ENSURE(brn_step_report_value(&rig.report, "stretch") > 1e-6 &&
         brn_step_report_value(&rig.report, "stretch") < 0.1);
  rig_done(&rig);
}

// ------------------------------------------------------------------------------------------- bones

static void bones_carry_what_is_attached(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 2, &def, 2);
  double axis[3] = {0, 0, 1};
  brn_rotation_from_axis_angle(axis, 0.1, rig.input->bone[3].rotation);
  rig.input->bone[3].translation[1] = 0.003;
  sheet_frame(&rig, FRAME);
  const BrnModelAttachment* end = &rig.model->attachment[3];
  for (int i = 0; i < end->vertex_count + 8; i++) {
    int v =
        i < end->vertex_count ? end->vertex[i] : rig.model->bone[3].vertex[i - end->vertex_count];
    double x[3];
    brn_pose_apply(&rig.input->bone[3], rig_rest(&rig, v), x);
    ENSURE_NEAR(brn__distance3(x, rig_now(&rig, v)), 0, 1e-15);
  }
  ENSURE_NEAR(sheet_length(&rig, 0), 1, 1e-12);
  rig_done(&rig);
}

static double farthest_from_bones(const Rig* rig) {
  double far = 0;
  const BrnModelFlesh* flesh = &rig->model->flesh[0];
  for (int v = flesh->first; v < flesh->first + flesh->vertex_count; v++) {
    double x[3];
    brn_pose_apply(&rig->input->bone[0], rig_rest(rig, v), x);
    far = fmax(far, brn__distance3(x, rig_now(rig, v)));
  }
  return far;
}

static void flesh_goes_with_bones_that_jump(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Log log;
  Rig rig = rig_with_log(&shape, 1, &def, &log);
  double axis[3] = {0, 0.6, 0.8};
  for (int f = 0; f < 4; f++) {
    for (int b = 0; b < 2 && f == 1; b++) {
      rig.input->bone[b].translation[0] = 25, rig.input->bone[b].translation[1] = -40;
      brn_rotation_from_axis_angle(axis, 2, rig.input->bone[b].rotation);
    }
    sheet_frame(&rig, FRAME);
    ENSURE_NEAR(farthest_from_bones(&rig), 0, 1e-10);
    ENSURE_NEAR(brn_step_report_value(&rig.report, "stretch"), 0, 1e-9);
  }
  ENSURE_INT(log.lines, 2);
  ENSURE(strstr(log.text, "bone \"bone0\" jumps by 4"));
  ENSURE(strstr(log.text, "muscle \"muscle0\""));
  rig_done(&rig);
}

static void fast_motion_is_survived(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  xpbd_put(&def, damping, 1);
  for (int way = 0; way < 2; way++) { // a start at once, and one with 3 g
    Log log;
    Rig rig = rig_with_log(&shape, 1, &def, &log);
    for (int f = 1; f <= 72; f++) {
      double t = f * FRAME, there = way == 0 ? 60 * t : t < 2 ? 15 * t * t : 60 + 60 * (t - 2);
      for (int b = 0; b < 2; b++) rig.input->bone[b].translation[0] = there;
      sheet_frame(&rig, FRAME);
      ENSURE(sheet_is_finite(&rig));
      ENSURE_INT(rig.report.outcome, BRN_CONVERGED);
      ENSURE(farthest_from_bones(&rig) < 0.03);
    }
    ENSURE_INT(log.lines, way == 0 ? 2 : 0); // inertia has its way, or bones jump
    rig_done(&rig);
  }
}

static void one_bone_may_go_far(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Log log;
  Rig rig = rig_with_log(&shape, 1, &def, &log);
  for (int f = 0; f < 30; f++) {
    double far = f < 20 ? 3 : 300;
    rig.input->bone[1].translation[1] = f % 2 ? far : -far;
    sheet_frame(&rig, FRAME);
    ENSURE(sheet_is_finite(&rig));
    ENSURE_INT(rig.report.outcome, f < 20 ? BRN_OUT_OF_ITERATIONS : BRN_BROKE_DOWN);
  }
  ENSURE_INT(log.lines, 3);
  ENSURE(strstr(log.text, "is drawn out to"));
  rig_done(&rig);
}

static void pose_that_is_no_number_is_refused(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  rig.input->bone[1].translation[2] = NAN;
  ENSURE_STATUS(rig.ctx, brn_solver_step(rig.solver, rig.input, rig.state, &rig.report),
                BRN_INVALID);
  ENSURE_ERROR_HAS(rig.ctx, "bone \"bone1\"");
  rig_done(&rig);
}

// the second of two muscles in a row has no bone at its beginning, but holds on to the first
static void muscle_holds_on_to_a_tendon(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = {.ctx = test_context()};
  shape.apart = 0.02;
  rig.model = sheet_model(rig.ctx, &shape, 2);
  BrnModelAttachment* end = &rig.model->attachment[2];
  for (int i = 0; i < end->vertex_count; i++) end->holder[i] = rig.model->flesh[0].part;
  sheet_begin(&rig, &def);
  BrnSheet* sheet = rig.solver->method;
  ENSURE(sheet->tendons && sheet->points.outer);
  for (int f = 0; f < 12; f++) {
    for (int b = 0; b < 2; b++) rig.input->bone[b].translation[1] = -0.002 * (f + 1);
    sheet_frame(&rig, FRAME);
  }
  for (int i = 0; i < end->vertex_count; i++) {
    const double *x = rig_now(&rig, end->vertex[i]), *X = rig_rest(&rig, end->vertex[i]);
    ENSURE_NEAR(x[1] - X[1], -0.024, 4e-3);
  }
  for (int b = 0; b < 4; b++) rig.input->bone[b].translation[0] = 30; // its bones are found
  sheet_frame(&rig, FRAME);
  ENSURE(rig.report.outcome == BRN_CONVERGED &&
         brn_step_report_value(&rig.report, "stretch") < 0.5);
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------------- extremes

static void burst_muscle_is_put_back_and_named(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Log log;
  Rig rig = rig_with_log(&shape, 2, &def, &log);
  int v = rig.model->flesh[1].first + 4 * shape.sides;
  rig.state->velocity[3 * v] = NAN;
  sheet_frame(&rig, FRAME);
  ENSURE(sheet_is_finite(&rig));
  ENSURE_INT(rig.report.outcome, BRN_BROKE_DOWN);
  ENSURE(strstr(log.text, "\"muscle1\" burst at 0.0041") && !strstr(log.text, "\"muscle0\""));
  rig.state->velocity[3 * v] = 1e9;
  sheet_frame(&rig, FRAME);
  ENSURE(sheet_is_finite(&rig));
  sheet_frame(&rig, FRAME);
  ENSURE_INT(rig.report.outcome, BRN_CONVERGED);
  rig_done(&rig);
}

static void degenerate_surfaces_are_survived(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = {.ctx = test_context()};
  rig.model = sheet_model(rig.ctx, &shape, 1);
  int first = rig.model->flesh[0].first + 3 * shape.sides;
  for (int k = 1; k < 4; k++) { // triangles without area, edges without length
    memcpy(rig.model->mesh->position + 3 * (first + k), rig.model->mesh->position + 3 * first,
           3 * sizeof(double));
  }
  memset(rig.model->flesh[0].fibre, 0, 30 * sizeof(double));
  sheet_begin(&rig, &def);
  for (int f = 0; f < 6; f++) {
    sheet_activate(&rig, 0.15 * (f + 1));
    sheet_frame(&rig, FRAME);
    ENSURE(sheet_is_finite(&rig));
    ENSURE(rig.report.outcome != BRN_BROKE_DOWN);
  }
  rig_done(&rig);
}

static void warnings_are_given_once(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Log log;
  Rig rig = rig_with_log(&shape, 2, &def, &log);
  ENSURE_INT(log.lines, 0);
  for (int f = 0; f < 3; f++) {
    rig.input->activation[1] = 0.8;
    sheet_frame(&rig, FRAME);
  }
  ENSURE_INT(log.lines, 1);
  ENSURE(strstr(log.text, "activation of \"muscle1\""));
  brn_solver_destroy(rig.ctx, rig.solver);
  rig.model->bone[2].fixed = false;
  brn_skeleton_destroy(rig.ctx, rig.model->skeleton);
  ENSURE_OK(rig.ctx, brn__model_hang(rig.ctx, NULL, rig.model));
  ENSURE_OK(rig.ctx, brn_solver_create(rig.ctx, rig.model, &def, &rig.solver));
  ENSURE_INT(log.lines, 2);
  ENSURE(strstr(log.text, "\"bone2\" stays at rest"));
  rig_done(&rig);
}

static void muscle_that_is_drawn_out_is_named(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Log log;
  Rig rig = rig_with_log(&shape, 2, &def, &log);
  for (int f = 0; f < 12; f++) {
    rig.input->bone[3].translation[0] = 0.02 * f; // twice as long
    sheet_frame(&rig, FRAME);
  }
  ENSURE_INT(log.lines, 0);
  for (int f = 0; f < 12; f++) {
    rig.input->bone[3].translation[0] = 0.2 + 0.05 * f; // nearly five times
    sheet_frame(&rig, FRAME);
  }
  ENSURE_INT(log.lines, 1);
  ENSURE(strstr(log.text, "muscle \"muscle1\" is drawn out to"));
  rig_done(&rig);
}

static void bodies_that_do_not_fit_are_refused(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 2);
  BrnSolver* solver;
  xpbd_put(&def, body, BRN_XPBD_TETS);
  ENSURE_STATUS(rig.ctx, brn_solver_create(rig.ctx, rig.model, &def, &solver), BRN_INVALID);
  ENSURE_ERROR_HAS(rig.ctx, "built of surfaces");
  xpbd_put(&def, body, BRN_XPBD_SURFACE);
  rig.model->flesh_count = 0;
  ENSURE_STATUS(rig.ctx, brn_solver_create(rig.ctx, rig.model, &def, &solver), BRN_INVALID);
  ENSURE_ERROR_HAS(rig.ctx, "neither tets nor muscles");
  rig.model->flesh_count = 1;
  rig_done(&rig);
}

// ----------------------------------------------------------------------------------------- manners

// small muscles side by side, and one that is large enough for several workers by itself
static void workers_do_not_change_the_bits(void** unused) {
  (void)unused;
  for (int big = 0; big < 2; big++) {
    SheetShape shape = held_shape();
    BrnSolverDef def = sheet_def();
    Rig rig[3]; // one, or three workers, or three processes
    xpbd_put(&def, substeps, 2), xpbd_put(&def, damping, 1);
    if (big) shape.rings = 101, shape.sides = 70;
    for (int i = 0; i < 3; i++) {
      rig[i] = sheet_rig(&shape, big ? 1 : 5, &def, (int[]){1, 3, -3}[i]);
      ENSURE_INT(((BrnSheet*)rig[i].solver->method)->muscles->big_count, big);
      for (int f = 0; f < 3; f++) {
        sheet_activate(&rig[i], 0.1 * f);
        rig[i].input->bone[0].translation[1] = 0.01 * f;
        sheet_frame(&rig[i], FRAME);
      }
      size_t size = 3 * sizeof(double) * (size_t)rig[0].state->vertex_count;
      ENSURE(memcmp(rig[0].state->position, rig[i].state->position, size) == 0);
      ENSURE(brn_step_report_value(&rig[0].report, "stretch") ==
             brn_step_report_value(&rig[i].report, "stretch"));
      ENSURE(brn_step_report_value(&rig[0].report, "volume_error") ==
             brn_step_report_value(&rig[i].report, "volume_error"));
    }
    for (int i = 0; i < 3; i++) rig_done(&rig[i]);
  }
}

static void die_if_not_the_caller(void* user, int begin, int end, int process) {
  (void)user, (void)begin, (void)end;
  if (process > 0) raise(SIGKILL);
  nanosleep(&(struct timespec){.tv_nsec = 4000000}, NULL);
}

static void step_fails_when_a_process_dies(void** unused) {
  (void)unused;
  SheetShape shape = held_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 3, &def, -3);
  for (int i = 0; i < 50 && brn_process_count(rig.ctx) > 1; i++) { // one may come late
    brn__parallel_job(rig.ctx, 64, 1, die_if_not_the_caller, rig.model, 0);
  }
  rig.input->time += FRAME;
  ENSURE_STATUS(rig.ctx, brn_solver_step(rig.solver, rig.input, rig.state, &rig.report),
                BRN_IO_FAILED);
  ENSURE_ERROR_HAS(rig.ctx, "ended in the midst of its work (Killed)");
  sheet_frame(&rig, FRAME); // the caller goes on alone
  rig_done(&rig);
}

TEST_MAIN(
    cmocka_unit_test(free_muscle_stays_where_it_is),
    cmocka_unit_test(damping_leaves_momentum_alone), cmocka_unit_test(gravity_pulls_by_its_steps),
    cmocka_unit_test(forces_push), cmocka_unit_test(without_inertia_velocities_are_forgotten),
    cmocka_unit_test(frame_without_time_relaxes), cmocka_unit_test(bones_carry_what_is_attached),
    cmocka_unit_test(flesh_goes_with_bones_that_jump), cmocka_unit_test(fast_motion_is_survived),
    cmocka_unit_test(one_bone_may_go_far), cmocka_unit_test(pose_that_is_no_number_is_refused),
    cmocka_unit_test(muscle_holds_on_to_a_tendon),
    cmocka_unit_test(burst_muscle_is_put_back_and_named),
    cmocka_unit_test(degenerate_surfaces_are_survived), cmocka_unit_test(warnings_are_given_once),
    cmocka_unit_test(muscle_that_is_drawn_out_is_named),
    cmocka_unit_test(bodies_that_do_not_fit_are_refused),
    cmocka_unit_test(workers_do_not_change_the_bits),
    cmocka_unit_test(step_fails_when_a_process_dies))
