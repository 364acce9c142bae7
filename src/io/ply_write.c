// SPDX-License-Identifier: Apache-2.0
//
// The writer of PLY: a table of columns is made first, from which both header and data come.

#include "io/ply.h"

#include "io/numbers.h"
#include "io/polygon.h"

#include <stdio.h>
#include <string.h>

// One component of an array: a property. Arrays of several components are split into name_0,
// name_1, ..., which the reader joins again.
typedef struct Column {
  const BrnArray* array;
  int component;
  const char* name;
  BrnNumber number;
} Column;

typedef struct Writer {
  BrnContext* ctx;
  const BrnMesh* mesh;
  BrnSink* sink;
  bool ascii, swap, inside_item;
  Column* column; // of the vertices, then of the faces
  int vertex_columns, face_columns;
} Writer;

// ---------------------------------------------------------------------------------------- columns

// a name that is one word, in scratch memory
static char* column_name(BrnContext* ctx, const BrnArray* array, int component) {
  size_t length = strlen(array->name);
  char* name = brn__scratch(ctx, length + 16, char);
  if (!name) return NULL;
  memcpy(name, array->name, length);
  for (size_t i = 0; i < length; i++) {
    if ((unsigned char)name[i] <= ' ' || name[i] == 127) name[i] = '_';
  }
  if (length == 0) name[length++] = '_';
  name[length] = 0;
  if (array->components > 1) snprintf(name + length, 16, "_%d", component);
  return name;
}

static bool is_taken(const Writer* w, BrnDomain on, const char* name) {
  static const char* const of_vertices[] = {"x", "y", "z", NULL};
  static const char* const of_faces[] = {"vertex_indices", "vertex_index", "label", NULL};
  bool label_is_free = !w->mesh->triangle_label;
  for (const char* const* r = on == BRN_ON_VERTEX ? of_vertices : of_faces; *r; r++) {
    if (label_is_free && strcmp(*r, "label") == 0) continue;
    if (strcmp(*r, name) == 0) return true;
  }
  int first = on == BRN_ON_VERTEX ? 0 : w->vertex_columns;
  for (int c = first; c < w->vertex_columns + w->face_columns; c++) {
    if (strcmp(w->column[c].name, name) == 0) return true;
  }
  return false;
}

static BrnStatus add_columns(Writer* w, BrnDomain on, int* count) {
  for (int a = 0; a < w->mesh->array_count; a++) {
    const BrnArray* array = &w->mesh->array[a];
    BrnNumber number = brn__ply_number_name(array->number) ? array->number : BRN_F64;
    for (int k = 0; array->on == on && k < array->components; k++) {
      char* name = column_name(w->ctx, array, k);
      if (!name) return BRN_NO_MEMORY;
      if (is_taken(w, on, name)) {
        brn__log(w->ctx, BRN_LOG_WARNING,
                 "array \"%s\" left out: PLY would have property \"%s\" twice", array->name, name);
        continue;
      }
      Column* column = &w->column[w->vertex_columns + w->face_columns];
      *column = (Column){.array = array, .component = k, .name = name, .number = number};
      (*count)++;
    }
  }
  return BRN_OK;
}

static BrnStatus make_columns(Writer* w) {
  size_t most = 1; // so that the block is never empty
  for (int a = 0; a < w->mesh->array_count; a++) most += (size_t)w->mesh->array[a].components;
  w->column = brn__scratch(w->ctx, most, Column);
  if (!w->column) return BRN_NO_MEMORY;
  BRN_TRY(add_columns(w, BRN_ON_VERTEX, &w->vertex_columns));
  return add_columns(w, BRN_ON_TRIANGLE, &w->face_columns);
}

// ----------------------------------------------------------------------------------------- header

static void write_column_lines(Writer* w, int first, int count) {
  for (int c = first; c < first + count; c++) {
    brn__sink_printf(w->sink, "property %s ", brn__ply_number_name(w->column[c].number));
    brn__sink_text(w->sink, w->column[c].name);
    brn__sink_text(w->sink, "\n");
  }
}

