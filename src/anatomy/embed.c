// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

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
  BRN_TRY(brn__build_at(build, status, "the surface of \"%s\"", part->name));
  surface->outside_count = embedding->outside_count;
  surface->max_outside = embedding->max_distance;
  return BRN_OK;
}

BrnStatus brn__build_embeddings(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    brn__build_progress(build, "surfaces", (double)p / model->part_count);
    if (part->surface >= 0) BRN_TRY(bind(build, part, &model->surface[part->surface]));
  }
  return BRN_OK;
}
