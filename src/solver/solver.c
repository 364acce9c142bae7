// SPDX-License-Identifier: Apache-2.0

#include "solver/solver.h"

#include "scene/tables.h"

#include <math.h>
#include <string.h>

static const BrnSolverOps* const methods[] = {&brn__newton_ops, &brn__emu_ops,   &brn__admm_ops,
                                              &brn__lbfgs_ops,  &brn__plain_ops, &brn__bcqn_ops,
                                              &brn__xpbd_ops};
enum { METHOD_COUNT = sizeof methods / sizeof methods[0] };

// as BrnMethod counts them
static const char* const method_names[] = {"newton", "emu",   "admm",       "pd",  "xpbd",
                                           "fvm",    "lbfgs", "bfgs_plain", "bcqn"};

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

BrnStatus brn_solver_def_set(BrnContext* ctx, BrnSolverDef* def, const char* name,
                             const char* value) {
  BRN_ASSERT(ctx && name && value);
  BRN_CHECK_DEF(def);
  return brn__record_set(ctx, &brn__solver_record, def, name, value);
}

// --------------------------------------------------------------------------------------- methods

int brn_solver_method_count(void) { return METHOD_COUNT; }

const char* brn_solver_method(int index) {
  BRN_ASSERT(index >= 0 && index < METHOD_COUNT);
  return methods[index]->name;
}

static BrnStatus find_method(BrnContext* ctx, BrnMethod method, const BrnSolverOps** out) {
  for (int m = 0; m < METHOD_COUNT; m++) {
    *out = methods[m];
    if (strcmp(method_names[method], methods[m]->name) == 0) return BRN_OK;
  }
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "solver.method: \"%s\" is not there yet; there are \"newton\", \"emu\", "
                   "\"admm\", \"lbfgs\", \"bfgs_plain\", \"bcqn\" and \"xpbd\"",
                   method_names[method]);
}

// ---------------------------------------------------------------------------------------- solver

BrnStatus brn_solver_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                            BrnSolver** out) {
  BRN_ASSERT(ctx && model && out);
  BRN_CHECK_DEF(def);
  BRN_ASSERT(def->method >= 0 && def->method <= BRN_METHOD_BCQN);
  const BrnSolverOps* ops;
  *out = NULL;
  BRN_TRY(find_method(ctx, def->method, &ops));
  BRN_TRY(brn__fields_check(ctx, brn__solver_record.fields, def));
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
  solver->ops->destroy(ctx, solver->method);
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
  *report = (BrnStepReport){.first_inverted = -1};
  BRN_TRY(solver->ops->step(solver->ctx, solver->method, input, state, report));
  brn__input_copy(solver->model, input, state->input);
  state->time = input->time;
  state->frame++;
  report->seconds.total = brn__seconds() - begin;
  return BRN_OK;
}
