// SPDX-License-Identifier: Apache-2.0
//
// Vectors of 3 and row-major 3 x 3 matrices, as plain doubles. Results may be written over inputs
// unless it says otherwise.

#pragma once

#include <math.h>

static inline double brn__dot3(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double brn__norm3(const double* a) { return sqrt(brn__dot3(a, a)); }

static inline void brn__copy3(double* out, const double* a) {
  out[0] = a[0], out[1] = a[1], out[2] = a[2];
}

static inline void brn__add3(double* out, const double* a, const double* b) {
  out[0] = a[0] + b[0], out[1] = a[1] + b[1], out[2] = a[2] + b[2];
}

static inline void brn__sub3(double* out, const double* a, const double* b) {
  out[0] = a[0] - b[0], out[1] = a[1] - b[1], out[2] = a[2] - b[2];
}

static inline void brn__scale3(double* out, double s, const double* a) {
  out[0] = s * a[0], out[1] = s * a[1], out[2] = s * a[2];
}

/// out = a + s b
static inline void brn__axpy3(double* out, const double* a, double s, const double* b) {
  out[0] = a[0] + s * b[0], out[1] = a[1] + s * b[1], out[2] = a[2] + s * b[2];
}

static inline void brn__cross3(double* out, const double* a, const double* b) {
  double x = a[1] * b[2] - a[2] * b[1];
  double y = a[2] * b[0] - a[0] * b[2];
  double z = a[0] * b[1] - a[1] * b[0];
  out[0] = x, out[1] = y, out[2] = z;
}

static inline double brn__distance3(const double* a, const double* b) {
  double d[3];
  brn__sub3(d, a, b);
  return brn__norm3(d);
}

/// Scales to length 1 and returns the length it had; a zero vector stays zero.
static inline double brn__normalize3(double* a) {
  double length = brn__norm3(a);
  if (length > 0) brn__scale3(a, 1 / length, a);
  return length;
}

/// Unit vectors across a unit vector n: e, and f = n x e.
static inline void brn__across3(const double* n, double* e, double* f) {
  int least = 0;
  for (int a = 1; a < 3; a++) least = fabs(n[a]) < fabs(n[least]) ? a : least;
  double unit[3] = {least == 0, least == 1, least == 2};
  brn__axpy3(e, unit, -brn__dot3(unit, n), n);
  brn__normalize3(e);
  brn__cross3(f, n, e);
}

/// (b - a) x (c - a): normal of a triangle, of length twice its area.
static inline void brn__triangle_normal(double* out, const double* a, const double* b,
                                        const double* c) {
  double ab[3], ac[3];
  brn__sub3(ab, b, a);
  brn__sub3(ac, c, a);
  brn__cross3(out, ab, ac);
}

/// Signed volume of a tet; positive when upright.
static inline double brn__tet_volume(const double* a, const double* b, const double* c,
                                     const double* d) {
  double normal[3], ad[3];
  brn__triangle_normal(normal, a, b, c);
  brn__sub3(ad, d, a);
  return brn__dot3(normal, ad) / 6;
}

// -------------------------------------------------------------------------------------- matrices

static inline double brn__det3(const double* m) {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
         m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/// out = a b; out is neither a nor b
static inline void brn__mul33(double* out, const double* a, const double* b) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    }
  }
}

/// out = a b^T; out is neither a nor b
static inline void brn__mul33_transposed(double* out, const double* a, const double* b) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out[3 * i + j] = brn__dot3(a + 3 * i, b + 3 * j);
  }
}

/// out = m x; out is not x
static inline void brn__mul3(double* out, const double* m, const double* x) {
  for (int i = 0; i < 3; i++) out[i] = brn__dot3(m + 3 * i, x);
}

static inline void brn__transpose3(double* out, const double* m) {
  double t[9] = {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};
  for (int i = 0; i < 9; i++) out[i] = t[i];
}

static inline void brn__identity3(double* out) {
  for (int i = 0; i < 9; i++) out[i] = i % 4 == 0;
}

/// out = m^-1 and the determinant; out is garbage when that is 0
static inline double brn__inverse3(double* out, const double* m) {
  double det = brn__det3(m), s = 1 / det;
  double t[9] = {
      s * (m[4] * m[8] - m[5] * m[7]), s * (m[2] * m[7] - m[1] * m[8]),
      s * (m[1] * m[5] - m[2] * m[4]), s * (m[5] * m[6] - m[3] * m[8]),
      s * (m[0] * m[8] - m[2] * m[6]), s * (m[2] * m[3] - m[0] * m[5]),
      s * (m[3] * m[7] - m[4] * m[6]), s * (m[1] * m[6] - m[0] * m[7]),
      s * (m[0] * m[4] - m[1] * m[3]),
  };
  for (int i = 0; i < 9; i++) out[i] = t[i];
  return det;
}
