// SPDX-License-Identifier: Apache-2.0

#include "io/source.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- slices

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

bool brn__slice_is(BrnSlice slice, const char* text) {
  return strlen(text) == slice.length && memcmp(slice.start, text, slice.length) == 0;
}

bool brn__slice_is_like(BrnSlice slice, const char* text) {
  if (strlen(text) != slice.length) return false;
  for (size_t i = 0; i < slice.length; i++) {
    if (lower(slice.start[i]) != lower(text[i])) return false;
  }
  return true;
}

BrnShown brn__slice_show(BrnSlice slice) {
  BrnShown shown;
  size_t length = slice.length < 40 ? slice.length : 40;
  for (size_t i = 0; i < length; i++) {
    char c = slice.start[i];
    shown.text[i] = c >= 32 && c < 127 ? c : '?';
  }
  strcpy(shown.text + length, slice.length > length ? "..." : "");
  return shown;
}

bool brn__slice_to_long(BrnSlice slice, int64_t* out) {
  const char *at = slice.start, *end = at + slice.length;
  bool negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  if (at == end) return false;
  int64_t value = 0; // accumulated below zero, where the range is one larger
  for (; at < end; at++) {
    if (*at < '0' || *at > '9') return false;
    if (__builtin_mul_overflow(value, 10, &value)) return false;
    if (__builtin_sub_overflow(value, *at - '0', &value)) return false;
  }
  if (!negative && __builtin_sub_overflow((int64_t)0, value, &value)) return false;
  *out = value;
  return true;
}

bool brn__slice_to_int(BrnSlice slice, int* out) {
  int64_t value;
  if (!brn__slice_to_long(slice, &value) || value < INT_MIN || value > INT_MAX) return false;
  *out = (int)value;
  return true;
}

// strtod() reads "0,5" in some locales: the text goes through it with the locale's own point
static bool to_double_slowly(BrnSlice slice, double* out) {
  char copy[512];
  if (slice.length == 0 || slice.length >= sizeof copy) return false;
  const char* point = localeconv()->decimal_point;
  size_t used = 0;
  for (size_t i = 0; i < slice.length; i++) {
    char c = slice.start[i];
    bool fits = (c >= '0' && c <= '9') || strchr("+-.eEdDinfatyINFATY", c) != NULL;
    if (!fits || c == 0) return false;
    if (c == 'd' || c == 'D') c = 'e'; // Fortran's double exponent
    if (c == '.') {
      for (const char* p = point; *p && used + 1 < sizeof copy; p++) copy[used++] = *p;
    } else {
      copy[used++] = c;
    }
    if (used + 1 >= sizeof copy) return false;
  }
  copy[used] = 0;
  char* stop;
  errno = 0;
  double value = strtod(copy, &stop);
  if (stop != copy + used || (errno == ERANGE && isinf(value))) return false;
  *out = value;
  return true;
}

// Up to 15 digits and a power of ten up to 22 are exact in doubles, and so is their one product or
// quotient (Clinger 1990): this is nearly every number in a mesh file.
bool brn__slice_to_double(BrnSlice slice, double* out) {
  static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char *at = slice.start, *end = at + slice.length;
  bool negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) at++;
  int64_t digits = 0;
  int digit_count = 0, seen = 0, exponent = 0;
  bool after_point = false;
  for (; at < end; at++) {
    if (*at == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (*at < '0' || *at > '9') break;
    digits = digits * 10 + (*at - '0');
    if (digits > 0) digit_count++;
    seen++;
    if (after_point) exponent--;
    if (digit_count > 15) return to_double_slowly(slice, out);
  }
  if (seen == 0) return to_double_slowly(slice, out); // nan, inf or rubbish
  if (at < end) {
    if (*at != 'e' && *at != 'E') return to_double_slowly(slice, out);
    int written;
    BrnSlice rest = {at + 1, (size_t)(end - at - 1)};
    bool common = brn__slice_to_int(rest, &written) && written > -400 && written < 400;
    if (!common) return to_double_slowly(slice, out);
    exponent += written;
  }
  if (exponent < -22 || exponent > 22) return to_double_slowly(slice, out);
  double value =
      exponent < 0 ? (double)digits / power[-exponent] : (double)digits * power[exponent];
  *out = negative ? -value : value;
  return true;
}

// ---------------------------------------------------------------------------------------- cursor

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

BrnText brn__text(BrnContext* ctx, const BrnSource* source, char comment) {
  return (BrnText){
      .ctx = ctx,
      .name = source->name,
      .at = source->data,
      .end = source->data + source->size,
      .line = 1,
      .comment = comment,
  };
}

