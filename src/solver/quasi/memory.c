// SPDX-License-Identifier: Apache-2.0
//
// The direction: A^-1, corrected by what gradients did along the last few steps (body/lbfgs.h).

#include "solver/quasi/quasi.h"

#include <string.h>

// ------------------------------------------------------------------------------------------- pairs

// the way that the last search has gone
static void read_step(const BrnQuasi* q, double* s) {
  for (int r = 0; r < q->body->nodes->row_count; r++) {
    size_t node = (size_t)q->body->nodes->row_node[r];
    for (size_t a = 0; a < 3; a++)
      s[3 * (size_t)r + a] = q->body->y[3 * node + a] - q->descent.trial[3 * node + a];
  }
}

void brn__quasi_learn(BrnContext* ctx, BrnQuasi* q) {
  size_t size = q->memory.size;
  double *s = brn__lbfgs_step(&q->memory, -1), *z = brn__lbfgs_change(&q->memory, -1);
  read_step(q, s);
  brn__combine(ctx, size, 1, q->body->g, -1, q->before, z);
  if (q->blended) {
    brn__quasi_multiply(ctx, q, s, q->product);
    double share = brn__quasi_blend(ctx, q, z);
    brn__combine(ctx, size, share, q->product, 1 - share, z, z);
  }
  brn__lbfgs_keep(ctx, &q->memory);
}

// --------------------------------------------------------------------------------------- direction

void brn__quasi_keep_rigid(BrnQuasi* q) {
  BrnRigid* rigid = q->body->rigid;
  brn__rigid_pull(rigid, q->descent.d, rigid->dofs);
  brn__rigid_solve(rigid->dof_count, rigid->gram, rigid->dofs);
  brn__rigid_push(rigid, rigid->dofs, q->descent.d);
}

double brn__quasi_direct(BrnContext* ctx, BrnQuasi* q) {
  size_t size = q->memory.size;
  double* d = q->descent.d;
  memcpy(q->side, q->body->g, sizeof(double) * size);
  brn__lbfgs_descend(ctx, &q->memory, q->side);
  brn__poisson_solve(ctx, q->body->poisson, q->side, d);
  brn__lbfgs_ascend(ctx, &q->memory, d);
  brn__combine(ctx, size, -1, d, 0, d, d);
  if (q->body->rigid) brn__quasi_keep_rigid(q);
  return brn__body_dot(ctx, (int)size, q->body->g, d);
}
