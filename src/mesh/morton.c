// SPDX-License-Identifier: Apache-2.0

#include "mesh/morton.h"

#include "mesh/box_tree.h"

#include <string.h>

// Ten bits an axis, interleaved (Morton 1966), then three passes of a counting sort.

enum { AXIS_BITS = 10, DIGIT_BITS = 10, DIGITS = 1 << DIGIT_BITS, PASSES = 3 };

typedef struct Key {
  uint32_t code;
  int index;
} Key;

// puts two zero bits after each of the ten lowest
static uint32_t spread(uint32_t x) {
  x = (x | x << 16) & 0x030000ff;
  x = (x | x << 8) & 0x0300f00f;
  x = (x | x << 4) & 0x030c30c3;
  return (x | x << 2) & 0x09249249;
}

static uint32_t cell(double p, double low, double scale) {
  double c = (p - low) * scale, most = (1 << AXIS_BITS) - 1;
  return c > 0 ? (uint32_t)(c < most ? c : most) : 0; // NaN: 0
}

static void fill_keys(const double* points, int count, Key* key) {
  double box[6], scale[3];
  brn__box_clear(box);
  for (int i = 0; i < count; i++) brn__box_join_point(box, points + 3 * (size_t)i);
  for (int k = 0; k < 3; k++) {
    double size = box[3 + k] - box[k];
    scale[k] = size > 0 ? (1 << AXIS_BITS) / size : 0;
  }
  for (int i = 0; i < count; i++) {
    const double* p = points + 3 * (size_t)i;
    uint32_t x = spread(cell(p[0], box[0], scale[0])), y = spread(cell(p[1], box[1], scale[1]));
    uint32_t z = spread(cell(p[2], box[2], scale[2]));
    key[i] = (Key){x | y << 1 | z << 2, i};
  }
}

static void sort_by_digit(const Key* from, Key* to, int count, int shift) {
  int start[DIGITS + 1] = {0};
  for (int i = 0; i < count; i++) start[(from[i].code >> shift) % DIGITS + 1]++;
  for (int d = 0; d < DIGITS; d++) start[d + 1] += start[d];
  for (int i = 0; i < count; i++) to[start[(from[i].code >> shift) % DIGITS]++] = from[i];
}

BrnStatus brn__morton_order(BrnContext* ctx, const double* points, int count, int* order) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Key* key = brn__scratch(ctx, count, Key);
  Key* other = brn__scratch(ctx, count, Key);
  BrnStatus status = key && other ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    fill_keys(points, count, key);
    for (int pass = 0; pass < PASSES; pass++) {
      sort_by_digit(key, other, count, pass * DIGIT_BITS);
      Key* swap = key;
      key = other, other = swap;
    }
    for (int i = 0; i < count; i++) order[i] = key[i].index;
  }
  brn__scratch_release(ctx, mark);
  return status;
}
