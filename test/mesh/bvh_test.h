// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the surface tree share: surfaces, and twins of the queries that look at every
// triangle, written in another way and in long doubles.

#pragma once

#include "mesh/bvh.h"
#include "mesh_test.h"

static const double pi = 3.14159265358979323846;

static inline BrnBvh* bvh_make(BrnContext* ctx, const BrnMesh* mesh) {
  BrnBvh* bvh;
  ENSURE_OK(ctx, brn_bvh_create(ctx, mesh, &bvh));
  return bvh;
}

// --------------------------------------------------------------------------------------- surfaces

static inline void random_point(TestRandom* random, double low, double high, double* p) {
  for (int k = 0; k < 3; k++) p[k] = test_random(random, low, high);
}

/// Triangles that do not know each other: first corner within `spread`, edges up to `size`.
static inline BrnMesh* bvh_soup(BrnContext* ctx, int count, double spread, double size,
                                uint64_t seed) {
  BrnMesh* mesh;
  TestRandom random = {seed};
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3 * count, count, 0, &mesh));
  for (int t = 0; t < count; t++) {
    double* p = mesh->position + 9 * (size_t)t;
    random_point(&random, -spread, spread, p);
    for (int c = 0; c < 3; c++) {
      mesh->triangle[3 * t + c] = 3 * t + c;
      for (int k = 0; k < 3 && c > 0; k++) p[3 * c + k] = p[k] + test_random(&random, -size, size);
    }
  }
  return mesh;
}

/// Two copies of the triangle list, the vertices shared.
static inline BrnMesh* bvh_doubled(BrnContext* ctx, const BrnMesh* mesh) {
  BrnMesh* twice;
  int nf = mesh->triangle_count;
  ENSURE_OK(ctx, brn_mesh_create(ctx, mesh->vertex_count, 2 * nf, 0, &twice));
  memcpy(twice->position, mesh->position, sizeof(double) * 3 * (size_t)mesh->vertex_count);
  for (int i = 0; i < 6 * nf; i++) twice->triangle[i] = mesh->triangle[i % (3 * nf)];
  return twice;
}

/// A sphere of radius 1 with m rings of n: one vertex at each pole; facing out.
static inline BrnMesh* bvh_sphere(BrnContext* ctx, int m, int n) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 2 + m * n, 2 * m * n, 0, &mesh));
  double poles[6] = {0, 0, 1, 0, 0, -1};
  memcpy(mesh->position, poles, sizeof poles);
  for (int i = 0; i < m; i++) {
    double v = pi * (i + 1) / (m + 1);
    for (int j = 0; j < n; j++) {
      double* p = mesh->position + 3 * (2 + i * n + j);
      p[0] = sin(v) * cos(2 * pi * j / n), p[1] = sin(v) * sin(2 * pi * j / n), p[2] = cos(v);
    }
  }
  int* t = mesh->triangle;
  for (int j = 0; j < n; j++) {
    int k = (j + 1) % n, last = 2 + (m - 1) * n;
    int caps[6] = {0, 2 + j, 2 + k, 1, last + k, last + j};
    memcpy(t, caps, sizeof caps);
    t += 6;
    for (int i = 0; i + 1 < m; i++, t += 6) {
      int a = 2 + i * n + j, b = a + n, c = 2 + (i + 1) * n + k, d = 2 + i * n + k;
      int quad[6] = {a, b, c, a, c, d};
      memcpy(t, quad, sizeof quad);
    }
  }
  return mesh;
}

/// A torus with bumps of all sizes, so that nothing about it is regular.
static inline BrnMesh* bvh_bumpy_torus(BrnContext* ctx, int m, int n) {
  BrnMesh* mesh = mesh_torus(ctx, m, n);
  for (int v = 0; v < mesh->vertex_count; v++) {
    double* p = mesh->position + 3 * (size_t)v;
    double s = 1 + 0.1 * sin(5 * p[0] + 1) * sin(4 * p[1]) + 0.05 * sin(11 * p[2] + 3 * p[0]);
    double z = p[2] * s, r = hypot(p[0], p[1]), q = (2 + (r - 2) * s) / r;
    p[0] *= q, p[1] *= q, p[2] = z;
  }
  return mesh;
}

static inline void mesh_scale(BrnMesh* mesh, double s) {
  for (int i = 0; i < 3 * mesh->vertex_count; i++) mesh->position[i] *= s;
}

static inline const double* corner_of(const BrnMesh* mesh, int triangle, int c) {
  return mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)triangle + (size_t)c];
}

static inline void weighted(const BrnMesh* mesh, int triangle, const double* w, double* p) {
  for (int k = 0; k < 3; k++) {
    p[k] = 0;
    for (int c = 0; c < 3; c++) p[k] += w[c] * corner_of(mesh, triangle, c)[k];
  }
}

