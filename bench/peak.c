// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include "core/lanes.h"

// The most that a core can do: independent products and sums on registers as wide as the lane
// kernels use, unfused and fused.

enum { CHAINS = 8, ROUNDS = 20000 };

typedef struct Peak {
  bool fused;
  double flops, sum;
} Peak;

#define PEAK_LOOP(Vector, step)                                                                    \
  do {                                                                                             \
    Vector x[CHAINS], y[CHAINS];                                                                   \
    for (int i = 0; i < CHAINS; i++) x[i] = y[i] = (Vector){0} + (1 + 1e-3 * i);                   \
    for (int round = 0; round < ROUNDS; round++) {                                                 \
      _Pragma("GCC unroll 8") for (int i = 0; i < CHAINS; i++) {                                   \
        step;                                                                                      \
        __asm__ volatile("" : "+v"(x[i]), "+v"(y[i]));                                             \
      }                                                                                            \
    }                                                                                              \
    for (int i = 0; i < CHAINS; i++) peak->sum += x[i][0] + y[i][0];                               \
  } while (0)

#ifdef BRN_LANE_COPIES
#include <immintrin.h>

__attribute__((target("avx512f"))) static double wide(Peak* peak) {
  __m512d a = _mm512_set1_pd(1 - 1e-9), b = _mm512_set1_pd(1e-9);
  if (peak->fused) {
    PEAK_LOOP(__m512d, (x[i] = _mm512_fmadd_pd(x[i], a, b), y[i] = _mm512_fmadd_pd(y[i], a, b)));
    return 4 * 8;
  }
  PEAK_LOOP(__m512d, (x[i] = x[i] * a, y[i] = y[i] + b));
  return 2 * 8;
}

__attribute__((target("avx2,fma"))) static double middle(Peak* peak) {
  __m256d a = _mm256_set1_pd(1 - 1e-9), b = _mm256_set1_pd(1e-9);
  if (peak->fused) {
    PEAK_LOOP(__m256d, (x[i] = _mm256_fmadd_pd(x[i], a, b), y[i] = _mm256_fmadd_pd(y[i], a, b)));
    return 4 * 4;
  }
  PEAK_LOOP(__m256d, (x[i] = x[i] * a, y[i] = y[i] + b));
  return 2 * 4;
}
#endif

static double narrow(Peak* peak) {
  typedef double Pair __attribute__((vector_size(16)));
  double a = 1 - 1e-9, b = 1e-9;
#ifdef __x86_64__
  PEAK_LOOP(Pair, (x[i] = x[i] * a, y[i] = y[i] + b));
#else
  Pair x = {1, 2}, y = {3, 4};
  for (int i = 0; i < CHAINS * ROUNDS; i++) x = x * a, y = y + b;
  peak->sum += x[0] + y[0];
#endif
  return 2 * 2;
}

static void run(void* user) {
  Peak* peak = user;
#ifdef BRN_LANE_COPIES
  int level = brn__lane_level();
  double flops = level == 2 ? wide(peak) : level == 1 ? middle(peak) : narrow(peak);
#else
  double flops = narrow(peak);
#endif
  peak->flops = flops * CHAINS * ROUNDS;
}

double bench_peak_flops(bool fused, int times) {
  Peak peak = {.fused = fused};
  double seconds = bench_median(times, run, &peak);
  return peak.sum == 0 ? 0 : peak.flops / seconds;
}
