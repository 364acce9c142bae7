// SPDX-License-Identifier: Apache-2.0
//
// The two loops of limited memory (Nocedal 1980): down over the pairs from the newest, and up again
// (lbfgs.h).

#include "solver/body/lbfgs.h"

#include <math.h>

enum { GRAIN = 4096 };

BrnStatus brn__lbfgs_create(BrnContext* ctx, BrnLbfgs* m) {
  m->s = brn__new_zero(ctx, (size_t)m->most * m->size, double);
  m->z = brn__new_zero(ctx, (size_t)m->most * m->size, double);
  m->rho = brn__new_zero(ctx, m->most, double);
  m->share = brn__new_zero(ctx, m->most, double);
  return m->s && m->z && m->rho && m->share ? BRN_OK : BRN_NO_MEMORY;
}

void brn__lbfgs_destroy(BrnContext* ctx, BrnLbfgs* m) {
  brn__free(ctx, m->s);
  brn__free(ctx, m->z);
  brn__free(ctx, m->rho);
  brn__free(ctx, m->share);
}

void brn__lbfgs_forget(BrnLbfgs* m) { m->count = m->next = 0; }

// ------------------------------------------------------------------------------------------- sums

typedef struct Sum {
  double a, b;
  const double *x, *y;
  double* out;
} Sum;

static void combine(void* user, int begin, int end, int worker) {
  (void)worker;
  const Sum* sum = user;
  for (int i = begin; i < end; i++) sum->out[i] = sum->a * sum->x[i] + sum->b * sum->y[i];
}

void brn__combine(BrnContext* ctx, size_t count, double a, const double* x, double b,
                  const double* y, double* out) {
  Sum sum = {a, b, x, y, out};
  brn__parallel_for(ctx, (int)count, GRAIN, combine, &sum);
}

// ------------------------------------------------------------------------------------------- pairs

static int slot_of(const BrnLbfgs* m, int age) {
  return (m->next - 1 - age + 2 * m->most) % m->most;
}

double* brn__lbfgs_step(const BrnLbfgs* m, int age) {
  return m->s + (size_t)slot_of(m, age) * m->size;
}

double* brn__lbfgs_change(const BrnLbfgs* m, int age) {
  return m->z + (size_t)slot_of(m, age) * m->size;
}

void brn__lbfgs_keep(BrnContext* ctx, BrnLbfgs* m) {
  const double *s = brn__lbfgs_step(m, -1), *z = brn__lbfgs_change(m, -1);
  double sz = m->dot(ctx, m->user, s, z);
  double ss = m->dot(ctx, m->user, s, s), zz = m->dot(ctx, m->user, z, z);
  if (!(sz > m->least * sqrt(ss) * sqrt(zz))) return;
  m->rho[m->next] = 1 / sz;
  m->next = (m->next + 1) % m->most;
  if (m->count < m->most) m->count++;
}

// --------------------------------------------------------------------------------------- direction

void brn__lbfgs_descend(BrnContext* ctx, BrnLbfgs* m, double* v) {
  for (int age = 0; age < m->count; age++) {
    int at = slot_of(m, age);
    m->share[at] = m->rho[at] * m->dot(ctx, m->user, brn__lbfgs_step(m, age), v);
    brn__combine(ctx, m->size, 1, v, -m->share[at], brn__lbfgs_change(m, age), v);
  }
}

void brn__lbfgs_ascend(BrnContext* ctx, BrnLbfgs* m, double* v) {
  for (int age = m->count - 1; age >= 0; age--) {
    int at = slot_of(m, age);
    double share = m->rho[at] * m->dot(ctx, m->user, brn__lbfgs_change(m, age), v);
    brn__combine(ctx, m->size, 1, v, m->share[at] - share, brn__lbfgs_step(m, age), v);
  }
}
