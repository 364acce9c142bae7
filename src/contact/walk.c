// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "core/vec.h"

#include <math.h>

// The closest place of a surface, found by walking there from a place that was the closest a moment
// ago. A place inside of a triangle is the end; from one on an edge or a corner the triangles
// around that are tried. It is the nearest place around, not of the whole surface, and that is
// wanted: a point that has come deeper than half of a thin muscle is still pushed back to the side
// that it came from.

enum { STEPS = 64 }; // a way that is longer than this comes to its end the next time

// weights of the corners at the place of triangle abc that is closest to p (Ericson 2005, 5.1.5)
static void closest_weights(const double* a, const double* b, const double* c, const double* p,
                            double w[3]) {
  double ab[3], ac[3], ap[3], bp[3], cp[3];
  brn__sub3(ab, b, a), brn__sub3(ac, c, a), brn__sub3(ap, p, a);
  brn__sub3(bp, p, b), brn__sub3(cp, p, c);
  double d1 = brn__dot3(ab, ap), d2 = brn__dot3(ac, ap);
  double d3 = brn__dot3(ab, bp), d4 = brn__dot3(ac, bp);
  double d5 = brn__dot3(ab, cp), d6 = brn__dot3(ac, cp);
  double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  w[0] = w[1] = w[2] = 0;
  if (d1 <= 0 && d2 <= 0) {
    w[0] = 1;
  } else if (d3 >= 0 && d4 <= d3) {
    w[1] = 1;
  } else if (d6 >= 0 && d5 <= d6) {
    w[2] = 1;
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    w[1] = d1 / (d1 - d3), w[0] = 1 - w[1];
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    w[2] = d2 / (d2 - d6), w[0] = 1 - w[2];
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w[2] = (d4 - d3) / ((d4 - d3) + (d5 - d6)), w[1] = 1 - w[2];
  } else {
    double sum = va + vb + vc;
    w[1] = vb / sum, w[2] = vc / sum, w[0] = 1 - w[1] - w[2];
  }
}

double brn__contact_in_triangle(const BrnContact* contact, int triangle, const double* point,
                                double weight[3]) {
  const int* corner = contact->triangle + 3 * (size_t)triangle;
  const double* x[3];
  double offset[3];
  for (int c = 0; c < 3; c++) x[c] = contact->position + 3 * (size_t)corner[c];
  closest_weights(x[0], x[1], x[2], point, weight);
  brn__copy3(offset, point);
  for (int c = 0; c < 3; c++) brn__axpy3(offset, offset, -weight[c], x[c]);
  return brn__dot3(offset, offset);
}

typedef struct Step {
  int triangle;
  double weight[3], square; // squared distance, m^2
} Step;

static Step look_at(const BrnContact* contact, int triangle, const double* p) {
  Step step = {.triangle = triangle};
  step.square = brn__contact_in_triangle(contact, triangle, p, step.weight);
  if (!isfinite(step.square)) step.square = INFINITY;
  return step;
}

// the nearest of the triangles around the corners that the place is at
static Step best_around(const BrnContact* contact, const Step* from, const double* p) {
  const int* corner = contact->triangle + 3 * (size_t)from->triangle;
  Step best = *from;
  if (from->weight[0] > 0 && from->weight[1] > 0 && from->weight[2] > 0) return best;
  for (int c = 0; c < 3; c++) {
    if (!(from->weight[c] > 0)) continue;
    const BrnAdjacency* around = contact->around;
    for (int i = around->start[corner[c]]; i < around->start[corner[c] + 1]; i++) {
      if (around->item[i] == from->triangle) continue;
      Step step = look_at(contact, around->item[i], p);
      if (step.square < best.square * (1 - 1e-12)) best = step;
    }
    if (from->weight[c] < 1) break; // both ends of an edge have its triangles
  }
  return best;
}

BrnContactPlace brn__contact_walk(const BrnContact* contact, int triangle, const double* point) {
  Step at = look_at(contact, triangle, point);
  for (int i = 0; i < STEPS; i++) {
    Step next = best_around(contact, &at, point);
    if (next.triangle == at.triangle) break;
    at = next;
  }
  if (at.square == INFINITY) return (BrnContactPlace){.triangle = -1};
  return brn__contact_place(contact, at.triangle, at.weight, point);
}
