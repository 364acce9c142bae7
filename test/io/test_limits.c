// SPDX-License-Identifier: Apache-2.0

// Files made to hurt: reading one takes about linear time and at most some thirty times its size,
// whatever is in it. Each is large enough that quadratic time would be felt.

#include "core/hash.h"
#include "io_test.h"

#include <time.h>
#include <zlib.h>

enum { SIZE = 400000 };
#ifdef BRN_SANITIZED
static const double most_seconds = 10;
#else
static const double most_seconds = 1;
#endif

// ----------------------------------------------------------------------------------------- memory

static size_t held, peak;

static void* allocate(void* user, size_t bytes) {
  (void)user;
  size_t* block = malloc(bytes + 16);
  if (!block) return NULL;
  *block = bytes;
  held += bytes;
  if (held > peak) peak = held;
  return block + 2;
}

static void release(void* user, void* block) {
  (void)user;
  if (!block) return;
  held -= ((size_t*)block)[-2];
  free((size_t*)block - 2);
}

// ------------------------------------------------------------------------------------------ files

static char* file;
static size_t used, room;

static void put_bytes(const void* bytes, size_t size) {
  if (used + size > room) {
    room = 2 * (used + size);
    file = realloc(file, room);
  }
  memcpy(file + used, bytes, size);
  used += size;
}

static void put(const char* text) { put_bytes(text, strlen(text)); }

// with the number of the line in place of %d
static void put_lines(const char* format, int size) {
  size_t end = used + (size_t)size;
  for (int i = 0; used < end; i++) {
    char line[512];
    snprintf(line, sizeof line, format, i, i);
    put(line);
  }
}

static void put_repeated(const char* text, int count) {
  for (int i = 0; i < count; i++) put(text);
}

static void put_line(const char* format, int number) {
  char line[512];
  snprintf(line, sizeof line, format, number, number);
  put(line);
}

// reads the file and starts a new one
static void survives(const char* format, BrnStatus expected, const char* message) {
  BrnContextDef def = brn_context_def_default();
  def.log = NULL;
  def.workers = 1;
  def.allocate = allocate;
  def.release = release;
  BrnContext* ctx = brn_context_create(&def);
  BrnMesh* mesh;
  peak = held;
  clock_t start = clock();
  BrnStatus status = io_read_bytes(ctx, format, file, used, &mesh);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  ENSURE_STATUS(ctx, status, expected);
  if (message) ENSURE_ERROR_HAS(ctx, message);
  brn_mesh_destroy(ctx, mesh);
  if (seconds > most_seconds || peak > 30 * used + (3 << 20)) {
    print_error("%zu bytes of %s take %g s and %zu bytes\n", used, format, seconds, peak);
    fail();
  }
  test_context_done(ctx);
  used = 0;
}

// ------------------------------------------------------------------------------------------- text

static void obj_files(void** state) {
  (void)state;
  put("v 0 0 0\n");
  put_lines("g g%d\nf 1 1 1\n", SIZE); // a group for each face
  survives("obj", BRN_OK, NULL);
  put("v 0 0 0\n");
  put_lines("g %x\n", SIZE);
  survives("obj", BRN_OK, NULL);
  put("v 0 0 0\nf");
  put_repeated(" 1", SIZE / 2); // one polygon
  survives("obj", BRN_OK, NULL);
  put("v 0 0 0\nf 1 1 1");
  put_repeated(" \\\n", SIZE / 3);
  survives("obj", BRN_OK, NULL);
  put("v 0.");
  put_repeated("1", SIZE); // one number
  put(" 0 0\n");
  survives("obj", BRN_OK, NULL);
  put_lines("x%d\n", SIZE);
  survives("obj", BRN_BAD_FILE, "no vertices");
}

static void stl_files(void** state) {
  (void)state;
  put_lines("solid s%d\nendsolid\n", SIZE);
  survives("stl", BRN_OK, NULL);
}

#define PLY(format) "ply\nformat " format " 1.0\n"
#define PLY_XYZ "property char x\nproperty char y\nproperty char z\n"

