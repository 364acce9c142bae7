// SPDX-License-Identifier: Apache-2.0

#include "studio/answer_cache.h"
#include "test.h"

static BrnByteArray make_bytes(BrnContext* ctx, size_t size, int value) {
  BrnByteArray bytes = {brn__alloc(ctx, size, 1), size};
  memset(bytes.data, value, size);
  return bytes;
}

static BrnRoute frame(int index, const char* values) {
  BrnRoute route = {.kind = BRN_ROUTE_FRAME, .frame = index};
  snprintf(route.values, sizeof route.values, "%s", values);
  return route;
}

static BrnAnswer* add(BrnContext* ctx, BrnAnswerCache* cache, int index, size_t size) {
  BrnRoute route = frame(index, "");
  return brn__answer_cache_add(ctx, cache, &route, make_bytes(ctx, size, index), true);
}

static bool has(BrnContext* ctx, BrnAnswerCache* cache, BrnRoute route) {
  BrnAnswer* answer = brn__answer_cache_find(cache, &route);
  if (answer) brn__answer_release(ctx, answer);
  return answer != NULL;
}

static void what_was_not_asked_for_longest_makes_way(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnAnswerCache cache = {.limit = 1000};
  for (int i = 0; i < 3; i++) brn__answer_release(ctx, add(ctx, &cache, i, 300));
  ENSURE(has(ctx, &cache, frame(0, "")));
  brn__answer_release(ctx, add(ctx, &cache, 3, 300));
  ENSURE(has(ctx, &cache, frame(0, "")) && !has(ctx, &cache, frame(1, "")));
  ENSURE(has(ctx, &cache, frame(2, "")) && has(ctx, &cache, frame(3, "")));
  ENSURE_INT(cache.bytes, 900);
  ENSURE(!has(ctx, &cache, frame(0, "stress")));
  BrnRoute other = frame(0, "");
  other.kind = BRN_ROUTE_MESH_FRAME;
  ENSURE(!has(ctx, &cache, other));
  brn__answer_cache_clear(ctx, &cache);
  ENSURE_INT(cache.bytes, 0);
  test_context_done(ctx);
}

static void an_answer_outlives_its_place_while_it_is_sent(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnAnswerCache cache = {.limit = 500};
  BrnAnswer* held = add(ctx, &cache, 7, 400);
  brn__answer_release(ctx, add(ctx, &cache, 8, 400));
  ENSURE(!has(ctx, &cache, frame(7, "")));
  for (int i = 0; i < 400; i++) ENSURE_INT(held->bytes.data[i], 7);
  brn__answer_cache_clear(ctx, &cache);
  brn__answer_release(ctx, held);
  test_context_done(ctx);
}

static void what_is_too_large_is_sent_and_not_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnAnswerCache cache = {.limit = 500};
  brn__answer_release(ctx, add(ctx, &cache, 1, 400));
  brn__answer_release(ctx, add(ctx, &cache, 2, 501));
  ENSURE(has(ctx, &cache, frame(1, "")) && !has(ctx, &cache, frame(2, "")));
  brn__answer_cache_clear(ctx, &cache);
  test_context_done(ctx);
}

static void places_run_out_before_bytes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnAnswerCache cache = {.limit = 1 << 20};
  for (int i = 0; i < BRN_ANSWER_CACHE_PLACES + 10; i++)
    brn__answer_release(ctx, add(ctx, &cache, i, 8));
  ENSURE_INT(cache.count, BRN_ANSWER_CACHE_PLACES);
  ENSURE(!has(ctx, &cache, frame(9, "")) && has(ctx, &cache, frame(10, "")));
  brn__answer_cache_clear(ctx, &cache);
  test_context_done(ctx);
}

static void no_memory_frees_the_bytes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnAnswerCache cache = {.limit = 500};
  BrnRoute route = frame(0, "");
  BrnByteArray bytes = make_bytes(ctx, 10, 0);
  brn_fail_allocation(ctx, 0);
  ENSURE(!brn__answer_cache_add(ctx, &cache, &route, bytes, true));
  brn_fail_allocation(ctx, -1);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(what_was_not_asked_for_longest_makes_way),
          cmocka_unit_test(an_answer_outlives_its_place_while_it_is_sent),
          cmocka_unit_test(what_is_too_large_is_sent_and_not_kept),
          cmocka_unit_test(places_run_out_before_bytes),
          cmocka_unit_test(no_memory_frees_the_bytes))
