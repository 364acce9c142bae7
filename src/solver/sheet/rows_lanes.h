// SPDX-License-Identifier: Apache-2.0
//
// From rows of four numbers to lanes and back.

#pragma once

#include "core/shuffle_lanes.h"

#include <stddef.h>

/// Rows row[0] to row[7] of `at`: number k of them becomes lane k.
BRN_LANE_INLINE void brn__rows_load(const double* at, const int row[BRN_LANES], BrnLanes x[4]) {
#ifdef __AVX512F__
  BrnLanes t[4], u[4];
  for (int i = 0; i < 4; i++) {
    __m256d first = _mm256_loadu_pd(at + 4 * (size_t)row[i]);
    __m256d second = _mm256_loadu_pd(at + 4 * (size_t)row[i + 4]);
    t[i] = (BrnLanes)_mm512_insertf64x4(_mm512_castpd256_pd512(first), second, 1);
  }
  for (int i = 0; i < 4; i += 2) {
    u[i] = brn__lanes_even(t[i], t[i + 1]);
    u[i + 1] = brn__lanes_odd(t[i], t[i + 1]);
  }
  for (int k = 0; k < 2; k++) {
    x[k] = brn__lanes_lower(u[k], u[k + 2]);
    x[k + 2] = brn__lanes_upper(u[k], u[k + 2]);
  }
#else
  for (int i = 0; i < BRN_LANES; i++) {
    const double* from = at + 4 * (size_t)row[i];
    for (int k = 0; k < 4; k++) x[k][i] = from[k];
  }
#endif
}

/// And back. Rows whose last number, the inverse mass, is 0 do not move and are left alone: that of
/// unused lanes is read by several workers at a time.
BRN_LANE_INLINE void brn__rows_store(double* at, const int row[BRN_LANES], const BrnLanes x[4]) {
#ifdef __AVX512F__
  BrnLanes t[4], u[4];
  for (int k = 0; k < 2; k++) {
    u[k] = brn__lanes_lower(x[k], x[k + 2]);
    u[k + 2] = brn__lanes_upper(x[k], x[k + 2]);
  }
  for (int i = 0; i < 4; i += 2) {
    t[i] = brn__lanes_even(u[i], u[i + 1]);
    t[i + 1] = brn__lanes_odd(u[i], u[i + 1]);
  }
  unsigned moves = _mm512_cmp_pd_mask((__m512d)x[3], _mm512_setzero_pd(), _CMP_GT_OQ);
  for (int i = 0; i < 4; i++) {
    __m256d first = _mm512_castpd512_pd256((__m512d)t[i]);
    __m256d second = _mm512_extractf64x4_pd((__m512d)t[i], 1);
    if (moves >> i & 1) _mm256_storeu_pd(at + 4 * (size_t)row[i], first);
    if (moves >> (i + 4) & 1) _mm256_storeu_pd(at + 4 * (size_t)row[i + 4], second);
  }
#else
  for (int i = 0; i < BRN_LANES; i++) {
    double* to = at + 4 * (size_t)row[i];
    for (int k = 0; k < 4 && x[3][i] > 0; k++) to[k] = x[k][i];
  }
#endif
}
