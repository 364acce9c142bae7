// SPDX-License-Identifier: Apache-2.0
//
// JSON Schema (draft 2020-12) of record types: it accepts exactly what record_read.c accepts.

#include "core/record_inline.h"
#include "core/record_open.h"

#include <math.h>
#include <stdio.h>

// Making JSON by steps: a failure makes the whole NULL, and all later steps do nothing.
static void set(json_t** object, const char* key, json_t* value) {
  if (*object && value && json_object_set_new(*object, key, value) == 0) return;
  if (!*object) json_decref(value);
  json_decref(*object);
  *object = NULL;
}

static void append(json_t** list, json_t* value) {
  if (*list && value && json_array_append_new(*list, value) == 0) return;
  if (!*list) json_decref(value);
  json_decref(*list);
  *list = NULL;
}

static json_t* of_type(const char* name) {
  json_t* schema = json_object();
  set(&schema, "type", json_string(name));
  return schema;
}

static json_t* either(json_t* a, json_t* b) {
  json_t* list = json_array();
  append(&list, a);
  append(&list, b);
  json_t* schema = json_object();
  set(&schema, "anyOf", list);
  return schema;
}

// ------------------------------------------------------------------------------------------- kinds

static json_t* number_schema(const BrnField* field, bool whole) {
  json_t* schema = of_type(whole ? "integer" : "number");
  if (field->low == 0 && field->high == 0) return schema;
  bool above_zero = field->low == BRN_ABOVE_ZERO;
  if (above_zero)
    set(&schema, "exclusiveMinimum", json_integer(0));
  else if (isfinite(field->low))
    set(&schema, "minimum", json_real(field->low));
  if (isfinite(field->high)) set(&schema, "maximum", json_real(field->high));
  return schema;
}

static json_t* rows_schema(const BrnField* field);

static json_t* choice_schema(const BrnField* field) {
  json_t* words = json_array();
  for (const char* at = field->choices; *at;) {
    size_t length = strcspn(at, " ");
    append(&words, json_stringn(at, length));
    at += length + (at[length] == ' ');
  }
  json_t* schema = json_object();
  set(&schema, "enum", words);
  if (field->type != BRN_FIELD_CHOICE || field->width == 0) return schema;
  BrnField rows = {.width = 2, .least_rows = 2};
  return either(schema, rows_schema(&rows));
}

static json_t* list_schema(json_t* items, int least, int most) {
  json_t* schema = of_type("array");
  set(&schema, "items", items);
  if (least > 0) set(&schema, "minItems", json_integer(least));
  if (most > 0) set(&schema, "maxItems", json_integer(most));
  return schema;
}

static json_t* row_schema(const BrnField* field, bool whole) {
  int width = field->width;
  if (field->lead == 0) return list_schema(number_schema(field, whole), width, width);
  json_t* head = json_array();
  for (int i = 0; i < field->lead; i++) append(&head, of_type("number"));
  json_t* schema = list_schema(number_schema(field, whole), width, width);
  set(&schema, "prefixItems", head);
  return schema;
}

static json_t* rows_schema(const BrnField* field) {
  json_t* row = field->width == 1 ? number_schema(field, false) : row_schema(field, false);
  if (field->uniform) row = either(number_schema(field, false), row);
  json_t* list = list_schema(row, field->least_rows, field->most_rows);
  return field->uniform ? either(number_schema(field, false), list) : list;
}

static json_t* texts_schema(const BrnField* field) {
  json_t* one = of_type("string");
  json_t* each = of_type("string");
  if (field->or_number) {
    one = either(one, of_type("integer"));
    each = either(each, of_type("integer"));
  }
  return either(one, list_schema(each, field->required ? 1 : 0, 0));
}

static json_t* reference(const BrnRecord* type) {
  char place[80];
  snprintf(place, sizeof place, "#/$defs/%s", type->name);
  json_t* schema = json_object();
  set(&schema, "$ref", json_string(place));
  return schema;
}

// the rules of brn__name_flaw(), but for the length, which is in bytes there
static json_t* map_schema(const BrnRecord* type) {
  json_t* names = json_object();
  set(&names, "pattern",
      json_string("^[^./\\u0000-\\u0020\\u007f]"
                  "([^./\\u0000-\\u001f\\u007f]*[^./\\u0000-\\u0020\\u007f])?$"));
  set(&names, "maxLength", json_integer(BRN_NAME_LENGTH));
  json_t* schema = of_type("object");
  set(&schema, "propertyNames", names);
  set(&schema, "additionalProperties", reference(type));
  return schema;
}

static json_t* kind_schema(const BrnField* field) {
  switch (field->type) {
  case BRN_FIELD_DOUBLE: return number_schema(field, false);
  case BRN_FIELD_INT: return number_schema(field, true);
  case BRN_FIELD_BOOL: return of_type("boolean");
  case BRN_FIELD_CHOICE: return choice_schema(field);
  case BRN_FIELD_WORD: return choice_schema(field);
  case BRN_FIELD_TEXT: return field->choices ? choice_schema(field) : of_type("string");
  case BRN_FIELD_VECTOR: return row_schema(field, false);
  case BRN_FIELD_COUNTS: return row_schema(field, true);
  case BRN_FIELD_NUMBERS: return rows_schema(field);
  case BRN_FIELD_INTS: return list_schema(number_schema(field, true), 0, 0);
  case BRN_FIELD_TEXTS: return texts_schema(field);
  case BRN_FIELD_RECORD:
  case BRN_FIELD_OPTION: return reference(field->record);
  case BRN_FIELD_LIST: return list_schema(reference(field->record), 0, 0);
  case BRN_FIELD_MAP: return map_schema(field->record);
  case BRN_FIELD_OPEN:
  case BRN_FIELD_INLINE: break; // see add_open(), add_inline()
  }
  return NULL;
}

