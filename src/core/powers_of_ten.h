// SPDX-License-Identifier: Apache-2.0
//
// Powers of ten to 128 bits, for the printer and the parser of numbers.

#pragma once

#include <stdint.h>

enum { BRN_POWER_LOW = -342, BRN_POWER_HIGH = 324 };

/// 10^k is (high 2^64 + low) 2^(floor(log2 10^k) - 127), the first bit being set: exactly for k in
/// [0, 55], rounded up for k below and cut off for k above.
typedef struct BrnPowerOfTen {
  uint64_t high, low;
} BrnPowerOfTen;

extern const BrnPowerOfTen brn__powers_of_ten[BRN_POWER_HIGH - BRN_POWER_LOW + 1];

static inline BrnPowerOfTen brn__power_of_ten(int k) {
  return brn__powers_of_ten[k - BRN_POWER_LOW];
}

/// floor(log2(10^k)): log2(10) is 1741647 / 2^19, closely enough for |k| up to 1233.
static inline int brn__log2_of_power(int k) { return (k * 1741647) >> 19; }
