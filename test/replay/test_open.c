// SPDX-License-Identifier: Apache-2.0

#include "io/io_test.h"
#include "replay/replay_test.h"

// ------------------------------------------------------------------------------------------- runs

static void run_opens_with_everything(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  replay_open(&test, test.run.out);
  const BrnReplay* replay = test.replay;
  ENSURE(replay->model && replay->mesh == replay->model->mesh);
  ENSURE(replay->frame_count == 4 && replay->part_count == 3);
  ENSURE(replay->stage == BRN_REPLAY_FINISHED && !replay->message);
  ENSURE(replay->first == 1 && replay->last == 4 && replay->frame_seconds > 0);
  assert_string_equal(replay->name, "bar");
  assert_string_equal(replay->folder, test.run.out);
  ENSURE_NEAR(replay->per_second, 24, 0);
  for (int i = 0; i < 4; i++) {
    ENSURE_INT(replay->frame[i].number, i + 1);
    ENSURE_NEAR(replay->frame[i].time, i / 24.0, 1e-12);
  }
  ENSURE_INT(brn_replay_find_frame(replay, 3), 2);
  ENSURE_INT(brn_replay_find_frame(replay, 5), -1);
  static const BrnReplayKind kind[] = {BRN_REPLAY_BONE, BRN_REPLAY_BONE, BRN_REPLAY_MUSCLE};
  static const char* const name[] = {"top", "base", "m"};
  for (int p = 0; p < 3; p++) {
    assert_string_equal(replay->part[p].name, name[p]);
    ENSURE(replay->part[p].kind == kind[p] && replay->part[p].label == p + 1);
  }
  replay_done(&test);
}

static void list_and_record_of_a_run_open_the_run(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  static const char* const names[] = {"bar.pvd", "run.json"};
  for (int i = 0; i < 2; i++) {
    replay_open(&test, run_path(&test.run, names[i]));
    ENSURE(test.replay->model && test.replay->frame_count == 4);
    replay_close(&test);
  }
  replay_done(&test);
}

// ------------------------------------------------------------------------------------------ stills

static void scene_opens_at_rest(void** state) {
  (void)state;
  ReplayTest test = {.run = run_make(RUN_SCENE(""))};
  char path[100], *text = model_text(RUN_SCENE(""));
  test.ctx = test.run.ctx;
  model_write_file(test.run.folder, "bar.json", text, strlen(text));
  free(text);
  snprintf(path, sizeof path, "%s/bar.json", test.run.folder);
  replay_open(&test, path);
  ENSURE(test.replay->model && test.replay->stage == BRN_REPLAY_STILL && !test.replay->folder);
  ENSURE(test.replay->frame_count == 1 && !test.replay->frame[0].file);
  ENSURE_OK(test.ctx, replay_positions(&test, 0));
  assert_memory_equal(test.position, test.replay->mesh->position,
                      sizeof(double) * 3 * (size_t)test.replay->mesh->vertex_count);
  static const struct {
    const char* name;
    double value;
  } expected[] = {{"stretch", 1}, {"volume", 1}, {"displacement", 0}, {"speed", 0}, {"stress", 0}};
  for (int i = 0; i < 5; i++) {
    BrnValues values = replay_values(&test, expected[i].name);
    for (int k = 0; k < replay_count(test.replay, &values); k++) {
      ENSURE(values.value[k] == expected[i].value);
    }
    brn_values_free(test.ctx, &values);
  }
  bool changed = true;
  ENSURE_OK(test.ctx, brn_replay_refresh(test.replay, &changed));
  ENSURE(!changed);
  ENSURE_STATUS(test.ctx, brn_replay_stop(test.replay), BRN_INVALID);
  replay_done(&test);
}

// what the tests of meshes need: a folder, and a file in it
typedef struct FileTest {
  BrnContext* ctx;
  char folder[64], path[100];
} FileTest;

static FileTest file_make(const char* name) {
  FileTest test = {.ctx = test_context()};
  model_folder(test.folder);
  snprintf(test.path, sizeof test.path, "%s/%s", test.folder, name);
  return test;
}

static void file_done(FileTest* test) {
  model_remove_folder(test->folder);
  test_context_done(test->ctx);
}

