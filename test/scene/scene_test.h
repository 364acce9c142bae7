// SPDX-License-Identifier: Apache-2.0
//
// Records filled by their tables: a key that is added to a table is tested without a word here.

#pragma once

#include "core/decimal.h"
#include "core/record_inline.h"
#include "core/record_open.h"
#include "scene/tables.h"
#include "test.h"

typedef struct Filler {
  BrnContext* ctx;
  int count; // of values so far, so that no two are alike
} Filler;

static inline void fill_record(Filler* f, const BrnRecord* type, void* record);

static inline char* fill_text(Filler* f) {
  char text[32];
  snprintf(text, sizeof text, "text %d", f->count++);
  char* own = brn__strdup(f->ctx, text);
  ENSURE(own);
  return own;
}

/// In the range of the field, and most likely not the default.
static inline double fill_number(Filler* f, const BrnField* field, bool whole) {
  double low = field->low, high = field->high, step = f->count++ % 7 + 1;
  if (low == 0 && high == 0) low = -INFINITY, high = INFINITY;
  double value = isfinite(low) && isfinite(high) ? low + (high - low) * step / 9
                                                 : (isfinite(low) ? low : 0) + step * 0.7;
  if (whole) value = floor(value);
  return value < low ? low : value;
}

static inline void* fill_block(Filler* f, size_t count, size_t size) {
  void* block = brn__alloc_zero(f->ctx, count, size);
  ENSURE(block);
  return block;
}

static inline void fill_items(Filler* f, const BrnField* field, void* record, int count) {
  char* items = fill_block(f, (size_t)count, field->record->size);
  brn__block_set(field, record, items);
  if (brn__field_counted(field)) *brn__member_count(field, record) = count;
  for (int i = 0; i < count; i++) {
    void* item = items + field->record->size * (size_t)i;
    brn__record_init(field->record, item);
    if (field->type == BRN_FIELD_MAP) *(char**)item = fill_text(f);
    fill_record(f, field->record, item);
  }
}

static inline void fill_numbers(Filler* f, const BrnField* field, void* record) {
  int count = field->least_rows > 2 ? field->least_rows : 2;
  double* row = fill_block(f, (size_t)(count * field->width), sizeof *row);
  for (int i = 0; i < count * field->width; i++) row[i] = fill_number(f, field, false);
  brn__block_set(field, record, row);
  *brn__member_count(field, record) = count;
}

static inline void fill_list(Filler* f, const BrnField* field, void* record) {
  bool texts = field->type == BRN_FIELD_TEXTS;
  void* block = fill_block(f, 2, texts ? sizeof(char*) : sizeof(int));
  for (int i = 0; i < 2; i++) {
    if (texts)
      ((char**)block)[i] = fill_text(f);
    else
      ((int*)block)[i] = (int)fill_number(f, field, true);
  }
  brn__block_set(field, record, block);
  *brn__member_count(field, record) = 2;
}

/// The second of the words.
static inline char* fill_word(Filler* f, const BrnField* field) {
  const char* at = field->choices + strcspn(field->choices, " ") + 1;
  char* own = brn__strndup(f->ctx, at, strcspn(at, " "));
  ENSURE(own);
  return own;
}

static inline void fill_parameter(Filler* f, const BrnField* open, void* record,
                                  const BrnOpenKey* key) {
  char text[80];
  BrnParameter p = {0};
  const BrnField* field = key->field;
  const char* group = key->group.name;
  snprintf(text, sizeof text, "%s%s%s", group ? group : "", group ? "." : "", field->name);
  p.key = brn__strdup(f->ctx, text);
  if (field->type == BRN_FIELD_CHOICE && field->width > 0) {
    p.row_count = 2;
    p.row = fill_block(f, 4, sizeof *p.row);
    for (int i = 0; i < 4; i++) p.row[i] = f->count++;
  } else if (field->type == BRN_FIELD_CHOICE) {
    p.text = fill_word(f, field);
  } else {
    text[brn__double_print(fill_number(f, field, false), text)] = 0;
    p.text = brn__strdup(f->ctx, field->type == BRN_FIELD_BOOL ? "true" : text);
  }
  ENSURE_OK(f->ctx, brn__open_put(f->ctx, open, record, key, &p));
}

