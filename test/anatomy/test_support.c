// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

#define SUPPORTS(text) BAR_SCENE(BAR_MUSCLE, ", 'supports': {" text "}")

static void supports_hold_what_they_name(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, SUPPORTS("'base': {'on': ['bottom', 'top', 'bottom']}, 'rail': {'on': 'top', "
                            "'axes': 'zx'}"));
  ENSURE_OK(f.ctx, brn__build_supports(&f.build));
  ENSURE_INT(f.build.model->support_count, 2);
  const BrnModelSupport *base = f.build.model->support, *rail = base + 1;
  assert_string_equal(base->name, "base");
  ENSURE_INT(base->vertex_count, 72);
  for (int i = 1; i < 72; i++) ENSURE(base->vertex[i] > base->vertex[i - 1]);
  ENSURE(base->axis[0] && base->axis[1] && base->axis[2]);
  ENSURE_INT(base->motion, -1);
  ENSURE(rail->axis[0] && !rail->axis[1] && rail->axis[2]);
  fixture_done(&f);
}

static void motion_turns_about_the_middle(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, SUPPORTS("'base': {'on': 'bottom', 'motion': {'move': [[0, 0, 0, 0], [1, 0, 1, "
                            "0]]}}"));
  ENSURE_OK(f.ctx, brn__build_supports(&f.build));
  ENSURE_INT(f.build.model->support[0].motion, 0);
  ENSURE_INT(f.build.model->motion_count, 1);
  ENSURE_NEAR(f.build.model->motion[0].about[1], -0.015, 1e-15);
  fixture_done(&f);
}

static void bad_supports_are_refused(void** state) {
  (void)state;
  fixture_refuse(SUPPORTS("'base': {'on': 'top', 'axes': 'xw'}"), brn__build_supports,
                 "supports.base.axes: is \"xw\", but must be made of x, y and z");
  fixture_refuse(SUPPORTS("'base': {'on': 'top', 'axes': 'xx'}"), brn__build_supports, "is \"xx\"");
  fixture_refuse(SUPPORTS("'base': {'on': 'tap'}"), brn__build_supports,
                 "supports.base.on: there is no selection, bone, muscle or tendon \"tap\"; did you "
                 "mean \"top\"?");
  Fixture f;
  fixture_open(&f, SUPPORTS("'base': {'on': 'top', 'axes': 'x'}"));
  f.scene->support[0].axes[0] = 0; // the axes were given, and none
  ENSURE(fixture_looks(&f, "supports.base.axes: is \"\", but must be made of"));
  fixture_done(&f);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  fixture_trial_no_memory(SUPPORTS("'base': {'on': 'bottom', 'motion': {'move': [[0, 0, 0, 0]]}}"),
                          NULL, brn__build_supports);
}

TEST_MAIN(cmocka_unit_test(supports_hold_what_they_name),
          cmocka_unit_test(motion_turns_about_the_middle),
          cmocka_unit_test(bad_supports_are_refused),
          cmocka_unit_test(every_failed_allocation_is_clean))
