// SPDX-License-Identifier: Apache-2.0

#include "core/record_test.h"

static char* kept(BrnContext* ctx, const char* paths) {
  Thing thing = whole_thing(ctx);
  BrnString out = {0};
  ENSURE_OK(ctx, brn__record_keep(ctx, &thing_record, &thing, paths));
  ENSURE_OK(ctx, brn__record_write(ctx, &thing_record, &thing, &out));
  brn__record_clear(ctx, &thing_record, &thing);
  char* text = strdup(out.text);
  brn__string_free(ctx, &out);
  return text;
}

static void nothing_listed_leaves_the_defaults(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx), defaults;
  brn__record_init(&thing_record, &defaults);
  ENSURE_OK(ctx, brn__record_keep(ctx, &thing_record, &thing, ""));
  ENSURE(brn__record_equal(&thing_record, &thing, &defaults));
  test_context_done(ctx);
}

static void what_is_listed_stays_with_all_beneath_it(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const paths[] = {"length", "kind", "list", "map", "rows text", "parts "};
  static const char* const has[] = {"\"length\"", "\"kind\"", "\"list\"",
                                    "\"map\"",    "\"rows\"", "\"parts\""};
  for (int i = 0; i < 6; i++) {
    char* text = kept(ctx, paths[i]);
    for (int k = 0; k < 6; k++) {
      if (!strstr(text, has[k]) != (i != k)) fail_msg("%s: %s", paths[i], text);
    }
    free(text);
  }
  test_context_done(ctx);
}

// entries and items stay, with the member that is listed
static void members_of_entries_are_listed_without_their_names(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx), before = whole_thing(ctx);
  ENSURE_OK(ctx, brn__record_keep(ctx, &thing_record, &thing, "map.weight list.size option.mark"));
  ENSURE_INT(thing.map_count, before.map_count);
  ENSURE_INT(thing.list_count, before.list_count);
  for (int i = 0; i < thing.map_count; i++) {
    ENSURE(strcmp(thing.map[i].name, before.map[i].name) == 0);
    ENSURE_NEAR(thing.map[i].weight, before.map[i].weight, 0);
    ENSURE(!thing.map[i].leaf);
  }
  for (int i = 0; i < thing.list_count; i++) ENSURE(!thing.list[i].mark);
  ENSURE(thing.option && isnan(thing.option->size));
  ENSURE_NEAR(thing.length, 1, 0); // the default
  brn__record_clear(ctx, &thing_record, &thing);
  brn__record_clear(ctx, &thing_record, &before);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(nothing_listed_leaves_the_defaults),
          cmocka_unit_test(what_is_listed_stays_with_all_beneath_it),
          cmocka_unit_test(members_of_entries_are_listed_without_their_names))
