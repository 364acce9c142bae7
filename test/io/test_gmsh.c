// SPDX-License-Identifier: Apache-2.0

#include "io/io_test.h"

// ------------------------------------------------------------------------------------- small files

#define HEAD22 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define HEAD41 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
// five nodes with tags in no order, one of them near 2^63 in 4.1
#define NODES22 "$Nodes\n5\n40 0 0 0\n7 1 0 0\n2000000000 0 1 0\n3 0 0 1\n-8 1 1 1\n$EndNodes\n"
#define NODES41                                                                                    \
  "$Nodes\n2 5 3 9000000000000000000\n3 1 0 3\n40\n7\n9000000000000000000\n0 0 0\n1 0 0\n0 1 0\n"  \
  "2 4 1 2\n3\n8\n0 0 1 0.5 0.5\n1 1 1 0.25 0\n$EndNodes\n"

static const char two_tets_22[] =
    HEAD22 "$Comments\nwritten by hand, $ and all\n$EndComments\n"
           "$PhysicalNames\n3\n3 7 \"biceps\"\n3 3 \"upper arm bone\"\n1 5 \"edge\"\n"
           "$EndPhysicalNames\n" NODES22 "$Elements\n6\n"
           "1 15 2 0 1 40\n"
           "10 4 2 7 1 40 7 2000000000 3\n"
           "2 1 2 5 1 40 7\n"
           "11 4 3 3 2 0 7 -8 2000000000 3\n"
           "3 2 2 9 4 40 2000000000 7\n"
           "4 5 0 40 7 3 -8 40 7 3 -8\n"
           "$EndElements\n";

// sections out of order: entities and names follow what they are about
static const char two_tets_41[] =
    HEAD41 "$Elements\n4 4 1 11\n3 1 4 1\n10 40 7 9000000000000000000 3\n"
           "3 2 4 1\n11 7 8 9000000000000000000 3\n2 4 2 1\n3 40 9000000000000000000 7\n"
           "0 1 15 1\n1 40\n$EndElements\n" NODES41 "$Entities\n1 0 1 2\n1 0 0 0 1 77\n"
           "4 0 0 0 1 1 1 1 -9 0\n"
           "1 0 0 0 1 1 1 2 7 8 1 4\n2 0 0 0 1 1 1 1 3 0\n$EndEntities\n"
           "$PhysicalNames\n2\n3 7 \"biceps\"\n3 3 \"upper arm bone\"\n$EndPhysicalNames\n"
           "$Periodic\n0\n$EndPeriodic\n";

static const char two_tets_40[] =
    "$MeshFormat\n4 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n3 7 \"biceps\"\n3 3 \"upper arm bone\"\n$EndPhysicalNames\n"
    "$Entities\n1 0 1 2\n1 0 0 0 0 0 0 0\n4 0 0 0 1 1 1 1 9 0\n"
    "1 0 0 0 1 1 1 1 7 0\n2 0 0 0 1 1 1 1 3 0\n$EndEntities\n"
    "$Nodes\n1 5\n1 3 0 5\n40 0 0 0\n7 1 0 0\n5 0 1 0\n3 0 0 1\n8 1 1 1\n$EndNodes\n"
    "$Elements\n3 3\n1 3 4 1\n10 40 7 5 3\n2 3 4 1\n11 7 8 5 3\n4 2 2 1\n3 40 5 7\n$EndElements\n";

static void is_two_tets(const BrnMesh* mesh) {
  const double position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  const int tet[] = {0, 1, 2, 3, 1, 4, 2, 3}, triangle[] = {0, 2, 1};
  ENSURE_INT(mesh->vertex_count, 5);
  ENSURE_INT(mesh->tet_count, 2);
  ENSURE_INT(mesh->triangle_count, 1);
  assert_memory_equal(mesh->position, position, sizeof position);
  assert_memory_equal(mesh->tet, tet, sizeof tet);
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  ENSURE_INT(mesh->tet_label[0], 7);
  ENSURE_INT(mesh->tet_label[1], 3);
  ENSURE_INT(mesh->triangle_label[0], 9);
  ENSURE_INT(mesh->label_count, 2);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 7), "biceps");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 3), "upper arm bone");
  ENSURE(mesh->polygon == NULL);
}

