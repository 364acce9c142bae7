// SPDX-License-Identifier: Apache-2.0
//
// Tets that hang on other tets across a gap, by corners that are means of nodes
// (solver/body/nodes.h), so they are done one after another. Stresses are evaluated
// for eight at a time; what those before it in the eight have moved, a tet sees by its stiffness.

#include "core/vec.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))
#define LONGEST 0.5   // as in tets_lanes.c
#define NOTHING 1e-12 // of a pivot, over the size of the matrix

void brn__mixed_free(BrnContext* ctx, BrnMixed* mixed) {
  brn__free(ctx, mixed->batch);
  brn__free(ctx, mixed->start);
  brn__free(ctx, mixed->vertex);
  brn__free(ctx, mixed->gamma);
  brn__free(ctx, mixed->omega);
  brn__free(ctx, mixed->factor);
}

// ---------------------------------------------------------------------------------------- creation

typedef struct Lister {
  const BrnXpbd* tets;
  BrnMixed* mixed;
  int* slot; // of a vertex in the element at hand; -1: none                    (vertex_count)
  int count; // entries so far
} Lister;

static int slot_of(Lister* l, int vertex) {
  if (l->slot[vertex] < 0) {
    size_t at = (size_t)l->count;
    l->slot[vertex] = l->count++;
    l->mixed->vertex[at] = vertex;
    memset(l->mixed->gamma + 3 * at, 0, 3 * sizeof(double));
    memset(l->mixed->omega + 3 * at, 0, 3 * sizeof(double));
  }
  return l->slot[vertex];
}

static void list_gammas(Lister* l, const BrnBatch* batch, int lane) {
  const BrnNodes* nodes = l->tets->body->nodes;
  for (int a = 0; a < 4 && batch->volume[lane] > 0; a++) {
    double g[3];
    for (int k = 0; k < 3; k++) {
      const double(*gradient)[BRN_LANES] = batch->gradient;
      g[k] = a > 0 ? gradient[3 * a - 3 + k][lane]
                   : -gradient[k][lane] - gradient[3 + k][lane] - gradient[6 + k][lane];
    }
    int point = batch->corner[a][lane];
    for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
      double* to = l->mixed->gamma + 3 * (size_t)slot_of(l, nodes->vertex[nodes->node[i]]);
      brn__axpy3(to, to, nodes->weight[i], g);
    }
  }
}

// L of B = sum of gamma omega^T, as load_shape() of tets_lanes.c has it
static void factor(const BrnMixed* mixed, int begin, int end, double L[6]) {
  double B[6] = {0};
  for (int e = begin; e < end; e++) {
    const double *g = mixed->gamma + 3 * (size_t)e, *o = mixed->omega + 3 * (size_t)e;
    for (int i = 0, p = 0; i < 3; i++) {
      for (int j = 0; j <= i; j++, p++) B[p] += (g[i] * o[j] + g[j] * o[i]) / 2;
    }
  }
  double size = NOTHING * (B[0] + B[2] + B[5]);
  L[0] = B[0] > size ? sqrt(B[0]) : 0;
  L[1] = L[0] > 0 ? B[1] / L[0] : 0;
  L[3] = L[0] > 0 ? B[3] / L[0] : 0;
  double pivot = B[2] - L[1] * L[1];
  L[2] = pivot > size ? sqrt(pivot) : 0;
  L[4] = L[2] > 0 ? (B[4] - L[3] * L[1]) / L[2] : 0;
  pivot = B[5] - L[3] * L[3] - L[4] * L[4];
  L[5] = pivot > size ? sqrt(pivot) : 0;
}

static void list_element(Lister* l, int e) {
  const BrnBatch* batch = &l->tets->body->elements->batch[l->mixed->batch[e / BRN_LANES]];
  int begin = l->count;
  l->mixed->start[e] = begin;
  list_gammas(l, batch, e % BRN_LANES);
  for (int i = begin; i < l->count; i++) l->slot[l->mixed->vertex[i]] = -1;
}

void brn__mixed_weigh(BrnXpbd* tets) {
  BrnMixed* mixed = &tets->mixed;
  int lanes = BRN_LANES * mixed->batch_count;
  for (int i = 0; i < mixed->start[lanes]; i++) {
    double w = tets->at[4 * (size_t)mixed->vertex[i] + 3];
    brn__scale3(mixed->omega + 3 * (size_t)i, w, mixed->gamma + 3 * (size_t)i);
  }
  for (int e = 0; e < lanes; e++) {
    factor(mixed, mixed->start[e], mixed->start[e + 1], mixed->factor + 6 * (size_t)e);
  }
}

