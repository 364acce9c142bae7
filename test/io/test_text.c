// SPDX-License-Identifier: Apache-2.0

#include "io/source.h"
#include "test.h"

#include <locale.h>

static BrnSlice slice(const char* text) { return (BrnSlice){text, strlen(text)}; }

static BrnText cursor(BrnContext* ctx, const char* text, char comment) {
  BrnSource source = {.name = "file", .data = text, .size = strlen(text)};
  return brn__text(ctx, &source, comment);
}

// ----------------------------------------------------------------------------------------- slices

static void slices_compare(void** state) {
  (void)state;
  ENSURE(brn__slice_is(slice("CELLS"), "CELLS"));
  ENSURE(!brn__slice_is(slice("CELLS"), "CELL"));
  ENSURE(!brn__slice_is(slice("CELL"), "CELLS"));
  ENSURE(!brn__slice_is(slice("cells"), "CELLS"));
  ENSURE(brn__slice_is((BrnSlice){"CELLS", 4}, "CELL"));
  ENSURE(brn__slice_is(slice(""), ""));
  ENSURE(brn__slice_is_like(slice("cElLs"), "CeLLS"));
  ENSURE(!brn__slice_is_like(slice("cells"), "cell_"));
  ENSURE(!brn__slice_is_like(slice("cell["), "cell{")); // differ by 32, but are no letters
}

