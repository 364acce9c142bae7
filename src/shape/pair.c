// SPDX-License-Identifier: Apache-2.0

#include "shape/spindle.h"

#include <math.h>

// Two half spindles between common tendons. Without a gap they share the vertices of the plane
// x = 0. With one, each has its own, and they are kept apart by a slit that opens within twice its
// width at both ends: were it open at once, the first tets would be sheared off.

static double slit_width(const BrnShapeDef* def, double s) {
  double start = def->length * def->tendon;
  double inside = fmin(s - start, def->length - start - s);
  return inside <= 0 ? 0 : fmin(def->gap, inside / 2);
}

static void section(const BrnSweep* sweep, double s, BrnSection* out) {
  brn__spindle_section(sweep, s, out);
  out->slit = slit_width(sweep->def, s);
}

static BrnStatus check(BrnContext* ctx, const BrnShapeDef* def) {
  BRN_TRY(brn__spindle_check(ctx, def));
  double muscle = brn__spindle_muscle(def), most = fmin(muscle / 8, def->width / 4);
  if (def->gap > most) {
    return brn__fail(ctx, BRN_INVALID,
                     "pair: gap is %.9g m, too wide for muscles %.9g m long and %.9g m wide; at "
                     "most %g m would do",
                     def->gap, muscle, def->width, brn__shape_at_most(most));
  }
  return BRN_OK;
}

static BrnStatus make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BrnSegment muscle = {.length = brn__spindle_muscle(def), .slit = def->gap > 0, .least = 4};
  muscle.left = BRN_LABEL_MUSCLE_LEFT;
  muscle.right = BRN_LABEL_MUSCLE_RIGHT;
  BrnSweep sweep = brn__spindle_of(def, &muscle, 1);
  sweep.section = section;
  return brn__sweep_make(ctx, &sweep, out);
}

const BrnShapeKind brn__shape_pair = {
    .name = "pair",
    .title = "two half spindles side by side, joined or with a gap between them",
    .uses = BRN_SPINDLE_USES " gap",
    .check = check,
    .make = make,
};
