// SPDX-License-Identifier: Apache-2.0
//
// Fields of a def: found by name, with the nearest spelling of a wrong one; set from text; checked
// against their ranges; and as text again.

#include "core/fields.h"

#include "core/decimal.h"
#include "core/json.h"
#include "core/record_inline.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 64 };

// -------------------------------------------------------------------------------- spelling

static int min3(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

// letters to add, drop or change to get from one word to the other (Levenshtein 1966)
static int edit_distance(const char* a, size_t a_length, const char* b, size_t b_length) {
  int row[NAME_SIZE + 1];
  if (a_length > NAME_SIZE || b_length > NAME_SIZE) return INT_MAX;
  for (size_t j = 0; j <= b_length; j++) row[j] = (int)j;
  for (size_t i = 1; i <= a_length; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= b_length; j++) {
      int changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = min3(row[j] + 1, row[j - 1] + 1, changed);
    }
  }
  return row[b_length];
}

int brn__spelling_distance(const char* word, const char* candidate, size_t length) {
  size_t own = strlen(word), longer = length > own ? length : own;
  int distance = edit_distance(word, own, candidate, length);
  bool near = distance <= 1 + (int)own / 3;            // one slip in three letters
  bool left = length > 0 && (size_t)distance < longer; // something of it is left
  return near && left ? distance : INT_MAX;
}

const char* brn__nearest_spelling(const char* word, const char* candidates, char* out,
                                  size_t size) {
  int best = INT_MAX;
  for (const char* at = candidates; *at;) {
    size_t length = strcspn(at, " ");
    int distance = brn__spelling_distance(word, at, length);
    if (distance < best && length < size) {
      best = distance;
      memcpy(out, at, length);
      out[length] = 0;
    }
    at += length + (at[length] == ' ');
  }
  return best < INT_MAX ? out : NULL;
}

static void list_names(const BrnField* fields, char* text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (; fields->name; fields++) {
    int wrote = snprintf(text + used, size - used, "%s%s", used ? " " : "", fields->name);
    if (wrote < 0 || (size_t)wrote >= size - used) return;
    used += (size_t)wrote;
  }
}

static BrnStatus fail_unknown(BrnContext* ctx, const BrnField* fields, const char* name) {
  char names[1024], nearest[NAME_SIZE];
  list_names(fields, names, sizeof names);
  if (brn__nearest_spelling(name, names, nearest, sizeof nearest)) {
    return brn__fail(ctx, BRN_INVALID, "there is no \"%s\"; did you mean \"%s\"?", name, nearest);
  }
  return brn__fail(ctx, BRN_INVALID, "there is no \"%s\"; there are: %s", name, names);
}

// -------------------------------------------------------------------------------- finding, setting

static bool same_name(const char* a, const char* b) {
  for (; *a && *b; a++, b++) {
    if ((*a == '-' ? '_' : *a) != (*b == '-' ? '_' : *b)) return false;
  }
  return *a == *b;
}

const BrnField* brn__field_find(const BrnField* fields, const char* name) {
  for (; fields->name; fields++) {
    if (same_name(fields->name, name)) return fields;
  }
  return NULL;
}

static void* address(const BrnField* field, void* def) { return (char*)def + field->offset; }
static const void* const_address(const BrnField* field, const void* def) {
  return (const char*)def + field->offset;
}

static double number_of(const BrnField* field, const void* def) {
  if (field->type == BRN_FIELD_DOUBLE) return *(const double*)const_address(field, def);
  if (field->type == BRN_FIELD_BOOL) return *(const bool*)const_address(field, def);
  return *(const int*)const_address(field, def);
}

static int choice_count(const char* choices) {
  int count = 0;
  for (const char* at = choices; *at; count++) at += strcspn(at, " "), at += strspn(at, " ");
  return count;
}

static BrnStatus check_range(BrnContext* ctx, const BrnField* field, double value) {
  if (field->type == BRN_FIELD_BOOL) return BRN_OK;
  if (field->type == BRN_FIELD_CHOICE) {
    if (value >= 0 && value < choice_count(field->choices)) return BRN_OK;
    return brn__fail(ctx, BRN_INVALID, "%s is %g, but must be the number, from 0, of one of: %s",
                     field->name, value, field->choices);
  }
  if (value >= field->low && value <= field->high) return BRN_OK;
  const char* unit = field->unit ? field->unit : "";
  return brn__fail(ctx, BRN_INVALID, "%s is %.15g, which is not between %.10g and %.10g%s%s",
                   field->name, value, field->low, field->high, *unit ? " " : "", unit);
}

static BrnStatus set_number(BrnContext* ctx, const BrnField* field, void* def, double value) {
  BRN_TRY(check_range(ctx, field, value));
  if (field->type == BRN_FIELD_DOUBLE) {
    *(double*)address(field, def) = value;
  } else {
    if (value != floor(value)) {
      return brn__fail(ctx, BRN_INVALID, "%s is %g, but must be a whole number", field->name,
                       value);
    }
    *(int*)address(field, def) = (int)value;
  }
  return BRN_OK;
}

static BrnStatus set_choice(BrnContext* ctx, const BrnField* field, void* def, const char* text) {
  int index = 0;
  for (const char* at = field->choices; *at; index++) {
    size_t length = strcspn(at, " ");
    if (length == strlen(text) && strncmp(at, text, length) == 0) {
      *(int*)address(field, def) = index;
      return BRN_OK;
    }
    at += length + (at[length] == ' ');
  }
  return brn__fail(ctx, BRN_INVALID, "%s is \"%s\", but must be one of: %s", field->name, text,
                   field->choices);
}

