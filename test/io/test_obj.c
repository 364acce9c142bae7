// SPDX-License-Identifier: Apache-2.0

#include "io_test.h"

static BrnMesh* read_obj(BrnContext* ctx, const char* text) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_text(ctx, "obj", text, &mesh));
  return mesh;
}

static void has_ints(const int* actual, const int* expected, size_t size) {
  assert_non_null(actual);
  assert_memory_equal(actual, expected, size);
}
#define HAS_INTS(actual, ...)                                                                      \
  has_ints((actual), (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}))

// --------------------------------------------------------------------------------------- reading

static void every_way_to_name_a_corner(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_obj(ctx, "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n"
                                "f 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/1/1 3/1/1\n"
                                "f -3 -2 -1\nv 5 5 5\nf -4//1 -1/1/-1 2\n"
                                "f 1/ 2// 3/1/\nfo 3 2 1\n"); // what some programs write
  ENSURE_INT(mesh->vertex_count, 4);
  ENSURE_INT(mesh->triangle_count, 8);
  HAS_INTS(mesh->triangle, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 3, 1, 0, 1, 2, 2, 1, 0);
  ENSURE(!mesh->polygon && !mesh->triangle_label && mesh->label_count == 0);
  ENSURE(mesh->array_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void lines_may_continue_and_end_in_any_way(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_obj(ctx, "# a comment \\\r\n\r\n  v 0 0\\\r\n 0 # here\r\nv 1 \\\n0 \\\n0\n"
                                "\tv 0 1 0 \r\n\n\n# f 9 9 9\nl 1 \\\n 2\nf 1 2 \\\n3");
  ENSURE_INT(mesh->vertex_count, 3);
  const double position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  assert_memory_equal(mesh->position, position, sizeof position);
  ENSURE_INT(mesh->triangle_count, 1);
  HAS_INTS(mesh->triangle, 0, 1, 2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void faces_may_come_before_their_vertices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_obj(ctx, "f 1 2 3\nv 0 0 0\nv 1 0 0\nf 3 2 1\nv 0 1 0\n");
  HAS_INTS(mesh->triangle, 0, 1, 2, 2, 1, 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static const char polygons_text[] = "v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nv -1 2 0\n"
                                    "f 1 2 3\nf 2 3 4 1\nf 1 2 3 4 5\nf 4 5 1\n";

static void polygons_are_cut_and_restored(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_obj(ctx, polygons_text);
  ENSURE_INT(mesh->triangle_count, 7);
  // the quad is concave and is turned to start at the corner that points inwards
  HAS_INTS(mesh->triangle, 0, 1, 2, 2, 3, 0, 2, 0, 1, 0, 1, 2, 0, 2, 3, 0, 3, 4, 3, 4, 0);
  HAS_INTS(mesh->polygon, 0, 1, 1, 2, 2, 2, 3);
  BrnSink sink;
  io_write(ctx, "obj", mesh, NULL, &sink);
  brn__sink_bytes(&sink, "", 1);
  assert_string_equal(sink.buffer, "v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nv -1 2 0\n"
                                   "f 1 2 3\nf 3 4 1 2\nf 1 2 3 4 5\nf 4 5 1\n");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void groups_become_labels(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_obj(ctx, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ng upper arm #2\nf 1 2 3\n"
                                "o bone\r\nf 1 2 3\nf 3 2 1\ng upper arm #2\nf 1 2 3\ng\nf 1 2 3\n"
                                "g never used\ng one \\\n  two\nf 1 2 3 1\n");
  HAS_INTS(mesh->triangle_label, 0, 1, 2, 2, 1, 0, 4, 4);
  ENSURE_INT(mesh->label_count, 4);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 1), "upper arm #2");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 2), "bone");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 3), "never used");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 4), "one two");
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void colours_of_all_vertices_are_an_array(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_obj(ctx, "v 0 0 0 1 0.5 0\nv 1 0 0 0 0.25 1\n");
  const BrnArray* colour = brn_mesh_find_array(mesh, "colour", BRN_ON_VERTEX);
  ENSURE(colour && colour->components == 3 && colour->number == BRN_F64);
  const double value[] = {1, 0.5, 0, 0, 0.25, 1};
  assert_memory_equal(colour->value, value, sizeof value);
  BrnSink sink;
  BrnMesh* again;
  io_write(ctx, "obj", mesh, NULL, &sink);
  ENSURE_OK(ctx, io_read_bytes(ctx, "obj", sink.buffer, sink.used, &again));
  io_same_geometry(mesh, again);
  io_same_arrays(mesh, again);
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, again);
  brn_mesh_destroy(ctx, mesh);
  mesh = read_obj(ctx, "v 0 0 0 1\nv 1 0 0 0.5\n"); // a weight
  ENSURE(mesh->vertex_count == 2 && mesh->array_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void what_is_left_out_is_told_once(void** state) {
  (void)state;
  IoLog log = {""};
  BrnContext* ctx = io_logging_context(&log);
  BrnMesh* mesh = read_obj(
      ctx, "mtllib a.mtl\nusemtl red\ns 1\nv 0 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 1 1 7 8\nvt 0 0\n"
           "vt 1 0\nvn 0 0 1\nl 1 2\np 1\ncurv 0 1 \\\n 2 3\nteapot 3\nkettle\nf 1 2 3\n");
  assert_string_equal(log.text, "test: left out: 2 texture coordinates, 1 normals, 1 lines, "
                                "1 points, 1 statements of curves and surfaces, "
                                "2 surplus numbers of vertices\n"
                                "test: 2 unknown statements left out, the first in line 14: "
                                "\"teapot\"\n"
                                "test: colours left out: only 2 of 3 vertices have one\n");
  ENSURE(mesh->triangle_count == 1 && mesh->array_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void vertices_alone_are_fine(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_obj(ctx, "v 1 2 3\nv 4 5 6\n");
  ENSURE(mesh->vertex_count == 2 && mesh->triangle_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void broken_files_are_explained(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    const char *text, *message;
  } bad[] = {
      {"", "test: the file is empty"},
      {"\n\n# nothing\n", "test:4: the file has no vertices (\"v x y z\")"},
      {"hello world\n", "is it an OBJ file?"},
      {"f 1 2 3\n", "test:2: the file has no vertices"},
      {"v 0 0 0\nv 1 0\n", "test:2: vertex 2 has 2 coordinates, expected 3"},
      {"v 0 0 0\nv\n", "test:2: vertex 2 has 0 coordinates, expected 3"},
      {"v 0 0 zero\n", "test:1: expected a finite number (number 3 of vertex 1), found \"zero\""},
      {"v 0 0 nan\n", "test:1: expected a finite number (number 3 of vertex 1), found \"nan\""},
      {"v 0 -inf 0\n", "(number 2 of vertex 1), found \"-inf\""},
      {"v 0 0 0 1 1e999 1\n", "(number 5 of vertex 1), found \"1e999\""},
      {"v 0 0 0\nf 1 1\n", "test:2: a face has 2 corners, expected 3 or more"},
      {"v 0 0 0\nf\n", "test:2: a face has 0 corners, expected 3 or more"},
      {"v 0 0 0\nf 1 1 0\n", "test:2: corner \"0\" names vertex 0; they count from 1"},
      {"v 0 0 0\nf 1 1 -2\n",
       "test:2: corner \"-2\" counts back further than the 1 vertices so far"},
      {"v 0 0 0\nf 1 1 1\nf 1 1 2\nf 1 2 1\nf 1 1 1\n",
       "test:3: a face names vertex 2, but the file has 1 vertices"},
      {"v 0 0 0\nf 1 1 2147483648\n",
       "test:2: expected a corner like 7, 7/2, 7//3 or 7/2/3, found \"2147483648\""},
      {"v 0 0 0\nf 1 1 1/x\n", "found \"1/x\""},
      {"v 0 0 0\nf 1 1 1/1/1/1\n", "found \"1/1/1/1\""},
      {"v 0 0 0\nf 1 1 /1\n", "found \"/1\""},
      {"v 0 0 0\nf 1 1 1.5\n", "found \"1.5\""},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    io_refuses(ctx, "obj", bad[i].text, bad[i].message);
  }
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- writing

static BrnMesh* sample(BrnContext* ctx) {
  BrnMesh* mesh = io_sample_cube(ctx);
  mesh->position[0] = -0.0;
  mesh->position[1] = 1.0 / 3;
  mesh->position[2] = 1e-300;
  mesh->position[3] = 123456.789e10;
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  memcpy(mesh->triangle, (int[]){0, 3, 2, 0, 2, 1}, 6 * sizeof(int)); // now all pairs are fans
  mesh->polygon = brn__new(ctx, 12, int);
  for (int t = 0; t < 12; t++) {
    mesh->polygon[t] = t / 2; // squares
    mesh->triangle_label[t] = t < 2 ? 0 : t < 6 ? 1 : t < 10 ? 2 : 1;
  }
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 1, "biceps  brachii #1"));
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 2, "Sehne \xc3\xbc"));
  return mesh;
}

static void what_is_written_is_read_back_exactly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh = sample(ctx), *again;
  BrnSink sink;
  io_write(ctx, "obj", mesh, NULL, &sink);
  ENSURE_OK(ctx, io_read_bytes(ctx, "obj", sink.buffer, sink.used, &again));
  io_same_geometry(mesh, again);
  io_same_labels(mesh, again);
  io_same_ints(mesh->polygon, again->polygon, 12);
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, again);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void awkward_names_stay_on_their_line(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const given[] = {"a\nf 9 9 9", "tail\\", "  ", NULL, "\t", "tail\\  "};
  static const char* const expected[] = {"a_f 9 9 9", "tail\\_", "label_3",
                                         "label_4",   "_",       "tail\\  _"};
  BrnMesh *mesh, *again;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 6, 0, &mesh));
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  for (int t = 0; t < 6; t++) {
    mesh->triangle_label[t] = t + 1;
    if (given[t]) ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, t + 1, given[t]));
  }
  BrnSink sink;
  io_write(ctx, "obj", mesh, NULL, &sink);
  ENSURE_OK(ctx, io_read_bytes(ctx, "obj", sink.buffer, sink.used, &again));
  io_same_ints(mesh->triangle_label, again->triangle_label, 6);
  for (int t = 0; t < 6; t++) {
    assert_string_equal(brn_mesh_label_name(again, BRN_ON_TRIANGLE, t + 1), expected[t]);
  }
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, again);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void a_named_label_0_is_not_lost(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh, *again;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 1, 0, &mesh));
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 0, "skin"));
  BrnSink sink;
  io_write(ctx, "obj", mesh, NULL, &sink);
  ENSURE_OK(ctx, io_read_bytes(ctx, "obj", sink.buffer, sink.used, &again));
  ENSURE_INT(again->triangle_label[0], 1); // names count from 1
  assert_string_equal(brn_mesh_label_name(again, BRN_ON_TRIANGLE, 1), "skin");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, again);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void arrays_other_than_colour_are_left_out_with_a_warning(void** state) {
  (void)state;
  IoLog log = {""};
  BrnContext* ctx = io_logging_context(&log);
  BrnMesh* mesh = io_sample_cube(ctx);
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "colour", BRN_ON_VERTEX, 4, BRN_F64, NULL));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "weight", BRN_ON_VERTEX, 1, BRN_F64, NULL));
  BrnSink sink;
  io_write(ctx, "obj", mesh, NULL, &sink);
  assert_string_equal(log.text,
                      "2 arrays left out: OBJ holds only \"colour\" (3 numbers a vertex)\n");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- trials

