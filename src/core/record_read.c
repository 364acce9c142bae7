// SPDX-License-Identifier: Apache-2.0
//
// A mistake is told with its place in the file and the path of the value. With a listener reading
// goes on behind it: then functions return BRN_OK, and the member keeps its default.

#include "core/record.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

enum { PATH_SIZE = 2048 };

typedef struct Reader {
  BrnContext* ctx;
  const BrnJson* json; // NULL: there is no file
  BrnMistakeFn* mistake;
  void* user;
  BrnStatus first; // of the mistakes
  int mistakes;
  bool or_object; // the value at hand stands for an object
  bool top;       // the object at hand is the document
  char pointer[PATH_SIZE], path[PATH_SIZE];
} Reader;

// --------------------------------------------------------------------------------- where we are

typedef struct Place {
  size_t pointer, path;
} Place;

static Place enter(Reader* r, const char* key) {
  Place place = {strlen(r->pointer), strlen(r->path)};
  brn__json_step(r->pointer, PATH_SIZE, key);
  snprintf(r->path + place.path, PATH_SIZE - place.path, "%s%s", place.path ? "." : "",
           brn__text_show(key).text);
  return place;
}

static Place enter_item(Reader* r, size_t index) {
  char step[24];
  snprintf(step, sizeof step, "%zu", index);
  return enter(r, step);
}

static void leave(Reader* r, Place place) {
  r->pointer[place.pointer] = 0;
  r->path[place.path] = 0;
}

// --------------------------------------------------------------------------------------- mistakes

// the last error is the message
static BrnStatus mistake(Reader* r, BrnStatus status) {
  if (status == BRN_NO_MEMORY) return status;
  if (r->json) brn__json_fail(r->ctx, status, r->json, r->pointer, "%s", brn_last_error(r->ctx));
  if (r->first == BRN_OK) r->first = status;
  if (!r->mistake) return status;
  r->mistake(r->user, r->ctx);
  return ++r->mistakes < BRN_MOST_MISTAKES ? BRN_OK : status;
}

static BRN_PRINTF(2, 3) BrnStatus complain(Reader* r, const char* format, ...) {
  va_list args;
  va_start(args, format);
  BrnStatus status = brn__fail_v(r->ctx, BRN_INVALID, format, args);
  va_end(args);
  return mistake(r, status);
}

static const char* kind_of(const json_t* value) {
  switch (json_typeof(value)) {
  case JSON_OBJECT: return "an object";
  case JSON_ARRAY: return "a list";
  case JSON_STRING: return "text";
  case JSON_INTEGER:
  case JSON_REAL: return "a number";
  case JSON_TRUE: return "true";
  case JSON_FALSE: return "false";
  case JSON_NULL: return "null";
  }
  return "";
}

static BrnStatus wrong_kind(Reader* r, const BrnField* field, const json_t* value) {
  char wanted[256];
  brn__field_wanted(field, wanted, sizeof wanted);
  return complain(r, "%s must be %s%s, but is %s", r->path, wanted,
                  r->or_object ? " or an object" : "", kind_of(value));
}

// ---------------------------------------------------------------------------------------- numbers

// a number of a field; false after a mistake, with its status in *status
static bool good_number(Reader* r, const BrnField* field, double value, bool whole,
                        BrnStatus* status) {
  char range[64];
  *status = BRN_OK;
  if (!brn__field_in_range(field, value)) {
    const char* unit = field->unit ? field->unit : "";
    brn__field_range(field, range, sizeof range);
    *status = complain(r, "%s is %.15g, but must be %s%s%s", r->path, value, range,
                       *unit ? " " : "", unit);
    return false;
  }
  if (whole && (value != floor(value) || fabs(value) > INT_MAX)) {
    *status = complain(r, "%s is %.15g, but must be a whole number", r->path, value);
    return false;
  }
  return true;
}

static BrnStatus read_number(Reader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_number(json)) return wrong_kind(r, field, json);
  double value = json_number_value(json) + 0.0; // no -0
  BrnStatus status;
  bool whole = field->type == BRN_FIELD_INT;
  if (!good_number(r, field, value, whole, &status)) return status;
  if (whole)
    *(int*)brn__member(field, record) = (int)value;
  else
    *(double*)brn__member(field, record) = value;
  return BRN_OK;
}

static BrnStatus read_bool(Reader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_boolean(json)) return wrong_kind(r, field, json);
  *(bool*)brn__member(field, record) = json_is_true(json);
  return BRN_OK;
}

