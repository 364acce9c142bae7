// SPDX-License-Identifier: Apache-2.0

#include "io/io_test.h"

#include <unistd.h>

// the three files of a mesh, in memory; NULL: there is none
typedef struct Files {
  const char *node, *ele, *face;
} Files;

static BrnStatus open_beside(BrnContext* ctx, const BrnSource* source, const char* extension,
                             BrnSource* out) {
  const Files* files = source->user;
  const char* text = strcmp(extension, "node") == 0  ? files->node
                     : strcmp(extension, "ele") == 0 ? files->ele
                                                     : files->face;
  if (!text) return brn__fail(ctx, BRN_NOT_FOUND, "no .%s", extension);
  char* copy = brn__strdup(ctx, text);
  if (!copy) return BRN_NO_MEMORY;
  const char* name = strcmp(extension, "node") == 0 ? "a.node" : "a.ele";
  *out = (BrnSource){
      .name = text == files->face ? "a.face" : name, .data = copy, .size = strlen(text)};
  return BRN_OK;
}

static BrnStatus read_files(BrnContext* ctx, const Files* files, bool by_node, BrnMesh** out) {
  const char* text = by_node ? files->node : files->ele;
  Files copy = *files;
  BrnSource source = {.name = by_node ? "a.node" : "a.ele",
                      .data = text,
                      .size = strlen(text),
                      .open_sibling = open_beside,
                      .user = &copy};
  return brn__format_read(ctx, io_format(ctx, "tetgen"), &source, out);
}

static const Files one_based = {
    .node = "# by hand\n5 3 2 1\n1 0 0 0 0.5 10 0\n2 1 0 0 1.5 20 1 # corner\n\n"
            "3 0 1 0 2.5 30 0\n4 0 0 1 3.5 40 -1\n5 1 1 1 4.5 50 2\n",
    .ele = "2 4 2\n# label 3 7 biceps\n1 1 2 3 4 7 0.25\n2 2 5 3 4 3 0.75\n",
    .face = "2 1\n1 1 3 2 4\n2 5 3 4 -1\n",
};
static const Files zero_based = {
    .node = "5 3\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n4 1 1 1",
    .ele = "2 4 0\n0 0 1 2 3\n1 1 4 2 3",
};

static void is_two_tets(const BrnMesh* mesh) {
  const double position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  const int tet[] = {0, 1, 2, 3, 1, 4, 2, 3};
  ENSURE_INT(mesh->vertex_count, 5);
  ENSURE_INT(mesh->tet_count, 2);
  assert_memory_equal(mesh->position, position, sizeof position);
  assert_memory_equal(mesh->tet, tet, sizeof tet);
}

