// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// Contacts from moment to moment. To look for all of them again in every sub-step took nine tenths
// of the time of a frame; and who looks anew takes the nearest side of a surface for the right one,
// which it is not for a point that is deep inside of something thin. So contacts are followed along
// their surfaces, and a group of points is searched again only when it has come nearer to a surface
// by half of the margin since: who was not in the list was farther than the margin then.

enum { GRAIN = 256, MOST_STAMPS = 1 << 30 };

static const double FAR = 2;               // margins beyond what must be kept: forgotten
static const double DEEPEST_START = 0.001; // how deep a contact may be when it begins, m

static size_t pair_of(const BrnContact* contact, const BrnTouch* touch) {
  return (size_t)contact->owner[touch->point] * (size_t)contact->surface_count +
         (size_t)touch->surface;
}

// --------------------------------------------------------------------------------------- following

static void set_place(const BrnContactPlace* place, BrnTouch* touch) {
  touch->triangle = place->triangle;
  touch->distance = place->distance;
  brn__copy3(touch->weight, place->weight);
  brn__copy3(touch->normal, place->normal);
}

// A face that turned over within a moment is folded, or the place went around a rim: nobody knows
// the side any more, and the group is searched again.
static void follow(const BrnContact* contact, BrnTouch* touch) {
  const double* p = contact->position + 3 * (size_t)touch->point;
  BrnContactPlace place = brn__contact_walk(contact, touch->triangle, p);
  touch->distance = NAN;
  if (place.triangle < 0 || brn__dot3(place.normal, touch->normal) < 0) return;
  set_place(&place, touch);
}

static void follow_range(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnContact* contact = user;
  for (int i = begin; i < end; i++) follow(contact, &contact->kept[i]);
}

static void ask_again(BrnContact* contact) {
  for (int i = 0; i < contact->kept_count; i++) {
    const BrnTouch* touch = &contact->kept[i];
    if (!isnan(touch->distance)) continue;
    BrnContactApproach* row =
        contact->approach + BRN_CONTACT_NEAR * (size_t)contact->group_of[touch->point];
    for (int k = 0; k < BRN_CONTACT_NEAR; k++) {
      if (row[k].surface == touch->surface) row[k].come = INFINITY;
    }
  }
}

// ----------------------------------------------------------------------------------------- merging

typedef struct Merge {
  BrnContact* contact;
  const BrnTouch *old, *old_end, *found, *found_end;
  const BrnContactItem *item, *item_end; // that were searched
  BrnTouch* to;
  const double* before; // positions a moment ago
  double far;           // m
} Merge;

// Of what was searched, who is inside stays where it is known to be, and the rest is as it was
// found.
static bool stays(const Merge* m, const BrnTouch* touch, bool searched) {
  if (searched) return touch->distance < 0;
  return touch->distance - touch->least < m->far;
}

// How deep a point was at its place a moment ago, beyond what it may be: contacts begin outside.
// One that is found inside, and was inside before without being known, is a mistake about the side.
static bool begins(const Merge* m, const BrnTouch* touch) {
  double offset[3];
  if (!m->before || m->contact->surface[touch->surface].asks) return true;
  brn__copy3(offset, m->before + 3 * (size_t)touch->point);
  for (int c = 0; c < 3; c++) {
    int corner = m->contact->triangle[3 * (size_t)touch->triangle + (size_t)c];
    brn__axpy3(offset, offset, -touch->weight[c], m->before + 3 * (size_t)corner);
  }
  return brn__dot3(offset, touch->normal) > fmin(touch->least, 0) - DEEPEST_START;
}

static size_t pair_of_item(const BrnContact* contact, const BrnContactItem* item) {
  return (size_t)contact->group[item->group].surface * (size_t)contact->surface_count +
         (size_t)item->surface;
}

// points that were searched for the pair
static void stamp_items(Merge* m, size_t pair, int stamp) {
  BrnContact* contact = m->contact;
  for (; m->item < m->item_end && pair_of_item(contact, m->item) <= pair; m->item++) {
    if (pair_of_item(contact, m->item) < pair) continue;
    const BrnContactGroup* group = &contact->group[m->item->group];
    for (int g = 0; g < group->count; g++) contact->stamp[group->point[g]] = stamp;
  }
}

static void merge_pair(Merge* m, size_t pair) {
  BrnContact* contact = m->contact;
  bool far = isnan(contact->path[pair]);
  int searched = ++contact->stamp_last, taken = ++contact->stamp_last;
  stamp_items(m, pair, searched);
  for (; m->old < m->old_end && pair_of(contact, m->old) == pair; m->old++) {
    int* stamp = &contact->stamp[m->old->point];
    if (far || !stays(m, m->old, *stamp == searched)) continue;
    *stamp = taken;
    *m->to++ = *m->old;
  }
  for (; m->found < m->found_end && pair_of(contact, m->found) == pair; m->found++) {
    if (contact->stamp[m->found->point] == taken) continue;
    if (begins(m, m->found)) *m->to++ = *m->found;
  }
}

static void merge(Merge* m) {
  while (m->old < m->old_end || m->found < m->found_end) {
    size_t pair = SIZE_MAX;
    if (m->old < m->old_end) pair = pair_of(m->contact, m->old);
    if (m->found < m->found_end) {
      size_t other = pair_of(m->contact, m->found);
      if (other < pair) pair = other;
    }
    merge_pair(m, pair);
  }
}

// --------------------------------------------------------------------------------------------- all

