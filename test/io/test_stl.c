// SPDX-License-Identifier: Apache-2.0

#include "io_test.h"

enum { PREFIX = 84, STRIDE = 50 };

typedef struct Log {
  int level;
  char text[512];
} Log;

static void keep_log(void* user, BrnLogLevel level, const char* message) {
  Log* log = user;
  log->level = (int)level;
  snprintf(log->text, sizeof log->text, "%s", message);
}

static BrnContext* logging_context(Log* log) {
  BrnContextDef def = brn_context_def_default();
  def.log = keep_log;
  def.log_user = log;
  def.log_level = BRN_LOG_INFO;
  def.workers = 1;
  return brn_context_create(&def);
}

static BrnWriteDef ascii(void) {
  BrnWriteDef def = brn_write_def_default();
  def.encoding = BRN_ENCODING_ASCII;
  return def;
}

// a binary file of one triangle, which the caller may spoil
typedef struct File {
  unsigned char bytes[PREFIX + STRIDE + 16];
  size_t size;
} File;

static void put_float(File* file, size_t at, float value) {
  brn__number_encode(file->bytes + at, BRN_F32, value, brn__machine_is_big_endian());
}

static File one_triangle(const char* header) {
  static const float corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  File file = {.size = PREFIX + STRIDE};
  memcpy(file.bytes, header, strlen(header));
  file.bytes[80] = 1;
  for (size_t k = 0; k < 9; k++) put_float(&file, PREFIX + 12 + 4 * k, corner[k]);
  file.bytes[PREFIX + 48] = 0xad; // some programs keep a colour here
  return file;
}

static BrnMesh* read_file(BrnContext* ctx, const File* file) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_bytes(ctx, "stl", file->bytes, file->size, &mesh));
  return mesh;
}

static void refuses_file(BrnContext* ctx, const File* file, const char* message) {
  BrnMesh* mesh;
  ENSURE_STATUS(ctx, io_read_bytes(ctx, "stl", file->bytes, file->size, &mesh), BRN_BAD_FILE);
  ENSURE(!mesh);
  ENSURE_ERROR_HAS(ctx, message);
}

// ----------------------------------------------------------------------------------------- binary

