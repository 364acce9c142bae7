// SPDX-License-Identifier: Apache-2.0
//
// The head of a PLY file: elements, their properties and types.

#include "io/ply.h"

#include <limits.h>
#include <string.h>

enum { MOST_PROPERTIES = 1000 }; // of one element: names are compared with each other

// The old names come first: they are what every program reads, so they are written.
static const struct {
  const char* name;
  BrnNumber number;
} number_names[] = {
    {"double", BRN_F64},  {"float", BRN_F32},   {"char", BRN_I8},   {"uchar", BRN_U8},
    {"short", BRN_I16},   {"ushort", BRN_U16},  {"int", BRN_I32},   {"uint", BRN_U32},
    {"float64", BRN_F64}, {"float32", BRN_F32}, {"int8", BRN_I8},   {"uint8", BRN_U8},
    {"int16", BRN_I16},   {"uint16", BRN_U16},  {"int32", BRN_I32}, {"uint32", BRN_U32},
};

enum { NUMBER_NAME_COUNT = sizeof number_names / sizeof *number_names };

const char* brn__ply_number_name(BrnNumber number) {
  for (int i = 0; i < NUMBER_NAME_COUNT; i++) {
    if (number_names[i].number == number) return number_names[i].name;
  }
  return NULL;
}

// the next word of the line, which must be there
static BrnStatus read_word(BrnText* text, BrnSlice* word, const char* what) {
  if (brn__text_word_in_line(text, word)) return BRN_OK;
  return brn__text_fail(text, "expected %s, but the line ends", what);
}

static BrnStatus read_number_type(BrnText* text, BrnNumber* number) {
  BrnSlice word;
  BRN_TRY(read_word(text, &word, "a number type"));
  for (int i = 0; i < NUMBER_NAME_COUNT; i++) {
    if (!brn__slice_is(word, number_names[i].name)) continue;
    *number = number_names[i].number;
    return BRN_OK;
  }
  return brn__text_fail(text,
                        "expected a number type (char uchar short ushort int uint float "
                        "double), found \"%s\"",
                        BRN_SHOW(word));
}

// ------------------------------------------------------------------------------------- statements

// format ascii 1.0
static BrnStatus read_format(BrnText* text, BrnPlyHeader* header) {
  BrnSlice word;
  BRN_TRY(read_word(text, &word, "an encoding"));
  header->ascii = brn__slice_is(word, "ascii");
  header->big_endian = brn__slice_is(word, "binary_big_endian");
  if (!header->ascii && !header->big_endian && !brn__slice_is(word, "binary_little_endian")) {
    return brn__text_fail(text,
                          "expected ascii, binary_little_endian or binary_big_endian, "
                          "found \"%s\"",
                          BRN_SHOW(word));
  }
  BRN_TRY(read_word(text, &word, "the version 1.0"));
  if (brn__slice_is(word, "1.0")) return BRN_OK;
  return brn__text_fail(text, "expected the version 1.0, found \"%s\"", BRN_SHOW(word));
}

// comment label 3 biceps: the name of a label; every other comment is free text
static BrnStatus read_comment(BrnContext* ctx, BrnText* text, BrnLabelNames* names) {
  BrnSlice word, name;
  int id;
  if (!brn__text_word_in_line(text, &word) || !brn__slice_is(word, "label")) return BRN_OK;
  if (!brn__text_word_in_line(text, &word) || !brn__slice_to_int(word, &id)) return BRN_OK;
  BrnText rest = *text; // the line end stays for the caller
  if (!brn__text_line(&rest, &name) || name.length == 0) return BRN_OK;
  return brn__label_names_add(ctx, names, BRN_ON_TRIANGLE, id, name.start, name.length);
}

// element vertex 8
static BrnStatus read_element(BrnContext* ctx, BrnText* text, BrnPlyHeader* header) {
  BrnPlyElement element = {.first_property = header->property_count};
  BrnSlice word;
  BRN_TRY(read_word(text, &element.name, "the name of an element"));
  BRN_TRY(read_word(text, &word, "the count of an element"));
  if (!brn__slice_to_int(word, &element.count) || element.count < 0) {
    return brn__text_fail(text, "expected a count from 0 to %d (element %s), found \"%s\"", INT_MAX,
                          BRN_SHOW(element.name), BRN_SHOW(word));
  }
  BRN_TRY(brn__grow(ctx, &header->element, &header->element_capacity,
                    (size_t)header->element_count + 1, sizeof element));
  header->element[header->element_count++] = element;
  return BRN_OK;
}