static void ply_files(void** state) {
  (void)state;
  put(PLY("ascii"));
  for (int i = SIZE; i > 0; i -= 22) put_line("comment label %d n\n", i); // descending
  put("element vertex 0\n" PLY_XYZ "end_header\n");
  survives("ply", BRN_OK, NULL);
  put(PLY("ascii"));
  put_lines("element e%d 0\n", SIZE);
  put("element vertex 0\n" PLY_XYZ "end_header\n");
  survives("ply", BRN_OK, NULL);
  put(PLY("ascii") "element vertex 1\n" PLY_XYZ "element q 2000000000\nend_header\n0 0 0\n");
  survives("ply", BRN_OK, NULL);
  // polygons of 255 corners at a byte each
  put(PLY("binary_little_endian") "element vertex 1\n" PLY_XYZ);
  put_line("element face %d\nproperty list uchar uchar vertex_indices\nend_header\n", SIZE / 256);
  put_bytes("\0\0\0", 3);
  for (int i = 0; i < SIZE / 256; i++) put_bytes(((char[256]){(char)255}), 256);
  survives("ply", BRN_OK, NULL);
}

// one polygon of many corners, and many numbers that all its triangles would get
static void polygon_with_many_numbers(void** state) {
  (void)state;
  put(PLY("binary_little_endian") "element vertex 1\n" PLY_XYZ "element face 1\n"
                                  "property list int uchar vertex_indices\n");
  for (int i = 0; i < 900; i++) put_line("property char a%d\n", i);
  put("end_header\n");
  int count = SIZE;
  put_bytes("\0\0\0", 3);
  put_bytes(&count, 4);
  for (int i = 0; i < SIZE + 900; i++) put_bytes("", 1);
  survives("ply", BRN_UNSUPPORTED, "cut the faces into triangles before");

  for (int strip = 0; strip < 2; strip++) {
    put("# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n"
        "POINTS 1 float\n0 0 0\n");
    put_line("CELLS 1 %d\n", SIZE / 2 + 1);
    put_line("%d", SIZE / 2);
    put_repeated(" 0", SIZE / 2);
    put(strip ? "\nCELL_TYPES 1\n6\n" : "\nCELL_TYPES 1\n7\n");
    put("CELL_DATA 1\nFIELD f 4000\n");
    for (int i = 0; i < 4000; i++) put_line("a%d 1 1 int 0\n", i);
    survives("vtk", BRN_UNSUPPORTED, "cut the faces into triangles before");
  }
}

static void medit_files(void** state) {
  (void)state;
  put("MeshVersionFormatted 2\nDimension 3\n");
  put_lines("K%d 0\n", SIZE);
  put("Vertices 0\n");
  survives("medit", BRN_OK, NULL);
}

// ------------------------------------------------------------------------------------------- Gmsh

#define MSH41 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define MSH22 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODE_DATA(name) "$NodeData\n1\n\"" name "\"\n0\n3\n0\n1\n1\n1 1\n$EndNodeData\n"

static void put_nodes(int count) {
  put_line(MSH22 "$Nodes\n%d\n", count);
  for (int i = 1; i <= count; i++) put_line("%d 0 0 0\n", i);
  put("$EndNodes\n");
}

static void gmsh_files(void** state) {
  (void)state;
  put(MSH41);
  put_lines("$a%d\n$Enda%d\n", SIZE);
  survives("gmsh", BRN_BAD_FILE, "no $Nodes");
  put_line(MSH22 "$PhysicalNames\n%d\n", SIZE / 16);
  for (int i = SIZE / 16; i > 0; i--) put_line("3 %d \"a\"\n", i);
  put("$EndPhysicalNames\n$Nodes\n0\n$EndNodes\n");
  survives("gmsh", BRN_OK, NULL);
  // one value each, of many nodes; or many arrays of one node
  put_nodes(SIZE / 20);
  put_lines(NODE_DATA("a%d"), SIZE / 2);
  survives("gmsh", BRN_UNSUPPORTED, "too many sections that hold a few values of many");
  put_nodes(SIZE / 20);
  put_repeated(NODE_DATA("a"), SIZE / 100);
  survives("gmsh", BRN_UNSUPPORTED, "too many sections that hold a few values of many");
  put_nodes(1);
  put_lines(NODE_DATA("a%d"), SIZE);
  survives("gmsh", BRN_UNSUPPORTED, "too many sections");
}

