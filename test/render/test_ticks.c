// SPDX-License-Identifier: Apache-2.0

#include "render/ticks.h"
#include "test.h"

// "0 10 20 | kPa"
static void ensure_ticks(double low, double high, const char* unit, const char* expected) {
  const double range[2] = {low, high};
  BrnTicks ticks = brn__ticks(range, unit, 7);
  char text[512] = "";
  for (int i = 0; i < ticks.count; i++) {
    char label[32];
    brn__tick_label(&ticks, i, label, sizeof label);
    strcat(strcat(text, label), " ");
    double place = brn__tick_place(&ticks, i, range);
    ENSURE(place > -1e-5 && place < 1 + 1e-5);
  }
  strcat(strcat(text, "| "), ticks.unit);
  assert_string_equal(text, expected);
}

static void numbers_are_round(void** state) {
  (void)state;
  ensure_ticks(0, 1, "", "0.0 0.2 0.4 0.6 0.8 1.0 | ");
  ensure_ticks(0.83, 1.27, "", "0.9 1.0 1.1 1.2 | ");
  ensure_ticks(-3, 3, "", "-3 -2 -1 0 1 2 3 | ");
  ensure_ticks(-0.04, 0.05, "", "-0.04 -0.02 0.00 0.02 0.04 | ");
  ensure_ticks(0, 14.9, "", "0 5 10 | ");
  ensure_ticks(0.9999, 1.00012, "", "0.99990 0.99995 1.00000 1.00005 1.00010 | ");
}

static void units_get_prefixes(void** state) {
  (void)state;
  ensure_ticks(0, 43210, "Pa", "0 10 20 30 40 | kPa");
  ensure_ticks(0, 999, "Pa", "0 200 400 600 800 | Pa");
  ensure_ticks(-2e6, 1e6, "Pa", "-2.0 -1.5 -1.0 -0.5 0.0 0.5 1.0 | MPa");
  ensure_ticks(0, 0.0371, "m", "0 10 20 30 | mm");
  ensure_ticks(0, 2.4e-5, "m", "0 5 10 15 20 | µm");
  ensure_ticks(0, 3.2, "m/s", "0 1 2 3 | m/s");
  ensure_ticks(0, 3.2e6, "J/m^3", "0 1 2 3 | MJ/m³");
  ensure_ticks(0, 0.25, "N", "0 50 100 150 200 250 | mN");
}

// a prefix before m^3 would be cubed; "mol" and "min" are no metres
static void units_that_take_none_keep_their_name(void** state) {
  (void)state;
  ensure_ticks(0, 4e-6, "m^3", "0 1e-06 2e-06 3e-06 4e-06 | m³");
  ensure_ticks(0, 4e4, "m^2", "0 10000 20000 30000 40000 | m²");
  ensure_ticks(0, 4e-3, "mol", "0.000 0.001 0.002 0.003 0.004 | mol");
  ensure_ticks(0, 4000, "deg", "0 1000 2000 3000 4000 | deg");
  ensure_ticks(0, 5e6, "", "0 1e+06 2e+06 3e+06 4e+06 5e+06 | ");
}

static void range_without_width_has_one_number(void** state) {
  (void)state;
  ensure_ticks(0, 0, "Pa", "0 | Pa");
  ensure_ticks(0.5, 0.5, "", "0.500 | ");
  ensure_ticks(1234, 1234, "Pa", "1.23 | kPa");
}

static void range_may_run_down(void** state) {
  (void)state;
  const double range[2] = {1, 0};
  BrnTicks ticks = brn__ticks(range, "", 7);
  ENSURE_INT(ticks.count, 6);
  ENSURE_NEAR(brn__tick_place(&ticks, 0, range), 1, 1e-12);
  ENSURE_NEAR(brn__tick_place(&ticks, 1, range), 0.8, 1e-12);
}

static void there_are_never_too_many_or_none(void** state) {
  (void)state;
  TestRandom random = {3};
  for (int i = 0; i < 20000; i++) {
    double a = test_random(&random, -1, 1) * pow(10, test_random(&random, -8, 12));
    double b = a + test_random(&random, 0, 1) * pow(10, test_random(&random, -8, 12));
    const double range[2] = {a, b};
    BrnTicks ticks = brn__ticks(range, i % 2 ? "Pa" : "", 7);
    ENSURE(ticks.count >= 1 && ticks.count <= 7);
    char label[32];
    for (int k = 0; k < ticks.count; k++) {
      brn__tick_label(&ticks, k, label, sizeof label);
      ENSURE(strlen(label) < 20);
    }
  }
}

TEST_MAIN(cmocka_unit_test(numbers_are_round), cmocka_unit_test(units_get_prefixes),
          cmocka_unit_test(units_that_take_none_keep_their_name),
          cmocka_unit_test(range_without_width_has_one_number),
          cmocka_unit_test(range_may_run_down), cmocka_unit_test(there_are_never_too_many_or_none))
