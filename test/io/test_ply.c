// SPDX-License-Identifier: Apache-2.0

#include "io_test.h"

static BrnMesh* read_ply(BrnContext* ctx, const char* text) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_text(ctx, "ply", text, &mesh));
  return mesh;
}

// the three encodings
static BrnWriteDef encoding(int k) {
  BrnWriteDef def = brn_write_def_default();
  if (k == 0) def.encoding = BRN_ENCODING_ASCII;
  def.big_endian = k == 2;
  return def;
}

static bool has_value(const BrnMesh* mesh, const char* name, BrnDomain on, BrnNumber number,
                      int components, const double* value) {
  const BrnArray* array = brn_mesh_find_array(mesh, name, on);
  if (!array || array->number != number || array->components != components) return false;
  size_t count = (size_t)brn_mesh_item_count(mesh, on) * (size_t)components;
  return memcmp(array->value, value, count * sizeof(double)) == 0;
}
#define VALUES(...) ((const double[]){__VA_ARGS__})

// --------------------------------------------------------------------------------------- reading

// elements in a strange order, both families of type names, lists and elements to read over
static const char general[] = "ply\r\n"
                              "format ascii 1.0\r\n"
                              "comment label 5 upper arm\r\n"
                              "comment made by hand\r\n"
                              "obj_info anything at all\r\n"
                              "element material 2\r\n"
                              "property float shine\r\n"
                              "property list uint8 float32 spectrum\r\n"
                              "element face 2\r\n"
                              "property uchar flags\r\n"
                              "property list uchar int vertex_index\r\n"
                              "property list int16 double texcoord\r\n"
                              "property short label\r\n"
                              "property float heat\r\n"
                              "element vertex 5\r\n"
                              "property uint8 red\r\n"
                              "property float64 z\r\n"
                              "property float x\r\n"
                              "property list uchar uchar tags\r\n"
                              "property int32 y\r\n"
                              "property float v_0\r\n"
                              "property float v_1\r\n"
                              "element nothing 0\r\n"
                              "element empty 1000000\r\n"
                              "end_header\r\n"
                              "0.5 3 1 2 3\r\n"
                              "0.25 0\r\n"
                              "7 4 0 1 2 3 2 0.5 0.5 5 0.1\r\n"
                              "8 3 4 3 2 0 -2 nan\r\n"
                              "255 0 0 0 0 1 2\r\n"
                              "1 0 1 1 9 0 3 4\r\n"
                              "2 0 1 2 9 9 1 5 6\r\n"
                              "3 0.1 0 0 1 7 8\r\n"
                              "4 1e-3 0.1 0 2 9 10";

static void the_whole_grammar_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_ply(ctx, general);
  ENSURE(mesh->vertex_count == 5 && mesh->triangle_count == 3 && mesh->tet_count == 0);
  const double position[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0.1, 0.1, 2, 1e-3};
  assert_memory_equal(mesh->position, position, sizeof position);
  const int triangle[] = {0, 1, 2, 0, 2, 3, 4, 3, 2}, polygon[] = {0, 0, 1}, label[] = {5, 5, -2};
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  assert_memory_equal(mesh->polygon, polygon, sizeof polygon);
  assert_memory_equal(mesh->triangle_label, label, sizeof label);
  ENSURE_INT(mesh->label_count, 1);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 5), "upper arm");

  ENSURE_INT(mesh->array_count, 4);
  ENSURE(has_value(mesh, "red", BRN_ON_VERTEX, BRN_U8, 1, VALUES(255, 1, 2, 3, 4)));
  ENSURE(has_value(mesh, "v", BRN_ON_VERTEX, BRN_F32, 2, VALUES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)));
  ENSURE(has_value(mesh, "flags", BRN_ON_TRIANGLE, BRN_U8, 1, VALUES(7, 7, 8)));
  const BrnArray* heat = brn_mesh_find_array(mesh, "heat", BRN_ON_TRIANGLE);
  ENSURE(heat && heat->value[0] == 0.1f && heat->value[1] == 0.1f && isnan(heat->value[2]));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

