// SPDX-License-Identifier: Apache-2.0

#include "studio/stream.h"
#include "studio/stream_test.h"

static void a_file_reads_back_as_it_was_laid_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnLayout layout = {0};
  BrnByteArray bytes;
  brn__layout_add(&layout, "a \"b\"", BRN_STREAM_U8, 1, 3);
  BrnLayoutArray* ranged = brn__layout_add(&layout, "points", BRN_STREAM_U16, 3, 2);
  ranged->range_count = 3;
  for (int k = 0; k < 3; k++) ranged->low[k] = -k - 0.1, ranged->high[k] = 1e-7 * k;
  brn__layout_add(&layout, "none", BRN_STREAM_F32, 7, 0);
  brn__layout_add(&layout, "index", BRN_STREAM_U32, 4, 1)->delta = false;
  ENSURE_OK(ctx, brn__layout_make(ctx, &layout, &bytes));
  ENSURE_INT(bytes.size % 8, 0);
  StreamFile file = stream_open(bytes.data, bytes.size);
  ENSURE_INT(stream_array(&file, "a \"b\"", "u8", 1).count, 3);
  StreamArray points = stream_array(&file, "points", "u16", 3);
  for (int k = 0; k < 3; k++) {
    ENSURE_NEAR(points.low[k], -k - 0.1, 0);
    ENSURE_NEAR(points.high[k], 1e-7 * k, 0);
  }
  ENSURE_INT(stream_array(&file, "none", "f32", 7).count, 0);
  ENSURE(!stream_array(&file, "index", "u32", 4).ranged);
  ENSURE(stream_array(&file, "index", "u32", 4).bytes ==
         (uint8_t*)brn__layout_array(&layout, &bytes, 3));
  stream_close(&file);
  brn__byte_array_free(ctx, &bytes);
  test_context_done(ctx);
}

static void numbers_come_back_within_half_a_step(void** state) {
  (void)state;
  enum { COUNT = 40000 };
  BrnContext* ctx = test_context();
  TestRandom random = {7};
  double* value = malloc(COUNT * 3 * sizeof *value);
  for (int i = 0; i < COUNT; i++) {
    value[3 * i] = test_random(&random, -5, 3);
    value[3 * i + 1] = test_random(&random, 1e-9, 2e-9);
    value[3 * i + 2] = 0.25;
  }
  BrnLayout layout = {0};
  BrnByteArray bytes;
  BrnLayoutArray* array = brn__layout_add(&layout, "x", BRN_STREAM_U16, 3, COUNT);
  array->range_count = 3;
  brn__range_none(3, array->low, array->high);
  brn__range_of(value, COUNT, 3, array->low, array->high);
  ENSURE_OK(ctx, brn__layout_make(ctx, &layout, &bytes));
  brn__quantise(ctx, array, value, brn__layout_array(&layout, &bytes, 0));
  StreamFile file = stream_open(bytes.data, bytes.size);
  StreamArray found = stream_array(&file, "x", "u16", 3);
  double worst = 0;
  for (size_t i = 0; i < 3 * COUNT; i++) {
    ENSURE_NEAR(stream_number(&found, i), value[i], stream_tolerance(&found, (int)(i % 3)));
    if (i % 3 == 0) worst = fmax(worst, fabs(stream_number(&found, i) - value[i]));
  }
  ENSURE(worst > 0.4 * 8 / 65535); // the bound is one that is reached
  stream_close(&file);
  brn__byte_array_free(ctx, &bytes);
  free(value);
  test_context_done(ctx);
}

static void what_is_no_number_is_low(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double value[] = {NAN, 1, INFINITY, 3, -INFINITY, 2}, low, high;
  uint8_t out[6];
  brn__range_none(1, &low, &high);
  brn__range_of(value, 6, 1, &low, &high);
  ENSURE_NEAR(low, 1, 0);
  ENSURE_NEAR(high, 3, 0);
  BrnLayoutArray array = {.type = BRN_STREAM_U8, .components = 1, .count = 6, .range_count = 1};
  array.low[0] = low, array.high[0] = high;
  brn__quantise(ctx, &array, value, out);
  const uint8_t expected[] = {0, 0, 255, 255, 0, 128};
  assert_memory_equal(out, expected, 6);
  array.high[0] = low; // nothing differs
  brn__quantise(ctx, &array, value, out);
  for (int i = 0; i < 6; i++) ENSURE(isfinite(value[i]) ? out[i] == 0 : true);
  test_context_done(ctx);
}

static void text_is_escaped_and_mended(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnString text = {0};
  brn__stream_text(ctx, "a\"\\\n</script>\xc3\xa4\xff\xc0\xaf\xed\xa0\x80\xf0\x9f\x92\xaa\xe2\x82",
                   &text);
  ENSURE(strcmp(text.text, "\"a\\\"\\\\\\u000a\\u003c/script>\xc3\xa4???"
                           "???\xf0\x9f\x92\xaa??\"") == 0);
  brn__string_free(ctx, &text);
  test_context_done(ctx);
}

static void failed_allocations_are_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int k = 0;; k++) {
    BrnLayout layout = {0};
    BrnByteArray bytes;
    brn__layout_add(&layout, "a", BRN_STREAM_U8, 1, 100);
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn__layout_make(ctx, &layout, &bytes);
    brn_fail_allocation(ctx, -1);
    if (status == BRN_OK) brn__byte_array_free(ctx, &bytes);
    ENSURE_INT(brn_byte_count(ctx), 0);
    if (status == BRN_OK) break;
    ENSURE_INT(status, BRN_NO_MEMORY);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(a_file_reads_back_as_it_was_laid_out),
          cmocka_unit_test(numbers_come_back_within_half_a_step),
          cmocka_unit_test(what_is_no_number_is_low), cmocka_unit_test(text_is_escaped_and_mended),
          cmocka_unit_test(failed_allocations_are_clean))
