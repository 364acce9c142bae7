// SPDX-License-Identifier: Apache-2.0
//
// Contacts of points: for each group of points and each surface that is near, the place of each
// point that is nearer than it may be, or inside.

#include "contact/contact.h"

#include "core/vec.h"
#include "mesh/box_tree.h"

#include <math.h>
#include <string.h>

typedef struct Search {
  BrnContact* contact;
  BrnContactSearch def;
} Search;

static double larger(double a, double b) { return a > b ? a : b; }

// what is left of a penetration when surfaces have been pushed apart, m
static const double SLACK = 0.001;
// shorter ways lead through nothing, m
static const double SHORT = 1e-4;

// A group of points and a surface.
typedef struct Look {
  const Search* search;
  const BrnContactItem* item;
  const BrnContactGroup* group;
  double least[BRN_CONTACT_GROUP];    // -INFINITY: never touches
  double deepest;                     // of them, as a positive number; 0: none is inside at rest
  double start[BRN_CONTACT_GROUP][3]; // where they were, seen from the surface
  double path;                        // longest way from there; 0: nobody knows
  double margin;                      // for what comes near
  BrnBvhPatch patch;
} Look;

static void set_least(Look* look) {
  const BrnContact* contact = look->search->contact;
  const BrnContactSurface* surface = contact->surface;
  int other = look->item->surface;
  double thickness = larger(surface[look->group->surface].thickness, surface[other].thickness);
  look->deepest = 0;
  for (int g = 0; g < look->group->count; g++) {
    double rest = brn__contact_rest_distance(contact, look->group->point[g], other);
    look->least[g] = rest < thickness ? rest : thickness;
    if (rest > -INFINITY) look->deepest = larger(look->deepest, -look->least[g]);
  }
}

static void set_start(Look* look) {
  const BrnContact* contact = look->search->contact;
  const double* before = look->search->def.before;
  look->path = 0;
  if (!before || !(look->item->path > SHORT)) return;
  for (int g = 0; g < look->group->count; g++) {
    size_t at = 3 * (size_t)look->group->point[g];
    brn__contact_carry(&contact->motion[look->item->surface], before + at, look->start[g]);
    look->path = larger(look->path, brn__distance3(look->start[g], contact->position + at));
  }
}

// What moves fast may be moved as far again by whoever asks.
static void set_margin(Look* look) {
  const BrnContactSearch* def = &look->search->def;
  double path = look->path < def->depth ? look->path : def->depth;
  look->margin = larger(def->margin, path);
}

static double reach_of(const Look* look, double least) {
  return larger(least + look->margin, look->search->def.depth - (least < 0 ? least : 0));
}

// false: nothing is near
static bool set_patch(Look* look) {
  const BrnContact* contact = look->search->contact;
  const BrnContactSurface* surface = contact->surface;
  double thickness =
      larger(surface[look->group->surface].thickness, surface[look->item->surface].thickness);
  double pad = larger(thickness + look->margin, look->search->def.depth + look->deepest);
  const double* around = contact->group_box + 6 * (size_t)look->item->group;
  double box[6];
  for (int k = 0; k < 3; k++) box[k] = around[k] - pad, box[3 + k] = around[3 + k] + pad;
  return brn__bvh_patch(contact->bvh[look->item->surface], box, &look->patch);
}

// Who did not move and is beside the box of a surface is neither inside of it nor near enough.
static bool is_beside(const Look* look, const double* p, double least) {
  const double* box = look->search->contact->box + 6 * (size_t)look->item->surface;
  return !(look->path > SHORT) && !brn__box_has(box, larger(least + look->margin, 0), p);
}

// The place that a point touches, or is about to; triangle -1: none. Where the point came from
// behind that place, or from afar, its way tells where it belongs.
static BrnContactPlace place_of(const Look* look, int g) {
  const BrnContact* contact = look->search->contact;
  int surface = look->item->surface;
  const double *p = contact->position + 3 * (size_t)look->group->point[g], *start = look->start[g];
  double least = look->least[g], reach = reach_of(look, least), offset[3];
  BrnContactPlace place = {.triangle = -1};
  if (is_beside(look, p, least)) return place;
  if (look->patch.count != 0) {
    place = brn__contact_closest(contact, surface, &look->patch, p, reach);
  }
  if (place.triangle >= 0 && look->path > SHORT) {
    brn__sub3(offset, start, place.point);
    if (brn__dot3(offset, place.normal) > (least < 0 ? least : 0) - SHORT) return place;
  } else if (!(look->path > reach)) {
    return place;
  }
  brn__contact_through(contact, surface, start, p, SLACK, &place);
  return place;
}

