// SPDX-License-Identifier: Apache-2.0
//
// The inverse of the stiffness by limited memory (Nocedal 1980): A^-1, corrected by the last few
// pairs of a step s and of z, what the stiffness makes of it,
//
//   H_k+1 = (I - rho s z^T) H_k (I - rho z s^T) + rho s s^T,   rho = 1 / s.z
//
// so that H z = s for the last pair. It is definite as long as all s.z are positive.

#include "solver/quasi/quasi.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 4096 };

#define LEAST_CURVATURE 1e-10 // s.z over |s| |z|; round-off below

// -------------------------------------------------------------------------------------------- rows

typedef struct Sum {
  double a, b;
  const double *x, *y;
  double* out;
} Sum;

static void sum_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Sum* sum = user;
  for (int i = begin; i < end; i++) sum->out[i] = sum->a * sum->x[i] + sum->b * sum->y[i];
}

// out = a x + b y
static void combine(BrnContext* ctx, int count, double a, const double* x, double b,
                    const double* y, double* out) {
  Sum sum = {a, b, x, y, out};
  brn__parallel_for(ctx, count, GRAIN, sum_rows, &sum);
}

static int size_of(const BrnNewton* n) { return 3 * n->nodes->row_count; }

static double* pair_at(double* list, const BrnNewton* n, int slot) {
  return list + (size_t)slot * (size_t)size_of(n);
}

// ------------------------------------------------------------------------------------------- pairs

void brn__quasi_forget(BrnQuasi* q) { q->count = q->next = 0; }

// the way that the last search has gone
static void read_step(const BrnNewton* n, double* s) {
  for (int r = 0; r < n->nodes->row_count; r++) {
    size_t node = (size_t)n->nodes->row_node[r];
    for (size_t a = 0; a < 3; a++)
      s[3 * (size_t)r + a] = n->y[3 * node + a] - n->trial[3 * node + a];
  }
}

void brn__quasi_learn(BrnContext* ctx, BrnNewton* n) {
  BrnQuasi* q = n->quasi;
  int size = size_of(n);
  double *s = pair_at(q->s, n, q->next), *z = pair_at(q->z, n, q->next);
  read_step(n, s);
  combine(ctx, size, 1, n->g, -1, q->before, z);
  if (q->method == BRN_METHOD_BCQN) {
    brn__quasi_multiply(ctx, n, s, q->product);
    double share = brn__quasi_blend(ctx, n, z);
    combine(ctx, size, share, q->product, 1 - share, z, z);
  }
  double sz = brn__newton_dot(ctx, size, s, z), ss = brn__newton_dot(ctx, size, s, s);
  double zz = brn__newton_dot(ctx, size, z, z);
  if (!(sz > LEAST_CURVATURE * sqrt(ss) * sqrt(zz))) return;
  q->rho[q->next] = 1 / sz;
  q->next = (q->next + 1) % q->most;
  if (q->count < q->most) q->count++;
}

// --------------------------------------------------------------------------------------- direction

// from the newest pair to the oldest: `age` 0 is the newest
static int slot_of(const BrnQuasi* q, int age) {
  return (q->next - 1 - age + 2 * q->most) % q->most;
}

void brn__quasi_keep_rigid(BrnNewton* n) {
  BrnRigid* rigid = n->rigid;
  brn__rigid_pull(rigid, n->d, rigid->dofs);
  brn__rigid_solve(rigid->dof_count, rigid->gram, rigid->dofs);
  brn__rigid_push(rigid, rigid->dofs, n->d);
}

double brn__quasi_direct(BrnContext* ctx, BrnNewton* n) {
  BrnQuasi* q = n->quasi;
  int size = size_of(n);
  memcpy(n->side, n->g, sizeof(double) * (size_t)size);
  for (int age = 0; age < q->count; age++) {
    int at = slot_of(q, age);
    q->share[at] = q->rho[at] * brn__newton_dot(ctx, size, pair_at(q->s, n, at), n->side);
    combine(ctx, size, 1, n->side, -q->share[at], pair_at(q->z, n, at), n->side);
  }
  brn__poisson_solve(ctx, n->poisson, n->side, n->d);
  for (int age = q->count - 1; age >= 0; age--) {
    int at = slot_of(q, age);
    double share = q->rho[at] * brn__newton_dot(ctx, size, pair_at(q->z, n, at), n->d);
    combine(ctx, size, 1, n->d, q->share[at] - share, pair_at(q->s, n, at), n->d);
  }
  combine(ctx, size, -1, n->d, 0, n->d, n->d);
  if (n->rigid) brn__quasi_keep_rigid(n);
  return brn__newton_dot(ctx, size, n->g, n->d);
}
