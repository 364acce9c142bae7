// SPDX-License-Identifier: Apache-2.0
//
// The objective (5): energies of the tets (6), (7), each of its own F and weighed by its volume,
// which the paper leaves out; continuity (3); and the work of dead loads (22).

#include "solver/emu/emu.h"

typedef struct Sum {
  const BrnEmu* e;
  const BrnDeformation *a, *b;
  double step;
} Sum;

static void dot_terms(void* user, int begin, int end, double* sum) {
  const Sum* s = user;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &s->e->body->elements->batch[b];
    sum[0] += BRN_LANE_PICK(brn__deformation_product)(batch, s->a[b], s->b[b]);
  }
}

double brn__deformation_dot(BrnContext* ctx, const BrnEmu* e, const BrnDeformation* a,
                            const BrnDeformation* b) {
  Sum s = {.e = e, .a = a, .b = b};
  double sum;
  brn__parallel_sum(ctx, e->body->elements->batch_count, 1, dot_terms, &s, &sum);
  return sum;
}

static void inside_terms(void* user, int begin, int end, double* sum) {
  const Sum* s = user;
  const BrnBody* body = s->e->body;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    BrnMaterialOut out;
    brn__batch_evaluate(body->elements, batch, s->a[b], body->input->activation, BRN_WANT_ENERGY,
                        &out);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->volume[i] > 0) sum[0] += batch->volume[i] * out.energy[i];
    }
    sum[1] += __builtin_popcount(out.bad);
  }
}

BrnEmuEnergy brn__emu_inside(BrnContext* ctx, BrnEmu* e, const BrnDeformation* F) {
  BrnBody* body = e->body;
  Sum s = {.e = e, .a = F};
  double sum[2];
  brn__terms_prepare(ctx, body, F);
  brn__parallel_sum(ctx, body->elements->batch_count, 2, inside_terms, &s, sum);
  return (BrnEmuEnergy){.inside = sum[0], .bad = (int)sum[1]};
}

// F + s d, and its energy while it is in the cache
static void along_terms(void* user, int begin, int end, double* sum) {
  const Sum* s = user;
  const BrnEmu* e = s->e;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__deformation_move)(e->F[b], s->step, e->d[b], e->trial[b]);
    if (!e->z) inside_terms(user, b, b + 1, sum);
  }
}

BrnEmuEnergy brn__emu_inside_along(BrnContext* ctx, BrnEmu* e, double step) {
  Sum s = {.e = e, .a = e->trial, .step = step};
  double sum[2];
  brn__parallel_sum(ctx, e->body->elements->batch_count, 2, along_terms, &s, sum);
  if (e->z) return brn__emu_inside(ctx, e, e->trial);
  return (BrnEmuEnergy){.inside = sum[0], .bad = (int)sum[1]};
}

static void gap_terms(void* user, int begin, int end, double* sum) {
  const BrnEmu* e = user;
  for (int b = begin; b < end; b++) {
    BrnDeformation weighed;
    brn__metric_apply(&e->metric[b], e->gap[b], weighed);
    sum[0] +=
        BRN_LANE_PICK(brn__deformation_product)(&e->body->elements->batch[b], e->gap[b], weighed);
  }
}

BrnEmuEnergy brn__emu_energy(BrnContext* ctx, BrnEmu* e) {
  BrnEmuEnergy energy = brn__emu_inside(ctx, e, e->F);
  double sum;
  brn__parallel_sum(ctx, e->body->elements->batch_count, 1, gap_terms, e, &sum);
  energy.continuity = e->alpha / 2 * sum;
  energy.work = brn__body_dot(ctx, 3 * e->body->nodes->count, e->body->dead, e->body->y);
  energy.held = brn__emu_nodes_energy(ctx, e, e->body->y);
  return energy;
}
