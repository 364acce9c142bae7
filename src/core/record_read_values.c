// SPDX-License-Identifier: Apache-2.0
//
// Values of fields out of JSON: numbers, choices, rows, texts, each within its range.

#include "core/record_reader.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

// ---------------------------------------------------------------------------------------- numbers

// a number of a field; false after a mistake, with its status in *status
static bool good_number(BrnReader* r, const BrnField* field, double value, bool whole,
                        BrnStatus* status) {
  char range[64];
  *status = BRN_OK;
  if (!brn__field_in_range(field, value)) {
    const char* unit = field->unit ? field->unit : "";
    brn__field_range(field, range, sizeof range);
    *status = brn__reader_complain(r, "%s is %.15g, but must be %s%s%s", r->path, value, range,
                                   *unit ? " " : "", unit);
    return false;
  }
  if (whole && (value != floor(value) || fabs(value) > INT_MAX)) {
    *status = brn__reader_complain(r, "%s is %.15g, but must be a whole number", r->path, value);
    return false;
  }
  return true;
}

static BrnStatus read_number(BrnReader* r, const BrnField* field, void* record,
                             const json_t* json) {
  if (!json_is_number(json)) return brn__reader_wrong_kind(r, field, json);
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

static BrnStatus read_bool(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_boolean(json)) return brn__reader_wrong_kind(r, field, json);
  *(bool*)brn__member(field, record) = json_is_true(json);
  return BRN_OK;
}

// the number of a word among the choices; -1: it is none of them
static int index_of(const char* choices, const char* word) {
  int index = 0;
  for (const char* at = choices; *at; index++) {
    size_t length = strcspn(at, " ");
    if (length == strlen(word) && memcmp(at, word, length) == 0) return index;
    at += length + (at[length] == ' ');
  }
  return -1;
}

static BrnStatus wrong_word(BrnReader* r, const BrnField* field, const char* word) {
  return brn__reader_complain(r, "%s is \"%s\", but must be one of: %s%s", r->path,
                              brn__text_show(word).text, field->choices,
                              r->or_object ? "; or an object" : "");
}

static BrnStatus read_choice(BrnReader* r, const BrnField* field, void* record,
                             const json_t* json) {
  if (!json_is_string(json)) return brn__reader_wrong_kind(r, field, json);
  const char* word = json_string_value(json);
  int index = index_of(field->choices, word);
  if (index < 0) return wrong_word(r, field, word);
  *(int*)brn__member(field, record) = index;
  return BRN_OK;
}

static BrnStatus read_word(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_string(json)) return brn__reader_wrong_kind(r, field, json);
  bool known = index_of(field->choices, json_string_value(json)) >= 0;
  if (!known) return wrong_word(r, field, json_string_value(json));
  snprintf(brn__member(field, record), (size_t)field->width, "%s", json_string_value(json));
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- rows

// `width` numbers of a JSON list, or so many times the same one; false after a mistake
static bool good_row(BrnReader* r, const BrnField* field, const json_t* json, bool whole,
                     double* row, BrnStatus* status) {
  bool lone = field->type == BRN_FIELD_NUMBERS && (field->uniform || field->width == 1);
  // a number alone stands for a row of equal ones
  if (lone && json_is_number(json)) {
    for (int i = 0; i < field->width; i++) row[i] = json_number_value(json) + 0.0;
    return good_number(r, field, row[0], whole, status);
  }
  if (!json_is_array(json) || (lone && field->width == 1)) {
    *status = brn__reader_complain(r, "%s must be %s%d number%s, but is %s", r->path,
                                   field->width == 1 ? "" : "a list of ", field->width,
                                   field->width == 1 ? "" : "s", brn__json_kind(json));
    return false;
  }
  if (json_array_size(json) != (size_t)field->width) {
    *status = brn__reader_complain(r, "%s must be %d numbers, but has %zu", r->path, field->width,
                                   json_array_size(json));
    return false;
  }
  // the first numbers of a row, such as times, may have no range: `lead`
  bool good = true;
  for (int i = 0; i < field->width && good; i++) {
    const json_t* item = json_array_get(json, (size_t)i);
    BrnReaderPlace place = brn__reader_enter_item(r, (size_t)i);
    row[i] = json_number_value(item) + 0.0;
    if (!json_is_number(item)) {
      *status =
          brn__reader_complain(r, "%s must be a number, but is %s", r->path, brn__json_kind(item));
      good = false;
    } else if (i >= field->lead) {
      good = good_number(r, field, row[i], whole, status);
    }
    brn__reader_leave(r, place);
  }
  return good;
}

