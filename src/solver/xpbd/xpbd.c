// SPDX-License-Identifier: Apache-2.0
//
// The loop: Algorithm 1 of Romeo et al. 2018 with small sub-steps (Macklin et al. 2019). The
// numbers are lines of the paper's listing.

#include "solver/xpbd/xpbd.h"

#include "core/vec.h"
#include "solver/xpbd/fleshes.h"

#include <math.h>

#define TORN 3.0 // length over that at rest

enum { DEFAULT_ITERATIONS = 10, DEFAULT_RATE = 24, LAST_ROUNDS = 4 };

// ------------------------------------------------------------------------------------- preparation

static void destroy(BrnContext* ctx, void* method) {
  BrnXpbd* xpbd = method;
  if (!xpbd) return;
  brn__xpbd_tets_destroy(ctx, xpbd->tets);
  brn__xpbd_contact_destroy(ctx, xpbd->contact);
  brn__xpbd_fascia_destroy(ctx, xpbd->fascia);
  brn__xpbd_surfaces_destroy(ctx, xpbd->surfaces);
  brn__sinews_destroy(ctx, xpbd->sinews);
  brn__fleshes_destroy(ctx, xpbd->fleshes);
  brn__carry_destroy(ctx, xpbd->carry);
  brn__points_free(ctx, &xpbd->points);
  brn_input_destroy(ctx, xpbd->now.input);
  brn_input_destroy(ctx, xpbd->from);
  brn__free(ctx, xpbd);
}

static BrnStatus check_model(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def) {
  bool tets = model->mesh->tet_count > 0;
  if (tets && def->xpbd_body == BRN_XPBD_SURFACE) {
    return brn__fail(ctx, BRN_INVALID,
                     "solver.xpbd_body: the model was built of tets; build it with solver.method "
                     "\"xpbd\" and xpbd_body \"surface\", or run it with \"tets\"");
  }
  if (!tets && def->xpbd_body == BRN_XPBD_TETS) {
    return brn__fail(ctx, BRN_INVALID,
                     "solver.xpbd_body: the model was built of surfaces; build it with xpbd_body "
                     "\"tets\", or run it with \"surface\"");
  }
  if (tets || model->flesh_count > 0) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "the model has neither tets nor muscles with surfaces");
}

static BrnStatus take_body(BrnContext* ctx, BrnXpbd* xpbd) {
  if (xpbd->model->mesh->tet_count > 0) {
    if (brn_process_count(ctx) > 1) {
      brn__log(ctx, BRN_LOG_WARNING,
               "xpbd: a body of tets is not spread over processes; use threads");
    }
    if (xpbd->def.iterations == 0) xpbd->iterations = BRN_TETS_ITERATIONS;
    return brn__xpbd_tets_create(ctx, xpbd, &xpbd->tets);
  }
  brn__loads_check(ctx, xpbd->model);
  return brn__fleshes_create(ctx, xpbd, &xpbd->fleshes);
}

// what is between muscles
static BrnStatus take_outer(BrnContext* ctx, BrnXpbd* xpbd) {
  if (!xpbd->fleshes) return BRN_OK;
  if (xpbd->def.xpbd_contact || xpbd->model->fascia_count > 0) {
    BRN_TRY(brn__xpbd_surfaces_create(ctx, xpbd, &xpbd->surfaces));
  }
  if (xpbd->def.xpbd_contact) BRN_TRY(brn__xpbd_contact_create(ctx, xpbd, &xpbd->contact));
  BRN_TRY(brn__xpbd_fascia_create(ctx, xpbd, &xpbd->fascia));
  BRN_TRY(brn__sinews_create(ctx, xpbd, &xpbd->sinews));
  if (!xpbd->sinews && !xpbd->fascia && !xpbd->contact) return BRN_OK;
  xpbd->points.outer = brn__new_zero(ctx, 3 * (size_t)xpbd->points.count, double);
  return xpbd->points.outer ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         void** out) {
  BRN_TRY(check_model(ctx, model, def));
  BrnXpbd* xpbd = brn__new_zero(ctx, 1, BrnXpbd);
  *out = xpbd;
  if (!xpbd) return BRN_NO_MEMORY;
  xpbd->model = model;
  xpbd->def = *def;
  xpbd->iterations = def->iterations > 0 ? def->iterations : DEFAULT_ITERATIONS;
  BRN_TRY(brn_input_create(ctx, model, &xpbd->now.input));
  BRN_TRY(brn_input_create(ctx, model, &xpbd->from));
  BRN_TRY(brn__points_create(ctx, model, def, &xpbd->points)); // lines 1 to 4
  BRN_TRY(brn__carry_create(ctx, xpbd, &xpbd->carry));
  BRN_TRY(take_body(ctx, xpbd));
  return take_outer(ctx, xpbd);
}

