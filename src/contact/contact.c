// SPDX-License-Identifier: Apache-2.0
//
// Makes what searches need: a tree for each surface, points in groups of neighbours, what is
// spared, and what overlaps at rest.

#include "contact/contact.h"

#include "mesh/morton.h"

#include <string.h>

BrnContactDef brn_contact_def_default(void) {
  return (BrnContactDef){.buried = 0.003, .cookie = BRN_COOKIE};
}

BrnContactSearch brn_contact_search_default(void) {
  return (BrnContactSearch){.margin = 0.002, .depth = 0.01, .cookie = BRN_COOKIE};
}

void brn_contact_destroy(BrnContext* ctx, BrnContact* contact) {
  BRN_ASSERT(ctx);
  if (!contact) return;
  for (int s = 0; contact->bvh && s < contact->surface_count; s++) {
    brn_bvh_destroy(ctx, contact->bvh[s]);
  }
  brn_adjacency_destroy(ctx, contact->around);
  void* block[] = {contact->surface,     contact->bvh,        contact->triangle,     contact->group,
                   contact->group_start, contact->rest_start, contact->rest_surface, contact->rest,
                   contact->box,         contact->group_box,  contact->motion,       contact->path,
                   contact->item,        contact->slot,       contact->slot_count,   contact->touch,
                   contact->approach,    contact->group_of,   contact->owner,        contact->stamp,
                   contact->tally,       contact->kept,       contact->next,         contact};
  for (size_t i = 0; i < sizeof block / sizeof *block; i++) brn__free(ctx, block[i]);
}

// ------------------------------------------------------------------------------------------ checks

static BrnStatus check_run(BrnContext* ctx, const char* what, int s, int first, int count,
                           int all) {
  if (first >= 0 && count >= 0 && count <= all && first <= all - count) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "contact surface %d: %s %d to %d are not in the mesh, which has %d", s, what,
                   first, first + count - 1, all);
}

static BrnStatus check_corners(BrnContext* ctx, const BrnMesh* mesh, const BrnContactDef* def,
                               int s) {
  const BrnContactSurface* surface = &def->surface[s];
  for (int i = 0; i < 3 * surface->triangle_count; i++) {
    int v = mesh->triangle[3 * (size_t)surface->first_triangle + (size_t)i];
    if (v >= surface->first && v < surface->first + surface->vertex_count) continue;
    return brn__fail(ctx, BRN_INVALID,
                     "contact surface %d: triangle %d has vertex %d, which is not one of its own",
                     s, surface->first_triangle + i / 3, v);
  }
  return BRN_OK;
}