#define HEAD "ply\nformat ascii 1.0\nelement vertex 3\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES "element face 1\nproperty list uchar int vertex_indices\n"
#define END "end_header\n"
#define POINTS "0 0 0\n1 0 0\n0 1 0\n"

static void components_are_joined_only_when_they_belong_together(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_ply(ctx, "ply\nformat ascii 1.0\nelement vertex 1\n" XYZ
                                "property int a_0\nproperty float a_1\nproperty int b_0\n"
                                "property int b_1\nproperty int b\nproperty int c_1\n"
                                "property int c_2\nproperty int d_0\nproperty int _0\n"
                                "property int _1\nproperty int e_0\nproperty int e_1\n"
                                "property int e_3\n" END "0 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13\n");
  static const char* const alone[] = {"a_0", "a_1", "b_0", "b_1", "b",  "c_1", "c_2",
                                      "d_0", "_0",  "_1",  NULL,  NULL, "e_3"};
  for (int i = 0; i < 13; i++) {
    BrnNumber number = i == 1 ? BRN_F32 : BRN_I32;
    if (alone[i]) ENSURE(has_value(mesh, alone[i], BRN_ON_VERTEX, number, 1, VALUES(i + 1)));
  }
  ENSURE(has_value(mesh, "e", BRN_ON_VERTEX, BRN_I32, 2, VALUES(11, 12)));
  ENSURE_INT(mesh->array_count, 12);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void vertices_alone_are_fine(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_ply(ctx, HEAD XYZ END POINTS);
  ENSURE(mesh->vertex_count == 3 && mesh->triangle_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void no_vertices_are_an_empty_mesh_with_its_arrays(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_ply(ctx, "ply\nformat ascii 1.0\nelement vertex 0\n" XYZ
                                "property int a_0\nproperty int a_1\nelement face 0\nproperty list "
                                "uchar int vertex_index\nproperty int label\nproperty int b\n" END);
  ENSURE(mesh->vertex_count == 0 && mesh->triangle_count == 0 && mesh->array_count == 2);
  ENSURE(brn_mesh_find_array(mesh, "a", BRN_ON_VERTEX)->components == 2);
  ENSURE(brn_mesh_find_array(mesh, "b", BRN_ON_TRIANGLE)->components == 1);
  BrnSink sink;
  for (int k = 0; k < 3; k++) {
    BrnWriteDef def = encoding(k);
    io_write(ctx, "ply", mesh, &def, &sink);
    brn__sink_abandon(&sink);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void data_after_the_end_is_told(void** state) {
  (void)state;
  IoLog log = {""};
  BrnContext* ctx = io_logging_context(&log);
  brn_mesh_destroy(ctx, read_ply(ctx, HEAD XYZ END POINTS "\n  \n"));
  assert_string_equal(log.text, "");
  brn_mesh_destroy(ctx, read_ply(ctx, HEAD XYZ END POINTS "7 8\n"));
  assert_string_equal(log.text, "test: 5 bytes after the last element left out\n");
  test_context_done(ctx);
}

static void strips_are_not_supported(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const char* text =
      HEAD XYZ "element tristrips 1\nproperty list int int vertex_indices\n" END POINTS "3 0 1 2\n";
  ENSURE_STATUS(ctx, io_read_text(ctx, "ply", text, &mesh), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "test: triangle strips (element tristrips) are not read; save it with");
  test_context_done(ctx);
}

static void broken_headers_are_explained(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    const char *text, *message;
  } bad[] = {
      {"", "test: the file is empty"},
      {"\n", "test:1: expected \"ply\" in the first line, found \"\""},
      {"plyx\n", "test:1: expected \"ply\" in the first line, found \"plyx\""},
      {"ply\n", "test:2: expected \"end_header\", but the file ends"},
      {"ply\nend_header\n", "test:2: the header has no line \"format ...\""},
      {"ply\nformat\n", "test:2: expected an encoding, but the line ends"},
      {"ply\nformat text 1.0\n", "test:2: expected ascii, binary_little_endian or "
                                 "binary_big_endian, found \"text\""},
      {"ply\nformat ascii 2.0\n", "test:2: expected the version 1.0, found \"2.0\""},
      {"ply\nformat ascii 1.0 x\n", "test:2: expected the end of the line, found \"x\""},
      {"ply\nproperty int x\n", "test:2: a property comes before the first element"},
      {"ply\nelement vertex\n", "test:2: expected the count of an element, but the line ends"},
      {"ply\nelement vertex -1\n", "test:2: expected a count from 0 to 2147483647 (element "
                                   "vertex), found \"-1\""},
      {"ply\nelement vertex 2147483648\n", "found \"2147483648\""},
      {HEAD "property long x\n", "test:4: expected a number type (char uchar short ushort int "
                                 "uint float double), found \"long\""},
      {HEAD "property list uchar x\n", "test:4: expected a number type (char uchar short ushort "
                                       "int uint float double), found \"x\""},
      {HEAD "property int\n", "test:4: expected the name of a property, but the line ends"},
      {HEAD "property int x\nproperty float x\n",
       "test:5: element vertex has property \"x\" twice"},
      {HEAD "what 3\n",
       "test:4: expected element, property, comment or end_header, found \"what\""},
      {"ply\nformat ascii 1.0\n" END, "test: the header has no element vertex"},
      {HEAD XYZ "element vertex 3\n" END, "test: element vertex is there twice"},
      {HEAD "property float x\nproperty float y\n" END POINTS, "test: element vertex has no number "
                                                               "\"z\""},
      {"ply\nformat ascii 1.0\nelement vertex 2000000000\n" END,
       "element vertex has no number \"x\""},
      {HEAD "property float x\nproperty list int int y\nproperty float z\n" END POINTS,
       "test: element vertex has no number \"y\""},
      {HEAD XYZ "element face 1\nproperty list uchar float vertex_indices\n" END POINTS "3 0 1 2\n",
       "test: element face has no list of integers vertex_indices or vertex_index"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    io_refuses(ctx, "ply", bad[i].text, bad[i].message);
  }
  test_context_done(ctx);
}

static void a_zero_byte_in_a_name_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char text[] = HEAD "property int a\0b\n";
  BrnMesh* mesh;
  ENSURE_STATUS(ctx, io_read_bytes(ctx, "ply", text, sizeof text - 1, &mesh), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "test:4: the name of a property has a zero byte: \"a?b\"");
  test_context_done(ctx);
}

static void broken_text_data_is_explained(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    const char *text, *message;
  } bad[] = {
      {HEAD XYZ END "0.0 0 0\n1 0 0\n0 1\n", "test:11: vertex 2, property \"z\": expected a number "
                                             "(float), but the file ends"},
      {HEAD XYZ END "0 0 0\n1 zero 0\n0 1 0\n",
       "test:9: vertex 1, property \"y\": expected a number (float), found \"zero\""},
      {HEAD XYZ END "0 0 0\n1 0 0\n0 1 nan\n",
       "test:10: vertex 2, property \"z\": expected a finite number, found nan"},
      {HEAD XYZ END "0 0 0\n-inf 0 0\n0 1 0\n", "vertex 1, property \"x\": expected a finite"},
      {HEAD XYZ "property uchar red\n" END "0 0 0 255\n1 0 0 256\n0 1 0 0\n",
       "test:10: vertex 1, property \"red\": expected a number (uchar), found \"256\""},
      {HEAD XYZ "property uint red\n" END "0 0 0 4294967295\n1 0 0 -1\n0 1 0 0\n",
       "expected a number (uint), found \"-1\""},
      {HEAD XYZ FACES END POINTS "3 0 1 3\n",
       "test:13: face 0, property \"vertex_indices\": corner "
       "2 is vertex 3, but there are 3 vertices (from 0)"},
      {HEAD XYZ FACES END POINTS "3 0 -1 2\n", "corner 1 is vertex -1"},
      {HEAD XYZ FACES END POINTS "2 0 1\n",
       "test:13: face 0, property \"vertex_indices\": the face "
       "has 2 corners, expected 3 or more"},
      {HEAD XYZ FACES END POINTS "200 0 1 2\n", "the list has 200 entries, but only 7 bytes"},
      {HEAD XYZ "element face 1\nproperty list float int vertex_indices\n" END POINTS "3.5 0 1 2\n",
       "the length of the list is 3.5"},
      {HEAD XYZ "element face 1\nproperty list char int vertex_indices\n" END POINTS "-3 0 1 2\n",
       "the length of the list is -3"},
      {HEAD XYZ FACES "property uint label\n" END POINTS "3 0 1 2 3000000000\n",
       "test: face 0 has label 3000000000; the largest is 2147483647"},
      {"ply\nformat ascii 1.0\nelement vertex 2000000000\n" XYZ END "0 0 0\n",
       "test:8: 2000000000 items of element vertex need 11999999999 bytes or more, but only 6 are"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    io_refuses(ctx, "ply", bad[i].text, bad[i].message);
  }
  test_context_done(ctx);
}

// a header for binary data of one triangle of chars; the data begin at byte 166
#define BINARY                                                                                     \
  "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty char x\nproperty char y\n"        \
  "property char z\nelement face 1\nproperty list uchar ushort vertex_indices\nend_header\n"

static BrnStatus read_binary(BrnContext* ctx, const char* data, size_t size, BrnMesh** mesh) {
  char file[512] = BINARY;
  size_t start = strlen(file);
  ENSURE_INT(start, 166);
  memcpy(file + start, data, size);
  return io_read_bytes(ctx, "ply", file, start + size, mesh);
}

static void binary_is_read_and_its_faults_have_a_byte(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  char data[] = "\0\0\0\001\0\0\0\376\0\003\0\0\0\001\0\002";
  ENSURE_OK(ctx, read_binary(ctx, data, 16, &mesh));
  const double position[] = {0, 0, 0, 1, 0, 0, 0, -2, 0};
  const int triangle[] = {0, 1, 2};
  assert_memory_equal(mesh->position, position, sizeof position);
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  brn_mesh_destroy(ctx, mesh);

  ENSURE_STATUS(ctx, read_binary(ctx, data, 15, &mesh), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "test: byte 175: face 0, property \"vertex_indices\": the list has 3 "
                        "entries, but only 5 bytes are left");
  ENSURE_STATUS(ctx, read_binary(ctx, data, 8, &mesh), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "test: byte 166: 3 items of element vertex need 9 bytes or more, but only "
                        "8 are left");
  data[13] = 3;
  ENSURE_STATUS(ctx, read_binary(ctx, data, 16, &mesh), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx,
                   "test: byte 178: face 0, property \"vertex_indices\": corner 1 is vertex 3");
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- writing

static BrnMesh* sample(BrnContext* ctx) {
  BrnMesh* mesh = io_sample_cube(ctx);
  mesh->position[0] = -0.0;
  mesh->position[1] = 1e-300;
  memcpy(mesh->triangle, (int[]){0, 3, 2, 0, 2, 1}, 6 * sizeof(int)); // now all pairs are fans
  mesh->polygon = brn__new(ctx, 12, int);
  for (int t = 0; t < 12; t++) mesh->polygon[t] = t / 2;
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  for (int t = 0; t < 12; t++) mesh->triangle_label[t] = t < 4 ? -7 : 300 + t / 2;
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, -7, "upper  arm #1"));
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 302, "bone"));
  return mesh;
}

// each type of number, on vertices and faces; the 64-bit ones come back as doubles
static void add_arrays(BrnContext* ctx, BrnMesh* mesh) {
  static const BrnNumber numbers[] = {BRN_F64, BRN_F32, BRN_I8,  BRN_U8,
                                      BRN_I16, BRN_U16, BRN_I32, BRN_U32};
  for (int k = 0; k < 16; k++) {
    char name[24];
    snprintf(name, sizeof name, "array%d", k);
    BrnArray* array;
    BrnDomain on = k < 8 ? BRN_ON_VERTEX : BRN_ON_TRIANGLE;
    int components = k % 3 + 1, count = brn_mesh_item_count(mesh, on) * components;
    ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, name, on, components, numbers[k % 8], &array));
    for (int i = 0; i < count; i++) {
      int item = i / components;
      if (on == BRN_ON_TRIANGLE) item /= 2; // one value a square
      double value = 7 * item + i % components;
      if (array->number == BRN_F64) value = value / 7 - 1;
      if (array->number == BRN_F32) value = (float)(value / 3);
      if (array->number == BRN_I8) value = 0 - value;
      array->value[i] = value;
    }
  }
  brn_mesh_find_array(mesh, "array7", BRN_ON_VERTEX)->value[0] = 4294967295.0;
}

