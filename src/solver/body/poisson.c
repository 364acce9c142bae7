// SPDX-License-Identifier: Apache-2.0
//
// L = G^T W G, assembled like a stiffness with scalar blocks and factored once; three times where
// supports hold single axes, as the coordinates then have matrices of their own.

#include "solver/body/poisson.h"

#include "core/vec.h"
#include "solver/body/body.h"

#include <string.h>

void brn__poisson_destroy(BrnContext* ctx, BrnPoisson* poisson) {
  if (!poisson) return;
  for (int f = 0; f < 3; f++) brn__factor_destroy(ctx, poisson->factor[f]);
  brn__free(ctx, poisson->side);
  brn__free(ctx, poisson);
}

// ------------------------------------------------------------------------------------------ matrix

// g_a . A g_b
static double in_metric(const BrnMetric* metric, int lane, const double* a, const double* b) {
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  double sum = 0;
  for (int k = 0; k < 9; k++) sum += a[k / 3] * metric->a[at[k / 3][k % 3]][lane] * b[k % 3];
  return sum;
}

// weight g_a . g_b
static void element_matrix(const BrnBatch* batch, const BrnMetric* metric, int lane,
                           double out[16]) {
  double g[4][3] = {{0}};
  for (int p = 0; p < 9; p++) {
    g[p / 3 + 1][p % 3] = batch->gradient[p][lane];
    g[0][p % 3] -= batch->gradient[p][lane];
  }
  for (int k = 0; k < 16; k++) {
    out[k] = metric ? in_metric(metric, lane, g[k / 4], g[k % 4])
                    : batch->shear[lane] * brn__dot3(g[k / 4], g[k % 4]);
  }
}

static void assemble(const BrnElements* elements, const BrnMetric* metric, const BrnGather* gather,
                     double* value) {
  for (int e = 0; e < gather->element_count; e++) {
    int begin = gather->entry_start[e], n = gather->entry_start[e + 1] - begin;
    const int* place = gather->place + gather->place_start[e];
    double L[16];
    element_matrix(&elements->batch[e / BRN_LANES], metric ? &metric[e / BRN_LANES] : NULL,
                   e % BRN_LANES, L);
    for (int k = 0; k < n * n; k++) {
      int i = begin + k / n, j = begin + k % n;
      double weight = gather->entry_weight[i] * gather->entry_weight[j];
      value[place[k]] += weight * L[4 * gather->entry_corner[i] + gather->entry_corner[j]];
    }
  }
}

static void add_anchors(const BrnBody* body, int axis, const BrnCsr* L) {
  for (int t = 0; t < body->term_count; t++) {
    const BrnTerm* term = &body->term[t];
    if (term->ops->anchor) term->ops->anchor(term->own, body, axis, L);
  }
}

// rows and columns whose coordinate `axis` is given keep the diagonal alone
static void mask(const BrnGather* gather, int axis, const BrnCsr* whole, BrnCsr* out) {
  for (int r = 0; r < whole->row_count; r++) {
    for (int e = whole->start[r]; e < whole->start[r + 1]; e++) {
      int c = whole->column[e];
      bool given = (gather->held[r] | gather->held[c]) >> axis & 1;
      out->value[e] = given && r != c ? 0 : whole->value[e];
    }
  }
}

static bool holds_single_axes(const BrnBody* body) {
  for (int t = 0; t < body->term_count; t++) {
    const BrnTerm* term = &body->term[t];
    if (term->ops->by_axis && term->ops->by_axis(term->own)) return true;
  }
  for (int r = 0; r < body->gather->row_count; r++) {
    if (body->gather->held[r]) return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------- creation

static BrnStatus factor_axis(BrnContext* ctx, const BrnBody* body, const BrnMetric* metric,
                             int axis, BrnCsr* whole, BrnCsr* masked, BrnFactor** out) {
  BrnFactorDef def = brn__factor_def_default();
  BrnFactorReport report;
  def.rough = true;
  def.width = 8;
  BRN_TRY(brn__factor_create(ctx, whole, &def, out));
  memset(whole->value, 0, sizeof(double) * (size_t)whole->start[whole->row_count]);
  assemble(body->elements, metric, body->gather, whole->value);
  add_anchors(body, axis, whole);
  mask(body->gather, axis, whole, masked);
  BRN_TRY(brn__factor_update(ctx, *out, masked, &report));
  if (report.outcome == BRN_CONVERGED) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "a part of the body is held by nothing: fix or script a bone that it hangs on, "
                   "or add a support");
}

static BrnStatus build(BrnContext* ctx, const BrnBody* body, const BrnMetric* metric,
                       const BrnBlocks* pattern, BrnPoisson* poisson) {
  size_t entries = (size_t)pattern->start[pattern->row_count];
  BrnCsr whole = {pattern->row_count, pattern->start, pattern->column, NULL}, masked = whole;
  whole.value = brn__scratch(ctx, entries, double);
  masked.value = brn__scratch(ctx, entries, double);
  poisson->row_count = pattern->row_count;
  poisson->side = brn__new(ctx, pattern->row_count, double);
  if (!whole.value || !masked.value || !poisson->side) return BRN_NO_MEMORY;
  poisson->factor_count = pattern->row_count == 0 ? 0 : holds_single_axes(body) ? 3 : 1;
  for (int f = 0; f < poisson->factor_count; f++) {
    BRN_TRY(factor_axis(ctx, body, metric, f, &whole, &masked, &poisson->factor[f]));
  }
  return BRN_OK;
}

BrnStatus brn__poisson_create(BrnContext* ctx, const BrnBody* body, const BrnMetric* metric,
                              const BrnBlocks* pattern, BrnPoisson** out) {
  BRN_ASSERT(ctx && body && pattern && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnPoisson* poisson = brn__new_zero(ctx, 1, BrnPoisson);
  BrnStatus status = BRN_NO_MEMORY;
  if (poisson) status = build(ctx, body, metric, pattern, poisson);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn__poisson_destroy(ctx, poisson);
    poisson = NULL;
  }
  *out = poisson;
  return status;
}

// ------------------------------------------------------------------------------------------- solve

static void solve(BrnContext* ctx, const BrnPoisson* poisson, const double* b, double* y,
                  bool rough) {
  if (poisson->factor_count == 1) {
    (rough ? brn__factor_solve_xyz_rough : brn__factor_solve_xyz)(ctx, poisson->factor[0], b, y);
    return;
  }
  for (int axis = 0; axis < poisson->factor_count; axis++) {
    double* side = poisson->side;
    for (int r = 0; r < poisson->row_count; r++) side[r] = b[3 * (size_t)r + (size_t)axis];
    (rough ? brn__factor_solve_rough : brn__factor_solve)(ctx, poisson->factor[axis], 1, side,
                                                          side);
    for (int r = 0; r < poisson->row_count; r++) y[3 * (size_t)r + (size_t)axis] = side[r];
  }
}

void brn__poisson_solve(BrnContext* ctx, const BrnPoisson* poisson, const double* b, double* y) {
  solve(ctx, poisson, b, y, false);
}

void brn__poisson_precondition(BrnContext* ctx, const BrnPoisson* poisson, const double* b,
                               double* y) {
  solve(ctx, poisson, b, y, true);
}
