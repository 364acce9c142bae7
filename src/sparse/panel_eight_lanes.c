// SPDX-License-Identifier: Apache-2.0

#include "sparse/panel.h"

#include <stdbool.h>
#include <stddef.h>

// The two products with a panel for eight right-hand sides, which are the lanes: a row of theirs is
// one load, and a number of the panel meets all eight of them. All copies add in the same order.

enum { TILE = BRN_LANES };

#ifdef __AVX512F__
enum { ROWS = 8 }; // whose sums are kept in registers
#else
enum { ROWS = 2 };
#endif

// numbers of a tile, column after column; floats are widened into `room`
BRN_LANE_INLINE const double* tile_at(const void* tiles, size_t at, int width, bool floats,
                                      double* room) {
  if (!floats) return (const double*)tiles + at;
  for (int j = 0; j < width; j++) {
    brn__lanes_store(room + TILE * j, brn__lanes_load_floats((const float*)tiles + at + TILE * j));
  }
  return room;
}

BRN_LANE_INLINE void strip_down(const BrnPanelProduct* p, size_t at, int offset, int width,
                                bool floats) {
  double room[TILE * TILE];
  int first = offset / TILE, begin = p->begin > first ? p->begin : first;
  BrnLanes own[TILE];
#pragma GCC unroll 8
  for (int j = 0; j < width; j++) own[j] = brn__lanes_load(p->own + TILE * (offset + j));
  at += (size_t)(begin - first) * TILE * (size_t)width;
  for (int block = begin; block < p->end; block++, at += (size_t)(TILE * width)) {
    const double* tile = tile_at(p->tiles, at, width, floats, room);
    for (int row = 0; row < TILE; row += ROWS) {
      double* all = p->all + (size_t)(TILE * (TILE * block + row));
      BrnLanes sum[ROWS];
#pragma GCC unroll 8
      for (int i = 0; i < ROWS; i++) sum[i] = brn__lanes_load(all + TILE * i);
#pragma GCC unroll 8
      for (int j = 0; j < width; j++) {
#pragma GCC unroll 8
        for (int i = 0; i < ROWS; i++) sum[i] += own[j] * tile[TILE * j + row + i];
      }
#pragma GCC unroll 8
      for (int i = 0; i < ROWS; i++) brn__lanes_store(all + TILE * i, sum[i]);
    }
  }
}

BRN_LANE_INLINE void strip_up(const BrnPanelProduct* p, size_t at, int offset, int width,
                              bool floats) {
  double room[TILE * TILE];
  BrnLanes sum[TILE];
#pragma GCC unroll 8
  for (int j = 0; j < width; j++) sum[j] = (BrnLanes){0};
  for (int block = offset / TILE; block < p->blocks; block++, at += (size_t)(TILE * width)) {
    const double* tile = tile_at(p->tiles, at, width, floats, room);
    const double* all = p->all + (size_t)(TILE * TILE * block);
    for (int i = 0; i < TILE; i++) {
      BrnLanes x = brn__lanes_load(all + TILE * i);
#pragma GCC unroll 8
      for (int j = 0; j < width; j++) sum[j] += x * tile[TILE * j + i];
    }
  }
#pragma GCC unroll 8
  for (int j = 0; j < width; j++) brn__lanes_store(p->own + TILE * (offset + j), sum[j]);
}

// ------------------------------------------------------------------------------------- every width

#define EACH_WIDTH(sweep, floats)                                                                  \
  switch (width) {                                                                                 \
  case 8: sweep(p, at, offset, 8, floats); break;                                                  \
  case 4: sweep(p, at, offset, 4, floats); break;                                                  \
  case 2: sweep(p, at, offset, 2, floats); break;                                                  \
  default: sweep(p, at, offset, 1, floats);                                                        \
  }

#define EACH_SWEEP(name, sweep)                                                                    \
  static void name(const BrnPanelProduct* p, size_t at, int offset, int width) {                   \
    if (p->floats) {                                                                               \
      EACH_WIDTH(sweep, true)                                                                      \
    } else {                                                                                       \
      EACH_WIDTH(sweep, false)                                                                     \
    }                                                                                              \
  }

EACH_SWEEP(down, strip_down)
EACH_SWEEP(up, strip_up)

static size_t strip_numbers(const BrnPanelProduct* p, int offset, int width) {
  return (size_t)(p->blocks - offset / TILE) * TILE * (size_t)width;
}

void BRN_LANE_NAME(brn__panel_down_eight)(const BrnPanelProduct* p) {
  const BrnLanes zero = {0};
  for (int row = TILE * p->begin; row < TILE * p->end; row++) {
    brn__lanes_store(p->all + (size_t)(TILE * row), zero);
  }
  size_t at = 0;
  for (int offset = 0, width; offset < p->columns && offset / TILE < p->end; offset += width) {
    width = brn__strip_width(p->columns - offset);
    down(p, at, offset, width);
    at += strip_numbers(p, offset, width);
  }
}

void BRN_LANE_NAME(brn__panel_up_eight)(const BrnPanelProduct* p) {
  size_t at = 0;
  for (int offset = 0, width; offset < p->end; offset += width) {
    width = brn__strip_width(p->columns - offset);
    if (offset >= p->begin) up(p, at, offset, width);
    at += strip_numbers(p, offset, width);
  }
}
