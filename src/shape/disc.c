// SPDX-License-Identifier: Apache-2.0
//
// Vertices and triangles of a disc of R rings (disc.h).

#include "shape/disc.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// vertex j of ring k, j taken around
static int at(int k, int j) { return k == 0 ? 0 : 1 + 3 * k * (k - 1) + j % (6 * k); }

// The six lattice directions have colours 1 and 2 by turns; colours add up as the steps do.
static int colour(int k, int j) {
  if (k == 0) return 0;
  j %= 6 * k;
  int sector = j / k, i = j % k;
  int here = sector % 2 == 0 ? 1 : 2, next = 3 - here;
  return ((k - i) * here + i * next) % 3;
}

// Ring k starts on the line u = 0; its right half is the exact mirror image of its left.
static BrnDiscVertex make_vertex(int k, int j) {
  bool right = j > 3 * k;
  double angle = pi * (right ? 6 * k - j : j) / (3 * k);
  BrnDiscVertex vertex = {.ring = k, .seam = -1, .u = sin(angle), .v = cos(angle)};
  if (!right) vertex.u = -vertex.u;
  if (j == 0) vertex.u = 0, vertex.seam = 2 * k - 1;
  if (j == 3 * k) vertex.u = 0, vertex.seam = 2 * k;
  return vertex;
}

typedef struct Point {
  int k, j;
} Point;

// from three corners that run counter-clockwise
static BrnDiscTriangle make_triangle(Point a, Point b, Point c, int ring, bool right) {
  BrnDiscTriangle triangle = {.ring = ring, .right = right};
  int first = colour(a.k, a.j), second = colour(b.k, b.j), third = colour(c.k, c.j);
  triangle.corner[first] = at(a.k, a.j);
  triangle.corner[second] = at(b.k, b.j);
  triangle.corner[third] = at(c.k, c.j);
  triangle.mirrored = second != (first + 1) % 3;
  return triangle;
}

// the triangles between ring k - 1 and ring k: per sector k with an edge outside, k - 1 inside
static BrnDiscTriangle* make_ring(int k, BrnDiscTriangle* out) {
  for (int sector = 0; sector < 6; sector++) {
    bool right = sector >= 3;
    int outer = sector * k, inner = sector * (k - 1);
    for (int i = 0; i < k; i++) {
      Point o = {k, outer + i}, next = {k, outer + i + 1}, in = {k - 1, inner + i};
      if (i > 0) *out++ = make_triangle(o, in, (Point){k - 1, inner + i - 1}, k, right);
      *out++ = make_triangle(o, next, in, k, right);
    }
  }
  return out;
}

BrnStatus brn__disc_make(BrnContext* ctx, int rings, BrnDisc* out) {
  out->rings = rings;
  out->vertex = brn__scratch(ctx, brn__disc_vertices(rings), BrnDiscVertex);
  out->triangle = brn__scratch(ctx, brn__disc_triangles(rings), BrnDiscTriangle);
  if (!out->vertex || !out->triangle) return BRN_NO_MEMORY;
  out->vertex[0] = (BrnDiscVertex){0};
  BrnDiscTriangle* triangle = out->triangle;
  for (int k = 1; k <= rings; k++) {
    for (int j = 0; j < 6 * k; j++) out->vertex[at(k, j)] = make_vertex(k, j);
    triangle = make_ring(k, triangle);
  }
  return BRN_OK;
}
