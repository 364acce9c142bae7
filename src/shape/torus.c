// SPDX-License-Identifier: Apache-2.0

#include "shape/sweep.h"

#include <math.h>

// A ring of muscle around the Y axis. Its length is that of the circle in its middle.

static const double pi = 3.14159265358979323846;

static void defaults(BrnShapeDef* def) { def->length = 0.3; }

static double ring_radius(const BrnShapeDef* def) { return def->length / (2 * pi); }

static void section(const BrnSweep* sweep, double s, BrnSection* out) {
  (void)s;
  out->x = out->z = sweep->def->width / 2;
}

static void frame(const BrnSweep* sweep, double s, BrnDiscPose* out) {
  double radius = ring_radius(sweep->def), a = s / radius, c = cos(a), d = sin(a);
  *out = (BrnDiscPose){.origin = {radius * c, 0, radius * d}, .x = {c, 0, d}, .z = {0, 1, 0}};
}

static BrnStatus check(BrnContext* ctx, const BrnShapeDef* def) {
  double most = 0.8 * 2 * ring_radius(def);
  if (def->width <= most) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "torus: width is %.9g m, too wide for a ring %.9g m around (length); at most "
                   "%g m would do",
                   def->width, def->length, brn__shape_at_most(most));
}

static BrnStatus make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BrnSweep sweep = {.def = def, .closed = true, .section = section, .frame = frame};
  BrnSegment muscle = {.length = def->length, .least = 6};
  muscle.left = muscle.right = BRN_LABEL_MUSCLE;
  brn__sweep_add(&sweep, &muscle);
  return brn__sweep_make(ctx, &sweep, out);
}

const BrnShapeKind brn__shape_torus = {
    .name = "torus",
    .title = "a ring of muscle",
    .uses = "length width",
    .defaults = defaults,
    .check = check,
    .make = make,
};
