// SPDX-License-Identifier: Apache-2.0
//
// Builds VTU files in all the ways that VTK writes them, for the tests of the reader.

#pragma once

#include "vtk_test.h"

#include <zlib.h>

typedef enum VtuMode { VTU_ASCII, VTU_INLINE, VTU_RAW, VTU_BASE64 } VtuMode;

typedef struct VtuVariant {
  VtuMode mode;
  int header; // bytes: 4 or 8
  bool big, packed;
} VtuVariant;

typedef struct VtuDoc {
  VtuVariant variant;
  BrnSink text, appended;
} VtuDoc;

enum { VTU_BLOCK = 16 }; // bytes that are packed as one

static inline void vtu_put_base64(BrnSink* sink, const unsigned char* data, size_t size) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    unsigned bits = 0;
    for (size_t k = 0; k < 3; k++) bits = bits << 8 | (i + k < size ? data[i + k] : 0);
    char four[4];
    for (int k = 0; k < 4; k++) four[k] = digit[bits >> (18 - 6 * k) & 63];
    for (size_t k = size - i; k < 3; k++) four[k + 1] = '=';
    brn__sink_bytes(sink, four, 4);
  }
}

static inline void vtu_put_header(const VtuVariant* variant, BrnSink* sink, uint64_t value) {
  unsigned char bytes[8];
  for (int k = 0; k < variant->header; k++) {
    bytes[variant->big ? variant->header - 1 - k : k] = (unsigned char)(value >> 8 * k);
  }
  brn__sink_bytes(sink, bytes, (size_t)variant->header);
}

// packs data block by block; header numbers and blocks go to two sinks
static inline void vtu_pack(const VtuVariant* variant, const unsigned char* data, size_t size,
                            BrnSink* header, BrnSink* blocks) {
  vtu_put_header(variant, header, (size + VTU_BLOCK - 1) / VTU_BLOCK);
  vtu_put_header(variant, header, VTU_BLOCK);
  vtu_put_header(variant, header, size % VTU_BLOCK);
  for (size_t at = 0; at < size; at += VTU_BLOCK) {
    unsigned char packed[256];
    uLongf length = sizeof packed;
    uLong part = (uLong)(size - at < VTU_BLOCK ? size - at : VTU_BLOCK);
    ENSURE(compress(packed, &length, data + at, part) == Z_OK);
    vtu_put_header(variant, header, length);
    brn__sink_bytes(blocks, packed, length);
  }
}

static inline void vtu_put_data(VtuDoc* doc, BrnSink* to, const unsigned char* data, size_t size) {
  const VtuVariant* variant = &doc->variant;
  bool raw = variant->mode == VTU_RAW;
  BrnSink header, blocks;
  brn__sink_open_memory(to->ctx, &header);
  brn__sink_open_memory(to->ctx, &blocks);
  if (variant->packed) {
    vtu_pack(variant, data, size, &header, &blocks);
  } else { // one stream
    vtu_put_header(variant, &header, size);
    brn__sink_bytes(&header, data, size);
  }
  BrnSink* part[] = {&header, &blocks};
  for (int i = 0; i < 2; i++) {
    const unsigned char* bytes = (const unsigned char*)part[i]->buffer;
    if (raw) brn__sink_bytes(to, bytes, part[i]->used);
    if (!raw) vtu_put_base64(to, bytes, part[i]->used);
    brn__sink_abandon(part[i]);
  }
}