/// Random weights that add up to 1.
static inline void random_weights(TestRandom* random, double* w) {
  double a = test_random(random, 0, 1), b = test_random(random, 0, 1);
  if (a + b > 1) a = 1 - a, b = 1 - b;
  w[0] = 1 - a - b, w[1] = a, w[2] = b;
}

// ------------------------------------------------------------------------------------------ twins

typedef long double Long;

static inline Long long_dot(const Long* a, const Long* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void long_cross(Long* out, const Long* a, const Long* b) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void long_sub(Long* out, const double* a, const double* b) {
  for (int k = 0; k < 3; k++) out[k] = (Long)a[k] - b[k];
}

/// Squared distance of p to the segment a b: the foot on the line, held within it.
static inline Long segment_distance_squared(const double* p, const double* a, const double* b) {
  Long ab[3], ap[3];
  long_sub(ab, b, a);
  long_sub(ap, p, a);
  Long length = long_dot(ab, ab), t = length > 0 ? long_dot(ap, ab) / length : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  for (int k = 0; k < 3; k++) ap[k] -= t * ab[k];
  return long_dot(ap, ap);
}

/// The nearest of the three edges, or the plane when the foot is on the inner side of all of them.
static inline double triangle_distance(const double* p, const double* a, const double* b,
                                       const double* c) {
  const double* corner[4] = {a, b, c, a};
  Long ab[3], ac[3], normal[3], best = INFINITY;
  bool inside = true;
  long_sub(ab, b, a);
  long_sub(ac, c, a);
  long_cross(normal, ab, ac);
  for (int e = 0; e < 3; e++) {
    Long edge[3], to[3], outward[3];
    Long d = segment_distance_squared(p, corner[e], corner[e + 1]);
    best = d < best ? d : best;
    long_sub(edge, corner[e + 1], corner[e]);
    long_sub(to, p, corner[e]);
    long_cross(outward, edge, normal);
    if (!(long_dot(to, outward) < 0)) inside = false;
  }
  if (inside) {
    Long to[3];
    long_sub(to, p, a);
    Long height = long_dot(to, normal), d = height * height / long_dot(normal, normal);
    best = d < best ? d : best;
  }
  return (double)sqrtl(best);
}

/// INFINITY when there is no triangle.
static inline double twin_distance(const BrnMesh* mesh, const double* p) {
  double best = INFINITY;
  for (int t = 0; t < mesh->triangle_count; t++) {
    double d =
        triangle_distance(p, corner_of(mesh, t, 0), corner_of(mesh, t, 1), corner_of(mesh, t, 2));
    best = fmin(best, d);
  }
  return best;
}

/// Where the ray meets the plane of the triangle, and the weights there. False when parallel.
static inline bool twin_meets(const BrnMesh* mesh, int triangle, const double* origin,
                              const double* direction, Long* t, Long* weight) {
  const double *a = corner_of(mesh, triangle, 0), *b = corner_of(mesh, triangle, 1),
               *c = corner_of(mesh, triangle, 2);
  Long ab[3], ac[3], to[3], normal[3], d[3] = {direction[0], direction[1], direction[2]};
  long_sub(ab, b, a);
  long_sub(ac, c, a);
  long_sub(to, a, origin);
  long_cross(normal, ab, ac);
  Long slope = long_dot(d, normal);
  if (fabsl(slope) < 1e-14L * sqrtl(long_dot(normal, normal) * long_dot(d, d))) return false;
  *t = long_dot(to, normal) / slope;
  Long foot[3], side[3]; // the meeting point, seen from a
  for (int k = 0; k < 3; k++) foot[k] = *t * d[k] - to[k];
  long_cross(side, foot, ac);
  weight[1] = long_dot(side, normal) / long_dot(normal, normal);
  long_cross(side, ab, foot);
  weight[2] = long_dot(side, normal) / long_dot(normal, normal);
  weight[0] = 1 - weight[1] - weight[2];
  return true;
}

/// Sum of the solid angles (Van Oosterom and Strackee 1983) over 4 pi, an arctangent each.
static inline double twin_winding(const BrnMesh* mesh, const double* p) {
  Long sum = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    Long r[3][3], length[3], cross[3];
    for (int c = 0; c < 3; c++) {
      long_sub(r[c], corner_of(mesh, t, c), p);
      length[c] = sqrtl(long_dot(r[c], r[c]));
    }
    long_cross(cross, r[1], r[2]);
    Long y = long_dot(r[0], cross);
    Long x = length[0] * length[1] * length[2] + long_dot(r[0], r[1]) * length[2] +
             long_dot(r[1], r[2]) * length[0] + long_dot(r[2], r[0]) * length[1];
    sum += 2 * atan2l(y, x);
  }
  return (double)(sum / (4 * acosl(-1)));
}
