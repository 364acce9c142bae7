// SPDX-License-Identifier: Apache-2.0
//
// What the tests of file formats share: reading and writing in memory, meshes to compare, and the
// trials every reader must pass: cut short anywhere, any byte changed, any allocation failing.

#pragma once

#include "io/registry.h"
#include "mesh/mesh.h"
#include "test.h"

/// What a context says: its warnings, a line each.
typedef struct IoLog {
  char text[2048];
} IoLog;

static inline void io_keep_log(void* user, BrnLogLevel level, const char* message) {
  IoLog* log = user;
  ENSURE_INT(level, BRN_LOG_WARNING);
  size_t used = strlen(log->text);
  snprintf(log->text + used, sizeof log->text - used, "%s\n", message);
}

static inline BrnContext* io_logging_context(IoLog* log) {
  BrnContextDef def = brn_context_def_default();
  def.log = io_keep_log;
  def.log_user = log;
  def.workers = 1;
  return brn_context_create(&def);
}

static inline const BrnFormat* io_format(BrnContext* ctx, const char* name) {
  const BrnFormat* format = NULL;
  ENSURE_OK(ctx, brn__format_find(ctx, name, "", &format));
  return format;
}

/// Reads bytes as the format of that name; the file is called "test".
static inline BrnStatus io_read_bytes(BrnContext* ctx, const char* format, const void* data,
                                      size_t size, BrnMesh** out) {
  BrnSource source = {.name = "test", .data = data, .size = size};
  return brn__format_read(ctx, io_format(ctx, format), &source, out);
}

static inline BrnStatus io_read_text(BrnContext* ctx, const char* format, const char* text,
                                     BrnMesh** out) {
  return io_read_bytes(ctx, format, text, strlen(text), out);
}

/// Text that must be refused, with a message that has `expected`.
static inline void io_refuses(BrnContext* ctx, const char* format, const char* text,
                              const char* expected) {
  BrnMesh* mesh;
  ENSURE_STATUS(ctx, io_read_text(ctx, format, text, &mesh), BRN_BAD_FILE);
  ENSURE(mesh == NULL);
  ENSURE_ERROR_HAS(ctx, expected);
}

/// Writes to memory; abandon the sink when done.
static inline void io_write(BrnContext* ctx, const char* format, const BrnMesh* mesh,
                            const BrnWriteDef* def, BrnSink* sink) {
  BrnWriteDef defaults = brn_write_def_default();
  ENSURE_OK(ctx, brn__sink_open_memory(ctx, sink));
  ENSURE_OK(ctx, io_format(ctx, format)->write(ctx, mesh, def ? def : &defaults, sink));
  ENSURE_OK(ctx, brn__sink_close(sink));
}

/// Writing with every allocation failing in turn, in a context that has no scratch yet, so that
/// taking it can fail.
static inline void io_write_no_memory(BrnContext* ctx, const char* format, const BrnMesh* mesh,
                                      const BrnWriteDef* def) {
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnSink sink;
    ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
    brn_fail_allocation(ctx, k);
    status = io_format(ctx, format)->write(ctx, mesh, def, &sink);
    if (status == BRN_OK) status = sink.status;
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn_fail_allocation(ctx, -1);
    brn__sink_abandon(&sink);
  }
}

static inline void io_same_ints(const int* a, const int* b, int count) {
  assert_int_equal(a != NULL, b != NULL);
  if (a && count > 0) assert_memory_equal(a, b, sizeof(int) * (size_t)count);
}

/// Same counts, corners and bits of positions.
static inline void io_same_geometry(const BrnMesh* a, const BrnMesh* b) {
  assert_int_equal(a->vertex_count, b->vertex_count);
  assert_int_equal(a->triangle_count, b->triangle_count);
  assert_int_equal(a->tet_count, b->tet_count);
  if (a->vertex_count) {
    assert_memory_equal(a->position, b->position, sizeof(double) * 3 * (size_t)a->vertex_count);
  }
  io_same_ints(a->triangle, b->triangle, 3 * a->triangle_count);
  io_same_ints(a->tet, b->tet, 4 * a->tet_count);
}

static inline void io_same_labels(const BrnMesh* a, const BrnMesh* b) {
  io_same_ints(a->tet_label, b->tet_label, a->tet_count);
  io_same_ints(a->triangle_label, b->triangle_label, a->triangle_count);
  assert_int_equal(a->label_count, b->label_count);
  for (int i = 0; i < a->label_count; i++) {
    const char* name = brn_mesh_label_name(b, a->label[i].on, a->label[i].id);
    assert_non_null(name);
    assert_string_equal(name, a->label[i].name);
  }
}

static inline void io_same_arrays(const BrnMesh* a, const BrnMesh* b) {
  assert_int_equal(a->array_count, b->array_count);
  for (int i = 0; i < a->array_count; i++) {
    const BrnArray* x = &a->array[i];
    const BrnArray* y = brn_mesh_find_array(b, x->name, x->on);
    assert_non_null(y);
    assert_int_equal(x->components, y->components);
    assert_int_equal(x->number, y->number);
    size_t count = (size_t)brn_mesh_item_count(a, x->on) * (size_t)x->components;
    if (count) assert_memory_equal(x->value, y->value, sizeof(double) * count);
  }
}

