// SPDX-License-Identifier: Apache-2.0
//
// What the tests of sparse matrices share: small ones from dense literals.

#pragma once

#include "mesh/mesh_test.h"
#include "sparse/sparse.h"

/// The entries of a dense matrix that are not zero, and its diagonal.
static inline BrnCsr* sparse_from_dense(BrnContext* ctx, const double* dense, int n) {
  BrnCsr* K = brn__new_zero(ctx, 1, BrnCsr);
  K->row_count = n;
  K->start = brn__new_zero(ctx, n + 1, int);
  K->column = brn__new(ctx, n * n, int);
  K->value = brn__new(ctx, n * n, double);
  int at = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (i != j && dense[n * i + j] == 0) continue;
      K->column[at] = j;
      K->value[at++] = dense[n * i + j];
    }
    K->start[i + 1] = at;
  }
  return K;
}

/// Solves a dense system in place, with pivots: the answer is in b.
static inline void dense_solve(double* a, double* b, int n) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k; i < n; i++) {
      if (fabs(a[n * i + k]) > fabs(a[n * best + k])) best = i;
    }
    for (int j = 0; j < n; j++) {
      double t = a[n * k + j];
      a[n * k + j] = a[n * best + j], a[n * best + j] = t;
    }
    double t = b[k];
    b[k] = b[best], b[best] = t;
    for (int i = k + 1; i < n; i++) {
      double f = a[n * i + k] / a[n * k + k];
      for (int j = k; j < n; j++) a[n * i + j] -= f * a[n * k + j];
      b[i] -= f * b[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= a[n * i + j] * b[j];
    b[i] /= a[n * i + i];
  }
}

/// The Laplacian of a grid of n^3 cubes without its first vertices, so that it is positive
/// definite.
static inline BrnCsr* sparse_laplacian(BrnContext* ctx, int n, int held) {
  BrnMesh* mesh = mesh_grid(ctx, n, 0.2);
  uint8_t* kept = malloc((size_t)mesh->vertex_count);
  for (int v = 0; v < mesh->vertex_count; v++) kept[v] = v >= held;
  BrnCsr *whole, *K;
  ENSURE_OK(ctx, brn__csr_laplacian(ctx, mesh, &whole));
  ENSURE_OK(ctx, brn__csr_keep(ctx, whole, kept, &K));
  brn__csr_destroy(ctx, whole);
  brn_mesh_destroy(ctx, mesh);
  free(kept);
  return K;
}

/// max |b - K x| over max |b|
static inline double sparse_residual(const BrnCsr* K, const double* b, const double* x) {
  double worst = 0, size = 0;
  for (int i = 0; i < K->row_count; i++) {
    double left = b[i];
    for (int e = K->start[i]; e < K->start[i + 1]; e++) left -= K->value[e] * x[K->column[e]];
    worst = fmax(worst, fabs(left));
    size = fmax(size, fabs(b[i]));
    if (isnan(left)) return NAN;
  }
  return worst / size;
}
