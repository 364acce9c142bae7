// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target of the reader of single arrays. What it reads must be what reading all of the
// file gives.

#include "io/vtu_peek.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void compare(BrnContext* ctx, BrnVtuPeek* peek, const char* path) {
  size_t count = 3 * (size_t)peek->point_count;
  if (count > 1 << 20) return;
  double* position = malloc(sizeof *position * (count + 1));
  BrnReadDef def = brn_read_def_default();
  BrnMesh* mesh;
  def.format = "vtu";
  bool peeked = brn__vtu_peek_positions(peek, position) == BRN_OK;
  if (brn_mesh_read(ctx, path, &def, &mesh) == BRN_OK) {
    bool same = (size_t)mesh->vertex_count * 3 == count;
    if (peeked && same && count > 0) {
      if (memcmp(position, mesh->position, sizeof *position * count) != 0) __builtin_trap();
    }
    brn_mesh_destroy(ctx, mesh);
  }
  free(position);
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

static void read_arrays(BrnVtuPeek* peek) {
  BrnVtuPeekArray array;
  for (int at = 0; next_array(peek, &at, &array);) {
    size_t items = (size_t)(array.on_cells ? peek->cell_count : peek->point_count);
    if (items > 1 << 20 || array.components > 64) continue;
    double* value = malloc(sizeof *value * (items * (size_t)array.components + 1));
    brn__vtu_peek_numbers(peek, &array, value);
    free(value);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  BrnContextDef def = brn_context_def_default();
  char path[64];
  int file = memfd_create("fuzz", 0);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (write(file, data, size) != (ssize_t)size) __builtin_trap();
  def.log = NULL;
  def.workers = 1;
  BrnContext* ctx = brn_context_create(&def);
  BrnVtuPeek peek;
  if (brn__vtu_peek_open(ctx, path, &peek) == BRN_OK) {
    compare(ctx, &peek, path);
    read_arrays(&peek);
    brn__vtu_peek_close(&peek);
  }
  brn_context_destroy(ctx); // asserts that nothing is left
  close(file);
  return 0;
}