static inline void vtu_put_array(VtuDoc* doc, const char* element, const char* type,
                                 const char* name, BrnNumber number, int components, int count,
                                 const double* values) {
  static const char* const format[] = {"ascii", "binary", "appended", "appended"};
  unsigned char data[1024];
  size_t size = (size_t)brn__number_size(number);
  for (int i = 0; i < count; i++) {
    bool swap = doc->variant.big != brn__machine_is_big_endian();
    brn__number_encode(data + (size_t)i * size, number, values[i], swap);
  }
  brn__sink_printf(&doc->text, "<%s type='%s' Name='%s' NumberOfComponents='%d' format='%s'",
                   element, type, name, components, format[doc->variant.mode]);
  if (doc->variant.mode >= VTU_RAW) {
    brn__sink_printf(&doc->text, " offset='%zu'/>\n", doc->appended.used);
    vtu_put_data(doc, &doc->appended, data, (size_t)count * size);
    return;
  }
  brn__sink_text(&doc->text, ">\n ");
  if (doc->variant.mode == VTU_INLINE) {
    vtu_put_data(doc, &doc->text, data, (size_t)count * size);
  } else {
    for (int i = 0; i < count; i++) brn__sink_printf(&doc->text, " %.17g", values[i]);
  }
  brn__sink_printf(&doc->text, "\n<InformationKey name='x'>1</InformationKey></%s>\n", element);
}

#define VTU_NUMBERS(doc, type, name, number, components, ...)                                      \
  vtu_put_array(doc, "DataArray", type, name, number, components,                                  \
                (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)), (double[]){__VA_ARGS__})

static inline void vtu_put_names(VtuDoc* doc) {
  static const char names[] = "3:7:biceps\0002:12:skin";
  double code[sizeof names];
  for (size_t i = 0; i < sizeof names; i++) code[i] = names[i];
  brn__sink_text(&doc->text, "<FieldData>\n");
  vtu_put_array(doc, "Array", "String", "label_names", BRN_I8, 1, (int)sizeof names, code);
  brn__sink_text(&doc->text, "</FieldData>\n");
}

// piece 0: a tet, a quad and a line on four points; piece 1: a triangle on three
static inline void vtu_put_pieces(VtuDoc* doc) {
  brn__sink_text(&doc->text, "<Piece NumberOfPoints='4' NumberOfCells='3'>\n<PointData>\n");
  VTU_NUMBERS(doc, "Float32", "p", BRN_F32, 2, 0.5, 1, 2, 3, 4, 5, 6, 7);
  brn__sink_text(&doc->text, "</PointData>\n<CellData>\n");
  VTU_NUMBERS(doc, "Int16", "part", BRN_I16, 1, 7, 12, 1);
  VTU_NUMBERS(doc, "UInt64", "c", BRN_U64, 1, 1e15, 2, 3);
  brn__sink_text(&doc->text, "</CellData>\n<Points>\n");
  VTU_NUMBERS(doc, "Float64", "Points", BRN_F64, 3, 0, 0, 0, 0.1, 0, 0, 0, 1, 0, 0, 0, 1);
  brn__sink_text(&doc->text, "</Points>\n<Cells>\n");
  VTU_NUMBERS(doc, "Int64", "connectivity", BRN_I64, 1, 0, 1, 2, 3, 3, 2, 1, 0, 0, 1);
  VTU_NUMBERS(doc, "Int32", "offsets", BRN_I32, 1, 4, 8, 10);
  VTU_NUMBERS(doc, "UInt8", "types", BRN_U8, 1, 10, 9, 3);
  brn__sink_text(&doc->text, "</Cells>\n</Piece>\n");
  brn__sink_text(&doc->text, "<Piece NumberOfPoints='3' NumberOfCells='1'>\n<PointData>\n");
  VTU_NUMBERS(doc, "Float32", "p", BRN_F32, 2, 8, 9, 10, 11, 12, 13);
  brn__sink_text(&doc->text, "</PointData>\n<CellData>\n");
  VTU_NUMBERS(doc, "Int16", "part", BRN_I16, 1, -3);
  VTU_NUMBERS(doc, "UInt64", "c", BRN_U64, 1, 4);
  brn__sink_text(&doc->text, "</CellData>\n<Points>\n");
  VTU_NUMBERS(doc, "Int8", "Points", BRN_I8, 3, 5, 0, 0, 0, 5, 0, 0, 0, -5);
  brn__sink_text(&doc->text, "</Points>\n<Cells>\n");
  VTU_NUMBERS(doc, "Int64", "connectivity", BRN_I64, 1, 2, 1, 0);
  VTU_NUMBERS(doc, "Int32", "offsets", BRN_I32, 1, 3);
  VTU_NUMBERS(doc, "UInt8", "types", BRN_U8, 1, 5);
  brn__sink_text(&doc->text, "</Cells>\n</Piece>\n");
}

