// SPDX-License-Identifier: Apache-2.0

#include "core/fields.h"
#include "core/json.h"
#include "test.h"

#include <locale.h>

typedef enum Style { PLAIN, ROUND, SQUARE } Style;

typedef struct Def {
  double tendon_radius;
  int cells;
  bool smooth;
  Style style;
} Def;

static const BrnField fields[] = {
    {"tendon_radius", BRN_FIELD_DOUBLE, offsetof(Def, tendon_radius), 1e-6, 2, .unit = "m"},
    {"cells", BRN_FIELD_INT, offsetof(Def, cells), 1, 1000, .unit = NULL},
    {"smooth", BRN_FIELD_BOOL, offsetof(Def, smooth), .unit = NULL},
    {"style", BRN_FIELD_CHOICE, offsetof(Def, style), .choices = "plain round square"},
    {0}};

static Def sample(void) { return (Def){0.5, 10, false, ROUND}; }

static void same_def(const Def* a, const Def* b) {
  ENSURE(a->tendon_radius == b->tendon_radius && a->cells == b->cells && a->smooth == b->smooth &&
         a->style == b->style);
}

static void accepts(BrnContext* ctx, Def* def, const char* name, const char* text) {
  ENSURE_OK(ctx, brn__field_set(ctx, fields, def, name, text));
}

// refused, with the def as it was
static void refuses(BrnContext* ctx, const char* name, const char* text, const char* expected) {
  Def def = sample(), before = def;
  ENSURE_STATUS(ctx, brn__field_set(ctx, fields, &def, name, text), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, expected);
  same_def(&def, &before);
}

static void fields_are_found_by_either_spelling(void** state) {
  (void)state;
  ENSURE(brn__field_find(fields, "tendon_radius") == &fields[0]);
  ENSURE(brn__field_find(fields, "tendon-radius") == &fields[0]);
  ENSURE(brn__field_find(fields, "cells") == &fields[1]);
  ENSURE(!brn__field_find(fields, "cell"));
  ENSURE(!brn__field_find(fields, "cellss"));
  ENSURE(!brn__field_find(fields, "Cells"));
  ENSURE(!brn__field_find(fields, "tendon radius"));
  ENSURE(!brn__field_find(fields, ""));
}

static void values_are_set_from_text(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Def def = sample();
  accepts(ctx, &def, "tendon-radius", "1e-6");
  ENSURE(def.tendon_radius == 1e-6);
  accepts(ctx, &def, "tendon_radius", "2"); // both ends of the range belong to it
  ENSURE(def.tendon_radius == 2);
  accepts(ctx, &def, "cells", "1000");
  ENSURE_INT(def.cells, 1000);
  accepts(ctx, &def, "cells", "1e2");
  ENSURE_INT(def.cells, 100);
  static const char *const yes[] = {"true", "yes", "1"}, *const no[] = {"false", "no", "0"};
  for (int i = 0; i < 3; i++) {
    accepts(ctx, &def, "smooth", yes[i]);
    ENSURE(def.smooth);
    accepts(ctx, &def, "smooth", no[i]);
    ENSURE(!def.smooth);
  }
  accepts(ctx, &def, "style", "square");
  ENSURE_INT(def.style, SQUARE);
  accepts(ctx, &def, "style", "plain");
  ENSURE_INT(def.style, PLAIN);
  test_context_done(ctx);
}

static void unknown_names_get_the_nearest_spelling(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, "cels", "1", "there is no \"cels\"; did you mean \"cells\"?");
  refuses(ctx, "tendon-radus", "1", "did you mean \"tendon_radius\"?");
  refuses(ctx, "stile", "1", "did you mean \"style\"?");
  refuses(ctx, "activation", "1", "there is no \"activation\"; there are: tendon_radius cells");
  refuses(ctx, "", "1", "there are: tendon_radius cells smooth style");
  char lengthy[300];
  memset(lengthy, 'x', sizeof lengthy);
  lengthy[299] = 0;
  refuses(ctx, lengthy, "1", "there are:");
  test_context_done(ctx);
}

static void nearest_spelling_is_the_nearest(void** state) {
  (void)state;
  char out[16];
  assert_string_equal(brn__nearest_spelling("newtom", "emu newton admm", out, 16), "newton");
  assert_string_equal(brn__nearest_spelling("admn", "emu adm admm", out, 16), "adm");
  assert_string_equal(brn__nearest_spelling("pd", "xpbd pd", out, 16), "pd");
  ENSURE(!brn__nearest_spelling("fem", "newton admm xpbd", out, 16));
  ENSURE(!brn__nearest_spelling("k", "E nu", out, 16)); // nothing of it is left
  ENSURE(!brn__nearest_spelling("", "a b", out, 16));
  ENSURE(!brn__nearest_spelling("newton", "", out, 16));
  ENSURE(!brn__nearest_spelling("newton", "newtonraphsonlong", out, 16)); // does not fit
}

