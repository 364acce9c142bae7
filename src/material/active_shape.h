// SPDX-License-Identifier: Apache-2.0
//
// The active force-length curve as terms have it in their keys and constants.

#pragma once

#include "material/curve_lanes.h"
#include "material/elastic.h"

/// Numbers that are NAN are not given: the curve has its own.
typedef struct BrnActiveShape {
  int curve;
  double width, shortest, longest;
} BrnActiveShape;

#define BRN_ACTIVE_SHAPE(curve) ((BrnActiveShape){curve, NAN, NAN, NAN})

#define BRN_ACTIVE_SHAPE_FIELDS(Def, shape)                                                        \
  BRN_NUMBER_FIELD(Def, "active_width", shape.width, 0.02, 10, NULL,                               \
                   "of the active curve of thelen; 0.45 if not given"),                            \
      BRN_NUMBER_FIELD(Def, "shortest", shape.shortest, 0, 0.95, NULL,                             \
                       "length from which there is active force: ehret 0.572, mujoco 0.5"),        \
      BRN_NUMBER_FIELD(Def, "longest", shape.longest, 1.05, 10, NULL,                              \
                       "length up to which there is active force: mujoco 1.6")

enum { BRN_ACTIVE_CONSTANTS = 2 };

/// A number that is given for a curve that does not have it is a mistake.
/// @param key "shortest"
/// @param curve "thelen"; @param used whether it has such a number
static inline BrnStatus brn__curve_refuse(BrnContext* ctx, const char* key, double value,
                                          const char* curve, bool used) {
  if (isnan(value) || used) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID,
                   "%s is %g, but the curve \"%s\" has no such number: leave it "
                   "out, or choose another curve",
                   key, value, curve);
}

static inline double brn__given_or(double value, double usual) {
  return isnan(value) ? usual : value;
}

/// @param out the constants of the curve (BRN_ACTIVE_CONSTANTS)
static inline BrnStatus brn__active_prepare(BrnContext* ctx, const BrnActiveShape* from,
                                            double* out) {
  int count, curve = from->curve;
  const char* name = brn__curve_kinds(BRN_CURVES_ACTIVE, &count)[curve].name;
  bool ehret = curve == BRN_ACTIVE_EHRET, mujoco = curve == BRN_ACTIVE_MUJOCO;
  bool thelen = curve == BRN_ACTIVE_THELEN;
  BRN_TRY(brn__curve_refuse(ctx, "active_width", from->width, name, thelen));
  BRN_TRY(brn__curve_refuse(ctx, "shortest", from->shortest, name, ehret || mujoco));
  out[0] = thelen ? 1 / brn__given_or(from->width, 0.45)
                  : brn__given_or(from->shortest, ehret ? 0.682 / 1.192 : 0.5);
  out[1] = brn__given_or(from->longest, 1.6);
  return BRN_OK;
}

/// The table of curves that are made of one; *out stays NULL for the others.
static inline BrnStatus brn__active_table(BrnContext* ctx, const BrnActiveShape* from,
                                          BrnCurveTable** out) {
  return from->curve == BRN_ACTIVE_MILLARD ? brn__millard_active(ctx, out) : BRN_OK;
}

BRN_LANE_INLINE BrnShapeLanes brn__shape(const BrnTermLanes* m, int curve, int first, int count,
                                         int table) {
  BrnShapeLanes s = {.curve = curve, .table = m->table[table]};
  for (int i = 0; i < 4; i++) s.p[i] = i < count ? brn__constant(m, first + i) : brn__lanes_set(0);
  return s;
}
