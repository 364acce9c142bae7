// SPDX-License-Identifier: Apache-2.0

#include "solver/solver.h"

#include <math.h>
#include <string.h>

static const BrnSolverOps* const methods[] = {&brn__newton_ops};
enum { METHOD_COUNT = sizeof methods / sizeof methods[0] };

// as BrnSceneSolver.method counts them
static const char* const scene_methods[] = {"newton", "emu", "admm", "pd", "xpbd", "fvm"};

#define ROW(label, kind, ...)                                                                      \
  { #label, BRN_FIELD_##kind, offsetof(BrnSolverDef, label), __VA_ARGS__ }

static const BrnField fields[] = {
    ROW(dynamic, BOOL, .help = "with inertia"),
    ROW(iterations, INT, 0, 1e6, .help = "at most, per step; 0: the method's own"),
    ROW(tolerance, DOUBLE, 0, 1, .help = "of the relative decrement; 0: the method's own"),
    ROW(linear, CHOICE, .choices = "direct laplace corotated",
        .help = "how linear systems are solved"),
    ROW(fibre, CHOICE, .choices = "emu hill", .help = "active term of the fibres"),
    ROW(warp, BOOL, .help = "steps turn what they should turn"),
    ROW(project, BOOL, .help = "definite stiffness always, not on demand only"),
    ROW(halvings, INT, 0, 20, .help = "of a step that does not converge"),
    ROW(linear_tolerance, DOUBLE, 0, 0.9, .help = "of conjugate gradients; 0: the solver's own"),
    ROW(linear_iterations, INT, 1, 1e6, .help = "of conjugate gradients, at most"),
    {0},
};

// ------------------------------------------------------------------------------------------- def

BrnSolverDef brn_solver_def_default(void) {
  return (BrnSolverDef){.method = "newton",
                        .linear = BRN_LINEAR_COROTATED,
                        .warp = true,
                        .halvings = 5,
                        .linear_iterations = 300,
                        .cookie = BRN_COOKIE};
}

BrnSolverDef brn_solver_def_of(const BrnModel* model) {
  BRN_ASSERT(model);
  BrnSolverDef def = brn_solver_def_default();
  def.method = scene_methods[model->solver.method];
  def.dynamic = model->solver.dynamic;
  def.iterations = model->solver.iterations;
  def.tolerance = model->solver.tolerance;
  return def;
}

BrnStatus brn_solver_def_set(BrnContext* ctx, BrnSolverDef* def, const char* name,
                             const char* value) {
  BRN_ASSERT(ctx && name && value);
  BRN_CHECK_DEF(def);
  return brn__field_set(ctx, fields, def, name, value);
}

// --------------------------------------------------------------------------------------- methods

int brn_solver_method_count(void) { return METHOD_COUNT; }

const char* brn_solver_method(int index) {
  BRN_ASSERT(index >= 0 && index < METHOD_COUNT);
  return methods[index]->name;
}

static BrnStatus find_method(BrnContext* ctx, const char* name, const BrnSolverOps** out) {
  for (int m = 0; m < METHOD_COUNT; m++) {
    *out = methods[m];
    if (strcmp(name, methods[m]->name) == 0) return BRN_OK;
  }
  return brn__fail(ctx, BRN_UNSUPPORTED,
                   "solver.method: there is no method \"%s\"; there is \"newton\"", name);
}

// ---------------------------------------------------------------------------------------- solver

BrnStatus brn_solver_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                            BrnSolver** out) {
  BRN_ASSERT(ctx && model && out);
  BRN_CHECK_DEF(def);
  BRN_ASSERT(def->method);
  const BrnSolverOps* ops;
  *out = NULL;
  BRN_TRY(find_method(ctx, def->method, &ops));
  BRN_TRY(brn__fields_check(ctx, fields, def));
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
