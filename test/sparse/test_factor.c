// SPDX-License-Identifier: Apache-2.0

#include "sparse/factor.h"

#include "sparse_test.h"

#include <dlfcn.h>

// The same tests for CHOLMOD and for MUMPS: nothing here asks which of them was built.

static double* random_sides(int n, int count, uint64_t seed) {
  TestRandom random = {seed};
  double* b = malloc(sizeof(double) * (size_t)(n * count + 1));
  for (int i = 0; i < n * count; i++) b[i] = test_random(&random, -1, 1);
  return b;
}

static BrnFactor* make_factor(BrnContext* ctx, const BrnCsr* K, const BrnFactorDef* def) {
  BrnFactor* factor;
  BrnFactorReport report;
  ENSURE_OK(ctx, brn__factor_create(ctx, K, def, &factor));
  ENSURE_OK(ctx, brn__factor_update(ctx, factor, K, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  ENSURE_INT(report.column, -1);
  return factor;
}

static void residuals_are_small(BrnContext* ctx, const BrnCsr* K, BrnFactor* factor, int count,
                                double tolerance) {
  int n = K->row_count;
  double *b = random_sides(n, count, 3), *x = random_sides(n, count, 4);
  brn__factor_solve(ctx, factor, count, b, x);
  for (int r = 0; r < count; r++) {
    double residual = sparse_residual(K, b + (size_t)n * r, x + (size_t)n * r);
    if (!(residual < tolerance)) print_error("side %d of %d: %g\n", r, count, residual);
    ENSURE(residual < tolerance);
  }
  free(b);
  free(x);
}

static void answer_equals_the_dense_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 3, 5);
  enum { N = 64 - 5 };
  double dense[N * N] = {0}, b[N], answer[N], x[N];
  ENSURE_INT(K->row_count, N);
  for (int i = 0; i < N; i++) {
    answer[i] = b[i] = cos(i);
    for (int e = K->start[i]; e < K->start[i + 1]; e++) dense[N * i + K->column[e]] = K->value[e];
  }
  dense_solve(dense, answer, N);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, K, &def);
  brn__factor_solve(ctx, factor, 1, b, x);
  for (int i = 0; i < N; i++) ENSURE_NEAR(x[i], answer[i], 1e-12);
  brn__factor_solve(ctx, factor, 1, b, b); // in place
  for (int i = 0; i < N; i++) ENSURE(b[i] == x[i]);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

// sizes around the widths of strips and tiles, and large enough for a top
static void any_size_and_number_of_sides_is_solved(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int n = 1; n <= 20; n += n < 6 ? 1 : 7) {
    BrnCsr* K = sparse_laplacian(ctx, n, 1);
    BrnFactorDef def = brn__factor_def_default();
    for (def.width = 1; def.width <= 16; def.width += def.width < 4 ? 1 : 6) {
      if (n > 6 && def.width != 4 && def.width != 16) continue;
      BrnFactor* factor = make_factor(ctx, K, &def);
      for (int count = 0; count <= 18; count += count < 5 ? 1 : count < 8 ? 3 : 10) {
        residuals_are_small(ctx, K, factor, count, 1e-11);
      }
      brn__factor_destroy(ctx, factor);
    }
    brn__csr_destroy(ctx, K);
  }
  test_context_done(ctx);
}

static void library_solves_the_same(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 8, 9);
  int n = K->row_count;
  double *b = random_sides(n, 5, 1), *own = random_sides(n, 5, 2), *other = random_sides(n, 5, 3);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, K, &def);
  brn__factor_solve(ctx, factor, 5, b, own);
  brn__factor_destroy(ctx, factor);
  def.library_solve = true;
  factor = make_factor(ctx, K, &def);
  brn__factor_solve(ctx, factor, 5, b, other);
  for (int i = 0; i < 5 * n; i++) ENSURE_NEAR(own[i], other[i], 1e-12 * 5);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  free(b), free(own), free(other);
  test_context_done(ctx);
}

