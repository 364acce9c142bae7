// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// A bar of two units, cut along its length where the cut runs through the tets: the jagged border
// must not show in potential, fibres or their length.
static void cuts_between_units_do_not_show(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'bar', 'tets': 6000}}, 'bones': {'a': {'labels': "
           "'bone_proximal'}, 'b': {'labels': 'bone_distal'}}, 'muscles': {'m': {'labels': "
           "'muscle', 'origin': 'a', 'insertion': 'b', 'units': {'right': {'region': 'right'}, "
           "'left': {}}}}, 'selections': {'right': {'plane': {'point': [0.003, 0, 0], 'normal': "
           "[1, 0.02, 0.1]}}}}");
  ENSURE_INT(model->unit_count, 2);
  double area = 0;
  for (int u = 0; u < 2; u++) {
    const BrnModelUnit* unit = &model->unit_list[u];
    ENSURE_NEAR(unit->fibre_length, 0.2, 1e-6);
    ENSURE_NEAR(unit->pennation, 0, 3);
    area += unit->area;
    for (int i = 0; i < unit->tet_count; i++) {
      const double* fibre = model->fibre + 3 * (size_t)unit->tet[i];
      ENSURE_NEAR(fibre[1], -1, 1e-9);
      double y = 0;
      for (int k = 0; k < 4; k++) {
        int v = model->mesh->tet[4 * (size_t)unit->tet[i] + (size_t)k];
        y += model->mesh->position[3 * (size_t)v + 1] / 4;
      }
      ENSURE_NEAR(unit->potential[i], 1 - 2 * y / 0.2, 1e-8);
    }
  }
  ENSURE_NEAR(area, 0.04 * 0.04, 1e-8);
  BrnLines* lines; // through both units
  ENSURE_OK(ctx, brn_model_trace(ctx, model, 0, 50, &lines));
  ENSURE_INT(lines->line_count, 50);
  for (int i = 0; i < 50; i++) {
    const double* first = lines->point + 3 * (size_t)lines->start[i];
    const double* last = lines->point + 3 * (size_t)(lines->start[i + 1] - 1);
    ENSURE_NEAR(first[1], 0.2, 1e-9);
    ENSURE_NEAR(last[1], 0, 1e-9);
    ENSURE_NEAR(first[0], last[0], 1e-9);
  }
  brn_lines_destroy(ctx, lines);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// with an end of its own a unit is on its own
static void units_with_their_own_ends_are_no_siblings(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'bar', 'tets': 6000}}, 'bones': {'a': {'labels': "
           "'bone_proximal'}, 'b': {'labels': 'bone_distal'}}, 'muscles': {'m': {'labels': "
           "'muscle', 'origin': 'a', 'insertion': 'b', 'units': {'upper': {'region': 'upper', "
           "'insertion': {'select': 'middle'}}, 'lower': {'origin': {'select': 'middle'}}}}}, "
           "'selections': {'upper': {'plane': {'point': [0, 0.1, 0], 'normal': [0, 1, 0]}}, "
           "'middle': {'box': [[-1, 0.09, -1], [1, 0.11, 1]]}}}");
  for (int u = 0; u < 2; u++) {
    ENSURE_NEAR(model->unit_list[u].fibre_length, 0.1, 0.02);
    ENSURE(model->unit_list[u].length < 0.12);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(cuts_between_units_do_not_show),
          cmocka_unit_test(units_with_their_own_ends_are_no_siblings))