static void numbers_out_of_range_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  refuses(ctx, "tendon_radius", "0", "tendon_radius is 0, which is not between 1e-06 and 2 m");
  refuses(ctx, "tendon_radius", "-1", "between");
  refuses(ctx, "tendon_radius", "2.0000001", "tendon_radius is 2.0000001, which is not between");
  refuses(ctx, "cells", "0", "cells is 0, which is not between 1 and 1000");
  refuses(ctx, "cells", "1001", "cells is 1001");
  refuses(ctx, "cells", "99999999999999999999", "cells is");
  refuses(ctx, "cells", "2.5", "cells is 2.5, but must be a whole number");
  test_context_done(ctx);
}

static void values_of_another_type_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const bad[] = {"",      "x",    "1x",  "0.5 m", "nan", "inf",
                                    "1e999", "true", "1,5", "0x1",   " 1",  "1 "};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    refuses(ctx, "tendon_radius", bad[i], "tendon_radius is \"");
    refuses(ctx, "tendon_radius", bad[i], "\", but must be a number");
    refuses(ctx, "cells", bad[i], "must be a number");
  }
  refuses(ctx, "smooth", "2", "smooth is \"2\", but must be true or false");
  refuses(ctx, "smooth", "True", "true or false");
  refuses(ctx, "smooth", "", "true or false");
  refuses(ctx, "style", "oval", "style is \"oval\", but must be one of: plain round square");
  refuses(ctx, "style", "roun", "one of");
  refuses(ctx, "style", "rounds", "one of");
  refuses(ctx, "style", "", "one of");
  refuses(ctx, "style", "plain round", "one of");
  refuses(ctx, "style", "1", "one of");
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------------- JSON

static BrnStatus from_json(BrnContext* ctx, const char* text, const char* skip, Def* def) {
  BrnJson json;
  ENSURE_OK(ctx, brn__json_open(ctx, text, strlen(text), "test.json", &json));
  BrnStatus status = brn__fields_from_json(ctx, fields, def, &json, "", skip);
  brn__json_close(ctx, &json);
  return status;
}

static void json_refuses(BrnContext* ctx, const char* text, const char* expected) {
  Def def = sample();
  ENSURE_STATUS(ctx, from_json(ctx, text, NULL, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "test.json:1:");
  ENSURE_ERROR_HAS(ctx, expected);
}

static void values_are_set_from_json(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Def def = sample(), expected = {0.25, 7, true, SQUARE};
  ENSURE_OK(ctx, from_json(ctx,
                           "{\"tendon_radius\": 0.25, \"cells\": 7, \"smooth\": true, "
                           "\"style\": \"square\"}",
                           NULL, &def));
  same_def(&def, &expected);
  ENSURE_OK(ctx, from_json(ctx, "{}", NULL, &def));
  same_def(&def, &expected); // what is not named stays
  ENSURE_OK(ctx, from_json(ctx, "{\"tendon_radius\": 1, \"cells\": 3.0}", NULL, &def));
  ENSURE(def.tendon_radius == 1 && def.cells == 3);
  test_context_done(ctx);
}

static void json_of_another_type_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  json_refuses(ctx, "{\"tendon_radius\": \"0.5\"}", "tendon_radius must be a number");
  json_refuses(ctx, "{\"tendon_radius\": null}", "tendon_radius must be a number");
  json_refuses(ctx, "{\"cells\": true}", "cells must be a number");
  json_refuses(ctx, "{\"cells\": [1]}", "cells must be a number");
  json_refuses(ctx, "{\"cells\": 1.5}", "cells is 1.5, but must be a whole number");
  json_refuses(ctx, "{\"cells\": 9223372036854775807}", "which is not between 1 and 1000");
  json_refuses(ctx, "{\"smooth\": 1}", "smooth must be true or false");
  json_refuses(ctx, "{\"smooth\": \"true\"}", "smooth must be true or false");
  json_refuses(ctx, "{\"style\": 1}", "style must be a word");
  json_refuses(ctx, "{\"style\": \"oval\"}", "style is \"oval\", but must be one of: plain round");
  json_refuses(ctx, "{\"tendon_radius\": 3}", "not between 1e-06 and 2 m");
  json_refuses(ctx, "{\"cels\": 3}", "there is no \"cels\"; did you mean \"cells\"?");
  json_refuses(ctx, "[1]", "expected an object { ... }");
  test_context_done(ctx);
}

