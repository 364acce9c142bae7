// SPDX-License-Identifier: Apache-2.0

#include "sparse_test.h"

// the Laplacian of a grid with vertex 0 held at 2 and the last one at -1
typedef struct Held {
  BrnMesh* mesh;
  BrnCsr* K;
  double *x, *b;
} Held;

static Held held_grid(BrnContext* ctx, int n) {
  Held held = {.mesh = mesh_grid(ctx, n, 0.2)};
  int count = held.mesh->vertex_count;
  uint8_t* pinned = calloc((size_t)count, 1);
  held.x = calloc((size_t)count, sizeof(double));
  held.b = calloc((size_t)count, sizeof(double));
  ENSURE_OK(ctx, brn__csr_laplacian(ctx, held.mesh, &held.K));
  pinned[0] = pinned[count - 1] = 1;
  held.x[0] = 2, held.x[count - 1] = -1;
  brn__csr_pin(held.K, pinned, held.x, held.b);
  free(pinned);
  return held;
}

static void held_done(BrnContext* ctx, Held* held) {
  brn__csr_destroy(ctx, held->K);
  brn_mesh_destroy(ctx, held->mesh);
  free(held->x);
  free(held->b);
}

static void answer_equals_the_dense_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Held held = held_grid(ctx, 3);
  double dense[64 * 64] = {0}, answer[64];
  for (int i = 0; i < 64; i++) {
    answer[i] = held.b[i];
    for (int e = held.K->start[i]; e < held.K->start[i + 1]; e++) {
      dense[64 * i + held.K->column[e]] = held.K->value[e];
    }
  }
  dense_solve(dense, answer, 64);
  BrnPcgLimits limits = {1e-14, 0};
  BrnPcgReport report;
  ENSURE_OK(ctx, brn__pcg_solve(ctx, held.K, held.b, held.x, &limits, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  ENSURE(report.residual <= 1e-14 && report.iterations > 3 && report.iterations < 30);
  for (int i = 0; i < 64; i++) ENSURE_NEAR(held.x[i], answer[i], 1e-12);
  held_done(ctx, &held);
  test_context_done(ctx);
}

static void limit_is_an_outcome(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Held held = held_grid(ctx, 6);
  BrnPcgLimits limits = {1e-14, 3};
  BrnPcgReport report;
  ENSURE_OK(ctx, brn__pcg_solve(ctx, held.K, held.b, held.x, &limits, &report));
  ENSURE_INT(report.outcome, BRN_OUT_OF_ITERATIONS);
  ENSURE_INT(report.iterations, 3);
  ENSURE(report.residual > 1e-14 && report.residual < 1);
  held_done(ctx, &held);
  test_context_done(ctx);
}

// the start is used: from the answer there is nothing to do
static void answer_as_a_start_needs_no_iteration(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Held held = held_grid(ctx, 4);
  BrnPcgLimits tight = {1e-13, 0}, loose = {1e-10, 0};
  BrnPcgReport report;
  ENSURE_OK(ctx, brn__pcg_solve(ctx, held.K, held.b, held.x, &tight, &report));
  ENSURE_OK(ctx, brn__pcg_solve(ctx, held.K, held.b, held.x, &loose, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  ENSURE_INT(report.iterations, 0);
  memset(held.b, 0, sizeof(double) * (size_t)held.K->row_count);
  ENSURE_OK(ctx, brn__pcg_solve(ctx, held.K, held.b, held.x, &loose, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  for (int i = 0; i < held.K->row_count; i++) ENSURE(held.x[i] == 0);
  held_done(ctx, &held);
  test_context_done(ctx);
}

static void indefinite_matrix_breaks_down(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double dense[4] = {1, 3, 3, 1};
  double b[2] = {1, -1}, x[2] = {0, 0};
  BrnCsr* K = sparse_from_dense(ctx, dense, 2);
  BrnPcgLimits limits = {1e-10, 0};
  BrnPcgReport report;
  ENSURE_OK(ctx, brn__pcg_solve(ctx, K, b, x, &limits, &report));
  ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
  ENSURE(report.negative_curvature);
  b[0] = NAN;
  ENSURE_OK(ctx, brn__pcg_solve(ctx, K, b, x, &limits, &report));
  ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
  ENSURE(!report.negative_curvature);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------- Newton steps

typedef struct Diagonal {
  const double *k, *m; // K and M^-1 are diagonal
} Diagonal;

static void apply_diagonal(BrnContext* ctx, const void* user, const double* x, double* y) {
  (void)ctx;
  for (int i = 0; i < 3; i++) y[i] = ((const Diagonal*)user)->k[i] * x[i];
}

static void precondition_diagonal(BrnContext* ctx, const void* user, const double* r, double* z) {
  (void)ctx;
  for (int i = 0; i < 3; i++) z[i] = ((const Diagonal*)user)->m[i] * r[i];
}

static BrnPcgReport newton(BrnContext* ctx, const double* k, const double* m, const double* b,
                           double tolerance, double* x) {
  Diagonal user = {k, m};
  BrnLinear op = {3, apply_diagonal, precondition_diagonal, &user};
  BrnPcgLimits limits = {tolerance, 0};
  BrnPcgReport report;
  ENSURE_OK(ctx, brn__pcg_newton(ctx, &op, b, x, &limits, &report));
  return report;
}

static void negative_curvature_at_once_gives_the_preconditioned_gradient(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double x[3] = {9, 9, 9};
  BrnPcgReport report =
      newton(ctx, (double[]){-1, -2, 1}, (double[]){1, 2, 4}, (double[]){1, 1, 0.5}, 1e-9, x);
  ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
  ENSURE(report.negative_curvature);
  ENSURE_INT(report.iterations, 0);
  ENSURE(x[0] == 1 && x[1] == 2 && x[2] == 2);
  test_context_done(ctx);
}

// p0 = b has the curvature 2 + 8 - 1 = 9 and r.r = 6: x = 6/9 b; then the negative one turns up
static void negative_curvature_later_keeps_the_iterate(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double x[3] = {9, 9, 9};
  static const double b[3] = {1, 2, 1}, k[3] = {2, 2, -1}, one[3] = {1, 1, 1};
  BrnPcgReport report = newton(ctx, k, one, b, 1e-9, x);
  ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
  ENSURE(report.negative_curvature);
  ENSURE_INT(report.iterations, 1);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(x[i], 6.0 / 9 * b[i], 1e-15);
  test_context_done(ctx);
}

// the residual is sqrt(r.z / r0.z0): with M = K one step is exact, whatever the scales are
static void tolerance_is_in_the_preconditioned_norm(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double k[3] = {1, 1e6, 1e-6}, inverse[3] = {1, 1e-6, 1e6}, b[3] = {1, 2, 3};
  double x[3] = {7, 7, 7};
  BrnPcgReport report = newton(ctx, k, inverse, b, 1e-6, x);
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  ENSURE_INT(report.iterations, 1);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(x[i] * k[i], b[i], 1e-9);
  // M = 1: after one step r = b - a K b with a = b.b / b.Kb; the limit stops there
  static const double two[3] = {1, 2, 3}, one[3] = {1, 1, 1}, side[3] = {1, 1, 1};
  report = newton(ctx, two, one, side, 0.409, x); // sqrt((1/4 + 0 + 1/4) / 3) = 0.40825
  ENSURE_INT(report.iterations, 1);
  ENSURE_NEAR(report.residual, sqrt(0.5 / 3), 1e-15);
  static const double four[3] = {4, 1, 1}; // z = (4 r0, r1, r2)
  report = newton(ctx, two, four, side, 1e-12, x);
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  ENSURE(!report.negative_curvature);
  ENSURE_INT(report.iterations, 3);
  test_context_done(ctx);
}

static void second_solve_takes_no_memory(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double k[3] = {1, 2, 3}, one[3] = {1, 1, 1}, b[3] = {1, 2, 3};
  double x[3];
  newton(ctx, k, one, b, 1e-9, x);
  brn_fail_allocation(ctx, 0);
  newton(ctx, k, one, b, 1e-9, x);
  brn_fail_allocation(ctx, -1);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double* first = NULL;
  for (int workers = 1; workers <= 8; workers += workers == 2 ? 6 : 1) {
    BrnContext* ctx = test_context_with(workers);
    Held held = held_grid(ctx, 20);
    BrnPcgLimits limits = {1e-10, 0};
    BrnPcgReport report;
    ENSURE_OK(ctx, brn__pcg_solve(ctx, held.K, held.b, held.x, &limits, &report));
    size_t size = sizeof(double) * (size_t)held.K->row_count;
    if (!first) first = memcpy(malloc(size), held.x, size);
    assert_memory_equal(first, held.x, size);
    held_done(ctx, &held);
    test_context_done(ctx);
  }
  free(first);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  (void)mesh;
  static double dense[4] = {2, 1, 1, 2};
  double b[2] = {1, 2}, x[2] = {0};
  BrnCsr K = {2, (int[]){0, 2, 4}, (int[]){0, 1, 0, 1}, dense};
  BrnPcgLimits limits = {1e-10, 0};
  BrnPcgReport report;
  return brn__pcg_solve(ctx, &K, b, x, &limits, &report);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_unit_tet, make);
}

TEST_MAIN(cmocka_unit_test(answer_equals_the_dense_one), cmocka_unit_test(limit_is_an_outcome),
          cmocka_unit_test(answer_as_a_start_needs_no_iteration),
          cmocka_unit_test(indefinite_matrix_breaks_down),
          cmocka_unit_test(negative_curvature_at_once_gives_the_preconditioned_gradient),
          cmocka_unit_test(negative_curvature_later_keeps_the_iterate),
          cmocka_unit_test(tolerance_is_in_the_preconditioned_norm),
          cmocka_unit_test(second_solve_takes_no_memory),
          cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_clean))
