// SPDX-License-Identifier: Apache-2.0

#include "shape/spindle.h"

#include <math.h>

// A spindle whose axis comes down at x = -bend_radius, turns about the origin and goes on straight.
// The corner bone is a cylinder along z in the middle of the turn, as far from the belly as the gap
// says.

static const double pi = 3.14159265358979323846;

static const double corner_share = 0.12; // of the tets

static void defaults(BrnShapeDef* def) {
  def->width = 0.03;
  def->gap = 0.002;
}

static double arc_length(const BrnShapeDef* def) { return def->bend * pi / 180 * def->bend_radius; }

static double corner_radius(const BrnShapeDef* def) {
  return def->bend_radius - def->width / 2 - def->gap;
}

// Ahead is (sin a, -cos a) after a turn by a; x of the disc points to the centre of the turn.
static void frame(const BrnSweep* sweep, double s, BrnDiscPose* out) {
  const BrnShapeDef* def = sweep->def;
  double arc = arc_length(def), leg = (def->length - arc) / 2;
  double turned = fmin(fmax(s - leg, 0), arc);
  double straight = s < leg ? s - leg : fmax(s - leg - arc, 0);
  double a = turned / def->bend_radius, c = cos(a), d = sin(a);
  out->origin[0] = -def->bend_radius * c + straight * d;
  out->origin[1] = -def->bend_radius * d - straight * c;
  out->origin[2] = 0;
  out->x[0] = c, out->x[1] = d, out->x[2] = 0;
  out->z[0] = 0, out->z[1] = 0, out->z[2] = 1;
}

static void corner_section(const BrnSweep* sweep, double s, BrnSection* out) {
  (void)s;
  out->x = out->z = corner_radius(sweep->def);
}

static void corner_frame(const BrnSweep* sweep, double s, BrnDiscPose* out) {
  (void)sweep;
  *out = (BrnDiscPose){.origin = {0, 0, s}, .x = {1, 0, 0}, .z = {0, 1, 0}};
}

static BrnSweep corner_bone(const BrnShapeDef* def) {
  BrnSweep sweep = {.def = def, .start = -def->width};
  BrnSegment segment = {.length = 2 * def->width, .bare = true, .least = 2};
  segment.left = segment.right = BRN_LABEL_BONE_CORNER;
  brn__sweep_add(&sweep, &segment);
  sweep.section = corner_section;
  sweep.frame = corner_frame;
  return sweep;
}

// ------------------------------------------------------------------------------------- checking

static BrnStatus check_turn(BrnContext* ctx, const BrnShapeDef* def) {
  double half = fmax(def->width, def->bone > 0 ? def->bone_width : 0) / 2;
  if (def->bend > 0 && def->bend_radius < 1.25 * half) {
    return brn__fail(ctx, BRN_INVALID,
                     "curved: bend_radius is %.9g m, so the turn would cut into itself; %g m or "
                     "more would do",
                     def->bend_radius, brn__shape_at_least(1.25 * half));
  }
  double arc = arc_length(def);
  if (arc > def->length) {
    return brn__fail(ctx, BRN_INVALID,
                     "curved: bend is %.9g degrees, %.3g m of axis at a bend_radius of %.9g m, but "
                     "length is %.9g m; at most %g degrees would do",
                     def->bend, arc, def->bend_radius, def->length,
                     brn__shape_at_most(def->bend * def->length / arc));
  }
  return BRN_OK;
}

// The bones at the ends are straight blocks, the nearer to the corner bone the shorter the legs.
static BrnStatus check_corner(BrnContext* ctx, const BrnShapeDef* def) {
  double radius = corner_radius(def);
  if (radius < 0.1 * def->width) {
    return brn__fail(ctx, BRN_INVALID,
                     "curved: gap is %.9g m, which leaves no room for the corner bone; make it "
                     "at most %g m, or set corner to false",
                     def->gap, brn__shape_at_most(def->bend_radius - 0.6 * def->width));
  }
  double leg = (def->length - arc_length(def)) / 2;
  double inner = def->bend_radius - def->bone_width / 2;
  if (def->bone > 0 && hypot(leg, inner) <= radius) {
    return brn__fail(ctx, BRN_INVALID,
                     "curved: bone_width is %.9g m, so the bones would touch the corner bone; "
                     "at most %g m would do",
                     def->bone_width, brn__shape_at_most(def->width + 2 * def->gap));
  }
  return BRN_OK;
}

static BrnStatus check(BrnContext* ctx, const BrnShapeDef* def) {
  BRN_TRY(brn__spindle_check(ctx, def));
  BRN_TRY(check_turn(ctx, def));
  return def->corner ? check_corner(ctx, def) : BRN_OK;
}

// --------------------------------------------------------------------------------------- making

static BrnStatus make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out) {
  BrnSweep sweep[2] = {brn__spindle(def), corner_bone(def)};
  sweep[0].frame = frame;
  if (!def->corner) return brn__sweep_make(ctx, &sweep[0], out);
  BrnShapePlan plan[2];
  int share = (int)(corner_share * def->tets);
  BRN_TRY(brn__sweep_plan(ctx, &sweep[0], def->tets - share, &plan[0]));
  BRN_TRY(brn__sweep_plan(ctx, &sweep[1], share, &plan[1]));
  return brn__sweep_mesh(ctx, sweep, plan, 2, out);
}

const BrnShapeKind brn__shape_curved = {
    .name = "curved",
    .title = "a spindle that runs around a corner, with a bone inside the turn",
    .uses = BRN_SPINDLE_USES " bend bend_radius corner gap",
    .defaults = defaults,
    .check = check,
    .make = make,
};
