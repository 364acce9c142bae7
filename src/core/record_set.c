// SPDX-License-Identifier: Apache-2.0
//
// Setting by a path. The new value is read into a record of defaults first and then changes places
// with the old one, so that a bad value changes nothing.

#include "core/record.h"

#include "core/decimal.h"
#include "core/record_inline.h"
#include "core/record_open.h"

#include <math.h>
#include <stdio.h>

enum { STEP_SIZE = 256 };

typedef struct Setter {
  BrnContext* ctx;
  const char* path;  // all of it
  const char* step;  // the last step that was taken
  const char* at;    // what is left
  const char* value; // as it came
} Setter;

// the next step of the path; false at its end
static bool next_step(Setter* s, char step[STEP_SIZE]) {
  if (*s->at == 0) return false;
  size_t length = strcspn(s->at, ".");
  snprintf(step, STEP_SIZE, "%.*s", (int)(length < STEP_SIZE ? length : STEP_SIZE - 1), s->at);
  s->step = s->at;
  s->at += length;
  if (*s->at == '.') s->at++;
  return true;
}

// the path before the last step
static void path_before(const Setter* s, char* out, size_t size) {
  int length = (int)(s->step - s->path);
  snprintf(out, size, "%.*s", length > 0 ? length - 1 : 0, s->path);
}

// ------------------------------------------------------------------------------------------ values

static bool is_word(const BrnField* field) {
  if (field->record && field->record->shorthand && field->type != BRN_FIELD_MAP) {
    field = brn__record_field(field->record, field->record->shorthand);
  }
  return field->type == BRN_FIELD_TEXT || field->type == BRN_FIELD_CHOICE ||
         field->type == BRN_FIELD_TEXTS || field->type == BRN_FIELD_WORD;
}

// JSON where it is JSON that the field may have; otherwise a number, or plain text
static json_t* parse_value(const BrnField* field, const char* text) {
  json_error_t error;
  json_t* json = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
  bool plain = json_is_number(json) || json_is_boolean(json);
  if (json && !(plain && is_word(field))) return json;
  json_decref(json);
  double number;
  if (!is_word(field) && brn__double_parse(text, strlen(text), &number) && isfinite(number)) {
    return json_real(number);
  }
  return json_string(text);
}

// ----------------------------------------------------------------------------------------- setting

static void swap_bytes(void* a, void* b, size_t size) {
  char *x = a, *y = b;
  for (size_t i = 0; i < size; i++) {
    char keep = x[i];
    x[i] = y[i], y[i] = keep;
  }
}

static void swap_field(const BrnField* field, void* a, void* b) {
  swap_bytes(brn__member(field, a), brn__member(field, b), brn__field_size(field));
  if (brn__field_counted(field)) {
    swap_bytes(brn__member_count(field, a), brn__member_count(field, b), sizeof(int));
  }
}

static BrnStatus set_field(Setter* s, const BrnRecord* type, const BrnField* field, void* record) {
  json_t* json = parse_value(field, s->value);
  if (!json) return brn__fail(s->ctx, BRN_INVALID, "%s: the value is no valid UTF-8", s->path);
  BrnScratchMark mark = brn__scratch_mark(s->ctx);
  void* fresh = brn__scratch_take(s->ctx, 1, type->size);
  BrnStatus status = fresh ? BRN_OK : BRN_NO_MEMORY;
  if (fresh) brn__record_init(type, fresh);
  if (fresh && !json_is_null(json)) {
    status = brn__record_read_field(s->ctx, field, fresh, json, s->path);
  }
  if (status == BRN_OK) swap_field(field, fresh, record);
  if (fresh) brn__field_free(s->ctx, field, fresh);
  brn__scratch_release(s->ctx, mark);
  json_decref(json);
  return status;
}

// the list with a key of the open field set or, by null, taken away
static BrnStatus change_open(Setter* s, const BrnRecord* type, void* fresh, const char* group,
                             const char* key, const char* where) {
  static const BrnField whole = {.name = "", .type = BRN_FIELD_BOOL};
  const BrnField* open = brn__record_open_field(type);
  BrnOpenKey found;
  bool known = brn__open_find(open, group, key, &found);
  json_t* json = parse_value(known ? found.field : &whole, s->value);
  if (!json) return brn__fail(s->ctx, BRN_INVALID, "%s: the value is no valid UTF-8", s->path);
  BrnStatus status = BRN_OK;
  known = known || (!group && brn__open_find(open, key, NULL, &found));
  if (known && json_is_null(json)) {
    brn__open_drop(s->ctx, open, fresh, found.group.name, found.field ? key : NULL);
  } else {
    status = brn__record_read_open(s->ctx, type, fresh, group, key, json, where);
  }
  json_decref(json);
  return status;
}

