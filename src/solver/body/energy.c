// SPDX-License-Identifier: Apache-2.0
//
// Energy, gradient and stiffness of a body at its nodes: tets in batches, with what terms change in
// them, then the terms. Stiffness is made by runs of batches that fit into the cache and goes into
// the matrix while it is there.

#include "solver/body/body.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 8 };

// ------------------------------------------------------------------------------------------ energy

// a rigid bone has no energy; its tet serves the Poisson matrix alone
static bool is_rigid(const BrnBody* body, const BrnBatch* batch) {
  return body->rigid && batch->tet[0] < 0;
}

static void energy_terms(void* user, int begin, int end, double* sum) {
  const BrnBody* body = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    if (is_rigid(body, batch)) continue;
    BrnDeformation F;
    BrnMaterialOut out;
    BRN_LANE_PICK(brn__batch_deformation)(batch, body->x, F);
    brn__batch_evaluate(body->elements, batch, F, body->input->activation, BRN_WANT_ENERGY, &out);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->volume[i] > 0) sum[0] += batch->volume[i] * out.energy[i];
    }
    sum[1] += __builtin_popcount(out.bad);
    sum[2] += brn__terms_batch(body, b, F, BRN_WANT_ENERGY, &out);
  }
}

BrnEnergy brn__body_energy(BrnContext* ctx, BrnBody* body, const double* y) {
  double sum[3];
  brn__nodes_to_points(ctx, body->nodes, y, body->x);
  brn__terms_prepare(ctx, body, NULL);
  brn__parallel_sum(ctx, body->elements->batch_count, 3, energy_terms, body, sum);
  BrnEnergy energy = {.inside = sum[0], .bad = (int)sum[1], .motion = sum[2]};
  brn__terms_energy(ctx, body, BRN_TERM_OF_ANY, y, &energy);
  return energy;
}

// -------------------------------------------------------------------------- gradient and stiffness

typedef struct Run {
  BrnBody* body;
  BrnWant want;
  int first; // batch
} Run;

static void evaluate_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Run* run = user;
  BrnBody* body = run->body;
  for (int i = begin; i < end; i++) {
    size_t b = (size_t)(run->first + i);
    const BrnBatch* batch = &body->elements->batch[b];
    BrnDeformation F;
    BrnMaterialOut out;
    if (is_rigid(body, batch)) {
      memset(body->force + 12 * BRN_LANES * b, 0, 12 * BRN_LANES * sizeof(double));
      memset(body->stiffness + 144 * BRN_LANES * (size_t)i, 0, 144 * BRN_LANES * sizeof(double));
      continue;
    }
    BRN_LANE_PICK(brn__batch_deformation)(batch, body->x, F);
    brn__batch_evaluate(body->elements, batch, F, body->input->activation, run->want, &out);
    brn__terms_batch(body, (int)b, F, run->want, &out);
    BRN_LANE_PICK(brn__batch_forces)
    (batch, batch->volume, out.stress, body->force + 12 * BRN_LANES * b);
    if (run->want < BRN_WANT_STIFFNESS) continue;
    BRN_LANE_PICK(brn__batch_stiffness)
    (batch, out.stiffness, body->stiffness + 144 * BRN_LANES * (size_t)i);
  }
}

void brn__body_evaluate(BrnContext* ctx, BrnBody* body, BrnWant want, BrnStepReport* report) {
  bool matrix = want >= BRN_WANT_STIFFNESS;
  int batches = body->elements->batch_count;
  double begin = brn__seconds(), assembly = 0;
  brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  brn__terms_prepare(ctx, body, NULL);
  // run by run: blocks of a run are added up while they are in the cache
  for (int first = 0; first < batches; first += BRN_BODY_RUN) {
    int count = batches - first < BRN_BODY_RUN ? batches - first : BRN_BODY_RUN;
    Run run = {body, want, first};
    brn__parallel_for(ctx, count, GRAIN, evaluate_batches, &run);
    if (!matrix) continue;
    double from = brn__seconds();
    brn__gather_blocks(ctx, body->gather, BRN_LANES * first, BRN_LANES * count, body->stiffness,
                       body->K);
    assembly += brn__seconds() - from;
  }
  double from = brn__seconds();
  brn__gather_forces(ctx, body->gather, body->force, body->g);
  if (matrix) brn__low_ranks_clear(&body->pieces);
  brn__terms_evaluate(ctx, body, BRN_TERM_OF_ANY, want);
  // last, when all has been added: rows and columns of what is given
  if (matrix) brn__gather_mask(ctx, body->gather, body->K);
  double end = brn__seconds();
  report->seconds.elements += from - begin - assembly;
  report->seconds.assembly += assembly + end - from;
}

void brn__body_multiply(BrnContext* ctx, const BrnBody* body, bool rough, const double* x,
                        double* y) {
  (rough ? brn__blocks_multiply_rough : brn__blocks_multiply)(ctx, body->K, x, y);
  brn__low_ranks_multiply_add(&body->pieces, 1, x, y);
}
