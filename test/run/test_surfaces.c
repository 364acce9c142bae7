// SPDX-License-Identifier: Apache-2.0

#include "brawn/io.h"
#include "run/run_test.h"
#include "run/state_file.h"

// A spindle between two blocks, one of which moves, run by xpbd on surfaces.

#define BLOCK(x)                                                                                   \
  "'form': {'clay': [{'centre': [" x ", 0, 0], 'half': [0.012, 0.012, 0.012]}], 'detail': 8}"
#define PULLED(more)                                                                               \
  "{'brawn': 1, 'name': 'spindle', 'bones': {'left': {" BLOCK(                                     \
      "-0.005") ", 'fixed': true}, "                                                               \
                "'right': {" BLOCK(                                                                \
                    "0.205") ", 'motion': {'move': [[0, 0, 0, 0], [0.2, -0.02, 0, 0]]}}}, "        \
                             "'joints': {'slide': {'type': 'ball', 'bones': ['left', 'right'], "   \
                             "'point': [0.1, 0, 0]}}, "                                            \
                             "'muscles': {'m': {'form': {'sweep': {'points': [[0, 0, 0], [0.1, "   \
                             "0, 0], [0.2, 0, 0]], "                                               \
                             "'widths': [[0.006, 0.006], [0.02, 0.02], [0.006, 0.006]]}, "         \
                             "'detail': 12}, 'origin': 'left', "                                   \
                             "'insertion': 'right', 'activation': {'keys': [[0, 0], [0.2, "        \
                             "0.4]]}}}, 'solver': {'method': "                                     \
                             "'xpbd', 'xpbd_substeps': 4}, 'frames': {'first': 1, 'last': 4}" more \
                             "}"

static BrnMesh* read_mesh(const RunTest* test, const char* name) {
  BrnMesh* mesh;
  ENSURE_OK(test->ctx, brn_mesh_read(test->ctx, run_path(test, name), NULL, &mesh));
  return mesh;
}

static void has_array(const BrnMesh* mesh, const char* name, int components) {
  const BrnArray* array = brn_mesh_find_array(mesh, name, BRN_ON_VERTEX);
  ENSURE(array != NULL);
  ENSURE_INT(array->components, components);
}

static void frames_have_all_points_and_their_arrays(void** state) {
  (void)state;
  RunTest test = run_make(PULLED(""));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_FINISHED && test.report.unconverged == 0);
  BrnMesh* mesh = read_mesh(&test, "frames/spindle.0004.vtu");
  ENSURE_INT(mesh->tet_count, 0);
  ENSURE_INT(mesh->vertex_count, test.model->mesh->vertex_count);
  ENSURE_INT(mesh->triangle_count, test.model->mesh->triangle_count);
  has_array(mesh, "velocity", 3);
  has_array(mesh, "fibre", 3);
  has_array(mesh, "activation", 1);
  has_array(mesh, "stretch", 1);
  const double* activation = brn_mesh_find_array(mesh, "activation", BRN_ON_VERTEX)->value;
  const BrnModelFlesh* flesh = &test.model->flesh[0];
  ENSURE(activation[0] == 0 && activation[flesh->first] > 0.1);
  ENSURE(activation[flesh->first_inner] == activation[flesh->first]);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 3), "m");
  brn_mesh_destroy(test.ctx, mesh);
  run_done(&test);
}

static void surfaces_are_where_their_vertices_are(void** state) {
  (void)state;
  RunTest test = run_make(PULLED(", 'outputs': {'surfaces': true}"));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  BrnMesh *frame = read_mesh(&test, "frames/spindle.0004.vtu"),
          *surface = read_mesh(&test, "surfaces/m.0004.ply");
  const BrnModelFlesh* flesh = &test.model->flesh[0];
  ENSURE_INT(surface->vertex_count, flesh->vertex_count);
  for (int i = 0; i < 3 * flesh->vertex_count; i++) {
    ENSURE_NEAR(surface->position[i], frame->position[3 * flesh->first + i], 1e-7);
  }
  ENSURE(run_has(&test, "surfaces/left.0001.ply") && run_has(&test, "surfaces/right.0002.ply"));
  brn_mesh_destroy(test.ctx, frame);
  brn_mesh_destroy(test.ctx, surface);
  run_done(&test);
}

static void has_head(const RunTest* test, const char* table, const char* expected) {
  char* text = run_text(test, table);
  text[strcspn(text, "\n")] = 0;
  assert_string_equal(text, expected);
  free(text);
}

