// SPDX-License-Identifier: Apache-2.0

#include "core/core.h"
#include "test.h"

#include <limits.h>
#include <stdatomic.h>

enum { MOST = 3000 };

typedef struct Visits {
  atomic_int seen[MOST];
  atomic_int calls, wrong;
  int count, grain, workers;
} Visits;

// each call is one whole chunk, by an existing worker
static void visit(void* user, int begin, int end, int worker) {
  Visits* visits = user;
  atomic_fetch_add(&visits->calls, 1);
  bool last = end == visits->count;
  bool right = begin >= 0 && begin < end && begin % visits->grain == 0 && end <= visits->count &&
               (last ? end - begin <= visits->grain : end - begin == visits->grain) &&
               worker >= 0 && worker < visits->workers;
  if (!right) atomic_fetch_add(&visits->wrong, 1);
  for (int i = begin; right && i < end; i++) atomic_fetch_add(&visits->seen[i], 1);
}

static void check_visits(BrnContext* ctx, int count, int grain) {
  static Visits visits;
  memset(&visits, 0, sizeof visits);
  visits.count = count, visits.grain = grain, visits.workers = brn_worker_count(ctx);
  brn__parallel_for(ctx, count, grain, visit, &visits);
  ENSURE_INT(visits.wrong, 0);
  ENSURE_INT(visits.calls, (count + grain - 1) / grain);
  for (int i = 0; i < MOST; i++) {
    if (visits.seen[i] != (i < count)) fail_msg("%d of %d: %d times", i, count, visits.seen[i]);
  }
}

static void each_index_is_visited_once(void** state) {
  (void)state;
  static const int counts[] = {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 100, 1000, 2999, MOST};
  static const int grains[] = {1, 2, 3, 8, 64, 1000, MOST, 2 * MOST};
  for (int workers = 1; workers <= 8; workers++) {
    BrnContext* ctx = test_context_with(workers);
    ENSURE_INT(brn_worker_count(ctx), workers);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
      for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
        check_visits(ctx, counts[c], grains[g]);
      }
    }
    test_context_done(ctx);
  }
}

static void never(void* user, int begin, int end, int worker) {
  (void)user, (void)begin, (void)end, (void)worker;
  fail_msg("called for nothing");
}

static void nothing_to_do_calls_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(3);
  brn__parallel_for(ctx, 0, 1, never, NULL);
  brn__parallel_for(ctx, 0, INT_MAX, never, NULL);
  test_context_done(ctx);
}

static void add_length(void* user, int begin, int end, int worker) {
  (void)worker;
  atomic_llong* total = user;
  atomic_fetch_add(total, begin >= 0 ? (long long)end - begin : -INT_MAX);
}

static void largest_counts_do_not_overflow(void** state) {
  (void)state;
  for (int workers = 1; workers <= 4; workers++) {
    BrnContext* ctx = test_context_with(workers);
    static const int grains[] = {INT_MAX, INT_MAX - 1, INT_MAX / 2, INT_MAX / 3, 1 << 24};
    for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
      atomic_llong total = 0;
      brn__parallel_for(ctx, INT_MAX, grains[g], add_length, &total);
      assert_true(total == INT_MAX);
    }
    test_context_done(ctx);
  }
}

// ----------------------------------------------------------------------------------------- sums

static void terms(void* user, int begin, int end, double* sum) {
  const double* value = user;
  for (int i = begin; i < end; i++) {
    sum[0] += value[i];
    sum[1] += value[i] * value[i];
    sum[2] += 1;
  }
}

static void sums_have_the_same_bits_with_any_workers(void** state) {
  (void)state;
  enum { COUNT = 100000 };
  double* value = malloc(COUNT * sizeof *value);
  TestRandom random = {1};
  for (int i = 0; i < COUNT; i++) {
    value[i] = test_random(&random, -1, 1) * exp(test_random(&random, -20, 20));
  }
  static const int counts[] = {0, 1, 63, 64, 65, 127, 128, 129, 1000, COUNT - 1, COUNT};
  static const int workers[] = {1, 2, 3, 8};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    double reference[3];
    for (int w = 0; w < 4; w++) {
      BrnContext* ctx = test_context_with(workers[w]);
      double sum[4] = {5, 5, 5, 77};
      brn__parallel_sum(ctx, counts[c], 3, terms, value, sum);
      if (w == 0) memcpy(reference, sum, sizeof reference);
      assert_memory_equal(sum, reference, sizeof reference);
      assert_true(sum[2] == counts[c] && sum[3] == 77);
      test_context_done(ctx);
    }
    double plain = 0, size = 0;
    for (int i = 0; i < counts[c]; i++) plain += value[i], size += fabs(value[i]);
    ENSURE_NEAR(reference[0], plain, 1e-12 * size);
  }
  free(value);
}

