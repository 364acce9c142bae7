// SPDX-License-Identifier: Apache-2.0

#include "solver/quasi/quasi.h"

enum { MOST_ITERATIONS = 1000 };

// Tighter than Newton's: the decrement makes little of what is left where a body bends easily.
#define LBFGS_TOLERANCE 1e-9
// Zhu et al. have 1e-3, for maps that begin crumpled: forces that matter here are much smaller.
#define BCQN_TOLERANCE 1e-6

static BrnStatus take_memory(BrnContext* ctx, BrnNewton* n) {
  BrnQuasi* q = n->quasi;
  size_t size = 3 * (size_t)n->nodes->row_count, most = (size_t)q->most;
  q->s = brn__new_zero(ctx, most * size, double);
  q->z = brn__new_zero(ctx, most * size, double);
  q->rho = brn__new_zero(ctx, most, double);
  q->share = brn__new_zero(ctx, most, double);
  q->before = brn__new_zero(ctx, size, double);
  q->product = brn__new_zero(ctx, size, double);
  bool all = q->s && q->z && q->rho && q->share && q->before && q->product;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

// steps are straight, and no linear system is solved
static BrnSolverDef def_of(const BrnSolverDef* def) {
  BrnSolverDef out = *def;
  out.linear = BRN_LINEAR_LAPLACE;
  out.warp = false;
  if (out.iterations == 0) out.iterations = MOST_ITERATIONS;
  return out;
}

// bones alone have no characteristic gradient
static double tolerance_of(const BrnQuasi* q) {
  return q->characteristic > 0 ? BCQN_TOLERANCE : LBFGS_TOLERANCE;
}

BrnStatus brn__quasi_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                             void** out) {
  BrnSolverDef own = def_of(def);
  BRN_TRY(brn__newton_prepare(ctx, model, &own, out));
  BrnNewton* n = *out;
  n->quasi = brn__new_zero(ctx, 1, BrnQuasi);
  if (!n->quasi) return BRN_NO_MEMORY;
  n->minimize = brn__quasi_minimize;
  n->quasi->method = def->method;
  n->quasi->most = def->quasi_memory;
  BRN_TRY(take_memory(ctx, n));
  BRN_TRY(brn__quasi_take_guess(ctx, n));
  BRN_TRY(brn__barrier_create(ctx, n));
  brn__quasi_measure(ctx, n);
  if (n->def.tolerance == 0) n->def.tolerance = tolerance_of(n->quasi);
  return BRN_OK;
}

void brn__quasi_destroy(BrnContext* ctx, void* method) {
  BrnNewton* n = method;
  if (n && n->quasi) {
    BrnQuasi* q = n->quasi;
    void* list[] = {q->s,       q->z,      q->rho,   q->share, q->before,
                    q->product, q->weight, q->force, q->room,  q->diagonal};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) brn__free(ctx, list[i]);
    brn__free(ctx, q);
  }
  brn__newton_destroy(ctx, n);
}

const BrnSolverOps brn__lbfgs_ops = {"lbfgs", brn__quasi_prepare, brn__quasi_destroy,
                                     brn__newton_step, brn__newton_inspect};
const BrnSolverOps brn__bcqn_ops = {"bcqn", brn__quasi_prepare, brn__quasi_destroy,
                                    brn__newton_step, brn__newton_inspect};
