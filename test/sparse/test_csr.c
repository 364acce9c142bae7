// SPDX-License-Identifier: Apache-2.0

#include "mesh/mesh_test.h"
#include "sparse/sparse.h"

static void pattern_has_edges_and_diagonal(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  BrnCsr* K;
  ENSURE_OK(ctx, brn__csr_from_mesh(ctx, mesh, &K));
  ENSURE_INT(K->row_count, 5);
  ENSURE_INT(K->start[5], 5 + 5 + 5 + 4 + 4); // 3 and 4 are not joined
  for (int row = 0; row < 5; row++) {
    for (int e = K->start[row] + 1; e < K->start[row + 1]; e++) {
      ENSURE(K->column[e] > K->column[e - 1]);
    }
    ENSURE(K->column[brn__csr_find(K, row, row)] == row);
  }
  ENSURE_INT(brn__csr_find(K, 3, 4), -1);
  ENSURE_INT(brn__csr_find(K, 4, 3), -1);
  ENSURE_INT(brn__csr_find(K, 3, 0), K->start[3]);
  ENSURE_INT(brn__csr_find(K, 4, 4), K->start[5] - 1);
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// entries that differ from each other, but K_ij = K_ji
static BrnCsr* numbered(BrnContext* ctx, const BrnMesh* mesh) {
  BrnCsr* K;
  ENSURE_OK(ctx, brn__csr_from_mesh(ctx, mesh, &K));
  for (int i = 0; i < K->row_count; i++) {
    for (int e = K->start[i]; e < K->start[i + 1]; e++) {
      int j = K->column[e];
      K->value[e] = i == j ? 30 + i : sin((i + 1) * (j + 1));
    }
  }
  return K;
}

static double entry(const BrnCsr* K, int i, int j) {
  int at = brn__csr_find(K, i, j);
  return at < 0 ? 0 : K->value[at];
}

static void product_equals_the_dense_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0);
  BrnCsr* K = numbered(ctx, mesh);
  double x[64], y[64];
  for (int i = 0; i < 64; i++) x[i] = cos(i);
  brn__csr_multiply(ctx, K, x, y);
  for (int i = 0; i < 64; i++) {
    double sum = 0;
    for (int j = 0; j < 64; j++) sum += entry(K, i, j) * x[j];
    ENSURE_NEAR(y[i], sum, 1e-13);
  }
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// The pinned system has the same free rows once the known values are put in.
static void pinned_rows_hold_and_free_rows_agree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 2, 0);
  BrnCsr* K = numbered(ctx, mesh);
  uint8_t pinned[27] = {0};
  double x[27], before[27], after[27], b[27] = {0};
  for (int i = 0; i < 27; i++) x[i] = cos(i), pinned[i] = i % 4 == 1;
  brn__csr_multiply(ctx, K, x, before);
  brn__csr_pin(K, pinned, x, b);
  brn__csr_multiply(ctx, K, x, after);
  for (int i = 0; i < 27; i++) {
    ENSURE_NEAR(after[i] - b[i], pinned[i] ? 0 : before[i], 1e-13);
    for (int j = 0; j < 27; j++) {
      ENSURE(entry(K, i, j) == entry(K, j, i));
      ENSURE(i == j || !pinned[i] || entry(K, i, j) == 0);
    }
  }
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void kept_rows_keep_their_entries(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 2, 0);
  BrnCsr *K = numbered(ctx, mesh), *part;
  uint8_t kept[27];
  int row_of[27], rows = 0;
  for (int i = 0; i < 27; i++) kept[i] = i % 4 != 1, row_of[rows] = i, rows += kept[i];
  ENSURE_OK(ctx, brn__csr_keep(ctx, K, kept, &part));
  ENSURE_INT(part->row_count, rows);
  int entries = 0;
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < rows; j++) {
      ENSURE(entry(part, i, j) == entry(K, row_of[i], row_of[j]));
      entries += brn__csr_find(K, row_of[i], row_of[j]) >= 0;
    }
  }
  ENSURE_INT(part->start[rows], entries);
  brn__csr_destroy(ctx, part);
  memset(kept, 0, sizeof kept);
  ENSURE_OK(ctx, brn__csr_keep(ctx, K, kept, &part));
  ENSURE(part->row_count == 0 && part->start[0] == 0);
  brn__csr_destroy(ctx, part);
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  BrnCsr *K, *part = NULL;
  static const uint8_t kept[5] = {1, 0, 1, 1, 1};
  BrnStatus status = brn__csr_from_mesh(ctx, mesh, &K);
  ENSURE((K != NULL) == (status == BRN_OK));
  if (status == BRN_OK) status = brn__csr_keep(ctx, K, kept, &part);
  ENSURE((part != NULL) == (status == BRN_OK));
  brn__csr_destroy(ctx, part);
  brn__csr_destroy(ctx, K);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_two_tets, make);
}

TEST_MAIN(cmocka_unit_test(pattern_has_edges_and_diagonal),
          cmocka_unit_test(product_equals_the_dense_one),
          cmocka_unit_test(pinned_rows_hold_and_free_rows_agree),
          cmocka_unit_test(kept_rows_keep_their_entries),
          cmocka_unit_test(every_failed_allocation_is_clean))
