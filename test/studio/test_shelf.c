// SPDX-License-Identifier: Apache-2.0

#include "studio/shelf.h"
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

static BrnAnswer* add(BrnContext* ctx, BrnShelf* shelf, int index, size_t size) {
  BrnRoute route = frame(index, "");
  return brn__shelf_add(ctx, shelf, &route, make_bytes(ctx, size, index), true);
}

static bool has(BrnContext* ctx, BrnShelf* shelf, BrnRoute route) {
  BrnAnswer* answer = brn__shelf_find(shelf, &route);
  if (answer) brn__answer_release(ctx, answer);
  return answer != NULL;
}

static void what_was_not_asked_for_longest_makes_way(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShelf shelf = {.limit = 1000};
  for (int i = 0; i < 3; i++) brn__answer_release(ctx, add(ctx, &shelf, i, 300));
  ENSURE(has(ctx, &shelf, frame(0, "")));
  brn__answer_release(ctx, add(ctx, &shelf, 3, 300));
  ENSURE(has(ctx, &shelf, frame(0, "")) && !has(ctx, &shelf, frame(1, "")));
  ENSURE(has(ctx, &shelf, frame(2, "")) && has(ctx, &shelf, frame(3, "")));
  ENSURE_INT(shelf.bytes, 900);
  ENSURE(!has(ctx, &shelf, frame(0, "stress")));
  BrnRoute other = frame(0, "");
  other.kind = BRN_ROUTE_MESH_FRAME;
  ENSURE(!has(ctx, &shelf, other));
  brn__shelf_clear(ctx, &shelf);
  ENSURE_INT(shelf.bytes, 0);
  test_context_done(ctx);
}

static void an_answer_outlives_its_place_while_it_is_sent(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShelf shelf = {.limit = 500};
  BrnAnswer* held = add(ctx, &shelf, 7, 400);
  brn__answer_release(ctx, add(ctx, &shelf, 8, 400));
  ENSURE(!has(ctx, &shelf, frame(7, "")));
  for (int i = 0; i < 400; i++) ENSURE_INT(held->bytes.data[i], 7);
  brn__shelf_clear(ctx, &shelf);
  brn__answer_release(ctx, held);
  test_context_done(ctx);
}

static void what_is_too_large_is_sent_and_not_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShelf shelf = {.limit = 500};
  brn__answer_release(ctx, add(ctx, &shelf, 1, 400));
  brn__answer_release(ctx, add(ctx, &shelf, 2, 501));
  ENSURE(has(ctx, &shelf, frame(1, "")) && !has(ctx, &shelf, frame(2, "")));
  brn__shelf_clear(ctx, &shelf);
  test_context_done(ctx);
}

static void places_run_out_before_bytes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShelf shelf = {.limit = 1 << 20};
  for (int i = 0; i < BRN_SHELF_PLACES + 10; i++) brn__answer_release(ctx, add(ctx, &shelf, i, 8));
  ENSURE_INT(shelf.count, BRN_SHELF_PLACES);
  ENSURE(!has(ctx, &shelf, frame(9, "")) && has(ctx, &shelf, frame(10, "")));
  brn__shelf_clear(ctx, &shelf);
  test_context_done(ctx);
}

static void no_memory_frees_the_bytes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShelf shelf = {.limit = 500};
  BrnRoute route = frame(0, "");
  BrnByteArray bytes = make_bytes(ctx, 10, 0);
  brn_fail_allocation(ctx, 0);
  ENSURE(!brn__shelf_add(ctx, &shelf, &route, bytes, true));
  brn_fail_allocation(ctx, -1);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(what_was_not_asked_for_longest_makes_way),
          cmocka_unit_test(an_answer_outlives_its_place_while_it_is_sent),
          cmocka_unit_test(what_is_too_large_is_sent_and_not_kept),
          cmocka_unit_test(places_run_out_before_bytes),
          cmocka_unit_test(no_memory_frees_the_bytes))
