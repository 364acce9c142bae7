// SPDX-License-Identifier: Apache-2.0

#include "core/record_test.h"

static void what_is_read_is_written_the_same(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx);
  ensure_written(ctx, &thing, whole_text);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

static void only_what_differs_is_written(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const cases[][2] = {
      {"{\"length\": 1, \"count\": 3, \"leaf\": 7, \"free\": 0}", "{\n  \"free\": 0\n}\n"},
      {"{\"leaf\": {\"size\": 7, \"mark\": \"m\"}}", "{\n  \"leaf\": {\"mark\": \"m\"}\n}\n"},
      {"{\"leaf\": {\"size\": 8}}", "{\n  \"leaf\": 8\n}\n"},
      {"{\"option\": {}}", "{\n  \"option\": {}\n}\n"},
      {"{\"kind\": \"small\"}", "{\n  \"kind\": \"small\"\n}\n"},
      {"{\"kind\": {\"kind\": \"large\", \"width\": 10}}", "{\n  \"kind\": \"large\"\n}\n"},
      {"{\"widths\": [[2, 2]]}", "{\n  \"widths\": 2\n}\n"},
      {"{\"widths\": [[2, 3]]}", "{\n  \"widths\": [[2, 3]]\n}\n"},
      {"{\"parts\": [\"a\"], \"indices\": [5]}", "{\n  \"indices\": [5],\n  \"parts\": \"a\"\n}\n"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Thing thing;
    ENSURE_OK(ctx, read_thing(ctx, cases[i][0], NULL, NULL, &thing));
    ensure_written(ctx, &thing, cases[i][1]);
    clear_thing(ctx, &thing);
  }
  test_context_done(ctx);
}

static void long_lists_are_broken_at_100_columns(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char text[2048] = "{\"flat\": [0";
  for (int i = 1; i < 40; i++) snprintf(text + strlen(text), 16, ", %d", 1000 + i);
  strcat(text, "], \"parts\": [\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", "
               "\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\", \"c\"]}");
  Thing thing;
  ENSURE_OK(ctx, read_thing(ctx, text, NULL, NULL, &thing));
  BrnString out = {0};
  ENSURE_OK(ctx, brn__record_write(ctx, &thing_record, &thing, &out));
  size_t longest = 0;
  for (char* line = out.text; *line; line += strcspn(line, "\n") + 1) {
    size_t length = strcspn(line, "\n");
    if (length > longest) longest = length;
  }
  ENSURE(longest <= 100 && longest > 94);
  ENSURE(strstr(out.text, "  \"flat\": [\n    0, 1001, 1002,"));
  ENSURE(strstr(out.text, "1039\n  ],\n"));
  Thing again;
  ENSURE_OK(ctx, read_thing(ctx, out.text, NULL, NULL, &again));
  ENSURE(brn__record_equal(&thing_record, &thing, &again));
  brn__string_free(ctx, &out);
  clear_thing(ctx, &again);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

static void refuses(BrnContext* ctx, Thing* thing, const char* message) {
  BrnString out = {0};
  ENSURE_STATUS(ctx, brn__record_write(ctx, &thing_record, thing, &out), BRN_INVALID);
  assert_string_equal(brn_last_error(ctx), message);
  brn__string_free(ctx, &out);
  clear_thing(ctx, thing);
}

static void what_could_not_be_read_is_not_written(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx);
  thing.length = INFINITY;
  refuses(ctx, &thing, "length is inf, which JSON cannot hold");
  thing = whole_thing(ctx), thing.point[1] = NAN;
  refuses(ctx, &thing, "point.1 is nan, which JSON cannot hold");
  thing = whole_thing(ctx), thing.row[6] = NAN;
  refuses(ctx, &thing, "rows.1.2 is nan, which JSON cannot hold");
  thing = whole_thing(ctx), thing.word = 3;
  refuses(ctx, &thing, "word is 3, but must be the number, from 0, of one of: red green blue");
  thing = whole_thing(ctx), thing.text[0] = (char)0xff;
  refuses(ctx, &thing, "text is no valid UTF-8 text");
  thing = whole_thing(ctx), thing.map[1].name[0] = '.';
  refuses(ctx, &thing, "map..irst cannot be a name: '.' and '/' separate the steps of a path");
  thing = whole_thing(ctx), memcpy(thing.map[0].name, "first", 6);
  refuses(ctx, &thing, "map.first cannot be a name: it is there twice");
  thing = whole_thing(ctx), brn__free(ctx, thing.map[0].name), thing.map[0].name = NULL;
  refuses(ctx, &thing, "map.NULL cannot be a name: it is NULL");
  test_context_done(ctx);
}

static void failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx);
  size_t held = brn_byte_count(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  int failures = 0;
  for (; status != BRN_OK; failures++) {
    BrnString out = {0};
    brn_fail_allocation(ctx, failures);
    status = brn__record_write(ctx, &thing_record, &thing, &out);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn__string_free(ctx, &out);
    ENSURE_INT(brn_byte_count(ctx), held);
  }
  ENSURE(failures > 3);
  brn_fail_allocation(ctx, -1);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(what_is_read_is_written_the_same),
          cmocka_unit_test(only_what_differs_is_written),
          cmocka_unit_test(long_lists_are_broken_at_100_columns),
          cmocka_unit_test(what_could_not_be_read_is_not_written),
          cmocka_unit_test(failed_allocation_is_clean))
