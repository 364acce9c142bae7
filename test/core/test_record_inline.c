// SPDX-License-Identifier: Apache-2.0

#include "core/record_inline.h"
#include "test.h"

// Two makes of clocks have settings of their own, in the bytes of a shop.

typedef struct Quartz {
  bool digital;
  double drift;
} Quartz;

typedef struct Spring {
  int turns, face;
} Spring;

typedef struct Sand {
  int minutes;
} Sand;

typedef struct Shop {
  char make[8];
  int clocks;
  double own[8];
} Shop;

static void quartz_defaults(void* def) { ((Quartz*)def)->drift = 0.5; }
static void spring_defaults(void* def) { ((Spring*)def)->turns = 12; }

static const BrnField quartz_fields[] = {
    {"quartz_digital", BRN_FIELD_BOOL, offsetof(Quartz, digital), .help = "digits"},
    {"quartz_drift", BRN_FIELD_DOUBLE, offsetof(Quartz, drift), 0, 1, .help = "a day"},
    {0},
};
static const BrnField spring_fields[] = {
    {"spring_turns", BRN_FIELD_INT, offsetof(Spring, turns), 1, 99, .help = "to wind it"},
    {"spring_face", BRN_FIELD_CHOICE, offsetof(Spring, face), .choices = "white black", .help = ""},
    {0},
};
static const BrnField sand_fields[] = {
    {"sand_minutes", BRN_FIELD_INT, offsetof(Sand, minutes), 0, 60, .help = "of a glass"},
    {0},
};
static const BrnInlineTable quartz = {sizeof(Quartz), quartz_fields, quartz_defaults};
static const BrnInlineTable spring = {sizeof(Spring), spring_fields, spring_defaults};

static const BrnInlineTable sand = {sizeof(Sand), sand_fields, NULL};

static const BrnInlineTable* table_at(int index) {
  static const BrnInlineTable* const tables[] = {&quartz, &spring, &sand};
  return index < 3 ? tables[index] : NULL;
}

static void shop_defaults(void* record) { strcpy(((Shop*)record)->make, "quartz"); }

static const BrnField shop_fields[] = {
    {.name = "make",
     .type = BRN_FIELD_WORD,
     .offset = offsetof(Shop, make),
     .width = 8,
     .choices = "quartz spring",
     .help = "of clocks"},
    {"clocks", BRN_FIELD_INT, offsetof(Shop, clocks), 0, 9, .help = "how many"},
    {.name = "own",
     .type = BRN_FIELD_INLINE,
     .offset = offsetof(Shop, own),
     .width = sizeof(double[8]),
     .table = table_at,
     .help = "of makes"},
    {0},
};
static const BrnRecord shop_record = {"shop",      "A shop",      sizeof(Shop),
                                      shop_fields, shop_defaults, .shorthand = NULL};

static Shop a_shop(void) {
  Shop shop;
  brn__record_init(&shop_record, &shop);
  return shop;
}

static const Spring* spring_of(Shop* shop) {
  return brn__inline_at(&shop_fields[2], shop, &spring);
}
static const Quartz* quartz_of(Shop* shop) {
  return brn__inline_at(&shop_fields[2], shop, &quartz);
}

static BrnStatus read_shop(BrnContext* ctx, const char* text, Shop* out) {
  BrnJson json;
  *out = a_shop();
  BRN_TRY(brn__json_open(ctx, text, strlen(text), "a.json", &json));
  BrnStatus status = brn__record_read(ctx, &shop_record, out, &json, "", NULL, NULL);
  brn__json_close(ctx, &json);
  return status;
}

static void all_tables_have_their_defaults(void** unused) {
  (void)unused;
  Shop shop = a_shop();
  assert_string_equal(shop.make, "quartz");
  ENSURE(quartz_of(&shop)->drift == 0.5 && !quartz_of(&shop)->digital);
  ENSURE(spring_of(&shop)->turns == 12 && spring_of(&shop)->face == 0);
  ENSURE((const char*)spring_of(&shop) >= (const char*)(quartz_of(&shop) + 1));
}

