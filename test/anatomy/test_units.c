// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"
#include "brawn/drive.h"

#define HALVES                                                                                     \
  "'selections': {'left': {'plane': {'point': [0, 0, 0], 'normal': [-1, 0, 0]}},"                  \
  "               'front': {'plane': {'point': [0, 0, 0], 'normal': [0, 0, 1]}}}"
#define BAR_UNITS(units)                                                                           \
  "{" BAR_MESH ", " BAR_BONES ", " HALVES ", 'muscles': {'m': {" BAR_MUSCLE                        \
  ", 'activation': 0.25, 'tension': 2e5, 'units': {" units "}}}}"

static void muscle_without_units_is_one(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  ENSURE_INT(model->unit_count, 1);
  ENSURE_INT(model->muscle_count, 1);
  assert_string_equal(model->unit_list[0].name, "m");
  ENSURE_INT(model->unit_list[0].tet_count, model_part(model, "m")->tet_count);
  ENSURE_NEAR(model->unit_list[0].tension, 3e5, 0);
  for (int t = 0; t < model->mesh->tet_count; t++) {
    ENSURE_INT(model->unit[t], model->mesh->tet_label[t] == 3 ? 0 : -1);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void first_region_has_the_tet_and_the_rest_is_left(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BAR_UNITS("'l': {'region': 'left', 'activation': 1}, 'f': {'region': 'front', "
                     "'tension': 1e5}, 'r': {}"));
  ENSURE_INT(model->unit_count, 3);
  assert_string_equal(model->unit_list[1].name, "m.f");
  for (int t = 0; t < model->mesh->tet_count; t++) {
    double c[3];
    model_centroid(model->mesh, t, c);
    int expected = model->mesh->tet_label[t] != 3 ? -1 : c[0] <= 0 ? 0 : c[2] >= 0 ? 1 : 2;
    ENSURE_INT(model->unit[t], expected);
  }
  double activation[3];
  brn_model_activations(model, 0, activation);
  ENSURE_NEAR(activation[0], 1, 0);
  ENSURE_NEAR(activation[1], 0.25, 0);
  ENSURE_NEAR(model->unit_list[0].tension, 2e5, 0);
  ENSURE_NEAR(model->unit_list[1].tension, 1e5, 0);
  for (int u = 0, t = 0; u < 3; u++) {
    for (t = 0; t < model->unit_list[u].tet_count; t++) {
      ENSURE_INT(model->unit[model->unit_list[u].tet[t]], u);
    }
    ENSURE_NEAR(model->unit_list[u].volume, 0.04 * 0.04 * 0.2 * (u ? 0.25 : 0.5), 1e-9);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void leftover_tets_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx, BAR_UNITS("'l': {'region': 'left'}"), "tets are in no unit; widen");
  model_refuses(ctx, BAR_UNITS("'a': {'region': 'left'}, 'b': {'region': 'left'}, 'c': {}"),
                "the unit \"m.b\" has no tets");
  model_refuses(ctx, BAR_UNITS("'a': {'region': 'lefd'}, 'c': {}"), "left");
  test_context_done(ctx);
}

// A pair of half spindles as one muscle whose two units have tets of their own.
static void units_may_have_tets_of_their_own(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'pair', 'tets': 3000, 'tendon': 0}}, " BAR_BONES
           ", 'muscles': {'biceps': {'origin': 'top', 'insertion': 'base', 'units': {"
           "'long': {'labels': 'muscle_left'}, 'short': {'labels': 'muscle_right'}}}}}");
  ENSURE_INT(model->part_count, 4);
  assert_string_equal(model->part[2].name, "biceps.long");
  assert_string_equal(model->unit_list[1].name, "biceps.short");
  for (int t = 0; t < model->mesh->tet_count; t++) {
    ENSURE_INT(model->unit[t], model->mesh->tet_label[t] < 3 ? -1 : model->mesh->tet_label[t] - 3);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(muscle_without_units_is_one),
          cmocka_unit_test(first_region_has_the_tet_and_the_rest_is_left),
          cmocka_unit_test(leftover_tets_are_counted),
          cmocka_unit_test(units_may_have_tets_of_their_own))
