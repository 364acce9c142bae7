// SPDX-License-Identifier: Apache-2.0

#include "vtk_test.h"

// four points, for cells to be put behind
#define HEAD "# vtk DataFile Version 3.0\ntitle\nASCII\n"
#define GRID HEAD "DATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0\n0 1 0 0 0 1\n"
#define TETS GRID "CELLS 2 10\n4 0 1 2 3\n4 1 2 3 0\nCELL_TYPES 2\n10 10\n"

static BrnMesh* read_good(BrnContext* ctx, const char* text) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_text(ctx, "vtk", text, &mesh));
  return mesh;
}

static void array_is(const BrnMesh* mesh, const char* name, BrnDomain on, int components,
                     BrnNumber number, const double* expected) {
  const BrnArray* array = brn_mesh_find_array(mesh, name, on);
  assert_non_null(array);
  ENSURE_INT(array->components, components);
  ENSURE_INT(array->number, number);
  int count = brn_mesh_item_count(mesh, on) * components;
  for (int i = 0; i < count; i++) ENSURE(array->value[i] == expected[i]);
}

// ---------------------------------------------------------------------------------------- reading

static void every_attribute_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_good(
      ctx,
      TETS "CELL_DATA 2\nSCALARS part int 1\nLOOKUP_TABLE default\n3 4\n"
           "VECTORS fibre%20way double\n1 2 3 4 5 6\nCOLOR_SCALARS colour 2\n0 2 0.698 0.00392\n"
           "METADATA\nINFORMATION 1\nNAME x LOCATION y\nDATA 2 0 1\n\n"
           "POINT_DATA 4\nscalars heat float\nLOOKUP_TABLE mine\n0.1 1 2 3\n"
           "SCALARS pair unsigned_short 2\nLOOKUP_TABLE default\n1 2 3 4 5 6 7 8\n"
           "LOOKUP_TABLE mine 2\n0 0 0 1 1 1 1 1\n"
           "NORMALS n float\n1 0 0 1 0 0 1 0 0 1 0 0\n"
           "TENSORS t double\n1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\n"
           "1 2 3 4 5 6 7 8 9\nTEXTURE_COORDINATES uv 2 float\n0 1 2 3 4 5 6 7\n"
           "FIELD FieldData 3\na 1 4 vtktypeint64\n1 2 3 4\nMETADATA\nCOMPONENT_NAMES\nx\n\n"
           "NULL_ARRAY\nb%25 2 4 bit\n0 1 1 0 0 0 1 1\n");
  ENSURE(mesh->vertex_count == 4 && mesh->tet_count == 2 && mesh->triangle_count == 0);
  const int tet[] = {0, 1, 2, 3, 1, 2, 3, 0}, label[] = {3, 4};
  io_same_ints(mesh->tet, tet, 8);
  io_same_ints(mesh->tet_label, label, 2);
  assert_string_equal(mesh->label_array, "part");
  ENSURE_INT(mesh->array_count, 9);
  array_is(mesh, "fibre way", BRN_ON_TET, 3, BRN_F64, (double[]){1, 2, 3, 4, 5, 6});
  array_is(mesh, "colour", BRN_ON_TET, 2, BRN_U8, (double[]){0, 255, 178, 1});
  array_is(mesh, "heat", BRN_ON_VERTEX, 1, BRN_F32, (double[]){0.1f, 1, 2, 3});
  array_is(mesh, "pair", BRN_ON_VERTEX, 2, BRN_U16, (double[]){1, 2, 3, 4, 5, 6, 7, 8});
  array_is(mesh, "uv", BRN_ON_VERTEX, 2, BRN_F32, (double[]){0, 1, 2, 3, 4, 5, 6, 7});
  array_is(mesh, "a", BRN_ON_VERTEX, 1, BRN_I64, (double[]){1, 2, 3, 4});
  array_is(mesh, "b%", BRN_ON_VERTEX, 2, BRN_U8, (double[]){0, 1, 1, 0, 0, 0, 1, 1});
  ENSURE(brn_mesh_find_array(mesh, "t", BRN_ON_VERTEX)->components == 9);
  ENSURE(brn_mesh_find_array(mesh, "n", BRN_ON_VERTEX)->components == 3);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void version_5_cells_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = read_good(ctx, "# vtk DataFile Version 5.1\nvtk output\nASCII\n"
                                 "DATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n0 0 0 1 0 0\n"
                                 "0 1 0 0 0 1\n\nMETADATA\nINFORMATION 0\n\nCELLS 4 11\n"
                                 "OFFSETS vtktypeint64\n0 3 7 11\nCONNECTIVITY vtktypeint64\n"
                                 "0 1 2 0 1 2 3 3 2 1 0\nCELL_TYPES 3\n5\n9\n10\n");
  const int triangle[] = {0, 1, 2, 0, 1, 2, 0, 2, 3}, tet[] = {3, 2, 1, 0}, polygon[] = {0, 1, 1};
  ENSURE(mesh->triangle_count == 3 && mesh->tet_count == 1);
  io_same_ints(mesh->triangle, triangle, 9);
  io_same_ints(mesh->tet, tet, 4);
  io_same_ints(mesh->polygon, polygon, 3);
  brn_mesh_destroy(ctx, mesh);
  mesh = read_good(ctx, "# vtk DataFile Version 5.1\n\nASCII\nDATASET UNSTRUCTURED_GRID\n"
                        "POINTS 0 float\nCELLS 0 0\nOFFSETS int\nCONNECTIVITY int\n");
  ENSURE(mesh->vertex_count == 0 && mesh->triangle_count == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// The arrays of PolyData go over vertices, lines, polygons and strips, wherever these stand.
static void polydata_is_read_in_its_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  VtkLog log;
  vtk_collect_log(ctx, &log, BRN_LOG_INFO);
  BrnMesh* mesh = read_good(ctx, HEAD "DATASET POLYDATA\nPOINTS 5 int\n0 0 0 1 0 0 0 1 0 1 1 0\n"
                                      "2 2 0\nTRIANGLE_STRIPS 1 6\n5 0 1 2 3 4\n"
                                      "POLYGONS 2 9\n3 0 1 2\n4 0 1 3 2\nLINES 1 3\n2 0 1\n"
                                      "VERTICES 1 3\n2 3 4\nCELL_DATA 5\n"
                                      "SCALARS kind int\nLOOKUP_TABLE default\n1 2 3 4 5\n");
  const int triangle[] = {0, 1, 2, 0, 1, 3, 0, 3, 2, 0, 1, 2, 1, 3, 2, 2, 3, 4};
  const int polygon[] = {0, 1, 1, 2, 3, 4};
  ENSURE_INT(mesh->triangle_count, 6);
  io_same_ints(mesh->triangle, triangle, 18);
  io_same_ints(mesh->polygon, polygon, 6);
  array_is(mesh, "kind", BRN_ON_TRIANGLE, 1, BRN_I32, (double[]){3, 4, 4, 5, 5, 5});
  assert_string_equal(log.text, "1 test: left out: 1 vertex groups, 1 polylines\n");
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void binary_numbers_are_big_endian(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char text[] =
      "# vtk DataFile Version 2.0\ntitle\nBINARY\nDATASET UNSTRUCTURED_GRID\n"
      "FIELD FieldData 1\nlabel_names 1 2 string\n\xc5\x33:7:a\x80\x04\x32:1:\n"
      "POINTS 3 short\n\0\1\0\2\0\3\xff\xff\0\0\0\0\1\0\0\0\0\0\n"
      "CELLS 1 4\n\0\0\0\3\0\0\0\0\0\0\0\1\0\0\0\2\nCELL_TYPES 1\n\0\0\0\5\n"
      "POINT_DATA 3\nSCALARS s float\nLOOKUP_TABLE default\n\x3f\x80\0\0\xc0\0\0\0\0\0\0\0\n"
      "FIELD f 1\nb 1 3 bit\n\xa0\nCELL_DATA 1\nSCALARS region char\n\xfe\n";
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_bytes(ctx, "vtk", text, sizeof text - 1, &mesh));
  const double position[] = {1, 2, 3, -1, 0, 0, 256, 0, 0};
  for (int i = 0; i < 9; i++) ENSURE(mesh->position[i] == position[i]);
  const int triangle[] = {0, 1, 2}, label[] = {-2};
  io_same_ints(mesh->triangle, triangle, 3);
  io_same_ints(mesh->triangle_label, label, 1);
  array_is(mesh, "s", BRN_ON_VERTEX, 1, BRN_F32, (double[]){1, -2, 0});
  array_is(mesh, "b", BRN_ON_VERTEX, 1, BRN_U8, (double[]){1, 0, 1});
  assert_string_equal(mesh->label_array, "region");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 7), "a");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 1), "");
  brn_mesh_destroy(ctx, mesh);
  io_trial_cut_short(ctx, "vtk", text, sizeof text - 1);
  io_trial_changed_byte(ctx, "vtk", text, sizeof text - 1);
  io_trial_no_memory(ctx, "vtk", text, sizeof text - 1);
  test_context_done(ctx);
}

