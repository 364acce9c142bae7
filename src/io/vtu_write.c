// SPDX-License-Identifier: Apache-2.0

#include "io/cells.h"
#include "io/format.h"
#include "io/label_field.h"
#include "io/vtu.h"
#include "io/xml.h"
#include "io/zlib_hooks.h"

#include <string.h>

// One piece. The numbers follow the elements as raw bytes, or stand inside them as text. Offsets
// are needed before the data are written, so compressed data are packed into memory first.

extern const BrnFormat brn__format_vtu;
extern const BrnFormat brn__format_vtp;

enum { BLOCK_SIZE = 1 << 17 }; // bytes that are compressed as one, a multiple of every number size

/// The numbers of one array, wherever they come from.
typedef struct Column {
  const char* name;
  BrnNumber number;
  int components;
  size_t count;  // numbers in all
  bool is_names; // of labels, as bytes
  // one of these holds the numbers
  const double* value;
  const int* corner;
  const size_t* end;
  const unsigned char* byte;
  uint64_t offset; // into the appended data
} Column;

typedef struct Writer {
  BrnContext* ctx;
  BrnSink* sink;
  const BrnMesh* mesh;
  BrnCells cells;
  bool poly_data, ascii, compressed;
  BrnSink names; // of labels
  int column_count;
  Column* column;        // in the order of the file: names, points, cells, arrays
  BrnSink packed;        // compressed data
  unsigned char* buffer; // (BLOCK_SIZE)
} Writer;

static double column_at(const Column* column, size_t i) {
  if (column->value) return column->value[i];
  if (column->corner) return column->corner[i];
  if (column->end) return (double)column->end[i];
  return column->is_names ? (signed char)column->byte[i] : column->byte[i];
}

static size_t size_of(const Column* column) {
  return column->count * (size_t)brn__number_size(column->number);
}

// ---------------------------------------------------------------------------------------- columns

// the names of the labels, each ended by a zero
static void gather_names(Writer* out) {
  for (int i = 0; i < out->mesh->label_count; i++) {
    const char* name = out->mesh->label[i].name;
    char prefix[BRN_LABEL_PREFIX_SIZE];
    brn__label_field_prefix(&out->mesh->label[i], prefix);
    brn__sink_text(&out->names, prefix);
    brn__sink_bytes(&out->names, name, strlen(name) + 1);
  }
}

static void add_column(Writer* out, Column column) { out->column[out->column_count++] = column; }

static void list_arrays(Writer* out) {
  const BrnCells* cells = &out->cells;
  for (int i = 0; i < cells->array_count; i++) {
    const BrnCellsArray* array = &cells->array[i];
    size_t items = (size_t)(array->on_cells ? cells->cell_count : cells->point_count);
    add_column(out, (Column){.name = array->name,
                             .number = array->number,
                             .components = array->components,
                             .value = array->value,
                             .count = items * (size_t)array->components});
  }
}

