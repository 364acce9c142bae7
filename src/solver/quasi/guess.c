// SPDX-License-Identifier: Apache-2.0
//
// The first guess A of the stiffness: Poisson's matrix with weights of its own, (2 mu + lambda)
// volume. That is the slope of the stress when a tet is stretched; Liu, Bouaziz and Kavan 2017 fit
// it over some range of stretches. With 2 mu volume, as the warp has it, steps of flesh that is
// nearly incompressible would be 25 times too long. Rigid bones weigh as if they were flesh: they
// have no energy of their own, and nothing should hold them.

#include "solver/quasi/quasi.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, POWER_STEPS = 20 };

// --------------------------------------------------------------------------------------- the
// weights

// 2 mu + lambda, Pa
static double firmness(const BrnModel* model, int material) {
  if (material < 0) return 0;
  const BrnModelMaterial* m = &model->material_list[material];
  return 2 * brn__material_shear(m) + fmax(brn__material_lambda(m), 0);
}

static void weigh_tets(const BrnNewton* n) {
  for (int b = 0; b < n->elements->batch_count; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    const BrnMake* make = &n->elements->make[batch->make];
    double first = firmness(n->model, make->index[0]), second = firmness(n->model, make->index[1]);
    for (int i = 0; i < BRN_LANES; i++) {
      double share = make->index[1] >= 0 ? batch->tendon[i] : 0;
      n->quasi->weight[b][i] = batch->volume[i] * (first + share * (second - first));
    }
  }
}

double brn__quasi_flesh(const BrnNewton* n, double* volume) {
  double sum = 0;
  *volume = 0;
  for (int k = 0; k < BRN_LANES * n->elements->batch_count; k++) {
    const BrnBatch* batch = &n->elements->batch[k / BRN_LANES];
    double V = batch->volume[k % BRN_LANES],
           weight = n->quasi->weight[k / BRN_LANES][k % BRN_LANES];
    if (batch->tet[k % BRN_LANES] < 0 || !(weight > 0)) continue;
    *volume += V;
    sum += V * V / weight;
  }
  return sum > 0 ? *volume / sum : 0;
}

static void loosen_bones(const BrnNewton* n) {
  double volume, flesh = brn__quasi_flesh(n, &volume);
  for (int b = 0; b < n->elements->batch_count && flesh > 0; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->tet[i] < 0) n->quasi->weight[b][i] = flesh * batch->volume[i];
    }
  }
}

// ---------------------------------------------------------------------------------------- the
// matrix

static BrnStatus factor(BrnContext* ctx, BrnNewton* n, const BrnBlocks* pattern) {
  BrnMetric* metric = brn__scratch_zero(ctx, n->elements->batch_count, BrnMetric);
  if (!metric) return BRN_NO_MEMORY;
  for (int b = 0; b < n->elements->batch_count; b++) {
    for (int k = 0; k < 6; k++) { // 00, 11, 22
      if (k == 0 || k == 3 || k == 5) memcpy(metric[b].a[k], n->quasi->weight[b], sizeof(BrnEight));
    }
  }
  brn__poisson_destroy(ctx, n->poisson);
  n->poisson = NULL;
  return brn__poisson_create(ctx, n->elements, n->gather, n->nodes, n->constraints, n->inertia,
                             metric, pattern, &n->poisson);
}

// patches have widened the pattern of the stiffness
static BrnStatus make_matrix(BrnContext* ctx, BrnNewton* n) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnGroups groups;
  BrnBlocks* pattern = NULL;
  BrnStatus status = brn__constraints_group(ctx, n->constraints, n->nodes, &groups);
  if (status == BRN_OK) status = brn__gather_pattern(ctx, n->gather, &groups, &pattern);
  if (status == BRN_OK) status = factor(ctx, n, pattern);
  brn__blocks_destroy(ctx, pattern);
  if (status == BRN_OK) brn__gather_place(n->gather, n->K);
  brn__scratch_release(ctx, mark);
  return status;
}

static void weigh(const BrnNewton* n) {
  weigh_tets(n);
  if (n->rigid) loosen_bones(n);
}

BrnStatus brn__quasi_take_guess(BrnContext* ctx, BrnNewton* n) {
  n->quasi->weight = brn__new_zero(ctx, n->elements->batch_count, BrnEight);
  if (!n->quasi->weight) return BRN_NO_MEMORY;
  weigh(n);
  return make_matrix(ctx, n);
}

// ----------------------------------------------------------------------------------------- a
// product

// nodes = rows, and nothing where all is given
static void spread_rows(const BrnNewton* n, const double* rows, double* nodes) {
  memset(nodes, 0, 3 * sizeof(double) * (size_t)n->nodes->count);
  for (int r = 0; r < n->nodes->row_count; r++) {
    memcpy(nodes + 3 * (size_t)n->nodes->row_node[r], rows + 3 * (size_t)r, 3 * sizeof(double));
  }
}

static void pull_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnNewton* n = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    BrnStrain T;
    BRN_LANE_PICK(brn__batch_strain)(batch, n->x, T);
    BRN_LANE_PICK(brn__batch_forces)
    (batch, n->quasi->weight[b], T, n->force + 12 * BRN_LANES * (size_t)b);
  }
}

// what the tets make of it; n->trial is left as the ways of the nodes
static void pull(BrnContext* ctx, BrnNewton* n, const double* v, double* out) {
  spread_rows(n, v, n->trial);
  brn__nodes_to_points(ctx, n->nodes, n->trial, n->x);
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, pull_batches, n);
  brn__gather_forces(ctx, n->gather, n->force, out);
}

void brn__quasi_multiply(BrnContext* ctx, BrnNewton* n, const double* v, double* out) {
  pull(ctx, n, v, out);
  brn__ties_aim(n->constraints, n->trial);
  brn__ties_add_way(n->constraints, n->nodes, 1, out);
  if (n->inertia) brn__inertia_add_forces(ctx, n->inertia, n->inertia->anchor, n->trial, out);
}

// by the power method, from a vector that has something of every mode
static double norm_of(BrnContext* ctx, BrnNewton* n) {
  int size = 3 * n->nodes->row_count;
  double *v = n->d, *w = n->side, length = 0;
  for (int i = 0; i < size; i++) v[i] = (n->gather->held[i / 3] >> (i % 3) & 1) ? 0 : cos(i);
  for (int k = 0; k <= POWER_STEPS && size > 0; k++) {
    length = sqrt(brn__newton_dot(ctx, size, v, v));
    for (int i = 0; i < size && length > 0; i++) v[i] /= length;
    pull(ctx, n, v, w);
    memcpy(v, w, sizeof(double) * (size_t)size);
  }
  return length;
}

double brn__quasi_norm(BrnContext* ctx, BrnNewton* n, double flesh) {
  for (int b = 0; b < n->elements->batch_count; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      n->quasi->weight[b][i] = batch->tet[i] < 0 ? 0 : flesh * batch->volume[i];
    }
  }
  double norm = norm_of(ctx, n);
  weigh(n);
  return norm;
}
