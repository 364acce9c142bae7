// SPDX-License-Identifier: Apache-2.0
//
// Polygons to fans of triangles, and fans to polygons again. Quads are cut along the diagonal that
// does not fold them.

#include "io/polygon.h"

#include "core/vec.h"
#include "mesh/mesh.h"

#include <limits.h>
#include <string.h>

// ------------------------------------------------------------------------------------- reading

enum { MOST_TRIANGLES = INT_MAX - 2 }; // one polygon of them all has an int of corners

static BrnStatus make_room(BrnContext* ctx, BrnPolygons* p, int corner_count) {
  if (corner_count - 2 > MOST_TRIANGLES - p->triangle_count) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the faces make more than %d triangles", MOST_TRIANGLES);
  }
  size_t count = (size_t)p->count + 1, corners = p->corner_count + (size_t)corner_count;
  BRN_TRY(brn__grow(ctx, &p->corner, &p->corner_capacity, corners, sizeof *p->corner));
  BRN_TRY(brn__grow(ctx, &p->size, &p->size_capacity, count, sizeof *p->size));
  return brn__grow(ctx, &p->label, &p->label_capacity, count, sizeof *p->label);
}

BrnStatus brn__polygons_add(BrnContext* ctx, BrnPolygons* polygons, const int* corner,
                            int corner_count, int label) {
  BRN_ASSERT(corner_count >= 3);
  BRN_TRY(make_room(ctx, polygons, corner_count));
  size_t bytes = (size_t)corner_count * sizeof *corner;
  memcpy(polygons->corner + polygons->corner_count, corner, bytes);
  polygons->corner_count += (size_t)corner_count;
  polygons->size[polygons->count] = corner_count;
  polygons->label[polygons->count++] = label;
  polygons->triangle_count += corner_count - 2;
  polygons->labelled = polygons->labelled || label != 0;
  return BRN_OK;
}

// (a b c) (a c d) ...
static void cut_fans(const BrnPolygons* polygons, BrnMesh* mesh) {
  const int* corner = polygons->corner;
  int* triangle = mesh->triangle;
  int t = 0;
  for (int p = 0; p < polygons->count; corner += polygons->size[p++]) {
    for (int i = 2; i < polygons->size[p]; i++, t++, triangle += 3) {
      triangle[0] = corner[0], triangle[1] = corner[i - 1], triangle[2] = corner[i];
      if (mesh->polygon) mesh->polygon[t] = p;
      if (polygons->labelled) mesh->triangle_label[t] = polygons->label[p];
    }
  }
}

// the normals of the two triangles of a quad that is cut from corner a to corner c
static double normals_agree(const double* a, const double* b, const double* c, const double* d) {
  double abc[3], acd[3];
  brn__triangle_normal(abc, a, b, c);
  brn__triangle_normal(acd, a, c, d);
  return brn__dot3(abc, acd);
}

// A diagonal inside a quad leaves two triangles that face the same way; one outside folds them onto
// each other, and one along two edges (three corners in line) makes an empty triangle.
static void turn_quad(const BrnMesh* mesh, int* fan) {
  int quad[] = {fan[0], fan[1], fan[2], fan[5]};
  const double* p[4];
  for (int i = 0; i < 4; i++) {
    if (quad[i] < 0 || quad[i] >= mesh->vertex_count) return; // brn_mesh_validate() tells
    p[i] = mesh->position + 3 * (size_t)quad[i];
  }
  bool outside = normals_agree(p[0], p[1], p[2], p[3]) <= 0;
  if (!outside || !(normals_agree(p[1], p[2], p[3], p[0]) > 0)) return;
  const int turned[] = {quad[1], quad[2], quad[3], quad[1], quad[3], quad[0]};
  memcpy(fan, turned, sizeof turned);
}

static void turn_quads(const BrnMesh* mesh) {
  if (!mesh->polygon) return;
  BrnPolygon p = brn__polygon_first(mesh);
  for (; p.corner_count; p = brn__polygon_next(mesh, p)) {
    if (p.corner_count == 4) turn_quad(mesh, mesh->triangle + 3 * (size_t)p.first_triangle);
  }
}

BrnStatus brn__polygons_to_mesh(BrnContext* ctx, const BrnPolygons* polygons, BrnMesh* mesh) {
  int count = polygons->triangle_count;
  BRN_TRY(brn__mesh_set_triangle_count(ctx, mesh, count));
  if (count == 0) return BRN_OK;
  if (polygons->labelled) BRN_TRY(brn__mesh_need_triangle_labels(ctx, mesh));
  if (polygons->count < count) {
    mesh->polygon = brn__new(ctx, count, int);
    if (!mesh->polygon) return BRN_NO_MEMORY;
  }
  cut_fans(polygons, mesh);
  turn_quads(mesh);
  return BRN_OK;
}

BrnStatus brn__polygons_check_spread(BrnContext* ctx, const BrnPolygons* polygons, const char* file,
                                     int face_count, size_t numbers_of_a_face) {
  double numbers = (double)numbers_of_a_face;
  double held = numbers * face_count + (double)polygons->corner_count;
  if (numbers * polygons->triangle_count <= 8 * held) return BRN_OK;
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "%s: %d faces of %zu numbers each become %d triangles, too many to give them "
                   "those numbers; cut the faces into triangles before",
                   file, face_count, numbers_of_a_face, polygons->triangle_count);
}

void brn__polygons_free(BrnContext* ctx, BrnPolygons* polygons) {
  brn__free(ctx, polygons->corner);
  brn__free(ctx, polygons->size);
  brn__free(ctx, polygons->label);
  *polygons = (BrnPolygons){0};
}

// ------------------------------------------------------------------------------------- writing

// does triangle t continue the fan of the triangle before it?
static bool continues_fan(const BrnMesh* mesh, int t) {
  const int* triangle = mesh->triangle + 3 * (size_t)t;
  const int* before = triangle - 3;
  if (mesh->polygon[t] != mesh->polygon[t - 1]) return false;
  if (mesh->triangle_label && mesh->triangle_label[t] != mesh->triangle_label[t - 1]) return false;
  return triangle[0] == before[0] && triangle[1] == before[2];
}

static BrnPolygon polygon_at(const BrnMesh* mesh, int first, int most) {
  BrnPolygon polygon = {.first_triangle = first, .most = most};
  if (first == mesh->triangle_count) return polygon;
  int end = first + 1;
  while (mesh->polygon && end < mesh->triangle_count && continues_fan(mesh, end)) end++;
  polygon.corner_count = end - first + 2;
  if (polygon.corner_count > most) {
    polygon.corner_count = 3;
    polygon.split_end = end;
  }
  return polygon;
}

BrnPolygon brn__polygon_first(const BrnMesh* mesh) { return polygon_at(mesh, 0, INT_MAX); }

BrnPolygon brn__polygon_first_up_to_quads(const BrnMesh* mesh) { return polygon_at(mesh, 0, 4); }

BrnPolygon brn__polygon_next(const BrnMesh* mesh, BrnPolygon polygon) {
  polygon.first_triangle += polygon.corner_count - 2;
  if (polygon.first_triangle < polygon.split_end) return polygon;
  return polygon_at(mesh, polygon.first_triangle, polygon.most);
}

int brn__polygon_count(const BrnMesh* mesh) {
  if (!mesh->polygon) return mesh->triangle_count;
  int count = 0;
  BrnPolygon p = brn__polygon_first(mesh);
  for (; p.corner_count; p = brn__polygon_next(mesh, p)) count++;
  return count;
}
