// SPDX-License-Identifier: Apache-2.0

#include "run/run_test.h"

// A bar of length L and section A, held at one end so that it may grow thin, and pulled at the
// other by F, with a strain of 1e-4: its end moves by F L / (E A), its support pulls with -F, and F
// goes through every cut. Millimetres and Z up, to see what becomes of them.

static const double F = 0.04, L = 0.1, E = 1e6, A = 4e-4; // N, m, Pa, m^2

#define BAR(method, more)                                                                          \
  "{'brawn': 1, 'name': 'bar', 'units': 'mm', 'up': 'z', 'gravity': [0, 0, 0], 'mesh': {'shape': " \
  "{'shape': 'block', 'length': 100, 'width': 20, 'thickness': 20, 'tets': 600}}, 'materials': "   \
  "{'mat': {'model': 'stable_neo_hookean', 'young': 1e6, 'poisson': 0.3}}, 'soft': {'block': "     \
  "{'labels': 'muscle', 'material': 'mat'}}, 'selections': {'foot': {'plane': {'point': [0, 0, "   \
  "0.001], 'normal': [0, 0, -1]}}, 'head': {'plane': {'point': [0, 0, 99.999], 'normal': [0, 0, "  \
  "1]}}, 'pin': {'nearest': [[0, 0, 0]]}, 'side': {'nearest': [[10, 0, 0]]}}, 'supports': "        \
  "{'floor': {'on': 'foot', 'axes': 'z'}, 'pin': {'on': 'pin', 'axes': 'xy'}, 'guide': {'on': "    \
  "'side', 'axes': 'y'}}, 'loads': {'pull': {'on': 'head', 'kind': 'traction', 'vector': [0, 0, "  \
  "100]}}, 'probes': {'foot': {'on': 'foot'}, 'head': {'on': 'head', 'measure': ['position', "     \
  "'displacement', 'range', 'load', 'flesh', 'support']}, 'tip': {'at': [0, 0, 100]}, 'half': "    \
  "{'at': [1, 2, 50], 'part': 'block', 'measure': ['displacement', 'stress', 'velocity']}, "       \
  "'cut': "                                                                                        \
  "{'section': {'point': [0, 0, 43], 'normal': [0, 0, 1]}}, 'back': {'section': {'point': [0, 0, " \
  "61], 'normal': [0, 0, -1]}, 'on': 'block'}}, 'solver': {'method': '" method                     \
  "'}, 'frames': {'first': 1, 'last': 2}" more "}"

// the column of that name in a row, from 1
static double column(const RunTest* test, const char* name, int row) {
  char* text = run_text(test, "probes.csv");
  char *line = text, *end = strchr(line, '\n'), *word;
  int index = 0;
  *end = 0;
  for (word = strtok(line, ","); word && strcmp(word, name) != 0; word = strtok(NULL, ",")) {
    index++;
  }
  if (!word) fail_msg("there is no column \"%s\"", name);
  for (line = end + 1; row > 1; row--) line = strchr(line, '\n') + 1;
  for (; index > 0; index--) line = strchr(line, ',') + 1;
  double value = strtod(line, NULL);
  free(text);
  return value;
}

static bool has_column(const RunTest* test, const char* name) {
  char* text = run_text(test, "probes.csv");
  bool found = strstr(text, name) != NULL;
  free(text);
  return found;
}

static RunTest run_bar(const char* text) {
  RunTest test = run_make(text);
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_INT(test.report.unconverged, 0);
  return test;
}

// in the axes of the run: y is up there
static void check_forces(const RunTest* test, double tolerance) {
  ENSURE_NEAR(column(test, "foot.support_force_y [N]", 1), -F, tolerance * F);
  ENSURE_NEAR(column(test, "foot.support_force_x [N]", 1), 0, tolerance * F);
  ENSURE_NEAR(column(test, "head.support_force_y [N]", 1), 0, 0);
  ENSURE_NEAR(column(test, "head.load_force_y [N]", 1), F, 1e-12 * F);
  ENSURE_NEAR(column(test, "head.flesh_force_y [N]", 1), -F, tolerance * F);
  ENSURE_NEAR(column(test, "cut.section_force_y [N]", 1), F, tolerance * F);
  ENSURE_NEAR(column(test, "back.section_force_y [N]", 1), -F, tolerance * F);
}

static void check_shape(const RunTest* test, double tolerance) {
  double u = F * L / (E * A), sigma = F / A; // the law is not linear: 1e-4 is left
  ENSURE_NEAR(column(test, "tip.displacement_y [m]", 1), u, tolerance * u);
  ENSURE_NEAR(column(test, "head.displacement_y [m]", 1), u, tolerance * u);
  ENSURE_NEAR(column(test, "head.position_y [m]", 1), L + u, tolerance * u);
  ENSURE_NEAR(column(test, "half.displacement_y [m]", 1), u / 2, tolerance * u);
  ENSURE_NEAR(column(test, "head.most_x [m]", 1) - column(test, "head.least_x [m]", 1),
              0.02 * (1 - 0.3e-4), 0.02 * 1e-7);
  ENSURE_NEAR(column(test, "half.stress_yy [Pa]", 1), sigma, 1e-3 * sigma);
  ENSURE_NEAR(column(test, "half.von_mises [Pa]", 1), sigma, 1e-3 * sigma);
  ENSURE_NEAR(column(test, "half.pressure [Pa]", 1), -sigma / 3, 1e-3 * sigma);
}

