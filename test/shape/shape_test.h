// SPDX-License-Identifier: Apache-2.0
//
// What the tests of shapes share: a count of faces, parts and angles that owes nothing to the
// library's own reports.

#pragma once

#include "brawn/shape.h"
#include "core/vec.h"
#include "test.h"

typedef struct ShapeFace {
  int corner[3]; // ascending; corner[0] < 0: an empty slot
  int tet[2];
  int count;
  bool forward; // orientation as the first tet sees it from outside
} ShapeFace;

typedef struct ShapeCount {
  int crowded_faces;  // of three or more tets
  int folded_faces;   // whose two tets lie on the same side
  int boundary_faces; // of one tet
  int open_edges;     // of the boundary, not passed once each way (or an equal number of times)
  int parts;          // by shared faces
  int orphans;        // vertices without a tet
  int boundary_euler; // V - E + F of the boundary
  int inverted;       // tets
  double volume;
  double low_angle, high_angle; // dihedral, degrees
} ShapeCount;

static inline size_t shape_hash(int a, int b, int c) {
  uint64_t h = (uint64_t)a * 0x9e3779b97f4a7c15u + (uint64_t)b * 0xbf58476d1ce4e5b9u +
               (uint64_t)c * 0x94d049bb133111ebu;
  return (size_t)(h ^ (h >> 29));
}

/// Sorts three numbers; returns whether it took an odd number of swaps.
static inline bool shape_sort3(int* a) {
  bool odd = false;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < 2; i++) {
      if (a[i] <= a[i + 1]) continue;
      int t = a[i];
      a[i] = a[i + 1], a[i + 1] = t, odd = !odd;
    }
  }
  return odd;
}

