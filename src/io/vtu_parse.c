// SPDX-License-Identifier: Apache-2.0
//
// The elements of VTU and VTP into tables: which arrays there are, of what, and where their numbers
// begin (vtu.h).

#include "io/vtu.h"
#include "io/xml.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// Arrays of zeros pack a thousand times; whole meshes do not.
enum { MOST_UNPACKING = 200, SMALL_FILE = 1 << 24 };

void brn__vtu_free(BrnVtu* vtu) {
  for (int i = 0; i < vtu->array_count; i++) brn__free(vtu->ctx, vtu->array[i].name);
  brn__free(vtu->ctx, vtu->array);
  brn__free(vtu->ctx, vtu->piece);
  brn__free(vtu->ctx, vtu->found);
  brn__hash_free(vtu->ctx, &vtu->hash);
}

BrnStatus brn__vtu_fail(const BrnVtu* vtu, const BrnVtuArray* array, const char* format, ...) {
  char message[512];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  BrnSlice name = {array->name, strlen(array->name)};
  return brn__fail(vtu->ctx, BRN_BAD_FILE, "%s:%d: array \"%s\": %s", vtu->source->name,
                   array->line, BRN_SHOW(name), message);
}

// ------------------------------------------------------------------------------------- attributes

static bool attribute_is(const BrnXml* xml, const char* name, const char* value) {
  BrnSlice found;
  return brn__xml_attribute(xml, name, &found) && brn__slice_is(found, value);
}

// an int of at least `least`; `missing` when it is not there
static BrnStatus int_attribute(const BrnXml* xml, const char* name, int least, int missing,
                               int* out) {
  BrnSlice word;
  *out = missing;
  if (!brn__xml_attribute(xml, name, &word)) return BRN_OK;
  if (brn__slice_to_int(word, out) && *out >= least) return BRN_OK;
  return brn__xml_fail(xml, "expected %s=\"%d\" or more, found \"%s\"", name, least,
                       BRN_SHOW(word));
}

// ------------------------------------------------------------------------------------------ arrays

static const struct {
  const char* name;
  BrnNumber number;
  bool is_bit, is_string;
} types[] = {
    {"Float64", BRN_F64, false, false}, {"Float32", BRN_F32, false, false},
    {"Int8", BRN_I8, false, false},     {"UInt8", BRN_U8, false, false},
    {"Int16", BRN_I16, false, false},   {"UInt16", BRN_U16, false, false},
    {"Int32", BRN_I32, false, false},   {"UInt32", BRN_U32, false, false},
    {"Int64", BRN_I64, false, false},   {"UInt64", BRN_U64, false, false},
    {"Bit", BRN_U8, true, false},       {"String", BRN_I8, false, true},
};

const char* brn__vtu_type_name(BrnNumber number) {
  size_t i = 0;
  while (types[i].number != number) i++;
  return types[i].name;
}

static BrnStatus read_type(const BrnXml* xml, BrnVtuArray* array) {
  BrnSlice type = {"", 0};
  brn__xml_attribute(xml, "type", &type);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (!brn__slice_is(type, types[i].name)) continue;
    array->number = types[i].number;
    array->is_bit = types[i].is_bit;
    array->is_string = types[i].is_string;
    return BRN_OK;
  }
  if (type.length == 0) return brn__xml_fail(xml, "the array has no attribute \"type\"");
  array->is_other = true;
  return BRN_OK;
}

static BrnStatus read_place(const BrnXml* xml, BrnVtuArray* array) {
  BrnSlice format = {"ascii", 5}, word;
  brn__xml_attribute(xml, "format", &format);
  if (brn__slice_is(format, "ascii")) {
    array->place = BRN_VTU_ASCII;
  } else if (brn__slice_is(format, "binary")) {
    array->place = BRN_VTU_INLINE;
  } else if (brn__slice_is(format, "appended")) {
    array->place = BRN_VTU_APPENDED;
    int64_t offset = 0;
    bool good = brn__xml_attribute(xml, "offset", &word) && brn__slice_to_long(word, &offset);
    if (!good || offset < 0) {
      return brn__xml_fail(xml, "an appended array needs an attribute \"offset\" of 0 or more");
    }
    array->offset = (uint64_t)offset;
  } else {
    return brn__xml_fail(xml, "expected format \"ascii\", \"binary\" or \"appended\", found \"%s\"",
                         BRN_SHOW(format));
  }
  return BRN_OK;
}

// the text up to the end of the element; what else is in there does not matter
static BrnStatus read_content(BrnXml* xml, BrnVtuArray* array) {
  while (true) {
    BrnXmlEvent event;
    BRN_TRY(brn__xml_next(xml, &event));
    if (event == BRN_XML_CLOSE) return BRN_OK;
    if (event == BRN_XML_OPEN) BRN_TRY(brn__xml_skip(xml));
    if (event == BRN_XML_TEXT && array->content.length == 0) {
      array->content = xml->content;
      array->content_line = xml->line;
    }
  }
}

