// SPDX-License-Identifier: Apache-2.0

#include "mesh/bvh.h"

#include <math.h>

// Closest point: go down to the nearest child first, keep the others on a stack with the distance
// of their boxes, and drop those that are further than the best triangle so far. The eight boxes of
// a node, and the eight triangles of a leaf, are measured at once.

// --------------------------------------------------------------------------- well-shaped triangles

BRN_LANE_INLINE BrnLanes dot(const BrnLanes* a, const BrnLanes* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

typedef struct Foot { // closest points of eight triangles: a + v (b - a) + w (c - a)
  BrnLanes v, w, distance_squared;
} Foot;

typedef struct Ratio { // v / over and w / over
  BrnLanes v, w, over;
} Ratio;

BRN_LANE_INLINE void choose(Ratio* ratio, BrnMask region, BrnLanes v, BrnLanes w, BrnLanes over) {
  ratio->v = brn__lanes_select(region, v, ratio->v);
  ratio->w = brn__lanes_select(region, w, ratio->w);
  ratio->over = brn__lanes_select(region, over, ratio->over);
}

BRN_LANE_INLINE BrnMask not_positive(BrnLanes x) {
  return brn__lanes_at_most(x, brn__lanes_set(0));
}

BRN_LANE_INLINE BrnMask not_negative(BrnLanes x) {
  return brn__lanes_at_most(brn__lanes_set(0), x);
}

// The seven regions of Ericson 2005 (the inside, three edges, three corners) are all evaluated and
// the right one is selected, as numerators over one denominator: one division in all.
BRN_LANE_INLINE Ratio choose_region(const BrnLanes* ab, const BrnLanes* ac, const BrnLanes* ap) {
  BrnLanes zero = brn__lanes_set(0), one = brn__lanes_set(1);
  BrnLanes bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac);
  BrnLanes d1 = dot(ab, ap), d2 = dot(ac, ap);
  BrnLanes d3 = d1 - bb, d4 = d2 - bc; // the same two products with p - b
  BrnLanes d5 = d1 - bc, d6 = d2 - cc; // ... and with p - c
  BrnLanes area_a = d3 * d6 - d5 * d4, area_b = d5 * d2 - d1 * d6, area_c = d1 * d4 - d3 * d2;
  BrnLanes along = d4 - d3, back = d5 - d6; // on edge bc: from b, from c

  Ratio ratio = {area_b, area_c, area_a + area_b + area_c};
  BrnMask edge_bc = not_positive(area_a) & not_negative(along) & not_negative(back);
  BrnMask edge_ac = not_positive(area_b) & not_negative(d2) & not_positive(d6);
  BrnMask edge_ab = not_positive(area_c) & not_negative(d1) & not_positive(d3);
  choose(&ratio, edge_bc, back, along, along + back);
  choose(&ratio, edge_ac, zero, d2, cc);
  choose(&ratio, not_negative(d6) & brn__lanes_at_most(d5, d6), zero, one, one); // corner c
  choose(&ratio, edge_ab, d1, zero, bb);
  choose(&ratio, not_negative(d3) & brn__lanes_at_most(d4, d3), one, zero, one); // corner b
  choose(&ratio, not_positive(d1) & not_positive(d2), zero, zero, one);          // corner a
  return ratio;
}

BRN_LANE_INLINE Foot closest_in_pack(const BrnTrianglePack* pack, const double* point) {
  BrnLanes ab[3], ac[3], ap[3], off[3];
  for (int k = 0; k < 3; k++) {
    BrnLanes a = brn__lanes_load(pack->corner[0][k]);
    ab[k] = brn__lanes_load(pack->corner[1][k]) - a;
    ac[k] = brn__lanes_load(pack->corner[2][k]) - a;
    ap[k] = brn__lanes_set(point[k]) - a;
  }
  Ratio ratio = choose_region(ab, ac, ap);
  BrnLanes inverse = 1 / ratio.over;
  Foot foot = {.v = ratio.v * inverse, .w = ratio.w * inverse};
  for (int k = 0; k < 3; k++) off[k] = ap[k] - foot.v * ab[k] - foot.w * ac[k];
  foot.distance_squared = dot(off, off);
  return foot;
}

// --------------------------------------------------------------------------------- thin triangles

// The products above cancel in a needle: its regions overlap or leave gaps, and the foot comes out
// anywhere. Here each of the three edges and the inside offers a foot that is a point of the
// triangle whatever rounding does, and the nearest is taken.

BRN_LANE_INLINE void cross(BrnLanes* out, const BrnLanes* a, const BrnLanes* b) {
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = a[i] * b[j] - a[j] * b[i];
  }
}

// part / whole within [0, 1]; 0 where the whole is 0
BRN_LANE_INLINE BrnLanes share(BrnLanes part, BrnLanes whole) {
  BrnLanes zero = brn__lanes_set(0);
  BrnLanes ratio = brn__lanes_select(brn__lanes_less(zero, whole), part / whole, zero);
  return brn__lanes_min(brn__lanes_max(ratio, zero), brn__lanes_set(1));
}