static void broken_and_short_files_do_no_harm(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = sample(ctx);
  BrnArray* colour;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "colour", BRN_ON_VERTEX, 3, BRN_F64, &colour));
  io_trials(ctx, "obj", mesh, NULL);
  brn_mesh_destroy(ctx, mesh);
  static const char* const texts[] = {
      polygons_text,
      "# x\r\nv 0 0\\\r\n 0\r\nv 1 0 0 1\nv 0 1 0\nvt 1 1\nvn 0 0 1\ng a \\\n b\nf 1/1/1 2//1 \\\n"
      " 3\no c\nf -1 -2 -3\ncurv 1 2\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    io_trial_cut_short(ctx, "obj", texts[i], strlen(texts[i]));
    io_trial_changed_byte(ctx, "obj", texts[i], strlen(texts[i]));
    io_trial_no_memory(ctx, "obj", texts[i], strlen(texts[i]));
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_way_to_name_a_corner),
          cmocka_unit_test(lines_may_continue_and_end_in_any_way),
          cmocka_unit_test(faces_may_come_before_their_vertices),
          cmocka_unit_test(polygons_are_cut_and_restored), cmocka_unit_test(groups_become_labels),
          cmocka_unit_test(colours_of_all_vertices_are_an_array),
          cmocka_unit_test(what_is_left_out_is_told_once),
          cmocka_unit_test(vertices_alone_are_fine), cmocka_unit_test(broken_files_are_explained),
          cmocka_unit_test(what_is_written_is_read_back_exactly),
          cmocka_unit_test(awkward_names_stay_on_their_line),
          cmocka_unit_test(a_named_label_0_is_not_lost),
          cmocka_unit_test(arrays_other_than_colour_are_left_out_with_a_warning),
          cmocka_unit_test(broken_and_short_files_do_no_harm))