static void labels_are_found_by_name(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  // "label" is no integer, "part" has two components, "material" is out of range
  BrnMesh* mesh = read_good(ctx, TETS "CELL_DATA 2\nFIELD f 6\nmedit:ref 1 2 int\n8 9\n"
                                      "label 1 2 double\n1 2\npart 2 2 int\n1 2 3 4\n"
                                      "material 1 2 unsigned_int\n4294967295 1\n"
                                      "gmsh:physical 1 2 short\n-5 6\nregion_ 1 2 int\n7 8\n");
  const int label[] = {-5, 6};
  io_same_ints(mesh->tet_label, label, 2);
  assert_string_equal(mesh->label_array, "gmsh:physical");
  ENSURE_INT(mesh->array_count, 5);
  ENSURE(!brn_mesh_find_array(mesh, "gmsh:physical", BRN_ON_TET));
  brn_mesh_destroy(ctx, mesh);
  mesh = read_good(ctx, TETS "CELL_DATA 2\nFIELD f 2\npart 1 2 int\n1 2\nlabel 1 2 int\n3 4\n");
  const int other[] = {3, 4};
  io_same_ints(mesh->tet_label, other, 2);
  ENSURE(mesh->label_array == NULL && mesh->array_count == 1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void cells_left_out_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  VtkLog log;
  vtk_collect_log(ctx, &log, BRN_LOG_INFO);
  BrnMesh* mesh = read_good(
      ctx, HEAD "DATASET UNSTRUCTURED_GRID\nPOINTS 10 float\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
                "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nCELLS 11 73\n8 0 1 2 3 4 5 6 7\n"
                "8 0 1 2 3 4 5 6 7\n6 0 1 2 3 4 5\n6 5 4 3 2 1 0\n10 9 8 7 6 5 4 3 2 1 0\n"
                "2 0 1\n1 0\n3 0 1 2\n2 0 1\n8 0 1 2 3 4 5 6 7\n"
                "8 0 1 2 3 4 5 6 7\nCELL_TYPES 11\n12 12 13 22 24 3 1 7 7 25 200\n"
                "CELL_DATA 11\nSCALARS s int\nLOOKUP_TABLE default\n0 1 2 3 4 5 6 7 8 9 10\n");
  assert_string_equal(
      log.text,
      "1 test: left out: 1 vertices, 1 lines\n"
      "2 test: left out: 2 hexahedra, 1 wedges, 1 quadratic hexahedra, 1 cells of type 200, "
      "1 polygons and strips of fewer than 3 corners (a mesh holds triangles and tets)\n"
      "2 test: 1 quadratic triangles, 1 quadratic tets are taken by their corners alone; their "
      "other points stay, unused\n");
  const int triangle[] = {5, 4, 3, 0, 1, 2}, tet[] = {9, 8, 7, 6};
  ENSURE(mesh->triangle_count == 2 && mesh->tet_count == 1 && mesh->vertex_count == 10);
  io_same_ints(mesh->triangle, triangle, 6);
  io_same_ints(mesh->tet, tet, 4);
  ENSURE(mesh->polygon == NULL);
  array_is(mesh, "s", BRN_ON_TRIANGLE, 1, BRN_I32, (double[]){3, 7});
  array_is(mesh, "s", BRN_ON_TET, 1, BRN_I32, (double[]){4});
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void arrays_left_out_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  VtkLog log;
  vtk_collect_log(ctx, &log, BRN_LOG_WARNING);
  BrnMesh* mesh = read_good(
      ctx, TETS "CELL_DATA 2\nFIELD f 5\na 1 2 int\n1 2\na 1 2 int\n3 4\nb 1 3 int\n1 2 3\n"
                "c 1 2 string\none\n\nd 0 0 int\nPOINT_DATA 4\nSCALARS a int\n1 2 3 4\n");
  assert_string_equal(log.text,
                      "2 test: array \"a\" left out: its name is taken\n"
                      "2 test: array \"b\" left out: it has another length than its grid\n"
                      "2 test: array \"c\" left out: it holds text\n"
                      "2 test: array \"d\" left out: it has another length than its grid\n");
  ENSURE_INT(mesh->array_count, 2);
  array_is(mesh, "a", BRN_ON_TET, 1, BRN_I32, (double[]){1, 2});
  array_is(mesh, "a", BRN_ON_VERTEX, 1, BRN_I32, (double[]){1, 2, 3, 4});
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- refusing

static void bad_headers_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  io_refuses(ctx, "vtk", "", "test: the file is empty; expected \"# vtk DataFile Version");
  io_refuses(ctx, "vtk", "solid x\n", "test:1: expected \"# vtk DataFile Version 3.0\"");
  io_refuses(ctx, "vtk", "# vtk DataFile Version x\n", "test:1: expected a version number");
  io_refuses(ctx, "vtk", "# vtk DataFile Version 3.0\n", "test:2: expected a title");
  io_refuses(ctx, "vtk", "# vtk DataFile Version 3.0\nt\nTEXT\n",
             "test:3: expected \"ASCII\" or \"BINARY\", found \"TEXT\"");
  io_refuses(ctx, "vtk", HEAD, "expected DATASET UNSTRUCTURED_GRID or POLYDATA, but the file ends");
  io_refuses(ctx, "vtk", HEAD "POINTS 1 int\n", "test:4: expected a keyword (DATASET), found");
  io_refuses(ctx, "vtk", TETS "DATASET POLYDATA\n", "a second DATASET");
  ENSURE_STATUS(ctx, io_read_text(ctx, "vtk", "# vtk DataFile Version 7.0\n", &mesh),
                BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "VTK file version 7.0 is not known");
  ENSURE_STATUS(ctx, io_read_text(ctx, "vtk", HEAD "DATASET STRUCTURED_GRID\n", &mesh),
                BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "test:4: DATASET STRUCTURED_GRID is not read; UNSTRUCTURED_GRID and POLY");
  test_context_done(ctx);
}

static void bad_geometry_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[][2] = {
      {HEAD "DATASET POLYDATA\nPOINTS 1 double\n0 nan 0\n",
       "test:6: expected a finite number (coordinate 1), found \"nan\""},
      {HEAD "DATASET POLYDATA\nPOINTS 1 double\n0 0 1e999\n", "expected a finite number"},
      {HEAD "DATASET POLYDATA\nPOINTS 1 float\n0 0 1e39\n",
       "test:6: expected a finite number (coordinate 2), found \"1e39\""},
      {HEAD "DATASET POLYDATA\nPOINTS 1 string\n", "test:5: points must be numbers"},
      {HEAD "DATASET POLYDATA\nPOINTS 1 quad\n",
       "expected a number type (double, int, ...), found"},
      {HEAD "DATASET POLYDATA\nPOINTS -1 double\n", "expected the number of points (0 to 21474836"},
      {HEAD "DATASET POLYDATA\nPOINTS 2000000000 double\n0 0 0\n",
       "test:5: expected 6000000000 numbers (coordinates), but only 7 bytes are left"},
      {HEAD "DATASET POLYDATA\n", "expected POINTS, but the file ends"},
      {GRID "POINTS 1 int\n0 0 0\n", "a second POINTS"},
      {GRID "CELLS 1 5\n4 0 1 2 4\n", "test:9: corner 3 is 4, expected at least 0 and less than 4"},
      {GRID "CELLS 1 5\n4 0 1 -2 3\n", "test:9: corner 2 is -2"},
      {GRID "CELLS 1 5\n4 0 1 2\n", "expected an integer (corner 3), but the file ends"},
      {GRID "CELLS 1 5\n5 0 1 2 3\n", "corner count of cell 0 is 5, expected at least 0 and less"},
      {GRID "CELLS 1 5\n3 0 1 2\n", "the cells have 1 numbers fewer than announced (5)"},
      {GRID "CELLS 3 2\n", "3 cells do not fit in 2 numbers"},
      {GRID "CELLS 100 2000000000\n4 0\n", "expected 2000000000 numbers (cells)"},
      {GRID "CELLS 1 5\n4 0 1 2 3\n", "expected CELL_TYPES, but the file ends"},
      {GRID "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 2\n10 10\n", "CELL_TYPES 2, but there are 1 cells"},
      {GRID "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n256\n", "test:11: type of cell 0 is 256"},
      {GRID "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n5\n",
       "test: cell 0 has 4 corners, but its type 5 (triangles) has 3"},
      {GRID "CELLS 1 5\n4 0 1 2 3\nCELLS 1 5\n", "these cells are there twice"},
      {GRID "CELLS 2 4\nOFFSETS int\n0 3\nCONNECTIVITY int\n0 1 2\n", "the last offset is 3"},
      {GRID "CELLS 3 4\nOFFSETS int\n0 4 3\n", "test:10: offset 2 is 3, expected at least 4"},
      {GRID "CELLS 2 4\nOFFSETS int\n1 4\n", "offset 0 is 1, expected 0"},
      {GRID "CELLS 2 4\nOFFSETS int\n0 5\n", "offset 1 is 5, expected at least 0 and less than 5"},
      {GRID "CELLS 2 4\nOFFSETS float\n0 4\n", "expected an integer type"},
      {GRID "CELLS 2 2000000000\nOFFSETS int\n0 4\n", "2000000000 corners are announced"},
      {GRID "CELLS 2 4\nOFFSETS int\n0 4\nCORNERS int\n",
       "expected CONNECTIVITY, found \"CORNERS\""},
      {GRID "POLYGONS 1 4\n3 0 1 2\n", "expected a keyword (POINTS, CELLS, POINT_DATA, ...), fo"},
      // corners before the points are checked at the end
      {HEAD "DATASET POLYDATA\nPOLYGONS 1 4\n3 0 1 2\nPOINTS 2 int\n0 0 0 1 1 1\n",
       "test: cell 0 has corner 2, but there are 2 points"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    io_refuses(ctx, "vtk", bad[i][0], bad[i][1]);
  test_context_done(ctx);
}

static void bad_arrays_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[][2] = {
      {TETS "CELL_DATA 3\n", "test:13: CELL_DATA 3, but there are 2 cells"},
      {TETS "POINT_DATA 3\n", "POINT_DATA 3, but there are 4 points"},
      {TETS "CELL_DATA 2\nSCALARS s int\nLOOKUP_TABLE default\n1 x\n",
       "test:16: expected a number (s 1), found \"x\""},
      {TETS "CELL_DATA 2\nSCALARS s int 0\n", "expected the number of components, found \"0\""},
      {TETS "CELL_DATA 2\nSCALARS s int\nLOOKUP_TABLE default\n1", "expected a number (s 1), but"},
      {TETS "CELL_DATA 2\nVECTORS v double\n1 2\n", "expected 6 numbers (v), but only 5 bytes"},
      {TETS "CELL_DATA 2\nVECTORS v\n", "expected a number type, but the file ends"},
      {TETS "CELL_DATA 2\nVECTORS", "expected the name of an array, but the file ends"},
      {TETS "CELL_DATA 2\nTEXTURE_COORDINATES t 0 int\n", "array \"t\" has no components"},
      {TETS "CELL_DATA 2\nCOLOR_SCALARS t 0\n", "array \"t\" has no components"},
      {TETS "CELL_DATA 2\nCOLOR_SCALARS t x\n", "expected the number of components"},
      {TETS "CELL_DATA 2\nFIELD f 1\na 2000000000 2000000000 int\n1",
       "expected 4000000000000000000 numbers (a)"},
      {TETS "CELL_DATA 2\nFIELD f 2\na 1 2 int\n1 2", "expected the name of an array, but the"},
      {TETS "CELL_DATA 2\nFIELD f -1\n", "expected the number of arrays (0 to"},
      {TETS "CELL_DATA 2\nFIELD f 1\na -1 2 int\n", "expected the number of components (0 to"},
      {TETS "CELL_DATA 2\nFIELD f 1\na 1 x int\n", "expected the number of tuples (0 to"},
      {TETS "CELL_DATA 2\nFIELD f 1\na 1 3 string\nx\n", "expected a string, but the file ends"},
      {TETS "CELL_DATA 2\nLOOKUP_TABLE t 9\n1 2\n", "expected 36 numbers (a lookup table)"},
      {TETS "CELL_DATA 2\nPOINTS 1 int\n0 0 0\n", "expected a keyword"},
      {TETS "SCALARS s int\n1 2\n", "expected a keyword (POINTS, CELLS, POINT_DATA, ...), found"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    io_refuses(ctx, "vtk", bad[i][0], bad[i][1]);
  test_context_done(ctx);
}

static void refuses_bytes(BrnContext* ctx, const char* text, size_t size, const char* expected) {
  BrnMesh* mesh;
  ENSURE_STATUS(ctx, io_read_bytes(ctx, "vtk", text, size, &mesh), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, expected);
}

static void binary_errors_tell_the_byte(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define BINARY "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET UNSTRUCTURED_GRID\n"
#define REFUSES(text, expected) refuses_bytes(ctx, text, sizeof text - 1, expected)
  REFUSES(BINARY "POINTS 1 double\n\0\0", "test: byte 78: expected 3 numbers (coordinates), but");
  REFUSES(BINARY "POINTS 1 double x\n", "expected the end of the line before coordinates, found");
  REFUSES(BINARY "POINTS 1 float\n\0\0\0\0\x7f\x80\0\0\0\0\0\0\n", "vertex 0: y is infinite");
  REFUSES(BINARY "POINTS 1 char\n\0\0\0CELLS 1 2\n\0\0\0\1\0\0\0\1",
          "test: byte 93: corner 0 is 1, expected at least 0 and less than 1");
  REFUSES(BINARY "POINTS 1 char\n\0\0\0CELLS 1 2\n\0\0\0\1\xff\xff\xff\xff", "corner 0 is -1");
  REFUSES(BINARY "FIELD f 1\na 1 1 string\n\xc9"
                 "abc",
          "test: byte 85: expected a string of 9 bytes, but only 3 are left");
  REFUSES(BINARY "FIELD f 1\na 1 1 string\n\x01"
                 "abc",
          "expected a string, but the file ends");
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- writing

static void everything_comes_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  vtk_round_trips(ctx, "vtk", true);
  vtk_gaps_are_zero(ctx, "vtk");
  test_context_done(ctx);
}

static void ascii_file_is_as_expected(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = vtk_sample_polygons(ctx, true);
  mesh->label_array = brn__strdup(ctx, "my part");
  BrnWriteDef def = brn_write_def_default();
  def.encoding = BRN_ENCODING_ASCII;
  BrnSink sink;
  io_write(ctx, "vtk", mesh, &def, &sink);
  brn__sink_bytes(&sink, "", 1);
  assert_string_equal(
      sink.buffer,
      "# vtk DataFile Version 3.0\nwritten by Brawn\nASCII\nDATASET UNSTRUCTURED_GRID\n"
      "FIELD FieldData 1\nlabel_names 1 1 string\n2:99:skin%20%25%20of%20the%20arm\n"
      "POINTS 6 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n2 0.25 0.3333333333333333\n"
      "CELLS 6 29\n3 0 1 2\n4 0 1 4 3\n5 0 1 4 5 3\n3 4 2 3\n4 0 1 2 3\n4 1 4 2 3\n"
      "CELL_TYPES 6\n5\n9\n7\n5\n10\n10\n"
      "CELL_DATA 6\nFIELD FieldData 2\nmy%20part 1 6 int\n100\n99\n98\n97\n0\n0\n"
      "area 1 6 float\n0\n10\n20\n30\n0\n0\n");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// VTK's own layout of strings: one, two or four bytes of length
static void long_names_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const size_t length[] = {0, 58, 59, 60, 300, 16379, 16380, 70000};
  BrnMesh* mesh = io_sample_tets(ctx, false, true, false);
  for (int i = 0; i < 8; i++) {
    char* name = malloc(length[i] + 1);
    memset(name, 'a' + i, length[i]);
    name[length[i]] = 0;
    ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, i, name));
    ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, name, BRN_ON_TET, 1, BRN_U8, NULL));
    free(name);
  }
  for (int e = BRN_ENCODING_DEFAULT; e <= BRN_ENCODING_ASCII; e++) {
    BrnMesh* back = vtk_round_trip(ctx, "vtk", mesh, (BrnEncoding)e);
    io_same_labels(mesh, back);
    ENSURE_INT(back->array_count, 8);
    ENSURE(brn_mesh_find_array(back, "unnamed", BRN_ON_TET)); // what had no name got one
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void clashes_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  VtkLog log;
  BrnMesh* mesh = io_sample_tets(ctx, true, true, false);
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "label", BRN_ON_TET, 1, BRN_F64, NULL));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "x", BRN_ON_TRIANGLE, 2, BRN_F64, NULL));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "x", BRN_ON_TET, 1, BRN_F64, NULL));
  vtk_collect_log(ctx, &log, BRN_LOG_WARNING);
  BrnMesh* back = vtk_round_trip(ctx, "vtk", mesh, BRN_ENCODING_DEFAULT);
  assert_string_equal(log.text, "2 array \"label\" on the tets left out: the labels are written "
                                "under its name\n2 array \"x\" on the triangles left out: the one "
                                "on the tets has another width\n");
  ENSURE_INT(back->array_count, 2);
  io_same_labels(mesh, back);
  brn_mesh_destroy(ctx, back);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// what shares a polygon but is no fan goes out as triangles
