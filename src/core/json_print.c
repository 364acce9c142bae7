// SPDX-License-Identifier: Apache-2.0
//
// JSON as people like to read it. A value goes on the line it begins on when it fits there; an
// object that holds objects does not, and a list that does not fit has a row per line, or as many
// plain values as fit.

#include "core/json.h"

enum { COLUMNS = 100 };

typedef struct Printer {
  BrnContext* ctx;
  BrnString* out;
  size_t line; // where the line at hand begins
} Printer;

static void put(Printer* p, const char* text) { brn__string_text(p->ctx, p->out, text); }

static void put_string(Printer* p, const char* text) {
  put(p, "\"");
  for (const char* at = text; *at; at++) {
    if (*at == '"' || *at == '\\')
      brn__string_printf(p->ctx, p->out, "\\%c", *at);
    else if (*at == '\n')
      put(p, "\\n");
    else if (*at == '\t')
      put(p, "\\t");
    else if ((unsigned char)*at < 0x20)
      brn__string_printf(p->ctx, p->out, "\\u%04x", *at);
    else
      brn__string_bytes(p->ctx, p->out, at, 1);
  }
  put(p, "\"");
}

static void put_plain(Printer* p, const json_t* value) {
  switch (json_typeof(value)) {
  case JSON_STRING: put_string(p, json_string_value(value)); break;
  case JSON_INTEGER:
    brn__string_printf(p->ctx, p->out, "%lld", (long long)json_integer_value(value));
    break;
  case JSON_REAL: brn__string_double(p->ctx, p->out, json_real_value(value)); break;
  case JSON_TRUE: put(p, "true"); break;
  case JSON_FALSE: put(p, "false"); break;
  default: put(p, "null"); break;
  }
}

static void put_flat(Printer* p, json_t* value) {
  if (json_is_array(value)) {
    put(p, "[");
    for (size_t i = 0; i < json_array_size(value); i++) {
      if (i > 0) put(p, ", ");
      put_flat(p, json_array_get(value, i));
    }
    put(p, "]");
  } else if (json_is_object(value)) {
    put(p, "{");
    for (void* at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
      if (at != json_object_iter(value)) put(p, ", ");
      put_string(p, json_object_iter_key(at));
      put(p, ": ");
      put_flat(p, json_object_iter_value(at));
    }
    put(p, "}");
  } else {
    put_plain(p, value);
  }
}

static bool holds_objects(json_t* value) {
  for (size_t i = 0; json_is_array(value) && i < json_array_size(value); i++) {
    json_t* item = json_array_get(value, i);
    if (json_is_object(item) || holds_objects(item)) return true;
  }
  if (!json_is_object(value)) return false;
  for (void* at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
    json_t* item = json_object_iter_value(at);
    if ((json_is_object(item) && json_object_size(item) > 0) || holds_objects(item)) return true;
  }
  return false;
}

static void new_line(Printer* p, int depth) {
  put(p, "\n");
  p->line = p->out->size;
  for (int i = 0; i < depth; i++) put(p, "  ");
}

// a comma may follow
static bool fits(const Printer* p) { return p->out->size - p->line < COLUMNS; }

static void take_back(Printer* p, size_t size) {
  if (p->out->status != BRN_OK) return;
  p->out->size = size;
  p->out->text[size] = 0;
}

static void put_value(Printer* p, json_t* value, int depth);

static void put_members(Printer* p, json_t* object, int depth) {
  put(p, "{");
  for (void* at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    if (at != json_object_iter(object)) put(p, ",");
    new_line(p, depth + 1);
    put_string(p, json_object_iter_key(at));
    put(p, ": ");
    put_value(p, json_object_iter_value(at), depth + 1);
  }
  new_line(p, depth);
  put(p, "}");
}

static void put_items(Printer* p, json_t* list, int depth) {
  put(p, "[");
  for (size_t i = 0; i < json_array_size(list); i++) {
    json_t* item = json_array_get(list, i);
    bool row = json_is_array(item) || json_is_object(item);
    if (i > 0) put(p, ",");
    size_t before = p->out->size;
    bool same_line = i > 0 && !row;
    if (same_line) {
      put(p, " ");
      put_plain(p, item);
    }
    if (same_line && fits(p)) continue;
    if (same_line) take_back(p, before);
    new_line(p, depth + 1);
    put_value(p, item, depth + 1);
  }
  new_line(p, depth);
  put(p, "]");
}

static void put_value(Printer* p, json_t* value, int depth) {
  size_t before = p->out->size;
  bool flat = depth > 0 && !holds_objects(value);
  bool plain = !json_is_array(value) && !json_is_object(value);
  bool empty = json_array_size(value) == 0 && json_object_size(value) == 0;
  if (flat || plain || empty) {
    put_flat(p, value);
    if (plain || empty || fits(p)) return;
    take_back(p, before);
  }
  if (json_is_object(value))
    put_members(p, value, depth);
  else
    put_items(p, value, depth);
}

BrnStatus brn__json_print(BrnContext* ctx, json_t* value, BrnString* out) {
  Printer p = {.ctx = ctx, .out = out, .line = out->size};
  put_value(&p, value, 0);
  put(&p, "\n");
  return out->status;
}
