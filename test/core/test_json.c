// SPDX-License-Identifier: Apache-2.0

#include "core/json.h"
#include "test.h"

// the value alone, to be given up with json_decref()
static json_t* parse(BrnContext* ctx, const char* text) {
  BrnJson json;
  ENSURE_OK(ctx, brn__json_open(ctx, text, strlen(text), "scene.json", &json));
  json_t* root = json_incref(json.root);
  brn__json_close(ctx, &json);
  ENSURE(brn_byte_count(ctx) == 0);
  return root;
}

static void refuses(BrnContext* ctx, const char* text, const char* expected) {
  BrnJson json;
  ENSURE_STATUS(ctx, brn__json_open(ctx, text, strlen(text), "scene.json", &json), BRN_BAD_FILE);
  ENSURE(json.root == NULL);
  ENSURE_ERROR_HAS(ctx, expected);
  ENSURE(brn_byte_count(ctx) == 0);
}

static void values_are_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  json_t* root = parse(ctx, "{\"a\": 1, \"b\": [true, 2.5], \"c\": \"caf\xc3\xa9\"}");
  ENSURE_INT(json_integer_value(json_object_get(root, "a")), 1);
  ENSURE_NEAR(json_real_value(json_array_get(json_object_get(root, "b"), 1)), 2.5, 0);
  assert_string_equal(json_string_value(json_object_get(root, "c")), "caf\xc3\xa9");
  json_decref(root);
  test_context_done(ctx);
}

static void comments_are_blanks(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const text[] = {
      "// first\n{\"a\": 1}",
      "{\"a\" /* : 2 } */ : 1} // tail",
      "{/**/\"a\": /***/ 1 /*/ still */}",
      "/* \" */ {\"a\": 1} /* } */ // \"",
      "{\"a\": 1 // one /* two\n}",
      "{\"a\":\r\n/* over\nlines */ 1}\n//",
  };
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    json_t* root = parse(ctx, text[i]);
    ENSURE_INT(json_object_size(root), 1);
    ENSURE_INT(json_integer_value(json_object_get(root, "a")), 1);
    json_decref(root);
  }
  test_context_done(ctx);
}

static void byte_order_mark_is_passed_over(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  json_t* root = parse(ctx, "\xef\xbb\xbf{\"a\": 1}");
  ENSURE_INT(json_integer_value(json_object_get(root, "a")), 1);
  json_decref(root);
  test_context_done(ctx);
}

static void comments_in_strings_are_text(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  json_t* root = parse(ctx, "{\"a\": \"http://x /* y */\", \"b\\\"//\": \"\\\\\" /* c */ }");
  assert_string_equal(json_string_value(json_object_get(root, "a")), "http://x /* y */");
  assert_string_equal(json_string_value(json_object_get(root, "b\"//")), "\\");
  json_decref(root);
  test_context_done(ctx);
}

static void mistakes_are_told_with_line_and_column(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, "{\n  \"a\": 1,\n  \"b\" 2\n}", "scene.json:3:7: ");
  refuses(ctx, "{\n/* two\nlines */ \"b\" 2\n}", "scene.json:3:14: "); // blanks keep the place
  refuses(ctx, "{\"a\": 1, \"a\": 2}", "scene.json:1:12: duplicate object key");
  refuses(ctx, "{\"a\": 1} {", "scene.json:1:10: end of file expected");
  refuses(ctx, "{\"a\": 1,}", "scene.json:1:9: ");
  refuses(ctx, "{\"a\": nan}", "scene.json:1:9: ");
  refuses(ctx, "{\"a\": 01}", "scene.json:1:7: ");
  refuses(ctx, "{'a': 1}", "scene.json:1:2: ");
  refuses(ctx, "{\"a\": 1e999}", "scene.json:1:");
  refuses(ctx, "{\"a\": \"\xff\"}", "scene.json:1:");
  refuses(ctx, "{\"a\": \"open", "scene.json:1:");
  refuses(ctx, "{\"a\": \"open\\", "scene.json:1:");
  refuses(ctx, "{\"a\": 1 / 2}", "scene.json:1:");
  refuses(ctx, "", "scene.json:1:");
  refuses(ctx, "/", "scene.json:1:");
  refuses(ctx, "\"", "scene.json:1:");
  test_context_done(ctx);
}