static void write_label_names(Writer* w) {
  for (int i = 0; i < w->mesh->label_count; i++) {
    const BrnLabel* label = &w->mesh->label[i];
    if (label->on != BRN_ON_TRIANGLE) continue;
    brn__sink_printf(w->sink, "comment label %d ", label->id);
    brn__sink_line(w->sink, label->name);
    brn__sink_text(w->sink, "\n");
  }
}

// most programs expect a byte here
static BrnNumber length_number(const BrnMesh* mesh) {
  BrnPolygon p = brn__polygon_first(mesh);
  for (; p.corner_count; p = brn__polygon_next(mesh, p)) {
    if (p.corner_count > UINT8_MAX) return BRN_I32;
  }
  return BRN_U8;
}

static void write_header(Writer* w, BrnNumber length, bool big_endian) {
  const char* binary = big_endian ? "binary_big_endian" : "binary_little_endian";
  brn__sink_printf(w->sink, "ply\nformat %s 1.0\n", w->ascii ? "ascii" : binary);
  write_label_names(w);
  brn__sink_printf(w->sink, "element vertex %d\n", w->mesh->vertex_count);
  brn__sink_text(w->sink, "property double x\nproperty double y\nproperty double z\n");
  write_column_lines(w, 0, w->vertex_columns);
  brn__sink_printf(w->sink, "element face %d\n", brn__polygon_count(w->mesh));
  brn__sink_printf(w->sink, "property list %s int vertex_indices\n", brn__ply_number_name(length));
  if (w->mesh->triangle_label) brn__sink_text(w->sink, "property int label\n");
  write_column_lines(w, w->vertex_columns, w->face_columns);
  brn__sink_text(w->sink, "end_header\n");
}

// ------------------------------------------------------------------------------------------- data

// the numbers of an item share a line of text, which ends with end_item()
static void write_number(Writer* w, BrnNumber number, double value) {
  if (!w->ascii) {
    unsigned char bytes[8];
    brn__number_encode(bytes, number, value, w->swap);
    brn__sink_bytes(w->sink, bytes, (size_t)brn__number_size(number));
    return;
  }
  if (w->inside_item) brn__sink_text(w->sink, " ");
  w->inside_item = true;
  brn__sink_number(w->sink, number, value);
}

static void end_item(Writer* w) {
  if (w->ascii) brn__sink_text(w->sink, "\n");
  w->inside_item = false;
}

static void write_columns(Writer* w, int first, int count, int item) {
  for (int c = first; c < first + count; c++) {
    const Column* column = &w->column[c];
    size_t at = (size_t)item * (size_t)column->array->components + (size_t)column->component;
    write_number(w, column->number, column->array->value[at]);
  }
}

static void write_vertices(Writer* w) {
  for (int v = 0; v < w->mesh->vertex_count; v++) {
    for (int k = 0; k < 3; k++) {
      write_number(w, BRN_F64, w->mesh->position[3 * (size_t)v + (size_t)k]);
    }
    write_columns(w, 0, w->vertex_columns, v);
    end_item(w);
  }
}

// a polygon has the values of its first triangle
static void write_faces(Writer* w, BrnNumber length) {
  BrnPolygon p = brn__polygon_first(w->mesh);
  for (; p.corner_count; p = brn__polygon_next(w->mesh, p)) {
    write_number(w, length, p.corner_count);
    for (int i = 0; i < p.corner_count; i++) {
      write_number(w, BRN_I32, brn__polygon_corner(w->mesh, p, i));
    }
    if (w->mesh->triangle_label) {
      write_number(w, BRN_I32, w->mesh->triangle_label[p.first_triangle]);
    }
    write_columns(w, w->vertex_columns, w->face_columns, p.first_triangle);
    end_item(w);
  }
}

BrnStatus brn__ply_write(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                         BrnSink* sink) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Writer w = {.ctx = ctx, .mesh = mesh, .sink = sink};
  w.ascii = def->encoding == BRN_ENCODING_ASCII;
  w.swap = def->big_endian != brn__machine_is_big_endian();
  BrnStatus status = make_columns(&w);
  if (status == BRN_OK) {
    BrnNumber length = length_number(mesh);
    write_header(&w, length, def->big_endian);
    write_vertices(&w);
    write_faces(&w, length);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
