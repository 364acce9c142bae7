// SPDX-License-Identifier: Apache-2.0
//
// Growing text (string.h).

#include "core/string.h"

#include "core/decimal.h"

#include <stdio.h>
#include <string.h>

void brn__string_free(BrnContext* ctx, BrnString* string) {
  brn__free(ctx, string->text);
  *string = (BrnString){0};
}

void brn__string_bytes(BrnContext* ctx, BrnString* string, const char* bytes, size_t size) {
  if (string->status != BRN_OK) return;
  string->status = brn__grow(ctx, &string->text, &string->room, string->size + size + 1, 1);
  if (string->status != BRN_OK) return;
  memcpy(string->text + string->size, bytes, size);
  string->size += size;
  string->text[string->size] = 0;
}

void brn__string_text(BrnContext* ctx, BrnString* string, const char* text) {
  brn__string_bytes(ctx, string, text, strlen(text));
}

void brn__string_printf(BrnContext* ctx, BrnString* string, const char* format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  brn__string_text(ctx, string, text);
}

void brn__string_double(BrnContext* ctx, BrnString* string, double value) {
  char text[BRN_DECIMAL_SIZE];
  brn__string_bytes(ctx, string, text, brn__double_print(value == 0 ? 0 : value, text));
}
