// SPDX-License-Identifier: Apache-2.0
//
// Eight floats side by side, for rays: pictures need speed more than digits. As with the lanes of
// doubles (core/lanes.h), all copies of a kernel give the same bits.

#pragma once

#include "core/lanes.h"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef float BrnFloats __attribute__((vector_size(32)));

BRN_LANE_INLINE BrnFloats brn__floats_set(float x) { return x - (BrnFloats){0}; }

BRN_LANE_INLINE BrnFloats brn__floats_load(const float* from) {
  BrnFloats x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}

BRN_LANE_INLINE void brn__floats_store(float* to, BrnFloats x) {
  __builtin_memcpy(to, &x, sizeof x);
}

#if defined(__AVX2__)

/// a < b ? a : b, so b where one of them is not a number.
BRN_LANE_INLINE BrnFloats brn__floats_min(BrnFloats a, BrnFloats b) {
  return (BrnFloats)_mm256_min_ps((__m256)a, (__m256)b);
}

/// a > b ? a : b, so b where one of them is not a number.
BRN_LANE_INLINE BrnFloats brn__floats_max(BrnFloats a, BrnFloats b) {
  return (BrnFloats)_mm256_max_ps((__m256)a, (__m256)b);
}

/// a <= b: a bit for each lane, the first one lowest.
BRN_LANE_INLINE unsigned brn__floats_at_most(BrnFloats a, BrnFloats b) {
  return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps((__m256)a, (__m256)b, _CMP_LE_OQ));
}

#elif defined(__SSE2__)

typedef union BrnFloatHalves {
  BrnFloats whole;
  __m128 half[2];
} BrnFloatHalves;

BRN_LANE_INLINE BrnFloats brn__floats_min(BrnFloats a, BrnFloats b) {
  BrnFloatHalves x = {.whole = a}, y = {.whole = b};
  for (int i = 0; i < 2; i++) x.half[i] = _mm_min_ps(x.half[i], y.half[i]);
  return x.whole;
}

BRN_LANE_INLINE BrnFloats brn__floats_max(BrnFloats a, BrnFloats b) {
  BrnFloatHalves x = {.whole = a}, y = {.whole = b};
  for (int i = 0; i < 2; i++) x.half[i] = _mm_max_ps(x.half[i], y.half[i]);
  return x.whole;
}

BRN_LANE_INLINE unsigned brn__floats_at_most(BrnFloats a, BrnFloats b) {
  BrnFloatHalves x = {.whole = a}, y = {.whole = b};
  unsigned low = (unsigned)_mm_movemask_ps(_mm_cmple_ps(x.half[0], y.half[0]));
  unsigned high = (unsigned)_mm_movemask_ps(_mm_cmple_ps(x.half[1], y.half[1]));
  return low | high << 4;
}

#else

BRN_LANE_INLINE BrnFloats brn__floats_min(BrnFloats a, BrnFloats b) {
  for (int i = 0; i < BRN_LANES; i++) a[i] = a[i] < b[i] ? a[i] : b[i];
  return a;
}

BRN_LANE_INLINE BrnFloats brn__floats_max(BrnFloats a, BrnFloats b) {
  for (int i = 0; i < BRN_LANES; i++) a[i] = a[i] > b[i] ? a[i] : b[i];
  return a;
}

BRN_LANE_INLINE unsigned brn__floats_at_most(BrnFloats a, BrnFloats b) {
  unsigned bits = 0;
  for (int i = 0; i < BRN_LANES; i++) bits |= (unsigned)(a[i] <= b[i]) << i;
  return bits;
}

#endif
