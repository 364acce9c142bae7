// SPDX-License-Identifier: Apache-2.0
//
// A table in a CSV file (RFC 4180) that grows by a row a frame. What writes a row writes the head,
// too, so that names and numbers cannot get out of step.

#pragma once

#include "core/string.h"

typedef struct BrnRow {
  BrnContext* ctx;
  BrnString text;
  bool head; // names are wanted, not numbers
} BrnRow;

/// Adds "owner.name [unit]" or the number.
/// @param owner, unit NULL: none
void brn__row_number(BrnRow* row, const char* owner, const char* name, const char* unit,
                     double value);
/// Adds a name or a word without commas and quotes.
void brn__row_word(BrnRow* row, const char* name, const char* word);
/// Three numbers: name_x, name_y, name_z.
void brn__row_vector(BrnRow* row, const char* owner, const char* name, const char* unit,
                     const double value[3]);

/// Adds the row at the end of the file. A row that does not fit is taken back.
BrnStatus brn__table_append(BrnContext* ctx, const char* path, const BrnString* row);
/// Cuts off everything after the head and so many rows.
/// @return BRN_BAD_FILE when there are fewer
BrnStatus brn__table_cut(BrnContext* ctx, const char* path, int rows);
