// SPDX-License-Identifier: Apache-2.0

#include "io/vtu.h"

#include <string.h>

// Arrays by piece, section and name.

typedef struct Query {
  const BrnVtu* vtu;
  BrnVtuArray wanted;
} Query;

static const BrnVtuArray* array_of(const Query* query, int item) {
  return item < 0 ? &query->wanted : &query->vtu->array[query->vtu->found[item]];
}

static uint64_t hash_array(const void* user, int item, uint64_t seed) {
  const BrnVtuArray* array = array_of(user, item);
  uint64_t hash = brn__hash_mix(seed, (uint64_t)array->piece);
  hash = brn__hash_mix(hash, array->section + (uint64_t)BRN_VTU_SECTIONS);
  return brn__hash_text(hash, array->name, strlen(array->name));
}

static bool is_wanted(const void* user, int item) {
  const BrnVtuArray *array = array_of(user, item), *wanted = array_of(user, -1);
  return array->piece == wanted->piece && array->section == wanted->section &&
         strcmp(array->name, wanted->name) == 0;
}

static const BrnHashKind kind = {hash_array, is_wanted};

// of arrays of one name (time steps) the first is found
BrnStatus brn__vtu_index(BrnVtu* vtu) {
  vtu->found = brn__new(vtu->ctx, vtu->array_count, int);
  if (!vtu->found) return BRN_NO_MEMORY;
  int count = 0;
  for (int i = 0; i < vtu->array_count; i++) {
    Query query = {vtu, vtu->array[i]};
    BRN_TRY(brn__hash_reserve(vtu->ctx, &vtu->hash, &kind, &query, count + 1));
    int* slot = brn__hash_slot(&vtu->hash, &kind, &query);
    if (*slot >= 0) continue;
    vtu->found[count] = i;
    *slot = count++;
  }
  return BRN_OK;
}

const BrnVtuArray* brn__vtu_find(const BrnVtu* vtu, const BrnVtuPiece* piece, BrnVtuSection section,
                                 const char* name) {
  Query query = {vtu, {.piece = (int)(piece - vtu->piece), .section = section}};
  query.wanted.name = (char*)(uintptr_t)name; // only read
  int found = brn__hash_find(&vtu->hash, &kind, &query);
  return found < 0 ? NULL : &vtu->array[vtu->found[found]];
}
