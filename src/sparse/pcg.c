// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "sparse/sparse.h"

#include <limits.h>
#include <string.h>

// Preconditioned conjugate gradients (Hestenes and Stiefel 1952):
//
//   r = b - K x,  z = M^-1 r,  p = z
//   repeat:  a = r.z / p.Kp,  x += a p,  r -= a Kp,  z = M^-1 r,  p = z + (r.z / old r.z) p
//
// A Newton step stops where p.Kp <= 0 and keeps what it has (Steihaug 1983).
//
// Whoever adds another iteration: dot products go through brn__parallel_sum(), whose chunks do not
// depend on the number of workers, and the end is an outcome, never a status.

enum { GRAIN = 8192 };

typedef struct Vectors {
  double *x, *r, *z, *p, *q; // q = K p
  double a, c;               // steps: x += a p, p = z + c p
  bool newton;
} Vectors;

static void advance(void* user, int begin, int end, int worker) {
  (void)worker;
  Vectors* v = user;
  for (int i = begin; i < end; i++) {
    v->x[i] += v->a * v->p[i];
    v->r[i] -= v->a * v->q[i];
  }
}

static void turn(void* user, int begin, int end, int worker) {
  (void)worker;
  Vectors* v = user;
  for (int i = begin; i < end; i++) v->p[i] = v->z[i] + v->c * v->p[i];
}

// one step; false: the operator or the preconditioner is not positive
static bool step(BrnContext* ctx, const BrnLinear* op, Vectors* v, double* rz,
                 BrnPcgReport* report) {
  op->apply(ctx, op->user, v->p, v->q);
  double pq = brn__parallel_dot(ctx, op->count, v->p, v->q);
  report->negative_curvature = pq <= 0;
  if (!(pq > 0) || !(*rz > 0)) return false;
  v->a = *rz / pq;
  brn__parallel_for(ctx, op->count, GRAIN, advance, v);
  op->precondition(ctx, op->user, v->r, v->z);
  double fresh = brn__parallel_dot(ctx, op->count, v->r, v->z);
  v->c = fresh / *rz;
  *rz = fresh;
  brn__parallel_for(ctx, op->count, GRAIN, turn, v);
  return true;
}

// r, z and p from the start; a Newton step starts at zero and needs no product for it
static double begin(BrnContext* ctx, const BrnLinear* op, const double* b, Vectors* v) {
  size_t size = sizeof(double) * (size_t)op->count;
  if (v->newton) {
    memset(v->x, 0, size);
    memcpy(v->r, b, size);
  } else {
    op->apply(ctx, op->user, v->x, v->q);
    for (int i = 0; i < op->count; i++) v->r[i] = b[i] - v->q[i];
  }
  op->precondition(ctx, op->user, v->r, v->z);
  memcpy(v->p, v->z, size);
  return brn__parallel_dot(ctx, op->count, v->r, v->z);
}

static void iterate(BrnContext* ctx, const BrnLinear* op, const double* b, Vectors* v,
                    const BrnPcgLimits* limits, BrnPcgReport* report) {
  int n = op->count;
  int limit = limits->max_iterations > 0 ? limits->max_iterations : n < INT_MAX / 4 ? 4 * n : n;
  double size = sqrt(brn__parallel_dot(ctx, n, b, b));
  *report = (BrnPcgReport){.outcome = BRN_CONVERGED};
  if (size == 0) { // the answer is known
    memset(v->x, 0, sizeof(double) * (size_t)n);
    return;
  }
  double rz = begin(ctx, op, b, v), first = rz;
  for (;;) {
    report->residual =
        v->newton ? sqrt(rz / first) : sqrt(brn__parallel_dot(ctx, n, v->r, v->r)) / size;
    if (report->residual <= limits->tolerance) return;
    report->outcome = BRN_OUT_OF_ITERATIONS;
    if (report->iterations == limit || brn__is_cancelled(ctx)) return;
    report->outcome = BRN_BROKE_DOWN;
    if (!isfinite(report->residual) || !step(ctx, op, v, &rz, report)) break;
    report->outcome = BRN_CONVERGED;
    report->iterations++;
  }
  bool unmoved = report->negative_curvature && report->iterations == 0;
  if (v->newton && unmoved) memcpy(v->x, v->z, sizeof(double) * (size_t)n);
}

static double left(BrnContext* ctx, int count, const double* r, const double* b) {
  double size = brn__parallel_dot(ctx, count, b, b);
  return size > 0 ? sqrt(brn__parallel_dot(ctx, count, r, r) / size) : 0;
}

static BrnStatus run(BrnContext* ctx, const BrnLinear* op, const double* b, Vectors v,
                     const BrnPcgLimits* limits, BrnPcgReport* report) {
  BRN_ASSERT(ctx && op && limits && report && op->count >= 0);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  v.r = brn__scratch(ctx, op->count, double);
  v.z = brn__scratch(ctx, op->count, double);
  v.p = brn__scratch(ctx, op->count, double);
  v.q = brn__scratch(ctx, op->count, double);
  bool got = v.r && v.z && v.p && v.q;
  if (got) iterate(ctx, op, b, &v, limits, report);
  if (got) report->left = v.newton ? left(ctx, op->count, v.r, b) : report->residual;
  brn__scratch_release(ctx, mark);
  return got ? brn__go_on(ctx) : BRN_NO_MEMORY;
}

BrnStatus brn__pcg(BrnContext* ctx, const BrnLinear* op, const double* b, double* x,
                   const BrnPcgLimits* limits, BrnPcgReport* report) {
  return run(ctx, op, b, (Vectors){.x = x}, limits, report);
}

BrnStatus brn__pcg_newton(BrnContext* ctx, const BrnLinear* op, const double* b, double* x,
                          const BrnPcgLimits* limits, BrnPcgReport* report) {
  return run(ctx, op, b, (Vectors){.x = x, .newton = true}, limits, report);
}

// ------------------------------------------------------------------------ with a matrix at hand

typedef struct System {
  const BrnCsr* K;
  BrnIncomplete* M;
} System;

static void apply(BrnContext* ctx, const void* user, const double* x, double* y) {
  brn__csr_multiply(ctx, ((const System*)user)->K, x, y);
}

static void precondition(BrnContext* ctx, const void* user, const double* r, double* z) {
  (void)ctx;
  brn__incomplete_solve(((const System*)user)->M, r, z);
}

BrnStatus brn__pcg_solve(BrnContext* ctx, const BrnCsr* K, const double* b, double* x,
                         const BrnPcgLimits* limits, BrnPcgReport* report) {
  BRN_ASSERT(ctx && K && limits && report);
  System system = {.K = K};
  BRN_TRY(brn__incomplete_create(ctx, K, &system.M));
  BrnLinear op = {K->row_count, apply, precondition, &system};
  BrnStatus status = brn__pcg(ctx, &op, b, x, limits, report);
  brn__incomplete_destroy(ctx, system.M);
  return status;
}
