// SPDX-License-Identifier: Apache-2.0
//
// Lanes in another order. gcc and clang spell it differently; only this file knows how.

#pragma once

#include "core/lanes.h"

/// Numbers of a (0 to 7) and of b (8 to 15), in the order told: eight constants.
#ifdef __clang__
#define BRN_LANE_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define BRN_LANE_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (BrnMask){__VA_ARGS__})
#endif

// Three rounds of these exchange rows and columns of 2 x 2 numbers, then of 2 x 2 pairs, then of
// 2 x 2 fours.
BRN_LANE_INLINE BrnLanes brn__lanes_even(BrnLanes a, BrnLanes b) {
  return BRN_LANE_SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
}
BRN_LANE_INLINE BrnLanes brn__lanes_odd(BrnLanes a, BrnLanes b) {
  return BRN_LANE_SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
}
BRN_LANE_INLINE BrnLanes brn__lanes_lower(BrnLanes a, BrnLanes b) {
  return BRN_LANE_SHUFFLE(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
BRN_LANE_INLINE BrnLanes brn__lanes_upper(BrnLanes a, BrnLanes b) {
  return BRN_LANE_SHUFFLE(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}
BRN_LANE_INLINE BrnLanes brn__lanes_front(BrnLanes a, BrnLanes b) {
  return BRN_LANE_SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
}
BRN_LANE_INLINE BrnLanes brn__lanes_back(BrnLanes a, BrnLanes b) {
  return BRN_LANE_SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}

/// Number order[i] of x becomes number i; the order is not known before it runs.
BRN_LANE_INLINE BrnLanes brn__lanes_permute(BrnLanes x, BrnMask order) {
#ifndef __clang__
  return __builtin_shuffle(x, order);
#elif defined(__AVX512F__)
  return (BrnLanes)_mm512_permutexvar_pd((__m512i)order, (__m512d)x);
#else
  BrnLanes out;
  for (int i = 0; i < BRN_LANES; i++) out[i] = x[order[i]];
  return out;
#endif
}
