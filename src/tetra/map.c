// SPDX-License-Identifier: Apache-2.0

#include "tetra/map.h"

// Open addressing, linear probing, at most half full.

static size_t place_of(const BrnMap* map, uint64_t key) {
  uint64_t hash = (key ^ key >> 31) * 0x9e3779b97f4a7c15u;
  size_t mask = map->capacity - 1, place = (size_t)(hash >> 20) & mask;
  while (map->key[place] && map->key[place] != key + 1) place = (place + 1) & mask;
  return place;
}

static BrnStatus widen(BrnContext* ctx, BrnMap* map) {
  BrnMap wide = {.capacity = map->capacity ? 2 * map->capacity : 1024, .count = map->count};
  wide.key = brn__new_zero(ctx, wide.capacity, uint64_t);
  wide.number = brn__new(ctx, wide.capacity, int);
  if (!wide.key || !wide.number) {
    brn__map_free(ctx, &wide);
    return BRN_NO_MEMORY;
  }
  for (size_t i = 0; i < map->capacity; i++) {
    if (!map->key[i]) continue;
    size_t place = place_of(&wide, map->key[i] - 1);
    wide.key[place] = map->key[i];
    wide.number[place] = map->number[i];
  }
  brn__map_free(ctx, map);
  *map = wide;
  return BRN_OK;
}

BrnStatus brn__map_put(BrnContext* ctx, BrnMap* map, uint64_t key, int* number) {
  if (2 * ((size_t)map->count + 1) > map->capacity) BRN_TRY(widen(ctx, map));
  size_t place = place_of(map, key);
  if (!map->key[place]) {
    map->key[place] = key + 1;
    map->number[place] = map->count++;
  }
  *number = map->number[place];
  return BRN_OK;
}

int brn__map_find(const BrnMap* map, uint64_t key) {
  if (!map->capacity) return -1;
  size_t place = place_of(map, key);
  return map->key[place] ? map->number[place] : -1;
}

void brn__map_free(BrnContext* ctx, BrnMap* map) {
  brn__free(ctx, map->key);
  brn__free(ctx, map->number);
  *map = (BrnMap){0};
}
