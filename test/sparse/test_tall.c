// SPDX-License-Identifier: Apache-2.0

#include "sparse/tall.h"

#include "test.h"

enum { A_COLUMNS = 5, B_COLUMNS = 3, LEAD = 7 };

static BrnTall make(int rows, int columns, uint64_t seed) {
  TestRandom random = {seed};
  double* x = malloc(sizeof(double) * (size_t)(rows * columns));
  for (int i = 0; i < rows * columns; i++) x[i] = test_random(&random, -1, 1);
  return (BrnTall){rows, x};
}

static double at(BrnTall A, int row, int column) { return A.column[A.rows * column + row]; }

static void products_equal_naive_ones(void** state) {
  (void)state;
  static const int sizes[4] = {1, 9, 4096, 9001}; // of less than a chunk, of one, and of three
  BrnContext* ctx = test_context();
  for (int s = 0; s < 4; s++) {
    int n = sizes[s];
    BrnTall A = make(n, A_COLUMNS, 1), B = make(n, B_COLUMNS, 2), copy = make(n, A_COLUMNS, 1);
    double C[LEAD * A_COLUMNS] = {0};
    ENSURE_OK(ctx, brn__tall_inner(ctx, A, A_COLUMNS, B, B_COLUMNS, C, LEAD));
    for (int k = 0; k < A_COLUMNS * B_COLUMNS; k++) {
      int i = k % A_COLUMNS, j = k / A_COLUMNS;
      double sum = 0;
      for (int row = 0; row < n; row++) sum += at(A, row, i) * at(B, row, j);
      ENSURE_NEAR(C[LEAD * j + i], sum, 1e-11);
    }
    for (int k = 0; k < LEAD * A_COLUMNS; k++) C[k] = cos(k);
    BrnTall before = make(n, B_COLUMNS, 2);
    brn__tall_subtract(ctx, A, A_COLUMNS, C, LEAD, B, B_COLUMNS);
    ENSURE_OK(ctx, brn__tall_turn(ctx, A, A_COLUMNS, C, LEAD, B_COLUMNS));
    for (int row = 0; row < n; row++) {
      for (int j = 0; j < B_COLUMNS; j++) {
        double sum = 0;
        for (int i = 0; i < A_COLUMNS; i++) sum += at(copy, row, i) * C[LEAD * j + i];
        ENSURE_NEAR(at(B, row, j), at(before, row, j) - sum, 1e-13);
        ENSURE_NEAR(at(A, row, j), sum, 1e-13);
      }
      for (int j = B_COLUMNS; j < A_COLUMNS; j++) ENSURE(at(A, row, j) == at(copy, row, j));
    }
    free(A.column), free(B.column), free(copy.column), free(before.column);
  }
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double first[A_COLUMNS * A_COLUMNS], C[A_COLUMNS * A_COLUMNS];
  BrnTall turned = {0};
  for (int workers = 1; workers <= 8; workers++) {
    BrnContext* ctx = test_context_with(workers);
    BrnTall A = make(30000, A_COLUMNS, 1);
    ENSURE_OK(ctx, brn__tall_inner(ctx, A, A_COLUMNS, A, A_COLUMNS, C, A_COLUMNS));
    if (workers == 1) memcpy(first, C, sizeof C);
    assert_memory_equal(first, C, sizeof C);
    ENSURE_OK(ctx, brn__tall_turn(ctx, A, A_COLUMNS, C, A_COLUMNS, B_COLUMNS));
    if (workers == 1) turned = make(30000, A_COLUMNS, 1);
    if (workers == 1) memcpy(turned.column, A.column, sizeof(double) * 30000 * A_COLUMNS);
    assert_memory_equal(turned.column, A.column, sizeof(double) * 30000 * A_COLUMNS);
    free(A.column);
    test_context_done(ctx);
  }
  free(turned.column);
}

TEST_MAIN(cmocka_unit_test(products_equal_naive_ones),
          cmocka_unit_test(workers_do_not_change_a_bit))
