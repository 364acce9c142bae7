// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// Remarks about sensors, signals, and bones that follow clips.

#define BODY(muscle, more)                                                                         \
  "{" BAR_MESH                                                                                     \
  ", 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': "             \
  "'bone_distal'}}, 'muscles': {'m': {" BAR_MUSCLE muscle "}}, 'joints': {'j': {'type': 'hinge', " \
  "'bones': ['top', 'base'], 'point': [0, 0.1, 0], 'axis': [0, 0, 1]}}" more "}"

static BrnRemarks check_in(BrnContext* ctx, const char* folder, const char* text) {
  BrnRemarks remarks = {0};
  BrnScene* scene = model_scene_in(ctx, folder, text);
  ENSURE_OK(ctx, brn_scene_check(ctx, scene, &remarks));
  brn_scene_destroy(ctx, scene);
  return remarks;
}

static BrnRemarks check(BrnContext* ctx, const char* text) { return check_in(ctx, ".", text); }

static void expect(BrnContext* ctx, const char* text, BrnSeverity severity, const char* where,
                   const char* words) {
  BrnRemarks remarks = check(ctx, text);
  bool found = false;
  for (int i = 0; i < remarks.count; i++) {
    const BrnRemark* r = &remarks.remark[i];
    found |= r->severity == severity && strcmp(r->where, where) == 0 && strstr(r->text, words);
  }
  if (!found) {
    for (int i = 0; i < remarks.count; i++) {
      print_error("%s: %s\n", remarks.remark[i].where, remarks.remark[i].text);
    }
    fail_msg("lacks: %s: %s", where, words);
  }
  brn_remarks_clear(ctx, &remarks);
}

static void good_ones_have_no_remarks(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnRemarks remarks = check(
      ctx, BODY(", 'signal': 's'",
                ", 'sensors': {'a': {'measure': 'angle', 'joint': 'j'}, 'v': {'measure': "
                "'velocity', 'bone': 'base', 'other': 'top', 'at': [0, 0, 0], 'along': [0, 1, 0]}, "
                "'l': {'measure': 'length', 'muscle': 'm'}, 'h': {'measure': 'distance', 'bone': "
                "'base', 'other_at': [0, -1, 0]}}, 'signals': {'s': {'sum': ['t', 'u']}, 't': "
                "{'sensor': 'a', 'curve': [[0, 0], [9, 1]]}, 'u': {'value': 0.1}}"));
  ENSURE_INT(remarks.count, 0);
  test_context_done(ctx);
}

static void doubtful_sensors_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const struct {
    const char* sensor;
    BrnSeverity severity;
    const char* words;
  } list[] = {
      {"'measure': 'angle'", BRN_ERROR, "which angle? give a \"joint\""},
      {"'measure': 'angle', 'joint': 'k'", BRN_ERROR, "there is no joint \"k\""},
      {"'measure': 'angle', 'joint': 'j', 'bone': 'top'", BRN_WARNING, "\"bone\" is not read"},
      {"'measure': 'angular_velocity', 'joint': 'j', 'bone': 'top'", BRN_ERROR, "give either"},
      {"'measure': 'velocity'", BRN_ERROR, "of what? give a \"bone\""},
      {"'measure': 'velocity', 'bone': 'bse'", BRN_ERROR, "did you mean \"base\"?"},
      {"'measure': 'velocity', 'bone': 'base', 'other': 'base'", BRN_ERROR, "name two bones"},
      {"'measure': 'velocity', 'bone': 'base', 'along': [0, 0, 0]", BRN_ERROR, "has no length"},
      {"'measure': 'velocity', 'bone': 'base', 'smooth': 0.01", BRN_NOTE, "shorter than a frame"},
      {"'measure': 'distance', 'bone': 'base'", BRN_ERROR, "distance to what?"},
      {"'measure': 'length'", BRN_ERROR, "whose length? give a \"muscle\""},
      {"'measure': 'length', 'muscle': 'n'", BRN_ERROR, "there is no part \"n\""},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char text[2000];
    snprintf(text, sizeof text, BODY("", ", 'sensors': {'s': {%s}}"), list[i].sensor);
    expect(ctx, text, list[i].severity, "sensors.s", list[i].words);
  }
  expect(ctx,
         BODY(", 'units': {'one': {}}", ", 'sensors': {'s': {'measure': 'length', 'muscle': 'm'}}"),
         BRN_ERROR, "sensors.s", "name one of them, such as \"m.one\"");
  test_context_done(ctx);
}

