// SPDX-License-Identifier: Apache-2.0
//
// Polygons in files, triangles in meshes. A reader adds polygons, which are cut into fans in the
// end; a writer walks over a mesh and gets the polygons back.
//
//   BrnPolygons polygons = {0};
//   BRN_TRY(brn__polygons_add(ctx, &polygons, corner, 4, 0)); // for each face of the file
//   BRN_TRY(brn__polygons_to_mesh(ctx, &polygons, mesh));     // once the positions are there
//   brn__polygons_free(ctx, &polygons);                       // also after a failure
//
//   for (BrnPolygon p = brn__polygon_first(mesh); p.corner_count; p = brn__polygon_next(mesh, p))
//     for (int i = 0; i < p.corner_count; i++) use(brn__polygon_corner(mesh, p, i));

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

// ------------------------------------------------------------------------------------- reading

/// Polygons as they come. Starts as {0}.
typedef struct BrnPolygons {
  int count, triangle_count; // polygons, and triangles that they will be cut into
  int* corner;               // of one polygon after the other   (corner_count)
  int* size;                 // corners of each                  (count)
  int* label;                // of each                          (count)
  size_t corner_count;
  size_t corner_capacity, size_capacity, label_capacity;
  bool labelled; // some label is not 0
} BrnPolygons;

/// Adds a polygon of at least 3 corners. The corners need not be in range yet. It becomes the
/// triangles from triangle_count (as it was) on.
BrnStatus brn__polygons_add(BrnContext* ctx, BrnPolygons* polygons, const int* corner,
                            int corner_count, int label);

/// Gives the mesh its triangles, polygons (NULL when all are triangles) and labels (NULL when all
/// are 0). Its positions must be there: a concave quad is turned, which keeps its cyclic order, so
/// that the fan cuts it along the diagonal inside.
BrnStatus brn__polygons_to_mesh(BrnContext* ctx, const BrnPolygons* polygons, BrnMesh* mesh);

/// What a face of the file has, all its triangles have. Fails where that would be much more than
/// the file holds: many numbers on faces of many corners.
BrnStatus brn__polygons_check_spread(BrnContext* ctx, const BrnPolygons* polygons, const char* file,
                                     int face_count, size_t numbers_of_a_face);

void brn__polygons_free(BrnContext* ctx, BrnPolygons* polygons);

// ------------------------------------------------------------------------------------- writing

/// A run of triangles that make one polygon.
typedef struct BrnPolygon {
  int first_triangle;
  int corner_count; // 0: past the last polygon
  int most;         // corners that a polygon may have
  int split_end;    // triangles before it are of one that has more
} BrnPolygon;

/// The polygons of a mesh in order. Triangles that carry one polygon id but do not continue the fan
/// (somebody edited them), or have different labels, are different polygons.
BrnPolygon brn__polygon_first(const BrnMesh* mesh);
BrnPolygon brn__polygon_next(const BrnMesh* mesh, BrnPolygon polygon);
int brn__polygon_count(const BrnMesh* mesh);
/// Begins a walk for formats that know triangles and quads alone: larger polygons come as the
/// triangles they were cut into.
BrnPolygon brn__polygon_first_up_to_quads(const BrnMesh* mesh);

/// Corner i of [0, corner_count).
static inline int brn__polygon_corner(const BrnMesh* mesh, BrnPolygon polygon, int i) {
  const int* fan = mesh->triangle + 3 * (size_t)polygon.first_triangle;
  return i < 2 ? fan[i] : fan[3 * (size_t)(i - 2) + 2];
}
