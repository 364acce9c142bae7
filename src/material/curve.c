// SPDX-License-Identifier: Apache-2.0
//
// Curves by table: a monotone cubic through the rows, straight beyond the ends, with its integral
// as the energy.

#include "material/curve.h"

#include <math.h>
#include <string.h>

static BrnStatus check(BrnContext* ctx, int count, const double* x, const double* f) {
  if (count < 2) {
    return brn__fail(ctx, BRN_INVALID, "a curve needs 2 points or more, not %d", count);
  }
  for (int i = 0; i < count; i++) {
    if (!isfinite(x[i]) || !isfinite(f[i])) {
      return brn__fail(ctx, BRN_INVALID, "point %d of the curve is not a number", i);
    }
    if (i > 0 && x[i] <= x[i - 1]) {
      return brn__fail(ctx, BRN_INVALID,
                       "point %d of the curve is at %g, which must be more than the %g before it",
                       i, x[i], x[i - 1]);
    }
  }
  return BRN_OK;
}

static double secant(const BrnCurveTable* t, int i) {
  return (t->f[i + 1] - t->f[i]) / (t->x[i + 1] - t->x[i]);
}

// the weighted harmonic mean of the two secants, zero at a peak; level at the ends, to go on level
static void find_slopes(BrnCurveTable* t) {
  t->slope[0] = t->slope[t->count - 1] = 0;
  for (int i = 1; i + 1 < t->count; i++) {
    double before = secant(t, i - 1), after = secant(t, i);
    double h0 = t->x[i] - t->x[i - 1], h1 = t->x[i + 1] - t->x[i];
    double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    t->slope[i] = before * after <= 0 ? 0 : (w0 + w1) / (w0 / before + w1 / after);
  }
}

static void find_energies(BrnCurveTable* t) {
  t->energy[0] = 0;
  for (int i = 0; i + 1 < t->count; i++) {
    double h = t->x[i + 1] - t->x[i];
    t->energy[i + 1] = t->energy[i] + h * (t->f[i] + t->f[i + 1]) / 2 +
                       h * h * (t->slope[i] - t->slope[i + 1]) / 12;
  }
}

static BrnStatus create(BrnContext* ctx, int count, const double* x, const double* f,
                        const double* slope, BrnCurveTable** out) {
  *out = NULL;
  BRN_TRY(check(ctx, count, x, f));
  size_t n = (size_t)count;
  BrnCurveTable* t = brn__new(ctx, 1, BrnCurveTable);
  double* numbers = brn__new(ctx, 4 * n, double);
  if (!t || !numbers) {
    brn__free(ctx, t);
    brn__free(ctx, numbers);
    return BRN_NO_MEMORY;
  }
  *t = (BrnCurveTable){count, numbers, numbers + n, numbers + 2 * n, numbers + 3 * n};
  memcpy(t->x, x, n * sizeof *x);
  memcpy(t->f, f, n * sizeof *f);
  if (slope)
    memcpy(t->slope, slope, n * sizeof *slope);
  else
    find_slopes(t);
  find_energies(t);
  *out = t;
  return BRN_OK;
}

BrnStatus brn__curve_table_create(BrnContext* ctx, int count, const double* x, const double* f,
                                  BrnCurveTable** out) {
  return create(ctx, count, x, f, NULL, out);
}

BrnStatus brn__curve_table_create_sloped(BrnContext* ctx, int count, const double* x,
                                         const double* f, const double* slope,
                                         BrnCurveTable** out) {
  return create(ctx, count, x, f, slope, out);
}

void brn__curve_table_destroy(BrnContext* ctx, BrnCurveTable* table) {
  if (!table) return;
  brn__free(ctx, table->x);
  brn__free(ctx, table);
}

// the interval that x is in
static int interval(const BrnCurveTable* t, double x) {
  int low = 0, high = t->count - 1;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (t->x[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// straight on from a point at one of the ends
static BrnCurveValue beyond(const BrnCurveTable* t, int i, double x) {
  double offset = x - t->x[i];
  return (BrnCurveValue){t->energy[i] + offset * (t->f[i] + 0.5 * offset * t->slope[i]),
                         t->f[i] + offset * t->slope[i], t->slope[i]};
}

BrnCurveValue brn__curve_table_at(const BrnCurveTable* t, double x) {
  int last = t->count - 1;
  if (!(x > t->x[0])) return beyond(t, 0, x);
  if (x >= t->x[last]) return beyond(t, last, x);
  int i = interval(t, x);
  double h = t->x[i + 1] - t->x[i], s = x - t->x[i], chord = secant(t, i);
  double c2 = (3 * chord - 2 * t->slope[i] - t->slope[i + 1]) / h;
  double c3 = (t->slope[i] + t->slope[i + 1] - 2 * chord) / (h * h), c1 = t->slope[i];
  return (BrnCurveValue){
      t->energy[i] + s * (t->f[i] + s * (c1 / 2 + s * (c2 / 3 + s * (c3 / 4)))),
      t->f[i] + s * (c1 + s * (c2 + s * c3)),
      c1 + s * (2 * c2 + 3 * c3 * s),
  };
}
