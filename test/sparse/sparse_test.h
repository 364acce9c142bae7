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
