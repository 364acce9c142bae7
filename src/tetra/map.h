// SPDX-License-Identifier: Apache-2.0
//
// Numbers for keys: the first key put in gets 0, the next new one 1, and so on.

#pragma once

#include "core/core.h"

typedef struct BrnMap {
  uint64_t* key; // key + 1; 0: free            (capacity)
  int* number;   //                             (capacity)
  size_t capacity;
  int count;
} BrnMap;

/// Number of a key, which is given one when it is new.
BrnStatus brn__map_put(BrnContext* ctx, BrnMap* map, uint64_t key, int* number);

/// Number of a key; -1: it was never put in.
int brn__map_find(const BrnMap* map, uint64_t key);

void brn__map_free(BrnContext* ctx, BrnMap* map);

/// Key of an edge, whichever way it runs.
static inline uint64_t brn__edge_key(int a, int b) {
  uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
  return low << 32 | high;
}
