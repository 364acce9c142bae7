// SPDX-License-Identifier: Apache-2.0
//
// A body for trials of the mesher: four bones in a row and twenty bowed muscles around the three
// joints, which overlap the bones and each other. Every fifth muscle floats a little above its
// upper bone, where only a bridge joins them.

#pragma once

#include "brawn/tetra.h"
#include "core/vec.h"
#include "tetra/rules.h"

#include <math.h>
#include <stdio.h>

enum { BODY_BONES = 4, BODY_MUSCLES = 20, BODY_PARTS = BODY_BONES + BODY_MUSCLES };

typedef struct Body {
  int part_count, bone_count;
  BrnMesh* surface[BODY_PARTS];
  BrnTetraPart part[BODY_PARTS]; // bones first; part i has label i + 1
  BrnTetraBridge bridge[2 * BODY_MUSCLES];
  int bridge_count;
  char name[BODY_PARTS][32];
  int ends[BODY_PARTS][2]; // the bones that the part is attached to, when it is a muscle
} Body;

/// A tube along a bowed axis: straight from a to b, and out by `bow` in its middle. Its radius goes
/// from `end` to `belly` and back, or, for a bone, the other way round.
typedef struct BodyTube {
  double a[3], b[3], bow[3], end, belly;
  int around, along;
} BodyTube;

static inline void body_axis(const BodyTube* tube, double s, double* p) {
  double out = pow(sin(M_PI * s), 2); // the ends lie along the bones
  for (int k = 0; k < 3; k++) {
    p[k] = tube->a[k] + s * (tube->b[k] - tube->a[k]) + out * tube->bow[k];
  }
}

static inline void body_ring(const BodyTube* tube, int row, double* position) {
  double s = (double)row / tube->along, p[3], q[3], t[3], u[3], v[3], y[3] = {0, 1, 0};
  double wave = sin(M_PI * s), radius = tube->end + (tube->belly - tube->end) * wave * wave;
  body_axis(tube, s, p);
  body_axis(tube, s + 1e-4, q);
  brn__sub3(t, q, p);
  brn__normalize3(t);
  brn__cross3(u, y, t);
  brn__normalize3(u);
  brn__cross3(v, t, u);
  for (int i = 0; i < tube->around; i++, position += 3) {
    double turn = 2 * M_PI * i / tube->around;
    brn__axpy3(position, p, radius * cos(turn), u);
    brn__axpy3(position, position, radius * sin(turn), v);
  }
}

static inline BrnStatus body_tube(BrnContext* ctx, const BodyTube* tube, BrnMesh** out) {
  int m = tube->around, n = tube->along, low = m * (n + 1), *t;
  BRN_TRY(brn_mesh_create(ctx, low + 2, 2 * m * (n + 1), 0, out));
  for (int row = 0; row <= n; row++) body_ring(tube, row, (*out)->position + 3 * m * row);
  brn__copy3((*out)->position + 3 * low, tube->a);
  brn__copy3((*out)->position + 3 * low + 3, tube->b);
  t = (*out)->triangle;
  for (int i = 0; i < m; i++) {
    int next = (i + 1) % m, last = m * n;
    for (int k = 0; k < n; k++, t += 6) {
      int p = k * m + i, q = k * m + next;
      t[0] = p, t[1] = q, t[2] = q + m, t[3] = p, t[4] = q + m, t[5] = p + m;
    }
    t[0] = low, t[1] = next, t[2] = i, t[3] = low + 1, t[4] = last + i, t[5] = last + next;
    t += 6;
  }
  return BRN_OK;
}

/// Bone i hangs along z, 0.2 m long and 8 mm away from the next.
static inline BodyTube body_bone(int i) {
  double top = -0.208 * i;
  return (BodyTube){.a = {0, 0, top - 0.2},
                    .b = {0, 0, top},
                    .end = 0.016,
                    .belly = 0.010,
                    .around = 32,
                    .along = 32};
}

/// Muscle i spans joint i % 3, from the bone above to the bone below.
static inline BodyTube body_muscle(int i) {
  double joint = -0.208 * (i % 3) - 0.204, turn = 2 * M_PI * (i / 3) / 7 + 0.4 * (i % 3);
  double x = cos(turn), y = sin(turn), up = 0.07 + 0.01 * (i % 4), down = 0.06 + 0.012 * (i % 5);
  double belly = 0.015 + 0.001 * (i % 3), end = 0.006, foot = 0.013;
  // over the bone, whose radius is between 10 and 16 mm there
  double wave = sin(M_PI * (up - 0.004) / 0.2);
  double head = i % 5 == 4 ? 0.016 - 0.006 * wave * wave + end + 0.0015 : foot;
  return (BodyTube){.a = {foot * x, foot * y, joint - down},
                    .b = {head * x, head * y, joint + up},
                    .bow = {0.02 * x, 0.02 * y, 0},
                    .end = end,
                    .belly = belly,
                    .around = 24,
                    .along = 32};
}

