// SPDX-License-Identifier: Apache-2.0
//
// What patches of tets change in H^-1, one rank each (patches.h): in vectors, in the reduced
// matrix, and in that of the exact step.

#include "solver/emu/patches.h"

#include <string.h>

enum { GRAIN = 64 };

// V dJ/dF, the cofactors, or of what stands for J
static void slope_of(const BrnDeformation F, int lane, BrnBulkMeasure measure, double volume,
                     double out[9]) {
  double f[9];
  for (int p = 0; p < 9; p++) f[p] = F[p][lane];
  brn__bulk_measure(measure, f, out);
  for (int p = 0; p < 9; p++) out[p] *= volume;
}

// what stands for J in the tets of a batch
static BrnBulkMeasure measure_of(const BrnElements* elements, int b) {
  return brn__material_bulk(elements->mix[elements->batch[b].mix].material[0]).measure;
}

static void slope_lanes(const BrnBatch* batch, const BrnDeformation F, BrnBulkMeasure measure,
                        BrnDeformation out) {
  for (int lane = 0; lane < BRN_LANES; lane++) {
    double slope[9];
    slope_of(F, lane, measure, batch->volume[lane], slope);
    for (int p = 0; p < 9; p++) out[p][lane] = slope[p];
  }
}

// all lanes as if of modulus 1; patches bring theirs
void brn__patches_slope(BrnEmu* e, int b) {
  BrnDeformation slope;
  const BrnBatch* batch = &e->body->elements->batch[b];
  BrnBulkMeasure measure = measure_of(e->body->elements, b);
  if (measure == BRN_BY_VOLUME) {
    BRN_LANE_PICK(brn__patch_slope)(batch, e->F[b], slope);
  } else {
    slope_lanes(batch, e->F[b], measure, slope);
  }
  BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], slope, 1, e->z[b]);
}

static double dot(const BrnDeformation a, const BrnDeformation b, int lane) {
  double sum = 0;
  for (int k = 0; k < 9; k++) sum += a[k][lane] * b[k][lane];
  return sum;
}

// b_p.z_p of an element
static double own_product(const BrnEmu* e, int element, BrnBulkMeasure measure, double modulus) {
  int b = element / BRN_LANES, lane = element % BRN_LANES;
  double s[9], sum = 0;
  slope_of(e->F[b], lane, measure, e->body->elements->batch[b].volume[lane], s);
  for (int k = 0; k < 9; k++) sum += s[k] * e->z[b][k][lane];
  return modulus * modulus * sum;
}

static void join_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = user;
  const BrnAverages* a = e->body->averages;
  for (int p = begin; p < end; p++) {
    double sum = 0;
    e->patch_share[p] = 0;
    if (!(a->curvature[p] > 0)) continue; // crushed: along the tangent
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      sum += own_product(e, a->element[i], a->measure[p], a->modulus[i]);
    }
    e->patch_share[p] = 1 / (a->weight[p] / a->curvature[p] + sum);
  }
}

typedef struct Correct {
  const BrnEmu* e;
  double share;
  const BrnDeformation* v;
  BrnDeformation* out;
} Correct;

static void correct_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Correct* c = user;
  const BrnEmu* e = c->e;
  const BrnAverages* a = e->body->averages;
  for (int p = begin; p < end; p++) {
    double sum = 0;
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      int b = a->element[i] / BRN_LANES, lane = a->element[i] % BRN_LANES;
      sum += a->modulus[i] * dot(e->z[b], c->v[b], lane);
    }
    sum *= c->share * e->patch_share[p];
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      int b = a->element[i] / BRN_LANES, lane = a->element[i] % BRN_LANES;
      for (int k = 0; k < 9; k++) c->out[b][k][lane] -= sum * a->modulus[i] * e->z[b][k][lane];
    }
  }
}

void brn__patches_correct(BrnContext* ctx, BrnEmu* e, double share, const BrnDeformation* v,
                          BrnDeformation* out) {
  Correct correct = {e, share, v, out};
  brn__parallel_for(ctx, e->body->averages->count, GRAIN, correct_patches, &correct);
}

