// SPDX-License-Identifier: Apache-2.0

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

// --------------------------------------------------------------------------------------- the plan

typedef struct Search {
  const BrnRules* rules;
  const BrnRulesBridge* bridge;
  int part, other;
  uint8_t* near; // does the bridge begin or end at the triangle?  (triangle_count)
} Search;

// does the bridge claim the middle of the gap before a point of the surface?
static bool is_before(const Search* search, const double* point) {
  const BrnRules* rules = search->rules;
  const BrnRulesBridge* bridge = search->bridge;
  double between[3];
  BrnSurfacePoint other = brn_bvh_closest(rules->part[search->other].bvh, point, bridge->gap);
  if (other.triangle < 0 || other.distance < 0.02 * bridge->gap) return false;
  for (int a = 0; a < 3; a++) between[a] = (point[a] + other.point[a]) / 2;
  return brn__rules_owner(rules, between) == bridge->a &&
         brn__rules_depth(rules, bridge->a, between, NULL) < 0;
}

// points all over the triangle, about a gap apart
static bool is_near(const Search* search, int triangle) {
  const BrnMesh* surface = search->rules->part[search->part].surface;
  const double* c[3];
  double longest = 0;
  for (int k = 0; k < 3; k++) {
    c[k] = surface->position + 3 * (size_t)surface->triangle[3 * (size_t)triangle + (size_t)k];
  }
  for (int k = 0; k < 3; k++) longest = fmax(longest, brn__distance3(c[k], c[(k + 1) % 3]));
  int steps = (int)fmin(1 + longest / search->bridge->gap, 30);
  for (int i = 0; i < steps; i++) {
    for (int j = 0; i + j < steps; j++) {
      double u = (i + 1.0 / 3) / steps, v = (j + 1.0 / 3) / steps, p[3];
      for (int a = 0; a < 3; a++) p[a] = (1 - u - v) * c[0][a] + u * c[1][a] + v * c[2][a];
      if (is_before(search, p)) return true;
    }
  }
  return false;
}

static void search_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Search* search = user;
  for (int t = begin; t < end; t++) search->near[t] = is_near(search, t);
}

static double area_of(const BrnMesh* surface, const uint8_t* near) {
  double sum = 0, n[3];
  for (int t = 0; t < surface->triangle_count; t++) {
    const int* corner = surface->triangle + 3 * (size_t)t;
    if (!near[t]) continue;
    brn__triangle_normal(n, surface->position + 3 * (size_t)corner[0],
                         surface->position + 3 * (size_t)corner[1],
                         surface->position + 3 * (size_t)corner[2]);
    sum += brn__norm3(n) / 2;
  }
  return sum;
}

// Cells need not be much smaller than the gap, nor than a third of the radius of where the bridge
// stands.
static int levels_for(double gap, double area, double size, int most) {
  double enough = fmax(1.5 * gap, sqrt(area / acos(-1)) / 3);
  int levels = 0;
  while (levels < most && ldexp(size, -levels) > enough) levels++;
  return levels;
}

static BrnStatus refine_side(BrnContext* ctx, Search* search, const BrnTetraDef* def, double size,
                             BrnPlan* plan) {
  const BrnMesh* surface = search->rules->part[search->part].surface;
  search->near = brn__scratch(ctx, surface->triangle_count, uint8_t);
  if (!search->near) return BRN_NO_MEMORY;
  brn__parallel_for(ctx, surface->triangle_count, 256, search_range, search);
  double area = area_of(surface, search->near);
  int levels = levels_for(search->bridge->gap, area, size, def->thin_levels);
  uint8_t* extra = plan->extra[search->part];
  for (int t = 0; t < surface->triangle_count; t++) {
    if (search->near[t] && extra[t] < levels) extra[t] = (uint8_t)levels;
  }
  return BRN_OK;
}

BrnStatus brn__bridge_refine(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                             double size, BrnPlan* plan) {
  BrnStatus status = BRN_OK;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  for (int i = 0; status == BRN_OK && i < 2 * rules->bridge_count; i++) {
    const BrnRulesBridge* bridge = &rules->bridge[i / 2];
    Search search = {.rules = rules,
                     .bridge = bridge,
                     .part = i % 2 ? bridge->b : bridge->a,
                     .other = i % 2 ? bridge->a : bridge->b};
    status = refine_side(ctx, &search, def, size, plan);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