static void mesh_file_opens_with_its_arrays(void** state) {
  (void)state;
  FileTest test = file_make("two.vtu");
  BrnMesh* mesh = io_sample_tets(test.ctx, false, true, true);
  BrnReplay* replay;
  BrnValues values;
  ENSURE_OK(test.ctx, brn_mesh_write(test.ctx, mesh, test.path, NULL));
  ENSURE_OK(test.ctx, brn_replay_open(test.ctx, test.path, NULL, &replay));
  ENSURE(!replay->model && replay->stage == BRN_REPLAY_STILL && replay->frame_count == 1);
  assert_string_equal(replay->name, "two");
  ENSURE_INT(replay->part_count, 2);
  assert_string_equal(replay->part[0].name, "upper arm bone"); // label 3
  assert_string_equal(replay->part[1].name, "biceps");
  ENSURE(replay->part[0].kind == BRN_REPLAY_OTHER && replay->part[0].skin.triangle_count == 4);
  ENSURE(replay_has(replay, "weight") && replay_has(replay, "count") && replay_has(replay, "part"));
  ENSURE_OK(test.ctx, brn_replay_values(replay, 0, "count", &values));
  ENSURE(values.value[0] == -5 && values.value[1] == 2147483647);
  brn_values_free(test.ctx, &values);
  ENSURE_OK(test.ctx, brn_replay_values(replay, 0, "fibre", &values)); // its length
  ENSURE_NEAR(values.value[1], sqrt(pow(sin(3), 2) + pow(sin(4), 2) + pow(sin(5), 2)), 1e-15);
  brn_values_free(test.ctx, &values);
  ENSURE_OK(test.ctx, brn_replay_values(replay, 0, "fibre.z", &values));
  ENSURE(values.value[0] == sin(2) && values.value[1] == sin(5));
  brn_values_free(test.ctx, &values);
  ENSURE_OK(test.ctx, brn_replay_values(replay, 0, "part", &values));
  ENSURE(values.value[0] == 1 && values.value[1] == 0);
  brn_values_free(test.ctx, &values);
  ENSURE_STATUS(test.ctx, brn_replay_values(replay, 0, "stress", &values), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(test.ctx, "part, speed, weight, fibre, count");
  brn_replay_close(test.ctx, replay);
  brn_mesh_destroy(test.ctx, mesh);
  file_done(&test);
}

static void surface_file_opens(void** state) {
  (void)state;
  FileTest test = file_make("box.obj");
  BrnReplay* replay;
  model_write_box(test.folder, "box.obj", (double[]){0, 0, 0}, (double[]){1, 2, 3});
  ENSURE_OK(test.ctx, brn_replay_open(test.ctx, test.path, NULL, &replay));
  ENSURE_INT(replay->part_count, 1);
  const BrnSkin* skin = &replay->part[0].skin;
  assert_string_equal(replay->part[0].name, "box");
  ENSURE(skin->triangle_count == 12 && skin->rider.point_count == 8 && skin->is_surface);
  ENSURE(skin->polygon && skin->polygon[0] == skin->polygon[1]); // faces of four corners
  double low[3], high[3];
  ENSURE_OK(test.ctx, brn_replay_bounds(replay, replay->mesh->position, low, high));
  for (int k = 0; k < 3; k++) ENSURE(low[k] == 0 && high[k] == k + 1);
  brn_replay_close(test.ctx, replay);
  file_done(&test);
}

static void mesh_of_too_many_labels_is_one_part(void** state) {
  (void)state;
  FileTest test = file_make("many.vtu");
  BrnReplay* replay;
  BrnMesh* mesh;
  ENSURE_OK(test.ctx, brn_mesh_create(test.ctx, 4, 0, 1500, &mesh));
  ENSURE_OK(test.ctx, brn__mesh_need_tet_labels(test.ctx, mesh));
  for (int v = 0; v < 3; v++) mesh->position[3 * v + v] = 1;
  for (int i = 0; i < 4 * mesh->tet_count; i++) mesh->tet[i] = i % 4;
  for (int t = 0; t < mesh->tet_count; t++) mesh->tet_label[t] = t;
  ENSURE_OK(test.ctx, brn_mesh_write(test.ctx, mesh, test.path, NULL));
  ENSURE_OK(test.ctx, brn_replay_open(test.ctx, test.path, NULL, &replay));
  ENSURE_INT(replay->part_count, 1);
  brn_replay_close(test.ctx, replay);
  brn_mesh_destroy(test.ctx, mesh);
  file_done(&test);
}

// two files of the same tets, a second apart, moved by 0.5 along y
static void list_of_files_opens_as_frames(void** state) {
  (void)state;
  FileTest test = file_make("steps.pvd");
  BrnMesh* mesh = io_sample_tets(test.ctx, false, true, true);
  BrnReplay* replay;
  BrnValues values;
  char path[200];
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/step%d.vtu", test.folder, i);
    ENSURE_OK(test.ctx, brn_mesh_write(test.ctx, mesh, path, NULL));
    for (int v = 0; v < 5; v++) mesh->position[3 * v + 1] += 0.5;
  }
  static const char list[] = "<VTKFile type='Collection'><Collection><DataSet timestep='2' "
                             "file='step0.vtu'/><DataSet timestep='3' file='step1.vtu'/>"
                             "</Collection></VTKFile>";
  model_write_file(test.folder, "steps.pvd", list, sizeof list - 1);
  ENSURE_OK(test.ctx, brn_replay_open(test.ctx, test.path, NULL, &replay));
  ENSURE(replay->frame_count == 2 && replay->stage == BRN_REPLAY_FINISHED && !replay->model);
  ENSURE(replay->frame[0].time == 2 && replay->frame[1].time == 3 && replay->per_second == 1);
  ENSURE_OK(test.ctx, brn_replay_values(replay, 1, "displacement", &values));
  for (int v = 0; v < 5; v++) ENSURE_NEAR(values.value[v], 0.5, 1e-15);
  brn_values_free(test.ctx, &values);
  ENSURE_OK(test.ctx, brn_replay_values(replay, 1, "displacement.y", &values));
  for (int v = 0; v < 5; v++) ENSURE_NEAR(values.value[v], 0.5, 1e-15);
  brn_values_free(test.ctx, &values);
  ENSURE(!replay_has(replay, "stress") && replay_has(replay, "weight"));
  brn_replay_close(test.ctx, replay);
  brn_mesh_destroy(test.ctx, mesh);
  file_done(&test);
}