static void coordinates_are_solved_each_on_its_own(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 5, 4);
  int n = K->row_count;
  double *apart = random_sides(n, 3, 8), *xyz = random_sides(n, 3, 9), *x = random_sides(n, 3, 1);
  for (int i = 0; i < n; i++) {
    for (int a = 0; a < 3; a++) xyz[3 * i + a] = apart[n * a + i];
  }
  for (int width = 1; width <= 4; width++) { // narrower than three, too
    BrnFactorDef def = brn__factor_def_default();
    def.width = width;
    BrnFactor* factor = make_factor(ctx, K, &def);
    brn__factor_solve(ctx, factor, 3, apart, x);
    double* interleaved = random_sides(n, 3, 1);
    brn__factor_solve_xyz(ctx, factor, xyz, interleaved);
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < 3; a++) ENSURE(interleaved[3 * i + a] == x[n * a + i]);
    }
    free(interleaved);
    brn__factor_destroy(ctx, factor);
  }
  brn__csr_destroy(ctx, K);
  free(apart), free(xyz), free(x);
  test_context_done(ctx);
}

// the pattern is analysed once; new values give new answers, each as if made afresh
static void values_are_replaced(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 6, 3);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, K, &def);
  BrnFactorReport report;
  for (int time = 0; time < 3; time++) {
    for (int row = 0; row < K->row_count; row++) {
      K->value[brn__csr_find(K, row, row)] *= 1 + 0.1 * (row % (time + 2));
    }
    ENSURE_OK(ctx, brn__factor_update(ctx, factor, K, &report));
    residuals_are_small(ctx, K, factor, 3, 1e-12);
  }
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

