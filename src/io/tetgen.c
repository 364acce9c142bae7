// SPDX-License-Identifier: Apache-2.0
//
// TetGen: nodes in .node, tets in .ele, boundary triangles in .face. Whichever is named, the others
// are read beside it: tets need their nodes, nodes alone are a point set, and .face may be missing.
// Nodes count from 0 or 1, which the first of them tells. The first attribute of the tets, their
// region, is the label when it is integral; the other attributes are arrays.
//
// H. Si. TetGen, a Delaunay-based quality tetrahedral mesh generator. 2015

#include "io/tetgen.h"

#include "io/label_comment.h"
#include "io/tally.h"
#include "mesh/mesh.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_ATTRIBUTES = 1000 };

typedef struct Reader {
  BrnContext* ctx;
  BrnMesh* mesh;
  int base; // number of the first node
  BrnLabelNames names;
} Reader;

// ------------------------------------------------------------------------------------------- rows

typedef struct Table {
  BrnText text;
  int count;      // rows
  int second;     // dimension of .node, nodes of a tet in .ele, markers of .face
  int attributes; // numbers after the coordinates or corners
  int markers;    // integer at the end of a row, 0 or 1
} Table;

// the numbers of the first line; those that are missing are 0
static BrnStatus read_head(Table* table, const BrnSource* source, BrnContext* ctx,
                           const char* what) {
  table->text = brn__text(ctx, source, '#');
  int* const field[] = {&table->second, &table->attributes, &table->markers};
  BrnSlice word;
  if (!brn__text_peek(&table->text, &word)) {
    return brn__fail(ctx, BRN_BAD_FILE, "%s: the file is empty; expected the number of %s",
                     source->name, what);
  }
  char noun[64];
  snprintf(noun, sizeof noun, "number of %s", what);
  BRN_TRY(brn__text_count(&table->text, &table->count, 2, noun));
  for (int i = 0; i < 3 && brn__text_word_in_line(&table->text, &word); i++) {
    if (brn__slice_to_int(word, field[i]) && *field[i] >= 0) continue;
    return brn__text_fail(&table->text, "expected a count in the first line, found \"%s\"",
                          BRN_SHOW(word));
  }
  return BRN_OK;
}

static BrnStatus check_rows(Table* table, int numbers, const char* what) {
  size_t left = (size_t)(table->text.end - table->text.at);
  if (table->attributes > MOST_ATTRIBUTES) {
    return brn__text_fail(&table->text, "%d attributes, expected at most %d", table->attributes,
                          MOST_ATTRIBUTES);
  }
  if ((size_t)table->count <= left / (2 * (size_t)numbers)) return BRN_OK;
  // the last row may end without a blank
  if (2 * (size_t)numbers * (size_t)table->count - 1 <= left) return BRN_OK;
  return brn__text_fail(&table->text, "%d %s, but only %zu bytes of the file are left",
                        table->count, what, left);
}

