// SPDX-License-Identifier: Apache-2.0
//
// Force-velocity of active fibres within a step of time: the force at the length x, when the step
// began at x_before and a change of length times q is a velocity (as a share of the greatest one),
// is
//
//   f(x) = f_a(x) f_v(q (x - x_before))
//
// a function of x alone. The energy of the step is its integral from x_before on, on top of what
// the isometric curve has there.

#pragma once

#include "material/curve_lanes.h"

/// Force over velocity, as fractions of the isometric force and of the greatest velocity (De Groote
/// et al. 2016), and its slope; 0 from full speed of shortening on, and level beyond full speed of
/// lengthening.
BRN_LANE_INLINE BrnCurveLanes brn__curve_velocity(BrnLanes v) {
  BrnLanes one = brn__lanes_set(1), zero = brn__lanes_set(0);
  BrnMask inside = brn__lanes_less(brn__lanes_abs(v), one);
  v = brn__lanes_min(brn__lanes_max(v, -one), one);
  BrnLanes z = -8.149 * v - 0.374, size = brn__lanes_abs(z); // ln(z + sqrt(z^2 + 1)) is odd
  BrnLanes root = brn__lanes_sqrt(size * size + 1), asinh = brn__lanes_log(size + root);
  BrnLanes force = -0.3211346127989808 * brn__lanes_copysign(asinh, z) + 0.8825327733249912;
  BrnLanes slope = (0.3211346127989808 * 8.149) / root;
  return (BrnCurveLanes){.force = brn__lanes_max(force, zero),
                         .slope = brn__lanes_select(inside, slope, zero)};
}

// -------------------------------------------------------------------------------------- the energy
// 16 points of Gauss and Legendre give the integral to round-off where the integrand has no kink,
// and where the poles of f_v, at v = -0.05 +- 0.12 i, are as far away as the piece is long.

typedef struct BrnKnots {
  const double* at;
  int count;
} BrnKnots;

/// Where a curve must be taken in pieces.
BRN_LANE_INLINE BrnKnots brn__curve_knots(BrnActiveCurve curve, const BrnCurveTable* table) {
  static const double blemker[4] = {0.4, 0.6, 1.4, 1.6};
  static const double degroote[8] = {0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2, 1.5};
  switch (curve) {
  case BRN_ACTIVE_BLEMKER: return (BrnKnots){blemker, 4};
  case BRN_ACTIVE_DEGROOTE: return (BrnKnots){degroote, 8};
  case BRN_ACTIVE_TABLE: return (BrnKnots){table->x, table->count};
  case BRN_ACTIVE_THELEN:
  case BRN_ACTIVE_NONE: break;
  }
  return (BrnKnots){NULL, 0};
}

typedef struct BrnStroke {
  BrnActiveCurve curve;
  const BrnCurveTable* table;
  BrnLanes before, q, low, high; // the way from before to x, the lower end first
} BrnStroke;

BRN_LANE_INLINE BrnLanes brn__curve_force(BrnActiveCurve curve, BrnLanes x,
                                          const BrnCurveTable* table) {
  switch (curve) {
  case BRN_ACTIVE_BLEMKER: return brn__curve_blemker(x).force;
  case BRN_ACTIVE_TABLE: return brn__curve_table(x, table).force;
  case BRN_ACTIVE_THELEN: return brn__curve_thelen(x).force;
  case BRN_ACTIVE_DEGROOTE: return brn__curve_degroote(x).force;
  case BRN_ACTIVE_NONE: break;
  }
  return brn__lanes_set(0);
}

// what of the piece from a to b is on the way
BRN_LANE_INLINE BrnLanes brn__stroke_piece(const BrnStroke* s, BrnLanes a, BrnLanes b) {
  a = brn__lanes_min(brn__lanes_max(a, s->low), s->high);
  b = brn__lanes_min(brn__lanes_max(b, s->low), s->high);
  BrnLanes half = 0.5 * (b - a), middle = 0.5 * (a + b), sum = brn__lanes_set(0);
  if (!brn__mask_any(brn__lanes_less(a, b))) return sum;
  for (int i = 0; i < 16; i++) {
    double node = i % 2 ? brn__gauss_node[i / 2] : -brn__gauss_node[i / 2];
    BrnLanes x = middle + half * node, v = s->q * (x - s->before);
    sum += brn__gauss_weight[i / 2] *
           (brn__curve_force(s->curve, x, s->table) * brn__curve_velocity(v).force);
  }
  return sum * half;
}

// the same in pieces between the knots of the velocity
BRN_LANE_INLINE BrnLanes brn__stroke_pieces(const BrnStroke* s, BrnLanes a, BrnLanes b) {
  static const double knot[8] = {-1, -0.6, -0.3, -0.1, 0.1, 0.3, 0.6, 1};
  BrnLanes sum = brn__lanes_set(0), from = a;
  if (!brn__mask_any(brn__lanes_less(s->low, b) & brn__lanes_less(a, s->high))) return sum;
  for (int k = 0; k < 8; k++) {
    BrnLanes to = brn__lanes_min(brn__lanes_max(s->before + knot[k] / s->q, a), b);
    sum += brn__stroke_piece(s, from, to);
    from = to;
  }
  return sum + brn__stroke_piece(s, from, b);
}

/// An active curve with its force-velocity. Once for all kernels: it is long.
static __attribute__((noinline)) BrnCurveLanes brn__curve_moving(BrnActiveCurve curve, BrnLanes x,
                                                                 BrnLanes before, BrnLanes q,
                                                                 const BrnCurveTable* table) {
  BrnCurveLanes v = brn__curve_velocity(q * (x - before));
  BrnCurveLanes length = brn__curve_active(curve, x, table);
  BrnStroke s = {curve, table, before, q, brn__lanes_min(x, before), brn__lanes_max(x, before)};
  BrnKnots knots = brn__curve_knots(curve, table);
  BrnLanes sum = brn__lanes_set(0), from = s.low;
  for (int k = 0; k <= knots.count; k++) {
    BrnLanes to = k < knots.count
                      ? brn__lanes_min(brn__lanes_max(brn__lanes_set(knots.at[k]), s.low), s.high)
                      : s.high;
    sum += brn__stroke_pieces(&s, from, to);
    from = to;
  }
  sum = brn__lanes_select(brn__lanes_less(x, before), -sum, sum);
  return (BrnCurveLanes){brn__curve_active(curve, before, table).energy + sum,
                         length.force * v.force,
                         length.slope * v.force + length.force * v.slope * q};
}
