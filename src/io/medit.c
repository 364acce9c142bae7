// SPDX-License-Identifier: Apache-2.0
//
// MEDIT .mesh, as Mmg, TetGen, CGAL and Gmsh write it: a keyword, a count and rows of numbers. The
// last number of a row is a reference, our label; those of vertices are the array "reference".
//
// P. Frey. MEDIT: an interactive mesh visualization software. INRIA RT-0253, 2001

#include "io/format.h"
#include "io/label_comment.h"
#include "io/polygon.h"
#include "io/tally.h"
#include "mesh/mesh.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- reading

typedef struct Reader {
  BrnContext* ctx;
  BrnText text;
  BrnMesh* mesh;
  BrnPolygons faces;
  int tet_count;
  int* tet;       // corners   (tet_count x 4)
  int* reference; // (tet_count)
  size_t tet_capacity, reference_capacity;
  bool labelled; // some reference of a tet is not 0
  BrnLabelNames names;
  BrnTally solids, others; // left out
  BrnTally cut;            // of higher order
  bool have_vertices, have_kind[6];
} Reader;

static BrnStatus read_count(Reader* r, const char* what, int numbers, bool* again, int* count) {
  if (*again) return brn__text_fail(&r->text, "a second list of %s", what);
  *again = true;
  char noun[64];
  snprintf(noun, sizeof noun, "number of %s", what);
  return brn__text_count(&r->text, count, 2 * (size_t)numbers, noun);
}

