// SPDX-License-Identifier: Apache-2.0
//
// Rows of the product with 3 x 3 blocks: nine sums that do not wait for each other, eight of them
// in lanes. All copies add in the same order.

#include "sparse/blocks.h"

typedef struct Sums {
  BrnLanes eight;
  double ninth;
} Sums;

BRN_LANE_INLINE BrnLanes load(const BrnBlocks* K, size_t at, bool rough) {
  return rough ? brn__lanes_load_floats(K->rough + at) : brn__lanes_load(K->value + at);
}

BRN_LANE_INLINE double last(const BrnBlocks* K, size_t at, bool rough) {
  return rough ? (double)K->rough[at + 8] : K->value[at + 8];
}

// x y z x y z x y
BRN_LANE_INLINE BrnLanes repeat(const double* x) {
#ifdef __AVX512F__
  const BrnMask order = {0, 1, 2, 0, 1, 2, 0, 1};
  return (BrnLanes)_mm512_permutexvar_pd((__m512i)order, _mm512_maskz_loadu_pd(7, x));
#else
  return (BrnLanes){x[0], x[1], x[2], x[0], x[1], x[2], x[0], x[1]};
#endif
}

BRN_LANE_INLINE void multiply_row(const BrnBlocks* K, int row, const double* x, double* y,
                                  bool rough) {
  Sums sum = {{0}, 0};
  for (int e = K->start[row]; e < K->start[row + 1]; e++) {
    const double* at = x + 3 * (size_t)K->column[e];
    size_t block = 9 * (size_t)e;
    sum.eight += load(K, block, rough) * repeat(at);
    sum.ninth += last(K, block, rough) * at[2];
  }
  const BrnLanes s = sum.eight;
  y[0] = (s[0] + s[1]) + s[2];
  y[1] = (s[3] + s[4]) + s[5];
  y[2] = (s[6] + s[7]) + sum.ninth;
}

void BRN_LANE_NAME(brn__blocks_rows)(const BrnBlocks* K, int begin, int end, const double* x,
                                     double* y) {
  for (int row = begin; row < end; row++) multiply_row(K, row, x, y + 3 * (size_t)row, false);
}

void BRN_LANE_NAME(brn__blocks_rows_rough)(const BrnBlocks* K, int begin, int end, const double* x,
                                           double* y) {
  for (int row = begin; row < end; row++) {
    bool exact = K->exact && K->exact[row];
    if (exact) {
      multiply_row(K, row, x, y + 3 * (size_t)row, false);
    } else {
      multiply_row(K, row, x, y + 3 * (size_t)row, true);
    }
  }
}
