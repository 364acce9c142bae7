// SPDX-License-Identifier: Apache-2.0
//
// Legacy VTK: head, points, cells in their old and new form; attributes are in vtk_attributes.c.

#include "io/vtk.h"

#include <limits.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- header

// "# vtk DataFile Version 3.0"
static BrnStatus read_version(BrnVtk* vtk) {
  static const char* const words[] = {"#", "vtk", "DataFile", "Version"};
  BrnSlice word;
  for (int i = 0; i < 4; i++) {
    bool there = brn__text_word_in_line(&vtk->text, &word) && brn__slice_is_like(word, words[i]);
    if (!there) return brn__vtk_fail(vtk, "expected \"# vtk DataFile Version 3.0\" or the like");
  }
  double version;
  if (!brn__text_word_in_line(&vtk->text, &word) || !brn__slice_to_double(word, &version)) {
    return brn__vtk_fail(vtk, "expected a version number after \"# vtk DataFile Version\"");
  }
  if (version >= 1 && version < 6) return BRN_OK;
  return brn__fail(vtk->ctx, BRN_UNSUPPORTED,
                   "%s: VTK file version %s is not known; versions 1.0 to 5.1 are read",
                   vtk->text.name, BRN_SHOW(word));
}

static BrnStatus read_header(BrnVtk* vtk) {
  BrnSlice word = {0};
  BRN_TRY(read_version(vtk));
  brn__text_line(&vtk->text, &word); // the rest of the version's line
  if (!brn__text_line(&vtk->text, &word)) {
    return brn__vtk_fail(vtk, "expected a title, but the file ends");
  }
  BRN_TRY(brn__vtk_word(vtk, &word, "\"ASCII\" or \"BINARY\""));
  bool binary = brn__slice_is_like(word, "BINARY");
  if (!binary && !brn__slice_is_like(word, "ASCII")) {
    return brn__vtk_fail(vtk, "expected \"ASCII\" or \"BINARY\", found \"%s\"", BRN_SHOW(word));
  }
  vtk->binary = binary;
  return BRN_OK;
}

