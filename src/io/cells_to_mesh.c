// SPDX-License-Identifier: Apache-2.0

#include "io/cells.h"
#include "io/polygon.h"
#include "io/tally.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// What each cell gives to the mesh, in the order of the file. The cell every triangle and tet came
// from is kept until the arrays are handed out.

typedef struct Build {
  BrnContext* ctx;
  BrnCells* cells;
  BrnMesh* mesh;
  BrnPolygons polygons;
  int* polygon_cell; // (polygons.count)
  size_t polygon_capacity;
  int tet_count;
  int* tet_cell;     // (tet_count)
  size_t tally[256]; // cells of each type
  size_t flat_count; // polygons and strips of fewer than 3 corners
} Build;

typedef struct CellKind {
  int type;
  int corner_count;   // 0: any
  const char* plural; // for the count of what was left out
} CellKind;

static const CellKind kinds[] = {
    {0, 0, "empty cells"},
    {1, 0, "vertices"},
    {2, 0, "vertex groups"},
    {3, 0, "lines"},
    {4, 0, "polylines"},
    {5, 3, "triangles"},
    {6, 0, "triangle strips"},
    {7, 0, "polygons"},
    {8, 0, "pixels"},
    {9, 4, "quads"},
    {10, 4, "tets"},
    {11, 0, "voxels"},
    {12, 0, "hexahedra"},
    {13, 0, "wedges"},
    {14, 0, "pyramids"},
    {15, 0, "pentagonal prisms"},
    {16, 0, "hexagonal prisms"},
    {21, 0, "quadratic edges"},
    {22, 6, "quadratic triangles"},
    {23, 0, "quadratic quads"},
    {24, 10, "quadratic tets"},
    {25, 0, "quadratic hexahedra"},
    {26, 0, "quadratic wedges"},
    {27, 0, "quadratic pyramids"},
    {28, 0, "biquadratic quads"},
    {29, 0, "triquadratic hexahedra"},
    {34, 0, "biquadratic triangles"},
    {36, 0, "quadratic polygons"},
    {42, 0, "polyhedra"},
    {68, 0, "Lagrange curves"},
    {69, 0, "Lagrange triangles"},
    {70, 0, "Lagrange quads"},
    {71, 0, "Lagrange tets"},
    {72, 0, "Lagrange hexahedra"},
    {73, 0, "Lagrange wedges"},
    {74, 0, "Lagrange pyramids"},
    {BRN_CELL_GHOST, 0, "ghosts of cells in other pieces"},
};

static const CellKind* kind_of(int type) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (kinds[i].type == type) return &kinds[i];
  }
  return NULL;
}

// --------------------------------------------------------------------------------------- checking

static bool is_face(int type) {
  switch (type) {
  case BRN_CELL_TRIANGLE:
  case BRN_CELL_QUADRATIC_TRIANGLE:
  case BRN_CELL_STRIP:
  case BRN_CELL_POLYGON:
  case BRN_CELL_QUAD: return true;
  default: return false;
  }
}

static bool is_tet(int type) { return type == BRN_CELL_TET || type == BRN_CELL_QUADRATIC_TET; }

static BrnStatus check_cell(const Build* build, int cell) {
  const BrnCells* cells = build->cells;
  const CellKind* kind = kind_of(cells->type[cell]);
  size_t begin = cells->start[cell], count = cells->start[cell + 1] - begin;
  if (kind && kind->corner_count > 0 && count != (size_t)kind->corner_count) {
    return brn__fail(build->ctx, BRN_BAD_FILE,
                     "%s: cell %d has %zu corners, but its type %d (%s) has %d", build->cells->file,
                     cell, count, kind->type, kind->plural, kind->corner_count);
  }
  for (size_t i = begin; i < begin + count; i++) {
    int corner = cells->corner[i];
    if (corner >= 0 && corner < cells->point_count) continue;
    return brn__fail(build->ctx, BRN_BAD_FILE, "%s: cell %d has corner %d, but there are %d points",
                     build->cells->file, cell, corner, cells->point_count);
  }
  return BRN_OK;
}

static BrnStatus count_cells(Build* build) {
  const BrnCells* cells = build->cells;
  for (int c = 0; c < cells->cell_count; c++) {
    BRN_TRY(check_cell(build, c));
    int type = cells->type[c];
    bool flat = is_face(type) && cells->start[c + 1] - cells->start[c] < 3;
    build->tally[type] += !flat;
    build->flat_count += flat;
    build->tet_count += is_tet(type);
  }
  return BRN_OK;
}

// Parallel programs write the cells of their neighbours, too, and mark them: bit 0 says that the
// cell is in another piece, bit 5 that it is hidden.
static void mark_ghosts(const Build* build) {
  BrnCells* cells = build->cells;
  const BrnCellsArray* array = brn__cells_find_array(cells, "vtkGhostType", true);
  if (!array || array->components != 1 || array->number != BRN_U8) return;
  for (int c = 0; c < cells->cell_count; c++) {
    int flags = (int)brn__number_held(BRN_U8, array->value[c]); // text may hold anything
    if (flags & 0x21) cells->type[c] = BRN_CELL_GHOST;
  }
}

