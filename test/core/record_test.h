// SPDX-License-Identifier: Apache-2.0
//
// A record type with a field of every kind.

#pragma once

#include "core/record_open.h"
#include "test.h"

typedef struct Leaf {
  double size;
  char* mark;
} Leaf;

typedef struct Kind {
  int kind;
  double width, height;
} Kind;

typedef struct Thing {
  char* name;
  double length, ratio, free;
  int count;
  bool on;
  int word;
  char* text;
  double point[3], half[3];
  int grid[2];
  double *row, *width, *flat;
  int row_count, width_count, flat_count;
  int* index;
  int index_count;
  char **part, **label;
  int part_count, label_count;
  Leaf leaf;
  Leaf* option;
  Kind* kind;
  Leaf* list;
  int list_count;
  struct Entry* map;
  int map_count;
  BrnParameter* other;
  int other_count;
} Thing;

typedef struct Entry {
  char* name;
  double weight;
  Leaf* leaf;
} Entry;

static void leaf_defaults(void* record) { ((Leaf*)record)->size = NAN; }

static const BrnField leaf_fields[] = {
    {"size", BRN_FIELD_DOUBLE, offsetof(Leaf, size), 0, INFINITY, .unit = "m", .help = "its size"},
    {"mark", BRN_FIELD_TEXT, offsetof(Leaf, mark), .help = "a mark"},
    {0},
};

static const BrnRecord leaf_record = {
    .name = "leaf",
    .help = "A leaf",
    .size = sizeof(Leaf),
    .fields = leaf_fields,
    .defaults = leaf_defaults,
    .shorthand = "size",
};

static void kind_defaults(void* record) { *(Kind*)record = (Kind){0, 1, 2}; }
static void kind_refine(void* record) {
  Kind* kind = record;
  kind->width = kind->kind == 1 ? 10 : 1;
}

static const BrnField kind_fields[] = {
    {"kind", BRN_FIELD_CHOICE, offsetof(Kind, kind), .choices = "small large", .help = "which"},
    {"width", BRN_FIELD_DOUBLE, offsetof(Kind, width), .help = "how wide"},
    {"height", BRN_FIELD_DOUBLE, offsetof(Kind, height), .help = "how high"},
    {0},
};

static const BrnRecord kind_record = {
    .name = "kind",
    .help = "Defaults by kind",
    .size = sizeof(Kind),
    .fields = kind_fields,
    .defaults = kind_defaults,
    .refine = kind_refine,
    .shorthand = "kind",
};

static void entry_defaults(void* record) { ((Entry*)record)->weight = NAN; }

static const BrnField entry_fields[] = {
    {"weight", BRN_FIELD_DOUBLE, offsetof(Entry, weight), .required = true, .help = "its weight"},
    {"leaf", BRN_FIELD_OPTION, offsetof(Entry, leaf), .record = &leaf_record, .help = "its leaf"},
    {0},
};

static const BrnRecord entry_record = {
    .name = "entry",
    .help = "An entry",
    .size = sizeof(Entry),
    .fields = entry_fields,
    .defaults = entry_defaults,
};

// keys of two makes of thing, and of a motor that goes with both
typedef struct Motor {
  double power;
  int curve;
  bool loud;
} Motor;

static const BrnField car_fields[] = {
    {"speed", BRN_FIELD_DOUBLE, 0, 0, 10, .unit = "m/s", .help = "how fast"},
    {"ratio", BRN_FIELD_DOUBLE, 0, 0, 1, .help = "the thing's own goes before"},
    {"gear", BRN_FIELD_CHOICE, 0, .choices = "low high", .help = "which gear"},
    {0},
};
static const BrnField ship_fields[] = {
    {"speed", BRN_FIELD_DOUBLE, 0, 0, 20, .help = "the car's goes before"},
    {"sails", BRN_FIELD_INT, 0, 1, 5, .help = "how many"},
    {0},
};
static const BrnField motor_fields[] = {
    {"power", BRN_FIELD_DOUBLE, offsetof(Motor, power), 0, 1e6, .unit = "W", .help = "how strong"},
    {"curve", BRN_FIELD_CHOICE, offsetof(Motor, curve), .choices = "flat steep table", .width = 2,
     .help = "power by speed"},
    {"loud", BRN_FIELD_BOOL, offsetof(Motor, loud), .help = "is it loud"},
    {0},
};

