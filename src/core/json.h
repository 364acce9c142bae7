// SPDX-License-Identifier: Apache-2.0
//
// JSON files through jansson, with comments allowed. A document keeps its text, so that any message
// about any value, also one that comes long after parsing, tells file, line and column.
//
// Values are named by pointers as in RFC 6901: "" is the document, "/muscles/biceps/tension" a
// value in it, "/keys/0" the first of a list.

#pragma once

#include "core/core.h"
#include "core/string.h"

#include <jansson.h>

typedef struct BrnJson {
  json_t* root;
  const char* name; // of the file, the caller's
  char* text;       // comments blanked
  size_t size;
} BrnJson;

/// Parses text: strict JSON (no duplicate keys, nothing behind the value) plus // and /* */
/// comments.
/// @param name of the file, for messages; must live as long as the document
BrnStatus brn__json_open(BrnContext* ctx, const char* text, size_t size, const char* name,
                         BrnJson* out);
/// Frees a document; a zeroed one is allowed.
void brn__json_close(BrnContext* ctx, BrnJson* json);

/// The value at a pointer; NULL when there is none.
json_t* brn__json_at(const BrnJson* json, const char* pointer);

/// Line and column, from 1, of the value at a pointer: of its key where it has one. Where a pointer
/// leads nowhere, the place of the last value on its way.
void brn__json_place(const BrnJson* json, const char* pointer, int* line, int* column);

/// Adds a key to a pointer. It may hold anything, also what separates the steps.
void brn__json_step(char* pointer, size_t size, const char* key);

/// Fails with "file:line:column: message".
BrnStatus brn__json_fail(BrnContext* ctx, BrnStatus status, const BrnJson* json,
                         const char* pointer, const char* format, ...) BRN_PRINTF(5, 6);

/// Adds a value as text: 2 spaces, lines of up to 100 columns, what is short on one line, numbers
/// in the fewest digits that read back equal.
BrnStatus brn__json_print(BrnContext* ctx, json_t* value, BrnString* out);
