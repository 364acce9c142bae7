// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "core/vec.h"
#include "mesh/box_tree.h"

#include <math.h>

// Anatomies overlap: surfaces are drawn by hand, one at a time. A point keeps the distance that it
// has at rest where that is less than the thickness, negative ones included.

typedef struct Entry {
  int point, surface;
  double distance;
} Entry;

typedef struct Listing {
  BrnContact* contact;
  int asking, asked;
  double thickness;
  double* distance; // of the points of the asking surface; INFINITY: far
  Entry* entry;
  size_t count, capacity;
} Listing;

static void measure(void* user, int begin, int end, int worker) {
  (void)worker;
  Listing* listing = user;
  const BrnContact* contact = listing->contact;
  int first = contact->surface[listing->asking].first;
  const double* box = contact->box + 6 * (size_t)listing->asked;
  for (int v = begin; v < end; v++) {
    const double* p = contact->position + 3 * (size_t)(first + v);
    listing->distance[v] = INFINITY;
    if (!brn__box_has(box, listing->thickness, p)) continue;
    BrnContactPlace place = brn__contact_closest(contact, listing->asked, NULL, p, INFINITY);
    if (place.triangle >= 0) listing->distance[v] = place.doubtful ? -INFINITY : place.distance;
  }
}

static BrnStatus add(BrnContext* ctx, Listing* listing, int point, int surface, double distance) {
  BRN_TRY(brn__grow(ctx, &listing->entry, &listing->capacity, listing->count + 1, sizeof(Entry)));
  listing->entry[listing->count++] = (Entry){point, surface, distance};
  return BRN_OK;
}

static BrnStatus list_pair(BrnContext* ctx, Listing* listing, double buried, int a, int b) {
  BrnContact* contact = listing->contact;
  const BrnContactSurface *asking = &contact->surface[a], *asked = &contact->surface[b];
  double thickness = fmax(asking->thickness, asked->thickness);
  if (!brn__boxes_meet(contact->box + 6 * (size_t)a, contact->box + 6 * (size_t)b, thickness)) {
    return BRN_OK;
  }
  listing->asking = a, listing->asked = b, listing->thickness = thickness;
  brn__parallel_for(ctx, asking->vertex_count, 64, measure, listing);
  for (int v = 0; v < asking->vertex_count; v++) {
    if (!(listing->distance[v] < thickness)) continue;
    bool inside = !asked->asks && listing->distance[v] < -buried;
    BRN_TRY(add(ctx, listing, asking->first + v, b, inside ? -INFINITY : listing->distance[v]));
  }
  return BRN_OK;
}

static BrnStatus list_all(BrnContext* ctx, Listing* listing, const BrnContactDef* def) {
  BrnContact* contact = listing->contact;
  for (int a = 0; a < contact->surface_count; a++) {
    for (int b = 0; b < contact->surface_count; b++) {
      if (a == b || !contact->surface[a].asks || !contact->surface[b].asked) continue;
      BRN_TRY(list_pair(ctx, listing, def->buried, a, b));
    }
  }
  for (int i = 0; i < def->spared_count; i++) {
    const int* pair = def->spared + 2 * (size_t)i;
    BRN_ASSERT(pair[0] >= 0 && pair[0] < contact->vertex_count);
    BRN_TRY(add(ctx, listing, pair[0], pair[1], -INFINITY));
  }
  return BRN_OK;
}

// by points, in the order of the list within each
static BrnStatus to_rows(BrnContext* ctx, const Listing* listing) {
  BrnContact* contact = listing->contact;
  int* start = contact->rest_start = brn__new_zero(ctx, contact->vertex_count + 2, int);
  contact->rest_surface = brn__new(ctx, listing->count, int);
  contact->rest = brn__new(ctx, listing->count, double);
  if (!start || !contact->rest_surface || !contact->rest) return BRN_NO_MEMORY;
  for (size_t i = 0; i < listing->count; i++) start[listing->entry[i].point + 2]++;
  for (int v = 0; v < contact->vertex_count; v++) start[v + 2] += start[v + 1];
  for (size_t i = 0; i < listing->count; i++) {
    const Entry* entry = &listing->entry[i];
    int at = start[entry->point + 1]++;
    contact->rest_surface[at] = entry->surface;
    contact->rest[at] = entry->distance;
  }
  return BRN_OK;
}

BrnStatus brn__contact_rest(BrnContext* ctx, BrnContact* contact, const BrnContactDef* def) {
  Listing listing = {.contact = contact};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  listing.distance = brn__scratch(ctx, contact->vertex_count, double);
  BrnStatus status = listing.distance ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) status = list_all(ctx, &listing, def);
  if (status == BRN_OK) status = to_rows(ctx, &listing);
  brn__free(ctx, listing.entry);
  brn__scratch_release(ctx, mark);
  return status;
}

double brn__contact_rest_distance(const BrnContact* contact, int point, int surface) {
  double least = INFINITY;
  for (int i = contact->rest_start[point]; i < contact->rest_start[point + 1]; i++) {
    if (contact->rest_surface[i] == surface && contact->rest[i] < least) least = contact->rest[i];
  }
  return least;
}