static void text_of_every_version_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* const text[] = {two_tets_22, two_tets_41, two_tets_40};
  for (int i = 0; i < 3; i++) {
    BrnMesh* mesh;
    ENSURE_OK(ctx, io_read_text(ctx, "gmsh", text[i], &mesh));
    is_two_tets(mesh);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------- byte orders

typedef struct Bytes {
  unsigned char data[2048];
  size_t size;
  bool swap;
} Bytes;

static void put_text(Bytes* to, const char* text) {
  memcpy(to->data + to->size, text, strlen(text));
  to->size += strlen(text);
}

static void put(Bytes* to, BrnNumber number, double value) {
  brn__number_encode(to->data + to->size, number, value, to->swap);
  to->size += (size_t)brn__number_size(number);
}

static void put_ints(Bytes* to, const char* numbers) {
  for (char* end; *numbers; numbers = end) put(to, BRN_I32, (double)strtol(numbers, &end, 10));
}

static void put_sizes(Bytes* to, BrnNumber number, const char* numbers) {
  for (char* end; *numbers; numbers = end) put(to, number, (double)strtol(numbers, &end, 10));
}

static void put_doubles(Bytes* to, const char* numbers) {
  for (char* end; *numbers; numbers = end) put(to, BRN_F64, strtod(numbers, &end));
}

// as fTetWild writes it: no tags, no line ends before $End, data at the end
static Bytes plain_binary_22(bool swap) {
  Bytes b = {.swap = swap};
  put_text(&b, "$MeshFormat\n2.2 1 8\n");
  put_ints(&b, "1");
  put_text(&b, "$EndMeshFormat\n$Nodes\n4\n");
  const char* const node[] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
  for (int i = 0; i < 4; i++) {
    put(&b, BRN_I32, i + 1);
    put_doubles(&b, node[i]);
  }
  put_text(&b, "$EndNodes\n$Elements\n1\n");
  put_ints(&b, "4 1 0 1 1 2 3 4");
  put_text(&b, "$EndElements\n$ElementData\n1\n\"color\"\n1\n0.0\n3\n0\n1\n1\n");
  put_ints(&b, "1");
  put_doubles(&b, "2.5");
  put_text(&b, "$EndElementData\n");
  return b;
}

static void plain_binary_is_read_in_both_orders(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int swap = 0; swap < 2; swap++) {
    Bytes b = plain_binary_22(swap);
    BrnMesh* mesh;
    ENSURE_OK(ctx, io_read_bytes(ctx, "gmsh2", b.data, b.size, &mesh));
    ENSURE_INT(mesh->vertex_count, 4);
    ENSURE_INT(mesh->tet_count, 1);
    ENSURE(mesh->tet_label == NULL);
    ENSURE(mesh->position[3] == 1 && mesh->position[11] == 1);
    ENSURE(brn_mesh_find_array(mesh, "color", BRN_ON_TET)->value[0] == 2.5);
    brn_mesh_destroy(ctx, mesh);
    io_trial_cut_short(ctx, "gmsh", b.data, b.size);
    io_trial_changed_byte(ctx, "gmsh", b.data, b.size);
    io_trial_no_memory(ctx, "gmsh", b.data, b.size);
  }
  test_context_done(ctx);
}

// 4.1 with a part that stands for its volume, parametric nodes and sizes of 4 or 8 bytes
static Bytes binary_41(bool swap, int size_bytes) {
  BrnNumber size = size_bytes == 8 ? BRN_U64 : BRN_U32;
  Bytes b = {.swap = swap};
  put_text(&b, size_bytes == 8 ? "$MeshFormat\n4.1 1 8\n" : "$MeshFormat\n4.1 1 4\n");
  put_ints(&b, "1");
  put_text(&b, "\n$EndMeshFormat\n$Entities\n");
  put_sizes(&b, size, "1 0 0 1");
  put_ints(&b, "1"), put_doubles(&b, "0 0 0"), put_sizes(&b, size, "0");
  put_ints(&b, "1"), put_doubles(&b, "0 0 0 1 1 1"), put_sizes(&b, size, "1");
  put_ints(&b, "5"), put_sizes(&b, size, "0");
  put_text(&b, "\n$EndEntities\n$PartitionedEntities\n");
  put_sizes(&b, size, "2 1"), put_ints(&b, "9 1"), put_sizes(&b, size, "0 0 0 1");
  put_ints(&b, "1 3 1"), put_sizes(&b, size, "2"), put_ints(&b, "1 2");
  put_doubles(&b, "0 0 0 1 1 1"), put_sizes(&b, size, "1"), put_ints(&b, "6");
  put_sizes(&b, size, "1"), put_ints(&b, "4");
  put_text(&b, "\n$EndPartitionedEntities\n$Nodes\n");
  put_sizes(&b, size, "2 4 10 13");
  put_ints(&b, "1 1 1"), put_sizes(&b, size, "1 10"), put_doubles(&b, "0 0 0 0.5");
  put_ints(&b, "3 1 0"), put_sizes(&b, size, "3 13 12 11");
  put_doubles(&b, "1 0 0 0 1 0 0 0 1");
  put_text(&b, "\n$EndNodes\n$Elements\n");
  put_sizes(&b, size, "1 1 1 1"), put_ints(&b, "3 1 4"), put_sizes(&b, size, "1 1 10 13 12 11");
  put_text(&b, "\n$EndElements\n");
  return b;
}

