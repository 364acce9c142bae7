// SPDX-License-Identifier: Apache-2.0

#include "drive/signal.h"

#include "test.h"

static void trigger_holds_and_relaxes(void** state) {
  (void)state;
  double age = brn__trigger_age(BRN_NEVER, 4.9, 5, 0.1);
  ENSURE_NEAR(age, BRN_NEVER, 0);
  ENSURE_NEAR(brn__trigger_value(age, 0.8, 0.1, 0.3), 0, 0);
  age = brn__trigger_age(age, 5, 5, 0.1); // it must pass
  ENSURE_NEAR(age, BRN_NEVER, 0);
  age = brn__trigger_age(age, 5.1, 5, 0.1);
  ENSURE_NEAR(brn__trigger_value(age, 0.8, 0.1, 0.3), 0.8, 0);
  ENSURE_NEAR(brn__trigger_value(0.05, 0.8, 0.1, 0.3), 0.8, 0);
  age = brn__trigger_age(age, 0, 5, 0.1);
  ENSURE_NEAR(brn__trigger_value(age, 0.8, 0.1, 0.3), 0.8, 0);
  age = brn__trigger_age(age, 0, 5, 0.3);
  ENSURE_NEAR(brn__trigger_value(age, 0.8, 0.1, 0.3), 0.8 * exp(-1), 1e-15);
  age = brn__trigger_age(age, 6, 5, 0.05); // again
  ENSURE_NEAR(brn__trigger_value(age, 0.8, 0.1, 0.3), 0.8, 0);
  ENSURE_NEAR(brn__trigger_value(1, 0.8, 0.1, 0), 0, 0);
}

// two short steps are a long one
static void activation_rises_and_falls(void** state) {
  (void)state;
  double up = brn__activation_step(0.2, 1, 0.015, 0.06, 0.03);
  ENSURE_NEAR(up, 1 - 0.8 * exp(-2), 1e-15);
  double half = brn__activation_step(0.2, 1, 0.015, 0.06, 0.015);
  ENSURE_NEAR(brn__activation_step(half, 1, 0.015, 0.06, 0.015), up, 1e-15);
  ENSURE_NEAR(brn__activation_step(1, 0.4, 0.015, 0.06, 0.06), 0.4 + 0.6 * exp(-1), 1e-15);
  ENSURE_NEAR(brn__activation_step(0.3, 0.9, 0, 0.06, 0.01), 0.9, 0);
  ENSURE_NEAR(brn__activation_step(0.3, 0.9, 0.015, 0.06, 0), 0.3, 0);
}

TEST_MAIN(cmocka_unit_test(trigger_holds_and_relaxes), cmocka_unit_test(activation_rises_and_falls))
