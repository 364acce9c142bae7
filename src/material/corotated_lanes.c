// SPDX-License-Identifier: Apache-2.0

#include "material/kernel_lanes.h"

// Linear elasticity in the frame of the nearest rotation R: W = mu |F - R|^2 + lambda/2 (tr S -
// 3)^2, with |F - R|^2 = I1 - 2 sigma + 3 and tr S = sigma.

typedef struct Def {
  BrnElastic elastic;
} Def;

static const BrnField fields[] = {BRN_ELASTIC_FIELDS(Def, elastic), {0}};

static void defaults(void* def) { *(Def*)def = (Def){BRN_ELASTIC_DEFAULT}; }

enum { MU, LAMBDA };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  BrnLame lame;
  BRN_TRY(brn__elastic_resolve(ctx, &((const Def*)def)->elastic, &lame));
  out->constant[MU] = lame.mu;
  out->constant[LAMBDA] = lame.lambda;
  return BRN_OK;
}

BRN_DENSITY density(const BrnTermLanes* m, const BrnStrainLanes* k, BrnWant want,
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

const BrnTermOps BRN_LANE_NAME(brn__corotated) = {
    .name = "corotated",
    .title = "corotated linear elasticity",
    .inverts = true,
    .definite = true,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
