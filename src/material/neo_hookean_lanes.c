// SPDX-License-Identifier: Apache-2.0

#include "material/lame_lanes.h"

// The classical compressible neo-Hookean solid (Bonet and Wood 2008):
// W = mu/2 (I1 - 3) - mu ln J + lambda/2 (ln J)^2

BRN_DENSITY density(const BrnTermLanes* m, const BrnStrainLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnLanes mu = brn__constant(m, MU), lambda = brn__constant(m, LAMBDA);
  BrnLanes J = k->I[BRN_J], log = brn__lanes_log(J), half = 0.5 * mu;
  d->W = half * (k->I[BRN_I1] - 3) + log * (0.5 * (lambda * log) - mu);
  if (want < BRN_WANT_STRESS) return;
  BrnLanes inverse = 1 / J, slope = (lambda * log - mu) * inverse;
  d->d[BRN_I1] = half;
  d->d[BRN_J] = slope;
  d->dd[BRN_J][BRN_J] = (lambda * inverse - slope) * inverse;
}

BRN_ISOTROPIC_KERNEL(kernel, density, BRN_USE_I1 | BRN_USE_J | BRN_USE_LOG, BRN_PAIR(BRN_J, BRN_J))

const BrnTermOps BRN_LANE_NAME(brn__neo_hookean) = {
    .name = "neo_hookean",
    .title = "neo-Hookean, with ln J (Bonet and Wood 2008)",
    .inverts = false, // ln J
    .definite = true,
    .bulk_law = BRN_BULK_LOG,
    .bulk_constant = LAMBDA,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
