// SPDX-License-Identifier: Apache-2.0

#include "sparse/blocks.h"

#include "sparse_test.h"

// blocks of the pattern of a mesh, no two alike
static BrnStatus make_blocks(BrnContext* ctx, const BrnMesh* mesh, BrnBlocks** out) {
  BrnCsr* pattern;
  BrnStatus status = brn__csr_from_mesh(ctx, mesh, &pattern);
  BrnBlocks* K = *out = status == BRN_OK ? brn__new_zero(ctx, 1, BrnBlocks) : NULL;
  if (K) {
    K->row_count = pattern->row_count;
    K->start = pattern->start;
    K->column = pattern->column;
    pattern->start = pattern->column = NULL;
    K->value = brn__new(ctx, 9 * (size_t)K->start[K->row_count], double);
  }
  brn__csr_destroy(ctx, pattern);
  TestRandom random = {11};
  for (int i = 0; K && K->value && i < 9 * K->start[K->row_count]; i++) {
    K->value[i] = test_random(&random, -1, 1);
  }
  if (K && K->value) return BRN_OK;
  brn__blocks_destroy(ctx, K);
  *out = NULL;
  return BRN_NO_MEMORY;
}

// the naive twin: y = K x, entry by entry
static void multiply(const BrnBlocks* K, const double* x, double* y) {
  for (int i = 0; i < 3 * K->row_count; i++) {
    y[i] = 0;
    for (int e = K->start[i / 3]; e < K->start[i / 3 + 1]; e++) {
      for (int j = 0; j < 3; j++)
        y[i] += K->value[9 * e + 3 * (i % 3) + j] * x[3 * K->column[e] + j];
    }
  }
}

enum { SIZE = 192 }; // unknowns of a grid of 3 cells a side

static void products_equal_the_naive_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.1);
  double x[SIZE], y[SIZE], z[SIZE], naive[SIZE];
  BrnBlocks* K;
  BrnCsr* csr;
  ENSURE_OK(ctx, make_blocks(ctx, mesh, &K));
  ENSURE_INT(3 * K->row_count, SIZE);
  for (int i = 0; i < SIZE; i++) x[i] = sin(1 + i);
  ENSURE_OK(ctx, brn__blocks_create_csr(ctx, K, &csr));
  brn__blocks_to_csr(ctx, K, csr);
  multiply(K, x, naive);
  brn__blocks_multiply(ctx, K, x, y);
  brn__csr_multiply(ctx, csr, x, z);
  for (int i = 0; i < SIZE; i++) {
    ENSURE_NEAR(y[i], naive[i], 1e-12);
    ENSURE_NEAR(z[i], naive[i], 1e-12);
    for (int e = csr->start[i] + 1; e < csr->start[i + 1]; e++) {
      ENSURE(csr->column[e] > csr->column[e - 1]);
    }
  }
  brn__csr_destroy(ctx, csr);
  brn__blocks_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// all rows but one are rounded to floats; sums are in doubles
static void rough_product_rounds_all_but_exact_rows(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.1);
  BrnBlocks* K;
  ENSURE_OK(ctx, make_blocks(ctx, mesh, &K));
  double x[SIZE], y[SIZE], exact[SIZE];
  for (int i = 0; i < SIZE; i++) x[i] = sin(1 + i);
  ENSURE_OK(ctx, brn__blocks_keep_rough(ctx, K));
  K->exact = brn__new_zero(ctx, K->row_count, uint8_t);
  K->exact[5] = 1;
  brn__blocks_round(ctx, K);
  for (int e = 0; e < 9 * K->start[K->row_count]; e++) ENSURE(K->rough[e] == (float)K->value[e]);
  brn__blocks_multiply(ctx, K, x, exact);
  brn__blocks_multiply_rough(ctx, K, x, y);
  double most = 0;
  for (int i = 0; i < SIZE; i++) {
    ENSURE_NEAR(y[i], exact[i], 1e-5);
    if (i / 3 == 5) ENSURE(y[i] == exact[i]);
    most = fmax(most, fabs(y[i] - exact[i]));
  }
  ENSURE(most > 1e-9);
  brn__blocks_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double* product = NULL;
  for (int workers = 1; workers <= 8; workers += workers == 3 ? 5 : 1) {
    BrnContext* ctx = test_context_with(workers);
    BrnMesh* mesh = mesh_grid(ctx, 10, 0.1);
    BrnBlocks* K;
    ENSURE_OK(ctx, make_blocks(ctx, mesh, &K));
    size_t vector = sizeof(double) * 3 * (size_t)K->row_count;
    double *x = malloc(vector), *y = malloc(vector);
    for (int i = 0; i < 3 * K->row_count; i++) x[i] = sin(i);
    brn__blocks_multiply(ctx, K, x, y);
    if (!product) product = memcpy(malloc(vector), y, vector);
    assert_memory_equal(product, y, vector);
    free(x), free(y);
    brn__blocks_destroy(ctx, K);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
  free(product);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  BrnBlocks* K;
  BrnCsr* csr = NULL;
  BrnStatus status = make_blocks(ctx, mesh, &K);
  if (status == BRN_OK) status = brn__blocks_keep_rough(ctx, K);
  if (status == BRN_OK) {
    status = brn__blocks_create_csr(ctx, K, &csr);
    ENSURE((csr != NULL) == (status == BRN_OK));
  }
  brn__csr_destroy(ctx, csr);
  brn__blocks_destroy(ctx, K);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_two_tets, make);
}

TEST_MAIN(cmocka_unit_test(products_equal_the_naive_one),
          cmocka_unit_test(rough_product_rounds_all_but_exact_rows),
          cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_clean))