static void indefinite_matrix_is_an_outcome(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 5, 3);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, K, &def);
  BrnFactorReport report;
  int entry = brn__csr_find(K, 77, 77);
  double value = K->value[entry];
  K->value[entry] = -1;
  ENSURE_OK(ctx, brn__factor_update(ctx, factor, K, &report));
  ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
  ENSURE(report.column >= -1 && report.column < K->row_count);
  K->value[entry] = value; // and it recovers
  ENSURE_OK(ctx, brn__factor_update(ctx, factor, K, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  residuals_are_small(ctx, K, factor, 2, 1e-12);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

// a star: its leaves come before its centre in any order that is worth something, and the centre
// is the one that is not positive
static void first_bad_column_is_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double dense[36] = {0};
  for (int i = 0; i < 6; i++) dense[7 * i] = 1, dense[6 * 1 + i] = dense[6 * i + 1] = 1;
  dense[7] = 2;
  BrnCsr* K = sparse_from_dense(ctx, dense, 6);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor;
  BrnFactorReport report;
  ENSURE_OK(ctx, brn__factor_create(ctx, K, &def, &factor));
  ENSURE_OK(ctx, brn__factor_update(ctx, factor, K, &report));
  ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
  if (strcmp(brn__factor_info(factor).library, "CHOLMOD") == 0) ENSURE_INT(report.column, 1);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

static void numbers_that_are_none_are_an_outcome(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double poison[2] = {NAN, INFINITY};
  for (int i = 0; i < 2; i++) {
    BrnCsr* K = sparse_laplacian(ctx, 4, 3);
    BrnFactorDef def = brn__factor_def_default();
    BrnFactor* factor = make_factor(ctx, K, &def);
    BrnFactorReport report;
    K->value[brn__csr_find(K, 50, 50)] = poison[i];
    ENSURE_OK(ctx, brn__factor_update(ctx, factor, K, &report));
    ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
    brn__factor_destroy(ctx, factor);
    brn__csr_destroy(ctx, K);
  }
  test_context_done(ctx);
}

static void floats_are_exact_to_six_digits(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 9, 100);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* doubles = make_factor(ctx, K, &def);
  def.floats = true;
  BrnFactor* floats = make_factor(ctx, K, &def);
  for (int count = 1; count <= 8; count++) residuals_are_small(ctx, K, floats, count, 1e-5);
  ENSURE(brn__factor_info(floats).solve_bytes <= brn__factor_info(doubles).solve_bytes);
  brn__factor_destroy(ctx, floats);
  brn__factor_destroy(ctx, doubles);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

// a copy in single precision beside the doubles, which stay what they are
static void rough_solves_have_five_digits(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 9, 100);
  BrnFactorDef def = brn__factor_def_default();
  def.rough = true;
  BrnFactor* factor = make_factor(ctx, K, &def);
  size_t size = sizeof(double) * 3 * (size_t)K->row_count;
  double *b = malloc(size), *x = malloc(size), *rough = malloc(size), *one = malloc(size);
  for (int i = 0; i < 3 * K->row_count; i++) b[i] = sin(i);
  brn__factor_solve_xyz(ctx, factor, b, x);
  brn__factor_solve_xyz_rough(ctx, factor, b, rough);
  residuals_are_small(ctx, K, factor, 3, 1e-11);
  double most = 0, size_of_x = 0;
  for (int i = 0; i < 3 * K->row_count; i++) {
    most = fmax(most, fabs(rough[i] - x[i]));
    size_of_x = fmax(size_of_x, fabs(x[i]));
  }
  ENSURE(most < 1e-5 * size_of_x);
  if (strcmp(brn__factor_info(factor).library, "CHOLMOD") == 0) ENSURE(most > 0);
  for (int i = 0; i < K->row_count; i++) one[i] = b[3 * i];
  brn__factor_solve_rough(ctx, factor, 1, one, one);
  for (int i = 0; i < K->row_count; i++) ENSURE_NEAR(one[i], x[3 * i], 1e-5 * size_of_x);
  free(b), free(x), free(rough), free(one);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

// stiff tendons: entries that differ by five powers of ten
static void unlike_stiffness_keeps_the_residual_small(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 12, 50);
  for (int i = 0; i < K->row_count; i++) {
    for (int e = K->start[i]; e < K->start[i + 1]; e++) {
      int j = K->column[e];
      double left = i % 300 < 150 ? 1 : 400, right = j % 300 < 150 ? 1 : 400;
      K->value[e] *= left * right;
    }
  }
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, K, &def);
  residuals_are_small(ctx, K, factor, 3, 1e-10);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  double* first = NULL;
  for (int workers = 1; workers <= 8; workers += workers == 3 ? 5 : 1) {
    BrnContext* ctx = test_context_with(workers);
    BrnCsr* K = sparse_laplacian(ctx, 22, 30);
    BrnFactorDef def = brn__factor_def_default();
    BrnFactor* factor = make_factor(ctx, K, &def);
    size_t size = sizeof(double) * 3 * (size_t)K->row_count;
    double *b = random_sides(K->row_count, 3, 6), *x = malloc(size);
    for (int time = 0; time < 3; time++) {
      brn__factor_solve_xyz(ctx, factor, b, x);
      if (!first) first = memcpy(malloc(size), x, size);
      assert_memory_equal(first, x, size);
    }
    free(b), free(x);
    brn__factor_destroy(ctx, factor);
    brn__csr_destroy(ctx, K);
    test_context_done(ctx);
  }
  free(first);
}

static void solve_takes_no_memory(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 20, 10);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, K, &def);
  size_t before = brn_byte_count(ctx);
  brn_fail_allocation(ctx, 0); // the next one would fail
  residuals_are_small(ctx, K, factor, 7, 1e-11);
  ENSURE(brn_byte_count(ctx) == before);
  brn_fail_allocation(ctx, -1);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

static void facts_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double dense[9] = {2, 1, 0, 1, 2, 0, 0, 0, 3};
  BrnCsr* K = sparse_from_dense(ctx, dense, 3);
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, K, &def);
  BrnFactorInfo info = brn__factor_info(factor);
  ENSURE(info.nonzeros >= 4 && info.nonzeros <= 6);
  ENSURE(info.flops > 0 && info.bytes > 0 && info.solve_bytes >= 8 * info.nonzeros);
  brn__factor_destroy(ctx, factor);
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