static void partitioned_binary_is_read_in_both_orders_and_sizes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int variant = 0; variant < 4; variant++) {
    Bytes b = binary_41(variant & 1, variant & 2 ? 4 : 8);
    BrnMesh* mesh;
    ENSURE_OK(ctx, io_read_bytes(ctx, "gmsh", b.data, b.size, &mesh));
    const int tet[] = {0, 1, 2, 3};
    ENSURE_INT(mesh->vertex_count, 4);
    assert_memory_equal(mesh->tet, tet, sizeof tet);
    ENSURE_INT(mesh->tet_label[0], 6);
    ENSURE(mesh->position[3] == 1 && mesh->position[7] == 1);
    brn_mesh_destroy(ctx, mesh);
    io_trial_cut_short(ctx, "gmsh", b.data, b.size);
    io_trial_changed_byte(ctx, "gmsh", b.data, b.size);
    io_trial_no_memory(ctx, "gmsh", b.data, b.size);
  }
  test_context_done(ctx);
}

static void parametric_nodes_of_22_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const char* text = HEAD22 "$ParametricNodes\n4\n1 0 0 0 0 1\n2 1 0 0 1 1 0.5\n"
                            "3 0 1 0 2 1 0.5 0.25\n4 0 0 1 3 1\n$EndParametricNodes\n";
  ENSURE_OK(ctx, io_read_text(ctx, "gmsh", text, &mesh));
  ENSURE_INT(mesh->vertex_count, 4);
  ENSURE(mesh->position[3] == 1 && mesh->position[7] == 1 && mesh->position[11] == 1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- round trips

static const char* const formats[] = {"gmsh", "gmsh2"};
static const BrnEncoding encodings[] = {BRN_ENCODING_ASCII, BRN_ENCODING_DEFAULT};

static BrnMesh* there_and_back(BrnContext* ctx, const BrnMesh* mesh, int variant) {
  BrnWriteDef def = brn_write_def_default();
  def.encoding = encodings[variant / 2];
  BrnSink sink;
  BrnMesh* back;
  io_write(ctx, formats[variant % 2], mesh, &def, &sink);
  ENSURE_OK(ctx, io_read_bytes(ctx, "gmsh", sink.buffer, sink.used, &back));
  brn__sink_abandon(&sink);
  return back;
}

static void tets_with_all_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = io_sample_tets(ctx, true, true, true);
  for (int i = 0; i < mesh->array_count; i++) mesh->array[i].number = BRN_F64; // all Gmsh has
  for (int variant = 0; variant < 4; variant++) {
    BrnMesh* back = there_and_back(ctx, mesh, variant);
    io_same_geometry(mesh, back);
    io_same_labels(mesh, back);
    io_same_arrays(mesh, back);
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void meshes_without_labels_come_back_without(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* sample[] = {io_sample_tets(ctx, false, false, false),
                       io_sample_tets(ctx, true, false, false), io_sample_cube(ctx), NULL, NULL};
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 0, 0, &sample[3])); // points
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &sample[4])); // nothing
  for (int i = 0; i < 5; i++) {
    for (int variant = 0; variant < 4; variant++) {
      BrnMesh* back = there_and_back(ctx, sample[i], variant);
      io_same_geometry(sample[i], back);
      io_same_labels(sample[i], back);
      brn_mesh_destroy(ctx, back);
    }
    brn_mesh_destroy(ctx, sample[i]);
  }
  test_context_done(ctx);
}

