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
