// SPDX-License-Identifier: Apache-2.0
//
// A body for trials of the mesher: four bones in a row and twenty bowed muscles around the three
// joints, which overlap the bones and each other. Every fifth muscle ends a little above its upper
// bone and needs a bridge.

#pragma once

#include "brawn/tetra.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>

enum { BODY_BONES = 4, BODY_MUSCLES = 20, BODY_PARTS = BODY_BONES + BODY_MUSCLES };

typedef struct Body {
  BrnMesh* surface[BODY_PARTS];
  BrnTetraPart part[BODY_PARTS]; // bones first; part i has label i + 1
  BrnTetraBridge bridge[BODY_MUSCLES];
  int bridge_count;
  char name[BODY_PARTS][16];
  int ends[BODY_MUSCLES][2]; // bones that a muscle is attached to
} Body;

/// A tube along a bowed axis: straight from a to b, and out by `bow` in its middle. Its radius goes
/// from `end` to `belly` and back, or, for a bone, the other way round.
typedef struct BodyTube {
  double a[3], b[3], bow[3], end, belly;
  int around, along;
} BodyTube;

static inline void body_axis(const BodyTube* tube, double s, double* p) {
  for (int k = 0; k < 3; k++) {
    p[k] = tube->a[k] + s * (tube->b[k] - tube->a[k]) + sin(M_PI * s) * tube->bow[k];
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
static inline BodyTube body_muscle(int i, double* floating) {
  double joint = -0.208 * (i % 3) - 0.204, turn = 2 * M_PI * (i / 3) / 7 + 0.4 * (i % 3);
  double x = cos(turn), y = sin(turn), up = 0.07 + 0.01 * (i % 4), down = 0.06 + 0.012 * (i % 5);
  double belly = 0.014 + 0.001 * (i % 3), end = 0.006, foot = 0.013;
  *floating = i % 5 == 4 ? 0.0015 : 0;
  // over the bone, whose radius is between 10 and 16 mm there
  double wave = sin(M_PI * (up - 0.004) / 0.2);
  double head = *floating > 0 ? 0.016 - 0.006 * wave * wave + end + *floating : foot;
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

static inline BrnStatus body_make(BrnContext* ctx, Body* body) {
  *body = (Body){0};
  BrnStatus status = BRN_OK;
  for (int i = 0; status == BRN_OK && i < BODY_PARTS; i++) {
    int muscle = i - BODY_BONES;
    double floating = 0;
    BodyTube tube = muscle < 0 ? body_bone(i) : body_muscle(muscle, &floating);
    status = body_tube(ctx, &tube, &body->surface[i]);
    snprintf(body->name[i], sizeof body->name[i], muscle < 0 ? "bone_%d" : "muscle_%d",
             muscle < 0 ? i : muscle);
    body->part[i] = (BrnTetraPart){.surface = body->surface[i],
                                   .label = i + 1,
                                   .name = body->name[i],
                                   .priority = muscle < 0};
    if (muscle < 0) continue;
    body->ends[muscle][0] = muscle % 3;
    body->ends[muscle][1] = muscle % 3 + 1;
    if (floating == 0) continue;
    body->bridge[body->bridge_count++] =
        (BrnTetraBridge){.a = i, .b = muscle % 3, .gap = 2 * floating};
  }
  if (status != BRN_OK) body_free(ctx, body);
  return status;
}

/// The def that meshes it; valid as long as the body is.
static inline BrnTetraDef body_def(const Body* body, int tets) {
  BrnTetraDef def = brn_tetra_def_default();
  def.part = body->part;
  def.part_count = BODY_PARTS;
  def.bridge = body->bridge;
  def.bridge_count = body->bridge_count;
  def.tets = tets;
  return def;
}
