// SPDX-License-Identifier: Apache-2.0
//
// Eight doubles side by side, by the compiler's vector extension. A kernel is written once on lanes
// and marked BRN_LANE_KERNEL: the compiler makes a copy for AVX-512, one for AVX2 and one for any
// machine, and the right one is taken at load time. Products and sums are never fused, so all
// copies give the same bits.
//
// Lanes stay inside one source: a prepare fills them from plain arrays, a store empties them.

#pragma once

#include <stdint.h>

enum { BRN_LANES = 8 };

typedef double BrnLanes __attribute__((vector_size(64)));
typedef int64_t BrnMask __attribute__((vector_size(64))); // 0 or -1 in each lane

// A sanitizer's run time is not there yet when the copies are chosen, and clang 14 does not inline
// lanes into them: both get the plain copy.
#if defined(BRN_SANITIZED) || defined(__clang__) || !defined(__x86_64__)
#define BRN_LANE_KERNEL
#else
#define BRN_LANE_KERNEL                                                                            \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

#define BRN_LANE_INLINE static inline __attribute__((always_inline))

BRN_LANE_INLINE BrnLanes brn__lanes_set(double x) { return (BrnLanes){x, x, x, x, x, x, x, x}; }

BRN_LANE_INLINE BrnLanes brn__lanes_load(const double* from) {
  BrnLanes x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}

BRN_LANE_INLINE void brn__lanes_store(double* to, BrnLanes x) {
  __builtin_memcpy(to, &x, sizeof x);
}

/// mask ? a : b
BRN_LANE_INLINE BrnLanes brn__lanes_select(BrnMask mask, BrnLanes a, BrnLanes b) {
  return (BrnLanes)((mask & (BrnMask)a) | (~mask & (BrnMask)b));
}

/// a < b, for numbers: NaN gives any mask, and -0 counts as less than 0. The sign of a difference,
/// since gcc takes a comparison of lanes apart into single numbers where the machine's own vectors
/// are shorter.
BRN_LANE_INLINE BrnMask brn__lanes_less(BrnLanes a, BrnLanes b) { return (BrnMask)(a - b) >> 63; }

BRN_LANE_INLINE BrnLanes brn__lanes_min(BrnLanes a, BrnLanes b) {
  return brn__lanes_select(brn__lanes_less(a, b), a, b);
}

BRN_LANE_INLINE BrnLanes brn__lanes_max(BrnLanes a, BrnLanes b) {
  return brn__lanes_select(brn__lanes_less(b, a), a, b);
}

BRN_LANE_INLINE BrnLanes brn__lanes_abs(BrnLanes a) { return (BrnLanes)((BrnMask)a & INT64_MAX); }

/// The size of a with the sign of b.
BRN_LANE_INLINE BrnLanes brn__lanes_copysign(BrnLanes a, BrnLanes b) {
  return (BrnLanes)(((BrnMask)a & INT64_MAX) | ((BrnMask)b & INT64_MIN));
}

BRN_LANE_INLINE BrnLanes brn__lanes_sqrt(BrnLanes a) {
  BrnLanes root;
  for (int i = 0; i < BRN_LANES; i++) root[i] = __builtin_sqrt(a[i]);
  return root;
}

/// Is the mask set in any lane?
BRN_LANE_INLINE int brn__mask_any(BrnMask mask) {
  int64_t any = 0;
  for (int i = 0; i < BRN_LANES; i++) any |= mask[i];
  return any != 0;
}
