// SPDX-License-Identifier: Apache-2.0

#include "io/source.h"
#include "test.h"

#include <float.h>

static const BrnNumber all_numbers[] = {BRN_F64, BRN_F32, BRN_I8,  BRN_U8,  BRN_I16,
                                        BRN_U16, BRN_I32, BRN_U32, BRN_I64, BRN_U64};
enum { NUMBER_COUNT = sizeof all_numbers / sizeof *all_numbers };

static BrnBytes cursor(BrnContext* ctx, const void* data, size_t size) {
  BrnSource source = {.name = "file", .data = data, .size = size};
  return brn__bytes(ctx, &source);
}

static void sizes_are_those_of_the_types(void** state) {
  (void)state;
  static const int size[NUMBER_COUNT] = {8, 4, 1, 1, 2, 2, 4, 4, 8, 8};
  for (int i = 0; i < NUMBER_COUNT; i++) ENSURE_INT(brn__number_size(all_numbers[i]), size[i]);
}

static double there_and_back(BrnNumber number, double value, bool swap) {
  unsigned char bytes[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0xcc};
  memset(bytes + brn__number_size(number), 0xcc, (size_t)(9 - brn__number_size(number)));
  brn__number_encode(bytes, number, value, swap);
  for (int i = brn__number_size(number); i < 9; i++) ENSURE(bytes[i] == 0xcc);
  return brn__number_decode(bytes, number, swap);
}

static void numbers_survive_either_byte_order(void** state) {
  (void)state;
  static const double low[NUMBER_COUNT] = {
      -DBL_MAX, -FLT_MAX, -128, 0, -32768, 0, INT32_MIN, 0, (double)INT64_MIN, 0};
  static const double high[NUMBER_COUNT] = {DBL_MAX,
                                            FLT_MAX,
                                            127,
                                            255,
                                            32767,
                                            65535,
                                            INT32_MAX,
                                            UINT32_MAX,
                                            9223372036854774784.0,
                                            18446744073709549568.0};
  for (int i = 0; i < NUMBER_COUNT; i++) {
    for (int swap = 0; swap < 2; swap++) {
      ENSURE(there_and_back(all_numbers[i], low[i], swap) == low[i]);
      ENSURE(there_and_back(all_numbers[i], high[i], swap) == high[i]);
      ENSURE(there_and_back(all_numbers[i], 0, swap) == 0);
      ENSURE(there_and_back(all_numbers[i], 42, swap) == 42);
    }
  }
}

static void values_out_of_range_are_clamped(void** state) {
  (void)state;
  ENSURE(there_and_back(BRN_U8, -1, false) == 0);
  ENSURE(there_and_back(BRN_U8, 256, false) == 255);
  ENSURE(there_and_back(BRN_I8, -1e300, false) == -128);
  ENSURE(there_and_back(BRN_I16, 1e300, false) == 32767);
  ENSURE(there_and_back(BRN_I32, INFINITY, false) == INT32_MAX);
  ENSURE(there_and_back(BRN_I32, -INFINITY, false) == INT32_MIN);
  ENSURE(there_and_back(BRN_U32, -INFINITY, false) == 0);
  ENSURE(there_and_back(BRN_I64, 9.3e18, false) == 9223372036854774784.0);
  ENSURE(there_and_back(BRN_I64, -9.3e18, false) == -9223372036854775808.0);
  ENSURE(there_and_back(BRN_U64, 1e20, false) == 18446744073709549568.0);
  ENSURE(there_and_back(BRN_I32, NAN, false) == 0);
  ENSURE(there_and_back(BRN_F32, 1e300, false) == FLT_MAX);
  ENSURE(there_and_back(BRN_F32, -1e300, false) == -FLT_MAX);
  ENSURE(there_and_back(BRN_F32, INFINITY, false) == INFINITY); // which a float can hold
  ENSURE(there_and_back(BRN_F32, -INFINITY, true) == -INFINITY);
  ENSURE(isnan(there_and_back(BRN_F32, NAN, false)));
  ENSURE(isnan(there_and_back(BRN_F64, NAN, true)));
  ENSURE(there_and_back(BRN_F64, INFINITY, true) == INFINITY);
}

static void bytes_are_in_the_order_that_was_asked_for(void** state) {
  (void)state;
  unsigned char bytes[8];
  bool big = brn__machine_is_big_endian();
  static const unsigned char expected[4] = {1, 2, 3, 4}; // 0x01020304, the most significant first
  brn__number_encode(bytes, BRN_I32, 0x01020304, !big);
  assert_memory_equal(bytes, expected, 4);
  ENSURE(brn__number_decode(bytes, BRN_U32, !big) == 0x01020304);
  ENSURE(brn__number_decode(bytes, BRN_U32, big) == 0x04030201);
  static const unsigned char one[8] = {0x3f, 0xf0, 0, 0, 0, 0, 0, 0};
  brn__number_encode(bytes, BRN_F64, 1, !big);
  assert_memory_equal(bytes, one, 8);
  ENSURE(brn__number_decode((const unsigned char*)"\xff", BRN_I8, false) == -1);
  ENSURE(brn__number_decode((const unsigned char*)"\xff", BRN_U8, true) == 255);
}

