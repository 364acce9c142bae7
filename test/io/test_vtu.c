// SPDX-License-Identifier: Apache-2.0

#include "vtu_build.h"

// ---------------------------------------------------------------------------------------- reading

static void every_encoding_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int i = 0; i < 32; i++) {
    VtuVariant variant = {(VtuMode)(i / 8), i & 1 ? 4 : 8, i & 2, i & 4};
    BrnSink file;
    BrnMesh* mesh;
    vtu_build(ctx, variant, &file);
    ENSURE_OK(ctx, io_read_bytes(ctx, "vtu", file.buffer, file.used, &mesh));
    vtu_ensure_built(ctx, mesh);
    brn_mesh_destroy(ctx, mesh);
    brn__sink_abandon(&file);
  }
  test_context_done(ctx);
}

static void damaged_encodings_end_cleanly(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(1);
  static const VtuVariant variant[] = {
      {VTU_INLINE, 8, true, true}, {VTU_RAW, 4, true, false}, {VTU_BASE64, 4, false, false}};
  for (size_t i = 0; i < sizeof variant / sizeof *variant; i++) {
    BrnSink file;
    vtu_build(ctx, variant[i], &file);
    io_trial_cut_short(ctx, "vtu", file.buffer, file.used);
    io_trial_changed_byte(ctx, "vtu", file.buffer, file.used);
    io_trial_no_memory(ctx, "vtu", file.buffer, file.used);
    brn__sink_abandon(&file);
  }
  test_context_done(ctx);
}

// the arrays of PolyData go over vertices, lines, polygons and strips
static void polydata_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  VtkLog log;
  vtk_collect_log(ctx, &log, BRN_LOG_INFO);
  BrnMesh* mesh;
  const char* text =
      "<VTKFile type='PolyData'><PolyData><Piece NumberOfPoints='4' NumberOfVerts='1' "
      "NumberOfLines='1' NumberOfStrips='1' NumberOfPolys='1'><CellData>"
      "<DataArray type='Int32' Name='k'>1 2 3 4</DataArray></CellData>"
      "<Points><DataArray type='Int8' NumberOfComponents='3'>0 0 0 1 0 0 0 1 0 1 1 0</DataArray>"
      "</Points><Verts><DataArray type='Int8' Name='connectivity'>0</DataArray>"
      "<DataArray type='Int8' Name='offsets'>1</DataArray></Verts>"
      "<Lines><DataArray type='Int8' Name='connectivity'>0 1</DataArray>"
      "<DataArray type='Int8' Name='offsets'>2</DataArray></Lines>"
      "<Strips><DataArray type='Int8' Name='connectivity'>0 1 2 3</DataArray>"
      "<DataArray type='Int8' Name='offsets'>4</DataArray></Strips>"
      "<Polys><DataArray type='Int8' Name='connectivity'>3 2 1</DataArray>"
      "<DataArray type='Int8' Name='offsets'>3</DataArray></Polys></Piece></PolyData></VTKFile>";
  ENSURE_OK(ctx, io_read_text(ctx, "vtp", text, &mesh));
  const int triangle[] = {3, 2, 1, 0, 1, 2, 1, 3, 2};
  ENSURE_INT(mesh->triangle_count, 3);
  io_same_ints(mesh->triangle, triangle, 9);
  const BrnArray* k = brn_mesh_find_array(mesh, "k", BRN_ON_TRIANGLE);
  ENSURE(k->value[0] == 3 && k->value[1] == 4 && k->value[2] == 4);
  assert_string_equal(log.text, "1 test: left out: 1 vertex groups, 1 polylines\n");
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a file of one triangle; the parts can be replaced
#define FILE_OF(attributes, rest)                                                                  \
  "<VTKFile type='UnstructuredGrid' " attributes ">\n<UnstructuredGrid>\n" rest                    \
  "</UnstructuredGrid>\n</VTKFile>"
#define POINTS                                                                                     \
  "<Points><DataArray type='Float64' NumberOfComponents='3'>0 0 0 1 0 0 0 1 0</DataArray>"         \
  "</Points>\n"
