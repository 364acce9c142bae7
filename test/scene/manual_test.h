// SPDX-License-Identifier: Apache-2.0
//
// A record type as a table in Markdown: key, what it takes, default, meaning. Records link to
// sections of their names. So are the tables of docs/scene.md made.

#pragma once

#include "core/record_inline.h"
#include "core/record_open.h"

#include <stdio.h>

enum { CELL = 512 };

static bool is_length(const BrnField* field) {
  return field->unit && strcmp(field->unit, "m") == 0;
}

static void number_kind(const BrnField* field, const char* noun, char* cell) {
  char range[64];
  brn__field_range(field, range, sizeof range);
  bool named = is_length(field) || !field->unit;
  snprintf(cell, CELL, "%s%s%s%s%s", is_length(field) ? "length" : noun, named ? "" : ", ",
           named ? "" : field->unit, *range ? ", " : "", range);
}

static void vector_kind(const BrnField* field, char* cell) {
  if (field->turns && !field->extent) {
    snprintf(cell, CELL, "%s", is_length(field) ? "point" : "3 numbers along the axes");
    return;
  }
  char noun[32];
  snprintf(noun, sizeof noun, "%d%s numbers", field->width,
           field->type == BRN_FIELD_COUNTS ? " whole" : "");
  number_kind(field, noun, cell);
  if (is_length(field)) snprintf(cell, CELL, "%d lengths", field->width);
}

static void rows_kind(const BrnField* field, char* cell) {
  const char* one = field->uniform ? "number, or " : "";
  if (field->turns && is_length(field) && field->width == 3) {
    snprintf(cell, CELL, "list of points");
  } else {
    snprintf(cell, CELL, "%slist of rows of %d%s", one, field->width,
             field->uniform ? ", or of numbers" : "");
  }
}

static void choice_kind(const BrnField* field, char* cell) {
  size_t used = 0;
  cell[0] = 0;
  for (const char* at = field->choices; *at && used + 40 < CELL;) {
    int length = (int)strcspn(at, " ");
    used += (size_t)snprintf(cell + used, CELL - used, "%s`%.*s`", used ? ", " : "", length, at);
    at += length + (at[length] == ' ');
  }
  bool rows = field->type == BRN_FIELD_CHOICE && field->width > 0;
  if (rows) snprintf(cell + used, CELL - used, "; or list of rows of 2");
}

static void kind(const BrnField* field, char* cell);

static void record_kind(const BrnField* field, char* cell) {
  const BrnRecord* type = field->record;
  char brief[CELL] = "";
  if (type->shorthand) kind(brn__record_field(type, type->shorthand), brief);
  snprintf(cell, CELL, "%.200s%s[%s](#%s)", brief, *brief ? "; or " : "", type->name, type->name);
}

static void kind(const BrnField* field, char* cell) {
  switch (field->type) {
  case BRN_FIELD_DOUBLE: number_kind(field, "number", cell); break;
  case BRN_FIELD_INT: number_kind(field, "whole number", cell); break;
  case BRN_FIELD_BOOL: snprintf(cell, CELL, "`true`, `false`"); break;
  case BRN_FIELD_WORD:
  case BRN_FIELD_CHOICE: choice_kind(field, cell); break;
  case BRN_FIELD_TEXT:
    if (field->choices)
      choice_kind(field, cell);
    else
      snprintf(cell, CELL, "text");
    break;
  case BRN_FIELD_OPEN:
  case BRN_FIELD_INLINE: break; // see add_open(), add_inline()
  case BRN_FIELD_VECTOR:
  case BRN_FIELD_COUNTS: vector_kind(field, cell); break;
  case BRN_FIELD_NUMBERS: rows_kind(field, cell); break;
  case BRN_FIELD_INTS: snprintf(cell, CELL, "list of whole numbers"); break;
  case BRN_FIELD_TEXTS: snprintf(cell, CELL, "text, or list of texts"); break;
  case BRN_FIELD_RECORD:
  case BRN_FIELD_OPTION: record_kind(field, cell); break;
  case BRN_FIELD_LIST:
  case BRN_FIELD_MAP:
    snprintf(cell, CELL, "%s [%s](#%s)", field->type == BRN_FIELD_MAP ? "by name:" : "list of",
             field->record->name, field->record->name);
    break;
  }
}

// a record is written by its shorthand
static void value_text(const BrnField* field, const void* defaults, char* cell) {
  while (field->type == BRN_FIELD_RECORD && field->record->shorthand) {
    defaults = brn__const_member(field, defaults);
    field = brn__record_field(field->record, field->record->shorthand);
  }
  cell[0] = 0;
  bool plain = !brn__field_points(field) && field->type != BRN_FIELD_RECORD;
  if (!plain || brn__field_absent(field, defaults)) return;
  if (field->type == BRN_FIELD_VECTOR || field->type == BRN_FIELD_COUNTS) {
    size_t used = (size_t)snprintf(cell, CELL, "`[");
    for (int i = 0; i < field->width; i++) {
      const void* member = brn__const_member(field, defaults);
      bool whole = field->type == BRN_FIELD_COUNTS;
      double value = whole ? ((const int*)member)[i] : ((const double*)member)[i];
      used += (size_t)snprintf(cell + used, CELL - used, "%s%.10g", i ? ", " : "", value);
    }
    snprintf(cell + used, CELL - used, "]`");
  } else {
    char text[128];
    brn__field_text(field, defaults, text, sizeof text);
    bool quoted = field->type == BRN_FIELD_CHOICE || field->type == BRN_FIELD_WORD;
    snprintf(cell, CELL, "`%s%s%s`", quoted ? "\"" : "", text, quoted ? "\"" : "");
  }
}

