// SPDX-License-Identifier: Apache-2.0
//
// Words, blocks of numbers and strings of legacy VTK, in text and in binary.

#include "io/vtk.h"

#include <limits.h>
#include <math.h>
#include <string.h>

BrnStatus brn__vtk_fail(const BrnVtk* vtk, const char* format, ...) {
  BrnBytes place = {.ctx = vtk->ctx, .name = vtk->text.name};
  place.begin = (const unsigned char*)vtk->begin;
  place.at = (const unsigned char*)vtk->text.at;
  va_list args;
  va_start(args, format);
  BrnStatus status = vtk->binary ? brn__bytes_fail_v(&place, format, args)
                                 : brn__text_fail_v(&vtk->text, format, args);
  va_end(args);
  return status;
}

static size_t bytes_left(const BrnVtk* vtk) { return (size_t)(vtk->text.end - vtk->text.at); }

// ------------------------------------------------------------------------------------------ words

BrnStatus brn__vtk_word(BrnVtk* vtk, BrnSlice* word, const char* what) {
  if (brn__text_word(&vtk->text, word)) return BRN_OK;
  return brn__vtk_fail(vtk, "expected %s, but the file ends", what);
}

BrnStatus brn__vtk_count(BrnVtk* vtk, int* out, const char* what) {
  BrnSlice word;
  BRN_TRY(brn__vtk_word(vtk, &word, what));
  if (brn__slice_to_int(word, out) && *out >= 0) return BRN_OK;
  return brn__vtk_fail(vtk, "expected %s (0 to %d), found \"%s\"", what, INT_MAX, BRN_SHOW(word));
}

static const struct {
  const char* name;
  BrnVtkType type;
} types[] = {
    // the first of a number is the one that is written
    {"double", {BRN_F64, false, false}},
    {"float", {BRN_F32, false, false}},
    {"int", {BRN_I32, false, false}},
    {"vtkidtype", {BRN_I32, false, false}}, // VTK narrows its ids in these files
    {"unsigned_int", {BRN_U32, false, false}},
    {"vtktypeint64", {BRN_I64, false, false}},
    {"vtktypeuint64", {BRN_U64, false, false}},
    {"long", {BRN_I64, false, false}},
    {"unsigned_long", {BRN_U64, false, false}},
    {"short", {BRN_I16, false, false}},
    {"unsigned_short", {BRN_U16, false, false}},
    {"char", {BRN_I8, false, false}},
    {"signed_char", {BRN_I8, false, false}},
    {"unsigned_char", {BRN_U8, false, false}},
    {"bit", {BRN_U8, true, false}},
    {"string", {BRN_U8, false, true}},
    {"utf8_string", {BRN_U8, false, true}},
};

const char* brn__vtk_type_name(BrnNumber number) {
  size_t i = 0;
  while (types[i].type.number != number) i++;
  return types[i].name;
}

BrnStatus brn__vtk_type(BrnVtk* vtk, BrnVtkType* out) {
  BrnSlice word;
  BRN_TRY(brn__vtk_word(vtk, &word, "a number type"));
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (!brn__slice_is_like(word, types[i].name)) continue;
    *out = types[i].type;
    return BRN_OK;
  }
  return brn__vtk_fail(vtk, "expected a number type (double, int, ...), found \"%s\"",
                       BRN_SHOW(word));
}

// "upper%20arm" is "upper arm"; what is no code stays as it is, and so does a zero byte
static char* decode(BrnContext* ctx, BrnSlice text) {
  char* out = brn__strndup(ctx, text.start, text.length);
  size_t used = 0;
  for (size_t i = 0; out && i < text.length; i++) {
    char c = text.start[i];
    bool code = c == '%' && i + 2 < text.length;
    int high = code ? brn__hex_digit(text.start[i + 1]) : -1;
    int low = code ? brn__hex_digit(text.start[i + 2]) : -1;
    if (high >= 0 && low >= 0 && high + low > 0) {
      c = (char)(16 * high + low);
      i += 2;
    }
    out[used++] = c;
  }
  if (out) out[used] = 0;
  return out;
}

BrnStatus brn__vtk_name(BrnVtk* vtk, char** out) {
  BrnSlice word;
  *out = NULL;
  BRN_TRY(brn__vtk_word(vtk, &word, "the name of an array"));
  *out = decode(vtk->ctx, word);
  return *out ? BRN_OK : BRN_NO_MEMORY;
}

// ---------------------------------------------------------------------------------------- blocks

// in text a number takes a digit and a blank
static bool fits(const BrnVtk* vtk, BrnVtkType type, size_t count) {
  size_t left = bytes_left(vtk);
  if (type.is_string) return count <= left + 1;
  if (!vtk->binary) return count <= left / 2 + 1;
  if (type.is_bit) return count / 8 + (count % 8 > 0) <= left;
  return count <= left / (size_t)brn__number_size(type.number);
}

