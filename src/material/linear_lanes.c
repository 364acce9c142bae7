// SPDX-License-Identifier: Apache-2.0

#include "material/lame_lanes.h"

// Small strains e = (F + F^T)/2 - I: W = mu e:e + lambda/2 (tr e)^2. Not objective: a rotation
// looks like a strain. For comparison, and for small motions.

BRN_LANE_INLINE void evaluate(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want,
                              BrnMaterialOut* out) {
  BrnLanes mu = brn__constant(m, MU), lambda = brn__constant(m, LAMBDA), e[9];
  BrnLanes square = brn__lanes_set(0), trace = brn__lanes_set(0);
  for (int p = 0; p < 9; p++) {
    BrnLanes other = brn__lanes_load(in->F[3 * (p % 3) + p / 3]);
    e[p] = 0.5 * (brn__lanes_load(in->F[p]) + other) - (p % 4 == 0);
    square += e[p] * e[p];
    if (p % 4 == 0) trace += e[p];
  }
  BrnLanes energy = mu * square + 0.5 * lambda * (trace * trace);
  brn__put_energy(energy + brn__lanes_load(in->bulk[0]), false, out);
  BrnLanes pressure = lambda * trace + brn__lanes_load(in->bulk[1]);
  for (int p = 0; p < 9 && want >= BRN_WANT_STRESS; p++) {
    BrnLanes P = 2 * mu * e[p];
    brn__lanes_store(out->stress[p], p % 4 == 0 ? P + pressure : P);
  }
}

// The same everywhere, and without negative eigenvalues: unless a caller takes away more than there
// is, which is where 3 lambda + 2 mu falls below zero.
BRN_LANE_INLINE void stiffness(const BrnTermLanes* m, const BrnMaterialIn* in, bool definite,
                               BrnMaterialOut* out) {
  BrnLanes mu = brn__constant(m, MU);
  BrnLanes lambda = brn__constant(m, LAMBDA) + brn__lanes_load(in->bulk[2]);
  if (definite) lambda = brn__lanes_max(lambda, -2.0 / 3 * mu);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      BrnLanes x = brn__lanes_set(0);
      if (p == q) x += mu;
      if (q == 3 * (p % 3) + p / 3) x += mu;
      if (p % 4 == 0 && q % 4 == 0) x += lambda;
      brn__lanes_store(out->stiffness[BRN_STIFFNESS_AT(p, q)], x);
    }
  }
}

static void kernel(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want,
                   BrnMaterialOut* out) {
  evaluate(m, in, want, out);
  if (want >= BRN_WANT_STIFFNESS) stiffness(m, in, want == BRN_WANT_DEFINITE, out);
}

const BrnMaterialTermOps BRN_LANE_NAME(brn__linear) = {
    .name = "linear",
    .title = "linear elasticity of small strains; not for rotations",
    .inverts = true,
    .definite = true,
    .bulk_law = BRN_BULK_SQUARE,
    .bulk_constant = LAMBDA,
    .bulk_measure = BRN_BY_DIAGONAL,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
