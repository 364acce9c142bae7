// SPDX-License-Identifier: Apache-2.0
//
// Open fields out of JSON: parameters by name, alone or in their group.

#include "core/record_open.h"
#include "core/record_reader.h"

#include "core/decimal.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------ values

// a value as it is read, before it is text
typedef struct Value {
  double number;
  int word;
  bool on;
  double* row;
  int row_count;
} Value;

static size_t place_of(const BrnField* field) {
  switch (field->type) {
  case BRN_FIELD_DOUBLE: return offsetof(Value, number);
  case BRN_FIELD_BOOL: return offsetof(Value, on);
  case BRN_FIELD_NUMBERS: return offsetof(Value, row);
  default: return offsetof(Value, word);
  }
}

// the field, as one of a Value; a curve that is a list is rows
static BrnField field_of_value(const BrnField* field, const json_t* json) {
  BrnField own = *field;
  if (field->type == BRN_FIELD_CHOICE && field->width > 0 && json_is_array(json)) {
    own = (BrnField){.name = field->name, .type = BRN_FIELD_NUMBERS, .width = 2, .least_rows = 2};
  }
  own.offset = place_of(&own);
  own.count = offsetof(Value, row_count);
  return own;
}

static BrnStatus put(BrnReader* r, const BrnField* open, void* record, const BrnOpenKey* key,
                     const char* text, double* row, int row_count) {
  BrnParameter p = {.row = row, .row_count = row_count};
  const char *group = key->group.name, *name = key->field ? key->field->name : NULL;
  char path[160];
  snprintf(path, sizeof path, "%s%s%s", group ? group : "", group && name ? "." : "",
           name ? name : "");
  p.key = brn__strdup(r->ctx, path);
  if (text) p.text = brn__strdup(r->ctx, text);
  if (p.key && (p.text || !text)) return brn__open_put(r->ctx, open, record, key, &p);
  brn__free(r->ctx, p.key);
  brn__free(r->ctx, p.text);
  brn__free(r->ctx, p.row);
  return BRN_NO_MEMORY;
}

static BrnStatus read_parameter(BrnReader* r, const BrnField* open, void* record,
                                const BrnOpenKey* key, const json_t* json) {
  if (json_is_null(json)) {
    return brn__reader_complain(r, "%s is null; leave the key out to get the default", r->path);
  }
  Value value = {0};
  BrnField field = field_of_value(key->field, json);
  int mistakes = r->mistakes;
  BRN_TRY(brn__read_value(r, &field, &value, json));
  if (r->mistakes != mistakes) return BRN_OK;
  if (value.row) return put(r, open, record, key, NULL, value.row, value.row_count);
  char text[128];
  brn__field_text(&field, &value, text, sizeof text);
  return put(r, open, record, key, text, NULL, 0);
}

// ------------------------------------------------------------------------------------------ groups

static BrnStatus read_in_group(BrnReader* r, const BrnField* open, void* record,
                               const BrnOpenGroup* group, const char* name, const json_t* json) {
  BrnOpenKey key;
  BrnStatus status = BRN_OK;
  bool known = brn__open_find(open, group->name, name, &key);
  if (!known) status = brn__fail_unknown_group_key(r->ctx, group, name, r->path);
  BrnReaderPlace place = brn__reader_enter(r, name);
  status = known ? read_parameter(r, open, record, &key, json) : brn__reader_mistake(r, status);
  brn__reader_leave(r, place);
  return status;
}

static BrnStatus read_group(BrnReader* r, const BrnField* open, void* record, const BrnOpenKey* key,
                            json_t* json) {
  if (json_is_null(json)) {
    return brn__reader_complain(
        r, "%s is null; false takes it away, and without the key it is as in \"like\"", r->path);
  }
  if (json_is_boolean(json)) {
    return put(r, open, record, key, json_is_true(json) ? "true" : "false", NULL, 0);
  }
  if (!json_is_object(json)) {
    return brn__reader_complain(r, "%s must be an object, true or false, but is %s", r->path,
                                brn__json_kind(json));
  }
  brn__open_drop(r->ctx, open, record, key->group.name, NULL);
  if (json_object_size(json) == 0) return put(r, open, record, key, "true", NULL, 0);
  for (void* at = json_object_iter(json); at; at = json_object_iter_next(json, at)) {
    BRN_TRY(read_in_group(r, open, record, &key->group, json_object_iter_key(at),
                          json_object_iter_value(at)));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- doors

bool brn__read_open(BrnReader* r, const BrnRecord* type, void* record, const char* name,
                    const json_t* json, BrnStatus* status) {
  BrnOpenKey key;
  const BrnField* open = brn__record_open_field(type);
  if (!open || strchr(name, '.') || !brn__open_find_path(open, name, &key)) return false;
  BrnReaderPlace place = brn__reader_enter(r, name);
  *status = key.field ? read_parameter(r, open, record, &key, json)
                      : read_group(r, open, record, &key, (json_t*)json);
  brn__reader_leave(r, place);
  return true;
}

BrnStatus brn__record_read_open(BrnContext* ctx, const BrnRecord* type, void* record,
                                const char* group, const char* key, const json_t* value,
                                const char* path) {
  BrnReader r = {.ctx = ctx};
  BrnOpenKey found;
  BrnStatus status;
  const BrnField* open = brn__record_open_field(type);
  snprintf(r.path, sizeof r.path, "%s", path);
  if (!group) {
    bool known = brn__read_open(&r, type, record, key, value, &status);
    return known ? status : brn__fail_unknown_key(ctx, type, key, path);
  }
  if (!brn__open_find(open, group, NULL, &found)) {
    return brn__fail_unknown_key(ctx, type, group, path);
  }
  brn__reader_enter(&r, group);
  return read_in_group(&r, open, record, &found.group, key, value);
}
