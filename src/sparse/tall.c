// SPDX-License-Identifier: Apache-2.0
//
// A^T B, A - B C and A C for tall matrices, chunk by chunk of rows (tall.h).

#include "sparse/tall.h"

#include "sparse/blas.h"
#include "sparse/foreign.h"

#include <string.h>

enum { CHUNK = 4096 };

typedef struct Product {
  BrnTall A, B;
  int a, b;
  const double* C;
  int lead;
  double* part; // of C, for each chunk
} Product;

// A^T B of one chunk of rows
static void inner_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Product* p = user;
  const double one = 1, zero = 0;
  int rows = end - begin;
  double* C = p->part + (size_t)(begin / CHUNK) * (size_t)(p->a * p->b);
  dgemm_("T", "N", &p->a, &p->b, &rows, &one, p->A.column + begin, &p->A.rows, p->B.column + begin,
         &p->B.rows, &zero, C, &p->a, 1, 1);
}

BrnStatus brn__tall_inner(BrnContext* ctx, BrnTall A, int a, BrnTall B, int b, double* C,
                          int lead) {
  BRN_ASSERT(A.rows == B.rows);
  if (a == 0 || b == 0) return BRN_OK;
  int chunks = A.rows / CHUNK + (A.rows % CHUNK != 0);
  size_t size = (size_t)a * (size_t)b;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Product p = {.A = A, .B = B, .a = a, .b = b};
  p.part = brn__scratch(ctx, (size_t)chunks * size, double);
  if (!p.part) return BRN_NO_MEMORY;
  int entered = brn__foreign_enter();
  brn__parallel_for(ctx, A.rows, CHUNK, inner_rows, &p);
  brn__foreign_leave(entered);
  for (size_t k = 0; k < size; k++) {
    double sum = 0;
    for (int chunk = 0; chunk < chunks; chunk++) sum += p.part[(size_t)chunk * size + k];
    C[k / (size_t)a * (size_t)lead + k % (size_t)a] = sum;
  }
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}

static void subtract_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Product* p = user;
  const double one = 1, minus = -1;
  int rows = end - begin;
  dgemm_("N", "N", &rows, &p->b, &p->a, &minus, p->A.column + begin, &p->A.rows, p->C, &p->lead,
         &one, p->B.column + begin, &p->B.rows, 1, 1);
}

void brn__tall_subtract(BrnContext* ctx, BrnTall A, int a, const double* C, int lead, BrnTall B,
                        int b) {
  BRN_ASSERT(A.rows == B.rows);
  if (a == 0 || b == 0) return;
  Product p = {.A = A, .B = B, .a = a, .b = b, .C = C, .lead = lead};
  int entered = brn__foreign_enter();
  brn__parallel_for(ctx, A.rows, CHUNK, subtract_rows, &p);
  brn__foreign_leave(entered);
}

// through a buffer of each worker's own
static void turn_rows(void* user, int begin, int end, int worker) {
  const Product* p = user;
  const double one = 1, zero = 0;
  int rows = end - begin;
  double* turned = p->part + (size_t)worker * CHUNK * (size_t)p->b;
  dgemm_("N", "N", &rows, &p->b, &p->a, &one, p->A.column + begin, &p->A.rows, p->C, &p->lead,
         &zero, turned, &rows, 1, 1);
  for (int k = 0; k < p->b; k++) {
    memcpy(p->A.column + (size_t)k * (size_t)p->A.rows + begin, turned + (size_t)k * (size_t)rows,
           sizeof(double) * (size_t)rows);
  }
}

BrnStatus brn__tall_turn(BrnContext* ctx, BrnTall A, int a, const double* C, int lead, int c) {
  if (a == 0 || c == 0) return BRN_OK;
  size_t size = (size_t)CHUNK * (size_t)c;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Product p = {.A = A, .a = a, .b = c, .C = C, .lead = lead};
  p.part = brn__scratch(ctx, (size_t)brn_worker_count(ctx) * size, double);
  if (!p.part) return BRN_NO_MEMORY;
  int entered = brn__foreign_enter();
  brn__parallel_for(ctx, A.rows, CHUNK, turn_rows, &p);
  brn__foreign_leave(entered);
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}