static void cursor_reads_and_counts_the_rest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  unsigned char data[1 + 4 + 8 + 8 + 4] = {7}; // one byte first: nothing is aligned
  int i = -5;
  int64_t l = -6000000000;
  double d = 0.1, numbers[2];
  memcpy(data + 1, &i, 4), memcpy(data + 5, &l, 8), memcpy(data + 13, &d, 8);
  memcpy(data + 21, "\x01\x00\x02\x00", 4);
  BrnBytes bytes = cursor(ctx, data, sizeof data);
  i = 0, l = 0, d = 0;
  ENSURE_OK(ctx, brn__bytes_numbers(&bytes, BRN_U8, 1, numbers, "flag"));
  ENSURE(numbers[0] == 7);
  ENSURE_OK(ctx, brn__bytes_i32(&bytes, &i, "i"));
  ENSURE_OK(ctx, brn__bytes_i64(&bytes, &l, "l"));
  ENSURE_OK(ctx, brn__bytes_f64(&bytes, &d, "d"));
  ENSURE(i == -5 && l == -6000000000 && d == 0.1);
  ENSURE(brn__bytes_left(&bytes) == 4);
  ENSURE_OK(ctx, brn__bytes_need(&bytes, 4, "rest"));
  ENSURE_OK(ctx, brn__bytes_numbers(&bytes, BRN_U16, 2, numbers, "rest"));
  if (!brn__machine_is_big_endian()) ENSURE(numbers[0] == 1 && numbers[1] == 2);
  ENSURE(brn__bytes_left(&bytes) == 0);
  ENSURE_OK(ctx, brn__bytes_need(&bytes, 0, "nothing"));
  ENSURE_OK(ctx, brn__bytes_numbers(&bytes, BRN_F64, 0, numbers, "nothing"));
  test_context_done(ctx);
}

static void swapped_cursor_reads_the_other_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  unsigned char data[12];
  brn__number_encode(data, BRN_I32, 258, true);
  brn__number_encode(data + 4, BRN_F64, -2.5, true);
  BrnBytes bytes = cursor(ctx, data, sizeof data);
  bytes.swap = true;
  int i;
  double d;
  ENSURE_OK(ctx, brn__bytes_i32(&bytes, &i, "i"));
  ENSURE_OK(ctx, brn__bytes_f64(&bytes, &d, "d"));
  ENSURE(i == 258 && d == -2.5);
  test_context_done(ctx);
}

static void end_of_the_file_is_told_with_the_byte(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* data = calloc(10, 1); // its own block, so that a sanitizer sees a byte too far
  BrnBytes bytes = cursor(ctx, data, 10);
  int i = 77;
  int64_t l = 77;
  double d[4] = {77, 77, 77, 77};
  ENSURE_OK(ctx, brn__bytes_i32(&bytes, &i, "i"));
  ENSURE_STATUS(ctx, brn__bytes_i64(&bytes, &l, "the offset"), BRN_BAD_FILE);
  assert_string_equal(brn_last_error(ctx),
                      "file: byte 4: expected 8 bytes (the offset), but only 6 are left");
  ENSURE_STATUS(ctx, brn__bytes_f64(&bytes, d, "x"), BRN_BAD_FILE);
  ENSURE_STATUS(ctx, brn__bytes_need(&bytes, 7, "x"), BRN_BAD_FILE);
  ENSURE_STATUS(ctx, brn__bytes_need(&bytes, SIZE_MAX, "x"), BRN_BAD_FILE);
  ENSURE_STATUS(ctx, brn__bytes_numbers(&bytes, BRN_F32, 2, d, "normals"), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file: byte 4: expected 2 numbers of 4 bytes (normals), but only 6");
  ENSURE_STATUS(ctx, brn__bytes_numbers(&bytes, BRN_F64, SIZE_MAX / 4, d, "x"), BRN_BAD_FILE);
  ENSURE(l == 77 && d[0] == 77);
  ENSURE(brn__bytes_left(&bytes) == 6); // a refusal does not move
  ENSURE_STATUS(ctx, brn__bytes_fail(&bytes, "flag is %d", 3), BRN_BAD_FILE);
  assert_string_equal(brn_last_error(ctx), "file: byte 4: flag is 3");
  free(data);
  test_context_done(ctx);
}

static void counts_that_the_file_cannot_hold_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char data[84] = {0};
  BrnBytes bytes = cursor(ctx, data, sizeof data);
  ENSURE_OK(ctx, brn__bytes_count(&bytes, 0, 50, "triangles"));
  ENSURE_OK(ctx, brn__bytes_count(&bytes, 1, 84, "triangles"));
  ENSURE_OK(ctx, brn__bytes_count(&bytes, 84, 1, "triangles"));
  ENSURE_OK(ctx, brn__bytes_count(&bytes, INT32_MAX, 0, "empty items"));
  ENSURE_STATUS(ctx, brn__bytes_count(&bytes, 2, 50, "triangles"), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(ctx, "file: byte 0: triangles: 2 of 50 bytes each, but only 84 bytes are left");
  static const int64_t bad[] = {85, -1, INT32_MAX, 1LL + INT32_MAX, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ENSURE_STATUS(ctx, brn__bytes_count(&bytes, bad[i], 1, "triangles"), BRN_BAD_FILE);
  }
  ENSURE_STATUS(ctx, brn__bytes_count(&bytes, 1LL + INT32_MAX, 0, "x"), BRN_BAD_FILE);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(sizes_are_those_of_the_types),
          cmocka_unit_test(numbers_survive_either_byte_order),
          cmocka_unit_test(values_out_of_range_are_clamped),
          cmocka_unit_test(bytes_are_in_the_order_that_was_asked_for),
          cmocka_unit_test(cursor_reads_and_counts_the_rest),
          cmocka_unit_test(swapped_cursor_reads_the_other_order),
          cmocka_unit_test(end_of_the_file_is_told_with_the_byte),
          cmocka_unit_test(counts_that_the_file_cannot_hold_are_refused))