// ---------------------------------------------------------------------------------------- the loop

// lines 10 to 14; constraints of muscles first, then what is between them
static void iterate(BrnContext* ctx, BrnXpbd* xpbd) {
  for (int i = 0; i < xpbd->iterations; i++) {
    if (xpbd->fleshes) brn__fleshes_project(ctx, xpbd, i);
    if (xpbd->tets) brn__xpbd_tets_project(ctx, xpbd, i);
    if (xpbd->points.outer) brn__points_note_outer(ctx, xpbd, -1);
    if (xpbd->sinews) brn__sinews_project(xpbd);
    if (xpbd->fascia) brn__xpbd_fascia_project(ctx, xpbd, i);
    if (xpbd->contact) brn__xpbd_contact_project(ctx, xpbd, i);
    if (xpbd->points.outer) brn__points_note_outer(ctx, xpbd, 1);
  }
}

static BrnStatus do_substep(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state) {
  brn__points_predict(ctx, xpbd); // lines 6 to 9
  brn__carry(ctx, xpbd);
  if (xpbd->fleshes) brn__fleshes_begin(ctx, xpbd);
  if (xpbd->tets) brn__xpbd_tets_begin(ctx, xpbd, state);
  if (xpbd->surfaces) brn__xpbd_surfaces_move(ctx, xpbd);
  if (xpbd->fascia) brn__xpbd_fascia_begin(ctx, xpbd, state);
  if (xpbd->contact) BRN_TRY(brn__xpbd_contact_begin(ctx, xpbd, state));
  iterate(ctx, xpbd);
  for (int i = 0; i < LAST_ROUNDS && xpbd->contact; i++) {
    brn__xpbd_contact_end(ctx, xpbd);
    brn__fleshes_fill(ctx, xpbd);
  }
  if (xpbd->fleshes) brn__fleshes_end(ctx, xpbd);
  if (xpbd->tets) brn__xpbd_tets_end(ctx, xpbd, state);
  brn__points_settle(ctx, xpbd); // lines 15 to 18
  return BRN_OK;
}

// A frame that takes no time, as the first one is, relaxes without inertia.
static void begin_frame(BrnContext* ctx, BrnXpbd* xpbd, const BrnStepInput* input,
                        const BrnState* state) {
  double seconds = input->time - state->time, rate = xpbd->model->frames.per_second;
  xpbd->now.count = xpbd->def.xpbd_substeps;
  xpbd->now.rest = !(seconds > 0) || !isfinite(seconds);
  if (xpbd->now.rest) seconds = 1 / (rate > 0 ? rate : DEFAULT_RATE);
  xpbd->now.h = seconds / xpbd->now.count;
  brn__points_load(state, &xpbd->points);
  brn__carry_begin(ctx, xpbd, xpbd->now.rest ? 0 : seconds, input, state->input, xpbd->from);
}

static BrnStatus check_pose(BrnContext* ctx, const char* what, const char* name,
                            const BrnPose* pose) {
  double sum = 0;
  for (int k = 0; k < 4; k++) sum += pose->rotation[k];
  for (int k = 0; k < 3; k++) sum += pose->translation[k];
  if (isfinite(sum)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "%s \"%s\": its pose is not made of finite numbers", what,
                   name);
}

static BrnStatus check_input(BrnContext* ctx, const BrnModel* model, const BrnStepInput* input) {
  for (int b = 0; b < model->bone_count; b++) {
    BRN_TRY(check_pose(ctx, "bone", model->bone[b].name, &input->bone[b]));
  }
  for (int s = 0; s < model->support_count; s++) {
    BRN_TRY(check_pose(ctx, "support", model->support[s].name, &input->support[s]));
  }
  return BRN_OK;
}

