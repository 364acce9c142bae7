// SPDX-License-Identifier: Apache-2.0
//
// Logarithm and exponential on lanes, good to about two units in the last place. The library's own
// differ between machines in the last bit; these do not.

#pragma once

#include "core/lanes.h"

typedef uint64_t BrnUnsigned __attribute__((vector_size(64)));

/// ln x for positive, normal x. Near 1 the error is relative to ln x itself.
BRN_LANE_INLINE BrnLanes brn__lanes_log(BrnLanes x) {
  // x = 2^k m with m in [sqrt 1/2, sqrt 2); ln m = 2 artanh s with s = (m - 1) / (m + 1)
  BrnMask bits = (BrnMask)x - INT64_C(0x3fe6a09e667f3bcd);
  BrnLanes m = (BrnLanes)((BrnMask)x - (bits & ~INT64_C(0xfffffffffffff)));
  // k + 1024 is put into the low bits of 2^52, to become a double
  BrnUnsigned whole = (BrnUnsigned)(bits + (INT64_C(1) << 62)) >> 52;
  BrnLanes k = (BrnLanes)(whole | UINT64_C(0x4330000000000000)) - (0x1p52 + 1024);
  BrnLanes f = m - 1, s = f / (2 + f), z = s * s;
  BrnLanes sum = brn__lanes_set(2.0 / 21);
  for (int n = 19; n >= 3; n -= 2) sum = sum * z + 2.0 / n;
  // ln 2 in two parts, the first short enough for its product with k to be exact
  return k * 0x1.62e42fefa38p-1 + (k * 0x1.ef35793c7673p-45 + (s * (sum * z) + 2 * s));
}

/// e^x; x is kept within [-700, 700].
BRN_LANE_INLINE BrnLanes brn__lanes_exp(BrnLanes x) {
  x = brn__lanes_min(brn__lanes_max(x, brn__lanes_set(-700)), brn__lanes_set(700));
  // x = k ln 2 + r; adding 2^52 + 2^51 rounds to a whole number
  BrnLanes shifted = x * 0x1.71547652b82fep0 + 0x1.8p52, k = shifted - 0x1.8p52;
  BrnLanes r = (x - k * 0x1.62e42fefa38p-1) - k * 0x1.ef35793c7673p-45;
  static const double factor[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                  1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                  1.0 / 120,        1.0 / 24,        1.0 / 6,        0.5};
  BrnLanes sum = brn__lanes_set(factor[0]);
  for (int i = 1; i < 12; i++) sum = sum * r + factor[i];
  BrnLanes e = 1 + (r + r * r * sum);
  BrnMask power = ((BrnMask)shifted - INT64_C(0x4338000000000000)) << 52;
  return (BrnLanes)((BrnMask)e + power);
}
