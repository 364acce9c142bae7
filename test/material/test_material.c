// SPDX-License-Identifier: Apache-2.0

#include "material_test.h"

#include "material/elastic.h"

static void ensure_fails(BrnContext* ctx, const char* key, const char* value, const char* message) {
  BrnMaterial* m;
  ENSURE_OK(ctx, brn_material_create(ctx, "neo_hookean", &m));
  ENSURE_OK(ctx, brn_material_add(ctx, m, "hill"));
  ENSURE_STATUS(ctx, brn_material_set(ctx, m, key, value), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, message);
  brn_material_destroy(ctx, m);
}

static void mistakes_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMaterial* m;
  ENSURE_STATUS(ctx, brn_material_create(ctx, "neo_hokean", &m), BRN_INVALID);
  ENSURE(!m);
  ENSURE_ERROR_HAS(ctx, "there is no material \"neo_hokean\"; did you mean \"neo_hookean\"?");
  ENSURE_STATUS(ctx, brn_material_create(ctx, "granite", &m), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "there are: stable_neo_hookean stable_neo_hookean_log");
  ENSURE_STATUS(ctx, brn_material_create(ctx, "hill", &m), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "is a fibre term");
  ENSURE_OK(ctx, brn_material_create(ctx, "linear", &m));
  ENSURE_STATUS(ctx, brn_material_add(ctx, m, "corotated"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "is a material of its own");
  ENSURE_STATUS(ctx, brn_material_add(ctx, m, "hil"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "did you mean \"hill\"?");
  ENSURE_OK(ctx, brn_material_add(ctx, m, "hill"));
  ENSURE_STATUS(ctx, brn_material_add(ctx, m, "hill"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "has the fibre term \"hill\" already");
  ENSURE_OK(ctx, brn_material_add(ctx, m, "emu_fibre"));
  ENSURE_OK(ctx, brn_material_add(ctx, m, "toe_fibre"));
  ENSURE_STATUS(ctx, brn_material_add(ctx, m, "active_stress"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "up to 3 fibre terms");
  brn_material_destroy(ctx, m);
  ensure_fails(ctx, "yung", "1e5", "did you mean \"young\"?");
  ensure_fails(ctx, "young", "soft", "must be a number");
  ensure_fails(ctx, "poisson", "0.5", "not between");
  ensure_fails(ctx, "tension", "1e5", "there is no \"tension\"");
  ensure_fails(ctx, "hill.active", "steep", "must be one of: blemker thelen degroote");
  ensure_fails(ctx, "emu_fibre.tension", "1", "has no term \"emu_fibre\"; add it first");
  test_context_done(ctx);
}

static void ensure_lame(BrnContext* ctx, BrnElastic e) {
  BrnLame lame;
  ENSURE_OK(ctx, brn__elastic_resolve(ctx, &e, &lame));
  ENSURE_NEAR(lame.mu, 2e4, 1e-6);
  ENSURE_NEAR(lame.lambda, 3e4, 1e-6);
}

// mu = 2e4, lambda = 3e4: young = 52000, poisson = 0.3, bulk = 130000/3
static void any_two_moduli_will_do(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double values[5] = {52000, 0.3, 2e4, 3e4, 130000.0 / 3};
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < i; j++) {
      double given[5] = {NAN, NAN, NAN, NAN, NAN};
      given[i] = values[i];
      given[j] = values[j];
      ensure_lame(ctx, (BrnElastic){given[0], given[1], given[2], given[3], given[4]});
    }
  }
  BrnElastic e = {NAN, NAN, 2e4, NAN, NAN};
  BrnLame lame;
  ENSURE_STATUS(ctx, brn__elastic_resolve(ctx, &e, &lame), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "takes two of young, poisson, shear, lambda and bulk");
  e.young = 5e4, e.poisson = 0.1;
  ENSURE_STATUS(ctx, brn__elastic_resolve(ctx, &e, &lame), BRN_INVALID);
  e = (BrnElastic){6e4, NAN, 2e4, NAN, NAN}; // poisson would be 0.5
  ENSURE_STATUS(ctx, brn__elastic_resolve(ctx, &e, &lame), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "must be positive");
  e = (BrnElastic){NAN, NAN, 2e4, -2e4, NAN};
  ENSURE_STATUS(ctx, brn__elastic_resolve(ctx, &e, &lame), BRN_INVALID);
  test_context_done(ctx);
}

static void numbers_that_do_not_go_together_fail_late(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMaterial* m = test_material(ctx, "neo_hookean young=1e5 shear=2e4 lambda=2e4");
  double F[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, energy;
  BrnMaterialTets tets = {.count = 1, .F = F, .energy = &energy};
  ENSURE_STATUS(ctx, brn_material_evaluate(ctx, m, &tets), BRN_INVALID);
  brn_material_destroy(ctx, m);
  m = test_material(ctx, "linear + hill active=table");
  ENSURE_STATUS(ctx, brn_material_prepare(ctx, m), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "hill.active is table, but no table was given");
  ENSURE_STATUS(ctx, brn_material_set_curve(ctx, m, "young", 2, F, F), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "hill.active, hill.passive, hill.force_velocity");
  brn_material_destroy(ctx, m);
  m = test_material(ctx, "mooney_rivlin c1=0 c2=0");
  ENSURE_STATUS(ctx, brn_material_prepare(ctx, m), BRN_INVALID);
  brn_material_destroy(ctx, m);
  m = test_material(ctx, "stable_neo_hookean_log shear=2e4 lambda=0 raw=yes");
  ENSURE_STATUS(ctx, brn_material_prepare(ctx, m), BRN_INVALID);
  brn_material_destroy(ctx, m);
  test_context_done(ctx);
}

static void a_change_is_seen(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMaterial* m = test_material(ctx, "linear young=1e5 poisson=0");
  double F[9] = {1.1, 0, 0, 0, 1, 0, 0, 0, 1};
  TestFibre fibre = {{1, 0, 0}, 0, 0, 0};
  ENSURE_NEAR(test_ask(ctx, m, F, &fibre).stress[0], 1e4, 1e-8);
  ENSURE_OK(ctx, brn_material_set_number(ctx, m, "young", 3e5));
  ENSURE_NEAR(test_ask(ctx, m, F, &fibre).stress[0], 3e4, 1e-8);
  ENSURE(brn_material_has_energy(m));
  ENSURE_OK(ctx, brn_material_add(ctx, m, "active_stress"));
  ENSURE_OK(ctx, brn_material_prepare(ctx, m));
  ENSURE(!brn_material_has_energy(m)); // Cauchy, along
  ENSURE_OK(ctx, brn_material_set(ctx, m, "active_stress.measure", "second"));
  ENSURE_OK(ctx, brn_material_prepare(ctx, m));
  ENSURE(brn_material_has_energy(m));
  brn_material_destroy(ctx, m);
  test_context_done(ctx);
}

static BrnStatus make_all(BrnContext* ctx) {
  static const double x[2] = {0, 1};
  BrnMaterial* m;
  BrnStatus status = brn_material_create(ctx, "linear", &m);
  if (status == BRN_OK) status = brn_material_add(ctx, m, "hill");
  if (status == BRN_OK) status = brn_material_set_curve(ctx, m, "hill.active", 2, x, x);
  if (status == BRN_OK) status = brn_material_set_curve(ctx, m, "hill.active", 2, x, x);
  brn_material_destroy(ctx, m);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnStatus status = BRN_NO_MEMORY;
  int failures = 0;
  for (; status != BRN_OK; failures++) {
    brn_fail_allocation(ctx, failures);
    status = make_all(ctx);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE_INT(brn_byte_count(ctx), 0);
  }
  ENSURE_INT(failures, 6);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(mistakes_are_named), cmocka_unit_test(any_two_moduli_will_do),
          cmocka_unit_test(numbers_that_do_not_go_together_fail_late),
          cmocka_unit_test(a_change_is_seen), cmocka_unit_test(every_failed_allocation_is_clean))
