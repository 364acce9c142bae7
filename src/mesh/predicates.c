// SPDX-License-Identifier: Apache-2.0

#include "mesh/predicates.h"

#include <float.h>
#include <math.h>

// A determinant is first evaluated in doubles. If it is larger than a proven bound of its rounding
// error, its sign is right; this is nearly always so. Otherwise it is evaluated once more as an
// expansion: an unevaluated sum of doubles that do not overlap, in ascending magnitude, so that the
// sign is that of the last one. Sums and products of expansions are exact.
//
// J. R. Shewchuk. Adaptive precision floating-point arithmetic and fast robust geometric
// predicates. 1997. His stages in between are left out: they save time only where flat
// configurations are the rule.

_Static_assert(FLT_EVAL_METHOD == 0, "expansions need doubles that are rounded to doubles");

static const double unit = DBL_EPSILON / 2; // largest relative error of one operation

static int sign(double x) { return (x > 0) - (x < 0); }

// ----------------------------------------------------------------------------------- expansions

enum { MAX_TERMS = 192 }; // orient3d: 3 x (2 x 2 x 2 + 2 x 2 x 2) x 2 x 2

typedef struct Expansion {
  int count; // 0: the number is zero
  double term[MAX_TERMS];
} Expansion;

// a + b = the sum + *error
static double two_sum(double a, double b, double* error) {
  double sum = a + b, b_part = sum - a, a_part = sum - b_part;
  *error = (a - a_part) + (b - b_part);
  return sum;
}

// a b = the product + *error
static double two_product(double a, double b, double* error) {
  double product = a * b;
  *error = fma(a, b, -product);
  return product;
}

static void push(Expansion* h, double term) {
  if (term != 0) h->term[h->count++] = term;
}

// h = a - b
static void difference(Expansion* h, double a, double b) {
  double error, head = two_sum(a, -b, &error);
  h->count = 0;
  push(h, error);
  push(h, head);
}

// h = e + f, by a merge of their terms; h is neither of them
static void add(Expansion* h, const Expansion* e, const Expansion* f) {
  int i = 0, j = 0;
  double head = 0;
  h->count = 0;
  while (i < e->count || j < f->count) {
    bool from_e = j == f->count || (i < e->count && fabs(e->term[i]) < fabs(f->term[j]));
    double error, next = from_e ? e->term[i++] : f->term[j++];
    head = two_sum(head, next, &error);
    push(h, error);
  }
  push(h, head);
}

// h = s e; h is not e
static void scale(Expansion* h, const Expansion* e, double s) {
  double head = 0;
  h->count = 0;
  for (int i = 0; i < e->count; i++) {
    double low, error, high = two_product(e->term[i], s, &low);
    head = two_sum(head, low, &error);
    push(h, error);
    head = two_sum(high, head, &error);
    push(h, error);
  }
  push(h, head);
}

// h = e f, where f is a difference, of at most two terms; h is neither of them
static void multiply(Expansion* h, const Expansion* e, const Expansion* f) {
  Expansion low, high;
  low.count = 0;
  if (f->count > 1) scale(&low, e, f->term[0]);
  high.count = 0;
  if (f->count > 0) scale(&high, e, f->term[f->count - 1]);
  add(h, &low, &high);
}

// h = a b - c d
static void minor(Expansion* h, const Expansion* a, const Expansion* b, const Expansion* c,
                  const Expansion* d) {
  Expansion left, right;
  multiply(&left, a, b);
  multiply(&right, c, d);
  for (int i = 0; i < right.count; i++) right.term[i] = -right.term[i];
  add(h, &left, &right);
}

static int sign_of(const Expansion* e) { return e->count > 0 ? sign(e->term[e->count - 1]) : 0; }

// ------------------------------------------------------------------------------------ in a plane

static int orient2d_exact(const double* a, const double* b, const double* c) {
  Expansion u[2], v[2], det;
  for (int i = 0; i < 2; i++) {
    difference(&u[i], a[i], c[i]);
    difference(&v[i], b[i], c[i]);
  }
  minor(&det, &u[0], &v[1], &u[1], &v[0]);
  return sign_of(&det);
}

int brn__orient2d(const double* a, const double* b, const double* c) {
  double left = (a[0] - c[0]) * (b[1] - c[1]);
  double right = (a[1] - c[1]) * (b[0] - c[0]);
  double det = left - right;
  double size = fabs(left) + fabs(right);
  double bound = (3 + 16 * unit) * unit * size; // Shewchuk 1997, section 4
  if (fabs(det) > bound || size == 0) return sign(det);
  return orient2d_exact(a, b, c);
}

int brn__orient_along(int axis, const double* a, const double* b, const double* c) {
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  double p[2] = {a[i], a[j]}, q[2] = {b[i], b[j]}, r[2] = {c[i], c[j]};
  return brn__orient2d(p, q, r);
}

int brn__triangle_axis(const double* a, const double* b, const double* c) {
  for (int axis = 0; axis < 3; axis++) {
    if (brn__orient_along(axis, a, b, c) != 0) return axis;
  }
  return -1;
}

// -------------------------------------------------------------------------------------- in space

static int orient3d_exact(const double* a, const double* b, const double* c, const double* d) {
  Expansion u[3], v[3], w[3], term[3], part, det;
  for (int i = 0; i < 3; i++) {
    difference(&u[i], b[i], a[i]);
    difference(&v[i], c[i], a[i]);
    difference(&w[i], d[i], a[i]);
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    minor(&part, &v[j], &w[k], &v[k], &w[j]);
    multiply(&term[i], &part, &u[i]);
  }
  add(&part, &term[0], &term[1]);
  add(&det, &part, &term[2]);
  return sign_of(&det);
}

int brn__orient3d(const double* a, const double* b, const double* c, const double* d) {
  double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
  double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
  double wx = d[0] - a[0], wy = d[1] - a[1], wz = d[2] - a[2];
  double yz = vy * wz, zy = vz * wy, zx = vz * wx, xz = vx * wz, xy = vx * wy, yx = vy * wx;
  double det = ux * (yz - zy) + uy * (zx - xz) + uz * (xy - yx);
  double size = fabs(ux) * (fabs(yz) + fabs(zy)) + fabs(uy) * (fabs(zx) + fabs(xz)) +
                fabs(uz) * (fabs(xy) + fabs(yx));
  double bound = (7 + 56 * unit) * unit * size; // Shewchuk 1997, section 4
  if (fabs(det) > bound || size == 0) return sign(det);
  return orient3d_exact(a, b, c, d);
}
