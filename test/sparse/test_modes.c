// SPDX-License-Identifier: Apache-2.0

#include "sparse/modes.h"

#include "sparse_test.h"

static BrnFactor* factor_of(BrnContext* ctx, const BrnCsr* K) {
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor;
  BrnFactorReport report;
  def.width = 8;
  ENSURE_OK(ctx, brn__factor_create(ctx, K, &def, &factor));
  ENSURE_OK(ctx, brn__factor_update(ctx, factor, K, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  return factor;
}

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// eigenvalues of a dense symmetric matrix, ascending, by Jacobi's rotations
static void dense_eigenvalues(double* a, int n, double* value) {
  for (int sweep = 0; sweep < 30; sweep++) {
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        double angle = atan2(2 * a[n * p + q], a[n * q + q] - a[n * p + p]) / 2;
        double c = cos(angle), s = sin(angle);
        for (int k = 0; k < n; k++) {
          double x = a[n * k + p], y = a[n * k + q];
          a[n * k + p] = c * x - s * y, a[n * k + q] = s * x + c * y;
        }
        for (int k = 0; k < n; k++) {
          double x = a[n * p + k], y = a[n * q + k];
          a[n * p + k] = c * x - s * y, a[n * q + k] = s * x + c * y;
        }
      }
    }
  }
  for (int i = 0; i < n; i++) value[i] = a[n * i + i];
  qsort(value, (size_t)n, sizeof *value, compare);
}

// K x = lambda M x, and x_i.M x_j = delta_ij
static void ensure_modes(const BrnCsr* K, const double* mass, int count, const double* lambda,
                         const double* x, double tolerance) {
  int n = K->row_count;
  for (int k = 0; k < count; k++) {
    const double* u = x + (size_t)k * (size_t)n;
    double worst = 0, size = 0;
    for (int i = 0; i < n; i++) {
      double left = -lambda[k] * mass[i] * u[i];
      for (int e = K->start[i]; e < K->start[i + 1]; e++) left += K->value[e] * u[K->column[e]];
      worst = fmax(worst, fabs(left)), size = fmax(size, fabs(lambda[k] * mass[i] * u[i]));
    }
    ENSURE(worst < tolerance * size);
    for (int j = 0; j <= k; j++) {
      double sum = 0;
      for (int i = 0; i < n; i++) sum += u[i] * mass[i] * x[(size_t)j * (size_t)n + (size_t)i];
      ENSURE_NEAR(sum, j == k, 1e-12);
    }
  }
}

static void modes_equal_the_dense_ones(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 4, 9);
  enum { N = 125 - 9 };
  static double dense[N * N], expected[N], mass[N], lambda[48], x[48 * N];
  memset(dense, 0, sizeof dense);
  for (int i = 0; i < N; i++) mass[i] = 1 + i % 7;
  for (int i = 0; i < N; i++) {
    for (int e = K->start[i]; e < K->start[i + 1]; e++) {
      dense[N * i + K->column[e]] = K->value[e] / sqrt(mass[i] * mass[K->column[e]]);
    }
  }
  dense_eigenvalues(dense, N, expected);
  BrnFactor* factor = factor_of(ctx, K);
  static const int counts[3] = {1, 16, 48};
  for (int c = 0; c < 3; c++) {
    BrnModesDef def = brn__modes_def_default();
    BrnModesReport report;
    def.count = counts[c];
    ENSURE_OK(ctx, brn__modes_find(ctx, factor, mass, N, &def, lambda, x, &report));
    ENSURE_INT(report.outcome, BRN_CONVERGED);
    ENSURE(report.residual <= 1e-8 && report.solves > 0);
    for (int k = 0; k < def.count; k++)
      ENSURE_NEAR(lambda[k], expected[k], 1e-11 * expected[N - 1]);
    ensure_modes(K, mass, def.count, lambda, x, 1e-5);
  }
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

// |u - Q Q^T u| for a mode u and a basis Q of others, in the masses
static double distance_to_span(const double* mass, int n, const double* u, const double* Q,
                               int count) {
  double inside = 0;
  for (int k = 0; k < count; k++) {
    double part = 0;
    for (int i = 0; i < n; i++) part += mass[i] * u[i] * Q[(size_t)k * (size_t)n + (size_t)i];
    inside += part * part;
  }
  return sqrt(fmax(0, 1 - inside));
}

