// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include "run/run_test.h"
#include "run/state_file.h"

static void frames_and_tables_are_written(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_FINISHED && test.report.frame == 4);
  ENSURE(test.report.done == 4 && test.report.written == 4 && test.report.unconverged == 0);
  ENSURE(run_has(&test, "frames/bar.0001.vtu") && run_has(&test, "frames/bar.0004.vtu"));
  ENSURE(!run_has(&test, "frames/bar.0005.vtu") && run_has(&test, "bar.pvd"));
  ENSURE_INT(run_rows(&test, "muscles.csv"), 4);
  run_done(&test);
}

// the run of a loop of one's own, with the times in between
static void step_through(Rig* rig, int frames, int steps) {
  for (int i = 0; i <= (frames - 1) * steps; i++) {
    double frame = i % steps == 0 ? 1 + i / steps : 1 + i / steps + (double)(i % steps) / steps;
    ENSURE_OK(rig->ctx, brn_drive_fill(rig->drive, brn_model_frame_time(rig->model, frame),
                                       rig->state, rig->input));
    rig_step_converges(rig);
  }
}

static void ensure_written(RunTest* test, const char* name, const BrnState* state) {
  BrnMesh* mesh;
  ENSURE_OK(test->ctx, brn_mesh_read(test->ctx, run_path(test, name), NULL, &mesh));
  assert_memory_equal(mesh->position, state->position,
                      3 * sizeof(double) * (size_t)mesh->vertex_count);
  const BrnArray* activation = brn_mesh_find_array(mesh, "activation", BRN_ON_TET);
  const BrnArray* stress = brn_mesh_find_array(mesh, "stress", BRN_ON_TET);
  ENSURE(activation && stress && stress->components == 6);
  for (int t = 0; t < mesh->tet_count; t++) {
    ENSURE_NEAR(activation->value[t], test->model->unit[t] < 0 ? 0 : 3 / 24.0, 1e-7);
  }
  brn_mesh_destroy(test->ctx, mesh);
}

// A frame is the state of its time, reached through the times of its steps, to the last bit.
static void check_frames(const char* scene, int steps) {
  RunTest test = run_make(scene);
  BrnRunDef def = run_def(&test);
  Rig rig = {.ctx = test.ctx, .model = test.model};
  BrnSolverDef solver = brn_solver_def_of(test.model);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  rig_solver(&rig, &solver);
  step_through(&rig, 4, steps);
  ensure_written(&test, "frames/bar.0004.vtu", rig.state);
  brn_solver_destroy(test.ctx, rig.solver);
  brn_state_destroy(test.ctx, rig.state);
  brn_input_destroy(test.ctx, rig.input);
  brn_drive_destroy(test.ctx, rig.drive);
  run_done(&test);
}

static void frames_are_those_of_the_solver(void** unused) {
  (void)unused;
  check_frames(RUN_SCENE(""), 1);
  check_frames(RUN_SCENE(", 'solver': {'substeps': 3}"), 3);
}

// counts the frames, and stops a run after one of them
typedef struct Watch {
  int frames, stop_after;
  volatile int cancelled;
  double left;
} Watch;

static void watch(void* user, const BrnRunProgress* progress) {
  Watch* w = user;
  w->frames++;
  w->left = progress->seconds_left;
  if (progress->frame == w->stop_after) // a thread of the run looks at it meanwhile
    __atomic_store_n(&w->cancelled, 1, __ATOMIC_RELAXED);
}

static void stopped_run_goes_on(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  Watch w = {.stop_after = 2};
  def.progress = watch;
  def.progress_user = &w;
  def.cancelled = &w.cancelled;
  def.force = true;
  for (int i = 0; i < 5; i++) { // at once, whatever the thread does that looks now and then
    w.frames = w.cancelled = 0;
    ENSURE_OK(test.ctx, run_go(&test, &def));
    ENSURE(test.report.end == BRN_RUN_STOPPED && test.report.frame == 2 && w.frames == 2);
  }
  ENSURE(w.left > 0 && !run_has(&test, "frames/bar.0003.vtu"));
  char* record = run_text(&test, "run.json");
  ENSURE(strstr(record, "\"outcome\": \"stopped\"") && strstr(record, "\"done\": 2"));
  free(record);

  w = (Watch){0};
  def.force = false, def.resume = true;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_FINISHED && test.report.done == 2 && test.report.written == 4);
  ENSURE_INT(w.frames, 2);
  ENSURE_NEAR(w.left, 0, 0);
  ENSURE_INT(run_rows(&test, "run.csv"), 4);
  run_done(&test);
}

