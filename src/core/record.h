// SPDX-License-Identifier: Apache-2.0
//
// Nested structs as tables of fields. From one table come the reader and the writer of JSON, the
// JSON Schema, setting by a path ("muscles.biceps.activation"), copying, freeing and the change of
// units: a member that is added to the table is known everywhere.
//
// A number that is NAN, a text or option that is NULL and a list without items are absent. Writing
// leaves out what equals the defaults, so that reading and writing again gives the same bytes.
//
// Everything a record points to is the record's, from brn__alloc().

#pragma once

#include "core/fields.h"
#include "core/json.h"

typedef struct BrnRecord {
  const char* name; // of the type, for the schema: "muscle"
  const char* help; // a sentence for the schema
  size_t size;      // of the struct
  const BrnField* fields;
  void (*defaults)(void* record); // fills a struct with its defaults; owns nothing yet
  // NULL, or: defaults that hang on a value in the JSON, before the fields are read
  void (*defaults_from)(void* record, const json_t* object);
  const char* shorthand; // field that a value stands for which is no object; NULL: none
} BrnRecord;

/// A record of defaults. `record` is memory of the size of the struct.
void brn__record_init(const BrnRecord* type, void* record);
/// Frees what a record owns and makes it the defaults again.
void brn__record_clear(BrnContext* ctx, const BrnRecord* type, void* record);
/// @param out uninitialised; on failure it is the defaults
BrnStatus brn__record_copy(BrnContext* ctx, const BrnRecord* type, const void* record, void* out);
/// Do two records say the same?
bool brn__record_equal(const BrnRecord* type, const void* a, const void* b);

/// Gets every mistake of a file, and lets reading go on; brn_last_error() is the message.
typedef void BrnMistakeFn(void* user, BrnContext* ctx);

/// Reads the value at a pointer into an initialised record. Messages tell file, line and column.
/// @param mistake NULL: reading ends at the first one
/// @return the status of the first mistake
BrnStatus brn__record_read(BrnContext* ctx, const BrnRecord* type, void* record,
                           const BrnJson* json, const char* pointer, BrnMistakeFn* mistake,
                           void* user);

/// Growing text.
typedef struct BrnText {
  char* text; // ended by 0
  size_t size, room;
} BrnText;
void brn__text_free(BrnContext* ctx, BrnText* text);

/// Writes JSON that people like to read: short lists and objects on one line, 2 spaces, 100
/// columns, fields in the order of the table, numbers in the fewest digits that read back equal.
BrnStatus brn__record_write(BrnContext* ctx, const BrnRecord* type, const void* record,
                            BrnText* out);

/// The JSON Schema (draft 2020-12) of a record type, with a $defs entry per record type in it.
BrnStatus brn__record_schema(BrnContext* ctx, const BrnRecord* type, const char* id, BrnText* out);

/// The same as tables in Markdown: key, what it takes, default, meaning.
BrnStatus brn__record_manual(BrnContext* ctx, const BrnRecord* type, BrnText* out);

/// Sets a member by its path: map entries by name, list entries by number from 0. The value is
/// JSON, or plain text where that is no JSON. Options on the way come into being; map entries do
/// not: an unknown name fails with the nearest one.
BrnStatus brn__record_set(BrnContext* ctx, const BrnRecord* type, void* record, const char* path,
                          const char* value);

/// Multiplies what has the unit "m" by `scale`, and turns what `turns` by the rows of `axes`.
void brn__record_convert(const BrnRecord* type, void* record, double scale, const double axes[9]);
