// SPDX-License-Identifier: Apache-2.0

#include "sparse/blocks.h"

#include "sparse_test.h"

// a symmetric matrix for each tet, no two alike
static double* make_elements(int count) {
  TestRandom random = {11};
  double* element = malloc(sizeof(double) * 144 * (size_t)count);
  for (int t = 0; t < count; t++) {
    double* e = element + 144 * (size_t)t;
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j <= i; j++) e[12 * i + j] = e[12 * j + i] = test_random(&random, -1, 1);
    }
  }
  return element;
}

// the naive twin: entry (3 v + a, 3 w + b) of all vertices
static double* make_dense(const BrnMesh* mesh, const double* element) {
  int n = 3 * mesh->vertex_count;
  double* dense = calloc((size_t)(n * n), sizeof(double));
  for (int t = 0; t < mesh->tet_count; t++) {
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 12; j++) {
        int row = 3 * mesh->tet[4 * t + i / 3] + i % 3;
        int column = 3 * mesh->tet[4 * t + j / 3] + j % 3;
        dense[row * n + column] += element[144 * t + 12 * i + j];
      }
    }
  }
  return dense;
}

static BrnBlocks* make_blocks(BrnContext* ctx, const BrnMesh* mesh, const uint8_t* held,
                              const double* element) {
  BrnBlocks* K;
  ENSURE_OK(ctx, brn__blocks_create(ctx, mesh, held, &K));
  brn__blocks_add(ctx, K, 0, mesh->tet_count, element);
  return K;
}

static void assembly_equals_the_dense_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 2, 0.1);
  int nv = mesh->vertex_count, n = 3 * nv;
  double *element = make_elements(mesh->tet_count), *dense = make_dense(mesh, element);
  uint8_t held[27] = {0};
  held[0] = held[13] = held[26] = 1;
  BrnBlocks* K = make_blocks(ctx, mesh, held, element);
  ENSURE_INT(K->row_count, 24);
  int seen = 0;
  for (int v = 0; v < nv; v++) {
    ENSURE((K->row_of[v] < 0) == (held[v] != 0));
    for (int w = 0; w < nv && !held[v]; w++) {
      BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
      int place = held[w] ? -1 : brn__csr_find(&pattern, K->row_of[v], K->row_of[w]);
      seen += place >= 0;
      for (int k = 0; k < 9 && !held[w]; k++) {
        double value = place < 0 ? 0 : K->value[9 * place + k];
        ENSURE_NEAR(value, dense[(3 * v + k / 3) * n + 3 * w + k % 3], 1e-13);
      }
    }
  }
  ENSURE_INT(seen, K->start[24]);
  brn__blocks_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  free(element), free(dense);
  test_context_done(ctx);
}

static void product_equals_the_dense_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.1);
  int n = 3 * mesh->vertex_count;
  double *element = make_elements(mesh->tet_count), *dense = make_dense(mesh, element);
  double x[192], y[192], z[192];
  ENSURE_INT(n, 192);
  for (int i = 0; i < n; i++) x[i] = sin(1 + i);
  BrnBlocks* K = make_blocks(ctx, mesh, NULL, element);
  BrnCsr* csr;
  ENSURE_OK(ctx, brn__blocks_create_csr(ctx, K, &csr));
  brn__blocks_to_csr(ctx, K, csr);
  brn__blocks_multiply(ctx, K, x, y);
  brn__csr_multiply(ctx, csr, x, z);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += dense[i * n + j] * x[j];
    ENSURE_NEAR(y[i], sum, 1e-12);
    ENSURE_NEAR(z[i], sum, 1e-12);
    for (int e = csr->start[i] + 1; e < csr->start[i + 1]; e++) {
      ENSURE(csr->column[e] > csr->column[e - 1]);
    }
  }
  brn__csr_destroy(ctx, csr);
  brn__blocks_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  free(element), free(dense);
  test_context_done(ctx);
}

// all rows but one are rounded to floats; sums are in doubles
static void rough_product_rounds_all_but_exact_rows(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.1);
  double* element = make_elements(mesh->tet_count);
  BrnBlocks* K = make_blocks(ctx, mesh, NULL, element);
  double x[192], y[192], exact[192];
  for (int i = 0; i < 192; i++) x[i] = sin(1 + i);
  ENSURE_OK(ctx, brn__blocks_keep_rough(ctx, K));
  K->exact = brn__new_zero(ctx, K->row_count, uint8_t);
  K->exact[5] = 1;
  brn__blocks_round(ctx, K);
  for (int e = 0; e < 9 * K->start[K->row_count]; e++) ENSURE(K->rough[e] == (float)K->value[e]);
  brn__blocks_multiply(ctx, K, x, exact);
  brn__blocks_multiply_rough(ctx, K, x, y);
  double most = 0;
  for (int i = 0; i < 192; i++) {
    ENSURE_NEAR(y[i], exact[i], 1e-5);
    if (i / 3 == 5) ENSURE(y[i] == exact[i]);
    most = fmax(most, fabs(y[i] - exact[i]));
  }
  ENSURE(most > 1e-9);
  brn__blocks_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  free(element);
  test_context_done(ctx);
}

static void workers_and_batches_do_not_change_a_bit(void** state) {
  (void)state;
  double *first = NULL, *product = NULL;
  for (int workers = 1; workers <= 8; workers += workers == 3 ? 5 : 1) {
    BrnContext* ctx = test_context_with(workers);
    BrnMesh* mesh = mesh_grid(ctx, 10, 0.1);
    double* element = make_elements(mesh->tet_count);
    BrnBlocks* K;
    ENSURE_OK(ctx, brn__blocks_create(ctx, mesh, NULL, &K));
    for (int time = 0; time < 2; time++) { // the second replaces the first
      brn__blocks_clear(K);
      for (int t = 0, batch = 1000 * workers + 7; t < mesh->tet_count; t += batch) {
        int count = mesh->tet_count - t < batch ? mesh->tet_count - t : batch;
        brn__blocks_add(ctx, K, t, count, element + 144 * (size_t)t);
      }
    }
    size_t size = sizeof(double) * 9 * (size_t)K->start[K->row_count];
    size_t vector = sizeof(double) * 3 * (size_t)K->row_count;
    double *x = malloc(vector), *y = malloc(vector);
    for (int i = 0; i < 3 * K->row_count; i++) x[i] = sin(i);
    brn__blocks_multiply(ctx, K, x, y);
    if (!first) first = memcpy(malloc(size), K->value, size);
    if (!product) product = memcpy(malloc(vector), y, vector);
    assert_memory_equal(first, K->value, size);
    assert_memory_equal(product, y, vector);
    free(x), free(y), free(element);
    brn__blocks_destroy(ctx, K);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
  free(first), free(product);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  BrnBlocks* K;
  BrnCsr* csr = NULL;
  BrnStatus status = brn__blocks_create(ctx, mesh, NULL, &K);
  ENSURE((K != NULL) == (status == BRN_OK));
  if (status == BRN_OK) status = brn__blocks_create_csr(ctx, K, &csr);
  ENSURE((csr != NULL) == (status == BRN_OK));
  brn__csr_destroy(ctx, csr);
  brn__blocks_destroy(ctx, K);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_two_tets, make);
}

TEST_MAIN(cmocka_unit_test(assembly_equals_the_dense_one),
          cmocka_unit_test(product_equals_the_dense_one),
          cmocka_unit_test(rough_product_rounds_all_but_exact_rows),
          cmocka_unit_test(workers_and_batches_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_clean))