// a key that is not in the type's own table
static BrnStatus set_open(Setter* s, const BrnRecord* type, void* record, const char* step) {
  char inner[STEP_SIZE], where[1024];
  const BrnField* open = brn__record_open_field(type);
  path_before(s, where, sizeof where);
  BrnOpenKey found;
  bool known = open && brn__open_find_path(open, step, &found);
  if (!known) return brn__fail_unknown_key(s->ctx, type, step, where);
  bool deeper = next_step(s, inner);
  if (*s->at || (deeper && found.field)) {
    return brn__fail(s->ctx, BRN_INVALID, "%s: the path ends at \"%s\", which has no members",
                     s->path, found.field ? step : inner);
  }
  BrnScratchMark mark = brn__scratch_mark(s->ctx);
  void* fresh = brn__scratch_take(s->ctx, 1, type->size);
  BrnStatus status = fresh ? brn__field_copy(s->ctx, open, record, fresh) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    status = change_open(s, type, fresh, deeper ? step : NULL, deeper ? inner : step, where);
    if (status == BRN_OK) swap_field(open, fresh, record);
    brn__field_free(s->ctx, open, fresh);
  }
  brn__scratch_release(s->ctx, mark);
  return status;
}

static BrnStatus set_in(Setter* s, const BrnRecord* type, void* record);

// An option that is not there comes into being, and goes again on failure.
static BrnStatus set_in_option(Setter* s, const BrnField* field, void* record) {
  void* option = brn__block(field, record);
  if (option) return set_in(s, field->record, option);
  option = brn__alloc(s->ctx, 1, field->record->size);
  if (!option) return BRN_NO_MEMORY;
  brn__record_init(field->record, option);
  brn__block_set(field, record, option);
  BrnStatus status = set_in(s, field->record, option);
  if (status != BRN_OK) brn__field_free(s->ctx, field, record);
  return status;
}

static BrnStatus find_entry(Setter* s, const BrnField* map, void* record, void** out) {
  char step[STEP_SIZE], where[1024];
  next_step(s, step);
  char* items = brn__block(map, record);
  for (int i = 0; i < brn__const_member_count(map, record); i++) {
    *out = items + map->record->size * (size_t)i;
    if (strcmp(**(char***)out, step) == 0) return BRN_OK;
  }
  path_before(s, where, sizeof where);
  return brn__fail_unknown_name(s->ctx, map, record, step, where);
}

static BrnStatus find_item(Setter* s, const BrnField* list, void* record, void** out) {
  char step[STEP_SIZE], where[1024];
  next_step(s, step);
  int count = brn__const_member_count(list, record);
  double index;
  if (brn__double_parse(step, strlen(step), &index) && index >= 0 && index < count &&
      index == floor(index)) {
    *out = (char*)brn__block(list, record) + list->record->size * (size_t)index;
    return BRN_OK;
  }
  path_before(s, where, sizeof where);
  return brn__fail(s->ctx, BRN_INVALID, "there is no \"%s\" in %s, which has %d entries, from 0",
                   brn__text_show(step).text, where, count);
}

// The path leads on into a member.
static BrnStatus set_beyond(Setter* s, const BrnField* field, void* record) {
  void* item = NULL;
  switch (field->type) {
  case BRN_FIELD_RECORD: return set_in(s, field->record, brn__member(field, record));
  case BRN_FIELD_OPTION: return set_in_option(s, field, record);
  case BRN_FIELD_MAP: BRN_TRY(find_entry(s, field, record, &item)); break;
  case BRN_FIELD_LIST: BRN_TRY(find_item(s, field, record, &item)); break;
  default:
    return brn__fail(s->ctx, BRN_INVALID, "%s: the path ends at \"%s\", which has no members",
                     s->path, field->name);
  }
  return set_in(s, field->record, item);
}

static BrnStatus set_in(Setter* s, const BrnRecord* type, void* record) {
  char step[STEP_SIZE];
  if (!next_step(s, step)) {
    return brn__fail(s->ctx, BRN_INVALID, "%s is a whole %s; name a member of it", s->path,
                     type->name);
  }
  BrnField inner;
  const BrnField* field = brn__record_field(type, step);
  if (!field && brn__inline_find(type, step, &inner)) field = &inner;
  if (!field) return set_open(s, type, record, step);
  return *s->at ? set_beyond(s, field, record) : set_field(s, type, field, record);
}

BrnStatus brn__record_set(BrnContext* ctx, const BrnRecord* type, void* record, const char* path,
                          const char* value) {
  Setter setter = {.ctx = ctx, .path = path, .at = path, .value = value};
  if (*path == 0) {
    return brn__fail(ctx, BRN_INVALID, "the path is empty; it is like \"%s\"",
                     type->fields[0].name);
  }
  return set_in(&setter, type, record);
}