static BrnStatus read_choice(Reader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_string(json)) return wrong_kind(r, field, json);
  const char* word = json_string_value(json);
  int index = 0;
  for (const char* at = field->choices; *at; index++) {
    size_t length = strcspn(at, " ");
    if (length == strlen(word) && memcmp(at, word, length) == 0) {
      *(int*)brn__member(field, record) = index;
      return BRN_OK;
    }
    at += length + (at[length] == ' ');
  }
  return complain(r, "%s is \"%s\", but must be one of: %s%s", r->path, brn__text_show(word).text,
                  field->choices, r->or_object ? "; or an object" : "");
}

// ------------------------------------------------------------------------------------------- rows

// `width` numbers of a JSON list, or so many times the same one; false after a mistake
static bool good_row(Reader* r, const BrnField* field, const json_t* json, bool whole, double* row,
                     BrnStatus* status) {
  bool lone = field->type == BRN_FIELD_NUMBERS && (field->uniform || field->width == 1);
  if (lone && json_is_number(json)) {
    for (int i = 0; i < field->width; i++) row[i] = json_number_value(json) + 0.0;
    return good_number(r, field, row[0], whole, status);
  }
  if (!json_is_array(json) || (lone && field->width == 1)) {
    *status = complain(r, "%s must be %s%d number%s, but is %s", r->path,
                       field->width == 1 ? "" : "a list of ", field->width,
                       field->width == 1 ? "" : "s", kind_of(json));
    return false;
  }
  if (json_array_size(json) != (size_t)field->width) {
    *status = complain(r, "%s must be %d numbers, but has %zu", r->path, field->width,
                       json_array_size(json));
    return false;
  }
  bool good = true;
  for (int i = 0; i < field->width && good; i++) {
    const json_t* item = json_array_get(json, (size_t)i);
    Place place = enter_item(r, (size_t)i);
    row[i] = json_number_value(item) + 0.0;
    if (!json_is_number(item)) {
      *status = complain(r, "%s must be a number, but is %s", r->path, kind_of(item));
      good = false;
    } else if (i >= field->lead) {
      good = good_number(r, field, row[i], whole, status);
    }
    leave(r, place);
  }
  return good;
}

static BrnStatus read_vector(Reader* r, const BrnField* field, void* record, const json_t* json) {
  double row[16];
  BRN_ASSERT(field->width <= 16);
  BrnStatus status;
  bool whole = field->type == BRN_FIELD_COUNTS;
  if (!json_is_array(json)) return wrong_kind(r, field, json);
  if (!good_row(r, field, json, whole, row, &status)) return status;
  for (int i = 0; i < field->width; i++) {
    if (whole)
      ((int*)brn__member(field, record))[i] = (int)row[i];
    else
      ((double*)brn__member(field, record))[i] = row[i];
  }
  return BRN_OK;
}

static BrnStatus check_row_count(Reader* r, const BrnField* field, size_t count) {
  bool few = count < (size_t)field->least_rows;
  bool many = field->most_rows > 0 && count > (size_t)field->most_rows;
  if (!few && !many) return BRN_OK;
  bool exact = field->least_rows == field->most_rows;
  return brn__fail(r->ctx, BRN_INVALID, "%s has %zu row%s, but must have %s%d", r->path, count,
                   count == 1 ? "" : "s",
                   exact ? ""
                   : few ? "at least "
                         : "at most ",
                   few ? field->least_rows : field->most_rows);
}

// The first bad row ends the list: one mistake is enough.
static BrnStatus fill_rows(Reader* r, const BrnField* field, const json_t* json, double* rows,
                           bool* good) {
  BrnStatus status = BRN_OK;
  size_t count = json_is_array(json) ? json_array_size(json) : 1;
  *good = true;
  for (size_t i = 0; i < count && *good; i++) {
    double* row = rows + i * (size_t)field->width;
    if (!json_is_array(json)) {
      *good = good_row(r, field, json, false, row, &status);
      continue;
    }
    Place place = enter_item(r, i);
    *good = good_row(r, field, json_array_get(json, i), false, row, &status);
    leave(r, place);
  }
  return status;
}

static BrnStatus read_rows(Reader* r, const BrnField* field, void* record, const json_t* json) {
  bool lone = field->uniform && json_is_number(json), good;
  if (!json_is_array(json) && !lone) return wrong_kind(r, field, json);
  size_t count = lone ? 1 : json_array_size(json);
  BrnStatus status = check_row_count(r, field, count);
  if (status != BRN_OK) return mistake(r, status);
  if (count > INT_MAX) return complain(r, "%s has too many rows", r->path);
  if (count == 0) return BRN_OK;
  double* rows = brn__new(r->ctx, count * (size_t)field->width, double);
  if (!rows) return BRN_NO_MEMORY;
  status = fill_rows(r, field, json, rows, &good);
  if (!good) {
    brn__free(r->ctx, rows);
    return status;
  }
  brn__block_set(field, record, rows);
  *brn__member_count(field, record) = (int)count;
  return BRN_OK;
}

