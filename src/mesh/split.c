// SPDX-License-Identifier: Apache-2.0

#include "mesh/mesh.h"
#include "mesh/neighbours.h"
#include "mesh/sets.h"

#include <limits.h>
#include <string.h>

// Corner k of tet t is item 4t + k. Where two tets meet in a face that is not cut, their corners at
// its three vertices join one piece. Each vertex then has as many copies as its corners have
// pieces, and the piece of the first corner keeps the vertex itself.
//
// Tets that meet in a vertex or an edge only, with nothing between them, have no face to join them.
// `whole` knows which corners hang together over any faces; pieces of different wholes are
// separated by air and not by a cut, and stay joined unless their labels are cut apart.

typedef struct Split {
  const BrnMesh* mesh;
  const BrnSplitDef* def;
  BrnTuples faces;
  BrnAdjacency* star; // tets of each vertex
  uint8_t* joined;    //                                      (vertex_count)
  int *piece, *whole; // sets of corners                       (tet_count x 4)
  int* vertex;        // the new vertex of each corner         (tet_count x 4)
  int* first;         // the first of the copies of a vertex   (vertex_count + 1)
} Split;

static int label_of(const Split* split, int tet) {
  return split->mesh->tet_label ? split->mesh->tet_label[tet] : 0;
}

static bool is_cut(const Split* split, int tet_a, int tet_b) {
  int a = label_of(split, tet_a), b = label_of(split, tet_b);
  if (a == b) return false;
  return split->def->is_cut(split->def->user, a < b ? a : b, a < b ? b : a);
}

static int corner_at(const Split* split, int tet, int vertex) {
  const int* corner = split->mesh->tet + 4 * (size_t)tet;
  int k = 0;
  while (corner[k] != vertex) k++;
  return 4 * tet + k;
}

// --------------------------------------------------------------------------------- what is joined

static BrnStatus allocate(BrnContext* ctx, Split* split) {
  size_t nv = (size_t)split->mesh->vertex_count, corners = 4 * (size_t)split->mesh->tet_count;
  if (corners > INT_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the mesh is too large: %d tets, at most %d fit",
                     split->mesh->tet_count, INT_MAX / 4);
  }
  split->joined = brn__scratch_zero(ctx, nv, uint8_t);
  split->piece = brn__scratch(ctx, corners, int);
  split->whole = brn__scratch(ctx, corners, int);
  split->vertex = brn__scratch(ctx, corners, int);
  split->first = brn__scratch(ctx, nv + 1, int);
  bool enough = split->joined && split->piece && split->whole && split->vertex && split->first;
  return enough ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus mark_joined(BrnContext* ctx, Split* split) {
  for (int i = 0; i < split->def->joined_count; i++) {
    int v = split->def->joined[i];
    if (v < 0 || v >= split->mesh->vertex_count) {
      return brn__fail(ctx, BRN_INVALID, "joined[%d] is vertex %d, but there are %d vertices", i, v,
                       split->mesh->vertex_count);
    }
    split->joined[v] = 1;
  }
  return BRN_OK;
}

static void join_over_face(Split* split, int face_a, int face_b) {
  bool cut = is_cut(split, face_a / 4, face_b / 4);
  for (int k = 0; k < 3; k++) {
    int a = face_a / 4 * 4 + brn_tet_face[face_a % 4][k];
    int b = corner_at(split, face_b / 4, split->mesh->tet[a]);
    brn__sets_unite(split->whole, a, b);
    if (!cut || split->joined[split->mesh->tet[a]]) brn__sets_unite(split->piece, a, b);
  }
}

static void join_over_faces(Split* split) {
  const BrnTuples* faces = &split->faces;
  brn__sets_begin(split->piece, 4 * split->mesh->tet_count);
  brn__sets_begin(split->whole, 4 * split->mesh->tet_count);
  for (int begin = 0, end; begin < faces->count; begin = end) {
    end = brn__tuples_run_end(faces, begin);
    for (int i = begin; i < end; i++) {
      for (int k = i + 1; k < end; k++) {
        join_over_face(split, brn__tuples_item(faces, i), brn__tuples_item(faces, k));
      }
    }
  }
}

