// SPDX-License-Identifier: Apache-2.0

#include "solver/newton/newton.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 8 };

// ------------------------------------------------------------------------------------------ energy

typedef struct Pair {
  const double *a, *b;
} Pair;

static void dot_terms(void* user, int begin, int end, double* sum) {
  const Pair* pair = user;
  for (int i = begin; i < end; i++) sum[0] += pair->a[i] * pair->b[i];
}

double brn__newton_dot(BrnContext* ctx, int count, const double* a, const double* b) {
  Pair pair = {a, b};
  double sum;
  brn__parallel_sum(ctx, count, 1, dot_terms, &pair, &sum);
  return sum;
}

static void energy_terms(void* user, int begin, int end, double* sum) {
  const BrnNewton* n = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    BrnStrain F;
    BrnMaterialOut out;
    BRN_LANE_PICK(brn__batch_strain)(batch, n->x, F);
    brn__batch_evaluate(n->elements, batch, F, n->input->activation, BRN_WANT_ENERGY, &out);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->volume[i] > 0) sum[0] += batch->volume[i] * out.energy[i];
    }
    sum[1] += __builtin_popcount(out.bad);
  }
}

BrnEnergy brn__newton_energy(BrnContext* ctx, BrnNewton* n, const double* y) {
  double sum[2];
  brn__nodes_to_points(ctx, n->nodes, y, n->x);
  brn__parallel_sum(ctx, n->elements->batch_count, 2, energy_terms, n, sum);
  double work = brn__newton_dot(ctx, 3 * n->nodes->count, n->dead, y);
  return (BrnEnergy){sum[0], work, (int)sum[1]};
}

// -------------------------------------------------------------------------- gradient and stiffness

typedef struct Run {
  BrnNewton* n;
  BrnWant want;
  int first; // batch
} Run;

static void evaluate_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Run* run = user;
  BrnNewton* n = run->n;
  for (int i = begin; i < end; i++) {
    size_t b = (size_t)(run->first + i);
    const BrnBatch* batch = &n->elements->batch[b];
    BrnStrain F;
    BrnMaterialOut out;
    BRN_LANE_PICK(brn__batch_strain)(batch, n->x, F);
    brn__batch_evaluate(n->elements, batch, F, n->input->activation, run->want, &out);
    BRN_LANE_PICK(brn__batch_forces)
    (batch, batch->volume, out.stress, n->force + 12 * BRN_LANES * b);
    if (run->want < BRN_WANT_STIFFNESS) continue;
    BRN_LANE_PICK(brn__batch_stiffness)
    (batch, out.stiffness, n->stiffness + 144 * BRN_LANES * (size_t)i);
  }
}

static void take_loads(BrnNewton* n) {
  const BrnNodes* nodes = n->nodes;
  for (int r = 0; r < nodes->row_count; r++) {
    size_t node = (size_t)nodes->row_node[r];
    for (size_t a = 0; a < 3; a++) {
      if (!(nodes->held[node] >> a & 1)) n->g[3 * (size_t)r + a] -= n->dead[3 * node + a];
    }
  }
}

void brn__newton_evaluate(BrnContext* ctx, BrnNewton* n, BrnWant want, BrnStepReport* report) {
  bool matrix = want >= BRN_WANT_STIFFNESS;
  int batches = n->elements->batch_count;
  double begin = brn__seconds(), assembly = 0;
  brn__nodes_to_points(ctx, n->nodes, n->y, n->x);
  for (int first = 0; first < batches; first += BRN_NEWTON_RUN) {
    int count = batches - first < BRN_NEWTON_RUN ? batches - first : BRN_NEWTON_RUN;
    Run run = {n, want, first};
    brn__parallel_for(ctx, count, GRAIN, evaluate_batches, &run);
    if (!matrix) continue;
    double from = brn__seconds();
    brn__gather_blocks(ctx, n->gather, BRN_LANES * first, BRN_LANES * count, n->stiffness, n->K);
    assembly += brn__seconds() - from;
  }
  double from = brn__seconds();
  brn__gather_forces(ctx, n->gather, n->force, n->g);
  take_loads(n);
  if (matrix) brn__gather_mask(ctx, n->gather, n->K);
  double end = brn__seconds();
  report->seconds.elements += from - begin - assembly;
  report->seconds.assembly += assembly + end - from;
}
