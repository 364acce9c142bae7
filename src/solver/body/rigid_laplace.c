// SPDX-License-Identifier: Apache-2.0
//
// A preconditioner of A with the factor of the Poisson matrix L, whose rows include the bones'.
// Flesh is preconditioned by L with bones held, and bones by their true stiffness when flesh
// follows them as L has it. With b the rows of bones and Y the columns of L^-1 at them, any motion
// that L lets follow from bones is Y s, and its bones move by Y_b s. So
//
//   (e, x) = L^-1 (0, r_soft)                     then x - Y Y_b^-1 e is flesh with bones held
//   z_bones = S^-1 (r_bones + T^T Y_b^-1 e)       forces of that flesh on its bones included
//   z_soft = x + Y Y_b^-1 (T z_bones - e)
//
// with one solution of L. S = Z^T K Z + H, with Z = Y Y_b^-1 T.

#include "solver/body/rigid.h"

#include <string.h>

enum { GRAIN = 256 };

// ------------------------------------------------------------------------------------ once for all

static int factor_of(const BrnBody* body, int axis) {
  return body->poisson->factor_count == 3 ? axis : 0;
}

static void fill_spread(BrnContext* ctx, const BrnBody* body, int f, double* column) {
  int nodes = body->rigid->node_count, rows = body->nodes->row_count;
  double* spread = body->rigid->spread + (size_t)f * (size_t)rows * (size_t)nodes;
  for (int c = 0; c < nodes; c++) {
    memset(column, 0, sizeof(double) * (size_t)rows);
    column[c] = 1;
    brn__factor_solve(ctx, body->poisson->factor[f], 1, column, column);
    for (int r = 0; r < rows; r++) spread[(size_t)r * (size_t)nodes + (size_t)c] = column[r];
  }
}

// the inverse of the first rows, column by column
static void fill_held(const BrnBody* body, int f, double* matrix) {
  size_t nodes = (size_t)body->rigid->node_count, rows = (size_t)body->nodes->row_count;
  double* held = body->rigid->held + (size_t)f * nodes * nodes;
  memcpy(matrix, body->rigid->spread + (size_t)f * rows * nodes, sizeof(double) * nodes * nodes);
  brn__rigid_factor((int)nodes, matrix);
  memset(held, 0, sizeof(double) * nodes * nodes);
  for (size_t c = 0; c < nodes; c++) {
    held[c * nodes + c] = 1;
    brn__rigid_solve((int)nodes, matrix, held + c * nodes);
  }
}

BrnStatus brn__rigid_take_laplace(BrnContext* ctx, BrnBody* body) {
  BrnRigid* rigid = body->rigid;
  size_t nodes = (size_t)rigid->node_count, rows = (size_t)body->nodes->row_count;
  size_t factors = (size_t)body->poisson->factor_count, dofs = (size_t)rigid->dof_count;
  rigid->spread = brn__new(ctx, factors * rows * nodes, double);
  rigid->held = brn__new(ctx, factors * nodes * nodes, double);
  rigid->S = brn__new(ctx, dofs * dofs, double);
  if (!rigid->spread || !rigid->held || !rigid->S) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* column = brn__scratch(ctx, rows, double);
  double* matrix = brn__scratch(ctx, nodes * nodes, double);
  for (int f = 0; f < body->poisson->factor_count && column && matrix; f++) {
    fill_spread(ctx, body, f, column);
    fill_held(body, f, matrix);
  }
  brn__scratch_release(ctx, mark);
  return column && matrix ? BRN_OK : BRN_NO_MEMORY;
}

// ------------------------------------------------------------------------------------------ pieces

// v = Y_b^-1 v, for each coordinate, in place                                   (node_count x 3)
static void hold(const BrnBody* body, double* v) {
  int nodes = body->rigid->node_count;
  double* out = body->rigid->rows;
  for (int i = 0; i < 3 * nodes; i++) {
    const double* held =
        body->rigid->held +
        ((size_t)factor_of(body, i % 3) * (size_t)nodes + (size_t)(i / 3)) * (size_t)nodes;
    out[i] = 0;
    for (int c = 0; c < nodes; c++) out[i] += held[c] * v[3 * c + i % 3];
  }
  memcpy(v, out, 3 * sizeof(double) * (size_t)nodes);
}