BrnStatus brn__vtk_begin(BrnVtk* vtk, BrnVtkType type, size_t count, const char* what) {
  if (vtk->binary || type.is_string) {
    BrnSlice rest = {0};
    brn__text_line(&vtk->text, &rest);
    if (rest.length > 0) {
      return brn__vtk_fail(vtk, "expected the end of the line before %s, found \"%s\"", what,
                           BRN_SHOW(rest));
    }
  }
  if (fits(vtk, type, count)) return BRN_OK;
  return brn__vtk_fail(vtk, "expected %zu numbers (%s), but only %zu bytes are left", count, what,
                       bytes_left(vtk));
}

static void read_binary(BrnVtk* vtk, BrnVtkType type, size_t count, double* out) {
  const unsigned char* at = (const unsigned char*)vtk->text.at;
  if (out && type.is_bit) brn__bits_decode(at, count, out);
  if (out && !type.is_bit) brn__numbers_decode(at, type.number, vtk->swap, count, out);
  vtk->text.at +=
      type.is_bit ? count / 8 + (count % 8 > 0) : count * (size_t)brn__number_size(type.number);
}

BrnStatus brn__vtk_numbers(BrnVtk* vtk, BrnVtkType type, size_t count, double* out,
                           const char* what) {
  BRN_ASSERT(fits(vtk, type, count) && !type.is_string);
  if (vtk->binary) {
    read_binary(vtk, type, count, out);
    return BRN_OK;
  }
  for (size_t i = 0; i < count; i++) {
    double value;
    BRN_TRY(brn__text_number(&vtk->text, type.number, &value, what, (long)i));
    if (out) out[i] = value;
  }
  return BRN_OK;
}

// nearly all indices are 32 bits wide; -1 for one that is far too large
static int64_t decode_index(const unsigned char* at, BrnNumber number, bool swap) {
  if (number == BRN_I32) {
    int32_t index;
    brn__copy_swapped(&index, at, sizeof index, swap);
    return index;
  }
  double value = brn__number_decode(at, number, swap);
  return fabs(value) < 0x1p62 ? (int64_t)value : -1;
}

BrnStatus brn__vtk_index(BrnVtk* vtk, BrnNumber number, int64_t limit, int64_t* out,
                         const char* what, size_t index) {
  if (!vtk->binary) {
    BRN_TRY(brn__text_long(&vtk->text, out, what, (long)index));
  } else {
    size_t size = (size_t)brn__number_size(number);
    if (bytes_left(vtk) < size) {
      return brn__vtk_fail(vtk, "expected an integer (%s %zu), but the file ends", what, index);
    }
    *out = decode_index((const unsigned char*)vtk->text.at, number, vtk->swap);
  }
  if (*out < 0 || *out >= limit) {
    return brn__vtk_fail(vtk, "%s %zu is %lld, expected at least 0 and less than %lld", what, index,
                         (long long)*out, (long long)limit);
  }
  if (vtk->binary) vtk->text.at += brn__number_size(number);
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- strings

// The two highest bits of the first byte tell how long the length is: 11 one byte, 10 two, 01 four,
// 00 eight; the rest of those bytes is the length.
static BrnStatus string_length(BrnVtk* vtk, uint64_t* length) {
  const unsigned char* at = (const unsigned char*)vtk->text.at;
  size_t left = bytes_left(vtk);
  size_t bytes = left == 0 ? 1 : (size_t)1 << (3 - (at[0] >> 6));
  if (bytes > left) return brn__vtk_fail(vtk, "expected a string, but the file ends");
  *length = at[0] & 0x3f;
  for (size_t i = 1; i < bytes; i++) *length = *length << 8 | at[i];
  if (*length > left - bytes) {
    return brn__vtk_fail(vtk, "expected a string of %llu bytes, but only %zu are left",
                         (unsigned long long)*length, left - bytes);
  }
  vtk->text.at += bytes;
  return BRN_OK;
}

BrnStatus brn__vtk_string(BrnVtk* vtk, char** out) {
  BrnSlice string = {0};
  if (vtk->binary) {
    uint64_t length = 0;
    BRN_TRY(string_length(vtk, &length));
    string = (BrnSlice){vtk->text.at, (size_t)length};
    vtk->text.at += length;
  } else if (!brn__text_line(&vtk->text, &string)) {
    return brn__vtk_fail(vtk, "expected a string, but the file ends");
  }
  if (!out) return BRN_OK;
  *out =
      vtk->binary ? brn__strndup(vtk->ctx, string.start, string.length) : decode(vtk->ctx, string);
  return *out ? BRN_OK : BRN_NO_MEMORY;
}
