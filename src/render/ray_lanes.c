// SPDX-License-Identifier: Apache-2.0

#include "render/ray.h"

#include "mesh/box_tree.h"

#include <math.h>

// As in mesh/bvh_ray_lanes.c, in single precision: the corners are sheared so that the ray becomes
// an axis (Woop, Benthin and Wald 2013), and a ray through an edge or a corner does not slip
// through.

typedef struct Frame {
  const float* origin;
  int x, y, z;            // axes; z is where the direction is longest
  float shear_x, shear_y; // direction over its z
  float inverse_z;
  float inverse[3]; // of the direction
} Frame;

static Frame make_frame(const BrnRay* ray) {
  const float* d = ray->direction;
  float size[3] = {fabsf(d[0]), fabsf(d[1]), fabsf(d[2])};
  int z = size[0] > size[1] ? (size[0] > size[2] ? 0 : 2) : (size[1] > size[2] ? 1 : 2);
  Frame f = {.origin = ray->origin, .x = (z + 1) % 3, .y = (z + 2) % 3, .z = z};
  f.inverse_z = 1 / d[z];
  f.shear_x = d[f.x] * f.inverse_z, f.shear_y = d[f.y] * f.inverse_z;
  for (int k = 0; k < 3; k++) f.inverse[k] = 1 / d[k];
  return f;
}

// -------------------------------------------------------------------------------------- triangles

typedef struct Hits {
  unsigned bits;
  BrnFloats t, weight[3];
} Hits;

BRN_LANE_INLINE BrnFloats side(const BrnFloats* a, const BrnFloats* b) {
  return a[0] * b[1] - a[1] * b[0];
}

// those before the limit
BRN_LANE_INLINE Hits hit_pack(const BrnRayPack* pack, const Frame* f, float limit) {
  const float* o = f->origin;
  BrnFloats flat[3][2], z[3];
  for (int c = 0; c < 3; c++) {
    z[c] = brn__floats_load(pack->corner[c][f->z]) - o[f->z];
    flat[c][0] = brn__floats_load(pack->corner[c][f->x]) - o[f->x] - f->shear_x * z[c];
    flat[c][1] = brn__floats_load(pack->corner[c][f->y]) - o[f->y] - f->shear_y * z[c];
  }
  BrnFloats u = side(flat[1], flat[2]), v = side(flat[2], flat[0]), w = side(flat[0], flat[1]);
  BrnFloats zero = brn__floats_set(0), sum = u + v + w;
  BrnFloats least = brn__floats_min(u, brn__floats_min(v, w));
  BrnFloats most = brn__floats_max(u, brn__floats_max(v, w));
  Hits hits;
  hits.bits = brn__floats_at_most(zero, least) | brn__floats_at_most(most, zero);
  if (!hits.bits) return hits;
  BrnFloats inverse = 1 / sum; // without area: infinite, and t is not a number
  hits.weight[0] = u * inverse, hits.weight[1] = v * inverse, hits.weight[2] = w * inverse;
  hits.t = (hits.weight[0] * z[0] + hits.weight[1] * z[1] + hits.weight[2] * z[2]) * f->inverse_z;
  hits.bits &=
      brn__floats_at_most(zero, hits.t) & brn__floats_at_most(hits.t, brn__floats_set(limit));
  return hits;
}

static bool is_before(float t, int triangle, const BrnHit* other) {
  return t < other->t || (t == other->t && triangle < other->triangle);
}

static bool is_after(float t, int triangle, const BrnHit* other) {
  return t > other->t || (t == other->t && triangle > other->triangle);
}

BRN_LANE_INLINE bool improve(const BrnRayPack* pack, const Frame* f, const BrnHitQuery* query,
                             BrnHit* best) {
  Hits hits = hit_pack(pack, f, best->t);
  bool better = false;
  float t[BRN_LANES];
  if (hits.bits) brn__floats_store(t, hits.t);
  for (; hits.bits; hits.bits &= hits.bits - 1) {
    int lane = __builtin_ctz(hits.bits), triangle = pack->triangle[lane];
    if (pack->opacity[lane] < query->least_opacity || !is_before(t[lane], triangle, best) ||
        !is_after(t[lane], triangle, &query->after)) {
      continue;
    }
    *best = (BrnHit){.t = t[lane], .triangle = triangle};
    for (int c = 0; c < 3; c++) best->weight[c] = hits.weight[c][lane];
    better = true;
  }
  return better;
}

