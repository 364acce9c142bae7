// SPDX-License-Identifier: Apache-2.0

#include "model_test.h"
#include "surfaces_test.h"

static void lists_have_counts_and_names(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = body_make(ctx);
  ENSURE_INT(brn_model_count(model, BRN_OF_PARTS), model->part_count);
  ENSURE_INT(brn_model_count(model, BRN_OF_UNITS), model->unit_count);
  ENSURE_INT(brn_model_count(model, BRN_OF_BONES), model->bone_count);
  ENSURE_INT(brn_model_count(model, BRN_OF_SHEETS), model->flesh_count);
  ENSURE_INT(brn_model_count(model, BRN_OF_ATTACHMENTS), model->attachment_count);
  for (int b = 0; b < model->bone_count; b++) {
    assert_string_equal(brn_model_item_name(model, BRN_OF_BONES, b), model->bone[b].name);
  }
  for (int u = 0; u < model->unit_count; u++) {
    assert_string_equal(brn_model_item_name(model, BRN_OF_UNITS, u), model->unit_list[u].name);
  }
  ENSURE(!brn_model_item_name(model, BRN_OF_VERTICES, 0));
  assert_string_equal(brn_model_domain_name(BRN_OF_UNITS), "unit");
  assert_string_equal(brn_model_domain_name(BRN_OF_PROBES), "probe");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// where a body is made of surfaces it is told at their vertices what is inside, else in the tets
static void samples_are_tets_or_vertices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = body_make(ctx);
  ENSURE_INT(brn_model_count(model, BRN_OF_TETS), 0);
  ENSURE_INT(brn_model_count(model, BRN_OF_SAMPLES), model->mesh->vertex_count);
  ENSURE_INT(brn_model_samples(model), BRN_ON_VERTEX);
  BrnMesh *surfaces = model->mesh, *tets;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 5, 0, 2, &tets));
  model->mesh = tets;
  ENSURE_INT(brn_model_count(model, BRN_OF_SAMPLES), 2);
  ENSURE_INT(brn_model_count(model, BRN_OF_VERTICES), 5);
  ENSURE_INT(brn_model_samples(model), BRN_ON_TET);
  model->mesh = surfaces;
  brn_mesh_destroy(ctx, tets);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void parts_know_their_sheets(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = body_make(ctx);
  int found = 0;
  for (int p = 0; p < model->part_count; p++) {
    int sheet = brn_model_sheet_of(model, p);
    if (sheet >= 0) ENSURE_INT(model->flesh[sheet].part, p);
    found += sheet >= 0;
  }
  ENSURE_INT(found, model->flesh_count);
  ENSURE_INT(brn_model_sheet_of(model, -1), -1);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(lists_have_counts_and_names),
          cmocka_unit_test(samples_are_tets_or_vertices), cmocka_unit_test(parts_know_their_sheets))
