// SPDX-License-Identifier: Apache-2.0

#include "fibre/spline.h"

#include <limits.h>
#include <string.h>

// The parameters of a point minimise |x(u) - x|^2 over the unit cube. Inside the solid the minimum
// is zero and Gauss-Newton steps double the digits; outside the nearest point lies on the cube's
// wall: parameters at a wall that the descent presses against are left out of the step. A little
// damping (Levenberg 1944) and halving make every step go down. The nearest sample is a good start
// nearly always; where it leads to no solution, other samples are tried, each far from those
// before.

enum { ITERATIONS = 100, HALVINGS = 30, STARTS = 6 };

static const double same_place = 1e-14; // of the size of the solid
static const double inside = 1e-9;      // of the size: a distance that counts as none
static const double no_gain = 1e-14;    // share of the error that a step is not worth

// -------------------------------------------------------------------------------------- samples

static size_t sample_total(const BrnSpline* spline) {
  const int* n = spline->sample_count;
  return (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
}

static void sample_parameters(const BrnSpline* spline, size_t i, double* u) {
  const int* n = spline->sample_count;
  size_t place[3] = {i / ((size_t)n[1] * (size_t)n[2]), i / (size_t)n[2] % (size_t)n[1],
                     i % (size_t)n[2]};
  for (int a = 0; a < 3; a++) u[a] = (double)place[a] / (n[a] - 1);
}

BrnStatus brn__spline_sample(BrnContext* ctx, BrnSpline* spline) {
  for (int a = 0; a < 3; a++) {
    int spans = spline->count[a] - spline->degree[a];
    spline->sample_count[a] = spans < 2 ? 5 : 2 * spans + 1;
  }
  size_t total = sample_total(spline);
  if (total > INT_MAX / 3) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "spline: too many control points, %d x %d x %d",
                     spline->count[0], spline->count[1], spline->count[2]);
  }
  spline->sample = brn__new(ctx, 3 * total, double);
  if (!spline->sample) return BRN_NO_MEMORY;
  for (size_t i = 0; i < total; i++) {
    double u[3];
    sample_parameters(spline, i, u);
    brn_spline_evaluate(spline, u, spline->sample + 3 * i, NULL);
  }
  return BRN_OK;
}

static double parameter_distance(const double* a, const double* b) {
  return fmax(fabs(a[0] - b[0]), fmax(fabs(a[1] - b[1]), fabs(a[2] - b[2])));
}

// nearest sample that is a quarter of the cube away from the starts before it; false: none left
static bool next_start(const BrnSpline* spline, const double* x, double (*start)[3], int count) {
  double nearest = INFINITY;
  size_t total = sample_total(spline);
  for (size_t i = 0; i < total; i++) {
    double distance = brn__distance3(spline->sample + 3 * i, x), u[3];
    if (distance >= nearest) continue;
    sample_parameters(spline, i, u);
    bool fresh = true;
    for (int s = 0; s < count; s++) fresh = fresh && parameter_distance(u, start[s]) >= 0.25;
    if (!fresh) continue;
    nearest = distance;
    brn__copy3(start[count], u);
  }
  return nearest < INFINITY;
}

// --------------------------------------------------------------------------------------- search

typedef struct Search {
  const BrnSpline* spline;
  const double* x;
  double u[3], r[3], J[9]; // r = x(u) - x
  double error;            // |r|
} Search;

static void look(Search* search) {
  brn_spline_evaluate(search->spline, search->u, search->r, search->J);
  brn__sub3(search->r, search->r, search->x);
  search->error = brn__norm3(search->r);
}

// gradient g = J^T r, without the parameters that are pressed against a wall
static void free_gradient(const Search* search, double* g, bool* free) {
  for (int a = 0; a < 3; a++) {
    g[a] = search->J[a] * search->r[0] + search->J[3 + a] * search->r[1] +
           search->J[6 + a] * search->r[2];
    free[a] = !(search->u[a] <= 0 && g[a] >= 0) && !(search->u[a] >= 1 && g[a] <= 0);
    if (!free[a]) g[a] = 0;
  }
}

// d = -(J^T J + damping)^-1 g over the free parameters
static void newton_step(const Search* search, const double* g, const bool* free, double* d) {
  const double* J = search->J;
  double N[9], inverse[9], trace = 0;
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) {
      double sum = J[a] * J[b] + J[3 + a] * J[3 + b] + J[6 + a] * J[6 + b];
      N[3 * a + b] = free[a] && free[b] ? sum : 0;
    }
    trace += N[4 * a];
  }
  for (int a = 0; a < 3; a++) N[4 * a] += free[a] ? 1e-14 * trace : 1;
  if (!(brn__inverse3(inverse, N) > 0)) brn__identity3(inverse);
  brn__mul3(d, inverse, g);
  brn__scale3(d, -1, d);
}

// halves the step until the error falls; false: it does not
static bool descend(Search* search, const double* d) {
  Search trial = *search;
  for (double scale = 1; scale > ldexp(1, -HALVINGS); scale /= 2) {
    for (int a = 0; a < 3; a++) trial.u[a] = fmin(fmax(search->u[a] + scale * d[a], 0), 1);
    look(&trial);
    if (trial.error < search->error) {
      *search = trial;
      return true;
    }
  }
  return false;
}

// steepest descent, for where the clamped Newton step does not go down
static bool descend_steepest(Search* search, const double* g) {
  double slope = brn__norm3(g), d[3];
  if (slope == 0) return false;
  brn__scale3(d, -0.25 / slope, g);
  return descend(search, d);
}

static BrnSplinePoint search_from(const BrnSpline* spline, const double* x, const double* start) {
  Search search = {.spline = spline, .x = x};
  brn__copy3(search.u, start);
  look(&search);
  BrnSplinePoint found = {.outcome = BRN_OUT_OF_ITERATIONS};
  for (; found.iterations < ITERATIONS; found.iterations++) {
    double g[3], d[3], before[3], error = search.error;
    bool free[3];
    found.outcome = BRN_CONVERGED;
    if (error <= same_place * spline->size) break;
    free_gradient(&search, g, free);
    newton_step(&search, g, free, d);
    if (-brn__dot3(g, d) <= no_gain * error * error) break;
    brn__copy3(before, search.u);
    if (!descend(&search, d) && !descend_steepest(&search, g)) break;
    if (parameter_distance(before, search.u) < 1e-13) break;
    found.outcome = BRN_OUT_OF_ITERATIONS;
  }
  brn__copy3(found.u, search.u);
  found.distance = search.error;
  return found;
}

BrnSplinePoint brn_spline_locate(const BrnSpline* spline, const double x[3]) {
  BRN_ASSERT(spline && x);
  double start[STARTS][3];
  BrnSplinePoint best = {.distance = INFINITY};
  for (int s = 0; s < STARTS && next_start(spline, x, start, s); s++) {
    BrnSplinePoint found = search_from(spline, x, start[s]);
    if (found.distance < best.distance) best = found;
    if (best.distance <= inside * spline->size) {
      best.distance = 0;
      break;
    }
    if (s > 0 && best.outcome == BRN_CONVERGED) break; // outside, and asked twice
  }
  return best;
}
