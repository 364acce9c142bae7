// SPDX-License-Identifier: Apache-2.0
//
// A table in a CSV file (RFC 4180) that grows by a row a frame. What writes a row writes the head,
// too, so that names and numbers cannot get out of step.

#pragma once

#include "core/string.h"

/// Lengths as tables have them, where that is not metres and Y up.
typedef struct BrnTableUnits {
  char length[48];    // "mm"
  double metres;      // of one of them
  const double* axes; // rows of the turn from the axes of the table to Y up; NULL: they are that
} BrnTableUnits;

typedef struct BrnTableRow {
  BrnContext* ctx;
  BrnString text;
  bool head;                  // names are wanted, not numbers
  const BrnTableUnits* units; // NULL: metres, Y up
} BrnTableRow;

/// Adds "owner.name [unit]" or the number.
/// @param owner, unit NULL: none; m, m^3, m/s, m/s^2 and N m become the units of the table
void brn__row_number(BrnTableRow* row, const char* owner, const char* name, const char* unit,
                     double value);
/// Adds a name or a word without commas and quotes.
void brn__row_word(BrnTableRow* row, const char* name, const char* word);
/// Three numbers: name_x, name_y, name_z, in the axes of the table.
void brn__row_vector(BrnTableRow* row, const char* owner, const char* name, const char* unit,
                     const double value[3]);
/// A vector in the axes of the table.
void brn__row_turn(const BrnTableRow* row, const double value[3], double out[3]);
/// Six numbers of a symmetric tensor, xx yy zz xy yz zx: name_xx, ..., in the axes of the table.
void brn__row_tensor(BrnTableRow* row, const char* owner, const char* name, const char* unit,
                     const double value[6]);

/// Adds the row at the end of the file. A row that does not fit is taken back.
/// @param end bytes of the file now; NULL: not wanted
BrnStatus brn__table_append(BrnContext* ctx, const char* path, const BrnString* row, uint64_t* end);
/// Cuts off everything after the head and so many rows.
/// @return BRN_BAD_FILE when there are fewer
BrnStatus brn__table_cut(BrnContext* ctx, const char* path, int rows);
