// SPDX-License-Identifier: Apache-2.0

#include "material/lame_lanes.h"

// Linear elasticity of Green's strain E = (C - I)/2: W = mu tr E^2 + lambda/2 (tr E)^2, with tr E =
// (I1 - 3)/2 and 4 tr E^2 = I1^2 - 2 I2 - 2 I1 + 3. It softens when compressed, and folds.

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnLanes mu = brn__constant(m, MU), lambda = brn__constant(m, LAMBDA);
  BrnLanes I1 = k->I[BRN_I1], x = I1 - 3, lambda4 = 0.25 * lambda;
  // 4 tr E^2 = (I1 - 3)^2 + 4 (I1 - 3) - 2 (I2 - 3)
  d->W = 0.25 * mu * (x * (x + 4) - 2 * (k->I[BRN_I2] - 3)) + 0.5 * lambda4 * (x * x);
  if (want < BRN_WANT_STRESS) return;
  d->d[BRN_I1] = 0.5 * mu * (I1 - 1) + lambda4 * x;
  d->d[BRN_I2] = -0.5 * mu;
  d->dd[BRN_I1][BRN_I1] = 0.5 * mu + lambda4;
}

BRN_ISOTROPIC_KERNEL(kernel, density, BRN_USE_I1 | BRN_USE_I2, BRN_PAIR(BRN_I1, BRN_I1))

const BrnMaterialTermOps BRN_LANE_NAME(brn__st_venant_kirchhoff) = {
    .name = "st_venant_kirchhoff",
    .title = "Saint Venant-Kirchhoff: linear in the Green strain",
    .inverts = true,
    .definite = true,
    .bulk_law = BRN_BULK_SQUARE,
    .bulk_constant = LAMBDA,
    .bulk_measure = BRN_BY_SQUARES,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
