// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

#include <string.h>

// Skins whose vertices are vertices of the mesh.

static BrnStatus make_room(BrnContext* ctx, int points, int triangles, BrnSkin* out) {
  BRN_TRY(brn__riders_create(ctx, points, &out->rider));
  for (size_t i = 0; i < (size_t)points; i++) out->rider.weight[4 * i] = 1;
  out->triangle_count = triangles;
  out->triangle = brn__new(ctx, 3 * (size_t)triangles, int);
  return out->triangle ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus fill_from(BrnContext* ctx, const BrnSurface* surface, BrnSkin* out) {
  const BrnMesh* mesh = surface->mesh;
  BRN_TRY(make_room(ctx, mesh->vertex_count, mesh->triangle_count, out));
  for (size_t i = 0; i < (size_t)mesh->vertex_count; i++) {
    for (int k = 0; k < 4; k++) out->rider.vertex[4 * i + (size_t)k] = surface->vertex[i];
  }
  if (mesh->triangle_count == 0) return BRN_OK;
  memcpy(out->triangle, mesh->triangle, sizeof(int) * 3 * (size_t)mesh->triangle_count);
  return BRN_OK;
}

BrnStatus brn__skin_from_tets(BrnContext* ctx, const BrnMesh* mesh, int label, BrnSkin* out) {
  BrnSurface* surface;
  BRN_TRY(brn_mesh_label_boundary(ctx, mesh, label, &surface));
  BrnStatus status = fill_from(ctx, surface, out);
  brn_surface_destroy(ctx, surface);
  return status;
}

// ------------------------------------------------------------------------------------- triangles

// numbers the vertices that triangles of the label use, in their order; -1: none of them
static void number_vertices(const BrnMesh* mesh, int label, int* number, int* points,
                            int* triangles) {
  memset(number, -1, sizeof *number * (size_t)mesh->vertex_count);
  *points = *triangles = 0;
  for (size_t t = 0; t < (size_t)mesh->triangle_count; t++) {
    if (mesh->triangle_label[t] != label) continue;
    for (size_t k = 0; k < 3; k++) number[mesh->triangle[3 * t + k]] = 0;
    (*triangles)++;
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (number[v] == 0) number[v] = (*points)++;
  }
}

static BrnStatus keep_polygons(BrnContext* ctx, const BrnMesh* mesh, int label, BrnSkin* out) {
  if (!mesh->polygon) return BRN_OK;
  out->polygon = brn__new(ctx, out->triangle_count, int);
  if (!out->polygon) return BRN_NO_MEMORY;
  int count = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    if (mesh->triangle_label[t] == label) out->polygon[count++] = mesh->polygon[t];
  }
  return BRN_OK;
}

static BrnStatus fill_triangles(BrnContext* ctx, const BrnMesh* mesh, int label, int* number,
                                BrnSkin* out) {
  int points, triangles, *at;
  number_vertices(mesh, label, number, &points, &triangles);
  BRN_TRY(make_room(ctx, points, triangles, out));
  for (int v = 0; v < mesh->vertex_count; v++) {
    for (int k = 0; number[v] >= 0 && k < 4; k++) {
      out->rider.vertex[4 * (size_t)number[v] + (size_t)k] = v;
    }
  }
  at = out->triangle;
  for (size_t t = 0; t < (size_t)mesh->triangle_count; t++) {
    if (mesh->triangle_label[t] != label) continue;
    for (size_t k = 0; k < 3; k++) *at++ = number[mesh->triangle[3 * t + k]];
  }
  return keep_polygons(ctx, mesh, label, out);
}

BrnStatus brn__skin_from_triangles(BrnContext* ctx, const BrnMesh* mesh, int label, BrnSkin* out) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* number = brn__scratch(ctx, mesh->vertex_count, int);
  BrnStatus status = number ? fill_triangles(ctx, mesh, label, number, out) : BRN_NO_MEMORY;
  out->is_surface = true;
  brn__scratch_release(ctx, mark);
  return status;
}
