// SPDX-License-Identifier: Apache-2.0
//
// The fields of a def as a table, so that one spelling of each option serves the C struct, the
// scene file, the command line and the studio: tendon_radius is the member, the JSON key and
// --tendon-radius.
//
//   static const BrnField fields[] = {
//       {"length", BRN_FIELD_DOUBLE, offsetof(BarDef, length), 1e-6, 1e3, .unit = "m"},
//       {0},
//   };

#pragma once

#include "core/core.h"

struct BrnJson;

typedef enum BrnFieldType {
  BRN_FIELD_DOUBLE,
  BRN_FIELD_INT,
  BRN_FIELD_BOOL,
  BRN_FIELD_CHOICE, // an int (or enum): the index into choices
  // only in records, see core/record.h; those with a count have an int member for it at `count`
  BRN_FIELD_TEXT,    // char*
  BRN_FIELD_VECTOR,  // double[width]
  BRN_FIELD_COUNTS,  // int[width]
  BRN_FIELD_NUMBERS, // double* and count: rows of `width` numbers
  BRN_FIELD_INTS,    // int* and count
  BRN_FIELD_TEXTS,   // char** and count; in JSON a lone text is a list of one
  BRN_FIELD_RECORD,  // a struct
  BRN_FIELD_OPTION,  // a struct*, NULL when absent
  BRN_FIELD_LIST,    // struct* and count: a JSON list
  BRN_FIELD_MAP,     // struct* and count: a JSON object; the struct begins with char* name
  BRN_FIELD_OPEN,    // BrnParameter* and count: all other keys, see core/record_open.h
  BRN_FIELD_WORD,    // char[width]: one of the choices
  BRN_FIELD_INLINE,  // bytes[width] that hold structs of other tables; their keys are the record's
                     // own, see core/record_inline.h
} BrnFieldType;

struct BrnRecord;
struct BrnOpenGroup;
struct BrnInlineTable;

/// As the low end of a range: everything that is more than 0.
#define BRN_ABOVE_ZERO 0x1p-1074

typedef struct BrnField {
  const char* name; // snake case; NULL ends a table
  BrnFieldType type;
  size_t offset;       // in the def
  double low, high;    // inclusive range of a number; in records both 0: any
  const char* choices; // "ascii binary": separated by spaces; of TEXT: NULL, any
  const char* unit;    // "m"; NULL: none
  const char* help;    // a phrase for --help, without a full stop
  // only in records:
  size_t count;                   // offset of the count
  int width;                      // numbers in a row; of CHOICE: rows of it go too, 0: no
  int lead;                       // numbers at the head of a row that have no range and no unit
  int least_rows, most_rows;      // of NUMBERS; 0: any
  bool turns;                     // the last three numbers of a row are along the scene's axes
  bool extent;                    // and they are sizes: turning does not change their signs
  bool uniform;                   // of NUMBERS: a lone number is a row of it, or the only row
  bool or_number;                 // of TEXTS: a whole number stands for its digits
  bool required;                  // must be given
  bool always;                    // is written even when it is the default
  const char* fallback;           // what an absent one means, in words: "half an edge"
  const struct BrnRecord* record; // of RECORD, OPTION, LIST, MAP and OPEN
  bool (*group)(int index, struct BrnOpenGroup* out); // of OPEN
  const struct BrnInlineTable* (*table)(int index);   // of INLINE; NULL: no more
} BrnField;

/// The field of that name, '-' and '_' being the same; NULL when there is none.
const BrnField* brn__field_find(const BrnField* fields, const char* name);

/// Sets a field from text ("0.3", "true", "ascii"). Fails on an unknown name with the nearest known
/// spelling, on a value of another type, and on a number out of range.
BrnStatus brn__field_set(BrnContext* ctx, const BrnField* fields, void* def, const char* name,
                         const char* text);

/// Sets fields from the JSON object at a pointer; messages tell line and column. Keys listed in
/// `skip` (separated by spaces; NULL: none) are left to the caller.
BrnStatus brn__fields_from_json(BrnContext* ctx, const BrnField* fields, void* def,
                                const struct BrnJson* json, const char* pointer, const char* skip);

/// Checks the ranges of a def that was filled in C.
BrnStatus brn__fields_check(BrnContext* ctx, const BrnField* fields, const void* def);

/// The value of a field as text, as brn__field_set() takes it.
void brn__field_text(const BrnField* field, const void* def, char* text, size_t size);

/// Letters to add, drop or change to get from a word to the candidate; INT_MAX: they are not alike.
int brn__spelling_distance(const char* word, const char* candidate, size_t length);

/// The candidate nearest to word in spelling, or NULL when none is near. Candidates are separated
/// by spaces; the answer goes to `out`.
const char* brn__nearest_spelling(const char* word, const char* candidates, char* out, size_t size);
