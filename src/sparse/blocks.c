// SPDX-License-Identifier: Apache-2.0

#include "sparse/blocks.h"

#include <string.h>

// Products and copies go by rows, and a row is one worker's: the same bits with any number of them.

enum { GRAIN = 256 };

void brn__blocks_destroy(BrnContext* ctx, BrnBlocks* K) {
  if (!K) return;
  brn__free(ctx, K->start);
  brn__free(ctx, K->column);
  brn__free(ctx, K->value);
  brn__free(ctx, K->rough);
  brn__free(ctx, K->exact);
  brn__free(ctx, K);
}

// -------------------------------------------------------------------------------------- product

typedef struct Product {
  const BrnBlocks* K;
  const double* x;
  double* y;
} Product;

static void multiply_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Product* p = user;
  BRN_LANE_PICK(brn__blocks_rows)(p->K, begin, end, p->x, p->y);
}

void brn__blocks_multiply(BrnContext* ctx, const BrnBlocks* K, const double* x, double* y) {
  BRN_ASSERT(ctx && K && (x != y || K->row_count == 0));
  Product product = {K, x, y};
  brn__parallel_for(ctx, K->row_count, GRAIN, multiply_rows, &product);
}

// ------------------------------------------------------------------------------- single precision

BrnStatus brn__blocks_keep_rough(BrnContext* ctx, BrnBlocks* K) {
  BRN_ASSERT(ctx && K && !K->rough);
  K->rough = brn__new_zero(ctx, 9 * (size_t)K->start[K->row_count], float);
  return K->rough ? BRN_OK : BRN_NO_MEMORY;
}

static void round_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnBlocks* K = user;
  size_t first = 9 * (size_t)K->start[begin], last = 9 * (size_t)K->start[end];
  for (size_t i = first; i < last; i++) K->rough[i] = (float)K->value[i];
}

void brn__blocks_round(BrnContext* ctx, BrnBlocks* K) {
  BRN_ASSERT(ctx && K && K->rough);
  brn__parallel_for(ctx, K->row_count, GRAIN, round_rows, K);
}

static void multiply_rows_rough(void* user, int begin, int end, int worker) {
  (void)worker;
  const Product* p = user;
  BRN_LANE_PICK(brn__blocks_rows_rough)(p->K, begin, end, p->x, p->y);
}

void brn__blocks_multiply_rough(BrnContext* ctx, const BrnBlocks* K, const double* x, double* y) {
  BRN_ASSERT(ctx && K && K->rough && (x != y || K->row_count == 0));
  Product product = {K, x, y};
  brn__parallel_for(ctx, K->row_count, GRAIN, multiply_rows_rough, &product);
}

// ------------------------------------------------------------------------------- single entries
// Block e of a row becomes columns 3 (e - start) and on of three rows that follow each other.

static BrnStatus take_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr* out) {
  size_t blocks = (size_t)K->start[K->row_count];
  if (blocks > INT32_MAX / 9) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the matrix is too large: %zu entries, at most %d fit",
                     9 * blocks, INT32_MAX);
  }
  out->row_count = 3 * K->row_count;
  out->start = brn__new(ctx, out->row_count + 1, int);
  out->column = brn__new(ctx, 9 * blocks, int);
  out->value = brn__new_zero(ctx, 9 * blocks, double);
  return out->start && out->column && out->value ? BRN_OK : BRN_NO_MEMORY;
}

static void fill_pattern(const BrnBlocks* K, BrnCsr* out) {
  int at = 0;
  for (int row = 0; row < out->row_count; row++) {
    out->start[row] = at;
    for (int e = K->start[row / 3]; e < K->start[row / 3 + 1]; e++) {
      for (int j = 0; j < 3; j++) out->column[at++] = 3 * K->column[e] + j;
    }
  }
  out->start[out->row_count] = at;
}

BrnStatus brn__blocks_create_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr** out) {
  BRN_ASSERT(ctx && K && out);
  BrnCsr* csr = brn__new_zero(ctx, 1, BrnCsr);
  BrnStatus status = csr ? take_csr(ctx, K, csr) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    fill_pattern(K, csr);
  } else {
    brn__csr_destroy(ctx, csr);
    csr = NULL;
  }
  *out = csr;
  return status;
}

typedef struct Copy {
  const BrnBlocks* K;
  BrnCsr* out;
} Copy;

static void copy_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Copy* copy = user;
  for (int row = begin; row < end; row++) {
    double* to = copy->out->value + copy->out->start[row];
    for (int e = copy->K->start[row / 3]; e < copy->K->start[row / 3 + 1]; e++, to += 3) {
      memcpy(to, copy->K->value + 9 * (size_t)e + 3 * (row % 3), 3 * sizeof *to);
    }
  }
}

void brn__blocks_to_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr* out) {
  BRN_ASSERT(ctx && K && out && out->row_count == 3 * K->row_count);
  BRN_ASSERT(out->start[out->row_count] == 9 * K->start[K->row_count]);
  Copy copy = {K, out};
  brn__parallel_for(ctx, out->row_count, 3 * GRAIN, copy_rows, &copy);
}
