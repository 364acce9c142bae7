// SPDX-License-Identifier: Apache-2.0
//
// A twin of the exact test of two triangles, by another method and with rounding: intervals on the
// line in which the planes meet (Moeller 1997), in long doubles. For positions in general only; it
// says when the case is too close to call.

#pragma once

#include <math.h>
#include <stdbool.h>

typedef long double Real;

typedef enum Cut { CUT_NO, CUT_YES, CUT_UNCLEAR } Cut;

typedef struct Cut3 {
  Real x[3];
} Cut3;

static inline Cut3 cut_sub(Cut3 a, Cut3 b) {
  return (Cut3){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
static inline Real cut_dot(Cut3 a, Cut3 b) {
  return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}
static inline Cut3 cut_cross(Cut3 a, Cut3 b) {
  return (Cut3){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                 a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}
static inline Cut3 cut_point(const double* p) { return (Cut3){{p[0], p[1], p[2]}}; }

/// Interval of triangle t on the line (through the origin of `along`), from the distances d of its
/// corners to the other plane. false: all on one side.
static inline bool cut_interval(const Cut3* t, const Real* d, Cut3 along, Real* low, Real* high) {
  *low = INFINITY, *high = -INFINITY;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    if ((d[i] > 0) == (d[j] > 0)) continue;
    Real pi = cut_dot(along, t[i]), pj = cut_dot(along, t[j]);
    Real at = pi + (pj - pi) * d[i] / (d[i] - d[j]);
    *low = fminl(*low, at), *high = fmaxl(*high, at);
  }
  return *low <= *high;
}

/// Triangles without a common corner.
static inline Cut cut_disjoint(const Cut3* a, const Cut3* b) {
  const Real close = 1e-14L;
  Cut3 na = cut_cross(cut_sub(a[1], a[0]), cut_sub(a[2], a[0]));
  Cut3 nb = cut_cross(cut_sub(b[1], b[0]), cut_sub(b[2], b[0]));
  Cut3 along = cut_cross(na, nb);
  Real da[3], db[3], a_low, a_high, b_low, b_high;
  for (int i = 0; i < 3; i++) {
    da[i] = cut_dot(nb, cut_sub(a[i], b[0]));
    db[i] = cut_dot(na, cut_sub(b[i], a[0]));
    if (fabsl(da[i]) < close || fabsl(db[i]) < close) return CUT_UNCLEAR;
  }
  if (!cut_interval(a, da, along, &a_low, &a_high)) return CUT_NO;
  if (!cut_interval(b, db, along, &b_low, &b_high)) return CUT_NO;
  Real gap = fmaxl(a_low, b_low) - fminl(a_high, b_high);
  if (fabsl(gap) < close) return CUT_UNCLEAR;
  return gap < 0 ? CUT_YES : CUT_NO;
}

/// Coefficients of d = x e + y f, where d lies in the plane of e and f.
static inline void cut_split(Cut3 d, Cut3 e, Cut3 f, Real* x, Real* y) {
  Real ee = cut_dot(e, e), ef = cut_dot(e, f), ff = cut_dot(f, f);
  Real de = cut_dot(d, e), df = cut_dot(d, f), det = ee * ff - ef * ef;
  *x = (de * ff - df * ef) / det;
  *y = (df * ee - de * ef) / det;
}

/// Triangles with common corner 0: do their wedges hold the same way along the common line?
static inline Cut cut_hinged(const Cut3* a, const Cut3* b) {
  Cut3 e[2] = {cut_sub(a[1], a[0]), cut_sub(b[1], b[0])};
  Cut3 f[2] = {cut_sub(a[2], a[0]), cut_sub(b[2], b[0])};
  Cut3 along = cut_cross(cut_cross(e[0], f[0]), cut_cross(e[1], f[1]));
  int way[2];
  for (int k = 0; k < 2; k++) {
    Real x, y;
    cut_split(along, e[k], f[k], &x, &y);
    if (fabsl(x) < 1e-14L || fabsl(y) < 1e-14L) return CUT_UNCLEAR;
    way[k] = x > 0 && y > 0 ? 1 : x < 0 && y < 0 ? -1 : 0;
  }
  return way[0] * way[1] > 0 ? CUT_YES : CUT_NO;
}

/// Triangles of a mesh. Those that share an edge do not cut in general position.
static inline Cut cut_twin(const double* position, const int* a, const int* b) {
  Cut3 p[3], q[3];
  int shared = 0, at_a = 0, at_b = 0;
  for (int k = 0; k < 9; k++) {
    if (a[k / 3] == b[k % 3]) shared++, at_a = k / 3, at_b = k % 3;
  }
  for (int i = 0; i < 3; i++) {
    p[i] = cut_point(position + 3 * a[(i + at_a) % 3]);
    q[i] = cut_point(position + 3 * b[(i + at_b) % 3]);
  }
  if (shared == 0) return cut_disjoint(p, q);
  return shared == 1 ? cut_hinged(p, q) : CUT_NO;
}
