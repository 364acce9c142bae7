// SPDX-License-Identifier: Apache-2.0
//
// STL: triangles with their coordinates, as text or binary. Equal coordinates become one vertex.
//
// A binary file is 80 free bytes, a count, and 50 bytes a triangle: normal, three corners (32-bit
// floats) and 16 bits that programs use as they like. Many begin with "solid" like text files do,
// so the size decides first, and then whether the beginning is text. Each named solid of a text
// file becomes a label, numbered from 1 in order of appearance. Normals are not read.

#include "core/vec.h"
#include "io/format.h"
#include "io/polygon.h"
#include "io/weld.h"
#include "mesh/label_names.h"
#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_SIZE = 80, PREFIX_SIZE = 84, TRIANGLE_SIZE = 50, PROBE_SIZE = 512 };

typedef struct Reader {
  BrnContext* ctx;
  BrnMesh* mesh;
  BrnWeld weld;
  BrnPolygons polygons;
  BrnLabelNames solids;
} Reader;

// ----------------------------------------------------------------------------------------- binary

static BrnStatus check_finite(BrnBytes* bytes, const double* corner, int triangle) {
  static const char axis[] = "xyz";
  for (int k = 0; k < 9; k++) {
    if (isfinite(corner[k])) continue;
    bytes->at -= 4 * (9 - k); // back to the culprit
    return brn__bytes_fail(bytes, "%c of corner %d of triangle %d is %s", axis[k % 3], k / 3,
                           triangle, isnan(corner[k]) ? "not a number" : "infinite");
  }
  return BRN_OK;
}

static BrnStatus read_binary_triangle(Reader* r, BrnBytes* bytes, int triangle) {
  double number[12]; // normal and corners
  int corner[3];
  BRN_TRY(brn__bytes_numbers(bytes, BRN_F32, 12, number, "a triangle"));
  BRN_TRY(check_finite(bytes, number + 3, triangle));
  bytes->at += 2; // the attribute
  for (int i = 0; i < 3; i++) {
    BRN_TRY(brn__weld_add(r->ctx, &r->weld, number + 3 + 3 * i, &corner[i]));
  }
  return brn__polygons_add(r->ctx, &r->polygons, corner, 3, 0);
}