static void line_and_column_of_the_culprit_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Def def = sample();
  static const char text[] = "{\"arm\": [{}, {\n  \"smooth\": true, // yes\n  \"cells\": 0}]}";
  BrnJson json;
  ENSURE_OK(ctx, brn__json_open(ctx, text, strlen(text), "test.json", &json));
  ENSURE_STATUS(ctx, brn__fields_from_json(ctx, fields, &def, &json, "/arm/1", NULL), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "test.json:3:3: cells is 0");
  ENSURE_STATUS(ctx, brn__fields_from_json(ctx, fields, &def, &json, "/arm", NULL), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "test.json:1:2: expected an object");
  brn__json_close(ctx, &json);
  test_context_done(ctx);
}

static void skipped_keys_are_left_to_the_caller(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Def def = sample();
  static const char text[] = "{\"name\": \"a\", \"cells\": 5, \"type\": {}}";
  ENSURE_OK(ctx, from_json(ctx, text, "type name", &def));
  ENSURE_INT(def.cells, 5);
  ENSURE_OK(ctx, from_json(ctx, "{\"cells\": 6, \"name\": 1}", "cells name", &def));
  ENSURE_INT(def.cells, 5); // a field may be skipped too
  ENSURE_STATUS(ctx, from_json(ctx, text, "name", &def), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "there is no \"type\"");
  ENSURE_STATUS(ctx, from_json(ctx, text, "typename nam types", &def), BRN_INVALID);
  ENSURE_STATUS(ctx, from_json(ctx, text, "", &def), BRN_INVALID);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- check, text

static void defs_filled_in_c_are_checked(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Def def = sample();
  ENSURE_OK(ctx, brn__fields_check(ctx, fields, &def));
  def.tendon_radius = NAN;
  ENSURE_STATUS(ctx, brn__fields_check(ctx, fields, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "tendon_radius is nan");
  def = sample(), def.cells = 0;
  ENSURE_STATUS(ctx, brn__fields_check(ctx, fields, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "cells is 0, which is not between 1 and 1000");
  for (int bad = -1; bad <= 3; bad += 4) {
    def = sample(), def.style = (Style)bad;
    ENSURE_STATUS(ctx, brn__fields_check(ctx, fields, &def), BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, "style is ");
    ENSURE_ERROR_HAS(ctx, "plain round square");
  }
  test_context_done(ctx);
}

static const char* text_of(const char* name, const Def* def) {
  static char text[64];
  brn__field_text(brn__field_find(fields, name), def, text, sizeof text);
  return text;
}

static void text_of_a_value_sets_the_same_value(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Def def = {0.1, 42, true, SQUARE}, back = sample();
  assert_string_equal(text_of("tendon_radius", &def), "0.1");
  assert_string_equal(text_of("cells", &def), "42");
  assert_string_equal(text_of("smooth", &def), "true");
  assert_string_equal(text_of("style", &def), "square");
  def.style = PLAIN, def.smooth = false;
  assert_string_equal(text_of("smooth", &def), "false");
  assert_string_equal(text_of("style", &def), "plain");
  TestRandom random = {5};
  for (int i = 0; i < 2000; i++) { // bit for bit
    def.tendon_radius = test_random(&random, 1e-6, 2);
    accepts(ctx, &back, "tendon_radius", text_of("tendon_radius", &def));
    ENSURE(back.tendon_radius == def.tendon_radius);
  }
  test_context_done(ctx);
}

static void locale_does_not_matter(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  bool comma = setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8");
  Def def = sample();
  char text[64];
  BrnStatus status = brn__field_set(ctx, fields, &def, "tendon_radius", "0.25");
  snprintf(text, sizeof text, "%s", text_of("tendon_radius", &def));
  setlocale(LC_ALL, "C");
  ENSURE_OK(ctx, status);
  assert_string_equal(text, "0.25");
  test_context_done(ctx);
  if (!comma) skip();
}

TEST_MAIN(cmocka_unit_test(fields_are_found_by_either_spelling),
          cmocka_unit_test(values_are_set_from_text),
          cmocka_unit_test(unknown_names_get_the_nearest_spelling),
          cmocka_unit_test(nearest_spelling_is_the_nearest),
          cmocka_unit_test(numbers_out_of_range_are_refused),
          cmocka_unit_test(values_of_another_type_are_refused),
          cmocka_unit_test(values_are_set_from_json),
          cmocka_unit_test(json_of_another_type_is_refused),
          cmocka_unit_test(line_and_column_of_the_culprit_are_told),
          cmocka_unit_test(skipped_keys_are_left_to_the_caller),
          cmocka_unit_test(defs_filled_in_c_are_checked),
          cmocka_unit_test(text_of_a_value_sets_the_same_value),
          cmocka_unit_test(locale_does_not_matter))
