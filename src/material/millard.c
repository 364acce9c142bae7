// SPDX-License-Identifier: Apache-2.0
//
// The curves of Millard, Uchida, Seth and Delp 2013: chains of quintic Bezier curves, each of which
// rounds the corner between two straight lines. A corner goes from (x0, y0) with one slope to (x1,
// y1) with another; its inner control points lie on the two lines, pairwise equal, a share
// `curviness` of the way to where the lines cross. So value, slope and curvature are continuous.

#include "material/curve.h"

#include <math.h>

enum { CORNERS = 5, STEPS = 64 }; // at most, and pieces of the table in each

typedef struct Point {
  double x, y, slope;
} Point;

typedef struct Chain {
  int corner_count;
  Point point[CORNERS + 1];
  double curviness[CORNERS];
} Chain;

// from 0 ... 1 to how far the control points go
static double share(double curviness) { return 0.1 + 0.8 * curviness; }

// where the lines through two points cross
static void cross(Point a, Point b, double* x, double* y) {
  double turn = a.slope - b.slope;
  *x = fabs(turn) > 1e-8 ? (b.y - a.y - b.x * b.slope + a.x * a.slope) / turn : 0.5 * (a.x + b.x);
  *y = (*x - b.x) * b.slope + b.y;
}

// Bernstein's polynomials with the control points 0, 1, 1, 2, 2, 3
static double bezier(const double c[4], double u, double* slope) {
  double v = 1 - u;
  double d[5] = {c[1] - c[0], 0, c[2] - c[1], 0, c[3] - c[2]};
  *slope = 5 * (d[0] * v * v * v * v + 6 * d[2] * u * u * v * v + d[4] * u * u * u * u);
  return c[0] * v * v * v * v * v + c[1] * (5 * u * v * v * v * v + 10 * u * u * v * v * v) +
         c[2] * (10 * u * u * u * v * v + 5 * u * u * u * u * v) + c[3] * u * u * u * u * u;
}

static Point on_corner(Point a, Point b, double curviness, double u) {
  double x, y, dx, dy, s = share(curviness);
  cross(a, b, &x, &y);
  double cx[4] = {a.x, a.x + s * (x - a.x), b.x + s * (x - b.x), b.x};
  double cy[4] = {a.y, a.y + s * (y - a.y), b.y + s * (y - b.y), b.y};
  Point at = {.x = bezier(cx, u, &dx), .y = bezier(cy, u, &dy)};
  at.slope = dy / dx;
  return at;
}

static BrnStatus sample(BrnContext* ctx, const Chain* chain, BrnCurveTable** out) {
  double x[CORNERS * STEPS + 1], f[CORNERS * STEPS + 1], slope[CORNERS * STEPS + 1];
  int count = chain->corner_count * STEPS;
  for (int i = 0; i <= count; i++) {
    int corner = i == count ? chain->corner_count - 1 : i / STEPS;
    Point at = on_corner(chain->point[corner], chain->point[corner + 1], chain->curviness[corner],
                         (double)(i - corner * STEPS) / STEPS);
    x[i] = at.x, f[i] = at.y, slope[i] = at.slope;
  }
  return brn__curve_table_create_sloped(ctx, count + 1, x, f, slope, out);
}

BrnStatus brn__millard_active(BrnContext* ctx, BrnCurveTable** out) {
  const double x0 = 0.4441, x1 = 0.73, x3 = 1.8123, slope = 0.8616; // ends, and the knee
  const double shoulder = 0.05, low = 1 - shoulder, high = 1 + shoulder;
  double y1 = 1 - slope * (low - x1), fall = -1 / (x3 - shoulder - high);
  Chain chain = {5,
                 {{x0, 0, 0},
                  {0.5 * (x0 + x1), 0.5 * y1, 1.25 * y1 / (x1 - x0)},
                  {0.5 * (x1 + low), 0.5 * (y1 + 1), slope},
                  {1, 1, 0},
                  {0.5 * (high + x3), 0.5, fall},
                  {x3, 0, 0}},
                 {1, 1, 1, 1, 1}};
  return sample(ctx, &chain, out);
}

BrnStatus brn__millard_passive(BrnContext* ctx, double strain, BrnCurveTable** out) {
  const double low = 0.2; // slope of the toe
  double high = 2 / strain, toe = fmin(0.1 / high, 0.1 * strain);
  Chain chain = {
      2, {{1, 0, 0}, {1 + toe, low * 0.5 * toe, low}, {1 + strain, 1, high}}, {0.75, 0.75}};
  return sample(ctx, &chain, out);
}

BrnStatus brn__millard_velocity(BrnContext* ctx, double most, BrnCurveTable** out) {
  const double near_shortest = 0.25, isometric = 5, near_longest = 0.15; // slopes
  Chain chain = {4,
                 {{-1, 0, 0},
                  {-0.9, 0.5 * near_shortest * 0.1, near_shortest},
                  {0, 1, isometric},
                  {0.9, most - 0.5 * near_longest * 0.1, near_longest},
                  {1, most, 0}},
                 {0.6, 0.6, 0.9, 0.9}};
  return sample(ctx, &chain, out);
}
