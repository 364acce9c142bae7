// SPDX-License-Identifier: Apache-2.0

#include "io/weld.h"

#include "test.h"

static int add(BrnContext* ctx, BrnWeld* weld, double x, double y, double z) {
  int index = -1;
  ENSURE_OK(ctx, brn__weld_add(ctx, weld, (double[]){x, y, z}, &index));
  return index;
}

static void equal_places_are_one_vertex_in_order_of_appearance(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnWeld weld = {0};
  ENSURE_INT(add(ctx, &weld, 1, 2, 3), 0);
  ENSURE_INT(add(ctx, &weld, 3, 2, 1), 1);
  ENSURE_INT(add(ctx, &weld, 1, 2, 3), 0);
  ENSURE_INT(add(ctx, &weld, 1, 2, nextafter(3, 4)), 2); // close is not equal
  ENSURE_INT(add(ctx, &weld, -0.0, 0, -0.0), 3);
  ENSURE_INT(add(ctx, &weld, 0, -0.0, 0), 3);
  ENSURE_INT(weld.count, 4);
  ENSURE(signbit(weld.position[9]) && !signbit(weld.position[10])); // the first one is kept
  brn__weld_free(ctx, &weld);
  test_context_done(ctx);
}

// many more than the first table holds, on a grid as scanners and CAD make them
static void the_table_grows(void** state) {
  (void)state;
  enum { N = 20 };
  BrnContext* ctx = test_context();
  BrnWeld weld = {0};
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < N * N * N; i++) {
      int x = i % N, y = i / N % N, z = i / (N * N);
      ENSURE_INT(add(ctx, &weld, x, 0.5 * y, -0.25 * z), i);
    }
  }
  ENSURE_INT(weld.count, N * N * N);
  ENSURE(weld.position[3 * (N * N * N - 1) + 2] == -0.25 * (N - 1));
  brn__weld_free(ctx, &weld);
  test_context_done(ctx);
}

static void failed_allocations_are_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnWeld weld = {0};
  int failures = 0;
  for (int i = 0; i < 500; i++) {
    for (int k = 0, index = -1; index < 0; k++) { // the table and the positions grow now and then
      brn_fail_allocation(ctx, k);
      BrnStatus status = brn__weld_add(ctx, &weld, (double[]){i, 2, 3}, &index);
      ENSURE_INT(status, index < 0 ? BRN_NO_MEMORY : BRN_OK);
      ENSURE_INT(weld.count, i + (index >= 0));
      failures += index < 0;
    }
  }
  brn_fail_allocation(ctx, -1);
  ENSURE(failures > 8);
  for (int i = 0; i < 500; i++) ENSURE_INT(add(ctx, &weld, i, 2, 3), i);
  brn__weld_free(ctx, &weld);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(equal_places_are_one_vertex_in_order_of_appearance),
          cmocka_unit_test(the_table_grows), cmocka_unit_test(failed_allocations_are_clean))