BRN_LANE_INLINE void offer(Foot* best, const BrnLanes* ab, const BrnLanes* ac, const BrnLanes* ap,
                           BrnLanes v, BrnLanes w, BrnMask valid) {
  BrnLanes off[3];
  for (int k = 0; k < 3; k++) off[k] = ap[k] - v * ab[k] - w * ac[k];
  BrnLanes distance_squared = dot(off, off);
  BrnMask nearer = valid & brn__lanes_less(distance_squared, best->distance_squared);
  best->v = brn__lanes_select(nearer, v, best->v);
  best->w = brn__lanes_select(nearer, w, best->w);
  best->distance_squared = brn__lanes_select(nearer, distance_squared, best->distance_squared);
}

// weights of b and c in the plane of the triangle, corrected once by what they leave
BRN_LANE_INLINE void project(const BrnLanes* ab, const BrnLanes* ac, const BrnLanes* ap,
                             BrnLanes* v, BrnLanes* w) {
  BrnLanes normal[3], side[3], left[3] = {ap[0], ap[1], ap[2]};
  cross(normal, ab, ac);
  BrnLanes inverse = 1 / dot(normal, normal);
  *v = *w = brn__lanes_set(0);
  for (int pass = 0; pass < 2; pass++) {
    cross(side, left, ac);
    *v += dot(side, normal) * inverse;
    cross(side, ab, left);
    *w += dot(side, normal) * inverse;
    for (int k = 0; k < 3; k++) left[k] = ap[k] - *v * ab[k] - *w * ac[k];
  }
}

BRN_LANE_INLINE Foot closest_in_thin_pack(const BrnTrianglePack* pack, const double* point) {
  BrnLanes ab[3], ac[3], ap[3], bc[3], bp[3], v, w;
  BrnLanes zero = brn__lanes_set(0), one = brn__lanes_set(1);
  for (int k = 0; k < 3; k++) {
    BrnLanes a = brn__lanes_load(pack->corner[0][k]), b = brn__lanes_load(pack->corner[1][k]);
    BrnLanes c = brn__lanes_load(pack->corner[2][k]);
    ab[k] = b - a, ac[k] = c - a, ap[k] = point[k] - a, bc[k] = c - b, bp[k] = point[k] - b;
  }
  BrnMask always = brn__lanes_at_most(zero, one);
  Foot foot = {zero, zero, brn__lanes_set(INFINITY)};
  offer(&foot, ab, ac, ap, share(dot(ap, ab), dot(ab, ab)), zero, always);
  offer(&foot, ab, ac, ap, zero, share(dot(ap, ac), dot(ac, ac)), always);
  BrnLanes t = share(dot(bp, bc), dot(bc, bc));
  offer(&foot, ab, ac, ap, one - t, t, always);
  project(ab, ac, ap, &v, &w);
  BrnMask inside =
      brn__lanes_at_most(zero, v) & brn__lanes_at_most(zero, w) & brn__lanes_at_most(v + w, one);
  offer(&foot, ab, ac, ap, v, w, inside);
  return foot;
}

BRN_LANE_INLINE void improve(const BrnTrianglePack* pack, int leaf, const double* point,
                             BrnClosest* best) {
  Foot foot = pack->thin ? closest_in_thin_pack(pack, point) : closest_in_pack(pack, point);
  BrnLanes limit = brn__lanes_set(best->distance_squared);
  if (!brn__mask_any(brn__lanes_less(foot.distance_squared, limit))) return;
  double distance_squared[BRN_LANES];
  brn__lanes_store(distance_squared, foot.distance_squared);
  for (int lane = 0; lane < BRN_LANES; lane++) {
    if (distance_squared[lane] < best->distance_squared && pack->triangle[lane] >= 0) {
      *best = (BrnClosest){distance_squared[lane], leaf, lane, foot.v[lane], foot.w[lane]};
    }
  }
}

// ------------------------------------------------------------------------------------------ boxes

typedef struct Entry {
  double distance_squared;
  int child;
} Entry;

// squared distances of a point to the eight boxes of a node; infinite for empty ones
BRN_LANE_INLINE BrnLanes box_distances(const BrnTreeNode* node, const double* point) {
  BrnLanes sum = brn__lanes_set(0);
  for (int k = 0; k < 3; k++) {
    BrnLanes p = brn__lanes_set(point[k]);
    BrnLanes below = brn__lanes_load(node->low[k]) - p, above = p - brn__lanes_load(node->high[k]);
    BrnLanes gap = brn__lanes_max(brn__lanes_max(below, above), brn__lanes_set(0));
    sum += gap * gap;
  }
  return sum;
}