static void slices_are_shown_short_and_printable(void** state) {
  (void)state;
  assert_string_equal(BRN_SHOW(slice("abc")), "abc");
  assert_string_equal(BRN_SHOW(slice("a\x01\xff\nb~ ")), "a???b~ ");
  assert_string_equal(BRN_SHOW(slice("")), "");
  char many[100];
  memset(many, 'x', sizeof many);
  assert_string_equal(BRN_SHOW(((BrnSlice){many, 40})), "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
  assert_string_equal(BRN_SHOW(((BrnSlice){many, 41})),
                      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...");
}

// ---------------------------------------------------------------------------------------- integers

static void integers_are_read_to_the_ends_of_their_range(void** state) {
  (void)state;
  static const struct {
    const char* text;
    int64_t value;
  } good[] = {{"0", 0},
              {"-0", 0},
              {"+7", 7},
              {"007", 7},
              {"-12", -12},
              {"2147483648", 2147483648},
              {"9223372036854775807", INT64_MAX},
              {"-9223372036854775808", INT64_MIN},
              {"00000000000000000000000000005", 5}};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    int64_t value = 99;
    ENSURE(brn__slice_to_long(slice(good[i].text), &value));
    ENSURE(value == good[i].value);
  }
  static const char* const bad[] = {"",
                                    "-",
                                    "+",
                                    "--1",
                                    "+-1",
                                    "1.0",
                                    "1e3",
                                    "0x10",
                                    " 1",
                                    "1 ",
                                    "1-2",
                                    "12a",
                                    "a",
                                    "9223372036854775808",
                                    "1,0",
                                    ".",
                                    "\xb2",
                                    "-9223372036854775809",
                                    "99999999999999999999999999"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    int64_t value = 99;
    int narrow = 99;
    ENSURE(!brn__slice_to_long(slice(bad[i]), &value));
    ENSURE(!brn__slice_to_int(slice(bad[i]), &narrow));
    ENSURE(value == 99 && narrow == 99);
  }
  int narrow;
  ENSURE(brn__slice_to_int(slice("2147483647"), &narrow) && narrow == INT32_MAX);
  ENSURE(brn__slice_to_int(slice("-2147483648"), &narrow) && narrow == INT32_MIN);
  ENSURE(!brn__slice_to_int(slice("2147483648"), &narrow));
  ENSURE(!brn__slice_to_int(slice("-2147483649"), &narrow));
}

// ----------------------------------------------------------------------------------------- doubles

static void same_bits(const char* text, double expected) {
  double value = 99;
  if (!brn__slice_to_double(slice(text), &value) || memcmp(&value, &expected, sizeof value) != 0) {
    print_error("\"%s\" is read as %.17g, expected %.17g\n", text, value, expected);
    fail();
  }
}

static void all_forms_of_numbers_are_read(void** state) {
  (void)state;
  static const struct {
    const char* text;
    double value;
  } good[] = {
      {"0", 0.0},
      {"-0", -0.0},
      {"-0.0e5", -0.0},
      {"+1", 1},
      {".5", 0.5},
      {"5.", 5},
      {"-.5", -0.5},
      {"+5.e1", 50},
      {"1e5", 1e5},
      {"1E5", 1e5},
      {"1e+5", 1e5},
      {"1e-5", 1e-5},
      {"1d5", 1e5},
      {"1D5", 1e5},
      {"2.5d-3", 2.5e-3},
      {"-2.5D+03", -2500},
      {"1e22", 1e22},
      {"1e23", 1e23},
      {"1e-22", 1e-22},
      {"1e-23", 1e-23},
      {"1e-400", 0.0},
      {"-1e-400", -0.0},
      {"1e-500", 0.0},
      {"4.9e-324", 0x1p-1074},
      {"1e308", 1e308},
      {"0e400", 0.0},
      {"0e99999", 0.0},
      {"000001.50", 1.5},
      {"1e05", 1e5},
      {"1e0000000005", 1e5},
      {"1e-99999999999", 0.0},
      {"123456789012345", 123456789012345.0},
      {"1234567890123456", 1234567890123456.0},
      {"9007199254740993", 9007199254740992.0}, // a tie: to even
      {"9007199254740995", 9007199254740996.0},
      {"0.1000000000000000055511151231257827", 0.1},
      {"179769313486231570000e288", 1.7976931348623157e308},
      {"0.000000000000000000000000000000000000000000000000001", 1e-51},
      {"2.2250738585072011e-308", 2.2250738585072011e-308},
      {"inf", INFINITY},
      {"-inf", -INFINITY},
      {"Infinity", INFINITY},
      {"-INF", -INFINITY},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) same_bits(good[i].text, good[i].value);
  static const char* const nan[] = {"nan", "NaN", "-nan", "NAN"};
  for (size_t i = 0; i < sizeof nan / sizeof *nan; i++) {
    double value = 0;
    ENSURE(brn__slice_to_double(slice(nan[i]), &value) && isnan(value));
  }
}

static void anything_else_is_refused(void** state) {
  (void)state;
  static const char* const bad[] = {"",
                                    "-",
                                    "+",
                                    ".",
                                    "-.",
                                    "e5",
                                    ".e5",
                                    "1e",
                                    "1e+",
                                    "1d",
                                    "1-2",
                                    "1+2",
                                    "--1",
                                    "+-1",
                                    "1.2.3",
                                    "1..2",
                                    "1e5.5",
                                    "1e5e5",
                                    "0x10",
                                    "0X1p3",
                                    "1,5",
                                    " 1",
                                    "1 ",
                                    "1\n",
                                    "infi",
                                    "in",
                                    "nann",
                                    "1f",
                                    "1a",
                                    "1i",
                                    "d",
                                    "dnan",
                                    "1dd5",
                                    "1ed5",
                                    ("\xef\xbb\xbf"
                                     "1"),
                                    "1_000",
                                    "1'000",
                                    "٣"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    double value;
    if (brn__slice_to_double(slice(bad[i]), &value)) print_error("\"%s\"\n", bad[i]);
    ENSURE(!brn__slice_to_double(slice(bad[i]), &value));
  }
  double value;
  ENSURE(!brn__slice_to_double((BrnSlice){"1\0", 2}, &value)); // a zero byte within
  ENSURE(!brn__slice_to_double((BrnSlice){"\0", 1}, &value));
}

// written as a number, but none that a double can be
static void too_large_numbers_are_out_of_range(void** state) {
  (void)state;
  static const char* const bad[] = {"1e400",
                                    "-1e400",
                                    "1e309",
                                    "1.8e308",
                                    "1e99999999999",
                                    "1d999",
                                    "17976931348623159000000e288"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    double value;
    if (brn__slice_to_double(slice(bad[i]), &value)) print_error("\"%s\"\n", bad[i]);
    ENSURE(!brn__slice_to_double(slice(bad[i]), &value));
  }
}

// doubles of all sizes, printed to all precisions, against strtod()
static void printed_doubles_are_read_like_strtod_does(void** state) {
  (void)state;
  TestRandom random = {1};
  for (int i = 0; i < 100000; i++) {
    uint64_t bits = test_random_bits(&random);
    double value, scaled = test_random(&random, -1000, 1000);
    memcpy(&value, &bits, sizeof value);
    if (i % 2) value = scaled;
    if (!isfinite(value)) continue;
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    same_bits(text, value);
    int digits = 1 + (int)(test_random_bits(&random) % 25);
    snprintf(text, sizeof text, i % 3 ? "%.*g" : "%.*e", digits, value);
    double expected = strtod(text, NULL);
    if (isfinite(expected)) same_bits(text, expected); // few digits may round up to too much
    if (i % 2) {
      snprintf(text, sizeof text, "%.*f", digits, value);
      same_bits(text, strtod(text, NULL));
    }
  }
}

static void integers_as_doubles_are_exact(void** state) {
  (void)state;
  TestRandom random = {2};
  for (int i = 0; i < 20000; i++) {
    char text[64];
    long long value = (long long)(test_random_bits(&random) >> (i % 64));
    snprintf(text, sizeof text, "%lld", value);
    same_bits(text, strtod(text, NULL));
    snprintf(text, sizeof text, "%llde%d", value % 1000000, i % 60 - 30);
    same_bits(text, strtod(text, NULL));
  }
}

static bool use_comma_locale(void) {
  static const char* const name[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",       "fr_FR.UTF-8",
                                     "fr_FR.utf8",  "nl_NL.UTF-8", "ru_RU.UTF-8", "es_ES.UTF-8"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    if (setlocale(LC_ALL, name[i]) && strcmp(localeconv()->decimal_point, ",") == 0) return true;
  }
  setlocale(LC_ALL, "C");
  return false;
}

static void locale_does_not_matter(void** state) {
  (void)state;
  if (!use_comma_locale()) skip();
  double value;
  same_bits("0.5", 0.5);
  same_bits("0.1234567890123456789", 0.1234567890123456789);
  same_bits("1.5d300", 1.5e300);
  bool comma = brn__slice_to_double(slice("0,5"), &value);
  bool long_comma = brn__slice_to_double(slice("0,1234567890123456789"), &value);
  setlocale(LC_ALL, "C");
  ENSURE(!comma && !long_comma);
}

// ------------------------------------------------------------------------------------------ cursor

static void words_come_over_lines_and_comments(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnText text = cursor(ctx, "  one\ttwo # not this\r\n#nor\n\n\f\vthree\r\n  # end", '#');
  BrnSlice word;
  ENSURE_INT(text.line, 1);
  ENSURE(brn__text_peek(&text, &word) && brn__slice_is(word, "one"));
  ENSURE(brn__text_word(&text, &word) && brn__slice_is(word, "one"));
  ENSURE(brn__text_word(&text, &word) && brn__slice_is(word, "two"));
  ENSURE_INT(text.line, 1);
  ENSURE(brn__text_peek(&text, &word) && brn__slice_is(word, "three"));
  ENSURE_INT(text.line, 1); // peeking does not move
  ENSURE(brn__text_word(&text, &word) && brn__slice_is(word, "three"));
  ENSURE_INT(text.line, 4);
  ENSURE(!brn__text_word(&text, &word));
  ENSURE(!brn__text_word(&text, &word));
  ENSURE(!brn__text_peek(&text, &word));
  ENSURE_INT(text.line, 5);
  test_context_done(ctx);
}

static void without_a_comment_character_there_are_none(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnText text = cursor(ctx, "#a b", 0);
  BrnSlice word;
  ENSURE(brn__text_word(&text, &word) && brn__slice_is(word, "#a"));
  ENSURE(brn__text_word(&text, &word) && brn__slice_is(word, "b"));
  test_context_done(ctx);
}

static void words_in_a_line_end_with_it(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnText text = cursor(ctx, "a b # c\r\nd", '#');
  BrnSlice word;
  ENSURE(brn__text_word_in_line(&text, &word) && brn__slice_is(word, "a"));
  ENSURE(brn__text_word_in_line(&text, &word) && brn__slice_is(word, "b"));
  ENSURE(!brn__text_word_in_line(&text, &word));
  ENSURE(!brn__text_word_in_line(&text, &word)); // the line end is not passed
  ENSURE_INT(text.line, 1);
  ENSURE(brn__text_line(&text, &word) && word.length == 0);
  ENSURE_INT(text.line, 2);
  ENSURE(brn__text_word_in_line(&text, &word) && brn__slice_is(word, "d"));
  ENSURE(!brn__text_word_in_line(&text, &word));
  test_context_done(ctx);
}

static void lines_come_without_blanks_around_them(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnText text = cursor(ctx, "  a b\t \r\n\n \nlast", 0);
  BrnSlice line;
  ENSURE(brn__text_line(&text, &line) && brn__slice_is(line, "a b"));
  ENSURE_INT(text.line, 2);
  ENSURE(brn__text_line(&text, &line) && line.length == 0);
  ENSURE(brn__text_line(&text, &line) && line.length == 0);
  ENSURE(brn__text_line(&text, &line) && brn__slice_is(line, "last"));
  ENSURE_INT(text.line, 4);
  ENSURE(!brn__text_line(&text, &line));
  BrnText empty = cursor(ctx, "", 0);
  ENSURE(!brn__text_line(&empty, &line));
  BrnText ended = cursor(ctx, "x\n", 0);
  ENSURE(brn__text_line(&ended, &line) && !brn__text_line(&ended, &line));
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------ expectations

static void numbers_are_read_from_the_cursor(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnText text = cursor(ctx, "1 -2\n3.5 nan 4 END", 0);
  int i;
  int64_t l;
  double d;
  ENSURE_OK(ctx, brn__text_int(&text, &i, "count", -1));
  ENSURE_INT(i, 1);
  ENSURE_OK(ctx, brn__text_long(&text, &l, "count", -1));
  ENSURE(l == -2);
  ENSURE_OK(ctx, brn__text_finite(&text, &d, "x", 0));
  ENSURE_NEAR(d, 3.5, 0);
  ENSURE_OK(ctx, brn__text_double(&text, &d, "x", 0));
  ENSURE(isnan(d));
  ENSURE_OK(ctx, brn__text_double(&text, &d, "x", 0));
  ENSURE_NEAR(d, 4, 0);
  ENSURE_OK(ctx, brn__text_expect(&text, "END"));
  test_context_done(ctx);
}

static void refusals_tell_the_place_and_what_was_expected(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int i;
  int64_t l;
  double d;
  BrnText text = cursor(ctx, "one\n\n2.5\n3000000000 inf 1e999\nSTOP", 0);
  ENSURE_STATUS(ctx, brn__text_int(&text, &i, "the number of vertices", -1), BRN_BAD_FILE);
  assert_string_equal(brn_last_error(ctx),
                      "file:1: expected an integer (the number of vertices), found \"one\"");
  ENSURE_STATUS(ctx, brn__text_long(&text, &l, "corner", 7), BRN_BAD_FILE);
  assert_string_equal(brn_last_error(ctx), "file:3: expected an integer (corner 7), found \"2.5\"");
  ENSURE_STATUS(ctx, brn__text_int(&text, &i, "corner", 0), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file:4: expected an integer (corner 0), found \"3000000000\"");
  ENSURE_STATUS(ctx, brn__text_finite(&text, &d, "x", 1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file:4: expected a finite number (x 1), found \"inf\"");
  ENSURE_STATUS(ctx, brn__text_double(&text, &d, "x", 1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file:4: expected a number (x 1), found \"1e999\"");
  ENSURE_STATUS(ctx, brn__text_expect(&text, "END"), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file:5: expected \"END\", found \"STOP\"");
  ENSURE_STATUS(ctx, brn__text_expect(&text, "END"), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file:5: expected \"END\", but the file ends");
  ENSURE_STATUS(ctx, brn__text_double(&text, &d, "x", -1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file:5: expected a number (x), but the file ends");
  test_context_done(ctx);
}

static void counts_that_the_file_cannot_hold_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int count = -7;
  static const char* const bad[] = {"-1 0 0 0",
                                    "2147483648 1",
                                    "9223372036854775807 1",
                                    "99999999999999999999 1",
                                    "1000000 1 2 3",
                                    "x",
                                    "",
                                    "2.0 1 2"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    BrnText text = cursor(ctx, bad[i], 0);
    ENSURE_STATUS(ctx, brn__text_count(&text, &count, 2, "the number of points"), BRN_BAD_FILE);
    ENSURE_ERROR_HAS(ctx, "file:1: ");
    ENSURE_ERROR_HAS(ctx, "the number of points");
    ENSURE_INT(count, -7);
  }
  BrnText text = cursor(ctx, "3 1 2 3", 0); // of two bytes each, the last without its blank
  ENSURE_OK(ctx, brn__text_count(&text, &count, 2, "n"));
  ENSURE_INT(count, 3);
  text = cursor(ctx, "0", 0);
  ENSURE_OK(ctx, brn__text_count(&text, &count, 1, "n"));
  ENSURE_INT(count, 0);
  text = cursor(ctx, "5 1 2 3", 0);
  ENSURE_STATUS(ctx, brn__text_count(&text, &count, 2, "n"), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "n is 5, but only 6 bytes of the file are left");
  test_context_done(ctx);
}

static void long_words_do_not_flood_the_message(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* many = malloc(100001);
  memset(many, 'x', 100000);
  many[100000] = 0;
  BrnText text = cursor(ctx, many, 0);
  double d;
  ENSURE_STATUS(ctx, brn__text_double(&text, &d, "x", -1), BRN_BAD_FILE);
  ENSURE(strlen(brn_last_error(ctx)) < 120);
  memset(many, '1', 100000); // digits without end
  text = cursor(ctx, many, 0);
  ENSURE_STATUS(ctx, brn__text_double(&text, &d, "x", -1), BRN_BAD_FILE);
  free(many);
  test_context_done(ctx);
}

// the source need not end with a zero: nothing behind it is read
static void nothing_behind_the_end_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const sample[] = {"1.5e", "12345678901234567", "nan", "# c", "a\r", "-", "1d"};
  for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
    size_t size = strlen(sample[i]);
    char* exact = malloc(size);
    memcpy(exact, sample[i], size);
    BrnSource source = {.name = "file", .data = exact, .size = size};
    BrnText text = brn__text(ctx, &source, '#');
    double d;
    BrnSlice line;
    brn__text_double(&text, &d, "x", -1);
    text = brn__text(ctx, &source, '#');
    brn__text_line(&text, &line);
    text = brn__text(ctx, &source, '#');
    while (brn__text_word(&text, &line)) continue;
    free(exact);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(slices_compare), cmocka_unit_test(slices_are_shown_short_and_printable),
          cmocka_unit_test(integers_are_read_to_the_ends_of_their_range),
          cmocka_unit_test(all_forms_of_numbers_are_read),
          cmocka_unit_test(anything_else_is_refused),
          cmocka_unit_test(too_large_numbers_are_out_of_range),
          cmocka_unit_test(printed_doubles_are_read_like_strtod_does),
          cmocka_unit_test(integers_as_doubles_are_exact), cmocka_unit_test(locale_does_not_matter),
          cmocka_unit_test(words_come_over_lines_and_comments),
          cmocka_unit_test(without_a_comment_character_there_are_none),
          cmocka_unit_test(words_in_a_line_end_with_it),
          cmocka_unit_test(lines_come_without_blanks_around_them),
          cmocka_unit_test(numbers_are_read_from_the_cursor),
          cmocka_unit_test(refusals_tell_the_place_and_what_was_expected),
          cmocka_unit_test(counts_that_the_file_cannot_hold_are_refused),
          cmocka_unit_test(long_words_do_not_flood_the_message),
          cmocka_unit_test(nothing_behind_the_end_is_read))
