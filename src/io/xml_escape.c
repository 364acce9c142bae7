// SPDX-License-Identifier: Apache-2.0

#include "io/xml.h"

#include <string.h>

// Characters that XML spells in another way, both directions.

static const struct {
  const char* name;
  char character;
} entities[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};

enum { ENTITY_COUNT = sizeof entities / sizeof *entities };

// writes a code point as UTF-8; returns how many bytes
static size_t put_utf8(char* out, uint32_t code) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (char)(0xc0 | code >> 6);
    out[1] = (char)(0x80 | (code & 0x3f));
    return 2;
  }
  if (code < 0x10000) {
    out[0] = (char)(0xe0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3f));
    out[2] = (char)(0x80 | (code & 0x3f));
    return 3;
  }
  out[0] = (char)(0xf0 | code >> 18);
  out[1] = (char)(0x80 | (code >> 12 & 0x3f));
  out[2] = (char)(0x80 | (code >> 6 & 0x3f));
  out[3] = (char)(0x80 | (code & 0x3f));
  return 4;
}

// "#65" or "#x41"
static bool numbered_entity(BrnSlice entity, uint32_t* code) {
  if (entity.length < 2 || entity.start[0] != '#') return false;
  bool hex = entity.start[1] == 'x';
  size_t first = hex ? 2 : 1;
  *code = 0;
  for (size_t i = first; i < entity.length; i++) {
    int digit = brn__hex_digit(entity.start[i]);
    if (digit < 0 || (!hex && digit > 9)) return false;
    *code = *code * (hex ? 16 : 10) + (uint32_t)digit;
    if (*code > 0x10ffff) return false;
  }
  return entity.length > first && *code > 0 && (*code < 0xd800 || *code > 0xdfff);
}

static bool resolve(BrnSlice entity, uint32_t* code) {
  for (int i = 0; i < ENTITY_COUNT; i++) {
    if (!brn__slice_is(entity, entities[i].name)) continue;
    *code = (uint32_t)entities[i].character;
    return true;
  }
  return numbered_entity(entity, code);
}

// an entity is longer than what it stands for, so the copy never outgrows the raw text
BrnStatus brn__xml_unescape(const BrnXml* xml, BrnSlice raw, char** out) {
  char* copy = brn__alloc(xml->text.ctx, raw.length + 1, 1);
  *out = NULL;
  if (!copy) return BRN_NO_MEMORY;
  size_t used = 0;
  for (size_t i = 0; i < raw.length; i++) {
    if (raw.start[i] != '&' && raw.start[i] != 0) {
      copy[used++] = raw.start[i];
      continue;
    }
    const char* stop = memchr(raw.start + i, ';', raw.length - i);
    BrnSlice entity = {raw.start + i + 1, stop ? (size_t)(stop - raw.start) - i - 1 : 0};
    uint32_t code;
    if (raw.start[i] == 0 || !stop || !resolve(entity, &code)) {
      brn__free(xml->text.ctx, copy);
      return brn__xml_fail(xml, "unknown entity or zero byte in \"%s\"", BRN_SHOW(raw));
    }
    used += put_utf8(copy + used, code);
    i = (size_t)(stop - raw.start);
  }
  copy[used] = 0;
  *out = copy;
  return BRN_OK;
}

// bytes of the UTF-8 character at `at`; 0 when there is none
static size_t utf8_length(const unsigned char* at) {
  size_t length = at[0] < 0x80 ? 1 : at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
  if (at[0] >= 0xf5 || (at[0] >= 0x80 && at[0] < 0xc2)) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((at[i] & 0xc0) != 0x80) return 0; // also at the end of the text, which is a zero
  }
  bool too_long = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
  bool surrogate = at[0] == 0xed && at[1] >= 0xa0;
  bool too_high = at[0] == 0xf4 && at[1] >= 0x90;
  bool not_a_character = at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe;
  return too_long || surrogate || too_high || not_a_character ? 0 : length;
}

static const char* entity_of(char c) {
  for (int i = 0; i < ENTITY_COUNT; i++) {
    if (entities[i].character == c) return entities[i].name;
  }
  return NULL;
}

void brn__xml_escape(BrnSink* sink, const char* text) {
  for (const unsigned char* at = (const unsigned char*)text; *at;) {
    const char* entity = entity_of((char)*at);
    bool blank = *at == '\t' || *at == '\n' || *at == '\r'; // kept from being made a space
    size_t length = *at < 32 || *at == 127 ? 0 : utf8_length(at);
    if (entity) {
      brn__sink_printf(sink, "&%s;", entity);
    } else if (blank) {
      brn__sink_printf(sink, "&#%d;", *at);
    } else if (length > 0) {
      brn__sink_bytes(sink, at, length);
    } else {
      brn__sink_text(sink, "?");
    }
    at += length > 0 ? length : 1;
  }
}
