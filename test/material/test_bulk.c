// SPDX-License-Identifier: Apache-2.0

#include "material/material.h"

#include "material_test.h"

// pairs that differ by 1e5 Pa in the modulus of the volume alone
static const char* const pairs[][2] = {
    {"stable_neo_hookean shear=1e4 lambda=2e5", "stable_neo_hookean shear=1e4 lambda=1e5"},
    {"stable_neo_hookean_log shear=1e4 lambda=2e5", "stable_neo_hookean_log shear=1e4 lambda=1e5"},
    {"neo_hookean shear=1e4 lambda=2e5", "neo_hookean shear=1e4 lambda=1e5"},
    {"corotated shear=1e4 lambda=2e5", "corotated shear=1e4 lambda=1e5"},
    {"st_venant_kirchhoff shear=1e4 lambda=2e5", "st_venant_kirchhoff shear=1e4 lambda=1e5"},
    {"linear shear=1e4 lambda=2e5", "linear shear=1e4 lambda=1e5"},
    {"mooney_rivlin c1=1e4 c2=2e3 bulk=2e5", "mooney_rivlin c1=1e4 c2=2e3 bulk=1e5"},
    {"mooney_rivlin c1=1e4 c2=2e3 bulk=1e5 volumetric=full",
     "mooney_rivlin c1=1e4 c2=2e3 bulk=1e5"},
    {"mooney_rivlin c1=1e4 c2=2e3 bulk=2e5 volumetric=simo",
     "mooney_rivlin c1=1e4 c2=2e3 bulk=1e5 volumetric=simo"},
    {"neo_hookean shear=1e4 lambda=2e5 volumetric=simo",
     "neo_hookean shear=1e4 lambda=1e5 volumetric=simo"},
    {"teran_muscle bulk=1e5 volumetric=full", "teran_muscle bulk=1e5"},
    {"blemker_muscle bulk=2e5 guard=1e3 volumetric=simo",
     "blemker_muscle bulk=1e5 guard=1e3 volumetric=simo"},
    {"teran_muscle bulk=2e5", "teran_muscle bulk=1e5"},
    {"teran_tendon bulk=2e5", "teran_tendon bulk=1e5"},
    {"blemker_muscle bulk=2e5 guard=1e3", "blemker_muscle bulk=1e5 guard=1e3"},
    {"blemker_tendon bulk=2e5", "blemker_tendon bulk=1e5"},
};

static void fill(TestRandom* random, bool inside_out, BrnMaterialIn* in) {
  memset(in, 0, sizeof *in);
  for (int i = 0; i < BRN_LANES; i++) {
    double F[9];
    test_near_rest(random, 0.3, F);
    for (int p = 0; p < 3 && inside_out && i % 3 == 0; p++) F[p] *= -0.3;
    for (int p = 0; p < 9; p++) in->F[p][i] = F[p];
    in->fibre[0][i] = in->activation[i] = 1;
  }
}

