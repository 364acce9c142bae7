// SPDX-License-Identifier: Apache-2.0

#include "tetra/rules.h"

#include "core/vec.h"

#include <math.h>

static double signed_volume(const BrnMesh* surface) {
  double sum = 0, origin[3];
  brn__copy3(origin, surface->position + 3 * (size_t)surface->triangle[0]);
  for (int i = 0; i < surface->triangle_count; i++) {
    const int* corner = surface->triangle + 3 * (size_t)i;
    sum += brn__tet_volume(origin, surface->position + 3 * (size_t)corner[0],
                           surface->position + 3 * (size_t)corner[1],
                           surface->position + 3 * (size_t)corner[2]);
  }
  return sum;
}

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

BrnStatus brn__rules_create(BrnContext* ctx, const BrnTetraDef* def, BrnRules* out) {
  *out = (BrnRules){.part = brn__new_zero(ctx, def->part_count, BrnRulesPart)};
  if (!out->part) return BRN_NO_MEMORY;
  for (int i = 0; i < def->part_count; i++) {
    BrnRulesPart part = {
        .surface = def->part[i].surface, .priority = def->part[i].priority, .index = i};
    find_box(&part);
    double volume = signed_volume(part.surface);
    part.volume = fabs(volume);
    part.facing = volume < 0 ? -1 : 1;
    BrnStatus status = brn_bvh_create(ctx, part.surface, &part.bvh);
    if (status != BRN_OK) {
      brn__rules_destroy(ctx, out);
      return status;
    }
    put_in_order(out, part);
  }
  return BRN_OK;
}

void brn__rules_destroy(BrnContext* ctx, BrnRules* rules) {
  for (int i = 0; i < rules->part_count; i++) brn_bvh_destroy(ctx, rules->part[i].bvh);
  brn__free(ctx, rules->part);
  *rules = (BrnRules){0};
}

static double distance_to_box(const BrnRulesPart* part, const double* point) {
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
  double away = distance_to_box(own, point);
  if (away > 0 && !gradient) return -away;
  BrnSurfacePoint closest = brn_bvh_closest(own->bvh, point, INFINITY);
  bool inside = away == 0 && fabs(brn_bvh_winding(own->bvh, point)) > 0.5;
  if (gradient) depth_gradient(own, point, &closest, inside, gradient);
  return inside ? closest.distance : -closest.distance;
}

// Depth of a point that is inside of a part; 0 outside, which costs half as much to know.
static double depth_inside(const BrnRulesPart* part, const double* point, double* gradient) {
  if (distance_to_box(part, point) > 0) return 0;
  if (fabs(brn_bvh_winding(part->bvh, point)) <= 0.5) return 0;
  BrnSurfacePoint closest = brn_bvh_closest(part->bvh, point, INFINITY);
  if (gradient) depth_gradient(part, point, &closest, true, gradient);
  return closest.distance;
}

double brn__rules_claim(const BrnRules* rules, int part, const double* point, double* gradient) {
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

int brn__rules_owner(const BrnRules* rules, const double* point) {
  int owner = -1;
  double deepest = 0;
  for (int i = 0; i < rules->part_count; i++) {
    if (owner >= 0 && rules->part[i].priority < rules->part[owner].priority) break;
    double depth = depth_inside(&rules->part[i], point, NULL);
    if (depth > deepest) deepest = depth, owner = i;
  }
  return owner;
}