static BrnStatus merge_lists(BrnContext* ctx, BrnContact* contact, Merge* m, int found_count) {
  size_t room = (size_t)contact->kept_count + (size_t)found_count;
  BRN_TRY(brn__grow(ctx, &contact->next, &contact->next_capacity, room, sizeof(BrnTouch)));
  m->contact = contact, m->to = contact->next;
  m->old = contact->kept, m->old_end = m->old + contact->kept_count;
  m->found_end = m->found + found_count;
  m->item = contact->item, m->item_end = contact->item + contact->item_count;
  merge(m);
  BrnTouch* list = contact->next;
  size_t capacity = contact->next_capacity;
  contact->kept_count = (int)(m->to - list);
  contact->next = contact->kept, contact->next_capacity = contact->kept_capacity;
  contact->kept = list, contact->kept_capacity = capacity;
  return BRN_OK;
}

BrnStatus brn__contact_keep(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                            const BrnTouch** out, int* count) {
  Merge m = {.before = search->before, .far = FAR * search->margin};
  int found_count;
  *out = NULL, *count = 0;
  brn__contact_job(ctx, contact, contact->kept_count, GRAIN, follow_range, contact, 0);
  ask_again(contact);
  BRN_TRY(brn__contact_look(ctx, contact, search, true, &m.found, &found_count));
  BRN_TRY(merge_lists(ctx, contact, &m, found_count));
  *out = contact->kept, *count = contact->kept_count;
  return BRN_OK;
}

BrnStatus brn__contact_renew(BrnContext* ctx, BrnContact* contact, const BrnContactSearch* search,
                             const BrnTouch** out, int* count) {
  BRN_TRY(brn__contact_look(ctx, contact, search, false, out, count));
  size_t room = (size_t)*count;
  BRN_TRY(brn__grow(ctx, &contact->kept, &contact->kept_capacity, room, sizeof(BrnTouch)));
  if (room > 0) memcpy(contact->kept, *out, sizeof(BrnTouch) * room);
  contact->kept_count = *count;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ memory

// Contacts of one surface by the other one, then by point; what is no triangle of another surface
// that may be touched is left out, and so are points that do not ask.
static void load_surface(BrnContact* contact, int a, const int* touch) {
  const BrnContactSurface* surface = &contact->surface[a];
  int* tally = contact->tally;
  memset(tally, 0, sizeof(int) * (size_t)(contact->surface_count + 1));
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < BRN_CONTACT_MEMORY * surface->vertex_count; i++) {
      int point = surface->first + i / BRN_CONTACT_MEMORY;
      int triangle = touch[BRN_CONTACT_MEMORY * (size_t)surface->first + (size_t)i];
      if (triangle < 0 || triangle >= contact->triangle_count) continue;
      if (contact->group_of[point] < 0) continue;
      int other = contact->owner[contact->triangle[3 * (size_t)triangle]];
      if (other < 0 || other == a || !contact->surface[other].asked) continue;
      if (pass == 0) {
        tally[other + 1]++;
      } else {
        contact->kept[contact->kept_count + tally[other]++] =
            (BrnTouch){.point = point, .surface = other, .triangle = triangle};
      }
    }
    for (int b = 0; b < contact->surface_count && pass == 0; b++) tally[b + 1] += tally[b];
  }
  contact->kept_count += contact->surface_count > 0 ? tally[contact->surface_count - 1] : 0;
}

static double least_of(const BrnContact* contact, const BrnTouch* touch) {
  const BrnContactSurface *own = &contact->surface[contact->owner[touch->point]],
                          *other = &contact->surface[touch->surface];
  double rest = brn__contact_rest_distance(contact, touch->point, touch->surface);
  return fmin(rest, fmax(own->thickness, other->thickness));
}

BrnStatus brn__contact_load(BrnContext* ctx, BrnContact* contact, const int* touch) {
  size_t room = 0;
  contact->moment += 2; // no way was counted in the moment before
  if (contact->stamp_last > MOST_STAMPS) {
    memset(contact->stamp, 0, sizeof(int) * (size_t)contact->vertex_count);
    contact->stamp_last = 0;
  }
  for (size_t i = 0; i < BRN_CONTACT_MEMORY * (size_t)contact->vertex_count; i++) {
    room += touch[i] >= 0;
  }
  BRN_TRY(brn__grow(ctx, &contact->kept, &contact->kept_capacity, room, sizeof(BrnTouch)));
  contact->kept_count = 0;
  for (int a = 0; a < contact->surface_count; a++) load_surface(contact, a, touch);
  for (int i = 0; i < contact->kept_count; i++) {
    contact->kept[i].least = least_of(contact, &contact->kept[i]);
  }
  return BRN_OK;
}

static void save_touch(const BrnTouch* touch, int* row) {
  for (int k = 0; k < BRN_CONTACT_MEMORY; k++) {
    if (row[k] >= 0) continue;
    row[k] = touch->triangle;
    return;
  }
}

// those that press first, as there may be more than can be saved
void brn__contact_save(const BrnContact* contact, int* touch) {
  for (size_t i = 0; i < BRN_CONTACT_MEMORY * (size_t)contact->vertex_count; i++) touch[i] = -1;
  for (int i = 0; i < 2 * contact->kept_count; i++) {
    const BrnTouch* one = &contact->kept[i % contact->kept_count];
    bool presses = one->distance < one->least;
    if (presses == (i < contact->kept_count)) {
      save_touch(one, touch + BRN_CONTACT_MEMORY * (size_t)one->point);
    }
  }
}
