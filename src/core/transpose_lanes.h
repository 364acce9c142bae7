// SPDX-License-Identifier: Apache-2.0
//
// From lanes to rows.

#pragma once

#include "core/lanes.h"

/// Eight lanes of eight numbers: number k of lane i becomes number i of lane k.
BRN_LANE_INLINE void brn__lanes_transpose(BrnLanes x[8]) {
#ifdef __AVX512F__
  const BrnMask even = {0, 8, 2, 10, 4, 12, 6, 14}, odd = {1, 9, 3, 11, 5, 13, 7, 15};
  const BrnMask lower = {0, 1, 8, 9, 4, 5, 12, 13}, upper = {2, 3, 10, 11, 6, 7, 14, 15};
  const BrnMask front = {0, 1, 2, 3, 8, 9, 10, 11}, back = {4, 5, 6, 7, 12, 13, 14, 15};
  BrnLanes a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shuffle(x[i], x[i + 1], even);
    a[i + 1] = __builtin_shuffle(x[i], x[i + 1], odd);
  }
  for (int i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) {
    b[i] = __builtin_shuffle(a[i], a[i + 2], lower);
    b[i + 2] = __builtin_shuffle(a[i], a[i + 2], upper);
  }
  for (int i = 0; i < 4; i++) {
    x[i] = __builtin_shuffle(b[i], b[i + 4], front);
    x[i + 4] = __builtin_shuffle(b[i], b[i + 4], back);
  }
#else
  BrnLanes a[8];
  for (int k = 0; k < 64; k++) a[k % 8][k / 8] = x[k / 8][k % 8];
  for (int i = 0; i < 8; i++) x[i] = a[i];
#endif
}
