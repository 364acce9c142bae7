// SPDX-License-Identifier: Apache-2.0
//
// Force-length curves of fibres, as fractions of the peak force, over the length as a fraction of
// the optimal one. What a solver needs of a curve is its integral (energy), value and slope.

#pragma once

#include "core/core.h"

/// Active curves.
typedef enum BrnActiveCurve {
  BRN_ACTIVE_BLEMKER,  // piecewise parabolas (Blemker et al. 2005, after Zajac 1989)
  BRN_ACTIVE_THELEN,   // a Gaussian (Thelen 2003)
  BRN_ACTIVE_DEGROOTE, // three of them (De Groote et al. 2016)
  BRN_ACTIVE_TABLE,
  BRN_ACTIVE_NONE,
} BrnActiveCurve;
#define BRN_ACTIVE_CHOICES "blemker thelen degroote table none"

/// Passive curves: f (e^(g (x - 1)) - 1) from the optimal length on, straight from some length on.
typedef enum BrnPassiveCurve {
  BRN_PASSIVE_BLEMKER,
  BRN_PASSIVE_THELEN,
  BRN_PASSIVE_TABLE,
  BRN_PASSIVE_NONE,
} BrnPassiveCurve;
#define BRN_PASSIVE_CHOICES "blemker thelen table none"

typedef struct BrnToe {
  double size, growth, straight; // f, g, where the straight part begins
} BrnToe;

// Thelen's exponential with shape 4 and strain 0.6, made straight at 1.4: beyond it the slope would
// outgrow any solver
#define BRN_TOE_THELEN ((BrnToe){1 / 53.598150033144236, 4 / 0.6, 1.4})
#define BRN_TOE_BLEMKER ((BrnToe){0.05, 6.6, 1.4})

/// Points joined by monotone cubics (Fritsch and Carlson 1980), level outside.
typedef struct BrnCurveTable {
  int count;
  double *x, *f, *slope, *energy; // (count), one block
} BrnCurveTable;

typedef struct BrnCurveValue {
  double energy, force, slope;
} BrnCurveValue;

/// @param x ascending
BrnStatus brn__curve_table_create(BrnContext* ctx, int count, const double* x, const double* f,
                                  BrnCurveTable** out);
void brn__curve_table_destroy(BrnContext* ctx, BrnCurveTable* table);
BrnCurveValue brn__curve_table_at(const BrnCurveTable* table, double x);