static BrnStatus read_data_set(BrnVtk* vtk) {
  BrnSlice word;
  BRN_TRY(brn__vtk_word(vtk, &word, "the kind of data set"));
  if (vtk->data_set.length > 0) return brn__vtk_fail(vtk, "a second DATASET");
  bool known =
      brn__slice_is_like(word, "UNSTRUCTURED_GRID") || brn__slice_is_like(word, "POLYDATA");
  if (!known) {
    return brn__fail(vtk->ctx, BRN_UNSUPPORTED,
                     "%s:%d: DATASET %s is not read; UNSTRUCTURED_GRID and POLYDATA are",
                     vtk->text.name, vtk->text.line, BRN_SHOW(word));
  }
  vtk->data_set = word;
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- points

static BrnStatus read_coordinates(BrnVtk* vtk, BrnVtkType type) {
  size_t count = 3 * (size_t)vtk->cells.point_count;
  if (count == 0) return BRN_OK;
  vtk->cells.position = brn__new(vtk->ctx, count, double);
  if (!vtk->cells.position) return BRN_NO_MEMORY;
  if (vtk->binary) return brn__vtk_numbers(vtk, type, count, vtk->cells.position, "coordinate");
  for (size_t i = 0; i < count; i++) { // here the line of one that is not finite can be told
    double* x = &vtk->cells.position[i];
    BRN_TRY(brn__text_finite_number(&vtk->text, type.number, x, "coordinate", (long)i));
  }
  return BRN_OK;
}

static BrnStatus read_points(BrnVtk* vtk) {
  if (vtk->seen_points) return brn__vtk_fail(vtk, "a second POINTS");
  BrnVtkType type;
  int count;
  BRN_TRY(brn__vtk_count(vtk, &count, "the number of points"));
  BRN_TRY(brn__vtk_type(vtk, &type));
  if (type.is_string || type.is_bit) return brn__vtk_fail(vtk, "points must be numbers");
  BRN_TRY(brn__vtk_begin(vtk, type, 3 * (size_t)count, "coordinates"));
  vtk->seen_points = true;
  vtk->cells.point_count = count;
  return read_coordinates(vtk, type);
}

// ------------------------------------------------------------------------------------------ cells

size_t brn__vtk_cell_count(const BrnVtk* vtk) {
  size_t count = 0;
  for (int k = 0; k < BRN_VTK_CELL_KINDS; k++) count += (size_t)vtk->kind[k].cell_count;
  return count;
}

static const struct {
  const char* keyword;
  int type; // of its cells; 0: CELL_TYPES tells, BRN_CELL_POLYGON: by the number of corners
} kinds[BRN_VTK_CELL_KINDS] = {
    {"VERTICES", BRN_CELL_POLY_VERTEX},
    {"LINES", BRN_CELL_POLY_LINE},
    {"POLYGONS", BRN_CELL_POLYGON},
    {"TRIANGLE_STRIPS", BRN_CELL_STRIP},
};

static int type_in(const BrnVtk* vtk, int kind, size_t corner_count) {
  if (brn__slice_is_like(vtk->data_set, "UNSTRUCTURED_GRID")) return 0;
  int type = kinds[kind].type;
  return type == BRN_CELL_POLYGON ? brn__cells_polygon_type(corner_count) : type;
}

static BrnStatus read_corners(BrnVtk* vtk, BrnNumber number, int* corner, size_t count) {
  int64_t limit = vtk->seen_points ? vtk->cells.point_count : INT_MAX, value;
  for (size_t i = 0; i < count; i++) {
    BRN_TRY(brn__vtk_index(vtk, number, limit, &value, "corner", i));
    corner[i] = (int)value;
  }
  return BRN_OK;
}

// each cell as the number of its corners and the corners; `size` numbers in all
static BrnStatus read_classic_cells(BrnVtk* vtk, int kind, size_t count, size_t size) {
  BrnVtkType type = {.number = BRN_I32};
  BrnCells* cells = &vtk->kind[kind];
  if (size < count) {
    return brn__vtk_fail(vtk, "%zu cells do not fit in %zu numbers", count, size);
  }
  BRN_TRY(brn__vtk_begin(vtk, type, size, "cells"));
  BRN_TRY(brn__cells_reserve(vtk->ctx, cells, count, size - count));
  size_t left = size - count; // corners that the cells may still have
  for (size_t c = 0; c < count; c++) {
    int64_t corners;
    BRN_TRY(brn__vtk_index(vtk, BRN_I32, (int64_t)left + 1, &corners, "corner count of cell", c));
    int* corner = brn__cells_push(cells, type_in(vtk, kind, (size_t)corners), (size_t)corners);
    BRN_TRY(read_corners(vtk, BRN_I32, corner, (size_t)corners));
    left -= (size_t)corners;
  }
  if (left == 0) return BRN_OK;
  return brn__vtk_fail(vtk, "the cells have %zu numbers fewer than announced (%zu)", left, size);
}

static BrnStatus expect(BrnVtk* vtk, const char* keyword) {
  BrnSlice word;
  BRN_TRY(brn__vtk_word(vtk, &word, keyword));
  if (brn__slice_is_like(word, keyword)) return BRN_OK;
  return brn__vtk_fail(vtk, "expected %s, found \"%s\"", keyword, BRN_SHOW(word));
}

static BrnStatus read_integer_type(BrnVtk* vtk, BrnVtkType* type) {
  BRN_TRY(brn__vtk_type(vtk, type));
  bool whole = type->number != BRN_F64 && type->number != BRN_F32;
  if (whole && !type->is_bit && !type->is_string) return BRN_OK;
  return brn__vtk_fail(vtk, "expected an integer type for offsets and corners");
}

// OFFSETS type and CONNECTIVITY type, as in version 5: one offset more than cells
static BrnStatus read_offset_cells(BrnVtk* vtk, int kind, size_t offset_count, size_t size) {
  BrnCells* cells = &vtk->kind[kind];
  size_t count = offset_count > 0 ? offset_count - 1 : 0;
  BrnVtkType type;
  BRN_TRY(expect(vtk, "OFFSETS"));
  BRN_TRY(read_integer_type(vtk, &type));
  BRN_TRY(brn__vtk_begin(vtk, type, offset_count, "offsets"));
  // every corner is to be read from the same file, so no file can announce more than its bytes
  if (size > (size_t)(vtk->text.end - vtk->text.at)) {
    return brn__vtk_fail(vtk, "%zu corners are announced, but the file is too short", size);
  }
  BRN_TRY(brn__cells_reserve(vtk->ctx, cells, count, size));
  int64_t before = 0, offset = 0;
  for (size_t i = 0; i < offset_count; i++, before = offset) {
    BRN_TRY(brn__vtk_index(vtk, type.number, (int64_t)size + 1, &offset, "offset", i));
    if (offset < before || (i == 0 && offset != 0)) {
      return brn__vtk_fail(vtk, "offset %zu is %lld, expected %s%lld", i, (long long)offset,
                           i > 0 ? "at least " : "", (long long)before);
    }
    size_t corners = (size_t)(offset - before);
    if (i > 0) brn__cells_push(cells, type_in(vtk, kind, corners), corners);
  }
  if ((size_t)offset != size) {
    return brn__vtk_fail(vtk, "the last offset is %lld, expected %zu", (long long)offset, size);
  }
  BRN_TRY(expect(vtk, "CONNECTIVITY"));
  BRN_TRY(read_integer_type(vtk, &type));
  BRN_TRY(brn__vtk_begin(vtk, type, size, "corners"));
  return read_corners(vtk, type.number, cells->corner, size);
}

static BrnStatus read_cells(BrnVtk* vtk, int kind) {
  int count, size;
  if (vtk->kind[kind].start) return brn__vtk_fail(vtk, "these cells are there twice");
  BRN_TRY(brn__vtk_count(vtk, &count, "the number of cells"));
  BRN_TRY(brn__vtk_count(vtk, &size, "the size of the cells"));
  BrnSlice next;
  bool offsets = brn__text_peek(&vtk->text, &next) && brn__slice_is_like(next, "OFFSETS");
  return offsets ? read_offset_cells(vtk, kind, (size_t)count, (size_t)size)
                 : read_classic_cells(vtk, kind, (size_t)count, (size_t)size);
}

static BrnStatus read_cell_types(BrnVtk* vtk) {
  BrnCells* cells = &vtk->kind[0];
  int count;
  BRN_TRY(brn__vtk_count(vtk, &count, "the number of cells"));
  if (count != cells->cell_count) {
    return brn__vtk_fail(vtk, "CELL_TYPES %d, but there are %d cells", count, cells->cell_count);
  }
  BRN_TRY(brn__vtk_begin(vtk, (BrnVtkType){.number = BRN_I32}, (size_t)count, "cell types"));
  vtk->seen_types = true;
  for (int c = 0; c < count; c++) {
    int64_t type;
    BRN_TRY(brn__vtk_index(vtk, BRN_I32, 256, &type, "type of cell", (size_t)c));
    cells->type[c] = (unsigned char)type;
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ blocks

static BrnStatus begin_section(BrnVtk* vtk, BrnVtkSection section) {
  bool on_cells = section == BRN_VTK_CELL_DATA;
  size_t expected = on_cells ? brn__vtk_cell_count(vtk) : (size_t)vtk->cells.point_count;
  int count;
  BRN_TRY(brn__vtk_count(vtk, &count, "the number of values"));
  if ((size_t)count != expected) {
    return brn__vtk_fail(vtk, "%s %d, but there are %zu %s", on_cells ? "CELL_DATA" : "POINT_DATA",
                         count, expected, on_cells ? "cells" : "points");
  }
  vtk->section = section;
  return BRN_OK;
}

static BrnStatus read_geometry(BrnVtk* vtk, BrnSlice keyword, bool* known) {
  bool grid = brn__slice_is_like(vtk->data_set, "UNSTRUCTURED_GRID");
  *known = true;
  if (brn__slice_is_like(keyword, "POINTS")) return read_points(vtk);
  if (grid && brn__slice_is_like(keyword, "CELLS")) return read_cells(vtk, 0);
  if (grid && brn__slice_is_like(keyword, "CELL_TYPES")) return read_cell_types(vtk);
  for (int k = 0; !grid && k < BRN_VTK_CELL_KINDS; k++) {
    if (brn__slice_is_like(keyword, kinds[k].keyword)) return read_cells(vtk, k);
  }
  *known = false;
  return BRN_OK;
}

static BrnStatus read_keyword(BrnVtk* vtk, BrnSlice keyword) {
  bool known = false;
  if (brn__slice_is_like(keyword, "DATASET")) return read_data_set(vtk);
  if (brn__slice_is_like(keyword, "METADATA")) {
    brn__vtk_skip_metadata(vtk);
    return BRN_OK;
  }
  if (vtk->data_set.length > 0) {
    if (brn__slice_is_like(keyword, "POINT_DATA")) return begin_section(vtk, BRN_VTK_POINT_DATA);
    if (brn__slice_is_like(keyword, "CELL_DATA")) return begin_section(vtk, BRN_VTK_CELL_DATA);
    if (vtk->section == BRN_VTK_FIELD_DATA) BRN_TRY(read_geometry(vtk, keyword, &known));
  }
  if (!known) BRN_TRY(brn__vtk_attribute(vtk, keyword, &known));
  if (known) return BRN_OK;
  return brn__vtk_fail(vtk, "expected a keyword (%s), found \"%s\"",
                       vtk->data_set.length == 0 ? "DATASET" : "POINTS, CELLS, POINT_DATA, ...",
                       BRN_SHOW(keyword));
}

static BrnStatus check_whole(BrnVtk* vtk) {
  if (vtk->data_set.length == 0) {
    return brn__vtk_fail(vtk, "expected DATASET UNSTRUCTURED_GRID or POLYDATA, but the file ends");
  }
  bool grid = brn__slice_is_like(vtk->data_set, "UNSTRUCTURED_GRID");
  if (!vtk->seen_points) return brn__vtk_fail(vtk, "expected POINTS, but the file ends");
  if (grid && vtk->kind[0].cell_count > 0 && !vtk->seen_types) {
    return brn__vtk_fail(vtk, "expected CELL_TYPES, but the file ends");
  }
  return BRN_OK;
}

static BrnStatus read_file(BrnVtk* vtk, BrnMesh* mesh) {
  BrnSlice keyword;
  BRN_TRY(read_header(vtk));
  while (brn__text_word(&vtk->text, &keyword)) BRN_TRY(read_keyword(vtk, keyword));
  BRN_TRY(check_whole(vtk));
  for (int k = 0; k < BRN_VTK_CELL_KINDS; k++) {
    BRN_TRY(brn__cells_append(vtk->ctx, &vtk->cells, &vtk->kind[k]));
  }
  return brn__cells_to_mesh(vtk->ctx, &vtk->cells, mesh);
}

BrnStatus brn__vtk_read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  if (source->size == 0) {
    return brn__fail(ctx, BRN_BAD_FILE,
                     "%s: the file is empty; expected \"# vtk DataFile Version 3.0\" or the like",
                     source->name);
  }
  BrnVtk vtk = {.ctx = ctx, .text = brn__text(ctx, source, 0), .begin = source->data};
  vtk.swap = !brn__machine_is_big_endian();
  vtk.cells.file = source->name;
  for (int k = 0; k < BRN_VTK_CELL_KINDS; k++) vtk.kind[k].file = source->name;
  BrnStatus status = read_file(&vtk, mesh);
  brn__cells_free(ctx, &vtk.cells);
  for (int k = 0; k < BRN_VTK_CELL_KINDS; k++) brn__cells_free(ctx, &vtk.kind[k]);
  return status;
}