typedef struct Spread {
  const BrnBody* body;
  const double* s; // (node_count x 3)
  double* x;       // (soft rows x 3)
} Spread;

static void spread_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Spread* spread = user;
  const BrnBody* body = spread->body;
  size_t nodes = (size_t)body->rigid->node_count, rows = (size_t)body->nodes->row_count;
  for (int i = 3 * begin; i < 3 * end; i++) {
    size_t row = nodes + (size_t)(i / 3), axis = (size_t)(i % 3);
    const double* Y =
        body->rigid->spread + ((size_t)factor_of(body, (int)axis) * rows + row) * nodes;
    for (size_t c = 0; c < nodes; c++) spread->x[i] += Y[c] * spread->s[3 * c + axis];
  }
}

// x_soft += Y s
static void add_spread(BrnContext* ctx, const BrnBody* body, const double* s, double* x) {
  Spread spread = {body, s, x};
  brn__parallel_for(ctx, body->nodes->row_count - body->rigid->node_count, GRAIN, spread_rows,
                    &spread);
}

// v = (Y_b^-1 e, x) with (e, x) = L^-1 (0, v_soft)
static void solve_held(BrnContext* ctx, const BrnBody* body, double* v) {
  memset(v, 0, 3 * sizeof(double) * (size_t)body->rigid->node_count);
  brn__poisson_solve(ctx, body->poisson, v, v);
  hold(body, v);
}

// --------------------------------------------------------------------------------- bones in flesh

// column `dof` of S
static void fill_column(BrnContext* ctx, const BrnBody* body, int dof, double* column) {
  const BrnRigid* rigid = body->rigid;
  int count = rigid->dof_count, rows = 3 * rigid->node_count;
  double *x = rigid->x, *y = rigid->y, *s = y;
  memset(x, 0, 3 * sizeof(double) * (size_t)body->nodes->row_count);
  for (int r = 0; r < rows; r++) s[r] = x[r] = rigid->T[(size_t)r * (size_t)count + (size_t)dof];
  hold(body, s);
  add_spread(ctx, body, s, x + rows);
  brn__body_multiply(ctx, body, false, x, y);
  memcpy(x, y, 3 * sizeof(double) * (size_t)body->nodes->row_count);
  solve_held(ctx, body, x);
  for (int r = 0; r < rows; r++) x[r] += y[r];
  brn__rigid_pull(rigid, x, column);
  for (int d = 0; d < count; d++) column[d] += rigid->H[(size_t)dof * (size_t)count + (size_t)d];
}

void brn__rigid_prepare_laplace(BrnContext* ctx, BrnBody* body) {
  int count = body->rigid->dof_count;
  for (int d = 0; d < count; d++)
    fill_column(ctx, body, d, body->rigid->S + (size_t)d * (size_t)count);
  brn__rigid_factor(count, body->rigid->S);
}

void brn__rigid_laplace(BrnContext* ctx, const BrnBody* body, const double* r, double* z) {
  const BrnRigid* rigid = body->rigid;
  int count = rigid->dof_count, rows = 3 * rigid->node_count;
  size_t soft = sizeof(double) * (size_t)(rigid->unknown_count - count);
  double *x = rigid->x, *s = rigid->y;
  memcpy(x + rows, r + count, soft);
  solve_held(ctx, body, x);
  brn__rigid_pull(rigid, x, z);
  for (int d = 0; d < count; d++) z[d] += r[d];
  brn__rigid_solve(count, rigid->S, z);
  brn__rigid_push(rigid, z, s);
  hold(body, s);
  for (int i = 0; i < rows; i++) s[i] -= x[i];
  memcpy(z + count, x + rows, soft);
  add_spread(ctx, body, s, z + count);
}
