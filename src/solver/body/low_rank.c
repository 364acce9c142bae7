// SPDX-License-Identifier: Apache-2.0
//
// Pieces of the stiffness on a few points (low_rank.h): from points to the rows of their nodes,
// products y += C M C^T x, and their blocks in a matrix that has room for them.

#include "solver/body/low_rank.h"

#include "core/vec.h"

#include <string.h>

void brn__low_ranks_clear(BrnLowRanks* pieces) {
  pieces->count = 0;
  pieces->rows_used = pieces->forms_used = pieces->middles_used = 0;
  pieces->status = BRN_OK;
}

void brn__low_ranks_destroy(BrnContext* ctx, BrnLowRanks* pieces) {
  brn__free(ctx, pieces->piece);
  brn__free(ctx, pieces->row);
  brn__free(ctx, pieces->form);
  brn__free(ctx, pieces->middle);
}

// --------------------------------------------------------------------------------------- a new one

// rows of the nodes that the points hang on, each once; returns how many
static int list_rows(const BrnNodes* nodes, int count, const int* point, int* out) {
  int rows = 0;
  for (int p = 0; p < count; p++) {
    for (int i = nodes->start[point[p]]; i < nodes->start[point[p] + 1]; i++) {
      int row = nodes->row[nodes->node[i]], at = 0;
      while (at < rows && out[at] != row) at++;
      if (row >= 0 && at == rows) out[rows++] = row;
    }
  }
  return rows;
}

static size_t most_rows(const BrnNodes* nodes, int count, const int* point) {
  size_t most = 0;
  for (int p = 0; p < count; p++) {
    most += (size_t)(nodes->start[point[p] + 1] - nodes->start[point[p]]);
  }
  return most;
}

static BrnStatus make_room(BrnContext* ctx, BrnLowRanks* p, size_t rows, size_t forms) {
  BRN_TRY(brn__grow_block(ctx, &p->piece, (size_t)p->count + 1, sizeof *p->piece));
  BRN_TRY(brn__grow_block(ctx, &p->row, p->rows_used + rows, sizeof *p->row));
  BRN_TRY(brn__grow_block(ctx, &p->form, p->forms_used + 3 * rows * forms, sizeof *p->form));
  return brn__grow_block(ctx, &p->middle, p->middles_used + forms * forms, sizeof *p->middle);
}

// a form of the points as one of the rows; C NULL: of the unit vector `number`
static void spread(const BrnNodes* nodes, int count, const int* point, const double* C, int number,
                   const BrnLowRank* piece, const int* rows, double* out) {
  for (int p = 0; p < count; p++) {
    double unit[3] = {number == 3 * p, number == 3 * p + 1, number == 3 * p + 2};
    const double* c = C ? C + 3 * ((size_t)number * (size_t)count + (size_t)p) : unit;
    for (int i = nodes->start[point[p]]; i < nodes->start[point[p] + 1]; i++) {
      int node = nodes->node[i], at = 0;
      while (at < piece->rows && rows[at] != nodes->row[node]) at++;
      for (int a = 0; a < 3 && at < piece->rows; a++) {
        if (!(nodes->held[node] >> a & 1)) out[3 * at + a] += nodes->weight[i] * c[a];
      }
    }
  }
}

void brn__low_ranks_add(BrnContext* ctx, BrnLowRanks* pieces, const BrnNodes* nodes, int count,
                        const int* point, int forms, const double* C, const double* M) {
  BRN_ASSERT(forms > 0 && forms <= BRN_LOW_RANK_FORMS && (C || forms == 3 * count));
  if (pieces->status != BRN_OK) return;
  pieces->status = make_room(ctx, pieces, most_rows(nodes, count, point), (size_t)forms);
  if (pieces->status != BRN_OK) return;
  BrnLowRank* piece = &pieces->piece[pieces->count];
  *piece = (BrnLowRank){.forms = forms, .row = pieces->rows_used, .form = pieces->forms_used};
  piece->middle = pieces->middles_used;
  int* rows = pieces->row + piece->row;
  piece->rows = list_rows(nodes, count, point, rows);
  if (piece->rows == 0) return; // all is given
  size_t size = 3 * (size_t)piece->rows;
  for (int m = 0; m < forms; m++) {
    double* form = pieces->form + piece->form + (size_t)m * size;
    memset(form, 0, sizeof(double) * size);
    spread(nodes, count, point, C, m, piece, rows, form);
  }
  memcpy(pieces->middle + piece->middle, M, sizeof(double) * (size_t)(forms * forms));
  pieces->count++;
  pieces->rows_used += (size_t)piece->rows;
  pieces->forms_used += (size_t)forms * size;
  pieces->middles_used += (size_t)(forms * forms);
}