/// Builds the file of a variant; abandon the sink when done.
static inline void vtu_build(BrnContext* ctx, VtuVariant variant, BrnSink* out) {
  VtuDoc doc = {.variant = variant};
  brn__sink_open_memory(ctx, &doc.text);
  brn__sink_open_memory(ctx, &doc.appended);
  brn__sink_printf(&doc.text,
                   "<VTKFile type='UnstructuredGrid' byte_order='%s' header_type='UInt%d'%s>\n"
                   "<UnstructuredGrid>\n",
                   variant.big ? "BigEndian" : "LittleEndian", 8 * variant.header,
                   variant.packed ? " compressor='vtkZLibDataCompressor'" : "");
  vtu_put_names(&doc);
  vtu_put_pieces(&doc);
  brn__sink_text(&doc.text, "</UnstructuredGrid>\n");
  if (variant.mode >= VTU_RAW) {
    brn__sink_printf(&doc.text, "<AppendedData encoding='%s'>\n _",
                     variant.mode == VTU_RAW ? "raw" : "base64");
    brn__sink_bytes(&doc.text, doc.appended.buffer, doc.appended.used);
    brn__sink_text(&doc.text, "\n</AppendedData>\n");
  }
  brn__sink_text(&doc.text, "</VTKFile>\n");
  brn__sink_abandon(&doc.appended);
  *out = doc.text;
}

/// The mesh that each variant holds.
static inline void vtu_ensure_built(BrnContext* ctx, const BrnMesh* mesh) {
  static const double position[] = {0, 0, 0, 0.1, 0, 0, 0, 1, 0, 0, 0,
                                    1, 5, 0, 0,   0, 5, 0, 0, 0, -5};
  static const int tet[] = {0, 1, 2, 3}, triangle[] = {3, 2, 1, 3, 1, 0, 6, 5, 4};
  static const int polygon[] = {0, 0, 1}, tet_label[] = {7}, triangle_label[] = {12, 12, -3};
  (void)ctx;
  ENSURE(mesh->vertex_count == 7 && mesh->triangle_count == 3 && mesh->tet_count == 1);
  assert_memory_equal(mesh->position, position, sizeof position);
  io_same_ints(mesh->tet, tet, 4);
  io_same_ints(mesh->triangle, triangle, 9);
  io_same_ints(mesh->polygon, polygon, 3);
  io_same_ints(mesh->tet_label, tet_label, 1);
  io_same_ints(mesh->triangle_label, triangle_label, 3);
  assert_string_equal(mesh->label_array, "part");
  ENSURE_INT(mesh->label_count, 2);
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TET, 7), "biceps");
  assert_string_equal(brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, 12), "skin");
  ENSURE_INT(mesh->array_count, 3);
  const BrnArray* p = brn_mesh_find_array(mesh, "p", BRN_ON_VERTEX);
  ENSURE(p && p->components == 2 && p->number == BRN_F32 && p->value[0] == 0.5);
  for (int i = 1; i < 14; i++) ENSURE(p->value[i] == i);
  const BrnArray* c = brn_mesh_find_array(mesh, "c", BRN_ON_TRIANGLE);
  ENSURE(c && c->number == BRN_U64 && c->value[0] == 2 && c->value[1] == 2 && c->value[2] == 4);
  ENSURE(brn_mesh_find_array(mesh, "c", BRN_ON_TET)->value[0] == 1e15);
}
