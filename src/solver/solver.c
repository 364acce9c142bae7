// SPDX-License-Identifier: Apache-2.0
//
// A solver of any method: its def, its life, the step.

#include "solver/solver.h"

#include "scene/tables.h"
#include "solver/body/method.h"

#include <math.h>
#include <stdio.h>

// ------------------------------------------------------------------------------------------- def

BrnSolverDef brn_solver_def_default(void) {
  BrnSolverDef def;
  brn__record_init(&brn__solver_record, &def);
  return def;
}

BrnSolverDef brn_solver_def_of(const BrnModel* model) {
  BRN_ASSERT(model);
  return model->solver;
}

void brn_solver_def_choose(BrnSolverDef* def, const char* method) {
  BRN_ASSERT(def && method);
  BRN_CHECK_DEF(def);
  snprintf(def->method, sizeof def->method, "%s", method);
}

BrnStatus brn_solver_def_set(BrnContext* ctx, BrnSolverDef* def, const char* name,
                             const char* value) {
  BRN_ASSERT(ctx && name && value);
  BRN_CHECK_DEF(def);
  return brn__record_set(ctx, &brn__solver_record, def, name, value);
}

BrnStatus brn_solver_def_get(BrnContext* ctx, const BrnSolverDef* def, const char* name,
                             char* value, size_t size) {
  BRN_ASSERT(ctx && name && value);
  BRN_CHECK_DEF(def);
  BrnField own;
  const BrnField* field = brn__record_field(&brn__solver_record, name);
  if (!field && brn__inline_find(&brn__solver_record, name, &own)) field = &own;
  if (!field) return brn__fail_unknown_key(ctx, &brn__solver_record, name, "solver");
  brn__field_text(field, def, value, size);
  return BRN_OK;
}

// surfaces have no terms
BrnStatus brn__solver_check_for(BrnContext* ctx, const BrnSolverDef* def, BrnBodyKind body) {
  const BrnMethodOps* ops;
  BRN_TRY(brn__method_ops(ctx, def, &ops));
  BRN_TRY(brn__fields_check(ctx, brn__solver_record.fields, def));
  BRN_TRY(brn__method_check_inertia(ctx, def));
  return body == BRN_BODY_TETS ? brn__terms_check(ctx, def) : BRN_OK;
}

BrnStatus brn_solver_def_check(BrnContext* ctx, const BrnSolverDef* def) {
  BRN_ASSERT(ctx);
  BRN_CHECK_DEF(def);
  return brn__solver_check_for(ctx, def, brn__solver_body(def));
}

// ---------------------------------------------------------------------------------------- solver

BrnStatus brn_solver_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                            BrnSolver** out) {
  BRN_ASSERT(ctx && model && out);
  BRN_CHECK_DEF(def);
  const BrnMethodOps* ops;
  *out = NULL;
  BRN_TRY(brn__method_ops_for(ctx, def, model, &ops));
  BrnSolver* solver = brn__new_zero(ctx, 1, BrnSolver);
  if (!solver) return BRN_NO_MEMORY;
  *solver = (BrnSolver){.ops = ops, .ctx = ctx, .model = model};
  BrnStatus status = ops->prepare(ctx, model, def, &solver->method);
  if (status != BRN_OK) {
    brn_solver_destroy(ctx, solver);
    return status;
  }
  *out = solver;
  return BRN_OK;
}

void brn_solver_destroy(BrnContext* ctx, BrnSolver* solver) {
  BRN_ASSERT(ctx);
  if (!solver) return;
  (solver->ops->destroy ? solver->ops->destroy : brn__body_method_destroy)(ctx, solver->method);
  brn__free(ctx, solver);
}

static BrnStatus check_input(BrnContext* ctx, const BrnModel* model, const BrnStepInput* input) {
  for (int u = 0; u < model->unit_count; u++) {
    double a = input->activation[u];
    if (a >= 0 && a <= 1) continue;
    return brn__fail(ctx, BRN_INVALID, "unit \"%s\": activation is %g, must be from 0 to 1",
                     model->unit_list[u].name, a);
  }
  for (int l = 0; l < model->load_count; l++) {
    if (isfinite(input->load[l])) continue;
    return brn__fail(ctx, BRN_INVALID, "load \"%s\": its scale is not a finite number",
                     model->load[l].name);
  }
  return BRN_OK;
}

BrnStatus brn_solver_step(BrnSolver* solver, const BrnStepInput* input, BrnState* state,
                          BrnStepReport* report) {
  BRN_ASSERT(solver && input && state && report && input != state->input);
  BRN_ASSERT(state->vertex_count == solver->model->mesh->vertex_count);
  BRN_TRY(check_input(solver->ctx, solver->model, input));
  double begin = brn__seconds();
  *report = brn__step_report(solver);
  const BrnMethodOps* ops = solver->ops;
  BrnStatus (*step)(BrnContext*, void*, const BrnStepInput*, BrnState*, BrnStepReport*) =
      ops->step ? ops->step : brn__body_method_step;
  BRN_TRY(step(solver->ctx, solver->method, input, state, report));
  BRN_TRY(brn__go_on(solver->ctx)); // what was broken off is no result
  brn__input_copy(solver->model, input, state->input);
  state->time = input->time;
  state->frame++;
  report->seconds.total = brn__seconds() - begin;
  return BRN_OK;
}
