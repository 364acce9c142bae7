// SPDX-License-Identifier: Apache-2.0

#include "form/form_test.h"

static double point[] = {0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0};
static double width[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};

static BrnFormDef sweep(void) {
  BrnFormDef def = brn_form_def_default();
  def.sweep = form_path(point, 5, width, 1);
  return def;
}

static void wrong_paths_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormDef def = sweep();
  def.sweep.width_count = 3;
  form_ensure_refused(ctx, &def,
                      "form: sweep.widths has 3 rows, but there are 5 points; give one per point, "
                      "or one for all");
  def.sweep.width_count = 0;
  form_ensure_refused(ctx, &def, "sweep.widths has 0 rows");
  double bad[] = {0.1, 0}, same[] = {0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 0, 0};
  def.sweep = form_path(point, 5, bad, 1);
  form_ensure_refused(ctx, &def, "sweep.widths[0] is [0.1, 0]");
  double thin[] = {0.1, 0.1, 0.1, 0.1, 0.05, 9e-5, 0.1, 0.1, 0.1, 0.1};
  def.sweep = form_path(point, 5, thin, 5);
  form_ensure_refused(ctx, &def,
                      "sweep.widths[2] is [0.05, 9e-05] m beside one of 0.1 m; the thinnest half "
                      "width must be a thousandth of the widest or more");
  def.sweep = form_path(same, 4, width, 1);
  form_ensure_refused(ctx, &def, "sweep.points[1] and [2] are the same");
  same[7] = NAN;
  form_ensure_refused(ctx, &def, "sweep.points[2] is [1, nan, 1] m; a place is within 1e+09 m");
  test_context_done(ctx);
}

static void wrong_directions_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormDef def = sweep();
  def.sweep.wide[1] = 2;
  form_ensure_refused(ctx, &def, "sweep.wide runs along the path");
  def.sweep.wide[1] = INFINITY;
  form_ensure_refused(ctx, &def, "sweep.wide is not finite");
  def = sweep();
  def.sweep.twist = 5000;
  form_ensure_refused(ctx, &def, "sweep.twist is 5000");
  double triangle[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  def.sweep = form_path(triangle, 3, width, 1);
  def.sweep.closed = true;
  def.sweep.twist = 90;
  form_ensure_refused(ctx, &def, "sweep.twist is 90; on a closed path");
  def.sweep.point_count = 2;
  form_ensure_refused(ctx, &def, "sweep is closed, but has 2 points");
  test_context_done(ctx);
}

static void wrong_numbers_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormDef def = sweep();
  def.detail = 7;
  form_ensure_refused(ctx, &def, "form: detail is 7; it must be 8 to 512");
  def = sweep(), def.power = 0.5;
  form_ensure_refused(ctx, &def, "form: power is 0.5");
  def = sweep(), def.blunt = NAN;
  form_ensure_refused(ctx, &def, "form: blunt is");
  def = sweep(), def.blend = -1;
  form_ensure_refused(ctx, &def, "form: blend is -1");
  def = sweep(), def.mirror = 4;
  form_ensure_refused(ctx, &def, "form: mirror is 4");
  def = sweep(), def.sweep.point_count = 1, def.blunt = 0;
  form_ensure_refused(ctx, &def, "has no volume");
  def = brn_form_def_default();
  form_ensure_refused(ctx, &def, "neither a sweep nor clay");
  BrnFormLump lump = form_block(1, 1, 1, 0);
  def = sweep(), def.clay = &lump, def.clay_count = 1;
  form_ensure_refused(ctx, &def, "both a sweep and clay");
  test_context_done(ctx);
}

static void wrong_lumps_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnFormLump lump[2] = {form_block(1, 1, 1, 0), form_block(1, 0.5, 1, 0.6)};
  BrnFormDef def = form_of(lump, 2);
  form_ensure_refused(ctx, &def, "clay[1].round is 0.6 m");
  lump[1] = form_block(1, -1, 1, 0);
  form_ensure_refused(ctx, &def, "clay[1].half is [1, -1, 1]");
  lump[1] = brn_form_lump_default();
  form_ensure_refused(ctx, &def, "clay[1] has neither points nor half");
  lump[1] = form_block(1, 1, 1, 0), lump[1].path = form_path(point, 1, width, 1);
  form_ensure_refused(ctx, &def, "clay[1] has both points and half");
  lump[1] = form_block(1, 1, 1, 0), lump[1].turn[0] = NAN;
  form_ensure_refused(ctx, &def, "clay[1].turn is not finite");
  lump[1] = form_block(1, 1, 1, 0), lump[1].blend = -2;
  form_ensure_refused(ctx, &def, "clay[1].blend is -2 m");
  lump[1] = brn_form_lump_default(), lump[1].path = form_path(point, 5, width, 2);
  form_ensure_refused(ctx, &def, "clay[1].widths has 2 rows");
  lump[1] = form_block(1, 1, 1, 0), lump[0].carve = true;
  form_ensure_refused(ctx, &def, "clay[0] carves, but there is nothing yet");
  test_context_done(ctx);
}

