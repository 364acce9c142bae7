// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/patches.h"

#include <string.h>

enum { GRAIN = 64 };

// c V dJ/dF, the cofactors; 0 where a tet is in no patch
static void slope_of(const BrnStrain F, int lane, double weight, double out[9]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      out[3 * i + j] = weight * (F[3 * a + c][lane] * F[3 * b + d][lane] -
                                 F[3 * a + d][lane] * F[3 * b + c][lane]);
    }
  }
}

// all lanes as if of modulus 1; patches bring theirs
void brn__patches_slope(BrnEmu* e, int b) {
  const BrnBatch* batch = &e->body->elements->batch[b];
  BrnStrain slope;
  for (int i = 0; i < BRN_LANES; i++) {
    double s[9];
    slope_of(e->F[b], i, batch->volume[i], s);
    for (int k = 0; k < 9; k++) slope[k][i] = s[k];
  }
  BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], slope, 1, e->z[b]);
}

static double dot(const BrnStrain a, const BrnStrain b, int lane) {
  double sum = 0;
  for (int k = 0; k < 9; k++) sum += a[k][lane] * b[k][lane];
  return sum;
}

// b_p.z_p of an element
static double own_product(const BrnEmu* e, int element, double modulus) {
  int b = element / BRN_LANES, lane = element % BRN_LANES;
  double s[9], sum = 0;
  slope_of(e->F[b], lane, e->body->elements->batch[b].volume[lane], s);
  for (int k = 0; k < 9; k++) sum += s[k] * e->z[b][k][lane];
  return modulus * modulus * sum;
}

static void join_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = user;
  const BrnAverages* a = e->body->averages;
  for (int p = begin; p < end; p++) {
    double sum = 0;
    e->curl[p] = 0;
    if (!(a->curvature[p] > 0)) continue; // crushed: along the tangent
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      sum += own_product(e, a->element[i], a->modulus[i]);
    }
    e->curl[p] = 1 / (a->weight[p] / a->curvature[p] + sum);
  }
}

typedef struct Correct {
  const BrnEmu* e;
  double share;
  const BrnStrain* v;
  BrnStrain* out;
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
    sum *= c->share * e->curl[p];
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      int b = a->element[i] / BRN_LANES, lane = a->element[i] % BRN_LANES;
      for (int k = 0; k < 9; k++) c->out[b][k][lane] -= sum * a->modulus[i] * e->z[b][k][lane];
    }
  }
}

void brn__patches_correct(BrnContext* ctx, BrnEmu* e, double share, const BrnStrain* v,
                          BrnStrain* out) {
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
  int b = element / BRN_LANES, lane = element % BRN_LANES, stride = e->basis->stride;
  const BrnBatch* batch = &e->body->elements->batch[b];
  BrnStrain weighed;
  brn__metric_apply(&e->metric[b], e->z[b], weighed);
  for (int c = 0; c < 3; c++) {
    double weight[4] = {0};
    for (int a = 1; a < 4; a++) {
      for (int k = 0; k < 3; k++) {
        weight[a] += modulus * batch->gradient[3 * (a - 1) + k][lane] * weighed[3 * c + k][lane];
      }
      weight[0] -= weight[a];
    }
    for (int a = 0; a < 4; a++) {
      const double* mode = e->basis->point[c] + (size_t)batch->corner[a][lane] * (size_t)stride;
      for (int s = 0; s < stride; s++) m[c * stride + s] += weight[a] * mode[s];
    }
  }
}

static void add_rank_one(const double* m, double share, int stride, double* M) {
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++) {
      for (int i = 0; i < stride; i++, M += stride) {
        double x = share * m[c * stride + i];
        for (int j = 0; j < stride; j++) M[j] += x * m[d * stride + j];
      }
    }
  }
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
    if (e->curl[p] == 0) continue;
    memset(m, 0, 3 * sizeof(double) * (size_t)stride);
    for (int i = a->start[p]; i < a->start[p + 1]; i++) {
      add_load(e, a->element[i], a->modulus[i], m);
    }
    add_rank_one(m, e->alpha * e->curl[p], stride, part);
    double share = e->curl[p] * own_slope(e, p);
    for (int k = 0; k < 3 * stride; k++) load[k] -= share * m[k];
  }
}
