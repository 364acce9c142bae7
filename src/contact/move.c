// SPDX-License-Identifier: Apache-2.0
//
// Surfaces at new positions: boxes of trees and groups follow.

#include "contact/contact.h"

#include "mesh/box_tree.h"

void brn__contact_job(BrnContext* ctx, const BrnContact* contact, int count, int grain,
                      BrnRangeFn* fn, void* job, size_t size) {
  if (contact->spread) {
    brn__parallel_job(ctx, count, grain, fn, job, size);
  } else {
    brn__parallel_for(ctx, count, grain, fn, job);
  }
}

typedef struct Move {
  BrnContext* ctx;
  BrnContact* contact;
} Move;

static void move_surfaces(void* user, int begin, int end, int worker) {
  (void)worker;
  Move* move = user;
  BrnContact* contact = move->contact;
  for (int s = begin; s < end; s++) {
    const BrnContactSurface* surface = &contact->surface[s];
    const double* position = contact->position + 3 * (size_t)surface->first;
    double* box = contact->box + 6 * (size_t)s;
    brn__box_clear(box);
    for (int v = 0; v < surface->vertex_count; v++) {
      brn__box_join_point(box, position + 3 * (size_t)v);
    }
    brn_bvh_refit(move->ctx, contact->bvh[s], position, false);
  }
}

static void move_groups(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnContact* contact = user;
  for (int g = begin; g < end; g++) {
    const BrnContactGroup* group = &contact->group[g];
    double* box = contact->group_box + 6 * (size_t)g;
    brn__box_clear(box);
    for (int i = 0; i < group->count; i++) {
      brn__box_join_point(box, contact->position + 3 * (size_t)group->point[i]);
    }
  }
}

void brn__contact_move(BrnContext* ctx, BrnContact* contact, const double* position) {
  Move move = {ctx, contact};
  contact->position = position;
  brn__contact_job(ctx, contact, contact->surface_count, 1, move_surfaces, &move, sizeof move);
  brn__contact_job(ctx, contact, contact->group_count, 64, move_groups, contact, 0);
}
