// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the VTK formats share: a mesh with polygons, and the log as text.

#pragma once

#include "io_test.h"

typedef struct VtkLog {
  char text[4096];
  int count;
} VtkLog;

static inline void vtk_log(void* user, BrnLogLevel level, const char* message) {
  VtkLog* log = user;
  size_t used = strlen(log->text);
  snprintf(log->text + used, sizeof log->text - used, "%d %s\n", (int)level, message);
  log->count++;
}

/// Messages of the given level and above are collected from now on.
static inline void vtk_collect_log(BrnContext* ctx, VtkLog* log, BrnLogLevel level) {
  *log = (VtkLog){.count = 0};
  brn__log_redirect(ctx, (BrnLogSink){vtk_log, log, level});
}

/// Triangle 0 1 2, quad 0 1 4 3, pentagon 0 1 4 5 3, triangle 4 2 3, and the two tets of
/// io_sample_tets() when asked for.
static inline BrnMesh* vtk_sample_polygons(BrnContext* ctx, bool tets) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 6, 7, tets ? 2 : 0, &mesh));
  const double position[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2, 0.25, 1.0 / 3};
  const int triangle[] = {0, 1, 2, 0, 1, 4, 0, 4, 3, 0, 1, 4, 0, 4, 5, 0, 5, 3, 4, 2, 3};
  const int polygon[] = {0, 1, 1, 2, 2, 2, 3}, tet[] = {0, 1, 2, 3, 1, 4, 2, 3};
  memcpy(mesh->position, position, sizeof position);
  memcpy(mesh->triangle, triangle, sizeof triangle);
  if (tets) memcpy(mesh->tet, tet, sizeof tet);
  mesh->polygon = brn__new(ctx, 7, int);
  memcpy(mesh->polygon, polygon, sizeof polygon);
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "area", BRN_ON_TRIANGLE, 1, BRN_F32, &array));
  for (int f = 0; f < 7; f++) array->value[f] = 10 * polygon[f];
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  for (int f = 0; f < 7; f++) mesh->triangle_label[f] = 100 - polygon[f];
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 99, "skin % of the arm"));
  return mesh;
}

/// Writes and reads again.
static inline BrnMesh* vtk_round_trip(BrnContext* ctx, const char* format, const BrnMesh* mesh,
                                      BrnEncoding encoding) {
  BrnWriteDef def = brn_write_def_default();
  def.encoding = encoding;
  BrnSink sink;
  BrnMesh* back;
  io_write(ctx, format, mesh, &def, &sink);
  ENSURE_OK(ctx, io_read_bytes(ctx, format, sink.buffer, sink.used, &back));
  brn__sink_abandon(&sink);
  return back;
}

static inline void vtk_same_meshes(const BrnMesh* a, const BrnMesh* b) {
  io_same_geometry(a, b);
  io_same_labels(a, b);
  io_same_arrays(a, b);
  io_same_ints(a->polygon, b->polygon, a->triangle_count);
}

/// Every sample that a format holds comes back equal in every encoding.
static inline void vtk_round_trips(BrnContext* ctx, const char* format, bool tets) {
  for (int e = BRN_ENCODING_DEFAULT; e <= BRN_ENCODING_COMPRESSED; e++) {
    BrnMesh* mesh[] = {io_sample_cube(ctx), vtk_sample_polygons(ctx, false),
                       tets ? io_sample_tets(ctx, false, true, true) : NULL,
                       tets ? io_sample_tets(ctx, true, true, false) : NULL};
    for (int i = 0; i < 4 && mesh[i]; i++) {
      BrnMesh* back = vtk_round_trip(ctx, format, mesh[i], (BrnEncoding)e);
      vtk_same_meshes(mesh[i], back);
      brn_mesh_destroy(ctx, mesh[i]);
      brn_mesh_destroy(ctx, back);
    }
  }
}

/// What only the tets have is zero on the triangles, and the other way round; pairs stay pairs.
static inline void vtk_gaps_are_zero(BrnContext* ctx, const char* format) {
  BrnMesh* mesh = vtk_sample_polygons(ctx, true);
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "fibre", BRN_ON_TET, 3, BRN_F64, &array));
  for (int i = 0; i < 6; i++) array->value[i] = 1 + i;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "both", BRN_ON_TRIANGLE, 1, BRN_I8, &array));
  for (int f = 0; f < 7; f++) array->value[f] = -mesh->polygon[f];
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "both", BRN_ON_TET, 1, BRN_I16, &array));
  array->value[1] = 77;
  BrnMesh* back = vtk_round_trip(ctx, format, mesh, BRN_ENCODING_DEFAULT);
  io_same_geometry(mesh, back);
  io_same_ints(mesh->polygon, back->polygon, 7);
  io_same_ints(mesh->triangle_label, back->triangle_label, 7);
  const int no_label[] = {0, 0};
  io_same_ints(no_label, back->tet_label, 2);
  ENSURE_INT(back->array_count, 6);
  const BrnArray* fibre = brn_mesh_find_array(back, "fibre", BRN_ON_TRIANGLE);
  ENSURE(fibre && fibre->components == 3);
  for (int i = 0; i < 21; i++) ENSURE(fibre->value[i] == 0);
  fibre = brn_mesh_find_array(back, "fibre", BRN_ON_TET);
  for (int i = 0; i < 6; i++) ENSURE(fibre->value[i] == 1 + i);
  const BrnArray* both = brn_mesh_find_array(back, "both", BRN_ON_TRIANGLE);
  ENSURE(both->number == BRN_F64); // two types need one that holds them
  for (int f = 0; f < 7; f++) ENSURE(both->value[f] == -mesh->polygon[f]);
  ENSURE(brn_mesh_find_array(back, "both", BRN_ON_TET)->value[1] == 77);
  ENSURE(brn_mesh_find_array(back, "area", BRN_ON_TET)->value[1] == 0);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, back);
}

/// Fails the first allocation of writing, then the second, until it succeeds with the same bytes.
static inline void vtk_write_without_memory(BrnContext* ctx, const char* format, bool tets,
                                            BrnEncoding encoding) {
  BrnMesh* mesh = vtk_sample_polygons(ctx, tets);
  BrnWriteDef def = brn_write_def_default();
  def.encoding = encoding;
  BrnSink expected;
  io_write(ctx, format, mesh, &def, &expected);
  size_t before = brn_byte_count(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnSink sink;
    ENSURE_OK(ctx, brn__sink_open_memory(ctx, &sink));
    brn_fail_allocation(ctx, k);
    status = io_format(ctx, format)->write(ctx, mesh, &def, &sink);
    if (status == BRN_OK) status = sink.status;
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    if (status == BRN_OK) {
      ENSURE_INT(sink.used, expected.used);
      assert_memory_equal(sink.buffer, expected.buffer, expected.used);
    }
    brn__sink_abandon(&sink);
    ENSURE(brn_byte_count(ctx) == before);
  }
  brn_fail_allocation(ctx, -1);
  brn__sink_abandon(&expected);
  brn_mesh_destroy(ctx, mesh);
}
