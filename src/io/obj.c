// SPDX-License-Identifier: Apache-2.0
//
// Wavefront OBJ: vertices, faces of any number of corners, and groups.
//
// Groups ("g") and objects ("o") become labels, numbered from 1 in order of appearance; the last
// such line before a face counts, and the text after the keyword is the name. Faces before the
// first one, and after one without a name, have label 0. Colours behind the coordinates become the
// vertex array "colour" when every vertex has them. A face may name vertices that come after it.

#include "io/obj.h"
#include "io/format.h"
#include "io/polygon.h"
#include "io/tally.h"
#include "mesh/label_names.h"
#include "mesh/mesh.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------ what is read

// what is counted and left out
typedef enum LeftOut {
  TEXTURES,
  NORMALS,
  LINES,
  POINTS,
  CURVES,
  DISPLAY,
  SURPLUS,
  UNKNOWN
} LeftOut;
enum { LEFT_OUT_COUNT = UNKNOWN + 1 };

// What nobody expects in a mesh (materials, smoothing groups) has no title and is not mentioned.
static const struct {
  const char *title, *keywords;
} left_out_table[LEFT_OUT_COUNT] = {
    [TEXTURES] = {"texture coordinates", " vt "},
    [NORMALS] = {"normals", " vn "},
    [LINES] = {"lines", " l "},
    [POINTS] = {"points", " p "},
    [CURVES] = {"statements of curves and surfaces",
                " vp curv curv2 surf cstype deg bmat step parm trim hole scrv sp end con "},
    [DISPLAY] = {NULL, " usemtl mtllib usemap maplib s mg bevel c_interp d_interp lod "
                       "shadow_obj trace_obj ctech stech "},
    [SURPLUS] = {"surplus numbers of vertices", ""},
    [UNKNOWN] = {"unknown statements", ""},
};

typedef struct Reader {
  BrnContext* ctx;
  BrnText text;
  BrnMesh* mesh;

  int vertex_count, coloured_count;
  double* position; // (vertex_count x 3)
  double* colour;   // (vertex_count x 3); NULL until a vertex has one
  size_t position_capacity, colour_capacity;

  BrnPolygons polygons;
  BrnLabelNames groups;
  int label;   // of the faces that come
  int* corner; // of the face that is read
  size_t corner_capacity;
  char* name; // of the group that is read
  size_t name_capacity;

  int highest, highest_line; // largest vertex number of a face so far, and where it was first named
  int left_out[LEFT_OUT_COUNT];
  int unknown_line; // the first of them
  BrnSlice unknown;
} Reader;

// Next word of the statement, which goes on in the next line after a backslash.
static bool next_word(BrnText* text, BrnSlice* word) {
  while (brn__text_word_in_line(text, word)) {
    const char* line_end = text->at;
    if (line_end < text->end && *line_end == '\r' && text->newline == '\n') line_end++;
    bool continued = word->start[word->length - 1] == '\\' &&
                     (line_end == text->end || *line_end == text->newline);
    if (!continued) return true;
    if (line_end < text->end) text->line++, line_end++;
    text->at = line_end;
    word->length--;
    if (word->length > 0) return true;
  }
  return false;
}

static void skip_statement(BrnText* text) {
  BrnSlice word;
  while (next_word(text, &word)) {
  }
}

// ---------------------------------------------------------------------------------------- vertices

static BrnStatus make_room_for_vertex(Reader* r, bool coloured) {
  if (r->vertex_count == INT_MAX) {
    return brn__fail(r->ctx, BRN_UNSUPPORTED, "%s: more than %d vertices", r->text.name, INT_MAX);
  }
  size_t needed = 3 * ((size_t)r->vertex_count + 1);
  BRN_TRY(brn__grow(r->ctx, &r->position, &r->position_capacity, needed, sizeof(double)));
  if (!coloured) return BRN_OK;
  return brn__grow(r->ctx, &r->colour, &r->colour_capacity, needed, sizeof(double));
}

