// SPDX-License-Identifier: Apache-2.0
//
// A record as JSON: what differs from the defaults, in the order of the table.

#include "core/record_open.h"

#include "core/decimal.h"
#include "core/record_inline.h"

#include <math.h>
#include <stdio.h>

enum { PATH_SIZE = 2048 };

typedef struct Writer {
  BrnContext* ctx;
  BrnStatus status; // why a value is NULL
  char path[PATH_SIZE];
} Writer;

static size_t enter(Writer* w, const char* key) {
  size_t place = strlen(w->path);
  snprintf(w->path + place, PATH_SIZE - place, "%s%s", place ? "." : "", brn__text_show(key).text);
  return place;
}

static size_t enter_item(Writer* w, int index) {
  char step[16];
  snprintf(step, sizeof step, "%d", index);
  return enter(w, step);
}

static void leave(Writer* w, size_t place) { w->path[place] = 0; }

// ------------------------------------------------------------------------------------ plain values

static json_t* good(Writer* w, json_t* value) {
  if (!value) w->status = brn__fail(w->ctx, BRN_NO_MEMORY, "no memory for the JSON of %s", w->path);
  return value;
}

static json_t* make_number(Writer* w, double value) {
  if (isfinite(value)) return good(w, json_real(value));
  w->status = brn__fail(w->ctx, BRN_INVALID, "%s is %g, which JSON cannot hold", w->path, value);
  return NULL;
}

static json_t* make_text(Writer* w, const char* text) {
  json_t* value = json_string(text);
  if (!value) w->status = brn__fail(w->ctx, BRN_INVALID, "%s is no valid UTF-8 text", w->path);
  return value;
}

static json_t* make_choice(Writer* w, const BrnField* field, int index) {
  const char* at = field->choices;
  for (int i = 0; i < index && *at; i++) {
    at += strcspn(at, " ");
    at += *at == ' ';
  }
  if (index >= 0 && *at) return good(w, json_stringn(at, strcspn(at, " ")));
  w->status =
      brn__fail(w->ctx, BRN_INVALID, "%s is %d, but must be the number, from 0, of one of: %s",
                w->path, index, field->choices);
  return NULL;
}

// ------------------------------------------------------------------------------------------ lists

// adds a value, which may have failed, to a list, which then is gone
static bool append(Writer* w, json_t** list, json_t* item) {
  if (item && json_array_append_new(*list, item) == 0) return true;
  if (item) good(w, NULL);
  json_decref(*list);
  *list = NULL;
  return false;
}

static json_t* make_row(Writer* w, const double* row, int width) {
  json_t* list = good(w, json_array());
  for (int i = 0; list && i < width; i++) {
    size_t place = enter_item(w, i);
    append(w, &list, make_number(w, row[i]));
    leave(w, place);
  }
  return list;
}

static bool is_uniform(const BrnField* field, const double* row) {
  for (int i = 1; i < field->width; i++) {
    if (row[i] != row[0]) return false;
  }
  return field->uniform || field->width == 1;
}

static json_t* make_rows(Writer* w, const BrnField* field, const double* row, int count) {
  if (field->uniform && count == 1 && is_uniform(field, row)) return make_number(w, row[0]);
  json_t* list = good(w, json_array());
  for (int i = 0; list && i < count; i++, row += field->width) {
    size_t place = enter_item(w, i);
    bool one = is_uniform(field, row);
    append(w, &list, one ? make_number(w, row[0]) : make_row(w, row, field->width));
    leave(w, place);
  }
  return list;
}

static json_t* make_ints(Writer* w, const int* value, int count) {
  json_t* list = good(w, json_array());
  for (int i = 0; list && i < count; i++) append(w, &list, good(w, json_integer(value[i])));
  return list;
}

static json_t* make_texts(Writer* w, char* const* text, int count) {
  if (count == 1) return make_text(w, text[0]);
  json_t* list = good(w, json_array());
  for (int i = 0; list && i < count; i++) {
    size_t place = enter_item(w, i);
    append(w, &list, make_text(w, text[i]));
    leave(w, place);
  }
  return list;
}

// ---------------------------------------------------------------------------------------- records

static json_t* make_member(Writer* w, const BrnField* field, const void* record,
                           const void* defaults);