// at most: the nodes of the corners
static size_t most_entries(const BrnXpbd* tets) {
  const BrnNodes* nodes = tets->body->nodes;
  size_t most = 0;
  for (int e = 0; e < BRN_LANES * tets->mixed.batch_count; e++) {
    const BrnBatch* batch = &tets->body->elements->batch[tets->mixed.batch[e / BRN_LANES]];
    if (batch->volume[e % BRN_LANES] == 0) continue;
    for (int a = 0; a < 4; a++) {
      int point = batch->corner[a][e % BRN_LANES];
      most += (size_t)(nodes->start[point + 1] - nodes->start[point]);
    }
  }
  return most;
}

BrnStatus brn__mixed_create(BrnContext* ctx, BrnXpbd* tets) {
  BrnMixed* mixed = &tets->mixed;
  int lanes = BRN_LANES * mixed->batch_count, vertices = tets->body->model->mesh->vertex_count;
  size_t most = most_entries(tets);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Lister l = {tets, mixed, brn__scratch(ctx, vertices, int), 0};
  mixed->start = brn__new(ctx, lanes + 1, int);
  mixed->vertex = brn__new(ctx, most, int);
  mixed->gamma = brn__new(ctx, 3 * most, double);
  mixed->omega = brn__new(ctx, 3 * most, double);
  mixed->factor = brn__new(ctx, 6 * (size_t)lanes, double);
  BrnStatus status = BRN_NO_MEMORY;
  if (l.slot && mixed->start && mixed->vertex && mixed->gamma && mixed->omega && mixed->factor) {
    memset(l.slot, -1, sizeof(int) * (size_t)vertices);
    for (int e = 0; e < lanes; e++) list_element(&l, e);
    mixed->start[lanes] = l.count;
    brn__mixed_weigh(tets);
    status = BRN_OK;
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------- one element

static void deformation(const BrnXpbd* tets, int e, double F[9]) {
  const BrnMixed* mixed = &tets->mixed;
  for (int p = 0; p < 9; p++) F[p] = 0;
  for (int i = mixed->start[e]; i < mixed->start[e + 1]; i++) {
    const double* x = tets->at + 4 * (size_t)mixed->vertex[i];
    const double* g = mixed->gamma + 3 * (size_t)i;
    for (int p = 0; p < 9; p++) F[p] += x[p / 3] * g[p % 3];
  }
}

static const BrnBatch* evaluate(const BrnXpbd* tets, int b, BrnWant want, BrnDeformation F,
                                BrnMaterialOut* out) {
  const BrnBatch* batch = &tets->body->elements->batch[tets->mixed.batch[b]];
  for (int i = 0; i < BRN_LANES; i++) {
    double f[9];
    deformation(tets, BRN_LANES * b + i, f);
    for (int p = 0; p < 9; p++) F[p][i] = f[p];
  }
  brn__tets_evaluate(tets, tets->mixed.batch[b], (const double(*)[BRN_LANES])F, want, out);
  return batch;
}

// x L, for a row of three
static void times_factor(const double L[6], const double x[3], double out[3]) {
  out[0] = x[0] * L[0] + x[1] * L[1] + x[2] * L[3];
  out[1] = x[1] * L[2] + x[2] * L[4];
  out[2] = x[2] * L[5];
}

// K as a full matrix, r the right-hand side of (projection), which becomes dlambda
typedef struct System {
  double K[9][9], half[9][9], M[9][9], z[9], r[9];
} System;

static void assemble(System* a, const double L[6], double s) {
  for (int p = 0; p < 9; p++) {
    for (int i = 0; i < 9; i += 3) times_factor(L, a->K[p] + i, a->half[p] + i);
  }
  for (int q = 0; q < 9; q++) {
    for (int i = 0; i < 9; i += 3) {
      double column[3] = {a->half[i][q], a->half[i + 1][q], a->half[i + 2][q]}, product[3];
      times_factor(L, column, product);
      for (int c = 0; c < 3; c++) a->M[i + c][q] = s * product[c];
    }
    a->M[q][q] += 1;
  }
  for (int i = 0; i < 9; i += 3) times_factor(L, a->r + i, a->z + i);
}

static void solve(double M[9][9], double z[9]) {
  for (int k = 0; k < 9; k++) {
    for (int i = k + 1; i < 9; i++) {
      double factor = M[i][k] / M[k][k];
      for (int j = k + 1; j <= i; j++) M[i][j] -= factor * M[j][k];
      z[i] -= factor * z[k];
    }
  }
  for (int k = 8; k >= 0; k--) {
    for (int i = k + 1; i < 9; i++) z[k] -= M[i][k] * z[i];
    z[k] /= M[k][k];
  }
}

static double share_of(const double L[6], const double z[9]) {
  double sum = 0;
  for (int i = 0; i < 9; i += 3) {
    double a = L[0] * z[i], b = L[1] * z[i] + L[2] * z[i + 1];
    double c = L[3] * z[i] + L[4] * z[i + 1] + L[5] * z[i + 2];
    sum += a * a + b * b + c * c;
  }
  return sum > LONGEST * LONGEST ? LONGEST / sqrt(sum) : 1;
}

static void project(System* a, const double L[6], double s) {
  assemble(a, L, s);
  solve(a->M, a->z);
  double share = share_of(L, a->z);
  for (int p = 0; p < 9; p++) {
    double sum = 0;
    for (int q = 0; q < 9; q++) sum += a->half[p][q] * a->z[q];
    a->r[p] = share * (a->r[p] - s * sum);
  }
}

static void move(BrnXpbd* tets, int e, const double step[9]) {
  const BrnMixed* mixed = &tets->mixed;
  for (int i = mixed->start[e]; i < mixed->start[e + 1]; i++) {
    double* x = tets->at + 4 * (size_t)mixed->vertex[i];
    const double* o = mixed->omega + 3 * (size_t)i;
    for (int k = 0; k < 3; k++) x[k] += brn__dot3(step + 3 * k, o);
  }
}

static void project_element(BrnXpbd* tets, int b, int lane, const BrnDeformation F,
                            const BrnMaterialOut* out) {
  int e = BRN_LANES * b + lane, batch = tets->mixed.batch[b];
  double s = tets->scale * tets->body->elements->batch[batch].volume[lane], now[9];
  double(*lambda)[BRN_LANES] = tets->lambda[batch];
  System a;
  deformation(tets, e, now);
  // other tets of the batch have moved since the stress was taken: it goes on linearly
  for (int p = 0; p < 9; p++) now[p] -= F[p][lane];
  for (int p = 0; p < 9; p++) {
    double stress = out->stress[p][lane];
    for (int q = 0; q < 9; q++) {
      a.K[p][q] = out->stiffness[AT(p, q)][lane];
      stress += a.K[p][q] * now[q];
    }
    a.r[p] = -lambda[p][lane] - s * stress;
  }
  project(&a, tets->mixed.factor + 6 * (size_t)e, s);
  for (int p = 0; p < 9; p++) lambda[p][lane] += a.r[p];
  move(tets, e, a.r);
}

// --------------------------------------------------------------------------------------------- all

void brn__mixed_project(BrnXpbd* tets) {
  for (int b = 0; b < tets->mixed.batch_count; b++) {
    BrnDeformation F;
    BrnMaterialOut out;
    const BrnBatch* batch = evaluate(tets, b, BRN_WANT_DEFINITE, F, &out);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->volume[i] > 0) project_element(tets, b, i, (const double(*)[BRN_LANES])F, &out);
    }
  }
}

void brn__mixed_aim(BrnXpbd* tets) {
  for (int b = 0; b < tets->mixed.batch_count; b++) {
    BrnDeformation F;
    BrnMaterialOut out;
    const BrnBatch* batch = evaluate(tets, b, BRN_WANT_STRESS, F, &out);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      int p = k / BRN_LANES, i = k % BRN_LANES;
      tets->lambda[tets->mixed.batch[b]][p][i] = -tets->scale * batch->volume[i] * out.stress[p][i];
    }
  }
}

void brn__mixed_add_forces(BrnXpbd* tets) {
  const BrnMixed* mixed = &tets->mixed;
  for (int e = 0; e < BRN_LANES * mixed->batch_count; e++) {
    const double(*lambda)[BRN_LANES] = (const void*)tets->lambda[mixed->batch[e / BRN_LANES]];
    double T[9];
    for (int p = 0; p < 9; p++) T[p] = lambda[p][e % BRN_LANES];
    for (int i = mixed->start[e]; i < mixed->start[e + 1]; i++) {
      double* f = tets->force + 3 * (size_t)mixed->vertex[i];
      for (int k = 0; k < 3; k++) f[k] += brn__dot3(T + 3 * k, mixed->gamma + 3 * (size_t)i);
    }
  }
}
