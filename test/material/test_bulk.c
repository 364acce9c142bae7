// SPDX-License-Identifier: Apache-2.0

#include "material/material.h"

#include "material_test.h"

// pairs that differ by 1e5 Pa in the modulus of the volume alone
static const char* const pairs[][2] = {
    {"stable_neo_hookean shear=1e4 lambda=2e5", "stable_neo_hookean shear=1e4 lambda=1e5"},
    {"stable_neo_hookean_log shear=1e4 lambda=2e5", "stable_neo_hookean_log shear=1e4 lambda=1e5"},
    {"neo_hookean shear=1e4 lambda=2e5", "neo_hookean shear=1e4 lambda=1e5"},
    {"mooney_rivlin c1=1e4 c2=2e3 bulk=2e5", "mooney_rivlin c1=1e4 c2=2e3 bulk=1e5"},
    {"mooney_rivlin c1=1e4 c2=2e3 bulk=1e5 volumetric=full",
     "mooney_rivlin c1=1e4 c2=2e3 bulk=1e5"},
    {"teran_muscle bulk=2e5", "teran_muscle bulk=1e5"},
    {"teran_tendon bulk=2e5", "teran_tendon bulk=1e5"},
    {"blemker_muscle bulk=2e5 guard=1e3", "blemker_muscle bulk=1e5 guard=1e3"},
    {"blemker_tendon bulk=2e5", "blemker_tendon bulk=1e5"},
};

static void fill(TestRandom* random, BrnMaterialIn* in) {
  memset(in, 0, sizeof *in);
  for (int i = 0; i < BRN_LANES; i++) {
    double F[9];
    test_near_rest(random, 0.3, F);
    for (int p = 0; p < 9; p++) in->F[p][i] = F[p];
    in->fibre[0][i] = in->activation[i] = 1;
  }
}

static double J_of(const BrnMaterialIn* in, int lane) {
  double F[9];
  for (int p = 0; p < 9; p++) F[p] = in->F[p][lane];
  return test_det(F);
}

static void ensure_same(const BrnMaterialOut* a, const BrnMaterialOut* b, bool stiffness) {
  for (int i = 0; i < BRN_LANES; i++) {
    ENSURE_NEAR(a->energy[i], b->energy[i], 1e-7);
    for (int p = 0; p < 9; p++) ENSURE_NEAR(a->stress[p][i], b->stress[p][i], 1e-6);
    for (int p = 0; p < BRN_STIFFNESS_SIZE && stiffness; p++) {
      ENSURE_NEAR(a->stiffness[p][i], b->stiffness[p][i], 1e-5);
    }
  }
}

// the part that depends on the volume is what the material says; taking half of the modulus out
// gives the other of the pair
static void compare(BrnContext* ctx, const char* hard_line, const char* soft_line) {
  BrnMaterial *hard = test_material(ctx, hard_line), *soft = test_material(ctx, soft_line);
  static BrnMaterialLanes a, b;
  static BrnMaterialIn in;
  static BrnMaterialOut x, y;
  TestRandom random = {5};
  ENSURE_OK(ctx, brn_material_prepare(ctx, hard));
  ENSURE_OK(ctx, brn_material_prepare(ctx, soft));
  BrnBulk bulk = brn__material_bulk(hard), other = brn__material_bulk(soft);
  ENSURE(bulk.law != BRN_BULK_NONE && bulk.law == other.law);
  ENSURE_NEAR(bulk.modulus - other.modulus, 1e5, 1e-6);
  brn__material_lanes_init(&a, hard);
  brn__material_lanes_init(&b, soft);
  for (BrnWant want = BRN_WANT_STRESS; want <= BRN_WANT_DEFINITE; want++) {
    fill(&random, &in);
    brn__material_evaluate(&b, &in, want, &y);
    for (int i = 0; i < BRN_LANES; i++) {
      BrnBulkValue u = brn__bulk_value(bulk.law, J_of(&in, i));
      in.bulk[0][i] = -1e5 * u.energy;
      in.bulk[1][i] = -1e5 * u.slope;
      in.bulk[2][i] = -1e5 * u.curvature;
    }
    brn__material_evaluate(&a, &in, want, &x);
    ensure_same(&x, &y, want >= BRN_WANT_STIFFNESS);
  }
  brn_material_destroy(ctx, hard);
  brn_material_destroy(ctx, soft);
}

static void materials_know_their_volume(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
    compare(ctx, pairs[k][0], pairs[k][1]);
  }
  test_context_done(ctx);
}

// strains of these mix volume and shape: there is nothing to take out, and nothing is put in
static void others_have_none(void** unused) {
  (void)unused;
  static const char* const kinds[] = {"corotated", "st_venant_kirchhoff", "linear"};
  BrnContext* ctx = test_context();
  static BrnMaterialLanes lanes;
  static BrnMaterialIn in;
  static BrnMaterialOut plain, added;
  TestRandom random = {6};
  for (int k = 0; k < 3; k++) {
    BrnMaterial* material = test_material(ctx, kinds[k]);
    ENSURE_OK(ctx, brn_material_prepare(ctx, material));
    ENSURE_INT(brn__material_bulk(material).law, BRN_BULK_NONE);
    brn__material_lanes_init(&lanes, material);
    fill(&random, &in);
    brn__material_evaluate(&lanes, &in, BRN_WANT_STIFFNESS, &plain);
    for (int i = 0; i < 3 * BRN_LANES; i++) in.bulk[i / BRN_LANES][i % BRN_LANES] = 1e6;
    brn__material_evaluate(&lanes, &in, BRN_WANT_STIFFNESS, &added);
    ENSURE(memcmp(plain.energy, added.energy, sizeof plain.energy) == 0);
    ENSURE(memcmp(plain.stiffness, added.stiffness, sizeof plain.stiffness) == 0);
    brn_material_destroy(ctx, material);
  }
  test_context_done(ctx);
}

static void values_are_those_of_the_formulas(void** unused) {
  (void)unused;
  BrnBulkValue u = brn__bulk_value(BRN_BULK_SQUARE, 0.75);
  ENSURE(u.energy == 0.03125 && u.slope == -0.25 && u.curvature == 1);
  u = brn__bulk_value(BRN_BULK_SQUARE, -1);
  ENSURE(u.energy == 2 && u.slope == -2 && u.curvature == 1);
  u = brn__bulk_value(BRN_BULK_LOG, 2);
  ENSURE_NEAR(u.energy, 0.2402265069591007, 1e-15);
  ENSURE_NEAR(u.slope, 0.3465735902799727, 1e-15);
  ENSURE_NEAR(u.curvature, 0.07671320486001368, 1e-15);
  u = brn__bulk_value(BRN_BULK_LOG, -1);
  ENSURE(u.energy == 0 && u.slope == 0 && u.curvature == 0);
}

TEST_MAIN(cmocka_unit_test(materials_know_their_volume), cmocka_unit_test(others_have_none),
          cmocka_unit_test(values_are_those_of_the_formulas))
