// SPDX-License-Identifier: Apache-2.0
//
// Pieces of a part that are cut off and too small to matter go to the part they touch most.

#include "tetra/crumbs.h"

#include "core/vec.h"
#include "mesh/sets.h"
#include "mesh/sort.h"

#include <math.h>

static const double share_that_matters = 1e-3;

typedef struct Crumbs {
  BrnContext* ctx;
  const BrnRules* rules;
  BrnWork* work;
  BrnTuples faces;
  int* set;          // tets that hang together over faces
  double* volume;    // of the piece with that root
  double* part_size; // volume of each part
} Crumbs;

static BrnStatus sort_faces(Crumbs* crumbs) {
  const BrnWork* work = crumbs->work;
  BRN_TRY(brn__tuples_take(crumbs->ctx, 3, 4 * (size_t)work->tet_count, &crumbs->faces));
  for (int t = 0; t < work->tet_count; t++) {
    const int* corner = work->tet + 4 * (size_t)t;
    if (work->owner[t] == BRN_OWNER_GONE) continue;
    for (int k = 0; k < 4; k++) {
      int face[3] = {corner[brn_tet_face[k][0]], corner[brn_tet_face[k][1]],
                     corner[brn_tet_face[k][2]]};
      brn__tuples_add(&crumbs->faces, face, t);
    }
  }
  return brn__tuples_sort(crumbs->ctx, &crumbs->faces, work->vertex_count);
}

// the tets on both sides of the face at a place of the order; false: there is only one
static bool pair_at(const Crumbs* crumbs, int begin, int* end, int* a, int* b) {
  *end = brn__tuples_run_end(&crumbs->faces, begin);
  if (*end - begin < 2) return false;
  *a = brn__tuples_item(&crumbs->faces, begin);
  *b = brn__tuples_item(&crumbs->faces, begin + 1);
  return true;
}

static void find_pieces(Crumbs* crumbs) {
  const BrnWork* work = crumbs->work;
  brn__sets_begin(crumbs->set, work->tet_count);
  for (int begin = 0, end, a, b; begin < crumbs->faces.count; begin = end) {
    if (!pair_at(crumbs, begin, &end, &a, &b)) continue;
    if (work->owner[a] == work->owner[b]) brn__sets_unite(crumbs->set, a, b);
  }
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0) continue;
    double volume = brn__work_volume(work, work->tet + 4 * (size_t)t);
    crumbs->volume[brn__sets_root(crumbs->set, t)] += volume;
    crumbs->part_size[work->owner[t]] += volume;
  }
}

static bool is_crumb(const Crumbs* crumbs, int root) {
  int owner = crumbs->work->owner[root];
  return owner >= 0 && crumbs->volume[root] < share_that_matters * crumbs->part_size[owner];
}

static double area_at(const Crumbs* crumbs, int begin) {
  const int* corner = crumbs->faces.corner + 3 * (size_t)crumbs->faces.order[begin];
  double n[3];
  brn__triangle_normal(n, brn__work_at(crumbs->work, corner[0]),
                       brn__work_at(crumbs->work, corner[1]),
                       brn__work_at(crumbs->work, corner[2]));
  return brn__norm3(n);
}

// Contact of a crumb with each owner; the last one is for what is open.
static void weigh_contacts(Crumbs* crumbs, const int* crumb_of, double* contact) {
  int width = crumbs->rules->part_count + 1;
  const int* owner = crumbs->work->owner;
  for (int begin = 0, end, pair[2]; begin < crumbs->faces.count; begin = end) {
    if (!pair_at(crumbs, begin, &end, &pair[0], &pair[1])) continue;
    if (owner[pair[0]] == owner[pair[1]]) continue;
    for (int k = 0; k < 2; k++) {
      int crumb = crumb_of[brn__sets_root(crumbs->set, pair[k])], other = owner[pair[1 - k]];
      if (crumb < 0) continue;
      size_t at = (size_t)crumb * (size_t)width + (size_t)(other < 0 ? width - 1 : other);
      contact[at] += area_at(crumbs, begin);
    }
  }
}

static int best_contact(const double* contact, int width) {
  int best = width - 1;
  for (int i = 0; i < width; i++) {
    if (contact[i] > contact[best]) best = i;
  }
  return best == width - 1 ? BRN_OWNER_OPEN : best;
}

static BrnStatus reassign(Crumbs* crumbs) {
  BrnWork* work = crumbs->work;
  int count = 0, width = crumbs->rules->part_count + 1;
  int* crumb_of = brn__scratch(crumbs->ctx, work->tet_count, int);
  if (!crumb_of) return BRN_NO_MEMORY;
  for (int t = 0; t < work->tet_count; t++) {
    bool root = crumbs->set[t] == t && is_crumb(crumbs, t);
    crumb_of[t] = root ? count++ : -1;
  }
  double* contact = brn__scratch_zero(crumbs->ctx, (size_t)count * (size_t)width, double);
  if (count > 0 && !contact) return BRN_NO_MEMORY;
  weigh_contacts(crumbs, crumb_of, contact);
  for (int t = 0; t < work->tet_count; t++) {
    int crumb = crumb_of[brn__sets_root(crumbs->set, t)];
    if (crumb < 0) continue;
    work->owner[t] = best_contact(contact + (size_t)crumb * (size_t)width, width);
  }
  return BRN_OK;
}

static BrnStatus run(Crumbs* crumbs) {
  int nt = crumbs->work->tet_count;
  BRN_TRY(sort_faces(crumbs));
  crumbs->set = brn__scratch(crumbs->ctx, nt, int);
  crumbs->volume = brn__scratch_zero(crumbs->ctx, nt, double);
  crumbs->part_size = brn__scratch_zero(crumbs->ctx, crumbs->rules->part_count, double);
  if (!crumbs->set || !crumbs->volume || !crumbs->part_size) return BRN_NO_MEMORY;
  find_pieces(crumbs);
  return reassign(crumbs);
}

BrnStatus brn__crumbs_drop(BrnContext* ctx, const BrnRules* rules, BrnWork* work) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Crumbs crumbs = {.ctx = ctx, .rules = rules, .work = work};
  BrnStatus status = run(&crumbs);
  brn__scratch_release(ctx, mark);
  return status;
}
