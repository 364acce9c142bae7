// SPDX-License-Identifier: Apache-2.0

#include "anatomy/mesh_cache.h"

#include "anatomy/build.h"
#include "core/vec.h"

#include <math.h>
#include <string.h>

// Surfaces ride on the tets of their own part: where parts are apart, or overlapped before they
// were meshed, a vertex must not hang on to its neighbour's tets. But where a stronger part took a
// piece away, as a bone does of a tendon that is sunk into it, the vertices there ride on that.

static BrnStatus bind(BrnBuild* build, const BrnModelPart* part, BrnModelSurface* surface) {
  BrnRegion* region;
  BRN_TRY(brn__build_at(build,
                        brn_region_create(build->ctx, build->model->mesh, &part->label, 1, &region),
                        "\"%s\"", part->name));
  BrnStatus status = brn_embedding_create(build->ctx, region->mesh, surface->mesh->position,
                                          surface->mesh->vertex_count, &surface->embedding);
  BrnEmbedding* embedding = surface->embedding;
  for (int i = 0; status == BRN_OK && i < embedding->point_count; i++) {
    embedding->tet[i] = region->tet[embedding->tet[i]];
  }
  brn_region_destroy(build->ctx, region);
  return brn__build_at(build, status, "the surface of \"%s\"", part->name);
}

// ----------------------------------------------------------------------------- what was taken away

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

static bool is_far(const BrnModel* model, const BrnEmbedding* embedding, int i) {
  double distance = embedding->distance[i];
  return distance > 0 && distance > edge_of(model->mesh, embedding->tet[i]);
}

// vertices outside of their own part
static int list_outside(const BrnModelSurface* surface, int* vertex, double* point) {
  int count = 0;
  for (int i = 0; i < surface->embedding->point_count; i++) {
    if (surface->embedding->distance[i] <= 0) continue;
    brn__copy3(point + 3 * (size_t)count, surface->mesh->position + 3 * (size_t)i);
    vertex[count++] = i;
  }
  return count;
}

static void hand_over(const BrnEmbedding* all, int k, BrnEmbedding* own, int i) {
  own->tet[i] = all->tet[k];
  own->distance[i] = 0;
  memcpy(own->weight + 4 * (size_t)i, all->weight + 4 * (size_t)k, 4 * sizeof *all->weight);
}

// Vertices that a tet of another part contains are not outside of the body: finer tets would not
// help. Those far from their own part go to it.
static void settle(const BrnModel* model, const BrnEmbedding* all, const int* vertex,
                   BrnModelSurface* surface) {
  for (int k = 0; k < all->point_count; k++) {
    surface->outside_count += all->distance[k] > 0;
    surface->max_outside = fmax(surface->max_outside, all->distance[k]);
    if (all->distance[k] > 0 || !is_far(model, surface->embedding, vertex[k])) continue;
    hand_over(all, k, surface->embedding, vertex[k]);
  }
}

static BrnStatus bind_taken(BrnBuild* build, BrnModelSurface* surface) {
  BrnContext* ctx = build->ctx;
  int* vertex = brn__scratch(ctx, surface->mesh->vertex_count, int);
  double* point = brn__scratch(ctx, 3 * (size_t)surface->mesh->vertex_count, double);
  if (!vertex || !point) return BRN_NO_MEMORY;
  int count = list_outside(surface, vertex, point);
  if (count == 0) return BRN_OK;
  BrnEmbedding* all;
  BRN_TRY(brn_embedding_create(ctx, build->model->mesh, point, count, &all));
  settle(build->model, all, vertex, surface);
  brn_embedding_destroy(ctx, all);
  return BRN_OK;
}

static void count_outside(BrnEmbedding* embedding) {
  embedding->outside_count = 0;
  embedding->max_distance = 0;
  for (int i = 0; i < embedding->point_count; i++) {
    embedding->outside_count += embedding->distance[i] > 0;
    embedding->max_distance = fmax(embedding->max_distance, embedding->distance[i]);
  }
}

static BrnStatus bind_all(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    brn__build_progress(build, "surfaces", (double)p / model->part_count);
    if (part->surface < 0) continue;
    BrnModelSurface* surface = &model->surface[part->surface];
    BRN_TRY(bind(build, part, surface));
    BrnScratchMark mark = brn__scratch_mark(build->ctx);
    BrnStatus status = bind_taken(build, surface);
    brn__scratch_release(build->ctx, mark);
    BRN_TRY(status);
    count_outside(surface->embedding);
  }
  return BRN_OK;
}

BrnStatus brn__build_embeddings(BrnBuild* build) {
  const char* cache = build->model->surface_count > 0 ? build->def->cache : NULL;
  if (!cache) return bind_all(build);
  uint64_t key = brn__rides_key(build->model);
  BRN_TRY(brn__rides_find(build->ctx, cache, key, build->model, &build->found));
  if (build->found) return BRN_OK;
  BRN_TRY(bind_all(build));
  return brn__rides_keep(build->ctx, cache, key, build->model);
}
