// SPDX-License-Identifier: Apache-2.0

#include "core/core.h"
#include "test.h"

static void blocks_are_aligned_and_counted(void** state) {
  (void)state;
  enum { COUNT = 200 };
  BrnContext* ctx = test_context();
  char* block[COUNT];
  size_t expected = 0;
  for (int i = 0; i < COUNT; i++) {
    block[i] = brn__alloc(ctx, (size_t)i, 3);
    assert_true(block[i] && (uintptr_t)block[i] % 64 == 0);
    memset(block[i], i, (size_t)i * 3);
    expected += (size_t)i * 3;
    assert_true(brn_byte_count(ctx) == expected);
  }
  for (int i = COUNT - 1; i >= 0; i--) {
    for (int k = 0; k < 3 * i; k++) assert_true(block[i][k] == (char)i);
    if (i % 2) brn__free(ctx, block[i]);
    if (i % 2 == 0) brn_free(ctx, block[i]);
    expected -= (size_t)i * 3;
    assert_true(brn_byte_count(ctx) == expected);
  }
  brn__free(ctx, NULL);
  brn_free(ctx, NULL);
  test_context_done(ctx);
}

static void zeroed_blocks_are_zero(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int round = 0; round < 4; round++) { // the allocator hands out used memory
    double* value = brn__new_zero(ctx, 1000, double);
    for (int i = 0; i < 1000; i++) assert_true(value[i] == 0);
    memset(value, 0xab, 1000 * sizeof *value);
    brn__free(ctx, value);
  }
  test_context_done(ctx);
}

static void product_that_overflows_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const size_t bad[][2] = {{SIZE_MAX, 2},        {SIZE_MAX / 2 + 1, 2}, {SIZE_MAX, SIZE_MAX},
                                  {SIZE_MAX, 1},        {SIZE_MAX - 64, 1},    {1, SIZE_MAX - 100},
                                  {SIZE_MAX / 8 + 1, 8}};
  int* keep = brn__new(ctx, 1, int);
  *keep = 7;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_null(brn__alloc(ctx, bad[i][0], bad[i][1]));
    ENSURE_ERROR_HAS(ctx, "out of memory");
    assert_null(brn__alloc_zero(ctx, bad[i][0], bad[i][1]));
    assert_null(brn__realloc(ctx, keep, bad[i][0], bad[i][1]));
    assert_null(brn__scratch_take(ctx, bad[i][0], bad[i][1]));
    assert_null(brn__scratch_take_zero(ctx, bad[i][0], bad[i][1]));
    size_t capacity = 0;
    ENSURE_INT(brn__grow(ctx, &keep, &capacity, bad[i][0], bad[i][1]), BRN_NO_MEMORY);
    assert_true(capacity == 0 && *keep == 7 && brn_byte_count(ctx) == sizeof *keep);
  }
  brn__free(ctx, keep);
  test_context_done(ctx);
}

static void realloc_keeps_the_contents(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int* value = brn__realloc(ctx, NULL, 10, sizeof *value); // NULL: allocates
  for (int i = 0; i < 10; i++) value[i] = 100 + i;
  value = brn__realloc(ctx, value, 5000, sizeof *value);
  assert_true(brn_byte_count(ctx) == 5000 * sizeof *value && (uintptr_t)value % 64 == 0);
  for (int i = 0; i < 10; i++) ENSURE_INT(value[i], 100 + i);
  value = brn__realloc(ctx, value, 3, sizeof *value);
  assert_true(brn_byte_count(ctx) == 3 * sizeof *value);
  for (int i = 0; i < 3; i++) ENSURE_INT(value[i], 100 + i);
  brn_fail_allocation(ctx, 0);
  assert_null(brn__realloc(ctx, value, 50, sizeof *value));
  assert_true(brn_byte_count(ctx) == 3 * sizeof *value);
  for (int i = 0; i < 3; i++) ENSURE_INT(value[i], 100 + i);
  brn__free(ctx, value);
  test_context_done(ctx);
}

static void growing_array_keeps_its_items_and_seldom_moves(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int* item = NULL;
  size_t capacity = 0;
  int moves = 0;
  for (int n = 0; n < 100000; n++) {
    size_t before = capacity;
    ENSURE_OK(ctx, brn__grow(ctx, &item, &capacity, (size_t)n + 1, sizeof *item));
    moves += capacity != before;
    assert_true(capacity > (size_t)n && brn_byte_count(ctx) == capacity * sizeof *item);
    item[n] = n;
  }
  for (int n = 0; n < 100000; n++) assert_true(item[n] == n);
  assert_in_range(moves, 10, 30);
  size_t before = capacity;
  brn_fail_allocation(ctx, 0);
  ENSURE_STATUS(ctx, brn__grow(ctx, &item, &capacity, 10 * capacity, sizeof *item), BRN_NO_MEMORY);
  assert_true(capacity == before && item[99999] == 99999);
  ENSURE_OK(ctx, brn__grow(ctx, &item, &capacity, before + 3, sizeof *item)); // works again
  assert_true(capacity >= before + 3 && item[99999] == 99999);
  brn__free(ctx, item);
  test_context_done(ctx);
}