static void default_text(const BrnRecord* type, const BrnField* field, const void* defaults,
                         char* cell) {
  bool decides = type->refine && field == type->fields;
  if (field->required || decides)
    snprintf(cell, CELL, "must be given");
  else if (field->fallback)
    snprintf(cell, CELL, "%s", field->fallback);
  else if (type->refine)
    snprintf(cell, CELL, "by `%s`", type->fields[0].name);
  else
    value_text(field, defaults, cell);
}

// what is between bars may have bars of its own
static void add_cell(BrnContext* ctx, BrnString* out, const char* text) {
  brn__string_text(ctx, out, " ");
  for (; *text; text++) {
    if (*text == '|') brn__string_text(ctx, out, "\\");
    brn__string_bytes(ctx, out, text, 1);
  }
  brn__string_text(ctx, out, " |");
}

static void add_cells(BrnContext* ctx, BrnString* out, const char* key, const char* takes,
                      const char* usual, const char* meaning) {
  char cell[CELL];
  snprintf(cell, CELL, "`%s`", key);
  brn__string_text(ctx, out, "|");
  add_cell(ctx, out, cell);
  add_cell(ctx, out, takes);
  add_cell(ctx, out, usual);
  add_cell(ctx, out, meaning);
  brn__string_text(ctx, out, "\n");
}

static void add_row(BrnContext* ctx, const BrnRecord* type, const BrnField* field,
                    const void* defaults, BrnString* out) {
  char takes[CELL], usual[CELL];
  kind(field, takes);
  default_text(type, field, defaults, usual);
  add_cells(ctx, out, field->name, takes, usual, field->help);
}

// ------------------------------------------------------------------------------------- open fields

// "`mooney_rivlin`, `teran_muscle`": who has a key without a group
static void owners_of(const BrnField* open, const char* key, char* cell) {
  BrnOpenGroup group;
  size_t used = 0;
  cell[0] = 0;
  for (int i = 0; open->group(i, &group) && used + 80 < CELL; i++) {
    for (const BrnField* field = group.fields; !group.name && field->name; field++) {
      if (strcmp(field->name, key) != 0) continue;
      used += (size_t)snprintf(cell + used, CELL - used, "%s`%s`", used ? ", " : "", group.owner);
    }
  }
}

static void add_group(BrnContext* ctx, const BrnOpenGroup* group, BrnString* out) {
  _Alignas(double) unsigned char defaults[BRN_OPEN_DEF_SIZE] = {0};
  char key[160], takes[CELL], usual[CELL];
  group->defaults(defaults);
  add_cells(ctx, out, group->name, "`true`, `false`; or an object", "as `like`", group->help);
  for (const BrnField* field = group->fields; field->name; field++) {
    snprintf(key, sizeof key, "%s.%s", group->name, field->name);
    kind(field, takes);
    value_text(field, defaults, usual);
    add_cells(ctx, out, key, takes, usual, field->help);
  }
}

static void add_open(BrnContext* ctx, const BrnRecord* type, const BrnField* open, BrnString* out) {
  BrnOpenGroup group;
  for (int i = 0; open->group(i, &group); i++) {
    if (group.name) {
      add_group(ctx, &group, out);
      continue;
    }
    for (const BrnField* field = group.fields; field->name; field++) {
      if (!brn__open_is_first(type, open, i, field)) continue;
      char takes[CELL], owners[CELL], meaning[2 * CELL];
      kind(field, takes);
      owners_of(open, field->name, owners);
      snprintf(meaning, sizeof meaning, "%s; for %s", field->help, owners);
      add_cells(ctx, out, field->name, takes, open->fallback, meaning);
    }
  }
}

static void add_inline(BrnContext* ctx, const BrnRecord* type, const BrnField* whole,
                       const void* defaults, BrnString* out) {
  BrnInlineWalk walk = {0};
  BrnField field;
  while (brn__inline_next(whole, &walk, &field)) add_row(ctx, type, &field, defaults, out);
}

static BrnStatus record_manual(BrnContext* ctx, const BrnRecord* type, BrnString* out) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  void* defaults = brn__scratch_take(ctx, 1, type->size);
  if (defaults) {
    brn__record_init(type, defaults);
    brn__string_printf(ctx, out, "<a id=\"%s\"></a>\n\n", type->name);
    brn__string_text(ctx, out, "| key | takes | default | meaning |\n|---|---|---|---|\n");
    for (const BrnField* field = type->fields; field->name; field++) {
      if (field->type == BRN_FIELD_OPEN)
        add_open(ctx, type, field, out);
      else if (field->type == BRN_FIELD_INLINE)
        add_inline(ctx, type, field, defaults, out);
      else
        add_row(ctx, type, field, defaults, out);
    }
  }
  brn__scratch_release(ctx, mark);
  return defaults ? out->status : BRN_NO_MEMORY;
}
