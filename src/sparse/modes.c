// SPDX-License-Identifier: Apache-2.0

#include "sparse/modes.h"

#include "core/vec.h"
#include "sparse/blas.h"
#include "sparse/foreign.h"
#include "sparse/tall.h"

#include <string.h>

// Block Lanczos with full orthogonalisation and thick restarts (Golub and Underwood 1977; Wu and
// Simon 2000) on
//
//   S = M^1/2 K^-1 M^1/2,   S u = u / lambda,   u = M^1/2 x
//
// which is symmetric in the plain inner product. V holds orthonormal columns: `size` of them have
// been multiplied by S, and H = V^T S V is known there; `pending` more are waiting. What S V has
// outside of V is the pending block times B, so that B tells the residual of a Ritz pair.
//
// In blocks, since eight right-hand sides cost little more than one, and since the modes of an
// elastic body come in threes.

enum { BLOCK = 8, GRAIN = 4096 };

// share of a vector that is left beside the others
static const double lost = 1e-10; // it depends on them
static const double weak = 0.1;   // what is left needs cleaning

typedef struct Lanczos {
  BrnContext* ctx;
  BrnFactor* factor;
  BrnTall V;    // (most + BLOCK) columns
  double* root; // of the mass
  int count;    // modes wanted
  int most;     // columns before a restart
  int size, pending;
  double* H;     // (most x most)
  double* Y;     // eigenvectors of H, by descending eigenvalue (most x most)
  double* theta; // descending                                  (most)
  double* C;     // coefficients of a block                     (most x BLOCK)
  double* work;  // of LAPACK                                   (work_count)
  int work_count;
  double B[BLOCK * BLOCK]; // column after column: S V_last = ... + Q B
  uint64_t random;
  BrnModesReport* report;
} Lanczos;

static double* column(BrnTall A, int k) { return A.column + (size_t)k * (size_t)A.rows; }
static BrnTall from_column(BrnTall A, int k) { return (BrnTall){A.rows, column(A, k)}; }