// ----------------------------------------------------------------------------------------- records

static bool is_plain(const BrnField* field) {
  return !brn__field_points(field) && field->type != BRN_FIELD_RECORD;
}

static json_t* description(const BrnField* field) {
  char text[512];
  const char* unit = field->unit ? field->unit : "";
  bool length = strcmp(unit, "m") == 0;
  snprintf(text, sizeof text, "%s%s%s%s%s", field->help, *unit ? "; " : "",
           length ? "in the scene's units" : unit, field->fallback ? "; default: " : "",
           field->fallback ? field->fallback : "");
  return json_string(text);
}

static json_t* field_schema(BrnContext* ctx, const BrnRecord* type, const BrnField* field,
                            const void* defaults) {
  json_t* schema = kind_schema(field);
  set(&schema, "description", description(field));
  bool known = is_plain(field) && !brn__field_absent(field, defaults);
  if (known && !type->refine && !field->required) {
    set(&schema, "default", brn__record_field_json(ctx, field, defaults, defaults, field->name));
  }
  return schema;
}

// ------------------------------------------------------------------------------------- open fields

static json_t* group_schema(BrnContext* ctx, const BrnOpenGroup* group) {
  _Alignas(double) unsigned char defaults[BRN_OPEN_DEF_SIZE] = {0};
  json_t* keys = json_object();
  group->defaults(defaults);
  for (const BrnField* field = group->fields; field->name; field++) {
    json_t* schema = kind_schema(field);
    set(&schema, "description", description(field));
    if (!brn__field_absent(field, defaults)) {
      set(&schema, "default", brn__record_field_json(ctx, field, defaults, defaults, field->name));
    }
    set(&keys, field->name, schema);
  }
  json_t* object = of_type("object");
  set(&object, "additionalProperties", json_false());
  set(&object, "properties", keys);
  json_t* schema = either(of_type("boolean"), object);
  set(&schema, "description", json_string(group->help));
  return schema;
}

// the keys that bodies have without a group: each once
static void add_open(BrnContext* ctx, const BrnRecord* type, const BrnField* open, json_t** keys) {
  BrnOpenGroup group;
  for (int i = 0; open->group(i, &group); i++) {
    if (group.name) {
      set(keys, group.name, group_schema(ctx, &group));
      continue;
    }
    for (const BrnField* field = group.fields; field->name; field++) {
      if (!brn__open_is_first(type, open, i, field)) continue;
      json_t* schema = kind_schema(field);
      set(&schema, "description", description(field));
      set(keys, field->name, schema);
    }
  }
}

static void add_inline(BrnContext* ctx, const BrnRecord* type, const BrnField* whole,
                       const void* defaults, json_t** keys) {
  BrnInlineWalk walk = {0};
  BrnField field;
  while (brn__inline_next(whole, &walk, &field)) {
    set(keys, field.name, field_schema(ctx, type, &field, defaults));
  }
}

static json_t* object_schema(BrnContext* ctx, const BrnRecord* type, const void* defaults) {
  json_t *keys = json_object(), *required = json_array();
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->type == BRN_FIELD_OPEN) {
      add_open(ctx, type, field, &keys);
      continue;
    }
    if (field->type == BRN_FIELD_INLINE) {
      add_inline(ctx, type, field, defaults, &keys);
      continue;
    }
    set(&keys, field->name, field_schema(ctx, type, field, defaults));
    bool decides = type->refine && field == type->fields;
    if (field->required || decides) append(&required, json_string(field->name));
  }
  json_t* schema = of_type("object");
  set(&schema, "additionalProperties", json_false());
  set(&schema, "properties", keys);
  if (json_array_size(required) > 0 || !required)
    set(&schema, "required", required);
  else
    json_decref(required);
  return schema;
}

static json_t* record_schema(BrnContext* ctx, const BrnRecord* type) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  void* defaults = brn__scratch_take(ctx, 1, type->size);
  json_t* schema = NULL;
  if (defaults) {
    brn__record_init(type, defaults);
    schema = object_schema(ctx, type, defaults);
  }
  brn__scratch_release(ctx, mark);
  if (type->shorthand && schema) {
    schema = either(kind_schema(brn__record_field(type, type->shorthand)), schema);
  }
  if (schema) set(&schema, "description", json_string(type->help));
  return schema;
}

// the keys of `from` go behind those of `to`
static void add_all(json_t** to, json_t* from) {
  if (*to && from && json_object_update(*to, from) == 0) {
    json_decref(from);
    return;
  }
  json_decref(from);
  json_decref(*to);
  *to = NULL;
}

static json_t* document(BrnContext* ctx, const BrnRecord* type, const char* id) {
  const BrnRecord* types[64];
  int count = brn__record_types(type, types, 64);
  json_t *top = json_object(), *all = json_object();
  set(&top, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
  set(&top, "$id", json_string(id));
  set(&top, "title", json_string(type->name));
  json_t* own = record_schema(ctx, type);
  json_t* keys = json_object_get(own, "properties");
  if (keys && json_object_set_new(keys, "$schema", json_true()) != 0) json_decref(own), own = NULL;
  add_all(&top, own);
  for (int i = 1; i < count; i++) set(&all, types[i]->name, record_schema(ctx, types[i]));
  set(&top, "$defs", all);
  return top;
}

BrnStatus brn__record_schema(BrnContext* ctx, const BrnRecord* type, const char* id,
                             BrnString* out) {
  json_t* schema = document(ctx, type, id);
  if (!schema) return brn__fail(ctx, BRN_NO_MEMORY, "no memory for the schema");
  BrnStatus status = brn__json_print(ctx, schema, out);
  json_decref(schema);
  return status;
}