static BrnStatus add_arrays(BrnContext* ctx, BrnMesh* mesh, BrnDomain on, int count) {
  for (int i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "attribute_%d", i);
    BRN_TRY(brn_mesh_add_array(ctx, mesh, name, on, 1, BRN_F64, NULL));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ nodes

// "index x y z attributes... marker"
static BrnStatus read_node(Reader* r, Table* t, int i) {
  BrnMesh* mesh = r->mesh;
  int index, marker;
  BRN_TRY(brn__text_int(&t->text, &index, "index of node", i));
  if (i == 0) r->base = index;
  if (index != r->base + i || (r->base != 0 && r->base != 1)) {
    return brn__text_fail(&t->text, "node has index %d, expected %s%d", index,
                          i == 0 ? "0 or " : "", i == 0 ? 1 : r->base + i);
  }
  for (int k = 0; k < 3; k++) {
    BRN_TRY(
        brn__text_finite(&t->text, &mesh->position[3 * (size_t)i + k], "coordinate of node", i));
  }
  for (int k = 0; k < t->attributes; k++) {
    BRN_TRY(brn__text_double(&t->text, &mesh->array[k].value[i], "attribute of node", i));
  }
  if (t->markers == 0) return BRN_OK;
  BRN_TRY(brn__text_int(&t->text, &marker, "marker of node", i));
  mesh->array[t->attributes].value[i] = marker;
  return BRN_OK;
}

static BrnStatus read_nodes(Reader* r, const BrnSource* source) {
  BrnContext* ctx = r->ctx;
  BrnMesh* mesh = r->mesh;
  Table table = {0};
  BRN_TRY(read_head(&table, source, ctx, "nodes"));
  if (table.second != 3) {
    return brn__text_fail(&table.text, "dimension is %d, expected 3", table.second);
  }
  if (table.markers > 1) {
    return brn__text_fail(&table.text, "boundary markers: %d, expected 0 or 1", table.markers);
  }
  BRN_TRY(check_rows(&table, 4 + table.attributes + table.markers, "nodes"));
  BRN_TRY(brn__mesh_set_vertex_count(ctx, mesh, table.count));
  BRN_TRY(add_arrays(ctx, mesh, BRN_ON_VERTEX, table.attributes));
  if (table.markers) {
    BRN_TRY(brn_mesh_add_array(ctx, mesh, "marker", BRN_ON_VERTEX, 1, BRN_I32, NULL));
  }
  for (int i = 0; i < table.count; i++) BRN_TRY(read_node(r, &table, i));
  return brn__label_comments_read(ctx, source, &r->names);
}

// ------------------------------------------------------------------------------------------- tets

static BrnStatus read_corner(const Reader* r, BrnText* text, int* out, const char* what,
                             int index) {
  int node, base = r->base, count = r->mesh->vertex_count;
  BRN_TRY(brn__text_int(text, &node, what, index));
  if (node < base || node - base >= count) {
    return brn__text_fail(text, "%s %d is node %d, expected %d to %d", what, index, node, base,
                          count - 1 + base);
  }
  *out = node - base;
  return BRN_OK;
}

// "index corners... attributes..."
static BrnStatus read_tet(Reader* r, Table* t, int i, int first_array) {
  BrnMesh* mesh = r->mesh;
  int skipped;
  BRN_TRY(brn__text_int(&t->text, &skipped, "index of tet", i));
  for (int k = 0; k < 4; k++) {
    int* corner = &mesh->tet[4 * (size_t)i + k];
    BRN_TRY(read_corner(r, &t->text, corner, "corner of tet", i));
  }
  for (int k = 4; k < t->second; k++) {
    BRN_TRY(brn__text_int(&t->text, &skipped, "node of tet", i));
  }
  for (int k = 0; k < t->attributes; k++) {
    double* to = &mesh->array[first_array + k].value[i];
    BRN_TRY(brn__text_double(&t->text, to, "attribute of tet", i));
  }
  return BRN_OK;
}

// makes labels of an array of whole numbers; any other stays an array
static BrnStatus put_regions(BrnContext* ctx, BrnMesh* mesh, int index) {
  BrnArray region = mesh->array[index];
  for (int i = 0; i < mesh->tet_count; i++) {
    double value = region.value[i];
    bool whole = value >= INT_MIN && value <= INT_MAX && value == floor(value);
    if (!whole) return BRN_OK;
  }
  BRN_TRY(brn__mesh_need_tet_labels(ctx, mesh));
  for (int i = 0; i < mesh->tet_count; i++) mesh->tet_label[i] = (int)region.value[i];
  mesh->array_count--;
  for (int i = index; i < mesh->array_count; i++) mesh->array[i] = mesh->array[i + 1];
  brn__free(ctx, region.name);
  brn__free(ctx, region.value);
  return BRN_OK;
}

static BrnStatus read_tets(Reader* r, const BrnSource* source) {
  BrnContext* ctx = r->ctx;
  BrnMesh* mesh = r->mesh;
  Table table = {0};
  BRN_TRY(read_head(&table, source, ctx, "tets"));
  if (table.second != 4 && table.second != 10) {
    return brn__text_fail(&table.text, "a tet has %d nodes, expected 4 or 10", table.second);
  }
  BRN_TRY(check_rows(&table, 1 + table.second + table.attributes, "tets"));
  BRN_TRY(brn__mesh_set_tet_count(ctx, mesh, table.count));
  BrnTally cut = {0};
  if (table.second == 10) brn__tally_add(&cut, (size_t)table.count, "10-node tets");
  brn__tally_log_corners(&cut, ctx, source->name);
  int first_array = mesh->array_count;
  BRN_TRY(add_arrays(ctx, mesh, BRN_ON_TET, table.attributes));
  for (int i = 0; i < table.count; i++) BRN_TRY(read_tet(r, &table, i, first_array));
  if (table.attributes > 0 && table.count > 0) BRN_TRY(put_regions(ctx, mesh, first_array));
  return brn__label_comments_read(ctx, source, &r->names);
}

// ------------------------------------------------------------------------------------------ faces

// "index corners [3 more] [marker] ...": the first line does not tell the order of the triangles,
// but 3 more numbers in a row do
static BrnStatus read_face(Reader* r, Table* t, int i) {
  int skipped, count = 0, number[4] = {0};
  BRN_TRY(brn__text_int(&t->text, &skipped, "index of face", i));
  for (int k = 0; k < 3; k++) {
    int* corner = &r->mesh->triangle[3 * (size_t)i + k];
    BRN_TRY(read_corner(r, &t->text, corner, "corner of face", i));
  }
  for (BrnSlice word; brn__text_word_in_line(&t->text, &word); count++) {
    if (!brn__slice_to_int(word, &number[count < 4 ? count : 3])) {
      return brn__text_fail(&t->text, "expected an integer (marker of face %d), found \"%s\"", i,
                            BRN_SHOW(word));
    }
  }
  if (t->second == 0) return BRN_OK;
  if (count == 0) return brn__text_fail(&t->text, "expected the marker of face %d", i);
  r->mesh->triangle_label[i] = number[count == 4 ? 3 : 0];
  return BRN_OK;
}

static BrnStatus read_faces(Reader* r, const BrnSource* source) {
  BrnContext* ctx = r->ctx;
  BrnMesh* mesh = r->mesh;
  Table table = {0};
  BRN_TRY(read_head(&table, source, ctx, "faces"));
  if (table.second > 1) {
    return brn__text_fail(&table.text, "boundary markers: %d, expected 0 or 1", table.second);
  }
  BRN_TRY(check_rows(&table, 4 + table.second, "faces"));
  BRN_TRY(brn__mesh_set_triangle_count(ctx, mesh, table.count));
  if (table.second && table.count > 0) BRN_TRY(brn__mesh_need_triangle_labels(ctx, mesh));
  for (int i = 0; i < table.count; i++) BRN_TRY(read_face(r, &table, i));
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- reading

static bool is_called(const BrnSource* source, const char* ending) {
  size_t length = strlen(source->name), size = strlen(ending);
  return length >= size && strcasecmp(source->name + length - size, ending) == 0;
}

typedef BrnStatus ReadFn(Reader* r, const BrnSource* source);

// reads the file beside the source; BRN_NOT_FOUND: there is none
static BrnStatus read_beside(Reader* r, const BrnSource* source, const char* extension,
                             ReadFn* read_it) {
  if (!source->open_sibling) return BRN_NOT_FOUND;
  BrnSource beside;
  BRN_TRY(source->open_sibling(r->ctx, source, extension, &beside));
  BrnStatus status = read_it(r, &beside);
  brn__source_close(r->ctx, &beside);
  return status;
}

static BrnStatus read_files(Reader* r, const BrnSource* source) {
  bool nodes = is_called(source, ".node");
  BrnStatus status = nodes ? read_nodes(r, source) : read_beside(r, source, "node", read_nodes);
  if (status == BRN_NOT_FOUND) {
    return brn__fail(r->ctx, BRN_BAD_FILE,
                     "%s: its nodes are missing: expected the .node file beside", source->name);
  }
  BRN_TRY(status);
  status = nodes ? read_beside(r, source, "ele", read_tets) : read_tets(r, source);
  if (status == BRN_NOT_FOUND) return BRN_OK; // a point set
  BRN_TRY(status);
  status = read_beside(r, source, "face", read_faces);
  return status == BRN_NOT_FOUND ? BRN_OK : status;
}

static BrnStatus read(BrnContext* ctx, const BrnSource* source, BrnMesh* mesh) {
  Reader r = {.ctx = ctx, .mesh = mesh, .base = 1};
  BrnStatus status = read_files(&r, source);
  if (status == BRN_OK) status = brn__label_names_to_mesh(ctx, &r.names, mesh);
  brn__label_names_free(ctx, &r.names);
  return status;
}

const BrnFormat brn__format_tetgen = {
    .info = {.name = "tetgen",
             .extensions = "node ele",
             .title = "TetGen nodes and elements",
             .reads = true,
             .writes = true,
             .holds_tets = true,
             .holds_labels = true,
             .holds_arrays = true},
    .read = read,
    .write = brn__tetgen_write_tets,
    .first_extension = "ele",
    .second_extension = "node",
    .write_second = brn__tetgen_write_nodes,
};
