// SPDX-License-Identifier: Apache-2.0

#include "io/numbers.h"

#include "test.h"

#include <float.h>

static const struct {
  BrnNumber number;
  int size;
  double low, high; // what the type holds
} types[] = {
    {BRN_F64, 8, -1e300, 1e300},
    {BRN_F32, 4, -0x1p100, 0x1p100},
    {BRN_I8, 1, -128, 127},
    {BRN_U8, 1, 0, 255},
    {BRN_I16, 2, -32768, 32767},
    {BRN_U16, 2, 0, 65535},
    {BRN_I32, 4, -2147483648.0, 2147483647},
    {BRN_U32, 4, 0, 4294967295},
    {BRN_I64, 8, -0x1p63, 0x1p63 - 1024},
    {BRN_U64, 8, 0, 0x1p64 - 2048},
};
enum { TYPE_COUNT = sizeof types / sizeof *types };

static void all_types_come_back_in_either_byte_order(void** state) {
  (void)state;
  for (int t = 0; t < TYPE_COUNT; t++) {
    const double value[] = {types[t].low, types[t].high, 0, 1, 100};
    unsigned char bytes[2][41], other[8];
    double back[5];
    ENSURE_INT(brn__number_size(types[t].number), types[t].size);
    for (int swap = 0; swap < 2; swap++) {
      unsigned char* at = bytes[swap] + 1; // not aligned
      brn__numbers_encode(at, types[t].number, swap, 5, value);
      brn__numbers_decode(at, types[t].number, swap, 5, back);
      assert_memory_equal(back, value, sizeof value);
      for (int i = 0; i < 5; i++) {
        const unsigned char* one = at + i * types[t].size;
        ENSURE(brn__number_decode(one, types[t].number, swap) == value[i]);
        brn__number_encode(other, types[t].number, value[i], swap);
        assert_memory_equal(other, one, (size_t)types[t].size);
      }
    }
    for (int i = 0; i < 5 * types[t].size; i++) {
      int mirrored = i - i % types[t].size + types[t].size - 1 - i % types[t].size;
      ENSURE_INT(bytes[0][1 + i], bytes[1][1 + mirrored]);
    }
  }
  unsigned char bytes[4];
  brn__number_encode(bytes, BRN_U32, 0x01020304, brn__machine_is_big_endian());
  assert_memory_equal(bytes, "\4\3\2\1", 4);
}

static void a_type_holds_what_it_can(void** state) {
  (void)state;
  for (int t = 0; t < TYPE_COUNT; t++) {
    BrnNumber number = types[t].number;
    ENSURE(brn__number_held(number, types[t].low) == types[t].low);
    ENSURE(brn__number_held(number, types[t].high) == types[t].high);
    const double awkward[] = {types[t].low, 1.75, 2 * types[t].high, -INFINITY, NAN, -0.5};
    for (int i = 0; i < 6; i++) { // encoded as it is held
      unsigned char bytes[8];
      brn__number_encode(bytes, number, awkward[i], false);
      double held = brn__number_held(number, awkward[i]);
      double back = brn__number_decode(bytes, number, false);
      ENSURE(back == held || (isnan(back) && isnan(held)));
    }
    if (number == BRN_F64 || number == BRN_F32) continue;
    ENSURE(brn__number_held(number, 1.75) == 1 && brn__number_held(number, NAN) == 0);
    ENSURE(brn__number_held(number, 2 * types[t].high + 2) == types[t].high);
    ENSURE(brn__number_held(number, -INFINITY) == types[t].low);
  }
  ENSURE(brn__number_held(BRN_F32, 0.1) == 0.1f && brn__number_held(BRN_F32, 1e39) == FLT_MAX);
  ENSURE(brn__number_held(BRN_F32, -INFINITY) == -INFINITY);
}

static void bits_come_highest_first(void** state) {
  (void)state;
  const unsigned char bytes[] = {0xa5, 0x80};
  const double expected[] = {1, 0, 1, 0, 0, 1, 0, 1, 1};
  double bit[9];
  brn__bits_decode(bytes, 9, bit);
  assert_memory_equal(bit, expected, sizeof expected);
}

TEST_MAIN(cmocka_unit_test(all_types_come_back_in_either_byte_order),
          cmocka_unit_test(a_type_holds_what_it_can), cmocka_unit_test(bits_come_highest_first))