// alternating labels keep the order of the tets; 0 and negative ones are no group
static void interleaved_labels_keep_the_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const int label[] = {5, 2, 5, 0, 2, 2, 2147483647, -4, 5};
  const int expected[] = {5, 2, 5, 0, 2, 2, 2147483647, 0, 5};
  ENSURE_OK(ctx, brn_mesh_create(ctx, 12, 0, 9, &mesh));
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  for (int i = 0; i < 36; i++) mesh->position[i] = sin(i), mesh->tet[i] = (i / 4 + i % 4) % 12;
  memcpy(mesh->tet_label, label, sizeof label);
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "heat", BRN_ON_TET, 1, BRN_F64, &array));
  for (int i = 0; i < 9; i++) array->value[i] = i + 0.5;
  for (int variant = 0; variant < 4; variant++) {
    BrnMesh* back = there_and_back(ctx, mesh, variant);
    io_same_geometry(mesh, back);
    assert_memory_equal(back->tet_label, expected, sizeof expected);
    io_same_arrays(mesh, back);
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// the box of each entity is written, so that Gmsh shows the whole of it
static void boxes_hold_their_elements(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = io_sample_tets(ctx, false, true, false);
  BrnWriteDef def = brn_write_def_default();
  def.encoding = BRN_ENCODING_ASCII;
  BrnSink sink;
  io_write(ctx, "gmsh", mesh, &def, &sink);
  brn__sink_bytes(&sink, "", 1);
  ENSURE(strstr(sink.buffer, "\n1 0 0 0 1 1.25 1 1 7 0 \n2 0 0 0 1 1.25 123456.789 1 3 0 \n"));
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a quad, a triangle, a quad: two polygons are written as quads, and a pentagon as triangles
static void quads_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const int polygon[] = {0, 0, 1, 2, 2, 3, 3, 3}, same[] = {0, 0, 1, 2, 2, 3, 4, 5};
  const int triangle[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 1, 2, 5, 1, 5, 6, 0, 1, 2, 0, 2, 3, 0, 3, 4};
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 7, 8, 0, &mesh));
  memcpy(mesh->triangle, triangle, sizeof triangle);
  mesh->polygon = brn__new(ctx, 8, int);
  memcpy(mesh->polygon, polygon, sizeof polygon);
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "heat", BRN_ON_TRIANGLE, 1, BRN_F64, &array));
  for (int i = 0; i < 8; i++) array->value[i] = polygon[i] + 0.5;
  for (int variant = 0; variant < 4; variant++) {
    BrnMesh* back = there_and_back(ctx, mesh, variant);
    io_same_geometry(mesh, back);
    io_same_arrays(mesh, back);
    assert_memory_equal(back->polygon, same, sizeof same);
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// 2 numbers become 3, 4 become 9, 10 are too many
static void widths_are_filled_up(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = io_sample_tets(ctx, false, false, false);
  const int width[] = {2, 4, 10};
  const char* const name[] = {"two", "four", "ten"};
  for (int i = 0; i < 3; i++) {
    BrnArray* array;
    ENSURE_OK(ctx,
              brn_mesh_add_array(ctx, mesh, name[i], BRN_ON_VERTEX, width[i], BRN_F64, &array));
    for (int k = 0; k < 5 * width[i]; k++) array->value[k] = k + 1;
  }
  for (int variant = 0; variant < 4; variant++) {
    BrnMesh* back = there_and_back(ctx, mesh, variant);
    ENSURE_INT(back->array_count, 2);
    const BrnArray* two = brn_mesh_find_array(back, "two", BRN_ON_VERTEX);
    const BrnArray* four = brn_mesh_find_array(back, "four", BRN_ON_VERTEX);
    ENSURE(two->components == 3 && four->components == 9);
    ENSURE(two->value[0] == 1 && two->value[1] == 2 && two->value[2] == 0 && two->value[3] == 3);
    ENSURE(four->value[3] == 4 && four->value[4] == 0 && four->value[9] == 5);
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void names_with_quotes_stay_readable(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = io_sample_tets(ctx, false, true, false);
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 7, "the \"long\"\nhead"));
  for (int variant = 0; variant < 4; variant++) {
    BrnMesh* back = there_and_back(ctx, mesh, variant);
    assert_string_equal(brn_mesh_label_name(back, BRN_ON_TET, 7), "the 'long' head");
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------ the log

typedef struct Log {
  char text[2048];
} Log;

static void keep(void* user, BrnLogLevel level, const char* message) {
  Log* log = user;
  size_t used = strlen(log->text);
  snprintf(log->text + used, sizeof log->text - used, "%d %s\n", (int)level, message);
}

static BrnContext* logging_context(Log* log) {
  BrnContextDef def = brn_context_def_default();
  def.log = keep;
  def.log_user = log;
  def.log_level = BRN_LOG_INFO;
  *log = (Log){""};
  return brn_context_create(&def);
}

static void what_is_left_out_is_counted(void** state) {
  (void)state;
  Log log;
  BrnContext* ctx = logging_context(&log);
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_text(ctx, "gmsh", two_tets_22, &mesh));
  brn_mesh_destroy(ctx, mesh);
  assert_string_equal(log.text,
                      "1 test: left out: 1 lines, 1 points\n"
                      "2 test: left out: 1 hexahedra (a mesh holds triangles and tets)\n");
  log = (Log){""};
  ENSURE_OK(ctx, io_read_text(ctx, "gmsh", two_tets_41, &mesh));
  brn_mesh_destroy(ctx, mesh);
  assert_string_equal(log.text,
                      "1 test: left out: 1 points\n"
                      "2 test: 1 elements are in several physical groups; each keeps its first\n");
  test_context_done(ctx);
}

static void curved_elements_are_taken_by_their_corners(void** state) {
  (void)state;
  Log log;
  BrnContext* ctx = logging_context(&log);
  BrnMesh* mesh;
  const char* text = HEAD22 NODES22 "$Elements\n2\n"
                                    "1 11 2 1 1 40 7 3 -8 40 40 40 40 40 40\n"
                                    "2 9 2 1 1 40 7 3 40 40 40\n$EndElements\n";
  const int tet[] = {0, 1, 3, 4}, triangle[] = {0, 1, 3};
  ENSURE_OK(ctx, io_read_text(ctx, "gmsh", text, &mesh));
  assert_memory_equal(mesh->tet, tet, sizeof tet);
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  ENSURE_INT(mesh->vertex_count, 5);
  ENSURE(strstr(log.text, "1 6-node triangles, 1 10-node tets are taken by their corners alone"));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// Gmsh's 2.2 repeats an element for each of its groups, maybe turned over
static void repeated_elements_are_dropped(void** state) {
  (void)state;
  Log log;
  BrnContext* ctx = logging_context(&log);
  BrnMesh* mesh;
  const char* text = HEAD22 NODES22 "$Elements\n6\n"
                                    "1 2 2 4 1 40 7 3\n2 2 2 5 1 7 40 3\n3 2 2 6 1 40 7 3\n"
                                    "4 2 2 4 1 40 7 -8\n5 2 2 5 2 40 7 -8\n6 2 2 5 2 40 7 -8\n"
                                    "$EndElements\n";
  ENSURE_OK(ctx, io_read_text(ctx, "gmsh", text, &mesh));
  ENSURE_INT(mesh->triangle_count, 4); // another entity or the same group is no repetition
  ENSURE(mesh->triangle_label[0] == 4 && mesh->triangle_label[1] == 4);
  ENSURE(mesh->triangle_label[2] == 5 && mesh->triangle_label[3] == 5);
  ENSURE(strstr(log.text, "1 elements are in several physical groups"));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------------- labels

static void entities_are_labels_where_no_group_is(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const char* text = HEAD22 NODES22 "$Elements\n3\n1 4 2 0 1 40 7 3 -8\n2 4 2 0 6 40 7 3 -8\n"
                                    "3 2 2 0 1 40 7 3\n$EndElements\n";
  ENSURE_OK(ctx, io_read_text(ctx, "gmsh", text, &mesh));
  ENSURE(mesh->tet_label[0] == 1 && mesh->tet_label[1] == 6);
  ENSURE(mesh->triangle_label == NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------- data

static void data_is_split_and_the_last_step_wins(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const char* text = HEAD22 NODES22
      "$Elements\n4\n1 15 0 40\n2 2 0 40 7 3\n5 4 0 40 7 3 -8\n9 3 0 40 7 3 -8\n$EndElements\n"
      "$ElementData\n2\n\"q\"\n\"more\"\n1\n0\n4\n0\n1\n2\n0\n5 1\n2 2\n$EndElementData\n"
      "$ElementData\n1\n\"q\"\n1\n1\n3\n1\n1\n3\n9 4\n5 3\n1 99\n$EndElementData\n"
      "$NodeData\n1\n\"v\"\n0\n3\n0\n3\n1\n-8 1 2 3\n$EndNodeData\n"
      "$NodeData\n1\n\"v\"\n0\n3\n0\n1\n1\n-8 1\n$EndNodeData\n"; // another width
  ENSURE_OK(ctx, io_read_text(ctx, "gmsh", text, &mesh));
  ENSURE_INT(mesh->array_count, 3);
  ENSURE(brn_mesh_find_array(mesh, "q", BRN_ON_TET)->value[0] == 3);
  const double* q = brn_mesh_find_array(mesh, "q", BRN_ON_TRIANGLE)->value;
  ENSURE(q[0] == 0 && q[1] == 4 && q[2] == 4); // the quad is two triangles
  const BrnArray* v = brn_mesh_find_array(mesh, "v", BRN_ON_VERTEX);
  ENSURE(v->components == 3 && v->value[0] == 0 && v->value[14] == 3);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------- bad files

static void broken_files_are_refused_with_the_place(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[][2] = {
      {"", "test: the file is empty"},
      {"solid cube\n", "test: there is no $MeshFormat section"},
      {"$MeshFormat\n2.2 0 8\n", "test:2: section $MeshFormat is not closed by $EndMeshFormat"},
      {"$MeshFormat\nx 0 8\n$EndMeshFormat\n", "test:2: expected a version such as 4.1, found"},
      {"$MeshFormat\n2.2 3 8\n$EndMeshFormat\n", "test:2: file type is 3"},
      {"$MeshFormat\n2.2 0 4\n$EndMeshFormat\n", "test:2: data size is 4, expected 8"},
      {"$MeshFormat\n2.2 1 8\nabcd\n$EndMeshFormat\n", "byte 20: expected the integer 1"},
      {HEAD22, "test: no $Nodes section"},
      {HEAD22 NODES22 NODES22, "test:13: a second $Nodes section"},
      {HEAD41, "test: no $Nodes section"},
      {HEAD22 "$Nodes\n3\n1 0 0 0\n2 0 0 0\n$EndNodes\n",
       "test:8: expected an integer (tag of node 2)"},
      {HEAD22 "$Nodes\n2\n1 0 0 0.0000000000\n$EndNodes\n",
       "test:7: expected an integer (tag of node 1), found \"$EndNodes\""},
      {HEAD22 "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n",
       "test:7: expected $EndNodes, found \"2\""},
      {HEAD22 "$Nodes\n2\n1 0 0 0\n1 0 0 1\n$EndNodes\n", "test:7: node tag 1 is there twice"},
      {HEAD22 "$Nodes\n1\n1 0 nan 0\n$EndNodes\n", "test:6: y of node 0 is not a number"},
      {HEAD22 "$Nodes\n1\n1 0 0 -inf\n$EndNodes\n", "test:6: z of node 0 is infinite"},
      {HEAD22 "$Nodes\n-1\n$EndNodes\n", "test:5: nodes: the count is -1"},
      {HEAD22 "$Nodes\n99999999999\n$EndNodes\n", "test:5: nodes: 99999999999 of them"},
      {HEAD22 NODES22 "$Elements\n1\n1 4 0 40 7 3 5\n$EndElements\n",
       "test:14: element 1 has node 5, which is not in $Nodes"},
      {HEAD22 NODES22 "$Elements\n1\n1 200 0 40 7 3\n$EndElements\n",
       "test:14: element type 200 is not known"},
      {HEAD22 NODES22 "$Elements\n1\n1 2 -2 40 7 3\n$EndElements\n", "element has -2 tags"},
      {HEAD22 "$PhysicalNames\n1\n3 7 biceps\n$EndPhysicalNames\n" NODES22,
       "test:6: expected a physical name in quotes, found \"biceps\""},
      {HEAD41 "$Nodes\n1 2 1 2\n3 1 0 3\n1\n2\n0 0 0\n1 1 1\n$EndNodes\n",
       "test:6: a block has 3 nodes, but only 2"},
      {HEAD41 "$Nodes\n1 2 1 2\n3 1 0 1\n1\n0 0 0\n$EndNodes\n", "hold 1 nodes, expected 2"},
      {HEAD41 "$Nodes\n1 1 1 1\n4 1 0 1\n1\n0 0 0\n$EndNodes\n", "is 4, expected 0 to 3"},
      {HEAD41 NODES41 "$Elements\n1 2 1 1\n3 1 4 1\n1 40 7 3 8\n$EndElements\n",
       "hold 1 elements, expected 2"},
      {HEAD41 NODES41 "$Elements\n1 1 1 1\n3 1 4 9999\n1 40 7 3 8\n$EndElements\n",
       "test:21: tets: 9999 of them, but only"},
      {HEAD22 NODES22 "$NodeData\n1\n\"v\"\n0\n3\n0\n1\n1\n41 0\n$EndNodeData\n",
       "data \"v\" has a value for node 41"},
      {HEAD22 NODES22 "$NodeData\n1\n\"v\"\n0\n3\n0\n10\n1\n40 0\n$EndNodeData\n",
       "data of 10 components"},
      {HEAD22 NODES22 "$NodeData\n1\n\"v\"\n0\n2\n0\n1\n$EndNodeData\n", "expected 3 integer tags"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    io_refuses(ctx, "gmsh", bad[i][0], bad[i][1]);
  }
  test_context_done(ctx);
}

static void other_versions_are_not_supported(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const other[][2] = {
      {"$NOD\n1\n1 0 0 0\n$ENDNOD\n", "version 1.0 is not read"},
      {"$MeshFormat\n3 0 8\n$EndMeshFormat\n", "version 3 is not read"},
      {"$MeshFormat\n4.2 0 8\n$EndMeshFormat\n", "version 4.2 is not read"},
      {"$MeshFormat\n4 1 8\n$EndMeshFormat\n", "version 4.0 in binary is not read"},
  };
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    BrnMesh* mesh;
    ENSURE_STATUS(ctx, io_read_text(ctx, "gmsh", other[i][0], &mesh), BRN_UNSUPPORTED);
    ENSURE_ERROR_HAS(ctx, other[i][1]);
  }
  test_context_done(ctx);
}

static void damaged_files_are_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* const text[] = {two_tets_22, two_tets_41, two_tets_40};
  for (int i = 0; i < 3; i++) {
    io_trial_cut_short(ctx, "gmsh", text[i], strlen(text[i]));
    io_trial_changed_byte(ctx, "gmsh", text[i], strlen(text[i]));
    io_trial_no_memory(ctx, "gmsh", text[i], strlen(text[i]));
  }
  BrnMesh* mesh = io_sample_tets(ctx, true, true, true);
  for (int variant = 0; variant < 4; variant++) {
    BrnWriteDef def = brn_write_def_default();
    def.encoding = encodings[variant / 2];
    io_trials(ctx, formats[variant % 2], mesh, &def);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void writing_survives_no_memory(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = io_sample_tets(ctx, true, true, true);
  BrnWriteDef def = brn_write_def_default();
  size_t before = brn_byte_count(ctx);
  bool done = false;
  for (int k = 0; !done; k++) {
    BrnSink sink;
    ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
    brn_fail_allocation(ctx, k);
    BrnStatus status = io_format(ctx, "gmsh")->write(ctx, mesh, &def, &sink);
    if (status == BRN_OK) status = sink.status;
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    done = status == BRN_OK;
    brn__sink_abandon(&sink);
    ENSURE(brn_byte_count(ctx) == before);
  }
  brn_fail_allocation(ctx, -1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(text_of_every_version_is_read),
          cmocka_unit_test(plain_binary_is_read_in_both_orders),
          cmocka_unit_test(partitioned_binary_is_read_in_both_orders_and_sizes),
          cmocka_unit_test(parametric_nodes_of_22_are_read),
          cmocka_unit_test(tets_with_all_come_back),
          cmocka_unit_test(meshes_without_labels_come_back_without),
          cmocka_unit_test(interleaved_labels_keep_the_order),
          cmocka_unit_test(boxes_hold_their_elements), cmocka_unit_test(quads_come_back),
          cmocka_unit_test(widths_are_filled_up), cmocka_unit_test(names_with_quotes_stay_readable),
          cmocka_unit_test(what_is_left_out_is_counted),
          cmocka_unit_test(curved_elements_are_taken_by_their_corners),
          cmocka_unit_test(repeated_elements_are_dropped),
          cmocka_unit_test(entities_are_labels_where_no_group_is),
          cmocka_unit_test(data_is_split_and_the_last_step_wins),
          cmocka_unit_test(broken_files_are_refused_with_the_place),
          cmocka_unit_test(other_versions_are_not_supported),
          cmocka_unit_test(damaged_files_are_survived),
          cmocka_unit_test(writing_survives_no_memory))
