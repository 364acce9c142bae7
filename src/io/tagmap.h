// SPDX-License-Identifier: Apache-2.0
//
// From the tags of a file, any 64-bit integers, to indices. Tags that run on one by one, as in most
// files, cost no memory; others go into a hash table sized by how many there are, never by how
// large they are. A zeroed map is empty.

#pragma once

#include "core/hash.h"

typedef struct BrnTag {
  int64_t tag;
  int value;
} BrnTag;

typedef struct BrnTagMap {
  int count;     // tags that were added
  int64_t first; // while they run on: tag first + i has value i
  BrnTag* entry; // NULL while the tags run on   (count)
  size_t capacity;
  BrnHash hash;
} BrnTagMap;

void brn__tag_map_free(BrnContext* ctx, BrnTagMap* map);

/// Adds a tag unless it is there. *found becomes its value, which is the older one if it was.
BrnStatus brn__tag_map_add(BrnContext* ctx, BrnTagMap* map, int64_t tag, int value, int* found);

/// @return the value of a tag; -1: it is not there
int brn__tag_map_find(const BrnTagMap* map, int64_t tag);