static BrnStatus list_columns(Writer* out) {
  const BrnCells* cells = &out->cells;
  size_t points = (size_t)cells->point_count, count = (size_t)cells->cell_count;
  gather_names(out);
  BRN_TRY(out->names.status);
  out->column = brn__new(out->ctx, cells->array_count + 5, Column);
  if (!out->column) return BRN_NO_MEMORY;
  // the field of label names, then what VTK wants of a grid, in the order of the elements in
  // the file: offsets in appended data follow from it
  add_column(out, (Column){.name = BRN_LABEL_FIELD,
                           .number = BRN_I8,
                           .components = 1,
                           .count = out->names.used,
                           .is_names = true,
                           .byte = (const unsigned char*)out->names.buffer});
  add_column(out, (Column){.name = "Points",
                           .number = BRN_F64,
                           .components = 3,
                           .count = 3 * points,
                           .value = cells->position});
  add_column(out, (Column){.name = "connectivity",
                           .number = BRN_I32,
                           .components = 1,
                           .count = cells->start[count],
                           .corner = cells->corner});
  add_column(out, (Column){.name = "offsets",
                           .number = BRN_I64,
                           .components = 1,
                           .count = count,
                           .end = cells->start + 1});
  add_column(out, (Column){.name = "types",
                           .number = BRN_U8,
                           .components = 1,
                           .count = out->poly_data ? 0 : count,
                           .byte = cells->type});
  // and what the mesh has besides
  list_arrays(out);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- data

static void put_header(BrnSink* sink, uint64_t value) { brn__sink_bytes(sink, &value, 8); }

// numbers from `first` on, as many as fit; returns their bytes
static size_t encode(Writer* out, const Column* column, size_t first) {
  size_t size = (size_t)brn__number_size(column->number), fit = BLOCK_SIZE / size;
  size_t count = column->count - first < fit ? column->count - first : fit;
  if (column->value) {
    brn__numbers_encode(out->buffer, column->number, false, count, column->value + first);
  } else if (column->corner) {
    memcpy(out->buffer, column->corner + first, count * size);
  } else if (column->byte) {
    memcpy(out->buffer, column->byte + first, count * size);
  } else {
    for (size_t i = 0; i < count; i++)
      memcpy(out->buffer + 8 * i, &(int64_t){(int64_t)column->end[first + i]}, 8);
  }
  return count * size;
}

static void write_raw(Writer* out, const Column* column) {
  size_t fit = BLOCK_SIZE / (size_t)brn__number_size(column->number);
  put_header(out->sink, size_of(column));
  for (size_t first = 0; first < column->count; first += fit) {
    brn__sink_bytes(out->sink, out->buffer, encode(out, column, first));
  }
}

// Packs a column's blocks behind each other; their sizes go to `sizes`.
static BrnStatus pack_blocks(Writer* out, const Column* column, z_stream* zlib,
                             unsigned char* packed, size_t room, uint64_t* sizes, BrnSink* data) {
  size_t fit = BLOCK_SIZE / (size_t)brn__number_size(column->number);
  for (size_t first = 0; first < column->count; first += fit) {
    zlib->next_in = out->buffer;
    zlib->avail_in = (unsigned)encode(out, column, first);
    zlib->next_out = packed;
    zlib->avail_out = (unsigned)room;
    if (deflate(zlib, Z_FINISH) != Z_STREAM_END) return BRN_NO_MEMORY;
    *sizes++ = zlib->total_out;
    brn__sink_bytes(data, packed, zlib->total_out);
    deflateReset(zlib);
  }
  return data->status;
}

static BrnStatus pack_column(Writer* out, Column* column, z_stream* zlib) {
  size_t size = size_of(column), count = (size + BLOCK_SIZE - 1) / BLOCK_SIZE;
  size_t room = deflateBound(zlib, BLOCK_SIZE);
  uint64_t* sizes = brn__new_zero(out->ctx, count, uint64_t);
  unsigned char* packed = brn__alloc(out->ctx, room, 1);
  BrnSink data;
  brn__sink_open_memory(out->ctx, &data);
  BrnStatus status = BRN_NO_MEMORY;
  if (sizes && packed) status = pack_blocks(out, column, zlib, packed, room, sizes, &data);
  if (status == BRN_OK) {
    column->offset = out->packed.written;
    put_header(&out->packed, count);
    put_header(&out->packed, BLOCK_SIZE);
    put_header(&out->packed, size % BLOCK_SIZE);
    for (size_t i = 0; i < count; i++) put_header(&out->packed, sizes[i]);
    brn__sink_bytes(&out->packed, data.buffer, data.used);
    status = out->packed.status;
  }
  brn__sink_abandon(&data);
  brn__free(out->ctx, packed);
  brn__free(out->ctx, sizes);
  return status;
}

static BrnStatus pack_columns(Writer* out) {
  z_stream zlib = brn__zlib_stream(out->ctx);
  if (deflateInit(&zlib, Z_DEFAULT_COMPRESSION) != Z_OK) return BRN_NO_MEMORY;
  BrnStatus status = BRN_OK;
  for (int i = 0; i < out->column_count && status == BRN_OK; i++) {
    status = pack_column(out, &out->column[i], &zlib);
  }
  deflateEnd(&zlib);
  return status;
}

static void place_columns(Writer* out) {
  uint64_t offset = 0;
  for (int i = 0; i < out->column_count; i++) {
    out->column[i].offset = offset;
    offset += 8 + size_of(&out->column[i]);
  }
}

// --------------------------------------------------------------------------------------- elements

static void write_numbers(const Writer* out, const Column* column) {
  size_t per_line = column->components > 1 ? (size_t)column->components : 16;
  for (size_t i = 0; i < column->count; i++) {
    brn__sink_number(out->sink, column->number, column_at(column, i));
    brn__sink_text(out->sink, (i + 1) % per_line == 0 || i + 1 == column->count ? "\n" : " ");
  }
}

static void write_column(const Writer* out, const Column* column) {
  const char* element = column->is_names ? "Array" : "DataArray";
  brn__sink_printf(out->sink, "<%s type=\"%s\" Name=\"", element,
                   column->is_names ? "String" : brn__vtu_type_name(column->number));
  brn__xml_escape(out->sink, column->name[0] ? column->name : "unnamed");
  brn__sink_printf(out->sink, "\" NumberOfComponents=\"%d\" ", column->components);
  if (column->is_names) {
    brn__sink_printf(out->sink, "NumberOfTuples=\"%d\" ", out->mesh->label_count);
  }
  if (out->ascii) {
    brn__sink_text(out->sink, "format=\"ascii\">\n");
    write_numbers(out, column);
    brn__sink_printf(out->sink, "</%s>\n", element);
  } else {
    brn__sink_printf(out->sink, "format=\"appended\" offset=\"%llu\"/>\n",
                     (unsigned long long)column->offset);
  }
}

static void write_section(const Writer* out, const char* name, int first, int count) {
  brn__sink_printf(out->sink, "<%s>\n", name);
  for (int i = first; i < first + count; i++) write_column(out, &out->column[i]);
  brn__sink_printf(out->sink, "</%s>\n", name);
}

static void write_arrays(const Writer* out, const char* name, bool on_cells) {
  brn__sink_printf(out->sink, "<%s>\n", name);
  for (int i = 0; i < out->cells.array_count; i++) {
    if (out->cells.array[i].on_cells == on_cells) write_column(out, &out->column[5 + i]);
  }
  brn__sink_printf(out->sink, "</%s>\n", name);
}

static void write_piece(const Writer* out) {
  const BrnCells* cells = &out->cells;
  if (out->poly_data) {
    brn__sink_printf(out->sink,
                     "<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"0\" NumberOfLines=\"0\" "
                     "NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n",
                     cells->point_count, cells->cell_count);
  } else {
    brn__sink_printf(out->sink, "<Piece NumberOfPoints=\"%d\" NumberOfCells=\"%d\">\n",
                     cells->point_count, cells->cell_count);
  }
  write_arrays(out, "PointData", false);
  write_arrays(out, "CellData", true);
  write_section(out, "Points", 1, 1);
  write_section(out, out->poly_data ? "Polys" : "Cells", 2, out->poly_data ? 2 : 3);
  brn__sink_text(out->sink, "</Piece>\n");
}

static void write_elements(const Writer* out) {
  const char* type = out->poly_data ? "PolyData" : "UnstructuredGrid";
  brn__sink_printf(out->sink,
                   "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" "
                   "byte_order=\"%s\" header_type=\"UInt64\"%s>\n<%s>\n",
                   type, brn__machine_is_big_endian() ? "BigEndian" : "LittleEndian",
                   out->compressed ? " compressor=\"vtkZLibDataCompressor\"" : "", type);
  if (out->mesh->label_count > 0) write_section(out, "FieldData", 0, 1);
  write_piece(out);
  brn__sink_printf(out->sink, "</%s>\n", type);
}

static void write_appended(Writer* out) {
  if (out->ascii) return;
  brn__sink_text(out->sink, "<AppendedData encoding=\"raw\">\n_");
  if (out->compressed) {
    brn__sink_bytes(out->sink, out->packed.buffer, out->packed.used);
  } else {
    for (int i = 0; i < out->column_count; i++) write_raw(out, &out->column[i]);
  }
  brn__sink_text(out->sink, "\n</AppendedData>\n");
}

static BrnStatus write_all(Writer* out) {
  BRN_TRY(brn__cells_from_mesh(out->ctx, out->mesh, !out->poly_data, &out->cells));
  BRN_TRY(list_columns(out));
  out->buffer = brn__alloc(out->ctx, BLOCK_SIZE, 1);
  if (!out->buffer) return BRN_NO_MEMORY;
  if (out->compressed) {
    BRN_TRY(pack_columns(out));
  } else {
    place_columns(out);
  }
  write_elements(out);
  write_appended(out);
  brn__sink_text(out->sink, "</VTKFile>\n");
  return BRN_OK;
}

static BrnStatus write_kind(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                            BrnSink* sink, bool poly_data) {
  Writer out = {.ctx = ctx, .sink = sink, .mesh = mesh, .poly_data = poly_data};
  out.ascii = def->encoding == BRN_ENCODING_ASCII;
  out.compressed = def->encoding == BRN_ENCODING_COMPRESSED;
  brn__sink_open_memory(ctx, &out.packed);
  brn__sink_open_memory(ctx, &out.names);
  BrnStatus status = write_all(&out);
  brn__sink_abandon(&out.packed);
  brn__free(ctx, out.buffer);
  brn__free(ctx, out.column);
  brn__sink_abandon(&out.names);
  brn__cells_free(ctx, &out.cells);
  return status;
}

static BrnStatus write_vtu(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                           BrnSink* sink) {
  return write_kind(ctx, mesh, def, sink, false);
}

static BrnStatus write_vtp(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                           BrnSink* sink) {
  return write_kind(ctx, mesh, def, sink, true);
}

const BrnFormat brn__format_vtu = {
    .info = {.name = "vtu",
             .extensions = "vtu",
             .title = "VTK unstructured grid (XML)",
             .reads = true,
             .writes = true,
             .holds_triangles = true,
             .holds_tets = true,
             .holds_labels = true,
             .holds_arrays = true},
    .read = brn__vtu_read,
    .write = write_vtu,
};

const BrnFormat brn__format_vtp = {
    .info = {.name = "vtp",
             .extensions = "vtp",
             .title = "VTK surface (XML PolyData)",
             .reads = true,
             .writes = true,
             .holds_triangles = true,
             .holds_labels = true,
             .holds_arrays = true},
    .read = brn__vtu_read,
    .write = write_vtp,
};