static bool set_key(Writer* w, json_t** object, const char* key, json_t* value) {
  if (value && json_object_set_new(*object, key, value) == 0) return true;
  if (value) good(w, NULL);
  json_decref(*object);
  *object = NULL;
  return false;
}

// the value of an open key, which is kept as text, by the kind of its field; NULL: the whole group
static json_t* make_open(Writer* w, const BrnField* field, const BrnParameter* p) {
  BrnField rows = {.type = BRN_FIELD_NUMBERS, .width = 2};
  double number;
  if (p->row) return make_rows(w, &rows, p->row, p->row_count);
  if (field && field->type == BRN_FIELD_CHOICE) return make_text(w, p->text);
  if (!field || field->type == BRN_FIELD_BOOL) {
    return good(w, json_boolean(strcmp(p->text, "true") == 0));
  }
  if (brn__double_parse(p->text, strlen(p->text), &number)) return make_number(w, number);
  w->status =
      brn__fail(w->ctx, BRN_INVALID, "%s is \"%s\", but must be a number", w->path, p->text);
  return NULL;
}

// the object of a group, which may be there
static json_t* group_object(Writer* w, json_t* object, const char* name) {
  json_t* group = json_object_get(object, name);
  if (group) return group;
  group = good(w, json_object());
  if (!group || json_object_set_new(object, name, group) == 0) return group;
  return good(w, NULL);
}

static void add_open(Writer* w, json_t** object, const BrnField* open, const void* record) {
  const BrnParameter* list = brn__block(open, record);
  for (int i = 0; *object && i < brn__const_member_count(open, record); i++) {
    const BrnParameter* p = &list[i];
    BrnOpenKey key;
    size_t place = enter(w, p->key);
    json_t *value = NULL, *to = *object;
    if (!p->key || !(p->text || p->row) || !brn__open_find_path(open, p->key, &key)) {
      w->status = brn__fail(w->ctx, BRN_INVALID, "%s cannot be a key", w->path);
    } else {
      value = make_open(w, key.field, p);
      if (value && key.group.name && key.field) to = group_object(w, *object, key.group.name);
    }
    const char* name = value && key.field ? key.field->name : p->key;
    if (value && to && json_object_set(to, name, value) != 0) good(w, NULL), to = NULL;
    if (!value || !to) json_decref(*object), *object = NULL;
    json_decref(value);
    leave(w, place);
  }
}

static bool is_written(const BrnRecord* type, const BrnField* field, const void* record,
                       const void* defaults) {
  if (brn__field_absent(field, record)) return false;
  bool decides = type->refine && field == type->fields;
  return field->always || field->required || decides || !brn__field_equal(field, record, defaults);
}

static void add_field(Writer* w, json_t** object, const BrnField* field, const void* record,
                      const void* defaults) {
  size_t place = enter(w, field->name);
  set_key(w, object, field->name, make_member(w, field, record, defaults));
  leave(w, place);
}

static void add_inline(Writer* w, json_t** object, const BrnRecord* type, const BrnField* whole,
                       const void* record, const void* defaults) {
  BrnInlineWalk walk = {0};
  BrnField field;
  while (*object && brn__inline_next(whole, &walk, &field)) {
    if (is_written(type, &field, record, defaults)) add_field(w, object, &field, record, defaults);
  }
}

static json_t* make_object(Writer* w, const BrnRecord* type, const void* record,
                           const void* defaults) {
  json_t* object = good(w, json_object());
  for (const BrnField* field = type->fields; object && field->name; field++) {
    if (!is_written(type, field, record, defaults)) continue;
    if (field->type == BRN_FIELD_OPEN)
      add_open(w, &object, field, record);
    else if (field->type == BRN_FIELD_INLINE)
      add_inline(w, &object, type, field, record, defaults);
    else
      add_field(w, &object, field, record, defaults);
  }
  return object;
}

// the value of the shorthand alone, when there is nothing else
static json_t* shorten(const BrnRecord* type, json_t* object) {
  json_t* only = NULL;
  if (object && type->shorthand && json_object_size(object) == 1) {
    only = json_object_get(object, type->shorthand);
  }
  if (!only || json_is_object(only)) return object;
  json_incref(only);
  json_decref(object);
  return only;
}