#define CORNERS "<DataArray type='Int32' Name='connectivity'>0 1 2</DataArray>\n"
#define ENDS "<DataArray type='Int32' Name='offsets'>3</DataArray>\n"
#define TYPES "<DataArray type='UInt8' Name='types'>5</DataArray>\n"
#define PIECE(rest) "<Piece NumberOfPoints='3' NumberOfCells='1'>\n" rest "</Piece>\n"
#define CELLS(rest) "<Cells>\n" rest "</Cells>\n"
#define TRIANGLE(rest) FILE_OF("", PIECE(rest POINTS CELLS(CORNERS ENDS TYPES)))
#define POINT_ARRAY(attributes, text)                                                              \
  TRIANGLE("<PointData><DataArray " attributes ">" text "</DataArray></PointData>")

static void arrays_left_out_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  VtkLog log;
  vtk_collect_log(ctx, &log, BRN_LOG_WARNING);
  BrnMesh* mesh;
  ENSURE_OK(ctx, io_read_text(ctx, "vtu",
                              TRIANGLE("<PointData><DataArray type='Foo' Name='a'>1</DataArray>"
                                       "<Array type='String' Name='b'>1</Array>"
                                       "<DataArray type='Bit' Name='&lt;c&gt;'>1 0 1</DataArray>"
                                       "<DataArray type='Int8' Name='&lt;c&gt;'>x</DataArray>"
                                       "</PointData>"),
                              &mesh));
  assert_string_equal(log.text, "2 test: array \"a\" left out: its number type is not known\n"
                                "2 test: array \"b\" left out: it holds text\n");
  ENSURE_INT(mesh->array_count, 1);
  const BrnArray* c = brn_mesh_find_array(mesh, "<c>", BRN_ON_VERTEX);
  ENSURE(c && c->number == BRN_U8 && c->value[0] == 1 && c->value[1] == 0 && c->value[2] == 1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void pieces_must_agree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  VtkLog log;
  vtk_collect_log(ctx, &log, BRN_LOG_WARNING);
  BrnMesh* mesh;
#define DATA(rest) PIECE("<CellData>" rest "</CellData>" POINTS CELLS(CORNERS ENDS TYPES))
  ENSURE_OK(
      ctx, io_read_text(ctx, "vtu",
                        FILE_OF("", "<Piece/>" DATA("<DataArray type='Int8' Name='a'>1</DataArray>"
                                                    "<DataArray type='Int8' Name='b'>2</DataArray>"
                                                    "<DataArray type='Int8' Name='c'>3</DataArray>")
                                        DATA("<DataArray type='Int8' Name='c'>4</DataArray>"
                                             "<DataArray type='Int16' Name='a'>5</DataArray>")),
                        &mesh));
  assert_string_equal(log.text, "2 test: array \"a\" left out: it differs between pieces\n"
                                "2 test: array \"b\" left out: not all pieces have it\n");
  ENSURE(mesh->triangle_count == 2 && mesh->vertex_count == 6 && mesh->array_count == 1);
  ENSURE(mesh->array[0].value[0] == 3 && mesh->array[0].value[1] == 4);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void empty_files_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const text[] = {
      FILE_OF("", ""), FILE_OF("", "<Piece NumberOfPoints='0' NumberOfCells='0'></Piece>"),
      FILE_OF("", "<FieldData><Array type='String' Name='label_names'/></FieldData>"),
      FILE_OF("compressor=''", "<Piece NumberOfPoints='0' NumberOfCells='0'><Points/></Piece>")};
  for (int i = 0; i < 4; i++) {
    BrnMesh* mesh;
    ENSURE_OK(ctx, io_read_text(ctx, "vtu", text[i], &mesh));
    ENSURE(mesh->vertex_count == 0 && mesh->triangle_count == 0 && mesh->tet_count == 0);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- refusing

static void bad_roots_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[][2] = {
      {"", "test: the file is empty; expected <VTKFile>"},
      {"<a/>", "test:1: expected <VTKFile>, found <a>"},
      {"<VTKFile type='UnstructuredGrid'/>", "expected <UnstructuredGrid> in <VTKFile>"},
      {"<VTKFile type='PolyData'></VTKFile>", "expected <PolyData> in <VTKFile>"},
      {FILE_OF("header_type='UInt16'", ""), "expected header_type \"UInt32\" or \"UInt64\", found"},
      {FILE_OF("byte_order='Middle'", ""), "expected byte_order \"LittleEndian\" or \"BigEndian\""},
      {"<VTKFile type='UnstructuredGrid'>\n<AppendedData encoding='x'>_",
       "test:2: expected <Appen"},
      {"<VTKFile type='UnstructuredGrid'>\n<AppendedData encoding='raw'>x", "expected \"_\" after"},
      {"<VTKFile type='UnstructuredGrid'>\n<AppendedData encoding='raw'/>", "expected \"_\" after"},
      {"<VTKFile type='UnstructuredGrid'>\n<UnstructuredGrid>", "the file ends inside <Unstruc"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    io_refuses(ctx, "vtu", bad[i][0], bad[i][1]);
  static const char* const other[][2] = {
      {"<VTKFile type='ImageData'/>", "test:1: a VTKFile of type \"ImageData\" is not read; Unst"},
      {"<VTKFile type='PUnstructuredGrid'/>", "read the pieces it names one by one"},
      {FILE_OF("compressor='vtkLZ4DataCompressor'", ""),
       "compressor \"vtkLZ4DataCompressor\" is not read; write the file with zlib or none"},
  };
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    BrnMesh* mesh;
    ENSURE_STATUS(ctx, io_read_text(ctx, "vtu", other[i][0], &mesh), BRN_UNSUPPORTED);
    ENSURE_ERROR_HAS(ctx, other[i][1]);
  }
  test_context_done(ctx);
}

static void bad_pieces_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[][2] = {
      {FILE_OF("", "<Piece NumberOfPoints='-1'/>"),
       "test:3: expected NumberOfPoints=\"0\" or more, found \"-1\""},
      {FILE_OF("", "<Piece NumberOfPoints='1e3'/>"), "found \"1e3\""},
      {FILE_OF("", "<Piece NumberOfPoints='3'/>"), "test:3: <Piece> has no array in <Points>"},
      {FILE_OF("", PIECE(POINTS CELLS(CORNERS TYPES))), "test:3: <Piece> has no offsets"},
      {FILE_OF("", PIECE(POINTS CELLS(ENDS TYPES))), "<Piece> has no connectivity"},
      {FILE_OF("", PIECE(POINTS CELLS(ENDS CORNERS))), "<Piece> has no types"},
      {FILE_OF("", PIECE("<Points><DataArray type='Int8' NumberOfComponents='2'/></Points>")),
       "test:4: array \"unnamed\": expected points of 3 numbers"},
      {FILE_OF("", PIECE("<Points><DataArray type='Int8' NumberOfComponents='3'>1 2 3</DataArray>"
                         "</Points>")),
       "expected 9 numbers, found 5 characters"},
      {FILE_OF("", PIECE("<Points><DataArray type='Float64' NumberOfComponents='3'>"
                         "1 2 3 nan 2 3 1 2 3</DataArray></Points>" CELLS(CORNERS ENDS TYPES))),
       "test: vertex 1: x is not a number"},
      {FILE_OF("", "<Piece NumberOfPoints='2000000000' NumberOfCells='1'>" POINTS "</Piece>"),
       "expected 6000000000 numbers, found 17 characters"},
      {FILE_OF("", "<Piece NumberOfPoints='3' NumberOfCells='2000000000'>" POINTS CELLS(
                       CORNERS ENDS TYPES) "</Piece>"),
       "array \"offsets\": expected 2000000000 numbers"},
      {FILE_OF("", PIECE(POINTS CELLS(
                       "<DataArray type='Int8' Name='connectivity'>0 1 3</DataArray>" ENDS TYPES))),
       "test:6: array \"connectivity\": corner 2 is 3, but the piece has 3 points"},
      {FILE_OF("",
               PIECE(POINTS CELLS(
                   "<DataArray type='Int8' Name='connectivity'>0 -1 2</DataArray>" ENDS TYPES))),
       "corner 1 is -1"},
      {FILE_OF("",
               PIECE(POINTS CELLS(
                   "<DataArray type='Int8' Name='connectivity'>0 1 .5</DataArray>" ENDS TYPES))),
       "corner 2 is 0.5"},
      {FILE_OF("", PIECE(POINTS CELLS("<DataArray type='Float32' Name='connectivity'>0 1 2"
                                      "</DataArray>" ENDS TYPES))),
       "array \"connectivity\": expected an integer type"},
      {FILE_OF("", PIECE(POINTS CELLS(CORNERS TYPES
                                      "<DataArray type='Int8' Name='offsets'>-3</DataArray>"))),
       "offset 0 is -3, expected an integer of at least 0"},
      {FILE_OF("", PIECE(POINTS CELLS(CORNERS TYPES
                                      "<DataArray type='Int8' Name='offsets'>4</DataArray>"))),
       "array \"connectivity\": expected 4 numbers, found 5 characters"},
      {FILE_OF("", PIECE(POINTS CELLS(CORNERS TYPES
                                      "<DataArray type='Int64' Name='offsets'>1e300</DataArray>"))),
       "offset 0 is 1.0000000000000001e+300"},
      {FILE_OF("", PIECE(POINTS CELLS(CORNERS TYPES
                                      "<DataArray type='Int8' Name='offsets'>2</DataArray>"))),
       "array \"connectivity\": expected 2 numbers, found more"},
      {FILE_OF("", PIECE(POINTS CELLS(CORNERS ENDS
                                      "<DataArray type='Int16' Name='types'>256</DataArray>"))),
       "type of cell 0 is 256, expected 0 to 255"},
      {FILE_OF("", PIECE(POINTS CELLS(CORNERS ENDS
                                      "<DataArray type='Int16' Name='types'>10</DataArray>"))),
       "test: cell 0 has 3 corners, but its type 10 (tets) has 4"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    io_refuses(ctx, "vtu", bad[i][0], bad[i][1]);
  test_context_done(ctx);
}

static void bad_arrays_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[][2] = {
      {POINT_ARRAY("", "1 2 3"), "test:4: the array has no attribute \"type\""},
      {POINT_ARRAY("type='Int8' format='x'", ""), "expected format \"ascii\", \"binary\" or \"app"},
      {POINT_ARRAY("type='Int8' format='appended'", ""), "needs an attribute \"offset\" of 0 or"},
      {POINT_ARRAY("type='Int8' format='appended' offset='-1'", ""), "needs an attribute \"offs"},
      {POINT_ARRAY("type='Int8' format='appended' offset='0'", ""),
       "array \"unnamed\": the file has no <AppendedData>"},
      {POINT_ARRAY("type='Int8' NumberOfComponents='0'", ""),
       "expected NumberOfComponents=\"1\" or"},
      {POINT_ARRAY("type='Int8' Name='a' NumberOfComponents='1000000000'", "1 2 3"),
       "test:4: array \"a\": expected 3000000000 numbers, found 5 characters"},
      {POINT_ARRAY("type='Int8' Name='a'", "1 x 3"),
       "test:4: expected a number (1 of array \"a\"), found \"x\""},
      {POINT_ARRAY("type='Int8' Name='a'", "1    3"), "array \"a\": expected 3 numbers, found 2"},
      {POINT_ARRAY("type='Int8' Name='a'", "1 2 3 4"), "expected 3 numbers, found more"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", ""), "expected 3 bytes (3 numbers), f"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", "AwAA"),
       "cut short or not valid base64"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", "AwAAAA!="), "cut short or not valid"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", "AwAAAA=A"), "cut short or not valid"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", "AwAAAAECAw=A"), "cut short or not v"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", "AwAAAAEC"), "cut short or not valid"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", "AgAAAAEC"), "expected 3 bytes (3 numb"},
      {POINT_ARRAY("type='Int8' Name='a' format='binary'", "/////wEC"),
       "4294967295 bytes of data, but only"},
      {TRIANGLE("<PointData><DataArray type='Int8' Name='&a;'/></PointData>"), "unknown entity"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    io_refuses(ctx, "vtu", bad[i][0], bad[i][1]);
  test_context_done(ctx);
}

// a point array of three bytes behind the file
#define APPENDED(attributes, arrays)                                                               \
  "<VTKFile type='UnstructuredGrid' " attributes "><UnstructuredGrid>\n" PIECE(                    \
      "<PointData>" arrays                                                                         \
      "</PointData>" POINTS CELLS(CORNERS ENDS TYPES)) "</UnstructuredGrid>\n"                     \
                                                       "<AppendedData encoding='raw'>_"

static void refuses_bytes(BrnContext* ctx, const char* text, size_t size, const char* expected) {
  BrnMesh* mesh;
  ENSURE_STATUS(ctx, io_read_bytes(ctx, "vtu", text, size, &mesh), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, expected);
}

static void bad_appended_data_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define BYTES(offset) "<DataArray type='Int8' Name='a' format='appended' offset='" offset "'/>"
#define REFUSES(text, expected) refuses_bytes(ctx, text, sizeof text - 1, expected)
#define ZLIB "compressor='vtkZLibDataCompressor'"
  REFUSES(APPENDED("", BYTES("99")) "\3\0\0\0abc",
          "its offset is 99, but only 7 bytes are appended");
  REFUSES(APPENDED("", BYTES("0")) "\3\0\0\0ab", "3 bytes of data, but only 2 are left");
  REFUSES(APPENDED("", BYTES("0")) "\4\0\0\0abcd", "expected 3 bytes (3 numbers), found 4");
  REFUSES(APPENDED("", BYTES("5")) "\3\0\0\0abc", "cut short");
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\0\0\0\0", "expected 3 bytes (3 numbers), found 0");
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\1\0\0\0\3\0\0\0", "cut short");
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\x09\0\0\0\3\0\0\0\0\0\0\0\1\0\0\0",
          "9 compressed blocks, but only 4 bytes are left");
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\1\0\0\0\3\0\0\0\0\0\0\0\xff\xff\0\0",
          "its compressed blocks are longer than the 4 bytes left");
  // one byte too many, and two blocks that fit alone but not together
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\1\0\0\0\3\0\0\0\0\0\0\0\4\0\0\0xyz",
          "its compressed blocks are longer than the 3 bytes left");
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\2\0\0\0\2\0\0\0\1\0\0\0\6\0\0\0\6\0\0\0xyz",
          "its compressed blocks are longer than the 11 bytes left");
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\1\0\0\0\3\0\0\0\0\0\0\0\x0a\0\0\0"
                                     "\x78\x9c\x4b\x4c\x02\x00\x01\x26\x00\xc4", // "ab"
          "a block is not valid zlib data of 3 bytes");
  REFUSES(APPENDED(ZLIB, BYTES("0")) "\1\0\0\0\3\0\0\0\0\0\0\0\3\0\0\0xyz",
          "a block is not valid zlib data of 3 bytes");
  test_context_done(ctx);
}