static uint64_t unshift(uint64_t z, int shift) {
  uint64_t x = z;
  for (int done = 0; done < 64; done += shift) x = z ^ (x >> shift);
  return x;
}

static uint64_t inverse(uint64_t odd) { // Newton's method modulo 2^64
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  return x;
}

// the number that brn__hash_mix() takes to z
static uint64_t unmix(uint64_t z) {
  z = unshift(z, 31) * inverse(0x94d049bb133111ebu);
  z = unshift(z, 27) * inverse(0xbf58476d1ce4e5b9u);
  return unshift(z, 30);
}

// tags that all fall into one place of the first hash table
static void node_tags_that_collide(void** state) {
  (void)state;
  enum { COUNT = SIZE / 4 };
  put_line(MSH41 "$Nodes\n1 %d 1 1\n", COUNT);
  put_line("3 1 0 %d\n", COUNT);
  uint64_t start = brn__hash_mix(0, 0x9e3779b97f4a7c15u);
  ENSURE(brn__hash_mix(0, unmix(12345)) == 12345);
  for (int i = 0; i < COUNT; i++) {
    char line[32];
    snprintf(line, sizeof line, "%lld\n", (long long)(unmix((uint64_t)i << 24) ^ start));
    put(line);
  }
  put_repeated("0 0 0\n", COUNT);
  put("$EndNodes\n");
  survives("gmsh", BRN_OK, NULL);
}

// -------------------------------------------------------------------------------------------- VTK

#define VTK "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n"

static void vtk_files(void** state) {
  (void)state;
  put(VTK "POINTS 1 float\n0 0 0\nPOINT_DATA 1\nFIELD f 4000\n");
  for (int i = 0; i < 4000; i++) put_line("a%d 1 1 int 0\n", i);
  put_line("FIELD f %d\n", SIZE / 16);
  put_repeated("a3999 1 1 int 0\n", SIZE / 16);
  survives("vtk", BRN_OK, NULL);
  put_line(VTK "FIELD f 1\nlabel_names 1 %d string\n", SIZE); // a byte each
  put_repeated("\n", SIZE);
  put("POINTS 0 float\n");
  survives("vtk", BRN_OK, NULL);
  put_line(VTK "FIELD f 1\nlabel_names 1 %d string\n", SIZE / 5);
  put_repeated("2:1:\n", SIZE / 5);
  put("POINTS 0 float\n");
  survives("vtk", BRN_OK, NULL);
}

#define VTU(more)                                                                                  \
  "<VTKFile type='UnstructuredGrid' byte_order='LittleEndian' header_type='UInt64'" more           \
  "><UnstructuredGrid>"
#define END_VTU "</UnstructuredGrid></VTKFile>"
#define POINT                                                                                      \
  "<Piece NumberOfPoints='1'><Points><DataArray type='Int8' NumberOfComponents='3'>0 0 0"          \
  "</DataArray></Points>"

static void vtu_files(void** state) {
  (void)state;
  put(VTU(""));
  put_repeated("<a>", SIZE / 7);
  survives("vtu", BRN_BAD_FILE, "nested deeper");
  put(VTU("") POINT "<PointData>");
  put_lines("<DataArray type='Int8' Name='a%d'>0</DataArray>", SIZE);
  put("</PointData></Piece>" END_VTU);
  survives("vtu", BRN_UNSUPPORTED, "test: more than 4096 arrays");
  put(VTU("") POINT "<PointData>"); // the second piece has none of them
  put_lines("<DataArray type='Int8' Name='a%d'>0</DataArray>", SIZE);
  put("</PointData></Piece>" POINT "</Piece>" END_VTU);
  survives("vtu", BRN_OK, NULL);
  put(VTU("") POINT "<PointData>"); // and many pieces are empty
  put_lines("<DataArray type='Int8' Name='a%d'>0</DataArray>", SIZE / 2);
  put("</PointData></Piece>");
  put_repeated("<Piece/>", SIZE / 16);
  put(POINT "</Piece>" END_VTU);
  survives("vtu", BRN_OK, NULL);
  put(VTU(""));
  put_repeated(POINT "</Piece>", SIZE / 120);
  put(END_VTU);
  survives("vtu", BRN_OK, NULL);
}