// ------------------------------------------------------------------------------------- reporting

static bool is_used(int type) { return is_tet(type) || is_face(type); }

// vertices and lines are there for show, ghosts in their own piece: nobody misses them
static bool is_trifle(int type) { return (type >= 1 && type <= 4) || type == BRN_CELL_GHOST; }

static BrnTally list_left_out(const Build* build, bool trifles) {
  BrnTally list = {0};
  for (int type = 0; type < 256; type++) {
    if (is_used(type) || is_trifle(type) != trifles) continue;
    const CellKind* kind = kind_of(type);
    char unknown[32];
    if (!kind) snprintf(unknown, sizeof unknown, "cells of type %d", type);
    brn__tally_add(&list, build->tally[type], kind ? kind->plural : unknown);
  }
  return list;
}

static void report(const Build* build) {
  BrnTally trifles = list_left_out(build, true), left_out = list_left_out(build, false), cut = {0};
  const size_t* tally = build->tally;
  brn__tally_add(&left_out, build->flat_count, "polygons and strips of fewer than 3 corners");
  brn__tally_add(&cut, tally[BRN_CELL_QUADRATIC_TRIANGLE], "quadratic triangles");
  brn__tally_add(&cut, tally[BRN_CELL_QUADRATIC_TET], "quadratic tets");
  brn__tally_log(&trifles, build->ctx, BRN_LOG_INFO, build->cells->file, NULL);
  brn__tally_log(&left_out, build->ctx, BRN_LOG_WARNING, build->cells->file,
                 BRN_TALLY_ONLY_SIMPLICES);
  brn__tally_log_corners(&cut, build->ctx, build->cells->file);
}

// --------------------------------------------------------------------------------------- geometry

static BrnStatus add_polygon(Build* build, int cell, const int* corner, int corner_count) {
  size_t needed = (size_t)build->polygons.count + 1;
  BRN_TRY(brn__grow(build->ctx, &build->polygon_cell, &build->polygon_capacity, needed,
                    sizeof *build->polygon_cell));
  BRN_TRY(brn__polygons_add(build->ctx, &build->polygons, corner, corner_count, 0));
  build->polygon_cell[needed - 1] = cell;
  return BRN_OK;
}

// Every other triangle of a strip is turned over, so that all face the way of the first.
static BrnStatus add_strip(Build* build, int cell, const int* strip, int corner_count) {
  for (int k = 0; k + 2 < corner_count; k++) {
    const int corner[] = {strip[k], strip[k + 1 + k % 2], strip[k + 2 - k % 2]};
    BRN_TRY(add_polygon(build, cell, corner, 3));
  }
  return BRN_OK;
}

static BrnStatus add_face(Build* build, int cell) {
  int type = build->cells->type[cell];
  const int* corner = build->cells->corner + build->cells->start[cell];
  size_t count = build->cells->start[cell + 1] - build->cells->start[cell];
  if (count > INT_MAX) {
    return brn__fail(build->ctx, BRN_UNSUPPORTED, "%s: cell %d has too many corners: %zu",
                     build->cells->file, cell, count);
  }
  if (count < 3) return BRN_OK;
  if (type == BRN_CELL_STRIP) return add_strip(build, cell, corner, (int)count);
  return add_polygon(build, cell, corner, type == BRN_CELL_QUADRATIC_TRIANGLE ? 3 : (int)count);
}

static BrnStatus add_cells(Build* build) {
  const BrnCells* cells = build->cells;
  BRN_TRY(brn__mesh_set_tet_count(build->ctx, build->mesh, build->tet_count));
  build->tet_cell = brn__new(build->ctx, build->tet_count, int);
  if (!build->tet_cell) return BRN_NO_MEMORY;
  size_t t = 0;
  for (int c = 0; c < cells->cell_count; c++) {
    if (is_face(cells->type[c])) BRN_TRY(add_face(build, c));
    if (!is_tet(cells->type[c])) continue;
    memcpy(build->mesh->tet + 4 * t, cells->corner + cells->start[c], 4 * sizeof(int));
    build->tet_cell[t++] = c;
  }
  return BRN_OK;
}

// positions change hands
static void move_points(BrnCells* cells, BrnMesh* mesh) {
  mesh->vertex_count = cells->point_count;
  mesh->position = cells->position;
  cells->position = NULL;
}

// ----------------------------------------------------------------------------------------- labels

static const char* const label_names[] = {"label",       "part",          "material",
                                          "region",      "gmsh:physical", "CellEntityIds",
                                          "MaterialIds", "medit:ref"};

static bool can_be_labels(const BrnCellsArray* array, int cell_count) {
  if (!array->on_cells || array->components != 1) return false;
  if (array->number == BRN_F64 || array->number == BRN_F32) return false;
  for (int c = 0; c < cell_count; c++) {
    double value = array->value[c];
    if (!(value >= INT_MIN && value <= INT_MAX) || value != floor(value)) return false;
  }
  return true;
}