// --------------------------------------------------------------------------------- wrong and short

static void refuses(FileTest* test, const char* path, BrnStatus status, const char* expected) {
  BrnReplay* replay;
  ENSURE_STATUS(test->ctx, brn_replay_open(test->ctx, path, NULL, &replay), status);
  ENSURE(replay == NULL);
  ENSURE_ERROR_HAS(test->ctx, expected);
}

static void what_cannot_be_opened_is_told(void** state) {
  (void)state;
  FileTest test = file_make("list.pvd");
  refuses(&test, "/tmp/no/such/run", BRN_NOT_FOUND, "/tmp/no/such/run");
  refuses(&test, "/tmp/no/such.vtu", BRN_NOT_FOUND, "/tmp/no/such.vtu");
  refuses(&test, "/tmp/no/run.json", BRN_NOT_FOUND, "/tmp/no/run.json");
  refuses(&test, test.folder, BRN_NOT_FOUND, "there is no run in this folder");
  static const char empty[] = "<VTKFile type='Collection'><Collection/></VTKFile>";
  model_write_file(test.folder, "list.pvd", empty, sizeof empty - 1);
  refuses(&test, test.path, BRN_BAD_FILE, "it lists no files");
  static const char gone[] = "<VTKFile type='Collection'><Collection><DataSet timestep='2' "
                             "file='gone.vtu'/></Collection></VTKFile>";
  model_write_file(test.folder, "list.pvd", gone, sizeof gone - 1);
  refuses(&test, test.path, BRN_NOT_FOUND, "gone.vtu");
  file_done(&test);
}

// opens and asks for everything once
static BrnStatus use_all(BrnContext* ctx, const char* path, double* room) {
  BrnReplay* replay;
  BrnReplayLines fibres = {0};
  BrnValues values = {0};
  BrnStatus status = brn_replay_open(ctx, path, NULL, &replay);
  double low[3], high[3];
  if (status != BRN_OK) return status;
  int last = replay->frame_count - 1;
  if (status == BRN_OK) status = brn_replay_positions(replay, last, room);
  if (status == BRN_OK) status = brn_replay_bounds(replay, room, low, high);
  if (status == BRN_OK) status = brn_replay_distance(replay, last, replay, room);
  for (int v = 0; v < replay->value_count && status == BRN_OK; v++) {
    status = brn_replay_values(replay, last, replay->value[v].name, &values);
    if (status == BRN_OK) status = brn_skin_values(replay, replay->part_count - 1, &values, room);
    brn_values_free(ctx, &values);
  }
  if (status == BRN_OK) status = brn_replay_fibres(replay, 3, &fibres);
  brn_replay_lines_free(ctx, &fibres);
  if (status == BRN_OK) status = brn_replay_refresh(replay, NULL);
  brn_replay_close(ctx, replay);
  return status;
}

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  ReplayTest test = replay_run("");
  double* room = calloc(3 * (size_t)test.run.model->mesh->vertex_count, sizeof(double));
  size_t held = brn_byte_count(test.ctx);
  BrnStatus status = BRN_NO_MEMORY;
  int k = 0;
  for (; status != BRN_OK; k++) {
    brn_fail_allocation(test.ctx, k);
    status = use_all(test.ctx, test.run.out, room);
    brn_fail_allocation(test.ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(test.ctx) == held);
  }
  ENSURE(k > 100);
  free(room);
  replay_done(&test);
}

TEST_MAIN(cmocka_unit_test(run_opens_with_everything),
          cmocka_unit_test(list_and_record_of_a_run_open_the_run),
          cmocka_unit_test(scene_opens_at_rest), cmocka_unit_test(mesh_file_opens_with_its_arrays),
          cmocka_unit_test(surface_file_opens),
          cmocka_unit_test(mesh_of_too_many_labels_is_one_part),
          cmocka_unit_test(list_of_files_opens_as_frames),
          cmocka_unit_test(what_cannot_be_opened_is_told),
          cmocka_unit_test(failed_allocations_leave_nothing))
