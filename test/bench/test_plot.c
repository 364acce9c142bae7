// SPDX-License-Identifier: Apache-2.0

#include "bench/plot.h"
#include "test.h"

// "0 1 2 from 0 to 2"
static void ensure_ticks(BenchAxis axis, bool widen, const char* expected) {
  double tick[BENCH_TICKS];
  char text[512] = "", label[32];
  int count = bench_axis_ticks(&axis, widen, tick);
  for (int i = 0; i < count; i++) {
    bench_tick_label(&axis, tick[i], label);
    strcat(strcat(text, label), " ");
    double place = bench_axis_place(&axis, tick[i]);
    ENSURE(place > -1e-9 && place < 1 + 1e-9);
  }
  snprintf(text + strlen(text), 64, "from %.6g to %.6g", axis.low, axis.high);
  assert_string_equal(text, expected);
}

static void linear_ticks_are_round(void** state) {
  (void)state;
  ensure_ticks((BenchAxis){.low = 0, .high = 12.1}, true, "0 5 10 15 from 0 to 15");
  ensure_ticks((BenchAxis){.low = 0, .high = 12.1}, false, "0 5 10 from 0 to 12.1");
  ensure_ticks((BenchAxis){.low = -0.03, .high = 0.09}, true,
               "-0.04 -0.02 0 0.02 0.04 0.06 0.08 0.1 from -0.04 to 0.1");
  ensure_ticks((BenchAxis){.low = 1, .high = 2}, true, "1 1.2 1.4 1.6 1.8 2 from 1 to 2");
}

static void logarithmic_ticks_are_powers_of_ten(void** state) {
  (void)state;
  ensure_ticks((BenchAxis){.log = true, .low = 0.02, .high = 300}, true,
               "0.01 0.1 1 10 100 1000 from 0.01 to 1000");
  ensure_ticks((BenchAxis){.log = true, .low = 0.02, .high = 300}, false,
               "0.1 1 10 100 from 0.02 to 300");
  ensure_ticks((BenchAxis){.log = true, .low = 1, .high = 1e8}, true,
               "1 10 100 1000 10000 1e5 1e6 1e7 1e8 from 1 to 1e+08");
  ensure_ticks((BenchAxis){.log = true, .low = 1e-8, .high = 1e12}, true,
               "1e-8 1e-5 0.01 10 10000 1e7 1e10 from 1e-08 to 1e+12");
}

static void an_axis_always_has_an_extent(void** state) {
  (void)state;
  ensure_ticks((BenchAxis){0}, true, "-1 -0.5 0 0.5 1 from -1 to 1");
  ensure_ticks((BenchAxis){.low = 5, .high = 5}, true, "4.4 4.6 4.8 5 5.2 5.4 5.6 from 4.4 to 5.6");
  ensure_ticks((BenchAxis){.log = true, .low = 5, .high = 5}, true, "0.1 1 10 from 0.1 to 10");
  ensure_ticks((BenchAxis){.log = true, .low = 0, .high = 0}, true, "0.1 1 10 from 0.1 to 10");
}

static void values_have_their_place(void** state) {
  (void)state;
  BenchAxis line = {.low = 2, .high = 4}, power = {.log = true, .low = 1, .high = 100};
  ENSURE_NEAR(bench_axis_place(&line, 2.5), 0.25, 1e-12);
  ENSURE_NEAR(bench_axis_place(&line, 5), 1.5, 1e-12);
  ENSURE_NEAR(bench_axis_place(&power, 10), 0.5, 1e-12);
  ENSURE(isnan(bench_axis_place(&power, 0)) && isnan(bench_axis_place(&power, -1)));
  ENSURE(isnan(bench_axis_place(&line, NAN)) && isnan(bench_axis_place(&line, INFINITY)));
}

// -------------------------------------------------------------------------------------------- plot

static char* drawn(const BenchPlot* plot) {
  char* text;
  size_t size;
  FILE* file = open_memstream(&text, &size);
  bench_plot_write(plot, file);
  fclose(file);
  return text;
}

static int count_of(const char* text, const char* word) {
  int count = 0;
  for (const char* at = text; (at = strstr(at, word)); at += strlen(word)) count++;
  return count;
}

static const double xs[] = {1, 10, 100, 1000}, ys[] = {2, 0, NAN, 8};