static void doubtful_signals_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const struct {
    const char* signals;
    BrnSeverity severity;
    const char* words;
  } list[] = {
      {"'s': {}", BRN_ERROR, "has nothing to read"},
      {"'s': {'value': 1, 'sum': ['t']}, 't': {'value': 1}", BRN_ERROR, "several things"},
      {"'s': {'sensor': 'a'}", BRN_ERROR, "there is no sensor \"a\"; the scene has none at all"},
      {"'s': {'product': ['tu']}, 't': {'value': 1}", BRN_ERROR, "did you mean \"t\"?"},
      {"'s': {'sum': ['t']}, 't': {'product': ['s']}", BRN_ERROR, "is made of itself"},
      {"'s': {'value': 1, 'curve': [[1, 0], [0, 1]]}", BRN_ERROR, "row 1 of the curve"},
      {"'s': {'value': {'keys': [[1, 0], [1, 1]]}}", BRN_ERROR, "row 1 of the keys"},
      {"'s': {'value': 1, 'weight': 0}", BRN_WARNING, "has the weight 0"},
      {"'s': {'value': 1}", BRN_NOTE, "activates nothing"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char text[2000];
    snprintf(text, sizeof text, BODY("", ", 'signals': {%s}"), list[i].signals);
    expect(ctx, text, list[i].severity, "signals.s", list[i].words);
  }
  expect(ctx, BODY(", 'signal': 'go'", ""), BRN_ERROR, "muscles.m.signal",
         "there is no signal \"go\"");
  expect(ctx, BODY(", 'units': {'one': {'signal': 'go'}}", ", 'signals': {'goo': {'value': 1}}"),
         BRN_ERROR, "muscles.m.units.one.signal", "did you mean \"goo\"?");
  test_context_done(ctx);
}

static void doubtful_motions_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  expect(ctx,
         "{" BAR_MESH ", 'bones': {'b': {'labels': 'bone_distal', 'motion': {'move': [[0, 0, 0, "
         "0]], 'turn_only': true}}}}",
         BRN_WARNING, "bones.b.motion.turn_only", "is for motions from a clip");
  expect(ctx,
         "{" BAR_MESH ", 'bones': {'b': {'labels': 'bone_distal', 'motion': {'clip': 'c', 'joint': "
         "'hip', 'turn_only': true}}}}",
         BRN_WARNING, "bones.b.motion.turn_only", "no joint has this bone as its child");
  expect(ctx, BODY("", ", 'frames': {'run_up': 2}"), BRN_ERROR, "frames",
         "run_up, 2, is more than pre_roll, 0");
  test_context_done(ctx);
}

// 10 cm a frame, and back by 60
static const char away[] = "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition "
                           "Zposition\nEnd Site\n{\nOFFSET 5 0 0\n}\n}\nMOTION\nFrames: 7\n"
                           "Frame Time: 0.5\n0 0 0\n10 0 0\n20 0 0\n30 0 0\n40 0 0\n50 0 0\n"
                           "60 0 0\n";

static int clip_warnings(BrnContext* ctx, const char* folder, const char* clip) {
  char text[2000];
  int count = 0;
  snprintf(text, sizeof text, BODY("", ", 'clips': {'c': {'file': 'away.bvh'%s}}"), clip);
  BrnRemarks remarks = check_in(ctx, folder, text);
  for (int i = 0; i < remarks.count; i++) {
    const BrnRemark* r = &remarks.remark[i];
    count += strcmp(r->where, "clips.c.file") == 0 &&
             strstr(r->text, "goes back by 60 units of the file at once, 6 times as far");
  }
  brn_remarks_clear(ctx, &remarks);
  return count;
}

static void loops_that_jump_back_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  model_write_file(folder, "away.bvh", away, strlen(away));
  ENSURE_INT(clip_warnings(ctx, folder, ", 'repeat': 'loop'"), 1);
  ENSURE_INT(clip_warnings(ctx, folder, ", 'repeat': 'loop', 'onward': true"), 0);
  ENSURE_INT(clip_warnings(ctx, folder, ", 'repeat': 'loop', 'travel': 0"), 0);
  ENSURE_INT(clip_warnings(ctx, folder, ", 'repeat': 'loop', 'up': 'x'"), 0);
  ENSURE_INT(clip_warnings(ctx, folder, ""), 0);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void failing_allocations_are_survived(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = model_scene_in(ctx, ".",
                                   BODY(", 'signal': 'x'",
                                        ", 'sensors': {'s': {'measure': 'angle', 'joint': 'k'}}, "
                                        "'signals': {'s': {'sum': ['t']}, 't': {'sum': ['s']}}"));
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnRemarks remarks = {0};
    brn_fail_allocation(ctx, k);
    status = brn_scene_check(ctx, scene, &remarks);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn_remarks_clear(ctx, &remarks);
  }
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(good_ones_have_no_remarks), cmocka_unit_test(doubtful_sensors_are_told),
          cmocka_unit_test(doubtful_signals_are_told), cmocka_unit_test(doubtful_motions_are_told),
          cmocka_unit_test(loops_that_jump_back_are_told),
          cmocka_unit_test(failing_allocations_are_survived))
