// SPDX-License-Identifier: Apache-2.0

#include "material/kernel_lanes.h"

// Stable neo-Hookean as published (Smith, de Goes and Kim 2018, equation 14):
// W = m/2 (I1 - 3) + l/2 (J - a)^2 - m/2 ln(I1 + 1), a = 1 + 3 m / (4 l), less its value at rest.
// Small strains see Lame's mu = 3/4 m and lambda = l - 5/8 m, so m = 4/3 mu and l = lambda + 5/6
// mu. `raw` takes mu and lambda for m and l, as some codes do.

typedef struct Def {
  BrnElastic elastic;
  bool raw;
} Def;

static const BrnField fields[] = {
    BRN_ELASTIC_FIELDS(Def, elastic),
    {"raw", BRN_FIELD_BOOL, offsetof(Def, raw),
     .help = "put mu and lambda in unchanged; small strains then see others"},
    {0}};

static void defaults(void* def) { *(Def*)def = (Def){BRN_ELASTIC_DEFAULT, false}; }

enum { M, L, A, REST };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  const Def* from = def;
  BrnLame lame;
  BRN_TRY(brn__elastic_resolve(ctx, &from->elastic, &lame));
  double m = from->raw ? lame.mu : 4 * lame.mu / 3;
  double l = from->raw ? lame.lambda : lame.lambda + 5 * lame.mu / 6;
  if (l <= 0) return brn__fail(ctx, BRN_INVALID, "lambda is %g Pa, but raw needs more than 0", l);
  double a = 1 + 0.75 * m / l;
  out->constant[M] = m;
  out->constant[L] = l;
  out->constant[A] = a;
  out->constant[REST] = 0.5 * l * (1 - a) * (1 - a) - 0.5 * m * log(4);
  return BRN_OK;
}

BRN_DENSITY density(const BrnTermLanes* term, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnLanes m = brn__constant(term, M), l = brn__constant(term, L);
  BrnLanes x = k->I[BRN_J] - brn__constant(term, A), y = k->I[BRN_I1] + 1, half = 0.5 * m;
  d->W = half * (y - 4 - brn__lanes_log(y)) + 0.5 * l * (x * x) - brn__constant(term, REST);
  if (want < BRN_WANT_STRESS) return;
  BrnLanes inverse = 1 / y;
  d->d[BRN_I1] = half * (1 - inverse);
  d->d[BRN_J] = l * x;
  d->dd[BRN_I1][BRN_I1] = half * (inverse * inverse);
  d->dd[BRN_J][BRN_J] = l;
}

BRN_ISOTROPIC_KERNEL(kernel, density, BRN_USE_I1 | BRN_USE_J,
                     BRN_PAIR(BRN_I1, BRN_I1) | BRN_PAIR(BRN_J, BRN_J))

const BrnMaterialTermOps BRN_LANE_NAME(brn__stable_neo_hookean_log) = {
    .name = "stable_neo_hookean_log",
    .title = "stable neo-Hookean as published, with the logarithm (Smith et al. 2018)",
    .inverts = true,
    .definite = true,
    .bulk_law = BRN_BULK_SQUARE,
    .bulk_constant = L,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
