// SPDX-License-Identifier: Apache-2.0
//
// Meshes in the cache, by a key of the surfaces and of all that meshing depends on (mesh_cache.h).

#include "anatomy/mesh_cache.h"

#include "anatomy/cache.h"
#include "core/core.h"
#include "core/hash.h"
#include "core/identity.h"
#include "mesh/described.h"

#include <string.h>

static uint64_t add(uint64_t hash, const void* data, size_t size) {
  return brn__hash_text(brn__hash_mix(hash, size), data, size);
}

static uint64_t add_surface(uint64_t hash, const BrnMesh* surface) {
  hash = add(hash, surface->position, 3 * sizeof(double) * (size_t)surface->vertex_count);
  return add(hash, surface->triangle, 3 * sizeof(int) * (size_t)surface->triangle_count);
}

uint64_t brn__mesh_key(const BrnTetraDef* def) {
  const double number[] = {def->size, def->tets, def->thickness, def->thin_levels, def->passes};
  uint64_t hash = brn__hash_mix(brn__code_identity(), BRN_ARCHIVE_VERSION);
  hash = add(hash, number, sizeof number);
  for (int i = 0; i < def->part_count; i++) {
    const BrnTetraPart* part = &def->part[i];
    hash = add_surface(hash, part->surface);
    hash = add(hash, part->name, strlen(part->name));
    hash = brn__hash_mix(brn__hash_mix(hash, (uint64_t)part->label), (uint64_t)part->priority);
  }
  for (int i = 0; i < def->bridge_count; i++) {
    const double bridge[] = {def->bridge[i].a, def->bridge[i].b, def->bridge[i].gap};
    hash = add(hash, bridge, sizeof bridge);
  }
  return hash;
}

BrnStatus brn__mesh_find(BrnContext* ctx, const char* folder, uint64_t key, BrnMesh** out) {
  bool found = false;
  BrnMesh* mesh = brn__new_zero(ctx, 1, BrnMesh);
  BrnScope scope = {.type = &brn__mesh_description, .record = mesh};
  *out = NULL;
  if (!mesh) return BRN_NO_MEMORY;
  BrnStatus status = brn__cache_find(ctx, folder, key, &scope, &found);
  if (status == BRN_OK && found) {
    *out = mesh;
  } else {
    brn__free(ctx, mesh);
  }
  return status;
}

BrnStatus brn__mesh_keep(BrnContext* ctx, const char* folder, uint64_t key, BrnMesh* mesh) {
  BrnScope scope = {.type = &brn__mesh_description, .record = mesh};
  return brn__cache_keep(ctx, folder, key, &scope);
}

// ------------------------------------------------------------------------------------ the surfaces

// what a surface has of the mesh
typedef struct Ride {
  BrnEmbedding* embedding;
  int outside_count;
  double max_outside;
} Ride;

typedef struct Rides {
  Ride* ride;
  int count;
} Rides;

#define S Ride
static const BrnMember ride_members[] = {
    BRN_MEMBER_ONE(embedding, brn__embedding_description),
    BRN_MEMBER(outside_count),
    BRN_MEMBER(max_outside),
    {0},
};
#undef S
static const BrnDescription ride_description = {
    .name = "ride", .size = sizeof(Ride), .members = ride_members};

#define S Rides
static const BrnMember rides_members[] = {
    BRN_MEMBER(count),
    BRN_MEMBER_LIST(ride, "count", ride_description),
    {0},
};
#undef S
static const BrnDescription rides_description = {
    .name = "rides", .size = sizeof(Rides), .members = rides_members};

uint64_t brn__rides_key(const BrnModel* model) {
  const BrnMesh* mesh = model->mesh;
  uint64_t hash = brn__hash_mix(brn__code_identity(), BRN_ARCHIVE_VERSION);
  hash = add(hash, "rides", 5);
  hash = add(hash, mesh->position, 3 * sizeof(double) * (size_t)mesh->vertex_count);
  hash = add(hash, mesh->tet, 4 * sizeof(int) * (size_t)mesh->tet_count);
  hash = add(hash, mesh->tet_label, sizeof(int) * (size_t)mesh->tet_count);
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    hash = brn__hash_mix(brn__hash_mix(hash, (uint64_t)part->label), (uint64_t)part->surface + 1);
    if (part->surface >= 0) hash = add_surface(hash, model->surface[part->surface].mesh);
  }
  return hash;
}

BrnStatus brn__rides_find(BrnContext* ctx, const char* folder, uint64_t key, BrnModel* model,
                          bool* found) {
  Rides rides = {0};
  BrnScope scope = {.type = &rides_description, .record = &rides};
  BRN_TRY(brn__cache_find(ctx, folder, key, &scope, found));
  for (int s = 0; *found && s < model->surface_count; s++) {
    BrnModelSurface* surface = &model->surface[s];
    surface->embedding = rides.ride[s].embedding;
    surface->outside_count = rides.ride[s].outside_count;
    surface->max_outside = rides.ride[s].max_outside;
  }
  brn__free(ctx, rides.ride);
  return BRN_OK;
}

BrnStatus brn__rides_keep(BrnContext* ctx, const char* folder, uint64_t key,
                          const BrnModel* model) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Rides rides = {brn__scratch(ctx, model->surface_count, Ride), model->surface_count};
  BrnScope scope = {.type = &rides_description, .record = &rides};
  BrnStatus status = rides.ride ? BRN_OK : BRN_NO_MEMORY;
  for (int s = 0; status == BRN_OK && s < rides.count; s++) {
    const BrnModelSurface* surface = &model->surface[s];
    rides.ride[s] = (Ride){surface->embedding, surface->outside_count, surface->max_outside};
  }
  if (status == BRN_OK) status = brn__cache_keep(ctx, folder, key, &scope);
  brn__scratch_release(ctx, mark);
  return status;
}
