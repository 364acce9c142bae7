// SPDX-License-Identifier: Apache-2.0
//
// Depths, claims and owners of points (rules.h).

#include "tetra/rules.h"

#include "core/vec.h"
#include "tetra/bridge.h"
#include "tetra/judge.h"

#include <math.h>
#include <stdio.h>

// box of the triangles: vertices that none of them uses do not count
static void find_box(BrnRulesPart* part) {
  const BrnMesh* surface = part->surface;
  for (int a = 0; a < 3; a++) part->low[a] = INFINITY, part->high[a] = -INFINITY;
  for (int i = 0; i < 3 * surface->triangle_count; i++) {
    const double* p = surface->position + 3 * (size_t)surface->triangle[i];
    for (int a = 0; a < 3; a++) {
      part->low[a] = fmin(part->low[a], p[a]);
      part->high[a] = fmax(part->high[a], p[a]);
    }
  }
}

// insertion sort: equals stay in the order of the def
static void put_in_order(BrnRules* rules, BrnRulesPart part) {
  int i = rules->part_count++;
  for (; i > 0 && rules->part[i - 1].priority < part.priority; i--) {
    rules->part[i] = rules->part[i - 1];
  }
  rules->part[i] = part;
}

static void warn(BrnContext* ctx, const BrnTetraDef* def, int index, const BrnMendNotes* notes) {
  const struct {
    int count;
    const char* what;
  } row[] = {{notes->turned, "triangles turned to face out"},
             {notes->doubled, "doubled triangles left out"},
             {notes->degenerate, "triangles without area left out"},
             {notes->crowded, "edges of three or more triangles"},
             {notes->open, "open edges"}};
  char text[256];
  size_t used = 0;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (row[i].count == 0) continue;
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%d %s", used > 0 ? ", " : "",
                             row[i].count, row[i].what);
  }
  if (used == 0) return;
  const char* name = def->part[index].name;
  brn__log(ctx, BRN_LOG_WARNING, "part %d (%s): %s", index, name ? name : "", text);
}

static BrnStatus add_part(BrnContext* ctx, const BrnTetraDef* def, int index, BrnRefusal* refusal,
                          BrnRules* out) {
  BrnRulesPart part = {.priority = def->part[index].priority, .index = index};
  BrnMendNotes notes;
  BRN_TRY(brn__mend(ctx, def->part[index].surface, &part.surface, &notes));
  find_box(&part);
  part.volume = fabs(notes.volume);
  part.facing = notes.volume < 0 ? -1 : 1;
  BrnStatus status = BRN_OK;
  if (notes.area > 0) status = brn_bvh_create(ctx, part.surface, &part.bvh);
  if (status == BRN_OK) status = brn__judge_surface(refusal, &part, &notes);
  if (status == BRN_OK) warn(ctx, def, index, &notes);
  put_in_order(out, part); // also when it failed: destroying the rules frees it
  return status;
}

static BrnStatus add_parts(BrnContext* ctx, const BrnTetraDef* def, BrnRules* out) {
  BrnRefusal refusal = {.ctx = ctx, .def = def};
  BrnStatus status = BRN_OK;
  for (int i = 0; status == BRN_OK && i < def->part_count; i++) {
    int before = refusal.part_count;
    status = brn__judge_corners(&refusal, i);
    if (status == BRN_OK && refusal.part_count == before) {
      status = add_part(ctx, def, i, &refusal, out);
    }
  }
  if (status == BRN_OK && refusal.part_count == 0) status = brn__judge_twins(&refusal, out);
  return brn__refusal_end(&refusal, status);
}

BrnStatus brn__rules_create(BrnContext* ctx, const BrnTetraDef* def, BrnRules* out) {
  *out = (BrnRules){.part = brn__new_zero(ctx, def->part_count, BrnRulesPart)};
  if (!out->part) return BRN_NO_MEMORY;
  BrnStatus status = add_parts(ctx, def, out);
  if (status == BRN_OK) status = brn__bridges_create(ctx, def, out);
  if (status != BRN_OK) brn__rules_destroy(ctx, out);
  return status;
}

void brn__rules_destroy(BrnContext* ctx, BrnRules* rules) {
  for (int i = 0; i < rules->part_count; i++) {
    brn_bvh_destroy(ctx, rules->part[i].bvh);
    brn_mesh_destroy(ctx, rules->part[i].surface);
  }
  brn__free(ctx, rules->part);
  brn__free(ctx, rules->bridge);
  *rules = (BrnRules){0};
}