// between the steps of a frame, too: the frame is then not there
static void run_stops_within_a_frame(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(", 'solver': {'substeps': 3}"));
  BrnRunDef def = run_def(&test);
  Watch w = {.stop_after = 1};
  def.progress = watch;
  def.progress_user = &w;
  ENSURE_OK(test.ctx, run_go(&test, &def)); // cancelled is not looked at
  ENSURE(test.report.frame == 4 && w.cancelled);
  def.force = true;
  def.cancelled = &w.cancelled;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.frame == 0 && test.report.done == 0 && test.report.written == 0);
  ENSURE(!run_has(&test, "frames/bar.0001.vtu"));
  run_done(&test);
}

// Three steps a frame pass through the times between the frames.
static void substeps_divide_a_frame(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(", 'solver': {'substeps': 3}"));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  char* table = run_text(&test, "run.csv");
  // the first frame is one step from rest, the others are three: parts of steps are counted
  const int expected[] = {1, 3, 3, 3};
  const char* line = strchr(table, '\n') + 1;
  for (int i = 0; i < 4; i++) {
    int frame, parts;
    ENSURE_INT(
        sscanf(line, "%d,%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%d", &frame, &parts), 2);
    ENSURE_INT(parts, expected[i]);
    line = strchr(line, '\n') + 1;
  }
  free(table);
  run_done(&test);
}

static void folders_are_found(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = brn_run_def_default();
  BrnRun* run;
  char expected[100];
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &run));
  snprintf(expected, sizeof expected, "%s/bar", test.folder);
  assert_string_equal(brn_run_folder(run), expected);
  ENSURE(brn_run_done(run) == 0 && brn_run_lead(run) == 0 && !brn_run_is_finished(run));
  brn_run_destroy(test.ctx, run);
  ENSURE_OK(test.ctx, brn_scene_set(test.ctx, test.scene, "outputs.folder", "here"));
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &run));
  snprintf(expected, sizeof expected, "%s/here", test.folder);
  assert_string_equal(brn_run_folder(run), expected);
  brn_run_destroy(test.ctx, run);
  run_done(&test);
}

static void names_are_made_fit_for_files(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, brn_scene_set(test.ctx, test.scene, "name", "../my arm/b"));
  def.last = 1;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(run_has(&test, "_._my_arm_b.pvd") && run_has(&test, "frames/_._my_arm_b.0001.vtu"));
  run_done(&test);
}