static BrnStatus read_ints(Reader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_array(json)) return wrong_kind(r, field, json);
  size_t count = json_array_size(json);
  if (count > INT_MAX) return complain(r, "%s has too many numbers", r->path);
  if (count == 0) return BRN_OK;
  int* numbers = brn__new(r->ctx, count, int);
  if (!numbers) return BRN_NO_MEMORY;
  BrnStatus status = BRN_OK;
  bool good = true;
  for (size_t i = 0; i < count && good; i++) {
    const json_t* item = json_array_get(json, i);
    Place place = enter_item(r, i);
    good = json_is_number(item);
    if (!good) status = complain(r, "%s must be a number, but is %s", r->path, kind_of(item));
    good = good && good_number(r, field, json_number_value(item), true, &status);
    if (good) numbers[i] = (int)json_number_value(item);
    leave(r, place);
  }
  if (good) {
    brn__block_set(field, record, numbers);
    *brn__member_count(field, record) = (int)count;
  } else {
    brn__free(r->ctx, numbers);
  }
  return status;
}

// ------------------------------------------------------------------------------------------ texts

static BrnStatus read_text(Reader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_string(json)) return wrong_kind(r, field, json);
  char* text = brn__strdup(r->ctx, json_string_value(json));
  if (!text) return BRN_NO_MEMORY;
  brn__block_set(field, record, text);
  return BRN_OK;
}

static bool is_text(const BrnField* field, const json_t* json) {
  double number = json_number_value(json);
  bool whole = json_is_number(json) && number == floor(number) && fabs(number) < 1e15;
  return json_is_string(json) || (field->or_number && whole);
}

static char* text_of(BrnContext* ctx, const json_t* json) {
  char digits[32];
  if (json_is_string(json)) return brn__strdup(ctx, json_string_value(json));
  snprintf(digits, sizeof digits, "%.0f", json_number_value(json) + 0.0);
  return brn__strdup(ctx, digits);
}

