// SPDX-License-Identifier: Apache-2.0

#include "core/string.h"
#include "test.h"

static void text_grows(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnString string = {0};
  brn__string_text(ctx, &string, "a");
  brn__string_printf(ctx, &string, "%d-%s", 12, "b");
  brn__string_bytes(ctx, &string, "cde", 2);
  brn__string_double(ctx, &string, 0.1);
  brn__string_double(ctx, &string, -0.0);
  assert_string_equal(string.text, "a12-bcd0.10");
  ENSURE_INT(string.size, 11);
  for (int i = 0; i < 1000; i++) brn__string_text(ctx, &string, "0123456789");
  ENSURE(string.size == 10011 && strlen(string.text) == 10011 && string.status == BRN_OK);
  brn__string_free(ctx, &string);
  ENSURE(!string.text);
  test_context_done(ctx);
}

static void first_failure_is_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnString string = {0};
  brn_fail_allocation(ctx, 0);
  brn__string_text(ctx, &string, "a");
  brn_fail_allocation(ctx, -1);
  brn__string_text(ctx, &string, "b");
  ENSURE(string.status == BRN_NO_MEMORY && string.size == 0);
  brn__string_free(ctx, &string);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(text_grows), cmocka_unit_test(first_failure_is_kept))