static void add_touch(int surface, int point, const BrnContactPlace* place, double least,
                      BrnTouch* out) {
  *out = (BrnTouch){.point = point, .surface = surface, .triangle = place->triangle};
  brn__copy3(out->weight, place->weight);
  brn__copy3(out->normal, place->normal);
  out->distance = place->distance;
  out->least = least;
}

static int look_at_points(const Look* look, BrnTouch* out) {
  int count = 0;
  for (int g = 0; g < look->group->count; g++) {
    double least = look->least[g];
    if (least == -INFINITY) continue;
    BrnContactPlace place = place_of(look, g);
    if (place.triangle < 0 || place.doubtful) continue;
    if (!(place.distance < least + look->margin)) continue;
    add_touch(look->item->surface, look->group->point[g], &place, least, &out[count++]);
  }
  return count;
}

static int look_at_group(const Search* search, const BrnContactItem* item, BrnTouch* out) {
  Look look; // large, and filled step by step
  look.search = search, look.item = item, look.group = &search->contact->group[item->group];
  set_least(&look);
  set_start(&look);
  set_margin(&look);
  bool any = set_patch(&look);
  return any || look.path > search->def.depth ? look_at_points(&look, out) : 0;
}

static void look_at_items(void* user, int begin, int end, int worker) {
  (void)worker;
  Search* search = user;
  BrnContact* contact = search->contact;
  for (int i = begin; i < end; i++) {
    contact->slot_count[i] =
        look_at_group(search, &contact->item[i], contact->slot + BRN_CONTACT_GROUP * (size_t)i);
  }
}

static BrnStatus make_room(BrnContext* ctx, BrnContact* contact) {
  size_t items = (size_t)contact->item_count;
  BRN_TRY(brn__grow(ctx, &contact->slot, &contact->slot_capacity, items * BRN_CONTACT_GROUP,
                    sizeof(BrnTouch)));
  return brn__grow_block(ctx, &contact->slot_count, items, sizeof(int));
}

static BrnStatus gather(BrnContext* ctx, BrnContact* contact, int* out) {
  size_t count = 0;
  for (int i = 0; i < contact->item_count; i++) count += (size_t)contact->slot_count[i];
  BRN_TRY(brn__grow(ctx, &contact->touch, &contact->touch_capacity, count, sizeof(BrnTouch)));
  BrnTouch* to = contact->touch;
  for (int i = 0; i < contact->item_count; i++) {
    const BrnTouch* slot = contact->slot + BRN_CONTACT_GROUP * (size_t)i;
    memcpy(to, slot, sizeof *slot * (size_t)contact->slot_count[i]);
    to += contact->slot_count[i];
  }
  *out = (int)count;
  return BRN_OK;
}

BrnStatus brn__contact_look(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                            bool due, const BrnTouch** out, int* count) {
  BRN_CHECK_DEF(search);
  BRN_ASSERT(search->margin >= 0 && search->depth >= 0);
  *out = NULL, *count = 0;
  if (search->before) brn__contact_motions(ctx, contact, search->before);
  BRN_TRY(brn__contact_pairs(ctx, contact, search, due));
  BRN_TRY(make_room(ctx, contact));
  Search work = {contact, *search};
  brn__contact_job(ctx, contact, contact->item_count, 8, look_at_items, &work, sizeof work);
  BRN_TRY(gather(ctx, contact, count));
  *out = contact->touch;
  return BRN_OK;
}

BrnStatus brn_contact_find(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                           const BrnTouch** out, int* count) {
  BRN_ASSERT(ctx && contact && search && out && count);
  BRN_ASSERT(search->position || contact->vertex_count == 0);
  brn__contact_move(ctx, contact, search->position);
  return brn__contact_look(ctx, contact, search, false, out, count);
}
