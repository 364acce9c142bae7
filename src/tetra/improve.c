// SPDX-License-Identifier: Apache-2.0

#include "tetra/improve.h"

#include "core/vec.h"
#include "mesh/sort.h"
#include "tetra/edit.h"
#include "tetra/lift.h"
#include "tetra/reach.h"

#include <math.h>
#include <string.h>

// The worst tets are taken first, and what helps them is tried in turn: removing an edge, a face,
// collapsing an edge, moving the corners. Every step raises the worst quality around it, so the
// rounds end (Freitag and Ollivier-Gooch 1997; Klingner and Shewchuk 2007).

// Tets below it are worked on. The last rounds are for what is still worse than it should be.
static double goal_of(const BrnMeshEdit* edit) {
  return edit->bold ? 1.05 * BRN_QUALITY_ENOUGH : 0.3;
}

static BrnStatus try_edges(BrnMeshEdit* edit, int tet, bool* done) {
  int corner[4];
  memcpy(corner, brn__edit_tet(edit, tet), sizeof corner);
  for (int i = 0; i < 4 && !*done; i++) {
    for (int k = i + 1; k < 4 && !*done; k++) {
      BRN_TRY(brn__remove_edge(edit, corner[i], corner[k], done));
    }
  }
  return BRN_OK;
}

static BrnStatus try_faces(BrnMeshEdit* edit, int tet, bool* done) {
  for (int k = 0; k < 4 && !*done; k++) BRN_TRY(brn__remove_face(edit, tet, k, done));
  return BRN_OK;
}

static BrnStatus try_collapses(BrnMeshEdit* edit, int tet, bool* done) {
  int corner[4];
  memcpy(corner, brn__edit_tet(edit, tet), sizeof corner);
  for (int i = 0; i < 4 && !*done; i++) {
    for (int k = 0; k < 4 && !*done; k++) {
      if (i != k) BRN_TRY(brn__collapse(edit, corner[i], corner[k], done));
    }
  }
  return BRN_OK;
}

static bool try_moves(BrnMeshEdit* edit, int tet) {
  bool done = false;
  int corner[4];
  memcpy(corner, brn__edit_tet(edit, tet), sizeof corner);
  for (int k = 0; k < 4; k++) done = brn__smooth(edit, corner[k]) || done;
  return done;
}

static BrnStatus better_one(BrnMeshEdit* edit, int tet, bool* done) {
  BRN_TRY(brn__go_on(edit->ctx));
  *done = try_moves(edit, tet);
  if (*done && edit->quality[tet] >= goal_of(edit)) return BRN_OK;
  bool changed = false;
  BRN_TRY(try_edges(edit, tet, &changed));
  if (!changed) BRN_TRY(try_faces(edit, tet, &changed));
  if (!changed) BRN_TRY(try_collapses(edit, tet, &changed));
  if (!changed && edit->bold) changed = brn__give_away(edit, tet);
  *done = *done || changed;
  return BRN_OK;
}

// tets below the goal, worst first
static BrnStatus list_bad(BrnMeshEdit* edit, BrnKeyed** list, int* count) {
  const BrnWork* work = edit->work;
  int found = 0;
  for (int t = 0; t < work->tet_count; t++) {
    found += work->owner[t] >= 0 && edit->quality[t] < goal_of(edit);
  }
  *list = brn__scratch(edit->ctx, found, BrnKeyed);
  BrnKeyed* spare = brn__scratch(edit->ctx, found, BrnKeyed);
  if (found > 0 && (!*list || !spare)) return BRN_NO_MEMORY;
  *count = 0;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0 || !(edit->quality[t] < goal_of(edit))) continue;
    uint64_t key = (uint64_t)(1e9 * (edit->quality[t] + 2));
    (*list)[(*count)++] = (BrnKeyed){.key = key, .item = t};
  }
  brn__keys_sort(*list, spare, *count);
  return BRN_OK;
}

static BrnStatus better_bad(BrnMeshEdit* edit, int* changed, int* bad) {
  BrnScratchMark mark = brn__scratch_mark(edit->ctx);
  BrnKeyed* list;
  *changed = 0;
  BrnStatus status = list_bad(edit, &list, bad);
  for (int i = 0; status == BRN_OK && i < *bad; i++) {
    int tet = list[i].item;
    bool done;
    if (edit->work->owner[tet] < 0 || edit->quality[tet] >= goal_of(edit)) continue;
    status = better_one(edit, tet, &done);
    *changed += status == BRN_OK && done;
  }
  brn__scratch_release(edit->ctx, mark);
  return status;
}

static void settle_all(BrnMeshEdit* edit, double least) {
  for (int v = 0; v < edit->work->vertex_count; v++) brn__settle(edit, v, least);
}

static BrnStatus run(BrnMeshEdit* edit, const BrnTetraDef* def) {
  for (int pass = 0; pass < def->passes; pass++) {
    int changed = 0, bad = 0;
    BRN_TRY(brn__go_on(edit->ctx));
    if (def->progress) {
      def->progress(def->progress_user, "improving", 0.4 + 0.6 * pass / def->passes);
    }
    BRN_TRY(better_bad(edit, &changed, &bad));
    brn__log(edit->ctx, BRN_LOG_DEBUG, "improvement %d: %d bad tets, %d changed", pass, bad,
             changed);
    if (pass < 3) {
      BRN_TRY(brn__lift_interfaces(edit));
      settle_all(edit, 0.2);
    }
    if (edit->bold && bad == 0) break;
    if (pass > 3 && changed < 1 + bad / 100) edit->bold = true;
    if (pass + 6 >= def->passes && pass > 2) edit->bold = true;
  }
  return BRN_OK;
}

// The rounds have left something on the way: volume, and rims.
static BrnStatus finish(BrnMeshEdit* edit, double size) {
  BRN_TRY(brn__reach_rims(edit, size));
  BRN_TRY(brn__lift_volumes(edit));
  settle_all(edit, 0.2);
  return brn__reach_rims(edit, size);
}

BrnStatus brn__improve(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def, double size,
                       BrnWork* work) {
  BrnMeshEdit edit;
  BRN_TRY(brn__edit_create(ctx, rules, work, &edit));
  BrnStatus status = run(&edit, def);
  if (status == BRN_OK) status = finish(&edit, size);
  brn__edit_destroy(&edit);
  return status;
}