static double J_of(const BrnMaterialIn* in, int lane, BrnBulkMeasure measure) {
  double F[9];
  for (int p = 0; p < 9; p++) F[p] = in->F[p][lane];
  return brn__bulk_measure(measure, F, NULL);
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
  ENSURE_INT(bulk.measure, other.measure);
  ENSURE_NEAR(bulk.modulus - other.modulus, 1e5, 1e-6);
  brn__material_lanes_init(&a, hard);
  brn__material_lanes_init(&b, soft);
  for (BrnWant want = BRN_WANT_STRESS; want <= BRN_WANT_DEFINITE; want++) {
    fill(&random, hard->term[0].ops->inverts, &in);
    brn__material_evaluate(&b, &in, want, &y);
    for (int i = 0; i < BRN_LANES; i++) {
      BrnBulkValue u = brn__bulk_value(bulk.law, J_of(&in, i, bulk.measure));
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

// A body without a part of its volume alone would lock: a new one is to have one, and a pair above.
static void every_body_knows_its_volume(void** unused) {
  (void)unused;
  for (int k = 0; k < brn_material_kind_count(); k++) {
    BrnMaterialKind kind = brn_material_kind(k);
    size_t length = strlen(kind.name), found = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
      found += strncmp(pairs[i][0], kind.name, length) == 0 && pairs[i][0][length] == ' ';
    }
    if (!kind.adds && found == 0) print_error("%s has no pair\n", kind.name);
    ENSURE(kind.adds || found > 0);
    ENSURE(kind.adds || brn__term_find(kind.name)->bulk_law != BRN_BULK_NONE);
  }
}

// More taken out of a linear solid than it has: what is left is made definite.
static void too_little_volume_is_made_definite(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnMaterial* material = test_material(ctx, "linear shear=1e4 lambda=1e5");
  static BrnMaterialLanes lanes;
  static BrnMaterialIn in;
  static BrnMaterialOut out;
  ENSURE_OK(ctx, brn_material_prepare(ctx, material));
  brn__material_lanes_init(&lanes, material);
  for (int i = 0; i < BRN_LANES; i++) in.bulk[2][i] = -3e5;
  brn__material_evaluate(&lanes, &in, BRN_WANT_STIFFNESS, &out);
  ENSURE_NEAR(out.stiffness[BRN_STIFFNESS_AT(0, 4)][3], -2e5, 1e-9);
  brn__material_evaluate(&lanes, &in, BRN_WANT_DEFINITE, &out);
  ENSURE_NEAR(out.stiffness[BRN_STIFFNESS_AT(0, 4)][3], -2e4 / 3, 1e-9);
  ENSURE_NEAR(out.stiffness[BRN_STIFFNESS_AT(0, 0)][3], 2e4 - 2e4 / 3, 1e-9);
  brn_material_destroy(ctx, material);
  test_context_done(ctx);
}

static const BrnBulkMeasure measures[] = {BRN_BY_VOLUME, BRN_BY_STRETCHES, BRN_BY_SQUARES,
                                          BRN_BY_DIAGONAL};

// by hand for F = diag(2, 1, 0.5) with a shear of 0.1
static void measures_are_those_of_the_formulas(void** unused) {
  (void)unused;
  const double F[9] = {2, 0, 0, 0, 1, 0.1, 0, 0, 0.5}, I[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double expected[] = {1, sqrt(2.26), (6.26 - 2) / 2, 1.5}; // 2 + hypot(1.5, 0.1) - 2
  for (int m = 0; m < 4; m++) {
    ENSURE_NEAR(brn__bulk_measure(measures[m], F, NULL), expected[m], 1e-14);
    ENSURE_NEAR(brn__bulk_measure(measures[m], I, NULL), 1, 1e-14);
  }
}

static void slopes_of_measures_are_derivatives(void** unused) {
  (void)unused;
  TestRandom random = {7};
  for (int k = 0; k < 40; k++) {
    double F[9], slope[9], unused_slope[9], h = 1e-6;
    test_near_rest(&random, 0.4, F);
    for (int p = 0; p < 3 && k / 4 % 3 == 0; p++) F[p] *= -0.3; // inside out
    brn__bulk_measure(measures[k % 4], F, slope);
    for (int p = 0; p < 9; p++) {
      double middle = F[p];
      F[p] = middle + h;
      double up = brn__bulk_measure(measures[k % 4], F, unused_slope);
      F[p] = middle - h;
      double down = brn__bulk_measure(measures[k % 4], F, NULL);
      F[p] = middle;
      ENSURE_NEAR((up - down) / (2 * h), slope[p], 1e-8);
    }
  }
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
  u = brn__bulk_value(BRN_BULK_SIMO, 2); // (4 - 1 - 2 ln 2) / 4
  ENSURE_NEAR(u.energy, 0.4034264097200273, 1e-15);
  ENSURE(u.slope == 0.75 && u.curvature == 0.625);
  u = brn__bulk_value(BRN_BULK_SIMO, -1);
  ENSURE(u.energy == 0 && u.slope == 0 && u.curvature == 0);
  u = brn__bulk_value(BRN_BULK_LOG, -1);
  ENSURE(u.energy == 0 && u.slope == 0 && u.curvature == 0);
}

TEST_MAIN(cmocka_unit_test(materials_know_their_volume),
          cmocka_unit_test(every_body_knows_its_volume),
          cmocka_unit_test(too_little_volume_is_made_definite),
          cmocka_unit_test(measures_are_those_of_the_formulas),
          cmocka_unit_test(slopes_of_measures_are_derivatives),
          cmocka_unit_test(values_are_those_of_the_formulas))