// 2 GB of zeros are promised in a few bytes: refused before memory is taken
static void bombs_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define MANY                                                                                       \
  "<DataArray type='Int8' Name='a' NumberOfComponents='700000000' format='appended' offset='0'/>"
  REFUSES(APPENDED(ZLIB, MANY) "\1\0\0\0\0\x2d\x31\x7d\0\0\0\0\4\0\0\0abcd",
          "1 blocks of 2100374784 bytes cannot be packed in 4 bytes");
  REFUSES(APPENDED(ZLIB " header_type='UInt64'",
                   MANY) "\2\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"
                         "\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0ab",
          "cannot be packed in 2 bytes");
  test_context_done(ctx);
}

// many arrays over the same bytes would make a small file huge
static void shared_data_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink file;
  brn__sink_open_memory(ctx, &file);
  brn__sink_text(&file, "<VTKFile type='UnstructuredGrid'><UnstructuredGrid>"
                        "<Piece NumberOfPoints='3'><PointData>");
  for (int i = 0; i < 50; i++) {
    brn__sink_printf(&file,
                     "<DataArray type='Int8' Name='a%d' NumberOfComponents='9999' "
                     "format='appended' offset='0'/>",
                     i);
  }
  brn__sink_text(&file, "</PointData>" POINTS "</Piece></UnstructuredGrid>"
                        "<AppendedData encoding='raw'>_\x2d\x75");
  brn__sink_bytes(&file, "\0\0", 2);
  for (int i = 0; i < 3 * 9999; i++) brn__sink_text(&file, "x");
  refuses_bytes(ctx, file.buffer, file.used, "array \"a1\": it shares its data with other arrays");
  brn__sink_abandon(&file);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- writing

