// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "shape/spindle.h"

#include <math.h>

// A feather: a flat belly with a sheet of tendon in its middle that comes up from the lower end.
// The sheet is the core of the disc, thin across the feather and broad through it. Fibres run from
// the outside inwards and down to it at the angle of pennation.

static const double pi = 3.14159265358979323846;

static const double core_share = 0.34; // of the rings
static const double core_x = 0.25;     // of the half width, where the belly is widest
static const double core_z = 0.5;      // of the half thickness

static void defaults(BrnShapeDef* def) {
  def->length = 0.15;
  def->width = 0.06;
  def->thickness = 0.035;
  def->tendon_width = 0.02;
  def->bone_width = 0.04;
  def->bone = 0.018;
}

static void section(const BrnSweep* sweep, double s, BrnSection* out) {
  const BrnShapeDef* def = sweep->def;
  out->x = brn__spindle_half_width(def, s, def->tendon_width, def->width);
  out->z = brn__spindle_half_width(def, s, def->tendon_width, def->thickness);
  out->wide = brn__spindle_bone(def, s);
  out->core_x = core_x;
  out->core_z = core_z;
  out->core = brn__spindle_wave(def, s);
}

// tilts a fibre towards x = 0
static void turn(const BrnSweep* sweep, bool right, double* fibre) {
  double angle = sweep->def->pennation * pi / 180;
  double inwards[3] = {right ? -1 : 1, 0, 0};
  brn__axpy3(inwards, inwards, -brn__dot3(inwards, fibre), fibre);
  brn__normalize3(inwards);
  brn__scale3(fibre, cos(angle), fibre);
  brn__axpy3(fibre, fibre, sin(angle), inwards);
  brn__normalize3(fibre);
}

static BrnStatus check(BrnContext* ctx, const BrnShapeDef* def) {
  BRN_TRY(brn__spindle_check(ctx, def));
  if (def->thickness >= def->tendon_width && def->thickness <= def->width) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "bipennate: thickness is %.9g m, but must be from the tendon_width, %.9g m, to "
                   "the width, %.9g m",
                   def->thickness, def->tendon_width, def->width);
}

static BrnStatus make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BrnSegment muscle[2] = {{.left = BRN_LABEL_MUSCLE_LEFT, .right = BRN_LABEL_MUSCLE_RIGHT}};
  muscle[0].oblique = true;
  muscle[1] = muscle[0];
  muscle[1].core = BRN_LABEL_TENDON_CENTRAL;
  muscle[0].length = brn__spindle_muscle(def) * (1 - def->central);
  muscle[1].length = brn__spindle_muscle(def) * def->central;
  BrnSweep sweep = brn__spindle_of(def, muscle, 2);
  sweep.core = core_share;
  sweep.section = section;
  sweep.turn = turn;
  return brn__sweep_make(ctx, &sweep, out);
}

const BrnShapeKind brn__shape_bipennate = {
    .name = "bipennate",
    .title = "a feather: oblique fibres on both sides of a central tendon",
    .uses = BRN_SPINDLE_USES " thickness central pennation",
    .defaults = defaults,
    .check = check,
    .make = make,
};
