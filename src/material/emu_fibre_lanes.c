// SPDX-License-Identifier: Apache-2.0

#include "material/kernel_lanes.h"

// The active fibre of Modi et al. 2020: W = a |F u|^2, a = tension times activation. It pulls at
// any length. `half` puts the factor 1/2 of the authors' code in front.

typedef struct Def {
  double tension;
  bool half;
} Def;

static const BrnField fields[] = {
    {"tension", BRN_FIELD_DOUBLE, offsetof(Def, tension), 0, 1e12, .unit = "Pa",
     .help = "of full activation"},
    {"half", BRN_FIELD_BOOL, offsetof(Def, half), .help = "a/2 |F u|^2 instead of a |F u|^2"},
    {0}};

static void defaults(void* def) { *(Def*)def = (Def){8e5, false}; }

// the stress at rest length is 2 a
static double tension_share(const void* def) { return ((const Def*)def)->half ? 1 : 0.5; }

enum { TENSION };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  (void)ctx;
  const Def* from = def;
  out->constant[TENSION] = from->tension * (from->half ? 0.5 : 1);
  return BRN_OK;
}

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  (void)want;
  BrnLanes a = brn__constant(m, TENSION) * k->activation;
  d->W = a * k->I[BRN_I4];
  d->d[BRN_I4] = a;
}

// never negative, so it is its own definite part
BRN_FIBRE_KERNEL(kernel, density, BRN_USE_I4, 0)

const BrnMaterialTermOps BRN_LANE_NAME(brn__emu_fibre) = {
    .name = "emu_fibre",
    .title = "active fibres of zero rest length (Modi et al. 2020)",
    .adds = true,
    .inverts = true,
    .definite = true,
    .uses_fibre = true,
    .fields = fields,
    .defaults = defaults,
    .tension_share = tension_share,
    .prepare = prepare,
    .kernel = kernel,
};
