// SPDX-License-Identifier: Apache-2.0

#include "core/decimal.h"
#include "core/powers_of_ten.h"
#include "test.h"

#include <float.h>
#include <locale.h>

static double double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// zero-terminated, for the C library
static const char* print(double value) {
  static char text[BRN_DECIMAL_SIZE + 1];
  text[brn__double_print(value, text)] = 0;
  return text;
}

static const char* print_float(float value) {
  static char text[BRN_DECIMAL_SIZE + 1];
  text[brn__float_print(value, text)] = 0;
  return text;
}

static double parse(const char* text) {
  double value = -12345;
  if (!brn__double_parse(text, strlen(text), &value)) {
    print_error("\"%s\" is not taken for a number\n", text);
    fail();
  }
  return value;
}

static float parse_float(const char* text) {
  float value = -12345;
  if (!brn__float_parse(text, strlen(text), &value)) fail();
  return value;
}

static void refuses(const char* text) {
  double value;
  float narrow;
  ENSURE(!brn__float_parse(text, strlen(text), &narrow));
  if (brn__double_parse(text, strlen(text), &value)) {
    print_error("\"%s\" is taken for %g\n", text, value);
    fail();
  }
}

// digits without zeros at either end
static int digit_count(const char* text) {
  int count = 0, zeros = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text < '0' || *text > '9') continue;
    if (*text > '0')
      count += zeros + 1, zeros = 0;
    else if (count > 0)
      zeros++;
  }
  return count;
}

// The fewest digits that the C library needs. At powers of two there may be a shorter decimal that
// is not the nearest of its length.
static int fewest_digits(double value, bool is_float) {
  for (int digits = 1;; digits++) {
    char text[40];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    if (is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value) return digits;
  }
}

// ----------------------------------------------------------------------------------------- powers

// a natural number, lowest word first
enum { WORDS = 48 };

static unsigned multiply(uint32_t* number, unsigned by) {
  uint64_t carry = 0;
  for (int i = 0; i < WORDS; i++) {
    carry += (uint64_t)number[i] * by;
    number[i] = (uint32_t)carry;
    carry >>= 32;
  }
  return (unsigned)carry;
}

static void divide(uint32_t* number, unsigned by) {
  uint64_t rest = 0;
  for (int i = WORDS - 1; i >= 0; i--) {
    rest = rest << 32 | number[i];
    number[i] = (uint32_t)(rest / by);
    rest %= by;
  }
}

static int bit_at(const uint32_t* number, int bit) {
  return bit < 0 ? 0 : number[bit / 32] >> bit % 32 & 1;
}

static int highest_bit(const uint32_t* number) {
  int bit = 32 * WORDS - 1;
  while (bit > 0 && !bit_at(number, bit)) bit--;
  return bit;
}

// number 2^-scale is 10^k, or just below it when it was cut off
static void check_power(const uint32_t* number, int scale, int k, bool cut) {
  uint64_t word[2] = {0, 0};
  int top = highest_bit(number);
  for (int i = 0; i < 128; i++)
    word[i / 64] = word[i / 64] << 1 | (uint64_t)bit_at(number, top - i);
  if (cut && ++word[1] == 0) word[0]++; // rounded up
  BrnPowerOfTen power = brn__power_of_ten(k);
  ENSURE(power.high == word[0] && power.low == word[1]);
  ENSURE(power.low != UINT64_MAX); // the printer adds one to it
  ENSURE_INT(brn__log2_of_power(k), top - scale);
}

// dividing by ten again and again and cutting off each time is the same as dividing once
static void powers_of_ten_are_right(void** state) {
  (void)state;
  uint32_t number[WORDS] = {1};
  for (int k = 0; k <= BRN_POWER_HIGH; k++) {
    check_power(number, 0, k, false);
    ENSURE(multiply(number, 10) == 0);
  }
  const int scale = 32 * WORDS - 1;
  memset(number, 0, sizeof number);
  number[WORDS - 1] = 0x80000000u;
  for (int k = -1; k >= BRN_POWER_LOW; k--) {
    divide(number, 10);
    check_power(number, scale, k, true);
  }
}

// --------------------------------------------------------------------------------------- printing

