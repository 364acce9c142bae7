// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "tetra/edit.h"

#include <math.h>
#include <string.h>

// Removing edge a b: the tets around it are a ring of vertices r seen from a and from b. A
// triangulation of the ring gives a tet to a and one to b for every triangle; the best one is found
// by dynamic programming (Klincsek 1980; Freitag and Ollivier-Gooch 1997). An edge in a flat spot
// of an interface has a ring of two sectors, one for each side (or one, and outside); the interface
// then gets the other diagonal of its two triangles.

enum { MAX_RING = 9 };

typedef struct Ring {
  int a, b;
  int count;         // tets
  int tet[MAX_RING]; // tet i is a b vertex[i] vertex[i + 1]
  int vertex[MAX_RING + 1];
  bool closed; // vertex[count] is vertex[0]
} Ring;

// the other two corners of a tet at the edge, such that a b r s is upright
static void find_sides(const int* corner, int a, int b, int* r, int* s) {
  // even permutations of the corners keep a tet upright
  static const int even[12][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 0, 3, 2},
                                  {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 0, 1, 3}, {2, 1, 3, 0},
                                  {2, 3, 0, 1}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 2, 1, 0}};
  for (int i = 0; i < 12; i++) {
    if (corner[even[i][0]] != a || corner[even[i][1]] != b) continue;
    *r = corner[even[i][2]];
    *s = corner[even[i][3]];
    return;
  }
}

static int find_first(const int (*side)[2], int count) {
  for (int i = 0; i < count; i++) {
    bool has_before = false;
    for (int k = 0; k < count; k++) has_before = has_before || side[k][1] == side[i][0];
    if (!has_before) return i;
  }
  return 0;
}

static bool find_ring(const BrnMeshEdit* edit, int a, int b, Ring* ring) {
  int tet[MAX_RING], side[MAX_RING][2], count = 0;
  const int* star = brn__edit_star(edit, a);
  for (int i = 0; i < edit->count[a]; i++) {
    const int* corner = brn__edit_tet(edit, star[i]);
    if (!brn__tet_has(corner, b)) continue;
    if (count == MAX_RING) return false;
    tet[count] = star[i];
    find_sides(corner, a, b, &side[count][0], &side[count][1]);
    count++;
  }
  if (count == 0) return false;
  *ring = (Ring){.a = a, .b = b, .count = count};
  int at = find_first(side, count);
  ring->vertex[0] = side[at][0];
  for (int i = 0; i < count; i++) {
    int k = 0;
    while (k < count && side[k][0] != ring->vertex[i]) k++;
    if (k == count) return false; // two sheets that touch in the edge
    ring->tet[i] = tet[k];
    ring->vertex[i + 1] = side[k][1];
  }
  ring->closed = ring->vertex[count] == ring->vertex[0];
  return true;
}

// --------------------------------------------------------------------------------- triangulations

typedef struct Fan {
  int count; // vertices of the polygon
  int vertex[MAX_RING + 1];
  double best[MAX_RING + 1][MAX_RING + 1];
  int apex[MAX_RING + 1][MAX_RING + 1];
} Fan;

static double triangle_quality(const BrnMeshEdit* edit, const Ring* ring, int owner, int i, int j,
                               int k) {
  const int above[4] = {i, j, k, ring->b}, below[4] = {i, k, j, ring->a};
  return fmin(brn__edit_measure(edit, above, owner), brn__edit_measure(edit, below, owner));
}

static double triangulate(const BrnMeshEdit* edit, const Ring* ring, int owner, Fan* fan) {
  int n = fan->count;
  for (int i = 0; i + 1 < n; i++) fan->best[i][i + 1] = 1;
  for (int width = 2; width < n; width++) {
    for (int i = 0; i + width < n; i++) {
      int k = i + width;
      fan->best[i][k] = -2;
      for (int j = i + 1; j < k; j++) {
        double quality = fmin(fan->best[i][j], fan->best[j][k]);
        if (quality <= fan->best[i][k]) continue;
        quality = fmin(quality, triangle_quality(edit, ring, owner, fan->vertex[i], fan->vertex[j],
                                                 fan->vertex[k]));
        if (quality <= fan->best[i][k]) continue;
        fan->best[i][k] = quality;
        fan->apex[i][k] = j;
      }
    }
  }
  return fan->best[0][n - 1];
}

typedef struct Fresh {
  int count;
  int corner[4 * 2 * MAX_RING];
  int owner[2 * MAX_RING];
} Fresh;

static void add_tet(Fresh* fresh, int a, int b, int c, int d, int owner) {
  const int corner[4] = {a, b, c, d};
  memcpy(fresh->corner + 4 * fresh->count, corner, sizeof corner);
  fresh->owner[fresh->count++] = owner;
}

static void collect(const Ring* ring, const Fan* fan, int i, int k, int owner, Fresh* fresh) {
  if (k - i < 2) return;
  int j = fan->apex[i][k];
  const int* v = fan->vertex;
  add_tet(fresh, v[i], v[j], v[k], ring->b, owner);
  add_tet(fresh, v[i], v[k], v[j], ring->a, owner);
  collect(ring, fan, i, j, owner, fresh);
  collect(ring, fan, j, k, owner, fresh);
}

static double ring_quality(const BrnMeshEdit* edit, const Ring* ring) {
  double worst = 1;
  for (int i = 0; i < ring->count; i++) worst = fmin(worst, edit->quality[ring->tet[i]]);
  return worst;
}

// --------------------------------------------------------------------------------- in an interface

static void turn(Ring* ring, int by) {
  Ring old = *ring;
  for (int i = 0; i < old.count; i++) {
    ring->tet[i] = old.tet[(i + by) % old.count];
    ring->vertex[i] = old.vertex[(i + by) % old.count];
  }
  ring->vertex[old.count] = ring->vertex[0];
}

