// SPDX-License-Identifier: Apache-2.0

#include "sparse/tall.h"

#include "test.h"

enum { V_COLUMNS = 8, WIDTH = 5, LEAD = 8, ROWS = 9001 }; // three chunks

static BrnTall make(int columns, uint64_t seed) {
  TestRandom random = {seed};
  double* x = malloc(sizeof(double) * (size_t)(ROWS * columns));
  for (int i = 0; i < ROWS * columns; i++) x[i] = test_random(&random, -1, 1);
  return (BrnTall){ROWS, x};
}

static double dot(BrnTall A, int i, BrnTall B, int j) {
  double sum = 0;
  for (int k = 0; k < ROWS; k++) sum += A.column[ROWS * i + k] * B.column[ROWS * j + k];
  return sum;
}

// column j becomes column i and a little of itself
static void lean(BrnTall A, int i, int j, double little) {
  for (int k = 0; k < ROWS; k++) {
    A.column[ROWS * j + k] = A.column[ROWS * i + k] + little * A.column[ROWS * j + k];
  }
}

static BrnTall orthonormal(BrnContext* ctx, int columns) {
  BrnTall V = make(columns, 1);
  double R[LEAD * LEAD];
  bool done;
  ENSURE_OK(ctx, brn__tall_split(ctx, V, columns, R, LEAD, &done));
  ENSURE(done);
  return V;
}

// W = Q R for columns that lean on each other, but not too much
static void split_gives_orthonormal_columns(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTall W = make(WIDTH, 7), before;
  double R[LEAD * WIDTH];
  bool done = false;
  lean(W, 0, 1, 0.05);
  lean(W, 2, 4, 30);
  before = (BrnTall){
      ROWS, memcpy(malloc(sizeof(double) * ROWS * WIDTH), W.column, sizeof(double) * ROWS * WIDTH)};
  for (int k = 0; k < LEAD * WIDTH; k++) R[k] = 0.5;
  ENSURE_OK(ctx, brn__tall_split(ctx, W, WIDTH, R, LEAD, &done));
  ENSURE(done);
  for (int i = 0; i < WIDTH; i++) {
    for (int j = 0; j < WIDTH; j++) {
      ENSURE_NEAR(dot(W, i, W, j), i == j, 1e-14);
      ENSURE_NEAR(R[LEAD * j + i], i <= j ? dot(W, i, before, j) : 0, 1e-14 * 2000);
    }
    for (int k = WIDTH; k < LEAD; k++) ENSURE(R[LEAD * i + k] == 0.5);
  }
  for (int k = 0; k < ROWS * WIDTH; k++) {
    double sum = 0;
    for (int i = 0; i < WIDTH; i++) sum += W.column[ROWS * i + k % ROWS] * R[LEAD * (k / ROWS) + i];
    ENSURE_NEAR(before.column[k], sum, 1e-13);
  }
  free(W.column), free(before.column);
  test_context_done(ctx);
}

static void dependent_columns_are_left_alone(void** state) {
  (void)state;
  static const double little[3] = {1e-3, 1e-9, 0};
  BrnContext* ctx = test_context();
  for (int i = 0; i < 4; i++) {
    BrnTall W = make(WIDTH, 7), copy = make(WIDTH, 7);
    double R[LEAD * WIDTH];
    bool done = true;
    for (int k = 0; k < LEAD * WIDTH; k++) R[k] = 0.5;
    if (i < 3) lean(W, 1, 3, little[i]), lean(copy, 1, 3, little[i]);
    if (i == 3) W.column[5] = copy.column[5] = NAN;
    ENSURE_OK(ctx, brn__tall_split(ctx, W, WIDTH, R, LEAD, &done));
    ENSURE(!done);
    assert_memory_equal(W.column, copy.column, sizeof(double) * ROWS * WIDTH);
    for (int k = 0; k < LEAD * WIDTH; k++) ENSURE(R[k] == 0.5);
    free(W.column), free(copy.column);
  }
  test_context_done(ctx);
}