// a record that stands for itself: its defaults are those of its type
static json_t* make_item(Writer* w, const BrnRecord* type, const void* record) {
  BrnScratchMark mark = brn__scratch_mark(w->ctx);
  void* defaults = brn__scratch_take(w->ctx, 1, type->size);
  json_t* object = NULL;
  if (!defaults) {
    w->status = BRN_NO_MEMORY;
  } else {
    brn__record_init(type, defaults);
    if (type->refine) {
      const BrnField* first = type->fields;
      memcpy(brn__member(first, defaults), brn__const_member(first, record),
             brn__field_size(first));
      type->refine(defaults);
    }
    object = make_object(w, type, record, defaults);
  }
  brn__scratch_release(w->ctx, mark);
  return shorten(type, object);
}

static const void* item_at(const BrnField* field, const void* items, int i) {
  return (const char*)items + field->record->size * (size_t)i;
}

static json_t* make_list(Writer* w, const BrnField* field, const void* items, int count) {
  json_t* list = good(w, json_array());
  for (int i = 0; list && i < count; i++) {
    size_t place = enter_item(w, i);
    append(w, &list, make_item(w, field->record, item_at(field, items, i)));
    leave(w, place);
  }
  return list;
}

static json_t* make_entry(Writer* w, const BrnField* field, const void* item, const char* name,
                          const json_t* object) {
  const char* flaw = name ? brn__name_flaw(name) : "it is NULL";
  if (!flaw && json_object_get(object, name)) flaw = "it is there twice";
  if (flaw) {
    w->status = brn__fail(w->ctx, BRN_INVALID, "%s cannot be a name: %s", w->path, flaw);
    return NULL;
  }
  return make_item(w, field->record, item);
}

static json_t* make_map(Writer* w, const BrnField* field, const void* items, int count) {
  json_t* object = good(w, json_object());
  for (int i = 0; object && i < count; i++) {
    const void* item = item_at(field, items, i);
    const char* name = *(char* const*)item;
    size_t place = enter(w, name ? name : "NULL");
    set_key(w, &object, name, make_entry(w, field, item, name, object));
    leave(w, place);
  }
  return object;
}

static json_t* make_member(Writer* w, const BrnField* field, const void* record,
                           const void* defaults) {
  const void* member = brn__const_member(field, record);
  const void* block = brn__field_points(field) ? brn__block(field, record) : NULL;
  int count = brn__field_counted(field) ? brn__const_member_count(field, record) : 0;
  const BrnRecord* type = field->record;
  switch (field->type) {
  case BRN_FIELD_DOUBLE: return make_number(w, *(const double*)member);
  case BRN_FIELD_INT: return good(w, json_integer(*(const int*)member));
  case BRN_FIELD_BOOL: return json_boolean(*(const bool*)member);
  case BRN_FIELD_CHOICE: return make_choice(w, field, *(const int*)member);
  case BRN_FIELD_WORD: return make_text(w, member);
  case BRN_FIELD_TEXT: return make_text(w, block);
  case BRN_FIELD_VECTOR: return make_row(w, member, field->width);
  case BRN_FIELD_COUNTS: return make_ints(w, member, field->width);
  case BRN_FIELD_NUMBERS: return make_rows(w, field, block, count);
  case BRN_FIELD_INTS: return make_ints(w, block, count);
  case BRN_FIELD_TEXTS: return make_texts(w, block, count);
  case BRN_FIELD_RECORD:
    return shorten(type, make_object(w, type, member, brn__const_member(field, defaults)));
  case BRN_FIELD_OPTION: return make_item(w, type, block);
  case BRN_FIELD_LIST: return make_list(w, field, block, count);
  case BRN_FIELD_MAP: return make_map(w, field, block, count);
  case BRN_FIELD_OPEN:
  case BRN_FIELD_INLINE: break; // their keys are the object's own
  }
  return NULL;
}

// ------------------------------------------------------------------------------------------- doors

json_t* brn__record_field_json(BrnContext* ctx, const BrnField* field, const void* record,
                               const void* defaults, const char* path) {
  Writer w = {.ctx = ctx};
  snprintf(w.path, sizeof w.path, "%s", path);
  return make_member(&w, field, record, defaults);
}

BrnStatus brn__record_write(BrnContext* ctx, const BrnRecord* type, const void* record,
                            BrnString* out) {
  Writer w = {.ctx = ctx};
  json_t* value = make_item(&w, type, record);
  if (!value) return w.status;
  BrnStatus status = brn__json_print(ctx, value, out);
  json_decref(value);
  return status;
}
