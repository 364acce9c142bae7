// SPDX-License-Identifier: Apache-2.0
//
// The loop: small sub-steps (Macklin et al. 2019), each of a few iterations.

#include "solver/xpbd/xpbd.h"

#include "core/vec.h"
#include "solver/sheet/settings.h"

#include <string.h>

enum { DEFAULT_ITERATIONS = 3 }; // of a sub-step

// ------------------------------------------------------------------------------------- preparation

static void destroy(BrnContext* ctx, void* method) {
  BrnXpbd* tets = method;
  if (!tets) return;
  brn__tets_patches_free(ctx, &tets->patches);
  brn__tets_coarse_free(ctx, &tets->coarse);
  brn__anderson_free(ctx, &tets->memory);
  brn__mixed_free(ctx, &tets->mixed);
  brn__body_destroy(ctx, tets->body);
  brn__free(ctx, tets->bones.vertex);
  brn__free(ctx, tets->bones.rank);
  brn__free(ctx, tets->bones.mass);
  brn__free(ctx, tets->bones.node);
  brn__free(ctx, tets->bones.row);
  brn__free(ctx, tets->bones.stiffness);
  brn__free(ctx, tets->bones.before);
  brn__tets_rows_free(ctx, &tets->rows);
  brn__free(ctx, tets->mass);
  brn__free(ctx, tets->aim);
  brn__free(ctx, tets->color_start);
  brn__free(ctx, tets->color_batch);
  brn__free(ctx, tets->lambda);
  brn__free(ctx, tets->trial);
  brn__free(ctx, tets->start);
  brn__free(ctx, tets->way);
  brn__free(ctx, tets->at);
  brn__free(ctx, tets->anchor);
  brn__free(ctx, tets->force);
  brn__free(ctx, tets->held);
  brn__free(ctx, tets->before);
  brn__free(ctx, tets->velocity);
  brn__free(ctx, tets->inverse_mass);
  brn__substeps_free(ctx, &tets->now);
  brn__free(ctx, tets);
}

static BrnStatus prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         void** out) {
  BrnXpbd* tets = brn__new_zero(ctx, 1, BrnXpbd);
  *out = tets;
  if (!tets) return BRN_NO_MEMORY;
  if (brn_process_count(ctx) > 1) {
    brn__log(ctx, BRN_LOG_WARNING,
             "xpbd: a body of tets is not spread over processes; use threads");
  }
  brn__solver_get(def, &brn__substep_settings, &tets->set);
  tets->quasi = !def->dynamic || !tets->set.inertia;
  tets->iterations = def->iterations > 0 ? def->iterations : DEFAULT_ITERATIONS;
  BRN_TRY(brn__substeps_create(ctx, model, tets->set.substeps, &tets->now));
  return brn__tets_make(ctx, model, def, tets);
}

// ---------------------------------------------------------------------------------------- the loop

static void load(const BrnState* state, BrnXpbd* tets) {
  for (int v = 0; v < state->vertex_count; v++) {
    brn__copy3(tets->at + 4 * (size_t)v, state->position + 3 * (size_t)v);
  }
  memcpy(tets->velocity, state->velocity, 3 * sizeof(double) * (size_t)state->vertex_count);
}

static void store(const BrnXpbd* tets, BrnState* state) {
  size_t size = 3 * sizeof(double) * (size_t)state->vertex_count;
  for (int v = 0; v < state->vertex_count; v++) {
    brn__copy3(state->position + 3 * (size_t)v, tets->at + 4 * (size_t)v);
  }
  memcpy(state->velocity, tets->velocity, size);
  memset(state->acceleration, 0, size);
  state->step = 0;
}

static BrnStatus do_substep(BrnContext* ctx, BrnXpbd* tets, const BrnState* state) {
  brn__xpbd_begin(ctx, tets, state);
  for (int i = 0; i < tets->iterations && !brn__is_cancelled(ctx); i++) {
    brn__xpbd_project(ctx, tets);
  }
  BRN_TRY(brn__go_on(ctx));
  brn__xpbd_end(ctx, tets);
  return BRN_OK;
}

static double kinetic_energy(const BrnXpbd* tets, int vertex_count) {
  double sum = 0;
  for (int i = 0; i < vertex_count && !tets->quasi; i++) {
    const double* v = tets->velocity + 3 * (size_t)i;
    if (tets->inverse_mass[i] > 0) sum += brn__dot3(v, v) / (2 * tets->inverse_mass[i]);
  }
  return sum;
}

// It always does what it was asked for. Whether that was enough is told by the forces.
static BrnStatus step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                      BrnStepReport* report) {
  BrnXpbd* tets = method;
  const BrnModel* model = tets->body->model;
  BRN_TRY(brn__input_check_poses(ctx, model, input));
  brn__substeps_begin(model, input, state, &tets->now);
  load(state, tets);
  for (int s = 0; s < tets->now.count; s++) {
    brn__substeps_aim(model, input, s, &tets->now);
    if (tets->quasi) brn__input_copy(model, input, tets->now.input);
    BRN_TRY(do_substep(ctx, tets, state));
  }
  BRN_TRY(brn__parallel_check(ctx));
  report->iterations = tets->now.count * tets->iterations;
  report->parts = tets->now.count;
  report->kinetic = kinetic_energy(tets, state->vertex_count);
  brn__xpbd_report(ctx, tets, report);
  store(tets, state);
  return BRN_OK;
}

static const BrnField columns[] = {BRN_BODY_COLUMNS, {0}};
static const BrnTelling telling = {
    .columns = columns,
    .cure = "more solver.xpbd_substeps may help, and method newton balances them",
};

const BrnMethodOps brn__xpbd_ops = {
    .about = {.name = "xpbd",
              .title = "extended position-based dynamics (Macklin et al. 2016, Romeo et al. 2018)",
              .settings = {&brn__xpbd_settings, &brn__substep_settings, &brn__sheet_settings},
              .inertia = BRN_INERTIA_OWN,
              .choice = {"xpbd_body", {"tets", "surface", "auto"}},
              .spreads = true},
    .telling = &telling,
    .takes = {.kinds = BRN_TERM_OF_ANY & ~BRN_TERM_OF_NODES},
    .prepare = prepare,
    .destroy = destroy,
    .step = step,
    .inspect = brn__xpbd_inspect,
};
