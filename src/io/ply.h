// SPDX-License-Identifier: Apache-2.0
//
// The sources of the PLY format: ply_header.c reads the header, ply_data.c the numbers behind it,
// as text or binary, and ply.c makes a mesh of them; ply_write.c writes.

#pragma once

#include "io/sink.h"
#include "io/source.h"
#include "mesh/label_names.h"

/// A property of the items of an element: one number, or a list of numbers behind its own length.
typedef struct BrnPlyProperty {
  BrnSlice name;
  BrnNumber number; // of the value, or of each entry
  bool is_list;
  BrnNumber length_number; // of a list
  bool keeps_digits;       // that a float would lose, when they come as text
} BrnPlyProperty;

/// `count` items, each with all of the properties.
typedef struct BrnPlyElement {
  BrnSlice name;
  int count;
  int first_property, property_count; // in BrnPlyHeader.property
} BrnPlyElement;

/// What a header announces. Names are pieces of the source. Starts as {0}.
typedef struct BrnPlyHeader {
  bool ascii, big_endian;
  int element_count;
  BrnPlyElement* element; // in the order of the data
  int property_count;
  BrnPlyProperty* property; // of all elements
  BrnLabelNames names;      // of "comment label ID NAME"
  size_t element_capacity, property_capacity;
} BrnPlyHeader;

/// Reads to the end of the line "end_header". Counts are not checked against the size of the file.
/// Free the header also after a failure.
BrnStatus brn__ply_header_read(BrnContext* ctx, BrnText* text, BrnPlyHeader* header);
void brn__ply_header_free(BrnContext* ctx, BrnPlyHeader* header);

/// "uchar" and the like; NULL for 64-bit integers, which the format does not have.
const char* brn__ply_number_name(BrnNumber number);
bool brn__ply_is_integer(BrnNumber number);

/// The data behind a header, and how far it has been read.
typedef struct BrnPlyData {
  const BrnPlyHeader* header;
  BrnText text;                      // of ascii data
  BrnBytes bytes;                    // of binary data
  const unsigned char* number_start; // of the last number of binary data, for messages
  const BrnPlyElement* element;
  const BrnPlyProperty* property; // of the element
  int item;                       // of the element
} BrnPlyData;

/// Goes to the first item of an element.
void brn__ply_enter(BrnPlyData* data, const BrnPlyElement* element);
size_t brn__ply_bytes_left(const BrnPlyData* data);
/// Fails unless the rest of the file can hold the items of the element; lists may be empty.
BrnStatus brn__ply_check_count(BrnPlyData* data);

/// Reads a number of the property: its value, length or entry.
BrnStatus brn__ply_number(BrnPlyData* data, const BrnPlyProperty* property, BrnNumber number,
                          double* value);
/// Reads the length of a list, which the rest of the file can hold.
BrnStatus brn__ply_length(BrnPlyData* data, const BrnPlyProperty* list, int* length);
BrnStatus brn__ply_skip_list(BrnPlyData* data, const BrnPlyProperty* list);

/// Fails with the place: file:line: vertex 3, property "x": message.
BrnStatus brn__ply_fail(const BrnPlyData* data, const BrnPlyProperty* property, const char* format,
                        ...) BRN_PRINTF(3, 4);

BrnStatus brn__ply_write(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                         BrnSink* sink);