static BrnStatus read_array(BrnVtu* vtu, BrnXml* xml, BrnVtuSection section) {
  BrnVtuArray next = {.section = section, .line = xml->line};
  next.piece = section == BRN_VTU_FIELD_DATA ? -1 : vtu->piece_count;
  BrnSlice name = {"unnamed", 7};
  brn__xml_attribute(xml, "Name", &name);
  BRN_TRY(read_type(xml, &next));
  BRN_TRY(read_place(xml, &next));
  BRN_TRY(int_attribute(xml, "NumberOfComponents", 1, 1, &next.components));
  BRN_TRY(brn__grow(vtu->ctx, &vtu->array, &vtu->array_room, (size_t)vtu->array_count + 1,
                    sizeof next));
  BRN_TRY(brn__xml_unescape(xml, name, &next.name));
  vtu->array[vtu->array_count++] = next;
  return read_content(xml, &vtu->array[vtu->array_count - 1]);
}

static BrnStatus read_arrays(BrnVtu* vtu, BrnXml* xml, BrnVtuSection section) {
  while (true) {
    bool found;
    BRN_TRY(brn__xml_next_child(xml, &found));
    if (!found) return BRN_OK;
    bool array = brn__slice_is(xml->name, "DataArray") || brn__slice_is(xml->name, "Array");
    BRN_TRY(array ? read_array(vtu, xml, section) : brn__xml_skip(xml));
  }
}

// ------------------------------------------------------------------------------------------ pieces

static const char* const section_names[BRN_VTU_SECTIONS] = {
    "FieldData", "PointData", "CellData", "Points", "Cells", "Verts", "Lines", "Polys", "Strips"};

static const char* const count_names[BRN_VTU_SECTIONS] = {[BRN_VTU_CELLS] = "NumberOfCells",
                                                          [BRN_VTU_VERTS] = "NumberOfVerts",
                                                          [BRN_VTU_LINES] = "NumberOfLines",
                                                          [BRN_VTU_POLYS] = "NumberOfPolys",
                                                          [BRN_VTU_STRIPS] = "NumberOfStrips"};

static BrnStatus read_sections(BrnVtu* vtu, BrnXml* xml) {
  while (true) {
    bool found;
    BRN_TRY(brn__xml_next_child(xml, &found));
    if (!found) return BRN_OK;
    int section = BRN_VTU_POINT_DATA;
    while (section < BRN_VTU_SECTIONS && !brn__slice_is(xml->name, section_names[section])) {
      section++;
    }
    bool known = section < BRN_VTU_SECTIONS;
    BRN_TRY(known ? read_arrays(vtu, xml, (BrnVtuSection)section) : brn__xml_skip(xml));
  }
}

static BrnStatus read_piece(BrnVtu* vtu, BrnXml* xml) {
  BrnVtuPiece piece = {.line = xml->line, .first_array = vtu->array_count};
  BRN_TRY(int_attribute(xml, "NumberOfPoints", 0, 0, &piece.point_count));
  for (int s = BRN_VTU_CELLS; s < BRN_VTU_SECTIONS; s++) {
    bool used = vtu->poly_data == (s != BRN_VTU_CELLS);
    if (used) BRN_TRY(int_attribute(xml, count_names[s], 0, 0, &piece.cell_count[s]));
  }
  BRN_TRY(read_sections(vtu, xml));
  piece.end_array = vtu->array_count;
  BRN_TRY(brn__grow(vtu->ctx, &vtu->piece, &vtu->piece_room, (size_t)vtu->piece_count + 1,
                    sizeof piece));
  vtu->piece[vtu->piece_count++] = piece;
  return BRN_OK;
}

static BrnStatus read_grid(BrnVtu* vtu, BrnXml* xml) {
  while (true) {
    bool found;
    BRN_TRY(brn__xml_next_child(xml, &found));
    if (!found) return BRN_OK;
    if (brn__slice_is(xml->name, "Piece")) {
      BRN_TRY(read_piece(vtu, xml));
    } else if (brn__slice_is(xml->name, "FieldData")) {
      BRN_TRY(read_arrays(vtu, xml, BRN_VTU_FIELD_DATA));
    } else {
      BRN_TRY(brn__xml_skip(xml));
    }
  }
}

// ------------------------------------------------------------------------------------- whole file

