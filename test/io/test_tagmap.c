// SPDX-License-Identifier: Apache-2.0

#include "io/tagmap.h"

#include "test.h"

static int add(BrnContext* ctx, BrnTagMap* map, int64_t tag, int value) {
  int found = -1;
  ENSURE_OK(ctx, brn__tag_map_add(ctx, map, tag, value, &found));
  return found;
}

static void tags_that_run_on_take_no_memory(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTagMap map = {0};
  for (int i = 0; i < 1000; i++) ENSURE_INT(add(ctx, &map, INT64_MAX - 999 + i, i), i);
  ENSURE(brn_byte_count(ctx) == 0);
  ENSURE_INT(brn__tag_map_find(&map, INT64_MAX), 999);
  ENSURE_INT(brn__tag_map_find(&map, INT64_MAX - 1000), -1);
  ENSURE_INT(brn__tag_map_find(&map, INT64_MIN), -1);
  ENSURE_INT(add(ctx, &map, INT64_MIN, 1000), 1000); // does not wrap around
  ENSURE_INT(brn__tag_map_find(&map, INT64_MIN), 1000);
  ENSURE_INT(brn__tag_map_find(&map, INT64_MAX - 999), 0);
  brn__tag_map_free(ctx, &map);
  test_context_done(ctx);
}

static void lowest_tag_may_be_the_first(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTagMap map = {0};
  ENSURE_INT(add(ctx, &map, INT64_MIN, 0), 0);
  ENSURE_INT(add(ctx, &map, INT64_MIN + 1, 1), 1);
  ENSURE_INT(brn__tag_map_find(&map, INT64_MAX), -1);
  ENSURE_INT(brn__tag_map_find(&map, 1), -1);
  ENSURE_INT(brn__tag_map_find(&map, INT64_MIN + 1), 1);
  test_context_done(ctx);
}

static void tags_anywhere_are_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTagMap map = {0};
  TestRandom random = {7};
  enum { COUNT = 5000 };
  static int64_t tag[COUNT];
  for (int i = 0; i < COUNT; i++) {
    tag[i] = i < 100 ? i : (int64_t)test_random_bits(&random);
    ENSURE_INT(add(ctx, &map, tag[i], i), i);
  }
  for (int i = 0; i < COUNT; i++) {
    ENSURE_INT(brn__tag_map_find(&map, tag[i]), i);
    ENSURE_INT(add(ctx, &map, tag[i], COUNT + i), i); // the older value stays
  }
  ENSURE_INT(map.count, COUNT);
  ENSURE_INT(brn__tag_map_find(&map, 100), -1);
  ENSURE(brn_byte_count(ctx) <= COUNT * 12 * 4); // by their number, not by their size
  brn__tag_map_free(ctx, &map);
  test_context_done(ctx);
}

static void empty_map_finds_nothing(void** state) {
  (void)state;
  BrnTagMap map = {0};
  ENSURE_INT(brn__tag_map_find(&map, 0), -1);
}

static void no_memory_leaves_the_map_as_it_was(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int k = 0; k < 4; k++) {
    BrnTagMap map = {0};
    brn_fail_allocation(ctx, k);
    for (int i = 0; i < 30; i++) {
      int found;
      if (brn__tag_map_add(ctx, &map, 10 * i, i, &found) == BRN_OK) continue;
      ENSURE_INT(map.count, i);
      for (int j = 0; j < i; j++) ENSURE_INT(brn__tag_map_find(&map, 10 * j), j);
      i--; // again: now there is memory
    }
    ENSURE_INT(brn__tag_map_find(&map, 290), 29);
    brn__tag_map_free(ctx, &map);
    brn_fail_allocation(ctx, -1);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(tags_that_run_on_take_no_memory),
          cmocka_unit_test(lowest_tag_may_be_the_first), cmocka_unit_test(tags_anywhere_are_found),
          cmocka_unit_test(empty_map_finds_nothing),
          cmocka_unit_test(no_memory_leaves_the_map_as_it_was))