static void binary_that_begins_with_solid_is_binary(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const headers[] = {
      "", "solid part", "solid                                                                  "};
  for (int k = 0; k < 3; k++) {
    File file = one_triangle(headers[k]);
    BrnMesh* mesh = read_file(ctx, &file);
    ENSURE(mesh->vertex_count == 3 && mesh->triangle_count == 1);
    const double position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    assert_memory_equal(mesh->position, position, sizeof position);
    const int triangle[] = {0, 1, 2};
    assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
    ENSURE(!mesh->triangle_label && !mesh->polygon && mesh->label_count == 0);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void trailing_bytes_are_told(void** state) {
  (void)state;
  Log log = {0};
  BrnContext* ctx = logging_context(&log);
  File file = one_triangle("solid");
  file.size += 7;
  BrnMesh* mesh = read_file(ctx, &file);
  ENSURE_INT(mesh->triangle_count, 1);
  ENSURE_INT(log.level, BRN_LOG_WARNING);
  assert_string_equal(log.text, "test: 7 bytes after the last triangle left out");
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void broken_binary_is_explained(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  File file = one_triangle("solid");
  file.size = PREFIX + STRIDE - 1;
  refuses_file(ctx, &file, "test: byte 84: triangles: 1 of 50 bytes each, but only 49 bytes");
  file.size = 50;
  refuses_file(ctx, &file,
               "test: byte 0: expected 84 bytes (the header of a binary STL file), "
               "but only 50 are left");
  file = one_triangle("");
  file.bytes[83] = 0xff;
  refuses_file(ctx, &file, "test: byte 84: triangles: 4278190081 of 50 bytes each");
  file = one_triangle("");
  put_float(&file, PREFIX + 12 + 4 * 5, NAN);
  refuses_file(ctx, &file, "test: byte 116: z of corner 1 of triangle 0 is not a number");
  file = one_triangle("");
  put_float(&file, PREFIX + 12 + 4 * 6, -INFINITY);
  refuses_file(ctx, &file, "test: byte 120: x of corner 2 of triangle 0 is infinite");
  file = one_triangle("");
  put_float(&file, PREFIX, NAN); // normals are nobody's business
  brn_mesh_destroy(ctx, read_file(ctx, &file));
  test_context_done(ctx);
}

static void corners_are_welded_and_empty_triangles_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  File file = one_triangle("");
  put_float(&file, PREFIX + 12 + 4 * 3, -0.0f); // corner 1 becomes (-0, 0, 0)
  BrnMesh* mesh = read_file(ctx, &file);
  ENSURE_INT(mesh->vertex_count, 2);
  const int triangle[] = {0, 0, 1};
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void no_triangles_are_an_empty_mesh(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  File file = {.size = PREFIX};
  BrnMesh* mesh = read_file(ctx, &file);
  ENSURE(mesh->vertex_count == 0 && mesh->triangle_count == 0);
  brn_mesh_destroy(ctx, mesh);
  ENSURE_OK(ctx, io_read_text(ctx, "stl", "solid\nendsolid\n", &mesh));
  ENSURE(mesh->vertex_count == 0 && mesh->triangle_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------- text

#define FACET(a, b, c)                                                                             \
  "facet normal 0 0 1\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"

static const char two_solids[] = "solid upper arm\n" FACET("0 0 0", "1 0 0", "0 1 0")
    FACET("0 0 0", "0 1 0", "-1 0.1 0") "endsolid upper arm\n\nsolid bone\n" FACET(
        "1 0 0", "0 0 1e-3", "0 1 0") "endsolid\n";

static void solids_become_labels(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_text(ctx, "stl", two_solids, &mesh));
  ENSURE_INT(mesh->vertex_count, 5);
  ENSURE_INT(mesh->triangle_count, 3);
  const int triangle[] = {0, 1, 2, 0, 2, 3, 1, 4, 2}, label[] = {1, 1, 2};
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  assert_memory_equal(mesh->triangle_label, label, sizeof label);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 1), "upper arm");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 2), "bone");
  ENSURE(mesh->position[10] == 0.1 && mesh->position[14] == 1e-3);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void any_case_and_any_normal_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_text(ctx, "stl",
                              "\n  SOLID\r\nFacet NORMAL -nan(ind) 1e999 x\r\nOuter Loop\r\n"
                              "VERTEX 0 0 0\r\nVertex 1 0 0\r\nvertex 0 1 0\r\nEndLoop\r\n"
                              "EndFacet\r\nENDSOLID",
                              &mesh));
  ENSURE(mesh->vertex_count == 3 && mesh->triangle_count == 1);
  ENSURE(!mesh->triangle_label && mesh->label_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void broken_text_is_explained(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    const char *text, *message;
  } bad[] = {
      {"", "test: the file is empty"},
      {"hello\n", "test:1: expected \"solid\", found \"hello\""},
      {"\n\n", "test:3: expected \"solid\", but the file ends"},
      {"solid a\n", "test:2: expected \"facet\" or \"endsolid\", but the file ends"},
      {"solid a\nvertex\n", "test:2: expected \"facet\" or \"endsolid\", found \"vertex\""},
      {"solid a\nfacet norm 0 0 1\n", "test:2: expected \"normal\", found \"norm\""},
      {"solid a\nfacet normal 0 0\nouter loop\n", "test:3: expected \"outer\", found \"loop\""},
      {"solid a\n" FACET("0 0 0", "1 0 0", "0 1 nan"),
       "test:6: expected a finite number (a coordinate of triangle 0), found \"nan\""},
      {"solid a\n" FACET("0 0 0", "1 0 0", "0 1"), "triangle 0), found \"endloop\""},
      {"solid a\n" FACET("0 0 0", "1 0 0", "0 1 0\nvertex 2 2 2"),
       "test:7: expected \"endloop\", found \"vertex\""},
      {"solid a\nendsolid a\nfacet\n", "test:3: expected \"solid\", found \"facet\""},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    io_refuses(ctx, "stl", bad[i].text, bad[i].message);
  }
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- writing

// the file has its own vertex order, so compare where the corners are
static void same_places(const BrnMesh* a, const BrnMesh* b, const int* order, bool narrow) {
  ENSURE_INT(a->triangle_count, b->triangle_count);
  for (int t = 0; t < b->triangle_count; t++) {
    for (int i = 0; i < 9; i++) {
      double x = a->position[3 * a->triangle[3 * (order ? order[t] : t) + i / 3] + i % 3];
      double y = b->position[3 * b->triangle[3 * t + i / 3] + i % 3];
      ENSURE((narrow ? (double)(float)x : x) == y);
    }
  }
}

static void binary_comes_back_as_floats(void** state) {
  (void)state;
  Log log = {0};
  BrnContext* ctx = logging_context(&log);
  BrnMesh *mesh = io_sample_cube(ctx), *again;
  BrnSink sink;
  io_write(ctx, "stl", mesh, NULL, &sink);
  ENSURE(sink.used == PREFIX + 12 * STRIDE);
  ENSURE_INT(log.level, BRN_LOG_INFO); // 0.1 and 1/3
  assert_string_equal(log.text, "12 coordinates rounded to the floats of binary STL");
  // the first triangle faces down
  const unsigned char* normal = (unsigned char*)sink.buffer + PREFIX;
  bool swap = brn__machine_is_big_endian();
  ENSURE(brn__number_decode(normal, BRN_F32, swap) == 0);
  ENSURE(brn__number_decode(normal + 8, BRN_F32, swap) == -1);
  ENSURE_OK(ctx, io_read_bytes(ctx, "stl", sink.buffer, sink.used, &again));
  ENSURE_INT(again->vertex_count, 8);
  same_places(mesh, again, NULL, true);
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, again);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void text_has_a_solid_a_label_and_every_digit(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh = io_sample_cube(ctx), *again;
  static const int order[] = {1, 4, 7, 10, 2, 5, 8, 11, 0, 3, 6, 9}; // 0, then 4, then 9
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  for (int t = 0; t < 12; t++) mesh->triangle_label[t] = t % 3 == 0 ? 9 : t % 3 == 1 ? 0 : 4;
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 9, "tendon\nof the arm"));
  BrnWriteDef def = ascii();
  BrnSink sink;
  io_write(ctx, "stl", mesh, &def, &sink);
  ENSURE(strncmp(sink.buffer, "solid\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 0\n", 50) == 0);
  ENSURE_OK(ctx, io_read_bytes(ctx, "stl", sink.buffer, sink.used, &again));
  same_places(mesh, again, order, false);
  const int label[] = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
  assert_memory_equal(again->triangle_label, label, sizeof label);
  assert_string_equal(brn_mesh_label_name(again, BRN_ON_TRIANGLE, 1), "label_4");
  assert_string_equal(brn_mesh_label_name(again, BRN_ON_TRIANGLE, 2), "tendon_of the arm");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, again);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void what_binary_cannot_hold_is_told(void** state) {
  (void)state;
  Log log = {0};
  BrnContext* ctx = logging_context(&log);
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 1, 0, &mesh));
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  BrnSink sink;
  io_write(ctx, "stl", mesh, NULL, &sink);
  assert_string_equal(log.text, "labels left out: binary STL holds none; ascii does");
  brn__sink_abandon(&sink);
  mesh->position[4] = 1e39;
  BrnWriteDef def = brn_write_def_default();
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  ENSURE_STATUS(ctx, io_format(ctx, "stl")->write(ctx, mesh, &def, &sink), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "vertex 1: 1e+39 is too large for the floats of binary STL");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 0, 0, &mesh));
  io_write(ctx, "stl", mesh, NULL, &sink);
  assert_string_equal(log.text, "3 vertices left out: STL holds only triangles");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- trials

