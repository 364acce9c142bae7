// SPDX-License-Identifier: Apache-2.0
//
// What a reader reads from: a whole file in memory, and two cursors over it.
//
// A reader trusts nothing. Numbers are read through a cursor, which fails with the place and what
// was expected there; a count is checked against the bytes that are left before anything is
// allocated for it, so a 40-byte file cannot ask for 40 gigabytes.

#pragma once

#include "brawn/io.h"
#include "core/core.h"
#include "io/numbers.h"

/// A file in memory. Readers that need a second file (TetGen) ask for it by extension.
typedef struct BrnSource {
  const char* name; // for messages: the path as the user wrote it
  const char* data;
  size_t size;
  /// Opens the file beside this one with another extension ("node"); NULL function: there is none.
  /// BRN_NOT_FOUND leaves no message worth showing: the reader says what it wanted it for.
  BrnStatus (*open_sibling)(BrnContext* ctx, const struct BrnSource* source, const char* extension,
                            struct BrnSource* out);
  void* user; // of open_sibling
} BrnSource;

/// Reads a whole file. Frees with brn__source_close().
BrnStatus brn__source_open(BrnContext* ctx, const char* path, BrnSource* out);
/// The same for a file that Brawn wrote: no link, no pipe, and nothing that is waited for.
BrnStatus brn__source_open_own(BrnContext* ctx, const char* path, BrnSource* out);
void brn__source_close(BrnContext* ctx, BrnSource* source);

// ----------------------------------------------------------------------------------- text cursor

/// A piece of the source; not zero-terminated.
typedef struct BrnSlice {
  const char* start;
  size_t length;
} BrnSlice;

bool brn__slice_is(BrnSlice slice, const char* text);
bool brn__slice_same(BrnSlice a, BrnSlice b);
/// Ignoring case.
bool brn__slice_is_like(BrnSlice slice, const char* text);
/// 0 to 15; -1: it is none.
int brn__hex_digit(char c);
/// %.*s with at most 40 characters of a slice, and '?' for what is not printable: see BRN_SHOW.
typedef struct BrnShown {
  char text[48];
} BrnShown;
BrnShown brn__slice_show(BrnSlice slice);
#define BRN_SHOW(slice) brn__slice_show(slice).text

typedef struct BrnText {
  BrnContext* ctx;
  const char* name; // of the file
  const char* at;   // next character to read
  const char* end;
  int line;     // 1-based, of `at`
  char newline; // ends a line
  char comment; // starts a comment that goes to the end of the line; 0: none
} BrnText;

/// At the beginning, behind a byte order mark.
BrnText brn__text(BrnContext* ctx, const BrnSource* source, char comment);

/// Next word, over line ends and comments. False at the end of the file.
bool brn__text_word(BrnText* text, BrnSlice* word);
/// Next word of the current line. False at its end; the line end itself is not passed.
bool brn__text_word_in_line(BrnText* text, BrnSlice* word);
/// The rest of the current line without surrounding blanks; passes the line end.
/// False at the end of the file.
bool brn__text_line(BrnText* text, BrnSlice* line);
/// Like brn__text_word, without moving.
bool brn__text_peek(const BrnText* text, BrnSlice* word);

/// Next word, over line ends, as a number. `what` completes "expected ...": "the x of vertex 3"
/// is built by the caller only on failure, so these take a noun and an index (negative: no index).
BrnStatus brn__text_int(BrnText* text, int* out, const char* what, long index);
BrnStatus brn__text_long(BrnText* text, int64_t* out, const char* what, long index);
BrnStatus brn__text_double(BrnText* text, double* out, const char* what, long index);
/// Neither NaN nor infinite.
BrnStatus brn__text_finite(BrnText* text, double* out, const char* what, long index);
/// The same for a float or double, as brn__slice_to_number() takes it.
BrnStatus brn__text_number(BrnText* text, BrnNumber number, double* out, const char* what,
                           long index);
BrnStatus brn__text_finite_number(BrnText* text, BrnNumber number, double* out, const char* what,
                                  long index);
/// Next word must be this one.
BrnStatus brn__text_expect(BrnText* text, const char* word);
/// A count that the rest of the file can hold at `least_bytes` (1 or more) an item, and an int too.
BrnStatus brn__text_count(BrnText* text, int* out, size_t least_bytes, const char* what);

/// Fails with "file:line: message".
BrnStatus brn__text_fail(const BrnText* text, const char* format, ...) BRN_PRINTF(2, 3);
BrnStatus brn__text_fail_v(const BrnText* text, const char* format, va_list args);

/// Numbers of a slice, whatever the locale. False when the slice is anything else or out of range.
bool brn__slice_to_int(BrnSlice slice, int* out);
bool brn__slice_to_long(BrnSlice slice, int64_t* out);
bool brn__slice_to_double(BrnSlice slice, double* out);
/// As a double, but a float is rounded to one.
bool brn__slice_to_number(BrnSlice slice, BrnNumber number, double* out);

// ---------------------------------------------------------------------------------- byte cursor

typedef struct BrnBytes {
  BrnContext* ctx;
  const char* name; // of the file
  const unsigned char* begin;
  const unsigned char* at;
  const unsigned char* end;
  bool swap; // the file has the other byte order than this machine
} BrnBytes;

BrnBytes brn__bytes(BrnContext* ctx, const BrnSource* source);
size_t brn__bytes_left(const BrnBytes* bytes);

/// Fails unless `size` more bytes are there: "file: byte 84: expected ..., the file ends".
BrnStatus brn__bytes_need(BrnBytes* bytes, size_t size, const char* what);
/// Fails unless count is not negative, fits an int, and count items of item_size are there.
BrnStatus brn__bytes_count(BrnBytes* bytes, int64_t count, size_t item_size, const char* what);

/// Reads `count` numbers of a file type into doubles; in place of a check per number the whole
/// range is checked first.
BrnStatus brn__bytes_numbers(BrnBytes* bytes, BrnNumber number, size_t count, double* out,
                             const char* what);
BrnStatus brn__bytes_i32(BrnBytes* bytes, int* out, const char* what);
BrnStatus brn__bytes_i64(BrnBytes* bytes, int64_t* out, const char* what);
BrnStatus brn__bytes_f64(BrnBytes* bytes, double* out, const char* what);

/// Fails with "file: byte N: message", N being where `at` is.
BrnStatus brn__bytes_fail(const BrnBytes* bytes, const char* format, ...) BRN_PRINTF(2, 3);
BrnStatus brn__bytes_fail_v(const BrnBytes* bytes, const char* format, va_list args);