static void unclosed_comment_is_told_where_it_begins(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, "{\"a\": 1}\n  /* tail", "scene.json:2:3: the comment is not closed");
  refuses(ctx, "{\"a\": 1} /*", "scene.json:1:10: the comment is not closed");
  refuses(ctx, "{\"a\": 1} /*/", "scene.json:1:10: the comment is not closed");
  refuses(ctx, "{\n\n/* x\n\"a\": 1}\n*", "scene.json:3:1: the comment is not closed");
  test_context_done(ctx);
}

// a text that is cut short anywhere, in a block of its own
static void cut_text_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char text[] = "{\"a\\\"/\": [1, /* c */ 2.5e3, \"//\"], // d\n \"b\": null}";
  for (size_t size = 0; size < sizeof text - 1; size++) {
    char* copy = malloc(size + 1);
    memcpy(copy, text, size);
    BrnJson json;
    ENSURE_STATUS(ctx, brn__json_open(ctx, copy, size, "x", &json), BRN_BAD_FILE);
    free(copy);
  }
  json_decref(parse(ctx, text));
  test_context_done(ctx);
}

static void failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnJson json;
  brn_fail_allocation(ctx, 0);
  ENSURE_STATUS(ctx, brn__json_open(ctx, "{}", 2, "x", &json), BRN_NO_MEMORY);
  ENSURE(json.root == NULL);
  test_context_done(ctx);
}

static const char arm[] = "// the arm\n"
                          "{\"bones\": {\"ulna\": 1, \"r/d\": [10, {\"x\": \"}\"}, [2, 3]]},\n"
                          "  /* two */ \"ulna\" : -2.5,\n"
                          "\t\"last\": {}}\n";

static void is_at(const BrnJson* json, const char* pointer, int line, int column) {
  int found_line, found_column;
  brn__json_place(json, pointer, &found_line, &found_column);
  ENSURE_INT(found_line, line);
  ENSURE_INT(found_column, column);
}

static void places_are_those_of_keys_and_items(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnJson json;
  ENSURE_OK(ctx, brn__json_open(ctx, arm, strlen(arm), "arm.json", &json));
  is_at(&json, "", 2, 1);
  is_at(&json, "/bones", 2, 2);
  is_at(&json, "/bones/ulna", 2, 12);
  is_at(&json, "/bones/r~1d", 2, 23);
  is_at(&json, "/bones/r~1d/0", 2, 31);
  is_at(&json, "/bones/r~1d/1/x", 2, 36);
  is_at(&json, "/bones/r~1d/2/1", 2, 51);
  is_at(&json, "/ulna", 3, 13);
  is_at(&json, "/last", 4, 2);
  is_at(&json, "/last/nothing", 4, 2); // as far as it goes
  is_at(&json, "/bones/uln", 2, 2);
  is_at(&json, "/bones/r~1d/7", 2, 23);
  is_at(&json, "/ulna/0", 3, 13);
  brn__json_close(ctx, &json);
  test_context_done(ctx);
}

static void pointers_lead_to_values(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnJson json;
  ENSURE_OK(ctx, brn__json_open(ctx, arm, strlen(arm), "arm.json", &json));
  ENSURE(brn__json_at(&json, "") == json.root);
  ENSURE_INT(json_integer_value(brn__json_at(&json, "/bones/r~1d/2/1")), 3);
  assert_string_equal(json_string_value(brn__json_at(&json, "/bones/r~1d/1/x")), "}");
  ENSURE(brn__json_at(&json, "/ulna/0") == NULL && brn__json_at(&json, "/bones/x") == NULL);
  ENSURE(brn__json_at(&json, "/bones/r~1d/-1") == NULL);
  ENSURE_STATUS(ctx, brn__json_fail(ctx, BRN_INVALID, &json, "/ulna", "is %d", 7), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "arm.json:3:13: is 7");
  brn__json_close(ctx, &json);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(values_are_read), cmocka_unit_test(comments_are_blanks),
          cmocka_unit_test(byte_order_mark_is_passed_over),
          cmocka_unit_test(comments_in_strings_are_text),
          cmocka_unit_test(mistakes_are_told_with_line_and_column),
          cmocka_unit_test(unclosed_comment_is_told_where_it_begins),
          cmocka_unit_test(places_are_those_of_keys_and_items),
          cmocka_unit_test(pointers_lead_to_values), cmocka_unit_test(cut_text_is_refused),
          cmocka_unit_test(failed_allocation_is_clean))