// also of columns of which next to nothing is left
static void nothing_is_left_along_the_others(void** state) {
  (void)state;
  static const double little[4] = {1, 1e-3, 1e-7, 1e-12};
  BrnContext* ctx = test_context();
  BrnTall V = orthonormal(ctx, V_COLUMNS), W = make(4, 3), before;
  double C[V_COLUMNS * 4], share[4];
  for (int j = 0; j < 4; j++) {
    double size = sqrt(dot(W, j, W, j));
    for (int k = 0; k < ROWS; k++) {
      double* w = &W.column[ROWS * j + k];
      *w = 3 * V.column[ROWS * 2 + k] - 4 * V.column[ROWS * j + k] + little[j] * *w / size;
    }
  }
  before = (BrnTall){
      ROWS, memcpy(malloc(sizeof(double) * ROWS * 4), W.column, sizeof(double) * ROWS * 4)};
  ENSURE_OK(ctx, brn__tall_project_out(ctx, V, V_COLUMNS, W, 4, C, share));
  for (int j = 0; j < 4; j++) {
    double left = sqrt(dot(W, j, W, j)), size = sqrt(dot(before, j, before, j));
    ENSURE_NEAR(share[j], left / size, 1e-12 * share[j]);
    ENSURE_NEAR(left, little[j], 0.05 * little[j]);
    for (int i = 0; i < V_COLUMNS; i++) {
      ENSURE_NEAR(dot(V, i, W, j), 0, 1e-14 * left);
      ENSURE_NEAR(C[V_COLUMNS * j + i], dot(V, i, before, j), 1e-13);
    }
    for (int k = 0; k < ROWS; k++) {
      double sum = W.column[ROWS * j + k];
      for (int i = 0; i < V_COLUMNS; i++) sum += C[V_COLUMNS * j + i] * V.column[ROWS * i + k];
      ENSURE_NEAR(sum, before.column[ROWS * j + k], 1e-14);
    }
  }
  free(V.column), free(W.column), free(before.column);
  test_context_done(ctx);
}

static void all_is_left_beside_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTall W = make(2, 3), copy = make(2, 3), zero = make(V_COLUMNS, 1);
  double share[2] = {0};
  ENSURE_OK(ctx, brn__tall_project_out(ctx, W, 0, W, 2, NULL, share));
  ENSURE(share[0] == 1 && share[1] == 1);
  assert_memory_equal(W.column, copy.column, sizeof(double) * ROWS * 2);
  memset(zero.column, 0, sizeof(double) * ROWS * V_COLUMNS);
  ENSURE_OK(ctx, brn__tall_project_out(ctx, W, 2, zero, 2, NULL, share));
  ENSURE(share[0] == 0 && share[1] == 0);
  free(W.column), free(copy.column), free(zero.column);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double* first = NULL;
  size_t size = sizeof(double) * ROWS * WIDTH;
  for (int workers = 1; workers <= 4; workers++) {
    BrnContext* ctx = test_context_with(workers);
    BrnTall V = orthonormal(ctx, V_COLUMNS), W = make(WIDTH, 9);
    double R[LEAD * WIDTH];
    bool done;
    ENSURE_OK(ctx, brn__tall_project_out(ctx, V, V_COLUMNS, W, WIDTH, NULL, NULL));
    ENSURE_OK(ctx, brn__tall_split(ctx, W, WIDTH, R, LEAD, &done));
    if (!first) first = memcpy(malloc(size), W.column, size);
    assert_memory_equal(first, W.column, size);
    free(V.column), free(W.column);
    test_context_done(ctx);
  }
  free(first);
}

TEST_MAIN(cmocka_unit_test(split_gives_orthonormal_columns),
          cmocka_unit_test(dependent_columns_are_left_alone),
          cmocka_unit_test(nothing_is_left_along_the_others),
          cmocka_unit_test(all_is_left_beside_nothing),
          cmocka_unit_test(workers_do_not_change_a_bit))
