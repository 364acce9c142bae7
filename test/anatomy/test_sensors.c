// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "anatomy/model_test.h"

#define BODY(muscle, more)                                                                         \
  "{" BAR_MESH ", 'units': 'cm', " BAR_BONES ", 'muscles': {'m': {" BAR_MUSCLE muscle "}}, "       \
  "'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0, 10, 0], 'axis': [0, "  \
  "0, 1]}}" more "}"

#define SENSORS(list) ", 'sensors': {" list "}"
#define SIGNALS(list) SENSORS("'a': {'measure': 'angle', 'joint': 'j'}") ", 'signals': {" list "}"

// ----------------------------------------------------------------------------------------- sensors

static void names_become_indices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BODY("", SENSORS("'a': {'measure': 'angle', 'joint': 'j'}, 'v': {'measure': 'velocity', "
                            "'bone': 'base', 'other': 'top', 'at': [1, 2, 3], 'along': [0, 0, -5], "
                            "'smooth': 0.2}, 'd': {'measure': 'distance', 'bone': 'top', 'other': "
                            "'base'}, 'l': {'measure': 'length', 'muscle': 'm'}")));
  ENSURE_INT(model->sensor_count, 4);
  const BrnModelSensor* s = model->sensor;
  assert_string_equal(s[0].name, "a");
  ENSURE(s[0].joint == 0 && s[0].bone == -1 && s[0].unit == -1 && isnan(s[0].along[0]));
  ENSURE_NEAR(s[0].smooth, 0.05, 0);
  ENSURE(s[1].bone == 1 && s[1].other == 0 && s[1].joint == -1);
  ENSURE_NEAR(s[1].at[2], 0.03, 1e-15); // from centimetres
  ENSURE_NEAR(s[1].along[2], -1, 0);
  ENSURE_NEAR(s[1].smooth, 0.2, 0);
  for (int i = 0; i < 3; i++) {
    ENSURE_NEAR(s[2].at[i], model->bone[0].centre[i], 0);
    ENSURE_NEAR(s[2].other_at[i], model->bone[1].centre[i], 0);
  }
  ENSURE(s[3].measure == BRN_SENSE_LENGTH && s[3].unit == 0);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void wrong_sensors_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* const list[][2] = {
      {"'measure': 'angle'", "sensors.s: which angle? give a \"joint\""},
      {"'measure': 'angle', 'joint': 'jj'", "there is no joint \"jj\"; did you mean \"j\"?"},
      {"'measure': 'angular_velocity'", "turns what? give either a \"joint\" or a \"bone\""},
      {"'measure': 'angular_velocity', 'joint': 'j', 'bone': 'top'", "turns what? give either"},
      {"'measure': 'velocity', 'joint': 'j'", "of what? give a \"bone\""},
      {"'measure': 'velocity', 'bone': 'bse'", "did you mean \"base\"?"},
      {"'measure': 'velocity', 'bone': 'base', 'along': [0, 0, 0]",
       "\"along\" has no length; give a direction"},
      {"'measure': 'distance', 'bone': 'base'", "give an \"other\" bone, or \"other_at\""},
      {"'measure': 'distance', 'bone': 'base', 'other': 'base'", "are both \"base\""},
      {"'measure': 'length'", "whose length? give a \"muscle\""},
      {"'measure': 'length', 'muscle': 'n'", "there is no part \"n\""},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char text[2000];
    snprintf(text, sizeof text, BODY("", SENSORS("'s': {%s}")), list[i][0]);
    model_refuses(ctx, text, list[i][1]);
  }
  model_refuses(
      ctx, BODY(", 'units': {'one': {}}", SENSORS("'s': {'measure': 'length', 'muscle': 'm'}")),
      "\"m\" has units; name one of them, such as \"m.one\"");
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------------- signals

