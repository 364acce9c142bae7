// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

static const char bar[] = BAR_SCENE(BAR_MUSCLE, "");

static void names_of_parts_are_found(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  bool part[3] = {false, false, false};
  ENSURE_INT(f.build.model->part_count, 3);
  brn__build_find_part(&f.build, "flexor", part);
  ENSURE(!part[0] && !part[1] && part[2]);
  brn__build_find_part(&f.build, "bottom", part);
  ENSURE(!part[0] && part[1] && part[2]); // flags are added
  ENSURE_INT(brn__build_find_bone(&f.build, "bottom"), 1);
  ENSURE_INT(brn__build_find_own_part(&f.build, "flexor"), 2);
  ENSURE_INT(brn__build_find_own_part(&f.build, "flexo"), -1);
  fixture_done(&f);
}

static void muscle_stands_for_all_its_units(void** state) {
  (void)state;
  Fixture f;
  fixture_make(
      &f, "{'brawn': 1, 'mesh': {'shape': {'shape': 'pair', 'tets': 2000}}, 'bones': {'top': "
          "{'labels': 'bone_proximal'}, 'bottom': {'labels': 'bone_distal'}}, 'muscles': {'twin': "
          "{'units': {'left': {'labels': ['muscle_left', 'tendon_proximal']}, 'right': {'labels': "
          "['muscle_right', 'tendon_distal']}}}}}");
  bool part[4] = {false};
  ENSURE_INT(f.build.model->part_count, 4);
  brn__build_find_part(&f.build, "twin", part);
  ENSURE(!part[0] && !part[1] && part[2] && part[3]);
  memset(part, 0, sizeof part);
  brn__build_find_part(&f.build, "twin.right", part);
  ENSURE(!part[0] && !part[1] && !part[2] && part[3]);
  fixture_done(&f);
}

#define HELD(text) BAR_SCENE(BAR_MUSCLE, ", 'supports': {'s': {'on': '" text "'}}")

static void nearest_spelling_is_said(void** state) {
  (void)state;
  fixture_refuse(BAR_SCENE(", 'origin': 'botom'", ""), NULL,
                 "origin: there is no bone or tendon \"botom\"; did you mean \"bottom\"?");
  fixture_refuse(BAR_SCENE(", 'origin': 'flexor'", ""), NULL,
                 "\"flexor\" is a muscle, but a bone or tendon is needed here");
  fixture_refuse(HELD("flexer"), NULL, "\"flexer\"; did you mean \"flexor\"?");
}

static void names_may_have_blanks_and_any_length(void** state) {
  (void)state;
  BrnSpelling spelling = {.word = "long heads"};
  char name[300];
  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = 0;
  for (int i = 0; i < 20; i++) brn__spelling_offer(&spelling, name);
  brn__spelling_offer(&spelling, "heads");
  brn__spelling_offer(&spelling, "long head");
  for (int i = 0; i < 40; i++) brn__spelling_offer(&spelling, "radius");
  ENSURE(strlen(spelling.known) < sizeof spelling.known);
  BrnContext* ctx = test_context();
  ENSURE_STATUS(ctx, brn__spelling_fail(&(BrnBuild){.ctx = ctx}, "here", "thing", &spelling),
                BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "did you mean \"long head\"?");
  test_context_done(ctx);
}

static void unit_that_is_a_region_is_told_apart(void** state) {
  (void)state;
  fixture_refuse(BAR_SCENE(BAR_MUSCLE ", 'units': {'low': {'region': 'half'}, 'rest': {}}",
                           ", 'selections': {'half': {'box': [[-1, -1, -1], [1, 0.1, 1]]}}, "
                           "'supports': {'s': {'on': 'flexor.low'}}"),
                 NULL,
                 "supports.s.on: the unit \"flexor.low\" has no tets of its own, it is a region");
}

static void lengths_are_said_in_mm_or_m(void** state) {
  (void)state;
  assert_string_equal(BRN_LENGTH(0.0032), "3.2 mm");
  assert_string_equal(BRN_LENGTH(1.5), "1.5 m");
}

TEST_MAIN(cmocka_unit_test(names_of_parts_are_found),
          cmocka_unit_test(muscle_stands_for_all_its_units),
          cmocka_unit_test(nearest_spelling_is_said),
          cmocka_unit_test(names_may_have_blanks_and_any_length),
          cmocka_unit_test(unit_that_is_a_region_is_told_apart),
          cmocka_unit_test(lengths_are_said_in_mm_or_m))