static void count_wide(void* user, int begin, int end, double* sum) {
  (void)user;
  for (int k = 0; k < BRN_SUM_WIDTH; k++) sum[k] += (double)(end - begin) * k;
}

static void widest_sum_fits(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(3);
  double sum[BRN_SUM_WIDTH];
  brn__parallel_sum(ctx, INT_MAX, BRN_SUM_WIDTH, count_wide, NULL, sum);
  for (int k = 0; k < BRN_SUM_WIDTH; k++) assert_true(sum[k] == (double)INT_MAX * k);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- nesting

typedef struct Nest {
  BrnContext* ctx;
  atomic_int inner, wrong;
  int outer_worker; // of the inner loop's caller
} Nest;

static void inner_loop(void* user, int begin, int end, int worker) {
  Nest* nest = user;
  if (worker != nest->outer_worker) atomic_fetch_add(&nest->wrong, 1);
  atomic_fetch_add(&nest->inner, end - begin);
}

static void outer_loop(void* user, int begin, int end, int worker) {
  Nest* nest = user;
  for (int i = begin; i < end; i++) {
    Nest here = {.outer_worker = worker};
    brn__parallel_for(nest->ctx, 50, 7, inner_loop, &here);
    atomic_fetch_add(&nest->inner, here.inner);
    atomic_fetch_add(&nest->wrong, here.wrong);
  }
}

static void nested_loops_run_in_place(void** state) {
  (void)state;
  for (int workers = 1; workers <= 8; workers++) {
    BrnContext* ctx = test_context_with(workers);
    Nest nest = {.ctx = ctx};
    brn__parallel_for(ctx, 200, 3, outer_loop, &nest);
    ENSURE_INT(nest.inner, 200 * 50);
    ENSURE_INT(nest.wrong, 0);
    test_context_done(ctx);
  }
}

// A chunk may own a whole context of its own. There it is worker 0, whatever it is outside.
static void own_context(void* user, int begin, int end, int worker) {
  (void)worker;
  Nest* nest = user;
  for (int i = begin; i < end; i++) {
    BrnContext* ctx = test_context_with(1 + i % 3);
    Visits* visits = calloc(1, sizeof *visits);
    visits->count = 40, visits->grain = 4, visits->workers = brn_worker_count(ctx);
    brn__parallel_for(ctx, 40, 4, visit, visits);
    brn__parallel_for(ctx, 3, 3, visit, &(Visits){.count = 3, .grain = 3, .workers = 1});
    Nest below = {.ctx = ctx};
    brn__parallel_for(ctx, 20, 2, outer_loop, &below);
    atomic_fetch_add(&nest->wrong, visits->wrong + (visits->calls != 10) + below.wrong);
    atomic_fetch_add(&nest->inner, below.inner);
    free(visits);
    brn_context_destroy(ctx);
  }
}

static void context_inside_a_loop_has_its_own_workers(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(8);
  Nest nest = {.ctx = ctx};
  brn__parallel_for(ctx, 60, 1, own_context, &nest);
  ENSURE_INT(nest.wrong, 0);
  ENSURE_INT(nest.inner, 60 * 20 * 50);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- endurance

static void add_one(void* user, int begin, int end, int worker) {
  (void)worker;
  for (int i = begin; i < end; i++) ((int*)user)[i]++;
}

// plain ints: the end of a job must make its writes visible
static void many_small_jobs_do_not_hang(void** state) {
  (void)state;
  for (int workers = 2; workers <= 4; workers += 2) {
    BrnContext* ctx = test_context_with(workers);
    int value[16] = {0};
    for (int job = 0; job < 10000; job++) brn__parallel_for(ctx, 1 + job % 16, 1, add_one, value);
    ENSURE_INT(value[0], 10000);
    ENSURE_INT(value[15], 10000 / 16);
    test_context_done(ctx);
  }
}

static void pools_come_and_go(void** state) {
  (void)state;
  for (int k = 0; k < 200; k++) { // some without a single job
    BrnContext* ctx = test_context_with(1 + k % 8);
    int value[16] = {0};
    if (k % 3) brn__parallel_for(ctx, 16, 1, add_one, value);
    ENSURE_INT(value[15], k % 3 != 0);
    test_context_done(ctx);
  }
}

TEST_MAIN(cmocka_unit_test(each_index_is_visited_once),
          cmocka_unit_test(nothing_to_do_calls_nothing),
          cmocka_unit_test(largest_counts_do_not_overflow),
          cmocka_unit_test(sums_have_the_same_bits_with_any_workers),
          cmocka_unit_test(widest_sum_fits), cmocka_unit_test(nested_loops_run_in_place),
          cmocka_unit_test(context_inside_a_loop_has_its_own_workers),
          cmocka_unit_test(many_small_jobs_do_not_hang), cmocka_unit_test(pools_come_and_go))
