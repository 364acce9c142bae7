// SPDX-License-Identifier: Apache-2.0

#include "tetra/map.h"

#include "test.h"

static void numbers_follow_the_first_time(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMap map = {0};
  int number;
  ENSURE_INT(brn__map_find(&map, 7), -1);
  for (int i = 0; i < 5000; i++) {
    ENSURE_OK(ctx, brn__map_put(ctx, &map, (uint64_t)i * i, &number));
    ENSURE_INT(number, i);
  }
  for (int i = 0; i < 5000; i++) {
    ENSURE_OK(ctx, brn__map_put(ctx, &map, (uint64_t)i * i, &number));
    ENSURE_INT(number, i);
    ENSURE_INT(brn__map_find(&map, (uint64_t)i * i), i);
  }
  ENSURE_INT(map.count, 5000);
  ENSURE_INT(brn__map_find(&map, 3), -1);
  brn__map_free(ctx, &map);
  test_context_done(ctx);
}

static void edge_has_one_key(void** state) {
  (void)state;
  ENSURE(brn__edge_key(3, 9) == brn__edge_key(9, 3));
  ENSURE(brn__edge_key(3, 9) != brn__edge_key(3, 8));
}

TEST_MAIN(cmocka_unit_test(numbers_follow_the_first_time), cmocka_unit_test(edge_has_one_key))
