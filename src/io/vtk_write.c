// SPDX-License-Identifier: Apache-2.0

#include "io/cells.h"
#include "io/format.h"
#include "io/label_field.h"
#include "io/vtk.h"

#include <string.h>

// Version 3.0 with the cells in their classic layout, which every reader of VTK files knows. All
// arrays go into FIELD blocks, which keep their number types and widths.

extern const BrnFormat brn__format_vtk;

typedef struct Writer {
  BrnSink* sink;
  const BrnCells* cells;
  bool binary, swap;
} Writer;

// names and strings are words, so blanks and the like become %20
static void write_encoded(BrnSink* sink, const char* text) {
  for (const unsigned char* at = (const unsigned char*)text; *at; at++) {
    bool plain = *at > 32 && *at < 127 && *at != '"' && *at != '%';
    if (plain) {
      brn__sink_bytes(sink, at, 1);
    } else {
      brn__sink_printf(sink, "%%%02X", *at);
    }
  }
}

static void write_tuples(const Writer* out, BrnNumber number, const double* value, size_t tuples,
                         int components) {
  size_t width = (size_t)components;
  if (out->binary) {
    brn__sink_raw(out->sink, number, value, tuples * width, out->swap);
    brn__sink_text(out->sink, "\n");
    return;
  }
  for (size_t i = 0; i < tuples * width; i++) {
    brn__sink_number(out->sink, number, value[i]);
    brn__sink_text(out->sink, (i + 1) % width == 0 ? "\n" : " ");
  }
}

static void write_int(const Writer* out, int value, char end) {
  if (out->binary) {
    brn__sink_raw_int(out->sink, value, out->swap);
    return;
  }
  brn__sink_int(out->sink, value);
  brn__sink_bytes(out->sink, &end, 1);
}

// --------------------------------------------------------------------------------------- strings

// the length in one, two or four bytes; the two highest bits tell which
static void write_string_length(BrnSink* sink, size_t length) {
  unsigned char byte[4] = {(unsigned char)(0x40 | length >> 24), (unsigned char)(length >> 16),
                           (unsigned char)(length >> 8), (unsigned char)length};
  if (length < 1 << 6) {
    byte[3] |= 0xc0;
    brn__sink_bytes(sink, byte + 3, 1);
  } else if (length < 1 << 14) {
    byte[2] |= 0x80;
    brn__sink_bytes(sink, byte + 2, 2);
  } else {
    brn__sink_bytes(sink, byte, 4);
  }
}

static void write_label_names(const Writer* out, const BrnMesh* mesh) {
  if (mesh->label_count == 0) return;
  brn__sink_printf(out->sink, "FIELD FieldData 1\n" BRN_LABEL_FIELD " 1 %d string\n",
                   mesh->label_count);
  for (int i = 0; i < mesh->label_count; i++) {
    const char* name = mesh->label[i].name;
    char prefix[BRN_LABEL_PREFIX_SIZE];
    brn__label_field_prefix(&mesh->label[i], prefix);
    if (out->binary) write_string_length(out->sink, strlen(prefix) + strlen(name));
    brn__sink_text(out->sink, prefix);
    if (out->binary) {
      brn__sink_text(out->sink, name);
    } else {
      write_encoded(out->sink, name);
      brn__sink_text(out->sink, "\n");
    }
  }
  if (out->binary) brn__sink_text(out->sink, "\n");
}

// ---------------------------------------------------------------------------------------- blocks

static void write_points(const Writer* out) {
  brn__sink_printf(out->sink, "POINTS %d double\n", out->cells->point_count);
  write_tuples(out, BRN_F64, out->cells->position, (size_t)out->cells->point_count, 3);
}

static void write_cells(const Writer* out) {
  const BrnCells* cells = out->cells;
  size_t count = (size_t)cells->cell_count;
  brn__sink_printf(out->sink, "CELLS %zu %zu\n", count, count + cells->start[count]);
  for (size_t c = 0; c < count; c++) {
    size_t begin = cells->start[c], end = cells->start[c + 1];
    write_int(out, (int)(end - begin), ' ');
    for (size_t i = begin; i < end; i++) write_int(out, cells->corner[i], i + 1 < end ? ' ' : '\n');
  }
  brn__sink_printf(out->sink, "%sCELL_TYPES %zu\n", out->binary ? "\n" : "", count);
  for (size_t c = 0; c < count; c++) write_int(out, cells->type[c], '\n');
  if (out->binary) brn__sink_text(out->sink, "\n");
}

static void write_array(const Writer* out, const BrnCellsArray* array, int tuples) {
  write_encoded(out->sink, array->name[0] ? array->name : "unnamed");
  brn__sink_printf(out->sink, " %d %d %s\n", array->components, tuples,
                   brn__vtk_type_name(array->number));
  write_tuples(out, array->number, array->value, (size_t)tuples, array->components);
}

static void write_arrays(const Writer* out, bool on_cells) {
  const BrnCells* cells = out->cells;
  int tuples = on_cells ? cells->cell_count : cells->point_count, count = 0;
  for (int i = 0; i < cells->array_count; i++) count += cells->array[i].on_cells == on_cells;
  if (count == 0 || tuples == 0) return;
  brn__sink_printf(out->sink, "%s %d\nFIELD FieldData %d\n", on_cells ? "CELL_DATA" : "POINT_DATA",
                   tuples, count);
  for (int i = 0; i < cells->array_count; i++) {
    if (cells->array[i].on_cells == on_cells) write_array(out, &cells->array[i], tuples);
  }
}

static BrnStatus write_mesh(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                            BrnSink* sink) {
  BrnCells cells;
  BRN_TRY(brn__cells_from_mesh(ctx, mesh, true, &cells));
  Writer out = {.sink = sink, .cells = &cells, .binary = def->encoding != BRN_ENCODING_ASCII};
  out.swap = !brn__machine_is_big_endian();
  brn__sink_printf(sink, "# vtk DataFile Version 3.0\nwritten by Brawn\n%s\n",
                   out.binary ? "BINARY" : "ASCII");
  brn__sink_text(sink, "DATASET UNSTRUCTURED_GRID\n");
  write_label_names(&out, mesh);
  write_points(&out);
  write_cells(&out);
  write_arrays(&out, true);
  write_arrays(&out, false);
  brn__cells_free(ctx, &cells);
  return BRN_OK;
}

const BrnFormat brn__format_vtk = {
    .info = {.name = "vtk",
             .extensions = "vtk",
             .title = "VTK legacy",
             .reads = true,
             .writes = true,
             .holds_triangles = true,
             .holds_tets = true,
             .holds_labels = true,
             .holds_arrays = true},
    .read = brn__vtk_read,
    .write = write_mesh,
};
