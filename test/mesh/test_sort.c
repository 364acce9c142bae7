// SPDX-License-Identifier: Apache-2.0

#include "mesh/sort.h"

#include "mesh_test.h"

// a before b, or equal and added earlier?
static bool in_order(const BrnTuples* tuples, int a, int b) {
  for (int i = 0; i < tuples->width; i++) {
    int x = tuples->corner[a * tuples->width + i], y = tuples->corner[b * tuples->width + i];
    if (x != y) return x < y;
  }
  return a < b;
}

static void tuples_of_any_width_are_sorted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int width = 2; width <= 4; width++) {
    TestRandom random = {(uint64_t)width};
    BrnTuples tuples;
    BrnScratchMark mark = brn__scratch_mark(ctx);
    ENSURE_OK(ctx, brn__tuples_take(ctx, width, 1000, &tuples));
    for (int i = 0; i < 1000; i++) {
      int corner[4];
      for (int k = 0; k < width; k++) corner[k] = (int)(test_random_bits(&random) % 8);
      brn__tuples_add(&tuples, corner, 10 * i);
    }
    ENSURE(tuples.count > 300 && tuples.count < 950);
    ENSURE_OK(ctx, brn__tuples_sort(ctx, &tuples, 8));
    for (int i = 1; i < tuples.count; i++) {
      ENSURE(in_order(&tuples, tuples.order[i - 1], tuples.order[i]));
    }
    brn__scratch_release(ctx, mark);
  }
  test_context_done(ctx);
}

static void repeated_corners_are_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTuples tuples;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  ENSURE_OK(ctx, brn__tuples_take(ctx, 3, 4, &tuples));
  ENSURE(brn__tuples_add(&tuples, (int[]){2, 0, 1}, 7));
  ENSURE(!brn__tuples_add(&tuples, (int[]){2, 0, 2}, 8));
  ENSURE(brn__tuples_add(&tuples, (int[]){0, 1, 3}, 5));
  ENSURE(brn__tuples_add(&tuples, (int[]){1, 2, 0}, 6));
  ENSURE_OK(ctx, brn__tuples_sort(ctx, &tuples, 4));
  ENSURE_INT(tuples.count, 3);
  ENSURE_INT(brn__tuples_run_end(&tuples, 0), 2);
  ENSURE_INT(brn__tuples_run_end(&tuples, 2), 3);
  ENSURE_INT(brn__tuples_item(&tuples, 0), 7);
  ENSURE_INT(brn__tuples_item(&tuples, 1), 6);
  ENSURE_INT(brn__tuples_item(&tuples, 2), 5);
  brn__scratch_release(ctx, mark);
  test_context_done(ctx);
}

static void too_many_tuples_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTuples tuples;
  ENSURE_STATUS(ctx, brn__tuples_take(ctx, 3, (size_t)4 << 30, &tuples), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "4294967296");
  test_context_done(ctx);
}

static void keys_are_sorted_and_ties_stay(void** state) {
  (void)state;
  enum { N = 3000 };
  static BrnKeyed list[N], spare[N];
  static const int bits[] = {1, 7, 8, 17, 63, 64};
  for (int b = 0; b < COUNT_OF(bits); b++) {
    TestRandom random = {(uint64_t)b};
    for (int i = 0; i < N; i++) {
      list[i] = (BrnKeyed){test_random_bits(&random) >> (64 - bits[b]), i};
    }
    list[17].key = list[N - 1].key;
    brn__keys_sort(list, spare, N);
    for (int i = 1; i < N; i++) {
      ENSURE(list[i - 1].key < list[i].key ||
             (list[i - 1].key == list[i].key && list[i - 1].item < list[i].item));
    }
  }
  brn__keys_sort(list, spare, 0);
}

TEST_MAIN(cmocka_unit_test(tuples_of_any_width_are_sorted),
          cmocka_unit_test(repeated_corners_are_left_out),
          cmocka_unit_test(too_many_tuples_are_refused),
          cmocka_unit_test(keys_are_sorted_and_ties_stay))
