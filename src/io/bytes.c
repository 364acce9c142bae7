// SPDX-License-Identifier: Apache-2.0
//
// A cursor over binary data that knows what is left, and says where a file ends too early.

#include "io/source.h"

#include <limits.h>
#include <stdio.h>

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
  brn__numbers_decode(bytes->at, number, bytes->swap, count, out);
  bytes->at += count * size;
  return BRN_OK;
}

static BrnStatus take(BrnBytes* bytes, void* out, size_t size, const char* what) {
  BRN_TRY(brn__bytes_need(bytes, size, what));
  brn__copy_swapped(out, bytes->at, size, bytes->swap);
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
