// SPDX-License-Identifier: Apache-2.0
//
// Single arrays out of a VTU file, without its cells. Of a file whose numbers are appended as raw
// bytes, as Brawn writes them, only the head and the bytes that are asked for are read; of any
// other everything is.
//
//   BRN_TRY(brn__vtu_peek_open(ctx, path, &peek));
//   BRN_TRY(brn__vtu_peek_positions(&peek, position));
//   brn__vtu_peek_close(&peek);

#pragma once

#include "io/vtu.h"

typedef struct BrnVtuPeek {
  BrnContext* ctx;
  BrnSource source; // the head, up to the underscore; or all of the file
  BrnVtu vtu;
  bool own;           // only a plain file is taken
  int file;           // descriptor, while bytes are read from it; -1: all is in the source
  uint64_t file_size; // bytes
  int point_count, cell_count;
} BrnVtuPeek;

/// Opens a file of one piece.
/// @param path must live as long as the peek
/// @return BRN_UNSUPPORTED for files of several pieces and for PolyData: brn_mesh_read() can
BrnStatus brn__vtu_peek_open(BrnContext* ctx, const char* path, BrnVtuPeek* out);
/// The same for a file that Brawn wrote: no link, no pipe.
BrnStatus brn__vtu_peek_open_own(BrnContext* ctx, const char* path, BrnVtuPeek* out);
/// A peek that could not be opened is closed already.
void brn__vtu_peek_close(BrnVtuPeek* peek);

/// Positions, which must be finite. out: (point_count x 3)
BrnStatus brn__vtu_peek_positions(BrnVtuPeek* peek, double* out);

/// An array that can be read.
typedef struct BrnVtuPeekArray {
  const char* name; // belongs to the peek
  bool on_cells;
  int components;
} BrnVtuPeekArray;

/// Is there an array of that name?
bool brn__vtu_peek_find(const BrnVtuPeek* peek, const char* name, bool on_cells,
                        BrnVtuPeekArray* out);
/// Numbers of an array that was found. out: (point_count or cell_count x components)
BrnStatus brn__vtu_peek_numbers(BrnVtuPeek* peek, const BrnVtuPeekArray* array, double* out);
