// SPDX-License-Identifier: Apache-2.0

#include "material/muscle_lanes.h"

// Muscle and tendon of Teran et al. 2003: Mooney-Rivlin with fibres,
// W = c1 (I1~ - 3) + c2 (I2~ - 3) + K (ln J)^2 + F2(l~, activation). The stress that the paper
// prints has dF2/d(l^2) for half of dF2/dl and K twice in the pressure; this one is the gradient of
// the energy. `bulk` is the true bulk modulus, 2 K, unless `volumetric` = full, which takes it for
// K.

typedef struct Def {
  double c1, c2, bulk;
  int volumetric;
  BrnMuscleFibre fibre;
} Def;

#define SOLID_FIELDS                                                                               \
  BRN_NUMBER_FIELD(Def, "c1", c1, -1e15, 1e15, "Pa", "Mooney-Rivlin, of I1; c1 + c2 is above 0"),  \
      BRN_NUMBER_FIELD(Def, "c2", c2, -1e15, 1e15, "Pa",                                           \
                       "Mooney-Rivlin, of I2; c1 + c2 is above 0"),                                \
      BRN_NUMBER_FIELD(Def, "bulk", bulk, 1e-3, 1e15, "Pa", "of the volume: see volumetric"),      \
      BRN_VOLUMETRIC_FIELD(Def, volumetric)

static const BrnField muscle_fields[] = {SOLID_FIELDS, BRN_MUSCLE_FIELDS(Def, fibre), {0}};
static const BrnField tendon_fields[] = {SOLID_FIELDS, BRN_TENDON_FIELDS(Def, fibre), {0}};

static void muscle_defaults(void* def) {
  *(Def*)def = (Def){3e4, 1e4, 2e7, BRN_VOLUMETRIC_HALF, BRN_MUSCLE_FIBRE};
}
static void tendon_defaults(void* def) {
  *(Def*)def = (Def){6e4, 1e4, 2e7, BRN_VOLUMETRIC_HALF, BRN_TENDON_FIBRE};
}

enum { C1 = BRN_MUSCLE_CONSTANTS, C2, BULK };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  const Def* from = def;
  BRN_TRY(brn__mooney_check(ctx, from->c1, from->c2, true));
  brn__muscle_prepare(&from->fibre, out);
  out->constant[C1] = from->c1;
  out->constant[C2] = from->c2;
  out->constant[BULK] = brn__volumetric_modulus(from->volumetric, from->bulk);
  out->choice[1] = from->volumetric;
  out->bulk_law = brn__volumetric_law(from->volumetric);
  return BRN_OK;
}

enum { USES = BRN_USE_I1 | BRN_USE_I2 | BRN_USE_J | BRN_USE_I4 | BRN_USE_LOG };

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnIsochoricLanes iso;
  BrnDensityLanes bar;
  brn__isochoric(k, USES, &iso);
  brn__volumetric(&iso, brn__constant(m, BULK), m->choice[1], &bar);
  bar.d[BRN_I1] = brn__constant(m, C1);
  bar.d[BRN_I2] = brn__constant(m, C2);
  bar.d[BRN_I4] = bar.dd[BRN_I4][BRN_I4] = brn__lanes_set(0);
  bar.W += bar.d[BRN_I1] * (iso.I[BRN_I1] - 3) + bar.d[BRN_I2] * (iso.I[BRN_I2] - 3);
  brn__add_muscle_fibre(m, k, iso.I[BRN_I4], &bar);
  brn__isochoric_chain(&iso, &bar, USES, BRN_PAIR(BRN_I4, BRN_I4), want, d);
}

BRN_BODY_KERNEL(kernel, density, USES,
                BRN_PAIR(BRN_I1, BRN_J) | BRN_PAIR(BRN_I2, BRN_J) | BRN_PAIR(BRN_J, BRN_J) |
                    BRN_PAIR(BRN_J, BRN_I4) | BRN_PAIR(BRN_I4, BRN_I4))

BRN_MUSCLE_AND_TENDON(teran, "Mooney-Rivlin and fibres (Teran et al. 2003, corrected)")