// zeros pack a thousand times
static void vtu_that_unpacks_to_much_more(void** state) {
  (void)state;
  enum { BLOCK = 1 << 20, BLOCKS = 300 };
  static unsigned char zeros[BLOCK], packed[BLOCK];
  uLongf size = sizeof packed;
  ENSURE(compress(packed, &size, zeros, sizeof zeros) == Z_OK);
  put(VTU(" compressor='vtkZLibDataCompressor'"));
  put_line("<Piece NumberOfPoints='%d'><Points><DataArray type='Int8' NumberOfComponents='3' "
           "format='appended' offset='0'/></Points></Piece>",
           BLOCK / 3 * BLOCKS);
  put("</UnstructuredGrid><AppendedData encoding='raw'>_");
  const uint64_t last = 3 * (uint64_t)(BLOCK / 3 * BLOCKS) % BLOCK;
  uint64_t count = 3 * (uint64_t)(BLOCK / 3 * BLOCKS) / BLOCK + (last > 0);
  const uint64_t head[] = {count, BLOCK, last};
  put_bytes(head, sizeof head);
  for (uint64_t i = 0; i < count; i++) put_bytes(&(uint64_t){size}, 8);
  for (uint64_t i = 0; i < count; i++) put_bytes(packed, size);
  put("</AppendedData></VTKFile>");
  survives("vtu", BRN_UNSUPPORTED, "unpacked it is more than 200 times as large");
}

// many pieces share the header of one array, which has many empty blocks
static void vtu_of_empty_blocks(void** state) {
  (void)state;
  enum { BLOCKS = SIZE / 16, PIECES = SIZE / 600 };
  unsigned char packed[32];
  uLongf size = sizeof packed;
  ENSURE(compress(packed, &size, (const unsigned char*)"", 1) == Z_OK);
  size_t start = 24 + 8 * BLOCKS, each = 32 + size;
  put(VTU(" compressor='vtkZLibDataCompressor'"));
  for (size_t i = 0; i < PIECES; i++) {
    char piece[512];
    snprintf(piece, sizeof piece,
             "<Piece NumberOfCells='1'><Cells><DataArray type='Int8' Name='offsets' "
             "format='appended' offset='%zu'/><DataArray type='Int8' Name='connectivity' "
             "format='appended' offset='0'/><DataArray type='UInt8' Name='types' "
             "format='appended' offset='%zu'/></Cells></Piece>",
             start + 2 * i * each, start + (2 * i + 1) * each);
    put(piece);
  }
  put("</UnstructuredGrid><AppendedData encoding='raw'>_");
  const uint64_t head[] = {BLOCKS, 0, 0}, one[] = {1, 1, 0, size};
  put_bytes(head, sizeof head);
  for (int i = 0; i < BLOCKS; i++) put_bytes(&(uint64_t){0}, 8);
  for (int i = 0; i < 2 * PIECES; i++) {
    put_bytes(one, sizeof one);
    put_bytes(packed, size);
  }
  put("</AppendedData></VTKFile>");
  survives("vtu", BRN_BAD_FILE, "it shares its data with other arrays");
}

TEST_MAIN(cmocka_unit_test(obj_files), cmocka_unit_test(stl_files), cmocka_unit_test(ply_files),
          cmocka_unit_test(polygon_with_many_numbers), cmocka_unit_test(medit_files),
          cmocka_unit_test(gmsh_files), cmocka_unit_test(node_tags_that_collide),
          cmocka_unit_test(vtk_files), cmocka_unit_test(vtu_files),
          cmocka_unit_test(vtu_that_unpacks_to_much_more), cmocka_unit_test(vtu_of_empty_blocks))
