// SPDX-License-Identifier: Apache-2.0

#include "io/io_test.h"
#include "replay/replay_test.h"

#include <fcntl.h>
#include <sys/file.h>

static void remove_of(const ReplayTest* test, const char* name) {
  ENSURE(unlink(run_path(&test->run, name)) == 0);
}

static void write_of(const ReplayTest* test, const char* name, const char* text) {
  model_write_file(test->run.out, name, text, strlen(text));
}

// ------------------------------------------------------------------------------- without its model

static void told(void* user, BrnLogLevel level, const char* message) {
  if (level == BRN_LOG_WARNING && strstr(message, "run.model")) ++*(int*)user;
}

// what is seen without a model, and that it is told
static void opens_from_frames(ReplayTest* test) {
  int count = 0;
  BrnLogSink was =
      brn__log_redirect(test->ctx, (BrnLogSink){told, &count, .level = BRN_LOG_WARNING});
  replay_open(test, test->run.out);
  brn__log_redirect(test->ctx, was);
  const BrnReplay* replay = test->replay;
  ENSURE_INT(count, 1);
  ENSURE(!replay->model && replay->frame_count == 4 && replay->part_count == 3);
  ENSURE(replay->stage == BRN_REPLAY_FINISHED && replay->action.line_count == 0);
  ENSURE_NEAR(replay->frame[3].time, 3 / 24.0, 1e-12);
  for (int p = 0; p < 3; p++) {
    ENSURE(replay->part[p].kind == BRN_REPLAY_OTHER && replay->part[p].skin.triangle_count > 0);
  }
  assert_string_equal(replay->part[2].name, "m");
  static const char* const names[] = {"displacement", "speed",    "part",   "activation", "stretch",
                                      "stress",       "pressure", "energy", "volume"};
  for (int i = 0; i < 9; i++) {
    ENSURE(replay_has(replay, names[i]));
    BrnValues values = replay_values(test, names[i]);
    brn_values_free(test->ctx, &values);
  }
  BrnReplayLines fibres;
  ENSURE_OK(test->ctx, brn_replay_fibres(test->replay, 5, &fibres));
  ENSURE_INT(fibres.line_count, 0);
  brn_replay_lines_free(test->ctx, &fibres);
  replay_close(test);
}

static void run_without_a_model_opens_from_its_frames(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  remove_of(&test, "run.model");
  opens_from_frames(&test);
  write_of(&test, "run.model", "nonsense");
  opens_from_frames(&test);
  replay_done(&test);
}

// what leads nowhere in a model that is whole as a file
static void model_that_leads_nowhere_is_not_used(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  BrnModel* model = test.run.model;
  int* const spoiled[] = {&model->part[1].label,
                          (int*)&model->part[0].kind,
                          &model->part[2].owner,
                          &model->part[0].surface,
                          &model->bone[1].vertex[0],
                          &model->unit_list[0].tet[1],
                          &model->unit_list[0].line_vertex[3],
                          &model->unit_list[0].muscle};
  for (size_t i = 0; i < sizeof spoiled / sizeof *spoiled; i++) {
    int was = *spoiled[i];
    *spoiled[i] = 1 << 20;
    ENSURE_OK(test.ctx, brn_model_write(test.ctx, model, run_path(&test.run, "run.model")));
    *spoiled[i] = was;
    opens_from_frames(&test);
  }
  double weight = model->unit_list[0].line_weight[2];
  model->unit_list[0].line_weight[2] = NAN;
  ENSURE_OK(test.ctx, brn_model_write(test.ctx, model, run_path(&test.run, "run.model")));
  model->unit_list[0].line_weight[2] = weight;
  opens_from_frames(&test);
  ENSURE_OK(test.ctx, brn_model_write(test.ctx, model, run_path(&test.run, "run.model")));
  replay_open(&test, test.run.out);
  ENSURE(test.replay->model != NULL);
  replay_done(&test);
}

