// SPDX-License-Identifier: Apache-2.0
//
// Records out of JSON: objects, options, lists and maps; what a field holds is in
// record_read_values.c.

#include "core/record_inline.h"
#include "core/record_reader.h"

#include <limits.h>
#include <stdio.h>

// ---------------------------------------------------------------------------------------- records

static BrnStatus read_field(BrnReader* r, const BrnField* field, void* record, const json_t* json);

static BrnStatus read_key(BrnReader* r, const BrnRecord* type, void* record, const char* key,
                          const json_t* json) {
  BrnField inner;
  const BrnField* field = brn__record_field(type, key);
  if (!field && brn__inline_find(type, key, &inner)) field = &inner;
  if (field) {
    BrnReaderPlace place = brn__reader_enter(r, key);
    BrnStatus status = read_field(r, field, record, json);
    brn__reader_leave(r, place);
    return status;
  }
  BrnStatus status;
  if (brn__read_open(r, type, record, key, json, &status)) return status;
  status = brn__fail_unknown_key(r->ctx, type, key, r->path);
  BrnReaderPlace place = brn__reader_enter(r, key);
  status = brn__reader_mistake(r, status);
  brn__reader_leave(r, place);
  return status;
}

static BrnStatus check_required(BrnReader* r, const BrnRecord* type, const json_t* object) {
  for (const BrnField* field = type->fields; field->name; field++) {
    bool decides = type->refine && field == type->fields;
    if ((!field->required && !decides) || json_object_get(object, field->name)) continue;
    BRN_TRY(brn__reader_complain(r, "%s%s%s is missing: %s", r->path, *r->path ? "." : "",
                                 field->name, field->help));
  }
  return BRN_OK;
}

static BrnStatus read_object(BrnReader* r, const BrnRecord* type, void* record, json_t* object) {
  bool top = r->top;
  r->top = false;
  const char* done = NULL;
  if (type->refine) {
    done = type->fields[0].name;
    const json_t* decides = json_object_get(object, done);
    if (decides) BRN_TRY(read_key(r, type, record, done, decides));
    type->refine(record);
  }
  for (void* at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    const char* key = json_object_iter_key(at);
    if (top && strcmp(key, "$schema") == 0) continue;
    if (done && strcmp(key, done) == 0) continue;
    BRN_TRY(read_key(r, type, record, key, json_object_iter_value(at)));
  }
  return check_required(r, type, object);
}

static BrnStatus read_record(BrnReader* r, const BrnRecord* type, void* record,
                             const json_t* json) {
  if (json_is_object(json)) return read_object(r, type, record, (json_t*)json);
  r->top = false;
  if (!type->shorthand) {
    return brn__reader_complain(r, "%s must be an object, but is %s",
                                *r->path ? r->path : type->name, brn__json_kind(json));
  }
  r->or_object = true;
  BrnStatus status = read_field(r, brn__record_field(type, type->shorthand), record, json);
  r->or_object = false;
  if (type->refine) type->refine(record);
  return status;
}

static BrnStatus read_option(BrnReader* r, const BrnField* field, void* record,
                             const json_t* json) {
  void* option = brn__alloc(r->ctx, 1, field->record->size);
  if (!option) return BRN_NO_MEMORY;
  brn__record_init(field->record, option);
  brn__block_set(field, record, option);
  return read_record(r, field->record, option, json);
}

// a new item of defaults at the end of a list or map that has room for it
static void* next_item(const BrnField* field, void* record) {
  int* count = brn__member_count(field, record);
  void* item = (char*)brn__block(field, record) + field->record->size * (size_t)(*count)++;
  brn__record_init(field->record, item);
  return item;
}

static BrnStatus make_room(BrnReader* r, const BrnField* field, void* record, size_t count) {
  if (count > INT_MAX) return brn__reader_complain(r, "%s has too many entries", r->path);
  void* items = brn__alloc(r->ctx, count, field->record->size);
  if (!items) return BRN_NO_MEMORY;
  brn__block_set(field, record, items);
  return BRN_OK;
}

static BrnStatus read_list(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_array(json)) return brn__reader_wrong_kind(r, field, json);
  size_t count = json_array_size(json);
  if (count == 0) return BRN_OK;
  BRN_TRY(make_room(r, field, record, count));
  for (size_t i = 0; i < count; i++) {
    void* item = next_item(field, record);
    BrnReaderPlace place = brn__reader_enter_item(r, i);
    BrnStatus status = read_record(r, field->record, item, json_array_get(json, i));
    brn__reader_leave(r, place);
    BRN_TRY(status);
  }
  return BRN_OK;
}

static BrnStatus read_entry(BrnReader* r, const BrnField* field, void* record, const char* name,
                            const json_t* json) {
  const char* flaw = brn__name_flaw(name);
  if (flaw)
    return brn__reader_complain(r, "\"%s\" cannot be a name: %s", brn__text_show(name).text, flaw);
  char* own = brn__strdup(r->ctx, name);
  if (!own) return BRN_NO_MEMORY;
  void* item = next_item(field, record);
  *(char**)item = own;
  return read_record(r, field->record, item, json);
}

static BrnStatus read_map(BrnReader* r, const BrnField* field, void* record, json_t* object) {
  if (!json_is_object(object)) return brn__reader_wrong_kind(r, field, object);
  if (json_object_size(object) == 0) return BRN_OK;
  BRN_TRY(make_room(r, field, record, json_object_size(object)));
  for (void* at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    const char* name = json_object_iter_key(at);
    BrnReaderPlace place = brn__reader_enter(r, name);
    BrnStatus status = read_entry(r, field, record, name, json_object_iter_value(at));
    brn__reader_leave(r, place);
    BRN_TRY(status);
  }
  if (*brn__member_count(field, record) == 0) brn__field_free(r->ctx, field, record);
  return BRN_OK;
}

static BrnStatus read_field(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  if (json_is_null(json)) {
    return brn__reader_complain(r, "%s is null; leave the key out to get the default", r->path);
  }
  switch (field->type) {
  case BRN_FIELD_RECORD: return read_record(r, field->record, brn__member(field, record), json);
  case BRN_FIELD_OPTION: return read_option(r, field, record, json);
  case BRN_FIELD_LIST: return read_list(r, field, record, json);
  case BRN_FIELD_MAP: return read_map(r, field, record, (json_t*)json);
  default: return brn__read_value(r, field, record, json);
  }
}

BrnStatus brn__record_read(BrnContext* ctx, const BrnRecord* type, void* record,
                           const BrnJson* json, const char* pointer, BrnMistakeFn* on_mistake,
                           void* user) {
  BrnReader r = {.ctx = ctx, .json = json, .mistake = on_mistake, .user = user, .top = true};
  BRN_ASSERT(strlen(pointer) < BRN_READER_PATH);
  memcpy(r.pointer, pointer, strlen(pointer) + 1);
  json_t* value = brn__json_at(json, pointer);
  if (!value) return brn__json_fail(ctx, BRN_INVALID, json, pointer, "there is no %s", pointer);
  BrnStatus status = read_record(&r, type, record, value);
  return status != BRN_OK ? status : r.first;
}

BrnStatus brn__record_read_field(BrnContext* ctx, const BrnField* field, void* record,
                                 const json_t* value, const char* path) {
  BrnReader r = {.ctx = ctx};
  snprintf(r.path, sizeof r.path, "%s", path);
  return read_field(&r, field, record, value);
}
