// SPDX-License-Identifier: Apache-2.0
//
// The exact step (condensed.h): N of every tet, the matrix sum G^T N G with a factor or with
// conjugate gradients, and dF from dq.

#include "solver/emu/condensed.h"

#include "solver/emu/border.h"
#include "solver/emu/patches.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 8, ATTEMPTS = 8, LEAST_BUDGET = 40 };

#define LAPLACE_TOLERANCE 0.1
#define FIRST_SHIFT 1e-8

void brn__condensed_destroy(BrnContext* ctx, BrnCondensed* c) {
  if (!c) return;
  brn__factored_destroy(ctx, &c->matrix);
  brn__free(ctx, c->side);
  brn__free(ctx, c->back);
  brn__free(ctx, c);
}

BrnStatus brn__condensed_create(BrnContext* ctx, BrnEmu* e, BrnCondensed** out) {
  size_t rows = 3 * (size_t)e->body->nodes->row_count;
  BrnCondensed* c = brn__new_zero(ctx, 1, BrnCondensed);
  *out = c;
  if (!c) return BRN_NO_MEMORY;
  c->matrix = (BrnFactored){.def = brn__factor_def_default(), .whole = true};
  c->side = brn__new_zero(ctx, rows, double);
  c->back = brn__new_zero(ctx, rows, double);
  return c->side && c->back ? BRN_OK : BRN_NO_MEMORY;
}

void brn__condensed_begin(BrnContext* ctx, BrnEmu* e) {
  BrnCondensed* c = e->condensed;
  brn__factored_begin(ctx, &c->matrix);
  bool choose = e->def.linear == BRN_LINEAR_AUTO && e->body->nodes->row_count > 0;
  c->spent = 0;
  c->budget = choose ? brn__body_budget(e->body) : 0;
  c->direct = choose ? c->budget < LEAST_BUDGET : e->def.linear != BRN_LINEAR_LAPLACE;
}

double brn__condensed_tolerance(const BrnCondensed* c) { return c->direct ? 1e-6 : 3e-8; }

int brn__condensed_limit(const BrnCondensed* c) { return c->direct ? 30 : 60; }

// -------------------------------------------------------------------------------------- the matrix

typedef struct Run {
  BrnEmu* e;
  int first; // batch
} Run;

static void condense_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Run* run = user;
  BrnEmu* e = run->e;
  BrnBody* body = e->body;
  for (int i = begin; i < end; i++) {
    int b = run->first + i;
    BrnSquares N;
    BRN_LANE_PICK(brn__emu_condense)
    (&body->elements->batch[b], e->couple[b], &e->metric[b], e->condensed->shift, N);
    BRN_LANE_PICK(brn__batch_stiffness)
    (&body->elements->batch[b], N, body->stiffness + 144 * BRN_LANES * (size_t)i);
  }
}

// body->K = sum G^T N G, and what patches and ties add
static void assemble(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  BrnBody* body = e->body;
  int batches = body->elements->batch_count;
  double begin = brn__seconds();
  for (int first = 0; first < batches; first += BRN_BODY_RUN) {
    int count = batches - first < BRN_BODY_RUN ? batches - first : BRN_BODY_RUN;
    Run run = {e, first};
    brn__parallel_for(ctx, count, GRAIN, condense_batches, &run);
    brn__gather_blocks(ctx, body->gather, BRN_LANES * first, BRN_LANES * count, body->stiffness,
                       body->K);
  }
  if (e->z) brn__patches_condense(ctx, e, body->K);
  brn__ties_add_stiffness(body->constraints, body->nodes, body->K);
  brn__gather_mask(ctx, body->gather, body->K);
  report->seconds.assembly += brn__seconds() - begin;
}

// ------------------------------------------------------------------------------------ its solution

// false: the matrix is not positive definite
static BrnStatus solve_direct(BrnContext* ctx, BrnEmu* e, bool* solved, BrnStepReport* report) {
  BrnCondensed* c = e->condensed;
  BrnFactorReport outcome;
  double begin = brn__seconds();
  BRN_TRY(brn__factored_update(ctx, e->body, &c->matrix, 1 / e->alpha, &outcome));
  double middle = brn__seconds();
  *solved = outcome.outcome == BRN_CONVERGED;
  if (*solved) brn__factor_solve(ctx, c->matrix.factor, 1, c->side, c->back);
  report->factorizations++;
  report->seconds.factor += middle - begin;
  report->seconds.solve += brn__seconds() - middle;
  return BRN_OK;
}