static void skip_comment(BrnText* text) {
  if (text->at == text->end || !text->comment || *text->at != text->comment) return;
  while (text->at < text->end && *text->at != '\n') text->at++;
}

static void skip_blanks(BrnText* text) {
  while (text->at < text->end && is_blank(*text->at)) text->at++;
  skip_comment(text);
}

bool brn__text_word_in_line(BrnText* text, BrnSlice* word) {
  skip_blanks(text);
  const char* start = text->at;
  while (text->at < text->end && !is_blank(*text->at) && *text->at != '\n') text->at++;
  *word = (BrnSlice){start, (size_t)(text->at - start)};
  return word->length > 0;
}

bool brn__text_word(BrnText* text, BrnSlice* word) {
  while (!brn__text_word_in_line(text, word)) {
    if (text->at == text->end) return false;
    text->at++; // the line end
    text->line++;
  }
  return true;
}

bool brn__text_peek(const BrnText* text, BrnSlice* word) {
  BrnText copy = *text;
  return brn__text_word(&copy, word);
}

bool brn__text_line(BrnText* text, BrnSlice* line) {
  if (text->at == text->end) return false;
  while (text->at < text->end && is_blank(*text->at)) text->at++;
  const char* start = text->at;
  while (text->at < text->end && *text->at != '\n') text->at++;
  const char* last = text->at;
  if (text->at < text->end) {
    text->at++;
    text->line++;
  }
  while (last > start && is_blank(last[-1])) last--;
  *line = (BrnSlice){start, (size_t)(last - start)};
  return true;
}

// --------------------------------------------------------------------------------- expectations

BrnStatus brn__text_fail(const BrnText* text, const char* format, ...) {
  char message[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  return brn__fail(text->ctx, BRN_BAD_FILE, "%s:%d: %s", text->name, text->line, message);
}

static BrnStatus fail_expected(const BrnText* text, const char* kind, const char* what, long index,
                               const BrnSlice* found) {
  char number[32] = "";
  if (index >= 0) snprintf(number, sizeof number, " %ld", index);
  if (!found) {
    return brn__text_fail(text, "expected %s (%s%s), but the file ends", kind, what, number);
  }
  return brn__text_fail(text, "expected %s (%s%s), found \"%s\"", kind, what, number,
                        BRN_SHOW(*found));
}

BrnStatus brn__text_long(BrnText* text, int64_t* out, const char* what, long index) {
  BrnSlice word;
  if (!brn__text_word(text, &word)) return fail_expected(text, "an integer", what, index, NULL);
  if (brn__slice_to_long(word, out)) return BRN_OK;
  return fail_expected(text, "an integer", what, index, &word);
}

BrnStatus brn__text_int(BrnText* text, int* out, const char* what, long index) {
  BrnSlice word;
  if (!brn__text_word(text, &word)) return fail_expected(text, "an integer", what, index, NULL);
  if (brn__slice_to_int(word, out)) return BRN_OK;
  return fail_expected(text, "an integer", what, index, &word);
}

BrnStatus brn__text_double(BrnText* text, double* out, const char* what, long index) {
  BrnSlice word;
  if (!brn__text_word(text, &word)) return fail_expected(text, "a number", what, index, NULL);
  if (brn__slice_to_double(word, out)) return BRN_OK;
  return fail_expected(text, "a number", what, index, &word);
}

BrnStatus brn__text_finite(BrnText* text, double* out, const char* what, long index) {
  BrnSlice word;
  if (!brn__text_word(text, &word)) {
    return fail_expected(text, "a finite number", what, index, NULL);
  }
  if (brn__slice_to_double(word, out) && isfinite(*out)) return BRN_OK;
  return fail_expected(text, "a finite number", what, index, &word);
}

BrnStatus brn__text_expect(BrnText* text, const char* word) {
  BrnSlice found;
  if (!brn__text_word(text, &found)) {
    return brn__text_fail(text, "expected \"%s\", but the file ends", word);
  }
  if (brn__slice_is(found, word)) return BRN_OK;
  return brn__text_fail(text, "expected \"%s\", found \"%s\"", word, BRN_SHOW(found));
}

BrnStatus brn__text_count(BrnText* text, int* out, size_t least_bytes, const char* what) {
  int64_t count;
  BRN_TRY(brn__text_long(text, &count, what, -1));
  if (count < 0) return brn__text_fail(text, "%s is negative: %lld", what, (long long)count);
  size_t left = (size_t)(text->end - text->at);
  if ((uint64_t)count > left / least_bytes + 1 || count > INT_MAX) {
    return brn__text_fail(text, "%s is %lld, but only %zu bytes of the file are left", what,
                          (long long)count, left);
  }
  *out = (int)count;
  return BRN_OK;
}
