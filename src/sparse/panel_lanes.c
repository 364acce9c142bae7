// SPDX-License-Identifier: Apache-2.0

#include "core/shuffle_lanes.h"
#include "sparse/panel.h"

#include <stdbool.h>
#include <stddef.h>

// The two products with a panel. A strip is swept for up to four right-hand sides at a time, with
// everything that does not come from the tiles in registers. Going up, a sum for each column and
// right-hand side runs in eight lanes down the strip, GROUP columns at a time; all copies add in
// the same order, so GROUP does not show in the result.

enum { TILE = BRN_LANES, RHS = 4 };

#ifdef __AVX512F__
#define GROUP(rhs) ((rhs) <= 3 ? 8 : 4) // of 32 registers
#else
#define GROUP(rhs) ((rhs) == 1 ? 4 : (rhs) <= 3 ? 2 : 1) // of 16, two or four for eight lanes
#endif

typedef struct Strip {
  const void* tiles;
  int offset;     // first column
  int begin, end; // blocks
} Strip;

BRN_LANE_INLINE BrnLanes load(const void* tiles, size_t at, bool floats) {
  return floats ? brn__lanes_load_floats((const float*)tiles + at)
                : brn__lanes_load((const double*)tiles + at);
}

// the strip of all columns from `offset`, whose tiles begin at number `at` of the panel
static Strip strip_at(const BrnPanelProduct* p, size_t at, int offset) {
  const char* tiles = p->tiles;
  tiles += at * (p->floats ? sizeof(float) : sizeof(double));
  return (Strip){tiles, offset, offset / TILE, p->blocks};
}

static size_t strip_numbers(const BrnPanelProduct* p, int offset, int width) {
  return (size_t)(p->blocks - offset / TILE) * TILE * (size_t)width;
}

// ----------------------------------------------------------------------------------------- down

BRN_LANE_INLINE void strip_down(const BrnPanelProduct* p, const Strip* s, int first, int width,
                                int rhs, bool floats) {
  const double* own = p->own + (size_t)first * p->step + s->offset;
  double* all = p->all + (size_t)first * p->step;
  int begin = p->begin > s->begin ? p->begin : s->begin;
  size_t at = (size_t)(begin - s->begin) * TILE * (size_t)width;
  for (int block = begin; block < p->end; block++, at += (size_t)(TILE * width)) {
    BrnLanes sum[RHS];
#pragma GCC unroll 4
    for (int r = 0; r < rhs; r++) sum[r] = brn__lanes_load(all + r * p->step + TILE * block);
#pragma GCC unroll 8
    for (int j = 0; j < width; j++) {
      BrnLanes tile = load(s->tiles, at + (size_t)(TILE * j), floats);
#pragma GCC unroll 4
      for (int r = 0; r < rhs; r++) sum[r] += tile * own[r * p->step + j];
    }
#pragma GCC unroll 4
    for (int r = 0; r < rhs; r++) brn__lanes_store(all + r * p->step + TILE * block, sum[r]);
  }
}

// ------------------------------------------------------------------------------------------- up

// as the transposition below adds
BRN_LANE_INLINE double sum_lanes(BrnLanes x) {
  return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

#ifdef __AVX512F__
// the sums of eight lanes each
BRN_LANE_INLINE BrnLanes sum_eight(const BrnLanes* x) {
  BrnLanes pair[4], four[2];
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
    BrnLanes a = x[2 * i], b = x[2 * i + 1];
    pair[i] = brn__lanes_even(a, b) + brn__lanes_odd(a, b);
  }
  for (int i = 0; i < 2; i++) {
    BrnLanes a = pair[2 * i], b = pair[2 * i + 1];
    four[i] = brn__lanes_lower(a, b) + brn__lanes_upper(a, b);
  }
  return brn__lanes_front(four[0], four[1]) + brn__lanes_back(four[0], four[1]);
}
#endif

BRN_LANE_INLINE void store_sums(double* own, BrnLanes* sum, int group) {
#ifdef __AVX512F__
  if (group == 8) {
    brn__lanes_store(own, sum_eight(sum));
    return;
  }
#endif
#pragma GCC unroll 8
  for (int j = 0; j < group; j++) own[j] = sum_lanes(sum[j]);
}

