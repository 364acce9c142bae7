// SPDX-License-Identifier: Apache-2.0

#include "core/decimal.h"
#include "core/powers_of_ten.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A decimal is w 10^q. Three ways to the nearest double, the fastest first:
//
// - w and 10^|q| are exact in doubles, so one product or quotient rounds once (W. Clinger. How to
//   read floating point numbers accurately. 1990).
// - 128 bits of 10^q give enough of the product to round it rightly, always, when w has up to 19
//   digits (D. Lemire. Number parsing at a gigabyte per second. 2021; N. Mushtak, D. Lemire. Fast
//   number parsing without fallback. 2023).
// - longer ones are cut to 19 digits; when that leaves a doubt the C library decides.

typedef unsigned __int128 u128;

enum { MOST_DIGITS = 19 };

typedef struct Number {
  bool negative;
  uint64_t w;        // up to 19 digits
  int count;         // of digits in w
  int64_t q;         // the number is w 10^q and a little more when cut
  bool cut;          // digits that are not 0 were left out
  const char* first; // digit of the text
  const char* after; // the last digit
} Number;

// --------------------------------------------------------------------------------------- scanning

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// digits with at most one point among them; false when there are none
static bool scan_digits(const char** text, const char* end, Number* out) {
  const char* at = *text;
  bool any = false, after_point = false;
  out->first = at;
  for (; at < end; at++) {
    if (is_digit(*at)) {
      unsigned digit = (unsigned)(*at - '0');
      any = true;
      if (out->count < MOST_DIGITS) {
        out->w = 10 * out->w + digit;
        out->count += out->w > 0;
        out->q -= after_point;
      } else {
        out->cut |= digit > 0;
        out->q += !after_point;
      }
    } else if (*at == '.' && !after_point) {
      after_point = true;
    } else {
      break;
    }
  }
  out->after = *text = at;
  return any;
}

static bool scan_exponent(const char* at, const char* end, Number* out) {
  bool negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  if (at == end) return false;
  int64_t value = 0;
  for (; at < end; at++) {
    if (!is_digit(*at)) return false;
    if (value < INT64_MAX / 100) value = 10 * value + (*at - '0');
  }
  out->q += negative ? -value : value;
  return true;
}

static bool scan(const char* text, const char* end, Number* out) {
  *out = (Number){0};
  out->negative = text < end && *text == '-';
  if (text < end && (*text == '-' || *text == '+')) text++;
  if (!scan_digits(&text, end, out)) return false;
  if (text == end) return true;
  return strchr("eEdD", *text) && *text && scan_exponent(text + 1, end, out);
}

// ------------------------------------------------------------------------------------------ words

static bool begins_with(const char* text, size_t length, const char* word) {
  for (; *word; word++, text++, length--) {
    char c = length == 0 ? 0 : *text;
    if (c >= 'A' && c <= 'Z') c = (char)(c + 32);
    if (c != *word) return false;
  }
  return true;
}

// "nan", "-inf", "infinity", "nan(0x8)", "1.#QNAN", "-1.#IND", "1.#INF00"
static bool parse_word(const char* text, size_t length, double* out) {
  bool negative = length > 0 && *text == '-';
  if (length > 0 && (*text == '-' || *text == '+')) text++, length--;
  bool windows = begins_with(text, length, "1.#");
  if (windows) text += 3, length -= 3;
  bool infinite = begins_with(text, length, "inf");
  bool exact = length == 3 || (length == 8 && begins_with(text, length, "infinity"));
  bool braced = length > 4 && text[3] == '(' && text[length - 1] == ')';
  bool nan = begins_with(text, length, "nan") && (length == 3 || braced);
  if (windows) {
    nan = begins_with(text, length, "qnan") || begins_with(text, length, "snan") ||
          begins_with(text, length, "ind");
  }
  if (infinite && (exact || windows)) {
    *out = negative ? -INFINITY : INFINITY;
    return true;
  }
  if (nan) *out = NAN;
  return nan;
}

// -------------------------------------------------------------------------------------- rounding

