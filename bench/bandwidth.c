// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include <string.h>
#include <sys/mman.h>

typedef struct Reading {
  BrnContext* ctx;
  const double* data;
  int count;
} Reading;

static void read_terms(void* user, int begin, int end, double* sum) {
  const Reading* reading = user;
  double part[16] = {0};
  for (int i = begin; i + 16 <= end; i += 16) {
    for (int k = 0; k < 16; k++) part[k] += reading->data[i + k];
  }
  for (int k = 0; k < 16; k++) sum[0] += part[k];
}

static void read_all(void* user) {
  Reading* reading = user;
  double sum;
  brn__parallel_sum(reading->ctx, reading->count, 1, read_terms, reading, &sum);
  if (sum != 0) reading->count = 0;
}

// in large pages, as factors are kept
double bench_stream_bandwidth(BrnContext* ctx) {
  enum { PAGE = 2 << 20, COUNT = 32 << 20 }; // 256 MB
  Reading reading = {.ctx = ctx, .count = COUNT};
  char* data = brn__alloc(ctx, sizeof(double) * COUNT + PAGE, 1);
  if (!data) return 0;
  char* page = data + (PAGE - (uintptr_t)data % PAGE);
#ifdef MADV_HUGEPAGE
  madvise(page, sizeof(double) * COUNT - PAGE, MADV_HUGEPAGE);
#endif
  memset(page, 0, sizeof(double) * COUNT);
  reading.data = (const double*)page;
  double seconds = bench_median(7, read_all, &reading);
  brn__free(ctx, data);
  return (double)reading.count * sizeof(double) / seconds;
}
