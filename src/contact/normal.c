// SPDX-License-Identifier: Apache-2.0
//
// Which way a surface faces at a point of it, and on which side of it another point is.

#include "contact/contact.h"

#include "core/vec.h"

#include <math.h>

static const double* corner_of(const BrnContact* contact, int triangle, int c) {
  return contact->position + 3 * (size_t)contact->triangle[3 * (size_t)triangle + (size_t)c];
}

// unit, or zero for a triangle without area
static void face_normal(const BrnContact* contact, int triangle, double* out) {
  brn__triangle_normal(out, corner_of(contact, triangle, 0), corner_of(contact, triangle, 1),
                       corner_of(contact, triangle, 2));
  brn__normalize3(out);
}

// the corner of a triangle that is a vertex; -1: none
static int corner_at(const BrnContact* contact, int triangle, int vertex) {
  for (int c = 0; c < 3; c++) {
    if (contact->triangle[3 * (size_t)triangle + (size_t)c] == vertex) return c;
  }
  return -1;
}

static double angle_at(const BrnContact* contact, int triangle, int c) {
  const double* p = corner_of(contact, triangle, c);
  double a[3], b[3], normal[3];
  brn__sub3(a, corner_of(contact, triangle, (c + 1) % 3), p);
  brn__sub3(b, corner_of(contact, triangle, (c + 2) % 3), p);
  brn__cross3(normal, a, b);
  return atan2(brn__norm3(normal), brn__dot3(a, b));
}

// over the faces around a vertex; with a second one, over those that have it, too: an edge
static void normal_around(const BrnContact* contact, int vertex, int second, double* out) {
  const BrnAdjacency* around = contact->around;
  out[0] = out[1] = out[2] = 0;
  for (int i = around->start[vertex]; i < around->start[vertex + 1]; i++) {
    int triangle = around->item[i];
    if (second >= 0 && corner_at(contact, triangle, second) < 0) continue;
    double normal[3];
    face_normal(contact, triangle, normal);
    double weight =
        second >= 0 ? 1 : angle_at(contact, triangle, corner_at(contact, triangle, vertex));
    brn__axpy3(out, out, weight, normal);
  }
  brn__normalize3(out);
}

// Weights that rounding left are none: the place is on an edge or a corner, where the normal of the
// face alone tells nothing.
static bool counts(double weight) { return weight > 1e-9; }

void brn__contact_normal(const BrnContact* contact, int triangle, const double weight[3],
                         double out[3]) {
  const int* corner = contact->triangle + 3 * (size_t)triangle;
  int on[3], count = 0;
  for (int c = 0; c < 3; c++) {
    if (counts(weight[c])) on[count++] = corner[c];
  }
  if (count == 3) {
    face_normal(contact, triangle, out);
  } else {
    normal_around(contact, on[0], count == 2 ? on[1] : -1, out);
  }
}

// below this a point is on the surface, and the way to it has no direction, m
static const double ON = 1e-9;

// Flesh folds, and a face that is turned over at the closest place says "inside" to all the world
// in front of it. So that is asked again of the faces that three rays meet first: from inside they
// are seen from behind.
static bool is_inside(const BrnContact* contact, int surface, const double* point) {
  static const double direction[3][3] = {
      {0.8, 0.36, 0.48}, {-0.48, 0.864, 0.152}, {-0.36, -0.352, 0.864}};
  int inside = 0;
  for (int i = 0; i < 3; i++) {
    double normal[3];
    BrnSurfacePoint hit = brn_bvh_ray(contact->bvh[surface], point, direction[i], INFINITY);
    if (hit.triangle < 0) return false;
    face_normal(contact, contact->surface[surface].first_triangle + hit.triangle, normal);
    inside += brn__dot3(direction[i], normal) > 0;
    if (i == 1 && inside != 1) break; // the third one changes nothing
  }
  return inside >= 2;
}

// this deep a point is inside only if the rays say so, m
static const double DEEP = 5e-5;

// at edges and corners the way to the point is the gradient of the distance
static void set_side(const double* offset, double far, double side, BrnContactPlace* place) {
  const double* w = place->weight;
  bool face = counts(w[0]) && counts(w[1]) && counts(w[2]);
  place->distance = side * far;
  if (!face && far > ON) brn__scale3(place->normal, side / far, offset);
  if (brn__dot3(place->normal, place->normal) == 0) place->triangle = -1;
}

BrnContactPlace brn__contact_place(const BrnContact* contact, int triangle, const double weight[3],
                                   const double* point) {
  BrnContactPlace place = {.triangle = triangle};
  double offset[3];
  brn__copy3(place.weight, weight);
  for (int c = 0; c < 3; c++) {
    brn__axpy3(place.point, place.point, weight[c], corner_of(contact, triangle, c));
  }
  brn__contact_normal(contact, triangle, weight, place.normal);
  brn__sub3(offset, point, place.point);
  set_side(offset, brn__norm3(offset), brn__dot3(offset, place.normal) < 0 ? -1 : 1, &place);
  return place;
}

BrnContactPlace brn__contact_closest(const BrnContact* contact, int surface,
                                     const BrnBvhPatch* patch, const double* point, double reach) {
  const BrnBvh* bvh = contact->bvh[surface];
  BrnSurfacePoint found =
      patch ? brn__bvh_patch_closest(bvh, patch, point, reach) : brn_bvh_closest(bvh, point, reach);
  BrnContactPlace place = {.triangle = -1};
  if (found.triangle < 0) return place;
  double offset[3];
  place.triangle = contact->surface[surface].first_triangle + found.triangle;
  brn__copy3(place.weight, found.weight);
  brn__copy3(place.point, found.point);
  brn__contact_normal(contact, place.triangle, place.weight, place.normal);
  brn__sub3(offset, point, place.point);
  double side = brn__dot3(offset, place.normal) < 0 ? -1 : 1;
  set_side(offset, found.distance, side, &place);
  place.doubtful = side < 0 && found.distance > DEEP && !is_inside(contact, surface, point);
  return place;
}
