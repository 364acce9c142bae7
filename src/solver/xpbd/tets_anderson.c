// SPDX-License-Identifier: Apache-2.0
//
// Anderson's acceleration (Anderson 1965; Peng et al. 2018): quasi-static sub-steps take x to
// x + z(x), and where they lead is guessed from the last few of them. The combination of them whose
// z is the smallest is where the next one begins,
//
//   least of |z_k - sum c_j dz_j|,   x = x_k + z_k - sum c_j (dx_j + dz_j)
//
// in the norm of the weights 1/w. When z grows, what was learned is forgotten.

#include "core/vec.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

#define GROWS 2         // z over the last one, squared: the guess was bad
#define REGULARITY 1e-8 // of the normal equations

void brn__anderson_free(BrnContext* ctx, BrnAnderson* memory) { brn__free(ctx, memory->x); }

BrnStatus brn__anderson_create(BrnContext* ctx, int node_count, BrnAnderson* out) {
  size_t length = 3 * (size_t)node_count, pairs = BRN_ANDERSON_MEMORY;
  out->x = brn__new_zero(ctx, (2 * pairs + 2) * length, double);
  if (!out->x) return BRN_NO_MEMORY;
  out->z = out->x + length;
  out->dx = out->z + length;
  out->dz = out->dx + pairs * length;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ sums

typedef struct Sums {
  const BrnXpbd* tets;
  const double* z; // of this sub-step
} Sums;

// products of the newest pair with all, and of all with z, and of z with itself
enum { PRODUCTS = 2 * BRN_ANDERSON_MEMORY + 1 };

static void add_products(void* user, int begin, int end, double* sum) {
  const Sums* s = user;
  const BrnAnderson* m = &s->tets->memory;
  const BrnNodes* nodes = s->tets->body->nodes;
  size_t length = 3 * (size_t)nodes->count;
  const double* newest = m->dz + length * (size_t)m->newest;
  for (int n = begin; n < end; n++) {
    if (nodes->row[n] < 0) continue;
    double weight = brn__tets_weight(s->tets, nodes->vertex[n]);
    for (int j = 0; j < m->count; j++) {
      const double* dz = m->dz + length * (size_t)j + 3 * (size_t)n;
      sum[j] += brn__dot3(dz, newest + 3 * (size_t)n) * weight;
      sum[BRN_ANDERSON_MEMORY + j] += brn__dot3(dz, s->z + 3 * (size_t)n) * weight;
    }
    sum[PRODUCTS - 1] += brn__dot3(s->z + 3 * (size_t)n, s->z + 3 * (size_t)n) * weight;
  }
}

// --------------------------------------------------------------------------------------- the guess

// symmetric and definite, in place; false: it is not definite, as when nothing moves any more
static bool solve(int n, double A[BRN_ANDERSON_MEMORY][BRN_ANDERSON_MEMORY], double* b) {
  for (int k = 0; k < n; k++) {
    if (!(A[k][k] > 0)) return false;
    for (int i = k + 1; i < n; i++) {
      double factor = A[i][k] / A[k][k];
      for (int j = k; j < n; j++) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return true;
}

static bool find_shares(BrnAnderson* m, double* c) {
  double A[BRN_ANDERSON_MEMORY][BRN_ANDERSON_MEMORY];
  for (int i = 0; i < m->count; i++) {
    for (int j = 0; j < m->count; j++) A[i][j] = m->product[i][j];
    A[i][i] *= 1 + REGULARITY;
  }
  return solve(m->count, A, c);
}

// the difference to the last sub-step takes the place of the oldest
static void remember(BrnAnderson* m, size_t length, const double* x, const double* z) {
  if (m->any) {
    m->newest = m->count < BRN_ANDERSON_MEMORY ? m->count++ : (m->newest + 1) % m->count;
    double* dx = m->dx + length * (size_t)m->newest;
    double* dz = m->dz + length * (size_t)m->newest;
    for (size_t i = 0; i < length; i++) dx[i] = x[i] - m->x[i], dz[i] = z[i] - m->z[i];
  }
  memcpy(m->x, x, sizeof(double) * length);
  memcpy(m->z, z, sizeof(double) * length);
  m->any = true;
}

void brn__anderson_forget(BrnAnderson* memory) {
  memory->any = false;
  memory->count = memory->newest = 0;
  memory->size = INFINITY;
}

bool brn__anderson_guess(BrnContext* ctx, BrnXpbd* tets, const double* x, const double* z,
                         double* out) {
  BrnAnderson* m = &tets->memory;
  const BrnNodes* nodes = tets->body->nodes;
  size_t length = 3 * (size_t)nodes->count;
  double sum[PRODUCTS], c[BRN_ANDERSON_MEMORY];
  Sums sums = {tets, z};
  // the newest difference, and its products with the others: normal equations of the c_j
  remember(m, length, x, z);
  brn__parallel_sum(ctx, nodes->count, PRODUCTS, add_products, &sums, sum);
  for (int j = 0; j < m->count; j++) {
    m->product[j][m->newest] = m->product[m->newest][j] = sum[j];
    c[j] = sum[BRN_ANDERSON_MEMORY + j];
  }
  // steps that grow by much were led astray: what was learned goes
  if (!(sum[PRODUCTS - 1] <= GROWS * m->size)) brn__anderson_forget(m);
  m->size = sum[PRODUCTS - 1];
  if (!find_shares(m, c)) return false;
  for (size_t i = 0; i < length; i++) {
    out[i] = x[i] + z[i];
    for (int j = 0; j < m->count; j++) {
      out[i] -= c[j] * (m->dx[length * (size_t)j + i] + m->dz[length * (size_t)j + i]);
    }
  }
  return true;
}
