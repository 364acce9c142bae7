// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "sparse/sparse.h"

#include <string.h>

// Incomplete Cholesky without fill (Meijerink and van der Vorst 1977): the rows of L are computed
// as in a full factorization, but only where K has entries. On meshes with obtuse dihedral angles K
// is no M-matrix and a pivot may fall to zero or below; then the factorization begins again with a
// larger share of the diagonal added (Manteuffel 1980).
//
// Factor and solve run on one thread: they are a third of the time of an iteration, and an ordering
// by colours, which would spread them over workers, costs more iterations than it saves here.

static const double first_shift = 1e-3; // doubled until the factor exists
static const double last_shift = 1e9;
static const double least_pivot = 1e-8; // of the diagonal entry

// the lower half of K, the diagonal last
static void copy_lower(const BrnCsr* K, BrnIncomplete* M) {
  int at = 0;
  for (int row = 0; row < K->row_count; row++) {
    M->start[row] = at;
    for (int e = K->start[row]; e < K->start[row + 1] && K->column[e] <= row; e++, at++) {
      M->column[at] = K->column[e];
      M->value[at] = K->value[e] * (K->column[e] == row ? 1 + M->shift : 1);
    }
  }
  M->start[K->row_count] = at;
}

// sum over k < j of L(i,k) L(j,k), for rows i and j up to column j
static double inner(const BrnIncomplete* M, int i, int j) {
  int a = M->start[i], b = M->start[j], b_end = M->start[j + 1] - 1;
  double sum = 0;
  while (b < b_end && M->column[a] < j) {
    int left = M->column[a], right = M->column[b];
    if (left == right) sum += M->value[a] * M->value[b];
    a += left <= right;
    b += right <= left;
  }
  return sum;
}

// L(i,j) = (K(i,j) - sum L(i,k) L(j,k)) / L(j,j), then L(i,i) = sqrt(K(i,i) - sum L(i,k)^2)
static bool factor_row(BrnIncomplete* M, int i) {
  int diagonal = M->start[i + 1] - 1;
  double pivot = M->value[diagonal], least = least_pivot * pivot;
  for (int e = M->start[i]; e < diagonal; e++) {
    int j = M->column[e];
    M->value[e] = (M->value[e] - inner(M, i, j)) / M->value[M->start[j + 1] - 1];
    pivot -= M->value[e] * M->value[e];
  }
  M->value[diagonal] = sqrt(pivot);
  return pivot > least;
}

static bool factor(BrnIncomplete* M) {
  for (int row = 0; row < M->row_count; row++) {
    if (!factor_row(M, row)) return false;
  }
  return true;
}

// a dominant diagonal always has a factor, unless an entry is not a number
static BrnStatus factor_shifted(BrnContext* ctx, const BrnCsr* K, BrnIncomplete* M) {
  copy_lower(K, M);
  while (!factor(M)) {
    if (M->shift > last_shift) {
      return brn__fail(ctx, BRN_INVALID, "the matrix has entries that are not finite");
    }
    M->shift = M->shift > 0 ? 2 * M->shift : first_shift;
    copy_lower(K, M);
  }
  return BRN_OK;
}

static BrnStatus check_diagonal(BrnContext* ctx, const BrnCsr* K) {
  for (int row = 0; row < K->row_count; row++) {
    double value = K->value[brn__csr_find(K, row, row)];
    if (!(value > 0) || !isfinite(value)) {
      return brn__fail(ctx, BRN_INVALID,
                       "the matrix is not positive: entry %d of the diagonal is %g", row, value);
    }
  }
  return BRN_OK;
}

void brn__incomplete_destroy(BrnContext* ctx, BrnIncomplete* M) {
  if (!M) return;
  brn__free(ctx, M->start);
  brn__free(ctx, M->column);
  brn__free(ctx, M->value);
  brn__free(ctx, M);
}

BrnStatus brn__incomplete_create(BrnContext* ctx, const BrnCsr* K, BrnIncomplete** out) {
  BRN_ASSERT(ctx && K && out);
  *out = NULL;
  BRN_TRY(check_diagonal(ctx, K));
  size_t rows = (size_t)K->row_count, entries = ((size_t)K->start[rows] + rows) / 2;
  BrnIncomplete* M = brn__new_zero(ctx, 1, BrnIncomplete);
  if (!M) return BRN_NO_MEMORY;
  M->row_count = K->row_count;
  M->start = brn__new(ctx, rows + 1, int);
  M->column = brn__new(ctx, entries, int);
  M->value = brn__new(ctx, entries, double);
  if (!M->start || !M->column || !M->value) {
    brn__incomplete_destroy(ctx, M);
    return BRN_NO_MEMORY;
  }
  BrnStatus status = factor_shifted(ctx, K, M);
  if (status != BRN_OK) {
    brn__incomplete_destroy(ctx, M);
    M = NULL;
  }
  *out = M;
  return status;
}

void brn__incomplete_solve(const BrnIncomplete* M, const double* r, double* z) {
  if (z != r) memcpy(z, r, sizeof(double) * (size_t)M->row_count);
  for (int row = 0; row < M->row_count; row++) { // z = L \ z
    int diagonal = M->start[row + 1] - 1;
    double sum = z[row];
    for (int e = M->start[row]; e < diagonal; e++) sum -= M->value[e] * z[M->column[e]];
    z[row] = sum / M->value[diagonal];
  }
  for (int row = M->row_count - 1; row >= 0; row--) { // z = L^T \ z
    int diagonal = M->start[row + 1] - 1;
    double known = z[row] /= M->value[diagonal];
    for (int e = M->start[row]; e < diagonal; e++) z[M->column[e]] -= M->value[e] * known;
  }
}
