// SPDX-License-Identifier: Apache-2.0

#include "sparse_test.h"

// without fill to leave out, the factor is the true one
static void tridiagonal_matrix_is_factored_exactly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double dense[16] = {4, -1, 0, 0, -1, 5, -2, 0, 0, -2, 6, 3, 0, 0, 3, 7};
  static const double x[4] = {1, -2, 3, 0.5};
  BrnCsr* K = sparse_from_dense(ctx, dense, 4);
  BrnIncomplete* M;
  ENSURE_OK(ctx, brn__incomplete_create(ctx, K, &M));
  ENSURE(M->shift == 0);
  ENSURE_NEAR(M->value[0], 2, 1e-15);
  ENSURE_NEAR(M->value[1], -0.5, 1e-15);
  double b[4], z[4];
  brn__csr_multiply(ctx, K, x, b);
  brn__incomplete_solve(M, b, z);
  for (int i = 0; i < 4; i++) ENSURE_NEAR(z[i], x[i], 1e-14);
  brn__incomplete_solve(M, b, b); // in place
  assert_memory_equal(b, z, sizeof b);
  brn__incomplete_destroy(ctx, M);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

// L L^T has the entries of K where K has entries
static void product_agrees_on_the_pattern(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 2, 0);
  BrnCsr* K;
  ENSURE_OK(ctx, brn__csr_from_mesh(ctx, mesh, &K));
  for (int i = 0; i < 27; i++) { // none is zero; the Laplacian of a grid has too many that are
    for (int e = K->start[i]; e < K->start[i + 1]; e++) {
      int j = K->column[e];
      K->value[e] = i == j ? 20 : sin((i + 1) * (j + 1));
    }
  }
  BrnIncomplete* M;
  ENSURE_OK(ctx, brn__incomplete_create(ctx, K, &M));
  double L[27][27] = {{0}};
  for (int i = 0; i < 27; i++) {
    for (int e = M->start[i]; e < M->start[i + 1]; e++) L[i][M->column[e]] = M->value[e];
  }
  for (int i = 0; i < 27; i++) {
    for (int e = K->start[i]; e < K->start[i + 1]; e++) {
      double sum = 0;
      for (int k = 0; k < 27; k++) sum += L[i][k] * L[K->column[e]][k];
      ENSURE_NEAR(sum, K->value[e], 1e-14);
    }
  }
  brn__incomplete_destroy(ctx, M);
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// Kershaw's matrix (1978): positive definite, but the factor without fill does not exist
static void failing_pivot_is_cured_by_a_shift(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double dense[16] = {3, -2, 0, 2, -2, 3, -2, 0, 0, -2, 3, -2, 2, 0, -2, 3};
  BrnCsr* K = sparse_from_dense(ctx, dense, 4);
  BrnIncomplete* M;
  ENSURE_OK(ctx, brn__incomplete_create(ctx, K, &M));
  ENSURE(M->shift > 0 && M->shift < 1);
  for (int i = 0; i < M->start[4]; i++) ENSURE(isfinite(M->value[i]));
  brn__incomplete_destroy(ctx, M);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

static void bad_entries_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double negative[4] = {1, 0, 0, -2}, broken[4] = {1, NAN, NAN, 2};
  BrnIncomplete* M;
  BrnCsr* K = sparse_from_dense(ctx, negative, 2);
  ENSURE_STATUS(ctx, brn__incomplete_create(ctx, K, &M), BRN_INVALID);
  ENSURE(M == NULL);
  ENSURE_ERROR_HAS(ctx, "entry 1 of the diagonal is -2");
  brn__csr_destroy(ctx, K);
  K = sparse_from_dense(ctx, broken, 2);
  ENSURE_STATUS(ctx, brn__incomplete_create(ctx, K, &M), BRN_INVALID);
  ENSURE(M == NULL);
  ENSURE_ERROR_HAS(ctx, "not finite");
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  (void)mesh;
  static const double dense[4] = {2, 1, 1, 2};
  BrnCsr K = {2, (int[]){0, 2, 4}, (int[]){0, 1, 0, 1}, (double*)dense};
  BrnIncomplete* M;
  BrnStatus status = brn__incomplete_create(ctx, &K, &M);
  ENSURE((M != NULL) == (status == BRN_OK));
  brn__incomplete_destroy(ctx, M);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_unit_tet, make);
}

TEST_MAIN(cmocka_unit_test(tridiagonal_matrix_is_factored_exactly),
          cmocka_unit_test(product_agrees_on_the_pattern),
          cmocka_unit_test(failing_pivot_is_cured_by_a_shift),
          cmocka_unit_test(bad_entries_are_refused),
          cmocka_unit_test(every_failed_allocation_is_clean))
