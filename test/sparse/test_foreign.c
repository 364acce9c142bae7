// SPDX-License-Identifier: Apache-2.0

#include "sparse/foreign.h"

#include "sparse/blas.h"
#include "sparse/factor.h"
#include "test.h"

#include <dlfcn.h>

// What is not linked is not asked: MUMPS brings no OpenMP.

static int ask(const char* name, int otherwise) {
  void* symbol = dlsym(RTLD_DEFAULT, name);
  int (*get)(void);
  memcpy(&get, &symbol, sizeof get);
  return get ? get() : otherwise;
}

static void set(const char* name, int value) {
  void* symbol = dlsym(RTLD_DEFAULT, name);
  void (*call)(int);
  memcpy(&call, &symbol, sizeof call);
  if (call) call(value);
}

static void no_threads_inside_and_all_as_before_after(void** state) {
  (void)state;
  set("openblas_set_num_threads", 2);
  int levels = ask("omp_get_max_active_levels", 0), threads = ask("openblas_get_num_threads", 1);
  int entered = brn__foreign_enter();
  ENSURE_INT(ask("omp_get_max_active_levels", 0), 0);
  ENSURE_INT(ask("openblas_get_num_threads", 1), 1);
  int again = brn__foreign_enter(); // another context
  brn__foreign_leave(entered);
  ENSURE_INT(ask("openblas_get_num_threads", 1), 1);
  entered = brn__foreign_enter();
  brn__foreign_leave(again);
  brn__foreign_leave(entered);
  ENSURE_INT(ask("openblas_get_num_threads", 1), threads);
  brn__foreign_leave(brn__foreign_enter());
  set("omp_set_max_active_levels", levels);
  entered = brn__foreign_enter();
  brn__foreign_leave(entered);
  ENSURE_INT(ask("omp_get_max_active_levels", 0), levels);
}

// a factorisation leaves the rest of the program as it was
static void factor_leaves_no_trace(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static double dense[4] = {2, 1, 1, 2};
  BrnCsr K = {2, (int[]){0, 2, 4}, (int[]){0, 1, 0, 1}, dense};
  BrnFactorDef def = brn__factor_def_default();
  BrnFactorReport report;
  BrnFactor* factor;
  set("openblas_set_num_threads", 2);
  int levels = ask("omp_get_max_active_levels", 0), threads = ask("openblas_get_num_threads", 1);
  ENSURE_OK(ctx, brn__factor_create(ctx, &K, &def, &factor));
  ENSURE_OK(ctx, brn__factor_update(ctx, factor, &K, &report));
  ENSURE_INT(ask("omp_get_max_active_levels", 0), levels);
  ENSURE_INT(ask("openblas_get_num_threads", 1), threads);
  // in the default build the first test has something to look at
  bool cholmod = strcmp(brn__factor_info(factor).library, "CHOLMOD") == 0;
  ENSURE(!cholmod || levels > 0);
  brn__factor_destroy(ctx, factor);
  test_context_done(ctx);
}

static void lapack_is_there(void** state) {
  (void)state;
  double A[4] = {2, 1, 1, 2}, value[2], work[64]; // and its eigenvalues are 1 and 3
  int n = 2, size = 64, info;
  dsyev_("V", "L", &n, A, &n, value, work, &size, &info, 1, 1);
  ENSURE_INT(info, 0);
  ENSURE_NEAR(value[0], 1, 1e-14);
  ENSURE_NEAR(value[1], 3, 1e-14);
}

TEST_MAIN(cmocka_unit_test(no_threads_inside_and_all_as_before_after),
          cmocka_unit_test(factor_leaves_no_trace), cmocka_unit_test(lapack_is_there))
