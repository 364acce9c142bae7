// SPDX-License-Identifier: Apache-2.0

#include "fibre/spline.h"

#include <string.h>

// Tensor products of clamped uniform B-splines (de Boor 1972). A span of the knots has degree + 1
// functions that are not zero; they and their derivatives come from the recursion
//
//   B_i^p = (u - t_i) / (t_i+p - t_i) B_i^p-1 + (t_i+p+1 - u) / (t_i+p+1 - t_i+1) B_i+1^p-1
//   dB_i^p = p B_i^p-1 / (t_i+p - t_i) - p B_i+1^p-1 / (t_i+p+1 - t_i+1)

BrnSplineDef brn_spline_def_default(void) {
  return (BrnSplineDef){.degree = {3, 3, 3}, .cookie = BRN_COOKIE};
}

static const char axis_name[3] = {'u', 'v', 'w'};

static BrnStatus check(BrnContext* ctx, const BrnSplineDef* def) {
  size_t total = 1;
  for (int a = 0; a < 3; a++) {
    if (def->degree[a] < 1 || def->degree[a] > BRN_SPLINE_DEGREE) {
      return brn__fail(ctx, BRN_INVALID, "spline: degree along %c is %d; 1 to %d would do",
                       axis_name[a], def->degree[a], BRN_SPLINE_DEGREE);
    }
    if (def->count[a] <= def->degree[a] || def->count[a] > 10000) {
      return brn__fail(ctx, BRN_INVALID,
                       "spline: %d control points along %c; degree %d needs %d to 10000",
                       def->count[a], axis_name[a], def->degree[a], def->degree[a] + 1);
    }
    total *= (size_t)def->count[a];
  }
  for (size_t i = 0; i < 3 * total; i++) {
    if (!isfinite(def->control[i])) {
      return brn__fail(ctx, BRN_INVALID, "spline: control point %zu is not finite", i / 3);
    }
  }
  return BRN_OK;
}

static double box_diagonal(const double* point, size_t count) {
  double low[3], high[3];
  brn__copy3(low, point);
  brn__copy3(high, point);
  for (size_t i = 0; i < 3 * count; i++) {
    low[i % 3] = fmin(low[i % 3], point[i]);
    high[i % 3] = fmax(high[i % 3], point[i]);
  }
  return brn__distance3(low, high);
}

BrnStatus brn_spline_create(BrnContext* ctx, const BrnSplineDef* def, BrnSpline** out) {
  BRN_ASSERT(ctx && out);
  BRN_CHECK_DEF(def);
  BRN_ASSERT(def->control);
  *out = NULL;
  BRN_TRY(check(ctx, def));
  BrnSpline* spline = brn__new_zero(ctx, 1, BrnSpline);
  if (!spline) return BRN_NO_MEMORY;
  memcpy(spline->count, def->count, sizeof def->count);
  memcpy(spline->degree, def->degree, sizeof def->degree);
  size_t total = (size_t)def->count[0] * (size_t)def->count[1] * (size_t)def->count[2];
  spline->control = brn__new(ctx, 3 * total, double);
  BrnStatus status = spline->control ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    memcpy(spline->control, def->control, 3 * total * sizeof(double));
    spline->size = box_diagonal(spline->control, total);
    status = brn__spline_sample(ctx, spline);
  }
  if (status != BRN_OK) {
    brn_spline_destroy(ctx, spline);
    spline = NULL;
  }
  *out = spline;
  return status;
}

void brn_spline_destroy(BrnContext* ctx, BrnSpline* spline) {
  BRN_ASSERT(ctx);
  if (!spline) return;
  brn__free(ctx, spline->control);
  brn__free(ctx, spline->sample);
  brn__free(ctx, spline);
}

// ----------------------------------------------------------------------------------- evaluating

// Functions of one axis that are not zero at u: value and slope of first, first + 1, ...
typedef struct Basis {
  int first;
  double value[BRN_SPLINE_DEGREE + 1], slope[BRN_SPLINE_DEGREE + 1];
} Basis;

// knot i of clamped uniform knots: degree + 1 zeros, even steps, degree + 1 ones
static double knot(int count, int degree, int i) {
  int spans = count - degree;
  if (i <= degree) return 0;
  return i >= count ? 1 : (double)(i - degree) / spans;
}

static void basis_at(int count, int degree, double u, Basis* out) {
  int spans = count - degree;
  int span = (int)(u * spans);
  if (span > spans - 1) span = spans - 1;
  out->first = span;
  double b[BRN_SPLINE_DEGREE + 2] = {0}; // functions of rising degree; the last one stays 0
  b[0] = 1;
  int last = span + degree; // the knot before u
  for (int p = 1; p <= degree; p++) {
    double next[BRN_SPLINE_DEGREE + 2] = {0};
    for (int j = 0; j <= p; j++) { // function last - p + j of degree p
      int i = last - p + j;
      double t0 = knot(count, degree, i), t1 = knot(count, degree, i + p);
      double t2 = knot(count, degree, i + 1), t3 = knot(count, degree, i + p + 1);
      double left = j > 0 ? b[j - 1] / (t1 - t0) : 0, right = j < p ? b[j] / (t3 - t2) : 0;
      next[j] = (u - t0) * left + (t3 - u) * right;
      if (p == degree) out->slope[j] = p * (left - right);
    }
    memcpy(b, next, sizeof b);
  }
  memcpy(out->value, b, sizeof out->value);
}

void brn_spline_evaluate(const BrnSpline* spline, const double u[3], double x[3],
                         double jacobian[9]) {
  BRN_ASSERT(spline && u);
  Basis basis[3];
  for (int a = 0; a < 3; a++) {
    basis_at(spline->count[a], spline->degree[a], fmin(fmax(u[a], 0), 1), &basis[a]);
  }
  const Basis *bu = &basis[0], *bv = &basis[1], *bw = &basis[2];
  double point[3] = {0, 0, 0}, column[3][3] = {{0}};
  for (int i = 0; i <= spline->degree[0]; i++) {
    for (int j = 0; j <= spline->degree[1]; j++) {
      size_t row = (size_t)(bu->first + i) * (size_t)spline->count[1] + (size_t)(bv->first + j);
      const double* q = spline->control + 3 * (row * (size_t)spline->count[2] + (size_t)bw->first);
      for (int k = 0; k <= spline->degree[2]; k++, q += 3) {
        brn__axpy3(point, point, bu->value[i] * bv->value[j] * bw->value[k], q);
        brn__axpy3(column[0], column[0], bu->slope[i] * bv->value[j] * bw->value[k], q);
        brn__axpy3(column[1], column[1], bu->value[i] * bv->slope[j] * bw->value[k], q);
        brn__axpy3(column[2], column[2], bu->value[i] * bv->value[j] * bw->slope[k], q);
      }
    }
  }
  if (x) brn__copy3(x, point);
  for (int i = 0; jacobian && i < 9; i++) jacobian[i] = column[i % 3][i / 3];
}
