// SPDX-License-Identifier: Apache-2.0
//
// Polygons in files, triangles in meshes. A reader adds polygons, which are cut into fans; a writer
// walks over a mesh and gets the polygons back.
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

/// Polygons as they come, already cut. Starts as {0}.
typedef struct BrnPolygons {
  int triangle_count, polygon_count;
  int* triangle; // corners                          (triangle_count x 3)
  int* polygon;  // that the triangle was cut from   (triangle_count)
  int* label;    // of its polygon                   (triangle_count)
  size_t triangle_capacity, polygon_capacity, label_capacity;
  bool labelled; // some label is not 0
} BrnPolygons;

/// Adds a polygon of at least 3 corners. The corners need not be in range yet.
BrnStatus brn__polygons_add(BrnContext* ctx, BrnPolygons* polygons, const int* corner,
                            int corner_count, int label);

/// Gives the mesh its triangles, polygons (NULL when all are triangles) and labels (NULL when all
/// are 0). Its positions must be there: a concave quad is turned, which keeps its cyclic order, so
/// that the fan cuts it along the diagonal inside.
BrnStatus brn__polygons_to_mesh(BrnContext* ctx, const BrnPolygons* polygons, BrnMesh* mesh);

void brn__polygons_free(BrnContext* ctx, BrnPolygons* polygons);

// ------------------------------------------------------------------------------------- writing

/// A run of triangles that make one polygon.
typedef struct BrnPolygon {
  int first_triangle;
  int corner_count; // 0: past the last polygon
} BrnPolygon;

/// The polygons of a mesh in order. Triangles that carry one polygon id but do not continue the fan
/// (somebody edited them), or have different labels, are different polygons.
BrnPolygon brn__polygon_first(const BrnMesh* mesh);
BrnPolygon brn__polygon_next(const BrnMesh* mesh, BrnPolygon polygon);
int brn__polygon_count(const BrnMesh* mesh);

/// Corner i of [0, corner_count).
static inline int brn__polygon_corner(const BrnMesh* mesh, BrnPolygon polygon, int i) {
  const int* fan = mesh->triangle + 3 * (size_t)polygon.first_triangle;
  return i < 2 ? fan[i] : fan[3 * (size_t)(i - 2) + 2];
}