static BrnStatus read_binary(Reader* r, const BrnSource* source) {
  BrnBytes bytes = brn__bytes(r->ctx, source);
  bytes.swap = brn__machine_is_big_endian();
  BRN_TRY(brn__bytes_need(&bytes, PREFIX_SIZE, "the header of a binary STL file"));
  double count;
  bytes.at += HEADER_SIZE;
  BRN_TRY(brn__bytes_numbers(&bytes, BRN_U32, 1, &count, "the number of triangles"));
  BRN_TRY(brn__bytes_count(&bytes, (int64_t)count, TRIANGLE_SIZE, "triangles"));
  if (count == 0 && brn__bytes_left(&bytes) > 0) {
    return brn__bytes_fail(&bytes, "the file says it has no triangles, but %zu bytes follow",
                           brn__bytes_left(&bytes));
  }
  for (int t = 0; t < (int)count; t++) BRN_TRY(read_binary_triangle(r, &bytes, t));
  if (brn__bytes_left(&bytes) > 0) {
    brn__log(r->ctx, BRN_LOG_WARNING, "%s: %zu bytes after the last triangle left out",
             source->name, brn__bytes_left(&bytes));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- text

// next word must be this one, in any case of letters
static BrnStatus expect(BrnText* text, const char* word) {
  BrnSlice found;
  if (!brn__text_word(text, &found)) {
    return brn__text_fail(text, "expected \"%s\", but the file ends", word);
  }
  if (brn__slice_is_like(found, word)) return BRN_OK;
  return brn__text_fail(text, "expected \"%s\", found \"%s\"", word, BRN_SHOW(found));
}

// after "facet"
static BrnStatus read_facet(Reader* r, BrnText* text, int label) {
  int corner[3];
  BrnSlice ignored;
  BRN_TRY(expect(text, "normal"));
  for (int k = 0; k < 3; k++) brn__text_word(text, &ignored); // "nan" and worse are common here
  BRN_TRY(expect(text, "outer"));
  BRN_TRY(expect(text, "loop"));
  for (int i = 0; i < 3; i++) {
    double position[3];
    BRN_TRY(expect(text, "vertex"));
    for (int k = 0; k < 3; k++) {
      long triangle = r->polygons.triangle_count;
      BRN_TRY(brn__text_finite(text, &position[k], "a coordinate of triangle", triangle));
    }
    BRN_TRY(brn__weld_add(r->ctx, &r->weld, position, &corner[i]));
  }
  BRN_TRY(expect(text, "endloop"));
  BRN_TRY(expect(text, "endfacet"));
  return brn__polygons_add(r->ctx, &r->polygons, corner, 3, label);
}

// the rest of the line is the name; none means label 0
static BrnStatus read_solid_name(Reader* r, BrnText* text, int* label) {
  BrnSlice line;
  *label = 0;
  if (!brn__text_line(text, &line) || line.length == 0) return BRN_OK;
  return brn__label_names_find(r->ctx, &r->solids, BRN_ON_TRIANGLE, line.start, line.length, label);
}

// after "solid"
static BrnStatus read_solid(Reader* r, BrnText* text) {
  int label;
  BrnSlice word;
  BRN_TRY(read_solid_name(r, text, &label));
  while (brn__text_word(text, &word)) {
    if (brn__slice_is_like(word, "endsolid")) {
      brn__text_line(text, &word); // repeats the name
      return BRN_OK;
    }
    if (!brn__slice_is_like(word, "facet")) {
      return brn__text_fail(text, "expected \"facet\" or \"endsolid\", found \"%s\"",
                            BRN_SHOW(word));
    }
    BRN_TRY(read_facet(r, text, label));
  }
  return brn__text_fail(text, "expected \"facet\" or \"endsolid\", but the file ends");
}

static BrnStatus read_text(Reader* r, const BrnSource* source) {
  BrnText text = brn__text(r->ctx, source, 0);
  BrnSlice word;
  do {
    BRN_TRY(expect(&text, "solid"));
    BRN_TRY(read_solid(r, &text));
  } while (brn__text_peek(&text, &word));
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- reading

static bool size_is_binary(const BrnSource* source) {
  if (source->size < PREFIX_SIZE) return false;
  const unsigned char* count = (const unsigned char*)source->data + HEADER_SIZE;
  double triangles = brn__number_decode(count, BRN_U32, brn__machine_is_big_endian());
  return PREFIX_SIZE + TRIANGLE_SIZE * triangles == (double)source->size;
}

// no control characters at the beginning; names may be in any language
static bool begins_as_text(const BrnSource* source) {
  size_t size = source->size < PROBE_SIZE ? source->size : PROBE_SIZE;
  for (size_t i = 0; i < size; i++) {
    unsigned char c = (unsigned char)source->data[i];
    if (c < ' ' && !(c >= '\t' && c <= '\r')) return false;
  }
  return true;
}

static BrnStatus fill_mesh(Reader* r) {
  BRN_TRY(brn__mesh_set_vertex_count(r->ctx, r->mesh, r->weld.count));
  size_t size = 3 * (size_t)r->weld.count * sizeof(double);
  if (size > 0) memcpy(r->mesh->position, r->weld.position, size);
  BRN_TRY(brn__polygons_to_mesh(r->ctx, &r->polygons, r->mesh));
  return brn__label_names_to_mesh(r->ctx, &r->solids, r->mesh);
}

static BrnStatus read_stl(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  if (source->size == 0) return brn__fail(ctx, BRN_BAD_FILE, "%s: the file is empty", source->name);
  Reader r = {.ctx = ctx, .mesh = mesh};
  bool is_text = !size_is_binary(source) && begins_as_text(source);
  BrnStatus status = is_text ? read_text(&r, source) : read_binary(&r, source);
  if (status == BRN_OK) status = fill_mesh(&r);
  brn__weld_free(ctx, &r.weld);
  brn__polygons_free(ctx, &r.polygons);
  brn__label_names_free(ctx, &r.solids);
  return status;
}

// ---------------------------------------------------------------------------------------- writing

// unit normal and corners; the normal of an empty triangle is zero
static void measure(const BrnMesh* mesh, int t, double number[12]) {
  for (int i = 0; i < 3; i++) {
    int v = mesh->triangle[3 * (size_t)t + (size_t)i];
    brn__copy3(number + 3 + 3 * i, mesh->position + 3 * (size_t)v);
  }
  brn__triangle_normal(number, number + 3, number + 6, number + 9);
  brn__normalize3(number);
  if (!isfinite(brn__dot3(number, number))) brn__scale3(number, 0, (double[3]){0});
}

// floats are the nature of the format, so what they round off is information, not a warning
static BrnStatus check_floats(BrnContext* ctx, const BrnMesh* mesh) {
  long rounded = 0;
  for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++) {
    float narrow = (float)mesh->position[i];
    if (!isfinite(narrow)) {
      return brn__fail(
          ctx, BRN_UNSUPPORTED,
          "vertex %zu: %g is too large for the floats of binary STL; write it as ascii", i / 3,
          mesh->position[i]);
    }
    rounded += (double)narrow != mesh->position[i];
  }
  if (rounded > 0) {
    brn__log(ctx, BRN_LOG_INFO, "%ld coordinates rounded to the floats of binary STL", rounded);
  }
  return BRN_OK;
}

static BrnStatus write_binary(BrnContext* ctx, const BrnMesh* mesh, BrnSink* sink) {
  static const char header[HEADER_SIZE] = "STL written by Brawn";
  static const char attribute[2];
  bool swap = brn__machine_is_big_endian();
  BRN_TRY(check_floats(ctx, mesh));
  if (mesh->triangle_label) {
    brn__log(ctx, BRN_LOG_WARNING, "labels left out: binary STL holds none; ascii does");
  }
  brn__sink_bytes(sink, header, sizeof header);
  brn__sink_raw_int(sink, mesh->triangle_count, swap);
  for (int t = 0; t < mesh->triangle_count; t++) {
    double number[12];
    measure(mesh, t, number);
    brn__sink_raw(sink, BRN_F32, number, 12, swap);
    brn__sink_bytes(sink, attribute, sizeof attribute);
  }
  return BRN_OK;
}

static void write_numbers(BrnSink* sink, const char* keyword, BrnNumber number,
                          const double* value) {
  brn__sink_text(sink, keyword);
  for (int k = 0; k < 3; k++) {
    brn__sink_text(sink, " ");
    brn__sink_number(sink, number, value[k]);
  }
  brn__sink_text(sink, "\n");
}

static void write_facet(BrnSink* sink, const BrnMesh* mesh, int t) {
  double number[12];
  measure(mesh, t, number);
  write_numbers(sink, "facet normal", BRN_F32, number); // nobody needs more digits
  brn__sink_text(sink, "outer loop\n");
  for (int i = 1; i < 4; i++) write_numbers(sink, "vertex", BRN_F64, number + 3 * i);
  brn__sink_text(sink, "endloop\nendfacet\n");
}

static void write_solid_line(BrnSink* sink, const BrnMesh* mesh, const char* keyword, int label) {
  brn__sink_text(sink, keyword);
  if (label != 0 || brn_mesh_label_name(mesh, BRN_ON_TRIANGLE, label)) {
    brn__sink_text(sink, " ");
    brn__sink_label(sink, mesh, BRN_ON_TRIANGLE, label);
  }
  brn__sink_text(sink, "\n");
}

typedef struct Labelled {
  int label, triangle;
} Labelled;

static int compare(const void* a, const void* b) {
  const Labelled *x = a, *y = b;
  if (x->label != y->label) return x->label < y->label ? -1 : 1;
  return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

// one solid a label, in ascending order; the triangles of each in the order of the mesh
static BrnStatus write_text(BrnContext* ctx, const BrnMesh* mesh, BrnSink* sink) {
  int count = mesh->triangle_count;
  Labelled* order = brn__scratch(ctx, count + 1, Labelled);
  if (!order) return BRN_NO_MEMORY;
  for (int t = 0; t < count; t++) {
    order[t] = (Labelled){mesh->triangle_label ? mesh->triangle_label[t] : 0, t};
  }
  if (mesh->triangle_label) qsort(order, (size_t)count, sizeof *order, compare);
  for (int i = 0; i < count; i++) {
    int label = order[i].label;
    if (i == 0 || label != order[i - 1].label) write_solid_line(sink, mesh, "solid", label);
    write_facet(sink, mesh, order[i].triangle);
    if (i == count - 1 || label != order[i + 1].label) {
      write_solid_line(sink, mesh, "endsolid", label);
    }
  }
  if (count == 0) brn__sink_text(sink, "solid\nendsolid\n");
  return BRN_OK;
}

static BrnStatus write_stl(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                           BrnSink* sink) {
  if (mesh->triangle_count == 0 && mesh->vertex_count > 0) {
    brn__log(ctx, BRN_LOG_WARNING, "%d vertices left out: STL holds only triangles",
             mesh->vertex_count);
  }
  if (def->encoding != BRN_ENCODING_ASCII) return write_binary(ctx, mesh, sink);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = write_text(ctx, mesh, sink);
  brn__scratch_release(ctx, mark);
  return status;
}

const BrnFormat brn__format_stl = {
    .info = {.name = "stl",
             .extensions = "stl",
             .title = "STL",
             .reads = true,
             .writes = true,
             .holds_triangles = true,
             .holds_labels = true},
    .read = read_stl,
    .write = write_stl,
};
