// SPDX-License-Identifier: Apache-2.0

#include "io/label_field.h"
#include "io/vtu.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// The pieces of a file are put one behind the other: points, cells and arrays.

// the array of <Points>, whatever its name
static const BrnVtuArray* find_points(const BrnVtu* vtu, const BrnVtuPiece* piece) {
  for (int i = piece->first_array; i < piece->end_array; i++) {
    if (vtu->array[i].section == BRN_VTU_POINTS) return &vtu->array[i];
  }
  return NULL;
}

static BrnStatus fail_piece(const BrnVtu* vtu, const BrnVtuPiece* piece, const char* what) {
  return brn__fail(vtu->ctx, BRN_BAD_FILE, "%s:%d: <Piece> has no %s", vtu->source->name,
                   piece->line, what);
}

// ----------------------------------------------------------------------------------------- points

static BrnStatus check_points(BrnVtu* vtu, const BrnVtuPiece* piece) {
  if (piece->point_count == 0) return BRN_OK;
  const BrnVtuArray* array = find_points(vtu, piece);
  if (!array) return fail_piece(vtu, piece, "array in <Points>");
  if (array->components != 3 || array->is_bit || array->is_string || array->is_other) {
    return brn__vtu_fail(vtu, array, "expected points of 3 numbers");
  }
  return brn__vtu_check(vtu, array, 3 * (size_t)piece->point_count);
}

