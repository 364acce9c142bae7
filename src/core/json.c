// SPDX-License-Identifier: Apache-2.0

#include "core/json.h"

#include <string.h>

// Comments become blanks before jansson sees the text, so lines and columns stay as they were.

static size_t blank_line_comment(char* text, size_t at, size_t size) {
  while (at < size && text[at] != '\n') text[at++] = ' ';
  return at;
}

// returns the end of the comment, or 0 when it is not closed
static size_t blank_block_comment(char* text, size_t at, size_t size) {
  for (; at < size; at++) {
    bool last = at + 1 < size && text[at] == '*' && text[at + 1] == '/';
    if (text[at] != '\n') text[at] = ' ';
    if (last) {
      text[at + 1] = ' ';
      return at + 2;
    }
  }
  return 0;
}

static size_t skip_string(const char* text, size_t at, size_t size) {
  for (at++; at < size && text[at] != '"'; at++) {
    if (text[at] == '\\') at++;
  }
  return at + 1;
}

// returns where a comment begins that is not closed, or size
static size_t blank_comments(char* text, size_t size) {
  for (size_t at = 0; at < size;) {
    bool slash = text[at] == '/' && at + 1 < size;
    if (text[at] == '"') {
      at = skip_string(text, at, size);
    } else if (slash && text[at + 1] == '/') {
      at = blank_line_comment(text, at, size);
    } else if (slash && text[at + 1] == '*') {
      text[at] = text[at + 1] = ' ';
      size_t end = blank_block_comment(text, at + 2, size);
      if (end == 0) return at;
      at = end;
    } else {
      at++;
    }
  }
  return size;
}

static BrnStatus fail_unclosed(BrnContext* ctx, const char* text, size_t at, const char* name) {
  int line = 1, column = 1;
  for (size_t i = 0; i < at; i++) {
    column = text[i] == '\n' ? 1 : column + 1;
    line += text[i] == '\n';
  }
  return brn__fail(ctx, BRN_BAD_FILE, "%s:%d:%d: the comment is not closed; end it with */", name,
                   line, column);
}

BrnStatus brn__json_parse(BrnContext* ctx, const char* text, size_t size, const char* name,
                          json_t** out) {
  *out = NULL;
  char* copy = brn__strndup(ctx, text, size);
  if (!copy) return BRN_NO_MEMORY;
  size_t unclosed = blank_comments(copy, size);
  json_error_t error;
  if (unclosed == size) *out = json_loadb(copy, size, JSON_REJECT_DUPLICATES, &error);
  brn__free(ctx, copy);
  if (*out) return BRN_OK;
  if (unclosed < size) return fail_unclosed(ctx, text, unclosed, name);
  return brn__fail(ctx, BRN_BAD_FILE, "%s:%d:%d: %s", name, error.line, error.column, error.text);
}