static void numbers_look_as_people_write_them(void** state) {
  (void)state;
  static const struct {
    double value;
    const char* text;
  } cases[] = {
      {0, "0"},
      {-0.0, "-0"},
      {1, "1"},
      {-7, "-7"},
      {0.1, "0.1"},
      {-0.25, "-0.25"},
      {100, "100"},
      {1.5, "1.5"},
      {123456.789, "123456.789"},
      {1.0 / 3, "0.3333333333333333"},
      {0.1 + 0.2, "0.30000000000000004"},
      {0.001, "0.001"},
      {0.0001, "0.0001"},
      {0.00012345, "0.00012345"},
      {0.00001, "1e-5"},
      {1.25e-7, "1.25e-7"},
      {1e16, "10000000000000000"},
      {1e17, "1e17"},
      {1.5e17, "1.5e17"},
      {12345678901234567890.0, "1.2345678901234567e19"},
      {123456789, "123456789"},
      {-98765432109.5, "-98765432109.5"},
      {9007199254740993.0, "9007199254740992"},
      {1e22, "1e22"},
      {1e23, "1e23"},
      {DBL_MAX, "1.7976931348623157e308"},
      {DBL_MIN, "2.2250738585072014e-308"},
      {0x1p-1074, "5e-324"},
      {-2 * 0x1p-1074, "-1e-323"},
      {2e-44, "2e-44"},
      {2.98023223876953125e-8, "2.9802322387695312e-8"},
      {9.5367431640625e-7, "9.5367431640625e-7"},
      {NAN, "nan"},
      {-NAN, "nan"},
      {INFINITY, "inf"},
      {-INFINITY, "-inf"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_string_equal(print(cases[i].value), cases[i].text);
  }
}

static void floats_need_fewer_digits(void** state) {
  (void)state;
  assert_string_equal(print_float(0.1f), "0.1");
  assert_string_equal(print_float(1.0f / 3), "0.33333334");
  assert_string_equal(print_float(16777216), "16777216");
  assert_string_equal(print_float(1e10f), "10000000000");
  assert_string_equal(print_float(FLT_MAX), "3.4028235e38");
  assert_string_equal(print_float(FLT_MIN), "1.1754944e-38");
  assert_string_equal(print_float(0x1p-149f), "1e-45");
  assert_string_equal(print_float(-0.0f), "-0");
  assert_string_equal(print_float(NAN), "nan");
  assert_string_equal(print_float(-INFINITY), "-inf");
  assert_string_equal(print_float(-2.5e-7f), "-2.5e-7");
}

static void integers(void** state) {
  (void)state;
  static const struct {
    int64_t value;
    const char* text;
  } cases[] = {{0, "0"},
               {9, "9"},
               {10, "10"},
               {99, "99"},
               {100, "100"},
               {-1, "-1"},
               {-10, "-10"},
               {1234567, "1234567"},
               {INT64_MAX, "9223372036854775807"},
               {INT64_MIN, "-9223372036854775808"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[BRN_DECIMAL_SIZE + 1];
    text[brn__integer_print(cases[i].value, text)] = 0;
    assert_string_equal(text, cases[i].text);
  }
}

static void check_double(double value, bool thorough) {
  const char* text = print(value);
  ENSURE(strlen(text) < BRN_DECIMAL_SIZE - 6);
  if (isnan(value)) return;
  bool same = bits_of(parse(text)) == bits_of(value);
  if (same && thorough) {
    same = bits_of(strtod(text, NULL)) == bits_of(value) &&
           digit_count(text) <= (value == 0 ? 0 : fewest_digits(value, false));
  }
  if (same) return;
  print_error("%a is printed as %s\n", value, text);
  fail();
}

static void any_bits_come_back(void** state) {
  (void)state;
  TestRandom random = {1};
  for (int i = 0; i < 1000000; i++) {
    check_double(double_of(test_random_bits(&random)), i % 100 == 0);
  }
}

// coordinates and the like: what meshes are full of
static void common_numbers_come_back(void** state) {
  (void)state;
  TestRandom random = {2};
  for (int i = 0; i < 100000; i++) {
    check_double(test_random(&random, -2, 2), i % 20 == 0);
    double tenths = floor(test_random(&random, -1e6, 1e6));
    check_double(tenths / 1000, i % 20 == 0);
    check_double(tenths * 1e-12, i % 20 == 0);
  }
}

// the interval below a power of two is half as wide, and rounding goes to the even neighbour
static void powers_of_two_and_their_neighbours(void** state) {
  (void)state;
  for (int e = -1074; e <= 1023; e++) {
    uint64_t bits = bits_of(ldexp(1, e));
    for (int step = -2; step <= 2; step++) check_double(double_of(bits + (uint64_t)step), true);
    check_double(-ldexp(3, e < 1022 ? e : 1022), true);
  }
}

static void powers_of_ten_and_their_neighbours(void** state) {
  (void)state;
  for (int e = -323; e <= 308; e++) {
    char text[16];
    snprintf(text, sizeof text, "1e%d", e);
    double value = strtod(text, NULL);
    ENSURE(parse(text) == value);
    uint64_t bits = bits_of(value);
    for (int step = -2; step <= 2; step++) check_double(double_of(bits + (uint64_t)step), true);
  }
}

static void the_smallest_numbers_come_back(void** state) {
  (void)state;
  TestRandom random = {3};
  for (uint64_t bits = 0; bits < 2000; bits++) check_double(double_of(bits), bits % 10 == 0);
  for (int i = 0; i < 20000; i++) {
    check_double(double_of(test_random_bits(&random) >> (12 + i % 50)), i % 20 == 0);
  }
}

static void check_float(float value, bool thorough) {
  const char* text = print_float(value);
  if (isnan(value)) return;
  bool same = parse_float(text) == value;
  if (same && thorough) {
    same = strtof(text, NULL) == value &&
           digit_count(text) <= (value == 0 ? 0 : fewest_digits(value, true));
  }
  if (same) return;
  print_error("%a is printed as %s\n", value, text);
  fail();
}

static void floats_come_back(void** state) {
  (void)state;
  TestRandom random = {4};
  for (int i = 0; i < 1000000; i++) {
    check_float(float_of((uint32_t)test_random_bits(&random)), i % 100 == 0);
  }
  for (uint32_t exponent = 0; exponent < 255; exponent++) {
    for (uint32_t step = 0; step < 5; step++) check_float(float_of((exponent << 23) + step), true);
    check_float(float_of((exponent << 23) - 1), true);
  }
}

// of the shortest decimals the nearest: the second is as short and reads back, too
static void the_nearest_of_the_shortest_is_taken(void** state) {
  (void)state;
  ENSURE(parse("9.5e-323") == parse("9.4e-323")); // 19 x 2^-1074 = 9.387e-323
  assert_string_equal(print(9.5e-323), "9.4e-323");
  TestRandom random = {5};
  for (int i = 0; i < 5000; i++) {
    double value = double_of(test_random_bits(&random));
    if (!isfinite(value)) continue;
    char other[40];
    snprintf(other, sizeof other, "%.*e", digit_count(print(value)) - 1, value);
    if (strtod(other, NULL) != value) continue; // the nearest of that length does not come back
    ENSURE(strtold(other, NULL) == strtold(print(value), NULL));
  }
}

// ---------------------------------------------------------------------------------------- parsing

static void spellings_of_numbers(void** state) {
  (void)state;
  ENSURE(parse("1") == 1 && parse("+1") == 1 && parse("-1.5") == -1.5 && parse("007") == 7);
  ENSURE(parse(".5") == 0.5 && parse("5.") == 5 && parse("-.5e1") == -5);
  ENSURE(parse("1e3") == 1000 && parse("1E+03") == 1000 && parse("1.5E-00002") == 0.015);
  ENSURE(parse("2.5d2") == 250 && parse("-1D-1") == -0.1);
  ENSURE(parse("0") == 0 && !signbit(parse("0.000e99")) && signbit(parse("-0")));
  ENSURE(isnan(parse("nan")) && isnan(parse("NaN")) && isnan(parse("-nan(ind)")));
  ENSURE(isnan(parse("1.#QNAN")) && isnan(parse("-1.#IND")) && isnan(parse("1.#SNAN0")));
  ENSURE(parse("inf") == INFINITY && parse("-Infinity") == -INFINITY);
  ENSURE(parse("1.#INF") == INFINITY && parse("-1.#INF00") == -INFINITY);
}

static void rubbish_is_refused(void** state) {
  (void)state;
  static const char* const texts[] = {
      "",   "-",     "+",    ".",    "-.",   "e5",   "1e",    "1e+",  "1e5.5", "1.2.3",   "1,5",
      " 1", "1 ",    "1x",   "0x10", "1e5x", "--1",  "+-1",   "1-",   "na",    "nane",    "nan(",
      "in", "infin", "infi", "nanx", "1.#",  "1.#X", "1_000", "1e 5", "i",     "\xd9\xa1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) refuses(texts[i]);
  double value;
  ENSURE(!brn__double_parse("1\0002", 3, &value) && !brn__double_parse("1\0", 2, &value));
  ENSURE(brn__double_parse("12345", 3, &value) && value == 123); // no byte past the length
}

static void too_large_is_infinite_and_too_small_is_zero(void** state) {
  (void)state;
  ENSURE(parse("1e309") == INFINITY && parse("-1.8e308") == -INFINITY);
  ENSURE(parse("1e99999999999999999999999999") == INFINITY);
  ENSURE(parse("1e-400") == 0 && parse("1e-99999999999999999999999999") == 0);
  ENSURE(parse("0e99999999999999999999999999") == 0);
  ENSURE(parse("1.7976931348623157e308") == DBL_MAX);
  ENSURE(parse("1.7976931348623158e308") == DBL_MAX);
  ENSURE(parse("1.7976931348623159e308") == INFINITY);
  ENSURE(parse("2.4703282292062328e-324") == 0x1p-1074); // just above half of the smallest
  ENSURE(parse("2.4703282292062327e-324") == 0);
  ENSURE(parse("2.2250738585072011e-308") == DBL_MIN - 0x1p-1074);
  ENSURE(parse("2.2250738585072012e-308") == DBL_MIN); // rounds up to the first normal one
}

static void ties_go_to_even(void** state) {
  (void)state;
  ENSURE(parse("9007199254740993") == 9007199254740992.0);
  ENSURE(parse("9007199254740995") == 9007199254740996.0);
  ENSURE(parse("9007199254740993.0000000000000000000000000001") == 9007199254740994.0);
  ENSURE(parse("9007199254740992.9999999999999999999999999999") == 9007199254740992.0);
  ENSURE(parse("1.00000000000000011102230246251565404") == 1); // 1 + 2^-53
  ENSURE(parse("1.00000000000000011102230246251565405") == 1 + 0x1p-52);
  ENSURE(parse("0.500000000000000166533453693773481063544750213623046875") == 0.5 + 0x1p-52);
}

static void agrees_with_the_library(const char* text) {
  if (bits_of(parse(text)) == bits_of(strtod(text, NULL))) return;
  print_error("%s is read as %a, expected %a\n", text, parse(text), strtod(text, NULL));
  fail();
}

static void any_decimal_is_rounded_rightly(void** state) {
  (void)state;
  TestRandom random = {6};
  for (int i = 0; i < 100000; i++) {
    char text[128];
    uint64_t a = test_random_bits(&random), b = test_random_bits(&random);
    int digits = i % 45, exponent = (int)(test_random_bits(&random) % 700) - 380;
    snprintf(text, sizeof text, "%llu.%.*llu%020llue%d", (unsigned long long)(a >> i % 64),
             digits % 20, (unsigned long long)b, (unsigned long long)(b ^ a), exponent);
    agrees_with_the_library(text);
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)(a >> i % 64), exponent);
    agrees_with_the_library(text);
  }
}

// decimals on and next to the middle of two doubles
static void middles_of_doubles_are_rounded_rightly(void** state) {
  (void)state;
  TestRandom random = {7};
  for (int i = 0; i < 20000; i++) {
    uint64_t bits = test_random_bits(&random) >> 1;
    long double low = double_of(bits), high = double_of(bits + 1);
    if (!isfinite((double)high)) continue;
    char text[1200];
    for (int digits = 17; digits < 60; digits += 7) {
      snprintf(text, sizeof text, "%.*Le", digits, low / 2 + high / 2);
      agrees_with_the_library(text);
    }
    if (i % 20) continue;
    snprintf(text, sizeof text, "%.1150Lf", low / 2 + high / 2); // exact for small exponents
    agrees_with_the_library(text);
  }
}

static void floats_are_rounded_once(void** state) {
  (void)state;
  // the nearest double is the middle of two floats, the decimal is not
  ENSURE(parse_float("7.038531e-26") == float_of(0x15ae43fd));
  ENSURE((float)parse("7.038531e-26") == float_of(0x15ae43fe));
  ENSURE(parse_float("-7.038531e-26") == -float_of(0x15ae43fd));
  ENSURE(parse_float("16777217") == 16777216); // 2^24 + 1: a tie
  ENSURE(parse_float("16777217.0000000000000001") == 16777218);
  ENSURE(parse_float("16777216.9999999999999999999") == 16777216);
  ENSURE(parse_float("1.00000005960464477540") == 1 + 0x1p-23f); // 1 + 2^-24 and a little
  ENSURE(parse_float("1.0000000596046447753906250") == 1);
  ENSURE(parse_float("7.0064923216240853546186479164495e-46") == 0); // half of the smallest
  ENSURE(parse_float("7.0064923216240853546186479164496e-46") == 0x1p-149f);
  ENSURE(parse_float("3.4028235677973367e38") == INFINITY && parse_float("1e300") == INFINITY);
  ENSURE(parse_float("3.4028235677973366e38") == FLT_MAX);
  ENSURE(isnan(parse_float("nan")) && parse_float("-inf") == -INFINITY);
  ENSURE(signbit(parse_float("-0")));
}

static void very_long_numbers_are_read(void** state) {
  (void)state;
  enum { SIZE = 5000 };
  char* text = malloc(SIZE);
  memset(text, '0', SIZE);
  text[1] = '.';
  text[SIZE - 6] = '1';
  memcpy(text + SIZE - 5, "e4993", 5); // 4994 places behind the point
  double value;
  ENSURE(brn__double_parse(text, SIZE, &value) && value == 1);
  memset(text, '3', SIZE);
  text[1] = '.';
  ENSURE(brn__double_parse(text, SIZE, &value) && value == 3.3333333333333335);
  // the last digit decides: 1 + 2^-53 and nothing else for 4900 digits
  memset(text, '0', SIZE);
  memcpy(text, "1.00000000000000011102230246251565404236316680908203125", 55);
  ENSURE(brn__double_parse(text, SIZE, &value) && value == 1);
  text[SIZE - 1] = '1';
  ENSURE(brn__double_parse(text, SIZE, &value) && value == 1 + 0x1p-52);
  free(text);
}

static void locale_does_not_matter(void** state) {
  (void)state;
  static const char* const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "ps_AF.UTF-8"};
  for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
    if (!setlocale(LC_NUMERIC, locales[i])) continue; // not on this machine
    assert_string_equal(print(0.5), "0.5");
    ENSURE(parse("0.5") == 0.5);
    ENSURE(parse("1.00000000000000011102230246251565405") == 1 + 0x1p-52);
    refuses("0,5");
    setlocale(LC_NUMERIC, "C");
  }
}

TEST_MAIN(cmocka_unit_test(powers_of_ten_are_right),
          cmocka_unit_test(numbers_look_as_people_write_them),
          cmocka_unit_test(floats_need_fewer_digits), cmocka_unit_test(integers),
          cmocka_unit_test(any_bits_come_back), cmocka_unit_test(common_numbers_come_back),
          cmocka_unit_test(powers_of_two_and_their_neighbours),
          cmocka_unit_test(powers_of_ten_and_their_neighbours),
          cmocka_unit_test(the_smallest_numbers_come_back), cmocka_unit_test(floats_come_back),
          cmocka_unit_test(the_nearest_of_the_shortest_is_taken),
          cmocka_unit_test(spellings_of_numbers), cmocka_unit_test(rubbish_is_refused),
          cmocka_unit_test(too_large_is_infinite_and_too_small_is_zero),
          cmocka_unit_test(ties_go_to_even), cmocka_unit_test(any_decimal_is_rounded_rightly),
          cmocka_unit_test(middles_of_doubles_are_rounded_rightly),
          cmocka_unit_test(floats_are_rounded_once), cmocka_unit_test(very_long_numbers_are_read),
          cmocka_unit_test(locale_does_not_matter))