static void nothing_to_solve_is_solved(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int start = 0, column = 0;
  double value = 0, b = 5, x = 7;
  BrnCsr K = {0, &start, &column, &value};
  BrnFactorDef def = brn__factor_def_default();
  BrnFactor* factor = make_factor(ctx, &K, &def);
  brn__factor_solve(ctx, factor, 1, &b, &x);
  ENSURE(x == 7);
  brn__factor_destroy(ctx, factor);
  test_context_done(ctx);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  (void)mesh;
  static double dense[4] = {2, 1, 1, 2};
  BrnCsr K = {2, (int[]){0, 2, 4}, (int[]){0, 1, 0, 1}, dense};
  BrnFactorDef def = brn__factor_def_default();
  BrnFactorReport report;
  BrnFactor* factor;
  BrnStatus status = brn__factor_create(ctx, &K, &def, &factor);
  ENSURE((factor != NULL) == (status == BRN_OK));
  if (status == BRN_OK) status = brn__factor_update(ctx, factor, &K, &report);
  brn__factor_destroy(ctx, factor);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_unit_tet, make);
}

// ------------------------------------------------------------------------ the library's own memory

// the beginning of SuiteSparse's table of functions, which CHOLMOD takes its memory by
typedef struct Hooks {
  void* (*malloc)(size_t size);
  void* (*calloc)(size_t count, size_t size);
  void* (*realloc)(void* block, size_t size);
} Hooks;

static int left; // calls that succeed; one fails after them

static void* failing_malloc(size_t size) { return left-- == 0 ? NULL : malloc(size); }
static void* failing_calloc(size_t n, size_t size) { return left-- == 0 ? NULL : calloc(n, size); }
static void* failing_realloc(void* p, size_t size) { return left-- == 0 ? NULL : realloc(p, size); }

// @return whether all calls succeeded
static bool try_with(Hooks* hooks, const BrnCsr* K, BrnContext* ctx) {
  const Hooks usual = *hooks;
  BrnFactorDef def = brn__factor_def_default();
  BrnFactorReport report;
  BrnFactor* factor;
  size_t before = brn_byte_count(ctx);
  *hooks = (Hooks){failing_malloc, failing_calloc, failing_realloc};
  BrnStatus status = brn__factor_create(ctx, K, &def, &factor);
  if (status == BRN_OK) status = brn__factor_update(ctx, factor, K, &report);
  *hooks = usual;
  bool failed = left < 0;
  if (status == BRN_OK) {
    ENSURE_INT(report.outcome, BRN_CONVERGED); // it found another way
    residuals_are_small(ctx, K, factor, 2, 1e-11);
  } else {
    ENSURE_STATUS(ctx, status, BRN_NO_MEMORY);
    ENSURE_ERROR_HAS(ctx, "out of memory");
    ENSURE(failed);
  }
  brn__factor_destroy(ctx, factor);
  ENSURE(brn_byte_count(ctx) == before);
  return !failed;
}

static void cholmod_out_of_memory_is_a_status(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnCsr* K = sparse_laplacian(ctx, 4, 2);
  Hooks* hooks = dlsym(RTLD_DEFAULT, "SuiteSparse_config");
  int tries = 0;
  if (hooks) {
    do {
      left = tries++;
    } while (!try_with(hooks, K, ctx));
    ENSURE(tries > 10);
  }
  brn__csr_destroy(ctx, K);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(answer_equals_the_dense_one),
          cmocka_unit_test(any_size_and_number_of_sides_is_solved),
          cmocka_unit_test(library_solves_the_same),
          cmocka_unit_test(coordinates_are_solved_each_on_its_own),
          cmocka_unit_test(values_are_replaced), cmocka_unit_test(indefinite_matrix_is_an_outcome),
          cmocka_unit_test(first_bad_column_is_named),
          cmocka_unit_test(numbers_that_are_none_are_an_outcome),
          cmocka_unit_test(floats_are_exact_to_six_digits),
          cmocka_unit_test(rough_solves_have_five_digits),
          cmocka_unit_test(unlike_stiffness_keeps_the_residual_small),
          cmocka_unit_test(workers_do_not_change_a_bit), cmocka_unit_test(solve_takes_no_memory),
          cmocka_unit_test(facts_are_told), cmocka_unit_test(nothing_to_solve_is_solved),
          cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(cholmod_out_of_memory_is_a_status))
