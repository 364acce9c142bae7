// SPDX-License-Identifier: Apache-2.0
//
// The search where the stress of a material is no gradient of an energy, such as a constant Cauchy
// stress along fibres. A step is good when the next direction of the same matrix is shorter in the
// norm of that matrix B,
//
//   g(F + s d).B^-1 g(F + s d) < g(F).B^-1 g(F) = -g.d
//
// which falls along d whatever the matrix is scaled by (the natural monotonicity test of Deuflhard
// 1974). q stays optimal for F along the way, so that g needs no solution with L.

#include "solver/emu/emu.h"

#include <math.h>

#define LEAST_FALL 1e-4 // share, for the whole step

typedef struct Ahead {
  BrnEmu* e;
  double s;
} Ahead;

// g at F + s d, which is in e->trial
static void gradient_terms(void* user, int begin, int end, double* sum) {
  const Ahead* ahead = user;
  BrnEmu* e = ahead->e;
  BrnBody* body = e->body;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    BrnMaterialOut out;
    BrnDeformation gap;
    brn__batch_evaluate(body->elements, batch, e->trial[b], body->input->activation,
                        BRN_WANT_STRESS, &out);
    BRN_LANE_PICK(brn__deformation_move)(e->gap[b], ahead->s, e->rate[b], gap);
    BRN_LANE_PICK(brn__emu_gradient)
    (batch, &e->metric[b], out.stress, gap, e->alpha, e->ahead[b]);
    sum[0] += __builtin_popcount(out.bad);
  }
}

bool brn__emu_residual_falls(BrnContext* ctx, BrnEmu* e, double s, double slope) {
  Ahead ahead = {e, s};
  BrnDeformation* g = e->ahead;
  double bad;
  brn__parallel_sum(ctx, e->body->elements->batch_count, 1, gradient_terms, &ahead, &bad);
  if (bad > 0) return false;
  brn__woodbury_apply(ctx, e, g, e->x);
  double next = brn__deformation_dot(ctx, e, g, e->x);
  return isfinite(next) && next <= -(1 - LEAST_FALL * s) * slope;
}