static void fill_random(Lanczos* l, double* v) {
  for (int i = 0; i < l->V.rows; i++) {
    uint64_t z = (l->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    v[i] = (double)((z ^ (z >> 31)) >> 11) * 0x1p-53 - 0.5;
  }
}

// ---------------------------------------------------------------------------------- orthogonality

// v becomes v / |v|
static BrnStatus normalize(Lanczos* l, BrnTall v, double* norm) {
  BRN_TRY(brn__tall_inner(l->ctx, v, 1, v, 1, norm, 1));
  *norm = sqrt(*norm);
  for (int i = 0; i < v.rows; i++) v.column[i] /= *norm;
  return BRN_OK;
}

static BrnStatus project_out(Lanczos* l, int first, int columns, BrnTall W, int width) {
  return brn__tall_project_out(l->ctx, from_column(l->V, first), columns, W, width, NULL, NULL);
}

// Column k of V, of length 1 and orthogonal to all but those from `first` on. Where little of it
// is left beside them, what is left is mostly round-off: it is cleaned once more, and replaced by a
// random column if there was nothing.
static BrnStatus orthonormalize(Lanczos* l, int first, int k, double* left) {
  BrnTall v = from_column(l->V, k);
  double norm;
  BRN_TRY(project_out(l, first, k - first, v, 1));
  BRN_TRY(normalize(l, v, &norm));
  *left = norm;
  for (int time = 0; norm < weak && time < 4; time++) {
    if (norm <= lost) {
      *left = 0;
      fill_random(l, v.column);
    }
    BRN_TRY(project_out(l, 0, k, v, 1));
    BRN_TRY(normalize(l, v, &norm));
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- expansion

typedef struct Scaling {
  const double *from, *root;
  double* to;
  size_t rows;
  int columns;
} Scaling;

static void scale_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Scaling* s = user;
  for (int j = 0; j < s->columns; j++) {
    const double* from = s->from + (size_t)j * s->rows;
    double* to = s->to + (size_t)j * s->rows;
    for (int i = begin; i < end; i++) to[i] = from[i] * s->root[i];
  }
}

// W = S Q for the pending block Q
static void apply(Lanczos* l, BrnTall W) {
  int width = l->pending;
  Scaling s = {column(l->V, l->size), l->root, W.column, (size_t)W.rows, width};
  brn__parallel_for(l->ctx, W.rows, GRAIN, scale_rows, &s);
  double start = brn__seconds();
  brn__factor_solve(l->ctx, l->factor, width, W.column, W.column);
  l->report->solve_seconds += brn__seconds() - start;
  s.from = W.column;
  brn__parallel_for(l->ctx, W.rows, GRAIN, scale_rows, &s);
  l->report->solves += width;
}

// columns of H for the pending block, and their mirror image; the mean where both are there
static void extend_H(Lanczos* l) {
  int all = l->size + l->pending;
  for (int j = 0; j < l->pending; j++) {
    for (int i = 0; i < all; i++) {
      double value = l->C[j * all + i];
      if (i >= l->size) value = (value + l->C[(i - l->size) * all + l->size + j]) / 2;
      l->H[(size_t)(l->size + j) * (size_t)l->most + (size_t)i] = value;
      l->H[(size_t)i * (size_t)l->most + (size_t)(l->size + j)] = value;
    }
  }
}

// Columns of W to length 1, and orthogonal to V to the last digit: what was small beside S Q brings
// along its round-off. A column that was all round-off is replaced, and nothing leads to it.
static BrnStatus clean(Lanczos* l, BrnTall W, int width, const double share[], double left[]) {
  for (int j = 0; j < width; j++) {
    double norm;
    BRN_TRY(normalize(l, from_column(W, j), &left[j]));
    if (share[j] > lost || isnan(share[j])) continue;
    left[j] = 0;
    fill_random(l, column(W, j));
    BRN_TRY(normalize(l, from_column(W, j), &norm));
  }
  return project_out(l, 0, l->size, W, width);
}

// W, which is behind the first `size` columns, becomes the pending block Q, and W = Q B. Column by
// column, as some of them may depend on the others.
static BrnStatus split_slowly(Lanczos* l, BrnTall W, int width, const double share[]) {
  int room = l->V.rows - l->size;
  double left[BLOCK];
  BRN_TRY(clean(l, W, width, share, left));
  for (int j = 0; j < width && l->pending < room; j++, l->pending++) {
    double* b = &l->B[BLOCK * j];
    BRN_TRY(brn__tall_inner(l->ctx, W, j, from_column(W, j), 1, b, BLOCK));
    BRN_TRY(orthonormalize(l, l->size, l->size + j, &b[j]));
    for (int i = 0; i <= j; i++) b[i] *= left[j];
  }
  return BRN_OK;
}

// is there something left of all columns of W, and room for them?
static bool all_are_left(const Lanczos* l, int width, const double share[]) {
  bool all = l->size + width <= l->V.rows;
  for (int j = 0; j < width; j++) all &= share[j] > lost;
  return all;
}

static BrnStatus expand(Lanczos* l) {
  int all = l->size + l->pending, width = l->pending;
  BrnTall W = from_column(l->V, all);
  double share[BLOCK];
  apply(l, W);
  BRN_TRY(brn__tall_project_out(l->ctx, l->V, all, W, width, l->C, share));
  extend_H(l);
  l->size = all, l->pending = 0;
  memset(l->B, 0, sizeof l->B);
  bool split = all_are_left(l, width, share);
  if (split) BRN_TRY(brn__tall_split(l->ctx, W, width, l->B, BLOCK, &split));
  if (!split) return split_slowly(l, W, width, share);
  l->pending = width;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- Ritz pairs

// Y and theta, descending; false: LAPACK did not get along with H, which has a NaN then
static bool diagonalize(Lanczos* l) {
  int m = l->size, info;
  for (int j = 0; j < m; j++) { // of -H, so that LAPACK's ascending order is ours
    for (int i = 0; i < m; i++) {
      double value = l->H[(size_t)j * (size_t)l->most + (size_t)i];
      if (!isfinite(value)) return false;
      l->Y[(size_t)j * (size_t)l->most + (size_t)i] = -value;
    }
  }
  int entered = brn__foreign_enter();
  dsyev_("V", "L", &m, l->Y, &l->most, l->theta, l->work, &l->work_count, &info, 1, 1);
  brn__foreign_leave(entered);
  for (int i = 0; i < m; i++) l->theta[i] = -l->theta[i];
  return info == 0;
}

// |S u - theta u| / theta = |B y_last| / theta
static double residual_of(const Lanczos* l, int mode, int width) {
  const double* y = l->Y + (size_t)mode * (size_t)l->most + (l->size - width);
  double sum = 0;
  for (int i = 0; i < BLOCK && l->pending > 0; i++) {
    double term = 0;
    for (int j = 0; j < width; j++) term += l->B[BLOCK * j + i] * y[j];
    sum += term * term;
  }
  return sqrt(sum) / fabs(l->theta[mode]);
}

static double worst_residual(const Lanczos* l, int width) {
  double worst = 0;
  for (int k = 0; k < l->count; k++) worst = fmax(worst, residual_of(l, k, width));
  return worst;
}

// the best Ritz vectors stay, H is diagonal on them, and the pending block follows
static BrnStatus restart(Lanczos* l) {
  int kept = l->count + BLOCK < l->size ? l->count + BLOCK : l->size;
  BRN_TRY(brn__tall_turn(l->ctx, l->V, l->size, l->Y, l->most, kept));
  memmove(column(l->V, kept), column(l->V, l->size),
          sizeof(double) * (size_t)l->V.rows * (size_t)l->pending);
  memset(l->H, 0, sizeof(double) * (size_t)l->most * (size_t)l->most);
  for (int k = 0; k < kept; k++) l->H[(size_t)k * (size_t)(l->most + 1)] = l->theta[k];
  l->size = kept;
  l->report->restarts++;
  return BRN_OK;
}

static BrnStatus first_block(Lanczos* l) {
  double norm;
  while (l->pending < BLOCK && l->pending < l->V.rows) {
    fill_random(l, column(l->V, l->pending));
    BRN_TRY(normalize(l, from_column(l->V, l->pending), &norm));
    BRN_TRY(orthonormalize(l, 0, l->pending++, &norm));
  }
  return BRN_OK;
}

static BrnStatus iterate(Lanczos* l, const BrnModesDef* def) {
  BrnModesReport* report = l->report;
  BRN_TRY(first_block(l));
  for (;;) {
    int width = l->pending;
    BRN_TRY(brn__go_on(l->ctx));
    BRN_TRY(expand(l));
    if (l->size < l->count) continue;
    report->outcome = BRN_BROKE_DOWN;
    if (!diagonalize(l)) return BRN_OK;
    report->residual = worst_residual(l, width);
    report->outcome = BRN_CONVERGED;
    if (report->residual <= def->tolerance || l->pending == 0) return BRN_OK;
    report->outcome = BRN_OUT_OF_ITERATIONS;
    if (report->solves >= def->max_solves) return BRN_OK;
    if (l->size + l->pending > l->most) BRN_TRY(restart(l));
  }
}

// ------------------------------------------------------------------------------------- the answer

// x = M^-1/2 u; the largest number of a mode is positive, as its sign is anybody's choice
static BrnStatus hand_over(Lanczos* l, double* lambda, double* x) {
  int n = l->V.rows;
  BRN_TRY(brn__tall_turn(l->ctx, l->V, l->size, l->Y, l->most, l->count));
  for (int k = 0; k < l->count; k++) {
    const double* u = column(l->V, k);
    double largest = 0, *mode = x + (size_t)k * (size_t)n;
    lambda[k] = 1 / l->theta[k];
    for (int i = 0; i < n; i++) {
      mode[i] = u[i] / l->root[i];
      if (fabs(mode[i]) > fabs(largest)) largest = mode[i];
    }
    for (int i = 0; i < n && largest < 0; i++) mode[i] = -mode[i];
  }
  return BRN_OK;
}

static BrnStatus take(Lanczos* l, int n) {
  BrnContext* ctx = l->ctx;
  size_t most = (size_t)l->most, rows = (size_t)n;
  l->work_count = 8 * l->most + 64;
  // not scratch, which would keep them: they are large, and modes are found once
  l->V = (BrnTall){n, brn__new(ctx, rows * (most + BLOCK), double)};
  l->root = brn__scratch(ctx, rows, double);
  l->H = brn__scratch_zero(ctx, most * most, double);
  l->Y = brn__scratch(ctx, most * most, double);
  l->theta = brn__scratch(ctx, most, double);
  l->C = brn__scratch(ctx, most * BLOCK, double);
  l->work = brn__scratch(ctx, l->work_count, double);
  bool got = l->V.column && l->root && l->H && l->Y && l->theta && l->C && l->work;
  return got ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus take_roots(Lanczos* l, const double* mass) {
  for (int i = 0; i < l->V.rows; i++) {
    if (!(mass[i] > 0) || !isfinite(mass[i])) {
      return brn__fail(l->ctx, BRN_INVALID, "mass %d is %g; modes need a positive mass in each row",
                       i, mass[i]);
    }
    l->root[i] = sqrt(mass[i]);
  }
  return BRN_OK;
}

static BrnStatus find(Lanczos* l, const double* mass, int n, const BrnModesDef* def, double* lambda,
                      double* x) {
  BRN_TRY(take(l, n));
  BRN_TRY(take_roots(l, mass));
  BRN_TRY(iterate(l, def));
  if (l->report->outcome == BRN_BROKE_DOWN) return BRN_OK;
  return hand_over(l, lambda, x);
}

BrnModesDef brn__modes_def_default(void) { return (BrnModesDef){.count = 16, .tolerance = 1e-8}; }

BrnStatus brn__modes_find(BrnContext* ctx, BrnFactor* factor, const double* mass, int n,
                          const BrnModesDef* given, double* lambda, double* x,
                          BrnModesReport* report) {
  BRN_ASSERT(ctx && factor && mass && given && lambda && x && report);
  BRN_ASSERT(given->count > 0 && given->count <= n);
  BrnModesDef def = *given;
  if (def.max_solves == 0) def.max_solves = 100 * def.count;
  Lanczos l = {.ctx = ctx, .factor = factor, .count = def.count, .report = report};
  l.most = 2 * def.count + 4 * BLOCK;
  *report = (BrnModesReport){.outcome = BRN_OUT_OF_ITERATIONS};
  double start = brn__seconds();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = find(&l, mass, n, &def, lambda, x);
  brn__scratch_release(ctx, mark);
  brn__free(ctx, l.V.column);
  report->seconds = brn__seconds() - start;
  return status;
}