static void no_defaults(void* def) { (void)def; }
static void motor_defaults(void* def) { *(Motor*)def = (Motor){5, 1, false}; }

static bool thing_group(int index, BrnOpenGroup* out) {
  static const BrnOpenGroup groups[] = {
      {NULL, "car", "a car", car_fields, no_defaults},
      {NULL, "ship", "a ship", ship_fields, no_defaults},
      {"motor", "motor", "a motor", motor_fields, motor_defaults},
  };
  if (index >= 3) return false;
  *out = groups[index];
  return true;
}

static void thing_defaults(void* record) {
  Thing* thing = record;
  thing->length = 1;
  thing->free = NAN;
  thing->count = 3;
  thing->leaf.size = 7; // not what the type says
  for (int i = 0; i < 3; i++) thing->point[i] = NAN;
}

#define COUNTED(member) .offset = offsetof(Thing, member), .count = offsetof(Thing, member##_count)

static const BrnField thing_fields[] = {
    {"length", BRN_FIELD_DOUBLE, offsetof(Thing, length), BRN_ABOVE_ZERO, INFINITY, .unit = "m",
     .help = "how long"},
    {"ratio", BRN_FIELD_DOUBLE, offsetof(Thing, ratio), 0, 1, .help = "a share"},
    {"free", BRN_FIELD_DOUBLE, offsetof(Thing, free), .fallback = "none", .help = "any number"},
    {"count", BRN_FIELD_INT, offsetof(Thing, count), 1, 9, .help = "how many"},
    {"on", BRN_FIELD_BOOL, offsetof(Thing, on), .help = "is it on"},
    {"word", BRN_FIELD_CHOICE, offsetof(Thing, word), .choices = "red green blue", .help = "hue"},
    {"text", BRN_FIELD_TEXT, offsetof(Thing, text), .help = "a text | or none"},
    {"point", BRN_FIELD_VECTOR, offsetof(Thing, point), .width = 3, .unit = "m", .turns = true,
     .help = "a place"},
    {"half", BRN_FIELD_VECTOR, offsetof(Thing, half), 0, INFINITY, .width = 3, .unit = "m",
     .turns = true, .extent = true, .help = "a block"},
    {"grid", BRN_FIELD_COUNTS, offsetof(Thing, grid), 0, 8, .width = 2, .help = "cells"},
    {.name = "rows",
     .type = BRN_FIELD_NUMBERS,
     COUNTED(row),
     .width = 4,
     .lead = 1,
     .low = -5,
     .high = 5,
     .unit = "m",
     .turns = true,
     .least_rows = 1,
     .most_rows = 3,
     .help = "rows"},
    {.name = "widths",
     .type = BRN_FIELD_NUMBERS,
     COUNTED(width),
     .width = 2,
     .uniform = true,
     .low = BRN_ABOVE_ZERO,
     .high = INFINITY,
     .unit = "m",
     .help = "widths"},
    {.name = "flat", .type = BRN_FIELD_NUMBERS, COUNTED(flat), .width = 1, .help = "numbers"},
    {.name = "indices",
     .type = BRN_FIELD_INTS,
     COUNTED(index),
     .low = 0,
     .high = INT32_MAX,
     .help = "indices"},
    {.name = "parts", .type = BRN_FIELD_TEXTS, COUNTED(part), .help = "parts"},
    {.name = "labels",
     .type = BRN_FIELD_TEXTS,
     COUNTED(label),
     .or_number = true,
     .help = "labels"},
    {"leaf", BRN_FIELD_RECORD, offsetof(Thing, leaf), .record = &leaf_record, .help = "a leaf"},
    {"option", BRN_FIELD_OPTION, offsetof(Thing, option), .record = &leaf_record,
     .help = "maybe a leaf"},
    {"kind", BRN_FIELD_OPTION, offsetof(Thing, kind), .record = &kind_record, .help = "a kind"},
    {.name = "list",
     .type = BRN_FIELD_LIST,
     COUNTED(list),
     .record = &leaf_record,
     .help = "leaves"},
    {.name = "map",
     .type = BRN_FIELD_MAP,
     COUNTED(map),
     .record = &entry_record,
     .help = "entries"},
    {.name = "others",
     .type = BRN_FIELD_OPEN,
     COUNTED(other),
     .record = &brn__parameter_record,
     .group = thing_group,
     .fallback = "by the make",
     .help = "of makes"},
    {0},
};

