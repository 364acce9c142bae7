// SPDX-License-Identifier: Apache-2.0

#include "core/record_test.h"

static void every_kind_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing t = whole_thing(ctx);
  ENSURE(t.length == 2 && t.ratio == 0.5 && t.free == -3 && t.count == 4 && t.on && t.word == 2);
  assert_string_equal(t.text, "say \"hi\"\n");
  ENSURE(t.point[2] == 3 && t.half[1] == 5 && t.grid[0] == 7 && t.grid[1] == 8);
  ENSURE(t.row_count == 2 && t.row[4] == 10 && t.row[7] == -3);
  ENSURE(t.width_count == 2 && t.width[1] == 2 && t.width[2] == 3 && t.width[3] == 3);
  ENSURE(t.flat_count == 3 && t.flat[2] == 1e-7);
  ENSURE(t.index_count == 2 && t.index[1] == INT32_MAX);
  ENSURE(t.part_count == 2 && strcmp(t.part[1], "b") == 0);
  ENSURE(t.leaf.size == 0 && strcmp(t.leaf.mark, "x") == 0 && t.option->size == 0.25);
  ENSURE(t.kind->kind == 1 && t.kind->width == 1 && t.kind->height == 2);
  ENSURE(t.list_count == 3 && t.list[0].size == 1 && isnan(t.list[1].size));
  ENSURE(t.map_count == 2 && strcmp(t.map[0].name, "second one") == 0); // in their order
  ENSURE(t.map[1].weight == 2 && t.map[1].leaf->size == 3);
  clear_thing(ctx, &t);
  test_context_done(ctx);
}

static void short_forms_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing t;
  ENSURE_OK(ctx, read_thing(ctx,
                            "{\"widths\": 2, \"parts\": \"a\", \"labels\": [3, \"x\", 4.0], "
                            "\"kind\": \"large\", \"leaf\": 5, \"$schema\": 7, \"ratio\": -0.0, "
                            "\"list\": [], \"map\": {}, \"indices\": []}",
                            NULL, NULL, &t));
  ENSURE(t.width_count == 1 && t.width[0] == 2 && t.width[1] == 2);
  ENSURE(t.part_count == 1 && strcmp(t.part[0], "a") == 0 && t.label_count == 3);
  assert_string_equal(t.label[0], "3");
  assert_string_equal(t.label[2], "4");
  ENSURE(t.kind->kind == 1 && t.kind->width == 10 && t.leaf.size == 5 && !signbit(t.ratio));
  ENSURE(!t.list && !t.map && !t.index);
  clear_thing(ctx, &t);
  test_context_done(ctx);
}

