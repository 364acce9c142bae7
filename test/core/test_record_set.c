// SPDX-License-Identifier: Apache-2.0

#include "core/record_test.h"

static void values_are_set_by_their_paths(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  // path, value, the member that is written then
  static const char* const cases[][3] = {
      {"length", "5e2", "\"length\": 500,"},
      {"length", "null", "{\n  \"ratio\""}, // the default
      {"ratio", ".25", "\"ratio\": 0.25,"},
      {"free", "+1", "\"free\": 1,"},
      {"count", "9", "\"count\": 9,"},
      {"on", "false", "\"count\": 4,\n  \"word\""},
      {"word", "green", "\"word\": \"green\","},
      {"word", "\"green\"", "\"word\": \"green\","},
      {"text", "plain text", "\"text\": \"plain text\","},
      {"text", "5", "\"text\": \"5\","},
      {"text", "true", "\"text\": \"true\","},
      {"point", "[0,0,1]", "\"point\": [0, 0, 1],"},
      {"rows", "[[0,0,0,1]]", "\"rows\": [[0, 0, 0, 1]],"},
      {"widths", "3", "\"widths\": 3,"},
      {"parts", "left arm", "\"parts\": \"left arm\","},
      {"parts", "7", "\"parts\": \"7\","},
      {"parts", "[\"c\",\"d\"]", "\"parts\": [\"c\", \"d\"],"},
      {"leaf", "3", "\"leaf\": 3,"}, // all of it
      {"leaf", "null", "\"labels\": \"5\",\n  \"option\""},
      {"leaf.size", "3", "\"leaf\": {\"size\": 3, \"mark\": \"x\"},"},
      {"option", "{\"mark\": \"o\"}", "\"option\": {\"mark\": \"o\"},"},
      {"option.mark", "o", "\"option\": {\"size\": 0.25, \"mark\": \"o\"},"},
      {"option", "null", "\"leaf\": {\"size\": 0, \"mark\": \"x\"},\n  \"kind\""},
      {"kind", "small", "\"kind\": \"small\","},
      {"kind.height", "4", "\"kind\": {\"kind\": \"large\", \"width\": 1, \"height\": 4},"},
      {"list.1.size", "6", "    1, 6,\n"},
      {"list", "[1]", "\"list\": [1],"},
      {"map.second one.weight", "11", "\"second one\": {\"weight\": 11},"},
      {"map.second one.leaf.mark", "l", "\"leaf\": {\"mark\": \"l\"}"}, // comes into being
      {"map", "{\"new\": {\"weight\": 1}}", "\"map\": {\n    \"new\": {\"weight\": 1}\n  }"},
      {"speed", "1e0", "\"speed\": 1,\n  \"gear\""},
      {"speed", "null", "  },\n  \"gear\""},
      {"gear", "low", "\"gear\": \"low\""},
      {"motor.power", "7",
       "\"motor\": {\"power\": 7, \"curve\": [[0, 1], [2, 0.5]], \"loud\": true}"},
      {"motor.power", "null", "\"motor\": {\"curve\": [[0, 1], [2, 0.5]], \"loud\": true}"},
      {"motor.curve", "flat",
       "\"motor\": {\"power\": 100000, \"curve\": \"flat\", \"loud\": true}"},
      {"motor.curve", "[[1,2],[3,4]]", "\"curve\": [[1, 2], [3, 4]], \"loud\": true}"},
      {"motor.loud", "false", "\"loud\": false}"}, // it was said
      {"motor", "false", "\"sails\": 3,\n  \"motor\": false\n}"},
      {"motor", "true", "\"sails\": 3,\n  \"motor\": true\n}"},
      {"motor", "{}", "\"motor\": true\n}"},
      {"motor", "{\"loud\": true, \"power\": 1}", "\"motor\": {\"power\": 1, \"loud\": true}"},
      {"motor", "null", "\"sails\": 3\n}"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Thing thing = whole_thing(ctx);
    ENSURE_OK(ctx, brn__record_set(ctx, &thing_record, &thing, cases[i][0], cases[i][1]));
    BrnString out = {0};
    ENSURE_OK(ctx, brn__record_write(ctx, &thing_record, &thing, &out));
    if (!strstr(out.text, cases[i][2])) {
      print_error("%s=%s gave\n%s", cases[i][0], cases[i][1], out.text);
      fail();
    }
    brn__string_free(ctx, &out);
    clear_thing(ctx, &thing);
  }
  test_context_done(ctx);
}

// a key of a group that was off, or on as a whole, brings it back
static void keys_go_before_the_whole_group(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char on_text[] = "{\n  \"motor\": true\n}\n";
  static const char off_text[] = "{\n  \"motor\": false\n}\n";
  for (int on = 0; on < 2; on++) {
    Thing thing;
    ENSURE_OK(ctx, read_thing(ctx, on ? on_text : off_text, NULL, NULL, &thing));
    ENSURE_OK(ctx, brn__record_set(ctx, &thing_record, &thing, "motor.power", "7"));
    ENSURE_INT(thing.other_count, 1);
    ensure_written(ctx, &thing, "{\n  \"motor\": {\"power\": 7}\n}\n");
    ENSURE_OK(ctx, brn__record_set(ctx, &thing_record, &thing, "motor", on ? "true" : "false"));
    ensure_written(ctx, &thing, on ? on_text : off_text);
    clear_thing(ctx, &thing);
  }
  test_context_done(ctx);
}

static void bad_paths_and_values_change_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const cases[][3] = {
      {"", "1", "the path is empty; it is like \"length\""},
      {"lenght", "1", "there is no \"lenght\" in the thing; did you mean \"length\"?"},
      {"map.frist.weight", "1", "there is no \"frist\" in map; did you mean \"first\"?"},
      {"map.second on.weight", "1",
       "there is no \"second on\" in map; did you mean \"second one\"?"},
      {"map.zzz.weight", "1", "there is no \"zzz\" in map; there are: second one, first"},
      {"map.first.wait", "1", "there is no \"wait\" in map.first; there are: weight, leaf"},
      {"map.first.leaf.sise", "1",
       "there is no \"sise\" in map.first.leaf; did you mean \"size\"?"},
      {"map.first", "1", "map.first is a whole entry; name a member of it"},
      {"list.3.size", "1", "there is no \"3\" in list, which has 3 entries, from 0"},
      {"list.-1.size", "1", "there is no \"-1\" in list, which has 3 entries, from 0"},
      {"list.x.size", "1", "there is no \"x\" in list, which has 3 entries, from 0"},
      {"length.m", "1", "length.m: the path ends at \"length\", which has no members"},
      {"length", "-1", "length is -1, but must be more than 0 m"},
      {"sped", "1", "there is no \"sped\" in the thing; did you mean \"speed\"?"},
      {"moter", "true", "there is no \"moter\" in the thing; did you mean \"motor\"?"},
      {"motor.poer", "1", "there is no \"poer\" in motor; did you mean \"power\"?"},
      {"motor.zzz", "1", "there is no \"zzz\" in motor; there are: power, curve, loud"},
      {"speed.x", "1", "speed.x: the path ends at \"speed\", which has no members"},
      {"motor.power.x", "1", "motor.power.x: the path ends at \"power\", which has no members"},
      {"speed", "11", "speed is 11, but must be from 0 to 10 m/s"},
      {"sails", "1.5", "sails is 1.5, but must be a whole number"},
      {"motor.power", "strong", "motor.power must be a number, but is text"},
      {"motor.curve", "bent", "motor.curve is \"bent\", but must be one of: flat steep table"},
      {"motor.curve", "[[1,2,3],[4,5,6]]", "motor.curve.0 must be 2 numbers, but has 3"},
      {"motor.curve", "[[1,2]]", "motor.curve has 1 row, but must have at least 2"},
      {"motor.curve", "{}",
       "motor.curve must be one of: flat steep table, or a list of rows of 2 numbers, but is an "
       "object"},
      {"motor", "5", "motor must be an object, true or false, but is a number"},
      {"motor", "{\"power\": 1, \"loud\": 5}", "motor.loud must be true or false, but is a number"},
      {"length", "long", "length must be a number, but is text"},
      {"ratio", "inf", "ratio must be a number, but is text"},
      {"point", "[1,2]", "point must be 3 numbers, but has 2"},
      {"rows", "[[1,2,3,4],[1]]", "rows.1 must be 4 numbers, but has 1"},
      {"word", "pink", "word is \"pink\", but must be one of: red green blue"},
      {"parts", "[1]", "parts.0 must be text, but is a number"},
      {"option", "{\"mark\": 1}", "option.mark must be text, but is a number"},
      {"map.second one.leaf.size", "-1",
       "map.second one.leaf.size is -1, but must be at least 0 m"}, // the leaf goes again
      {"map", "{\"a\": {\"weight\": 1}, \"b\": {}}", "map.b.weight is missing: its weight"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Thing thing = whole_thing(ctx);
    ENSURE_STATUS(ctx, brn__record_set(ctx, &thing_record, &thing, cases[i][0], cases[i][1]),
                  BRN_INVALID);
    assert_string_equal(brn_last_error(ctx), cases[i][2]);
    ensure_written(ctx, &thing, whole_text);
    clear_thing(ctx, &thing);
  }
  Thing thing;
  brn__record_init(&thing_record, &thing);
  ENSURE_STATUS(ctx, brn__record_set(ctx, &thing_record, &thing, "map.a.weight", "1"), BRN_INVALID);
  assert_string_equal(brn_last_error(ctx), "there is no \"a\" in map; there is nothing");
  ENSURE_STATUS(ctx, brn__record_set(ctx, &thing_record, &thing, "text", "\xff"), BRN_INVALID);
  assert_string_equal(brn_last_error(ctx), "text: the value is no valid UTF-8");
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

static void pointers_to_other_members_stay(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx);
  Entry* map = thing.map;
  ENSURE_OK(ctx, brn__record_set(ctx, &thing_record, &thing, "map.first.weight", "5"));
  ENSURE(thing.map == map && map[1].weight == 5);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

static void failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const cases[][2] = {{"map.second one.leaf.mark", "l"},
                                         {"parts", "[\"x\", \"y\"]"},
                                         {"list", "[1, {\"mark\": \"z\"}]"}};
  for (int c = 0; c < 3; c++) {
    BrnStatus status = BRN_NO_MEMORY;
    for (int failures = 0; status != BRN_OK; failures++) {
      Thing thing = whole_thing(ctx);
      brn_fail_allocation(ctx, failures);
      status = brn__record_set(ctx, &thing_record, &thing, cases[c][0], cases[c][1]);
      brn_fail_allocation(ctx, -1);
      ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
      if (status != BRN_OK) ensure_written(ctx, &thing, whole_text);
      clear_thing(ctx, &thing);
    }
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(values_are_set_by_their_paths),
          cmocka_unit_test(keys_go_before_the_whole_group),
          cmocka_unit_test(bad_paths_and_values_change_nothing),
          cmocka_unit_test(pointers_to_other_members_stay),
          cmocka_unit_test(failed_allocation_is_clean))
