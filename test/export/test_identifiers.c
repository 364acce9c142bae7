// SPDX-License-Identifier: Apache-2.0

#include "export/identifiers.h"
#include "test.h"

static void expect(BrnContext* ctx, BrnNames* names, BrnNameRule rule, const char* wanted,
                   const char* expected) {
  const char* name;
  ENSURE_OK(ctx, brn__names_take(ctx, names, rule, wanted, &name));
  assert_string_equal(name, expected);
}

static void identifiers_are_ascii_and_differ(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnNames names = {0};
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "biceps", "biceps");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "biceps", "biceps_2");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "biceps", "biceps_3");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "biceps_2", "biceps_2_2");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "biceps.long", "biceps_long");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "1st", "_1st");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "über", "_ber"); // one for the letter, not for its bytes
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "a\"/b", "a__b");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "\xff", "_");
  expect(ctx, &names, BRN_NAME_IDENTIFIER, "", "unnamed");
  brn__names_free(ctx, &names);
  test_context_done(ctx);
}

static void texts_keep_what_is_utf8(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnNames names = {0};
  expect(ctx, &names, BRN_NAME_TEXT, "über \"x\"\n", "über \"x\"\n");
  expect(ctx, &names, BRN_NAME_TEXT, "a\xff\xc3", "a??");
  expect(ctx, &names, BRN_NAME_TEXT, "a\xff\xc3", "a?? 2");
  brn__names_free(ctx, &names);
  test_context_done(ctx);
}

static void sequences_that_are_no_utf8_are_found(void** state) {
  (void)state;
  ENSURE_INT(brn__utf8_length("a"), 1);
  ENSURE_INT(brn__utf8_length("ü"), 2);
  ENSURE_INT(brn__utf8_length("€"), 3);
  ENSURE_INT(brn__utf8_length("\xf0\x9d\x84\x9e"), 4);
  ENSURE_INT(brn__utf8_length("\x80"), 0);             // it starts in the middle
  ENSURE_INT(brn__utf8_length("\xc3"), 0);             // it ends in the middle
  ENSURE_INT(brn__utf8_length("\xc0\xaf"), 0);         // longer than it needs to be
  ENSURE_INT(brn__utf8_length("\xe0\x9f\xbf"), 0);     // so is this
  ENSURE_INT(brn__utf8_length("\xf0\x8f\xbf\xbf"), 0); // and this
  ENSURE_INT(brn__utf8_length("\xed\xa0\x80"), 0);     // half of a pair
  ENSURE_INT(brn__utf8_length("\xf4\x90\x80\x80"), 0); // beyond the last character
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnNames names = {0};
    const char* name;
    brn_fail_allocation(ctx, k);
    status = brn__names_take(ctx, &names, BRN_NAME_TEXT, "a", &name);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn__names_free(ctx, &names);
    ENSURE_INT(brn_byte_count(ctx), 0);
  }
  brn_fail_allocation(ctx, -1);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(identifiers_are_ascii_and_differ),
          cmocka_unit_test(texts_keep_what_is_utf8),
          cmocka_unit_test(sequences_that_are_no_utf8_are_found),
          cmocka_unit_test(every_failed_allocation_is_clean))
