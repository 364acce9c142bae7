// SPDX-License-Identifier: Apache-2.0

#include "core/json.h"

#include <stdio.h>
#include <stdlib.h>
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

static void line_and_column(const char* text, size_t at, int* line, int* column) {
  *line = *column = 1;
  for (size_t i = 0; i < at; i++) {
    *column = text[i] == '\n' ? 1 : *column + 1;
    *line += text[i] == '\n';
  }
}

// some editors put a byte order mark in front
static void blank_mark(char* text, size_t size) {
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) memset(text, ' ', 3);
}

static BrnStatus parse(BrnContext* ctx, BrnJson* json) {
  blank_mark(json->text, json->size);
  size_t unclosed = blank_comments(json->text, json->size);
  if (unclosed < json->size) {
    int line, column;
    line_and_column(json->text, unclosed, &line, &column);
    return brn__fail(ctx, BRN_BAD_FILE, "%s:%d:%d: the comment is not closed; end it with */",
                     json->name, line, column);
  }
  json_error_t error;
  json->root = json_loadb(json->text, json->size, JSON_REJECT_DUPLICATES, &error);
  if (json->root) return BRN_OK;
  return brn__fail(ctx, BRN_BAD_FILE, "%s:%d:%d: %s", json->name, error.line, error.column,
                   error.text);
}

BrnStatus brn__json_open(BrnContext* ctx, const char* text, size_t size, const char* name,
                         BrnJson* out) {
  *out = (BrnJson){.name = name, .size = size};
  out->text = brn__strndup(ctx, text, size);
  if (!out->text) return BRN_NO_MEMORY;
  BrnStatus status = parse(ctx, out);
  if (status != BRN_OK) brn__json_close(ctx, out);
  return status;
}

void brn__json_close(BrnContext* ctx, BrnJson* json) {
  json_decref(json->root);
  brn__free(ctx, json->text);
  *json = (BrnJson){0};
}

// --------------------------------------------------------------------------------------- pointers

enum { STEP_SIZE = 256 };

// cuts the next step off a pointer, with ~1 and ~0 put back to / and ~; false at its end
static bool next_step(const char** pointer, char* step) {
  const char* at = *pointer;
  size_t used = 0;
  if (*at != '/') return false;
  for (at++; *at && *at != '/'; at++) {
    char c = *at;
    if (c == '~' && (at[1] == '0' || at[1] == '1')) c = *++at == '0' ? '~' : '/';
    if (used + 1 < STEP_SIZE) step[used++] = c;
  }
  step[used] = 0;
  *pointer = at;
  return true;
}

// the number a step stands for; -1: none
static long step_index(const char* step) {
  char* stop;
  if (*step < '0' || *step > '9') return -1;
  long index = strtol(step, &stop, 10);
  return *stop ? -1 : index;
}

json_t* brn__json_at(const BrnJson* json, const char* pointer) {
  char step[STEP_SIZE];
  json_t* value = json->root;
  while (value && next_step(&pointer, step)) {
    long index = step_index(step);
    if (json_is_array(value)) {
      value = index >= 0 ? json_array_get(value, (size_t)index) : NULL;
    } else {
      value = json_object_get(value, step);
    }
  }
  return value;
}

// ----------------------------------------------------------------------------------------- places
// The text was parsed before, so it is known to be well-formed.

static size_t skip_blanks(const BrnJson* json, size_t at) {
  while (at < json->size && strchr(" \t\r\n,:", json->text[at])) at++;
  return at;
}

// behind the value that begins here
static size_t skip_value(const BrnJson* json, size_t at) {
  int depth = 0;
  do {
    char c = json->text[at];
    if (c == '"') {
      at = skip_string(json->text, at, json->size);
      continue;
    }
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    at++;
    if (depth == 0 && c != '}' && c != ']') { // a number or a word
      while (at < json->size && !strchr(" \t\r\n,:]}", json->text[at])) at++;
    }
  } while (depth > 0 && at < json->size);
  return at;
}

// Finds a member or an item of the object or list that begins at `at`. Its key (or itself, in a
// list) goes to *place, its value to *value; false when it is not there.
static bool find_child(const BrnJson* json, size_t at, const char* step, size_t* place,
                       size_t* value) {
  bool list = json->text[at] == '[';
  if (!list && json->text[at] != '{') return false;
  long wanted = step_index(step);
  size_t length = strlen(step);
  at = skip_blanks(json, at + 1);
  for (long i = 0; at < json->size && json->text[at] != ']' && json->text[at] != '}'; i++) {
    *place = *value = at;
    if (!list) *value = skip_blanks(json, skip_string(json->text, at, json->size));
    bool found = list ? i == wanted
                      : strncmp(json->text + at + 1, step, length) == 0 &&
                            json->text[at + 1 + length] == '"';
    if (found) return true;
    at = skip_blanks(json, skip_value(json, *value));
  }
  return false;
}

void brn__json_place(const BrnJson* json, const char* pointer, int* line, int* column) {
  char step[STEP_SIZE];
  size_t place = skip_blanks(json, 0), value = place, found;
  while (value < json->size && next_step(&pointer, step)) {
    if (!find_child(json, value, step, &found, &value)) break;
    place = found;
  }
  line_and_column(json->text, place, line, column);
}

BrnStatus brn__json_fail(BrnContext* ctx, BrnStatus status, const BrnJson* json,
                         const char* pointer, const char* format, ...) {
  char message[1024];
  int line, column;
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  brn__json_place(json, pointer, &line, &column);
  return brn__fail(ctx, status, "%s:%d:%d: %s", json->name, line, column, message);
}

void brn__json_step(char* pointer, size_t size, const char* key) {
  size_t used = strlen(pointer);
  if (used + 1 < size) pointer[used++] = '/';
  for (; *key && used + 2 < size; key++) {
    bool special = *key == '/' || *key == '~';
    if (special) pointer[used++] = '~';
    pointer[used++] = !special ? *key : *key == '~' ? '0' : '1';
  }
  pointer[used] = 0;
}
