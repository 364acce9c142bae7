// SPDX-License-Identifier: Apache-2.0

#include "contact/contact.h"

#include "mesh/box_tree.h"

#include <math.h>

// Points inside of a surface are inside of its box, however deep, so the leaves of the tree do not
// tell which groups are worth a look.

typedef struct Measure {
  BrnContact* contact;
  BrnPenetration* deepest; // of each item: a group and a surface; depth 0: none
} Measure;

static void measure_items(void* user, int begin, int end, int worker) {
  (void)worker;
  Measure* measure = user;
  const BrnContact* contact = measure->contact;
  for (int i = begin; i < end; i++) {
    const BrnContactItem* item = &contact->item[i];
    const BrnContactGroup* group = &contact->group[item->group];
    BrnPenetration* deepest = &measure->deepest[i];
    *deepest = (BrnPenetration){group->surface, item->surface, -1, 0};
    for (int g = 0; g < group->count; g++) {
      int point = group->point[g];
      const double* p = contact->position + 3 * (size_t)point;
      double rest = brn__contact_rest_distance(contact, point, item->surface);
      if (rest == -INFINITY || !brn__box_has(contact->box + 6 * (size_t)item->surface, 0, p))
        continue;
      BrnContactPlace place = brn__contact_closest(contact, item->surface, NULL, p, INFINITY);
      if (place.triangle < 0 || place.doubtful) continue;
      double depth = fmin(rest, 0) - place.distance;
      if (depth > deepest->depth) deepest->depth = depth, deepest->point = point;
    }
  }
}

static BrnStatus list_groups(BrnContext* ctx, BrnContact* contact, int a, int b) {
  const double* box = contact->box + 6 * (size_t)b;
  for (int g = contact->group_start[a]; g < contact->group_start[a + 1]; g++) {
    if (!brn__boxes_meet(contact->group_box + 6 * (size_t)g, box, 0)) continue;
    BRN_TRY(brn__grow(ctx, &contact->item, &contact->item_capacity, (size_t)contact->item_count + 1,
                      sizeof(BrnContactItem)));
    contact->item[contact->item_count++] = (BrnContactItem){.group = g, .surface = b};
  }
  return BRN_OK;
}

static BrnStatus list_items(BrnContext* ctx, BrnContact* contact) {
  contact->item_count = 0;
  for (int a = 0; a < contact->surface_count; a++) {
    if (contact->surface[a].triangle_count == 0) continue; // points alone
    for (int b = 0; b < contact->surface_count; b++) {
      if (a != b && contact->surface[b].asked) BRN_TRY(list_groups(ctx, contact, a, b));
    }
  }
  return BRN_OK;
}

// the items of a pair follow each other
static BrnStatus join_pairs(BrnContext* ctx, const Measure* measure, int item_count,
                            BrnPenetration** out, int* count) {
  BrnPenetration* list = brn__new(ctx, item_count, BrnPenetration);
  if (!list) return BRN_NO_MEMORY;
  int last = -1;
  for (int i = 0; i < item_count; i++) {
    const BrnPenetration* one = &measure->deepest[i];
    if (!(one->depth > 0)) continue;
    bool same = last >= 0 && list[last].surface == one->surface && list[last].other == one->other;
    if (!same) {
      list[++last] = *one;
    } else if (one->depth > list[last].depth) {
      list[last] = *one;
    }
  }
  *out = list, *count = last + 1;
  return BRN_OK;
}

BrnStatus brn_contact_depths(BrnContext* ctx, BrnContact* contact, const double* position,
                             BrnPenetration** out, int* count) {
  BRN_ASSERT(ctx && contact && out && count && (position || contact->vertex_count == 0));
  *out = NULL, *count = 0;
  brn__contact_move(ctx, contact, position);
  BRN_TRY(list_items(ctx, contact));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Measure measure = {.contact = contact};
  measure.deepest = brn__scratch(ctx, contact->item_count, BrnPenetration);
  BrnStatus status = measure.deepest ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    brn__parallel_for(ctx, contact->item_count, 8, measure_items, &measure);
    status = join_pairs(ctx, &measure, contact->item_count, out, count);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
