// SPDX-License-Identifier: Apache-2.0

#include "io/source.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool brn__machine_is_big_endian(void) {
  const uint16_t probe = 1;
  unsigned char first;
  memcpy(&first, &probe, 1);
  return first == 0;
}

// ---------------------------------------------------------------------------------------- numbers

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

static void copy_swapped(void* to, const void* from, size_t size, bool swap) {
  if (!swap) {
    memcpy(to, from, size);
    return;
  }
  for (size_t i = 0; i < size; i++) {
    ((unsigned char*)to)[i] = ((const unsigned char*)from)[size - 1 - i];
  }
}

double brn__number_decode(const unsigned char* at, BrnNumber number, bool swap) {
  switch (number) {
#define DECODE_CASE(name, type, low, high)                                                         \
  case name: {                                                                                     \
    type value;                                                                                    \
    copy_swapped(&value, at, sizeof value, swap);                                                  \
    return (double)value;                                                                          \
  }
    DECODE_CASE(BRN_F64, double, 0, 0)
    DECODE_CASE(BRN_F32, float, 0, 0)
    INTEGER_TYPES(DECODE_CASE)
#undef DECODE_CASE
  }
  return 0;
}

static double clamped(double value, double low, double high) {
  if (!(value >= low)) return isnan(value) ? 0 : low;
  return value > high ? high : value;
}

double brn__number_held(BrnNumber number, double value) {
  switch (number) {
  case BRN_F64: return value;
  case BRN_F32: return (float)value;
#define HELD_CASE(name, type, low, high)                                                           \
  case name: return (double)(type)clamped(value, low, high);
    INTEGER_TYPES(HELD_CASE)
#undef HELD_CASE
  }
  return value;
}

void brn__number_encode(unsigned char* at, BrnNumber number, double value, bool swap) {
  switch (number) {
  case BRN_F64: copy_swapped(at, &value, sizeof value, swap); return;
  case BRN_F32: {
    float narrow = (float)(isfinite(value) ? clamped(value, -FLT_MAX, FLT_MAX) : value);
    copy_swapped(at, &narrow, sizeof narrow, swap);
    return;
  }
#define ENCODE_CASE(name, type, low, high)                                                         \
  case name: {                                                                                     \
    type whole = (type)clamped(value, low, high);                                                  \
    copy_swapped(at, &whole, sizeof whole, swap);                                                  \
    return;                                                                                        \
  }
    INTEGER_TYPES(ENCODE_CASE)
#undef ENCODE_CASE
  }
}

// ----------------------------------------------------------------------------------------- cursor

BrnBytes brn__bytes(BrnContext* ctx, const BrnSource* source) {
  const unsigned char* data = (const unsigned char*)source->data;
  return (BrnBytes){
      .ctx = ctx, .name = source->name, .begin = data, .at = data, .end = data + source->size};
}

size_t brn__bytes_left(const BrnBytes* bytes) { return (size_t)(bytes->end - bytes->at); }

BrnStatus brn__bytes_fail_v(const BrnBytes* bytes, const char* format, va_list args) {
  char message[1024];
  vsnprintf(message, sizeof message, format, args);
  return brn__fail(bytes->ctx, BRN_BAD_FILE, "%s: byte %zu: %s", bytes->name,
                   (size_t)(bytes->at - bytes->begin), message);
}

BrnStatus brn__bytes_fail(const BrnBytes* bytes, const char* format, ...) {
  va_list args;
  va_start(args, format);
  BrnStatus status = brn__bytes_fail_v(bytes, format, args);
  va_end(args);
  return status;
}

BrnStatus brn__bytes_need(BrnBytes* bytes, size_t size, const char* what) {
  size_t left = brn__bytes_left(bytes);
  if (size <= left) return BRN_OK;
  return brn__bytes_fail(bytes, "expected %zu bytes (%s), but only %zu are left", size, what, left);
}

BrnStatus brn__bytes_count(BrnBytes* bytes, int64_t count, size_t item_size, const char* what) {
  size_t left = brn__bytes_left(bytes);
  if (count < 0) return brn__bytes_fail(bytes, "%s: the count is %lld", what, (long long)count);
  if (count > INT_MAX || (item_size > 0 && (uint64_t)count > left / item_size)) {
    return brn__bytes_fail(bytes, "%s: %lld of %zu bytes each, but only %zu bytes are left", what,
                           (long long)count, item_size, left);
  }
  return BRN_OK;
}

BrnStatus brn__bytes_numbers(BrnBytes* bytes, BrnNumber number, size_t count, double* out,
                             const char* what) {
  size_t size = (size_t)brn__number_size(number);
  if (count > brn__bytes_left(bytes) / size) {
    return brn__bytes_fail(bytes,
                           "expected %zu numbers of %zu bytes (%s), but only %zu bytes are left",
                           count, size, what, brn__bytes_left(bytes));
  }
  for (size_t i = 0; i < count; i++) {
    out[i] = brn__number_decode(bytes->at + i * size, number, bytes->swap);
  }
  bytes->at += count * size;
  return BRN_OK;
}

static BrnStatus take(BrnBytes* bytes, void* out, size_t size, const char* what) {
  BRN_TRY(brn__bytes_need(bytes, size, what));
  copy_swapped(out, bytes->at, size, bytes->swap);
  bytes->at += size;
  return BRN_OK;
}

BrnStatus brn__bytes_i32(BrnBytes* bytes, int* out, const char* what) {
  return take(bytes, out, sizeof *out, what);
}

BrnStatus brn__bytes_i64(BrnBytes* bytes, int64_t* out, const char* what) {
  return take(bytes, out, sizeof *out, what);
}

BrnStatus brn__bytes_f64(BrnBytes* bytes, double* out, const char* what) {
  return take(bytes, out, sizeof *out, what);
}