static BrnStatus read_vector(BrnReader* r, const BrnField* field, void* record,
                             const json_t* json) {
  double row[16];
  BRN_ASSERT(field->width <= 16);
  BrnStatus status;
  bool whole = field->type == BRN_FIELD_COUNTS;
  if (!json_is_array(json)) return brn__reader_wrong_kind(r, field, json);
  if (!good_row(r, field, json, whole, row, &status)) return status;
  for (int i = 0; i < field->width; i++) {
    if (whole)
      ((int*)brn__member(field, record))[i] = (int)row[i];
    else
      ((double*)brn__member(field, record))[i] = row[i];
  }
  return BRN_OK;
}

static BrnStatus check_row_count(BrnReader* r, const BrnField* field, size_t count) {
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
static BrnStatus fill_rows(BrnReader* r, const BrnField* field, const json_t* json, double* rows,
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
    BrnReaderPlace place = brn__reader_enter_item(r, i);
    *good = good_row(r, field, json_array_get(json, i), false, row, &status);
    brn__reader_leave(r, place);
  }
  return status;
}

static BrnStatus read_rows(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  bool lone = field->uniform && json_is_number(json), good;
  if (!json_is_array(json) && !lone) return brn__reader_wrong_kind(r, field, json);
  size_t count = lone ? 1 : json_array_size(json);
  BrnStatus status = check_row_count(r, field, count);
  if (status != BRN_OK) return brn__reader_mistake(r, status);
  if (count > INT_MAX) return brn__reader_complain(r, "%s has too many rows", r->path);
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

static BrnStatus read_ints(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_array(json)) return brn__reader_wrong_kind(r, field, json);
  size_t count = json_array_size(json);
  if (count > INT_MAX) return brn__reader_complain(r, "%s has too many numbers", r->path);
  if (count == 0) return BRN_OK;
  int* numbers = brn__new(r->ctx, count, int);
  if (!numbers) return BRN_NO_MEMORY;
  BrnStatus status = BRN_OK;
  bool good = true;
  for (size_t i = 0; i < count && good; i++) {
    const json_t* item = json_array_get(json, i);
    BrnReaderPlace place = brn__reader_enter_item(r, i);
    good = json_is_number(item);
    if (!good)
      status =
          brn__reader_complain(r, "%s must be a number, but is %s", r->path, brn__json_kind(item));
    good = good && good_number(r, field, json_number_value(item), true, &status);
    if (good) numbers[i] = (int)json_number_value(item);
    brn__reader_leave(r, place);
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

static BrnStatus read_text(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  if (!json_is_string(json)) return brn__reader_wrong_kind(r, field, json);
  const char* word = json_string_value(json);
  if (field->choices && index_of(field->choices, word) < 0) return wrong_word(r, field, word);
  char* text = brn__strdup(r->ctx, word);
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

static BrnStatus read_texts(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  bool lone = is_text(field, json);
  if (!json_is_array(json) && !lone) return brn__reader_wrong_kind(r, field, json);
  size_t count = lone ? 1 : json_array_size(json);
  if (count > INT_MAX) return brn__reader_complain(r, "%s has too many texts", r->path);
  if (count == 0 && field->required)
    return brn__reader_complain(r, "%s must not be empty", r->path);
  if (count == 0) return BRN_OK;
  char** texts = brn__new(r->ctx, count, char*);
  if (!texts) return BRN_NO_MEMORY;
  brn__block_set(field, record, texts);
  for (size_t i = 0; i < count; i++) {
    const json_t* item = lone ? json : json_array_get(json, i);
    if (!is_text(field, item)) {
      BrnReaderPlace place = brn__reader_enter_item(r, i);
      BrnStatus status =
          brn__reader_complain(r, "%s must be text%s, but is %s", r->path,
                               field->or_number ? " or a whole number" : "", brn__json_kind(item));
      brn__reader_leave(r, place);
      if (status == BRN_OK) brn__field_free(r->ctx, field, record);
      return status;
    }
    texts[i] = text_of(r->ctx, item);
    if (!texts[i]) return BRN_NO_MEMORY;
    *brn__member_count(field, record) = (int)i + 1;
  }
  return BRN_OK;
}

BrnStatus brn__read_value(BrnReader* r, const BrnField* field, void* record, const json_t* json) {
  switch (field->type) {
  case BRN_FIELD_DOUBLE:
  case BRN_FIELD_INT: return read_number(r, field, record, json);
  case BRN_FIELD_BOOL: return read_bool(r, field, record, json);
  case BRN_FIELD_CHOICE: return read_choice(r, field, record, json);
  case BRN_FIELD_WORD: return read_word(r, field, record, json);
  case BRN_FIELD_TEXT: return read_text(r, field, record, json);
  case BRN_FIELD_VECTOR:
  case BRN_FIELD_COUNTS: return read_vector(r, field, record, json);
  case BRN_FIELD_NUMBERS: return read_rows(r, field, record, json);
  case BRN_FIELD_INTS: return read_ints(r, field, record, json);
  default: return read_texts(r, field, record, json);
  }
}
