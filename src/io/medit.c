// SPDX-License-Identifier: Apache-2.0
//
// MEDIT .mesh, as Mmg, TetGen, CGAL and Gmsh write it: a keyword, a count and rows of numbers. The
// last number of a row is a reference, our label; those of vertices are the array "reference".
//
// P. Frey. MEDIT: an interactive mesh visualization software. INRIA RT-0253, 2001

#include "io/format.h"
#include "io/label_comment.h"
#include "io/quad.h"
#include "mesh/mesh.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- reading

typedef struct Reader {
  BrnContext* ctx;
  BrnText text;
  BrnMesh* mesh;
  int *triangle, *quad, *tet;                // corners and reference  (count x 4, 5, 5)
  int triangle_count, quad_count, tet_count; // -1: no such keyword yet
  bool have_vertices;
} Reader;

static BrnStatus read_count(Reader* r, const char* what, int numbers, bool again, int* count) {
  if (again) return brn__text_fail(&r->text, "a second list of %s", what);
  char noun[64];
  snprintf(noun, sizeof noun, "number of %s", what);
  return brn__text_count(&r->text, count, 2 * (size_t)numbers, noun);
}

static BrnStatus read_vertices(Reader* r) {
  int count, reference;
  BRN_TRY(read_count(r, "Vertices", 4, r->have_vertices, &count));
  BRN_TRY(brn__mesh_set_vertex_count(r->ctx, r->mesh, count));
  r->have_vertices = true;
  int* references = brn__new(r->ctx, count, int);
  if (!references) return BRN_NO_MEMORY;
  BrnStatus status = BRN_OK;
  bool any = false;
  for (int i = 0; i < count && status == BRN_OK; i++) {
    double* x = r->mesh->position + 3 * (size_t)i;
    for (int k = 0; k < 3 && status == BRN_OK; k++) {
      status = brn__text_finite(&r->text, &x[k], "coordinate of vertex", i);
    }
    if (status == BRN_OK) status = brn__text_int(&r->text, &reference, "reference of vertex", i);
    if (status == BRN_OK) any |= (references[i] = reference) != 0;
  }
  BrnArray* array = NULL;
  if (status == BRN_OK && any) {
    status = brn_mesh_add_array(r->ctx, r->mesh, "reference", BRN_ON_VERTEX, 1, BRN_I32, &array);
  }
  for (int i = 0; array && i < count; i++) array->value[i] = references[i];
  brn__free(r->ctx, references);
  return status;
}

// rows of 1-based corners and a reference; corners become 0-based
static BrnStatus read_rows(Reader* r, const char* what, int corners, int** rows, int* count) {
  int width = corners + 1, fresh;
  BRN_TRY(read_count(r, what, width, *count >= 0, &fresh));
  *rows = brn__new(r->ctx, (size_t)fresh * (size_t)width, int);
  if (!*rows) return BRN_NO_MEMORY;
  *count = fresh;
  for (int i = 0; i < fresh; i++) {
    int* row = *rows + (size_t)i * (size_t)width;
    for (int k = 0; k < width; k++) BRN_TRY(brn__text_int(&r->text, &row[k], what, i));
    for (int k = 0; k < corners; k++) {
      bool past = r->have_vertices && row[k] > r->mesh->vertex_count;
      if (row[k] < 1 || past) {
        return brn__text_fail(&r->text, "%s: item %d has vertex %d, expected 1 to %d", what, i,
                              row[k], r->mesh->vertex_count);
      }
      row[k]--;
    }
  }
  return BRN_OK;
}

static BrnStatus read_dimension(Reader* r) {
  int dimension;
  BRN_TRY(brn__text_int(&r->text, &dimension, "Dimension", -1));
  if (dimension == 3) return BRN_OK;
  return brn__fail(r->ctx, BRN_UNSUPPORTED, "%s:%d: the mesh has dimension %d, expected 3",
                   r->text.name, r->text.line, dimension);
}

// no number begins with a letter, so the next keyword is the next word that does; nan and inf
// do not stand in lists that are passed over
static void skip_numbers(Reader* r) {
  BrnSlice word;
  while (brn__text_peek(&r->text, &word)) {
    char c = word.start[0];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return;
    brn__text_word(&r->text, &word);
  }
}