static void pulled_bar_is_as_by_hand(void** state) {
  (void)state;
  RunTest newton = run_bar(BAR("newton", "")), emu = run_bar(BAR("emu", ""));
  check_forces(&newton, 1e-5);
  check_shape(&newton, 1e-3);
  check_forces(&emu, 1e-5);
  check_shape(&emu, 1e-3);
  double a = column(&newton, "tip.displacement_y [m]", 2),
         b = column(&emu, "tip.displacement_y [m]", 2);
  ENSURE_NEAR(a, b, 1e-5 * a);
  run_done(&newton);
  run_done(&emu);
}

static void tables_may_have_the_units_of_the_scene(void** state) {
  (void)state;
  RunTest si = run_bar(BAR("newton", "")),
          own = run_bar(BAR("newton", ", 'outputs': {'units': 'scene'}")),
          cm = run_bar(BAR("newton", ", 'outputs': {'units': 'cm'}"));
  double y = column(&si, "tip.position_y [m]", 2), z = column(&si, "tip.position_z [m]", 2);
  ENSURE_NEAR(column(&own, "tip.position_z [mm]", 2), 1e3 * y, 1e-9);
  ENSURE_NEAR(column(&own, "tip.position_y [mm]", 2), -1e3 * z, 1e-12);
  ENSURE_NEAR(column(&own, "foot.support_force_z [N]", 2), -F, 1e-5 * F);
  ENSURE_NEAR(column(&own, "half.stress_zz [Pa]", 2), column(&si, "half.stress_yy [Pa]", 2), 1e-9);
  ENSURE_NEAR(column(&own, "half.stress_xy [Pa]", 2), -column(&si, "half.stress_zx [Pa]", 2), 1e-9);
  ENSURE_NEAR(column(&own, "cut.section_moment_x [N mm]", 2),
              1e3 * column(&si, "cut.section_moment_x [N m]", 2), 1e-9);
  ENSURE_NEAR(column(&own, "head.least_y [mm]", 2), -1e3 * column(&si, "head.most_z [m]", 2), 1e-9);
  ENSURE_NEAR(column(&cm, "tip.position_y [cm]", 2), 1e2 * y, 1e-9);
  char* text = run_text(&cm, "parts.csv");
  ENSURE(strstr(text, "block.volume [cm^3]") && strstr(text, "block.energy [J]"));
  free(text);
  run_done(&si);
  run_done(&own);
  run_done(&cm);
}

static void scaled_scenes_say_what_their_unit_is(void** state) {
  (void)state;
  RunTest test = run_bar(BAR("newton", ", 'scale': 0.5, 'outputs': {'units': 'scene'}"));
  ENSURE_NEAR(column(&test, "tip.position_z [(0.5 mm)]", 1), 100, 0.05);
  run_done(&test);
}

static void runs_do_not_go_on_in_other_units(void** state) {
  (void)state;
  RunTest test = run_bar(BAR("newton", ""));
  BrnRunDef def = run_def(&test);
  def.resume = true;
  ENSURE_OK(test.ctx, brn_scene_set(test.ctx, test.scene, "outputs.units", "mm"));
  ENSURE_STATUS(test.ctx, run_go(&test, &def), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "outputs.units");
  run_done(&test);
}

// ------------------------------------------------------------------------------------------- bones

static void points_of_bones_follow_them(void** state) {
  (void)state;
  RunTest test = run_bar(RUN_SCENE(", 'probes': {'far': {'at': [0.3, 0.2, 0.1], 'part': 'base'}, "
                                   "'held': {'on': 'top'}, 'moved': {'on': 'base'}}"));
  ENSURE(fabs(column(&test, "far.displacement [m]", 4)) > 1e-5);
  // the bar shortens along its axis: the bone moves without turning, and its points with it
  ENSURE_NEAR(column(&test, "far.displacement_y [m]", 4),
              column(&test, "moved.displacement_y [m]", 4), 1e-6);
  ENSURE_NEAR(column(&test, "held.displacement [m]", 4), 0, 1e-12);
  ENSURE_NEAR(column(&test, "moved.support_force_y [N]", 4), 0, 0);
  run_done(&test);
}

// Bodies of surfaces have places and stretches; forces are left out, as everywhere.
static void surfaces_have_places_and_no_forces(void** state) {
  (void)state;
  RunTest test = run_make(
      "{'brawn': 1, 'name': 'two', 'gravity': [0, 0, 0], 'solver': {'method': 'xpbd'}, 'bones': "
      "{'b': {'form': {'clay': [{'points': [[0, 0, 0], [0, 0.02, 0]], 'widths': 0.02}]}, 'fixed': "
      "true}}, 'soft': {'pad': {'form': {'clay': [{'points': [[0.05, 0, 0], [0.05, 0.1, 0]], "
      "'widths': 0.02}]}}}, 'probes': {'p': {'at': [0.08, 0.05, 0], 'part': 'pad'}, 's': {'on': "
      "'pad', 'measure': ['position', 'support', 'stretch']}, 'cut': {'section': {'point': [0.05, "
      "0.05, 0], 'normal': [0, 1, 0]}}}, 'frames': {'first': 1, 'last': 2}}");
  BrnRunDef def = run_def(&test);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_NEAR(column(&test, "p.position_x [m]", 1), 0.07, 1e-3);
  ENSURE_NEAR(column(&test, "s.position_y [m]", 1), 0.05, 5e-3);
  ENSURE_NEAR(column(&test, "s.stretch", 1), 1, 0.05);
  ENSURE(!has_column(&test, "force") && !has_column(&test, "cut."));
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(surfaces_have_places_and_no_forces),
          cmocka_unit_test(pulled_bar_is_as_by_hand),
          cmocka_unit_test(tables_may_have_the_units_of_the_scene),
          cmocka_unit_test(scaled_scenes_say_what_their_unit_is),
          cmocka_unit_test(runs_do_not_go_on_in_other_units),
          cmocka_unit_test(points_of_bones_follow_them))
