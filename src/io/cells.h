// SPDX-License-Identifier: Apache-2.0
//
// A grid as the VTK formats hold it: points, cells of any type, arrays on both, and how it becomes
// a mesh and back. Legacy VTK, VTU and VTP files all pass through this type.
//
// Reading: triangles, strips, quads and polygons become triangles; tets stay tets; the corners of
// quadratic triangles and tets are taken; everything else is left out and counted in the log. An
// array on the cells becomes one array on the triangles and one on the tets.
//
// Writing: triangles (or the polygons they were cut from) come first, then tets. VTK has one value
// per cell, so an array or label that only the tets have is zero on the triangles, and vice versa.

#pragma once

#include "io/source.h"
#include "mesh/label_names.h"
#include "mesh/mesh.h"

/// Cell types by VTK's numbers.
enum {
  BRN_CELL_POLY_VERTEX = 2,
  BRN_CELL_POLY_LINE = 4,
  BRN_CELL_TRIANGLE = 5,
  BRN_CELL_STRIP = 6,
  BRN_CELL_POLYGON = 7,
  BRN_CELL_QUAD = 9,
  BRN_CELL_TET = 10,
  BRN_CELL_QUADRATIC_TRIANGLE = 22,
  BRN_CELL_QUADRATIC_TET = 24,
  BRN_CELL_GHOST = 255, // not of VTK
};

/// More arrays than this are taken for a broken file.
enum { BRN_CELLS_MOST_ARRAYS = 4096 };

typedef struct BrnCellsArray {
  char* name;
  bool on_cells; // or on points
  int components;
  BrnNumber number;
  double* value; // (cell or point count x components)
} BrnCellsArray;

typedef struct BrnCells {
  const char* file; // for messages
  int point_count, cell_count;
  double* position;    // (point_count x 3)
  unsigned char* type; // (cell_count)
  size_t* start;       // where the corners of a cell start; one more ends the last (cell_count + 1)
  int* corner;         // (start[cell_count])
  int array_count;
  BrnCellsArray* array;
  BrnHash array_hash;
  BrnLabelNames names; // of labels; when writing they are those of the mesh
  int bad_names;

  bool borrowed; // positions and point arrays belong to a mesh
  size_t type_room, start_room, corner_room, array_room;
} BrnCells;

void brn__cells_free(BrnContext* ctx, BrnCells* cells);

/// Room for so many more cells and corners. The counts must have been checked against the file.
BrnStatus brn__cells_reserve(BrnContext* ctx, BrnCells* cells, size_t cell_count,
                             size_t corner_count);
/// Adds a cell there is room for.
/// @return its corners, to be filled
int* brn__cells_push(BrnCells* cells, int type, size_t corner_count);
/// Adds the cells of another grid, which may lose them; it must have nothing else.
BrnStatus brn__cells_append(BrnContext* ctx, BrnCells* cells, BrnCells* more);

const BrnCellsArray* brn__cells_find_array(const BrnCells* cells, const char* name, bool on_cells);
/// Adds an array of `count` numbers in all, zeroed. The name is handed over, also on failure.
/// @param out valid until the next array is added
BrnStatus brn__cells_add_array(BrnContext* ctx, BrnCells* cells, char* name, bool on_cells,
                               int components, BrnNumber number, size_t count, BrnCellsArray** out);
/// Takes a text of the field "label_names", "3:7:biceps"; one of another form is counted.
BrnStatus brn__cells_add_name(BrnContext* ctx, BrnCells* cells, const char* text, size_t length);

/// What a polygon of so many corners is called.
int brn__cells_polygon_type(size_t corner_count);

/// Makes the mesh, moving what it can out of the cells.
BrnStatus brn__cells_to_mesh(BrnContext* ctx, BrnCells* cells, BrnMesh* mesh);

/// Makes the cells of a mesh, for writing; the mesh must outlive them.
BrnStatus brn__cells_from_mesh(BrnContext* ctx, const BrnMesh* mesh, bool with_tets, BrnCells* out);