// ------------------------------------------------------------------------------------------ boxes

// Where the ray enters each box, and a bit for those that it meets before the limit. Zero by zero,
// for a ray within a face of a box, counts as "no limit from this axis".
BRN_LANE_INLINE unsigned enter_boxes(const BrnRayNode* node, const Frame* f, float limit,
                                     BrnFloats* entry) {
  BrnFloats enter = brn__floats_set(0), leave = brn__floats_set(limit);
  for (int k = 0; k < 3; k++) {
    bool back = f->inverse[k] < 0;
    const float *first = back ? node->high[k] : node->low[k],
                *last = back ? node->low[k] : node->high[k];
    BrnFloats a = (brn__floats_load(first) - f->origin[k]) * f->inverse[k];
    BrnFloats b = (brn__floats_load(last) - f->origin[k]) * f->inverse[k];
    enter = brn__floats_max(a, enter);
    leave = brn__floats_min(b, leave);
  }
  *entry = enter;
  // some units in the last place, for rounding here and in the shear (Ize 2013)
  return brn__floats_at_most(enter, leave * 1.000001f + 1e-7f);
}

typedef struct Entry {
  float t;
  int child;
} Entry;

// the nearest on top
BRN_LANE_INLINE int push_sorted(const BrnRayNode* node, const Frame* f, float limit, Entry* stack,
                                int top) {
  BrnFloats entry;
  float enter[BRN_LANES];
  unsigned bits = enter_boxes(node, f, limit, &entry);
  if (!bits) return top;
  brn__floats_store(enter, entry);
  for (int bottom = top; bits; bits &= bits - 1) {
    int i = __builtin_ctz(bits), at = top++;
    for (; at > bottom && stack[at - 1].t < enter[i]; at--) stack[at] = stack[at - 1];
    stack[at] = (Entry){enter[i], node->child[i]};
  }
  return top;
}

bool BRN_LANE_NAME(brn__ray_nearest)(const BrnRayTree* tree, const BrnRay* ray,
                                     const BrnHitQuery* query, BrnHit* hit) {
  Frame f = make_frame(ray);
  Entry stack[BRN_TREE_STACK];
  bool found = false;
  int top = push_sorted(&tree->node[0], &f, hit->t, stack, 0);
  while (top > 0) {
    Entry entry = stack[--top];
    if (entry.t > hit->t * 1.000001f + 1e-7f) continue;
    if (entry.child < 0) {
      found |= improve(&tree->pack[~entry.child], &f, query, hit);
    } else {
      top = push_sorted(&tree->node[entry.child], &f, hit->t, stack, top);
    }
  }
  return found;
}

BRN_LANE_INLINE bool is_blocked(const BrnRayPack* pack, const Frame* f, float limit, float chance) {
  Hits hits = hit_pack(pack, f, limit);
  for (; hits.bits; hits.bits &= hits.bits - 1) {
    if (pack->opacity[__builtin_ctz(hits.bits)] > chance) return true;
  }
  return false;
}

bool BRN_LANE_NAME(brn__ray_blocked)(const BrnRayTree* tree, const BrnRay* ray, float limit,
                                     float chance) {
  Frame f = make_frame(ray);
  int stack[BRN_TREE_STACK], top = 1;
  stack[0] = 0;
  while (top > 0) {
    int child = stack[--top];
    if (child < 0) {
      if (is_blocked(&tree->pack[~child], &f, limit, chance)) return true;
      continue;
    }
    BrnFloats entry;
    const BrnRayNode* node = &tree->node[child];
    unsigned bits = enter_boxes(node, &f, limit, &entry);
    for (; bits; bits &= bits - 1) stack[top++] = node->child[__builtin_ctz(bits)];
  }
  return false;
}