static void signals_come_after_what_they_are_made_of(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BODY("", SIGNALS("'c': {'sum': ['b', 'a', 'b']}, 'b': {'product': ['a'], 'weight': 2}, "
                            "'a': {'sensor': 'a', 'curve': [[0, 0], [90, 1]], 'trigger': "
                            "{'threshold': 0.5, 'hold': 3}}")));
  ENSURE_INT(model->signal_count, 3);
  const BrnModelSignal* s = model->signal;
  assert_string_equal(s[0].name, "a");
  assert_string_equal(s[1].name, "b");
  assert_string_equal(s[2].name, "c");
  ENSURE(s[0].sensor == 0 && s[0].curve && s[0].of_count == 0 && s[0].has_trigger);
  ENSURE(s[0].threshold == 0.5 && s[0].peak == 1 && s[0].hold == 3 && s[0].relax == 0.3);
  ENSURE(s[1].of_count == 1 && s[1].of[0] == 0 && s[1].multiply && s[1].weight == 2);
  ENSURE(s[2].of_count == 3 && s[2].of[0] == 1 && s[2].of[1] == 0 && s[2].of[2] == 1);
  ENSURE(!s[2].multiply && !s[2].has_trigger && !s[2].curve && s[2].sensor == -1);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void units_find_their_signals(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BODY(", 'signal': 'b', 'rise': 0.01, 'units': {'one': {'region': 'low'}, 'two': "
                "{'signal': 'a'}}",
                ", 'selections': {'low': {'box': [[-9, -9, -9], [0, 9, 9]]}}" SIGNALS(
                    "'a': {'sum': ['b']}, 'b': {'value': 0.5}")));
  ENSURE_INT(model->unit_count, 2);
  ENSURE_INT(model->unit_list[0].signal, 0);
  ENSURE_INT(model->unit_list[1].signal, 1);
  ENSURE_NEAR(model->unit_list[1].rise, 0.01, 0);
  ENSURE_NEAR(model->unit_list[1].fall, 0.06, 0);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void wrong_signals_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* const list[][2] = {
      {"'s': {}", "signals.s: has nothing to read"},
      {"'s': {'sensor': 'a', 'value': 1}", "signals.s: has several things to read"},
      {"'s': {'sensor': 'b'}", "signals.s: there is no sensor \"b\"; there are: a"},
      {"'s': {'sum': ['tt']}, 't': {'value': 1}", "there is no signal \"tt\"; did you mean \"t\"?"},
      {"'s': {'sum': ['s']}", "signals.s: is made of itself: s -> s; leave one of these out"},
      {"'x': {'sum': ['s']}, 's': {'sum': ['o', 't']}, 'o': {'value': 1}, 't': {'product': ['u']}, "
       "'u': {'sum': ['s']}",
       " -> u -> "},
      {"'s': {'sensor': 'a', 'curve': [[0, 0], [1, 1], [1, 2]]}",
       "signals.s: row 2 of the curve begins with 1, which is not above 1"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char text[2000];
    snprintf(text, sizeof text, BODY("", SIGNALS("%s")), list[i][0]);
    model_refuses(ctx, text, list[i][1]);
  }
  model_refuses(ctx, BODY(", 'signal': 'go'", SIGNALS("'goo': {'value': 1}")),
                "muscles.m.signal: there is no signal \"go\"; did you mean \"goo\"?");
  model_refuses(ctx, BODY("", ", 'frames': {'pre_roll': 3, 'run_up': 4}"),
                "run_up, 4, is more than pre_roll, 3, of which it is a part; set pre_roll to 4");
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------ whole models

static const char* const whole =
    BODY(", 'signal': 'b'",
         SIGNALS("'b': {'sum': ['a', 'v']}, 'v': {'value': {'keys': [[0, 0], [1, 1]]}}, 'a': "
                 "{'sensor': 'a', 'curve': [[0, 0], [90, 1]]}"));

static void sensors_come_back_from_files(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], path[128];
  model_folder(folder);
  snprintf(path, sizeof path, "%s/model", folder);
  BrnModel *model = model_build(ctx, whole), *again;
  ENSURE_OK(ctx, brn_model_write(ctx, model, path));
  ENSURE_OK(ctx, brn_model_read(ctx, path, &again));
  ENSURE(again->sensor_count == 1 && again->sensor[0].joint == 0 && again->signal_count == 3);
  ENSURE(again->signal[2].of_count == 2 && again->unit_list[0].signal == 2);
  double value;
  brn_track_value(again->signal[1].curve, 45, &value);
  ENSURE_NEAR(value, 0.5, 1e-15);
  brn_model_destroy(ctx, model);
  brn_model_destroy(ctx, again);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// the step alone, on a model from a file
static BrnStatus try_step(BrnContext* ctx, const BrnScene* scene, const char* path, int fails) {
  BrnModel* model;
  ENSURE_OK(ctx, brn_model_read(ctx, path, &model));
  BrnBuild build = {.ctx = ctx, .scene = scene, .model = model};
  brn_fail_allocation(ctx, fails);
  BrnStatus status = brn__build_sensors(&build);
  brn_fail_allocation(ctx, -1);
  brn_model_destroy(ctx, model);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], path[128];
  model_folder(folder);
  snprintf(path, sizeof path, "%s/model", folder);
  BrnModel* plain = model_build(ctx, BODY("", ""));
  ENSURE_OK(ctx, brn_model_write(ctx, plain, path));
  brn_model_destroy(ctx, plain);
  BrnScene* scene = model_scene_in(ctx, ".", whole);
  brn_scene_to_si(scene);
  size_t before = brn_byte_count(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  int k = 0;
  for (; status != BRN_OK; k++) {
    status = try_step(ctx, scene, path, k);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(brn_byte_count(ctx) == before);
  }
  ENSURE(k > 8);
  brn_scene_destroy(ctx, scene);
  model_remove_folder(folder);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(names_become_indices), cmocka_unit_test(wrong_sensors_are_refused),
          cmocka_unit_test(signals_come_after_what_they_are_made_of),
          cmocka_unit_test(units_find_their_signals), cmocka_unit_test(wrong_signals_are_refused),
          cmocka_unit_test(sensors_come_back_from_files),
          cmocka_unit_test(every_failed_allocation_is_clean))
