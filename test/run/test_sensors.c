// SPDX-License-Identifier: Apache-2.0

#include "run/run_test.h"

// Sensors in runs: every method sees the same activations, tables tell them, and a run that was
// stopped goes on with the same bytes.

// A bone follows a clip of another size by its joint: its angle activates the muscle, and what
// hangs free on a third bone triggers it.
static const char swing[] =
    "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
    "Xrotation Yrotation\nJOINT leg\n{\nOFFSET 0 -50 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 -50 0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n"
    "0 90 0 0 0 0 0 0 0\n10 90 0 0 0 0 10 0 0\n20 90 0 0 0 0 20 0 0\n";

#define SWING(solver)                                                                              \
  "{'brawn': 1, 'name': 'swing', " BAR_MESH ", 'gravity': [0, 0, 0], 'bones': {'top': {'labels': " \
  "'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal', 'motion': {'clip': 'walk', " \
  "'joint': 'leg', 'turn_only': true}}}, 'clips': {'walk': {'file': 'walk.bvh'}}, 'joints': "      \
  "{'knee': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0, 0.1, 0], 'axis': [0, 0, "     \
  "1]}}, 'muscles': {'m': {" BAR_MUSCLE ", 'tension': 2e4, 'signal': 'bend'}}, 'sensors': {'a': "  \
  "{'measure': 'angle', 'joint': 'knee'}, 'l': {'measure': 'length', 'muscle': 'm'}}, 'signals': " \
  "{'bend': {'sensor': 'a', 'curve': [[0, 0], [20, 0.8]]}}, 'frames': {'first': 1, 'last': 5}, "   \
  "'solver': {'method': '" solver "'}}"

static RunTest make_swing(const char* text) {
  RunTest test = {.ctx = test_context()};
  BrnBuildDef def = brn_build_def_default();
  model_folder(test.folder);
  snprintf(test.out, sizeof test.out, "%s/out", test.folder);
  model_write_file(test.folder, "walk.bvh", swing, strlen(swing));
  test.scene = model_scene_in(test.ctx, test.folder, text);
  ENSURE_OK(test.ctx, brn_model_build(test.ctx, test.scene, &def, &test.model, NULL));
  return test;
}

// the column of that name in a row, from 1
static double column(const RunTest* test, const char* file, const char* name, int row) {
  char* text = run_text(test, file);
  char *line = text, *end = strchr(line, '\n');
  int index = 0;
  *end = 0;
  for (char* word = strtok(line, ","); word && strcmp(word, name) != 0; word = strtok(NULL, ",")) {
    index++;
  }
  for (line = end + 1; row > 1; row--) line = strchr(line, '\n') + 1;
  for (; index > 0; index--) line = strchr(line, ',') + 1;
  double value = strtod(line, NULL);
  free(text);
  return value;
}

static void check_swing(const char* scene) {
  RunTest test = make_swing(scene);
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_INT(test.report.unconverged, 0);
  double angle = 100.0 / 6, excitation = 0.8 * angle / 20; // after 4 / 24 s
  ENSURE_NEAR(column(&test, "joints.csv", "knee.angle [deg]", 5), angle, 1e-6);
  ENSURE_NEAR(column(&test, "sensors.csv", "a.angle [deg]", 5), angle, 1e-9);
  ENSURE_NEAR(column(&test, "sensors.csv", "bend.signal", 5), excitation, 1e-9);
  double before = column(&test, "muscles.csv", "m.activation", 4);
  ENSURE_NEAR(column(&test, "muscles.csv", "m.activation", 5),
              excitation + (before - excitation) * exp(-1 / 24.0 / 0.015), 1e-12);
  ENSURE_NEAR(column(&test, "joints.csv", "knee.gap [m]", 5), 0, 1e-9);
  ENSURE_NEAR(column(&test, "muscles.csv", "m.length [m]", 4) /
                  column(&test, "sensors.csv", "l.length", 5),
              0.2, 1e-9); // the length of the state before
  run_done(&test);
}

static void every_method_is_activated(void** unused) {
  (void)unused;
  check_swing(SWING("newton"));
  check_swing(SWING("emu"));
}

// ------------------------------------------------------------------------------------------ resume

// The lower bone is free: its speed fires a trigger; all that is remembered counts.
#define FREE                                                                                       \
  "{'brawn': 1, 'name': 'bar', " BAR_MESH ", 'bones': {'top': {'labels': 'bone_proximal', "        \
  "'fixed': true}, 'base': {'labels': 'bone_distal'}}, 'muscles': {'m': {" BAR_MUSCLE              \
  ", 'tension': 2e5, 'activation': {'keys': [[0, 0], [0.2, 0.3]]}, 'signal': 'hit'}}, 'sensors': " \
  "{'v': {'measure': 'velocity', 'bone': 'base'}, 'a': {'measure': 'acceleration', 'bone': "       \
  "'base', 'along': [0, 1, 0]}}, 'signals': {'hit': {'sensor': 'v', 'trigger': {'threshold': "     \
  "0.005, 'peak': 0.4, 'hold': 0.05, 'relax': 0.1}}, 'look': {'sensor': 'a'}}, 'frames': "         \
  "{'first': 1, 'last': 8, 'pre_roll': 3, 'run_up': 2}, 'solver': {'dynamic': true, 'substeps': "  \
  "2}, 'outputs': {'mesh': false}}"

static void ensure_same_table(const RunTest* a, const RunTest* b, const char* name) {
  char *one = run_text(a, name), *two = run_text(b, name);
  assert_string_equal(one, two);
  free(one);
  free(two);
}

static void stopped_run_goes_on_with_the_same_bytes(void** unused) {
  (void)unused;
  RunTest whole = run_make(FREE), parts = run_make(FREE);
  BrnRunDef def = run_def(&whole);
  ENSURE_OK(whole.ctx, run_go(&whole, &def));
  double most = 0;
  for (int i = 1; i <= 8; i++) most = fmax(most, column(&whole, "sensors.csv", "hit.signal", i));
  ENSURE_NEAR(most, 0.4, 0); // it has fired
  ENSURE(column(&whole, "sensors.csv", "hit.signal", 1) == 0);
  def = run_def(&parts);
  const int stops[] = {2, 4, 5, 8};
  for (int i = 0; i < 4; i++) {
    def.last = stops[i];
    def.resume = i > 0;
    ENSURE_OK(parts.ctx, run_go(&parts, &def));
  }
  const char* const tables[] = {"sensors.csv", "muscles.csv", "bones.csv", "run.csv"};
  for (int i = 0; i < 4; i++) ensure_same_table(&whole, &parts, tables[i]);
  run_done(&whole);
  run_done(&parts);
}

static void tables_without_sensors_are_not_written(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  def.last = 1;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(!run_has(&test, "sensors.csv"));
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(every_method_is_activated),
          cmocka_unit_test(stopped_run_goes_on_with_the_same_bytes),
          cmocka_unit_test(tables_without_sensors_are_not_written))