static BrnStatus check(BrnContext* ctx, const BrnMesh* mesh, const BrnContactDef* def) {
  for (int s = 0; s < def->surface_count; s++) {
    const BrnContactSurface* surface = &def->surface[s];
    BRN_TRY(
        check_run(ctx, "vertices", s, surface->first, surface->vertex_count, mesh->vertex_count));
    BRN_TRY(check_run(ctx, "triangles", s, surface->first_triangle, surface->triangle_count,
                      mesh->triangle_count));
    BRN_TRY(check_corners(ctx, mesh, def, s));
    if (surface->thickness >= 0 && surface->thickness < 1e100) continue;
    return brn__fail(ctx, BRN_INVALID, "contact surface %d: a thickness of %g m cannot be kept", s,
                     surface->thickness);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- trees

static BrnStatus make_tree(BrnContext* ctx, const BrnMesh* mesh, const BrnContactSurface* surface,
                           BrnBvh** out) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  size_t count = 3 * (size_t)surface->triangle_count;
  int* corner = brn__scratch(ctx, count, int);
  BrnStatus status = corner ? BRN_OK : BRN_NO_MEMORY;
  for (size_t i = 0; corner && i < count; i++) {
    corner[i] = mesh->triangle[3 * (size_t)surface->first_triangle + i] - surface->first;
  }
  BrnMesh own = {.vertex_count = surface->vertex_count,
                 .triangle_count = surface->triangle_count,
                 .position = mesh->position + 3 * (size_t)surface->first,
                 .triangle = corner};
  if (status == BRN_OK) status = brn_bvh_create(ctx, &own, out);
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------ groups

static int point_count(const BrnContactDef* def, const BrnContactSurface* surface) {
  int count = surface->asks ? surface->vertex_count : 0;
  for (int v = 0; surface->asks && def->silent && v < surface->vertex_count; v++) {
    count -= def->silent[surface->first + v];
  }
  return count;
}

static BrnStatus group_points(BrnContext* ctx, const BrnMesh* mesh, const BrnContactDef* def, int s,
                              BrnContact* contact) {
  const BrnContactSurface* surface = &contact->surface[s];
  int* order = brn__scratch(ctx, surface->vertex_count, int);
  if (!order) return BRN_NO_MEMORY;
  BRN_TRY(brn__morton_order(ctx, mesh->position + 3 * (size_t)surface->first, surface->vertex_count,
                            order));
  BrnContactGroup* group = contact->group + contact->group_start[s];
  int count = 0;
  for (int i = 0; i < surface->vertex_count; i++) {
    int v = surface->first + order[i];
    if (def->silent && def->silent[v]) continue;
    BrnContactGroup* at = &group[count++ / BRN_CONTACT_GROUP];
    at->surface = s;
    at->point[at->count++] = v;
    contact->group_of[v] = (int)(at - contact->group);
  }
  return BRN_OK;
}

static BrnStatus make_groups(BrnContext* ctx, const BrnMesh* mesh, const BrnContactDef* def,
                             BrnContact* contact) {
  int count = 0;
  for (int s = 0; s < contact->surface_count; s++) {
    contact->group_start[s] = count;
    int points = point_count(def, &contact->surface[s]);
    count += (points + BRN_CONTACT_GROUP - 1) / BRN_CONTACT_GROUP;
  }
  contact->group_start[contact->surface_count] = contact->group_count = count;
  contact->group = brn__new_zero(ctx, count, BrnContactGroup);
  contact->group_box = brn__new(ctx, 6 * (size_t)count, double);
  contact->approach = brn__new_zero(ctx, BRN_CONTACT_NEAR * (size_t)count, BrnContactApproach);
  if (!contact->group || !contact->group_box || !contact->approach) return BRN_NO_MEMORY;
  BrnStatus status = BRN_OK;
  for (int s = 0; s < contact->surface_count && status == BRN_OK; s++) {
    BrnScratchMark mark = brn__scratch_mark(ctx);
    if (contact->surface[s].asks) status = group_points(ctx, mesh, def, s, contact);
    brn__scratch_release(ctx, mark);
  }
  return status;
}

// room that most searches will never outgrow
static BrnStatus make_room(BrnContext* ctx, BrnContact* contact) {
  size_t items = 4 * (size_t)contact->group_count + 64;
  size_t slots = items * BRN_CONTACT_GROUP;
  BRN_TRY(brn__grow(ctx, &contact->item, &contact->item_capacity, items, sizeof(BrnContactItem)));
  BRN_TRY(brn__grow(ctx, &contact->slot, &contact->slot_capacity, slots, sizeof(BrnTouch)));
  BRN_TRY(brn__grow_block(ctx, &contact->slot_count, items, sizeof(int)));
  BRN_TRY(brn__grow(ctx, &contact->kept, &contact->kept_capacity, slots / 2, sizeof(BrnTouch)));
  BRN_TRY(brn__grow(ctx, &contact->next, &contact->next_capacity, slots / 2, sizeof(BrnTouch)));
  return brn__grow(ctx, &contact->touch, &contact->touch_capacity, slots / 2, sizeof(BrnTouch));
}

// --------------------------------------------------------------------------------------------- all

static void name_owners(BrnContact* contact) {
  for (int v = 0; v < contact->vertex_count; v++) contact->owner[v] = contact->group_of[v] = -1;
  for (int s = 0; s < contact->surface_count; s++) {
    const BrnContactSurface* surface = &contact->surface[s];
    for (int v = 0; v < surface->vertex_count; v++) contact->owner[surface->first + v] = s;
  }
}

static BrnStatus fill(BrnContext* ctx, const BrnMesh* mesh, const BrnContactDef* def,
                      BrnContact* contact) {
  int count = def->surface_count;
  size_t corners = 3 * (size_t)mesh->triangle_count;
  contact->vertex_count = mesh->vertex_count;
  contact->moment = 2; // all ways are of earlier ones
  contact->triangle_count = mesh->triangle_count;
  contact->surface = brn__new(ctx, count, BrnContactSurface);
  contact->bvh = brn__new_zero(ctx, count, BrnBvh*);
  contact->triangle = brn__new(ctx, corners, int);
  contact->group_start = brn__new(ctx, count + 1, int);
  contact->box = brn__new(ctx, 6 * (size_t)count, double);
  contact->motion = brn__new(ctx, count, BrnContactMotion);
  contact->path = brn__new(ctx, (size_t)count * (size_t)count, double);
  contact->group_of = brn__new(ctx, mesh->vertex_count, int);
  contact->owner = brn__new(ctx, mesh->vertex_count, int);
  contact->stamp = brn__new_zero(ctx, mesh->vertex_count, int);
  contact->tally = brn__new(ctx, count + 1, int);
  if (!contact->surface || !contact->bvh || !contact->triangle || !contact->group_start ||
      !contact->box || !contact->motion || !contact->path || !contact->group_of ||
      !contact->owner || !contact->stamp || !contact->tally) {
    return BRN_NO_MEMORY;
  }
  contact->surface_count = count;
  if (count > 0) memcpy(contact->surface, def->surface, sizeof *def->surface * (size_t)count);
  if (corners > 0) memcpy(contact->triangle, mesh->triangle, sizeof(int) * corners);
  name_owners(contact);
  BRN_TRY(brn_adjacency_vertex_triangles(ctx, mesh, &contact->around));
  for (int s = 0; s < count; s++) {
    BRN_TRY(make_tree(ctx, mesh, &contact->surface[s], &contact->bvh[s]));
  }
  BRN_TRY(make_groups(ctx, mesh, def, contact));
  brn__contact_move(ctx, contact, mesh->position);
  BRN_TRY(brn__contact_rest(ctx, contact, def));
  contact->position = NULL;
  return make_room(ctx, contact);
}

BrnStatus brn_contact_create(BrnContext* ctx, const BrnMesh* mesh, const BrnContactDef* def,
                             BrnContact** out) {
  BRN_ASSERT(ctx && mesh && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(check(ctx, mesh, def));
  BrnContact* contact = brn__new_zero(ctx, 1, BrnContact);
  if (!contact) return BRN_NO_MEMORY;
  BrnStatus status = fill(ctx, mesh, def, contact);
  if (status != BRN_OK) {
    brn_contact_destroy(ctx, contact);
    return status;
  }
  *out = contact;
  return BRN_OK;
}
