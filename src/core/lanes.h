// SPDX-License-Identifier: Apache-2.0
//
// Eight doubles side by side, by the compiler's vector extension. Lanes stay inside one source: a
// prepare fills them from plain arrays, a store empties them.
//
// Sources named *_lanes.c are compiled once for any machine, once for AVX2 and once for AVX-512,
// and the best copy is picked at run time. Products and sums are never fused, so all copies give
// the same bits.
//
//   // kernel.h                                    // kernel_lanes.c
//   BRN_LANE_DECLARE(void, brn__twice, (double*));  void BRN_LANE_NAME(brn__twice)(double* x) {...}
//
//   // caller
//   BRN_LANE_PICK(brn__twice)(x);
//
// Why not target_clones: gcc lowers vectors before it makes the clones, so comparisons and
// broadcasts of lanes come out one by one (measured: half the speed of the same source with
// -march).

#pragma once

#include <stdint.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

enum { BRN_LANES = 8 };

typedef double BrnLanes __attribute__((vector_size(64)));
typedef int64_t BrnMask __attribute__((vector_size(64))); // 0 or -1 in each lane

// ------------------------------------------------------------------------------- copies by machine

// BRN_LANE_COPY (_base, _v3, _v4) is set by the build; the sanitizer builds and other machines have
// the first only.
#define BRN_LANE_PASTE(name, copy) name##copy
#define BRN_LANE_EXPAND(name, copy) BRN_LANE_PASTE(name, copy)
#define BRN_LANE_NAME(name) BRN_LANE_EXPAND(name, BRN_LANE_COPY)

#ifdef BRN_LANE_COPIES
#define BRN_LANE_DECLARE(type, name, parameters)                                                   \
  type name##_base parameters;                                                                     \
  type name##_v3 parameters;                                                                       \
  type name##_v4 parameters
#define BRN_LANE_PICK(name)                                                                        \
  (brn__lane_level() == 2 ? name##_v4 : brn__lane_level() == 1 ? name##_v3 : name##_base)

/// 2: AVX-512 as in x86-64-v4, 1: AVX2 as in x86-64-v3, 0: any.
static inline int brn__lane_level(void) {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
    return 2;
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1 : 0;
}
#else
#define BRN_LANE_DECLARE(type, name, parameters) type name##_base parameters
#define BRN_LANE_PICK(name) name##_base
#endif

// -------------------------------------------------------------------------------------- arithmetic

#define BRN_LANE_INLINE static inline __attribute__((always_inline))

// x - 0 is x, sign of zero included; a list of eight x is inserted one by one by gcc 12
BRN_LANE_INLINE BrnLanes brn__lanes_set(double x) { return x - (BrnLanes){0}; }

BRN_LANE_INLINE BrnLanes brn__lanes_load(const double* from) {
  BrnLanes x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}

/// Eight floats, exactly.
BRN_LANE_INLINE BrnLanes brn__lanes_load_floats(const float* from) {
#ifdef __AVX512F__
  return (BrnLanes)_mm512_cvtps_pd(_mm256_loadu_ps(from)); // gcc 12 would go by halves
#else
  float x __attribute__((vector_size(32)));
  __builtin_memcpy(&x, from, sizeof x);
  return __builtin_convertvector(x, BrnLanes);
#endif
}

BRN_LANE_INLINE void brn__lanes_store(double* to, BrnLanes x) {
  __builtin_memcpy(to, &x, sizeof x);
}

// Comparisons are made in pieces of the machine's own width: gcc 12 takes a wider one apart into
// single numbers.
#ifdef __AVX512F__
#define BRN_PIECE 64
#elif defined(__AVX__)
#define BRN_PIECE 32
#else
#define BRN_PIECE 16
#endif

typedef double BrnPiece __attribute__((vector_size(BRN_PIECE)));
typedef int64_t BrnPieceMask __attribute__((vector_size(BRN_PIECE)));
typedef union BrnPieces {
  BrnLanes lanes;
  BrnMask mask;
  BrnPiece piece[64 / BRN_PIECE];
  BrnPieceMask piece_mask[64 / BRN_PIECE];
} BrnPieces;

/// a < b; false for NaN.
BRN_LANE_INLINE BrnMask brn__lanes_less(BrnLanes a, BrnLanes b) {
  BrnPieces x = {.lanes = a}, y = {.lanes = b}, less;
  for (int i = 0; i < 64 / BRN_PIECE; i++) less.piece_mask[i] = x.piece[i] < y.piece[i];
  return less.mask;
}

/// a <= b; false for NaN.
BRN_LANE_INLINE BrnMask brn__lanes_at_most(BrnLanes a, BrnLanes b) {
  BrnPieces x = {.lanes = a}, y = {.lanes = b}, at_most;
  for (int i = 0; i < 64 / BRN_PIECE; i++) at_most.piece_mask[i] = x.piece[i] <= y.piece[i];
  return at_most.mask;
}

/// mask ? a : b
BRN_LANE_INLINE BrnLanes brn__lanes_select(BrnMask mask, BrnLanes a, BrnLanes b) {
  return (BrnLanes)((mask & (BrnMask)a) | (~mask & (BrnMask)b));
}

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

/// The power of two that brings a positive a into [1, 2); something finite for zero.
BRN_LANE_INLINE BrnLanes brn__lanes_inverse_scale(BrnLanes a) {
  return (BrnLanes)((INT64_C(2046) << 52) - ((BrnMask)a & INT64_C(0x7ff) << 52));
}

/// Is the mask set in any lane?
BRN_LANE_INLINE int brn__mask_any(BrnMask mask) {
  int64_t any = 0;
  for (int i = 0; i < BRN_LANES; i++) any |= mask[i];
  return any != 0;
}