void brn__patches_join(BrnContext* ctx, BrnEmu* e) {
  brn__parallel_for(ctx, e->body->averages->count, GRAIN, join_patches, e);
  brn__patches_correct(ctx, e, 1, e->g, e->x);
}

// ----------------------------------------------------------------------------------------- reduced

// m += modulus Gamma^T W z of an element
static void add_load(const BrnEmu* e, int element, double modulus, double* m) {
  int b = element / BRN_LANES;
  BRN_LANE_PICK(brn__patch_load)
  (&e->body->elements->batch[b], element % BRN_LANES, &e->metric[b], e->z[b], modulus,
   (const double* const*)e->basis->point, e->basis->stride, m);
}

// z.g of a patch, whose share of b = B H^-1 g is -r (z.g) m
static double own_slope(const BrnEmu* e, int p) {
  const BrnAverages* a = e->body->averages;
  double sum = 0;
  for (int i = a->start[p]; i < a->start[p + 1]; i++) {
    int b = a->element[i] / BRN_LANES, lane = a->element[i] % BRN_LANES;
    sum += a->modulus[i] * dot(e->z[b], e->g[b], lane);
  }
  return sum;
}

void brn__patches_reduce(BrnEmu* e, int chunk, double* part) {
  const BrnAverages* a = e->body->averages;
  int stride = e->basis->stride, chunks = e->basis->chunk_count;
  int begin = (int)((int64_t)a->count * chunk / chunks);
  int end = (int)((int64_t)a->count * (chunk + 1) / chunks);
  double* m = e->basis->room + (size_t)chunk * 96 * (size_t)stride;
  double* load = part + 6 * (size_t)stride * (size_t)stride;
  for (int p = begin; p < end; p++) {
    if (e->patch_share[p] == 0) continue;
    memset(m, 0, 3 * sizeof(double) * (size_t)stride);
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      add_load(e, a->element[i], a->modulus[i], m);
    }
    BRN_LANE_PICK(brn__patch_add)(m, e->alpha * e->patch_share[p], stride, part);
    double share = e->patch_share[p] * own_slope(e, p);
    for (int k = 0; k < 3 * stride; k++) load[k] -= share * m[k];
  }
}

// --------------------------------------------------------------------------------------- condensed

// slopes of the rows += modulus G^T W z of an element
static void add_element(const BrnEmu* e, int element, double modulus) {
  const BrnAverages* a = e->body->averages;
  const BrnGather* gather = e->body->gather;
  int b = element / BRN_LANES, lane = element % BRN_LANES;
  const BrnBatch* batch = &e->body->elements->batch[b];
  double force[4][3] = {{0}};
  BrnDeformation weighed;
  brn__metric_apply(&e->metric[b], e->z[b], weighed);
  for (int k = 0; k < 27; k++) {
    int corner = k / 9 + 1, c = k / 3 % 3, d = k % 3;
    double f = modulus * weighed[3 * c + d][lane] * batch->gradient[3 * (corner - 1) + d][lane];
    force[corner][c] += f;
    force[0][c] -= f;
  }
  for (int k = gather->entry_start[element]; k < gather->entry_start[element + 1]; k++) {
    double* to = a->slope + 3 * (size_t)a->spot[k];
    for (int c = 0; c < 3; c++)
      to[c] += gather->entry_weight[k] * force[gather->entry_corner[k]][c];
  }
}

static void slope_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnEmu* e = user;
  const BrnAverages* a = e->body->averages;
  for (int p = begin; p < end; p++) {
    size_t first = 3 * (size_t)a->row_start[p], last = 3 * (size_t)a->row_start[p + 1];
    memset(a->slope + first, 0, sizeof(double) * (last - first));
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      add_element(e, a->element[i], a->modulus[i]);
    }
  }
}

void brn__patches_condense(BrnContext* ctx, BrnEmu* e, BrnBlocks* K) {
  brn__parallel_for(ctx, e->body->averages->count, GRAIN, slope_patches, e);
  brn__averages_add_slopes(ctx, e->body->averages, e->body->gather, e->alpha, e->patch_share, K);
}
