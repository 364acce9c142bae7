// SPDX-License-Identifier: Apache-2.0
//
// What bcqn adds to the memory (Zhu, Bridson and Kaufman 2018). Far from the minimum differences of
// gradients say little about the stiffness ahead, and what the first guess A says is better; so
//
//   z = beta A s + (1 - beta) y,   beta = |A| y.A s / (w^3 V^(5/3)),   from 0 to 1
//
// which goes to L-BFGS as steps get small. The authors print beta for bodies of unit stiffness, and
// divide by the volume (in their code by its power of 4/3): here it has no unit.

#include "core/vec.h"
#include "solver/quasi/quasi.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, POWER_STEPS = 20 };

// ----------------------------------------------------------------------------------------------- A

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
    (batch, batch->shear, T, n->force + 12 * BRN_LANES * (size_t)b);
  }
}

void brn__quasi_multiply(BrnContext* ctx, BrnNewton* n, const double* v, double* out) {
  spread_rows(n, v, n->trial);
  brn__nodes_to_points(ctx, n->nodes, n->trial, n->x);
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, pull_batches, n);
  brn__gather_forces(ctx, n->gather, n->force, out);
  brn__ties_aim(n->constraints, n->trial);
  brn__ties_add_way(n->constraints, n->nodes, 1, out);
  if (n->inertia) brn__inertia_add_forces(ctx, n->inertia, n->inertia->anchor, n->trial, out);
  for (int i = 0; i < 3 * n->nodes->row_count; i++) out[i] *= n->quasi->firm;
}

// by the power method, from a vector that has something of every mode
static double norm_of(BrnContext* ctx, BrnNewton* n) {
  int size = 3 * n->nodes->row_count;
  double *v = n->d, *w = n->side, length = 0;
  for (int i = 0; i < size; i++) v[i] = (n->gather->held[i / 3] >> (i % 3) & 1) ? 0 : cos(i);
  for (int k = 0; k <= POWER_STEPS && size > 0; k++) {
    length = sqrt(brn__newton_dot(ctx, size, v, v));
    for (int i = 0; i < size && length > 0; i++) v[i] /= length;
    brn__quasi_multiply(ctx, n, v, w);
    memcpy(v, w, sizeof(double) * (size_t)size);
  }
  return length;
}

// -------------------------------------------------------------------------------- the flesh's
// scale

// How much a tet resists to being stretched over how much it resists to shear: (2 mu + lambda) / 2
// mu, in the mean over the soft volume.
static double firmness(const BrnNewton* n) {
  const BrnModel* model = n->model;
  double sum = 0, volume = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (brn__tet_bone(model, t) >= 0) continue;
    const BrnModelMaterial* material = &model->material_list[model->material[t]];
    double shear = 2 * brn__material_shear(material);
    double lambda = fmax(brn__material_lambda(material), 0);
    volume += model->volume[t];
    sum += shear > 0 ? model->volume[t] * (1 + lambda / shear) : model->volume[t];
  }
  return volume > 0 ? sum / volume : 1;
}

// w, Pa, and V, m^3: of the soft tets, and such that soft ones count more than stiff ones
static double softness(const BrnNewton* n, double* volume) {
  double sum = 0;
  *volume = 0;
  for (int k = 0; k < BRN_LANES * n->elements->batch_count; k++) {
    const BrnBatch* batch = &n->elements->batch[k / BRN_LANES];
    int lane = k % BRN_LANES;
    if (batch->tet[lane] < 0 || !(batch->shear[lane] > 0)) continue;
    *volume += batch->volume[lane];
    sum += batch->volume[lane] * batch->volume[lane] / batch->shear[lane];
  }
  return sum > 0 ? n->quasi->firm * *volume / sum : 0;
}

// |l|, l being the areas of the faces around the rows
static double surroundings(BrnContext* ctx, BrnNewton* n, double* l) {
  for (int e = 0; e < n->gather->element_count; e++) {
    const BrnBatch* batch = &n->elements->batch[e / BRN_LANES];
    int lane = e % BRN_LANES;
    double* out = n->force + 12 * (size_t)e;
    memset(out, 0, 12 * sizeof(double));
    if (batch->tet[lane] < 0) continue;
    double g[4][3] = {{0}};
    for (int p = 0; p < 9; p++) {
      g[p / 3 + 1][p % 3] = batch->gradient[p][lane];
      g[0][p % 3] -= batch->gradient[p][lane];
    }
    for (int a = 0; a < 4; a++) out[3 * a] = 3 * batch->volume[lane] * sqrt(brn__dot3(g[a], g[a]));
  }
  brn__gather_forces(ctx, n->gather, n->force, l);
  return sqrt(brn__newton_dot(ctx, 3 * n->nodes->row_count, l, l));
}

void brn__quasi_measure(BrnContext* ctx, BrnNewton* n) {
  BrnQuasi* q = n->quasi;
  double volume;
  q->firm = firmness(n);
  if (q->method != BRN_METHOD_BCQN) return;
  double w = softness(n, &volume);
  q->characteristic = w * surroundings(ctx, n, n->side);
  q->blend = w > 0 ? norm_of(ctx, n) / (w * w * w * pow(volume, 5.0 / 3)) : 0;
}

double brn__quasi_blend(BrnContext* ctx, const BrnNewton* n, const double* y) {
  const BrnQuasi* q = n->quasi;
  double along = brn__newton_dot(ctx, 3 * n->nodes->row_count, y, q->product);
  return fmax(0, fmin(1, q->blend * along));
}