static void what_is_written_is_read_back_exactly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh = sample(ctx), *again;
  add_arrays(ctx, mesh);
  for (int k = 0; k < 3; k++) {
    BrnWriteDef def = encoding(k);
    BrnSink sink;
    io_write(ctx, "ply", mesh, &def, &sink);
    ENSURE_OK(ctx, io_read_bytes(ctx, "ply", sink.buffer, sink.used, &again));
    io_same_geometry(mesh, again);
    io_same_labels(mesh, again);
    io_same_arrays(mesh, again);
    io_same_ints(mesh->polygon, again->polygon, 12);
    brn__sink_abandon(&sink);
    brn_mesh_destroy(ctx, again);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void the_file_is_what_others_expect(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 1, 0, &mesh));
  memcpy(mesh->position, VALUES(0, 0, 0, 0.1, 0, 0, 0, 1, 0), 9 * sizeof(double));
  memcpy(mesh->triangle, (int[]){0, 1, 2}, 3 * sizeof(int));
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  mesh->triangle_label[0] = 4;
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 4, "bone"));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "red", BRN_ON_VERTEX, 1, BRN_U8, &array));
  array->value[1] = 255;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "uv", BRN_ON_TRIANGLE, 2, BRN_F32, &array));
  array->value[1] = 0.5;
  BrnWriteDef def = encoding(0);
  BrnSink sink;
  io_write(ctx, "ply", mesh, &def, &sink);
  brn__sink_bytes(&sink, "", 1);
  assert_string_equal(sink.buffer, "ply\nformat ascii 1.0\ncomment label 4 bone\nelement vertex 3\n"
                                   "property double x\nproperty double y\nproperty double z\n"
                                   "property uchar red\nelement face 1\n"
                                   "property list uchar int vertex_indices\nproperty int label\n"
                                   "property float uv_0\nproperty float uv_1\nend_header\n"
                                   "0 0 0 0\n0.1 0 0 255\n0 1 0 0\n3 0 1 2 4 0 0.5\n");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void a_face_may_have_more_than_255_corners(void** state) {
  (void)state;
  enum { N = 300 };
  BrnContext* ctx = test_context();
  BrnMesh *mesh, *again;
  ENSURE_OK(ctx, brn_mesh_create(ctx, N, N - 2, 0, &mesh));
  mesh->polygon = brn__new_zero(ctx, N - 2, int);
  for (int i = 2; i < N; i++) {
    mesh->triangle[3 * (i - 2) + 1] = i - 1;
    mesh->triangle[3 * (i - 2) + 2] = i;
  }
  for (int k = 0; k < 3; k++) {
    BrnWriteDef def = encoding(k);
    BrnSink sink;
    io_write(ctx, "ply", mesh, &def, &sink);
    ENSURE_OK(ctx, io_read_bytes(ctx, "ply", sink.buffer, sink.used, &again));
    io_same_geometry(mesh, again);
    io_same_ints(mesh->polygon, again->polygon, N - 2);
    brn__sink_abandon(&sink);
    brn_mesh_destroy(ctx, again);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void awkward_arrays_are_written_so_that_they_can_be_read(void** state) {
  (void)state;
  IoLog log = {""};
  BrnContext* ctx = io_logging_context(&log);
  BrnMesh *mesh = sample(ctx), *again;
  static const char* const names[] = {"two words", "two_words", "x", "", "n\ng", "large"};
  BrnArray* array = NULL;
  for (int k = 0; k < 6; k++) {
    BrnNumber number = k == 5 ? BRN_I64 : BRN_I8;
    ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, names[k], BRN_ON_VERTEX, 1, number, &array));
  }
  array->value[0] = 1e15;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "label", BRN_ON_TRIANGLE, 1, BRN_F64, NULL));
  array = &mesh->array[0];
  array->value[0] = NAN, array->value[1] = 1e300, array->value[2] = -0.0, array->value[3] = 1.5;
  for (int k = 0; k < 3; k++) {
    BrnWriteDef def = encoding(k);
    BrnSink sink;
    log.text[0] = 0;
    io_write(ctx, "ply", mesh, &def, &sink);
    assert_string_equal(
        log.text, "array \"two_words\" left out: PLY would have property \"two_words\" twice\n"
                  "array \"x\" left out: PLY would have property \"x\" twice\n"
                  "array \"label\" left out: PLY would have property \"label\" twice\n");
    ENSURE_OK(ctx, io_read_bytes(ctx, "ply", sink.buffer, sink.used, &again));
    ENSURE_INT(again->array_count, 4);
    ENSURE(
        has_value(again, "two_words", BRN_ON_VERTEX, BRN_I8, 1, VALUES(0, 127, 0, 1, 0, 0, 0, 0)));
    ENSURE(has_value(again, "large", BRN_ON_VERTEX, BRN_F64, 1, VALUES(1e15, 0, 0, 0, 0, 0, 0, 0)));
    ENSURE(brn_mesh_find_array(again, "_", BRN_ON_VERTEX));
    ENSURE(brn_mesh_find_array(again, "n_g", BRN_ON_VERTEX));
    brn__sink_abandon(&sink);
    brn_mesh_destroy(ctx, again);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- trials

static void broken_and_short_files_do_no_harm(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = sample(ctx);
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "normal", BRN_ON_VERTEX, 3, BRN_F32, &array));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "heat", BRN_ON_TRIANGLE, 1, BRN_U16, &array));
  for (int k = 0; k < 3; k++) {
    BrnWriteDef def = encoding(k);
    io_trials(ctx, "ply", mesh, &def);
  }
  brn_mesh_destroy(ctx, mesh);
  io_trial_cut_short(ctx, "ply", general, strlen(general));
  io_trial_changed_byte(ctx, "ply", general, strlen(general));
  io_trial_no_memory(ctx, "ply", general, strlen(general));
  test_context_done(ctx);
}

