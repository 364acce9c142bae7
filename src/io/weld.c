// SPDX-License-Identifier: Apache-2.0

#include "io/weld.h"

#include <limits.h>
#include <string.h>

// Open addressing, at most half full.

enum { FIRST_SLOTS = 1 << 10 };

static uint64_t hash(const double* position) {
  uint64_t h = 0;
  for (int k = 0; k < 3; k++) {
    double value = position[k] + 0.0; // -0 becomes 0
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    h = (h ^ bits) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29; // the low bits of coordinates are often zero, those of the table must not be
  }
  return h;
}

// slot of the vertex at that place, or the free one where it belongs
static int* find(const BrnWeld* weld, const double* position) {
  size_t mask = weld->slot_count - 1;
  for (size_t s = hash(position) & mask;; s = (s + 1) & mask) {
    int vertex = weld->slot[s];
    if (vertex < 0) return &weld->slot[s];
    const double* p = weld->position + 3 * (size_t)vertex;
    if (p[0] == position[0] && p[1] == position[1] && p[2] == position[2]) return &weld->slot[s];
  }
}

// The old table stays in the scratch below the new one; all of them together are less than twice
// the last.
static BrnStatus grow_table(BrnContext* ctx, BrnWeld* weld) {
  size_t count = weld->slot_count ? 2 * weld->slot_count : FIRST_SLOTS;
  int* slot = brn__scratch(ctx, count, int);
  if (!slot) return BRN_NO_MEMORY;
  memset(slot, 0xff, count * sizeof *slot);
  weld->slot = slot;
  weld->slot_count = count;
  for (int v = 0; v < weld->count; v++) *find(weld, weld->position + 3 * (size_t)v) = v;
  return BRN_OK;
}

BrnStatus brn__weld_add(BrnContext* ctx, BrnWeld* weld, const double* position, int* index) {
  if (2 * (size_t)weld->count >= weld->slot_count) BRN_TRY(grow_table(ctx, weld));
  int* slot = find(weld, position);
  if (*slot < 0) {
    if (weld->count == INT_MAX) {
      return brn__fail(ctx, BRN_UNSUPPORTED, "there are more than %d vertices", INT_MAX);
    }
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
  *weld = (BrnWeld){0};
}