static void everything_comes_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  vtk_round_trips(ctx, "vtu", true);
  vtk_round_trips(ctx, "vtp", false);
  vtk_gaps_are_zero(ctx, "vtu");
  test_context_done(ctx);
}

static void empty_mesh_comes_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  for (int e = BRN_ENCODING_DEFAULT; e <= BRN_ENCODING_COMPRESSED; e++) {
    BrnMesh* back = vtk_round_trip(ctx, "vtu", mesh, (BrnEncoding)e);
    vtk_same_meshes(mesh, back);
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void many_blocks_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 50000, 0, 1, &mesh)); // ten blocks of positions
  TestRandom random = {1};
  for (int i = 0; i < 150000; i++) mesh->position[i] = test_random(&random, -1, 1);
  memcpy(mesh->tet, (int[]){0, 9, 49999, 3}, 4 * sizeof(int));
  for (int e = BRN_ENCODING_BINARY; e <= BRN_ENCODING_COMPRESSED; e++) {
    BrnMesh* back = vtk_round_trip(ctx, "vtu", mesh, (BrnEncoding)e);
    vtk_same_meshes(mesh, back);
    brn_mesh_destroy(ctx, back);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void ascii_file_is_as_expected(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 1, 0, &mesh));
  memcpy(mesh->position, (double[]){0.1, 0, 0, 1, 0, 0, 0, 1, 0}, 9 * sizeof(double));
  memcpy(mesh->triangle, (int[]){2, 0, 1}, 3 * sizeof(int));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "a<b", BRN_ON_VERTEX, 1, BRN_F32, &array));
  array->value[1] = 0.1f;
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 1, "\xc3"));
  BrnWriteDef def = brn_write_def_default();
  def.encoding = BRN_ENCODING_ASCII;
  BrnSink sink;
  io_write(ctx, "vtu", mesh, &def, &sink);
  brn__sink_bytes(&sink, "", 1);
  assert_string_equal(
      sink.buffer,
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
      "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<FieldData>\n"
      "<Array type=\"String\" Name=\"label_names\" NumberOfComponents=\"1\" NumberOfTuples=\"1\" "
      "format=\"ascii\">\n50 58 49 58 -61 0\n</Array>\n</FieldData>\n"
      "<Piece NumberOfPoints=\"3\" NumberOfCells=\"1\">\n<PointData>\n"
      "<DataArray type=\"Float32\" Name=\"a&lt;b\" NumberOfComponents=\"1\" format=\"ascii\">\n"
      "0 0.1 0\n</DataArray>\n</PointData>\n<CellData>\n</CellData>\n<Points>\n"
      "<DataArray type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\" format=\"ascii\">\n"
      "0.1 0 0\n1 0 0\n0 1 0\n</DataArray>\n</Points>\n<Cells>\n"
      "<DataArray type=\"Int32\" Name=\"connectivity\" NumberOfComponents=\"1\" format=\"ascii\">\n"
      "2 0 1\n</DataArray>\n"
      "<DataArray type=\"Int64\" Name=\"offsets\" NumberOfComponents=\"1\" format=\"ascii\">\n3\n"
      "</DataArray>\n<DataArray type=\"UInt8\" Name=\"types\" NumberOfComponents=\"1\" "
      "format=\"ascii\">\n5\n</DataArray>\n</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
  brn__sink_abandon(&sink);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void damaged_files_end_cleanly(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(1);
  BrnMesh* mesh = io_sample_tets(ctx, true, true, true);
  BrnWriteDef def = brn_write_def_default();
  def.encoding = BRN_ENCODING_COMPRESSED;
  io_trials(ctx, "vtu", mesh, &def);
  brn_mesh_destroy(ctx, mesh);
  mesh = vtk_sample_polygons(ctx, false);
  def.encoding = BRN_ENCODING_ASCII;
  io_trials(ctx, "vtp", mesh, &def);
  brn_mesh_destroy(ctx, mesh);
  for (int e = BRN_ENCODING_ASCII; e <= BRN_ENCODING_COMPRESSED; e++) {
    vtk_write_without_memory(ctx, "vtu", true, (BrnEncoding)e);
    vtk_write_without_memory(ctx, "vtp", false, (BrnEncoding)e);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_encoding_is_read), cmocka_unit_test(damaged_encodings_end_cleanly),
          cmocka_unit_test(polydata_is_read), cmocka_unit_test(arrays_left_out_are_told),
          cmocka_unit_test(pieces_must_agree), cmocka_unit_test(empty_files_are_read),
          cmocka_unit_test(bad_roots_are_refused), cmocka_unit_test(bad_pieces_are_refused),
          cmocka_unit_test(bad_arrays_are_refused), cmocka_unit_test(bad_appended_data_are_refused),
          cmocka_unit_test(bombs_are_refused), cmocka_unit_test(shared_data_are_refused),
          cmocka_unit_test(everything_comes_back), cmocka_unit_test(empty_mesh_comes_back),
          cmocka_unit_test(many_blocks_come_back), cmocka_unit_test(ascii_file_is_as_expected),
          cmocka_unit_test(damaged_files_end_cleanly))