static void impossible_frames_are_refused(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  def.first = 0;
  ENSURE_STATUS(test.ctx, run_go(&test, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "frames 0 to 4: the scene begins at frame 1");
  def.first = 7;
  ENSURE_STATUS(test.ctx, run_go(&test, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "frames 7 to 4: the last one comes before the first");
  ENSURE(!run_has(&test, "run.json"));
  run_done(&test);
}

// A checkpoint of another mesh in the folder of the same scene: nothing is touched.
static void checkpoint_of_another_model_is_refused(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  char* before = run_text(&test, "run.csv");
  test.model->mesh->position[0] += 1e-9;
  def.resume = true;
  def.last = 6;
  ENSURE_STATUS(test.ctx, run_go(&test, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "run.checkpoint: it is the state of another model");
  char* after = run_text(&test, "run.csv");
  assert_string_equal(before, after);
  free(before);
  free(after);
  run_done(&test);
}

static void missing_method_is_told_before_anything_is_removed(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  brn_solver_def_choose(&test.model->solver, "fvm");
  def.force = true;
  ENSURE_STATUS(test.ctx, run_go(&test, &def), BRN_UNSUPPORTED);
  ENSURE_INT(run_rows(&test, "run.csv"), 4);
  run_done(&test);
}

// A state that is no number any more, as a solver gone wild would leave it, ends the run; the
// frames before it stay.
static void vertex_that_is_nowhere_ends_the_run(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  BrnState* state;
  BrnRunMark mark;
  def.last = 2;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_OK(test.ctx, brn_state_create(test.ctx, test.model, &state));
  char* path = run_path(&test, "run.checkpoint");
  ENSURE_OK(test.ctx, brn__checkpoint_read(test.ctx, test.model, path, state, &mark, sizeof mark));
  int vertex = 0;
  while (test.model->vertex_bone[vertex] >= 0) vertex++;
  state->position[3 * vertex + 1] = NAN;
  ENSURE_OK(test.ctx, brn__checkpoint_write(test.ctx, test.model, state, &mark, sizeof mark, path));
  def.resume = true;
  def.last = 4;
  ENSURE_STATUS(test.ctx, run_go(&test, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "frame 3: vertex ");
  ENSURE_ERROR_HAS(test.ctx, "of \"m\" is nowhere");
  ENSURE(test.report.frame == 2 && run_rows(&test, "run.csv") == 2);
  char* record = run_text(&test, "run.json");
  ENSURE(strstr(record, "\"outcome\": \"failed\"") && strstr(record, "is nowhere"));
  free(record);
  brn_state_destroy(test.ctx, state);
  run_done(&test);
}

static void failed_allocations_leave_a_run_that_goes_on(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  size_t held = brn_byte_count(test.ctx);
  BrnStatus status = BRN_NO_MEMORY;
  def.last = 1;
  for (int k = 0; status != BRN_OK; k += 1 + k / 20) {
    ENSURE(k < 20000);
    def.resume = true;
    brn_fail_allocation(test.ctx, k);
    status = run_go(&test, &def);
    brn_fail_allocation(test.ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(test.ctx) == held);
  }
  ENSURE_INT(run_rows(&test, "run.csv"), 1);
  run_done(&test);
}

// ------------------------------------------------------------------------------ for those who look

static void model_is_kept_beside_the_frames(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  BrnModel* kept;
  def.last = 2;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_OK(test.ctx, brn_model_read(test.ctx, run_path(&test, "run.model"), &kept));
  ENSURE(kept->hash == test.model->hash && kept->mesh->tet_count == test.model->mesh->tet_count);
  brn_model_destroy(test.ctx, kept);

  def.resume = true;
  def.last = 3;
  struct stat before, after;
  ENSURE(stat(run_path(&test, "run.model"), &before) == 0);
  ENSURE_OK(test.ctx, run_go(&test, &def)); // --resume does not write it again
  ENSURE(stat(run_path(&test, "run.model"), &after) == 0 && after.st_ino == before.st_ino);
  ENSURE(unlink(run_path(&test, "run.model")) == 0); // but does when it is missing
  def.last = 4;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_OK(test.ctx, brn_model_read(test.ctx, run_path(&test, "run.model"), &kept));
  brn_model_destroy(test.ctx, kept);

  model_write_file(test.out, "run.model", "old", 3); // and when it is damaged
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.done == 0 && test.report.end == BRN_RUN_FINISHED);
  ENSURE_OK(test.ctx, brn_model_read(test.ctx, run_path(&test, "run.model"), &kept));
  brn_model_destroy(test.ctx, kept);

  model_write_file(test.out, "run.model", "old", 3);
  def.resume = false;
  def.force = true;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_OK(test.ctx, brn_model_read(test.ctx, run_path(&test, "run.model"), &kept));
  brn_model_destroy(test.ctx, kept);
  run_done(&test);
}

static void ask_to_stop(void* user, const BrnRunProgress* progress) {
  if (progress->frame == 2) model_write_file(user, "run.stop", "", 0);
}

static void file_in_the_folder_stops_a_run(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(", 'solver': {'substeps': 2}"));
  BrnRunDef def = run_def(&test);
  def.progress = ask_to_stop;
  def.progress_user = test.out;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_STOPPED && test.report.frame == 2);
  ENSURE(!run_has(&test, "run.stop") && !run_has(&test, "frames/bar.0003.vtu"));
  def.resume = true;
  model_write_file(test.out, "run.stop", "", 0); // left over from before
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_FINISHED && test.report.frame == 4);
  ENSURE(!run_has(&test, "run.stop"));
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(frames_and_tables_are_written),
          cmocka_unit_test(frames_are_those_of_the_solver), cmocka_unit_test(stopped_run_goes_on),
          cmocka_unit_test(run_stops_within_a_frame), cmocka_unit_test(substeps_divide_a_frame),
          cmocka_unit_test(folders_are_found), cmocka_unit_test(names_are_made_fit_for_files),
          cmocka_unit_test(impossible_frames_are_refused),
          cmocka_unit_test(checkpoint_of_another_model_is_refused),
          cmocka_unit_test(missing_method_is_told_before_anything_is_removed),
          cmocka_unit_test(vertex_that_is_nowhere_ends_the_run),
          cmocka_unit_test(model_is_kept_beside_the_frames),
          cmocka_unit_test(file_in_the_folder_stops_a_run),
          cmocka_unit_test(failed_allocations_leave_a_run_that_goes_on))
