// SPDX-License-Identifier: Apache-2.0
//
// PLY (Turk 1994): elements with properties of any names, as text or binary in either byte order.
//
// Read are the elements "vertex" (x, y, z) and "face" (a list vertex_indices or vertex_index); the
// integer property "label" of faces becomes the labels of triangles, and lines "comment label ID
// NAME" their names. Every other number of a vertex or face becomes an array of that name, of one
// component; consecutive properties name_0, name_1, ... of one type become one array "name". What a
// polygon has, all its triangles have. Other elements and lists are read over.

#include "io/ply.h"

#include "io/format.h"
#include "io/polygon.h"
#include "mesh/mesh.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Where the values of a property go: value[stride * item].
typedef struct Column {
  double* value; // NULL: read over
  size_t stride;
  bool is_coordinate; // must be finite
} Column;

typedef struct Reader {
  BrnContext* ctx;
  BrnMesh* mesh;
  BrnPlyHeader header;
  BrnPlyData data;
  const BrnPlyElement *vertex, *face;

  Column* column;      // of the element that is read      (property_count)
  Column* face_column; // of the faces

  const BrnPlyProperty* corner_list; // of the faces
  BrnPolygons polygons;
  int* corner;
  size_t corner_capacity;
} Reader;

// --------------------------------------------------------------------------------------- elements

static BrnStatus read_face(Reader* r) {
  const BrnPlyProperty* list = r->corner_list;
  int length;
  BRN_TRY(brn__ply_length(&r->data, list, &length));
  if (length < 3) {
    return brn__ply_fail(&r->data, list, "the face has %d corners, expected 3 or more", length);
  }
  BRN_TRY(brn__grow(r->ctx, &r->corner, &r->corner_capacity, (size_t)length, sizeof *r->corner));
  for (int i = 0; i < length; i++) {
    double index;
    BRN_TRY(brn__ply_number(&r->data, list, list->number, &index));
    if (index < 0 || index >= r->vertex->count) {
      return brn__ply_fail(&r->data, list,
                           "corner %d is vertex %.0f, but there are %d vertices (from 0)", i, index,
                           r->vertex->count);
    }
    r->corner[i] = (int)index;
  }
  return brn__polygons_add(r->ctx, &r->polygons, r->corner, length, 0);
}

static BrnStatus read_scalar(Reader* r, const BrnPlyProperty* property, const Column* column) {
  double value;
  BRN_TRY(brn__ply_number(&r->data, property, property->number, &value));
  if (!column->value) return BRN_OK;
  if (column->is_coordinate && !isfinite(value)) {
    return brn__ply_fail(&r->data, property, "expected a finite number, found %g", value);
  }
  column->value[column->stride * (size_t)r->data.item] = value;
  return BRN_OK;
}

