// SPDX-License-Identifier: Apache-2.0
//
// The loop: Algorithm 1 of Romeo et al. 2018 with small sub-steps (Macklin et al. 2019). The
// numbers are lines of the paper's listing.

#include "solver/sheet/sheet.h"

#include "core/vec.h"
#include "solver/sheet/muscles.h"

#include <math.h>

#define TORN 3.0 // length over that at rest

enum { DEFAULT_ITERATIONS = 10, LAST_ROUNDS = 4 };

// ------------------------------------------------------------------------------------- preparation

static void destroy(BrnContext* ctx, void* method) {
  BrnSheet* sheet = method;
  if (!sheet) return;
  brn__sheet_contact_destroy(ctx, sheet->contact);
  brn__sheet_fascia_destroy(ctx, sheet->fascia);
  brn__sheet_surfaces_destroy(ctx, sheet->surfaces);
  brn__tendons_destroy(ctx, sheet->tendons);
  brn__muscles_destroy(ctx, sheet->muscles);
  brn__carry_destroy(ctx, sheet->carry);
  brn__points_free(ctx, &sheet->points);
  brn__substeps_free(ctx, &sheet->now);
  brn__free(ctx, sheet->guide);
  brn__free(ctx, sheet);
}

static BrnStatus check_model(BrnContext* ctx, const BrnModel* model) {
  if (model->flesh_count > 0) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "the model has neither tets nor muscles with surfaces");
}

// what is between muscles
static BrnStatus take_outer(BrnContext* ctx, BrnSheet* sheet) {
  if (sheet->set.contact || sheet->model->fascia_count > 0) {
    BRN_TRY(brn__sheet_surfaces_create(ctx, sheet, &sheet->surfaces));
  }
  if (sheet->set.contact) BRN_TRY(brn__sheet_contact_create(ctx, sheet, &sheet->contact));
  BRN_TRY(brn__sheet_fascia_create(ctx, sheet, &sheet->fascia));
  BRN_TRY(brn__tendons_create(ctx, sheet, &sheet->tendons));
  if (!sheet->tendons && !sheet->fascia && !sheet->contact) return BRN_OK;
  sheet->points.outer = brn__new_zero(ctx, 3 * (size_t)sheet->points.count, double);
  return sheet->points.outer ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         void** out) {
  BRN_TRY(check_model(ctx, model));
  BrnSheet* sheet = brn__new_zero(ctx, 1, BrnSheet);
  *out = sheet;
  if (!sheet) return BRN_NO_MEMORY;
  sheet->model = model;
  brn__solver_get(def, &brn__substep_settings, &sheet->steps);
  brn__solver_get(def, &brn__sheet_settings, &sheet->set);
  sheet->iterations = def->iterations > 0 ? def->iterations : DEFAULT_ITERATIONS;
  BRN_TRY(brn__substeps_create(ctx, model, sheet->steps.substeps, &sheet->now));
  BRN_TRY(brn__points_create(ctx, model, sheet->steps.damping, &sheet->points)); // lines 1 to 4
  BRN_TRY(brn__carry_create(ctx, sheet, &sheet->carry));
  brn__loads_check(ctx, model);
  BRN_TRY(brn__muscles_create(ctx, sheet, &sheet->muscles));
  BRN_TRY(brn__sheet_find_guides(ctx, sheet));
  return take_outer(ctx, sheet);
}

// ---------------------------------------------------------------------------------------- the loop

// lines 10 to 14; constraints of muscles first, then what is between them
static void iterate(BrnContext* ctx, BrnSheet* sheet) {
  for (int i = 0; i < sheet->iterations && !brn__is_cancelled(ctx); i++) {
    brn__muscles_project(ctx, sheet, i);
    if (sheet->points.outer) brn__points_note_outer(ctx, sheet, -1);
    if (sheet->tendons) brn__tendons_project(sheet);
    if (sheet->fascia) brn__sheet_fascia_project(ctx, sheet, i);
    if (sheet->contact) brn__sheet_contact_project(ctx, sheet, i);
    if (sheet->points.outer) brn__points_note_outer(ctx, sheet, 1);
  }
}

