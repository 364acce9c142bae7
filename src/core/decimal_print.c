// SPDX-License-Identifier: Apache-2.0

#include "core/decimal.h"
#include "core/powers_of_ten.h"

#include <math.h>
#include <string.h>

// A float c 2^q stands for all reals closer to it than to its neighbours: an interval of half a
// step, 2^(q-1), to either side (a quarter below a power of two). With 10^k the largest power of
// ten that is not longer than the interval, at least one multiple of 10^k lies inside, and at most
// one multiple of 10^(k+1): if there is one it is the shortest decimal; otherwise it is the nearer
// of the two multiples of 10^k around the float. Ends of the interval count when c is even, since
// reading rounds ties to even.
//
// The three numbers that are compared, the float and the ends, are computed as 4 x 10^-k from 128
// bits of 10^-k and rounded to odd, which keeps every comparison with a multiple of 4 or 2 exact.
//
// R. Giulietti. The Schubfach way to render doubles. 2020

typedef unsigned __int128 u128;

typedef struct Decimal {
  uint64_t digits;
  int exponent; // digits x 10^exponent
} Decimal;

// c x power / 2^128, the last bit set when something was cut off; the power is a little too large
static uint64_t multiply_to_odd(BrnPowerOfTen power, uint64_t c) {
  u128 low = (u128)power.low * c;
  u128 high = (u128)power.high * c + (uint64_t)(low >> 64);
  return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

// floor(log10(2^q)) or floor(log10(3/4 2^q)): log10(2) is 1262611 / 2^22 closely enough
static int log10_of_interval(int q, bool at_power_of_two) {
  return (q * 1262611 - (at_power_of_two ? 524031 : 0)) >> 22;
}

static Decimal shortest(uint64_t c, int q, bool at_power_of_two) {
  int k = log10_of_interval(q, at_power_of_two);
  BrnPowerOfTen power = brn__power_of_ten(-k);
  if (-k > 55) power.low++; // rounded up as well; no entry ends in 64 ones
  int shift = q + brn__log2_of_power(-k) + 1;
  uint64_t low = multiply_to_odd(power, (4 * c - (at_power_of_two ? 1 : 2)) << shift);
  uint64_t here = multiply_to_odd(power, 4 * c << shift);
  uint64_t high = multiply_to_odd(power, (4 * c + 2) << shift);
  uint64_t open = c & 1; // the ends do not count

  uint64_t below = here / 4, tens = below / 10;
  if (below >= 10) {
    bool down = low + open <= 40 * tens, up = 40 * tens + 40 + open <= high;
    if (down != up) return (Decimal){tens + up, k + 1};
  }
  bool down = low + open <= 4 * below, up = 4 * below + 4 + open <= high;
  if (down == up) up = here > 4 * below + 2 || (here == 4 * below + 2 && (below & 1));
  return (Decimal){below + up, k};
}

// ------------------------------------------------------------------------------------------ text

// two at a time, which halves the chain of divisions
static size_t put_digits(uint64_t digits, char* text) {
  char buffer[20];
  size_t at = sizeof buffer;
  for (; digits >= 100; digits /= 100) {
    unsigned pair = (unsigned)(digits % 100);
    buffer[--at] = (char)('0' + pair % 10);
    buffer[--at] = (char)('0' + pair / 10);
  }
  buffer[--at] = (char)('0' + digits % 10);
  if (digits >= 10) buffer[--at] = (char)('0' + digits / 10);
  memcpy(text, buffer + at, sizeof buffer - at);
  return sizeof buffer - at;
}

// "-0.0125" for exponents near 0, "1.25e-7" for others
static size_t put_decimal(Decimal d, char* text) {
  if (d.digits % 100000000 == 0) d.digits /= 100000000, d.exponent += 8;
  while (d.digits % 10 == 0) d.digits /= 10, d.exponent++;
  char digit[20];
  int count = (int)put_digits(d.digits, digit);
  int point = count + d.exponent; // digits before it
  char* at = text;
  if (point > -4 && point <= 0) {
    memcpy(at, "0.000", 5);
    at += 2 - point;
    memcpy(at, digit, (size_t)count);
    return (size_t)(at + count - text);
  }
  bool plain = point > 0 && point <= 17;
  int before = plain ? point : 1;
  for (int i = 0; i < before; i++) *at++ = i < count ? digit[i] : '0';
  if (count > before) {
    *at++ = '.';
    memcpy(at, digit + before, (size_t)(count - before));
    at += count - before;
  }
  if (!plain) {
    *at++ = 'e';
    at += brn__integer_print(point - 1, at);
  }
  return (size_t)(at - text);
}

static size_t put_word(const char* word, char* text) {
  memcpy(text, word, strlen(word));
  return strlen(word);
}

size_t brn__integer_print(int64_t value, char text[BRN_DECIMAL_SIZE]) {
  if (value >= 0) return put_digits((uint64_t)value, text);
  text[0] = '-';
  return 1 + put_digits(0 - (uint64_t)value, text + 1);
}

// Fields of a float that is not 0 and not special; the smallest one is 2^lowest.
static size_t put_finite(bool negative, int exponent, uint64_t fraction, int fraction_bits,
                         int lowest, char* text) {
  bool normal = exponent > 0;
  uint64_t c = normal ? fraction | 1ull << fraction_bits : fraction;
  int q = normal ? lowest + exponent - 1 : lowest;
  if (negative) *text++ = '-';
  return negative + put_decimal(shortest(c, q, fraction == 0 && exponent > 1), text);
}

static bool put_special(double value, char* text, size_t* length) {
  if (isnan(value)) {
    *length = put_word("nan", text);
  } else if (isinf(value)) {
    *length = put_word(value < 0 ? "-inf" : "inf", text);
  } else if (value == 0) {
    *length = put_word(signbit(value) ? "-0" : "0", text);
  } else if (fabs(value) < 1 << 24 && value == (int)value) { // exact in floats too
    *length = brn__integer_print((int)value, text);
  } else {
    return false;
  }
  return true;
}

size_t brn__double_print(double value, char text[BRN_DECIMAL_SIZE]) {
  size_t length;
  if (put_special(value, text, &length)) return length;
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return put_finite(bits >> 63, bits >> 52 & 0x7ff, bits & ((1ull << 52) - 1), 52, -1074, text);
}

size_t brn__float_print(float value, char text[BRN_DECIMAL_SIZE]) {
  size_t length;
  if (put_special(value, text, &length)) return length;
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return put_finite(bits >> 31, bits >> 23 & 0xff, bits & ((1u << 23) - 1), 23, -149, text);
}
