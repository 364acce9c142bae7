// SPDX-License-Identifier: Apache-2.0
//
// Ties of rings of joints, exactly: columns L^-1 C^T and the factor of S (border.h).

#include "solver/emu/border.h"

#include <math.h>
#include <string.h>

#define EPSILON 1e-12 // of the largest entry of S: ties that say the same twice do no harm

struct BrnBorder {
  const BrnConstraints* ties;
  const BrnNodes* nodes;
  int count;         // equations: a tie has one for each axis
  int *tie, *axis;   // (count)
  double* column[2]; // L^-1 C^T of both factors             (count x 3 row_count)
  double* S[2];      // and its factor                        (count x count)
  double* side;      // (count)
};

void brn__border_destroy(BrnContext* ctx, BrnBorder* border) {
  if (!border) return;
  void* blocks[] = {border->tie,  border->axis, border->column[0], border->column[1],
                    border->S[0], border->S[1], border->side};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) brn__free(ctx, blocks[i]);
  brn__free(ctx, border);
}

static void list(BrnBorder* border) {
  border->count = 0;
  for (int t = 0; t < border->ties->tie_count; t++) {
    for (int a = 0; a < 3; a++) {
      if (!(border->ties->tie[t].axes >> a & 1)) continue;
      border->tie[border->count] = t;
      border->axis[border->count++] = a;
    }
  }
}

BrnStatus brn__border_create(BrnContext* ctx, const BrnConstraints* ties, const BrnNodes* nodes,
                             BrnBorder** out) {
  BrnBorder* border = brn__new_zero(ctx, 1, BrnBorder);
  size_t most = 3 * (size_t)ties->tie_count, rows = 3 * (size_t)nodes->row_count;
  *out = border;
  if (!border) return BRN_NO_MEMORY;
  border->ties = ties;
  border->nodes = nodes;
  border->tie = brn__new(ctx, most, int);
  border->axis = brn__new(ctx, most, int);
  border->side = brn__new(ctx, most, double);
  bool all = border->tie && border->axis && border->side;
  for (int s = 0; s < 2; s++) {
    border->column[s] = brn__new(ctx, most * rows, double);
    border->S[s] = brn__new(ctx, most * most, double);
    all = all && border->column[s] && border->S[s];
  }
  if (!all) return BRN_NO_MEMORY;
  list(border);
  return BRN_OK;
}

// equation i of rows
static double tie_of(const BrnBorder* border, int i, const double* rows) {
  const BrnTie* tie = &border->ties->tie[border->tie[i]];
  double sum = 0;
  for (int k = tie->start; k < tie->start + tie->count; k++) {
    int row = border->nodes->row[border->ties->node[k]];
    if (row >= 0) sum += border->ties->weight[k] * rows[3 * (size_t)row + (size_t)border->axis[i]];
  }
  return sum;
}

static void factor(int count, double* S) {
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, S[(size_t)i * (size_t)(count + 1)]);
  for (int i = 0; i < count; i++) S[(size_t)i * (size_t)(count + 1)] += EPSILON * most;
  brn__rigid_factor(count, S);
}

// rows += s C_i^T
static void add_equation(const BrnBorder* border, int i, double s, double* rows) {
  const BrnTie* tie = &border->ties->tie[border->tie[i]];
  for (int k = tie->start; k < tie->start + tie->count; k++) {
    int node = border->ties->node[k], row = border->nodes->row[node], a = border->axis[i];
    if (row < 0 || border->nodes->held[node] >> a & 1) continue;
    rows[3 * (size_t)row + (size_t)a] += s * border->ties->weight[k];
  }
}

static void begin_side(BrnContext* ctx, BrnBorder* border, const BrnPoisson* poisson, int side) {
  size_t rows = 3 * (size_t)border->nodes->row_count, count = (size_t)border->count;
  for (int i = 0; i < border->count; i++) {
    double* column = border->column[side] + (size_t)i * rows;
    memset(column, 0, sizeof(double) * rows);
    add_equation(border, i, 1, column);
    brn__poisson_solve(ctx, poisson, column, column);
  }
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < count; j++) {
      border->S[side][i * count + j] = tie_of(border, (int)i, border->column[side] + j * rows);
    }
  }
  factor(border->count, border->S[side]);
}

void brn__border_begin(BrnContext* ctx, BrnEmu* e) {
  if (!e->border) return;
  begin_side(ctx, e->border, e->acap, BRN_BORDER_LOOSE);
  begin_side(ctx, e->border, e->adhere, BRN_BORDER_FIRM);
}

void brn__border_correct(const BrnBorder* border, BrnBorderSide side, bool home, const double* y,
                         double* rows) {
  size_t size = 3 * (size_t)border->nodes->row_count;
  for (int i = 0; i < border->count; i++) {
    double miss[3] = {0};
    if (home) brn__tie_residual(border->ties, &border->ties->tie[border->tie[i]], y, miss);
    border->side[i] = -miss[border->axis[i]] - tie_of(border, i, rows);
  }
  brn__rigid_solve(border->count, border->S[side], border->side);
  for (int i = 0; i < border->count; i++) {
    const double* column = border->column[side] + (size_t)i * size;
    for (size_t r = 0; r < size; r++) rows[r] += border->side[i] * column[r];
  }
}

void brn__border_relieve(BrnContext* ctx, BrnEmu* e, double* g) {
  BrnBorder* border = e->border;
  brn__poisson_solve(ctx, e->acap, g, e->step);
  for (int i = 0; i < border->count; i++) border->side[i] = tie_of(border, i, e->step);
  brn__rigid_solve(border->count, border->S[BRN_BORDER_LOOSE], border->side);
  for (int i = 0; i < border->count; i++) add_equation(border, i, -border->side[i], g);
}
