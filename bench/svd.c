// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include "core/svd.h"

#include <stdio.h>

// Singular values and polar decompositions of random 3 x 3 matrices, one core: one at a time, and
// eight at a time on lanes.

typedef struct Task {
  int count;
  double *F, *U, *s, *V;
} Task;

static void one_by_one(void* user) {
  Task* t = user;
  for (size_t i = 0; i < (size_t)t->count; i++) {
    brn__svd3(t->F + 9 * i, t->U + 9 * i, t->s + 3 * i, t->V + 9 * i);
  }
}

static void batch(void* user) {
  Task* t = user;
  brn__svd3_batch(t->F, t->count, t->U, t->s, t->V);
}

static void polar_batch(void* user) {
  Task* t = user;
  brn__polar3_batch(t->F, t->count, t->U, t->V);
}

static json_t* measure(const Task* task, const BenchRun* run) {
  int times = run->quick ? 1 : 7;
  Task t = *task;
  double single = t.count / bench_median(times, one_by_one, &t);
  double lanes = t.count / bench_median(times, batch, &t);
  double polar = t.count / bench_median(times, polar_batch, &t);
  if (!run->quiet) {
    printf("%12s %14s %14s %14s\n", "matrices", "svd3 M/s", "batch M/s", "polar batch M/s");
    printf("%12d %14.2f %14.2f %14.2f\n", t.count, 1e-6 * single, 1e-6 * lanes, 1e-6 * polar);
  }
  return json_pack("{s:i, s:f, s:f, s:f}", "matrices", t.count, "single_per_second", single,
                   "batch_per_second", lanes, "polar_batch_per_second", polar);
}

static json_t* run(BrnContext* ctx, const BenchRun* run) {
  // few enough to stay in the second-level cache, so that the arithmetic is measured
  Task t = {.count = run->size > 0 ? run->size : 4096};
  size_t n = (size_t)t.count;
  t.F = brn__new(ctx, 9 * n, double);
  t.U = brn__new(ctx, 9 * n, double);
  t.s = brn__new(ctx, 3 * n, double);
  t.V = brn__new(ctx, 9 * n, double);
  json_t* result = NULL;
  if (t.F && t.U && t.s && t.V) {
    uint64_t state = 1;
    for (size_t i = 0; i < 9 * n; i++) t.F[i] = bench_random(&state) - 0.5;
    result = measure(&t, run);
  }
  brn__free(ctx, t.F);
  brn__free(ctx, t.U);
  brn__free(ctx, t.s);
  brn__free(ctx, t.V);
  return result;
}

const Bench bench_svd = {
    .name = "svd",
    .summary = "singular values of 3 x 3 matrices, one by one and on lanes",
    .run = run,
};