static BrnStatus add_property(BrnContext* ctx, BrnText* text, BrnPlyHeader* header,
                              BrnPlyProperty property) {
  if (header->element_count == 0) {
    return brn__text_fail(text, "a property comes before the first element");
  }
  BrnPlyElement* element = &header->element[header->element_count - 1];
  if (memchr(property.name.start, 0, property.name.length)) {
    return brn__text_fail(text, "the name of a property has a zero byte: \"%s\"",
                          BRN_SHOW(property.name));
  }
  for (int p = element->first_property; p < header->property_count; p++) {
    if (!brn__slice_same(header->property[p].name, property.name)) continue;
    return brn__text_fail(text, "element %s has property \"%s\" twice", BRN_SHOW(element->name),
                          BRN_SHOW(property.name));
  }
  if (element->property_count == MOST_PROPERTIES) {
    return brn__text_fail(text, "element %s has more than %d properties", BRN_SHOW(element->name),
                          MOST_PROPERTIES);
  }
  BRN_TRY(brn__grow(ctx, &header->property, &header->property_capacity,
                    (size_t)header->property_count + 1, sizeof property));
  header->property[header->property_count++] = property;
  element->property_count++;
  return BRN_OK;
}

// property float x, or property list uchar int vertex_indices
static BrnStatus read_property(BrnContext* ctx, BrnText* text, BrnPlyHeader* header) {
  BrnPlyProperty property = {0};
  BrnText before = *text;
  BrnSlice word;
  BRN_TRY(read_word(text, &word, "a number type or \"list\""));
  property.is_list = brn__slice_is(word, "list");
  if (property.is_list) {
    BRN_TRY(read_number_type(text, &property.length_number));
  } else {
    *text = before;
  }
  BRN_TRY(read_number_type(text, &property.number));
  BRN_TRY(read_word(text, &property.name, "the name of a property"));
  return add_property(ctx, text, header, property);
}

// -------------------------------------------------------------------------------------- the header

// the statement has been read: its line must end here
static BrnStatus end_line(BrnText* text) {
  BrnSlice rest;
  if (brn__text_word_in_line(text, &rest)) {
    return brn__text_fail(text, "expected the end of the line, found \"%s\"", BRN_SHOW(rest));
  }
  brn__text_line(text, &rest);
  return BRN_OK;
}

static BrnStatus read_statement(BrnContext* ctx, BrnText* text, BrnSlice keyword,
                                BrnPlyHeader* header) {
  BrnSlice rest;
  if (brn__slice_is(keyword, "element")) {
    BRN_TRY(read_element(ctx, text, header));
  } else if (brn__slice_is(keyword, "property")) {
    BRN_TRY(read_property(ctx, text, header));
  } else if (brn__slice_is(keyword, "comment") || brn__slice_is(keyword, "obj_info")) {
    if (brn__slice_is(keyword, "comment")) BRN_TRY(read_comment(ctx, text, &header->names));
    brn__text_line(text, &rest);
    return BRN_OK;
  } else {
    return brn__text_fail(text, "expected element, property, comment or end_header, found \"%s\"",
                          BRN_SHOW(keyword));
  }
  return end_line(text);
}

BrnStatus brn__ply_header_read(BrnContext* ctx, BrnText* text, BrnPlyHeader* header) {
  BrnSlice word;
  bool has_format = false;
  if (!brn__text_word_in_line(text, &word) || !brn__slice_is(word, "ply")) {
    return brn__text_fail(text, "expected \"ply\" in the first line, found \"%s\"", BRN_SHOW(word));
  }
  BRN_TRY(end_line(text));
  while (brn__text_word(text, &word)) {
    if (brn__slice_is(word, "end_header")) {
      if (!has_format) return brn__text_fail(text, "the header has no line \"format ...\"");
      return end_line(text);
    }
    if (brn__slice_is(word, "format")) {
      has_format = true;
      BRN_TRY(read_format(text, header));
      BRN_TRY(end_line(text));
    } else {
      BRN_TRY(read_statement(ctx, text, word, header));
    }
  }
  return brn__text_fail(text, "expected \"end_header\", but the file ends");
}

void brn__ply_header_free(BrnContext* ctx, BrnPlyHeader* header) {
  brn__free(ctx, header->element);
  brn__free(ctx, header->property);
  brn__label_names_free(ctx, &header->names);
  *header = (BrnPlyHeader){0};
}
