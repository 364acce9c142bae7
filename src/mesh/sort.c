// SPDX-License-Identifier: Apache-2.0
//
// Sorting by corners and by keys, digit by digit (radix sort).

#include "mesh/sort.h"

#include <limits.h>
#include <string.h>

// --------------------------------------------------------------------------------------- tuples

BrnStatus brn__tuples_take(BrnContext* ctx, int width, size_t capacity, BrnTuples* out) {
  *out = (BrnTuples){.width = width};
  if (capacity > INT_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED,
                     "the mesh is too large: %zu edges, faces or tets to match, at most %d can be",
                     capacity, INT_MAX);
  }
  out->corner = brn__scratch(ctx, capacity * (size_t)width, int);
  out->item = brn__scratch(ctx, capacity, int);
  return out->corner && out->item ? BRN_OK : BRN_NO_MEMORY;
}

// by insertion: there are at most four
static void ascend(int* corner, int width) {
  for (int i = 1; i < width; i++) {
    int moved = corner[i], j = i;
    for (; j > 0 && corner[j - 1] > moved; j--) corner[j] = corner[j - 1];
    corner[j] = moved;
  }
}

bool brn__tuples_add(BrnTuples* tuples, const int* corner, int item) {
  int width = tuples->width;
  int* own = tuples->corner + (size_t)tuples->count * (size_t)width;
  memcpy(own, corner, sizeof(int) * (size_t)width);
  ascend(own, width);
  for (int i = 1; i < width; i++) {
    if (own[i] == own[i - 1]) return false;
  }
  tuples->item[tuples->count++] = item;
  return true;
}

// One pass of the radix sort: to = from, by corner `digit`. from NULL: as they were added.
static void pass(const BrnTuples* tuples, int digit, int* bin, int vertex_count, const int* from,
                 int* to) {
  const int* corner = tuples->corner + digit;
  size_t width = (size_t)tuples->width;
  memset(bin, 0, sizeof(int) * ((size_t)vertex_count + 1));
  for (int i = 0; i < tuples->count; i++) bin[corner[width * (size_t)i] + 1]++;
  for (int v = 0; v < vertex_count; v++) bin[v + 1] += bin[v];
  for (int i = 0; i < tuples->count; i++) {
    int tuple = from ? from[i] : i;
    to[bin[corner[width * (size_t)tuple]]++] = tuple;
  }
}

BrnStatus brn__tuples_sort(BrnContext* ctx, BrnTuples* tuples, int vertex_count) {
  tuples->order = brn__scratch(ctx, tuples->count, int);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* other = brn__scratch(ctx, tuples->count, int);
  int* bin = brn__scratch(ctx, (size_t)vertex_count + 1, int);
  bool enough = tuples->order && other && bin;
  if (enough) {
    // from the last corner to the first, back and forth so that the first one ends in order
    const int* from = NULL;
    for (int digit = tuples->width - 1; digit >= 0; digit--) {
      int* to = digit % 2 == 0 ? tuples->order : other;
      pass(tuples, digit, bin, vertex_count, from, to);
      from = to;
    }
  }
  brn__scratch_release(ctx, mark);
  return enough ? BRN_OK : BRN_NO_MEMORY;
}

int brn__tuples_run_end(const BrnTuples* tuples, int begin) {
  size_t width = (size_t)tuples->width, size = sizeof(int) * width;
  const int* first = tuples->corner + width * (size_t)tuples->order[begin];
  int end = begin + 1;
  while (end < tuples->count &&
         memcmp(first, tuples->corner + width * (size_t)tuples->order[end], size) == 0) {
    end++;
  }
  return end;
}

// ----------------------------------------------------------------------------------------- keys

enum { DIGIT_BITS = 8, DIGITS = 64 / DIGIT_BITS, DIGIT_VALUES = 1 << DIGIT_BITS };

static int digit_of(uint64_t key, int digit) {
  return (int)(key >> (DIGIT_BITS * digit)) & (DIGIT_VALUES - 1);
}

// true: all keys have the same digit, and the pass can be skipped
static bool digit_is_constant(const int* count, int total) {
  for (int value = 0; value < DIGIT_VALUES; value++) {
    if (count[value] != 0) return count[value] == total;
  }
  return true;
}

void brn__keys_sort(BrnKeyed* list, BrnKeyed* spare, int count) {
  int histogram[DIGITS][DIGIT_VALUES] = {{0}};
  for (int i = 0; i < count; i++) {
    for (int d = 0; d < DIGITS; d++) histogram[d][digit_of(list[i].key, d)]++;
  }
  BrnKeyed *from = list, *to = spare;
  for (int d = 0; d < DIGITS; d++) {
    if (digit_is_constant(histogram[d], count)) continue;
    int start[DIGIT_VALUES] = {0};
    for (int v = 1; v < DIGIT_VALUES; v++) start[v] = start[v - 1] + histogram[d][v - 1];
    for (int i = 0; i < count; i++) to[start[digit_of(from[i].key, d)]++] = from[i];
    BrnKeyed* swap = from;
    from = to;
    to = swap;
  }
  if (from != list) memcpy(list, from, sizeof *list * (size_t)count);
}
