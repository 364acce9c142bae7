// SPDX-License-Identifier: Apache-2.0
//
// Cells of VTK's grids: growing them, arrays and names (cells.h). To and from meshes:
// cells_to_mesh.c, cells_from_mesh.c.

#include "io/cells.h"
#include "io/label_field.h"

#include <limits.h>
#include <string.h>

void brn__cells_free(BrnContext* ctx, BrnCells* cells) {
  if (!cells->borrowed) brn__free(ctx, cells->position);
  brn__free(ctx, cells->type);
  brn__free(ctx, cells->start);
  brn__free(ctx, cells->corner);
  for (int i = 0; i < cells->array_count; i++) {
    BrnCellsArray* array = &cells->array[i];
    brn__free(ctx, array->name);
    if (array->on_cells || !cells->borrowed) brn__free(ctx, array->value);
  }
  brn__free(ctx, cells->array);
  brn__hash_free(ctx, &cells->array_hash);
  brn__label_names_free(ctx, &cells->names);
  *cells = (BrnCells){0};
}

// ------------------------------------------------------------------------------------------ cells

BrnStatus brn__cells_reserve(BrnContext* ctx, BrnCells* cells, size_t cell_count,
                             size_t corner_count) {
  size_t cell_sum = (size_t)cells->cell_count + cell_count;
  size_t corner_sum = corner_count + (cells->start ? cells->start[cells->cell_count] : 0);
  if (cell_sum > INT_MAX - 1) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "%s: %zu cells are more than Brawn can count",
                     cells->file, cell_sum);
  }
  bool first = !cells->start;
  BRN_TRY(brn__grow(ctx, &cells->type, &cells->type_room, cell_sum, sizeof *cells->type));
  BRN_TRY(
      brn__grow(ctx, &cells->corner, &cells->corner_room, corner_sum + 1, sizeof *cells->corner));
  BRN_TRY(brn__grow(ctx, &cells->start, &cells->start_room, cell_sum + 1, sizeof *cells->start));
  if (first) cells->start[0] = 0;
  return BRN_OK;
}

int* brn__cells_push(BrnCells* cells, int type, size_t corner_count) {
  int cell = cells->cell_count++;
  BRN_DEBUG_ASSERT((size_t)cell < cells->type_room);
  BRN_DEBUG_ASSERT(cells->start[cell] + corner_count <= cells->corner_room);
  cells->type[cell] = (unsigned char)type;
  cells->start[cell + 1] = cells->start[cell] + corner_count;
  return cells->corner + cells->start[cell];
}

BrnStatus brn__cells_append(BrnContext* ctx, BrnCells* cells, BrnCells* more) {
  if (more->cell_count == 0) return BRN_OK;
  if (!cells->start) { // the first ones need no copy
    cells->cell_count = more->cell_count;
    cells->type = more->type, cells->type_room = more->type_room;
    cells->start = more->start, cells->start_room = more->start_room;
    cells->corner = more->corner, cells->corner_room = more->corner_room;
    *more = (BrnCells){.file = more->file};
    return BRN_OK;
  }
  BRN_TRY(brn__cells_reserve(ctx, cells, (size_t)more->cell_count, more->start[more->cell_count]));
  for (int c = 0; c < more->cell_count; c++) {
    size_t count = more->start[c + 1] - more->start[c];
    int* corner = brn__cells_push(cells, more->type[c], count);
    if (count > 0) memcpy(corner, more->corner + more->start[c], count * sizeof *corner);
  }
  return BRN_OK;
}

int brn__cells_polygon_type(size_t corner_count) {
  return corner_count == 3   ? BRN_CELL_TRIANGLE
         : corner_count == 4 ? BRN_CELL_QUAD
                             : BRN_CELL_POLYGON;
}

// ----------------------------------------------------------------------------------------- arrays

typedef struct Query {
  const BrnCells* cells;
  const char* name;
  bool on_cells;
} Query;

static uint64_t hash_array(const void* user, int item, uint64_t seed) {
  const Query* query = user;
  const BrnCellsArray* array = item < 0 ? NULL : &query->cells->array[item];
  uint64_t start = brn__hash_mix(seed, array ? array->on_cells : query->on_cells);
  const char* name = array ? array->name : query->name;
  return brn__hash_text(start, name, strlen(name));
}

static bool is_wanted(const void* user, int item) {
  const Query* query = user;
  const BrnCellsArray* array = &query->cells->array[item];
  return array->on_cells == query->on_cells && strcmp(array->name, query->name) == 0;
}

static const BrnHashKind kind = {hash_array, is_wanted};

const BrnCellsArray* brn__cells_find_array(const BrnCells* cells, const char* name, bool on_cells) {
  int found = brn__hash_find(&cells->array_hash, &kind, &(Query){cells, name, on_cells});
  return found < 0 ? NULL : &cells->array[found];
}

// puts the last array into the table
static BrnStatus remember_array(BrnContext* ctx, BrnCells* cells) {
  const BrnCellsArray* last = &cells->array[cells->array_count - 1];
  Query query = {cells, last->name, last->on_cells};
  BRN_TRY(brn__hash_reserve(ctx, &cells->array_hash, &kind, &query, cells->array_count));
  *brn__hash_slot(&cells->array_hash, &kind, &query) = cells->array_count - 1;
  return BRN_OK;
}

BrnStatus brn__cells_add_array(BrnContext* ctx, BrnCells* cells, char* name, bool on_cells,
                               int components, BrnNumber number, size_t count,
                               BrnCellsArray** out) {
  BrnCellsArray array = {
      .name = name, .on_cells = on_cells, .components = components, .number = number};
  BrnStatus status = BRN_OK;
  if (cells->array_count == BRN_CELLS_MOST_ARRAYS) {
    status = brn__fail(ctx, BRN_UNSUPPORTED, "%s: more than %d arrays", cells->file,
                       BRN_CELLS_MOST_ARRAYS);
  }
  if (status == BRN_OK && count > 0) {
    array.value = brn__new_zero(ctx, count, double);
    if (!array.value) status = BRN_NO_MEMORY;
  }
  size_t needed = (size_t)cells->array_count + 1;
  if (status == BRN_OK) {
    status = brn__grow(ctx, &cells->array, &cells->array_room, needed, sizeof array);
  }
  if (status != BRN_OK) {
    // the name was handed over, and goes with it
    brn__free(ctx, array.value);
    brn__free(ctx, name);
    return status;
  }
  *out = &cells->array[cells->array_count++];
  **out = array;
  return remember_array(ctx, cells);
}

BrnStatus brn__cells_add_name(BrnContext* ctx, BrnCells* cells, const char* text, size_t length) {
  bool good;
  BRN_TRY(brn__label_field_read(ctx, &cells->names, text, length, &good));
  cells->bad_names += !good;
  return BRN_OK;
}
