// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "core/vec.h"
#include "mesh/box_tree.h"

#include <math.h>

// The broad phase: which pairs of surfaces have boxes that meet, and which groups of points of the
// one are near the box of the other. Each pair is looked at on its own; then the list is made in
// order.

typedef struct Broad {
  BrnContact* contact;
  double reach, margin;
  const double* before; // NULL: nobody knows
  bool moved;
} Broad;

static double larger(double a, double b) { return a > b ? a : b; }

// How far points of surface a have come at most, seen from surface b. Both motions are rigid, so
// their difference at any point is that at the middle of the box, and what the difference of the
// turns makes of the way from there.
// @param box of these points as it is now: the way back is as long
static double longest_path(const BrnContact* contact, int a, int b, const double* box) {
  const BrnContactMotion *own = &contact->motion[a], *other = &contact->motion[b];
  double middle[3], half[3], d[3], back[3], seen[3], turns = 0;
  for (int k = 0; k < 3; k++) {
    middle[k] = 0.5 * (box[k] + box[3 + k]), half[k] = 0.5 * (box[3 + k] - box[k]);
  }
  brn__sub3(d, middle, own->to);
  for (int k = 0; k < 3; k++) { // the inverse turn
    back[k] =
        own->from[k] + own->turn[k] * d[0] + own->turn[3 + k] * d[1] + own->turn[6 + k] * d[2];
  }
  brn__contact_carry(other, back, seen);
  for (int k = 0; k < 9; k++) {
    double difference = own->turn[k] - other->turn[k];
    turns += difference * difference;
  }
  return brn__distance3(seen, middle) + sqrt(turns) * brn__norm3(half) + own->off;
}

static double pad_of(const Broad* broad, int a, int b, double path) {
  const BrnContactSurface* surface = broad->contact->surface;
  double pad = broad->reach + larger(surface[a].thickness, surface[b].thickness);
  return larger(pad, path);
}

// Boxes that are farther apart than this meet neither now nor did they on the way; twice the ways,
// since a surface that turns takes what is beside it farther than itself.
static bool may_meet(const Broad* broad, int a, int b) {
  const BrnContact* contact = broad->contact;
  double pad = pad_of(broad, a, b, 0);
  if (broad->moved) pad += 2 * (contact->motion[a].most + contact->motion[b].most);
  return brn__boxes_meet(contact->box + 6 * (size_t)a, contact->box + 6 * (size_t)b, pad);
}

// how far points of a have come as seen from b; NAN: the two are far apart
static double look_at_pair(const Broad* broad, int a, int b) {
  const BrnContact* contact = broad->contact;
  const double *own = contact->box + 6 * (size_t)a, *other = contact->box + 6 * (size_t)b;
  if (a == b || !contact->surface[b].asked || !may_meet(broad, a, b)) return NAN;
  double come = broad->moved ? longest_path(contact, a, b, own) : 0;
  return brn__boxes_meet(own, other, pad_of(broad, a, b, come)) ? come : NAN;
}

static void look_at_surfaces(void* user, int begin, int end, int worker) {
  (void)worker;
  const Broad* broad = user;
  BrnContact* contact = broad->contact;
  for (int a = begin; a < end; a++) {
    bool asks = contact->group_start[a] < contact->group_start[a + 1];
    for (int b = 0; b < contact->surface_count; b++) {
      size_t pair = (size_t)a * (size_t)contact->surface_count + (size_t)b;
      contact->path[pair] = asks ? look_at_pair(broad, a, b) : NAN;
    }
  }
}

static BrnStatus list_pair(BrnContext* ctx, const Broad* broad, int a, int b, double path) {
  BrnContact* contact = broad->contact;
  int begin = contact->group_start[a], end = contact->group_start[a + 1];
  BRN_TRY(brn__grow(ctx, &contact->item, &contact->item_capacity,
                    (size_t)contact->item_count + (size_t)(end - begin), sizeof(BrnContactItem)));
  const double* other = contact->box + 6 * (size_t)b;
  double pad = pad_of(broad, a, b, path);
  for (int g = begin; g < end; g++) {
    const double* box = contact->group_box + 6 * (size_t)g;
    if (!brn__boxes_meet(box, other, pad)) continue;
    double own_path = broad->moved ? longest_path(contact, a, b, box) : 0;
    if (!brn__boxes_meet(box, other, pad_of(broad, a, b, own_path))) continue;
    contact->item[contact->item_count++] = (BrnContactItem){g, b, own_path};
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------------- due

// how far points of a group have come as seen from the surface
static void measure_items(void* user, int begin, int end, int worker) {
  (void)worker;
  const Broad* broad = user;
  const BrnContact* contact = broad->contact;
  for (int i = begin; i < end; i++) {
    BrnContactItem* item = &contact->item[i];
    const BrnContactGroup* group = &contact->group[item->group];
    double longest = 0;
    for (int g = 0; g < group->count; g++) {
      size_t at = 3 * (size_t)group->point[g];
      double seen[3];
      brn__contact_carry(&contact->motion[item->surface], broad->before + at, seen);
      longest = larger(longest, brn__distance3(seen, contact->position + at));
    }
    item->path = longest;
  }
}

// the row of a group for a surface; one that nobody needs any more if there is none yet, else NULL
static BrnContactApproach* approach_of(BrnContact* contact, const BrnContactItem* item) {
  BrnContactApproach* row = contact->approach + BRN_CONTACT_NEAR * (size_t)item->group;
  BrnContactApproach* unused = NULL;
  for (int k = 0; k < BRN_CONTACT_NEAR; k++) {
    bool counted = row[k].moment >= contact->moment - 1;
    if (counted && row[k].surface == item->surface) return &row[k];
    if (!counted && !unused) unused = &row[k];
  }
  if (unused) *unused = (BrnContactApproach){.surface = item->surface, .come = INFINITY};
  return unused;
}

static bool is_due(const Broad* broad, const BrnContactItem* item) {
  BrnContactApproach* approach = approach_of(broad->contact, item);
  if (!approach) return true;
  approach->moment = broad->contact->moment;
  approach->come += item->path;
  if (!(approach->come > 0.5 * broad->margin)) return false;
  approach->come = 0;
  return true;
}

static void drop_items(const Broad* broad) {
  BrnContact* contact = broad->contact;
  int count = 0;
  for (int i = 0; i < contact->item_count; i++) {
    if (is_due(broad, &contact->item[i])) contact->item[count++] = contact->item[i];
  }
  contact->item_count = count;
}

// --------------------------------------------------------------------------------------------- all

BrnStatus brn__contact_pairs(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                             bool due) {
  Broad broad = {.contact = contact, .margin = search->margin, .before = search->before};
  broad.reach = search->margin; // who is inside of a surface is inside of its box
  broad.moved = search->before != NULL;
  brn__contact_job(ctx, contact, contact->surface_count, 4, look_at_surfaces, &broad, sizeof broad);
  contact->item_count = 0;
  for (int a = 0; a < contact->surface_count; a++) {
    for (int b = 0; b < contact->surface_count; b++) {
      double path = contact->path[(size_t)a * (size_t)contact->surface_count + (size_t)b];
      if (!isnan(path)) BRN_TRY(list_pair(ctx, &broad, a, b, path));
    }
  }
  if (!due || !broad.moved) return BRN_OK;
  contact->moment++;
  brn__contact_job(ctx, contact, contact->item_count, 64, measure_items, &broad, sizeof broad);
  drop_items(&broad);
  return BRN_OK;
}
