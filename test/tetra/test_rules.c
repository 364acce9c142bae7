// SPDX-License-Identifier: Apache-2.0

#include "tetra/rules.h"

#include "tetra/tetra_test.h"

// balls of radius 1 around x = -0.6 (0), 0.6 (1), and a bone of radius 0.5 around x = 0 (2)
static BrnRules make_rules(BrnContext* ctx, BrnMesh** surface) {
  surface[0] = tetra_sphere(ctx, 96, 48, -0.6, 1);
  surface[1] = tetra_sphere(ctx, 96, 48, 0.6, 1);
  surface[2] = tetra_sphere(ctx, 96, 48, 0, 0.5);
  BrnTetraPart part[3] = {{.surface = surface[0], .label = 1},
                          {.surface = surface[1], .label = 2},
                          {.surface = surface[2], .label = 3, .priority = 1}};
  BrnTetraDef def = tetra_def(part, 3, 0.2);
  BrnRules rules;
  ENSURE_OK(ctx, brn__rules_create(ctx, &def, &rules));
  return rules;
}

static void done(BrnContext* ctx, BrnRules* rules, BrnMesh** surface) {
  brn__rules_destroy(ctx, rules);
  for (int i = 0; i < 3; i++) brn_mesh_destroy(ctx, surface[i]);
  test_context_done(ctx);
}

static void owner_is_the_strongest_then_the_deepest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* surface[3];
  BrnRules rules = make_rules(ctx, surface);
  static const struct {
    double point[3];
    int owner; // in the order of cutting: the bone comes first
  } row[] = {{{0.1, 0, 0}, 0},  {{0, 0.49, 0}, 0}, {{-0.05, 0.6, 0}, 1}, {{0.05, 0.6, 0}, 2},
             {{-1.5, 0, 0}, 1}, {{1.5, 0, 0}, 2},  {{0, 0.9, 0}, -1},    {{3, 3, 3}, -1}};
  ENSURE_INT(rules.part[0].index, 2);
  ENSURE_INT(rules.part[1].index, 0);
  for (int i = 0; i < COUNT_OF(row); i++) {
    ENSURE_INT(brn__rules_owner(&rules, row[i].point), row[i].owner);
  }
  done(ctx, &rules, surface);
}

static void claim_is_zero_where_depths_are_equal(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* surface[3];
  BrnRules rules = make_rules(ctx, surface);
  double g[3], middle[3] = {0, 0.6, 0}, left[3] = {-1.2, 0, 0}, out[3] = {-0.6, 1.2, 0};
  ENSURE_NEAR(brn__rules_claim(&rules, 1, middle, g), 0, 1e-3);
  ENSURE(g[0] < -0.5); // deeper to the left
  ENSURE_NEAR(brn__rules_claim(&rules, 1, left, g), 0.4, 2e-3);
  ENSURE_NEAR(g[0], 1, 1e-2);
  ENSURE_NEAR(brn__rules_claim(&rules, 1, out, g), -0.2, 2e-3);
  ENSURE_NEAR(g[1], -1, 1e-2);
  ENSURE(brn__rules_claim(&rules, 1, out, NULL) < 0);
  done(ctx, &rules, surface);
}

TEST_MAIN(cmocka_unit_test(owner_is_the_strongest_then_the_deepest),
          cmocka_unit_test(claim_is_zero_where_depths_are_equal))