static double from_bits(uint64_t fraction, int exponent) {
  uint64_t bits = (uint64_t)exponent << 52 | (fraction & ((1ull << 52) - 1));
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

// the first 128 bits of w 10^q, w having its first bit set
static u128 multiply(uint64_t w, int q) {
  BrnPowerOfTen power = brn__power_of_ten(q);
  u128 product = (u128)w * power.high;
  // the upper half is what matters, unless all its bits below the rounding are ones
  if (((uint64_t)(product >> 64) & 0x1ff) == 0x1ff) {
    product += (uint64_t)((u128)w * power.low >> 64);
  }
  return product;
}

static double round_subnormal(uint64_t m, int exponent) {
  int shift = 1 - exponent;
  if (shift >= 64) return 0;
  m >>= shift;
  m = (m + (m & 1)) >> 1;
  return from_bits(m, m >> 52 > 0); // the largest of them round up to the first normal one
}

// nearest double of w 10^q, w not being 0
static double round_product(uint64_t w, int64_t exponent_of_ten) {
  if (exponent_of_ten < BRN_POWER_LOW) return 0;
  if (exponent_of_ten > 308) return INFINITY;
  int q = (int)exponent_of_ten;
  int zeros = __builtin_clzll(w);
  u128 product = multiply(w << zeros, q);
  uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
  int top = (int)(high >> 63);
  int shift = top + 9; // leaves 54 bits: 53 and the one that rounds
  uint64_t m = high >> shift;
  int exponent = brn__log2_of_power(q) + 63 + top - zeros + 1023;
  if (exponent <= 0) return round_subnormal(m, exponent);
  // in the middle between two doubles, which happens for small powers only: to the even one
  bool exact = low <= 1 && q >= -4 && q <= 23 && m << shift == high;
  if (exact && (m & 3) == 1) m--;
  m = (m + (m & 1)) >> 1;
  if (m >> 53) m >>= 1, exponent++;
  return exponent >= 2047 ? INFINITY : from_bits(m, exponent);
}

// the nearest double or float of all digits that can matter, as an integer with an exponent: there
// is no point in it, so the locale does not matter
static double ask_library(const Number* n, bool is_float) {
  enum { ENOUGH = 800 }; // no double is a decimal of more than 767 digits, nor is a middle
  char text[ENOUGH + 40];
  size_t used = 0;
  bool more = false;
  for (const char* at = n->first; at < n->after; at++) {
    if (*at == '.' || (*at == '0' && used == 0)) continue;
    if (used < ENOUGH)
      text[used++] = *at;
    else
      more |= *at != '0';
  }
  int64_t q = n->q + n->count - (int64_t)used; // w may have the first of them only
  if (more) {
    text[used++] = '1';
    q--;
  }
  snprintf(text + used, sizeof text - used, "e%lld", (long long)q);
  return is_float ? strtof(text, NULL) : strtod(text, NULL);
}

static double nearest(const Number* n) {
  static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (n->w == 0) return 0;
  bool small = n->w <= 1ull << 53 && n->q >= -22 && n->q <= 22;
  if (small && !n->cut) {
    return n->q < 0 ? (double)n->w / power[-n->q] : (double)n->w * power[n->q];
  }
  double value = round_product(n->w, n->q);
  if (n->cut && round_product(n->w + 1, n->q) != value) return ask_library(n, false);
  return value;
}

// A double that lies in the middle between two floats may have been rounded to it, and to round
// twice is to round wrongly.
static bool is_between_floats(double value) {
  float narrow = (float)value;
  if ((double)narrow == value) return false;
  if (isinf(narrow)) return value == 0x1.ffffffp127; // between the largest and 2^128
  float other = nextafterf(narrow, value > (double)narrow ? INFINITY : -INFINITY);
  return value - (double)narrow == (double)other - value;
}

bool brn__float_parse(const char* text, size_t length, float* out) {
  Number number;
  double value;
  if (!scan(text, text + length, &number)) {
    if (!parse_word(text, length, &value)) return false;
    *out = (float)value;
    return true;
  }
  value = nearest(&number);
  if (is_between_floats(value)) value = ask_library(&number, true);
  *out = (float)(number.negative ? -value : value);
  return true;
}

bool brn__double_parse(const char* text, size_t length, double* out) {
  Number number;
  if (!scan(text, text + length, &number)) return parse_word(text, length, out);
  double value = nearest(&number);
  *out = number.negative ? -value : value;
  return true;
}