static void aim(BrnXpbd* xpbd, const BrnStepInput* to, int substep) {
  xpbd->now.index = substep;
  bool at_once = xpbd->tets && brn__xpbd_is_quasi(&xpbd->def);
  if (at_once || substep + 1 == xpbd->now.count) {
    brn__input_copy(xpbd->model, to, xpbd->now.input);
  } else {
    double share = (substep + 1.0) / xpbd->now.count;
    brn_input_mix(xpbd->model, xpbd->from, to, share, xpbd->now.input);
  }
}

// What holds its points together, and yet is half or twice as large as it should be, is being torn
// by something else.
static void warn_of_volumes(BrnContext* ctx, const BrnXpbd* xpbd) {
  for (int i = 0; i < xpbd->fleshes->count; i++) {
    BrnFlesh* flesh = &xpbd->fleshes->flesh[i];
    double share = flesh->volume_now / flesh->volume.goal;
    if (!flesh->keeps_volume || flesh->told_burst || (share > 0.5 && share < 2)) continue;
    flesh->told_burst = true;
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd: at %g s muscle \"%s\" has %.3g times the volume that it should have: fascia or "
             "bones tear at it; make `distance` and `stiffness` of its fascia smaller, or use more "
             "xpbd_substeps (this is said once for each muscle)",
             xpbd->now.input->time, xpbd->model->flesh[flesh->index].name, share);
  }
}

// No muscle is drawn out to three times its length and still one.
static void warn_of_lengths(BrnContext* ctx, const BrnXpbd* xpbd) {
  for (int i = 0; i < xpbd->fleshes->count; i++) {
    BrnFlesh* flesh = &xpbd->fleshes->flesh[i];
    if (flesh->told_length || !(flesh->length_now > TORN)) continue;
    flesh->told_length = true;
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd: at %g s muscle \"%s\" is drawn out to %.2g times its length at rest: its bones "
             "are too far apart for it, or it sags; look at their motion, at gravity and at units "
             "(this is said once for each muscle)",
             xpbd->now.input->time, xpbd->model->flesh[flesh->index].name, flesh->length_now);
  }
}

static void tell(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state, BrnStepReport* report) {
  const BrnXpbdPoints* points = &xpbd->points;
  report->iterations = xpbd->now.count * xpbd->iterations;
  report->parts = xpbd->now.count;
  for (int i = 0; i < points->count; i++) {
    double w = points->at[4 * (size_t)i + 3];
    const double* v = points->velocity + 3 * (size_t)i;
    if (w > 0) report->kinetic += brn__dot3(v, v) / (2 * w);
  }
  if (xpbd->fleshes) {
    brn__fleshes_report(ctx, xpbd, report);
    warn_of_volumes(ctx, xpbd);
    warn_of_lengths(ctx, xpbd);
  }
  if (xpbd->tets) brn__xpbd_tets_report(ctx, xpbd, state, report);
  if (xpbd->contact) brn__xpbd_contact_report(ctx, xpbd, report);
}

// It always does what it was asked for, so it converges, unless a muscle had to be put back. How
// well is told by the errors of edges and volumes.
static BrnStatus step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                      BrnStepReport* report) {
  BrnXpbd* xpbd = method;
  BRN_TRY(check_input(ctx, xpbd->model, input));
  begin_frame(ctx, xpbd, input, state);
  for (int s = 0; s < xpbd->now.count; s++) {
    aim(xpbd, input, s);
    BRN_TRY(do_substep(ctx, xpbd, state));
    if (xpbd->fleshes && brn__fleshes_mend(ctx, xpbd) > 0) report->outcome = BRN_BROKE_DOWN;
  }
  if (xpbd->fleshes) brn__fleshes_neaten(ctx, xpbd);
  if (xpbd->contact) BRN_TRY(brn__xpbd_contact_tidy(ctx, xpbd, state));
  BRN_TRY(brn__parallel_check(ctx));
  tell(ctx, xpbd, state, report);
  brn__points_store(&xpbd->points, state);
  return BRN_OK;
}

const BrnSolverOps brn__xpbd_ops = {"xpbd", prepare, destroy, step, brn__xpbd_inspect};