// Q and its values as good as a tolerance says: the low modes are in its span up to the tolerance
// over the gap to what is not in it (Davis and Kahan 1970), eigenvalues to the square of it
static void ensure_basis(const double* mass, int n, double tolerance, const double* value,
                         const double* Q, const double* exact, const double* x) {
  for (int k = 0; k < 16; k++) {
    double gap = 1 - exact[k] / exact[16]; // of 1 / lambda
    ENSURE(value[k] >= exact[k] * (1 - 1e-10));
    ENSURE(value[k] <= exact[k] * (1 + 16 * tolerance * tolerance / gap));
    double distance = distance_to_span(mass, n, x + (size_t)k * (size_t)n, Q, 16);
    ENSURE(distance <= 4 * tolerance / gap + 1e-7);
  }
}

static void loose_tolerance_gives_a_basis_of_the_low_modes(void** state) {
  (void)state;
  static const double tolerances[3] = {1e-1, 1e-2, 1e-3};
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 11, 30);
  int n = K->row_count, solves = 0;
  double *mass = malloc(sizeof(double) * (size_t)n), exact[17], value[16];
  double *x = malloc(sizeof(double) * 33 * (size_t)n), *Q = x + 17 * (size_t)n;
  for (int i = 0; i < n; i++) mass[i] = 1 + i % 3;
  BrnFactor* factor = factor_of(ctx, K);
  BrnModesDef def = brn__modes_def_default();
  BrnModesReport report;
  def.count = 17, def.tolerance = 1e-10;
  ENSURE_OK(ctx, brn__modes_find(ctx, factor, mass, n, &def, exact, x, &report));
  def.count = 16;
  for (int t = 0; t < 3; t++) {
    def.tolerance = tolerances[t];
    ENSURE_OK(ctx, brn__modes_find(ctx, factor, mass, n, &def, value, Q, &report));
    ENSURE_INT(report.outcome, BRN_CONVERGED);
    ENSURE(report.residual <= def.tolerance && report.residual > def.tolerance * 1e-3);
    ENSURE(report.solves > solves); // the looser, the cheaper
    solves = report.solves;
    ensure_basis(mass, n, def.tolerance, value, Q, exact, x);
  }
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  free(mass), free(x);
  test_context_done(ctx);
}

// Eigenvalues that are known: a diagonal matrix. Each comes `times` times, as the modes of a
// Laplacian with three coordinates do; none may be missed.
static BrnCsr* steps(BrnContext* ctx, int n, int times) {
  BrnCsr* K = brn__new_zero(ctx, 1, BrnCsr);
  K->row_count = n;
  K->start = brn__new(ctx, n + 1, int);
  K->column = brn__new(ctx, n, int);
  K->value = brn__new(ctx, n, double);
  for (int i = 0; i < n; i++) {
    int shuffled = (int)((long long)i * 7919 % n);
    K->start[i] = K->column[i] = i;
    K->value[i] = 1 + shuffled / times;
  }
  K->start[n] = n;
  return K;
}