static BrnStatus set_bool(BrnContext* ctx, const BrnField* field, void* def, const char* text) {
  bool yes = strcmp(text, "true") == 0 || strcmp(text, "yes") == 0 || strcmp(text, "1") == 0;
  bool no = strcmp(text, "false") == 0 || strcmp(text, "no") == 0 || strcmp(text, "0") == 0;
  if (!yes && !no) {
    return brn__fail(ctx, BRN_INVALID, "%s is \"%s\", but must be true or false", field->name,
                     text);
  }
  *(bool*)address(field, def) = yes;
  return BRN_OK;
}

BrnStatus brn__field_set(BrnContext* ctx, const BrnField* fields, void* def, const char* name,
                         const char* text) {
  const BrnField* field = brn__field_find(fields, name);
  if (!field) return fail_unknown(ctx, fields, name);
  if (field->type == BRN_FIELD_CHOICE) return set_choice(ctx, field, def, text);
  if (field->type == BRN_FIELD_BOOL) return set_bool(ctx, field, def, text);
  double value;
  if (!brn__double_parse(text, strlen(text), &value) || !isfinite(value)) {
    return brn__fail(ctx, BRN_INVALID, "%s is \"%s\", but must be a number", field->name, text);
  }
  return set_number(ctx, field, def, value);
}

// ------------------------------------------------------------------------------------------- JSON

static bool in_list(const char* list, const char* word) {
  size_t length = strlen(word);
  for (const char* at = list; at && *at;) {
    size_t item = strcspn(at, " ");
    if (item == length && strncmp(at, word, length) == 0) return true;
    at += item + (at[item] == ' ');
  }
  return false;
}

static BrnStatus set_from_json(BrnContext* ctx, const BrnField* fields, void* def, const char* name,
                               const json_t* value) {
  const BrnField* field = brn__field_find(fields, name);
  if (!field) return fail_unknown(ctx, fields, name);
  if (json_is_string(value) && field->type == BRN_FIELD_CHOICE) {
    return set_choice(ctx, field, def, json_string_value(value));
  }
  if (json_is_boolean(value) && field->type == BRN_FIELD_BOOL) {
    *(bool*)address(field, def) = json_is_true(value);
    return BRN_OK;
  }
  bool wants_number = field->type == BRN_FIELD_DOUBLE || field->type == BRN_FIELD_INT;
  if (json_is_number(value) && wants_number) {
    return set_number(ctx, field, def, json_number_value(value));
  }
  static const char* const wanted[] = {"a number", "a number", "true or false", "a word"};
  return brn__fail(ctx, BRN_INVALID, "%s must be %s", field->name, wanted[field->type]);
}

BrnStatus brn__fields_from_json(BrnContext* ctx, const BrnField* fields, void* def,
                                const BrnJson* json, const char* pointer, const char* skip) {
  json_t* object = brn__json_at(json, pointer);
  if (!json_is_object(object)) {
    return brn__json_fail(ctx, BRN_INVALID, json, pointer, "expected an object { ... }");
  }
  for (void* at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    const char* key = json_object_iter_key(at);
    if (in_list(skip, key)) continue;
    BrnStatus status = set_from_json(ctx, fields, def, key, json_object_iter_value(at));
    if (status == BRN_OK) continue;
    char place[1024];
    snprintf(place, sizeof place, "%s", pointer);
    brn__json_step(place, sizeof place, key);
    return brn__json_fail(ctx, status, json, place, "%s", brn_last_error(ctx));
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------- checking, text

static BrnStatus check_word(BrnContext* ctx, const BrnField* field, const char* word) {
  bool ends = memchr(word, 0, (size_t)field->width) != NULL;
  if (ends && in_list(field->choices, word)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "%s is \"%.*s\", but must be one of: %s", field->name,
                   field->width, word, field->choices);
}

BrnStatus brn__fields_check(BrnContext* ctx, const BrnField* fields, const void* def) {
  for (; fields->name; fields++) {
    BrnField field = *fields;
    BrnInlineWalk walk = {0};
    if (field.type == BRN_FIELD_WORD) {
      BRN_TRY(check_word(ctx, fields, brn__const_member(fields, def)));
    } else if (field.type == BRN_FIELD_INLINE) {
      while (brn__inline_next(fields, &walk, &field)) {
        BRN_TRY(check_range(ctx, &field, number_of(&field, def)));
      }
    } else {
      BRN_TRY(check_range(ctx, fields, number_of(fields, def)));
    }
  }
  return BRN_OK;
}

void brn__field_text(const BrnField* field, const void* def, char* text, size_t size) {
  if (field->type == BRN_FIELD_WORD) {
    snprintf(text, size, "%.*s", field->width, (const char*)const_address(field, def));
    return;
  }
  double value = number_of(field, def);
  if (field->type == BRN_FIELD_BOOL) {
    snprintf(text, size, "%s", value != 0 ? "true" : "false");
  } else if (field->type == BRN_FIELD_CHOICE) {
    const char* at = field->choices;
    for (int i = 0; i < (int)value && *at; i++) {
      size_t length = strcspn(at, " ");
      at += length + (at[length] == ' ');
    }
    snprintf(text, size, "%.*s", (int)strcspn(at, " "), at);
  } else {
    char number[BRN_DECIMAL_SIZE];
    snprintf(text, size, "%.*s", (int)brn__double_print(value, number), number);
  }
}
