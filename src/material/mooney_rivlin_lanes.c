// SPDX-License-Identifier: Apache-2.0

#include "material/isochoric_lanes.h"
#include "material/kernel_lanes.h"

// Mooney and Rivlin, split into a part without change of volume and one of volume alone:
// W = c1 (I1~ - 3) + c2 (I2~ - 3) + U(J), U = bulk/2 (ln J)^2. Teran et al. 2003 have U = K (ln
// J)^2, whose bulk modulus is 2 K: `volumetric` = full reads the number that way.

typedef struct Def {
  double c1, c2, bulk;
  int volumetric;
} Def;

static const BrnField fields[] = {
    {"c1", BRN_FIELD_DOUBLE, offsetof(Def, c1), 0, 1e15, .unit = "Pa",
     .help = "Mooney-Rivlin, of I1"},
    {"c2", BRN_FIELD_DOUBLE, offsetof(Def, c2), 0, 1e15, .unit = "Pa",
     .help = "Mooney-Rivlin, of I2"},
    {"bulk", BRN_FIELD_DOUBLE, offsetof(Def, bulk), 1e-3, 1e15, .unit = "Pa",
     .help = "of the volume: see volumetric"},
    {"volumetric", BRN_FIELD_CHOICE, offsetof(Def, volumetric), .choices = "half full",
     .help = "bulk/2 (ln J)^2, bulk being the bulk modulus, or bulk (ln J)^2"},
    {0}};

static void defaults(void* def) { *(Def*)def = (Def){3e4, 1e4, 2e7, 0}; }

enum { C1, C2, BULK };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  const Def* from = def;
  if (from->c1 + from->c2 <= 0) {
    return brn__fail(ctx, BRN_INVALID, "c1 and c2 are both 0: there is no shear stiffness");
  }
  out->constant[C1] = from->c1;
  out->constant[C2] = from->c2;
  out->constant[BULK] = from->bulk * (from->volumetric == 1 ? 2 : 1);
  return BRN_OK;
}

enum { USES = BRN_USE_I1 | BRN_USE_I2 | BRN_USE_J | BRN_USE_LOG };

BRN_DENSITY density(const BrnTermLanes* m, const BrnStrainLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnIsochoricLanes iso;
  BrnDensityLanes bar;
  brn__isochoric(k, USES, &iso);
  brn__volumetric(&iso, brn__constant(m, BULK), &bar);
  bar.d[BRN_I1] = brn__constant(m, C1);
  bar.d[BRN_I2] = brn__constant(m, C2);
  bar.W += bar.d[BRN_I1] * (iso.I[BRN_I1] - 3) + bar.d[BRN_I2] * (iso.I[BRN_I2] - 3);
  brn__isochoric_chain(&iso, &bar, USES, 0, want, d);
}

BRN_ISOTROPIC_KERNEL(kernel, density, USES,
                     BRN_PAIR(BRN_I1, BRN_J) | BRN_PAIR(BRN_I2, BRN_J) | BRN_PAIR(BRN_J, BRN_J))

const BrnTermOps BRN_LANE_NAME(brn__mooney_rivlin) = {
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