static void ensure_steps(int n, int times, int count, int least_restarts) {
  BrnContext* ctx = test_context();
  BrnCsr* K = steps(ctx, n, times);
  double *mass = malloc(sizeof(double) * (size_t)n), *lambda = malloc(sizeof(double) * 64);
  double* x = malloc(sizeof(double) * (size_t)(n * count));
  for (int i = 0; i < n; i++) mass[i] = 1;
  BrnFactor* factor = factor_of(ctx, K);
  BrnModesDef def = brn__modes_def_default();
  BrnModesReport report;
  def.count = count;
  ENSURE_OK(ctx, brn__modes_find(ctx, factor, mass, n, &def, lambda, x, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  ENSURE(report.restarts >= least_restarts);
  for (int k = 0; k < count; k++) ENSURE_NEAR(lambda[k], 1 + k / times, 1e-9);
  ensure_modes(K, mass, count, lambda, x, 1e-5);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  free(mass), free(lambda), free(x);
  test_context_done(ctx);
}

static void repeated_modes_are_all_found(void** state) {
  (void)state;
  ensure_steps(1500, 3, 48, 1);
  ensure_steps(1500, 1, 16, 1);
}

// fewer rows than a basis holds, up to all modes there are
static void few_rows_give_all_their_modes(void** state) {
  (void)state;
  for (int n = 1; n <= 33; n += 4) ensure_steps(n, 2, n, 0);
  ensure_steps(40, 20, 5, 0);
}

static void limit_is_an_outcome(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 9, 20);
  int n = K->row_count;
  double *mass = malloc(sizeof(double) * (size_t)n), lambda[16];
  double* x = malloc(sizeof(double) * 16 * (size_t)n);
  for (int i = 0; i < n; i++) mass[i] = 2;
  BrnFactor* factor = factor_of(ctx, K);
  BrnModesDef def = brn__modes_def_default();
  BrnModesReport report;
  def.max_solves = 24;
  ENSURE_OK(ctx, brn__modes_find(ctx, factor, mass, n, &def, lambda, x, &report));
  ENSURE_INT(report.outcome, BRN_OUT_OF_ITERATIONS);
  ENSURE_INT(report.solves, 24);
  ENSURE(report.residual > 1e-8);
  mass[5] = 0;
  ENSURE_STATUS(ctx, brn__modes_find(ctx, factor, mass, n, &def, lambda, x, &report), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "mass 5 is 0");
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  free(mass), free(x);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double* first = NULL;
  for (int workers = 1; workers <= 3; workers++) {
    BrnContext* ctx = test_context_with(workers);
    BrnCsr* K = sparse_laplacian(ctx, 17, 40); // two chunks of rows
    int n = K->row_count;
    size_t size = sizeof(double) * 16 * (size_t)n;
    double *mass = malloc(sizeof(double) * (size_t)n), *x = malloc(size), lambda[16];
    for (int i = 0; i < n; i++) mass[i] = 1 + i % 2;
    BrnFactor* factor = factor_of(ctx, K);
    BrnModesDef def = brn__modes_def_default();
    BrnModesReport report;
    ENSURE_OK(ctx, brn__modes_find(ctx, factor, mass, n, &def, lambda, x, &report));
    ENSURE_INT(report.outcome, BRN_CONVERGED);
    if (!first) first = memcpy(malloc(size), x, size);
    assert_memory_equal(first, x, size);
    brn__factor_destroy(ctx, factor);
    brn__csr_destroy(ctx, K);
    free(mass), free(x);
    test_context_done(ctx);
  }
  free(first);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  (void)mesh;
  static double dense[4] = {2, 1, 1, 2}, mass[2] = {1, 1};
  BrnCsr K = {2, (int[]){0, 2, 4}, (int[]){0, 1, 0, 1}, dense};
  BrnFactorDef factor_def = brn__factor_def_default();
  BrnFactorReport factored;
  BrnFactor* factor;
  BrnModesDef def = brn__modes_def_default();
  BrnModesReport report;
  double lambda[2], x[4];
  BrnStatus status = brn__factor_create(ctx, &K, &factor_def, &factor);
  if (status == BRN_OK) status = brn__factor_update(ctx, factor, &K, &factored);
  def.count = 2;
  if (status == BRN_OK) {
    status = brn__modes_find(ctx, factor, mass, 2, &def, lambda, x, &report);
  }
  if (status == BRN_OK) ENSURE_NEAR(lambda[0] + 10 * lambda[1], 31, 1e-12);
  brn__factor_destroy(ctx, factor);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_unit_tet, make);
}

TEST_MAIN(cmocka_unit_test(modes_equal_the_dense_ones),
          cmocka_unit_test(loose_tolerance_gives_a_basis_of_the_low_modes),
          cmocka_unit_test(repeated_modes_are_all_found),
          cmocka_unit_test(few_rows_give_all_their_modes), cmocka_unit_test(limit_is_an_outcome),
          cmocka_unit_test(workers_do_not_change_a_bit),
          cmocka_unit_test(every_failed_allocation_is_clean))