static const BrnRecord thing_record = {
    .name = "thing",
    .help = "A thing",
    .size = sizeof(Thing),
    .fields = thing_fields,
    .defaults = thing_defaults,
};

static const char whole_text[] =
    "{\n"
    "  \"length\": 2,\n"
    "  \"ratio\": 0.5,\n"
    "  \"free\": -3,\n"
    "  \"count\": 4,\n"
    "  \"on\": true,\n"
    "  \"word\": \"blue\",\n"
    "  \"text\": \"say \\\"hi\\\"\\n\",\n"
    "  \"point\": [1, 2, 3],\n"
    "  \"half\": [4, 5, 6],\n"
    "  \"grid\": [7, 8],\n"
    "  \"rows\": [[9, 1, 2, 3], [10, -1, -2, -3]],\n"
    "  \"widths\": [[1, 2], 3],\n"
    "  \"flat\": [1, 0.1, 1e-7],\n"
    "  \"indices\": [0, 2147483647],\n"
    "  \"parts\": [\"a\", \"b\"],\n"
    "  \"labels\": \"5\",\n"
    "  \"leaf\": {\"size\": 0, \"mark\": \"x\"},\n"
    "  \"option\": 0.25,\n"
    "  \"kind\": {\"kind\": \"large\", \"width\": 1},\n"
    "  \"list\": [\n"
    "    1,\n"
    "    {},\n"
    "    {\"mark\": \"y\"}\n"
    "  ],\n"
    "  \"map\": {\n"
    "    \"second one\": {\"weight\": 1},\n"
    "    \"first\": {\"weight\": 2, \"leaf\": 3}\n"
    "  },\n"
    "  \"speed\": 2.5,\n"
    "  \"gear\": \"high\",\n"
    "  \"sails\": 3,\n"
    "  \"motor\": {\"power\": 100000, \"curve\": [[0, 1], [2, 0.5]], \"loud\": true}\n"
    "}\n";

static inline BrnStatus read_thing(BrnContext* ctx, const char* text, BrnMistakeFn* mistake,
                                   void* user, Thing* out) {
  BrnJson json;
  brn__record_init(&thing_record, out);
  BRN_TRY(brn__json_open(ctx, text, strlen(text), "a.json", &json));
  BrnStatus status = brn__record_read(ctx, &thing_record, out, &json, "", mistake, user);
  brn__json_close(ctx, &json);
  return status;
}

static inline Thing whole_thing(BrnContext* ctx) {
  Thing thing;
  ENSURE_OK(ctx, read_thing(ctx, whole_text, NULL, NULL, &thing));
  return thing;
}

static inline void clear_thing(BrnContext* ctx, Thing* thing) {
  brn__record_clear(ctx, &thing_record, thing);
}

/// The written form is this.
static inline void ensure_written(BrnContext* ctx, const Thing* thing, const char* expected) {
  BrnString string = {0};
  ENSURE_OK(ctx, brn__record_write(ctx, &thing_record, thing, &string));
  assert_string_equal(string.text, expected);
  brn__string_free(ctx, &string);
}
