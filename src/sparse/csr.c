// SPDX-License-Identifier: Apache-2.0

#include "sparse/sparse.h"

// Compressed rows. Both halves of the symmetric matrix are kept: a row of the product is then one
// worker's alone, and its bits do not depend on who computes it.

enum { GRAIN = 2048 };

void brn__csr_destroy(BrnContext* ctx, BrnCsr* K) {
  if (!K) return;
  brn__free(ctx, K->start);
  brn__free(ctx, K->column);
  brn__free(ctx, K->value);
  brn__free(ctx, K);
}

// neighbours are ascending without the vertex itself: the diagonal goes in between
static void fill_row(const BrnAdjacency* edges, int row, int* column) {
  bool placed = false;
  for (int i = edges->start[row]; i < edges->start[row + 1]; i++) {
    if (!placed && edges->item[i] > row) *column++ = row, placed = true;
    *column++ = edges->item[i];
  }
  if (!placed) *column = row;
}

static BrnStatus from_edges(BrnContext* ctx, const BrnAdjacency* edges, BrnCsr* K) {
  size_t rows = (size_t)edges->row_count, entries = rows + (size_t)edges->start[rows];
  if (entries > INT32_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the matrix is too large: %zu entries, at most %d fit",
                     entries, INT32_MAX);
  }
  K->row_count = edges->row_count;
  K->start = brn__new(ctx, rows + 1, int);
  K->column = brn__new(ctx, entries, int);
  K->value = brn__new_zero(ctx, entries, double);
  if (!K->start || !K->column || !K->value) return BRN_NO_MEMORY;
  for (int row = 0; row < K->row_count; row++) {
    K->start[row] = edges->start[row] + row;
    fill_row(edges, row, K->column + K->start[row]);
  }
  K->start[rows] = (int)entries;
  return BRN_OK;
}

BrnStatus brn__csr_from_mesh(BrnContext* ctx, const BrnMesh* mesh, BrnCsr** out) {
  BRN_ASSERT(ctx && mesh && out);
  *out = NULL;
  BrnAdjacency* edges;
  BRN_TRY(brn_adjacency_vertex_vertices(ctx, mesh, &edges));
  BrnCsr* K = brn__new_zero(ctx, 1, BrnCsr);
  BrnStatus status = K ? from_edges(ctx, edges, K) : BRN_NO_MEMORY;
  brn_adjacency_destroy(ctx, edges);
  if (status != BRN_OK) {
    brn__csr_destroy(ctx, K);
    K = NULL;
  }
  *out = K;
  return status;
}

int brn__csr_find(const BrnCsr* K, int row, int column) {
  int low = K->start[row], high = K->start[row + 1];
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (K->column[middle] < column) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < K->start[row + 1] && K->column[low] == column ? low : -1;
}

// -------------------------------------------------------------------------------------- product

typedef struct Product {
  const BrnCsr* K;
  const double* x;
  double* y;
} Product;

static void multiply_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Product* product = user;
  const BrnCsr* K = product->K;
  for (int row = begin; row < end; row++) {
    double sum = 0;
    for (int e = K->start[row]; e < K->start[row + 1]; e++) {
      sum += K->value[e] * product->x[K->column[e]];
    }
    product->y[row] = sum;
  }
}

void brn__csr_multiply(BrnContext* ctx, const BrnCsr* K, const double* x, double* y) {
  BRN_ASSERT(ctx && K && (x != y || K->row_count == 0));
  Product product = {K, x, y};
  brn__parallel_for(ctx, K->row_count, GRAIN, multiply_rows, &product);
}

// -------------------------------------------------------------------------------------- pinning

// A pinned row keeps its diagonal, so the matrix stays as well scaled as it was.
static void pin_row(BrnCsr* K, int row, const double* x, double* b) {
  for (int e = K->start[row]; e < K->start[row + 1]; e++) {
    if (K->column[e] != row) {
      K->value[e] = 0;
    } else {
      if (!(K->value[e] > 0)) K->value[e] = 1; // a vertex without tets
      b[row] = K->value[e] * x[row];
    }
  }
}

void brn__csr_pin(BrnCsr* K, const uint8_t* pinned, const double* x, double* b) {
  BRN_ASSERT(K && (pinned || K->row_count == 0));
  for (int row = 0; row < K->row_count; row++) {
    if (pinned[row]) {
      pin_row(K, row, x, b);
      continue;
    }
    for (int e = K->start[row]; e < K->start[row + 1]; e++) {
      if (!pinned[K->column[e]]) continue;
      b[row] -= K->value[e] * x[K->column[e]];
      K->value[e] = 0;
    }
  }
}

// ----------------------------------------------------------------------------------------- a part

static void copy_rows(const BrnCsr* K, const uint8_t* kept, const int* place, BrnCsr* part) {
  int at = 0, to = 0;
  for (int row = 0; row < K->row_count; row++) {
    if (!kept[row]) continue;
    part->start[to++] = at;
    for (int e = K->start[row]; e < K->start[row + 1]; e++) {
      if (!kept[K->column[e]]) continue;
      part->column[at] = place[K->column[e]];
      part->value[at++] = K->value[e];
    }
  }
  part->start[to] = at;
}

static BrnStatus keep(BrnContext* ctx, const BrnCsr* K, const uint8_t* kept, int* place,
                      BrnCsr* part) {
  size_t entries = 0;
  for (int row = 0; row < K->row_count; row++) {
    place[row] = part->row_count;
    if (!kept[row]) continue;
    part->row_count++;
    for (int e = K->start[row]; e < K->start[row + 1]; e++) entries += kept[K->column[e]] != 0;
  }
  part->start = brn__new(ctx, part->row_count + 1, int);
  part->column = brn__new(ctx, entries, int);
  part->value = brn__new(ctx, entries, double);
  if (!part->start || !part->column || !part->value) return BRN_NO_MEMORY;
  copy_rows(K, kept, place, part);
  return BRN_OK;
}

BrnStatus brn__csr_keep(BrnContext* ctx, const BrnCsr* K, const uint8_t* kept, BrnCsr** out) {
  BRN_ASSERT(ctx && K && out && (kept || K->row_count == 0));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* place = brn__scratch(ctx, K->row_count, int);
  BrnCsr* part = brn__new_zero(ctx, 1, BrnCsr);
  BrnStatus status = place && part ? keep(ctx, K, kept, place, part) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn__csr_destroy(ctx, part);
    part = NULL;
  }
  *out = part;
  return status;
}
