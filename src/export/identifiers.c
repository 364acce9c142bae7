// SPDX-License-Identifier: Apache-2.0
//
// Names made acceptable and unique (identifiers.h).

#include "export/identifiers.h"

#include <stdio.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- UTF-8

// Sequences that are longer than they need to be, halves of surrogate pairs and what is beyond
// U+10FFFF are no UTF-8 (RFC 3629): readers of JSON refuse them.
int brn__utf8_length(const char* text) {
  const unsigned char* byte = (const unsigned char*)text;
  unsigned char first = byte[0];
  if (first < 0x80) return 1;
  int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 0;
  for (int i = 1; i < length; i++) {
    if ((byte[i] & 0xc0) != 0x80) return 0; // the 0 at the end is none either
  }
  if (first == 0xe0 && byte[1] < 0xa0) return 0;
  if (first == 0xed && byte[1] > 0x9f) return 0;
  if (first == 0xf0 && byte[1] < 0x90) return 0;
  if (first == 0xf4 && byte[1] > 0x8f) return 0;
  return length;
}

static void clean_text(char* text) {
  for (char* at = text; *at;) {
    int length = brn__utf8_length(at);
    if (length == 0) *at = '?';
    at += length ? length : 1;
  }
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// one '_' for each character, not for each of its bytes
static void clean_identifier(char* text) {
  char* to = text;
  for (const char* at = text; *at;) {
    int length = brn__utf8_length(at);
    *to++ = is_letter(*at) || is_digit(*at) ? *at : '_';
    at += length ? length : 1;
  }
  *to = 0;
}

// ----------------------------------------------------------------------------------------- taking

// a copy that the rule allows, with room for a number behind it
static char* copy_clean(BrnContext* ctx, BrnNameRule rule, const char* wanted) {
  enum { NUMBER = 16 };
  bool identifier = rule == BRN_NAME_IDENTIFIER;
  if (!*wanted) wanted = "unnamed";
  size_t size = strlen(wanted) + NUMBER;
  char* text = brn__alloc(ctx, size, 1);
  if (!text) return NULL;
  snprintf(text, size, "%s%s", identifier && is_digit(*wanted) ? "_" : "", wanted);
  identifier ? clean_identifier(text) : clean_text(text);
  return text;
}

static bool is_taken(const BrnNames* names, const char* name) {
  for (size_t i = 0; i < names->count; i++) {
    if (strcmp(names->name[i], name) == 0) return true;
  }
  return false;
}

BrnStatus brn__names_take(BrnContext* ctx, BrnNames* names, BrnNameRule rule, const char* wanted,
                          const char** out) {
  BRN_TRY(brn__grow(ctx, &names->name, &names->room, names->count + 1, sizeof *names->name));
  char* name = copy_clean(ctx, rule, wanted);
  if (!name) return BRN_NO_MEMORY;
  size_t length = strlen(name);
  for (int number = 2; is_taken(names, name); number++) {
    sprintf(name + length, rule == BRN_NAME_IDENTIFIER ? "_%d" : " %d", number);
  }
  *out = names->name[names->count++] = name;
  return BRN_OK;
}

void brn__names_free(BrnContext* ctx, BrnNames* names) {
  for (size_t i = 0; i < names->count; i++) brn__free(ctx, names->name[i]);
  brn__free(ctx, names->name);
  *names = (BrnNames){0};
}
