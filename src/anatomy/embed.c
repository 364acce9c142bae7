// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include <math.h>
#include <string.h>

// Surfaces ride on the tets of their own part: where parts are apart, or overlapped before they
// were meshed, a vertex must not hang on to its neighbour's tets.

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

// Where parts overlapped, a vertex may be far from its own tets and yet inside of the body: another
// part has the place, and finer tets would not help. So what counts is the distance to all tets.

static int count_far(const BrnModel* model) {
  int count = 0;
  for (int s = 0; s < model->surface_count; s++) {
    if (model->surface[s].embedding) count += model->surface[s].embedding->outside_count;
  }
  return count;
}

static void gather_far(const BrnModel* model, double* points) {
  for (int s = 0; s < model->surface_count; s++) {
    const BrnModelSurface* surface = &model->surface[s];
    if (!surface->embedding) continue;
    for (int i = 0; i < surface->embedding->point_count; i++) {
      if (surface->embedding->distance[i] <= 0) continue;
      memcpy(points, &surface->mesh->position[3 * i], 3 * sizeof(double));
      points += 3;
    }
  }
}

static void note_distances(const BrnModel* model, const double* distance) {
  for (int s = 0; s < model->surface_count; s++) {
    BrnModelSurface* surface = &model->surface[s];
    int count = surface->embedding ? surface->embedding->outside_count : 0;
    for (int i = 0; i < count; i++) {
      surface->outside_count += distance[i] > 0;
      surface->max_outside = fmax(surface->max_outside, distance[i]);
    }
    distance += count;
  }
}

static BrnStatus find_outside(BrnBuild* build) {
  BrnContext* ctx = build->ctx;
  BrnModel* model = build->model;
  int count = count_far(model);
  if (count == 0) return BRN_OK;
  BrnEmbedding* whole = NULL;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* points = brn__scratch(ctx, 3 * (size_t)count, double);
  BrnStatus status = points ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    gather_far(model, points);
    status = brn_embedding_create(ctx, model->mesh, points, count, &whole);
  }
  if (status == BRN_OK) note_distances(model, whole->distance);
  brn_embedding_destroy(ctx, whole);
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__build_embeddings(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    brn__build_progress(build, "surfaces", (double)p / model->part_count);
    if (part->surface >= 0) BRN_TRY(bind(build, part, &model->surface[part->surface]));
  }
  return find_outside(build);
}
