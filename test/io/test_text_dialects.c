// SPDX-License-Identifier: Apache-2.0

#include "io/source.h"

#include "test.h"

#include <limits.h>

static BrnText open_text(BrnContext* ctx, const char* text, char comment) {
  BrnSource source = {.name = "test", .data = text, .size = strlen(text)};
  return brn__text(ctx, &source, comment);
}

static void next_is(BrnText* text, const char* expected, int line) {
  BrnSlice word;
  ENSURE(brn__text_word(text, &word));
  ENSURE(brn__slice_is(word, expected));
  ENSURE_INT(text->line, line);
}

static void ends(BrnText* text) {
  BrnSlice word;
  ENSURE(!brn__text_word(text, &word) && word.length == 0);
}

static void words_are_apart_by_blanks_and_lines(void** state) {
  (void)state;
  static const char* const texts[] = {
      "a\tb # c d\n\n\v\f e#f\n#\n#g\nh",
      "a\tb # c d\r\n\r\n\v\f e#f\r\n#\r\n#g\r\nh",
      "a\tb # c d\r\r\v\f e#f\r#\r#g\rh", // an old Macintosh
      ("\xef\xbb\xbf"
       "a b #\n\ne#f\n\n\nh"),
  };
  BrnContext* ctx = test_context();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    BrnText text = open_text(ctx, texts[i], '#');
    next_is(&text, "a", 1);
    next_is(&text, "b", 1);
    BrnSlice word;
    ENSURE(brn__text_peek(&text, &word) && brn__slice_is(word, "e#f"));
    ENSURE(!brn__text_word_in_line(&text, &word)); // the line end is not passed
    next_is(&text, "e#f", 3);
    next_is(&text, "h", 6);
    ends(&text);
    ends(&text);
  }
  test_context_done(ctx);
}

static void lines_come_without_blanks_around(void** state) {
  (void)state;
  static const char* const texts[] = {" a b \t\n\n#c\nd", " a b \r\n\r\n#c \r\n d ",
                                      "a b\r\r#c\rd"};
  static const char* const lines[] = {"a b", "", "#c", "d"};
  BrnContext* ctx = test_context();
  for (size_t i = 0; i < 3; i++) {
    BrnText text = open_text(ctx, texts[i], '#');
    BrnSlice line;
    for (int k = 0; k < 4; k++) {
      ENSURE(brn__text_line(&text, &line) && brn__slice_is(line, lines[k]));
      ENSURE_INT(text.line, k < 3 ? k + 2 : 4);
    }
    ENSURE(!brn__text_line(&text, &line));
  }
  test_context_done(ctx);
}

static void integers_have_a_range(void** state) {
  (void)state;
  int64_t wide;
  int narrow;
#define SLICE(text) ((BrnSlice){text, strlen(text)})
  ENSURE(brn__slice_to_long(SLICE("9223372036854775807"), &wide) && wide == INT64_MAX);
  ENSURE(brn__slice_to_long(SLICE("-9223372036854775808"), &wide) && wide == INT64_MIN);
  ENSURE(!brn__slice_to_long(SLICE("9223372036854775808"), &wide));
  ENSURE(!brn__slice_to_long(SLICE("-9223372036854775809"), &wide));
  ENSURE(brn__slice_to_int(SLICE("+2147483647"), &narrow) && narrow == INT_MAX);
  ENSURE(brn__slice_to_int(SLICE("-2147483648"), &narrow) && narrow == INT_MIN);
  ENSURE(!brn__slice_to_int(SLICE("2147483648"), &narrow));
  static const char* const bad[] = {"", "-", "+", "1.0", "1e3", "--1", "0x1", "1 "};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ENSURE(!brn__slice_to_long(SLICE(bad[i]), &wide) && !brn__slice_to_int(SLICE(bad[i]), &narrow));
  }
  ENSURE(brn__hex_digit('7') == 7 && brn__hex_digit('a') == 10 && brn__hex_digit('F') == 15);
  ENSURE(brn__hex_digit('g') == -1 && brn__hex_digit('/') == -1 && brn__hex_digit(':') == -1);
}

static void failures_tell_where_and_what(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnText text = open_text(ctx, "\n x 1e99 nan", 0);
  int narrow;
  int64_t wide;
  double value;
  ENSURE_STATUS(ctx, brn__text_int(&text, &narrow, "corner", 3), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "test:2: expected an integer (corner 3), found \"x\"");
  ENSURE_STATUS(ctx, brn__text_number(&text, BRN_F32, &value, "length", -1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "found \"1e99\""); // no float is that large
  ENSURE_STATUS(ctx, brn__text_finite(&text, &value, "length", -1), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "test:2: expected a finite number (length), found \"nan\"");
  ENSURE_STATUS(ctx, brn__text_long(&text, &wide, "tag", 0), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "test:2: expected an integer (tag 0), but the file ends");
  ENSURE_STATUS(ctx, brn__text_double(&text, &value, "z", 7), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "test:2: expected a number (z 7), but the file ends");
  text = open_text(ctx, "3 4 -1 9999999999", 0);
  ENSURE_OK(ctx, brn__text_count(&text, &narrow, 2, "number of things"));
  ENSURE_STATUS(ctx, brn__text_count(&text, &narrow, 10, "number of things"), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "number of things is 4, but only 14 bytes of the file are left");
  ENSURE_STATUS(ctx, brn__text_count(&text, &narrow, 1, "number of things"), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "number of things is negative: -1");
  ENSURE_STATUS(ctx, brn__text_count(&text, &narrow, 1, "number of things"), BRN_BAD_FILE);
  test_context_done(ctx);
}

// what is not printable must not reach a terminal
static void slices_are_shown_harmlessly(void** state) {
  (void)state;
  assert_string_equal(BRN_SHOW(SLICE("a\033[31m\n\xff")), "a?[31m??");
  char longer[100];
  memset(longer, 'x', sizeof longer);
  BrnShown shown = brn__slice_show((BrnSlice){longer, sizeof longer});
  ENSURE(strlen(shown.text) == 43 && strcmp(shown.text + 40, "...") == 0);
}

TEST_MAIN(cmocka_unit_test(words_are_apart_by_blanks_and_lines),
          cmocka_unit_test(lines_come_without_blanks_around),
          cmocka_unit_test(integers_have_a_range), cmocka_unit_test(failures_tell_where_and_what),
          cmocka_unit_test(slices_are_shown_harmlessly))