static BrnStatus read_vertices(Reader* r) {
  int count, reference;
  BRN_TRY(read_count(r, "Vertices", 4, &r->have_vertices, &count));
  BRN_TRY(brn__mesh_set_vertex_count(r->ctx, r->mesh, count));
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

// A kind of element. In those of higher order the corners come first.
typedef struct Kind {
  const char* keyword;
  int corners, nodes;
} Kind;

static const Kind kinds[] = {
    {"Triangles", 3, 3},        {"TrianglesP2", 3, 6}, {"Quadrilaterals", 4, 4},
    {"QuadrilateralsQ2", 4, 9}, {"Tetrahedra", 4, 4},  {"TetrahedraP2", 4, 10},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds, FIRST_TETS = 4 };

// 1-based corners, which become 0-based, other nodes, and a reference
static BrnStatus read_row(Reader* r, const Kind* kind, int item, int corner[4], int* reference) {
  int skipped;
  for (int k = 0; k < kind->nodes; k++) {
    int* to = k < kind->corners ? &corner[k] : &skipped;
    BRN_TRY(brn__text_int(&r->text, to, kind->keyword, item));
  }
  BRN_TRY(brn__text_int(&r->text, reference, kind->keyword, item));
  for (int k = 0; k < kind->corners; k++) {
    bool past = r->have_vertices && corner[k] > r->mesh->vertex_count;
    if (corner[k] < 1 || past) {
      return brn__text_fail(&r->text, "%s: item %d has vertex %d, expected 1 to %d", kind->keyword,
                            item, corner[k], r->mesh->vertex_count);
    }
    corner[k]--;
  }
  return BRN_OK;
}

static BrnStatus read_faces(Reader* r, const Kind* kind, int count) {
  int corner[4], reference;
  for (int i = 0; i < count; i++) {
    BRN_TRY(read_row(r, kind, i, corner, &reference));
    BRN_TRY(brn__polygons_add(r->ctx, &r->faces, corner, kind->corners, reference));
  }
  return BRN_OK;
}

static BrnStatus read_tets(Reader* r, const Kind* kind, int count) {
  if (count > INT_MAX / 4 - r->tet_count) {
    return brn__fail(r->ctx, BRN_UNSUPPORTED, "%s: too many tets", r->text.name);
  }
  size_t needed = (size_t)r->tet_count + (size_t)count;
  BRN_TRY(brn__grow(r->ctx, &r->tet, &r->tet_capacity, 4 * needed, sizeof *r->tet));
  BRN_TRY(brn__grow(r->ctx, &r->reference, &r->reference_capacity, needed, sizeof *r->reference));
  for (int i = 0; i < count; i++) {
    size_t t = (size_t)r->tet_count++;
    BRN_TRY(read_row(r, kind, i, r->tet + 4 * t, &r->reference[t]));
    r->labelled |= r->reference[t] != 0;
  }
  return BRN_OK;
}

static BrnStatus read_elements(Reader* r, int k) {
  const Kind* kind = &kinds[k];
  int count;
  BRN_TRY(read_count(r, kind->keyword, kind->nodes + 1, &r->have_kind[k], &count));
  if (kind->nodes > kind->corners) brn__tally_add(&r->cut, (size_t)count, kind->keyword);
  return k < FIRST_TETS ? read_faces(r, kind, count) : read_tets(r, kind, count);
}

static BrnStatus put_tets(Reader* r) {
  size_t count = (size_t)r->tet_count;
  BRN_TRY(brn__mesh_set_tet_count(r->ctx, r->mesh, r->tet_count));
  if (count > 0) memcpy(r->mesh->tet, r->tet, 4 * count * sizeof(int));
  if (!r->labelled) return BRN_OK;
  BRN_TRY(brn__mesh_need_tet_labels(r->ctx, r->mesh));
  memcpy(r->mesh->tet_label, r->reference, count * sizeof(int));
  return BRN_OK;
}

static BrnStatus read_dimension(Reader* r) {
  int dimension;
  BRN_TRY(brn__text_int(&r->text, &dimension, "Dimension", -1));
  if (dimension == 3) return BRN_OK;
  return brn__fail(r->ctx, BRN_UNSUPPORTED, "%s:%d: the mesh has dimension %d, expected 3",
                   r->text.name, r->text.line, dimension);
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// no number begins with a letter, so the next keyword is the next word that does; nan and inf
// do not stand in lists that are passed over
static void skip_numbers(Reader* r) {
  BrnText before = r->text;
  BrnSlice word;
  while (brn__text_word(&r->text, &word) && !is_letter(word.start[0])) before = r->text;
  r->text = before;
}

static bool is_solid(BrnSlice keyword) {
  static const char* const solids[] = {"Hexahedra", "Hexaedra", "Prisms", "Pentahedra", "Pyramids"};
  for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
    if (brn__slice_is_like(keyword, solids[i])) return true;
  }
  return false;
}

static BrnStatus skip_list(Reader* r, BrnSlice keyword) {
  if (!is_letter(keyword.start[0])) {
    return brn__text_fail(&r->text, "expected a keyword such as Vertices, found \"%s\"",
                          BRN_SHOW(keyword));
  }
  BrnSlice word;
  int count = 0;
  if (brn__text_peek(&r->text, &word) && !brn__slice_to_int(word, &count)) count = 0;
  BrnTally* list = is_solid(keyword) ? &r->solids : &r->others;
  brn__tally_add(list, count > 0 ? (size_t)count : 0, BRN_SHOW(keyword));
  skip_numbers(r);
  return BRN_OK;
}

static BrnStatus read_list(Reader* r, BrnSlice keyword) {
  if (brn__slice_is_like(keyword, "Dimension")) return read_dimension(r);
  if (brn__slice_is_like(keyword, "Vertices")) return read_vertices(r);
  for (int k = 0; k < KIND_COUNT; k++) {
    if (brn__slice_is_like(keyword, kinds[k].keyword)) return read_elements(r, k);
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

static BrnStatus read_lists(Reader* r, const BrnSource* source) {
  BrnSlice keyword;
  BRN_TRY(read_header(r, source));
  while (brn__text_word(&r->text, &keyword) && !brn__slice_is_like(keyword, "End")) {
    BRN_TRY(read_list(r, keyword));
  }
  if (!r->have_vertices) {
    return brn__text_fail(&r->text, "expected Vertices, but the file ends without them");
  }
  brn__tally_log(&r->solids, r->ctx, BRN_LOG_WARNING, source->name, BRN_TALLY_ONLY_SIMPLICES);
  brn__tally_log_corners(&r->cut, r->ctx, source->name);
  brn__tally_log(&r->others, r->ctx, BRN_LOG_INFO, source->name, NULL);
  BRN_TRY(brn__polygons_to_mesh(r->ctx, &r->faces, r->mesh));
  BRN_TRY(put_tets(r));
  BRN_TRY(brn__label_comments_read(r->ctx, source, &r->names));
  return brn__label_names_to_mesh(r->ctx, &r->names, r->mesh);
}

static BrnStatus read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  Reader r = {.ctx = ctx, .text = brn__text(ctx, source, '#'), .mesh = mesh};
  BrnStatus status = read_lists(&r, source);
  brn__polygons_free(ctx, &r.faces);
  brn__free(ctx, r.tet);
  brn__free(ctx, r.reference);
  brn__label_names_free(ctx, &r.names);
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
  BrnPolygon p = brn__polygon_first_up_to_quads(mesh);
  for (; p.corner_count; p = brn__polygon_next(mesh, p)) {
    if (p.corner_count != corners) continue;
    count++;
    if (!sink) continue;
    for (int i = 0; i < corners; i++) corner[i] = brn__polygon_corner(mesh, p, i);
    int label = mesh->triangle_label ? mesh->triangle_label[p.first_triangle] : 0;
    write_row(sink, corner, corners, label);
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
             brn__sink_name(sink), lost);
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
