// SPDX-License-Identifier: Apache-2.0

#include "material/math_lanes.h"
#include "test.h"

static double log_of(double x) { return brn__lanes_log(brn__lanes_set(x))[3]; }
static double exp_of(double x) { return brn__lanes_exp(brn__lanes_set(x))[3]; }

static void logarithm_is_good_to_the_last_bits(void** state) {
  (void)state;
  TestRandom random = {21};
  double worst = 0;
  for (int i = 0; i < 200000; i++) {
    double x = i % 2 ? exp(test_random(&random, -700, 700)) : test_random(&random, 0.5, 2);
    if (i % 4 == 0) x = 1 + (x - 1) * 1e-6;
    double exact = (double)logl((long double)x);
    worst = fmax(worst, fabs(log_of(x) - exact) / fabs(exact));
  }
  ENSURE(worst < 5e-16);
  ENSURE(log_of(1) == 0);
  ENSURE_NEAR(log_of(0x1p-1022), -1022 * log(2), 1e-12);
}

static void exponential_is_good_to_the_last_bits(void** state) {
  (void)state;
  TestRandom random = {22};
  double worst = 0;
  for (int i = 0; i < 200000; i++) {
    double x = test_random(&random, i % 2 ? -2 : -699, i % 2 ? 2 : 699);
    double exact = (double)expl((long double)x);
    worst = fmax(worst, fabs(exp_of(x) - exact) / exact);
  }
  ENSURE(worst < 5e-16);
  ENSURE(exp_of(0) == 1);
  ENSURE(exp_of(-1e9) == exp_of(-700) && isfinite(exp_of(1e300)));
}

TEST_MAIN(cmocka_unit_test(logarithm_is_good_to_the_last_bits),
          cmocka_unit_test(exponential_is_good_to_the_last_bits))