// pushes the children nearer than the best, the nearest last
BRN_LANE_INLINE int push_children(const BrnTreeNode* node, const double* point, double limit,
                                  Entry* stack, int top) {
  double distance[BRN_LANES];
  brn__lanes_store(distance, box_distances(node, point));
  int bottom = top;
  for (int i = 0; i < node->child_count; i++) {
    if (!(distance[i] < limit)) continue;
    int at = top++;
    for (; at > bottom && stack[at - 1].distance_squared < distance[i]; at--) {
      stack[at] = stack[at - 1];
    }
    stack[at] = (Entry){distance[i], node->child[i]};
  }
  return top;
}

void BRN_LANE_NAME(brn__bvh_closest)(const BrnBvh* bvh, const double* point, BrnClosest* best) {
  Entry stack[BRN_TREE_STACK];
  int top = push_children(&bvh->tree.node[0], point, best->distance_squared, stack, 0);
  while (top > 0) {
    Entry entry = stack[--top];
    if (!(entry.distance_squared < best->distance_squared)) continue;
    if (entry.child < 0) {
      improve(&bvh->pack[~entry.child], ~entry.child, point, best);
    } else {
      top = push_children(&bvh->tree.node[entry.child], point, best->distance_squared, stack, top);
    }
  }
}

// ---------------------------------------------------------------------------------------- patches

// which of the eight boxes of a node meet a box
BRN_LANE_INLINE BrnMask meets(const BrnTreeNode* node, const double* box) {
  BrnMask mask = brn__lanes_at_most(brn__lanes_load(node->low[0]), brn__lanes_set(box[3])) &
                 brn__lanes_at_most(brn__lanes_set(box[0]), brn__lanes_load(node->high[0]));
  for (int k = 1; k < 3; k++) {
    mask &= brn__lanes_at_most(brn__lanes_load(node->low[k]), brn__lanes_set(box[3 + k])) &
            brn__lanes_at_most(brn__lanes_set(box[k]), brn__lanes_load(node->high[k]));
  }
  return mask;
}

BRN_LANE_INLINE void add_leaf(BrnBvhPatch* patch, int leaf, const BrnTreeNode* node, int i) {
  int at = patch->count++;
  patch->leaf[at] = leaf;
  for (int k = 0; k < 3; k++) {
    patch->low[k][at] = node->low[k][i];
    patch->high[k][at] = node->high[k][i];
  }
}

// empty boxes up to a whole number of lanes
BRN_LANE_INLINE void fill_up(BrnBvhPatch* patch) {
  for (int i = patch->count; i % BRN_LANES != 0; i++) {
    for (int k = 0; k < 3; k++) patch->low[k][i] = INFINITY, patch->high[k][i] = -INFINITY;
  }
}

bool BRN_LANE_NAME(brn__bvh_gather)(const BrnBvh* bvh, const double* box, BrnBvhPatch* patch) {
  int stack[BRN_TREE_STACK], top = 0;
  stack[top++] = 0;
  patch->count = 0;
  while (top > 0) {
    const BrnTreeNode* node = &bvh->tree.node[stack[--top]];
    BrnMask mask = meets(node, box);
    for (int i = 0; i < node->child_count; i++) {
      if (!mask[i]) continue;
      if (node->child[i] >= 0) {
        stack[top++] = node->child[i];
      } else if (patch->count == BRN_PATCH_LEAVES) {
        patch->count = -1;
        return true;
      } else {
        add_leaf(patch, ~node->child[i], node, i);
      }
    }
  }
  fill_up(patch);
  return patch->count > 0;
}

// squared distances of a point to the boxes of a patch
BRN_LANE_INLINE void patch_distances(const BrnBvhPatch* patch, const double* point,
                                     double* distance) {
  for (int i = 0; i < patch->count; i += BRN_LANES) {
    BrnLanes sum = brn__lanes_set(0);
    for (int k = 0; k < 3; k++) {
      BrnLanes p = brn__lanes_set(point[k]);
      BrnLanes below = brn__lanes_load(patch->low[k] + i) - p;
      BrnLanes above = p - brn__lanes_load(patch->high[k] + i);
      BrnLanes gap = brn__lanes_max(brn__lanes_max(below, above), brn__lanes_set(0));
      sum += gap * gap;
    }
    brn__lanes_store(distance + i, sum);
  }
}

// the nearest box first, until the next one is farther than what was found
void BRN_LANE_NAME(brn__bvh_closest_in)(const BrnBvh* bvh, const BrnBvhPatch* patch,
                                        const double* point, BrnClosest* best) {
  double distance[BRN_PATCH_LEAVES];
  patch_distances(patch, point, distance);
  for (;;) {
    int nearest = -1;
    double least = best->distance_squared;
    for (int i = 0; i < patch->count; i++) {
      if (distance[i] < least) least = distance[i], nearest = i;
    }
    if (nearest < 0) return;
    distance[nearest] = INFINITY;
    improve(&bvh->pack[patch->leaf[nearest]], patch->leaf[nearest], point, best);
  }
}
