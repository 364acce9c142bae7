// SPDX-License-Identifier: Apache-2.0

#include "io/cells.h"
#include "io/polygon.h"

#include <string.h>

// The cells of a mesh for writing: polygons as they were before they were cut, then tets.

typedef struct Build {
  BrnContext* ctx;
  const BrnMesh* mesh;
  BrnCells* cells;
  int face_count;  // cells made of triangles
  int tet_count;   // tets that are written
  int* face_first; // first triangle of each (face_count)
} Build;

static BrnStatus add_faces(Build* build) {
  const BrnMesh* mesh = build->mesh;
  build->face_first = brn__new(build->ctx, mesh->triangle_count, int);
  if (!build->face_first) return BRN_NO_MEMORY;
  BrnPolygon p = brn__polygon_first(mesh);
  for (; p.corner_count; p = brn__polygon_next(mesh, p)) {
    size_t count = (size_t)p.corner_count;
    int* corner = brn__cells_push(build->cells, brn__cells_polygon_type(count), count);
    for (int i = 0; i < p.corner_count; i++) corner[i] = brn__polygon_corner(mesh, p, i);
    build->face_first[build->face_count++] = p.first_triangle;
  }
  return BRN_OK;
}

static void add_tets(Build* build) {
  for (int t = 0; t < build->tet_count; t++) {
    int* corner = brn__cells_push(build->cells, BRN_CELL_TET, 4);
    memcpy(corner, build->mesh->tet + 4 * (size_t)t, 4 * sizeof *corner);
  }
}

static BrnStatus add_cells(Build* build) {
  size_t triangles = (size_t)build->mesh->triangle_count, tets = (size_t)build->tet_count;
  BRN_TRY(brn__cells_reserve(build->ctx, build->cells, triangles + tets, 3 * triangles + 4 * tets));
  BRN_TRY(add_faces(build));
  add_tets(build);
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- arrays

static BrnStatus add_cell_array(Build* build, const char* name, int components, BrnNumber number,
                                BrnCellsArray** out) {
  char* copy = brn__strdup(build->ctx, name);
  if (!copy) return BRN_NO_MEMORY;
  size_t count = (size_t)build->cells->cell_count * (size_t)components;
  return brn__cells_add_array(build->ctx, build->cells, copy, true, components, number, count, out);
}

static BrnStatus add_labels(Build* build) {
  const BrnMesh* mesh = build->mesh;
  bool some =
      (mesh->triangle_label && build->face_count > 0) || (mesh->tet_label && build->tet_count > 0);
  if (!some) return BRN_OK;
  BrnCellsArray* array;
  BRN_TRY(
      add_cell_array(build, mesh->label_array ? mesh->label_array : "label", 1, BRN_I32, &array));
  for (int c = 0; c < build->face_count && mesh->triangle_label; c++) {
    array->value[c] = mesh->triangle_label[build->face_first[c]];
  }
  for (int t = 0; t < build->tet_count && mesh->tet_label; t++) {
    array->value[build->face_count + t] = mesh->tet_label[t];
  }
  return BRN_OK;
}

static void copy_from_triangles(const Build* build, const BrnArray* from, BrnCellsArray* to) {
  size_t width = (size_t)from->components;
  for (size_t c = 0; c < (size_t)build->face_count; c++) {
    const double* value = from->value + (size_t)build->face_first[c] * width;
    memcpy(to->value + c * width, value, width * sizeof *value);
  }
}

static void copy_from_tets(const Build* build, const BrnArray* from, BrnCellsArray* to) {
  size_t width = (size_t)from->components, tets = (size_t)build->tet_count;
  double* start = to->value + (size_t)build->face_count * width;
  if (tets > 0) memcpy(start, from->value, tets * width * sizeof *start);
}

// A pair of one name on triangles and tets is one array on cells; without a twin the rest is zero.
static BrnStatus merge(Build* build, const BrnArray* triangles, const BrnArray* tets) {
  const BrnArray* one = tets ? tets : triangles;
  BrnNumber number = one->number;
  if (triangles && triangles->number != number) number = BRN_F64;
  BrnCellsArray* array;
  BRN_TRY(add_cell_array(build, one->name, one->components, number, &array));
  if (triangles) copy_from_triangles(build, triangles, array);
  if (tets) copy_from_tets(build, tets, array);
  return BRN_OK;
}

static BrnStatus borrow_point_array(Build* build, const BrnArray* from) {
  char* copy = brn__strdup(build->ctx, from->name);
  if (!copy) return BRN_NO_MEMORY;
  BrnCellsArray* array;
  BRN_TRY(brn__cells_add_array(build->ctx, build->cells, copy, false, from->components,
                               from->number, 0, &array));
  array->value = from->value;
  return BRN_OK;
}

static BrnStatus warn_left_out(const Build* build, const BrnArray* array, const char* why) {
  BrnSlice name = {array->name, strlen(array->name)};
  brn__log(build->ctx, BRN_LOG_WARNING, "array \"%s\" on the %s left out: %s", BRN_SHOW(name),
           array->on == BRN_ON_TET ? "tets" : "triangles", why);
  return BRN_OK;
}

// the array of that name on the other kind of cells, when there are such
static const BrnArray* twin_of(const Build* build, const BrnArray* array) {
  bool on_tets = array->on == BRN_ON_TET;
  if ((on_tets ? build->face_count : build->tet_count) == 0) return NULL;
  return brn_mesh_find_array(build->mesh, array->name, on_tets ? BRN_ON_TRIANGLE : BRN_ON_TET);
}

static BrnStatus add_array(Build* build, const BrnArray* array) {
  if (array->on == BRN_ON_VERTEX) return borrow_point_array(build, array);
  bool on_tets = array->on == BRN_ON_TET;
  if ((on_tets ? build->tet_count : build->face_count) == 0) return BRN_OK;
  const BrnArray* twin = twin_of(build, array);
  bool pair = twin && twin->components == array->components;
  if (twin && !on_tets) { // the tets bring their twin along
    return pair ? BRN_OK : warn_left_out(build, array, "the one on the tets has another width");
  }
  if (brn__cells_find_array(build->cells, array->name, true)) {
    return warn_left_out(build, array, "the labels are written under its name");
  }
  return on_tets ? merge(build, pair ? twin : NULL, array) : merge(build, array, NULL);
}

static BrnStatus fill(Build* build) {
  BRN_TRY(add_cells(build));
  BRN_TRY(add_labels(build));
  for (int i = 0; i < build->mesh->array_count; i++) {
    BRN_TRY(add_array(build, &build->mesh->array[i]));
  }
  return BRN_OK;
}

BrnStatus brn__cells_from_mesh(BrnContext* ctx, const BrnMesh* mesh, bool with_tets,
                               BrnCells* out) {
  *out = (BrnCells){.file = "mesh",
                    .point_count = mesh->vertex_count,
                    .position = mesh->position,
                    .borrowed = true};
  Build build = {.ctx = ctx, .mesh = mesh, .cells = out};
  build.tet_count = with_tets ? mesh->tet_count : 0;
  BrnStatus status = fill(&build);
  brn__free(ctx, build.face_first);
  if (status != BRN_OK) brn__cells_free(ctx, out);
  return status;
}
