// SPDX-License-Identifier: Apache-2.0
//
// Splines through the points of a path and its widths, sampled as stations, with axes of the
// sections that turn as little as the path lets them.

#include "form/curve.h"

#include "core/vec.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

// The centre line is the cubic spline through the points, with chord lengths between its knots: its
// curvature is continuous, and an open one ends straight. The half widths follow a monotone cubic
// (Fritsch and Carlson 1980), so that none is larger or smaller than the given ones it lies
// between.
typedef struct Knots {
  const BrnFormPath* path;
  int spans;
  double* chord;  // length of each span                          (spans)
  double* second; // second derivative of the centre line          (point_count x 3)
  double* slope;  // of the half widths                            (point_count x 2)
} Knots;

static const double* point_at(const Knots* k, int i) {
  return k->path->point + 3 * (size_t)(i % k->path->point_count);
}

static double width_at(const Knots* k, int i, int side) {
  int row = k->path->width_count == 1 ? 0 : i % k->path->point_count;
  return k->path->width[2 * row + side];
}

// --------------------------------------------------------------------------------------- spline

// The system has 2 on its diagonal and 1 in each row beside it, so Gauss-Seidel halves the error
// with every round at least, for open and closed paths alike.
static void solve_second(Knots* k) {
  int n = k->path->point_count, first = k->path->closed ? 0 : 1, last = k->path->closed ? n : n - 1;
  for (int round = 0; round < 64; round++) {
    for (int i = first; i < last; i++) {
      int before = (i + n - 1) % n, after = (i + 1) % n;
      double h0 = k->chord[before], h1 = k->chord[i], share = h0 / (h0 + h1);
      for (int a = 0; a < 3; a++) {
        double jump = (point_at(k, after)[a] - point_at(k, i)[a]) / h1 -
                      (point_at(k, i)[a] - point_at(k, before)[a]) / h0;
        double right = 6 * jump / (h0 + h1);
        k->second[3 * i + a] =
            (right - share * k->second[3 * before + a] - (1 - share) * k->second[3 * after + a]) /
            2;
      }
    }
  }
}

static double secant(const Knots* k, int span, int side) {
  return (width_at(k, span + 1, side) - width_at(k, span, side)) / k->chord[span];
}

// weighted harmonic mean of the secants on both sides, 0 at a turn
static double inner_slope(double h0, double h1, double s0, double s1) {
  if (s0 * s1 <= 0) return 0;
  double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / s0 + w1 / s1);
}

// parabola through the last three, held back where it would overshoot
static double end_slope(double h0, double h1, double s0, double s1) {
  double slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
  if (slope * s0 <= 0) return 0;
  return s0 * s1 <= 0 && fabs(slope) > 3 * fabs(s0) ? 3 * s0 : slope;
}

static double width_slope(const Knots* k, int i, int side) {
  int n = k->path->point_count, spans = k->spans;
  if (spans == 1) return secant(k, 0, side);
  if (!k->path->closed && (i == 0 || i == n - 1)) {
    int near = i == 0 ? 0 : spans - 1, far = i == 0 ? 1 : spans - 2;
    return end_slope(k->chord[near], k->chord[far], secant(k, near, side), secant(k, far, side));
  }
  int before = (i + spans - 1) % spans;
  return inner_slope(k->chord[before], k->chord[i], secant(k, before, side), secant(k, i, side));
}