static BrnStatus skip_list(Reader* r, BrnSlice keyword) {
  static const char* const solids[] = {"Hexahedra", "Prisms", "Pentahedra", "Pyramids", "Hexaedra"};
  BrnSlice word;
  int count = 0;
  char first = keyword.start[0];
  if (!((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z'))) {
    return brn__text_fail(&r->text, "expected a keyword such as Vertices, found \"%s\"",
                          BRN_SHOW(keyword));
  }
  if (brn__text_peek(&r->text, &word)) brn__slice_to_int(word, &count);
  bool solid = false;
  for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
    solid |= brn__slice_is_like(keyword, solids[i]);
  }
  brn__log(r->ctx, solid ? BRN_LOG_WARNING : BRN_LOG_INFO, "%s: %d %s left out", r->text.name,
           count, BRN_SHOW(keyword));
  skip_numbers(r);
  return BRN_OK;
}

static BrnStatus read_list(Reader* r, BrnSlice keyword) {
  if (brn__slice_is_like(keyword, "Dimension")) return read_dimension(r);
  if (brn__slice_is_like(keyword, "Vertices")) return read_vertices(r);
  if (brn__slice_is_like(keyword, "Triangles")) {
    return read_rows(r, "Triangles", 3, &r->triangle, &r->triangle_count);
  }
  if (brn__slice_is_like(keyword, "Quadrilaterals")) {
    return read_rows(r, "Quadrilaterals", 4, &r->quad, &r->quad_count);
  }
  if (brn__slice_is_like(keyword, "Tetrahedra")) {
    return read_rows(r, "Tetrahedra", 4, &r->tet, &r->tet_count);
  }
  return skip_list(r, keyword);
}

static BrnStatus read_header(Reader* r, const BrnSource* source) {
  const unsigned char* data = (const unsigned char*)source->data;
  if (source->size == 0) {
    return brn__fail(r->ctx, BRN_BAD_FILE, "%s: the file is empty; expected MeshVersionFormatted",
                     source->name);
  }
  if (source->size >= 4 && data[0] + data[3] == 1 && data[1] == 0 && data[2] == 0) {
    return brn__fail(r->ctx, BRN_UNSUPPORTED,
                     "%s: this is a binary mesh (.meshb); save it as text (.mesh)", source->name);
  }
  BrnSlice word;
  int version;
  bool any = brn__text_word(&r->text, &word);
  if (!any || !brn__slice_is_like(word, "MeshVersionFormatted")) {
    return brn__text_fail(&r->text, "expected MeshVersionFormatted, found \"%s\"", BRN_SHOW(word));
  }
  BRN_TRY(brn__text_int(&r->text, &version, "MeshVersionFormatted", -1));
  if (version >= 1 && version <= 4) return BRN_OK;
  return brn__text_fail(&r->text, "MeshVersionFormatted is %d, expected 1 to 4", version);
}

// ----------------------------------------------------------------------------------- into the mesh

static bool any_reference(const int* rows, int count, int width) {
  bool any = false;
  for (int i = 0; i < count; i++) any |= rows[(size_t)(i + 1) * (size_t)width - 1] != 0;
  return any;
}

static BrnStatus put_tets(Reader* r) {
  int count = r->tet_count;
  if (count <= 0) return BRN_OK;
  BRN_TRY(brn__mesh_set_tet_count(r->ctx, r->mesh, count));
  bool labels = any_reference(r->tet, count, 5);
  if (labels) BRN_TRY(brn__mesh_need_tet_labels(r->ctx, r->mesh));
  for (int i = 0; i < count; i++) {
    const int* row = r->tet + 5 * (size_t)i;
    memcpy(r->mesh->tet + 4 * (size_t)i, row, 4 * sizeof(int));
    if (labels) r->mesh->tet_label[i] = row[4];
  }
  return BRN_OK;
}

static void put_triangle(BrnMesh* mesh, int at, const int corner[3], int label, int polygon) {
  memcpy(mesh->triangle + 3 * (size_t)at, corner, 3 * sizeof(int));
  if (mesh->triangle_label) mesh->triangle_label[at] = label;
  if (mesh->polygon) mesh->polygon[at] = polygon;
}

static BrnStatus put_faces(Reader* r) {
  BrnMesh* mesh = r->mesh;
  int triangles = r->triangle_count > 0 ? r->triangle_count : 0;
  int quads = r->quad_count > 0 ? r->quad_count : 0;
  int64_t count = triangles + 2 * (int64_t)quads;
  if (count > INT32_MAX) return brn__text_fail(&r->text, "too many triangles");
  BRN_TRY(brn__mesh_set_triangle_count(r->ctx, mesh, (int)count));
  bool labels = any_reference(r->triangle, triangles, 4) || any_reference(r->quad, quads, 5);
  if (labels) BRN_TRY(brn__mesh_need_triangle_labels(r->ctx, mesh));
  if (quads > 0 && !(mesh->polygon = brn__new(r->ctx, count, int))) return BRN_NO_MEMORY;
  for (int i = 0; i < triangles; i++) {
    const int* row = r->triangle + 4 * (size_t)i;
    put_triangle(mesh, i, row, row[3], i);
  }
  for (int i = 0; i < quads; i++) {
    const int* row = r->quad + 5 * (size_t)i;
    const int second[3] = {row[0], row[2], row[3]};
    put_triangle(mesh, triangles + 2 * i, row, row[4], triangles + i);
    put_triangle(mesh, triangles + 2 * i + 1, second, row[4], triangles + i);
  }
  return BRN_OK;
}

static BrnStatus read_lists(Reader* r, const BrnSource* source) {
  BrnSlice keyword;
  BRN_TRY(read_header(r, source));
  while (brn__text_word(&r->text, &keyword) && !brn__slice_is_like(keyword, "End")) {
    BRN_TRY(read_list(r, keyword));
  }
  if (!r->have_vertices) {
    return brn__text_fail(&r->text, "expected Vertices, but the file ends without them");
  }
  BRN_TRY(put_faces(r));
  BRN_TRY(put_tets(r));
  return brn__label_comments_read(r->ctx, source, r->mesh);
}

static BrnStatus read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  Reader r = {.ctx = ctx, .text = brn__text(ctx, source, '#'), .mesh = mesh};
  r.triangle_count = r.quad_count = r.tet_count = -1;
  BrnStatus status = read_lists(&r, source);
  brn__free(ctx, r.triangle);
  brn__free(ctx, r.quad);
  brn__free(ctx, r.tet);
  return status;
}

