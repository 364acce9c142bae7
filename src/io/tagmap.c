// SPDX-License-Identifier: Apache-2.0

#include "io/tagmap.h"

void brn__tag_map_free(BrnContext* ctx, BrnTagMap* map) {
  brn__free(ctx, map->tag);
  brn__free(ctx, map->value);
  *map = (BrnTagMap){0};
}

// the finalizer of SplitMix64 (Steele, Lea, Flood 2014): neighbouring tags land far apart
static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// place of a tag, or the free place where it belongs; at most half of the places are taken
static size_t place_of(const BrnTagMap* map, int64_t tag) {
  size_t at = (size_t)mix((uint64_t)tag) & map->mask;
  while (map->value[at] >= 0 && map->tag[at] != tag) at = (at + 1) & map->mask;
  return at;
}

static void put(BrnTagMap* map, int64_t tag, int value) {
  size_t at = place_of(map, tag);
  map->tag[at] = tag;
  map->value[at] = value;
}

// makes the first table, once the tags stopped running on, or one twice as large
static BrnStatus grow_table(BrnContext* ctx, BrnTagMap* map) {
  BrnTagMap old = *map;
  size_t size = 16;
  while (size < 4 * (size_t)map->count) size *= 2;
  int64_t* tag = brn__new(ctx, size, int64_t);
  int* value = tag ? brn__new(ctx, size, int) : NULL;
  if (!value) {
    brn__free(ctx, tag);
    return BRN_NO_MEMORY;
  }
  for (size_t i = 0; i < size; i++) value[i] = -1;
  *map = (BrnTagMap){.count = old.count, .tag = tag, .value = value, .mask = size - 1};
  for (int i = 0; i < old.count && !old.tag; i++) put(map, old.first + i, i);
  for (size_t i = 0; old.tag && i <= old.mask; i++) {
    if (old.value[i] >= 0) put(map, old.tag[i], old.value[i]);
  }
  brn__tag_map_free(ctx, &old);
  return BRN_OK;
}

static bool runs_on(const BrnTagMap* map, int64_t tag, int value) {
  int64_t next;
  if (map->tag || value != map->count) return false;
  if (map->count == 0) return true;
  return !__builtin_add_overflow(map->first, (int64_t)map->count, &next) && tag == next;
}

int brn__tag_map_find(const BrnTagMap* map, int64_t tag) {
  if (map->tag) return map->value[place_of(map, tag)];
  uint64_t past = (uint64_t)tag - (uint64_t)map->first; // wraps around for tags before the first
  return past < (uint64_t)map->count ? (int)past : -1;
}

BrnStatus brn__tag_map_add(BrnContext* ctx, BrnTagMap* map, int64_t tag, int value, int* found) {
  *found = brn__tag_map_find(map, tag);
  if (*found >= 0) return BRN_OK;
  BRN_ASSERT(value >= 0);
  if (runs_on(map, tag, value)) {
    if (map->count == 0) map->first = tag;
  } else {
    bool full = !map->tag || 2 * (size_t)map->count > map->mask;
    if (full) BRN_TRY(grow_table(ctx, map));
    put(map, tag, value);
  }
  map->count++;
  *found = value;
  return BRN_OK;
}
