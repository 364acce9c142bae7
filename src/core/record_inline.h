// SPDX-License-Identifier: Apache-2.0
//
// Inline fields: structs that other tables tell of (those of methods, which a list has), one after
// another in bytes of a record. Their keys are the record's own. They hold numbers, booleans and
// choices, so that a record is copied by assignment, and have no lengths.

#pragma once

#include "core/record.h"

/// A struct in an inline field.
typedef struct BrnInlineTable {
  size_t size;
  const BrnField* fields;
  void (*defaults)(void* def); // what is not 0
} BrnInlineTable;

/// Where a walk over the fields of all tables is; begins zeroed.
typedef struct BrnInlineWalk {
  int table, field;
  size_t offset; // of the table in the bytes
} BrnInlineWalk;

/// The next field, as one of the record's own.
/// @return false: there is none
bool brn__inline_next(const BrnField* whole, BrnInlineWalk* walk, BrnField* out);
/// Bytes that the tables take.
size_t brn__inline_size(const BrnField* whole);
/// The field of that name in an inline field of the type, as one of the record's own.
bool brn__inline_find(const BrnRecord* type, const char* name, BrnField* out);
/// Gives all of them their defaults.
void brn__inline_init(const BrnField* whole, void* record);
/// The struct of a table in the field.
void* brn__inline_at(const BrnField* whole, void* record, const BrnInlineTable* table);