// Turns a closed ring to start where the owner changes. The length of the first sector; 0: there
// are not two.
static int split_ring(const BrnMeshEdit* edit, Ring* ring) {
  const int* owner = edit->work->owner;
  int changes = 0, first = 0, n = ring->count, length = 1;
  for (int i = 0; i < n; i++) {
    if (owner[ring->tet[i]] != owner[ring->tet[(i + n - 1) % n]]) changes++, first = i;
  }
  if (changes != 2) return 0;
  turn(ring, first);
  while (owner[ring->tet[length]] == owner[ring->tet[0]]) length++;
  return length;
}

static bool has_edge(const BrnMeshEdit* edit, int a, int b) {
  const int* star = brn__edit_star(edit, a);
  for (int i = 0; i < edit->count[a]; i++) {
    if (brn__tet_has(brn__edit_tet(edit, star[i]), b)) return true;
  }
  return false;
}

// do the two triangles at the edge, and those with the other diagonal, lie in a plane?
static bool is_flat(const BrnMeshEdit* edit, int a, int b, int r, int s) {
  const BrnWork* work = edit->work;
  const double *p = brn__work_at(work, a), *q = brn__work_at(work, b);
  const double *x = brn__work_at(work, r), *y = brn__work_at(work, s);
  double n[4][3];
  brn__triangle_normal(n[0], p, q, x);
  brn__triangle_normal(n[1], q, p, y);
  brn__triangle_normal(n[2], x, y, q);
  brn__triangle_normal(n[3], y, x, p);
  for (int i = 0; i < 4; i++) {
    if (brn__normalize3(n[i]) == 0) return false;
  }
  double least = edit->bold ? 0.6 : 0.9;
  return brn__dot3(n[0], n[1]) > least && brn__dot3(n[2], n[3]) > least;
}

static Fan fan_of(const Ring* ring, int from, int tets) {
  Fan fan = {.count = tets + 1};
  for (int i = 0; i <= tets; i++) fan.vertex[i] = ring->vertex[from + i];
  return fan;
}

static BrnStatus flip_in_interface(BrnMeshEdit* edit, Ring* ring, double old, bool* done) {
  int length = split_ring(edit, ring), rest = ring->count - length;
  if (length < 2 || rest < 2) return BRN_OK;
  int r = ring->vertex[0], s = ring->vertex[length];
  int mine = edit->work->owner[ring->tet[0]], theirs = edit->work->owner[ring->tet[length]];
  if (has_edge(edit, r, s) || !is_flat(edit, ring->a, ring->b, r, s)) return BRN_OK;
  Fan fan[2] = {fan_of(ring, 0, length), fan_of(ring, length, rest)};
  if (triangulate(edit, ring, mine, &fan[0]) <= old) return BRN_OK;
  if (triangulate(edit, ring, theirs, &fan[1]) <= old) return BRN_OK;
  Fresh fresh = {0};
  collect(ring, &fan[0], 0, length, mine, &fresh);
  collect(ring, &fan[1], 0, rest, theirs, &fresh);
  *done = true;
  return brn__edit_replace(edit, ring->tet, ring->count, fresh.corner, fresh.count, fresh.owner);
}

// ------------------------------------------------------------------------------------------ public

BrnStatus brn__remove_edge(BrnMeshEdit* edit, int a, int b, bool* done) {
  Ring ring;
  *done = false;
  if (!find_ring(edit, a, b, &ring) || !ring.closed) return BRN_OK;
  double old = ring_quality(edit, &ring);
  int owner = edit->work->owner[ring.tet[0]];
  bool alike = true;
  for (int i = 1; i < ring.count; i++) alike = alike && edit->work->owner[ring.tet[i]] == owner;
  if (!alike) return flip_in_interface(edit, &ring, old, done);
  if (ring.count < 3) return BRN_OK;
  Fan fan = fan_of(&ring, 0, ring.count - 1);
  if (triangulate(edit, &ring, owner, &fan) <= old) return BRN_OK;
  Fresh fresh = {0};
  collect(&ring, &fan, 0, ring.count - 1, owner, &fresh);
  *done = true;
  return brn__edit_replace(edit, ring.tet, ring.count, fresh.corner, fresh.count, fresh.owner);
}

BrnStatus brn__remove_face(BrnMeshEdit* edit, int tet, int face, bool* done) {
  const int* corner = brn__edit_tet(edit, tet);
  int a = corner[brn_tet_face[face][0]], b = corner[brn_tet_face[face][1]];
  int c = corner[brn_tet_face[face][2]], e = corner[face], d = -1, other = -1;
  const int* star = brn__edit_star(edit, a);
  *done = false;
  for (int i = 0; i < edit->count[a] && other < 0; i++) {
    const int* own = brn__edit_tet(edit, star[i]);
    if (star[i] == tet || !brn__tet_has(own, b) || !brn__tet_has(own, c)) continue;
    other = star[i];
    d = own[0] + own[1] + own[2] + own[3] - a - b - c;
  }
  if (other < 0 || edit->work->owner[other] != edit->work->owner[tet]) return BRN_OK;
  int owner = edit->work->owner[tet], old[2] = {tet, other};
  double worst = fmin(edit->quality[tet], edit->quality[other]);
  // a b c run counter-clockwise seen from d
  const int fresh[12] = {e, d, a, b, e, d, b, c, e, d, c, a}, owners[3] = {owner, owner, owner};
  for (int i = 0; i < 3; i++) {
    if (brn__edit_measure(edit, fresh + 4 * i, owner) <= worst) return BRN_OK;
  }
  *done = true;
  return brn__edit_replace(edit, old, 2, fresh, 3, owners);
}