// no column for what surfaces do not have
static void tables_tell_nothing_of_forces(void** state) {
  (void)state;
  RunTest test = run_make(PULLED(""));
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  has_head(&test, "run.csv",
           "frame,time [s],outcome,iterations,stretch,volume_error,contacts,depth [m],kinetic "
           "[J],soft_volume [m^3]");
  has_head(&test, "muscles.csv",
           "frame,time [s],m.activation,m.length [m],m.volume [m^3],m.stretch,m.least_stretch,"
           "m.most_stretch");
  has_head(&test, "parts.csv",
           "frame,time [s],left.volume [m^3],right.volume [m^3],m.volume [m^3]");
  has_head(&test, "joints.csv",
           "frame,time [s],slide.angle [deg],slide.rotation_x [deg],slide.rotation_y "
           "[deg],slide.rotation_z [deg],slide.gap [m]");
  ENSURE(!run_has(&test, "attachments.csv") && !run_has(&test, "supports.csv"));
  ENSURE_INT(run_rows(&test, "muscles.csv"), 4);
  static const char* const tables[] = {"run.csv", "muscles.csv", "parts.csv", "bones.csv"};
  for (int i = 0; i < 4; i++) {
    char* text = run_text(&test, tables[i]);
    ENSURE(!strstr(text, "nan") && !strstr(text, "inf") && !strstr(text, "force"));
    free(text);
  }
  run_done(&test);
}

static void same_text(const RunTest* a, const RunTest* b, const char* name) {
  size_t sizes[2];
  char* first = model_read_file(run_path(a, name), &sizes[0]);
  char* second = model_read_file(run_path(b, name), &sizes[1]);
  ENSURE(sizes[0] == sizes[1] && memcmp(first, second, sizes[0]) == 0);
  free(first);
  free(second);
}

static void resumed_run_has_the_same_bits(void** state) {
  (void)state;
  RunTest whole = run_make(PULLED("")), halves = run_make(PULLED(""));
  BrnRunDef def = run_def(&whole), part = run_def(&halves);
  ENSURE_OK(whole.ctx, run_go(&whole, &def));
  part.last = 2;
  ENSURE_OK(halves.ctx, run_go(&halves, &part));
  part.last = 4;
  part.resume = true;
  ENSURE_OK(halves.ctx, run_go(&halves, &part));
  same_text(&whole, &halves, "run.csv");
  same_text(&whole, &halves, "muscles.csv");
  same_text(&whole, &halves, "frames/spindle.0003.vtu");
  same_text(&whole, &halves, "frames/spindle.0004.vtu");
  run_done(&whole);
  run_done(&halves);
}

// the same points with other triangles are another body
static void states_of_other_surfaces_are_not_mixed(void** state) {
  (void)state;
  RunTest test = run_make(PULLED(""));
  uint64_t before = brn__model_identity(test.model);
  int* corner = test.model->mesh->triangle;
  corner[0] = corner[1];
  ENSURE(brn__model_identity(test.model) != before);
  run_done(&test);
}

typedef struct Told {
  int frame;
  double stretch, volume_error;
  char work[96];
} Told;

static void listen(void* user, const BrnRunProgress* progress) {
  Told* told = user;
  told->frame = progress->frame;
  told->stretch = brn_step_report_value(progress->step, "stretch");
  told->volume_error = brn_step_report_value(progress->step, "volume_error");
  snprintf(told->work, sizeof told->work, "%s", progress->work);
}

static void progress_tells_what_is_left(void** state) {
  (void)state;
  Told told = {0};
  RunTest test = run_make(PULLED(""));
  BrnRunDef def = run_def(&test);
  def.progress = listen;
  def.progress_user = &told;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(strncmp(told.work, "fibres off by ", 14) == 0 && told.frame == 4);
  ENSURE(told.stretch > 0 && told.stretch < 10);
  ENSURE(told.volume_error < 0.01);
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(frames_have_all_points_and_their_arrays),
          cmocka_unit_test(surfaces_are_where_their_vertices_are),
          cmocka_unit_test(tables_tell_nothing_of_forces),
          cmocka_unit_test(resumed_run_has_the_same_bits),
          cmocka_unit_test(states_of_other_surfaces_are_not_mixed),
          cmocka_unit_test(progress_tells_what_is_left))
