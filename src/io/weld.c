// SPDX-License-Identifier: Apache-2.0
//
// Equal vertices become one, by a hash of their coordinates (weld.h).

#include "io/weld.h"

#include <limits.h>
#include <string.h>

typedef struct Query {
  const BrnWeld* weld;
  const double* wanted;
} Query;

static const double* place_of(const Query* query, int vertex) {
  return vertex < 0 ? query->wanted : query->weld->position + 3 * (size_t)vertex;
}

static uint64_t hash_place(const void* user, int vertex, uint64_t seed) {
  const double* p = place_of(user, vertex);
  uint64_t hash = seed;
  for (int k = 0; k < 3; k++) {
    double value = p[k] + 0.0; // -0 becomes 0
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    hash = brn__hash_mix(hash, bits + (uint64_t)k);
  }
  return hash;
}

static bool is_wanted(const void* user, int vertex) {
  const double *p = place_of(user, vertex), *q = place_of(user, -1);
  return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

static const BrnHashKind kind = {hash_place, is_wanted};

BrnStatus brn__weld_add(BrnContext* ctx, BrnWeld* weld, const double* position, int* index) {
  if (weld->count == INT_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "there are more than %d vertices", INT_MAX);
  }
  Query query = {weld, position};
  BRN_TRY(brn__hash_reserve(ctx, &weld->hash, &kind, &query, weld->count + 1));
  int* slot = brn__hash_slot(&weld->hash, &kind, &query);
  if (*slot < 0) {
    size_t needed = 3 * ((size_t)weld->count + 1);
    BRN_TRY(brn__grow(ctx, &weld->position, &weld->capacity, needed, sizeof(double)));
    memcpy(weld->position + needed - 3, position, 3 * sizeof *position);
    *slot = weld->count++;
  }
  *index = *slot;
  return BRN_OK;
}

void brn__weld_free(BrnContext* ctx, BrnWeld* weld) {
  brn__free(ctx, weld->position);
  brn__hash_free(ctx, &weld->hash);
  *weld = (BrnWeld){0};
}
