// SPDX-License-Identifier: Apache-2.0

#include "io/vtu_peek.h"

#include "vtu_build.h"

#include <sys/mman.h>
#include <unistd.h>

static char path[64];
static int file; // in memory: the disk would take seconds

static void write_bytes(const void* data, size_t size) {
  ENSURE(ftruncate(file, (off_t)size) == 0);
  ENSURE(pwrite(file, data, size, 0) == (ssize_t)size);
}

static BrnMesh* tet_mesh(BrnContext* ctx) { return io_sample_tets(ctx, false, true, true); }

// the bytes that the writer makes of the sample, and the file with them
static void write_sample(BrnContext* ctx, BrnEncoding encoding, BrnSink* sink) {
  BrnMesh* mesh = tet_mesh(ctx);
  BrnWriteDef def = brn_write_def_default();
  def.encoding = encoding;
  io_write(ctx, "vtu", mesh, &def, sink);
  write_bytes(sink->buffer, sink->used);
  brn_mesh_destroy(ctx, mesh);
}

static size_t find_in(const BrnSink* sink, const char* text) {
  const char* at = memmem(sink->buffer, sink->used, text, strlen(text));
  ENSURE(at != NULL);
  return (size_t)(at - sink->buffer);
}

// ------------------------------------------------------------------------------------ what is read

