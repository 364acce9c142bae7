// SPDX-License-Identifier: Apache-2.0

#include "material_test.h"

#include "material/material.h"

static void ensure_tension(BrnContext* ctx, const char* line, double expected, double stress) {
  BrnMaterial* m = test_material(ctx, line);
  double tension = brn__material_tension(m);
  ENSURE(isnan(expected) ? isnan(tension) : tension == expected);
  ENSURE_OK(ctx, brn__material_set_tension(ctx, m, 7e4));
  TestFibre fibre = {{0, 1, 0}, 1, 0, 0};
  const double F[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  ENSURE_NEAR(test_ask_about(ctx, m, F, &fibre, false).stress[4], stress, 1e-8);
  brn_material_destroy(ctx, m);
}

// the stress of fully active fibres at rest length
static void tension_is_told_and_set(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  ensure_tension(ctx, "linear", NAN, 0);
  ensure_tension(ctx, "teran_tendon", NAN, 0);
  ensure_tension(ctx, "linear + toe_fibre", NAN, 0);
  ensure_tension(ctx, "linear + hill tension=5", 5, 7e4);
  ensure_tension(ctx, "linear + emu_fibre tension=5", 10, 7e4);
  ensure_tension(ctx, "linear + emu_fibre tension=5 half=true", 5, 7e4);
  ensure_tension(ctx, "linear + active_stress", 3e5, 7e4);
  ensure_tension(ctx, "teran_muscle tension=4", 4, 7e4 * 2 / 3); // its stretch has no volume
  ensure_tension(ctx, "linear + toe_fibre + hill tension=3 + active_stress tension=9", 3, 14e4);
  test_context_done(ctx);
}

static void bad_tension_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMaterial* m = test_material(ctx, "linear + hill");
  ENSURE_STATUS(ctx, brn__material_set_tension(ctx, m, -1), BRN_INVALID);
  ENSURE_STATUS(ctx, brn__material_set_tension(ctx, m, NAN), BRN_INVALID);
  brn_material_destroy(ctx, m);
  test_context_done(ctx);
}

static void ensure_lame(BrnContext* ctx, const char* line, double mu, double lambda) {
  BrnMaterial* m = test_material(ctx, line);
  ENSURE_OK(ctx, brn_material_prepare(ctx, m));
  BrnLame lame = brn__material_lame(m);
  ENSURE_NEAR(lame.mu, mu, 1e-9 * mu);
  ENSURE_NEAR(lame.lambda, lambda, 1e-9 * lambda);
  brn_material_destroy(ctx, m);
}

static void stiffness_at_rest_is_that_of_small_strains(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int k = 0; k < brn_material_kind_count(); k++) {
    char line[100];
    const BrnMaterialTermOps* ops = brn__term_at(k, 0);
    if (!brn__field_find(ops->fields, "shear")) continue;
    snprintf(line, sizeof line, "%s shear=2e4 lambda=3e4 + hill + toe_fibre", ops->name);
    ensure_lame(ctx, line, 2e4, 3e4);
  }
  ensure_lame(ctx, "mooney_rivlin c1=3e3 c2=1e3 bulk=2e6", 8e3, 2e6 - 16e3 / 3);
  ensure_lame(ctx, "mooney_rivlin c1=3e3 c2=1e3 bulk=2e6 volumetric=full", 8e3, 4e6 - 16e3 / 3);
  ensure_lame(ctx, "teran_muscle c1=3e3 c2=1e3 bulk=2e6", 8e3, 2e6 - 16e3 / 3);
  test_context_done(ctx);
}

static BrnStatus take(BrnContext* ctx, BrnMaterial* m, const char* key, const char* text,
                      const double* row, int row_count) {
  BrnParameter p = {(char*)key, (char*)text, (double*)row, row_count};
  return brn__material_take(ctx, m, &p);
}

static void parameters_bring_their_terms(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMaterial* m = test_material(ctx, "linear");
  const double row[4] = {0.5, 0, 1, 1};
  ENSURE_OK(ctx, take(ctx, m, "young", "3e4", NULL, 0));
  ENSURE_OK(ctx, take(ctx, m, "emu_fibre", "false", NULL, 0));
  ENSURE_INT(m->term_count, 1);
  ENSURE_OK(ctx, take(ctx, m, "toe_fibre", "true", NULL, 0));
  ENSURE_OK(ctx, take(ctx, m, "hill.active", NULL, row, 2));
  ENSURE_OK(ctx, take(ctx, m, "hill.tension", "5", NULL, 0));
  ENSURE_OK(ctx, take(ctx, m, "hill", "true", NULL, 0));
  ENSURE_INT(m->term_count, 3);
  assert_string_equal(m->term[1].ops->name, "toe_fibre");
  ENSURE(m->term[2].table[0] && !m->term[2].table[1]);
  ENSURE(brn__material_tension(m) == 5);
  ENSURE_STATUS(ctx, take(ctx, m, "hill.tension", NULL, row, 2), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "\"tension\" is no curve");
  ENSURE_STATUS(ctx, take(ctx, m, "c1", "5", NULL, 0), BRN_INVALID);
  brn_material_destroy(ctx, m);
  test_context_done(ctx);
}

// material_recipe.c has room for every key of every term
static void keys_of_all_terms_are_few(void** state) {
  (void)state;
  int count = 0;
  for (int k = 0; k < brn_material_kind_count(); k++) {
    for (const BrnField* f = brn__term_at(k, 0)->fields; f->name; f++) count++;
  }
  ENSURE(count < 110);
}

TEST_MAIN(cmocka_unit_test(tension_is_told_and_set), cmocka_unit_test(bad_tension_is_refused),
          cmocka_unit_test(stiffness_at_rest_is_that_of_small_strains),
          cmocka_unit_test(parameters_bring_their_terms),
          cmocka_unit_test(keys_of_all_terms_are_few))