static void broken_and_short_files_do_no_harm(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = io_sample_cube(ctx);
  io_trials(ctx, "stl", mesh, NULL);
  brn_mesh_destroy(ctx, mesh);
  File file = one_triangle("solid");
  io_trial_cut_short(ctx, "stl", file.bytes, file.size);
  io_trial_changed_byte(ctx, "stl", file.bytes, file.size);
  io_trial_no_memory(ctx, "stl", file.bytes, file.size);
  io_trial_cut_short(ctx, "stl", two_solids, strlen(two_solids));
  io_trial_changed_byte(ctx, "stl", two_solids, strlen(two_solids));
  io_trial_no_memory(ctx, "stl", two_solids, strlen(two_solids));
  test_context_done(ctx);
}

static void writing_without_memory_fails_cleanly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = io_sample_cube(ctx);
  BrnWriteDef def = ascii();
  io_write_no_memory(ctx, "stl", mesh, &def);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(binary_that_begins_with_solid_is_binary),
          cmocka_unit_test(trailing_bytes_are_told), cmocka_unit_test(broken_binary_is_explained),
          cmocka_unit_test(corners_are_welded_and_empty_triangles_kept),
          cmocka_unit_test(no_triangles_are_an_empty_mesh), cmocka_unit_test(solids_become_labels),
          cmocka_unit_test(any_case_and_any_normal_are_read),
          cmocka_unit_test(broken_text_is_explained), cmocka_unit_test(binary_comes_back_as_floats),
          cmocka_unit_test(text_has_a_solid_a_label_and_every_digit),
          cmocka_unit_test(what_binary_cannot_hold_is_told),
          cmocka_unit_test(broken_and_short_files_do_no_harm),
          cmocka_unit_test(writing_without_memory_fails_cleanly))