static void writing_without_memory_fails_cleanly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = sample(ctx);
  add_arrays(ctx, mesh);
  BrnWriteDef def = encoding(1);
  io_write_no_memory(ctx, "ply", mesh, &def);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(the_whole_grammar_is_read),
          cmocka_unit_test(components_are_joined_only_when_they_belong_together),
          cmocka_unit_test(vertices_alone_are_fine),
          cmocka_unit_test(no_vertices_are_an_empty_mesh_with_its_arrays),
          cmocka_unit_test(data_after_the_end_is_told), cmocka_unit_test(strips_are_not_supported),
          cmocka_unit_test(broken_headers_are_explained),
          cmocka_unit_test(a_zero_byte_in_a_name_is_refused),
          cmocka_unit_test(broken_text_data_is_explained),
          cmocka_unit_test(binary_is_read_and_its_faults_have_a_byte),
          cmocka_unit_test(what_is_written_is_read_back_exactly),
          cmocka_unit_test(the_file_is_what_others_expect),
          cmocka_unit_test(a_face_may_have_more_than_255_corners),
          cmocka_unit_test(awkward_arrays_are_written_so_that_they_can_be_read),
          cmocka_unit_test(broken_and_short_files_do_no_harm),
          cmocka_unit_test(writing_without_memory_fails_cleanly))
