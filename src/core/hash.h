// SPDX-License-Identifier: Apache-2.0
//
// Finds items of an array by what they are: points by their coordinates, names by their letters.
// Open addressing, at most half full; the items stay with the caller, who says when two are alike.
//
//   Query query = {list, name}; // item -1 is the name, the others are those of the list
//   BRN_TRY(brn__hash_reserve(ctx, &hash, &kind, &query, list->count + 1));
//   int* slot = brn__hash_slot(&hash, &kind, &query);
//   if (*slot < 0) *slot = append(list, name);
//
// Files may be made to fool a hash function that everybody can read. Where the way to a slot gets
// long the table is made anew with another seed, which enters every step of the hash.

#pragma once

#include "core/core.h"

/// What the items are; -1 is the one that is looked for.
typedef struct BrnHashKind {
  uint64_t (*hash)(const void* user, int item, uint64_t seed);
  bool (*is_wanted)(const void* user, int item);
} BrnHashKind;

/// Starts as {0}.
typedef struct BrnHash {
  int* slot; // items, -1: free
  size_t slot_count;
  uint64_t seed;
  bool crowded; // the way to a slot was long
} BrnHash;

/// Room for `count` items, of which those from 0 up are in the table.
BrnStatus brn__hash_reserve(BrnContext* ctx, BrnHash* hash, const BrnHashKind* kind,
                            const void* user, int count);
void brn__hash_free(BrnContext* ctx, BrnHash* hash);

/// Stirs a word into a hash; the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
static inline uint64_t brn__hash_mix(uint64_t hash, uint64_t word) {
  uint64_t z = hash ^ word;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Stirs letters into a hash, eight at a time. The seed must be in the hash already.
uint64_t brn__hash_text(uint64_t hash, const char* text, size_t length);

enum { BRN_HASH_LONG_WALK = 100 };

// the place of the wanted item or the free one where it belongs, and how far it was
static inline size_t brn__hash_walk(const BrnHash* hash, const BrnHashKind* kind, const void* user,
                                    int* walked) {
  size_t mask = hash->slot_count - 1, at = kind->hash(user, -1, hash->seed) & mask;
  for (*walked = 0;; ++*walked, at = (at + 1) & mask) {
    int item = hash->slot[at];
    if (item < 0 || kind->is_wanted(user, item)) return at;
  }
}

/// The slot of the wanted item, or the free one where it belongs. There must be room.
static inline int* brn__hash_slot(BrnHash* hash, const BrnHashKind* kind, const void* user) {
  int walked;
  size_t at = brn__hash_walk(hash, kind, user, &walked);
  if (walked > BRN_HASH_LONG_WALK) hash->crowded = true;
  return &hash->slot[at];
}

/// @return the wanted item; -1: it is not there
static inline int brn__hash_find(const BrnHash* hash, const BrnHashKind* kind, const void* user) {
  int walked;
  return hash->slot_count ? hash->slot[brn__hash_walk(hash, kind, user, &walked)] : -1;
}
