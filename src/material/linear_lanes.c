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
  brn__put_energy(mu * square + 0.5 * lambda * (trace * trace), false, out);
  for (int p = 0; p < 9 && want >= BRN_WANT_STRESS; p++) {
    BrnLanes P = 2 * mu * e[p];
    brn__lanes_store(out->stress[p], p % 4 == 0 ? P + lambda * trace : P);
  }
}

// the same everywhere, and without negative eigenvalues
BRN_LANE_INLINE void stiffness(const BrnTermLanes* m, BrnMaterialOut* out) {
  BrnLanes mu = brn__constant(m, MU), lambda = brn__constant(m, LAMBDA);
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
  if (want >= BRN_WANT_STIFFNESS) stiffness(m, out);
}

const BrnTermOps BRN_LANE_NAME(brn__linear) = {
    .name = "linear",
    .title = "linear elasticity of small strains; not for rotations",
    .inverts = true,
    .definite = true,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
