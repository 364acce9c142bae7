// SPDX-License-Identifier: Apache-2.0

#include "mesh/mesh_test.h"
#include "sparse/sparse.h"

static void unit_tet_has_known_entries(void** state) {
  (void)state;
  static const double expected[4][4] = {
      {3, -1, -1, -1}, {-1, 1, 0, 0}, {-1, 0, 1, 0}, {-1, 0, 0, 1}};
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_unit_tet(ctx);
  BrnCsr* K;
  ENSURE_OK(ctx, brn__csr_laplacian(ctx, mesh, &K));
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      ENSURE_NEAR(K->value[brn__csr_find(K, i, j)], expected[i][j] / 6, 1e-16);
    }
  }
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// Constants are in the kernel everywhere; affine functions at inner vertices; and for u = x the
// energy u K u is the volume.
static void affine_functions_are_harmonic(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 5, 0.15);
  BrnCsr* K;
  ENSURE_OK(ctx, brn__csr_laplacian(ctx, mesh, &K));
  double x[216], y[216], energy = 0;
  for (int v = 0; v < 216; v++) x[v] = 1;
  brn__csr_multiply(ctx, K, x, y);
  for (int v = 0; v < 216; v++) ENSURE_NEAR(y[v], 0, 1e-14);
  for (int v = 0; v < 216; v++) x[v] = mesh->position[3 * v];
  brn__csr_multiply(ctx, K, x, y);
  for (int v = 0; v < 216; v++) {
    const double* p = mesh->position + 3 * v;
    bool inner = true;
    for (int i = 0; i < 3; i++) inner = inner && p[i] > 0 && p[i] < 5;
    if (inner) ENSURE_NEAR(y[v], 0, 1e-13);
    energy += x[v] * y[v];
  }
  ENSURE_NEAR(energy, 125, 1e-11);
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double* first = NULL;
  size_t size = 0;
  for (int workers = 1; workers <= 8; workers += workers == 2 ? 6 : 1) {
    BrnContext* ctx = test_context_with(workers);
    BrnMesh* mesh = mesh_grid(ctx, 12, 0.15);
    BrnCsr* K;
    ENSURE_OK(ctx, brn__csr_laplacian(ctx, mesh, &K));
    size = sizeof(double) * (size_t)K->start[K->row_count];
    if (!first) {
      first = malloc(size);
      memcpy(first, K->value, size);
    }
    assert_memory_equal(first, K->value, size);
    brn__csr_destroy(ctx, K);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
  free(first);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  BrnCsr* K;
  BrnStatus status = brn__csr_laplacian(ctx, mesh, &K);
  ENSURE((K != NULL) == (status == BRN_OK));
  brn__csr_destroy(ctx, K);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, make);
}

TEST_MAIN(cmocka_unit_test(unit_tet_has_known_entries),
          cmocka_unit_test(affine_functions_are_harmonic),
          cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_clean))
