// SPDX-License-Identifier: Apache-2.0

#include "core/core.h"
#include "test.h"

enum { MEGABYTE = 1 << 20 };

static int allocations;

static void* counting_allocate(void* user, size_t bytes) {
  (void)user;
  allocations++;
  return malloc(bytes);
}

static BrnContext* counting_context(void) {
  BrnContextDef def = brn_context_def_default();
  def.allocate = counting_allocate;
  def.log = NULL;
  def.workers = 1;
  return brn_context_create(&def);
}

static void marks_nest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScratchMark outer = brn__scratch_mark(ctx);
  int* a = brn__scratch(ctx, 100, int);
  for (int i = 0; i < 100; i++) a[i] = i;
  BrnScratchMark inner = brn__scratch_mark(ctx);
  int* b = brn__scratch(ctx, 100, int);
  assert_true(b >= a + 100 && (uintptr_t)a % 64 == 0 && (uintptr_t)b % 64 == 0);
  memset(b, 0xff, 100 * sizeof *b);
  brn__scratch_release(ctx, inner);
  int* again = brn__scratch(ctx, 100, int);
  assert_ptr_equal(again, b);
  memset(again, 0xff, 100 * sizeof *again);
  for (int i = 0; i < 100; i++) ENSURE_INT(a[i], i);
  brn__scratch_release(ctx, outer);
  assert_ptr_equal(brn__scratch(ctx, 1, int), a);
  brn__scratch_release(ctx, outer);
  test_context_done(ctx);
}

static void pieces_do_not_overlap(void** state) {
  (void)state;
  enum { PIECES = 300 };
  BrnContext* ctx = test_context();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  TestRandom random = {1};
  unsigned char* piece[PIECES];
  size_t size[PIECES];
  for (int i = 0; i < PIECES; i++) { // spreads over several blocks
    size[i] = (size_t)test_random(&random, 0, i % 10 ? 2000 : 300000);
    piece[i] = brn__scratch(ctx, size[i], unsigned char);
    assert_true(piece[i] && (uintptr_t)piece[i] % 64 == 0);
    memset(piece[i], i % 251, size[i]);
  }
  for (int i = 0; i < PIECES; i++) {
    for (size_t k = 0; k < size[i]; k++) {
      if (piece[i][k] != i % 251) fail_msg("piece %d was written over", i);
    }
  }
  brn__scratch_release(ctx, mark);
  test_context_done(ctx);
}

// what a step does: pieces of many sizes, within two marks
static void take_a_step(BrnContext* ctx, void* taken[40]) {
  BrnScratchMark outer = brn__scratch_mark(ctx);
  for (int i = 0; i < 20; i++) taken[i] = brn__scratch(ctx, 30000 * (i + 1), double);
  BrnScratchMark inner = brn__scratch_mark(ctx);
  for (int i = 20; i < 40; i++) taken[i] = brn__scratch(ctx, 1000000, char);
  brn__scratch_release(ctx, inner);
  brn__scratch_release(ctx, outer);
}

static void second_step_reuses_the_blocks_of_the_first(void** state) {
  (void)state;
  BrnContext* ctx = counting_context();
  void *first[40], *second[40];
  allocations = 0;
  take_a_step(ctx, first);
  assert_in_range(allocations, 2, 10);
  allocations = 0;
  for (int k = 0; k < 5; k++) take_a_step(ctx, second);
  ENSURE_INT(allocations, 0);
  assert_memory_equal(first, second, sizeof first);
  test_context_done(ctx);
}

static void big_requests_get_blocks_of_their_own(void** state) {
  (void)state;
  BrnContext* ctx = counting_context();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  allocations = 0;
  char* small = brn__scratch(ctx, 10, char);
  char* big = brn__scratch(ctx, 50 * MEGABYTE, char);
  char* after = brn__scratch(ctx, 10, char);
  assert_true(small && big && after);
  big[0] = small[9] = after[9] = 1;
  big[50 * MEGABYTE - 1] = 2;
  brn__scratch_release(ctx, mark);
  int used = allocations;
  char* alone = brn__scratch(ctx, 3 * MEGABYTE, char); // replaces the first, empty block
  assert_non_null(alone);
  alone[3 * MEGABYTE - 1] = 1;
  ENSURE_INT(allocations, used + 1);
  brn__scratch_release(ctx, mark);
  test_context_done(ctx);
}

static void zeroed_scratch_is_zero(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  for (int round = 0; round < 3; round++) {
    unsigned char* bytes = brn__scratch_zero(ctx, 10000, unsigned char);
    for (int i = 0; i < 10000; i++) assert_true(bytes[i] == 0);
    memset(bytes, 0xee, 10000);
    brn__scratch_release(ctx, mark);
  }
  test_context_done(ctx);
}

static void scratch_is_not_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  char* block = brn__new(ctx, 100, char);
  brn__scratch(ctx, 10, double);
  brn__scratch(ctx, 10 * MEGABYTE, char);
  assert_true(brn_byte_count(ctx) == 100);
  brn__free(ctx, block);
  brn__scratch_release(ctx, mark);
  test_context_done(ctx);
}

static void failure_is_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  brn_fail_allocation(ctx, 0);
  assert_null(brn__scratch(ctx, 10, int)); // the very first block
  int* a = brn__scratch(ctx, 10, int);
  assert_non_null(a);
  a[0] = 42;
  brn_fail_allocation(ctx, 0);
  assert_null(brn__scratch(ctx, 5 * MEGABYTE, char)); // a further one
  ENSURE_ERROR_HAS(ctx, "5242880 bytes were asked for, 0 are in use");
  int* b = brn__scratch(ctx, 10, int);
  assert_true(b == a + 16 && a[0] == 42); // 64 bytes on
  brn__scratch_release(ctx, mark);
  assert_ptr_equal(brn__scratch(ctx, 10, int), a);
  brn__scratch_release(ctx, mark);
  brn_fail_allocation(ctx, 0);
  assert_null(brn__scratch(ctx, 6 * MEGABYTE, char)); // instead of the first one
  ENSURE_ERROR_HAS(ctx, "6291456 bytes were asked for, 0 are in use");
  assert_non_null(brn__scratch(ctx, 10, int));
  brn__scratch_release(ctx, mark);
  test_context_done(ctx);
}

static void nothing_may_be_taken(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  assert_non_null(brn__scratch(ctx, 0, double)); // NULL means failure only
  assert_non_null(brn__scratch_zero(ctx, 0, double));
  brn__scratch_release(ctx, mark);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(marks_nest), cmocka_unit_test(pieces_do_not_overlap),
          cmocka_unit_test(second_step_reuses_the_blocks_of_the_first),
          cmocka_unit_test(big_requests_get_blocks_of_their_own),
          cmocka_unit_test(zeroed_scratch_is_zero), cmocka_unit_test(scratch_is_not_counted),
          cmocka_unit_test(failure_is_survived), cmocka_unit_test(nothing_may_be_taken))