/// Every key of every group.
static inline void fill_open(Filler* f, const BrnField* open, void* record) {
  BrnOpenGroup group;
  for (int i = 0; open->group(i, &group); i++) {
    for (const BrnField* field = group.fields; field->name; field++) {
      BrnOpenKey key;
      ENSURE(brn__open_find(open, group.name, field->name, &key));
      bool own = strcmp(field->name, "young") == 0 || strcmp(field->name, "poisson") == 0;
      if (key.field == field && !own) fill_parameter(f, open, record, &key);
    }
  }
}

static inline void fill_field(Filler* f, const BrnField* field, void* record);

static inline void fill_inline(Filler* f, const BrnField* whole, void* record) {
  BrnInlineWalk walk = {0};
  BrnField field;
  while (brn__inline_next(whole, &walk, &field)) fill_field(f, &field, record);
}

static inline void fill_field(Filler* f, const BrnField* field, void* record) {
  void* member = brn__member(field, record);
  switch (field->type) {
  case BRN_FIELD_DOUBLE:
    for (double usual = *(double*)member; *(double*)member == usual || isnan(*(double*)member);) {
      *(double*)member = fill_number(f, field, false);
      if (field->low == field->high && field->high != 0) break;
    }
    break;
  case BRN_FIELD_INT:
    for (int usual = *(int*)member; *(int*)member == usual;) {
      *(int*)member = (int)fill_number(f, field, true);
      if (field->low == field->high) break;
    }
    break;
  case BRN_FIELD_BOOL: *(bool*)member = !*(bool*)member; break;
  case BRN_FIELD_CHOICE: *(int*)member = *(int*)member == 0 ? 1 : 0; break;
  case BRN_FIELD_TEXT:
    brn__block_set(field, record, field->choices ? fill_word(f, field) : fill_text(f));
    break;
  case BRN_FIELD_VECTOR:
    for (int i = 0; i < field->width; i++) ((double*)member)[i] = fill_number(f, field, false);
    break;
  case BRN_FIELD_COUNTS:
    for (int i = 0; i < field->width; i++) ((int*)member)[i] = (int)fill_number(f, field, true);
    break;
  case BRN_FIELD_NUMBERS: fill_numbers(f, field, record); break;
  case BRN_FIELD_INTS:
  case BRN_FIELD_TEXTS: fill_list(f, field, record); break;
  case BRN_FIELD_RECORD: fill_record(f, field->record, member); break;
  case BRN_FIELD_OPTION: fill_items(f, field, record, 1); break;
  case BRN_FIELD_LIST:
  case BRN_FIELD_MAP: fill_items(f, field, record, 2); break;
  case BRN_FIELD_OPEN: fill_open(f, field, record); break;
  case BRN_FIELD_WORD: {
    char* word = fill_word(f, field);
    snprintf(member, (size_t)field->width, "%s", word);
    brn__free(f->ctx, word);
    break;
  }
  case BRN_FIELD_INLINE: fill_inline(f, field, record); break;
  }
}

/// Gives every member of an initialised record another value than its default.
static inline void fill_record(Filler* f, const BrnRecord* type, void* record) {
  for (const BrnField* field = type->fields; field->name; field++) {
    if (type->refine && field == type->fields + 1) type->refine(record);
    fill_field(f, field, record);
  }
}

/// A scene that uses every key of every table.
static inline BrnScene* whole_scene(BrnContext* ctx) {
  BrnScene* scene;
  ENSURE_OK(ctx, brn_scene_create(ctx, &scene));
  Filler filler = {.ctx = ctx};
  fill_record(&filler, &brn__scene_record, scene);
  return scene;
}

static inline BrnScene* parse_scene(BrnContext* ctx, const char* text) {
  BrnScene* scene;
  ENSURE_OK(ctx, brn_scene_parse(ctx, text, strlen(text), "arm/scene.json", &scene));
  return scene;
}
