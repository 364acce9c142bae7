// SPDX-License-Identifier: Apache-2.0
//
// The laws of the volume that solids with ln J in them let one choose from:
//
//   half   bulk/2 (ln J)^2
//   full   bulk (ln J)^2, so the bulk modulus is twice the number (Teran et al. 2003)
//   simo   bulk/4 (J^2 - 1 - 2 ln J) (Simo, Taylor and Pister 1985)
//
// Under pressure (ln J)^2 is softest: its pressure has a greatest value, at J = e, when pulled, and
// grows without end when crushed, as that of simo does; simo also grows without end when pulled.

#pragma once

#include "material/material.h"

typedef enum BrnVolumetric {
  BRN_VOLUMETRIC_HALF,
  BRN_VOLUMETRIC_FULL,
  BRN_VOLUMETRIC_SIMO,
} BrnVolumetric;

#define BRN_VOLUMETRIC_FIELD(Def, member)                                                          \
  {                                                                                                \
    "volumetric", BRN_FIELD_CHOICE, offsetof(Def, member),                                         \
        .choices = "half full simo",                                                               \
        .help = "energy of the volume: bulk/2 (ln J)^2, bulk (ln J)^2 or "                         \
                "bulk/4 (J^2 - 1 - 2 ln J)"                                                        \
  }

static inline double brn__volumetric_modulus(int volumetric, double bulk) {
  return volumetric == BRN_VOLUMETRIC_FULL ? 2 * bulk : bulk;
}
static inline BrnBulkLaw brn__volumetric_law(int volumetric) {
  return volumetric == BRN_VOLUMETRIC_SIMO ? BRN_BULK_SIMO : BRN_BULK_LOG;
}

/// c1 and c2 of Mooney and Rivlin: their sum is half of the shear modulus.
/// @param fibres hold it together: there may be no shear modulus at all
static inline BrnStatus brn__mooney_check(BrnContext* ctx, double c1, double c2, bool fibres) {
  if (c1 + c2 > 0 || (fibres && c1 == 0 && c2 == 0)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "c1 + c2 is %g Pa, but must be above 0: it is half of the shear modulus at rest",
                   c1 + c2);
}
