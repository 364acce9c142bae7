// SPDX-License-Identifier: Apache-2.0
//
// Slices of text and a cursor over it: words, lines and numbers, with the place in each message.

#include "core/decimal.h"
#include "io/source.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- slices

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

bool brn__slice_is(BrnSlice slice, const char* text) {
  return strlen(text) == slice.length && memcmp(slice.start, text, slice.length) == 0;
}

bool brn__slice_same(BrnSlice a, BrnSlice b) {
  return a.length == b.length && memcmp(a.start, b.start, a.length) == 0;
}

bool brn__slice_is_like(BrnSlice slice, const char* text) {
  if (strlen(text) != slice.length) return false;
  for (size_t i = 0; i < slice.length; i++) {
    if (lower(slice.start[i]) != lower(text[i])) return false;
  }
  return true;
}

int brn__hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
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

// infinite although it was written in digits ("1.#INF" is not meant)
static bool is_out_of_range(BrnSlice slice, double value) {
  bool digits = false;
  if (!isinf(value) || memchr(slice.start, '#', slice.length)) return false;
  for (size_t i = 0; i < slice.length; i++) {
    digits |= slice.start[i] >= '0' && slice.start[i] <= '9';
  }
  return digits;
}

bool brn__slice_to_double(BrnSlice slice, double* out) {
  return brn__double_parse(slice.start, slice.length, out) && !is_out_of_range(slice, *out);
}

bool brn__slice_to_number(BrnSlice slice, BrnNumber number, double* out) {
  float narrow;
  if (number != BRN_F32) return brn__slice_to_double(slice, out);
  if (!brn__float_parse(slice.start, slice.length, &narrow)) return false;
  *out = narrow;
  return !is_out_of_range(slice, narrow);
}

// ---------------------------------------------------------------------------------------- cursor

static bool is_blank(char c) {
  static const bool blank[256] = {
      [' '] = true, ['\t'] = true, ['\r'] = true, ['\f'] = true, ['\v'] = true};
  return blank[(unsigned char)c];
}

// Lines end with \n, the \r before it being a blank; but a file without any \n is one of an old
// Macintosh, and its lines end with \r.
static char newline_of(const char* data, size_t size) {
  return size == 0 || memchr(data, '\n', size) ? '\n' : '\r';
}

BrnText brn__text(BrnContext* ctx, const BrnSource* source, char comment) {
  BrnText text = {.ctx = ctx, .name = source->name, .at = source->data, .line = 1};
  text.end = text.at + source->size;
  text.newline = newline_of(source->data, source->size);
  text.comment = comment;
  bool marked = source->size >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0;
  if (marked) text.at += 3; // "this is UTF-8"
  return text;
}

static const char* find_newline(const BrnText* text) {
  const char* found =
      text->at < text->end ? memchr(text->at, text->newline, (size_t)(text->end - text->at)) : NULL;
  return found ? found : text->end;
}

static const char* skip_blanks(const BrnText* text) {
  const char* at = text->at;
  while (at < text->end && is_blank(*at) && *at != text->newline) at++;
  return at;
}

bool brn__text_word_in_line(BrnText* text, BrnSlice* word) {
  const char *at = skip_blanks(text), *end = text->end, *start = at;
  char newline = text->newline;
  if (at < end && *at == text->comment && text->comment) {
    text->at = at;
    start = at = find_newline(text);
  }
  while (at < end && !is_blank(*at) && *at != newline) at++;
  text->at = at;
  *word = (BrnSlice){start, (size_t)(at - start)};
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
  text->at = skip_blanks(text);
  const char *start = text->at, *last = find_newline(text);
  text->at = last;
  if (text->at < text->end) {
    text->at++;
    text->line++;
  }
  while (last > start && is_blank(last[-1])) last--;
  *line = (BrnSlice){start, (size_t)(last - start)};
  return true;
}

// --------------------------------------------------------------------------------- expectations

BrnStatus brn__text_fail_v(const BrnText* text, const char* format, va_list args) {
  char message[1024];
  vsnprintf(message, sizeof message, format, args);
  return brn__fail(text->ctx, BRN_BAD_FILE, "%s:%d: %s", text->name, text->line, message);
}

BrnStatus brn__text_fail(const BrnText* text, const char* format, ...) {
  va_list args;
  va_start(args, format);
  BrnStatus status = brn__text_fail_v(text, format, args);
  va_end(args);
  return status;
}

static BrnStatus fail_expected(const BrnText* text, const char* kind, const char* what, long index,
                               BrnSlice found) {
  char number[32] = "";
  if (index >= 0) snprintf(number, sizeof number, " %ld", index);
  if (found.length == 0) {
    return brn__text_fail(text, "expected %s (%s%s), but the file ends", kind, what, number);
  }
  return brn__text_fail(text, "expected %s (%s%s), found \"%s\"", kind, what, number,
                        BRN_SHOW(found));
}

BrnStatus brn__text_long(BrnText* text, int64_t* out, const char* what, long index) {
  BrnSlice word;
  if (brn__text_word(text, &word) && brn__slice_to_long(word, out)) return BRN_OK;
  return fail_expected(text, "an integer", what, index, word);
}

BrnStatus brn__text_int(BrnText* text, int* out, const char* what, long index) {
  BrnSlice word;
  if (brn__text_word(text, &word) && brn__slice_to_int(word, out)) return BRN_OK;
  return fail_expected(text, "an integer", what, index, word);
}

BrnStatus brn__text_number(BrnText* text, BrnNumber number, double* out, const char* what,
                           long index) {
  BrnSlice word;
  if (brn__text_word(text, &word) && brn__slice_to_number(word, number, out)) return BRN_OK;
  return fail_expected(text, "a number", what, index, word);
}

BrnStatus brn__text_double(BrnText* text, double* out, const char* what, long index) {
  return brn__text_number(text, BRN_F64, out, what, index);
}

BrnStatus brn__text_finite_number(BrnText* text, BrnNumber number, double* out, const char* what,
                                  long index) {
  BrnSlice word;
  bool good = brn__text_word(text, &word) && brn__slice_to_number(word, number, out);
  if (good && isfinite(*out)) return BRN_OK;
  return fail_expected(text, "a finite number", what, index, word);
}

BrnStatus brn__text_finite(BrnText* text, double* out, const char* what, long index) {
  return brn__text_finite_number(text, BRN_F64, out, what, index);
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
