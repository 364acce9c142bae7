// SPDX-License-Identifier: Apache-2.0
//
// Curves of fibres: force as a fraction of the peak force, over the length as a fraction of the
// optimal one, or over the velocity as a fraction of the greatest. What a solver needs of a curve
// is its integral (energy), value and slope.
//
// The lists here are all that there is to know of a curve: its name in scenes, its formula and its
// source, which docs/material.md repeats. Their mathematics is in curve_lanes.h (active and
// passive), velocity_lanes.h and millard.c.

#pragma once

#include "core/core.h"

/// Active force over the length x.
#define BRN_ACTIVE_LIST(FIRST, ROW)                                                                \
  FIRST(BLEMKER, "blemker",                                                                        \
        "1 - 4 t^2 up to t = \\|x - 1\\| = 0.4, 9 (t - 0.6)^2 up to 0.6, then 0",                  \
        "Blemker, Pinsky and Delp 2005, after Zajac 1989")                                         \
  ROW(THELEN, "thelen", "exp(-(x - 1)^2 / w), w = `active_width` (0.45)", "Thelen 2003")           \
  ROW(DEGROOTE, "degroote",                                                                        \
      "sum of three b1 exp(-((x - b2) / (b3 + b4 x))^2 / 2), their numbers as published",          \
      "De Groote et al. 2016")                                                                     \
  ROW(EHRET, "ehret",                                                                              \
      "s exp((1 - s^2) / 2) from s = 0 on, s = (x - m) / (1 - m), m = `shortest` (0.682/1.192)",   \
      "Ehret, Bol and Itskov 2011")                                                                \
  ROW(MUJOCO, "mujoco",                                                                            \
      "1 - t^2/2 up to t = 1, (2 - t)^2/2 up to 2, then 0; t = 2 (1 - x) / (1 - `shortest`) "      \
      "below 1, 2 (x - 1) / (`longest` - 1) above; 0.5, 1.6",                                      \
      "Todorov et al. 2012 (MuJoCo's FL)")                                                         \
  ROW(MILLARD, "millard",                                                                          \
      "five quintic Bezier curves, through 0 at 0.4441, a knee at 0.73 with the slope 0.8616, 1 "  \
      "at 1, 0 at 1.8123",                                                                         \
      "Millard et al. 2013")                                                                       \
  ROW(TABLE, "table", "points, joined by monotone cubics; level outside",                          \
      "Fritsch and Carlson 1980")                                                                  \
  ROW(NONE, "none", "0", "-")

/// Passive force over the length x.
#define BRN_PASSIVE_LIST(FIRST, ROW)                                                               \
  FIRST(BLEMKER, "blemker",                                                                        \
        "f (exp(g (x - 1)) - 1) above 1, f = `passive_size` (0.05), g = `passive_growth` (6.6); "  \
        "straight from `passive_straight` (1.4)",                                                  \
        "Blemker, Pinsky and Delp 2005")                                                           \
  ROW(THELEN, "thelen",                                                                            \
      "(exp(k (x - 1) / e) - 1) / (exp(k) - 1) above 1, k = `passive_shape` (4), e = "             \
      "`passive_strain` (0.6); straight from `passive_straight` (1.4)",                            \
      "Thelen 2003, who has k = 5")                                                                \
  ROW(DEGROOTE, "degroote",                                                                        \
      "(E(x) - E(x0)) / (exp(k) - E(x0)), E(x) = exp(k (x - 1) / e), x0 = `passive_zero` (1): "    \
      "below x0 it pushes; k, e and straight as above",                                            \
      "De Groote et al. 2016; OpenSim has x0 = 0.2")                                               \
  ROW(MUJOCO, "mujoco",                                                                            \
      "p t^2/2 up to t = 1, then p (t - 1/2), t = 2 (x - 1) / (`longest` - 1) above 1, p = "       \
      "`passive_force` (1.3)",                                                                     \
      "Todorov et al. 2012 (MuJoCo's bias)")                                                       \
  ROW(MILLARD, "millard",                                                                          \
      "two quintic Bezier curves from 0 at 1 to 1 at 1 + e, e = `passive_strain` (0.7), then "     \
      "straight with the slope 2/e",                                                               \
      "Millard et al. 2013")                                                                       \
  ROW(TABLE, "table", "points, joined by monotone cubics; level outside",                          \
      "Fritsch and Carlson 1980")                                                                  \
  ROW(NONE, "none", "0", "-")

