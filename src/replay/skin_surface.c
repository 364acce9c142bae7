// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "replay/replay.h"

#include <string.h>

// The surface that was given, riding on the tets of its own part, or being the body itself.

// ----------------------------------------------------------------------------------------- fitting

// about the length of a tet's edges
static double edge_of(const BrnMesh* mesh, int tet) {
  const int* corner = mesh->tet + 4 * (size_t)tet;
  double sum = 0;
  for (int k = 1; k < 4; k++) {
    sum += brn__distance3(mesh->position + 3 * (size_t)corner[0],
                          mesh->position + 3 * (size_t)corner[k]);
  }
  return sum / 3;
}

// A surface fits when there are tets to ride on nearly everywhere. Where a bone took a piece of a
// muscle that is sunk into it, the vertices are away from their own tets, but the bone hides them;
// what sticks out of all tets does so where the mesh is too coarse for a thin part, and is seen.
static const double far_edges = 1;       // from the tets on, in edges of a tet
static const double far_most = 0.01;     // share of the vertices that may be that far
static const double sunk_most = 1.0 / 3; // share of those that may be in other parts

static bool does_fit(const BrnModel* model, int label, const BrnModelSurface* surface) {
  const BrnEmbedding* embedding = surface->embedding;
  int far = 0, sunk = 0;
  for (int i = 0; i < embedding->point_count; i++) {
    int tet = embedding->tet[i];
    bool own = model->mesh->tet_label[tet] == label;
    sunk += !own;
    far += own && embedding->distance[i] > far_edges * edge_of(model->mesh, tet);
  }
  return far <= far_most * embedding->point_count && sunk <= sunk_most * embedding->point_count;
}

// ----------------------------------------------------------------------------------------- binding

static void bind_point(const BrnMesh* mesh, const BrnEmbedding* embedding, int i, BrnRiders* out) {
  size_t at = 4 * (size_t)i;
  memcpy(out->vertex + at, mesh->tet + 4 * (size_t)embedding->tet[i], 4 * sizeof(int));
  memcpy(out->weight + at, embedding->weight + at, 4 * sizeof(double));
}

// Vertices that were handed over to a stronger part come back to their own.
static BrnStatus bind_strays(BrnReplay* replay, int part, const BrnModelSurface* surface,
                             int* stray, double* point, BrnRiders* out) {
  const BrnModel* model = replay->model;
  int count = 0, label = replay->part[part].label;
  for (int i = 0; i < surface->embedding->point_count; i++) {
    if (model->mesh->tet_label[surface->embedding->tet[i]] == label) continue;
    brn__copy3(point + 3 * (size_t)count, surface->mesh->position + 3 * (size_t)i);
    stray[count++] = i;
  }
  if (count == 0) return BRN_OK;
  BrnRegion* region;
  BrnEmbedding* own = NULL;
  BRN_TRY(brn_region_create(replay->ctx, model->mesh, &label, 1, &region));
  BrnStatus status = brn_embedding_create(replay->ctx, region->mesh, point, count, &own);
  for (int k = 0; status == BRN_OK && k < count; k++) {
    size_t at = 4 * (size_t)stray[k];
    int tet = region->tet[own->tet[k]];
    memcpy(out->vertex + at, model->mesh->tet + 4 * (size_t)tet, 4 * sizeof(int));
    memcpy(out->weight + at, own->weight + 4 * (size_t)k, 4 * sizeof(double));
  }
  brn_embedding_destroy(replay->ctx, own);
  brn_region_destroy(replay->ctx, region);
  return status;
}

static BrnStatus bind(BrnReplay* replay, int part, const BrnModelSurface* surface, BrnRiders* out) {
  int count = surface->mesh->vertex_count;
  BRN_TRY(brn__riders_create(replay->ctx, count, out));
  for (int i = 0; i < count; i++) bind_point(replay->mesh, surface->embedding, i, out);
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  int* stray = brn__scratch(replay->ctx, count, int);
  double* point = brn__scratch(replay->ctx, 3 * (size_t)count, double);
  BrnStatus status =
      stray && point ? bind_strays(replay, part, surface, stray, point, out) : BRN_NO_MEMORY;
  brn__scratch_release(replay->ctx, mark);
  return status;
}

// --------------------------------------------------------------------------------------- triangles

static BrnStatus copy(BrnContext* ctx, const int* from, size_t count, int** out) {
  *out = brn__new(ctx, count, int);
  if (*out && count > 0) memcpy(*out, from, sizeof(int) * count);
  return *out ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus copy_triangles(BrnContext* ctx, const BrnMesh* mesh, BrnSkin* out) {
  size_t count = (size_t)mesh->triangle_count;
  out->triangle_count = mesh->triangle_count;
  BRN_TRY(copy(ctx, mesh->triangle, 3 * count, &out->triangle));
  return mesh->polygon ? copy(ctx, mesh->polygon, count, &out->polygon) : BRN_OK;
}

// of a body without tets: the vertices are those of the mesh
static BrnStatus take_vertices(BrnReplay* replay, const BrnModelSurface* surface, BrnSkin* out) {
  int count = surface->mesh->vertex_count;
  out->is_surface = true;
  BRN_TRY(brn__riders_create(replay->ctx, count, &out->rider));
  for (size_t i = 0; i < (size_t)count; i++) {
    for (size_t k = 4 * i; k < 4 * i + 4; k++) out->rider.vertex[k] = surface->first + (int)i;
    out->rider.weight[4 * i] = 1;
  }
  return copy_triangles(replay->ctx, surface->mesh, out);
}

BrnStatus brn__skin_from_surface(BrnReplay* replay, int part, bool* fits, BrnSkin* out) {
  const BrnModel* model = replay->model;
  int index = !model                      ? -1
              : replay->part[part].hidden ? model->envelope.surface
                                          : model->part[part].surface;
  BrnSkinChoice choice = replay->inside->def.skin;
  *fits = index >= 0 && index < model->surface_count;
  if (!*fits) return BRN_OK;
  const BrnModelSurface* surface = &model->surface[index];
  if (surface->first >= 0) return take_vertices(replay, surface, out);
  if (choice == BRN_SKIN_TETS) {
    *fits = false;
    return BRN_OK;
  }
  *fits = surface->mesh && surface->embedding && surface->mesh->triangle_count > 0 &&
          surface->embedding->point_count == surface->mesh->vertex_count &&
          (choice == BRN_SKIN_SURFACES || does_fit(model, model->part[part].label, surface));
  if (!*fits) return BRN_OK;
  out->is_surface = true;
  BRN_TRY(bind(replay, part, surface, &out->rider));
  return copy_triangles(replay->ctx, surface->mesh, out);
}
