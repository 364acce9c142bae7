// SPDX-License-Identifier: Apache-2.0
//
// What bridges claim (bridge.h), and which of them is the best at a point.

#include "tetra/bridge.h"

#include "core/vec.h"

#include <math.h>

static const double most_sine = 0.42; // 25 degrees from straight across

// --------------------------------------------------------------------------------------- creating

static int place_of(const BrnRules* rules, int index) {
  int i = 0;
  while (rules->part[i].index != index) i++;
  return i;
}

static BrnStatus check(BrnContext* ctx, const BrnTetraDef* def, int i) {
  const BrnTetraBridge* bridge = &def->bridge[i];
  int count = def->part_count;
  if (bridge->a < 0 || bridge->a >= count || bridge->b < 0 || bridge->b >= count) {
    return brn__fail(ctx, BRN_INVALID, "bridge %d is between parts %d and %d, but there are %d", i,
                     bridge->a, bridge->b, count);
  }
  if (bridge->a == bridge->b) {
    return brn__fail(ctx, BRN_INVALID, "bridge %d is from part %d to itself", i, bridge->a);
  }
  if (!(bridge->gap > 0) || !isfinite(bridge->gap)) {
    return brn__fail(ctx, BRN_INVALID, "bridge %d: gap is %g m; it must be positive", i,
                     bridge->gap);
  }
  return BRN_OK;
}

BrnStatus brn__bridges_create(BrnContext* ctx, const BrnTetraDef* def, BrnRules* rules) {
  if (def->bridge_count == 0) return BRN_OK;
  BRN_ASSERT(def->bridge && def->bridge_count > 0);
  rules->bridge = brn__new(ctx, def->bridge_count, BrnRulesBridge);
  if (!rules->bridge) return BRN_NO_MEMORY;
  for (int i = 0; i < def->bridge_count; i++) {
    BRN_TRY(check(ctx, def, i));
    const BrnTetraBridge* bridge = &def->bridge[i];
    rules->bridge[i] = (BrnRulesBridge){
        .a = place_of(rules, bridge->a), .b = place_of(rules, bridge->b), .gap = bridge->gap};
  }
  rules->bridge_count = def->bridge_count;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ claims

static double claim_of(const BrnRules* rules, const BrnRulesBridge* bridge, const double* point) {
  double to_a[3], to_b[3], across[3];
  double least = brn__rules_box_distance(&rules->part[bridge->a], point) +
                 brn__rules_box_distance(&rules->part[bridge->b], point);
  if (least >= bridge->gap) return bridge->gap - least;
  double a = fmax(-brn__rules_depth(rules, bridge->a, point, to_a), 0);
  double b = fmax(-brn__rules_depth(rules, bridge->b, point, to_b), 0);
  double claim = bridge->gap - a - b;
  if (claim <= 0) return claim;
  brn__cross3(across, to_a, to_b);
  double sine = brn__norm3(across);
  if (brn__dot3(to_a, to_b) > 0) sine = 2 - sine;
  claim = fmin(claim, (most_sine - sine) * (a + b));
  for (int k = bridge->a + 1; claim > 0 && k < rules->part_count; k++) {
    claim = fmin(claim, -brn__rules_depth(rules, k, point, NULL));
  }
  return claim;
}

static const BrnRulesBridge* best_bridge(const BrnRules* rules, int part, const double* point,
                                         double* claim) {
  const BrnRulesBridge* best = NULL;
  *claim = -INFINITY;
  for (int i = 0; i < rules->bridge_count; i++) {
    if (rules->bridge[i].a != part) continue;
    double own = claim_of(rules, &rules->bridge[i], point);
    if (own > *claim) *claim = own, best = &rules->bridge[i];
  }
  return best;
}

double brn__bridge_claim(const BrnRules* rules, int part, const double* point, double* gradient) {
  double claim;
  const BrnRulesBridge* bridge = best_bridge(rules, part, point, &claim);
  for (int a = 0; gradient && a < 3; a++) gradient[a] = 0;
  for (int a = 0; gradient && bridge && a < 3; a++) {
    double p[3], step = 1e-3 * bridge->gap, side[2];
    for (int way = 0; way < 2; way++) {
      brn__copy3(p, point);
      p[a] += way ? step : -step;
      side[way] = claim_of(rules, bridge, p);
    }
    gradient[a] = (side[1] - side[0]) / (2 * step);
  }
  return claim;
}
