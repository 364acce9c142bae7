// SPDX-License-Identifier: Apache-2.0
//
// Growing text. A writer just adds: the first failure is kept in `status`, the rest is swallowed.

#pragma once

#include "core/core.h"

/// Zeroed at first.
typedef struct BrnString {
  char* text; // ended by 0; NULL before anything is added
  size_t size, room;
  BrnStatus status; // first failure
} BrnString;

void brn__string_free(BrnContext* ctx, BrnString* string);
void brn__string_bytes(BrnContext* ctx, BrnString* string, const char* bytes, size_t size);
void brn__string_text(BrnContext* ctx, BrnString* string, const char* text);
/// At most 1023 bytes at a time.
void brn__string_printf(BrnContext* ctx, BrnString* string, const char* format, ...)
    BRN_PRINTF(3, 4);
/// The shortest decimal that reads back as the same number, 0 without a sign.
void brn__string_double(BrnContext* ctx, BrnString* string, double value);