// ---------------------------------------------------------------------------------------- products

// out = M C^T x
static void press(const BrnLowRanks* pieces, const BrnLowRank* piece, const double* x,
                  double out[BRN_LOW_RANK_FORMS]) {
  double way[BRN_LOW_RANK_FORMS] = {0};
  const int* row = pieces->row + piece->row;
  const double* form = pieces->form + piece->form;
  for (int m = 0; m < piece->forms; m++) {
    for (int i = 0; i < piece->rows; i++, form += 3) {
      way[m] += brn__dot3(form, x + 3 * (size_t)row[i]);
    }
  }
  const double* M = pieces->middle + piece->middle;
  for (int m = 0; m < piece->forms; m++) {
    out[m] = 0;
    for (int k = 0; k < piece->forms; k++) out[m] += M[m * piece->forms + k] * way[k];
  }
}

void brn__low_ranks_multiply_add(const BrnLowRanks* pieces, double times, const double* x,
                                 double* y) {
  for (int p = 0; p < pieces->count; p++) {
    const BrnLowRank* piece = &pieces->piece[p];
    const int* row = pieces->row + piece->row;
    const double* form = pieces->form + piece->form;
    double force[BRN_LOW_RANK_FORMS];
    press(pieces, piece, x, force);
    for (int m = 0; m < piece->forms; m++) {
      for (int i = 0; i < piece->rows; i++, form += 3) {
        double* to = y + 3 * (size_t)row[i];
        brn__axpy3(to, to, times * force[m], form);
      }
    }
  }
}

// ------------------------------------------------------------------------------------------ blocks

bool brn__low_ranks_fit(const BrnLowRanks* pieces, const BrnBlocks* K) {
  const BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
  for (int p = 0; p < pieces->count; p++) {
    int rows = pieces->piece[p].rows;
    const int* row = pieces->row + pieces->piece[p].row;
    for (int k = 0; k < rows * rows; k++) {
      if (brn__csr_find(&pattern, row[k / rows], row[k % rows]) < 0) return false;
    }
  }
  return true;
}

// block += times C_i M C_j^T of two rows of a piece
static void add_block(const BrnLowRanks* pieces, const BrnLowRank* piece, double times, int i,
                      int j, double* block) {
  size_t size = 3 * (size_t)piece->rows;
  const double *M = pieces->middle + piece->middle, *form = pieces->form + piece->form;
  for (int k = 0; k < piece->forms * piece->forms; k++) {
    const double* a = form + (size_t)(k / piece->forms) * size + 3 * i;
    const double* b = form + (size_t)(k % piece->forms) * size + 3 * j;
    for (int q = 0; q < 9; q++) block[q] += times * M[k] * a[q / 3] * b[q % 3];
  }
}

void brn__low_ranks_add_blocks(const BrnLowRanks* pieces, double times, BrnBlocks* K) {
  const BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
  for (int p = 0; p < pieces->count; p++) {
    const BrnLowRank* piece = &pieces->piece[p];
    const int* row = pieces->row + piece->row;
    for (int k = 0; k < piece->rows * piece->rows; k++) {
      int i = k / piece->rows, j = k % piece->rows;
      size_t at = 9 * (size_t)brn__csr_find(&pattern, row[i], row[j]);
      add_block(pieces, piece, times, i, j, K->value + at);
    }
  }
}
