// SPDX-License-Identifier: Apache-2.0
//
// From lanes to rows.

#pragma once

#include "core/shuffle_lanes.h"

/// Eight lanes of eight numbers: number k of lane i becomes number i of lane k.
BRN_LANE_INLINE void brn__lanes_transpose(BrnLanes x[8]) {
#ifdef __AVX512F__
  BrnLanes a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = brn__lanes_even(x[i], x[i + 1]);
    a[i + 1] = brn__lanes_odd(x[i], x[i + 1]);
  }
  for (int i = 0; i < 8; i += i % 4 == 1 ? 3 : 1) {
    b[i] = brn__lanes_lower(a[i], a[i + 2]);
    b[i + 2] = brn__lanes_upper(a[i], a[i + 2]);
  }
  for (int i = 0; i < 4; i++) {
    x[i] = brn__lanes_front(b[i], b[i + 4]);
    x[i + 4] = brn__lanes_back(b[i], b[i + 4]);
  }
#else
  BrnLanes a[8];
  for (int k = 0; k < 64; k++) a[k % 8][k / 8] = x[k / 8][k % 8];
  for (int i = 0; i < 8; i++) x[i] = a[i];
#endif
}
