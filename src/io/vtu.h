// SPDX-License-Identifier: Apache-2.0
//
// VTK's XML files: UnstructuredGrid (.vtu) and PolyData (.vtp).
//
// vtu_parse.c reads the elements into the tables below, vtu_data.c gets at the numbers of an array
// (text, base64 or raw; zlib or plain), vtu_read.c puts the pieces together.

#pragma once

#include "io/cells.h"
#include "io/source.h"

/// The element that an array is in. The last four make up PolyData, in the order in which its cell
/// arrays go over them.
typedef enum BrnVtuSection {
  BRN_VTU_FIELD_DATA,
  BRN_VTU_POINT_DATA,
  BRN_VTU_CELL_DATA,
  BRN_VTU_POINTS,
  BRN_VTU_CELLS,
  BRN_VTU_VERTS,
  BRN_VTU_LINES,
  BRN_VTU_POLYS,
  BRN_VTU_STRIPS,
  BRN_VTU_SECTIONS,
} BrnVtuSection;

typedef enum BrnVtuPlace { BRN_VTU_ASCII, BRN_VTU_INLINE, BRN_VTU_APPENDED } BrnVtuPlace;

typedef struct BrnVtuArray {
  char* name; // owned
  int piece;  // -1: none
  BrnVtuSection section;
  int line;
  BrnNumber number;
  bool is_bit, is_string, is_other; // eight to a byte; text; of a type we do not know
  int components;
  BrnVtuPlace place;
  uint64_t offset;  // into the appended data
  BrnSlice content; // text inside the element
  int content_line;
} BrnVtuArray;

typedef struct BrnVtuPiece {
  int line;
  int point_count;
  int cell_count[BRN_VTU_SECTIONS]; // by section of cells
  int first_array, end_array;       // in the list of arrays
} BrnVtuPiece;

typedef struct BrnVtu {
  BrnContext* ctx;
  const BrnSource* source;
  bool poly_data;
  bool swap;       // the file has the other byte order than this machine
  int header_size; // bytes of the numbers before a block: 4 or 8
  bool compressed; // by zlib
  bool has_appended, appended_is_base64;
  BrnSlice appended; // from behind the underscore to the end of the file
  int piece_count, array_count;
  BrnVtuPiece* piece;
  BrnVtuArray* array; // those of the field data, which are in no piece, too
  size_t piece_room, array_room;
  BrnHash hash;           // of the arrays, through `found`
  int* found;             // the first array of each piece, section and name
  size_t budget;          // bytes of the file that arrays may still claim: see brn__vtu_check()
  size_t unpacked_budget; // bytes that arrays may still have
} BrnVtu;

BrnStatus brn__vtu_parse(BrnContext* ctx, const BrnSource* source, BrnVtu* out);
void brn__vtu_free(BrnVtu* vtu);

/// "Float64" and the like, for writing.
const char* brn__vtu_type_name(BrnNumber number);

/// Makes the table for brn__vtu_find().
BrnStatus brn__vtu_index(BrnVtu* vtu);
/// @return NULL when the piece has no such array
const BrnVtuArray* brn__vtu_find(const BrnVtu* vtu, const BrnVtuPiece* piece, BrnVtuSection section,
                                 const char* name);

/// Fails with "file:line: array "name": message".
BrnStatus brn__vtu_fail(const BrnVtu* vtu, const BrnVtuArray* array, const char* format, ...)
    BRN_PRINTF(3, 4);

/// Fails unless the file holds exactly `count` numbers of the array. To be called once per array
/// before anything is allocated for it: each byte of the file can be claimed once only, so a small
/// file cannot become huge by many arrays that share their bytes.
BrnStatus brn__vtu_check(BrnVtu* vtu, const BrnVtuArray* array, size_t count);
/// Reads `count` numbers of an array that was checked for as many.
BrnStatus brn__vtu_numbers(const BrnVtu* vtu, const BrnVtuArray* array, size_t count, double* out);
/// All bytes of a string array, for brn__free(). Checks by itself.
BrnStatus brn__vtu_text(BrnVtu* vtu, const BrnVtuArray* array, char** out, size_t* size);

BrnStatus brn__vtu_read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh);