static inline void body_free(BrnContext* ctx, Body* body) {
  for (int i = 0; i < BODY_PARTS; i++) brn_mesh_destroy(ctx, body->surface[i]);
  *body = (Body){0};
}

static inline BrnStatus body_add(BrnContext* ctx, Body* body, const BodyTube* tube,
                                 const char* kind, int number, int priority) {
  int i = body->part_count;
  BRN_TRY(body_tube(ctx, tube, &body->surface[i]));
  snprintf(body->name[i], sizeof body->name[i], "%s_%d", kind, number);
  body->part[i] = (BrnTetraPart){
      .surface = body->surface[i], .label = i + 1, .name = body->name[i], .priority = priority};
  body->part_count++;
  return BRN_OK;
}

static inline BrnStatus body_add_muscle(BrnContext* ctx, Body* body, int number) {
  BodyTube tube = body_muscle(number);
  int i = body->part_count;
  for (int end = 0; end < 2; end++) {
    body->ends[i][end] = number % 3 + end;
    body->bridge[body->bridge_count++] =
        (BrnTetraBridge){.a = i, .b = body->ends[i][end], .gap = 0.003};
  }
  return body_add(ctx, body, &tube, "muscle", number, 0);
}

/// @param joints 3 for all of it; 1: two bones and seven muscles
static inline BrnStatus body_make(BrnContext* ctx, int joints, Body* body) {
  *body = (Body){.bone_count = joints + 1};
  BrnStatus status = BRN_OK;
  for (int i = 0; status == BRN_OK && i <= joints; i++) {
    BodyTube tube = body_bone(i);
    status = body_add(ctx, body, &tube, "bone", i, 1);
  }
  for (int i = 0; status == BRN_OK && i < BODY_MUSCLES; i++) {
    if (i % 3 < joints) status = body_add_muscle(ctx, body, i);
  }
  if (status != BRN_OK) body_free(ctx, body);
  return status;
}

/// The def that meshes it; valid as long as the body is.
static inline BrnTetraDef body_def(const Body* body, int tets) {
  BrnTetraDef def = brn_tetra_def_default();
  def.part = body->part;
  def.part_count = body->part_count;
  def.bridge = body->bridge;
  def.bridge_count = body->bridge_count;
  def.tets = tets;
  return def;
}

// ----------------------------------------------------------------------------- what the rules give

typedef struct BodyCensus {
  const BrnRules* rules;
  double low[3], step;
  int count[3];
  int* owner;
} BodyCensus;

static inline void body_owner_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BodyCensus* census = user;
  for (int i = begin; i < end; i++) {
    const int* n = census->count;
    int place[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    double p[3];
    for (int a = 0; a < 3; a++) p[a] = census->low[a] + (place[a] + 0.5) * census->step;
    census->owner[i] = brn__rules_owner(census->rules, p);
  }
}

static inline int body_grid(BodyCensus* census, int steps) {
  double high[3], longest = 0, total = 1;
  for (int a = 0; a < 3; a++) {
    census->low[a] = INFINITY, high[a] = -INFINITY;
    for (int i = 0; i < census->rules->part_count; i++) {
      census->low[a] = fmin(census->low[a], census->rules->part[i].low[a]);
      high[a] = fmax(high[a], census->rules->part[i].high[a]);
    }
    longest = fmax(longest, high[a] - census->low[a]);
  }
  census->step = longest / steps;
  for (int a = 0; a < 3; a++) {
    census->count[a] = (int)ceil((high[a] - census->low[a]) / census->step);
    total *= census->count[a];
  }
  return total < 1e9 ? (int)total : 0;
}

/// Volume that the rules give each part, from points on a grid.
/// @param steps of the grid along the longest side
static inline BrnStatus body_volumes(BrnContext* ctx, const BrnTetraDef* def, int steps,
                                     double* volume) {
  BrnRules rules;
  BRN_TRY(brn__rules_create(ctx, def, &rules));
  BodyCensus census = {.rules = &rules};
  int count = body_grid(&census, steps);
  census.owner = brn__new(ctx, count, int);
  for (int i = 0; i < rules.part_count; i++) volume[i] = 0;
  if (census.owner) {
    brn__parallel_for(ctx, count, 1024, body_owner_range, &census);
    for (int i = 0; i < count; i++) {
      if (census.owner[i] < 0) continue;
      volume[rules.part[census.owner[i]].index] += pow(census.step, 3);
    }
  }
  brn__free(ctx, census.owner);
  brn__rules_destroy(ctx, &rules);
  return census.owner ? BRN_OK : BRN_NO_MEMORY;
}