static void every_mistake_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const cases[][2] = {
      {"{\"lenght\": 1}", "1:2: there is no \"lenght\" in the thing; did you mean \"length\"?"},
      {"{\"zzz\": 1}",
       "1:2: there is no \"zzz\" in the thing; there are: length, ratio, free, count, on, word, "
       "text, point, half, grid, rows, widths, flat, indices, parts, labels, leaf, option, kind, "
       "list, map, speed, gear, sails, motor"},
      {"{\"moter\": 1}", "1:2: there is no \"moter\" in the thing; did you mean \"motor\"?"},
      {"{\"motor\": {\"powr\": 1}}",
       "1:12: there is no \"powr\" in motor; did you mean \"power\"?"},
      {"{\"motor\": {\"power\": -1}}", "1:12: motor.power is -1, but must be from 0 to 1000000 W"},
      {"{\"motor\": null}",
       "1:2: motor is null; false takes it away, and without the key it is as in \"like\""},
      {"{\"speed\": null}", "1:2: speed is null; leave the key out to get the default"},
      {"{\"motor\": [1]}", "1:2: motor must be an object, true or false, but is a list"},
      {"{\"motor.power\": 1}",
       "1:2: there is no \"motor.power\" in the thing; there are: length, ratio, free, count, on, "
       "word, "
       "text, point, half, grid, rows, widths, flat, indices, parts, labels, leaf, option, kind, "
       "list, map, speed, gear, sails, motor"},
      {"{\"leaf\": {\"sise\": 1}}", "1:11: there is no \"sise\" in leaf; did you mean \"size\"?"},
      {"{\"leaf\": {\"$schema\": 1}}",
       "1:11: there is no \"$schema\" in leaf; there are: size, mark"},
      {"{\"length\": null}", "1:2: length is null; leave the key out to get the default"},
      {"{\"option\": null}", "1:2: option is null; leave the key out to get the default"},
      {"{\"length\": \"1\"}", "1:2: length must be a number, but is text"},
      {"{\"length\": 0}", "1:2: length is 0, but must be more than 0 m"},
      {"{\"ratio\": 1.5}", "1:2: ratio is 1.5, but must be from 0 to 1"},
      {"{\"count\": 2.5}", "1:2: count is 2.5, but must be a whole number"},
      {"{\"count\": 10}", "1:2: count is 10, but must be from 1 to 9"},
      {"{\"count\": true}", "1:2: count must be a whole number, but is true"},
      {"{\"on\": 1}", "1:2: on must be true or false, but is a number"},
      {"{\"word\": 1}", "1:2: word must be one of: red green blue, but is a number"},
      {"{\"word\": \"pink\"}", "1:2: word is \"pink\", but must be one of: red green blue"},
      {"{\"text\": [1]}", "1:2: text must be text, but is a list"},
      {"{\"point\": 1}", "1:2: point must be a list of 3 numbers, but is a number"},
      {"{\"point\": [1, 2]}", "1:2: point must be 3 numbers, but has 2"},
      {"{\"point\": [1, \"2\", 3]}", "1:15: point.1 must be a number, but is text"},
      {"{\"half\": [1, 2, -3]}", "1:17: half.2 is -3, but must be at least 0 m"},
      {"{\"grid\": [1, 2.5]}", "1:14: grid.1 is 2.5, but must be a whole number"},
      {"{\"grid\": {}}", "1:2: grid must be a list of 2 whole numbers, but is an object"},
      {"{\"rows\": 1}", "1:2: rows must be a list of rows of 4 numbers, but is a number"},
      {"{\"rows\": [1]}", "1:11: rows.0 must be a list of 4 numbers, but is a number"},
      {"{\"rows\": []}", "1:2: rows has 0 rows, but must have at least 1"},
      {"{\"rows\": [[],[],[],[]]}", "1:2: rows has 4 rows, but must have at most 3"},
      {"{\"rows\": [[1, 2, 3, 4], [1, 2, 3]]}", "1:25: rows.1 must be 4 numbers, but has 3"},
      {"{\"rows\": [[99, 2, 3, 6]]}", "1:22: rows.0.3 is 6, but must be from -5 to 5 m"},
      {"{\"widths\": [1, -2]}", "1:16: widths.1 is -2, but must be more than 0 m"},
      {"{\"widths\": 0}", "1:2: widths is 0, but must be more than 0 m"},
      {"{\"widths\": \"1\"}", "1:2: widths must be a list of rows of 2 numbers, but is text"},
      {"{\"flat\": [1, [2]]}", "1:14: flat.1 must be 1 number, but is a list"},
      {"{\"indices\": [0, -1]}", "1:17: indices.1 is -1, but must be from 0 to 2147483647"},
      {"{\"indices\": [0, \"x\"]}", "1:17: indices.1 must be a number, but is text"},
      {"{\"indices\": 3}", "1:2: indices must be a list of whole numbers, but is a number"},
      {"{\"parts\": 3}", "1:2: parts must be text or a list of texts, but is a number"},
      {"{\"parts\": [\"a\", 3]}", "1:17: parts.1 must be text, but is a number"},
      {"{\"labels\": [\"a\", 3.5]}",
       "1:18: labels.1 must be text or a whole number, but is a number"},
      {"{\"leaf\": \"x\"}", "1:2: leaf must be a number or an object, but is text"},
      {"{\"option\": -1}", "1:2: option is -1, but must be at least 0 m"},
      {"{\"option\": {\"mark\": 5}}", "1:13: option.mark must be text, but is a number"},
      {"{\"kind\": \"huge\"}",
       "1:2: kind is \"huge\", but must be one of: small large; or an object"},
      {"{\"kind\": {}}", "1:2: kind.kind is missing: which"},
      {"{\"list\": {}}", "1:2: list must be a list, but is an object"},
      {"{\"list\": [1, true]}", "1:14: list.1 must be a number or an object, but is true"},
      {"{\"map\": []}", "1:2: map must be an object, but is a list"},
      {"{\"map\": {\"a\": {}}}", "1:10: map.a.weight is missing: its weight"},
      {"{\"map\": {\"a\": 1}}", "1:10: map.a must be an object, but is a number"},
      {"{\"map\": {\"\": {}}}", "1:10: \"\" cannot be a name: it is empty"},
      {"{\"map\": {\"a.b\": {}}}",
       "1:10: \"a.b\" cannot be a name: '.' and '/' separate the steps of a path"},
      {"{\"map\": {\"a/b\": {}}}",
       "1:10: \"a/b\" cannot be a name: '.' and '/' separate the steps of a path"},
      {"{\"map\": {\" a\": {}}}", "1:10: \" a\" cannot be a name: it begins or ends with a blank"},
      {"{\"map\": {\"a \": {}}}", "1:10: \"a \" cannot be a name: it begins or ends with a blank"},
      {"[]", "1:1: thing must be an object, but is a list"},
      {"{\"map\": {\"a\": {\"weight\": 1}, \"a\": {\"weight\": 1}}}", "duplicate object key"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Thing thing;
    BrnStatus status = read_thing(ctx, cases[i][0], NULL, NULL, &thing);
    ENSURE(status == BRN_INVALID || status == BRN_BAD_FILE);
    const char* message = brn_last_error(ctx);
    if (status == BRN_BAD_FILE)
      ENSURE_ERROR_HAS(ctx, cases[i][1]);
    else
      assert_string_equal(message + strlen("a.json:"), cases[i][1]);
    clear_thing(ctx, &thing);
  }
  test_context_done(ctx);
}