static BrnStatus knots_make(BrnContext* ctx, const BrnFormPath* path, Knots* k) {
  int n = path->point_count;
  *k = (Knots){.path = path, .spans = path->closed ? n : n - 1};
  k->chord = brn__scratch(ctx, k->spans, double);
  k->second = brn__scratch_zero(ctx, 3 * (size_t)n, double);
  k->slope = brn__scratch(ctx, 2 * (size_t)n, double);
  if (!k->chord || !k->second || !k->slope) return BRN_NO_MEMORY;
  for (int i = 0; i < k->spans; i++) {
    k->chord[i] = brn__distance3(point_at(k, i), point_at(k, i + 1));
  }
  solve_second(k);
  for (int i = 0; i < 2 * n; i++) k->slope[i] = width_slope(k, i / 2, i % 2);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- stations

static void place_station(const Knots* k, int span, double u, BrnStationAt* out) {
  int n = k->path->point_count, next = (span + 1) % n;
  double h = k->chord[span], v = 1 - u, second[3];
  const double *p0 = point_at(k, span), *p1 = point_at(k, next);
  for (int a = 0; a < 3; a++) {
    double m0 = k->second[3 * span + a], m1 = k->second[3 * next + a];
    out->place[a] =
        v * p0[a] + u * p1[a] + h * h / 6 * ((v * v * v - v) * m0 + (u * u * u - u) * m1);
    out->ahead[a] = (p1[a] - p0[a]) / h + h / 6 * ((3 * u * u - 1) * m1 - (3 * v * v - 1) * m0);
    second[a] = v * m0 + u * m1;
  }
  double speed = brn__normalize3(out->ahead);
  brn__axpy3(out->bend, second, -brn__dot3(second, out->ahead), out->ahead);
  brn__scale3(out->bend, 1 / (speed * speed), out->bend);
  out->point = (u < 0.5 ? span : span + 1) % n;
}

static double hermite(double w0, double w1, double d0, double d1, double u) {
  double v = 1 - u;
  return w0 * (1 + 2 * u) * v * v + w1 * (3 - 2 * u) * u * u + d0 * u * v * v - d1 * u * u * v;
}

static void set_half(const Knots* k, int span, double u, BrnStationAt* out) {
  int next = (span + 1) % k->path->point_count;
  for (int side = 0; side < 2; side++) {
    double h = k->chord[span];
    out->half[side] = hermite(width_at(k, span, side), width_at(k, span + 1, side),
                              h * k->slope[2 * span + side], h * k->slope[2 * next + side], u);
  }
}

// --------------------------------------------------------------------------------------- frames

static bool across(double* x, const double* ahead) {
  double length = brn__norm3(x);
  brn__axpy3(x, x, -brn__dot3(x, ahead), ahead);
  return brn__normalize3(x) > 1e-6 * length;
}

static BrnStatus first_frame(BrnContext* ctx, const BrnFormPath* path, const char* name,
                             BrnStationAt* at) {
  bool any = brn__norm3(path->wide) == 0;
  double guess[3] = {fabs(at->ahead[0]) < 0.9, 0, fabs(at->ahead[0]) >= 0.9};
  brn__copy3(at->x, any ? guess : path->wide);
  if (!across(at->x, at->ahead)) {
    return brn__fail(ctx, BRN_INVALID,
                     "form: %s.wide runs along the path at its first point; give a direction "
                     "across it",
                     name);
  }
  brn__cross3(at->y, at->ahead, at->x);
  return BRN_OK;
}

// the frame that turns least: double reflection (Wang et al. 2008)
static void carry_frame(const BrnStationAt* from, BrnStationAt* to) {
  double v[3], x[3], ahead[3];
  brn__sub3(v, to->place, from->place);
  double c = 2 / brn__dot3(v, v);
  brn__axpy3(x, from->x, -c * brn__dot3(v, from->x), v);
  brn__axpy3(ahead, from->ahead, -c * brn__dot3(v, from->ahead), v);
  brn__sub3(v, to->ahead, ahead);
  c = brn__dot3(v, v);
  if (c > 0) brn__axpy3(x, x, -2 / c * brn__dot3(v, x), v);
  brn__copy3(to->x, x);
  across(to->x, to->ahead);
  brn__cross3(to->y, to->ahead, to->x);
}

static void turn_frame(BrnStationAt* at, double angle) {
  double c = cos(angle), s = sin(angle), x[3], y[3];
  for (int a = 0; a < 3; a++) {
    x[a] = c * at->x[a] + s * at->y[a];
    y[a] = c * at->y[a] - s * at->x[a];
  }
  brn__copy3(at->x, x);
  brn__copy3(at->y, y);
}

// On a closed path the carried frame comes back turned; that is undone evenly along the way.
static void turn_frames(BrnCurve* curve, double twist) {
  const BrnStationAt *first = &curve->at[0], *last = &curve->at[curve->count - 1];
  double total = twist * pi / 180;
  if (curve->closed) total -= atan2(brn__dot3(last->x, first->y), brn__dot3(last->x, first->x));
  double length = last->s;
  for (int i = 0; total != 0 && i < curve->count; i++) {
    turn_frame(&curve->at[i], total * curve->at[i].s / length);
  }
}

// ------------------------------------------------------------------------------------ the curve

// A single point: its path, of no length, runs along Y or as near to that as `wide` lets it.
static BrnStatus make_ball(BrnContext* ctx, const BrnFormPath* path, const char* name,
                           BrnStationAt* at) {
  double wide[3], up[3] = {0, 1, 0}, z[3] = {0, 0, 1};
  brn__copy3(wide, path->wide);
  brn__normalize3(wide);
  brn__copy3(at->place, path->point);
  at->half[0] = path->width[0], at->half[1] = path->width[1];
  brn__copy3(at->ahead, fabs(wide[1]) < 0.99 ? up : z);
  across(at->ahead, wide);
  return first_frame(ctx, path, name, at);
}

BrnStatus brn__curve_make(BrnContext* ctx, const BrnFormPath* path, int per_span, const char* name,
                          BrnCurve* out) {
  int spans = path->closed ? path->point_count : path->point_count - 1;
  *out = (BrnCurve){.count = spans * per_span + 1, .closed = path->closed};
  out->at = brn__scratch_zero(ctx, out->count, BrnStationAt);
  if (!out->at) return BRN_NO_MEMORY;
  if (spans == 0) return make_ball(ctx, path, name, &out->at[0]);
  Knots knots;
  BRN_TRY(knots_make(ctx, path, &knots));
  for (int i = 0; i < out->count; i++) {
    int span = i / per_span < spans ? i / per_span : spans - 1;
    double u = (double)(i - span * per_span) / per_span;
    place_station(&knots, span, u, &out->at[i]);
    set_half(&knots, span, u, &out->at[i]);
  }
  BRN_TRY(first_frame(ctx, path, name, &out->at[0]));
  for (int i = 1; i < out->count; i++) {
    BrnStationAt *before = &out->at[i - 1], *at = &out->at[i];
    carry_frame(before, at);
    at->s = before->s + brn__distance3(before->place, at->place);
  }
  turn_frames(out, path->twist);
  return BRN_OK;
}

static void mix3(double* out, const double* a, const double* b, double u) {
  for (int i = 0; i < 3; i++) out[i] = a[i] + u * (b[i] - a[i]);
}

BrnStationAt brn__curve_at(const BrnCurve* curve, double s) {
  int low = 0, high = curve->count - 1;
  if (high == 0) return curve->at[0];
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (curve->at[middle].s <= s)
      low = middle;
    else
      high = middle;
  }
  const BrnStationAt *a = &curve->at[low], *b = &curve->at[high];
  double u = fmin(1, fmax(0, (s - a->s) / (b->s - a->s)));
  BrnStationAt out = u < 0.5 ? *a : *b;
  mix3(out.place, a->place, b->place, u);
  mix3(out.ahead, a->ahead, b->ahead, u);
  mix3(out.x, a->x, b->x, u);
  brn__normalize3(out.ahead);
  across(out.x, out.ahead);
  brn__cross3(out.y, out.ahead, out.x);
  for (int side = 0; side < 2; side++) {
    out.half[side] = a->half[side] + u * (b->half[side] - a->half[side]);
  }
  out.s = s;
  return out;
}
