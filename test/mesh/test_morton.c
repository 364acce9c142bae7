// SPDX-License-Identifier: Apache-2.0

#include "mesh/morton.h"
#include "mesh_test.h"

static void check_permutation(const int* order, int count) {
  char* seen = calloc((size_t)count + 1, 1);
  for (int i = 0; i < count; i++) {
    ENSURE(order[i] >= 0 && order[i] < count && !seen[order[i]]);
    seen[order[i]] = 1;
  }
  free(seen);
}

static void points_of_a_grid_come_in_z_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double points[64 * 3];
  int order[64];
  for (int i = 0; i < 64; i++) { // backwards, so that the order has work to do
    int at = 63 - i;
    points[3 * i] = at / 16, points[3 * i + 1] = at / 4 % 4, points[3 * i + 2] = at % 4;
  }
  ENSURE_OK(ctx, brn__morton_order(ctx, points, 64, order));
  check_permutation(order, 64);
  for (int i = 0; i < 64; i++) { // bits of z y x, from the top
    int x = (i >> 2 & 2) | (i & 1), y = (i >> 3 & 2) | (i >> 1 & 1),
        z = (i >> 4 & 2) | (i >> 2 & 1);
    const double* p = points + 3 * order[i];
    ENSURE(p[0] == x && p[1] == y && p[2] == z);
  }
  test_context_done(ctx);
}

static void points_in_one_place_keep_their_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double points[300];
  int order[100];
  for (int i = 0; i < 300; i++) points[i] = i % 3;
  ENSURE_OK(ctx, brn__morton_order(ctx, points, 100, order));
  for (int i = 0; i < 100; i++) ENSURE_INT(order[i], i);
  for (int i = 0; i < 100; i++) points[3 * i] = i % 2; // two places
  ENSURE_OK(ctx, brn__morton_order(ctx, points, 100, order));
  for (int i = 0; i < 100; i++) ENSURE_INT(order[i], i < 50 ? 2 * i : 2 * (i - 50) + 1);
  test_context_done(ctx);
}

// an order that is worth its name: the way through all points is short
static void neighbours_in_the_order_are_neighbours_in_space(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  enum { COUNT = 8000 };
  static double points[3 * COUNT];
  static int order[COUNT];
  static const double scale[] = {1, 1e-300, 1e300};
  for (int s = 0; s < 3; s++) {
    TestRandom random = {3};
    for (int i = 0; i < 3 * COUNT; i++) points[i] = scale[s] * test_random(&random, -1, 1);
    ENSURE_OK(ctx, brn__morton_order(ctx, points, COUNT, order));
    check_permutation(order, COUNT);
    double way = 0, random_way = 0;
    for (int i = 1; i < COUNT; i++) {
      for (int k = 0; k < 3; k++) {
        way += fabs(points[3 * order[i] + k] - points[3 * order[i - 1] + k]) / scale[s];
        random_way += fabs(points[3 * i + k] - points[3 * i - 3 + k]) / scale[s];
      }
    }
    ENSURE(way < 0.11 * random_way); // measured: 0.1002
  }
  test_context_done(ctx);
}

static void any_number_is_put_somewhere(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double odd[] = {NAN, INFINITY, -INFINITY, 1.7e308, -1.7e308, 0x1p-1074, 0, -0.0};
  double points[3 * 64];
  int order[64];
  for (int i = 0; i < 64; i++) {
    points[3 * i] = odd[i % 8], points[3 * i + 1] = odd[i / 8],
               points[3 * i + 2] = odd[(i * 5) % 8];
  }
  ENSURE_OK(ctx, brn__morton_order(ctx, points, 64, order));
  check_permutation(order, 64);
  ENSURE_OK(ctx, brn__morton_order(ctx, points, 1, order));
  ENSURE_INT(order[0], 0);
  ENSURE_OK(ctx, brn__morton_order(ctx, NULL, 0, NULL));
  test_context_done(ctx);
}

static void failed_allocation_leaves_the_order_alone(void** state) {
  (void)state;
  enum { COUNT = 100000 };
  double* points = calloc(3 * COUNT, sizeof *points);
  int* order = calloc(COUNT, sizeof *order);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnContext* ctx = test_context();
    order[0] = -7;
    brn_fail_allocation(ctx, k);
    status = brn__morton_order(ctx, points, COUNT, order);
    ENSURE(status == BRN_OK || (status == BRN_NO_MEMORY && order[0] == -7));
    ENSURE(k > 0 || status == BRN_NO_MEMORY);
    test_context_done(ctx);
  }
  free(points);
  free(order);
}

TEST_MAIN(cmocka_unit_test(points_of_a_grid_come_in_z_order),
          cmocka_unit_test(points_in_one_place_keep_their_order),
          cmocka_unit_test(neighbours_in_the_order_are_neighbours_in_space),
          cmocka_unit_test(any_number_is_put_somewhere),
          cmocka_unit_test(failed_allocation_leaves_the_order_alone))
