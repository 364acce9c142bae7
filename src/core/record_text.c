// SPDX-License-Identifier: Apache-2.0
//
// What is said about records: ranges, kinds, names.

#include "core/record_inline.h"
#include "core/record_open.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

// ------------------------------------------------------------------------------ ranges and kinds

static bool has_range(const BrnField* field) { return field->low != 0 || field->high != 0; }

bool brn__field_in_range(const BrnField* field, double value) {
  return !has_range(field) || (value >= field->low && value <= field->high);
}

void brn__field_range(const BrnField* field, char* text, size_t size) {
  bool low = isfinite(field->low), high = isfinite(field->high);
  text[0] = 0;
  if (!has_range(field)) return;
  if (field->low == field->high) {
    snprintf(text, size, "%.10g", field->low);
  } else if (low && high) {
    snprintf(text, size, "from %.10g to %.10g", field->low, field->high);
  } else if (low && field->low == BRN_ABOVE_ZERO) {
    snprintf(text, size, "more than 0");
  } else if (low) {
    snprintf(text, size, "at least %.10g", field->low);
  } else if (high) {
    snprintf(text, size, "at most %.10g", field->high);
  }
}

static const char* plain_kind(const BrnField* field) {
  switch (field->type) {
  case BRN_FIELD_DOUBLE: return "a number";
  case BRN_FIELD_INT: return "a whole number";
  case BRN_FIELD_BOOL: return "true or false";
  case BRN_FIELD_TEXT: return "text";
  case BRN_FIELD_INTS: return "a list of whole numbers";
  case BRN_FIELD_TEXTS: return "text or a list of texts";
  case BRN_FIELD_LIST: return "a list";
  default: return "an object";
  }
}

void brn__field_wanted(const BrnField* field, char* text, size_t size) {
  bool word = field->type == BRN_FIELD_TEXT || field->type == BRN_FIELD_WORD;
  if (word && field->choices) {
    snprintf(text, size, "one of: %s", field->choices);
    return;
  }
  bool brief = field->record && field->record->shorthand;
  switch (field->type) {
  case BRN_FIELD_CHOICE:
    snprintf(text, size, "one of: %s%s", field->choices,
             field->width > 0 ? ", or a list of rows of 2 numbers" : "");
    return;
  case BRN_FIELD_VECTOR: snprintf(text, size, "a list of %d numbers", field->width); return;
  case BRN_FIELD_COUNTS: snprintf(text, size, "a list of %d whole numbers", field->width); return;
  case BRN_FIELD_NUMBERS:
    snprintf(text, size, "a list of rows of %d numbers", field->width);
    return;
  default: break;
  }
  if (brief && (field->type == BRN_FIELD_RECORD || field->type == BRN_FIELD_OPTION)) {
    brn__field_wanted(brn__record_field(field->record, field->record->shorthand), text, size);
    size_t used = strlen(text);
    snprintf(text + used, size - used, " or an object");
    return;
  }
  snprintf(text, size, "%s", plain_kind(field));
}

// ------------------------------------------------------------------------------------------ names

const char* brn__name_flaw(const char* name) {
  size_t length = strlen(name);
  if (length == 0) return "it is empty";
  if (length > BRN_NAME_LENGTH) return "it is longer than 63 bytes";
  if (name[0] == ' ' || name[length - 1] == ' ') return "it begins or ends with a blank";
  for (const char* at = name; *at; at++) {
    if (*at == '.' || *at == '/') return "'.' and '/' separate the steps of a path";
    if ((unsigned char)*at < 0x20 || *at == 0x7f) return "it has a control character";
  }
  return NULL;
}