static const BrnCellsArray* find_labels(const BrnCells* cells) {
  for (size_t i = 0; i < sizeof label_names / sizeof *label_names; i++) {
    const BrnCellsArray* array = brn__cells_find_array(cells, label_names[i], true);
    if (array && can_be_labels(array, cells->cell_count)) return array;
  }
  return NULL;
}

// the cell that a triangle or tet came from
static int cell_of(const Build* build, BrnDomain on, int item) {
  if (on == BRN_ON_TET) return build->tet_cell[item];
  return build->polygon_cell[build->mesh->polygon ? build->mesh->polygon[item] : item];
}

static BrnStatus set_labels(const Build* build, const BrnCellsArray* array) {
  BrnMesh* mesh = build->mesh;
  if (mesh->triangle_count + mesh->tet_count == 0) return BRN_OK;
  if (mesh->triangle_count > 0) BRN_TRY(brn__mesh_need_triangle_labels(build->ctx, mesh));
  if (mesh->tet_count > 0) BRN_TRY(brn__mesh_need_tet_labels(build->ctx, mesh));
  for (int f = 0; f < mesh->triangle_count; f++) {
    mesh->triangle_label[f] = (int)array->value[cell_of(build, BRN_ON_TRIANGLE, f)];
  }
  for (int t = 0; t < mesh->tet_count; t++) {
    mesh->tet_label[t] = (int)array->value[cell_of(build, BRN_ON_TET, t)];
  }
  if (strcmp(array->name, "label") == 0) return BRN_OK;
  mesh->label_array = brn__strdup(build->ctx, array->name);
  return mesh->label_array ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus set_label_names(const Build* build) {
  if (build->cells->bad_names > 0) {
    brn__log(build->ctx, BRN_LOG_WARNING,
             "%s: %d label_names left out: they are not dimension:id:name, like 3:7:biceps",
             build->cells->file, build->cells->bad_names);
  }
  return brn__label_names_to_mesh(build->ctx, &build->cells->names, build->mesh);
}

// ----------------------------------------------------------------------------------------- arrays

// values of the cells that the triangles or tets came from; none when there are no such
static BrnStatus gather(const Build* build, const BrnCellsArray* array, BrnDomain on) {
  int count = brn_mesh_item_count(build->mesh, on);
  size_t width = (size_t)array->components;
  if (count == 0) return BRN_OK;
  BrnArray* added;
  BRN_TRY(brn_mesh_add_array(build->ctx, build->mesh, array->name, on, array->components,
                             array->number, &added));
  for (int i = 0; i < count; i++) {
    const double* from = array->value + (size_t)cell_of(build, on, i) * width;
    memcpy(added->value + (size_t)i * width, from, width * sizeof *from);
  }
  return BRN_OK;
}

static BrnStatus move_array(const Build* build, BrnCellsArray* array) {
  BrnArray* added;
  if (build->mesh->vertex_count == 0) return BRN_OK;
  BRN_TRY(brn_mesh_add_array(build->ctx, build->mesh, array->name, BRN_ON_VERTEX, array->components,
                             array->number, &added));
  brn__free(build->ctx, added->value);
  added->value = array->value;
  array->value = NULL;
  return BRN_OK;
}

static size_t numbers_of_a_cell(const BrnCells* cells) {
  size_t numbers = 0;
  for (int i = 0; i < cells->array_count; i++) {
    if (cells->array[i].on_cells) numbers += (size_t)cells->array[i].components;
  }
  return numbers;
}

static BrnStatus hand_out_arrays(const Build* build) {
  const BrnCellsArray* labels = find_labels(build->cells);
  BRN_TRY(brn__polygons_check_spread(build->ctx, &build->polygons, build->cells->file,
                                     build->cells->cell_count, numbers_of_a_cell(build->cells)));
  if (labels) BRN_TRY(set_labels(build, labels));
  for (int i = 0; i < build->cells->array_count; i++) {
    BrnCellsArray* array = &build->cells->array[i];
    if (array == labels) continue;
    if (!array->on_cells) {
      BRN_TRY(move_array(build, array));
    } else {
      BRN_TRY(gather(build, array, BRN_ON_TRIANGLE));
      BRN_TRY(gather(build, array, BRN_ON_TET));
    }
  }
  return set_label_names(build);
}

static BrnStatus make_mesh(Build* build) {
  mark_ghosts(build);
  BRN_TRY(count_cells(build));
  BRN_TRY(add_cells(build));
  move_points(build->cells, build->mesh);
  BRN_TRY(brn__polygons_to_mesh(build->ctx, &build->polygons, build->mesh));
  report(build);
  return hand_out_arrays(build);
}

BrnStatus brn__cells_to_mesh(BrnContext* ctx, BrnCells* cells, BrnMesh* mesh) {
  Build build = {.ctx = ctx, .cells = cells, .mesh = mesh};
  BrnStatus status = make_mesh(&build);
  brn__polygons_free(ctx, &build.polygons);
  brn__free(ctx, build.polygon_cell);
  brn__free(ctx, build.tet_cell);
  return status;
}