static void both_numberings_are_read_by_either_name(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int by_node = 0; by_node < 2; by_node++) {
    BrnMesh* mesh;
    ENSURE_OK(ctx, read_files(ctx, &zero_based, by_node, &mesh));
    is_two_tets(mesh);
    ENSURE(!mesh->tet_label && mesh->array_count == 0 && mesh->triangle_count == 0);
    brn_mesh_destroy(ctx, mesh);
    ENSURE_OK(ctx, read_files(ctx, &one_based, by_node, &mesh));
    is_two_tets(mesh);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void attributes_markers_and_regions_are_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const double first[] = {0.5, 1.5, 2.5, 3.5, 4.5}, second[] = {10, 20, 30, 40, 50};
  const double marker[] = {0, 1, 0, -1, 2};
  const int triangle[] = {0, 2, 1, 4, 2, 3};
  ENSURE_OK(ctx, read_files(ctx, &one_based, false, &mesh));
  ENSURE_INT(mesh->array_count, 4);
  assert_memory_equal(brn_mesh_find_array(mesh, "attribute_0", BRN_ON_VERTEX)->value, first,
                      sizeof first);
  assert_memory_equal(brn_mesh_find_array(mesh, "attribute_1", BRN_ON_VERTEX)->value, second,
                      sizeof second);
  const BrnArray* array = brn_mesh_find_array(mesh, "marker", BRN_ON_VERTEX);
  assert_memory_equal(array->value, marker, sizeof marker);
  ENSURE_INT(array->number, BRN_I32);
  ENSURE(mesh->tet_label[0] == 7 && mesh->tet_label[1] == 3);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 7), "biceps");
  ENSURE(brn_mesh_find_array(mesh, "attribute_1", BRN_ON_TET)->value[1] == 0.75);
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  ENSURE(mesh->triangle_label[0] == 4 && mesh->triangle_label[1] == -1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void regions_that_are_not_whole_stay_an_array(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  Files files = zero_based;
  files.ele = "2 4 1\n0 0 1 2 3 1\n1 1 4 2 3 2.5\n";
  ENSURE_OK(ctx, read_files(ctx, &files, false, &mesh));
  ENSURE(mesh->tet_label == NULL);
  const BrnArray* array = brn_mesh_find_array(mesh, "attribute_0", BRN_ON_TET);
  ENSURE(array && array->value[0] == 1 && array->value[1] == 2.5);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void nodes_alone_are_a_point_set(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  Files files = {.node = one_based.node};
  ENSURE_OK(ctx, read_files(ctx, &files, true, &mesh));
  ENSURE(mesh->vertex_count == 5 && mesh->tet_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void curved_tets_and_faces_are_taken_by_their_corners(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  Files files = zero_based;
  files.ele = "2 10 0\n0 0 1 2 3 4 4 4 4 4 4\n1 1 4 2 3 0 0 0 0 0 0\n";
  files.face = "1 1\n0 0 2 1 4 4 4 6\n";
  ENSURE_OK(ctx, read_files(ctx, &files, false, &mesh));
  is_two_tets(mesh);
  const int triangle[] = {0, 2, 1};
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  ENSURE_INT(mesh->triangle_label[0], 6);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- round trips

static char* written(BrnContext* ctx, const BrnMesh* mesh, bool nodes) {
  const BrnFormat* format = io_format(ctx, "tetgen");
  BrnWriteDef def = brn_write_def_default();
  BrnSink sink;
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
  ENSURE_OK(ctx, (nodes ? format->write_second : format->write)(ctx, mesh, &def, &sink));
  ENSURE_OK(ctx, brn__sink_close(&sink));
  brn__sink_bytes(&sink, "", 1);
  return sink.buffer;
}

static void meshes_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Files no_faces = one_based;
  no_faces.face = NULL;
  BrnMesh* mesh[3] = {io_sample_tets(ctx, false, true, false),
                      io_sample_tets(ctx, false, false, false), NULL};
  ENSURE_OK(ctx, read_files(ctx, &no_faces, false, &mesh[2]));
  for (int i = 0; i < 3; i++) {
    char *node = written(ctx, mesh[i], true), *ele = written(ctx, mesh[i], false);
    Files files = {.node = node, .ele = ele};
    BrnMesh* back;
    ENSURE_OK(ctx, read_files(ctx, &files, i == 1, &back));
    io_same_geometry(mesh[i], back);
    io_same_labels(mesh[i], back);
    io_same_arrays(mesh[i], back);
    brn_mesh_destroy(ctx, back);
    brn_mesh_destroy(ctx, mesh[i]);
    brn_free(ctx, node);
    brn_free(ctx, ele);
  }
  test_context_done(ctx);
}

// whichever of the two is named, both are written and read
static void files_on_disk_go_in_pairs(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[] = "/tmp/brawn_tetgen_XXXXXX", path[128];
  ENSURE(mkdtemp(folder) != NULL);
  BrnMesh* mesh = io_sample_tets(ctx, false, true, false);
  static const char* const name[] = {"a.node", "b.ele", "c.1"};
  static const char* const stem[] = {"a", "b", "c.1"};
  for (int i = 0; i < 3; i++) {
    BrnWriteDef def = brn_write_def_default();
    def.format = i == 2 ? "tetgen" : NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name[i]);
    ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, &def));
    for (int k = 0; k < 2; k++) {
      BrnMesh* back;
      snprintf(path, sizeof path, "%s/%s.%s", folder, stem[i], k == 0 ? "node" : "ele");
      ENSURE_OK(ctx, brn_mesh_read(ctx, path, NULL, &back));
      io_same_geometry(mesh, back);
      io_same_labels(mesh, back);
      brn_mesh_destroy(ctx, back);
    }
    ENSURE(unlink(path) == 0);
    snprintf(path, sizeof path, "%s/%s.node", folder, stem[i]);
    ENSURE(unlink(path) == 0);
  }
  ENSURE(rmdir(folder) == 0); // and nothing else was
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------- bad files

static void broken_files_are_refused_with_the_place(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define NODE "4 3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
#define ELE "1 4\n1 1 2 3 4\n"
  static const struct {
    Files files;
    const char* expected;
  } bad[] = {
      {{"", ELE, NULL}, "a.node: the file is empty; expected the number of nodes"},
      {{NODE, "# nothing\n", NULL}, "a.ele: the file is empty; expected the number of tets"},
      {{NULL, ELE, NULL}, "a.ele: its nodes are missing: expected the .node file beside"},
      {{"4 2\n1 0 0\n", ELE, NULL}, "a.node:1: dimension is 2, expected 3"},
      {{"1 3\n2 0 0 0\n", ELE, NULL}, "a.node:2: node has index 2, expected 0 or 1"},
      {{"2 3\n1 0 0 0\n3 0 0 0\n", ELE, NULL}, "a.node:3: node has index 3, expected 2"},
      {{"1 3\n1 0 nan 0\n", ELE, NULL},
       "a.node:2: expected a finite number (coordinate of node 0)"},
      {{"100 3\n1 0 0 0\n", ELE, NULL}, "number of nodes is 100, but only"},
      {{"9 3\n1 0.0000000 0 0\n2 0 0 0\n", ELE, NULL}, "a.node:1: 9 nodes, but only"},
      {{"1 3 5000\n1 0 0 0\n", ELE, NULL}, "a.node:1: 5000 attributes, expected at most 1000"},
      {{"1 3 0 2\n1 0 0 0\n", ELE, NULL}, "a.node:1: boundary markers: 2, expected 0 or 1"},
      {{"1 3 -1\n1 0 0 0\n", ELE, NULL}, "a.node:1: expected a count in the first line"},
      {{NODE, "1 5\n1 1 2 3 4 4\n", NULL}, "a.ele:1: a tet has 5 nodes, expected 4 or 10"},
      {{NODE, "1 4\n1 1 2 3 5\n", NULL}, "a.ele:2: corner of tet 0 is node 5, expected 1 to 4"},
      {{NODE, "1 4\n1 1 2 3 x\n", NULL}, "a.ele:2: expected an integer (corner of tet 0), found"},
      {{NODE, "2 4\n1 1 2 3                 4\n", NULL},
       "expected an integer (index of tet 1), but the file"},
      {{NODE, ELE, "1 1\n1 1 2 9 0\n"}, "a.face:2: corner of face 0 is node 9"},
      {{NODE, ELE, "1 1\n1 1 2  3\n"}, "a.face:2: expected the marker of face 0"},
      {{NODE, ELE, "1 3\n1 1 2 3 0\n"}, "a.face:1: boundary markers: 3"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    BrnMesh* mesh;
    ENSURE_STATUS(ctx, read_files(ctx, &bad[i].files, false, &mesh), BRN_BAD_FILE);
    ENSURE_ERROR_HAS(ctx, bad[i].expected);
  }
  test_context_done(ctx);
}

static void is_survived(BrnContext* ctx, const Files* files) {
  size_t before = brn_byte_count(ctx);
  for (int by_node = 0; by_node < 2; by_node++) {
    BrnMesh* mesh;
    BrnStatus status = read_files(ctx, files, by_node, &mesh);
    ENSURE(status == BRN_OK || status == BRN_BAD_FILE);
    brn_mesh_destroy(ctx, mesh);
    ENSURE(brn_byte_count(ctx) == before);
  }
}

static void damaged_files_are_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char value[] = {'\x7f', '9', '-', ' ', '\n', '.', '#'};
  for (int part = 0; part < 3; part++) {
    Files files = one_based;
    const char** slot = part == 0 ? &files.node : part == 1 ? &files.ele : &files.face;
    const char* whole = *slot;
    for (size_t at = 0; at < strlen(whole); at++) {
      char* copy = strdup(whole);
      *slot = copy;
      for (size_t k = 0; k < sizeof value; k++) {
        copy[at] = value[k];
        is_survived(ctx, &files);
      }
      copy[at] = 0; // cut short
      is_survived(ctx, &files);
      free(copy);
    }
  }
  test_context_done(ctx);
}

static void no_memory_is_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = NULL;
  for (int k = 0; !mesh; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = read_files(ctx, &one_based, false, &mesh);
    ENSURE(status == (mesh ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(mesh || brn_byte_count(ctx) == 0);
  }
  brn_fail_allocation(ctx, -1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(both_numberings_are_read_by_either_name),
          cmocka_unit_test(attributes_markers_and_regions_are_kept),
          cmocka_unit_test(regions_that_are_not_whole_stay_an_array),
          cmocka_unit_test(nodes_alone_are_a_point_set),
          cmocka_unit_test(curved_tets_and_faces_are_taken_by_their_corners),
          cmocka_unit_test(meshes_come_back), cmocka_unit_test(files_on_disk_go_in_pairs),
          cmocka_unit_test(broken_files_are_refused_with_the_place),
          cmocka_unit_test(damaged_files_are_survived), cmocka_unit_test(no_memory_is_survived))
