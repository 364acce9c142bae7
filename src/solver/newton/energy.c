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

// adds the damping of a batch to its stress and stiffness; returns the potential, J
static double damp(const BrnNewton* n, int b, const double (*F)[BRN_LANES], BrnWant want,
                   BrnMaterialOut* out) {
  double energy[BRN_LANES], sum = 0;
  BRN_LANE_PICK(brn__batch_damp)(&n->damping[b], n->elements->per_time, F, want, energy, out);
  for (int i = 0; i < BRN_LANES; i++) sum += n->elements->batch[b].volume[i] * energy[i];
  return sum;
}

// a rigid bone has no energy; its tet serves the Poisson matrix alone
static bool is_rigid(const BrnNewton* n, const BrnBatch* batch) {
  return n->rigid && batch->tet[0] < 0;
}

static void energy_terms(void* user, int begin, int end, double* sum) {
  const BrnNewton* n = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    if (is_rigid(n, batch)) continue;
    BrnStrain F;
    BrnMaterialOut out;
    BRN_LANE_PICK(brn__batch_strain)(batch, n->x, F);
    brn__batch_evaluate(n->elements, batch, F, n->input->activation, BRN_WANT_ENERGY, &out);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->volume[i] > 0) sum[0] += batch->volume[i] * out.energy[i];
    }
    sum[1] += __builtin_popcount(out.bad);
    if (n->damping) sum[2] += damp(n, b, F, BRN_WANT_ENERGY, &out);
  }
}

static double motion_energy(BrnContext* ctx, BrnNewton* n, const double* y) {
  if (!n->motion) return 0;
  brn__motion_measure(ctx, n->motion, y);
  return n->motion->weight * brn__inertia_energy(ctx, n->inertia, n->motion->miss);
}

BrnEnergy brn__newton_energy(BrnContext* ctx, BrnNewton* n, const double* y) {
  double sum[3];
  brn__nodes_to_points(ctx, n->nodes, y, n->x);
  if (n->averages) brn__averages_measure(ctx, n->averages, n->elements, n->x);
  brn__parallel_sum(ctx, n->elements->batch_count, 3, energy_terms, n, sum);
  double work = brn__newton_dot(ctx, 3 * n->nodes->count, n->dead, y);
  double motion = sum[2] + motion_energy(ctx, n, y);
  double held = brn__constraints_energy(n->constraints, y);
  return (BrnEnergy){sum[0], work, motion, held, (int)sum[1]};
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
    if (is_rigid(n, batch)) {
      memset(n->force + 12 * BRN_LANES * b, 0, 12 * BRN_LANES * sizeof(double));
      memset(n->stiffness + 144 * BRN_LANES * (size_t)i, 0, 144 * BRN_LANES * sizeof(double));
      continue;
    }
    BRN_LANE_PICK(brn__batch_strain)(batch, n->x, F);
    brn__batch_evaluate(n->elements, batch, F, n->input->activation, run->want, &out);
    if (n->damping) damp(n, (int)b, F, run->want, &out);
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

static void add_motion(BrnContext* ctx, BrnNewton* n, bool matrix) {
  double weight = n->motion->weight;
  brn__motion_measure(ctx, n->motion, n->y);
  brn__inertia_add_forces(ctx, n->inertia, weight, n->motion->miss, n->g);
  if (matrix) brn__inertia_add_blocks(ctx, n->inertia, weight, n->K);
}

void brn__newton_evaluate(BrnContext* ctx, BrnNewton* n, BrnWant want, BrnStepReport* report) {
  bool matrix = want >= BRN_WANT_STIFFNESS;
  int batches = n->elements->batch_count;
  double begin = brn__seconds(), assembly = 0;
  brn__nodes_to_points(ctx, n->nodes, n->y, n->x);
  if (n->averages) brn__averages_measure(ctx, n->averages, n->elements, n->x);
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
  if (matrix && n->averages) {
    brn__averages_add_stiffness(ctx, n->averages, n->elements, n->gather, n->x,
                                want == BRN_WANT_DEFINITE, n->K);
  }
  // definite it would not be, and it is small beside the rest
  if (want == BRN_WANT_STIFFNESS) brn__newton_add_pressure_stiffness(n);
  if (n->motion) add_motion(ctx, n, matrix);
  brn__constraints_evaluate(n->constraints, n->nodes, n->y, want, n->g, n->K);
  if (matrix) brn__gather_mask(ctx, n->gather, n->K);
  double end = brn__seconds();
  report->seconds.elements += from - begin - assembly;
  report->seconds.assembly += assembly + end - from;
}
