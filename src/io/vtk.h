// SPDX-License-Identifier: Apache-2.0
//
// Legacy VTK files: a header of text, then blocks that each start with a line of text. In ASCII
// files numbers follow as words, in BINARY ones as big-endian bytes right after the line's end.
//
// vtk_lex.c reads words, numbers and names, vtk_attributes.c the arrays, vtk_read.c the rest.

#pragma once

#include "io/cells.h"
#include "io/sink.h"
#include "io/source.h"

/// What the arrays that come next belong to.
typedef enum BrnVtkSection {
  BRN_VTK_FIELD_DATA,
  BRN_VTK_POINT_DATA,
  BRN_VTK_CELL_DATA
} BrnVtkSection;

/// Kinds of cells, in the order in which the arrays of PolyData go over them. Unstructured grids
/// have only the first.
enum { BRN_VTK_CELL_KINDS = 4 };

typedef struct BrnVtk {
  BrnContext* ctx;
  BrnText text;
  const char* begin; // of the file
  bool binary, swap;
  BrnSlice data_set; // "UNSTRUCTURED_GRID"; empty before that line
  bool seen_points, seen_types;
  BrnCells cells; // points, arrays, names
  BrnCells kind[BRN_VTK_CELL_KINDS];
  BrnVtkSection section;
} BrnVtk;

/// How the numbers of a block are laid down.
typedef struct BrnVtkType {
  BrnNumber number;
  bool is_bit;    // eight to a byte
  bool is_string; // not numbers at all
} BrnVtkType;

/// Fails with "file:line: ..." or, in binary files, "file: byte N: ...".
BrnStatus brn__vtk_fail(const BrnVtk* vtk, const char* format, ...) BRN_PRINTF(2, 3);

/// Next word, which must be there. `what` completes "expected ...".
BrnStatus brn__vtk_word(BrnVtk* vtk, BrnSlice* word, const char* what);
/// Next word as an int that is not negative.
BrnStatus brn__vtk_count(BrnVtk* vtk, int* out, const char* what);
BrnStatus brn__vtk_type(BrnVtk* vtk, BrnVtkType* out);
/// "double" and the like, for writing.
const char* brn__vtk_type_name(BrnNumber number);
/// Next word with its percent codes resolved, for brn__free().
BrnStatus brn__vtk_name(BrnVtk* vtk, char** out);

/// Ends the line before a block of `count` numbers and checks that the file can hold them.
BrnStatus brn__vtk_begin(BrnVtk* vtk, BrnVtkType type, size_t count, const char* what);
/// Numbers of a block that has begun. out NULL: they are passed over.
BrnStatus brn__vtk_numbers(BrnVtk* vtk, BrnVtkType type, size_t count, double* out,
                           const char* what);
/// One integer of a block that has begun, in [0, limit). `what` and index name it.
BrnStatus brn__vtk_index(BrnVtk* vtk, BrnNumber number, int64_t limit, int64_t* out,
                         const char* what, size_t index);
/// One string of a block that has begun, for brn__free(). out NULL: it is passed over.
BrnStatus brn__vtk_string(BrnVtk* vtk, char** out);

/// Cells in the file so far.
size_t brn__vtk_cell_count(const BrnVtk* vtk);

/// Reads a block of vtk_attributes.c when the keyword is one of those. `known` tells.
BrnStatus brn__vtk_attribute(BrnVtk* vtk, BrnSlice keyword, bool* known);
/// METADATA: lines up to a blank one.
void brn__vtk_skip_metadata(BrnVtk* vtk);

BrnStatus brn__vtk_read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh);