static void broken_fans_are_triangles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = vtk_sample_polygons(ctx, false);
  memcpy(mesh->triangle + 3, (int[]){0, 1, 4, 0, 3, 4}, 6 * sizeof(int)); // no common edge in turn
  memcpy(mesh->triangle + 9, (int[]){0, 1, 4, 4, 4, 5}, 6 * sizeof(int)); // another first corner
  BrnMesh* back = vtk_round_trip(ctx, "vtk", mesh, BRN_ENCODING_DEFAULT);
  io_same_geometry(mesh, back);
  ENSURE(back->polygon == NULL);
  brn_mesh_destroy(ctx, back);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void empty_mesh_comes_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  for (int e = BRN_ENCODING_DEFAULT; e <= BRN_ENCODING_ASCII; e++) {
    BrnMesh* back = vtk_round_trip(ctx, "vtk", mesh, (BrnEncoding)e);
    vtk_same_meshes(mesh, back);
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void damaged_files_end_cleanly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh[] = {vtk_sample_polygons(ctx, true), io_sample_tets(ctx, true, true, true)};
  for (int i = 0; i < 2; i++) {
    BrnWriteDef def = brn_write_def_default();
    io_trials(ctx, "vtk", mesh[i], &def);
    def.encoding = BRN_ENCODING_ASCII;
    io_trials(ctx, "vtk", mesh[i], &def);
    brn_mesh_destroy(ctx, mesh[i]);
  }
  static const char new_cells[] = GRID "CELLS 3 8\nOFFSETS int\n0 4 8\nCONNECTIVITY int\n"
                                       "0 1 2 3 3 2 1 0\nCELL_TYPES 2\n10 10\n";
  io_trial_cut_short(ctx, "vtk", new_cells, sizeof new_cells - 1);
  io_trial_changed_byte(ctx, "vtk", new_cells, sizeof new_cells - 1);
  io_trial_no_memory(ctx, "vtk", new_cells, sizeof new_cells - 1);
  vtk_write_without_memory(ctx, "vtk", true, BRN_ENCODING_DEFAULT);
  vtk_write_without_memory(ctx, "vtk", true, BRN_ENCODING_ASCII);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_attribute_is_read), cmocka_unit_test(version_5_cells_are_read),
          cmocka_unit_test(polydata_is_read_in_its_order),
          cmocka_unit_test(binary_numbers_are_big_endian),
          cmocka_unit_test(labels_are_found_by_name), cmocka_unit_test(cells_left_out_are_counted),
          cmocka_unit_test(arrays_left_out_are_told), cmocka_unit_test(bad_headers_are_refused),
          cmocka_unit_test(bad_geometry_is_refused), cmocka_unit_test(bad_arrays_are_refused),
          cmocka_unit_test(binary_errors_tell_the_byte), cmocka_unit_test(everything_comes_back),
          cmocka_unit_test(ascii_file_is_as_expected), cmocka_unit_test(long_names_come_back),
          cmocka_unit_test(clashes_are_told), cmocka_unit_test(broken_fans_are_triangles),
          cmocka_unit_test(empty_mesh_comes_back), cmocka_unit_test(damaged_files_end_cleanly))