// may two pieces of a vertex stay joined, as no pair of their tets is cut apart?
static bool get_along(const Split* split, const int* star, int count, int vertex, int a, int b) {
  for (int i = 0; i < count; i++) {
    if (brn__sets_root(split->piece, corner_at(split, star[i], vertex)) != a) continue;
    for (int k = 0; k < count; k++) {
      if (brn__sets_root(split->piece, corner_at(split, star[k], vertex)) != b) continue;
      if (is_cut(split, star[i], star[k])) return false;
    }
  }
  return true;
}

// Each piece goes with the first one before it that it touches across air and gets along with.
static void join_across_air(Split* split, const int* star, int count, int vertex) {
  for (int i = 1; i < count; i++) {
    int own = corner_at(split, star[i], vertex);
    if (brn__sets_root(split->piece, own) != own) continue;
    for (int k = 0; k < i; k++) {
      int other = corner_at(split, star[k], vertex), root = brn__sets_root(split->piece, other);
      bool apart = brn__sets_root(split->whole, own) != brn__sets_root(split->whole, other);
      bool same = split->joined[vertex];
      if (!same && !(apart && get_along(split, star, count, vertex, root, own))) continue;
      brn__sets_unite(split->piece, own, root);
      break;
    }
  }
}

// ------------------------------------------------------------------------------- the new vertices

// Numbers the pieces of a vertex: its own number, then the next free ones.
static void number_copies(Split* split, int vertex, int* next) {
  const int* star = split->star->item + split->star->start[vertex];
  int count = split->star->start[vertex + 1] - split->star->start[vertex];
  join_across_air(split, star, count, vertex);
  split->first[vertex] = *next;
  for (int i = 0; i < count; i++) {
    int own = corner_at(split, star[i], vertex), root = brn__sets_root(split->piece, own);
    if (root != own) {
      split->vertex[own] = split->vertex[root];
    } else {
      split->vertex[own] = i == 0 ? vertex : (*next)++;
    }
  }
}