BRN_LANE_INLINE void group_up(const BrnPanelProduct* p, const Strip* s, int first, int column,
                              int width, int group, int rhs, bool floats) {
  double* own = p->own + (size_t)first * p->step + s->offset + column;
  const double* all = p->all + (size_t)first * p->step;
  BrnLanes sum[RHS][TILE];
#pragma GCC unroll 4
  for (int r = 0; r < rhs; r++) {
#pragma GCC unroll 8
    for (int j = 0; j < group; j++) sum[r][j] = (BrnLanes){0};
  }
  size_t at = (size_t)(TILE * column);
  for (int block = s->begin; block < s->end; block++, at += (size_t)(TILE * width)) {
    BrnLanes x[RHS];
#pragma GCC unroll 4
    for (int r = 0; r < rhs; r++) x[r] = brn__lanes_load(all + r * p->step + TILE * block);
#pragma GCC unroll 8
    for (int j = 0; j < group; j++) {
      BrnLanes tile = load(s->tiles, at + (size_t)(TILE * j), floats);
#pragma GCC unroll 4
      for (int r = 0; r < rhs; r++) sum[r][j] += tile * x[r];
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < rhs; r++) store_sums(own + r * p->step, sum[r], group);
}

BRN_LANE_INLINE void strip_up(const BrnPanelProduct* p, const Strip* s, int first, int width,
                              int rhs, bool floats) {
  int group = width < GROUP(rhs) ? width : GROUP(rhs);
  for (int column = 0; column < width; column += group) {
    group_up(p, s, first, column, width, group, rhs, floats);
  }
}

// ------------------------------------------------------------- every width and number of sides

#define EACH_RHS(sweep, width, floats)                                                             \
  switch (rhs) {                                                                                   \
  case 1: sweep(p, s, first, width, 1, floats); break;                                             \
  case 2: sweep(p, s, first, width, 2, floats); break;                                             \
  case 3: sweep(p, s, first, width, 3, floats); break;                                             \
  default: sweep(p, s, first, width, 4, floats);                                                   \
  }

#define EACH_WIDTH(sweep, floats)                                                                  \
  switch (width) {                                                                                 \
  case 8: EACH_RHS(sweep, 8, floats) break;                                                        \
  case 4: EACH_RHS(sweep, 4, floats) break;                                                        \
  case 2: EACH_RHS(sweep, 2, floats) break;                                                        \
  default: EACH_RHS(sweep, 1, floats)                                                              \
  }

#define EACH_SWEEP(name, sweep)                                                                    \
  static void name##_doubles(const BrnPanelProduct* p, const Strip* s, int first, int rhs,         \
                             int width) {                                                          \
    EACH_WIDTH(sweep, false)                                                                       \
  }                                                                                                \
  static void name##_floats(const BrnPanelProduct* p, const Strip* s, int first, int rhs,          \
                            int width) {                                                           \
    EACH_WIDTH(sweep, true)                                                                        \
  }

EACH_SWEEP(down, strip_down)
EACH_SWEEP(up, strip_up)

void BRN_LANE_NAME(brn__panel_down)(const BrnPanelProduct* p) {
  const BrnLanes zero = {0};
  for (int r = 0; r < p->count; r++) {
    double* all = p->all + (size_t)r * p->step;
    for (int block = p->begin; block < p->end; block++) brn__lanes_store(all + TILE * block, zero);
  }
  size_t at = 0;
  for (int offset = 0, width; offset < p->columns && offset / TILE < p->end; offset += width) {
    width = brn__strip_width(p->columns - offset);
    Strip strip = strip_at(p, at, offset);
    for (int first = 0; first < p->count; first += RHS) {
      int rhs = p->count - first < RHS ? p->count - first : RHS;
      (p->floats ? down_floats : down_doubles)(p, &strip, first, rhs, width);
    }
    at += strip_numbers(p, offset, width);
  }
}

void BRN_LANE_NAME(brn__panel_up)(const BrnPanelProduct* p) {
  size_t at = 0;
  for (int offset = 0, width; offset < p->end; offset += width) {
    width = brn__strip_width(p->columns - offset);
    Strip strip = strip_at(p, at, offset);
    for (int first = 0; first < p->count && offset >= p->begin; first += RHS) {
      int rhs = p->count - first < RHS ? p->count - first : RHS;
      (p->floats ? up_floats : up_doubles)(p, &strip, first, rhs, width);
    }
    at += strip_numbers(p, offset, width);
  }
}
