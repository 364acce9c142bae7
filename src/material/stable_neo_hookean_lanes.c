// SPDX-License-Identifier: Apache-2.0

#include "material/kernel_lanes.h"

// Stable neo-Hookean without the logarithm (Smith, de Goes and Kim 2018, section 3.2 before the
// origin barrier): W = mu/2 (I1 - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2. Lame's parameters
// are those of small strains.

typedef struct Def {
  BrnElastic elastic;
} Def;

static const BrnField fields[] = {BRN_ELASTIC_FIELDS(Def, elastic), {0}};

static void defaults(void* def) { *(Def*)def = (Def){BRN_ELASTIC_DEFAULT}; }

enum { MU, LAMBDA_MU };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  BrnLame lame;
  BRN_TRY(brn__elastic_resolve(ctx, &((const Def*)def)->elastic, &lame));
  out->constant[MU] = lame.mu;
  out->constant[LAMBDA_MU] = lame.lambda + lame.mu;
  return BRN_OK;
}

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnLanes mu = brn__constant(m, MU), c = brn__constant(m, LAMBDA_MU), x = k->I[BRN_J] - 1;
  BrnLanes half = 0.5 * mu, cx = c * x;
  d->W = half * (k->I[BRN_I1] - 3) + x * (0.5 * cx - mu);
  if (want < BRN_WANT_STRESS) return;
  d->d[BRN_I1] = half;
  d->d[BRN_J] = cx - mu;
  d->dd[BRN_J][BRN_J] = c;
}

BRN_ISOTROPIC_KERNEL(kernel, density, BRN_USE_I1 | BRN_USE_J, BRN_PAIR(BRN_J, BRN_J))

const BrnMaterialTermOps BRN_LANE_NAME(brn__stable_neo_hookean) = {
    .name = "stable_neo_hookean",
    .title = "stable neo-Hookean, without a logarithm (Smith et al. 2018)",
    .inverts = true,
    .definite = true,
    .bulk_law = BRN_BULK_SQUARE,
    .bulk_constant = LAMBDA_MU,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