static inline int shape_root(int* parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

static inline size_t shape_table_size(size_t items) {
  size_t size = 16;
  while (size < 2 * items) size *= 2;
  return size;
}

/// The slot of three corners, or the empty one where they belong.
static inline ShapeFace* shape_slot(ShapeFace* table, size_t size, const int* corner) {
  size_t i = shape_hash(corner[0], corner[1], corner[2]) & (size - 1);
  while (table[i].count > 0 && memcmp(table[i].corner, corner, 3 * sizeof(int)) != 0) {
    i = (i + 1) & (size - 1);
  }
  return &table[i];
}

static inline void shape_count_faces(const BrnMesh* mesh, ShapeFace* table, size_t size,
                                     ShapeCount* out) {
  static const int side[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  for (int t = 0; t < mesh->tet_count; t++) {
    for (int f = 0; f < 4; f++) {
      int corner[3];
      for (int i = 0; i < 3; i++) corner[i] = mesh->tet[4 * t + side[f][i]];
      bool odd = shape_sort3(corner);
      ShapeFace* face = shape_slot(table, size, corner);
      if (face->count == 0) {
        memcpy(face->corner, corner, sizeof corner);
        face->forward = !odd;
      } else if (face->count == 1 && face->forward == !odd) {
        out->folded_faces++;
      }
      if (face->count < 2) face->tet[face->count] = t;
      if (++face->count == 3) out->crowded_faces++;
    }
  }
}

/// Parts by union-find over shared faces.
static inline void shape_count_parts(const BrnMesh* mesh, const ShapeFace* table, size_t size,
                                     ShapeCount* out) {
  int* parent = malloc(sizeof(int) * (size_t)mesh->tet_count);
  for (int t = 0; t < mesh->tet_count; t++) parent[t] = t;
  out->parts = mesh->tet_count;
  for (size_t i = 0; i < size; i++) {
    if (table[i].count < 2) continue;
    int a = shape_root(parent, table[i].tet[0]), b = shape_root(parent, table[i].tet[1]);
    if (a != b) parent[a] = b, out->parts--;
  }
  free(parent);
}

/// The boundary: its edges, each to be passed as often one way as the other.
static inline void shape_count_boundary(const BrnMesh* mesh, const ShapeFace* table, size_t size,
                                        ShapeCount* out) {
  for (size_t i = 0; i < size; i++) out->boundary_faces += table[i].count == 1;
  size_t edge_size = shape_table_size(3 * (size_t)out->boundary_faces);
  ShapeFace* edge = calloc(edge_size, sizeof *edge);
  uint8_t* seen = calloc((size_t)mesh->vertex_count, 1);
  int edges = 0, vertices = 0;
  for (size_t i = 0; i < size; i++) {
    if (table[i].count != 1) continue;
    for (int k = 0; k < 3; k++) {
      int a = table[i].corner[k], b = table[i].corner[(k + 1) % 3];
      if (!seen[a]) seen[a] = 1, vertices++;
      int way = (a < b) == table[i].forward ? 1 : -1;
      int ends[3] = {a < b ? a : b, a < b ? b : a, 0};
      ShapeFace* slot = shape_slot(edge, edge_size, ends);
      if (slot->count++ == 0) memcpy(slot->corner, ends, sizeof ends), edges++;
      slot->tet[0] += way;
    }
  }
  for (size_t i = 0; i < edge_size; i++) out->open_edges += edge[i].tet[0] != 0;
  out->boundary_euler = vertices - edges + out->boundary_faces;
  free(seen);
  free(edge);
}

/// Angle between the faces that meet in edge ab, degrees.
static inline double shape_dihedral(const double* a, const double* b, const double* c,
                                    const double* d) {
  double m[3], n[3], cross[3];
  brn__triangle_normal(m, a, b, c);
  brn__triangle_normal(n, a, b, d);
  brn__cross3(cross, m, n);
  return atan2(brn__norm3(cross), brn__dot3(m, n)) * 180 / 3.14159265358979323846;
}

static inline void shape_measure(const BrnMesh* mesh, ShapeCount* out) {
  static const int edge[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                 {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
  uint8_t* seen = calloc((size_t)mesh->vertex_count, 1);
  out->low_angle = 180;
  for (int t = 0; t < mesh->tet_count; t++) {
    const double* p[4];
    for (int i = 0; i < 4; i++) {
      int v = mesh->tet[4 * t + i];
      p[i] = mesh->position + 3 * (size_t)v;
      seen[v] = 1;
    }
    double volume = brn__tet_volume(p[0], p[1], p[2], p[3]);
    out->volume += volume;
    out->inverted += !(volume > 0);
    for (int e = 0; e < 6; e++) {
      const int* k = edge[e];
      double angle = shape_dihedral(p[k[0]], p[k[1]], p[k[2]], p[k[3]]);
      out->low_angle = fmin(out->low_angle, angle);
      out->high_angle = fmax(out->high_angle, angle);
    }
  }
  for (int v = 0; v < mesh->vertex_count; v++) out->orphans += !seen[v];
  free(seen);
}

static inline ShapeCount shape_count(const BrnMesh* mesh) {
  ShapeCount count = {0};
  size_t size = shape_table_size(4 * (size_t)mesh->tet_count);
  ShapeFace* table = calloc(size, sizeof *table);
  shape_measure(mesh, &count);
  shape_count_faces(mesh, table, size, &count);
  shape_count_parts(mesh, table, size, &count);
  shape_count_boundary(mesh, table, size, &count);
  free(table);
  return count;
}

/// A mesh with the default parameters.
static inline BrnMesh* shape_make(BrnContext* ctx, BrnShape shape, int tets) {
  BrnShapeDef def = brn_shape_def_default(shape);
  def.tets = tets;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  return mesh;
}

/// Volume of the tets of one label.
static inline double shape_label_volume(const BrnMesh* mesh, int label) {
  double sum = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label[t] != label) continue;
    const int* v = mesh->tet + 4 * t;
    const double* p = mesh->position;
    sum += brn__tet_volume(p + 3 * v[0], p + 3 * v[1], p + 3 * v[2], p + 3 * v[3]);
  }
  return sum;
}

static inline int shape_label_count(const BrnMesh* mesh, int label) {
  int count = 0;
  for (int t = 0; t < mesh->tet_count; t++) count += mesh->tet_label[t] == label;
  return count;
}

/// The def is refused, with a message that has both texts; nothing is left behind.
static inline void shape_refuses(BrnContext* ctx, const BrnShapeDef* def, const char* member,
                                 const char* cure) {
  BrnMesh* mesh = (BrnMesh*)ctx;
  size_t before = brn_byte_count(ctx);
  ENSURE_STATUS(ctx, brn_shape_make(ctx, def, &mesh), BRN_INVALID);
  ENSURE(mesh == NULL);
  ENSURE_ERROR_HAS(ctx, brn_shape_name(def->shape));
  ENSURE_ERROR_HAS(ctx, member);
  ENSURE_ERROR_HAS(ctx, cure);
  ENSURE(brn_byte_count(ctx) == before);
}
