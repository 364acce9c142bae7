// SPDX-License-Identifier: Apache-2.0
//
// The spindle, which is what most muscles look like.

#include "shape/spindle.h"

static BrnStatus make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BrnSweep sweep = brn__spindle(def);
  return brn__sweep_make(ctx, &sweep, out);
}

const BrnShapeKind brn__shape_fusiform = {
    .name = "fusiform",
    .title = "a spindle between two bones, with tendons at its ends",
    .uses = BRN_SPINDLE_USES,
    .check = brn__spindle_check,
    .make = make,
};
