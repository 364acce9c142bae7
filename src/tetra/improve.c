// SPDX-License-Identifier: Apache-2.0

#include "tetra/improve.h"

#include "core/vec.h"
#include "mesh/sort.h"
#include "tetra/lift.h"
#include "tetra/patch.h"
#include "tetra/reach.h"

#include <math.h>
#include <string.h>

// The worst tets are taken first, and what helps them is tried in turn: removing an edge, a face,
// collapsing an edge, moving the corners. Every step raises the worst quality around it, so the
// rounds end (Freitag and Ollivier-Gooch 1997; Klingner and Shewchuk 2007).

// Tets below it are worked on. The last rounds are for what is still worse than it should be.
static double goal_of(const BrnPatch* patch) {
  return patch->bold ? 1.05 * BRN_QUALITY_ENOUGH : 0.3;
}

static BrnStatus try_edges(BrnPatch* patch, int tet, bool* done) {
  int corner[4];
  memcpy(corner, brn__patch_tet(patch, tet), sizeof corner);
  for (int i = 0; i < 4 && !*done; i++) {
    for (int k = i + 1; k < 4 && !*done; k++) {
      BRN_TRY(brn__remove_edge(patch, corner[i], corner[k], done));
    }
  }
  return BRN_OK;
}

static BrnStatus try_faces(BrnPatch* patch, int tet, bool* done) {
  for (int k = 0; k < 4 && !*done; k++) BRN_TRY(brn__remove_face(patch, tet, k, done));
  return BRN_OK;
}

static BrnStatus try_collapses(BrnPatch* patch, int tet, bool* done) {
  int corner[4];
  memcpy(corner, brn__patch_tet(patch, tet), sizeof corner);
  for (int i = 0; i < 4 && !*done; i++) {
    for (int k = 0; k < 4 && !*done; k++) {
      if (i != k) BRN_TRY(brn__collapse(patch, corner[i], corner[k], done));
    }
  }
  return BRN_OK;
}

static bool try_moves(BrnPatch* patch, int tet) {
  bool done = false;
  int corner[4];
  memcpy(corner, brn__patch_tet(patch, tet), sizeof corner);
  for (int k = 0; k < 4; k++) done = brn__smooth(patch, corner[k]) || done;
  return done;
}

static BrnStatus better_one(BrnPatch* patch, int tet, bool* done) {
  BRN_TRY(brn__go_on(patch->ctx));
  *done = try_moves(patch, tet);
  if (*done && patch->quality[tet] >= goal_of(patch)) return BRN_OK;
  bool changed = false;
  BRN_TRY(try_edges(patch, tet, &changed));
  if (!changed) BRN_TRY(try_faces(patch, tet, &changed));
  if (!changed) BRN_TRY(try_collapses(patch, tet, &changed));
  if (!changed && patch->bold) changed = brn__give_away(patch, tet);
  *done = *done || changed;
  return BRN_OK;
}

// tets below the goal, worst first
static BrnStatus list_bad(BrnPatch* patch, BrnKeyed** list, int* count) {
  const BrnWork* work = patch->work;
  int found = 0;
  for (int t = 0; t < work->tet_count; t++) {
    found += work->owner[t] >= 0 && patch->quality[t] < goal_of(patch);
  }
  *list = brn__scratch(patch->ctx, found, BrnKeyed);
  BrnKeyed* spare = brn__scratch(patch->ctx, found, BrnKeyed);
  if (found > 0 && (!*list || !spare)) return BRN_NO_MEMORY;
  *count = 0;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0 || !(patch->quality[t] < goal_of(patch))) continue;
    uint64_t key = (uint64_t)(1e9 * (patch->quality[t] + 2));
    (*list)[(*count)++] = (BrnKeyed){.key = key, .item = t};
  }
  brn__keys_sort(*list, spare, *count);
  return BRN_OK;
}

static BrnStatus better_bad(BrnPatch* patch, int* changed, int* bad) {
  BrnScratchMark mark = brn__scratch_mark(patch->ctx);
  BrnKeyed* list;
  *changed = 0;
  BrnStatus status = list_bad(patch, &list, bad);
  for (int i = 0; status == BRN_OK && i < *bad; i++) {
    int tet = list[i].item;
    bool done;
    if (patch->work->owner[tet] < 0 || patch->quality[tet] >= goal_of(patch)) continue;
    status = better_one(patch, tet, &done);
    *changed += status == BRN_OK && done;
  }
  brn__scratch_release(patch->ctx, mark);
  return status;
}

static void settle_all(BrnPatch* patch, double least) {
  for (int v = 0; v < patch->work->vertex_count; v++) brn__settle(patch, v, least);
}

static BrnStatus run(BrnPatch* patch, const BrnTetraDef* def) {
  for (int pass = 0; pass < def->passes; pass++) {
    int changed = 0, bad = 0;
    BRN_TRY(brn__go_on(patch->ctx));
    if (def->progress) {
      def->progress(def->progress_user, "improving", 0.4 + 0.6 * pass / def->passes);
    }
    BRN_TRY(better_bad(patch, &changed, &bad));
    brn__log(patch->ctx, BRN_LOG_DEBUG, "improvement %d: %d bad tets, %d changed", pass, bad,
             changed);
    if (pass < 3) {
      BRN_TRY(brn__lift_interfaces(patch));
      settle_all(patch, 0.2);
    }
    if (patch->bold && bad == 0) break;
    if (pass > 3 && changed < 1 + bad / 100) patch->bold = true;
    if (pass + 6 >= def->passes && pass > 2) patch->bold = true;
  }
  return BRN_OK;
}

// The rounds have left something on the way: volume, and rims.
static BrnStatus finish(BrnPatch* patch, double size) {
  BRN_TRY(brn__reach_rims(patch, size));
  BRN_TRY(brn__lift_volumes(patch));
  settle_all(patch, 0.2);
  return brn__reach_rims(patch, size);
}

BrnStatus brn__improve(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def, double size,
                       BrnWork* work) {
  BrnPatch patch;
  BRN_TRY(brn__patch_create(ctx, rules, work, &patch));
  BrnStatus status = run(&patch, def);
  if (status == BRN_OK) status = finish(&patch, size);
  brn__patch_destroy(&patch);
  return status;
}