// ---------------------------------------------------------------------------------------- writing

static const BrnArray* find_references(const BrnMesh* mesh) {
  const BrnArray* array = brn_mesh_find_array(mesh, "reference", BRN_ON_VERTEX);
  return array && array->components == 1 ? array : NULL;
}

static void write_vertices(const BrnMesh* mesh, BrnSink* sink) {
  const BrnArray* references = find_references(mesh);
  brn__sink_printf(sink, "Vertices\n%d\n", mesh->vertex_count);
  for (int i = 0; i < mesh->vertex_count; i++) {
    for (int k = 0; k < 3; k++) {
      brn__sink_double(sink, mesh->position[3 * (size_t)i + k]);
      brn__sink_text(sink, " ");
    }
    brn__sink_number(sink, BRN_I32, references ? references->value[i] : 0);
    brn__sink_text(sink, "\n");
  }
}

static void write_row(BrnSink* sink, const int* corner, int corners, int reference) {
  for (int k = 0; k < corners; k++) {
    brn__sink_int(sink, (int64_t)corner[k] + 1);
    brn__sink_text(sink, " ");
  }
  brn__sink_int(sink, reference);
  brn__sink_text(sink, "\n");
}

// faces with so many corners; only counts them when there is no sink
static int write_faces(const BrnMesh* mesh, int corners, BrnSink* sink) {
  int count = 0, corner[4];
  for (int i = 0; i < mesh->triangle_count;) {
    int found = brn__quad_at(mesh, i, corner);
    int label = mesh->triangle_label ? mesh->triangle_label[i] : 0;
    if (found == corners && sink) write_row(sink, corner, corners, label);
    count += found == corners;
    i += found - 2;
  }
  return count;
}

static void write_face_list(const BrnMesh* mesh, const char* keyword, int corners, BrnSink* sink) {
  int count = write_faces(mesh, corners, NULL);
  if (count == 0) return;
  brn__sink_printf(sink, "%s\n%d\n", keyword, count);
  write_faces(mesh, corners, sink);
}

static BrnStatus write(BrnContext* ctx, const BrnMesh* mesh, const BrnWriteDef* def,
                       BrnSink* sink) {
  (void)def; // there is only text
  int lost = mesh->array_count - (find_references(mesh) != NULL);
  if (lost > 0) {
    brn__log(ctx, BRN_LOG_WARNING, "%s: %d arrays left out: MEDIT holds references alone",
             sink->path ? sink->path : "mesh", lost);
  }
  brn__sink_text(sink, "MeshVersionFormatted 2\nDimension 3\n");
  brn__label_comments_write(mesh, sink);
  write_vertices(mesh, sink);
  write_face_list(mesh, "Triangles", 3, sink);
  write_face_list(mesh, "Quadrilaterals", 4, sink);
  if (mesh->tet_count > 0) brn__sink_printf(sink, "Tetrahedra\n%d\n", mesh->tet_count);
  for (int i = 0; i < mesh->tet_count; i++) {
    write_row(sink, mesh->tet + 4 * (size_t)i, 4, mesh->tet_label ? mesh->tet_label[i] : 0);
  }
  brn__sink_text(sink, "End\n");
  return BRN_OK;
}

const BrnFormat brn__format_medit = {
    .info = {.name = "medit",
             .extensions = "mesh",
             .title = "MEDIT mesh",
             .reads = true,
             .writes = true,
             .holds_triangles = true,
             .holds_tets = true,
             .holds_labels = true,
             .holds_arrays = true},
    .read = read,
    .write = write,
};
