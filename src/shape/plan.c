// SPDX-License-Identifier: Apache-2.0
//
// The number of rings and of layers for a number of tets (plan.h).

#include "shape/plan.h"

#include <math.h>

// Beyond this stretch dihedral angles fall to a few degrees.
static const double stretch_limit = 5;

// Radii of wide rings grow as k^p, which makes all of them p times as thick as their edges are
// long. Bone is stiff, so its tets may be a little flat: p is as large as still looks well.
static const double wide_power = 1.6;

// Layers of bone are thick from the start (stations.c), so they can be stretched less.
static const double wide_spare = 1.3;

static int wide_rings(const BrnShapePlan* plan, int rings) {
  if (plan->wide_ratio <= 1) return rings;
  int more = (int)ceil(rings * (pow(plan->wide_ratio, 1 / wide_power) - 1) - 1e-9);
  return rings + (more > 1 ? more : 1);
}

// fills in the layers for a density of layers per ring; returns the number of tets
static double fill(BrnShapePlan* plan, int rings, double density) {
  double total = 0;
  plan->rings = rings;
  plan->wide_rings = wide_rings(plan, rings);
  for (int i = 0; i < plan->segment_count; i++) {
    BrnShapePlanSegment* segment = &plan->segment[i];
    double layers = round(density * rings * segment->metric);
    int least = segment->least > 1 ? segment->least : 1;
    segment->layers = layers < least ? least : layers > 1e8 ? 100000000 : (int)layers;
    double across = segment->wide ? plan->wide_rings : rings;
    total += plan->square * across * across * segment->layers;
  }
  return total;
}

// the density whose number of tets is nearest to the target
static double nearest_density(BrnShapePlan* plan, int rings) {
  double low = 1e-4, high = 1e4, best = low, best_error = INFINITY;
  for (int i = 0; i < 60; i++) {
    double middle = sqrt(low * high);
    double total = fill(plan, rings, middle);
    double error = fabs(total - plan->target);
    if (error < best_error) best_error = error, best = middle;
    if (total < plan->target)
      low = middle;
    else
      high = middle;
  }
  return best;
}

static double factor(double x) { return x > 1 ? x : 1 / x; }

static double stretch_of(const BrnShapePlan* plan) {
  double worst = 1;
  for (int i = 0; i < plan->segment_count; i++) {
    const BrnShapePlanSegment* segment = &plan->segment[i];
    double density = segment->layers / (plan->rings * segment->metric);
    double spare = segment->wide && density * plan->aspect < 1 ? wide_spare : 1;
    worst = fmax(worst, spare * factor(density * plan->aspect));
  }
  return worst;
}

static bool good(const BrnShapePlan* plan) {
  return plan->stretch <= stretch_limit && plan->tet_count < 1.5 * plan->target;
}

// tries all numbers of rings and leaves the best in the plan
static void choose(BrnShapePlan* plan) {
  int best_rings = plan->least_rings;
  double best = INFINITY, best_density = 1;
  for (int rings = plan->least_rings;; rings++) {
    double density = nearest_density(plan, rings);
    double total = fill(plan, rings, density);
    double score = log(stretch_of(plan)) + 4 * fabs(total / plan->target - 1);
    if (score < best) best = score, best_rings = rings, best_density = density;
    // more rings only make more tets, or longer layers
    if (total > 1.5 * plan->target || density * plan->aspect < 0.1) break;
  }
  plan->tet_count = (int)fmin(fill(plan, best_rings, best_density), INT32_MAX);
  plan->stretch = stretch_of(plan);
}

// How many tets would give a good plan, rounded up to two digits; 0: no number in range. The plan
// may be for a part of the body only.
static int enough_tets(const BrnShapePlan* plan) {
  static const int most = 20000000;
  BrnShapePlan trial = *plan;
  for (double tets = plan->def->tets; tets <= most; tets *= 1.1) {
    double unit = pow(10, floor(log10(tets)) - 1), round_tets = ceil(tets / unit) * unit;
    trial.target = (int)(round_tets * plan->target / plan->def->tets);
    choose(&trial);
    if (good(&trial)) return (int)round_tets;
  }
  return 0;
}

BrnStatus brn__plan_choose(BrnContext* ctx, BrnShapePlan* plan) {
  BRN_ASSERT(plan->target > 0 && plan->segment_count > 0);
  if (plan->least_rings < 1) plan->least_rings = 1;
  choose(plan);
  if (good(plan)) return BRN_OK;
  const char* name = brn_shape_name(plan->def->shape);
  int enough = enough_tets(plan);
  if (enough > 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "%s: tets is %d, which is too few for these lengths and widths; %d would do",
                     name, plan->def->tets, enough);
  }
  return brn__fail(ctx, BRN_INVALID,
                   "%s: length is %.9g m and width %.9g m, which no number of tets in range (tets "
                   "is %d) fills well; bring them nearer to each other",
                   name, plan->def->length, plan->def->width, plan->def->tets);
}
