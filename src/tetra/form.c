// SPDX-License-Identifier: Apache-2.0
//
// From surfaces to tets, step by step, again with another size until there are as many as were
// asked for.

#include "tetra/form.h"

#include "tetra/bridge.h"
#include "tetra/crumbs.h"
#include "tetra/cut.h"
#include "tetra/fill.h"
#include "tetra/lattice.h"
#include "tetra/lost.h"

#include <math.h>

typedef struct Form {
  BrnContext* ctx;
  const BrnTetraDef* def;
  const BrnRules* rules;
  BrnTetraPlan* plan;
  BrnWork* work;
  double size;
  BrnLost lost;
  int loose; // bridges that join nothing yet
  int tets;  // that a part owns
} Form;

static void tell(const BrnTetraDef* def, const char* stage, double fraction) {
  if (def->progress) def->progress(def->progress_user, stage, fraction);
}

static BrnStatus lay_lattice(const Form* form) {
  BrnOctree tree;
  brn__work_free(form->ctx, form->work);
  BRN_TRY(brn__plan_octree(form->ctx, form->rules, form->plan, form->def, form->size, &tree));
  BrnStatus status = brn__lattice_make(form->ctx, &tree, form->work);
  brn__octree_destroy(form->ctx, &tree);
  return status;
}

static BrnStatus cut_all(Form* form) {
  BRN_TRY(lay_lattice(form));
  for (int j = 0; j < form->rules->part_count; j++) {
    BRN_TRY(brn__go_on(form->ctx));
    BRN_TRY(brn__cut(form->ctx, form->rules, j, form->work));
  }
  BRN_TRY(brn__crumbs_drop(form->ctx, form->rules, form->work));
  form->tets = 0;
  for (int t = 0; t < form->work->tet_count; t++) form->tets += form->work->owner[t] >= 0;
  BRN_TRY(brn__lost_refine(form->ctx, form->rules, form->def, form->size, form->work, form->plan,
                           &form->lost));
  form->loose = 0;
  BRN_TRY(brn__bridge_check(form->ctx, form->rules, form->def, form->size, form->work, form->plan,
                            &form->loose));
  brn__log(form->ctx, BRN_LOG_DEBUG,
           "edges of %g m: %d tets, %d triangles lost, %d parts broken, %d bridges loose",
           form->size, form->tets, form->lost.triangles, form->lost.broken_parts, form->loose);
  return BRN_OK;
}

static int count_triangles(const BrnRules* rules) {
  double sum = 0;
  for (int i = 0; i < rules->part_count; i++) sum += rules->part[i].surface->triangle_count;
  return (int)fmin(sum, INT32_MAX);
}

// Again with smaller cells where something got lost. Rough surfaces would be refined without end,
// so there is a limit; parts in pieces are worth more than that.
static BrnStatus cut_until_whole(Form* form) {
  int few = count_triangles(form->rules) / 10000;
  brn__plan_reset(form->rules, form->plan);
  BRN_TRY(cut_all(form));
  double most = 1.5 * form->work->tet_count;
  for (int round = 0; round < form->def->thin_levels; round++) {
    bool enough = form->lost.triangles <= few || form->work->tet_count > most;
    if (enough && form->lost.broken_parts == 0 && form->loose == 0) break;
    BRN_TRY(cut_all(form));
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------- how many tets

enum { TRIALS = 4, TOP_UPS = 3 };

// logarithm of the tets that there are by those that were wanted
static double off_by(const Form* form) {
  return form->def->size > 0 ? 0 : log(fmax(form->tets, 1) / form->def->tets);
}

static const double near = 0.03;

// What is missing goes to the places with the widest gaps. The lattice stays where it is, so this
// does not break what is whole. More comes than the census says, by experience up to twice as much.
static BrnStatus top_up(Form* form) {
  for (int round = 0; round < TOP_UPS; round++) {
    double missing = -off_by(form);
    bool found = false;
    if (missing < near || missing > 0.3) break;
    BRN_TRY(brn__fill_gaps(form->ctx, form->rules, form->def, form->size, 1 + missing / 2,
                           form->plan, &found));
    if (!found) break;
    BRN_TRY(cut_all(form));
  }
  return BRN_OK;
}

static BrnStatus try_size(Form* form, double size) {
  form->size = size;
  BRN_TRY(cut_until_whole(form));
  return top_up(form);
}

// Refinement makes the number hard to foretell: what comes tells how far the size is off. When
// nothing comes near, the nearest with all parts whole is taken.
static BrnStatus cut_to_number(Form* form) {
  double best = form->size, least = INFINITY, size = form->size;
  for (int trial = 0; trial < TRIALS; trial++) {
    tell(form->def, "cutting", 0.1 + 0.3 * trial / TRIALS);
    BRN_TRY(try_size(form, size));
    double off = off_by(form), cost = fabs(off) + 10 * form->lost.broken_parts;
    if (cost < least) least = cost, best = size;
    if (fabs(off) < 1.2 * near || form->def->size > 0) break;
    size *= exp(fmin(fmax(off + 0.02, -2), 2) / BRN_TETS_POWER);
  }
  if (form->size != best) BRN_TRY(try_size(form, best));
  if (fabs(off_by(form)) > 0.05) {
    brn__log(form->ctx, BRN_LOG_WARNING,
             "%d tets were asked for, but the parts need about %d to stay whole", form->def->tets,
             form->tets);
  }
  return BRN_OK;
}

BrnStatus brn__form(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                    BrnTetraPlan* plan, BrnWork* work, BrnTetraReport* report) {
  Form form = {
      .ctx = ctx, .def = def, .rules = rules, .plan = plan, .work = work, .size = def->size};
  double start = brn__seconds();
  tell(def, "planning", 0);
  BRN_TRY(brn__bridge_refine(ctx, rules, plan));
  if (def->size == 0) BRN_TRY(brn__plan_size(ctx, rules, plan, def, &form.size));
  report->seconds[0] = brn__seconds() - start;
  BRN_TRY(cut_to_number(&form));
  report->size = form.size;
  report->seconds[1] = brn__seconds() - start - report->seconds[0];
  return BRN_OK;
}
