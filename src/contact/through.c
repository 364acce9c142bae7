// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "core/vec.h"

// A point that has gone through a thin plate, or half of it, is nearest to the wrong side. So the
// way that it took is followed from its beginning, as seen from the surface: the first face that it
// meets from the front is where it belongs. A way that begins just inside, since what was pushed
// apart before is never quite apart, meets none, or one from behind; then the point belongs to the
// place nearest to the beginning, if that faces the other way.

static void place_at_hit(const BrnContact* contact, int surface, const BrnSurfacePoint* hit,
                         BrnContactPlace* out) {
  const double face[3] = {1, 1, 1}; // never an edge: the way meets the face
  out->triangle = contact->surface[surface].first_triangle + hit->triangle;
  brn__copy3(out->weight, hit->weight);
  brn__copy3(out->point, hit->point);
  brn__contact_normal(contact, out->triangle, face, out->normal);
}

static void set_distance(const double* point, BrnContactPlace* place) {
  double offset[3];
  brn__sub3(offset, point, place->point);
  place->distance = brn__dot3(offset, place->normal);
}

bool brn__contact_through(const BrnContact* contact, int surface, const double* start,
                          const double* point, double slack, BrnContactPlace* place) {
  double offset[3];
  BrnContactPlace met = *place;
  brn__sub3(offset, point, start);
  BrnSurfacePoint hit = brn_bvh_ray(contact->bvh[surface], start, offset, 1);
  if (hit.triangle >= 0) place_at_hit(contact, surface, &hit, &met);
  if (met.triangle < 0) return false;
  if (hit.triangle < 0 || brn__dot3(offset, met.normal) > 0) { // it began inside
    BrnContactPlace origin = brn__contact_closest(contact, surface, NULL, start, slack);
    if (origin.triangle < 0 || brn__dot3(origin.normal, met.normal) > 0) return false;
    met = origin;
  }
  set_distance(point, &met);
  if (!(met.distance < 0)) return false;
  *place = met;
  return true;
}