// v x y z, v x y z weight, or v x y z red green blue
static BrnStatus read_vertex(Reader* r) {
  double number[6];
  int count = 0, surplus = 0;
  BrnSlice word;
  while (next_word(&r->text, &word)) {
    if (count == 6) {
      surplus++;
      continue;
    }
    if (!brn__slice_to_double(word, &number[count]) || !isfinite(number[count])) {
      return brn__text_fail(&r->text,
                            "expected a finite number (number %d of vertex %d), found \"%s\"",
                            count + 1, r->vertex_count + 1, BRN_SHOW(word));
    }
    count++;
  }
  if (count < 3) {
    return brn__text_fail(&r->text, "vertex %d has %d coordinates, expected 3", r->vertex_count + 1,
                          count);
  }
  bool coloured = count == 6;
  BRN_TRY(make_room_for_vertex(r, coloured));
  size_t at = 3 * (size_t)r->vertex_count++;
  memcpy(r->position + at, number, 3 * sizeof(double));
  if (coloured) memcpy(r->colour + at, number + 3, 3 * sizeof(double));
  if (coloured) r->coloured_count++;
  r->left_out[SURPLUS] += surplus + (count == 5);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- faces

// "7", "7/2", "7//3" or "7/2/3", where programs leave out more than they should ("7/", "7//"): the
// number of the vertex; false when it is something else
static bool parse_corner(BrnSlice word, int* number) {
  const char* end = word.start + word.length;
  for (int part = 0; part < 3; part++) {
    const char* slash = memchr(word.start, '/', (size_t)(end - word.start));
    BrnSlice piece = {word.start, (size_t)((slash ? slash : end) - word.start)};
    int ignored;
    bool empty = part > 0 && piece.length == 0;
    if (!empty && !brn__slice_to_int(piece, part == 0 ? number : &ignored)) return false;
    if (!slash) return true;
    word.start = slash + 1;
  }
  return false;
}

// vertex index from 0; a negative number counts back from the last vertex so far
static BrnStatus resolve_corner(Reader* r, BrnSlice word, int* corner) {
  int number;
  if (!parse_corner(word, &number)) {
    return brn__text_fail(&r->text, "expected a corner like 7, 7/2, 7//3 or 7/2/3, found \"%s\"",
                          BRN_SHOW(word));
  }
  if (number == 0) {
    return brn__text_fail(&r->text, "corner \"%s\" names vertex 0; they count from 1",
                          BRN_SHOW(word));
  }
  if (number < 0 && number < -r->vertex_count) {
    return brn__text_fail(&r->text, "corner \"%s\" counts back further than the %d vertices so far",
                          BRN_SHOW(word), r->vertex_count);
  }
  if (number > r->highest) {
    r->highest = number;
    r->highest_line = r->text.line;
  }
  *corner = number > 0 ? number - 1 : r->vertex_count + number;
  return BRN_OK;
}

static BrnStatus read_face(Reader* r) {
  size_t count = 0;
  BrnSlice word;
  while (next_word(&r->text, &word)) {
    BRN_TRY(brn__grow(r->ctx, &r->corner, &r->corner_capacity, count + 1, sizeof *r->corner));
    BRN_TRY(resolve_corner(r, word, &r->corner[count]));
    count++;
  }
  if (count < 3 || count > INT_MAX) {
    return brn__text_fail(&r->text, "a face has %zu corners, expected 3 or more", count);
  }
  return brn__polygons_add(r->ctx, &r->polygons, r->corner, (int)count, r->label);
}

// faces may come first, so the range is known only when all is read
static BrnStatus check_corners(Reader* r) {
  if (r->highest <= r->vertex_count) return BRN_OK;
  r->text.line = r->highest_line;
  return brn__text_fail(&r->text, "a face names vertex %d, but the file has %d vertices",
                        r->highest, r->vertex_count);
}

// ------------------------------------------------------------------------------------------ groups

static BrnStatus append_name(Reader* r, BrnSlice part, size_t* length) {
  BRN_TRY(brn__grow(r->ctx, &r->name, &r->name_capacity, *length + part.length + 1, 1));
  memcpy(r->name + *length, part.start, part.length);
  *length += part.length;
  r->name[*length] = 0;
  return BRN_OK;
}

// The name is the rest of the line as it stands: names with blanks or '#' are more common than
// comments behind names.
static BrnStatus read_group(Reader* r) {
  size_t length = 0;
  BrnSlice line = {"", 0};
  bool continued = true;
  while (continued && brn__text_line(&r->text, &line)) {
    continued = line.length > 0 && line.start[line.length - 1] == '\\';
    line.length -= continued;
    BRN_TRY(append_name(r, line, &length));
  }
  r->label = 0;
  if (length == 0 || strlen(r->name) == 0) return BRN_OK;
  return brn__label_names_find(r->ctx, &r->groups, BRN_ON_TRIANGLE, r->name, length, &r->label);
}

// ---------------------------------------------------------------------------------------- the file

static LeftOut kind_of(BrnSlice keyword) {
  char word[16] = " ";
  if (keyword.length > sizeof word - 3 || memchr(keyword.start, 0, keyword.length)) return UNKNOWN;
  memcpy(word + 1, keyword.start, keyword.length);
  strcpy(word + 1 + keyword.length, " ");
  for (int kind = 0; kind < UNKNOWN; kind++) {
    if (strstr(left_out_table[kind].keywords, word)) return (LeftOut)kind;
  }
  return UNKNOWN;
}

static void leave_out(Reader* r, BrnSlice keyword) {
  LeftOut kind = kind_of(keyword);
  if (kind == UNKNOWN && r->left_out[kind] == 0) {
    r->unknown = keyword;
    r->unknown_line = r->text.line;
  }
  r->left_out[kind]++;
  skip_statement(&r->text);
}

static BrnStatus read_statements(Reader* r) {
  BrnSlice keyword;
  while (brn__text_word(&r->text, &keyword)) {
    if (brn__slice_is(keyword, "v")) {
      BRN_TRY(read_vertex(r));
    } else if (brn__slice_is(keyword, "f") || brn__slice_is(keyword, "fo")) { // fo is of old
      BRN_TRY(read_face(r));
    } else if (brn__slice_is(keyword, "g") || brn__slice_is(keyword, "o")) {
      BRN_TRY(read_group(r));
    } else {
      leave_out(r, keyword);
    }
  }
  if (r->vertex_count > 0) return check_corners(r);
  return brn__text_fail(&r->text, "the file has no vertices (\"v x y z\")%s",
                        r->left_out[UNKNOWN] ? "; is it an OBJ file?" : "");
}

static BrnStatus fill_mesh(Reader* r) {
  size_t size = 3 * (size_t)r->vertex_count * sizeof(double);
  BRN_TRY(brn__mesh_set_vertex_count(r->ctx, r->mesh, r->vertex_count));
  memcpy(r->mesh->position, r->position, size);
  BRN_TRY(brn__polygons_to_mesh(r->ctx, &r->polygons, r->mesh));
  BRN_TRY(brn__label_names_to_mesh(r->ctx, &r->groups, r->mesh));
  if (r->coloured_count < r->vertex_count) return BRN_OK;
  BrnArray* colour;
  BRN_TRY(brn_mesh_add_array(r->ctx, r->mesh, "colour", BRN_ON_VERTEX, 3, BRN_F64, &colour));
  memcpy(colour->value, r->colour, size);
  return BRN_OK;
}

static void tell_left_out(const Reader* r) {
  const char* file = r->text.name;
  BrnTally list = {0};
  for (int k = 0; k < UNKNOWN; k++) {
    const char* title = left_out_table[k].title;
    if (title) brn__tally_add(&list, (size_t)r->left_out[k], title);
  }
  brn__tally_log(&list, r->ctx, BRN_LOG_WARNING, file, NULL);
  if (r->left_out[UNKNOWN] > 0) {
    brn__log(r->ctx, BRN_LOG_WARNING,
             "%s: %d unknown statements left out, the first in line %d: \"%s\"", file,
             r->left_out[UNKNOWN], r->unknown_line, BRN_SHOW(r->unknown));
  }
  if (r->coloured_count > 0 && r->coloured_count < r->vertex_count) {
    brn__log(r->ctx, BRN_LOG_WARNING, "%s: colours left out: only %d of %d vertices have one", file,
             r->coloured_count, r->vertex_count);
  }
}

static BrnStatus read_obj(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  if (source->size == 0) return brn__fail(ctx, BRN_BAD_FILE, "%s: the file is empty", source->name);
  Reader r = {.ctx = ctx, .text = brn__text(ctx, source, '#'), .mesh = mesh};
  BrnStatus status = read_statements(&r);
  if (status == BRN_OK) status = fill_mesh(&r);
  if (status == BRN_OK) tell_left_out(&r);
  brn__free(ctx, r.position);
  brn__free(ctx, r.colour);
  brn__free(ctx, r.corner);
  brn__free(ctx, r.name);
  brn__polygons_free(ctx, &r.polygons);
  brn__label_names_free(ctx, &r.groups);
  return status;
}

const BrnFormat brn__format_obj = {
    .info = {.name = "obj",
             .extensions = "obj",
             .title = "Wavefront OBJ",
             .reads = true,
             .writes = true,
             .holds_triangles = true,
             .holds_labels = true,
             .holds_arrays = true},
    .read = read_obj,
    .write = brn__obj_write,
};