static BrnStatus read_points(BrnVtu* vtu, BrnCells* cells) {
  size_t count = 0;
  for (int p = 0; p < vtu->piece_count; p++) {
    BRN_TRY(check_points(vtu, &vtu->piece[p]));
    count += (size_t)vtu->piece[p].point_count;
  }
  if (count > INT_MAX) {
    return brn__fail(vtu->ctx, BRN_UNSUPPORTED, "%s: %zu points are more than Brawn can count",
                     vtu->source->name, count);
  }
  if (count == 0) return BRN_OK;
  cells->position = brn__new(vtu->ctx, 3 * count, double);
  if (!cells->position) return BRN_NO_MEMORY;
  cells->point_count = (int)count;
  double* at = cells->position;
  for (int p = 0; p < vtu->piece_count; p++) {
    size_t numbers = 3 * (size_t)vtu->piece[p].point_count;
    if (numbers == 0) continue;
    const BrnVtuArray* array = find_points(vtu, &vtu->piece[p]);
    BRN_TRY(brn__vtu_numbers(vtu, array, numbers, at));
    at += numbers;
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ cells

// the numbers of an array of <Cells>, for brn__free()
static BrnStatus read_column(BrnVtu* vtu, const BrnVtuPiece* piece, BrnVtuSection section,
                             const char* name, size_t count, const BrnVtuArray** found,
                             double** out) {
  const BrnVtuArray* array = brn__vtu_find(vtu, piece, section, name);
  *found = array;
  if (!array) return fail_piece(vtu, piece, name);
  bool whole = array->number != BRN_F64 && array->number != BRN_F32;
  if (!whole || array->is_bit || array->is_string || array->is_other) {
    return brn__vtu_fail(vtu, array, "expected an integer type");
  }
  BRN_TRY(brn__vtu_check(vtu, array, count));
  *out = brn__new(vtu->ctx, count, double);
  if (!*out) return BRN_NO_MEMORY;
  BrnStatus status = brn__vtu_numbers(vtu, array, count, *out);
  if (status == BRN_OK) return BRN_OK;
  brn__free(vtu->ctx, *out);
  *out = NULL;
  return status;
}

typedef struct CellColumns {
  double *end, *corner, *type; // as in the file; type NULL: by section
} CellColumns;

static BrnStatus check_ends(const BrnVtu* vtu, const BrnVtuArray* array, const double* end,
                            int count) {
  double before = 0;
  for (int c = 0; c < count; before = end[c++]) {
    if (end[c] >= before && end[c] < 0x1p52 && end[c] == floor(end[c])) continue;
    return brn__vtu_fail(vtu, array, "offset %d is %.17g, expected an integer of at least %.17g", c,
                         end[c], before);
  }
  return BRN_OK;
}

static BrnStatus check_corners(const BrnVtu* vtu, const BrnVtuArray* array, const double* corner,
                               size_t count, int point_count) {
  for (size_t i = 0; i < count; i++) {
    if (corner[i] >= 0 && corner[i] < point_count && corner[i] == floor(corner[i])) continue;
    return brn__vtu_fail(vtu, array, "corner %zu is %.17g, but the piece has %d points", i,
                         corner[i], point_count);
  }
  return BRN_OK;
}

static BrnStatus check_types(const BrnVtu* vtu, const BrnVtuArray* array, const double* type,
                             int count) {
  for (int c = 0; c < count; c++) {
    if (type[c] >= 0 && type[c] < 256 && type[c] == floor(type[c])) continue;
    return brn__vtu_fail(vtu, array, "type of cell %d is %.17g, expected 0 to 255", c, type[c]);
  }
  return BRN_OK;
}

static BrnStatus read_columns(BrnVtu* vtu, const BrnVtuPiece* piece, BrnVtuSection section,
                              CellColumns* out) {
  int count = piece->cell_count[section];
  const BrnVtuArray* array;
  BRN_TRY(read_column(vtu, piece, section, "offsets", (size_t)count, &array, &out->end));
  BRN_TRY(check_ends(vtu, array, out->end, count));
  size_t corners = (size_t)out->end[count - 1];
  BRN_TRY(read_column(vtu, piece, section, "connectivity", corners, &array, &out->corner));
  BRN_TRY(check_corners(vtu, array, out->corner, corners, piece->point_count));
  if (section != BRN_VTU_CELLS) return BRN_OK;
  BRN_TRY(read_column(vtu, piece, section, "types", (size_t)count, &array, &out->type));
  return check_types(vtu, array, out->type, count);
}

static int type_in(BrnVtuSection section, size_t corner_count) {
  switch (section) {
  case BRN_VTU_VERTS: return BRN_CELL_POLY_VERTEX;
  case BRN_VTU_LINES: return BRN_CELL_POLY_LINE;
  case BRN_VTU_STRIPS: return BRN_CELL_STRIP;
  default: return brn__cells_polygon_type(corner_count);
  }
}

static BrnStatus add_cells(BrnVtu* vtu, const CellColumns* columns, BrnVtuSection section,
                           int count, int first_point, BrnCells* cells) {
  size_t begin = 0;
  BRN_TRY(brn__cells_reserve(vtu->ctx, cells, (size_t)count, (size_t)columns->end[count - 1]));
  for (int c = 0; c < count; c++) {
    size_t end = (size_t)columns->end[c];
    int type = columns->type ? (int)columns->type[c] : type_in(section, end - begin);
    int* corner = brn__cells_push(cells, type, end - begin);
    for (size_t i = begin; i < end; i++) *corner++ = (int)columns->corner[i] + first_point;
    begin = end;
  }
  return BRN_OK;
}

static BrnStatus read_cells(BrnVtu* vtu, BrnCells* cells) {
  int first_point = 0;
  for (int p = 0; p < vtu->piece_count; p++) {
    const BrnVtuPiece* piece = &vtu->piece[p];
    for (int s = BRN_VTU_CELLS; s < BRN_VTU_SECTIONS; s++) {
      int count = piece->cell_count[s];
      if (count == 0) continue;
      CellColumns columns = {0};
      BrnStatus status = read_columns(vtu, piece, (BrnVtuSection)s, &columns);
      if (status == BRN_OK) {
        status = add_cells(vtu, &columns, (BrnVtuSection)s, count, first_point, cells);
      }
      brn__free(vtu->ctx, columns.end);
      brn__free(vtu->ctx, columns.corner);
      brn__free(vtu->ctx, columns.type);
      BRN_TRY(status);
    }
    first_point += piece->point_count;
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- arrays

static size_t item_count(const BrnVtuPiece* piece, BrnVtuSection section) {
  if (section == BRN_VTU_POINT_DATA) return (size_t)piece->point_count;
  size_t count = 0;
  for (int s = BRN_VTU_CELLS; s < BRN_VTU_SECTIONS; s++) count += (size_t)piece->cell_count[s];
  return count;
}

// The pieces that have items in a section. All of them must have an array that is to be kept, so
// one that is missed is missed before the arrays of many pieces are looked at.
typedef struct Pieces {
  BrnVtu* vtu;
  BrnVtuSection section;
  int count;
  const BrnVtuPiece** piece; // (count)
} Pieces;

static size_t numbers_in(const Pieces* pieces, int p, const BrnVtuArray* array) {
  return item_count(pieces->piece[p], pieces->section) * (size_t)array->components;
}

// why an array of the first piece cannot be kept; NULL: it can
static const char* reason_to_skip(const Pieces* pieces, const BrnVtuArray* array) {
  if (array->is_string) return "it holds text";
  if (array->is_other) return "its number type is not known";
  for (int p = 0; p < pieces->count; p++) {
    const BrnVtuArray* other =
        brn__vtu_find(pieces->vtu, pieces->piece[p], array->section, array->name);
    if (!other) return "not all pieces have it";
    bool same = other->number == array->number && other->components == array->components;
    if (!same || other->is_string || other->is_other) return "it differs between pieces";
  }
  return NULL;
}

// every piece of an array is checked before memory is taken for the whole
static BrnStatus check_pieces(const Pieces* pieces, const BrnVtuArray* array, size_t* count) {
  *count = 0;
  for (int p = 0; p < pieces->count; p++) {
    size_t numbers = numbers_in(pieces, p, array);
    const BrnVtuArray* part =
        brn__vtu_find(pieces->vtu, pieces->piece[p], array->section, array->name);
    BRN_TRY(brn__vtu_check(pieces->vtu, part, numbers));
    *count += numbers;
  }
  return BRN_OK;
}

static BrnStatus read_pieces(const Pieces* pieces, const BrnVtuArray* array, double* out) {
  for (int p = 0; p < pieces->count; p++) {
    size_t numbers = numbers_in(pieces, p, array);
    const BrnVtuArray* part =
        brn__vtu_find(pieces->vtu, pieces->piece[p], array->section, array->name);
    BRN_TRY(brn__vtu_numbers(pieces->vtu, part, numbers, out));
    out += numbers;
  }
  return BRN_OK;
}

static BrnStatus read_array(const Pieces* pieces, const BrnVtuArray* array, BrnCells* cells) {
  BrnContext* ctx = pieces->vtu->ctx;
  const char* why = reason_to_skip(pieces, array);
  if (why) {
    BrnSlice name = {array->name, strlen(array->name)};
    brn__log(ctx, BRN_LOG_WARNING, "%s: array \"%s\" left out: %s", pieces->vtu->source->name,
             BRN_SHOW(name), why);
    return BRN_OK;
  }
  size_t count;
  BRN_TRY(check_pieces(pieces, array, &count));
  char* name = brn__strdup(ctx, array->name);
  if (!name) return BRN_NO_MEMORY;
  BrnCellsArray* added;
  BRN_TRY(brn__cells_add_array(ctx, cells, name, array->section == BRN_VTU_CELL_DATA,
                               array->components, array->number, count, &added));
  return read_pieces(pieces, array, added->value);
}

// Arrays of the first piece; later ones of the same name belong to them.
static BrnStatus read_arrays_of(const Pieces* pieces, BrnCells* cells) {
  if (pieces->count == 0) return BRN_OK;
  bool on_cells = pieces->section == BRN_VTU_CELL_DATA;
  for (int i = pieces->piece[0]->first_array; i < pieces->piece[0]->end_array; i++) {
    const BrnVtuArray* array = &pieces->vtu->array[i];
    if (array->section != pieces->section) continue;
    if (brn__cells_find_array(cells, array->name, on_cells)) continue; // another time step
    BRN_TRY(read_array(pieces, array, cells));
  }
  return BRN_OK;
}

static BrnStatus read_arrays(BrnVtu* vtu, BrnVtuSection section, BrnCells* cells) {
  Pieces pieces = {.vtu = vtu, .section = section};
  pieces.piece = brn__new(vtu->ctx, vtu->piece_count, const BrnVtuPiece*);
  if (!pieces.piece) return BRN_NO_MEMORY;
  for (int p = 0; p < vtu->piece_count; p++) {
    if (item_count(&vtu->piece[p], section) > 0) pieces.piece[pieces.count++] = &vtu->piece[p];
  }
  BrnStatus status = read_arrays_of(&pieces, cells);
  brn__free(vtu->ctx, pieces.piece);
  return status;
}

// texts in one array, each ended by a zero
static BrnStatus read_label_names(BrnVtu* vtu, BrnCells* cells) {
  for (int i = 0; i < vtu->array_count; i++) {
    const BrnVtuArray* array = &vtu->array[i];
    bool names = array->section == BRN_VTU_FIELD_DATA && array->is_string;
    if (!names || strcmp(array->name, BRN_LABEL_FIELD) != 0) continue;
    char* text;
    size_t size;
    BRN_TRY(brn__vtu_text(vtu, array, &text, &size));
    BrnStatus status = BRN_OK;
    for (size_t at = 0; at < size && status == BRN_OK;) {
      size_t length = strnlen(text + at, size - at);
      status = brn__cells_add_name(vtu->ctx, cells, text + at, length);
      at += length + 1;
    }
    brn__free(vtu->ctx, text);
    return status; // there is one such array
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- whole file

static BrnStatus read_grid(BrnVtu* vtu, BrnCells* cells) {
  BRN_TRY(read_points(vtu, cells));
  BRN_TRY(read_cells(vtu, cells));
  BRN_TRY(read_arrays(vtu, BRN_VTU_POINT_DATA, cells));
  BRN_TRY(read_arrays(vtu, BRN_VTU_CELL_DATA, cells));
  return read_label_names(vtu, cells);
}

BrnStatus brn__vtu_read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  BrnVtu vtu;
  BrnCells cells = {.file = source->name};
  BrnStatus status = brn__vtu_parse(ctx, source, &vtu);
  if (status == BRN_OK) status = read_grid(&vtu, &cells);
  if (status == BRN_OK) status = brn__cells_to_mesh(ctx, &cells, mesh);
  brn__cells_free(ctx, &cells);
  brn__vtu_free(&vtu);
  return status;
}