double brn__rules_box_distance(const BrnRulesPart* part, const double* point) {
  double sum = 0;
  for (int a = 0; a < 3; a++) {
    double d = fmax(fmax(part->low[a] - point[a], point[a] - part->high[a]), 0);
    sum += d * d;
  }
  return sqrt(sum);
}

// The way to the closest point is a poor direction when that is very near; the normal is not.
static void depth_gradient(const BrnRulesPart* part, const double* point,
                           const BrnSurfacePoint* closest, bool inside, double* gradient) {
  double scale = part->high[0] - part->low[0] + part->high[1] - part->low[1];
  if (closest->distance > 1e-7 * scale) {
    brn__sub3(gradient, closest->point, point);
    brn__scale3(gradient, (inside ? -1 : 1) / closest->distance, gradient);
    return;
  }
  const int* corner = part->surface->triangle + 3 * (size_t)closest->triangle;
  const double* p = part->surface->position;
  brn__triangle_normal(gradient, p + 3 * (size_t)corner[0], p + 3 * (size_t)corner[1],
                       p + 3 * (size_t)corner[2]);
  brn__scale3(gradient, -part->facing, gradient);
  brn__normalize3(gradient);
}

double brn__rules_depth(const BrnRules* rules, int part, const double* point, double* gradient) {
  const BrnRulesPart* own = &rules->part[part];
  double away = brn__rules_box_distance(own, point);
  if (away > 0 && !gradient) return -away;
  BrnSurfacePoint closest = brn_bvh_closest(own->bvh, point, INFINITY);
  bool inside = away == 0 && fabs(brn_bvh_winding(own->bvh, point)) > 0.5;
  if (gradient) depth_gradient(own, point, &closest, inside, gradient);
  return inside ? closest.distance : -closest.distance;
}

// Depth of a point that is inside of a part; 0 outside, which costs half as much to know.
static double depth_inside(const BrnRulesPart* part, const double* point, double* gradient) {
  if (brn__rules_box_distance(part, point) > 0) return 0;
  if (fabs(brn_bvh_winding(part->bvh, point)) <= 0.5) return 0;
  BrnSurfacePoint closest = brn_bvh_closest(part->bvh, point, INFINITY);
  if (gradient) depth_gradient(part, point, &closest, true, gradient);
  return closest.distance;
}

// depth less the depth in the deepest equal part that is cut later
static double own_claim(const BrnRules* rules, int part, const double* point, double* gradient) {
  double depth = brn__rules_depth(rules, part, point, gradient), rival = 0, rival_gradient[3] = {0};
  int priority = rules->part[part].priority;
  if (depth < 0 && !gradient) return depth; // lost anyway
  for (int k = part + 1; k < rules->part_count && rules->part[k].priority == priority; k++) {
    double other[3];
    double rival_depth = depth_inside(&rules->part[k], point, gradient ? other : NULL);
    if (rival_depth <= rival) continue;
    rival = rival_depth;
    if (gradient) brn__copy3(rival_gradient, other);
  }
  if (gradient) brn__sub3(gradient, gradient, rival_gradient);
  return depth - rival;
}

double brn__rules_claim(const BrnRules* rules, int part, const double* point, double* gradient) {
  double claim = own_claim(rules, part, point, gradient), over_gap[3];
  if (rules->bridge_count == 0 || claim > 0) return claim;
  double bridged = brn__bridge_claim(rules, part, point, gradient ? over_gap : NULL);
  if (bridged <= claim) return claim;
  if (gradient) brn__copy3(gradient, over_gap);
  return bridged;
}

// the first in the order of cutting with a bridge over the point; -1: none
static int owner_by_bridge(const BrnRules* rules, const double* point) {
  for (int i = 0; i < rules->part_count && rules->bridge_count > 0; i++) {
    if (brn__bridge_claim(rules, i, point, NULL) > 0) return i;
  }
  return -1;
}

int brn__rules_owner(const BrnRules* rules, const double* point) {
  int owner = -1;
  double deepest = 0;
  for (int i = 0; i < rules->part_count; i++) {
    if (owner >= 0 && rules->part[i].priority < rules->part[owner].priority) break;
    double depth = depth_inside(&rules->part[i], point, NULL);
    if (depth > deepest) deepest = depth, owner = i;
  }
  return owner >= 0 ? owner : owner_by_bridge(rules, point);
}
