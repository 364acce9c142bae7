// SPDX-License-Identifier: Apache-2.0

#include "io/io_test.h"

// keywords in no order, on one line or several; lists we do not hold in between
static const char sample[] =
    "MeshVersionFormatted 1\n# a comment with Vertices in it\n"
    "Dimension\n3\n"
    "Triangles 1\n1 3 2 4 # skin\n"
    "# label 3 7 upper arm\n# label 2 4 skin\n# label me\n# label 9 9 x\n"
    "Edges\n2\n1 2 0\n2 3 0\nCorners 1 1\nRidges\n1\n2\n"
    "Vertices\n5\n0 0 0 0\n1 0 0 2\n0 1 0 0\n0 0 1d0 0\n1 1 1 -3\n"
    "RequiredVertices 2\n1\n2\nNormals\n1\n0 0 1\nNormalAtVertices 1\n1 1\n"
    "Quadrilaterals\n1\n1 2 3 4 5\n"
    "Tetrahedra\n2\n1 2 3 4 7\n2 5 3 4 0\nHexahedra 1\n1 2 3 4 5 1 2 3 0\n"
    "End\n";

static void every_list_is_read_or_passed_over(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  const double position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  const double reference[] = {0, 2, 0, 0, -3};
  const int triangle[] = {0, 2, 1, 0, 1, 2, 0, 2, 3}, label[] = {4, 5, 5}, polygon[] = {0, 1, 1};
  const int tet[] = {0, 1, 2, 3, 1, 4, 2, 3}, tet_label[] = {7, 0};
  ENSURE_OK(ctx, io_read_text(ctx, "medit", sample, &mesh));
  ENSURE_INT(mesh->vertex_count, 5);
  ENSURE_INT(mesh->triangle_count, 3);
  ENSURE_INT(mesh->tet_count, 2);
  assert_memory_equal(mesh->position, position, sizeof position);
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  assert_memory_equal(mesh->triangle_label, label, sizeof label);
  assert_memory_equal(mesh->polygon, polygon, sizeof polygon);
  assert_memory_equal(mesh->tet, tet, sizeof tet);
  assert_memory_equal(mesh->tet_label, tet_label, sizeof tet_label);
  ENSURE_INT(mesh->array_count, 1);
  const BrnArray* array = brn_mesh_find_array(mesh, "reference", BRN_ON_VERTEX);
  assert_memory_equal(array->value, reference, sizeof reference);
  ENSURE_INT(mesh->label_count, 2);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 7), "upper arm");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 4), "skin");
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void meshes_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh[4] = {io_sample_tets(ctx, true, true, false),
                      io_sample_tets(ctx, false, false, false), io_sample_cube(ctx), NULL};
  ENSURE_OK(ctx, io_read_text(ctx, "medit", sample, &mesh[3]));
  for (int i = 0; i < 4; i++) {
    BrnSink sink;
    BrnMesh* back;
    io_write(ctx, "medit", mesh[i], NULL, &sink);
    ENSURE_OK(ctx, io_read_bytes(ctx, "medit", sink.buffer, sink.used, &back));
    io_same_geometry(mesh[i], back);
    io_same_labels(mesh[i], back);
    io_same_arrays(mesh[i], back);
    io_same_ints(mesh[i]->polygon, back->polygon, back->triangle_count);
    brn__sink_abandon(&sink);
    brn_mesh_destroy(ctx, back);
    brn_mesh_destroy(ctx, mesh[i]);
  }
  test_context_done(ctx);
}

#define HEAD "MeshVersionFormatted 2\nDimension 3\n"
#define FOUR "Vertices 4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"

static void broken_files_are_refused_with_the_place(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[][2] = {
      {"", "test: the file is empty; expected MeshVersionFormatted"},
      {"solid\n", "test:1: expected MeshVersionFormatted, found \"solid\""},
      {"MeshVersionFormatted 9\n", "test:1: MeshVersionFormatted is 9, expected 1 to 4"},
      {HEAD "End\n", "test:3: expected Vertices"},
      {HEAD "Vertices\n2\n0 0 0 0\n0 0 x 0\nEnd\n",
       "test:6: expected a finite number (coordinate of vertex 1), found \"x\""},
      {HEAD "Vertices\n1\n0 inf 0 0\n", "test:5: expected a finite number"},
      {HEAD "Vertices\n1\n0 nan 0 0\n", "test:5: expected a finite number"},
      {HEAD "Vertices\n9999\n0 0 0 0\n", "test:4: number of Vertices is 9999, but only"},
      {HEAD "Vertices\n-1\n", "number of Vertices is negative"},
      {HEAD FOUR FOUR, "test:8: a second list of Vertices"},
      {HEAD FOUR "Triangles 1\n1 2 5 0\n",
       "test:9: Triangles: item 0 has vertex 5, expected 1 to 4"},
      {HEAD FOUR "Tetrahedra 1\n0 1 2 3 0\n", "test:9: Tetrahedra: item 0 has vertex 0"},
      {HEAD "Tetrahedra 1\n1 2 3 9 0\n" FOUR, "test: tet 0 has corner 8, but there are 4"},
      {HEAD FOUR "Tetrahedra 1\n1 2 3 4\nEnd\n", "found \"End\""},
      {HEAD "17\n", "test:3: expected a keyword such as Vertices, found \"17\""},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    io_refuses(ctx, "medit", bad[i][0], bad[i][1]);
  }
  test_context_done(ctx);
}

static void binary_and_flat_meshes_are_not_supported(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  static const char binary[] = {1, 0, 0, 0, 2, 0, 0, 0};
  ENSURE_STATUS(ctx, io_read_bytes(ctx, "medit", binary, sizeof binary, &mesh), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "test: this is a binary mesh (.meshb)");
  const char* flat = "MeshVersionFormatted 2\nDimension 2\nVertices 0\n";
  ENSURE_STATUS(ctx, io_read_text(ctx, "medit", flat, &mesh), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "test:2: the mesh has dimension 2, expected 3");
  test_context_done(ctx);
}

static void damaged_files_are_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  io_trial_cut_short(ctx, "medit", sample, strlen(sample));
  io_trial_changed_byte(ctx, "medit", sample, strlen(sample));
  io_trial_no_memory(ctx, "medit", sample, strlen(sample));
  BrnMesh* mesh = io_sample_tets(ctx, true, true, true);
  io_trials(ctx, "medit", mesh, NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_list_is_read_or_passed_over), cmocka_unit_test(meshes_come_back),
          cmocka_unit_test(broken_files_are_refused_with_the_place),
          cmocka_unit_test(binary_and_flat_meshes_are_not_supported),
          cmocka_unit_test(damaged_files_are_survived))