static void every_point_has_a_mark_and_a_line(void** state) {
  (void)state;
  const double y[] = {2, 4, 6, 8};
  BenchSeries series[] = {{.name = "a", .count = 4, .x = xs, .y = y},
                          {.name = "b", .count = 3, .x = xs, .y = y, .bare = true}};
  BenchPlot plot = {"T", {"alpha", .log = true}, {.label = "error"}, series, 2};
  char* text = drawn(&plot);
  ENSURE_INT(count_of(text, "class=\"mark\""), 4 + 3 + 2); // and in the legend
  ENSURE_INT(count_of(text, "clip-path"), 1);
  // the frame is 84 to 696 and 376 up to 52; 2 and 8 are a quarter up and at the top
  ENSURE(strstr(text, "d=\"M84.0 295.0L288.0 214.0L492.0 133.0L696.0 52.0\""));
  ENSURE(strstr(text, ">alpha</text>") && strstr(text, ">error</text>"));
  ENSURE(strstr(text, "</svg>"));
  free(text);
}

static void a_zero_on_a_logarithmic_axis_is_left_out(void** state) {
  (void)state;
  BenchSeries series = {.name = "a", .count = 4, .x = xs, .y = ys};
  BenchPlot plot = {"T", {"x", .log = true}, {"y", .log = true}, &series, 1};
  char* text = drawn(&plot);
  ENSURE_INT(count_of(text, "class=\"mark\""), 2 + 1);
  ENSURE(!strstr(text, "nan") && !strstr(text, "inf"));
  ENSURE(strstr(text, "d=\"M84.0 278.5M696.0 83.4\"")); // no line across the gap
  plot.y.log = false;                                   // but not on a linear one
  free(text);
  text = drawn(&plot);
  ENSURE_INT(count_of(text, "class=\"mark\""), 3 + 1);
  free(text);
}

static void what_is_outside_of_given_axes_is_cut_off(void** state) {
  (void)state;
  const double y[] = {2, 40, 6, 8}; // and the last one is beyond x
  BenchSeries series = {.name = "a", .count = 4, .x = xs, .y = y};
  BenchPlot plot = {"T", {"x", .log = true, 1, 100}, {"y", .low = 0, .high = 10}, &series, 1};
  char* text = drawn(&plot);
  ENSURE_INT(count_of(text, "class=\"mark\""), 2 + 1);
  ENSURE(strstr(text, "clip-path=\"url(#frame)\""));
  free(text);
}

static void many_points_are_a_line_alone(void** state) {
  (void)state;
  double x[41], y[41];
  for (int i = 0; i < 41; i++) x[i] = i, y[i] = i * i;
  BenchSeries series = {.name = "a", .count = 40, .x = x, .y = y};
  BenchPlot plot = {"T", {.label = "x"}, {.label = "y"}, &series, 1};
  char* text = drawn(&plot);
  ENSURE_INT(count_of(text, "class=\"mark\""), 40 + 1);
  free(text);
  series.count = 41;
  text = drawn(&plot);
  ENSURE_INT(count_of(text, "class=\"mark\""), 0 + 1);
  free(text);
}

static void names_are_escaped_and_empty_plots_drawn(void** state) {
  (void)state;
  BenchSeries series = {.name = "a<b & c", .count = 0};
  BenchPlot plot = {"T", {.label = "x"}, {"y", .log = true}, &series, 1};
  char* text = drawn(&plot);
  ENSURE(strstr(text, ">a&lt;b &amp; c</text>"));
  ENSURE(!strstr(text, "nan") && !strstr(text, "inf"));
  free(text);
}

TEST_MAIN(cmocka_unit_test(linear_ticks_are_round),
          cmocka_unit_test(logarithmic_ticks_are_powers_of_ten),
          cmocka_unit_test(an_axis_always_has_an_extent), cmocka_unit_test(values_have_their_place),
          cmocka_unit_test(every_point_has_a_mark_and_a_line),
          cmocka_unit_test(a_zero_on_a_logarithmic_axis_is_left_out),
          cmocka_unit_test(what_is_outside_of_given_axes_is_cut_off),
          cmocka_unit_test(many_points_are_a_line_alone),
          cmocka_unit_test(names_are_escaped_and_empty_plots_drawn))
