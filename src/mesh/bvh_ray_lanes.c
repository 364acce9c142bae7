// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "mesh/bvh.h"

#include <math.h>

// Rays against eight triangles at once. With the corners seen from the origin of the ray, the sign
// of direction . (a x b) tells on which side of edge ab the ray passes. Two triangles that share an
// edge compute that number from the same two corners, and a x b = -(b x a) to the last bit, so no
// ray slips between them.

typedef struct Hits {
  BrnMask hit;
  BrnLanes t, weight[3];
} Hits;

// direction . (a x b)
BRN_LANE_INLINE BrnLanes side(const double* d, const BrnLanes* a, const BrnLanes* b) {
  return d[0] * (a[1] * b[2] - a[2] * b[1]) + d[1] * (a[2] * b[0] - a[0] * b[2]) +
         d[2] * (a[0] * b[1] - a[1] * b[0]);
}

BRN_LANE_INLINE Hits hit_pack(const BrnTrianglePack* pack, const double* origin, const double* d) {
  BrnLanes corner[3][3];
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++) corner[c][k] = brn__lanes_load(pack->corner[c][k]) - origin[k];
  }
  BrnLanes u = side(d, corner[1], corner[2]);
  BrnLanes v = side(d, corner[2], corner[0]);
  BrnLanes w = side(d, corner[0], corner[1]);
  BrnLanes sum = u + v + w;
  BrnLanes zero = brn__lanes_set(0), least = brn__lanes_min(u, brn__lanes_min(v, w));
  BrnLanes most = brn__lanes_max(u, brn__lanes_max(v, w));
  BrnMask one_side = brn__lanes_at_most(zero, least) | brn__lanes_at_most(most, zero);
  Hits hits = {.hit = one_side & brn__lanes_less(zero, brn__lanes_abs(sum))};
  BrnLanes inverse = 1 / sum;
  hits.weight[0] = u * inverse, hits.weight[1] = v * inverse, hits.weight[2] = w * inverse;
  // the point of the triangle, along the direction
  BrnLanes along = brn__lanes_set(0);
  for (int c = 0; c < 3; c++) {
    along += hits.weight[c] * (corner[c][0] * d[0] + corner[c][1] * d[1] + corner[c][2] * d[2]);
  }
  hits.t = along / brn__lanes_set(brn__dot3(d, d));
  return hits;
}

BRN_LANE_INLINE void improve(const BrnTrianglePack* pack, int leaf, const double* origin,
                             const double* direction, BrnRayHit* best) {
  Hits hits = hit_pack(pack, origin, direction);
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

// Where the ray enters each box; infinite when it misses. A ray within a face of a box divides zero
// by zero: the comparisons are written so that not-a-number counts as "no limit from this axis".
BRN_LANE_INLINE BrnLanes enter_boxes(const BrnTreeNode* node, const double* origin,
                                     const double* inverse, double limit) {
  BrnLanes enter = brn__lanes_set(0), leave = brn__lanes_set(limit);
  for (int k = 0; k < 3; k++) {
    BrnLanes a = (brn__lanes_load(node->low[k]) - origin[k]) * inverse[k];
    BrnLanes b = (brn__lanes_load(node->high[k]) - origin[k]) * inverse[k];
    BrnLanes first = inverse[k] < 0 ? b : a, last = inverse[k] < 0 ? a : b;
    enter = brn__lanes_max(first, enter);
    leave = brn__lanes_min(last, leave);
  }
  // rounding of the two products may put enter a little behind leave
  return brn__lanes_select(brn__lanes_at_most(enter, leave * (1 + 4e-16)), enter,
                           brn__lanes_set(INFINITY));
}

typedef struct Entry {
  double t;
  int child;
} Entry;

BRN_LANE_INLINE int push_children(const BrnTreeNode* node, const double* origin,
                                  const double* inverse, double limit, Entry* stack, int top) {
  double enter[BRN_LANES];
  brn__lanes_store(enter, enter_boxes(node, origin, inverse, limit));
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
  double inverse[3] = {1 / direction[0], 1 / direction[1], 1 / direction[2]};
  Entry stack[BRN_TREE_STACK];
  int top = push_children(&bvh->tree.node[0], origin, inverse, best->t, stack, 0);
  while (top > 0) {
    Entry entry = stack[--top];
    if (entry.t > best->t) continue;
    if (entry.child < 0) {
      improve(&bvh->pack[~entry.child], ~entry.child, origin, direction, best);
    } else {
      top = push_children(&bvh->tree.node[entry.child], origin, inverse, best->t, stack, top);
    }
  }
}
