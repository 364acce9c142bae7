// SPDX-License-Identifier: Apache-2.0

#include "mesh/bvh.h"

#include <math.h>

// Rays against eight triangles at once (Woop, Benthin and Wald 2013). The corners are seen from the
// origin and sheared so that the ray becomes an axis; what is left is flat: does the triangle
// contain the origin of a plane? A corner lands in the same place for all its triangles, and a
// difference of two rounded products has the right sign or is zero, which counts as inside. So some
// triangle around the ray always sees it, and nothing slips through an edge or a corner. (The
// triple product direction . (a x b) agrees across an edge too, but rounding can turn it away from
// all triangles around a corner.)

typedef struct Ray {
  const double* origin;
  int x, y, z;             // axes; z is where the direction is longest
  double shear_x, shear_y; // direction over its z
  double direction_z;
  double inverse[3]; // of the direction
} Ray;

static Ray make_ray(const double* origin, const double* d) {
  double size[3] = {fabs(d[0]), fabs(d[1]), fabs(d[2])};
  int z = size[0] > size[1] ? (size[0] > size[2] ? 0 : 2) : (size[1] > size[2] ? 1 : 2);
  Ray ray = {.origin = origin, .x = (z + 1) % 3, .y = (z + 2) % 3, .z = z, .direction_z = d[z]};
  ray.shear_x = d[ray.x] / d[z], ray.shear_y = d[ray.y] / d[z];
  for (int k = 0; k < 3; k++) ray.inverse[k] = 1 / d[k];
  return ray;
}

// -------------------------------------------------------------------------------------- triangles

typedef struct Hits {
  BrnMask hit;
  BrnLanes t, weight[3];
} Hits;

// on which side of the line from a to b the ray passes
BRN_LANE_INLINE BrnLanes side(const BrnLanes* a, const BrnLanes* b) {
  return a[0] * b[1] - a[1] * b[0];
}

BRN_LANE_INLINE Hits hit_pack(const BrnTrianglePack* pack, const Ray* ray) {
  const double* o = ray->origin;
  BrnLanes flat[3][2], z[3];
  for (int c = 0; c < 3; c++) {
    z[c] = brn__lanes_load(pack->corner[c][ray->z]) - o[ray->z];
    flat[c][0] = brn__lanes_load(pack->corner[c][ray->x]) - o[ray->x] - ray->shear_x * z[c];
    flat[c][1] = brn__lanes_load(pack->corner[c][ray->y]) - o[ray->y] - ray->shear_y * z[c];
  }
  BrnLanes u = side(flat[1], flat[2]), v = side(flat[2], flat[0]), w = side(flat[0], flat[1]);
  BrnLanes sum = u + v + w, zero = brn__lanes_set(0);
  BrnLanes least = brn__lanes_min(u, brn__lanes_min(v, w));
  BrnLanes most = brn__lanes_max(u, brn__lanes_max(v, w));
  BrnMask one_side = brn__lanes_at_most(zero, least) | brn__lanes_at_most(most, zero);
  Hits hits = {.hit = one_side & brn__lanes_less(zero, brn__lanes_abs(sum))};
  BrnLanes inverse = 1 / sum;
  hits.weight[0] = u * inverse, hits.weight[1] = v * inverse, hits.weight[2] = w * inverse;
  hits.t = (hits.weight[0] * z[0] + hits.weight[1] * z[1] + hits.weight[2] * z[2]) /
           brn__lanes_set(ray->direction_z);
  return hits;
}

BRN_LANE_INLINE void improve(const BrnTrianglePack* pack, int leaf, const Ray* ray,
                             BrnRayHit* best) {
  Hits hits = hit_pack(pack, ray);
  BrnMask nearer = hits.hit & brn__lanes_at_most(brn__lanes_set(0), hits.t) &
                   brn__lanes_at_most(hits.t, brn__lanes_set(best->t));
  if (!brn__mask_any(nearer)) return;
  for (int lane = 0; lane < BRN_LANES; lane++) {
    if (!nearer[lane] || pack->triangle[lane] < 0) continue;
    if (hits.t[lane] > best->t || (hits.t[lane] == best->t && best->leaf >= 0)) continue;
    *best = (BrnRayHit){.t = hits.t[lane], .leaf = leaf, .lane = lane};
    for (int c = 0; c < 3; c++) best->weight[c] = hits.weight[c][lane];
  }
}

// ------------------------------------------------------------------------------------------ boxes

// Where the ray enters each box; infinite when it misses. A ray within a face of a box divides zero
// by zero: the comparisons are written so that not-a-number counts as "no limit from this axis".
BRN_LANE_INLINE BrnLanes enter_boxes(const BrnTreeNode* node, const Ray* ray, double limit) {
  const double *origin = ray->origin, *inverse = ray->inverse;
  BrnLanes enter = brn__lanes_set(0), leave = brn__lanes_set(limit);
  for (int k = 0; k < 3; k++) {
    BrnLanes a = (brn__lanes_load(node->low[k]) - origin[k]) * inverse[k];
    BrnLanes b = (brn__lanes_load(node->high[k]) - origin[k]) * inverse[k];
    BrnLanes first = inverse[k] < 0 ? b : a, last = inverse[k] < 0 ? a : b;
    enter = brn__lanes_max(first, enter);
    leave = brn__lanes_min(last, leave);
  }
  // rounding here and in the shear may put a corner of the box a few units in the last place off
  return brn__lanes_select(brn__lanes_at_most(enter, leave * (1 + 1e-14)), enter,
                           brn__lanes_set(INFINITY));
}

typedef struct Entry {
  double t;
  int child;
} Entry;

BRN_LANE_INLINE int push_children(const BrnTreeNode* node, const Ray* ray, double limit,
                                  Entry* stack, int top) {
  double enter[BRN_LANES];
  brn__lanes_store(enter, enter_boxes(node, ray, limit));
  int bottom = top;
  for (int i = 0; i < node->child_count; i++) {
    if (!(enter[i] <= limit) || enter[i] == INFINITY) continue;
    int at = top++;
    for (; at > bottom && stack[at - 1].t < enter[i]; at--) stack[at] = stack[at - 1];
    stack[at] = (Entry){enter[i], node->child[i]};
  }
  return top;
}

void BRN_LANE_NAME(brn__bvh_ray)(const BrnBvh* bvh, const double* origin, const double* direction,
                                 BrnRayHit* best) {
  Ray ray = make_ray(origin, direction);
  Entry stack[BRN_TREE_STACK];
  int top = push_children(&bvh->tree.node[0], &ray, best->t, stack, 0);
  while (top > 0) {
    Entry entry = stack[--top];
    if (entry.t > best->t) continue;
    if (entry.child < 0) {
      improve(&bvh->pack[~entry.child], ~entry.child, &ray, best);
    } else {
      top = push_children(&bvh->tree.node[entry.child], &ray, best->t, stack, top);
    }
  }
}
