// SPDX-License-Identifier: Apache-2.0
//
// Half widths along a muscle between two bones, and its segments.

#include "shape/spindle.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static const double bevel = 0.5; // how fast rings spread in a bone

double brn__spindle_muscle(const BrnShapeDef* def) { return def->length * (1 - 2 * def->tendon); }

double brn__spindle_wave(const BrnShapeDef* def, double s) {
  if (s <= 0 || s >= def->length) return 0;
  double wave = sin(pi * s / def->length);
  return wave * wave;
}

// Deep in a bone the rings of the tendon spread half way to its outside, if that leaves room.
static double spread_width(const BrnShapeDef* def, double end) {
  return fmax(end, fmin(sqrt(end * def->bone_width), def->bone_width / 1.4));
}

double brn__spindle_half_width(const BrnShapeDef* def, double s, double end, double middle) {
  double depth = fmax(-s, s - def->length); // in a bone
  if (depth >= 0) return fmin(end / 2 + bevel * depth, spread_width(def, end) / 2);
  return (end + (middle - end) * brn__spindle_wave(def, s)) / 2;
}

double brn__spindle_bone(const BrnShapeDef* def, double s) {
  double full = def->bone_width / 2, tendon = def->tendon_width / 2;
  double face = fmin(full, fmax(0.6 * full, 1.5 * tendon));
  return fmin(full, face + bevel * fmax(0, fmax(-s, s - def->length)));
}

void brn__spindle_section(const BrnSweep* sweep, double s, BrnSection* out) {
  const BrnShapeDef* def = sweep->def;
  out->x = out->z = brn__spindle_half_width(def, s, def->tendon_width, def->width);
  out->wide = brn__spindle_bone(def, s);
}

static void frame_at(const BrnSweep* sweep, double s, BrnDiscPose* out) {
  *out = (BrnDiscPose){.origin = {0, sweep->def->length - s, 0}, .x = {1, 0, 0}, .z = {0, 0, 1}};
}

static BrnSegment tendon(const BrnShapeDef* def, int label) {
  double length = def->length * def->tendon;
  return (BrnSegment){.length = length, .left = label, .right = label};
}

static BrnSegment bone(const BrnShapeDef* def, int label) {
  return (BrnSegment){
      .length = def->bone, .left = label, .right = label, .wide = true, .bare = true};
}

BrnSweep brn__spindle_of(const BrnShapeDef* def, const BrnSegment* muscle, int count) {
  BrnSweep sweep = {.def = def, .start = -def->bone};
  sweep.section = brn__spindle_section;
  sweep.frame = frame_at;
  BrnSegment upper_bone = bone(def, BRN_LABEL_BONE_PROXIMAL);
  BrnSegment upper_tendon = tendon(def, BRN_LABEL_TENDON_PROXIMAL);
  BrnSegment lower_tendon = tendon(def, BRN_LABEL_TENDON_DISTAL);
  BrnSegment lower_bone = bone(def, BRN_LABEL_BONE_DISTAL);
  brn__sweep_add(&sweep, &upper_bone);
  brn__sweep_add(&sweep, &upper_tendon);
  for (int i = 0; i < count; i++) brn__sweep_add(&sweep, &muscle[i]);
  brn__sweep_add(&sweep, &lower_tendon);
  brn__sweep_add(&sweep, &lower_bone);
  return sweep;
}

BrnSweep brn__spindle(const BrnShapeDef* def) {
  BrnSegment muscle = {.length = brn__spindle_muscle(def), .least = 2};
  muscle.left = muscle.right = BRN_LABEL_MUSCLE;
  return brn__spindle_of(def, &muscle, 1);
}

// ------------------------------------------------------------------------------------- checking

// A segment thinner than a quarter of its width would need very flat tets.
static BrnStatus check_thin(BrnContext* ctx, const BrnShapeDef* def) {
  const char* name = brn_shape_name(def->shape);
  double tendon_length = def->tendon * def->length, least = def->tendon_width / 4;
  if (def->tendon > 0 && tendon_length < least) {
    return brn__fail(ctx, BRN_INVALID,
                     "%s: tendon is %.9g, %.9g m long; it must be 0, or %g and more for a "
                     "tendon_width of %.9g m",
                     name, def->tendon, tendon_length, brn__shape_at_least(least / def->length),
                     def->tendon_width);
  }
  if (def->bone > 0 && def->bone < least) {
    return brn__fail(ctx, BRN_INVALID,
                     "%s: bone is %.9g m; it must be 0, or %g m and more for a tendon_width of "
                     "%.9g m",
                     name, def->bone, brn__shape_at_least(least), def->tendon_width);
  }
  return BRN_OK;
}

BrnStatus brn__spindle_check(BrnContext* ctx, const BrnShapeDef* def) {
  const char* name = brn_shape_name(def->shape);
  if (def->tendon_width > def->width) {
    return brn__fail(ctx, BRN_INVALID,
                     "%s: tendon_width is %.9g m, more than the width of the muscle, %.9g m", name,
                     def->tendon_width, def->width);
  }
  if (def->length < 2 * def->width) {
    return brn__fail(ctx, BRN_INVALID,
                     "%s: length is %.9g m, too short for a width of %.9g m; %g m or more would "
                     "do",
                     name, def->length, def->width, brn__shape_at_least(2 * def->width));
  }
  if (def->bone > 0 && def->bone_width < 1.4 * def->tendon_width) {
    return brn__fail(ctx, BRN_INVALID,
                     "%s: bone_width is %.9g m, too narrow for a tendon_width of %.9g m; %g m "
                     "or more would do",
                     name, def->bone_width, def->tendon_width,
                     brn__shape_at_least(1.4 * def->tendon_width));
  }
  return check_thin(ctx, def);
}