static void names_may_be_63_bytes_long(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char name[65], text[128];
  for (size_t length = 63; length <= 64; length++) {
    memset(name, 'n', length);
    name[length] = 0;
    snprintf(text, sizeof text, "{\"map\": {\"%s\": {\"weight\": 1}}}", name);
    Thing thing;
    BrnStatus status = read_thing(ctx, text, NULL, NULL, &thing);
    ENSURE_INT(status, length == 63 ? BRN_OK : BRN_INVALID);
    if (length == 64) ENSURE_ERROR_HAS(ctx, "n\" cannot be a name: it is longer than 63 bytes");
    clear_thing(ctx, &thing);
  }
  ENSURE(brn__name_flaw("a\tb") && brn__name_flaw("a\x7f") && !brn__name_flaw(&"M. b\xc3\xa9"[3]));
  test_context_done(ctx);
}

// a message is valid UTF-8 even where it cuts
static void long_texts_are_cut_between_letters(void** state) {
  (void)state;
  char text[201];
  for (int shift = 0; shift < 2; shift++) {
    for (int i = 0; i < 200; i++) text[i] = (i + shift) % 2 ? (char)0xa9 : (char)0xc3;
    text[0] = shift ? 'x' : text[0];
    text[200] = 0;
    BrnShownText shown = brn__text_show(text);
    size_t length = strlen(shown.text);
    ENSURE(length < sizeof shown.text && strcmp(shown.text + length - 3, "...") == 0);
    ENSURE((unsigned char)shown.text[length - 4] == 0xa9);
  }
  assert_string_equal(brn__text_show("a\nb").text, "a?b");
}

// ------------------------------------------------------------------------------- going on behind

typedef struct Heard {
  int count;
  char first[256], last[256];
} Heard;

static void hear(void* user, BrnContext* ctx) {
  Heard* heard = user;
  if (heard->count++ == 0) snprintf(heard->first, 256, "%s", brn_last_error(ctx));
  snprintf(heard->last, 256, "%s", brn_last_error(ctx));
}

static void reading_goes_on_behind_mistakes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char text[] =
      "{\"lenght\": 1,\n"
      " \"length\": 5, \"ratio\": 2, \"rows\": [[1], [2]],\n"
      " \"parts\": [\"a\", 1], \"indices\": [-1, -2],\n"
      " \"map\": {\"a\": {}, \"b.c\": {\"weight\": 1}, \"d\": {\"weight\": 4}},\n"
      " \"option\": {\"size\": -1, \"mark\": \"m\"}, \"count\": 5}";
  Thing thing;
  Heard heard = {0};
  ENSURE_STATUS(ctx, read_thing(ctx, text, hear, &heard, &thing), BRN_INVALID);
  ENSURE_INT(heard.count, 8);
  assert_string_equal(heard.first,
                      "a.json:1:2: there is no \"lenght\" in the thing; did you mean \"length\"?");
  assert_string_equal(heard.last, "a.json:5:13: option.size is -1, but must be at least 0 m");
  ENSURE(thing.length == 5 && thing.ratio == 0 && thing.count == 5 && thing.row_count == 0);
  ENSURE(thing.map_count == 2 && thing.map[1].weight == 4 && thing.part_count == 0);
  ENSURE(isnan(thing.option->size) && strcmp(thing.option->mark, "m") == 0);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

static void reading_ends_after_a_hundred_mistakes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char text[4096] = "{\"list\": [";
  for (int i = 0; i < 300; i++) strcat(text, i ? ",-1" : "-1");
  strcat(text, "]}");
  Thing thing;
  Heard heard = {0};
  ENSURE_STATUS(ctx, read_thing(ctx, text, hear, &heard, &thing), BRN_INVALID);
  ENSURE_INT(heard.count, BRN_MOST_MISTAKES);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

static void failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing;
  int failures = 0;
  for (;; failures++) {
    Heard heard = {0};
    brn_fail_allocation(ctx, failures);
    BrnStatus status = read_thing(ctx, whole_text, failures % 2 ? hear : NULL, &heard, &thing);
    clear_thing(ctx, &thing);
    ENSURE_INT(brn_byte_count(ctx), 0);
    ENSURE_INT(heard.count, 0);
    if (status == BRN_OK) break;
    ENSURE_INT(status, BRN_NO_MEMORY);
  }
  ENSURE_INT(failures, 33); // every block that is in it
  brn_fail_allocation(ctx, -1);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_kind_is_read), cmocka_unit_test(short_forms_are_read),
          cmocka_unit_test(every_mistake_is_told), cmocka_unit_test(names_may_be_63_bytes_long),
          cmocka_unit_test(long_texts_are_cut_between_letters),
          cmocka_unit_test(reading_goes_on_behind_mistakes),
          cmocka_unit_test(reading_ends_after_a_hundred_mistakes),
          cmocka_unit_test(failed_allocation_is_clean))