static void apply(BrnContext* ctx, const void* user, const double* x, double* y) {
  const BrnEmu* e = user;
  brn__blocks_multiply_rough(ctx, e->body->K, x, y);
  brn__low_ranks_multiply_add(&e->body->pieces, 1 / e->alpha, x, y);
}

// with ties: among the steps that leave them where they are
static void precondition(BrnContext* ctx, const void* user, const double* r, double* z) {
  const BrnEmu* e = user;
  if (!e->border) {
    brn__poisson_precondition(ctx, e->acap, r, z);
    return;
  }
  brn__poisson_solve(ctx, e->acap, r, z);
  brn__border_correct(e->border, BRN_BORDER_LOOSE, false, e->body->y, z);
}

static BrnStatus solve_laplace(BrnContext* ctx, BrnEmu* e, int most, int* taken,
                               BrnStepReport* report) {
  double own = e->def.linear_tolerance, begin = brn__seconds();
  BrnLinear op = {3 * e->body->nodes->row_count, apply, precondition, e};
  BrnPcgLimits limits = {own > 0 ? own : LAPLACE_TOLERANCE, most};
  BrnPcgReport outcome;
  brn__blocks_round(ctx, e->body->K);
  BRN_TRY(brn__pcg_newton(ctx, &op, e->condensed->side, e->condensed->back, &limits, &outcome));
  *taken = outcome.iterations;
  report->linear_iterations += outcome.iterations;
  report->seconds.solve += brn__seconds() - begin;
  return BRN_OK;
}

// automatic: without a factor until that has cost as much as one (solver/newton/automatic.c)
static BrnStatus solve(BrnContext* ctx, BrnEmu* e, bool* solved, BrnStepReport* report) {
  BrnCondensed* c = e->condensed;
  bool choose = e->def.linear == BRN_LINEAR_AUTO;
  int most = e->def.linear_iterations, taken;
  if (c->direct) return solve_direct(ctx, e, solved, report);
  if (choose && c->budget - c->spent < most) most = c->budget - c->spent;
  BRN_TRY(solve_laplace(ctx, e, most, &taken, report));
  c->spent += taken;
  *solved = true;
  if (!choose || taken < most) return BRN_OK;
  c->direct = true;
  return solve_direct(ctx, e, solved, report);
}

// ----------------------------------------------------------------------------------- the direction

// side += dE/dq / alpha
static void add_terms(BrnContext* ctx, BrnEmu* e, bool definite) {
  if (!brn__terms_on_nodes(e->body)) return;
  brn__emu_nodes_gradient(ctx, e, definite ? BRN_WANT_DEFINITE : BRN_WANT_STIFFNESS);
  for (int i = 0; i < 3 * e->body->nodes->row_count; i++) {
    e->condensed->side[i] += e->body->g[i] / e->alpha;
  }
}

// e->x is H^-1 g
static BrnStatus attempt(BrnContext* ctx, BrnEmu* e, bool definite, bool* solved, double* slope,
                         BrnStepReport* report) {
  BrnBody* body = e->body;
  BrnCondensed* c = e->condensed;
  bool terms = brn__terms_on_nodes(body);
  assemble(ctx, e, report);
  brn__acap_gather(ctx, e, e->x, c->side);
  add_terms(ctx, e, definite);
  BRN_TRY(body->pieces.status);
  BRN_TRY(solve(ctx, e, solved, report));
  if (!*solved) return BRN_OK;
  brn__nodes_spread_rows(body->nodes, c->back, e->nodes);
  brn__nodes_to_points(ctx, body->nodes, e->nodes, body->x);
  *slope = brn__woodbury_follow(ctx, e, report);
  if (terms) *slope -= brn__body_dot(ctx, 3 * body->nodes->row_count, body->g, c->back);
  *solved = *slope <= 0;
  return BRN_OK;
}

// first as it is, then definite, then with more and more of W
BrnStatus brn__condensed_direction(BrnContext* ctx, BrnEmu* e, bool definite, double* slope,
                                   BrnStepReport* report) {
  bool solved = false;
  *slope = NAN;
  for (int number = definite ? 1 : 0; number < ATTEMPTS && !solved; number++) {
    e->condensed->shift = number < 2 ? 0 : FIRST_SHIFT * pow(30, number - 2);
    if (number == 1) report->projections++;
    if (number < 2 && !brn__woodbury_prepare(ctx, e, number > 0, report)) continue;
    BRN_TRY(attempt(ctx, e, number > 0, &solved, slope, report));
  }
  if (!solved) *slope = NAN;
  return BRN_OK;
}
