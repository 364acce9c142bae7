// SPDX-License-Identifier: Apache-2.0
//
// Open addressing with linear steps (hash.h): making the table larger, or anew with another seed
// where it gets crowded.

#include "core/hash.h"

#include <string.h>

enum { FIRST_SLOTS = 64, MOST_SEEDS = 8 };

static void put(BrnHash* hash, const BrnHashKind* kind, const void* user, int item) {
  size_t mask = hash->slot_count - 1, at = kind->hash(user, item, hash->seed) & mask;
  while (hash->slot[at] >= 0) at = (at + 1) & mask;
  hash->slot[at] = item;
}

static BrnStatus rebuild(BrnContext* ctx, BrnHash* hash, const BrnHashKind* kind, const void* user,
                         size_t slot_count, int item_count) {
  int* slot = brn__new(ctx, slot_count, int);
  if (!slot) return BRN_NO_MEMORY;
  brn__free(ctx, hash->slot);
  memset(slot, 0xff, slot_count * sizeof *slot);
  hash->slot = slot;
  hash->slot_count = slot_count;
  for (int i = 0; i < item_count; i++) put(hash, kind, user, i);
  return BRN_OK;
}

BrnStatus brn__hash_reserve(BrnContext* ctx, BrnHash* hash, const BrnHashKind* kind,
                            const void* user, int count) {
  size_t slot_count = hash->slot_count ? hash->slot_count : FIRST_SLOTS;
  while (slot_count < 2 * (size_t)count) slot_count *= 2;
  bool fooled = hash->crowded && hash->seed < MOST_SEEDS;
  if (slot_count == hash->slot_count && !fooled) return BRN_OK;
  if (fooled) hash->seed++;
  hash->crowded = false;
  return rebuild(ctx, hash, kind, user, slot_count, count - 1);
}

void brn__hash_free(BrnContext* ctx, BrnHash* hash) {
  brn__free(ctx, hash->slot);
  *hash = (BrnHash){0};
}

uint64_t brn__hash_text(uint64_t hash, const char* text, size_t length) {
  for (uint64_t word = 0; length > 0; word = 0) {
    size_t part = length < sizeof word ? length : sizeof word;
    memcpy(&word, text, part);
    hash = brn__hash_mix(hash, word) + length; // added, or two words could cancel each other
    text += part;
    length -= part;
  }
  return hash;
}
