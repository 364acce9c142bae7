// SPDX-License-Identifier: Apache-2.0

#include "mesh/triangle_pair.h"

#include "mesh/predicates.h"

#include <stddef.h>

// Two triangles meet exactly if an edge of one meets the other. What may be left out depends on the
// corners they share:
//   none   all six edges are tried.
//   one    only the edges opposite to it: where the triangles meet beyond the shared corner, they
//          do along a ray from it, and the first of them to end there ends at its opposite edge.
//   two    out of a common plane they meet in the shared edge alone; within it they overlap when
//          both third corners lie on the same side.
//   three  they are the same.
// All decisions are signs of exact determinants, so there are no tolerances.

typedef struct Triangle {
  const double* corner[3];
  int side[3]; // of the corners with respect to the plane of the other triangle
} Triangle;

// ----------------------------------------------------------------------------------- in a plane

static bool overlap_1d(double a, double b, double c, double d) {
  double ab_low = a < b ? a : b, ab_high = a < b ? b : a;
  double cd_low = c < d ? c : d, cd_high = c < d ? d : c;
  return ab_low <= cd_high && cd_low <= ab_high;
}

// segments p q and a b, which lie in one plane that is seen along axis
static bool segments_meet(int axis, const double* p, const double* q, const double* a,
                          const double* b) {
  int side_a = brn__orient_along(axis, p, q, a), side_b = brn__orient_along(axis, p, q, b);
  if (side_a * side_b > 0) return false;
  if (brn__orient_along(axis, a, b, p) * brn__orient_along(axis, a, b, q) > 0) return false;
  if (side_a != 0 || side_b != 0) return true;
  int i = (axis + 1) % 3, j = (axis + 2) % 3; // all on one line
  return overlap_1d(p[i], q[i], a[i], b[i]) && overlap_1d(p[j], q[j], a[j], b[j]);
}

static bool same_signs(const int* s) {
  bool positive = s[0] > 0 || s[1] > 0 || s[2] > 0;
  bool negative = s[0] < 0 || s[1] < 0 || s[2] < 0;
  return !(positive && negative);
}

static bool flat_segment_meets(const double* p, const double* q, const Triangle* t) {
  const double* const* c = t->corner;
  int axis = brn__triangle_axis(c[0], c[1], c[2]);
  int side[3];
  for (int i = 0; i < 3; i++) {
    if (segments_meet(axis, p, q, c[i], c[(i + 1) % 3])) return true;
    side[i] = brn__orient_along(axis, c[i], c[(i + 1) % 3], p);
  }
  return same_signs(side); // p is inside, and then so is q
}

// -------------------------------------------------------------------------------------- in space

// side_p, side_q: of the plane of the triangle
static bool segment_meets(const double* p, int side_p, const double* q, int side_q,
                          const Triangle* t) {
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) return flat_segment_meets(p, q, t);
  int turn[3]; // of the line p q around the edges
  for (int i = 0; i < 3; i++) turn[i] = brn__orient3d(p, q, t->corner[i], t->corner[(i + 1) % 3]);
  return same_signs(turn);
}

// shared: the triangles share corner 0, and the edge opposite to it is enough
static bool edges_meet(const Triangle* t, const Triangle* other, bool shared) {
  for (int i = shared ? 1 : 0; i < (shared ? 2 : 3); i++) {
    int j = (i + 1) % 3;
    if (segment_meets(t->corner[i], t->side[i], t->corner[j], t->side[j], other)) return true;
  }
  return false;
}

// sides of the corners of t; false: all beyond the shared one lie strictly on one side
static bool straddles(Triangle* t, const Triangle* other, bool shared) {
  const double* const* c = other->corner;
  for (int i = shared ? 1 : 0; i < 3; i++) {
    t->side[i] = brn__orient3d(c[0], c[1], c[2], t->corner[i]);
  }
  if (shared) return t->side[1] * t->side[2] <= 0;
  return !(t->side[0] == t->side[1] && t->side[1] == t->side[2] && t->side[0] != 0);
}

static bool triangles_meet(Triangle* a, Triangle* b, bool shared) {
  if (!straddles(a, b, shared) || !straddles(b, a, shared)) return false;
  return edges_meet(a, b, shared) || edges_meet(b, a, shared);
}

// corners 1 and 2 of both are the shared edge
static bool folded_over(const Triangle* a, const Triangle* b) {
  const double* const* c = a->corner;
  if (brn__orient3d(c[0], c[1], c[2], b->corner[0]) != 0) return false;
  int axis = brn__triangle_axis(c[0], c[1], c[2]);
  return brn__orient_along(axis, c[1], c[2], c[0]) ==
         brn__orient_along(axis, c[1], c[2], b->corner[0]);
}

// -------------------------------------------------------------------------------- shared corners

static bool has_corner(const int* t, int v) { return t[0] == v || t[1] == v || t[2] == v; }

// t, turned so that corner 0 is the one that is shared (one == true) or the one that is not
static Triangle turned(const double* position, const int* t, const int* other, bool one) {
  int first = 0;
  while (first < 2 && has_corner(other, t[first]) != one) first++;
  Triangle out = {{0}, {0}};
  for (int i = 0; i < 3; i++) out.corner[i] = position + 3 * (size_t)t[(first + i) % 3];
  return out;
}

bool brn__triangles_cut(const double* position, const int* a, const int* b) {
  int shared = has_corner(b, a[0]) + has_corner(b, a[1]) + has_corner(b, a[2]);
  if (shared == 3) return true;
  Triangle ta = turned(position, a, b, shared == 1), tb = turned(position, b, a, shared == 1);
  return shared == 2 ? folded_over(&ta, &tb) : triangles_meet(&ta, &tb, shared == 1);
}
