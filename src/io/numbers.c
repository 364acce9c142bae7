// SPDX-License-Identifier: Apache-2.0
//
// Numbers of files: sizes, decoding, encoding, and what a type can hold.

#include "io/numbers.h"

#include <float.h>
#include <math.h>

bool brn__machine_is_big_endian(void) {
  const uint16_t probe = 1;
  unsigned char first;
  memcpy(&first, &probe, 1);
  return first == 0;
}

// one row a type: X(enumerator, C type, lowest, highest)
#define INTEGER_TYPES(X)                                                                           \
  X(BRN_I8, int8_t, -128.0, 127.0)                                                                 \
  X(BRN_U8, uint8_t, 0.0, 255.0)                                                                   \
  X(BRN_I16, int16_t, -32768.0, 32767.0)                                                           \
  X(BRN_U16, uint16_t, 0.0, 65535.0)                                                               \
  X(BRN_I32, int32_t, -2147483648.0, 2147483647.0)                                                 \
  X(BRN_U32, uint32_t, 0.0, 4294967295.0)                                                          \
  X(BRN_I64, int64_t, -9223372036854775808.0, 9223372036854774784.0)                               \
  X(BRN_U64, uint64_t, 0.0, 18446744073709549568.0)

int brn__number_size(BrnNumber number) {
  switch (number) {
  case BRN_F64: return sizeof(double);
  case BRN_F32: return sizeof(float);
#define SIZE_CASE(name, type, low, high)                                                           \
  case name: return sizeof(type);
    INTEGER_TYPES(SIZE_CASE)
#undef SIZE_CASE
  }
  return 0;
}

// A loop for each type and byte order, so that the choice is made once.
void brn__numbers_decode(const unsigned char* at, BrnNumber number, bool swap, size_t count,
                         double* out) {
  switch (number) {
#define DECODE_CASE(name, type, low, high)                                                         \
  case name:                                                                                       \
    for (size_t i = 0; i < count; i++) {                                                           \
      type value;                                                                                  \
      brn__copy_swapped(&value, at + i * sizeof value, sizeof value, swap);                        \
      out[i] = (double)value;                                                                      \
    }                                                                                              \
    return;
    DECODE_CASE(BRN_F64, double, 0, 0)
    DECODE_CASE(BRN_F32, float, 0, 0)
    INTEGER_TYPES(DECODE_CASE)
#undef DECODE_CASE
  }
}

double brn__number_decode(const unsigned char* at, BrnNumber number, bool swap) {
  double value = 0;
  brn__numbers_decode(at, number, swap, 1, &value);
  return value;
}

void brn__bits_decode(const unsigned char* at, size_t count, double* out) {
  for (size_t i = 0; i < count; i++) out[i] = at[i / 8] >> (7 - i % 8) & 1;
}

static double clamped(double value, double low, double high) {
  if (!(value >= low)) return isnan(value) ? 0 : low;
  return value > high ? high : value;
}

// a large number becomes the largest float, not infinity
static float narrowed(double value) {
  return (float)(isfinite(value) ? clamped(value, -FLT_MAX, FLT_MAX) : value);
}

double brn__number_held(BrnNumber number, double value) {
  switch (number) {
  case BRN_F64: return value;
  case BRN_F32: return narrowed(value);
#define HELD_CASE(name, type, low, high)                                                           \
  case name: return (double)(type)clamped(value, low, high);
    INTEGER_TYPES(HELD_CASE)
#undef HELD_CASE
  }
  return value;
}

void brn__numbers_encode(unsigned char* at, BrnNumber number, bool swap, size_t count,
                         const double* value) {
  switch (number) {
#define ENCODE_CASE(name, type, held)                                                              \
  case name:                                                                                       \
    for (size_t i = 0; i < count; i++) {                                                           \
      type narrow = (type)(held);                                                                  \
      brn__copy_swapped(at + i * sizeof narrow, &narrow, sizeof narrow, swap);                     \
    }                                                                                              \
    return;
    ENCODE_CASE(BRN_F64, double, value[i])
    ENCODE_CASE(BRN_F32, float, narrowed(value[i]))
#define INTEGER_CASE(name, type, low, high) ENCODE_CASE(name, type, clamped(value[i], low, high))
    INTEGER_TYPES(INTEGER_CASE)
#undef INTEGER_CASE
#undef ENCODE_CASE
  }
}

void brn__number_encode(unsigned char* at, BrnNumber number, double value, bool swap) {
  brn__numbers_encode(at, number, swap, 1, &value);
}
