// SPDX-License-Identifier: Apache-2.0

#include "core/record_test.h"

static void defaults_of_the_outer_record_count(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing;
  memset(&thing, 0x55, sizeof thing);
  brn__record_init(&thing_record, &thing);
  ENSURE(thing.length == 1 && thing.count == 3 && isnan(thing.free) && thing.leaf.size == 7);
  ENSURE(!thing.text && !thing.option && !thing.map && thing.map_count == 0);
  ensure_written(ctx, &thing, "{}\n");
  test_context_done(ctx);
}

static void cleared_record_is_the_defaults(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx), fresh;
  ENSURE(brn_byte_count(ctx) > 0);
  clear_thing(ctx, &thing);
  brn__record_init(&thing_record, &fresh);
  ENSURE(brn__record_equal(&thing_record, &thing, &fresh));
  test_context_done(ctx);
}

static void copy_is_equal_and_its_own(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx), copy;
  ENSURE_OK(ctx, brn__record_copy(ctx, &thing_record, &thing, &copy));
  ENSURE(brn__record_equal(&thing_record, &thing, &copy));
  thing.row[0] = -1, thing.map[0].name[0] = 'S', thing.part[0][0] = 'z', thing.option->size = 4;
  ENSURE(copy.row[0] == 9 && copy.option->size == 0.25);
  assert_string_equal(copy.map[0].name, "second one");
  clear_thing(ctx, &thing);
  ensure_written(ctx, &copy, whole_text);
  clear_thing(ctx, &copy);
  test_context_done(ctx);
}

// each member alone makes records differ
static void equality_looks_at_every_member(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx), fresh;
  brn__record_init(&thing_record, &fresh);
  for (const BrnField* field = thing_fields; field->name; field++) {
    ENSURE(brn__field_equal(field, &thing, &thing));
    ENSURE(!brn__field_equal(field, &thing, &fresh));
    ENSURE(!brn__field_equal(field, &fresh, &thing));
  }
  Thing copy;
  ENSURE_OK(ctx, brn__record_copy(ctx, &thing_record, &thing, &copy));
  static const char* const changes[][2] = {
      {"rows", "[[9, 1, 2, 3], [10, -1, -2, -4]]"},
      {"rows", "[[9, 1, 2, 3]]"},
      {"grid", "[7, 7]"},
      {"indices", "[0, 1]"},
      {"parts", "[\"a\", \"c\"]"},
      {"list.2.mark", "z"},
      {"map.first.leaf", "4"},
      {"half", "[4, 5, 7]"},
      {"text", "say"},
      {"speed", "3"},
      {"gear", "low"},
      {"motor.curve", "[[0, 1], [2, 0.6]]"},
      {"motor.curve", "steep"},
      {"motor", "false"},
      {"sails", "null"},
  };
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    ENSURE_OK(ctx, brn__record_set(ctx, &thing_record, &copy, changes[i][0], changes[i][1]));
    ENSURE(!brn__record_equal(&thing_record, &thing, &copy));
    clear_thing(ctx, &copy);
    ENSURE_OK(ctx, brn__record_copy(ctx, &thing_record, &thing, &copy));
  }
  copy.map[0].name[0] = 'S'; // names count
  ENSURE(!brn__record_equal(&thing_record, &thing, &copy));
  clear_thing(ctx, &copy);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

static void failed_copy_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  Thing thing = whole_thing(ctx), copy, fresh;
  brn__record_init(&thing_record, &fresh);
  size_t held = brn_byte_count(ctx);
  int failures = 0;
  for (;; failures++) {
    brn_fail_allocation(ctx, failures);
    BrnStatus status = brn__record_copy(ctx, &thing_record, &thing, &copy);
    if (status == BRN_OK) break;
    ENSURE_INT(status, BRN_NO_MEMORY);
    ENSURE_INT(brn_byte_count(ctx), held);
    ENSURE(brn__record_equal(&thing_record, &copy, &fresh));
  }
  brn_fail_allocation(ctx, -1);
  ENSURE(failures > 15);
  clear_thing(ctx, &copy);
  clear_thing(ctx, &thing);
  test_context_done(ctx);
}

// (x, y, z) to (x, z, -y), times 10: all lengths, wherever they are
static void lengths_scale_and_vectors_turn(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double axes[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0};
  Thing thing = whole_thing(ctx);
  brn__record_convert(&thing_record, &thing, 10, axes);
  ENSURE(thing.length == 20 && thing.ratio == 0.5 && thing.free == -3);
  ENSURE(thing.point[0] == 10 && thing.point[1] == 30 && thing.point[2] == -20);
  ENSURE(thing.half[0] == 40 && thing.half[1] == 60 && thing.half[2] == 50);
  ENSURE(thing.row[0] == 9 && thing.row[1] == 10 && thing.row[2] == 30 && thing.row[3] == -20);
  ENSURE(thing.row[4] == 10 && thing.row[5] == -10 && thing.row[6] == -30 && thing.row[7] == 20);
  ENSURE(thing.width[0] == 10 && thing.width[1] == 20 && thing.width[3] == 30);
  ENSURE(thing.flat[0] == 1 && thing.grid[0] == 7);
  ENSURE(thing.leaf.size == 0 && thing.option->size == 2.5 && thing.list[0].size == 10);
  ENSURE(isnan(thing.list[1].size) && thing.map[1].leaf->size == 30 && thing.map[1].weight == 2);
  clear_thing(ctx, &thing);
  brn__record_convert(&thing_record, &thing, 10, axes);
  ENSURE(isnan(thing.point[0]) && isnan(thing.point[1]) && isnan(thing.point[2]));
  test_context_done(ctx);
}

static void types_are_found_once_each(void** state) {
  (void)state;
  const BrnRecord* types[8];
  ENSURE_INT(brn__record_types(&thing_record, types, 8), 4);
  ENSURE(types[0] == &thing_record && types[1] == &leaf_record && types[2] == &kind_record);
  ENSURE(types[3] == &entry_record);
  ENSURE_INT(brn__record_types(&thing_record, types, 2), 2);
}

TEST_MAIN(cmocka_unit_test(defaults_of_the_outer_record_count),
          cmocka_unit_test(cleared_record_is_the_defaults),
          cmocka_unit_test(copy_is_equal_and_its_own),
          cmocka_unit_test(equality_looks_at_every_member), cmocka_unit_test(failed_copy_is_clean),
          cmocka_unit_test(lengths_scale_and_vectors_turn),
          cmocka_unit_test(types_are_found_once_each))