static void run_without_model_and_frames_is_told(void** state) {
  (void)state;
  ReplayTest test = replay_run(", 'outputs': {'mesh': false}");
  replay_open(&test, test.run.out); // tables only
  ENSURE(test.replay->frame_count == 0 && test.replay->model);
  replay_close(&test);
  remove_of(&test, "run.model");
  BrnReplay* replay;
  ENSURE_STATUS(test.ctx, brn_replay_open(test.ctx, test.run.out, NULL, &replay), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(test.ctx, "try again in a moment");
  replay_done(&test);
}

// ----------------------------------------------------------------------------------- broken frames

static void missing_frames_are_left_out(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  remove_of(&test, "frames/bar.0002.vtu");
  write_of(&test, "frames/bar.0007.vtu.tmp0", "half a frame");
  write_of(&test, "frames/other.0008.vtu", "of another run");
  write_of(&test, "frames/bar.9.vtu", "a number too short");
  write_of(&test, "frames/bar.0010.png", "no mesh");
  replay_open(&test, test.run.out);
  static const int number[] = {1, 3, 4};
  ENSURE_INT(test.replay->frame_count, 3);
  for (int i = 0; i < 3; i++) ENSURE_INT(test.replay->frame[i].number, number[i]);
  remove_of(&test, "frames/bar.0003.vtu");
  ENSURE_STATUS(test.ctx, replay_positions(&test, 1), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(test.ctx, "bar.0003.vtu");
  ENSURE_OK(test.ctx, replay_positions(&test, 2));
  replay_done(&test);
}

static void frame_cut_short_is_told(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  char* path = run_path(&test.run, "frames/bar.0002.vtu");
  struct stat info;
  ENSURE(stat(path, &info) == 0 && truncate(path, info.st_size / 2) == 0);
  BrnValues values;
  ENSURE_STATUS(test.ctx, brn_replay_values(test.replay, 1, "energy", &values), BRN_BAD_FILE);
  ENSURE(values.value == NULL);
  ENSURE(truncate(path, 3000) == 0);
  ENSURE_STATUS(test.ctx, replay_positions(&test, 1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "bar.0002.vtu");
  ENSURE(truncate(path, 0) == 0);
  ENSURE_STATUS(test.ctx, replay_positions(&test, 1), BRN_BAD_FILE);
  ENSURE_OK(test.ctx, replay_positions(&test, 0));
  replay_done(&test);
}

static void frame_of_another_mesh_is_told(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  BrnMesh *mesh = io_sample_tets(test.ctx, false, false, false), *large;
  char* path = run_path(&test.run, "frames/bar.0002.vtu");
  ENSURE_OK(test.ctx, brn_mesh_write(test.ctx, mesh, path, NULL));
  ENSURE_STATUS(test.ctx, replay_positions(&test, 1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "it has 5 vertices, but the run has");
  brn_mesh_destroy(test.ctx, mesh);
  ENSURE_OK(test.ctx, brn_mesh_create(test.ctx, 5, 0, test.replay->mesh->tet_count, &mesh));
  ENSURE_OK(test.ctx, brn_mesh_write(test.ctx, mesh, path, NULL)); // as many tets
  ENSURE_STATUS(test.ctx, replay_positions(&test, 1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "it has 5 vertices, but the run has");
  brn_mesh_destroy(test.ctx, mesh);
  int tets = test.replay->mesh->tet_count - 1; // as many vertices, but a tet less
  ENSURE_OK(test.ctx, brn_mesh_create(test.ctx, test.replay->mesh->vertex_count, 0, tets, &large));
  memcpy(large->tet, test.replay->mesh->tet, sizeof(int) * 4 * (size_t)tets);
  ENSURE_OK(test.ctx, brn_mesh_write(test.ctx, large, path, NULL));
  ENSURE_STATUS(test.ctx, replay_positions(&test, 1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "tets, but the run has");
  brn_mesh_destroy(test.ctx, large);
  replay_done(&test);
}

static void frames_in_other_formats_are_read(void** state) {
  (void)state;
  ReplayTest test = replay_run(", 'outputs': {'formats': ['vtk']}");
  BrnMesh* mesh;
  replay_open(&test, test.run.out);
  ENSURE_INT(test.replay->frame_count, 4);
  ENSURE_OK(test.ctx, brn_mesh_read(test.ctx, test.replay->frame[3].file, NULL, &mesh));
  ENSURE_OK(test.ctx, replay_positions(&test, 3));
  assert_memory_equal(test.position, mesh->position,
                      sizeof(double) * 3 * (size_t)mesh->vertex_count);
  BrnValues values = replay_values(&test, "stretch");
  const BrnArray* array = brn_mesh_find_array(mesh, "stretch", BRN_ON_TET);
  assert_memory_equal(values.value, array->value, sizeof(double) * (size_t)mesh->tet_count);
  brn_values_free(test.ctx, &values);
  brn_mesh_destroy(test.ctx, mesh);
  replay_done(&test);
}

// ------------------------------------------------------------------------------------------ record

static void record_that_is_none_is_told(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  static const char* const texts[] = {
      "",
      "[]",
      "nonsense",
      "{\"outcome\": \"finished\"}",
      "{\"outcome\": 7, \"frames\": {\"first\": 1, \"last\": 4, \"done\": 4}}",
      "{\"outcome\": \"finished\", \"frames\": [1, 4]}",
      "{\"outcome\": \"finished\", \"frames\": {\"first\": 1, \"last\": 1e300, \"done\": 4}}",
      "{\"outcome\": \"finished\", \"frames\": {\"first\": 1, \"last\": 99999999999, \"done\": 4}}",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    BrnReplay* replay;
    write_of(&test, "run.json", texts[i]);
    ENSURE_STATUS(test.ctx, brn_replay_open(test.ctx, test.run.out, NULL, &replay), BRN_BAD_FILE);
    ENSURE_ERROR_HAS(test.ctx, "run.json");
  }
  // what is odd, but not wrong
  write_of(
      &test, "run.json",
      "{\"outcome\": \"what?\", \"name\": \"bar\", \"seconds\": -1, \"frames\": {\"first\": -9,"
      " \"last\": -20, \"done\": 0, \"per_second\": 0}}");
  replay_open(&test, test.run.out);
  ENSURE(test.replay->stage == BRN_REPLAY_STOPPED && isnan(test.replay->frame_seconds));
  replay_close(&test);
  write_of(&test, "run.json",
           "{\"outcome\": \"finished\", \"name\": \"../../etc/bar\", \"frames\": {\"first\": 1, "
           "\"last\": 4, \"done\": 4}}");
  replay_open(&test, test.run.out); // files are looked for in the folder only
  ENSURE_INT(test.replay->frame_count, 0);
  replay_done(&test);
}

static void stage_is_told(ReplayTest* test, const char* outcome, BrnReplayStage stage,
                          const char* message) {
  char text[300];
  snprintf(text, sizeof text,
           "{\"name\": \"bar\", %s, \"frames\": {\"first\": 1, \"last\": 9, \"done\": 4}}",
           outcome);
  write_of(test, "run.json", text);
  replay_open(test, test->run.out);
  ENSURE(test->replay->stage == stage && test->replay->last == 9);
  ENSURE((message != NULL) == (test->replay->message != NULL));
  if (message) ENSURE(strstr(test->replay->message, message));
  replay_close(test);
}

static void stage_goes_by_the_record_and_the_lock(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  stage_is_told(&test, "\"outcome\": \"finished\"", BRN_REPLAY_FINISHED, NULL);
  stage_is_told(&test, "\"outcome\": \"stopped\"", BRN_REPLAY_STOPPED, "--resume");
  stage_is_told(&test, "\"outcome\": \"gave up\"", BRN_REPLAY_STOPPED, "did not converge");
  stage_is_told(&test, "\"outcome\": \"failed\", \"message\": \"disk full\"", BRN_REPLAY_STOPPED,
                "disk full");
  stage_is_told(&test, "\"outcome\": \"running\"", BRN_REPLAY_STOPPED, "is gone"); // was killed
  int lock = open(test.run.out, O_RDONLY | O_DIRECTORY);
  ENSURE(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0);
  stage_is_told(&test, "\"outcome\": \"running\"", BRN_REPLAY_RUNNING, NULL);
  stage_is_told(&test, "\"outcome\": \"stopped\"", BRN_REPLAY_STOPPED, "--resume");
  close(lock);
  replay_done(&test);
}

// ----------------------------------------------------------------------------------- while it runs

typedef struct Watch {
  BrnContext* ctx; // of the one who looks
  BrnReplay* replay;
  const char* folder;
  int stop_at; // frame; 0: never
  int seen;
} Watch;

static void watch(void* user, const BrnRunProgress* progress) {
  Watch* w = user;
  bool changed;
  if (!w->replay) ENSURE_OK(w->ctx, brn_replay_open(w->ctx, w->folder, NULL, &w->replay));
  ENSURE_OK(w->ctx, brn_replay_refresh(w->replay, &changed));
  ENSURE(w->replay->stage == BRN_REPLAY_RUNNING && w->replay->model);
  ENSURE_INT(w->replay->frame_count, progress->frame);
  ENSURE(changed == (w->seen > 0)); // open has seen the first one already
  ENSURE_OK(w->ctx, brn_replay_refresh(w->replay, &changed));
  ENSURE(!changed);
  ENSURE(w->seen < 1 || w->replay->frame_seconds > 0);
  w->seen++;
  if (progress->frame == w->stop_at) ENSURE_OK(w->ctx, brn_replay_stop(w->replay));
}

static void frames_come_while_it_runs(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  Watch w = {.ctx = test_context_with(1), .folder = test.out};
  BrnRunDef def = run_def(&test);
  def.progress = watch;
  def.progress_user = &w;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_INT(w.seen, 4);
  bool changed;
  ENSURE_OK(w.ctx, brn_replay_refresh(w.replay, &changed));
  ENSURE(changed && w.replay->stage == BRN_REPLAY_FINISHED && w.replay->frame_count == 4);
  ENSURE_STATUS(w.ctx, brn_replay_stop(w.replay), BRN_INVALID);
  ENSURE(!run_has(&test, "run.stop"));
  brn_replay_close(w.ctx, w.replay);
  test_context_done(w.ctx);
  run_done(&test);
}

static void run_is_stopped_from_outside(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  Watch w = {.ctx = test_context_with(1), .folder = test.out, .stop_at = 2};
  BrnRunDef def = run_def(&test);
  def.progress = watch;
  def.progress_user = &w;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_STOPPED && test.report.frame == 2);
  ENSURE(!run_has(&test, "run.stop"));
  ENSURE_OK(w.ctx, brn_replay_refresh(w.replay, NULL));
  ENSURE(w.replay->stage == BRN_REPLAY_STOPPED && w.replay->frame_count == 2);
  model_write_file(test.out, "run.stop", "", 0); // left over: it is not meant for the next run
  def.resume = true;
  def.progress = NULL;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_FINISHED && test.report.frame == 4);
  ENSURE(!run_has(&test, "run.stop"));
  brn_replay_close(w.ctx, w.replay);
  test_context_done(w.ctx);
  run_done(&test);
}

// opening a pipe would wait for ever, and a link may lead anywhere
static void pipes_and_links_are_no_files_of_a_run(void** unused) {
  (void)unused;
  ReplayTest test = replay_run("");
  char model[200];
  snprintf(model, sizeof model, "%s", run_path(&test.run, "run.model"));
  unlink(run_path(&test.run, "frames/bar.0002.vtu"));
  ENSURE_INT(mkfifo(run_path(&test.run, "frames/bar.0002.vtu"), 0600), 0);
  ENSURE_INT(rename(run_path(&test.run, "frames/bar.0003.vtu"), "/tmp/brawn-linked.vtu"), 0);
  ENSURE_INT(symlink("/tmp/brawn-linked.vtu", run_path(&test.run, "frames/bar.0003.vtu")), 0);
  replay_open(&test, test.run.out);
  ENSURE_OK(test.ctx, replay_positions(&test, 0));
  for (int i = 1; i < 3; i++) {
    ENSURE_STATUS(test.ctx, replay_positions(&test, i), BRN_BAD_FILE);
    ENSURE_ERROR_HAS(test.ctx, "is a link, a pipe, a folder or a device");
  }
  replay_close(&test);
  unlink("/tmp/brawn-linked.vtu");
  ENSURE_INT(unlink(model), 0);
  ENSURE_INT(mkfifo(model, 0600), 0);
  replay_open(&test, test.run.out); // as without a model
  ENSURE(!test.replay->model);
  replay_close(&test);
  ENSURE_INT(unlink(run_path(&test.run, "run.json")), 0);
  ENSURE_INT(mkfifo(run_path(&test.run, "run.json"), 0600), 0);
  ENSURE_STATUS(test.ctx, brn_replay_open(test.ctx, test.run.out, NULL, &test.replay),
                BRN_BAD_FILE);
  replay_done(&test);
}

TEST_MAIN(cmocka_unit_test(run_without_a_model_opens_from_its_frames),
          cmocka_unit_test(pipes_and_links_are_no_files_of_a_run),
          cmocka_unit_test(model_that_leads_nowhere_is_not_used),
          cmocka_unit_test(run_without_model_and_frames_is_told),
          cmocka_unit_test(missing_frames_are_left_out), cmocka_unit_test(frame_cut_short_is_told),
          cmocka_unit_test(frame_of_another_mesh_is_told),
          cmocka_unit_test(frames_in_other_formats_are_read),
          cmocka_unit_test(record_that_is_none_is_told),
          cmocka_unit_test(stage_goes_by_the_record_and_the_lock),
          cmocka_unit_test(frames_come_while_it_runs),
          cmocka_unit_test(run_is_stopped_from_outside))