static BrnStatus number_all(BrnContext* ctx, Split* split) {
  int nv = split->mesh->vertex_count, next = nv;
  if ((size_t)nv + 4 * (size_t)split->mesh->tet_count > INT_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the mesh is too large to be cut apart");
  }
  for (int v = 0; v < nv; v++) number_copies(split, v, &next);
  split->first[nv] = next;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- the result

static BrnStatus grow_rows(BrnContext* ctx, double** rows, int width, const int* original,
                           int old_count, int count) {
  size_t bytes = sizeof(double) * (size_t)width;
  double* grown = brn__realloc(ctx, *rows, (size_t)count, bytes);
  if (!grown) return BRN_NO_MEMORY;
  *rows = grown;
  for (int v = old_count; v < count; v++) {
    memcpy(grown + (size_t)width * (size_t)v, grown + (size_t)width * (size_t)original[v], bytes);
  }
  return BRN_OK;
}

static BrnStatus copy_vertices(BrnContext* ctx, const int* original, int count, BrnMesh* mesh) {
  int before = mesh->vertex_count;
  if (count == before) return BRN_OK;
  for (int i = 0; i < mesh->array_count; i++) {
    BrnArray* array = &mesh->array[i];
    if (array->on != BRN_ON_VERTEX) continue;
    BRN_TRY(grow_rows(ctx, &array->value, array->components, original, before, count));
  }
  BRN_TRY(grow_rows(ctx, &mesh->position, 3, original, before, count));
  mesh->vertex_count = count;
  return BRN_OK;
}

static void move_tets(const Split* split, BrnMesh* mesh) {
  for (int t = 0; t < mesh->tet_count; t++) {
    for (int c = 4 * t; c < 4 * t + 4; c++) {
      mesh->tet[c] = split->vertex[corner_at(split, t, split->mesh->tet[c])];
    }
  }
}

// does the triangle face out of the tet it is a face of?
static bool faces_out(const int* tet, const int* triangle) {
  for (int k = 0; k < 4; k++) {
    int face[3] = {tet[brn_tet_face[k][0]], tet[brn_tet_face[k][1]], tet[brn_tet_face[k][2]]};
    for (int turn = 0; turn < 3; turn++) {
      if (face[turn] == triangle[0] && face[(turn + 1) % 3] == triangle[1] &&
          face[(turn + 2) % 3] == triangle[2]) {
        return true;
      }
    }
  }
  return false;
}

static bool has_vertex(const int* tet, int v) {
  return tet[0] == v || tet[1] == v || tet[2] == v || tet[3] == v;
}

// the tet that a triangle is a face of, rather the one it faces out of; -1: none
static int tet_behind(const Split* split, const int* triangle) {
  const BrnAdjacency* star = split->star;
  int found = -1;
  for (int i = star->start[triangle[0]]; i < star->start[triangle[0] + 1]; i++) {
    const int* tet = split->mesh->tet + 4 * (size_t)star->item[i];
    if (!has_vertex(tet, triangle[1]) || !has_vertex(tet, triangle[2])) continue;
    if (faces_out(tet, triangle)) return star->item[i];
    if (found < 0) found = star->item[i];
  }
  return found;
}

static void move_triangles(const Split* split, BrnMesh* mesh) {
  for (int i = 0; i < mesh->triangle_count; i++) {
    const int* triangle = split->mesh->triangle + 3 * (size_t)i;
    int tet = tet_behind(split, triangle);
    for (int k = 0; tet >= 0 && k < 3; k++) {
      mesh->triangle[3 * (size_t)i + (size_t)k] = split->vertex[corner_at(split, tet, triangle[k])];
    }
  }
}

static BrnStatus build(BrnContext* ctx, const Split* split, BrnMesh** out, int** original) {
  int nv = split->mesh->vertex_count, count = split->first[nv];
  *original = brn__new(ctx, count, int);
  if (!*original) return BRN_NO_MEMORY;
  for (int v = 0; v < nv; v++) {
    (*original)[v] = v;
    for (int copy = split->first[v]; copy < split->first[v + 1]; copy++) (*original)[copy] = v;
  }
  BRN_TRY(brn_mesh_copy(ctx, split->mesh, out));
  BRN_TRY(copy_vertices(ctx, *original, count, *out));
  move_tets(split, *out);
  move_triangles(split, *out);
  return BRN_OK;
}

static BrnStatus run(BrnContext* ctx, Split* split, BrnMesh** out, int** original) {
  BRN_TRY(allocate(ctx, split));
  BRN_TRY(mark_joined(ctx, split));
  BRN_TRY(brn__tet_faces(ctx, split->mesh, BRN_ALL_LABELS, &split->faces));
  BRN_TRY(brn_adjacency_vertex_tets(ctx, split->mesh, &split->star));
  join_over_faces(split);
  BRN_TRY(number_all(ctx, split));
  return build(ctx, split, out, original);
}

BrnStatus brn_mesh_split_interfaces(BrnContext* ctx, const BrnMesh* mesh, const BrnSplitDef* def,
                                    BrnMesh** out, int** original) {
  BRN_ASSERT(ctx && mesh && def && def->is_cut && out && original);
  BRN_ASSERT(def->joined || def->joined_count == 0);
  Split split = {.mesh = mesh, .def = def};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  *out = NULL;
  *original = NULL;
  BrnStatus status = run(ctx, &split, out, original);
  brn_adjacency_destroy(ctx, split.star);
  brn__scratch_release(ctx, mark);
  if (status == BRN_OK) return BRN_OK;
  brn_mesh_destroy(ctx, *out);
  brn__free(ctx, *original);
  *out = NULL;
  *original = NULL;
  return status;
}
