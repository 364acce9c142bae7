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

// named one by one: gcc would keep an array in memory
#define PEAK_EACH(do_one)                                                                          \
  do_one(0) do_one(1) do_one(2) do_one(3) do_one(4) do_one(5) do_one(6) do_one(7)
#define PEAK_BEGIN(i) x##i = (one + 1e-3 * i), y##i = x##i + 0.5;
#define PEAK_SUM(i) peak->sum += x##i[0] + y##i[0];
#define PEAK_LOOP(Vector, step)                                                                    \
  do {                                                                                             \
    Vector one = (Vector){0} + 1, x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7;  \
    PEAK_EACH(PEAK_BEGIN)                                                                          \
    for (int round = 0; round < ROUNDS; round++) {                                                 \
      PEAK_EACH(step)                                                                              \
    }                                                                                              \
    PEAK_EACH(PEAK_SUM)                                                                            \
  } while (0)
#define PEAK_PLAIN(i) x##i = x##i * a, y##i = y##i + b;
#define PEAK_FUSED_8(i) x##i = _mm512_fmadd_pd(x##i, a, b), y##i = _mm512_fmadd_pd(y##i, a, b);
#define PEAK_FUSED_4(i) x##i = _mm256_fmadd_pd(x##i, a, b), y##i = _mm256_fmadd_pd(y##i, a, b);

#ifdef BRN_LANE_COPIES
#include <immintrin.h>

__attribute__((target("avx512f"))) static double wide(Peak* peak) {
  __m512d a = _mm512_set1_pd(1 - 1e-9), b = _mm512_set1_pd(1e-9);
  if (peak->fused) {
    PEAK_LOOP(__m512d, PEAK_FUSED_8);
    return 4 * 8;
  }
  PEAK_LOOP(__m512d, PEAK_PLAIN);
  return 2 * 8;
}

__attribute__((target("avx2,fma"))) static double middle(Peak* peak) {
  __m256d a = _mm256_set1_pd(1 - 1e-9), b = _mm256_set1_pd(1e-9);
  if (peak->fused) {
    PEAK_LOOP(__m256d, PEAK_FUSED_4);
    return 4 * 4;
  }
  PEAK_LOOP(__m256d, PEAK_PLAIN);
  return 2 * 4;
}
#endif

static double narrow(Peak* peak) {
  typedef double Pair __attribute__((vector_size(16)));
  double a = 1 - 1e-9, b = 1e-9;
  PEAK_LOOP(Pair, PEAK_PLAIN);
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
