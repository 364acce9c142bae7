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

// ------------------------------------------------------------------------------------- the weights

// 2 mu + lambda, Pa
static double firmness(const BrnModel* model, int material) {
  if (material < 0) return 0;
  const BrnModelMaterial* m = &model->material_list[material];
  return 2 * brn__material_shear(m) + fmax(brn__material_lambda(m), 0);
}

static void weigh_tets(const BrnQuasi* q) {
  for (int b = 0; b < q->body->elements->batch_count; b++) {
    const BrnBatch* batch = &q->body->elements->batch[b];
    const BrnMaterialMix* mix = &q->body->elements->mix[batch->mix];
    double first = firmness(q->body->model, mix->index[0]),
           second = firmness(q->body->model, mix->index[1]);
    for (int i = 0; i < BRN_LANES; i++) {
      double share = mix->index[1] >= 0 ? batch->tendon[i] : 0;
      q->weight[b][i] = batch->volume[i] * (first + share * (second - first));
    }
  }
}

double brn__quasi_flesh(const BrnQuasi* q, double* volume) {
  double sum = 0;
  *volume = 0;
  for (int k = 0; k < BRN_LANES * q->body->elements->batch_count; k++) {
    const BrnBatch* batch = &q->body->elements->batch[k / BRN_LANES];
    double V = batch->volume[k % BRN_LANES], weight = q->weight[k / BRN_LANES][k % BRN_LANES];
    if (batch->tet[k % BRN_LANES] < 0 || !(weight > 0)) continue;
    *volume += V;
    sum += V * V / weight;
  }
  return sum > 0 ? *volume / sum : 0;
}

static void loosen_bones(const BrnQuasi* q) {
  double volume, flesh = brn__quasi_flesh(q, &volume);
  for (int b = 0; b < q->body->elements->batch_count && flesh > 0; b++) {
    const BrnBatch* batch = &q->body->elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->tet[i] < 0) q->weight[b][i] = flesh * batch->volume[i];
    }
  }
}

// -------------------------------------------------------------------------------------- the matrix

static BrnStatus make_matrix(BrnContext* ctx, BrnQuasi* q) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnMetric* metric = brn__scratch_zero(ctx, q->body->elements->batch_count, BrnMetric);
  for (int b = 0; b < q->body->elements->batch_count && metric; b++) {
    for (int k = 0; k < 6; k++) { // 00, 11, 22
      if (k == 0 || k == 3 || k == 5) memcpy(metric[b].a[k], q->weight[b], sizeof(BrnEight));
    }
  }
  brn__poisson_destroy(ctx, q->body->poisson);
  q->body->poisson = NULL;
  BrnStatus status =
      metric ? brn__body_take_poisson(ctx, q->body, metric, &q->body->poisson) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, mark);
  return status;
}

static void weigh(const BrnQuasi* q) {
  weigh_tets(q);
  if (q->body->rigid) loosen_bones(q);
}

BrnStatus brn__quasi_take_guess(BrnContext* ctx, BrnQuasi* q) {
  q->weight = brn__new_zero(ctx, q->body->elements->batch_count, BrnEight);
  if (!q->weight) return BRN_NO_MEMORY;
  weigh(q);
  return make_matrix(ctx, q);
}

// --------------------------------------------------------------------------------------- a product

static void pull_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnQuasi* q = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &q->body->elements->batch[b];
    BrnDeformation T;
    BRN_LANE_PICK(brn__batch_deformation)(batch, q->body->x, T);
    BRN_LANE_PICK(brn__batch_forces)
    (batch, q->weight[b], T, q->body->force + 12 * BRN_LANES * (size_t)b);
  }
}

// what the tets make of it; q->move is left as the ways of the nodes
static void pull(BrnContext* ctx, BrnQuasi* q, const double* v, double* out) {
  brn__nodes_spread_rows(q->body->nodes, v, q->move);
  brn__nodes_to_points(ctx, q->body->nodes, q->move, q->body->x);
  brn__parallel_for(ctx, q->body->elements->batch_count, GRAIN, pull_batches, q);
  brn__gather_forces(ctx, q->body->gather, q->body->force, out);
}

void brn__quasi_multiply(BrnContext* ctx, BrnQuasi* q, const double* v, double* out) {
  pull(ctx, q, v, out);
  brn__terms_aim(q->body, q->move, false);
  brn__terms_pull(ctx, q->body, 1, q->move, out);
}

// by the power method, from a vector that has something of every mode
static double norm_of(BrnContext* ctx, BrnQuasi* q) {
  int size = 3 * q->body->nodes->row_count;
  double *v = q->descent.d, *w = q->side, length = 0;
  for (int i = 0; i < size; i++) v[i] = (q->body->gather->held[i / 3] >> (i % 3) & 1) ? 0 : cos(i);
  for (int k = 0; k <= POWER_STEPS && size > 0; k++) {
    length = sqrt(brn__body_dot(ctx, size, v, v));
    for (int i = 0; i < size && length > 0; i++) v[i] /= length;
    pull(ctx, q, v, w);
    memcpy(v, w, sizeof(double) * (size_t)size);
  }
  return length;
}

double brn__quasi_norm(BrnContext* ctx, BrnQuasi* q, double flesh) {
  for (int b = 0; b < q->body->elements->batch_count; b++) {
    const BrnBatch* batch = &q->body->elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      q->weight[b][i] = batch->tet[i] < 0 ? 0 : flesh * batch->volume[i];
    }
  }
  double norm = norm_of(ctx, q);
  weigh(q);
  return norm;
}