static void keys_of_all_tables_are_read_and_written(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  Shop shop;
  static const char text[] = "{\n  \"make\": \"spring\",\n  \"clocks\": 3,\n"
                             "  \"quartz_digital\": true,\n  \"quartz_drift\": 0.25,\n"
                             "  \"spring_turns\": 7,\n  \"spring_face\": \"black\"\n}\n";
  ENSURE_OK(ctx, read_shop(ctx, text, &shop));
  ENSURE_OK(ctx, brn__record_set(ctx, &shop_record, &shop, "sand_minutes", "3"));
  ENSURE(quartz_of(&shop)->digital && quartz_of(&shop)->drift == 0.25);
  ENSURE_INT(((Sand*)brn__inline_at(&shop_fields[2], &shop, &sand))->minutes, 3);
  ENSURE(spring_of(&shop)->turns == 7 && spring_of(&shop)->face == 1 && shop.clocks == 3);
  BrnString out = {0};
  ENSURE_OK(ctx, brn__record_write(ctx, &shop_record, &shop, &out));
  Shop again;
  ENSURE_OK(ctx, read_shop(ctx, out.text, &again));
  ENSURE(brn__record_equal(&shop_record, &shop, &again));
  ENSURE(strstr(out.text, "\"make\": \"spring\"") && strstr(out.text, "\"spring_turns\": 7"));
  brn__string_free(ctx, &out);
  test_context_done(ctx);
}

static void defaults_are_not_written(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  Shop shop = a_shop(), other = shop;
  BrnString out = {0};
  ENSURE_OK(ctx, brn__record_set(ctx, &shop_record, &shop, "spring_turns", "13"));
  ENSURE(!brn__record_equal(&shop_record, &shop, &other));
  ENSURE_OK(ctx, brn__record_write(ctx, &shop_record, &shop, &out));
  assert_string_equal(out.text, "{\n  \"spring_turns\": 13\n}\n");
  ENSURE_OK(ctx, brn__record_set(ctx, &shop_record, &shop, "spring_turns", "null"));
  ENSURE(brn__record_equal(&shop_record, &shop, &other));
  brn__string_free(ctx, &out);
  test_context_done(ctx);
}

static void wrong_keys_and_values_are_told(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  Shop shop;
  ENSURE_STATUS(ctx, read_shop(ctx, "{\"spring_turn\": 1}", &shop), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "did you mean \"spring_turns\"");
  ENSURE_STATUS(ctx, read_shop(ctx, "{\"spring_turns\": 100}", &shop), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "spring_turns is 100, but must be from 1 to 99");
  ENSURE_STATUS(ctx, read_shop(ctx, "{\"make\": \"water\"}", &shop), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "must be one of: quartz spring");
  ENSURE_STATUS(ctx, brn__record_set(ctx, &shop_record, &shop, "spring_face", "red"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "white black");
  ENSURE_STATUS(ctx, brn__record_set(ctx, &shop_record, &shop, "own", "1"), BRN_INVALID);
  test_context_done(ctx);
}

static void what_c_has_filled_in_is_checked(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  Shop shop = a_shop();
  ENSURE_OK(ctx, brn__fields_check(ctx, shop_fields, &shop));
  ((Spring*)spring_of(&shop))->turns = 0;
  ENSURE_STATUS(ctx, brn__fields_check(ctx, shop_fields, &shop), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "spring_turns");
  shop = a_shop();
  memset(shop.make, 'q', sizeof shop.make); // without an end
  ENSURE_STATUS(ctx, brn__fields_check(ctx, shop_fields, &shop), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "make is \"qqqqqqqq\"");
  test_context_done(ctx);
}

static void schema_has_all_keys(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnString out = {0};
  ENSURE_OK(ctx, brn__record_schema(ctx, &shop_record, "urn:shop", &out));
  ENSURE(strstr(out.text, "\"quartz_drift\"") && strstr(out.text, "\"default\": 12"));
  ENSURE(strstr(out.text, "\"default\": \"quartz\"") && !strstr(out.text, "\"own\""));
  brn__string_free(ctx, &out);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(all_tables_have_their_defaults),
          cmocka_unit_test(keys_of_all_tables_are_read_and_written),
          cmocka_unit_test(defaults_are_not_written),
          cmocka_unit_test(wrong_keys_and_values_are_told),
          cmocka_unit_test(what_c_has_filled_in_is_checked), cmocka_unit_test(schema_has_all_keys))
