// SPDX-License-Identifier: Apache-2.0
//
// A Cholesky factor of an earlier iteration as preconditioner. What spoils it most is that the body
// has turned since; so residual and answer are turned back and forth, node by node:
//
//   z = Q A^-1 Q^T r,   Q_a = R_a(now) R_a(then)^T
//
// R_a is the rotation nearest to the mean F around node a, weighted by volume.

#include "core/svd.h"
#include "core/vec.h"
#include "solver/newton/newton.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 64, WORN_OUT = 40 }; // iterations of a solution that ask for a new factor

#define UNANSWERED 0.5 // share of the forces that a solution may leave

typedef struct Turns {
  const BrnBody* body;
  const BrnDeformation* F;
  double* out; // (row_count x 9)
} Turns;

static void add_mean(const Turns* turns, int entry, double mean[9]) {
  const BrnGather* gather = turns->body->gather;
  int e = gather->entry_element[entry], lane = e % BRN_LANES;
  double weight = fabs(gather->entry_weight[entry]);
  weight *= turns->body->elements->batch[e / BRN_LANES].volume[lane];
  for (int p = 0; p < 9; p++) mean[p] += weight * turns->F[e / BRN_LANES][p][lane];
}

// rows with given coordinates do not turn: they would mix them with the others
static void turn_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Turns* turns = user;
  const BrnGather* gather = turns->body->gather;
  for (int r = begin; r < end; r++) {
    double mean[9] = {0}, S[9], *R = turns->out + 9 * (size_t)r;
    brn__identity3(R);
    if (gather->held[r]) continue;
    for (int i = gather->row_start[r]; i < gather->row_start[r + 1]; i++) {
      add_mean(turns, gather->row_entry[i], mean);
    }
    brn__polar3(mean, R, S);
  }
}

static void find_turns(BrnContext* ctx, BrnBody* body, double* out) {
  Turns turns = {body, brn__body_deformation(ctx, body, body->y), out};
  brn__parallel_for(ctx, body->nodes->row_count, GRAIN, turn_rows, &turns);
}

// --------------------------------------------------------------------------------------- the solve

typedef struct Turning {
  const BrnNewton* n;
  const double* from;
  double* to;
  bool back; // Q^T instead of Q
  int first; // row of the first vector
} Turning;

static void turn_vectors(void* user, int begin, int end, int worker) {
  (void)worker;
  const Turning* t = user;
  for (int r = begin; r < end; r++) {
    size_t row = 9 * (size_t)(t->first + r);
    const double *now = t->n->turn + row, *then = t->n->turn_then + row;
    const double *first = t->back ? now : then, *second = t->back ? then : now;
    double back[9], x[3];
    brn__transpose3(back, first);
    brn__mul3(x, back, t->from + 3 * (size_t)r);
    brn__mul3(t->to + 3 * (size_t)r, second, x);
  }
}

static void precondition(BrnContext* ctx, const void* user, const double* r, double* z) {
  const BrnNewton* n = user;
  const BrnRigid* rigid = n->body->rigid;
  int first = rigid ? rigid->node_count : 0, dofs = rigid ? rigid->dof_count : 0;
  Turning back = {n, r + dofs, n->turned + dofs, true, first};
  Turning forth = {n, n->turned + dofs, z + dofs, false, first};
  memcpy(n->turned, r, sizeof(double) * (size_t)dofs); // axes of rigid bones turn with them
  brn__parallel_for(ctx, n->body->nodes->row_count - first, 1024, turn_vectors, &back);
  brn__factor_solve(ctx, n->matrix.factor, 1, n->turned, n->turned);
  brn__parallel_for(ctx, n->body->nodes->row_count - first, 1024, turn_vectors, &forth);
  memcpy(z, n->turned, sizeof(double) * (size_t)dofs);
}

static BrnStatus renew(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  BrnFactorReport outcome;
  double begin = brn__seconds();
  BRN_TRY(brn__factored_update(ctx, n->body, &n->matrix, 1, &outcome));
  n->factored = outcome.outcome == BRN_CONVERGED;
  if (n->factored) find_turns(ctx, n->body, n->turn_then);
  report->factorizations++;
  report->seconds.factor += brn__seconds() - begin;
  return BRN_OK;
}

// with the factor that is there, or a new one; false: the matrix is not positive definite
static BrnStatus solve(BrnContext* ctx, BrnNewton* n, double tolerance, bool* solved,
                       BrnPcgReport* outcome, BrnStepReport* report) {
  BrnLinear op = {brn__newton_unknown_count(n), brn__newton_apply, precondition, n};
  BrnPcgLimits limits = {tolerance, n->body->def.linear_iterations};
  *outcome = (BrnPcgReport){0};
  if (!n->factored) BRN_TRY(renew(ctx, n, report));
  *solved = n->factored;
  if (!n->factored) return BRN_OK;
  double begin = brn__seconds();
  find_turns(ctx, n->body, n->turn);
  brn__newton_round(ctx, n);
  BRN_TRY(brn__pcg_newton(ctx, &op, n->side, n->descent.d, &limits, outcome));
  if (outcome->iterations > WORN_OUT || outcome->negative_curvature) n->factored = false;
  *solved = !outcome->negative_curvature;
  report->linear_iterations += outcome->iterations;
  report->seconds.solve += brn__seconds() - begin;
  return BRN_OK;
}

// Conjugate gradients end by the norm of the factor. One of a definite matrix may be all but
// singular: then a single soft direction outweighs everything, and the step answers to that alone,
// with a decrement of next to nothing while the forces stay as they were.
BrnStatus brn__newton_solve_corotated(BrnContext* ctx, BrnNewton* n, double tolerance, bool* solved,
                                      BrnStepReport* report) {
  bool fresh = !n->factored;
  BrnPcgReport outcome;
  BRN_TRY(solve(ctx, n, tolerance, solved, &outcome, report));
  if (fresh || !*solved || outcome.left <= UNANSWERED) return BRN_OK;
  n->factored = false;
  return solve(ctx, n, tolerance, solved, &outcome, report);
}
