// SPDX-License-Identifier: Apache-2.0
//
// A factor of the stiffness (factored.h): its pattern, which grows where pieces want more, and its
// values. Rigid bones are folded in before, if asked for.

#include "solver/body/factored.h"

#include "solver/body/rigid.h"

#include <string.h>

void brn__factored_destroy(BrnContext* ctx, BrnFactored* f) {
  brn__factor_destroy(ctx, f->factor);
  brn__csr_destroy(ctx, f->csr);
  brn__blocks_destroy(ctx, f->wide);
  f->factor = NULL, f->csr = NULL, f->wide = NULL;
}

void brn__factored_begin(BrnContext* ctx, BrnFactored* f) {
  if (f->wide) brn__factored_destroy(ctx, f);
}

static bool folds(const BrnBody* body, const BrnFactored* f) { return f->fold && body->rigid; }

static const BrnBlocks* blocks_of(const BrnBody* body, const BrnFactored* f) {
  return f->wide ? f->wide : body->K;
}

BrnStatus brn__factored_take(BrnContext* ctx, BrnBody* body, BrnFactored* f) {
  if (f->factor || body->nodes->row_count == 0) return BRN_OK;
  const BrnBlocks* K = blocks_of(body, f);
  if (!f->csr) BRN_TRY(brn__blocks_create_csr(ctx, K, &f->csr));
  if (folds(body, f)) BRN_TRY(brn__rigid_pattern(ctx, body, K));
  return brn__factor_create(ctx, folds(body, f) ? body->rigid->A : f->csr, &f->def, &f->factor);
}

// ------------------------------------------------------------------------------------------ pieces

// room for the pieces, and for those that there were before
static BrnStatus widen(BrnContext* ctx, const BrnBody* body, BrnFactored* f) {
  const BrnLowRanks* pieces = &body->pieces;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* start = brn__scratch(ctx, pieces->count + 1, int);
  BrnBlocks* wide = NULL;
  BrnStatus status = BRN_NO_MEMORY;
  for (int p = 0; p < pieces->count && start; p++) start[p] = (int)pieces->piece[p].row;
  if (start) {
    start[pieces->count] = (int)pieces->rows_used;
    BrnGroups groups = {pieces->count, start, pieces->row};
    status = brn__blocks_widened(ctx, &groups, blocks_of(body, f), &wide);
  }
  brn__scratch_release(ctx, mark);
  BRN_TRY(status);
  brn__factored_destroy(ctx, f);
  f->wide = wide;
  return BRN_OK;
}

// the blocks of K in a matrix that has more
static void spread(const BrnBlocks* K, BrnBlocks* wide) {
  memset(wide->value, 0, 9 * sizeof(double) * (size_t)wide->start[wide->row_count]);
  for (int r = 0; r < K->row_count; r++) {
    int at = wide->start[r];
    for (int e = K->start[r]; e < K->start[r + 1]; e++) {
      while (wide->column[at] != K->column[e]) at++;
      memcpy(wide->value + 9 * (size_t)at, K->value + 9 * (size_t)e, 9 * sizeof(double));
    }
  }
}

// ------------------------------------------------------------------------------------------ values

BrnStatus brn__factored_matrix(BrnContext* ctx, BrnBody* body, BrnFactored* f, double times,
                               const BrnCsr** out) {
  const BrnLowRanks* pieces = &body->pieces;
  BRN_TRY(pieces->status);
  bool pieced = f->whole && pieces->count > 0;
  if (pieced && (!f->wide || !brn__low_ranks_fit(pieces, f->wide))) BRN_TRY(widen(ctx, body, f));
  BRN_TRY(brn__factored_take(ctx, body, f));
  if (f->wide) spread(body->K, f->wide);
  if (pieced) brn__low_ranks_add_blocks(pieces, times, f->wide);
  brn__blocks_to_csr(ctx, blocks_of(body, f), f->csr);
  *out = f->csr;
  if (!folds(body, f)) return BRN_OK;
  brn__rigid_assemble(ctx, body, f->csr);
  *out = body->rigid->A;
  return BRN_OK;
}

BrnStatus brn__factored_update(BrnContext* ctx, BrnBody* body, BrnFactored* f, double times,
                               BrnFactorReport* report) {
  const BrnCsr* A;
  BRN_TRY(brn__factored_matrix(ctx, body, f, times, &A));
  return brn__factor_update(ctx, f->factor, A, report);
}
