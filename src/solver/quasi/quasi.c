// SPDX-License-Identifier: Apache-2.0
//
// The methods `lbfgs` and `bcqn` as tables: settings, life cycle, a step by iterations (iterate.c).

#include "solver/quasi/quasi.h"

#include "scene/tables.h"

enum { MOST_ITERATIONS = 1000 };

// Tighter than Newton's: the decrement makes little of what is left where a body bends easily.
#define LBFGS_TOLERANCE 1e-9
#define LEAST_CURVATURE 1e-10 // s.z over |s| |z|; round-off below
// Zhu et al. have 1e-3, for maps that begin crumpled: forces that matter here are much smaller.
#define BCQN_TOLERANCE 1e-6

// --------------------------------------------------------------------------------------- settings

typedef struct BrnQuasiSettings {
  int memory;
} BrnQuasiSettings;

static void settings_defaults(void* def) { ((BrnQuasiSettings*)def)->memory = 8; }

#define S BrnQuasiSettings
static const BrnField settings_fields[] = {
    BRN_INT("quasi_memory", memory, 1, 1000, .help = "lbfgs, bcqn: steps that are remembered"),
    {0},
};
#undef S

static const BrnInlineTable quasi_settings = {
    .size = sizeof(BrnQuasiSettings),
    .fields = settings_fields,
    .defaults = settings_defaults,
};

// ------------------------------------------------------------------------------------ preparation

static double dot_rows(BrnContext* ctx, const void* user, const double* a, const double* b) {
  return brn__body_dot(ctx, 3 * ((const BrnBody*)user)->nodes->row_count, a, b);
}

static BrnStatus take_memory(BrnContext* ctx, BrnQuasi* q, int most) {
  size_t size = 3 * (size_t)q->body->nodes->row_count;
  q->memory = (BrnLbfgs){
      .size = size, .most = most, .least = LEAST_CURVATURE, .dot = dot_rows, .user = q->body};
  BRN_TRY(brn__lbfgs_create(ctx, &q->memory));
  q->before = brn__new_zero(ctx, size, double);
  q->product = brn__new_zero(ctx, size, double);
  q->side = brn__new_zero(ctx, size, double);
  q->move = brn__new_zero(ctx, 3 * (size_t)q->body->nodes->count, double);
  return q->before && q->product && q->side && q->move ? BRN_OK : BRN_NO_MEMORY;
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

static BrnStatus prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         bool blended, void** out) {
  BrnSolverDef own = def_of(def);
  BrnQuasiSettings settings;
  brn__solver_get(def, &quasi_settings, &settings);
  BRN_TRY(brn__body_method_create(ctx, model, &own, sizeof(BrnQuasi), brn__quasi_minimize, out));
  BrnQuasi* q = *out;
  q->blended = blended;
  BRN_TRY(take_memory(ctx, q, settings.memory));
  BRN_TRY(brn__quasi_take_guess(ctx, q));
  BRN_TRY(brn__barrier_create(ctx, q));
  brn__quasi_measure(ctx, q);
  if (q->body->def.tolerance == 0) q->body->def.tolerance = tolerance_of(q);
  return BRN_OK;
}

static BrnStatus prepare_lbfgs(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                               void** out) {
  return prepare(ctx, model, def, false, out);
}

static BrnStatus prepare_bcqn(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                              void** out) {
  return prepare(ctx, model, def, true, out);
}

static void destroy(BrnContext* ctx, void* method) {
  BrnQuasi* q = method;
  if (!q) return;
  void* list[] = {q->before, q->product,  q->side, q->move, q->weight, q->force,
                  q->room,   q->diagonal, q->F,    q->dF,   q->slope};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) brn__free(ctx, list[i]);
  brn__lbfgs_destroy(ctx, &q->memory);
  brn__body_method_destroy(ctx, q);
}

const BrnMethodOps brn__lbfgs_ops = {
    .about = {.name = "lbfgs",
              .title = "quasi-Newton on positions, started by the Laplacian (Liu et al. 2017)",
              .settings = {&quasi_settings}},
    .telling = &brn__body_telling,
    .takes = {.kinds = BRN_TERM_OF_ANY},
    .prepare = prepare_lbfgs,
    .destroy = destroy,
};

const BrnMethodOps brn__bcqn_ops = {
    .about = {.name = "bcqn",
              .title = "blended quasi-Newton on positions (Zhu et al. 2018)",
              .settings = {&quasi_settings}},
    .telling = &brn__body_telling,
    .takes = {.kinds = BRN_TERM_OF_ANY},
    .prepare = prepare_bcqn,
    .destroy = destroy,
};
