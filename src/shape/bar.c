// SPDX-License-Identifier: Apache-2.0
//
// A box of muscle between two slabs of bone, with tendon where that is asked for.

#include "shape/grid.h"

static void defaults(BrnShapeDef* def) { def->tendon = 0; }

static BrnStatus make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BrnGrid grid = {.def = def, .top = def->length + def->bone};
  double tendon = def->length * def->tendon;
  brn__grid_add(&grid, def->bone, BRN_LABEL_BONE_PROXIMAL, true);
  brn__grid_add(&grid, tendon, BRN_LABEL_TENDON_PROXIMAL, false);
  brn__grid_add(&grid, def->length - 2 * tendon, BRN_LABEL_MUSCLE, false);
  brn__grid_add(&grid, tendon, BRN_LABEL_TENDON_DISTAL, false);
  brn__grid_add(&grid, def->bone, BRN_LABEL_BONE_DISTAL, true);
  int cells[3];
  return brn__grid_make(ctx, &grid, cells, out);
}

const BrnShapeKind brn__shape_bar = {
    .name = "bar",
    .title = "a rectangular bar of muscle between two slabs of bone",
    .uses = "length width tendon bone",
    .defaults = defaults,
    .make = make,
};