static BrnStatus read_texts(Reader* r, const BrnField* field, void* record, const json_t* json) {
  bool lone = is_text(field, json);
  if (!json_is_array(json) && !lone) return wrong_kind(r, field, json);
  size_t count = lone ? 1 : json_array_size(json);
  if (count > INT_MAX) return complain(r, "%s has too many texts", r->path);
  if (count == 0 && field->required) return complain(r, "%s must not be empty", r->path);
  if (count == 0) return BRN_OK;
  char** texts = brn__new(r->ctx, count, char*);
  if (!texts) return BRN_NO_MEMORY;
  brn__block_set(field, record, texts);
  for (size_t i = 0; i < count; i++) {
    const json_t* item = lone ? json : json_array_get(json, i);
    if (!is_text(field, item)) {
      Place place = enter_item(r, i);
      BrnStatus status = complain(r, "%s must be text%s, but is %s", r->path,
                                  field->or_number ? " or a whole number" : "", kind_of(item));
      leave(r, place);
      if (status == BRN_OK) brn__field_free(r->ctx, field, record);
      return status;
    }
    texts[i] = text_of(r->ctx, item);
    if (!texts[i]) return BRN_NO_MEMORY;
    *brn__member_count(field, record) = (int)i + 1;
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- records

static BrnStatus read_field(Reader* r, const BrnField* field, void* record, const json_t* json);

static BrnStatus read_key(Reader* r, const BrnRecord* type, void* record, const char* key,
                          const json_t* json) {
  const BrnField* field = brn__record_field(type, key);
  if (field) {
    Place place = enter(r, key);
    BrnStatus status = read_field(r, field, record, json);
    leave(r, place);
    return status;
  }
  BrnStatus status = brn__fail_unknown_key(r->ctx, type, key, r->path);
  Place place = enter(r, key);
  status = mistake(r, status);
  leave(r, place);
  return status;
}

static BrnStatus check_required(Reader* r, const BrnRecord* type, const json_t* object) {
  for (const BrnField* field = type->fields; field->name; field++) {
    bool decides = type->refine && field == type->fields;
    if ((!field->required && !decides) || json_object_get(object, field->name)) continue;
    BRN_TRY(complain(r, "%s%s%s is missing: %s", r->path, *r->path ? "." : "", field->name,
                     field->help));
  }
  return BRN_OK;
}

static BrnStatus read_object(Reader* r, const BrnRecord* type, void* record, json_t* object) {
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

static BrnStatus read_record(Reader* r, const BrnRecord* type, void* record, const json_t* json) {
  if (json_is_object(json)) return read_object(r, type, record, (json_t*)json);
  r->top = false;
  if (!type->shorthand) {
    return complain(r, "%s must be an object, but is %s", *r->path ? r->path : type->name,
                    kind_of(json));
  }
  r->or_object = true;
  BrnStatus status = read_field(r, brn__record_field(type, type->shorthand), record, json);
  r->or_object = false;
  if (type->refine) type->refine(record);
  return status;
}

static BrnStatus read_option(Reader* r, const BrnField* field, void* record, const json_t* json) {
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

static BrnStatus make_room(Reader* r, const BrnField* field, void* record, size_t count) {
  if (count > INT_MAX) return complain(r, "%s has too many entries", r->path);
  void* items = brn__alloc(r->ctx, count, field->record->size);
  if (!items) return BRN_NO_MEMORY;
  brn__block_set(field, record, items);
  return BRN_OK;
}

static BrnStatus read_list(Reader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_array(json)) return wrong_kind(r, field, json);
  size_t count = json_array_size(json);
  if (count == 0) return BRN_OK;
  BRN_TRY(make_room(r, field, record, count));
  for (size_t i = 0; i < count; i++) {
    void* item = next_item(field, record);
    Place place = enter_item(r, i);
    BrnStatus status = read_record(r, field->record, item, json_array_get(json, i));
    leave(r, place);
    BRN_TRY(status);
  }
  return BRN_OK;
}

static BrnStatus read_entry(Reader* r, const BrnField* field, void* record, const char* name,
                            const json_t* json) {
  const char* flaw = brn__name_flaw(name);
  if (flaw) return complain(r, "\"%s\" cannot be a name: %s", brn__text_show(name).text, flaw);
  char* own = brn__strdup(r->ctx, name);
  if (!own) return BRN_NO_MEMORY;
  void* item = next_item(field, record);
  *(char**)item = own;
  return read_record(r, field->record, item, json);
}

static BrnStatus read_map(Reader* r, const BrnField* field, void* record, json_t* object) {
  if (!json_is_object(object)) return wrong_kind(r, field, object);
  if (json_object_size(object) == 0) return BRN_OK;
  BRN_TRY(make_room(r, field, record, json_object_size(object)));
  for (void* at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    const char* name = json_object_iter_key(at);
    Place place = enter(r, name);
    BrnStatus status = read_entry(r, field, record, name, json_object_iter_value(at));
    leave(r, place);
    BRN_TRY(status);
  }
  if (*brn__member_count(field, record) == 0) brn__field_free(r->ctx, field, record);
  return BRN_OK;
}

static BrnStatus read_field(Reader* r, const BrnField* field, void* record, const json_t* json) {
  if (json_is_null(json)) {
    return complain(r, "%s is null; leave the key out to get the default", r->path);
  }
  switch (field->type) {
  case BRN_FIELD_DOUBLE:
  case BRN_FIELD_INT: return read_number(r, field, record, json);
  case BRN_FIELD_BOOL: return read_bool(r, field, record, json);
  case BRN_FIELD_CHOICE: return read_choice(r, field, record, json);
  case BRN_FIELD_TEXT: return read_text(r, field, record, json);
  case BRN_FIELD_VECTOR:
  case BRN_FIELD_COUNTS: return read_vector(r, field, record, json);
  case BRN_FIELD_NUMBERS: return read_rows(r, field, record, json);
  case BRN_FIELD_INTS: return read_ints(r, field, record, json);
  case BRN_FIELD_TEXTS: return read_texts(r, field, record, json);
  case BRN_FIELD_RECORD: return read_record(r, field->record, brn__member(field, record), json);
  case BRN_FIELD_OPTION: return read_option(r, field, record, json);
  case BRN_FIELD_LIST: return read_list(r, field, record, json);
  case BRN_FIELD_MAP: return read_map(r, field, record, (json_t*)json);
  }
  return BRN_OK;
}

BrnStatus brn__record_read(BrnContext* ctx, const BrnRecord* type, void* record,
                           const BrnJson* json, const char* pointer, BrnMistakeFn* on_mistake,
                           void* user) {
  Reader r = {.ctx = ctx, .json = json, .mistake = on_mistake, .user = user, .top = true};
  BRN_ASSERT(strlen(pointer) < PATH_SIZE);
  memcpy(r.pointer, pointer, strlen(pointer) + 1);
  json_t* value = brn__json_at(json, pointer);
  if (!value) return brn__json_fail(ctx, BRN_INVALID, json, pointer, "there is no %s", pointer);
  BrnStatus status = read_record(&r, type, record, value);
  return status != BRN_OK ? status : r.first;
}

BrnStatus brn__record_read_field(BrnContext* ctx, const BrnField* field, void* record,
                                 const json_t* value, const char* path) {
  Reader r = {.ctx = ctx};
  snprintf(r.path, sizeof r.path, "%s", path);
  return read_field(&r, field, record, value);
}