static BrnStatus do_substep(BrnContext* ctx, BrnSheet* sheet, BrnState* state) {
  brn__points_predict(ctx, sheet); // lines 6 to 9
  brn__carry(ctx, sheet);
  brn__muscles_begin(ctx, sheet);
  if (sheet->surfaces) brn__sheet_surfaces_move(ctx, sheet);
  if (sheet->fascia) brn__sheet_fascia_begin(ctx, sheet, state);
  if (sheet->contact) BRN_TRY(brn__sheet_contact_begin(ctx, sheet, state));
  iterate(ctx, sheet);
  BRN_TRY(brn__go_on(ctx));
  for (int i = 0; i < LAST_ROUNDS && sheet->contact; i++) {
    brn__sheet_contact_end(ctx, sheet);
    brn__muscles_fill(ctx, sheet);
  }
  brn__muscles_end(ctx, sheet);
  brn__points_settle(ctx, sheet); // lines 15 to 18
  return BRN_OK;
}

// What holds its points together, and yet is half or twice as large as it should be, is being torn
// by something else.
static void warn_of_volumes(BrnContext* ctx, const BrnSheet* sheet) {
  for (int i = 0; i < sheet->muscles->count; i++) {
    BrnSheetMuscle* muscle = &sheet->muscles->muscle[i];
    double share = muscle->volume_now / muscle->volume.goal;
    if (!muscle->keeps_volume || muscle->told_burst || (share > 0.5 && share < 2)) continue;
    muscle->told_burst = true;
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd: at %g s muscle \"%s\" has %.3g times the volume that it should have: fascia or "
             "bones tear at it; make `distance` and `stiffness` of its fascia smaller, or use more "
             "xpbd_substeps (this is said once for each muscle)",
             sheet->now.input->time, sheet->model->flesh[muscle->index].name, share);
  }
}

// No muscle is drawn out to three times its length and still one.
static void warn_of_lengths(BrnContext* ctx, const BrnSheet* sheet) {
  for (int i = 0; i < sheet->muscles->count; i++) {
    BrnSheetMuscle* muscle = &sheet->muscles->muscle[i];
    if (muscle->told_length || !(muscle->length_now > TORN)) continue;
    muscle->told_length = true;
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd: at %g s muscle \"%s\" is drawn out to %.2g times its length at rest: its bones "
             "are too far apart for it, or it sags; look at their motion, at gravity and at units "
             "(this is said once for each muscle)",
             sheet->now.input->time, sheet->model->flesh[muscle->index].name, muscle->length_now);
  }
}

static void tell(BrnContext* ctx, BrnSheet* sheet, BrnStepReport* report) {
  const BrnSheetPoints* points = &sheet->points;
  report->iterations = sheet->now.count * sheet->iterations;
  report->parts = sheet->now.count;
  for (int i = 0; i < points->count; i++) {
    double w = points->at[4 * (size_t)i + 3];
    const double* v = points->velocity + 3 * (size_t)i;
    if (w > 0) report->kinetic += brn__dot3(v, v) / (2 * w);
  }
  brn__muscles_report(ctx, sheet, report);
  warn_of_volumes(ctx, sheet);
  warn_of_lengths(ctx, sheet);
  if (sheet->contact) brn__sheet_contact_report(ctx, sheet, report);
}

// It always does what it was asked for. Whether that was enough is told by the errors of edges and
// volumes; a muscle that had to be put back broke down.
static BrnStatus step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                      BrnStepReport* report) {
  BrnSheet* sheet = method;
  BRN_TRY(brn__input_check_poses(ctx, sheet->model, input));
  double seconds = brn__substeps_begin(sheet->model, input, state, &sheet->now);
  brn__points_load(state, &sheet->points);
  brn__carry_begin(ctx, sheet, seconds, input, state->input);
  for (int s = 0; s < sheet->now.count; s++) {
    brn__substeps_aim(sheet->model, input, s, &sheet->now);
    BRN_TRY(do_substep(ctx, sheet, state));
    if (brn__muscles_mend(ctx, sheet) > 0) report->outcome = BRN_BROKE_DOWN;
  }
  brn__muscles_neaten(ctx, sheet);
  if (sheet->contact) BRN_TRY(brn__sheet_contact_tidy(ctx, sheet, state));
  BRN_TRY(brn__parallel_check(ctx));
  tell(ctx, sheet, report);
  brn__points_store(&sheet->points, state);
  return BRN_OK;
}

const BrnMethodOps brn__sheet_ops = {
    .about = {.name = "xpbd", // people know both by one name; it says which body it moves
              .title = "position-based surfaces (Romeo et al. 2018)",
              .settings = {&brn__substep_settings, &brn__sheet_settings},
              .inertia = BRN_INERTIA_OWN,
              .moves = BRN_BODY_SURFACES,
              .spreads = true,
              .keeps = brn__sheet_keeps},
    .telling = &brn__sheet_telling,
    .prepare = prepare,
    .destroy = destroy,
    .step = step,
    .measure = brn__sheet_measure,
};
