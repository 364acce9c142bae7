// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "core/vec.h"

#include <math.h>

// The broad phase: which pairs of surfaces have boxes that meet, and which groups of points of the
// one are near the box of the other. Each pair is looked at on its own; then the list is made in
// order.

typedef struct Broad {
  BrnContact* contact;
  double reach;
  bool moved;
} Broad;

static double larger(double a, double b) { return a > b ? a : b; }

// How far points of surface a have come at most, seen from surface b. Both motions are rigid, so
// their difference at any point is that at the middle of the box, and what the difference of the
// turns makes of the way from there.
static double longest_path(const BrnContact* contact, int a, int b) {
  const BrnContactMotion *own = &contact->motion[a], *other = &contact->motion[b];
  const double* box = contact->box + 6 * (size_t)a; // as it is now: the way back is as long
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

static void pad_box(const double* box, double pad, double* out) {
  for (int k = 0; k < 3; k++) out[k] = box[k] - pad, out[3 + k] = box[3 + k] + pad;
}

static bool boxes_meet(const double* a, const double* b) {
  for (int k = 0; k < 3; k++) {
    if (!(a[k] <= b[3 + k] && b[k] <= a[3 + k])) return false;
  }
  return true;
}

static double pad_of(const Broad* broad, int a, int b, double path) {
  const BrnContactSurface* surface = broad->contact->surface;
  double pad = broad->reach + larger(surface[a].thickness, surface[b].thickness);
  return larger(pad, path);
}

static void look_at_surfaces(void* user, int begin, int end, int worker) {
  (void)worker;
  const Broad* broad = user;
  BrnContact* contact = broad->contact;
  for (int a = begin; a < end; a++) {
    bool asks = contact->group_start[a] < contact->group_start[a + 1];
    for (int b = 0; b < contact->surface_count; b++) {
      double* path = &contact->path[(size_t)a * (size_t)contact->surface_count + (size_t)b];
      double padded[6];
      *path = NAN;
      if (!asks || a == b || !contact->surface[b].asked) continue;
      double come = broad->moved ? longest_path(contact, a, b) : 0;
      pad_box(contact->box + 6 * (size_t)b, pad_of(broad, a, b, come), padded);
      if (boxes_meet(contact->box + 6 * (size_t)a, padded)) *path = come;
    }
  }
}

static BrnStatus list_pair(BrnContext* ctx, const Broad* broad, int a, int b, double path) {
  BrnContact* contact = broad->contact;
  int begin = contact->group_start[a], end = contact->group_start[a + 1];
  BRN_TRY(brn__grow(ctx, &contact->item, &contact->item_capacity,
                    (size_t)contact->item_count + (size_t)(end - begin), sizeof(BrnContactItem)));
  double padded[6], pad = pad_of(broad, a, b, path);
  pad_box(contact->box + 6 * (size_t)b, pad, padded);
  for (int g = begin; g < end; g++) {
    if (!boxes_meet(contact->group_box + 6 * (size_t)g, padded)) continue;
    contact->item[contact->item_count++] = (BrnContactItem){g, b, path, pad};
  }
  return BRN_OK;
}

BrnStatus brn__contact_pairs(BrnContext* ctx, BrnContact* contact, double reach, bool moved) {
  Broad broad = {contact, reach, moved};
  brn__parallel_for(ctx, contact->surface_count, 4, look_at_surfaces, &broad);
  contact->item_count = 0;
  for (int a = 0; a < contact->surface_count; a++) {
    for (int b = 0; b < contact->surface_count; b++) {
      double path = contact->path[(size_t)a * (size_t)contact->surface_count + (size_t)b];
      if (!isnan(path)) BRN_TRY(list_pair(ctx, &broad, a, b, path));
    }
  }
  return BRN_OK;
}
