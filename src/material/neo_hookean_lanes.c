// SPDX-License-Identifier: Apache-2.0

#include "material/kernel_lanes.h"
#include "material/volumetric.h"

// The classical compressible neo-Hookean solid (Bonet and Wood 2008), or the one of Simo:
//
//   half   W = mu/2 (I1 - 3) - mu ln J + lambda/2 (ln J)^2
//   simo   W = mu/2 (I1 - 3) - mu ln J + lambda/4 (J^2 - 1 - 2 ln J)

typedef struct Def {
  BrnElastic elastic;
  int volumetric;
} Def;

static const BrnField fields[] = {
    BRN_ELASTIC_FIELDS(Def, elastic), BRN_VOLUMETRIC_FIELD(Def, volumetric), {0}};

static void defaults(void* def) { *(Def*)def = (Def){BRN_ELASTIC_DEFAULT, BRN_VOLUMETRIC_HALF}; }

enum { MU, LAMBDA };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  const Def* from = def;
  BrnLame lame;
  BRN_TRY(brn__elastic_resolve(ctx, &from->elastic, &lame));
  if (from->volumetric == BRN_VOLUMETRIC_FULL) {
    return brn__fail(ctx, BRN_INVALID,
                     "volumetric is full, but small strains of neo_hookean see its moduli as they "
                     "are; use half or simo");
  }
  out->constant[MU] = lame.mu;
  out->constant[LAMBDA] = lame.lambda;
  out->choice[0] = from->volumetric;
  out->bulk_law = brn__volumetric_law(from->volumetric);
  return BRN_OK;
}

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnLanes mu = brn__constant(m, MU), lambda = brn__constant(m, LAMBDA);
  BrnLanes J = k->I[BRN_J], log = brn__lanes_log(J), half = 0.5 * mu, inverse = 1 / J;
  bool simo = m->choice[0] == BRN_VOLUMETRIC_SIMO;
  d->W = half * (k->I[BRN_I1] - 3);
  d->W += simo ? 0.25 * lambda * ((J - 1) * (J + 1) - 2 * log) - mu * log
               : log * (0.5 * (lambda * log) - mu);
  if (want < BRN_WANT_STRESS) return;
  BrnLanes slope =
      simo ? 0.5 * lambda * (J - inverse) - mu * inverse : (lambda * log - mu) * inverse;
  d->d[BRN_I1] = half;
  d->d[BRN_J] = slope;
  d->dd[BRN_J][BRN_J] = simo ? 0.5 * lambda * (1 + inverse * inverse) + mu * (inverse * inverse)
                             : (lambda * inverse - slope) * inverse;
}

BRN_ISOTROPIC_KERNEL(kernel, density, BRN_USE_I1 | BRN_USE_J | BRN_USE_LOG, BRN_PAIR(BRN_J, BRN_J))

const BrnMaterialTermOps BRN_LANE_NAME(brn__neo_hookean) = {
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