static BrnStatus read_item(Reader* r) {
  for (int p = 0; p < r->data.element->property_count; p++) {
    const BrnPlyProperty* property = &r->data.property[p];
    if (property == r->corner_list) {
      BRN_TRY(read_face(r));
    } else if (property->is_list) {
      BRN_TRY(brn__ply_skip_list(&r->data, property));
    } else {
      BRN_TRY(read_scalar(r, property, &r->column[p]));
    }
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ arrays

// is it "base_k"?
static bool is_component(BrnSlice name, BrnSlice base, int k) {
  char suffix[16];
  size_t length = (size_t)snprintf(suffix, sizeof suffix, "_%d", k);
  return name.length == base.length + length && memcmp(name.start, base.start, base.length) == 0 &&
         memcmp(name.start + base.length, suffix, length) == 0;
}

// Properties from p on that make one array, and its name: one, or name_0, name_1, ... of one type
// when "name" itself is not a property.
static int array_components(const Reader* r, int p, BrnSlice* name) {
  *name = r->data.property[p].name;
  BrnSlice base = {name->start, name->length > 2 ? name->length - 2 : 0};
  if (base.length == 0) return 1;
  int count = 0, total = r->data.element->property_count;
  for (int q = 0; q < total; q++) {
    BrnSlice other = r->data.property[q].name;
    if (other.length == base.length && memcmp(other.start, base.start, base.length) == 0) return 1;
  }
  while (p + count < total && !r->data.property[p + count].is_list &&
         r->data.property[p + count].number == r->data.property[p].number &&
         is_component(r->data.property[p + count].name, base, count)) {
    count++;
  }
  if (count < 2) return 1;
  *name = base;
  return count;
}

static BrnStatus add_array(Reader* r, BrnSlice name, BrnDomain on, int components, BrnNumber number,
                           BrnArray** array) {
  char* copy = brn__strndup(r->ctx, name.start, name.length);
  if (!copy) return BRN_NO_MEMORY;
  BrnStatus status = brn_mesh_add_array(r->ctx, r->mesh, copy, on, components, number, array);
  brn__free(r->ctx, copy);
  return status;
}

// --------------------------------------------------------------------------------------- vertices

static int axis_of(BrnSlice name) {
  if (name.length != 1 || name.start[0] < 'x' || name.start[0] > 'z') return -1;
  return name.start[0] - 'x';
}

static BrnStatus check_axes(const Reader* r) {
  bool found[3] = {false};
  for (int p = 0; p < r->data.element->property_count; p++) {
    int axis = axis_of(r->data.property[p].name);
    if (axis >= 0 && !r->data.property[p].is_list) found[axis] = true;
  }
  for (int k = 0; k < 3; k++) {
    if (found[k]) continue;
    return brn__fail(r->ctx, BRN_BAD_FILE, "%s: element vertex has no number \"%c\"",
                     r->data.text.name, 'x' + k);
  }
  return BRN_OK;
}

// positions, and an array for each other number
static BrnStatus prepare_vertices(Reader* r) {
  BRN_TRY(check_axes(r));
  BRN_TRY(brn__mesh_set_vertex_count(r->ctx, r->mesh, r->data.element->count));
  int components = 1;
  for (int p = 0; p < r->data.element->property_count; p += components) {
    components = 1;
    if (r->data.property[p].is_list) continue;
    int axis = axis_of(r->data.property[p].name);
    r->header.property[r->data.element->first_property + p].keeps_digits = axis >= 0;
    if (axis >= 0 && r->mesh->position) {
      r->column[p] = (Column){r->mesh->position + axis, 3, true};
    }
    if (axis >= 0) continue;
    BrnSlice name;
    BrnArray* array;
    components = array_components(r, p, &name);
    BRN_TRY(add_array(r, name, BRN_ON_VERTEX, components, r->data.property[p].number, &array));
    for (int k = 0; k < components && array->value; k++) {
      r->column[p + k] = (Column){array->value + k, (size_t)components, false};
    }
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ faces

static bool is_corner_list(const BrnPlyProperty* property) {
  return property->is_list && brn__ply_is_integer(property->number) &&
         (brn__slice_is(property->name, "vertex_indices") ||
          brn__slice_is(property->name, "vertex_index"));
}

// Numbers of faces wait in scratch memory until all faces are cut into triangles.
static BrnStatus prepare_faces(Reader* r) {
  r->face_column = r->column;
  for (int p = 0; p < r->data.element->property_count; p++) {
    if (is_corner_list(&r->data.property[p]) && !r->corner_list)
      r->corner_list = &r->data.property[p];
    if (r->data.property[p].is_list) continue;
    double* value = brn__scratch_zero(r->ctx, (size_t)r->data.element->count + 1, double);
    if (!value) return BRN_NO_MEMORY;
    r->column[p] = (Column){value, 1, false};
  }
  if (r->corner_list) return BRN_OK;
  return brn__fail(r->ctx, BRN_BAD_FILE,
                   "%s: element face has no list of integers vertex_indices or vertex_index",
                   r->data.text.name);
}

static int face_of(const Reader* r, int triangle) {
  return r->mesh->polygon ? r->mesh->polygon[triangle] : triangle;
}

static BrnStatus spread_labels(Reader* r, const double* label) {
  BRN_TRY(brn__mesh_need_triangle_labels(r->ctx, r->mesh));
  for (int t = 0; t < r->mesh->triangle_count; t++) {
    double value = label[face_of(r, t)];
    if (value > INT_MAX) {
      return brn__fail(r->ctx, BRN_BAD_FILE, "%s: face %d has label %.0f; the largest is %d",
                       r->data.text.name, face_of(r, t), value, INT_MAX);
    }
    r->mesh->triangle_label[t] = (int)value;
  }
  return BRN_OK;
}

// what a face has, all its triangles have
static BrnStatus spread_arrays(Reader* r) {
  int components = 1;
  for (int p = 0; p < r->data.element->property_count; p += components) {
    const BrnPlyProperty* property = &r->data.property[p];
    components = 1;
    if (property->is_list) continue;
    if (brn__slice_is(property->name, "label") && brn__ply_is_integer(property->number)) {
      BRN_TRY(spread_labels(r, r->column[p].value));
      continue;
    }
    BrnSlice name;
    BrnArray* array;
    components = array_components(r, p, &name);
    BRN_TRY(add_array(r, name, BRN_ON_TRIANGLE, components, property->number, &array));
    for (int t = 0; t < r->mesh->triangle_count; t++) {
      double* to = array->value + (size_t)t * (size_t)components;
      for (int k = 0; k < components; k++) to[k] = r->column[p + k].value[face_of(r, t)];
    }
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- the file

static BrnStatus find_elements(Reader* r) {
  for (int e = 0; e < r->header.element_count; e++) {
    const BrnPlyElement* element = &r->header.element[e];
    bool is_vertex = brn__slice_is(element->name, "vertex");
    bool is_face = brn__slice_is(element->name, "face");
    if (brn__slice_is(element->name, "tristrips") && element->count > 0) {
      return brn__fail(r->ctx, BRN_UNSUPPORTED,
                       "%s: triangle strips (element tristrips) are not read; save it with faces",
                       r->data.text.name);
    }
    if ((is_vertex && r->vertex) || (is_face && r->face)) {
      return brn__fail(r->ctx, BRN_BAD_FILE, "%s: element %s is there twice", r->data.text.name,
                       is_vertex ? "vertex" : "face");
    }
    if (is_vertex) r->vertex = element;
    if (is_face) r->face = element;
  }
  if (r->vertex) return BRN_OK;
  return brn__fail(r->ctx, BRN_BAD_FILE, "%s: the header has no element vertex", r->data.text.name);
}

static BrnStatus read_element(Reader* r, const BrnPlyElement* element) {
  brn__ply_enter(&r->data, element);
  BRN_TRY(brn__ply_check_count(&r->data));
  r->column = brn__scratch_zero(r->ctx, (size_t)element->property_count + 1, Column);
  if (!r->column) return BRN_NO_MEMORY;
  if (element == r->vertex) BRN_TRY(prepare_vertices(r));
  if (element == r->face) BRN_TRY(prepare_faces(r));
  if (element->property_count == 0) return BRN_OK; // nothing, however often
  for (; r->data.item < element->count; r->data.item++) BRN_TRY(read_item(r));
  return BRN_OK;
}

static BrnStatus read_data(Reader* r) {
  BRN_TRY(find_elements(r));
  for (int e = 0; e < r->header.element_count; e++) {
    BRN_TRY(read_element(r, &r->header.element[e]));
  }
  BrnSlice word;
  if (r->header.ascii ? brn__text_peek(&r->data.text, &word)
                      : brn__bytes_left(&r->data.bytes) > 0) {
    brn__log(r->ctx, BRN_LOG_WARNING, "%s: %zu bytes after the last element left out",
             r->data.text.name, brn__ply_bytes_left(&r->data));
  }
  return BRN_OK;
}

static BrnStatus fill_triangles(Reader* r) {
  BRN_TRY(brn__polygons_to_mesh(r->ctx, &r->polygons, r->mesh));
  BRN_TRY(brn__label_names_to_mesh(r->ctx, &r->header.names, r->mesh));
  if (!r->face) return BRN_OK;
  brn__ply_enter(&r->data, r->face);
  r->column = r->face_column;
  size_t numbers = (size_t)r->face->property_count;
  BRN_TRY(
      brn__polygons_check_spread(r->ctx, &r->polygons, r->data.text.name, r->face->count, numbers));
  return spread_arrays(r);
}

static BrnStatus read_ply(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  if (source->size == 0) return brn__fail(ctx, BRN_BAD_FILE, "%s: the file is empty", source->name);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Reader r = {.ctx = ctx, .mesh = mesh};
  r.data = (BrnPlyData){.header = &r.header, .text = brn__text(ctx, source, 0)};
  BrnStatus status = brn__ply_header_read(ctx, &r.data.text, &r.header);
  r.data.bytes = brn__bytes(ctx, source);
  r.data.bytes.at += r.data.text.at - source->data;
  r.data.bytes.swap = r.header.big_endian != brn__machine_is_big_endian();
  if (status == BRN_OK) status = read_data(&r);
  if (status == BRN_OK) status = fill_triangles(&r);
  brn__free(ctx, r.corner);
  brn__polygons_free(ctx, &r.polygons);
  brn__ply_header_free(ctx, &r.header);
  brn__scratch_release(ctx, mark);
  return status;
}

const BrnFormat brn__format_ply = {
    .info = {.name = "ply",
             .extensions = "ply",
             .title = "PLY (Stanford)",
             .reads = true,
             .writes = true,
             .holds_triangles = true,
             .holds_labels = true,
             .holds_arrays = true},
    .read = read_ply,
    .write = brn__ply_write,
};