// Beyond 1e15 times its size a ball has no digits left.
static void what_is_too_far_away_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double far[] = {0, 0, 1e200}, back[] = {0, 0, 0, 0, 1, 0, 0, 0, 0};
  BrnFormLump ball = brn_form_lump_default();
  BrnFormDef def = brn_form_def_default();
  ball.path = form_path(far, 1, width, 1);
  def.clay = &ball, def.clay_count = 1;
  form_ensure_refused(ctx, &def,
                      "clay[0].points[0] is [0, 0, 1e+200] m; a place is within 1e+09 m");
  far[2] = 1e9;
  form_ensure_refused(ctx, &def, "form: it is 0.2 m in size, but 1e+09 m away from the origin");
  def = brn_form_def_default();
  def.sweep = form_path(back, 3, width, 1);
  form_ensure_refused(ctx, &def, "turns back on itself at sweep.points[1]");
  test_context_done(ctx);
}

// Numbers of a file that would ask for gigabytes, or for counts that no int holds.
static void sizes_that_ask_for_too_much_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const struct {
    double width[2];
    const char* text;
  } bad[] = {
      {{0.1, 1.6e-8}, "the thinnest half width must be a thousandth"},
      {{1.6e-8, 1.6e-8}, "the sweep would have more than 2000000 vertices; at sweep.widths[0]"},
      {{2e9, 0.1},
       "sweep.widths[0] is [2e+09, 0.1] m; half widths must be positive, from 1e-09 to "
       "1e+09 m"},
      {{1e9, 0.1}, "beside one of 1e+09 m; the thinnest half width"},
      {{1e160, 1e160}, "half widths must be positive, from"},
      {{1e-160, 0.1}, "half widths must be positive, from"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    double own[2] = {bad[i].width[0], bad[i].width[1]};
    for (int quads = 0; quads < 2; quads++) {
      BrnFormDef def = brn_form_def_default();
      def.sweep = form_path(point, 5, own, 1);
      def.quads = quads == 1;
      BrnMesh* mesh;
      BrnStatus status = brn_form_make(ctx, &def, &mesh);
      if (quads == 0) ENSURE_ERROR_HAS(ctx, bad[i].text);
      ENSURE(status == BRN_INVALID || quads == 1);
      brn_mesh_destroy(ctx, mesh);
    }
  }
  test_context_done(ctx);
}

static void clay_of_any_size_ends_well(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double size[] = {1e-160, 1e-9, 1.6e-8, 1e-3, 1, 1e6, 1e9, 1e160, INFINITY};
  for (int i = 0; i < 9 * 9; i++) {
    double own[2] = {size[i / 9], size[i % 9]};
    BrnFormLump clay[2] = {form_ball(point, own), form_block(0.1, 0.1, 0.1, 0)};
    BrnFormDef def = form_of(clay, 2);
    def.detail = 16;
    BrnMesh* mesh;
    BrnStatus status = brn_form_make(ctx, &def, &mesh);
    ENSURE(status == BRN_OK || status == BRN_INVALID);
    bool refused = !(own[0] >= 1e-9 && own[0] <= 1e9 && own[1] >= 1e-9 && own[1] <= 1e9);
    if (refused) {
      ENSURE_INT(status, BRN_INVALID);
      ENSURE_ERROR_HAS(ctx, "clay[0].widths[0]");
    }
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(what_is_too_far_away_is_refused),
          cmocka_unit_test(sizes_that_ask_for_too_much_are_refused),
          cmocka_unit_test(clay_of_any_size_ends_well), cmocka_unit_test(wrong_paths_are_refused),
          cmocka_unit_test(wrong_directions_are_refused),
          cmocka_unit_test(wrong_numbers_are_refused), cmocka_unit_test(wrong_lumps_are_refused))