/// Factor of the active force over the velocity v, negative while fibres shorten.
#define BRN_VELOCITY_LIST(FIRST, ROW)                                                              \
  FIRST(DEGROOTE, "degroote",                                                                      \
        "d1 ln(z + sqrt(z^2 + 1)) + d4, z = d2 v + d3, d = -0.3211346127989808, -8.149, -0.374, "  \
        "0.8825327733249912; 0 below v = -1, level above 1",                                       \
        "De Groote et al. 2016")                                                                   \
  ROW(THELEN, "thelen",                                                                            \
      "(1 + v) / (1 - v/k) shortening, (1 + c d v) / (1 + c v) lengthening, c = (2 + 2/k) / "      \
      "(d - 1), k = `velocity_shape` (0.25), d = `velocity_most` (1.4); v is over 0.25 + 0.75 "    \
      "times the activation",                                                                      \
      "Thelen 2003")                                                                               \
  ROW(HILL, "hill",                                                                                \
      "(1 + v) / (1 - v/k) shortening, (1 + c d v) / (1 + c v) lengthening, c = (1 + 1/k) / "      \
      "(d - 1): no kink at 0; k = `velocity_shape` (0.25), d = `velocity_most` (1.5)",             \
      "Hill 1938; Katz 1939 for lengthening")                                                      \
  ROW(MUJOCO, "mujoco",                                                                            \
      "(1 + v)^2 shortening, d - (d - 1 - v)^2 / (d - 1) up to v = d - 1, then d = "               \
      "`velocity_most` (1.2)",                                                                     \
      "Todorov et al. 2012 (MuJoCo's FV)")                                                         \
  ROW(MILLARD, "millard",                                                                          \
      "four quintic Bezier curves, from 0 at -1 through 1 at 0 with the slope 5 to d = "           \
      "`velocity_most` (1.4) at 1",                                                                \
      "Millard et al. 2013")                                                                       \
  ROW(TABLE, "table", "points, joined by monotone cubics; level outside",                          \
      "Fritsch and Carlson 1980")

#define BRN_CURVE_FIRST_WORD(id, name, formula, source) name
#define BRN_CURVE_WORD(id, name, formula, source) " " name
#define BRN_ACTIVE_CHOICES BRN_ACTIVE_LIST(BRN_CURVE_FIRST_WORD, BRN_CURVE_WORD)
#define BRN_PASSIVE_CHOICES BRN_PASSIVE_LIST(BRN_CURVE_FIRST_WORD, BRN_CURVE_WORD)
#define BRN_VELOCITY_CHOICES BRN_VELOCITY_LIST(BRN_CURVE_FIRST_WORD, BRN_CURVE_WORD)

#define BRN_ACTIVE_NAME(id, name, formula, source) BRN_ACTIVE_##id,
#define BRN_PASSIVE_NAME(id, name, formula, source) BRN_PASSIVE_##id,
#define BRN_VELOCITY_NAME(id, name, formula, source) BRN_VELOCITY_##id,
typedef enum BrnActiveCurve { BRN_ACTIVE_LIST(BRN_ACTIVE_NAME, BRN_ACTIVE_NAME) } BrnActiveCurve;
typedef enum BrnPassiveCurve {
  BRN_PASSIVE_LIST(BRN_PASSIVE_NAME, BRN_PASSIVE_NAME)
} BrnPassiveCurve;
typedef enum BrnVelocityCurve {
  BRN_VELOCITY_LIST(BRN_VELOCITY_NAME, BRN_VELOCITY_NAME)
} BrnVelocityCurve;

typedef enum BrnCurveFamily {
  BRN_CURVES_ACTIVE,
  BRN_CURVES_PASSIVE,
  BRN_CURVES_VELOCITY
} BrnCurveFamily;
enum { BRN_CURVE_FAMILIES = 3 };

/// A row of the lists.
typedef struct BrnCurveKind {
  const char *name, *formula, *source;
} BrnCurveKind;

/// All curves of a family, in the order of its enum.
const BrnCurveKind* brn__curve_kinds(BrnCurveFamily family, int* count);

typedef struct BrnToe {
  double size, growth, straight; // f, g, where the straight part begins
} BrnToe;

// Exponentials are made straight at 1.4: beyond it the slope would outgrow any solver
#define BRN_TOE_BLEMKER ((BrnToe){0.05, 6.6, 1.4})

// ----------------------------------------------------------------------------------------- tables

/// Points joined by cubics; beyond the ends it goes on straight.
typedef struct BrnCurveTable {
  int count;
  double *x, *f, *slope, *energy; // (count), one block
} BrnCurveTable;

typedef struct BrnCurveValue {
  double energy, force, slope;
} BrnCurveValue;

/// Monotone cubics (Fritsch and Carlson 1980), level outside.
/// @param x ascending
BrnStatus brn__curve_table_create(BrnContext* ctx, int count, const double* x, const double* f,
                                  BrnCurveTable** out);
/// Cubics with these slopes.
BrnStatus brn__curve_table_create_sloped(BrnContext* ctx, int count, const double* x,
                                         const double* f, const double* slope, BrnCurveTable** out);
void brn__curve_table_destroy(BrnContext* ctx, BrnCurveTable* table);
BrnCurveValue brn__curve_table_at(const BrnCurveTable* table, double x);

/// The curves of Millard et al. 2013, finely sampled: errors are below 1e-8.
BrnStatus brn__millard_active(BrnContext* ctx, BrnCurveTable** out);
/// @param strain at which the passive force is 1
BrnStatus brn__millard_passive(BrnContext* ctx, double strain, BrnCurveTable** out);
/// @param most force of lengthening at full speed
BrnStatus brn__millard_velocity(BrnContext* ctx, double most, BrnCurveTable** out);
