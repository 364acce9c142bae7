// SPDX-License-Identifier: Apache-2.0
//
// The method `newton` as a table: life cycle, a step by minimisations (minimize.c).

#include "solver/newton/newton.h"

static void destroy(BrnContext* ctx, void* method) {
  BrnNewton* n = method;
  if (!n) return;
  brn__factored_destroy(ctx, &n->matrix);
  double* vectors[] = {n->side, n->turn, n->turn_then, n->turned};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) brn__free(ctx, vectors[i]);
  brn__body_method_destroy(ctx, n);
}

static BrnStatus take_vectors(BrnContext* ctx, BrnNewton* n) {
  size_t rows = 3 * (size_t)n->body->nodes->row_count;
  BrnLinearSolver linear = n->body->def.linear;
  bool corotated = linear == BRN_LINEAR_COROTATED || linear == BRN_LINEAR_AUTO;
  n->side = brn__new_zero(ctx, rows, double);
  n->turn = brn__new_zero(ctx, corotated ? 3 * rows : 0, double);
  n->turn_then = brn__new_zero(ctx, corotated ? 3 * rows : 0, double);
  n->turned = brn__new_zero(ctx, corotated ? rows : 0, double);
  return n->side && n->turn && n->turn_then && n->turned ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         void** out) {
  BRN_TRY(brn__body_method_create(ctx, model, def, sizeof(BrnNewton), brn__newton_minimize, out));
  BrnNewton* n = *out;
  if (def->linear != BRN_LINEAR_DIRECT) BRN_TRY(brn__body_keep_rough(ctx, n->body));
  brn__newton_begin_auto(n);
  bool laplace = brn__newton_by_laplace(n);
  if (n->body->rigid && laplace) BRN_TRY(brn__rigid_take_laplace(ctx, n->body));
  bool direct = def->linear == BRN_LINEAR_DIRECT;
  n->matrix = (BrnFactored){.def = brn__factor_def_default(), .whole = direct, .fold = true};
  n->matrix.def.floats = !direct; // a preconditioner
  if (!laplace) BRN_TRY(brn__factored_take(ctx, n->body, &n->matrix));
  return take_vectors(ctx, n);
}

static BrnStatus step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                      BrnStepReport* report) {
  BrnNewton* n = method;
  n->factored = false; // a step begins anew, so that a run can be resumed anywhere
  brn__factored_begin(ctx, &n->matrix);
  brn__newton_begin_auto(n);
  return brn__body_method_step(ctx, n, input, state, report);
}

const BrnMethodOps brn__newton_ops = {
    .about = {.name = "newton", .title = "Newton's method on finite elements"},
    .telling = &brn__body_telling,
    .takes = {.kinds = BRN_TERM_OF_ANY},
    .prepare = prepare,
    .destroy = destroy,
    .step = step,
};