static void every_encoding_gives_the_same_numbers(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = tet_mesh(ctx);
  for (int e = BRN_ENCODING_DEFAULT; e <= BRN_ENCODING_COMPRESSED; e++) {
    BrnSink sink;
    BrnVtuPeek peek;
    double position[15], fibre[6], weight[5];
    BrnVtuPeekArray array;
    write_sample(ctx, (BrnEncoding)e, &sink);
    ENSURE_OK(ctx, brn__vtu_peek_open(ctx, path, &peek));
    ENSURE((peek.file >= 0) == (e != BRN_ENCODING_ASCII)); // not all of the file was read
    ENSURE(peek.point_count == 5 && peek.cell_count == 2);
    ENSURE_OK(ctx, brn__vtu_peek_positions(&peek, position));
    assert_memory_equal(position, mesh->position, sizeof position);
    ENSURE(brn__vtu_peek_find(&peek, "fibre", true, &array) && array.components == 3);
    ENSURE_OK(ctx, brn__vtu_peek_numbers(&peek, &array, fibre));
    assert_memory_equal(fibre, brn_mesh_find_array(mesh, "fibre", BRN_ON_TET)->value, sizeof fibre);
    ENSURE(brn__vtu_peek_find(&peek, "weight", false, &array) && array.components == 1);
    ENSURE_OK(ctx, brn__vtu_peek_numbers(&peek, &array, weight));
    ENSURE(weight[4] == (double)(float)1.2);
    ENSURE_OK(ctx, brn__vtu_peek_positions(&peek, position)); // as often as one likes
    brn__vtu_peek_close(&peek);
    brn__sink_abandon(&sink);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static bool next_array(BrnVtuPeek* peek, int* at, BrnVtuPeekArray* out) {
  while (*at < peek->vtu.array_count) {
    const BrnVtuArray* array = &peek->vtu.array[(*at)++];
    bool on_cells = array->section == BRN_VTU_CELL_DATA;
    bool data = on_cells || array->section == BRN_VTU_POINT_DATA;
    if (!data || !array->name) continue;
    if (brn__vtu_peek_find(peek, array->name, on_cells, out)) return true;
  }
  return false;
}

static void arrays_are_listed_in_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    const char* name;
    bool on_cells;
    int components;
  } expected[] = {{"speed", false, 3},
                  {"weight", false, 1},
                  {"label", true, 1},
                  {"fibre", true, 3},
                  {"count", true, 1}};
  BrnSink sink;
  BrnVtuPeek peek;
  BrnVtuPeekArray array;
  int at = 0, seen = 0;
  write_sample(ctx, BRN_ENCODING_DEFAULT, &sink);
  ENSURE_OK(ctx, brn__vtu_peek_open(ctx, path, &peek));
  while (next_array(&peek, &at, &array)) {
    for (int i = 0; i < 5; i++) {
      if (strcmp(array.name, expected[i].name) != 0) continue;
      ENSURE(array.on_cells == expected[i].on_cells && array.components == expected[i].components);
      seen++;
    }
  }
  ENSURE_INT(seen, 5);
  ENSURE(!brn__vtu_peek_find(&peek, "fibre", false, &array)); // it is on the cells
  ENSURE(!brn__vtu_peek_find(&peek, "types", true, &array));  // no data
  brn__vtu_peek_close(&peek);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static void cells_are_not_looked_at(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  BrnVtuPeek peek;
  BrnMesh* mesh;
  double position[15];
  write_sample(ctx, BRN_ENCODING_DEFAULT, &sink);
  size_t begin = find_in(&sink, "\n_") + 2, cells = begin;
  char* offset = strstr(sink.buffer + find_in(&sink, "Name=\"connectivity\""), "offset=\"");
  cells += strtoul(offset + 8, NULL, 10) + 8;
  sink.buffer[cells + 1] = 0x7f;
  write_bytes(sink.buffer, sink.used);
  ENSURE_STATUS(
      ctx,
      brn_mesh_read(
          ctx, path,
          &(BrnReadDef){.format = "vtu", .metres_per_unit = 1, .up = 'y', .cookie = BRN_COOKIE},
          &mesh),
      BRN_BAD_FILE);
  ENSURE_OK(ctx, brn__vtu_peek_open(ctx, path, &peek));
  ENSURE_OK(ctx, brn__vtu_peek_positions(&peek, position));
  brn__vtu_peek_close(&peek);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static void files_of_several_pieces_are_left_to_others(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  BrnVtuPeek peek;
  vtu_build(ctx, (VtuVariant){.mode = VTU_RAW, .header = 4}, &sink);
  write_bytes(sink.buffer, sink.used);
  ENSURE_STATUS(ctx, brn__vtu_peek_open(ctx, path, &peek), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "2 pieces");
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

// a comment that looks like the end of the head
static void head_that_deceives_is_read_whole(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char text[] =
      "<VTKFile type='UnstructuredGrid'><!-- <AppendedData encoding='raw'>_ --><UnstructuredGrid>"
      "<Piece NumberOfPoints='1' NumberOfCells='0'><Points><DataArray type='Float64' "
      "NumberOfComponents='3'>1 2 3</DataArray></Points></Piece></UnstructuredGrid></VTKFile>";
  BrnVtuPeek peek;
  double position[3];
  write_bytes(text, sizeof text - 1);
  ENSURE_OK(ctx, brn__vtu_peek_open(ctx, path, &peek));
  ENSURE_OK(ctx, brn__vtu_peek_positions(&peek, position));
  ENSURE(position[0] == 1 && position[1] == 2 && position[2] == 3);
  brn__vtu_peek_close(&peek);
  test_context_done(ctx);
}

// the words of the head are far behind the first bytes that are read
static void long_head_is_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  BrnVtuPeek peek;
  double position[15];
  write_sample(ctx, BRN_ENCODING_DEFAULT, &sink);
  size_t at = find_in(&sink, "<UnstructuredGrid>"), room = 100000;
  char* longer = malloc(sink.used + room);
  memcpy(longer, sink.buffer, at);
  memset(longer + at, ' ', room);
  memcpy(longer + at + room, sink.buffer + at, sink.used - at);
  write_bytes(longer, sink.used + room);
  free(longer);
  ENSURE_OK(ctx, brn__vtu_peek_open(ctx, path, &peek));
  ENSURE(peek.file >= 0);
  ENSURE_OK(ctx, brn__vtu_peek_positions(&peek, position));
  ENSURE(position[14] == 123456.789);
  brn__vtu_peek_close(&peek);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------- what is wrong

static void missing_file_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnVtuPeek peek;
  ENSURE_STATUS(ctx, brn__vtu_peek_open(ctx, "/tmp/no/such.vtu", &peek), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(ctx, "/tmp/no/such.vtu");
  ENSURE_STATUS(ctx, brn__vtu_peek_open(ctx, "/tmp", &peek), BRN_INVALID);
  write_bytes("", 0);
  ENSURE_STATUS(ctx, brn__vtu_peek_open(ctx, path, &peek), BRN_BAD_FILE);
  test_context_done(ctx);
}

static void point_that_is_no_number_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  BrnVtuPeek peek;
  double position[15];
  write_sample(ctx, BRN_ENCODING_DEFAULT, &sink);
  double number = 123456.789, nan = NAN;
  char* at = memmem(sink.buffer, sink.used, &number, sizeof number);
  ENSURE(at != NULL);
  memcpy(at, &nan, sizeof nan);
  write_bytes(sink.buffer, sink.used);
  ENSURE_OK(ctx, brn__vtu_peek_open(ctx, path, &peek));
  ENSURE_STATUS(ctx, brn__vtu_peek_positions(&peek, position), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "point 4 is not finite");
  brn__vtu_peek_close(&peek);
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

// opens and reads all that there is; counts that a caller would not expect end it
static BrnStatus read_all(BrnContext* ctx) {
  BrnVtuPeek peek;
  BrnVtuPeekArray array;
  BrnStatus status = brn__vtu_peek_open(ctx, path, &peek);
  if (status != BRN_OK) return status;
  int at = 0;
  bool expected = peek.point_count == 5 && peek.cell_count == 2;
  double position[15], value[15];
  if (expected) status = brn__vtu_peek_positions(&peek, position);
  while (expected && status == BRN_OK && next_array(&peek, &at, &array)) {
    if (array.components <= 3) status = brn__vtu_peek_numbers(&peek, &array, value);
  }
  brn__vtu_peek_close(&peek);
  return status;
}

static void is_told(BrnContext* ctx, size_t held) {
  BrnStatus status = read_all(ctx);
  ENSURE(status == BRN_OK || status == BRN_BAD_FILE || status == BRN_UNSUPPORTED);
  ENSURE(brn_byte_count(ctx) == held);
}

static void files_cut_short_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int e = BRN_ENCODING_ASCII; e <= BRN_ENCODING_COMPRESSED; e++) {
    BrnSink sink;
    write_sample(ctx, (BrnEncoding)e, &sink);
    size_t held = brn_byte_count(ctx);
    for (size_t length = 0; length < sink.used; length += 3) {
      write_bytes(sink.buffer, length);
      is_told(ctx, held);
    }
    brn__sink_abandon(&sink);
  }
  test_context_done(ctx);
}

static void changed_bytes_are_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int e = BRN_ENCODING_BINARY; e <= BRN_ENCODING_COMPRESSED; e++) {
    BrnSink sink;
    write_sample(ctx, (BrnEncoding)e, &sink);
    size_t held = brn_byte_count(ctx);
    for (size_t at = 0; at < sink.used; at++) {
      static const char value[] = {0, '9', -1};
      char was = sink.buffer[at];
      sink.buffer[at] = value[at % 3];
      write_bytes(sink.buffer, sink.used);
      is_told(ctx, held);
      sink.buffer[at] = was;
    }
    brn__sink_abandon(&sink);
  }
  test_context_done(ctx);
}

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSink sink;
  write_sample(ctx, BRN_ENCODING_COMPRESSED, &sink);
  size_t held = brn_byte_count(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    brn_fail_allocation(ctx, k);
    status = read_all(ctx);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(ctx) == held);
  }
  brn__sink_abandon(&sink);
  test_context_done(ctx);
}

static int make_file(void** state) {
  (void)state;
  file = memfd_create("peek", 0);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return file < 0 ? -1 : 0;
}

static int remove_file(void** state) {
  (void)state;
  return close(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_encoding_gives_the_same_numbers),
      cmocka_unit_test(arrays_are_listed_in_order),
      cmocka_unit_test(cells_are_not_looked_at),
      cmocka_unit_test(files_of_several_pieces_are_left_to_others),
      cmocka_unit_test(head_that_deceives_is_read_whole),
      cmocka_unit_test(long_head_is_found),
      cmocka_unit_test(missing_file_is_told),
      cmocka_unit_test(point_that_is_no_number_is_told),
      cmocka_unit_test(files_cut_short_are_told),
      cmocka_unit_test(changed_bytes_are_survived),
      cmocka_unit_test(failed_allocations_leave_nothing),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
