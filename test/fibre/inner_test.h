// SPDX-License-Identifier: Apache-2.0
//
// Surfaces to grow inner structures in.

#pragma once

#include "../test.h"

#include "brawn/fibre.h"
#include "core/vec.h"

#include <float.h>

static inline void inner_set(BrnMesh* mesh, int v, double x, double y, double z) {
  double* p = mesh->position + 3 * v;
  p[0] = x, p[1] = y, p[2] = z;
}

static inline int* inner_put(int* at, int a, int b, int c) {
  at[0] = a, at[1] = b, at[2] = c;
  return at + 3;
}

/// A fusiform muscle along x: `rings` rings of `around` vertices from 0 to its length, then the two
/// tips, in the planes of the end rings. The radius is 5 mm at the ends, `belly` in the middle.
static inline BrnMesh* inner_fusiform(BrnContext* ctx, int rings, int around, double length,
                                      double belly) {
  BrnMesh* mesh;
  int n = rings * around;
  ENSURE_OK(ctx, brn_mesh_create(ctx, n + 2, 2 * n, 0, &mesh));
  for (int r = 0; r < rings; r++) {
    double t = (double)r / (rings - 1), radius = 0.005 + (belly - 0.005) * 4 * t * (1 - t);
    for (int a = 0; a < around; a++) {
      double angle = 6.283185307179586 * a / around;
      inner_set(mesh, r * around + a, t * length, radius * cos(angle), radius * sin(angle));
    }
  }
  inner_set(mesh, n, 0, 0, 0);
  inner_set(mesh, n + 1, length, 0, 0);
  int* at = mesh->triangle;
  for (int a = 0; a < around; a++) {
    int b = (a + 1) % around, last = n - around;
    for (int r = 0; r + 1 < rings; r++) {
      int i = r * around;
      at = inner_put(at, i + a, i + b, i + around + b);
      at = inner_put(at, i + a, i + around + b, i + around + a);
    }
    at = inner_put(at, n, b, a);
    at = inner_put(at, n + 1, last + a, last + b);
  }
  return mesh;
}

/// The vertices of a ring of it.
static inline void inner_ring(int* root, int ring, int around) {
  for (int a = 0; a < around; a++) root[a] = ring * around + a;
}

enum { INNER_CELLS = 32 };

/// Surface of the cells of a grid that are filled; h: size of a cell.
static inline BrnMesh* inner_cells(BrnContext* ctx, bool (*is_filled)(int i, int j, int k),
                                   double h) {
  enum { N = INNER_CELLS, M = INNER_CELLS + 1 };
  int* number = malloc(sizeof(int) * M * M * M);
  int *triangle = malloc(sizeof(int) * 36 * N * N * N), triangles = 0, vertices = 0;
  for (int i = 0; i < M * M * M; i++) number[i] = -1;
  for (int c = 0; c < N * N * N; c++) {
    int at[3] = {c / (N * N), c / N % N, c % N};
    if (!is_filled(at[0], at[1], at[2])) continue;
    for (int side = 0; side < 6; side++) {
      int axis = side / 2, up = side % 2, next[3] = {at[0], at[1], at[2]}, corner[4];
      next[axis] += up ? 1 : -1;
      bool inside = next[axis] >= 0 && next[axis] < N;
      if (inside && is_filled(next[0], next[1], next[2])) continue;
      for (int q = 0; q < 4; q++) {
        int p[3] = {at[0], at[1], at[2]}, turn = up ? q : 3 - q;
        p[axis] += up;
        p[(axis + 1) % 3] += turn == 1 || turn == 2;
        p[(axis + 2) % 3] += turn == 2 || turn == 3;
        corner[q] = (p[0] * M + p[1]) * M + p[2];
        if (number[corner[q]] < 0) number[corner[q]] = vertices++;
      }
      inner_put(triangle + 3 * triangles++, corner[0], corner[1], corner[2]);
      inner_put(triangle + 3 * triangles++, corner[0], corner[2], corner[3]);
    }
  }
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, vertices, triangles, 0, &mesh));
  for (int p = 0; p < M * M * M; p++) {
    if (number[p] >= 0) inner_set(mesh, number[p], h * (p / (M * M)), h * (p / M % M), h * (p % M));
  }
  for (int i = 0; i < 3 * triangles; i++) mesh->triangle[i] = number[triangle[i]];
  free(number);
  free(triangle);
  return mesh;
}

static inline BrnInner* inner_grow(BrnContext* ctx, const BrnMesh* mesh, const int* root,
                                   int root_count, double spacing) {
  BrnInnerDef def = brn_inner_def_default();
  def.root = root;
  def.root_count = root_count;
  def.spacing = spacing;
  BrnInner* inner;
  ENSURE_OK(ctx, brn_inner_create(ctx, mesh, &def, &inner));
  return inner;
}

static inline int inner_count_children(const BrnInner* inner, int point) {
  int count = 0;
  for (int i = 0; i < inner->count; i++) count += inner->parent[i] == point;
  return count;
}

static inline int inner_count_leaves(const BrnInner* inner) {
  int count = 0;
  for (int i = 0; i < inner->count; i++) count += inner_count_children(inner, i) == 0;
  return count;
}

static inline int inner_count_roots(const BrnInner* inner) {
  int count = 0;
  for (int i = 0; i < inner->count; i++) count += inner->parent[i] < 0;
  return count;
}

/// What holds for every inner structure.
static inline void inner_check(const BrnMesh* mesh, const BrnInner* inner) {
  ENSURE(inner->count > 0);
  for (int i = 0; i < inner->count; i++) ENSURE(inner->parent[i] >= -1 && inner->parent[i] < i);
  for (int i = 0; i < 3 * inner->count; i++) ENSURE(isfinite(inner->position[i]));
  for (int v = 0; v < mesh->vertex_count; v++) {
    ENSURE(inner->of_vertex[v] >= 0 && inner->of_vertex[v] < inner->count);
  }
  for (int i = 0; i < mesh->vertex_count + inner->count; i++) {
    ENSURE_NEAR(brn__norm3(inner->fibre + 3 * i), 1, 1e-12);
  }
}