// the block tells how much room there is, whoever made it
static void growing_block_needs_no_capacity(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int* item = NULL;
  int moves = 0;
  for (int n = 0; n < 100000; n++) {
    int* before = item;
    ENSURE_OK(ctx, brn__grow_block(ctx, &item, (size_t)n + 1, sizeof *item));
    moves += item != before;
    item[n] = n;
  }
  for (int n = 0; n < 100000; n++) assert_true(item[n] == n);
  assert_in_range(moves, 10, 30);
  brn__free(ctx, item);
  item = brn__new(ctx, 3, int); // exactly
  item[2] = 7;
  brn_fail_allocation(ctx, 0);
  ENSURE_OK(ctx, brn__grow_block(ctx, &item, 3, sizeof *item));
  ENSURE_STATUS(ctx, brn__grow_block(ctx, &item, 4, sizeof *item), BRN_NO_MEMORY);
  ENSURE_OK(ctx, brn__grow_block(ctx, &item, 4, sizeof *item));
  ENSURE(item[2] == 7);
  item[3] = 8;
  brn__free(ctx, item);
  test_context_done(ctx);
}

static void text_is_copied(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* all = brn__strdup(ctx, "biceps brachii");
  char* part = brn__strndup(ctx, "biceps brachii", 6);
  char* none = brn__strdup(ctx, "");
  assert_string_equal(all, "biceps brachii");
  assert_string_equal(part, "biceps");
  assert_string_equal(none, "");
  assert_true(brn_byte_count(ctx) == 15 + 7 + 1);
  brn_fail_allocation(ctx, 0);
  assert_null(brn__strdup(ctx, "x"));
  brn_fail_allocation(ctx, 0);
  assert_null(brn__strndup(ctx, "x", 1));
  brn__free(ctx, all);
  brn__free(ctx, part);
  brn__free(ctx, none);
  test_context_done(ctx);
}

static void exactly_one_allocation_fails(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int successes = 0; successes < 6; successes++) {
    brn_fail_allocation(ctx, successes);
    for (int k = 0; k < 10; k++) {
      void* block = brn__alloc(ctx, 1234, 1);
      assert_true((block == NULL) == (k == successes));
      if (!block) ENSURE_ERROR_HAS(ctx, "1234 bytes were asked for, 0 are in use");
      brn__free(ctx, block);
    }
  }
  brn_fail_allocation(ctx, 0);
  brn_fail_allocation(ctx, -1); // called off
  void* block = brn__alloc(ctx, 1, 1);
  assert_non_null(block);
  brn__free(ctx, block);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ hooks

typedef struct Heap {
  size_t limit; // larger requests fail
  int taken, given_back, refused;
  size_t largest;
} Heap;

// blocks at odd addresses of sixteen, as a hook may return them
static void* heap_allocate(void* user, size_t bytes) {
  Heap* heap = user;
  if (bytes > heap->limit) {
    heap->refused++;
    return NULL;
  }
  char* raw = malloc(bytes + 16);
  if (!raw) return NULL;
  heap->taken++;
  if (bytes > heap->largest) heap->largest = bytes;
  memset(raw, 0xcd, bytes + 16);
  return raw + 16;
}

static void heap_release(void* user, void* block) {
  Heap* heap = user;
  heap->given_back++;
  free((char*)block - 16);
}

static void hooks_are_used_and_balanced(void** state) {
  (void)state;
  Heap heap = {.limit = SIZE_MAX / 2};
  BrnContextDef def = brn_context_def_default();
  def.allocate = heap_allocate, def.release = heap_release, def.memory_user = &heap;
  def.workers = 3, def.log = NULL;
  BrnContext* ctx = brn_context_create(&def);
  int before = heap.taken;
  assert_true(before > 0);
  double* value = brn__new(ctx, 100, double);
  assert_true(heap.taken == before + 1 && (uintptr_t)value % 64 == 0);
  assert_true(heap.largest >= 100 * sizeof *value);
  value = brn__realloc(ctx, value, 200, sizeof *value);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  assert_non_null(brn__scratch(ctx, 1000, double));
  assert_true(heap.taken == before + 3 && heap.given_back == 1);
  brn__scratch_release(ctx, mark);
  heap.limit = 100; // the hook itself runs dry
  assert_null(brn__new(ctx, 5000, double));
  ENSURE_ERROR_HAS(ctx, "40000 bytes were asked for, 1600 are in use");
  ENSURE_INT(heap.refused, 1);
  brn__free(ctx, value);
  test_context_done(ctx);
  ENSURE_INT(heap.taken, heap.given_back);
}

TEST_MAIN(cmocka_unit_test(blocks_are_aligned_and_counted),
          cmocka_unit_test(zeroed_blocks_are_zero),
          cmocka_unit_test(product_that_overflows_is_refused),
          cmocka_unit_test(realloc_keeps_the_contents),
          cmocka_unit_test(growing_array_keeps_its_items_and_seldom_moves),
          cmocka_unit_test(growing_block_needs_no_capacity), cmocka_unit_test(text_is_copied),
          cmocka_unit_test(exactly_one_allocation_fails),
          cmocka_unit_test(hooks_are_used_and_balanced))
