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
#include "core/string.h"

#include <string.h>

typedef struct BrnRecord {
  const char* name; // of the type, for the schema: "muscle"
  const char* help; // a sentence for the schema
  size_t size;      // of the struct
  const BrnField* fields;
  // Fills in the defaults that are not 0; owns nothing. What comes is zeroed but for members that
  // are records, which have the defaults of their types. NULL: that is it.
  void (*defaults)(void* record);
  // NULL, or: the defaults that belong to the value of the first field, which is kept. That field
  // is required then.
  void (*refine)(void* record);
  const char* shorthand; // field that a value stands for which is no object; NULL: none
} BrnRecord;

/// A record of defaults. `record` is memory of the size of the struct.
void brn__record_init(const BrnRecord* type, void* record);
/// Frees what a record owns and makes it the defaults again.
void brn__record_clear(BrnContext* ctx, const BrnRecord* type, void* record);
/// @param out uninitialised; on failure it is the defaults
BrnStatus brn__record_copy(BrnContext* ctx, const BrnRecord* type, const void* record, void* out);
/// Leaves the members at some paths, and all beneath them; the others get their defaults. Items of
/// lists and entries of maps on the way stay.
/// @param paths separated by spaces, without names of entries: "muscles.origin.bones" is that of
/// all muscles
BrnStatus brn__record_keep(BrnContext* ctx, const BrnRecord* type, void* record, const char* paths);
/// Do two records say the same?
bool brn__record_equal(const BrnRecord* type, const void* a, const void* b);

/// Gets every mistake of a file, and lets reading go on; brn_last_error() is the message.
typedef void BrnMistakeFn(void* user, BrnContext* ctx);

/// Mistakes after which reading ends all the same.
enum { BRN_MOST_MISTAKES = 100 };

/// Reads the value at a pointer into an initialised record. Messages tell file, line and column.
/// A key "$schema" of the value itself is passed over.
/// @param mistake NULL: reading ends at the first one
/// @return the status of the first mistake
BrnStatus brn__record_read(BrnContext* ctx, const BrnRecord* type, void* record,
                           const BrnJson* json, const char* pointer, BrnMistakeFn* mistake,
                           void* user);

/// Writes JSON that people like to read: short lists and objects on one line, 2 spaces, 100
/// columns, fields in the order of the table, numbers in the fewest digits that read back equal.
/// Fails on what could not be read again: a number that is not finite, a bad name.
BrnStatus brn__record_write(BrnContext* ctx, const BrnRecord* type, const void* record,
                            BrnString* out);

/// The JSON Schema (draft 2020-12) of a record type, with a $defs entry per record type in it.
BrnStatus brn__record_schema(BrnContext* ctx, const BrnRecord* type, const char* id,
                             BrnString* out);

/// Sets a member by its path: map entries by name, list entries by number from 0. The value is
/// JSON, or plain text where that is no JSON; null is the default. Options on the way come into
/// being; map entries do not: an unknown name fails with the nearest one. A record is left as it
/// was on failure.
BrnStatus brn__record_set(BrnContext* ctx, const BrnRecord* type, void* record, const char* path,
                          const char* value);

/// Multiplies what has the unit "m" by `scale`, and turns what `turns` by the rows of `axes`.
void brn__record_convert(const BrnRecord* type, void* record, double scale, const double axes[9]);

/// All record types that a type leads to, itself first, each once.
/// @return how many, at most `most`
int brn__record_types(const BrnRecord* type, const BrnRecord** out, int most);

// ------------------------------------------------------------- for the sources of records only

static inline void* brn__member(const BrnField* field, void* record) {
  return (char*)record + field->offset;
}
static inline const void* brn__const_member(const BrnField* field, const void* record) {
  return (const char*)record + field->offset;
}
/// Of fields that have a count.
static inline int* brn__member_count(const BrnField* field, void* record) {
  return (int*)((char*)record + field->count);
}
static inline int brn__const_member_count(const BrnField* field, const void* record) {
  return *(const int*)((const char*)record + field->count);
}

/// The pointer in a member that has one, whatever it points to.
static inline void* brn__block(const BrnField* field, const void* record) {
  void* block;
  memcpy(&block, brn__const_member(field, record), sizeof block);
  return block;
}
static inline void brn__block_set(const BrnField* field, void* record, void* block) {
  memcpy(brn__member(field, record), &block, sizeof block);
}

/// Is the member a pointer?
bool brn__field_points(const BrnField* field);
/// Has the field a count?
bool brn__field_counted(const BrnField* field);
/// Bytes of the member.
size_t brn__field_size(const BrnField* field);
/// The field of exactly that name; NULL: none.
const BrnField* brn__record_field(const BrnRecord* type, const char* name);
bool brn__field_absent(const BrnField* field, const void* record);
bool brn__field_equal(const BrnField* field, const void* a, const void* b);
/// Copies a member that is a pointer over one that owns nothing.
BrnStatus brn__field_copy(BrnContext* ctx, const BrnField* field, const void* record, void* out);
/// Frees what a member owns; its pointers become NULL.
void brn__field_free(BrnContext* ctx, const BrnField* field, void* record);

/// Bytes of the longest name of an entry of a map.
enum { BRN_NAME_LENGTH = 63 };
/// The beginning of a text for a message, without control characters.
typedef struct BrnShownText {
  char text[BRN_NAME_LENGTH + 5];
} BrnShownText;
BrnShownText brn__text_show(const char* text);

/// "from 0 to 1", "more than 0", "at least 3", or "" when anything goes.
void brn__field_range(const BrnField* field, char* text, size_t size);
bool brn__field_in_range(const BrnField* field, double value);
/// What JSON must be for a field: "a number", "text or an object".
void brn__field_wanted(const BrnField* field, char* text, size_t size);

/// Is this good for an entry of a map? NULL, or what is wrong with it.
const char* brn__name_flaw(const char* name);

/// Reads the JSON of one field, which is at a dotted path, without a file.
BrnStatus brn__record_read_field(BrnContext* ctx, const BrnField* field, void* record,
                                 const json_t* value, const char* path);
/// The JSON of a member; defaults is the record with the defaults.
/// @return a new reference; NULL and a message when it cannot be
json_t* brn__record_field_json(BrnContext* ctx, const BrnField* field, const void* record,
                               const void* defaults, const char* path);

/// "there is no "bicpes" in muscles; did you mean "biceps"?", or what there is. The names are the
/// keys of the type, or those of the entries of a map.
BrnStatus brn__fail_unknown_key(BrnContext* ctx, const BrnRecord* type, const char* key,
                                const char* where);
BrnStatus brn__fail_unknown_name(BrnContext* ctx, const BrnField* map, const void* record,
                                 const char* name, const char* where);