static BrnStatus check_type(BrnVtu* vtu, const BrnXml* xml) {
  BrnSlice type = {"", 0};
  brn__xml_attribute(xml, "type", &type);
  vtu->poly_data = brn__slice_is(type, "PolyData");
  if (vtu->poly_data || brn__slice_is(type, "UnstructuredGrid")) return BRN_OK;
  bool parallel = brn__slice_is(type, "PUnstructuredGrid") || brn__slice_is(type, "PPolyData");
  return brn__fail(vtu->ctx, BRN_UNSUPPORTED,
                   "%s:%d: a VTKFile of type \"%s\" is not read; UnstructuredGrid and PolyData "
                   "are%s",
                   vtu->source->name, xml->line, BRN_SHOW(type),
                   parallel ? ": read the pieces it names one by one" : "");
}

static BrnStatus check_compressor(BrnVtu* vtu, const BrnXml* xml) {
  BrnSlice word;
  if (!brn__xml_attribute(xml, "compressor", &word) || word.length == 0) return BRN_OK;
  vtu->compressed = brn__slice_is(word, "vtkZLibDataCompressor");
  if (vtu->compressed) return BRN_OK;
  return brn__fail(vtu->ctx, BRN_UNSUPPORTED,
                   "%s:%d: compressor \"%s\" is not read; write the file with zlib or none",
                   vtu->source->name, xml->line, BRN_SHOW(word));
}

static BrnStatus read_root(BrnVtu* vtu, BrnXml* xml) {
  bool found;
  BRN_TRY(brn__xml_next_child(xml, &found));
  if (!brn__slice_is(xml->name, "VTKFile")) {
    return brn__xml_fail(xml, "expected <VTKFile>, found <%s>", BRN_SHOW(xml->name));
  }
  BRN_TRY(check_type(vtu, xml));
  BRN_TRY(check_compressor(vtu, xml));
  BrnSlice word = {"UInt32", 6};
  brn__xml_attribute(xml, "header_type", &word);
  vtu->header_size = brn__slice_is(word, "UInt64") ? 8 : 4;
  if (vtu->header_size == 4 && !brn__slice_is(word, "UInt32")) {
    return brn__xml_fail(xml, "expected header_type \"UInt32\" or \"UInt64\", found \"%s\"",
                         BRN_SHOW(word));
  }
  bool big = attribute_is(xml, "byte_order", "BigEndian");
  if (!big && brn__xml_attribute(xml, "byte_order", &word) &&
      !brn__slice_is(word, "LittleEndian")) {
    return brn__xml_fail(xml, "expected byte_order \"LittleEndian\" or \"BigEndian\", found \"%s\"",
                         BRN_SHOW(word));
  }
  vtu->swap = big != brn__machine_is_big_endian();
  return BRN_OK;
}

// The data follow the first underscore, and raw ones are no XML: nothing after it is parsed.
static BrnStatus read_appended(BrnVtu* vtu, BrnXml* xml) {
  vtu->appended_is_base64 = attribute_is(xml, "encoding", "base64");
  if (!vtu->appended_is_base64 && !attribute_is(xml, "encoding", "raw")) {
    return brn__xml_fail(xml, "expected <AppendedData> with encoding \"raw\" or \"base64\"");
  }
  BrnSlice word;
  if (xml->empty_element || !brn__text_peek(&xml->text, &word) || word.start[0] != '_') {
    return brn__xml_fail(xml, "expected \"_\" after <AppendedData>");
  }
  vtu->has_appended = true;
  vtu->appended = (BrnSlice){word.start + 1, (size_t)(xml->text.end - word.start) - 1};
  return BRN_OK;
}

static BrnStatus read_document(BrnVtu* vtu) {
  BrnXml xml = brn__xml(vtu->ctx, vtu->source);
  BRN_TRY(read_root(vtu, &xml));
  bool seen = false;
  while (true) {
    bool found;
    BRN_TRY(brn__xml_next_child(&xml, &found));
    if (!found) break;
    if (brn__slice_is(xml.name, "AppendedData")) {
      BRN_TRY(read_appended(vtu, &xml));
      break;
    }
    bool grid = brn__slice_is(xml.name, vtu->poly_data ? "PolyData" : "UnstructuredGrid");
    seen = seen || grid;
    BRN_TRY(grid ? read_grid(vtu, &xml) : brn__xml_skip(&xml));
  }
  if (seen) return BRN_OK;
  return brn__xml_fail(&xml, "expected <%s> in <VTKFile>",
                       vtu->poly_data ? "PolyData" : "UnstructuredGrid");
}

BrnStatus brn__vtu_parse(BrnContext* ctx, const BrnSource* source, BrnVtu* out) {
  *out = (BrnVtu){.ctx = ctx, .source = source, .budget = source->size};
  out->unpacked_budget = MOST_UNPACKING * source->size + SMALL_FILE;
  if (source->size == 0) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: the file is empty; expected <VTKFile>", source->name);
  }
  BRN_TRY(read_document(out));
  return brn__vtu_index(out);
}
