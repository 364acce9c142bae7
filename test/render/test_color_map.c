// SPDX-License-Identifier: Apache-2.0

#include "render/color_map.h"
#include "test.h"

static void ensure_color(const char* map, double at, int r, int g, int b) {
  double color[3];
  ENSURE(brn_color_map(map, at, color));
  ENSURE_NEAR(255 * color[0], r, 1.5);
  ENSURE_NEAR(255 * color[1], g, 1.5);
  ENSURE_NEAR(255 * color[2], b, 1.5);
}

static void maps_are_listed(void** state) {
  (void)state;
  static const char* const expected[] = {"viridis",  "cividis", "magma", "turbo",
                                         "coolwarm", "red",     "grey",  "part"};
  for (int i = 0; i < 8; i++) assert_string_equal(brn_color_map_name(i), expected[i]);
  ENSURE(!brn_color_map_name(8) && !brn_color_map_name(-1));
  double color[3] = {7, 7, 7};
  ENSURE(!brn_color_map("jet", 0.5, color) && color[0] == 7);
}

// as published
static void ends_and_middles_are_those_of_the_papers(void** state) {
  (void)state;
  ensure_color("viridis", 0, 68, 1, 84);
  ensure_color("viridis", 0.5, 33, 145, 140);
  ensure_color("viridis", 1, 253, 231, 37);
  ensure_color("magma", 0, 0, 0, 4);
  ensure_color("magma", 1, 252, 253, 191);
  ensure_color("cividis", 0, 0, 34, 78);
  ensure_color("turbo", 0, 48, 18, 59);
  ensure_color("turbo", 1, 122, 4, 3);
  ensure_color("coolwarm", 0, 59, 76, 192);
  ensure_color("coolwarm", 0.5, 221, 221, 221);
  ensure_color("coolwarm", 1, 180, 4, 38);
}

static void between_two_colours_it_is_linear(void** state) {
  (void)state;
  double a[3], b[3], c[3];
  brn_color_map("grey", 0, a);
  brn_color_map("grey", 1, b);
  brn_color_map("grey", 0.25, c);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(c[i], 0.75 * a[i] + 0.25 * b[i], 1e-15);
  brn_color_map("turbo", 5 / 32.0, a);
  brn_color_map("turbo", 6 / 32.0, b);
  brn_color_map("turbo", 5.5 / 32.0, c);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(c[i], 0.5 * (a[i] + b[i]), 1e-15);
}

static void outside_it_stays_at_the_ends(void** state) {
  (void)state;
  for (int i = 0; brn_color_map_name(i); i++) {
    const char* name = brn_color_map_name(i);
    double low[3], high[3], color[3];
    brn_color_map(name, 0, low);
    brn_color_map(name, 1, high);
    const double at[] = {-3, -INFINITY, NAN, 7, INFINITY};
    for (int k = 0; k < 5; k++) {
      brn_color_map(name, at[k], color);
      assert_memory_equal(color, k < 3 ? low : high, sizeof low);
    }
  }
}

// what is dark and what is light survives a black and white printer
static void sequential_maps_get_lighter_all_the_way(void** state) {
  (void)state;
  static const char* const name[] = {"viridis", "cividis", "magma", "grey"};
  for (int k = 0; k < 4; k++) {
    double before = -1;
    for (int i = 0; i <= 100; i++) {
      double c[3];
      brn_color_map(name[k], i / 100.0, c);
      double light = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
      ENSURE(light > before);
      before = light;
    }
  }
}

static void parts_have_steps_that_differ(void** state) {
  (void)state;
  double seen[20][3];
  for (int i = 0; i < 20; i++) {
    double again[3];
    brn_color_map("part", (i + 0.1) / 20, seen[i]);
    brn_color_map("part", (i + 0.9) / 20, again);
    assert_memory_equal(seen[i], again, sizeof again);
    for (int k = 0; k < i; k++) {
      double far = 0;
      for (int j = 0; j < 3; j++) far += fabs(seen[i][j] - seen[k][j]);
      ENSURE(far > 0.1);
    }
  }
}

static void two_sided_values_get_a_two_sided_map(void** state) {
  (void)state;
  BrnReplayValue value = {.name = "stretch", .middle = 1};
  assert_string_equal(brn__color_map_for(&value), "coolwarm");
  value = (BrnReplayValue){.name = "stress", .middle = NAN};
  assert_string_equal(brn__color_map_for(&value), "viridis");
  value.name = "activation";
  assert_string_equal(brn__color_map_for(&value), "red");
  value.name = "part";
  assert_string_equal(brn__color_map_for(&value), "part");
}

TEST_MAIN(cmocka_unit_test(maps_are_listed),
          cmocka_unit_test(ends_and_middles_are_those_of_the_papers),
          cmocka_unit_test(between_two_colours_it_is_linear),
          cmocka_unit_test(outside_it_stays_at_the_ends),
          cmocka_unit_test(sequential_maps_get_lighter_all_the_way),
          cmocka_unit_test(parts_have_steps_that_differ),
          cmocka_unit_test(two_sided_values_get_a_two_sided_map))
