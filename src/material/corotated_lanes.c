// SPDX-License-Identifier: Apache-2.0

#include "material/lame_lanes.h"

// Linear elasticity in the frame of the nearest rotation R: W = mu |F - R|^2 + lambda/2 (tr S -
// 3)^2, with |F - R|^2 = I1 - 2 sigma + 3 and tr S = sigma.

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnLanes mu = brn__constant(m, MU), lambda = brn__constant(m, LAMBDA);
  BrnLanes x = k->I[BRN_SIGMA] - 3;
  d->W = mu * (k->I[BRN_I1] - 3 - 2 * x) + 0.5 * lambda * (x * x);
  if (want < BRN_WANT_STRESS) return;
  d->d[BRN_I1] = mu;
  d->d[BRN_SIGMA] = lambda * x - 2 * mu;
  d->dd[BRN_SIGMA][BRN_SIGMA] = lambda;
}

BRN_ISOTROPIC_KERNEL(kernel, density, BRN_USE_SIGMA | BRN_USE_I1, BRN_PAIR(BRN_SIGMA, BRN_SIGMA))

const BrnMaterialTermOps BRN_LANE_NAME(brn__corotated) = {
    .name = "corotated",
    .title = "corotated linear elasticity",
    .inverts = true,
    .definite = true,
    .bulk_law = BRN_BULK_SQUARE,
    .bulk_constant = LAMBDA,
    .bulk_measure = BRN_BY_STRETCHES,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
