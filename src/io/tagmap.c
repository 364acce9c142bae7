// SPDX-License-Identifier: Apache-2.0
//
// Tags to indices, by a run of numbers or by a hash table (tagmap.h).

#include "io/tagmap.h"

void brn__tag_map_free(BrnContext* ctx, BrnTagMap* map) {
  brn__free(ctx, map->entry);
  brn__hash_free(ctx, &map->hash);
  *map = (BrnTagMap){0};
}

// ----------------------------------------------------------------------------------------- hashing

typedef struct Query {
  const BrnTagMap* map;
  int64_t wanted;
} Query;

static int64_t tag_of(const Query* query, int item) {
  return item < 0 ? query->wanted : query->map->entry[item].tag;
}

static uint64_t hash_tag(const void* user, int item, uint64_t seed) {
  uint64_t start = brn__hash_mix(seed, 0x9e3779b97f4a7c15u);
  return brn__hash_mix(start, (uint64_t)tag_of(user, item));
}

static bool is_wanted(const void* user, int item) { return tag_of(user, item) == tag_of(user, -1); }

static const BrnHashKind kind = {hash_tag, is_wanted};

static BrnStatus put(BrnContext* ctx, BrnTagMap* map, int64_t tag, int value) {
  Query query = {map, tag};
  BRN_TRY(brn__grow(ctx, &map->entry, &map->capacity, (size_t)map->count + 1, sizeof *map->entry));
  BRN_TRY(brn__hash_reserve(ctx, &map->hash, &kind, &query, map->count + 1));
  *brn__hash_slot(&map->hash, &kind, &query) = map->count;
  map->entry[map->count] = (BrnTag){tag, value};
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- running on

static bool runs_on(const BrnTagMap* map, int64_t tag, int value) {
  int64_t next;
  if (map->entry || value != map->count) return false;
  if (map->count == 0) return true;
  return !__builtin_add_overflow(map->first, (int64_t)map->count, &next) && tag == next;
}

// the tags no longer run on: those so far become entries
static BrnStatus write_out(BrnContext* ctx, BrnTagMap* map) {
  BrnTagMap fresh = {0};
  BrnStatus status = BRN_OK;
  for (int i = 0; i < map->count && status == BRN_OK; i++, fresh.count += status == BRN_OK) {
    status = put(ctx, &fresh, map->first + i, i);
  }
  if (status == BRN_OK) *map = fresh;
  if (status != BRN_OK) brn__tag_map_free(ctx, &fresh);
  return status;
}

int brn__tag_map_find(const BrnTagMap* map, int64_t tag) {
  if (map->entry) {
    int item = brn__hash_find(&map->hash, &kind, &(Query){map, tag});
    return item < 0 ? -1 : map->entry[item].value;
  }
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
    if (!map->entry) BRN_TRY(write_out(ctx, map));
    BRN_TRY(put(ctx, map, tag, value));
  }
  map->count++;
  *found = value;
  return BRN_OK;
}