/// Two tets that share a face, with awkward coordinates (values that need 17 digits, tiny, negative
/// zero). Asks for what the format holds: labels with names, triangles, arrays.
static inline BrnMesh* io_sample_tets(BrnContext* ctx, bool triangles, bool labels, bool arrays) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 5, triangles ? 2 : 0, 2, &mesh));
  const double position[] = {0.1, -0.0, 1.0 / 3, 1, 0, 1e-17, 0,         1.25,
                             0,   0,    0,       1, 1, 1,     123456.789};
  const int tet[] = {0, 1, 2, 3, 1, 4, 2, 3}, triangle[] = {0, 2, 1, 4, 2, 3};
  memcpy(mesh->position, position, sizeof position);
  memcpy(mesh->tet, tet, sizeof tet);
  if (triangles) memcpy(mesh->triangle, triangle, sizeof triangle);
  if (labels) {
    ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
    mesh->tet_label[0] = 7;
    mesh->tet_label[1] = 3;
    ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 7, "biceps"));
    ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 3, "upper arm bone"));
    if (triangles) {
      ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
      mesh->triangle_label[0] = 1;
      mesh->triangle_label[1] = 2;
    }
  }
  if (arrays) {
    BrnArray* array;
    ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "speed", BRN_ON_VERTEX, 3, BRN_F64, &array));
    for (int i = 0; i < 15; i++) array->value[i] = 0.1 * i - 1.0 / 7;
    ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "weight", BRN_ON_VERTEX, 1, BRN_F32, &array));
    for (int i = 0; i < 5; i++) array->value[i] = (float)(0.3 * i);
    ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "fibre", BRN_ON_TET, 3, BRN_F64, &array));
    for (int i = 0; i < 6; i++) array->value[i] = sin(i);
    ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "count", BRN_ON_TET, 1, BRN_I32, &array));
    array->value[0] = -5;
    array->value[1] = 2147483647;
  }
  return mesh;
}

/// A cube of 8 vertices and 12 triangles, facing out.
static inline BrnMesh* io_sample_cube(BrnContext* ctx) {
  static const int triangle[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                      {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                      {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
  static const double corner[8][3] = {{0, 0, 0},           {0.1, 0, 0},      {0.1, 0.1, 0},
                                      {0, 0.1, 0},         {0, 0, 1.0 / 3},  {0.1, 0, 1.0 / 3},
                                      {0.1, 0.1, 1.0 / 3}, {0, 0.1, 1.0 / 3}};
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 8, 12, 0, &mesh));
  memcpy(mesh->position, corner, sizeof corner);
  memcpy(mesh->triangle, triangle, sizeof triangle);
  return mesh;
}

/// Reads every beginning of a good file: each ends with a mesh or BRN_BAD_FILE or BRN_UNSUPPORTED,
/// and leaves nothing behind.
static inline void io_trial_cut_short(BrnContext* ctx, const char* format, const void* data,
                                      size_t size) {
  size_t before = brn_byte_count(ctx);
  for (size_t length = 0; length < size; length++) {
    char* copy = malloc(length + 1); // its own block, so that a sanitizer sees a byte too far
    memcpy(copy, data, length);
    BrnMesh* mesh;
    BrnStatus status = io_read_bytes(ctx, format, copy, length, &mesh);
    ENSURE(status == BRN_OK || status == BRN_BAD_FILE || status == BRN_UNSUPPORTED);
    ENSURE((status == BRN_OK) == (mesh != NULL));
    brn_mesh_destroy(ctx, mesh);
    free(copy);
    ENSURE(brn_byte_count(ctx) == before);
  }
}

/// Changes each byte of a good file in turn, to a few values.
static inline void io_trial_changed_byte(BrnContext* ctx, const char* format, const void* data,
                                         size_t size) {
  static const unsigned char value[] = {0, 0xff, 0x80, '9', '-', ' ', '\n', '<'};
  size_t before = brn_byte_count(ctx);
  unsigned char* copy = malloc(size);
  for (size_t at = 0; at < size; at++) {
    memcpy(copy, data, size);
    for (size_t k = 0; k < sizeof value; k++) {
      copy[at] = value[k];
      BrnMesh* mesh;
      BrnStatus status = io_read_bytes(ctx, format, copy, size, &mesh);
      ENSURE(status == BRN_OK || status == BRN_BAD_FILE || status == BRN_UNSUPPORTED);
      brn_mesh_destroy(ctx, mesh);
      ENSURE(brn_byte_count(ctx) == before);
    }
  }
  free(copy);
}

/// Fails the first allocation, then the second, until reading succeeds.
static inline void io_trial_no_memory(BrnContext* ctx, const char* format, const void* data,
                                      size_t size) {
  size_t before = brn_byte_count(ctx);
  BrnMesh* mesh = NULL;
  for (int k = 0; !mesh; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = io_read_bytes(ctx, format, data, size, &mesh);
    ENSURE(status == (mesh ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(mesh || brn_byte_count(ctx) == before);
  }
  brn_fail_allocation(ctx, -1);
  brn_mesh_destroy(ctx, mesh);
}

/// All three on what the writer makes of a mesh.
static inline void io_trials(BrnContext* ctx, const char* format, const BrnMesh* mesh,
                             const BrnWriteDef* def) {
  BrnSink sink;
  io_write(ctx, format, mesh, def, &sink);
  io_trial_cut_short(ctx, format, sink.buffer, sink.used);
  io_trial_changed_byte(ctx, format, sink.buffer, sink.used);
  io_trial_no_memory(ctx, format, sink.buffer, sink.used);
  brn__sink_abandon(&sink);
}
