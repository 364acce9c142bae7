// SPDX-License-Identifier: Apache-2.0

#include "shape/plan.h"

#include "test.h"

static BrnShapePlan cube(const BrnShapeDef* def, int target) {
  BrnShapePlan plan = {.def = def, .target = target, .square = 6, .aspect = 1, .segment_count = 1};
  plan.segment[0].metric = 1;
  return plan;
}

static void cube_gets_cubes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  for (int n = 3; n < 40; n++) {
    BrnShapePlan plan = cube(&def, 6 * n * n * n);
    ENSURE_OK(ctx, brn__plan_choose(ctx, &plan));
    ENSURE_INT(plan.rings, n);
    ENSURE_INT(plan.segment[0].layers, n);
    ENSURE_INT(plan.tet_count, 6 * n * n * n);
    ENSURE_NEAR(plan.stretch, 1, 1e-12);
  }
  test_context_done(ctx);
}

static void long_segments_get_more_layers(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BAR);
  BrnShapePlan plan = {.def = &def, .target = 6 * 64 * (8 + 32), .square = 6, .aspect = 1};
  plan.segment_count = 2;
  plan.segment[0].metric = 1;
  plan.segment[1].metric = 4;
  ENSURE_OK(ctx, brn__plan_choose(ctx, &plan));
  ENSURE_INT(plan.rings, 8);
  ENSURE_INT(plan.segment[0].layers, 8);
  ENSURE_INT(plan.segment[1].layers, 32);
  test_context_done(ctx);
}

static void least_layers_and_rings_are_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  BrnShapePlan plan = cube(&def, 120);
  plan.least_rings = 2;
  plan.segment[0].least = 5;
  ENSURE_OK(ctx, brn__plan_choose(ctx, &plan));
  ENSURE_INT(plan.rings, 2);
  ENSURE_INT(plan.segment[0].layers, 5);
  test_context_done(ctx);
}

static void wide_rings_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  BrnShapePlan plan = cube(&def, 20000);
  plan.square = 18;
  plan.wide_ratio = 2;
  plan.segment[0].wide = true;
  ENSURE_OK(ctx, brn__plan_choose(ctx, &plan));
  ENSURE(plan.wide_rings > plan.rings && plan.wide_rings <= 2 * plan.rings);
  ENSURE_INT(plan.tet_count, 18 * plan.wide_rings * plan.wide_rings * plan.segment[0].layers);
  ENSURE_NEAR(plan.tet_count, 20000, 2000);
  test_context_done(ctx);
}

// The number in the message is one that works.
static void too_few_tets_are_told_how_many(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.length = 10;
  def.tets = 1000;
  BrnMesh* mesh;
  ENSURE_STATUS(ctx, brn_shape_make(ctx, &def, &mesh), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "tets is 1000, which is too few");
  const char* number = strstr(brn_last_error(ctx), "; ");
  ENSURE(number && sscanf(number, "; %d would do", &def.tets) == 1);
  ENSURE(def.tets > 1000);
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void hopeless_proportions_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  BrnShapePlan needle = cube(&def, 1000), plate = cube(&def, 1000);
  needle.segment[0].metric = 1e9;
  plate.segment[0].metric = 1e-9;
  ENSURE_STATUS(ctx, brn__plan_choose(ctx, &needle), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "block: length is 0.1 m and width 0.1 m");
  ENSURE_STATUS(ctx, brn__plan_choose(ctx, &plate), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "no number of tets");
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(cube_gets_cubes), cmocka_unit_test(long_segments_get_more_layers),
          cmocka_unit_test(least_layers_and_rings_are_kept),
          cmocka_unit_test(wide_rings_are_counted),
          cmocka_unit_test(too_few_tets_are_told_how_many),
          cmocka_unit_test(hopeless_proportions_are_told))
