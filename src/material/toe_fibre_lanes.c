// SPDX-License-Identifier: Apache-2.0

#include "material/muscle_lanes.h"

// The fibres of a tendon, to go with any solid: dW/dl = size (e^(growth (l - 1)) - 1) above l = 1,
// straight from `straight` on (Blemker et al. 2005).

typedef struct Def {
  BrnMuscleFibre fibre;
} Def;

static const BrnField fields[] = {BRN_TENDON_FIELDS(Def, fibre), {0}};

static void defaults(void* def) { *(Def*)def = (Def){BRN_TENDON_FIBRE}; }

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  (void)ctx;
  brn__muscle_prepare(&((const Def*)def)->fibre, out);
  return BRN_OK;
}

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  (void)want;
  d->W = d->d[BRN_I4] = d->dd[BRN_I4][BRN_I4] = brn__lanes_set(0);
  brn__add_muscle_fibre(m, k, k->I[BRN_I4], d);
}

BRN_STRETCH_KERNEL(kernel, density)

const BrnMaterialTermOps BRN_LANE_NAME(brn__toe_fibre) = {
    .name = "toe_fibre",
    .title = "passive fibres of a tendon: exponential, then straight (Blemker et al. 2005)",
    .adds = true,
    .inverts = true,
    .definite = true,
    .uses_fibre = true,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
