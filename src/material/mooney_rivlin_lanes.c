// SPDX-License-Identifier: Apache-2.0

#include "material/isochoric_lanes.h"
#include "material/kernel_lanes.h"

// Mooney and Rivlin, split into a part without change of volume and one of volume alone:
// W = c1 (I1~ - 3) + c2 (I2~ - 3) + U(J), U being one of the laws of volumetric.h. One of c1 and c2
// may be negative, as fits of soft tissue have it, as long as their sum is not. Then the energy has
// no lower bound: shear across a principal stretch l meets c1 + c2 l^2, so with a negative c2 a bar
// that is pulled to sqrt(-c1/c2) of its length, or pressed to -c2/c1, gives way to the side.

typedef struct Def {
  double c1, c2, bulk;
  int volumetric;
} Def;

static const BrnField fields[] = {
    {"c1", BRN_FIELD_DOUBLE, offsetof(Def, c1), -1e15, 1e15, .unit = "Pa",
     .help = "Mooney-Rivlin, of I1; c1 + c2 is above 0"},
    {"c2", BRN_FIELD_DOUBLE, offsetof(Def, c2), -1e15, 1e15, .unit = "Pa",
     .help = "Mooney-Rivlin, of I2; c1 + c2 is above 0"},
    {"bulk", BRN_FIELD_DOUBLE, offsetof(Def, bulk), 1e-3, 1e15, .unit = "Pa",
     .help = "of the volume: see volumetric"},
    BRN_VOLUMETRIC_FIELD(Def, volumetric),
    {0}};

static void defaults(void* def) { *(Def*)def = (Def){3e4, 1e4, 2e7, 0}; }

enum { C1, C2, BULK };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  const Def* from = def;
  BRN_TRY(brn__mooney_check(ctx, from->c1, from->c2, false));
  out->constant[C1] = from->c1;
  out->constant[C2] = from->c2;
  out->constant[BULK] = brn__volumetric_modulus(from->volumetric, from->bulk);
  out->choice[0] = from->volumetric;
  out->bulk_law = brn__volumetric_law(from->volumetric);
  return BRN_OK;
}

enum { USES = BRN_USE_I1 | BRN_USE_I2 | BRN_USE_J | BRN_USE_LOG };

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnIsochoricLanes iso;
  BrnDensityLanes bar;
  brn__isochoric(k, USES, &iso);
  brn__volumetric(&iso, brn__constant(m, BULK), m->choice[0], &bar);
  bar.d[BRN_I1] = brn__constant(m, C1);
  bar.d[BRN_I2] = brn__constant(m, C2);
  bar.W += bar.d[BRN_I1] * (iso.I[BRN_I1] - 3) + bar.d[BRN_I2] * (iso.I[BRN_I2] - 3);
  brn__isochoric_chain(&iso, &bar, USES, 0, want, d);
}

BRN_ISOTROPIC_KERNEL(kernel, density, USES,
                     BRN_PAIR(BRN_I1, BRN_J) | BRN_PAIR(BRN_I2, BRN_J) | BRN_PAIR(BRN_J, BRN_J))

const BrnMaterialTermOps BRN_LANE_NAME(brn__mooney_rivlin) = {
    .name = "mooney_rivlin",
    .title = "Mooney-Rivlin, isochoric and volumetric parts apart",
    .inverts = false, // ln J
    .definite = true,
    .bulk_law = BRN_BULK_LOG,
    .bulk_constant = BULK,
    .fields = fields,
    .defaults = defaults,
    .prepare = prepare,
    .kernel = kernel,
};
