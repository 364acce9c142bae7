// SPDX-License-Identifier: Apache-2.0
//
// What the tests share: cmocka, a context that must be clean at the end, and small helpers.

#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "brawn/base.h"

#define ENSURE(condition) assert_true(condition)
#define ENSURE_INT(actual, expected) assert_int_equal(actual, expected)

/// |actual - expected| <= tolerance; NaN fails. Says the numbers when it does not hold.
#define ENSURE_NEAR(actual, expected, tolerance)                                                   \
  test_near((actual), (expected), (tolerance), #actual, __FILE__, __LINE__)

/// The status, and the message when it is another one.
#define ENSURE_STATUS(ctx, call, expected)                                                         \
  test_status((ctx), (call), (expected), #call, __FILE__, __LINE__)
#define ENSURE_OK(ctx, call) ENSURE_STATUS(ctx, call, BRN_OK)

/// The last error contains the text.
#define ENSURE_ERROR_HAS(ctx, text) test_error_has((ctx), (text), __FILE__, __LINE__)

static inline void test_near(double actual, double expected, double tolerance, const char* what,
                             const char* file, int line) {
  if (fabs(actual - expected) <= tolerance) return;
  print_error("%s is %.17g, expected %.17g +- %g\n", what, actual, expected, tolerance);
  _fail(file, line);
}

static inline void test_status(BrnContext* ctx, BrnStatus status, BrnStatus expected,
                               const char* what, const char* file, int line) {
  if (status == expected) return;
  print_error("%s gave %s (%s), expected %s\n", what, brn_status_name(status), brn_last_error(ctx),
              brn_status_name(expected));
  _fail(file, line);
}

static inline void test_error_has(BrnContext* ctx, const char* text, const char* file, int line) {
  if (strstr(brn_last_error(ctx), text)) return;
  print_error("the error is \"%s\", expected it to have \"%s\"\n", brn_last_error(ctx), text);
  _fail(file, line);
}

/// Negative: so many processes, each with one worker.
static inline BrnContext* test_context_with(int workers) {
  BrnContextDef def = brn_context_def_default();
  def.log = NULL;
  def.workers = workers < 0 ? 1 : workers;
  def.processes = workers < 0 ? -workers : 1;
  return brn_context_create(&def);
}

/// A silent context with two workers.
static inline BrnContext* test_context(void) { return test_context_with(2); }

/// Destroys it; asserts that everything was freed.
static inline void test_context_done(BrnContext* ctx) {
  assert_int_equal(brn_byte_count(ctx), 0);
  brn_context_destroy(ctx);
}

/// The same pseudo-random numbers on every machine.
typedef struct TestRandom {
  uint64_t state;
} TestRandom;

static inline uint64_t test_random_bits(TestRandom* random) {
  uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Uniform in [low, high).
static inline double test_random(TestRandom* random, double low, double high) {
  return low + (high - low) * (double)(test_random_bits(random) >> 11) * 0x1p-53;
}

/// A test file ends with TEST_MAIN(cmocka_unit_test(a), cmocka_unit_test(b), ...).
#define TEST_MAIN(...)                                                                             \
  int main(void) {                                                                                 \
    const struct CMUnitTest tests[] = {__VA_ARGS__};                                               \
    return cmocka_run_group_tests(tests, NULL, NULL);                                              \
  }