BrnShownText brn__text_show(const char* text) {
  BrnShownText shown;
  size_t length = strlen(text), most = sizeof shown.text - 4;
  bool cut = length > most;
  if (cut) length = most;
  while (cut && length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
    length--; // whole letters
  for (size_t i = 0; i < length; i++) {
    bool control = (unsigned char)text[i] < 0x20 || text[i] == 0x7f;
    shown.text[i] = control ? '?' : text[i];
  }
  memcpy(shown.text + length, cut ? "..." : "", cut ? 4 : 1);
  return shown;
}

// A list of names, and the one that is nearest to a word.
typedef struct Names {
  const char* word;
  const char* nearest;
  int distance;
  char list[640];
  size_t used;
  bool full;
} Names;

static void add_name(Names* names, const char* name) {
  int distance = brn__spelling_distance(names->word, name, strlen(name));
  if (distance < names->distance) names->distance = distance, names->nearest = name;
  size_t left = sizeof names->list - names->used;
  if (names->full || strlen(name) + 6 > left) {
    if (!names->full) names->used += (size_t)snprintf(names->list + names->used, left, ", ...");
    names->full = true;
    return;
  }
  int wrote = snprintf(names->list + names->used, left, "%s%s", names->used ? ", " : "", name);
  names->used += (size_t)wrote;
}

static BrnStatus fail_unknown(BrnContext* ctx, const Names* names, const char* where) {
  BrnShownText word = brn__text_show(names->word);
  if (names->nearest) {
    return brn__fail(ctx, BRN_INVALID, "there is no \"%s\" in %s; did you mean \"%s\"?", word.text,
                     where, names->nearest);
  }
  return brn__fail(ctx, BRN_INVALID, "there is no \"%s\" in %s; there %s%s", word.text, where,
                   names->used ? "are: " : "is nothing", names->list);
}

static void add_open_names(Names* names, const BrnRecord* type, const BrnField* open) {
  BrnOpenGroup group;
  for (int i = 0; open->group(i, &group); i++) {
    if (group.name) {
      add_name(names, group.name);
      continue;
    }
    for (const BrnField* field = group.fields; field->name; field++) {
      if (brn__open_is_first(type, open, i, field)) add_name(names, field->name);
    }
  }
}

static void add_inline_names(Names* names, const BrnField* whole) {
  BrnInlineWalk walk = {0};
  BrnField field;
  while (brn__inline_next(whole, &walk, &field)) add_name(names, field.name);
}

BrnStatus brn__fail_unknown_group_key(BrnContext* ctx, const BrnOpenGroup* group, const char* key,
                                      const char* where) {
  Names names = {.word = key, .distance = INT_MAX};
  for (const BrnField* field = group->fields; field->name; field++) add_name(&names, field->name);
  return fail_unknown(ctx, &names, where);
}

BrnStatus brn__fail_unknown_key(BrnContext* ctx, const BrnRecord* type, const char* key,
                                const char* where) {
  Names names = {.word = key, .distance = INT_MAX};
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->type == BRN_FIELD_OPEN) {
      add_open_names(&names, type, field);
    } else if (field->type == BRN_FIELD_INLINE) {
      add_inline_names(&names, field);
    } else {
      add_name(&names, field->name);
    }
  }
  char whole[64];
  snprintf(whole, sizeof whole, "the %s", type->name);
  return fail_unknown(ctx, &names, *where ? where : whole);
}

BrnStatus brn__fail_unknown_name(BrnContext* ctx, const BrnField* map, const void* record,
                                 const char* name, const char* where) {
  Names names = {.word = name, .distance = INT_MAX};
  const char* items = brn__block(map, record);
  for (int i = 0; i < brn__const_member_count(map, record); i++) {
    add_name(&names, *(char* const*)(items + map->record->size * (size_t)i));
  }
  return fail_unknown(ctx, &names, where);
}

// ------------------------------------------------------------------------------------------ types

static int add_types(const BrnRecord* type, const BrnRecord** out, int count, int most) {
  for (int i = 0; i < count; i++) {
    if (out[i] == type) return count;
  }
  if (count == most) return count;
  out[count++] = type;
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->record && field->type != BRN_FIELD_OPEN)
      count = add_types(field->record, out, count, most);
  }
  return count;
}

int brn__record_types(const BrnRecord* type, const BrnRecord** out, int most) {
  return add_types(type, out, 0, most);
}
