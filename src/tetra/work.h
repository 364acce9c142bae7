// SPDX-License-Identifier: Apache-2.0
//
// The mesh while it is being made.

#pragma once

#include "core/core.h"
#include "tetra/rules.h"

enum {
  BRN_OWNER_OPEN = -1, // not decided yet: no part has claimed the tet
  BRN_OWNER_GONE = -2, // the tet is not there any more
  BRN_MAX_ON = 3,      // interfaces that a vertex may be held by
};

typedef struct BrnWork {
  int vertex_count, tet_count;
  double* position; // m                                           (vertex_count x 3)
  int* place;       // in half units of the lattice; -1: none        (vertex_count x 3)
  int* on;          // parts whose interface it is on; -1: none      (vertex_count x BRN_MAX_ON)
  int* tet;         // upright                                     (tet_count x 4)
  int* owner;       // part in the order of cutting, or BRN_OWNER_  (tet_count)
  size_t capacity[5];
} BrnWork;

BrnStatus brn__work_add_vertex(BrnContext* ctx, BrnWork* work, const double* position, int* vertex);

/// Adds a tet, turned so that it is upright.
BrnStatus brn__work_add_tet(BrnContext* ctx, BrnWork* work, const int* corner, int owner);
void brn__work_free(BrnContext* ctx, BrnWork* work);

/// Gives the open tets that touch a claimed one to `air`, an owner after all parts. They keep the
/// parts from running into each other across gaps while vertices move.
BrnStatus brn__work_keep_air(BrnContext* ctx, BrnWork* work, int air);

/// Reads off the tets which interfaces each vertex is on: those of all its owners but the last.
void brn__work_find_on(BrnWork* work);

/// Drops the tets that are open or gone, or have `air` or a later owner, and then the vertices of
/// none.
BrnStatus brn__work_compact(BrnContext* ctx, BrnWork* work, int air);

/// A mesh of the tets that have an owner, which is their label. It has all the vertices.
BrnStatus brn__work_take_mesh(BrnContext* ctx, const BrnWork* work, BrnMesh** out);

static inline double* brn__work_at(const BrnWork* work, int vertex) {
  return work->position + 3 * (size_t)vertex;
}

static inline bool brn__work_is_on(const BrnWork* work, int vertex, int part) {
  const int* on = work->on + BRN_MAX_ON * (size_t)vertex;
  return on[0] == part || on[1] == part || on[2] == part;
}

/// Holds a vertex on an interface. One that is held by three already is at a point, and stays.
static inline void brn__work_put_on(BrnWork* work, int vertex, int part) {
  int* on = work->on + BRN_MAX_ON * (size_t)vertex;
  for (int i = 0; i < BRN_MAX_ON; i++) {
    if (on[i] == part) return;
    if (on[i] >= 0) continue;
    on[i] = part;
    return;
  }
}

static inline double brn__work_volume(const BrnWork* work, const int* corner) {
  const double* p = work->position;
  size_t a = 3 * (size_t)corner[0], b = 3 * (size_t)corner[1];
  size_t c = 3 * (size_t)corner[2], d = 3 * (size_t)corner[3];
  double x = p[b] - p[a], y = p[b + 1] - p[a + 1], z = p[b + 2] - p[a + 2];
  double r = p[c] - p[a], s = p[c + 1] - p[a + 1], t = p[c + 2] - p[a + 2];
  double u = p[d] - p[a], v = p[d + 1] - p[a + 1], w = p[d + 2] - p[a + 2];
  return ((y * t - z * s) * u + (z * r - x * t) * v + (x * s - y * r) * w) / 6;
}
